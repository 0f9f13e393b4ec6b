"""TensorFlow's ops written as arithmetic: what NumPy's functions are called on is built, not computed.

A `Number` stands for a value of the program. Operators and NumPy's functions on it build the ops of that meaning where its builder stands,
so that a rule written for arrays (`tfir/dialects/tf/training.py`) is one for programs as well. Shapes may be unknown.
"""

from __future__ import annotations

from numpy.lib.mixins import NDArrayOperatorsMixin
from tfir.dialects import lookup
from tfir.ir.attributes import Attribute, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ir.types import Type
from tfir.ods.inference import result_types

from tfopt.tf.retyping import constant

OPS = {
    "add": "AddV2", "subtract": "Sub", "multiply": "Mul", "true_divide": "RealDiv", "divide": "RealDiv", "power": "Pow", "negative": "Neg",
    "maximum": "Maximum", "absolute": "Abs", "sign": "Sign", "square": "Square", "sqrt": "Sqrt", "exp": "Exp", "greater": "Greater",
    "where": "SelectV2", "zeros_like": "ZerosLike",
}  # fmt: skip


class Number(NDArrayOperatorsMixin):
    """A value of the program, and where what is computed from it is to be built."""

    __slots__ = ("value", "builder")

    def __init__(self, value: Value, builder: Builder):
        self.value, self.builder = value, builder

    def __array_ufunc__(self, function, method: str, *operands, **options) -> Number:
        assert method == "__call__" and not options, f"numpy.{function.__name__}.{method} has no op"
        return self.applied(OPS[function.__name__], operands)

    def __array_function__(self, function, types, operands, options) -> Number:
        assert not options, f"numpy.{function.__name__} with {list(options)} has no op"
        return self.applied(OPS[function.__name__], operands)

    def applied(self, name: str, operands) -> Number:
        """An op on numbers of the program and of Python; those take the element type of the others."""
        element = next(operand.value.type.element for operand in operands if isinstance(operand, Number) and not operand.is_truth)
        values = [
            operand.value if isinstance(operand, Number) else constant(self.builder, operand, element=element) for operand in operands
        ]
        return Number(built(self.builder, f"tf.{name}", values), self.builder)

    @property
    def dtype(self) -> Type:
        return self.value.type.element

    def astype(self, element: Type) -> Number:
        return Number(built(self.builder, "tf.Cast", [self.value], {"DstT": TypeAttr(element)}), self.builder)

    @property
    def is_truth(self) -> bool:
        return self.value.type.element.text == "i1"


def built(builder: Builder, name: str, operands: list[Value], attributes: dict[str, Attribute] | None = None) -> Value:
    """The result of a new op, of the type that is inferred for it."""
    (type,) = result_types(lookup(name), operands, attributes or {})
    return builder.value(name, operands, type, attributes or {})
