"""Sizes that are known when the program runs, as ops of TensorFlow compute them."""

from __future__ import annotations

from tfir.analysis.program_shapes import ProgramShapes
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType
from tfir.ods.shapes import MAX, MIN, QUOTIENT

from tfopt.arithmetic.sizes import COMPUTED, LIST_OF_ONE, NUMBER, UnknownSizes
from tfopt.tf.retyping import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.shapes import Size

NAMES = {"+": "tf.AddV2", "-": "tf.Sub", "*": "tf.Mul", QUOTIENT: "tf.TruncateDiv", MIN: "tf.Minimum", MAX: "tf.Maximum"}


class SizesBefore(UnknownSizes):
    """What can be asked for a size in front of an op: arguments of its function, and what stands before it in its block."""

    def __init__(self, op: Operation, analysis: ProgramShapes) -> None:
        super().__init__()
        block = op.block
        for argument in block.parent.entry.arguments:
            self.note(argument, analysis[argument].shape or ())
        for before in block:
            if before is op:
                break
            for result in before.results:
                self.note(result, analysis[result].shape or ())

    def has(self, size: Size) -> bool:
        """Whether a size can be computed there."""
        if isinstance(size, int) or size in self.carriers:
            return True
        operator, *parts = size.formula or ("",)
        return operator in COMPUTED and all(map(self.has, parts))

    def literal(self, number: int, build: Builder) -> Value:
        return constant(build, number)

    def asked(self, value: Value, axis: int, build: Builder) -> Value:
        shape = build.value("tf.Shape", [value], TensorType((len(self.shapes[value]),), I32))
        return build.value("tf.GatherV2", [shape, constant(build, axis), constant(build, 0)], NUMBER, {"batch_dims": 0})

    def combined(self, operator: str, one: Value, other: Value, build: Builder) -> Value:
        return build.value(NAMES[operator], [one, other], NUMBER)

    def rounded_down(self, one: Value, other: Value, divisor: Size, build: Builder) -> Value:
        return build.value("tf.FloorDiv", [one, other], NUMBER)

    def chosen(self, one: Value, other: Value, build: Builder) -> Value:
        lists = [build.value("tf.Reshape", [size, constant(build, [1], (1,))], LIST_OF_ONE) for size in (one, other)]
        chosen = build.value("tf.BroadcastArgs", lists, LIST_OF_ONE)
        return build.value("tf.Reshape", [chosen, constant(build, [], (0,))], NUMBER)

    def shape(self, sizes: Sequence[Size | Value], build: Builder) -> Value:
        """A shape as a list; numbers that the program has already stand for themselves."""
        numbers = [size if isinstance(size, Value) else self.number(size, build) for size in sizes]
        return build.value("tf.Pack", numbers, TensorType((len(numbers),), I32), {"axis": 0})
