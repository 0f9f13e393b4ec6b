"""What LLVM IR says and the llvm dialect has no word for is kept in attributes of our own, which tools of MLIR leave as they are."""

from __future__ import annotations

from tfir.conversion.llvm_ir.types import escaped
from tfir.ir.attributes import ArrayAttr, Attribute, StringAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SAME_SIGN = "tfir.samesign"  # of a comparison: both numbers are negative, or none
IN_RANGE = "tfir.inrange"  # of an address: which bytes around it are reached from it, from one to in front of another
ATTRIBUTES = "tfir.attributes"  # of calls, arguments and results: attributes in LLVM's spelling
METADATA = "tfir.metadata"  # nodes by their kinds: `[["range", [0 : i32, 5 : i32]]]`; of a module those that have a name
LOOP = "tfir.loop_properties"  # of a branch: nodes that its loop has besides those of `loop_annotation`
EXPECTED = "tfir.expected_weights"  # of a branch: its weights come of what a program expects
THREADS, STORAGE, PARTITION, CODE_MODEL = "tfir.tls_model", "tfir.dll_storage", "tfir.partition", "tfir.code_model"  # of symbols: a word
SANITIZERS = "tfir.sanitizers"  # of a global: LLVM's words

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
    told = [f'{word} "{escaped(text.encode())}"' for word, name in QUOTED for text in words_kept(held, name)]
    return [*told, *words_kept(held, SANITIZERS)]


QUOTED = (("partition", PARTITION), ("code_model", CODE_MODEL))


def nodes_kept(held: Mapping[str, Attribute]) -> list[tuple[str, Attribute]]:
    """The kinds of metadata that are kept, with their nodes."""
    value = held.get(METADATA)
    pairs = [each.elements for each in value.elements if isinstance(each, ArrayAttr)] if isinstance(value, ArrayAttr) else []
    return [(pair[0].value, pair[1]) for pair in pairs if len(pair) == 2 and isinstance(pair[0], StringAttr)]


def order_of(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else len(KINDS)
