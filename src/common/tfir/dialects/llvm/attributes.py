"""Attributes of the LLVM dialect, and the numbers that LLVM gives words. Source: LLVM's enumerations, as MLIR's LLVM dialect has them."""

from functools import cache

from tfir.dialects.arith import FlagWords
from tfir.dialects.llvm.node_checks import CHECKED, kinds_inside
from tfir.ir.attributes import Attribute, NamedAttr, OpaqueAttr
from tfir.ir.location import FusedLocation, resolve
from tfir.startup.patterns import compiled
from tfir.text.enumerators import Words

LINKAGES = """external available_externally linkonce linkonce_odr weak weak_odr appending internal private extern_weak common""".split()
CALLING = """ccc fastcc coldcc cc_10 cc_11 anyregcc preserve_mostcc preserve_allcc swiftcc cxx_fast_tlscc tailcc cfguard_checkcc swifttailcc
    x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc arm_aapcs_vfpcc msp430_intrcc x86_thiscallcc ptx_kernelcc ptx_devicecc spir_funccc
    spir_kernelcc intel_ocl_bicc x86_64_sysvcc win64cc x86_vectorcallcc hhvmcc hhvm_ccc x86_intrcc avr_intrcc avr_builtincc amdgpu_vscc
    amdgpu_gscc amdgpu_cscc amdgpu_kernelcc x86_regcallcc amdgpu_hscc msp430_builtincc amdgpu_lscc amdgpu_escc aarch64_vectorcallcc
    aarch64_sve_vectorcallcc wasm_emscripten_invokecc amdgpu_gfxcc m68k_intrcc""".split()
TAIL_CALLS = "none tail musttail notail".split()
VISIBILITIES = ["", "hidden", "protected"]
UNNAMED = ["", "local_unnamed_addr", "unnamed_addr"]
COMDATS = "any exactmatch largest nodeduplicate samesize".split()
ORDERINGS = {"not_atomic": 0, "unordered": 1, "monotonic": 2, "acquire": 4, "release": 5, "acq_rel": 6, "seq_cst": 7}
READ_MODIFY_WRITE = """xchg add sub _and nand _or _xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond usub_sat
    fmaximum fminimum""".split()
INTEGER_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
FLOAT_PREDICATES = "_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true".split()
ROUNDINGS = {"towardzero": 0, "tonearest": 1, "upward": 2, "downward": 3, "tonearestaway": 4, "dynamic": 7}
EXCEPTIONS = "ignore maytrap strict".split()
DIALECTS_OF_ASSEMBLY = "att intel".split()

FAST_MATH = FlagWords("fastmath", "FastmathFlags", "nnan ninf nsz arcp contract afn reassoc", ", ", "fast", "llvm")
LINKAGE, CCONV, TAIL_CALL = Words("llvm", "linkage", LINKAGES), Words("llvm", "cconv", CALLING), Words("llvm", "tailcallkind", TAIL_CALLS)
FRAME_POINTER = Words("llvm", "framePointerKind", "none non-leaf all reserved non-leaf-no-reserve".split())
# Attributes that print under short names, which are their own.
NAMED = """access_group alias_scope alias_scope_domain di_basic_type di_common_block di_compile_unit di_composite_type di_derived_type di_file
    di_global_variable di_global_variable_expression di_imported_entity di_label di_lexical_block di_lexical_block_file di_local_variable
    di_module di_namespace di_null_type di_string_type di_subprogram di_subroutine_type loop_annotation loop_vectorize loop_interleave
    loop_unroll loop_unroll_and_jam loop_licm loop_distribute loop_pipeline loop_peeled loop_unswitch mmra_tag tbaa_root tbaa_tag
    tbaa_type_desc""".split()


PARTS = compiled(r'"(?:[^"\\]|\\.)*"|#llvm\.(\w+)(<?)|->|[<>]').finditer  # an arrow closes nothing


class NodeAttr(NamedAttr):
    """A node of metadata: `#llvm.tbaa_tag<base_type = .., ..>`."""

    __slots__ = ()

    def __init__(self, name: str, body: str):
        super().__init__(f"#llvm.{name}{body}", name)

    @property
    def parts(self):
        return parts_of(self.text)


@cache
def parts_of(text: str) -> list[NodeAttr]:
    """The nodes right inside of one."""
    parts: list[NodeAttr] = []
    opened: list = []  # for each bracket that is open the name in front of it, and where that begins
    for match in PARTS(text, 1):
        token = match[0]
        if match[1] is not None and not match[2]:
            parts += [NodeAttr(match[1], "")] * (match[1] in NAMED and not any(name in NAMED for name, _ in opened[1:]))
        elif token[-1] == "<" and token[0] != '"':
            opened.append((match[1], match.start()))
        elif token == ">":
            name, start = opened.pop()
            if name in NAMED and not any(around in NAMED for around, _ in opened[1:]):
                parts.append(NodeAttr(name, text[start + len("#llvm.") + len(name) : match.end()]))
    return parts


ALIAS = compiled(r'"(?:[^"\\]|\\.)*"|#([A-Za-z_][\w$]*)(?![\w$.<])')


def subprogram_in(location) -> Attribute | None:
    """The description of a function in a place."""
    where = resolve(location)
    if isinstance(where, FusedLocation):
        if getattr(where.metadata, "name", "") == "di_subprogram":
            return where.metadata
        return next((each for each in map(subprogram_in, where.locations) if each is not None), None)
    inner = getattr(where, "child", None) or getattr(where, "callee", None)
    return None if inner is None else subprogram_in(inner)


# Nodes that stand without their name, since the field that they are in can have no other.
NODES_OF_FIELDS = {
    "var": "di_global_variable", "domain": "alias_scope_domain", "vectorize": "loop_vectorize", "interleave": "loop_interleave",
    "unroll": "loop_unroll", "unrollAndJam": "loop_unroll_and_jam", "licm": "loop_licm", "distribute": "loop_distribute",
    "pipeline": "loop_pipeline", "peeled": "loop_peeled", "unswitch": "loop_unswitch",
}  # fmt: skip
NAMELESS = compiled(rf'"(?:[^"\\]|\\.)*"|\b({"|".join(NODES_OF_FIELDS)}) = (?=<)').sub


def told(match) -> str:
    return match[0] if match[1] is None else f"{match[0]}#llvm.{NODES_OF_FIELDS[match[1]]}"


def named(name: str):
    """Reads an attribute from the bracket on, as it is written but for aliases in it, in whose place stands what they mean."""

    def read(p) -> NodeAttr:
        def meant(match) -> str:
            if match[1] is None:
                return match[0]
            if match[1] not in p.attribute_aliases:
                raise p.undefined_alias(match[1])
            value = p.attribute_aliases[match[1]]
            return value.text if isinstance(value, Attribute) else f"loc({value})"

        if not p.at("<"):
            return NodeAttr(name, "")
        start = p.start
        text = p.raw_body()
        kinds_inside(p, name, start, p.start)
        return NodeAttr(name, NAMELESS(told, ALIAS.sub(meant, text)))

    return read


def checked(name: str, check):
    """Reads an attribute that stays as it is written, once it is seen to be one."""

    def read(p) -> OpaqueAttr:
        start, text = p.start, p.raw_body() if p.at("<") else ""
        check(p, start, text)
        return OpaqueAttr(f"#llvm.{name}{text}")

    return read


ATTRIBUTES = (
    {name: named(name) for name in NAMED}
    | {each.name: each.read for each in (LINKAGE, CCONV, TAIL_CALL, FRAME_POINTER)}
    | {"fastmath": FAST_MATH.read}
    | {name: checked(name, check) for name, check in CHECKED.items()}
)
