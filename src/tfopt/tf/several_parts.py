"""Values that become several: variants and lists as the tensors that they are made of.

Where such a value is handed on, to a function, a loop or a branch and back, its last part takes its place, and the others come behind all else.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.ir.attributes import Attribute, BoolAttr, IntegerAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I64, Type

from tfopt.tf.arithmetic import built
from tfopt.tf.retyping import constant, describe, forget_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Parts: TypeAlias = list[list[Value]]


def become_several(module: Operation, types: dict[Value, list[Type]], rewritten: Callable[[Builder, Operation, Parts], Parts]) -> None:
    """`types` says of which types the parts of values are, and `rewritten` what an op on such values becomes, of the parts of its operands: the
    parts of its results. What has no parts is its only one."""
    conversion = Conversion(types, rewritten)
    functions = [op for op in module.body if op.name == "func.func" and len(op.region.blocks) == 1]
    for function in functions:
        conversion.pass_on(function.body.arguments, arguments_of(function.body))
    for function in functions:
        for op in list(function.body):
            conversion.convert(op)
        describe(function)
    for op in reversed(conversion.done):
        op.erase()


def arguments_of(block: Block) -> Callable[[list[Type]], list[Value]]:
    return lambda types: [block.add_argument(type) for type in types]


class Conversion:
    def __init__(self, types: dict[Value, list[Type]], rewritten: Callable[[Builder, Operation, Parts], Parts]):
        self.types, self.rewritten = types, rewritten
        self.parts: dict[Value, list[Value]] = {}
        self.done: list[Operation] = []

    def of(self, value: Value) -> list[Value]:
        return self.parts.get(value, [value])

    def pass_on(self, values, add: Callable[[list[Type]], list[Value]]) -> None:
        """Values hold the last of their parts from now on; `add` makes more for the others."""
        for value in [value for value in values if value in self.types]:
            *others, own = self.types[value]
            self.parts[value] = [*add(others), value]
            value.retype(own)

    def convert(self, op: Operation) -> None:
        if not any([value in self.types for value in (*op.operands, *op.results)]):
            return
        if op.name == "func.return" or call_sites(op):
            behind = [part for value in op.operands for part in self.of(value)[:-1]]
            op.set_operands([*[self.of(value)[-1] for value in op.operands], *behind])
            self.pass_on(op.results, lambda types: added(op, types))
            forget_types(op)
            return
        builder = Builder.before(op)
        for result, parts in zip(op.results, self.rewritten(builder, op, [self.of(value) for value in op.operands])):
            if result in self.types:
                self.parts[result] = parts
            else:
                result.replace_all_uses_with(self.alone(builder, parts[0]))
        self.done.append(op)

    def alone(self, builder: Builder, value: Value) -> Value:
        """A value under a name of its own where it holds the last of several parts, since not all of them are handed on with it."""
        return builder.value("tf.Identity", [value], value.type) if value in self.types else value


def added(op: Operation, types: list[Type]) -> list[Value]:
    count = len(op.results)
    op.add_results(types)
    return [*op.results[count:]]


# Arithmetic on lengths and ends of rows


def part_of(builder: Builder, vector: Value, start: int, end: int | None) -> Value:
    """The elements of a vector from one to before another, None for all."""
    bounds = [constant(builder, [each], (1,)) for each in (start, end or 0, 1)]
    masks = {"begin_mask": 0, "end_mask": int(end is None), "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}
    return built(builder, "tf.StridedSlice", [vector, *bounds], {name: IntegerAttr(mask, I64) for name, mask in masks.items()})


def between(builder: Builder, ends: Value) -> Value:
    """What lies between neighbours."""
    return built(builder, "tf.Sub", [part_of(builder, ends, 1, None), part_of(builder, ends, 0, -1)])


def cast(builder: Builder, value: Value, element: Type) -> Value:
    return value if value.type.element is element else built(builder, "tf.Cast", [value], {"DstT": TypeAttr(element)})


def splits_of(builder: Builder, lengths: Value) -> Value:
    order: dict[str, Attribute] = {name: BoolAttr(False) for name in ("exclusive", "reverse")}
    return joined(builder, constant(builder, [0], (1,), I64), built(builder, "tf.Cumsum", [lengths, constant(builder, 0)], order))


def joined(builder: Builder, *parts: Value) -> Value:
    return built(builder, "tf.ConcatV2", [*parts, constant(builder, 0)])


def scalar(builder: Builder, number: Value) -> Value:
    return built(builder, "tf.Reshape", [number, constant(builder, [], (0,))])
