"""Operations of the llvm dialect as instructions of LLVM: each form is what stands behind the result's name."""

from __future__ import annotations

from functools import cache

from tfir.conversion.llvm_ir.attributes import listed_attributes, of_function, spaced
from tfir.conversion.llvm_ir.constants import POISON, of_float, of_integer, uniform
from tfir.conversion.llvm_ir.folding import DYNAMIC_INDEX
from tfir.conversion.llvm_ir.kept import (
    CALLEE_TYPE,
    CONVENTION,
    METADATA_ARGUMENTS,
    OF_ARGUMENTS,
    OF_RESULT,
    SAME_SIGN,
    TAIL,
    TO_ADDRESS,
    UNWIND,
    words_kept,
)
from tfir.conversion.llvm_ir.layout import ABI, PREFERRED, power_of_two
from tfir.conversion.llvm_ir.types import escaped, identifier, mangled, type_text
from tfir.dialects import has_trait, lookup, trait_arguments
from tfir.dialects.llvm.attributes import EXCEPTIONS, FLOAT_PREDICATES, INTEGER_PREDICATES, ORDERINGS, READ_MODIFY_WRITE, ROUNDINGS
from tfir.dialects.llvm.types import VOID, ArrayType, FunctionType
from tfir.ir.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import IntegerType, Type, VectorType
from tfir.text.enumerators import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.conversion.llvm_ir.functions import Body
    from tfir.ir.operations import Operation, Value

ORDERING_OF = {number: word for word, number in ORDERINGS.items()}
FAST = "reassoc nnan ninf nsz arcp contract afn".split()  # in the order in which LLVM prints them
CONVENTIONS = {
    "cc_10": "ghccc", "cc_11": "cc11", "anyregcc": "anyregcc", "cxx_fast_tlscc": "cxx_fast_tlscc", "x86_64_sysvcc": "x86_64_sysvcc",
    "ptx_kernelcc": "ptx_kernel", "ptx_devicecc": "ptx_device", "spir_funccc": "spir_func", "spir_kernelcc": "spir_kernel",
    "x86_intrcc": "x86_intrcc", "amdgpu_vscc": "amdgpu_vs", "amdgpu_gscc": "amdgpu_gs", "amdgpu_cscc": "amdgpu_cs",
    "amdgpu_kernelcc": "amdgpu_kernel", "amdgpu_hscc": "amdgpu_hs", "amdgpu_lscc": "amdgpu_ls", "amdgpu_escc": "amdgpu_es",
    "aarch64_vectorcallcc": "aarch64_vector_pcs", "aarch64_sve_vectorcallcc": "aarch64_sve_vector_pcs", "amdgpu_gfxcc": "amdgpu_gfx",
    "m68k_intrcc": "cc101", "wasm_emscripten_invokecc": "cc99", "msp430_builtincc": "cc94", "avr_builtincc": "cc86",
}  # fmt: skip
ROUNDING_WORDS = {number: word for word, number in ROUNDINGS.items()}


def words_behind(op: Operation) -> str:
    """Attributes of a call that only LLVM has a word for."""
    return spaced(words_kept(op.attributes))


def convention(op: Operation) -> str:
    kept = words_kept(op.attributes, CONVENTION)
    if kept:
        return f" {kept[0]}"
    word = word_of(op.attributes["CConv"])
    return "" if word == "ccc" else f" {CONVENTIONS.get(word, word)}"


def fast_words(op: Operation) -> str:
    """`nnan nsz `, with a space behind."""
    flags = op.attributes.get("fastmathFlags")
    return "" if flags is None else fast_words_of(flags)


@cache
def fast_words_of(flags: Attribute) -> str:
    words = word_of(flags).split(", ")
    if "fast" in words or set(words) >= set(FAST):
        return "fast "
    return "".join([f"{word} " for word in FAST if word in words])


# By attribute, and of one that is a number by its bits.
FLAGS = (
    ("overflowFlags", 2, "nuw "),
    ("overflowFlags", 1, "nsw "),
    ("isExact", 0, "exact "),
    ("isDisjoint", 0, "disjoint "),
    ("nonNeg", 0, "nneg "),
)


def flags_of(op: Operation) -> str:
    held = op.attributes
    if not held:
        return ""
    return "".join([word for name, bit, word in FLAGS if name in held and (not bit or held[name].value & bit)]) + fast_words(op)


def plain(op: Operation, body: Body) -> str:
    """An operation on numbers of one type."""
    first, *others = op.operands
    rest = "".join([f", {body.text(value)}" for value in others])
    return f"{op.name[5:]} {flags_of(op)}{body.typed(first)}{rest}"


def comparison(op: Operation, body: Body) -> str:
    local, left, right = op.name.removeprefix("llvm."), *op.operands
    words = INTEGER_PREDICATES if local == "icmp" else FLOAT_PREDICATES
    same = "samesign " * (SAME_SIGN in op.attributes)
    return f"{local} {fast_words(op)}{same}{words[op.get('predicate')].lstrip('_')} {body.typed(left)}, {body.text(right)}"


def with_all(op: Operation, body: Body) -> str:
    """All operands with their types."""
    return f"{op.name.removeprefix('llvm.')} {fast_words(op)}{', '.join(map(body.typed, op.operands))}"


def cast(op: Operation, body: Body) -> str:
    name = "ptrtoaddr" if TO_ADDRESS in op.attributes else op.name[5:]
    return f"{name} {flags_of(op)}{body.typed(op.operands[0])} to {type_text(op.result.type)}"


# Memory


def aligned(op: Operation, body: Body, type: Type, preferred: bool = ABI) -> str:
    return f", align {op.get('alignment') or body.layout.alignment(type, preferred)}"


def aligned_as_whole(op: Operation, body: Body, type: Type) -> str:
    """What is read and written at once lies at its size."""
    return f", align {op.get('alignment') or power_of_two(body.layout.stored(type))}"


def alloca(op: Operation, body: Body) -> str:
    type, count = op.attributes["elem_type"].value, op.operands[0]
    constant = body.constants.get(count)
    is_one = constant is not None and constant.number == 1 and count.type.width == 32
    several = "" if is_one else f", {body.typed(count)}"
    space = f", addrspace({op.result.type.space})" if op.result.type.space else ""
    words = "inalloca " * ("inalloca" in op.attributes) + "".join([f"{word} " for word in words_kept(op.attributes)])
    return f"alloca {words}{type_text(type)}{several}{aligned(op, body, type, PREFERRED)}{space}"


def element_address(op: Operation, body: Body) -> str:
    base, *dynamic = op.operands
    given, flags = iter(dynamic), op.get("noWrapFlags")
    words = [("inbounds" if flags & 1 else "nusw") * bool(flags & 3), "nuw" * bool(flags & 4)]
    indices = [
        body.typed(next(given)) if number == DYNAMIC_INDEX else f"i32 {number}" for number in op.attributes["rawConstantIndices"].values
    ]
    parts = [type_text(op.attributes["elem_type"].value), body.typed(base), *indices]
    return f"getelementptr{spaced([word for word in words if word])} {', '.join(parts)}"


def ordering(op: Operation, name: str = "ordering") -> str:
    word = ORDERING_OF[op.get(name) or 0]
    return "" if word == "not_atomic" else f" {word}"


def scope(op: Operation) -> str:
    return f' syncscope("{escaped(op.get("syncscope"))}")' if "syncscope" in op.attributes else ""


def access(op: Operation, body: Body) -> str:
    is_load = op.name == "llvm.load"
    words = " atomic" * bool(ordering(op)) + " volatile" * ("volatile_" in op.attributes)
    type = op.result.type if is_load else op.operands[0].type
    what = f"{type_text(type)}, {body.typed(op.operands[0])}" if is_load else ", ".join(map(body.typed, op.operands))
    how = f"{scope(op)}{ordering(op)}" if ordering(op) else ""
    return f"{op.name.removeprefix('llvm.')}{words} {what}{how}{aligned(op, body, type)}"


def modification(op: Operation, body: Body) -> str:
    pointer, value = op.operands
    word = list(READ_MODIFY_WRITE)[op.get("bin_op")].lstrip("_")
    type = value.type
    words = "volatile " * ("volatile_" in op.attributes) + word
    where = aligned_as_whole(op, body, type)
    return f"atomicrmw {words} {body.typed(pointer)}, {body.typed(value)}{scope(op)}{ordering(op)}{where}"


def exchange(op: Operation, body: Body) -> str:
    words = "weak " * ("weak" in op.attributes) + "volatile " * ("volatile_" in op.attributes)
    orders = ordering(op, "success_ordering") + ordering(op, "failure_ordering")
    where = aligned_as_whole(op, body, op.operands[1].type)
    return f"cmpxchg {words}{', '.join(map(body.typed, op.operands))}{scope(op)}{orders}{where}"


def fence(op: Operation, body: Body) -> str:
    return f"fence{scope(op)}{ordering(op)}"


def va_arg(op: Operation, body: Body) -> str:
    return f"va_arg {body.typed(op.operands[0])}, {type_text(op.result.type)}"


# Vectors and aggregates


def shuffle(op: Operation, body: Body) -> str:
    mask = op.attributes["mask"].values
    if set(mask) <= {0, -1} and len(set(mask)) == 1:
        shown = "zeroinitializer" if mask[0] == 0 else "poison"
    else:
        shown = f"<{', '.join(['i32 poison' if each < 0 else f'i32 {each}' for each in mask])}>"
    scalable = "vscale x " * any(op.operands[0].type.scalable)
    return f"shufflevector {', '.join(map(body.typed, op.operands))}, <{scalable}{len(mask)} x i32> {shown}"


def part(op: Operation, body: Body) -> str:
    places = "".join([f", {at}" for at in op.attributes["position"].values])
    return f"{op.name.removeprefix('llvm.')} {', '.join(map(body.typed, op.operands))}{places}"


# Calls


def arguments_text(body: Body, values: Sequence[Value], attributes: Sequence[Sequence[str]]) -> str:
    return ", ".join([
        f"{type_text(value.type)}{spaced(words)} {body.text(value)}" for value, words in zip(values, attributes, strict=True)
    ])  # fmt: skip


def bundles(op: Operation, body: Body, operands: Sequence[Value]) -> str:
    tags = op.attributes.get("op_bundle_tags")
    if tags is None:
        return ""
    rest, shown = list(operands), []
    for tag, size in zip(tags.elements, op.attributes["op_bundle_sizes"].values, strict=True):
        shown.append(f'"{escaped(tag.value)}"({", ".join(map(body.typed, rest[:size]))})')
        rest = rest[size:]
    return f" [ {', '.join(shown)} ]"


def called(op: Operation, body: Body, count: int) -> str:
    """What is called, with the type where it takes any number of arguments, and what it is called with."""
    callee, stated = op.attributes.get("callee"), op.attributes.get("var_callee_type")
    own = op.operands[:count]
    arguments = own if callee is not None else own[1:]
    target = identifier("@", callee.leaf) if callee is not None else body.text(own[0])
    of_results = [word for words in listed_attributes(op, "res_attrs", len(op.results)) for word in words]
    where = body.writer.spaces.get(callee.leaf) if callee is not None else own[0].type.space
    space = f" addrspace({where})" if where is not None and where != body.layout.space("P") else ""
    type = stated.value if stated is not None else FunctionType(op.result.type if op.results else VOID, [each.type for each in arguments])
    shown = type_text(type) if type.is_variadic else type_text(type.result)
    return (
        f"{convention(op)}{spaced(of_results)}{space} {shown} {target}"
        f"({arguments_text(body, arguments, listed_attributes(op, 'arg_attrs', len(arguments)))}){spaced(of_function(op))}{words_behind(op)}"
    )


def call(op: Operation, body: Body) -> str:
    count, extra = op.attributes["operandSegmentSizes"].values
    tail = word_of(op.attributes["TailCallKind"])
    words = "" if tail == "none" else f"{tail} "
    flags = fast_words(op).rstrip()
    return f"{words}call{' ' * bool(flags)}{flags}{called(op, body, count)}{bundles(op, body, op.operands[count:])}"


def invoke(op: Operation, body: Body) -> str:
    count = op.attributes["operandSegmentSizes"].values[0]
    extra = op.operands[sum(op.attributes["operandSegmentSizes"].values[:3]) :]
    normal, unwind = body.successors(op)
    return f"invoke{called(op, body, count)}{bundles(op, body, extra)} to {body.label(normal)} unwind {body.label(unwind)}"


def landingpad(op: Operation, body: Body) -> str:
    clauses = [f"{'filter' if isinstance(value.type, ArrayType) else 'catch'} {body.typed(value)}" for value in op.operands]
    return f"landingpad {type_text(op.result.type)}{' cleanup' * ('cleanup' in op.attributes)}{spaced(clauses)}"


def inline_asm(op: Operation, body: Body) -> str:
    held = op.attributes
    tail = word_of(held["tail_call_kind"])
    words = (
        " sideeffect" * ("has_side_effects" in held)
        + " alignstack" * ("is_align_stack" in held)
        + " inteldialect" * (op.get("asm_dialect") == 1)
        + " unwind" * (UNWIND in held)
    )
    texts = [f'"{escaped(op.get(name))}"' for name in ("asm_string", "constraints")]
    result = type_text(op.result.type) if op.results else "void"
    arguments = arguments_text(body, op.operands, listed_attributes(op, "operand_attrs", len(op.operands)))
    return f"{'' if tail == 'none' else tail + ' '}call {result} asm{words} {texts[0]}, {texts[1]}({arguments}){words_behind(op)}"


# Intrinsics


def intrinsic_name(op: Operation, name: str) -> str:
    """With the types that it is overloaded by: `llvm.vector.reduce.add.v4i32`."""
    signature = lookup(op.name).signature
    types: dict[str, Type] = {}
    for at, value in enumerate(op.operands):
        types[str(at)] = value.type
        if at < len(signature.operands):
            types.setdefault(signature.operands[at].name, value.type)
    if op.results:
        types[signature.results[0].name] = types["res"] = op.result.type
        for at, member in enumerate(getattr(op.result.type, "members", None) or ()):
            types[f"res.{at}"] = member
    if "len" in op.attributes:
        types["len"] = op.attributes["len"].type
    return name + "".join([f".{mangled(types[each])}" for each in trait_arguments(op, "overloads") or ()])


def intrinsic_arguments(op: Operation, body: Body) -> list[str]:
    """Operands, and attributes that are numbers or words for LLVM."""
    order, names = trait_arguments(op, "called_with"), [slot.name for slot in lookup(op.name).signature.operands]
    attributes = "arg_attrs" if "arg_attrs" in op.attributes else OF_ARGUMENTS
    aligned_pointer = op.get("alignment") if "alignment" in op.attributes else None
    if order is None:
        own = op.operands[: own_operands(op)]
        listed = [
            with_attributes(body, *each) for each in zip(own, [aligned_pointer] * len(own), listed_attributes(op, attributes, len(own)))
        ]
        is_short = op.name in ("llvm.intr.masked.load", "llvm.intr.masked.gather") and len(listed) == 2  # without what masked elements are
        return [*listed, uniform(op.result.type, POISON).typed] if is_short else listed
    values = dict(zip(names, op.operands))
    told = dict(zip(names, listed_attributes(op, attributes, len(names))))
    if op.name.startswith("llvm.intr.matrix.column.major."):
        aligned_pointer = body.layout.alignment((op.results or op.operands)[0].type.element)
    return [
        with_attributes(body, values[name], aligned_pointer, told[name]) if name in values else immediate(name, op.attributes[name])
        for name in order
    ]


def own_operands(op: Operation) -> int:
    """How many operands are no bundle's."""
    sizes = op.attributes.get("op_bundle_sizes")
    return len(op.operands) - (sum(sizes.values) if sizes is not None else 0)


def with_attributes(body: Body, value: Value, number: int | None, words: Sequence[str]) -> str:
    return f"{type_text(value.type)}{spaced(words)} {body.text(value)}" if words else with_alignment(body, value, number)


def with_alignment(body: Body, value: Value, number: int | None) -> str:
    element = value.type.element if isinstance(value.type, VectorType) else value.type
    if number is None or not type_text(element).startswith("ptr"):
        return body.typed(value)
    return f"{type_text(value.type)} align {number} {body.text(value)}"


def immediate(name: str, value: Attribute) -> str:
    if isinstance(value, BoolAttr):
        return f"i1 {str(value.value).lower()}"
    if isinstance(value, FloatAttr):
        return of_float(value.bits, value.type).typed
    assert isinstance(value, IntegerAttr)
    if name == "roundingmode":
        return f'metadata !"round.{ROUNDING_WORDS[value.value]}"'
    if name == "fpExceptionBehavior":
        return f'metadata !"fpexcept.{EXCEPTIONS[value.value]}"'
    assert isinstance(value.type, IntegerType)
    return of_integer(value.value, value.type).typed


OTHER_NAMES = {"vastart": "va_start", "vaend": "va_end", "vacopy": "va_copy"}


def intrinsic(op: Operation, body: Body) -> str:
    local = op.name.removeprefix("llvm.intr.")
    name = intrinsic_name(op, f"llvm.{OTHER_NAMES.get(local, local)}")
    if op.name == "llvm.intr.experimental.noalias.scope.decl":
        arguments = [f"metadata {body.metadata.scopes([op.attributes['scope']])}"]
    else:
        arguments = intrinsic_arguments(op, body)
    return called_intrinsic(op, body, name, arguments)


def called_intrinsic(op: Operation, body: Body, name: str, arguments: list[str]) -> str:
    result = type_text(op.result.type) if op.results else "void"
    body.declare(name, result, arguments)
    stated = op.attributes.get(CALLEE_TYPE)
    extra = bundles(op, body, op.operands[own_operands(op) :])
    flags, strict = fast_words(op), " strictfp" * ("fpExceptionBehavior" in op.attributes)
    shown = type_text(stated.value) if isinstance(stated, TypeAttr) else result
    tail = "".join([f"{word} " for word in words_kept(op.attributes, TAIL)])
    of_result = spaced(
        [
            word
            for words in listed_attributes(op, "res_attrs" if "res_attrs" in op.attributes else OF_RESULT, len(op.results))
            for word in words
        ]
    )
    return f"{tail}call {flags}{of_result.lstrip()}{' ' * bool(of_result)}{shown} {identifier('@', name)}({', '.join(arguments)}){strict}{words_behind(op)}{extra}"


def by_name(op: Operation, body: Body) -> str:
    """`llvm.call_intrinsic "llvm.x.y"`."""
    own = op.operands[: own_operands(op)]
    arguments = [with_attributes(body, value, None, words) for value, words in zip(own, listed_attributes(op, "arg_attrs", len(own)))]
    listed = op.attributes.get(METADATA_ARGUMENTS)
    for at, node in [pair.elements for pair in listed.elements] if listed is not None else ():
        arguments.insert(at.value, f"metadata {body.metadata.kept_part(node)}")
    return called_intrinsic(op, body, op.get("intrin"), arguments)


# Control flow


def branch(op: Operation, body: Body) -> str:
    condition = f"{body.typed(op.operands[0])}, " if op.name == "llvm.cond_br" else ""
    return f"br {condition}{', '.join(map(body.label, body.successors(op)))}"


def switch(op: Operation, body: Body) -> str:
    default, *cases = body.successors(op)
    values = op.attributes.get("case_values")
    type = op.operands[0].type
    numbers = [] if values is None else [of_integer(int(number), type).typed for number in values.values()]
    listed = "".join([f"\n    {number}, {body.label(block)}" for number, block in zip(numbers, cases)])
    return f"switch {body.typed(op.operands[0])}, {body.label(default)} [{listed}\n  ]"


def indirect(op: Operation, body: Body) -> str:
    return f"indirectbr {body.typed(op.operands[0])}, [{', '.join(map(body.label, body.successors(op)))}]"


def returned(op: Operation, body: Body) -> str:
    return f"ret {body.typed(op.operands[0])}" if op.operands else "ret void"


def resume(op: Operation, body: Body) -> str:
    return f"resume {body.typed(op.operands[0])}"


def unreachable(op: Operation, body: Body) -> str:
    return "unreachable"


def refuse(op: Operation, body: Body) -> str:
    raise Error.on(op, "cannot be written as LLVM IR")


INSTRUCTIONS: dict[str, Callable[[Operation, Body], str]] = {
    f"llvm.{name}": function
    for name, function in {
        "icmp": comparison, "fcmp": comparison, "select": with_all, "extractelement": with_all, "insertelement": with_all, "alloca": alloca,
        "getelementptr": element_address, "load": access, "store": access, "atomicrmw": modification, "cmpxchg": exchange, "fence": fence,
        "va_arg": va_arg, "shufflevector": shuffle, "extractvalue": part, "insertvalue": part, "call": call, "invoke": invoke,
        "landingpad": landingpad, "inline_asm": inline_asm, "call_intrinsic": by_name, "br": branch, "cond_br": branch, "switch": switch,
        "indirectbr": indirect, "return": returned, "resume": resume, "unreachable": unreachable,
    }.items()
}  # fmt: skip
RECORDS = ("llvm.intr.dbg.declare", "llvm.intr.dbg.value", "llvm.intr.dbg.label")


@cache
def instruction(name: str) -> Callable[[Operation, Body], str]:
    """How the op of a name is written."""
    if name.startswith("llvm.intr."):
        return intrinsic
    if name in INSTRUCTIONS:
        return INSTRUCTIONS[name]
    if trait_arguments(name, "alike") == ("types",):
        return plain
    return cast if has_trait(name, "pure") and len(lookup(name).signature.operands) == 1 else refuse
