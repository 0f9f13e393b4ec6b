"""Entries that take and give integers: what quantizes an argument, and dequantizes a result, is left to those who call."""

from __future__ import annotations

from tfir.analysis.call_graph import referenced
from tfir.ir.attributes import TypeAttr
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType

from tfopt.quantization.forms import FORMS, form_of, stored_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation, Value

NOT_PUBLIC = ("private", "nested")


def to_integers(module: Operation) -> None:
    """Changes the types of the functions that others than the module call, and they alone."""
    table, functions = SymbolTable(module), [op for op in module.walk() if op.name == "func.func" and op.regions and op.regions[0].blocks]
    called = {callee for func in functions for callee in referenced(func, table)}
    for func in functions:
        if func in called or func.get("sym_visibility") in NOT_PUBLIC:
            continue
        block = func.regions[0].blocks[0]
        for argument in block.arguments:
            take_stored(argument)
        last = block.terminator
        for at, value in enumerate(last.operands):
            stored = stored_of(value)
            if stored is not None:
                last.set_operand(at, stored)
        types = FunctionType([each.type for each in block.arguments], [each.type for each in last.operands])
        func.set_attribute("function_type", TypeAttr(types))


def take_stored(argument: Value) -> None:
    """Makes an argument what all that read it make of it, where that is one quantized type."""
    users = argument.users
    made = {user.results[0].type for user in users if user.name in QUANTIZES}
    if not users or len(made) != 1 or any([user.name not in QUANTIZES for user in users]):
        return
    argument.retype(made.pop())
    for user in users:
        user.replace_with([argument])


QUANTIZES = {form_of(dialect).QUANTIZES for dialect in FORMS}
