"""Computes with the two parts of complex numbers instead of complex numbers, which devices do not know.

Each tensor of complex numbers becomes two of real ones, in regions too. What a function is given and gives stays complex: that is taken
apart by `real` and `imag` and put together by `complex`.
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, ShapedType

EXACT = False


def stablehlo_expand_complex(func: "Func"):
    """Compute with the parts of complex numbers, and with products of matrices for Fourier transforms."""
    if any(is_complex(value) for op in func.walk() for value in values_of(op)):
        from tfopt.stablehlo.complex_expansion import Expansion

        expansion = Expansion()
        expansion.block(func.body)
        for op in reversed(expansion.done):
            op.erase()


def values_of(op: Operation) -> list[Value]:
    """Operands, results and the arguments of all blocks."""
    arguments = [value for region in op.regions for block in region.blocks for value in block.arguments] if op.regions else []
    return [*op.operands, *op.results, *arguments]


def is_complex(value: Value) -> bool:
    return isinstance(value.type, ShapedType) and isinstance(value.type.element, ComplexType)
