"""Operators of TFLite from StableHLO that run a function on numbers, as TensorFlow's ops of XLA, which have the same function.

Passes put these ops in an operator's place; the interpreter runs them on blocks that `block_of` makes.
"""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import tf, traced
from tfir.dialects.tfl.stablehlo_operators import i64s, serialized
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.dialects.tfl.in_tensorflow import Number
    from tfir.ir.operations import Block, Operation


def reduce(op: Operation, operands: list[Number]) -> list[Number]:
    count = len(operands) // 2
    dimensions = [int(each) for each in op.get("dimensions")]
    inputs, starts = operands[:count], [start.reshape() for start in operands[count:]]
    results: list[Number] = tf(
        "XlaVariadicReduceV2", inputs, starts, dimensions_to_reduce=dimensions, reducer=op.attributes["body"],
        operandSegmentSizes=DenseArrayAttr([count, count], I32),
    )  # fmt: skip
    return results


def sort(op: Operation, operands: list[Number]) -> list[Number]:
    dimension, is_stable = np.array(op.get("dimension"), np.int32), bool(op.get("is_stable"))
    results: list[Number] = tf("XlaVariadicSort", operands, dimension, comparator=op.attributes["comparator"], is_stable=is_stable)
    return results


def scatter(op: Operation, operands: list[Number]) -> list[Number]:
    names = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")
    numbers = serialized(
        "ScatterDimensionNumbers", index_vector_dim=int(op.get("index_vector_dim")), **{name: list(op.get(name)) for name in names}
    )
    result: Number = tf(
        "XlaScatter", *alone(operands, 3), update_computation=op.attributes["update_computation"], dimension_numbers=numbers,
        indices_are_sorted=bool(op.get("indices_are_sorted")),
    )  # fmt: skip
    return [result]


def reduce_window(op: Operation, operands: list[Number]) -> list[Number]:
    x, start = alone(operands, 2)
    ones = [1] * x.rank
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    numbers = [i64s(op.get(name) or ones) for name in names]
    pads = i64s(op.get("padding") or [0] * 2 * x.rank).reshape(-1, 2)
    result: Number = tf("XlaReduceWindow", x, start.reshape(), *numbers, pads, computation=op.attributes["body"])
    return [result]


def alone(operands: list[Number], count: int) -> list[Number]:
    if len(operands) != count:
        raise Error(f"has {len(operands)} operands, not {count}: TensorFlow's op takes one input alone")
    return operands


BODIES: dict[str, Callable[[Operation, list[Number]], list[Number]]] = {
    "tfl.stablehlo_reduce": reduce,
    "tfl.stablehlo_reduce_window": reduce_window,
    "tfl.stablehlo_scatter": scatter,
    "tfl.stablehlo_sort": sort,
}


def block_of(op: Operation) -> Block:
    """A block of TensorFlow's ops that computes an operator of `BODIES` for arguments in its operands' place."""
    types = [value.type for value in op.operands]
    block, _, results = traced(
        op, types, [None] * len(types), lambda op, operands, _: BODIES[op.name](op, [each for each in operands if each is not None])
    )
    Builder.at_end(block).create("func.return", [result.value for result in results if result is not None], [])
    return block
