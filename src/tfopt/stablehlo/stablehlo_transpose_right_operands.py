"""Turns the right operands of products around so that what a processor multiplies at once stands side by side.

    dot_general(x, y), contracting_dims = [1] x [1]   =   dot_general(x, transpose(y, [1, 0])), contracting_dims = [1] x [0]

That are columns, where there are enough for a vector; else the places of the contraction, of the filters of convolutions too. Turning an operand
around takes as long as it has elements, so products of few rows, which go through it once, are left. Constants are turned around
here where they have few columns; with many they are laid out later (iree-pack-constants).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from tfir.dialects.stablehlo.attributes import ConvolutionAttr, NumbersAttr
from tfir.ir.attributes import Attribute
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import FloatType, IntegerType

from tfopt.rewrite.constants import elements_of
from tfopt.stablehlo.layout import transposed

OPTIONS = {
    "least-rows": "How many rows a product has at least whose right operand is turned around.",
    "few-columns": "With how many columns, or more, vectors are of columns, and not of places of the contraction.",
}
EXACT = False  # sums over what lies otherwise are taken in another order
FEWEST_PLACES = 16  # of a contraction, side by side, for vectors of them


def stablehlo_transpose_right_operands(func: "Func", *, least_rows: int = 8, few_columns: int = 16):
    """Turn right operands of products around where what is multiplied at once lies apart."""
    for op in [op for op in func.walk() if op.name in PRODUCTS]:
        if all([value.type.is_static and isinstance(value.type.element, FloatType | IntegerType) for value in op.operands]):
            right, constant = PRODUCTS[op.name](op), elements_of(op.operands[1])
            if right is None or (constant is None and right.rows < least_rows):
                continue
            is_few = prod([op.operands[1].type.shape[d] for d in right.columns]) < few_columns
            last = len(op.operands[1].type.shape) - 1
            if is_few and right.is_side_by_side and last not in right.summed[-1:]:
                turn_around(op, [*right.batch, *right.columns, *right.summed], right)
            elif not is_few and constant is None and last in right.summed:
                turn_around(op, [*right.batch, *right.summed, *right.columns], right)


@dataclass(frozen=True)
class Right:
    """The dimensions of a right operand; how many rows the left one has, whether the places of the contraction are side by side there, and what
    names the dimensions, as a function of where each of them comes to stand."""

    batch: list[int]
    summed: list[int]
    columns: list[int]
    rows: int
    is_side_by_side: bool
    renumbered: Callable[[dict[int, int]], Attribute]


def of_dot(op: Operation) -> Right:
    numbers, (left, right) = op.attributes["dot_dimension_numbers"], [value.type.shape for value in op.operands]
    summed, batch = list(numbers.rhs_contracting_dimensions), list(numbers.rhs_batching_dimensions)
    columns = [d for d in range(len(right)) if d not in summed and d not in batch]
    on_left = list(numbers.lhs_contracting_dimensions)
    rows = [size for d, size in enumerate(left) if d not in on_left and d not in numbers.lhs_batching_dimensions]
    places = prod([left[d] for d in on_left])

    def renumbered(at: dict[int, int]) -> Attribute:
        moved = {
            "rhs_batching_dimensions": tuple([at[d] for d in batch]),
            "rhs_contracting_dimensions": tuple([at[d] for d in summed]),
        }
        return NumbersAttr("dot", **(numbers.fields | moved))

    is_last = on_left == list(range(len(left) - len(on_left), len(left)))
    return Right(batch, summed, columns, prod(rows), is_last and places >= FEWEST_PLACES, renumbered)


def of_convolution(op: Operation) -> Right | None:
    numbers, (image, filters) = op.attributes["dimension_numbers"], [value.type.shape for value in op.operands]
    if op.get("feature_group_count", 1) != 1 or op.get("batch_group_count", 1) != 1:
        return None
    feature, output = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    spatial = list(numbers.kernel_spatial_dimensions)
    places = filters[feature] * (filters[spatial[-1]] if spatial else 1)
    is_last = numbers.input_feature_dimension == len(image) - 1

    def renumbered(at: dict[int, int]) -> Attribute:
        kernel = at[feature], at[output], tuple([at[d] for d in spatial])
        return ConvolutionAttr(numbers.input, kernel, numbers.output)

    rows = prod(op.results[0].type.shape) // max(1, filters[output])
    return Right([], [*spatial, feature], [output], rows, is_last and places >= FEWEST_PLACES, renumbered)


PRODUCTS = {"stablehlo.dot_general": of_dot, "stablehlo.convolution": of_convolution}


def turn_around(op: Operation, order: list[int], right: Right) -> None:
    op.set_operands([op.operands[0], transposed(Builder.before(op), op.operands[1], order)])
    name = "dot_dimension_numbers" if op.name == "stablehlo.dot_general" else "dimension_numbers"
    op.set_attribute(name, right.renumbered({d: place for place, d in enumerate(order)}))
