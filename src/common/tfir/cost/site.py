"""An op as formulas of cost see it: shapes as plain numbers, sizes in bytes, attributes as plain values."""

from __future__ import annotations

from math import prod

from tfir.analysis.shapes import ShapeAnalysis
from tfir.dialects import lookup
from tfir.dialects.tf_type import element_base
from tfir.ir.operations import Operation
from tfir.ods.binding import default_value, plain
from tfir.ods.control import data_operands, data_results

# What an unknown size counts as unless the user says otherwise; estimates that use it are marked as inaccurate.
UNKNOWN_SIZE = 1


class Site:
    """`inputs` and `outputs` are shapes of the data operands and results; `is_accurate` is False once a size had to be assumed."""

    __slots__ = ("op", "inputs", "outputs", "input_bytes", "output_bytes", "element", "is_accurate")

    def __init__(self, op: Operation, shapes: ShapeAnalysis, unknown_size: int = UNKNOWN_SIZE):
        self.op, self.is_accurate = op, True
        inputs = data_operands(op)
        outputs = data_results(op)
        self.inputs = [self._sizes(shapes[value].shape, unknown_size) for value in inputs]
        self.outputs = [self._sizes(shapes[value].shape, unknown_size) for value in outputs]
        self.input_bytes = [size_in_bytes(shape, value.type) for shape, value in zip(self.inputs, inputs)]
        self.output_bytes = [size_in_bytes(shape, value.type) for shape, value in zip(self.outputs, outputs)]
        first = outputs or inputs
        self.element = getattr(first[0].type, "element", first[0].type).text if first else "f32"

    def _sizes(self, shape, unknown_size: int) -> tuple[int, ...]:
        if shape is None:
            self.is_accurate = False
            return ()
        if all([type(size) is int for size in shape]):
            return shape
        self.is_accurate = False
        return tuple([size if type(size) is int else unknown_size for size in shape])

    def attribute(self, name: str, default=None):
        """The plain value of an attribute, by its declaration where there is one."""
        stored = self.op.attributes.get(name)
        if stored is not None:
            return plain(stored)
        definition = lookup(self.op.name)
        signature = definition.signature if definition is not None else None
        if signature is None or name not in signature.attributes:
            return default
        return default_value(signature.attributes[name])

    def product(self, name: str) -> int:
        """The product of a list of numbers, 1 where it is no such list, which is then no exact count."""
        sizes = self.attribute(name)
        if isinstance(sizes, tuple) and all([type(size) is int for size in sizes]):
            return prod(sizes)
        self.is_accurate = False
        return 1

    # What formulas count with

    @property
    def output(self) -> int:
        """Elements of the first result."""
        return prod(self.outputs[0]) if self.outputs else 0

    def input(self, number: int = 0) -> int:
        """Elements of one operand, 0 where it is absent."""
        return prod(self.inputs[number]) if number < len(self.inputs) else 0

    def size(self, number: int, axis: int) -> int:
        """One size of one operand; 1 where there is no such axis, which is then no exact count."""
        try:
            return self.inputs[number][axis]
        except IndexError:
            self.is_accurate = False
            return 1

    @property
    def largest(self) -> int:
        return max([prod(shape) for shape in (*self.inputs, *self.outputs)], default=0)


def size_in_bytes(shape, type) -> int:
    return (prod(shape) * bits_of(type) + 7) // 8


def bits_of(type) -> int:
    """The size of one element in bits; 0 for handles, variants and strings, whose size is not known."""
    element = element_base(getattr(type, "element", type))
    part = getattr(element, "element", None)
    return 2 * part.width if part is not None else getattr(element, "width", 0)
