"""The type of a function, of whichever dialect: an attribute that repeats those of its arguments and of its returned values."""

from __future__ import annotations

from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation
from tfir.ir.types import FunctionType, Type
from tfir.ods.control import data_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def retype(function: Operation, results: Iterable[Type] | None = None) -> None:
    """Writes into a function's type what types its arguments have now, and its returned values, control tokens aside, unless `results`
    says these."""
    if results is None:
        returned = function.region.blocks[-1].terminator
        assert returned is not None, "a function ends with a return"
        results = [value.type for value in data_operands(returned)]
    inputs = [argument.type for argument in function.body.arguments]
    type = TypeAttr(FunctionType(inputs, results))
    if function.attributes.get("function_type") != type:
        function.set_attribute("function_type", type)
