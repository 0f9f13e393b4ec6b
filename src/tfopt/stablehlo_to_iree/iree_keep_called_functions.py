"""Marks functions that stay functions of the sequence, which others call, where all else is inlined before dispatches are formed.

Such a function is lowered once, however often it is called. What is fused with its operations, and how its tensors lie in memory, is decided
within it: its arguments are no constants to it, and each of its results goes to memory.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.conversion.entry_tokens import has_tokens
from tfir.ir.attributes import UnitAttr
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, references_in
from tfir.ir.types import FloatType, IntegerType, ShapedType, Type

from tfopt.generic.inline import recursive_functions
from tfopt.stablehlo_to_iree.clusters import MATH
from tfopt.stablehlo_to_iree.host_regions import KEPT, SEQUENCE_CALL

WORKS_ON = ("func",)
OPTIONS = {
    "least-operations": "Functions of so many operations that are called more than once stay as well; none for 0.",
}


def iree_keep_called_functions(module: "Module", *, least_operations: int = 0):
    """Mark private functions of StableHLO, or CHLO, that say `no_inline`, where all that names them are calls that stand in functions, and types
    say all sizes."""
    symbols = SymbolTable(module)
    callers: dict[Operation, list[Operation]] = {}
    for user, reference in references_in(module):
        function = symbols.get(reference)
        if function is not None:
            callers.setdefault(function, []).append(user)
    recursive = recursive_functions(symbols)
    for function, users in callers.items():
        is_asked = "no_inline" in function.attributes or (0 < least_operations <= len(function.inside()) and len(users) > 1)
        if is_asked and function not in recursive and can_be_called(function) and all(map(is_in_sequence, users)):
            function.set_attribute(KEPT, UnitAttr())


def can_be_called(function: Operation) -> bool:
    """Whether a function is one of math on tensors of known sizes alone."""
    if (
        function.name != "func.func"
        or function.get("sym_visibility") != "private"
        or not function.regions[0].blocks
        or has_tokens(function)
    ):
        return False
    type = function.attributes["function_type"].value
    is_math = all([op.name.startswith(MATH) or op.name in (SEQUENCE_CALL, "func.return") for op in function.region.entry])
    return is_math and len(function.region.blocks) == 1 and all(map(is_plain, (*type.inputs, *type.results)))


def is_plain(type: Type) -> bool:
    return isinstance(type, ShapedType) and type.is_static and isinstance(type.element, (IntegerType, FloatType))


def is_in_sequence(call: Operation) -> bool:
    """Whether a call stands in a function, and not in what one of its operations computes."""
    around = call.parent_op
    return call.name == SEQUENCE_CALL and bool(call_sites(call)) and around is not None and around.name == "func.func"
