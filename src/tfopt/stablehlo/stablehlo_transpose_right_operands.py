"""Turns the right operands of matrix products around whose columns do not stand side by side.

    dot_general(x, y), contracting_dims = [1] x [1]   =   dot_general(x, transpose(y, [1, 0])), contracting_dims = [1] x [0]

A processor multiplies columns that stand side by side at once. Turning an operand around takes as long as it has elements, so products of few
rows, which go through it once, are left; so are constants, which are laid out later (iree-pack-constants).
"""

from __future__ import annotations

from math import prod

from tfir.dialects import has_trait
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import FloatType, IntegerType

OPTIONS = {"least-rows": "How many rows a product has at least whose right operand is turned around."}


def stablehlo_transpose_right_operands(func: "Func", *, least_rows: int = 8):
    """Turn right operands of products around where their columns lie apart."""
    for op in [op for op in func.walk() if op.name == "stablehlo.dot_general"]:
        left, right = op.operands
        is_constant = right.op is not None and has_trait(right.op, "constant_like")
        if is_constant or not isinstance(right.type.element, FloatType | IntegerType):
            continue
        numbers, rank = op.attributes["dot_dimension_numbers"], len(right.type.shape)
        summed, batch = numbers.rhs_contracting_dimensions, numbers.rhs_batching_dimensions
        columns = [d for d in range(rank) if d not in summed and d not in batch]
        rows = [
            left.type.shape[d]
            for d in range(len(left.type.shape))
            if d not in (*numbers.lhs_contracting_dimensions, *numbers.lhs_batching_dimensions)
        ]
        if columns and rank - 1 in summed and None not in (*rows, *right.type.shape) and prod(rows) >= least_rows:
            turn_around(op, numbers, [*batch, *summed, *columns])


def turn_around(op: Operation, numbers: NumbersAttr, order: list[int]) -> None:
    left, right = op.operands
    turned = right.type.with_shape([right.type.shape[d] for d in order])
    op.set_operands([left, Builder.before(op).value("stablehlo.transpose", [right], turned, {"permutation": DenseArrayAttr(order)})])
    first = len(numbers.rhs_batching_dimensions)
    places = {
        "rhs_batching_dimensions": tuple(range(first)),
        "rhs_contracting_dimensions": tuple(range(first, first + len(numbers.rhs_contracting_dimensions))),
    }
    op.set_attribute("dot_dimension_numbers", NumbersAttr("dot", **(numbers.fields | places)))
