"""The graphs and functions that passes over whole modules look at."""

from __future__ import annotations

from tfir.dialects.tfg.functions import attribute_dicts
from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[Value, DictAttr], DictAttr]  # of a value's attributes


def concrete_tops(module: Operation) -> list[Operation]:
    """The graphs and functions of a module, without the functions that stand for several."""
    return [op for op in module.body if op.name in ("tfg.graph", "tfg.func") and "generic" not in op.attributes]


def change_argument_attributes(function: Operation, change: Change) -> None:
    """Gives each argument the attributes that `change` makes of those that it has; control tokens keep theirs."""
    arguments = function.body.arguments
    dicts = attribute_dicts(function, "arg_attrs") or [DictAttr()] * len(arguments)
    dicts[::2] = map(change, arguments[::2], dicts[::2])
    function.set_attribute("arg_attrs", ArrayAttr(dicts))


def change_result_attributes(function: Operation, change: Change) -> None:
    """Gives each result the attributes that `change` makes of the returned value and of those that the result has."""
    returned = data_operands(function.body.terminator)
    dicts = attribute_dicts(function, "res_attrs") or [DictAttr()] * len(returned)
    function.set_attribute("res_attrs", ArrayAttr(list(map(change, returned, dicts))))
