"""What one-shot-bufferize decides, as attributes of the program that it leaves as it is."""

from __future__ import annotations

from tfir.dialects.func import function_type
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64

from tfopt.bufferization.functions import ACCESS, returns
from tfopt.bufferization.options import is_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.bufferization.analysis import Analysis

IN_PLACE, SAME_ARGUMENTS = "__inplace_operands_attr__", "__equivalent_func_args__"


def annotate(root: Operation, state: Analysis) -> None:
    for op in list(root.walk()):
        if op.name == "func.func" and state.functions is not None:
            annotate_function(op, state)
        if any([is_tensor(value.type) for value in op.operands]):
            words = [str(state.is_in_place((op, at))).lower() if is_tensor(each.type) else "none" for at, each in enumerate(op.operands)]
            op.set_attribute(IN_PLACE, ArrayAttr(list(map(StringAttr, words))))


def annotate_function(function: Operation, state: Analysis) -> None:
    facts = state.functions
    if facts is None or function not in facts.read:
        return
    inputs = function_type(function).inputs
    held = function.attributes.get("arg_attrs")
    described = [dict(each.entries) for each in held.elements] if isinstance(held, ArrayAttr) else [{} for _ in inputs]
    for at, type in enumerate(inputs):
        if is_tensor(type):
            does = [word for word, which in (("read", facts.read), ("write", facts.written)) if at in which[function]]
            described[at][ACCESS] = StringAttr("-".join(does) or "none")
    if any(described):
        function.set_attribute("arg_attrs", ArrayAttr(list(map(DictAttr, described))))
    same = {number: at for at, lies in facts.results_in[function].items() for number, is_same in lies if is_same}
    if same:
        numbers = [IntegerAttr(same.get(number, -1), I64) for number in range(len(function_type(function).results))]
        for last in returns(function):
            last.set_attribute(SAME_ARGUMENTS, ArrayAttr(numbers))
