"""What LLVM IR says and the llvm dialect has no word for is kept in attributes of our own, which tools of MLIR leave as they are."""

from __future__ import annotations

from tfir.conversion.llvm_ir.types import escaped
from tfir.ir.attributes import ArrayAttr, Attribute, IntegerAttr, StringAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tfir.ir.operations import Block, Operation

SAME_SIGN = "tfir.samesign"  # of a comparison: both numbers are negative, or none
IN_RANGE = "tfir.inrange"  # of an address: which bytes around it are reached from it, from one to in front of another
ATTRIBUTES = "tfir.attributes"  # of calls, arguments and results: attributes in LLVM's spelling
METADATA = "tfir.metadata"  # nodes by their kinds: `[["range", [0 : i32, 5 : i32]]]`; of a module those that have a name
LOOP = "tfir.loop_properties"  # of a branch: nodes that its loop has besides those of `loop_annotation`
EXPECTED = "tfir.expected_weights"  # of a branch: its weights come of what a program expects
THREADS, STORAGE, PARTITION, CODE_MODEL = "tfir.tls_model", "tfir.dll_storage", "tfir.partition", "tfir.code_model"  # of symbols: a word
SANITIZERS = "tfir.sanitizers"  # of a global: LLVM's words
SPACE = "tfir.address_space"  # of a function: the number of that which it lies in
CONVENTION = "tfir.convention"  # of functions and calls: a calling convention in LLVM's spelling
TAIL = "tfir.tail"  # of an intrinsic's call: `tail`, `musttail` or `notail`
CALLEE_TYPE = "tfir.callee_type"  # of the call of an intrinsic that takes any number of arguments
OF_ARGUMENTS, OF_RESULT = (
    "tfir.arg_attrs",
    "tfir.res_attrs",
)  # of an intrinsic's operation that has no `arg_attrs`: what these are elsewhere
METADATA_ARGUMENTS = "tfir.metadata_arguments"  # of an intrinsic's call: `[[0, ["rsp"]]]`, where one stands among the arguments, and which
UNWIND = "tfir.unwind"  # of assembly that may throw
NO_CFI = "tfir.no_cfi"  # of a function's address: that of its body
SIGNED = "tfir.ptrauth"  # of a global's address: `[0 : i32, 42, @place]`, a key, and what makes its signature another one; or `unit`
TO_ADDRESS = "tfir.ptrtoaddr"  # of a pointer that becomes a number: only where it points to is asked
PHIS = "tfir.phis"  # of a terminator: `[[0, 1, 2, #llvm.fastmath<nnan>, []]]`, a successor, which argument of how many, its flags, metadata
# Of a function, by LLVM's word: a global that begins with that constant.
PARTS = {word: f"tfir.{word}" for word in ("prefix", "prologue", "personality")}
PART = "tfir.part"  # of such a global: it is no global of LLVM

# The kinds that LLVM knows, in its order, which is that of their printing; others stand behind.
KINDS = """dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull
    dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop type section_prefix absolute_symbol
    associated callees irr_loop llvm.access.group callback llvm.preserve.access.index vcall_visibility noundef annotation nosanitize
    func_sanitize exclude memprof callsite kcfi_type pcsections DIAssignID coro.outside.frame mmra noalias.addrspace callee_type
    nofree""".split()


def words_kept(held: Mapping[str, Attribute], name: str = ATTRIBUTES) -> list[str]:
    """The strings of a list, or of one string that."""
    value = held.get(name)
    if isinstance(value, StringAttr):
        return [value.value]
    return [each.value for each in value.elements if isinstance(each, StringAttr)] if isinstance(value, ArrayAttr) else []


def model_of_threads(held: Mapping[str, Attribute]) -> str:
    return "".join([f"({word})" for word in words_kept(held, THREADS)])


def properties(held: Mapping[str, Attribute]) -> list[str]:
    """Of a global, an alias or a function, what stands behind commas in it."""
    told = [f'{word} "{escaped(text)}"' for word, name in QUOTED for text in words_kept(held, name)]
    return [*told, *words_kept(held, SANITIZERS)]


QUOTED = (("partition", PARTITION), ("code_model", CODE_MODEL))


def nodes_kept(value: Attribute | None) -> list[tuple[str, Attribute]]:
    """The kinds of metadata that are kept, with their nodes."""
    pairs = [each.elements for each in value.elements if isinstance(each, ArrayAttr)] if isinstance(value, ArrayAttr) else []
    return [(pair[0].value, pair[1]) for pair in pairs if len(pair) == 2 and isinstance(pair[0], StringAttr)]


def phi_told(end: Operation, block: Block, at: int) -> tuple[Attribute, Attribute] | None:
    """The flags and the metadata of an argument's phi node, as a terminator in front of its block has them."""
    value = end.attributes.get(PHIS)
    for row in value.elements if isinstance(value, ArrayAttr) else ():
        successor, argument, count, flags, rest = row.elements if isinstance(row, ArrayAttr) and len(row.elements) == 5 else (None,) * 5
        numbers = [each.value for each in (successor, argument, count) if isinstance(each, IntegerAttr)]
        if numbers[1:] == [at, len(block.arguments)] and numbers[0] < len(end.successors) and end.successors[numbers[0]] is block:
            return flags, rest
    return None


def order_of(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else len(KINDS)
