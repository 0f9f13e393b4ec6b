"""Values that others go along with, through functions, calls, branches and loops."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, DictAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import Type

from tfopt.tf.retyping import forget_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Companions:
    """Gives values companions of these types. Where values are passed on, their companions come behind all others; an op that works on such
    values is rewritten by what knows what it does."""

    def __init__(self, module: Operation, types: Mapping[Value, Sequence[Type]]):
        self.types = types
        self.beside: dict[Value, list[Value]] = {}
        self.functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
        for function in self.functions:
            for argument in [argument for argument in function.body.arguments if argument in types]:
                self.beside[argument] = [function.body.add_argument(type) for type in types[argument]]
                describe(function, "arg_attrs", len(types[argument]))

    def rewrite_all(self) -> None:
        for function in self.functions:
            for op in list(function.body):
                if any([value in self.beside for value in op.operands]) or any([result in self.types for result in op.results]):
                    self.rewrite(op, function)

    def rewrite(self, op: Operation, function: Operation) -> None:
        raise NotImplementedError

    def pass_on(self, op: Operation, function: Operation) -> None:
        """Lets an op that runs functions, or ends one, take companions along."""
        others = [value for operand in op.operands for value in self.beside.get(operand, ())]
        op.set_operands([*op.operands, *others])
        given, first = [result for result in op.results if result in self.types], len(op.results)
        op.add_results([type for result in given for type in self.types[result]])
        for result in given:
            last = first + len(self.types[result])
            self.beside[result], first = list(op.results[first:last]), last
        forget_types(op)
        if op.name == "func.return":
            describe(function, "res_attrs", len(others))


def describe(function: Operation, what: str, count: int) -> None:
    """Says nothing of so many more arguments or results."""
    if isinstance(described := function.attributes.get(what), ArrayAttr):
        function.set_attribute(what, ArrayAttr([*described.elements, *[DictAttr()] * count]))
