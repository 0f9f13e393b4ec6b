"""Combining elements: along dimensions, and in windows. A body that ONNX has an operator for becomes that; any other is applied to whole
tensors."""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects.stablehlo.inference.window import Window
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I1, I32, I64, UI64

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.by_parts import by_offsets, selected_and_scattered, tree, window_of
from tfopt.recipes.recipes import names, need_sizes, number_in
from tfopt.stablehlo_to_onnx.operators import (
    cast,
    elementwise,
    numbers,
    onnx,
    open_recipe,
    product_of,
    recipe,
    reshaped,
    transposed,
    wide_of,
)

OPERATORS = {
    "stablehlo.add": "ReduceSum", "stablehlo.multiply": "ReduceProd", "stablehlo.maximum": "ReduceMax", "stablehlo.minimum": "ReduceMin",
}  # fmt: skip
OF_TRUTHS = {f"stablehlo.{name}": "ReduceMax" for name in ("add", "maximum", "or")} | {
    f"stablehlo.{name}": "ReduceMin" for name in ("multiply", "minimum", "and")
}


def name_of(op: Operation) -> str | None:
    """The operation of StableHLO that a body of one operand is, else None."""
    body, element = op.regions[0].entry, op.operands[0].type.element
    if len(op.results) != 1 or body.arguments[0].type.element is not element or op.operands[1].type.element is not element:
        return None
    return single_op(body)


@open_recipe
def reduce(op: Operation) -> list:
    axes, name, element = names(op, "dimensions"), name_of(op), op.operands[0].type.element
    operator = (OF_TRUTHS if element is I1 else OPERATORS).get(name or "")
    if operator is None or element is UI64 or (operator == "ReduceProd" and element is not I1 and not Tensor(op.operands[0]).is_float):
        return tree(op, axes)  # ONNX Runtime multiplies integers as floats
    x, start = map(Tensor, op.operands)
    if not axes or 0 in x.shape:
        return tree(op, axes)
    wide = I32 if element is I1 else wide_of(element)
    shape = [size for axis, size in enumerate(x.shape) if axis not in axes]
    if operator == "ReduceSum" and not x.is_float:
        result = cast(total(cast(x, wide), axes, shape), element)
    else:
        result = onnx(operator, [cast(x, wide), numbers(list(axes))], x.type.with_shape(shape).with_element(wide), keepdims=0)
        result = cast(result, element)
    if number_in(op.operands[1]) == neutral(name, element):
        return [result]
    need_sizes(*op.operands)
    return [stablehlo.emit((name or "").removeprefix("stablehlo."), [stablehlo.broadcast_to(start, shape), result], result.type)]


def total(x: Tensor, axes, shape) -> Tensor:
    """A sum of integers as a product with ones: ONNX Runtime adds them up as floats otherwise, which cuts off no bits."""
    count = product_of([x.shape[axis] for axis in axes])
    rest = [axis for axis in range(x.rank) if axis not in axes]
    if count is None or shape.count(None) > 1:
        wide = cast(x, I64)
        return cast(onnx("ReduceSum", [wide, numbers(list(axes))], wide.type.with_shape(shape), keepdims=0), x.element)
    rows = reshaped(transposed(x, [*rest, *axes]), [product_of(shape), count])
    product = onnx("MatMul", [rows, numbers([1] * count, x.element)], rows.type.with_shape([product_of(shape)]))
    return reshaped(product, shape)


@open_recipe
def reduce_window(op: Operation) -> list:
    window, name = window_of(op), name_of(op)
    x = Tensor(op.operands[0])
    is_plain = name is not None and number_in(op.operands[1]) == neutral(name, x.element) and 0 not in (*x.shape, *op.results[0].type.shape)
    if is_plain:
        result = running(x, window, name or "")
        if result is None:
            result = pooled(x, window, name or "", op.results[0].type)
        if result is not None:
            return [result]
    need_sizes(*op.operands)
    return by_offsets(op, window)


def running(x: Tensor, window: Window, name: str) -> Tensor | None:
    """Sums of all elements up to each, or from each on."""
    run = window.running(x.shape)
    if run is None or name != "stablehlo.add" or x.element not in (F32, F64, I32, I64):
        return None
    import numpy as np

    axis, is_from_end = run
    return onnx("CumSum", [x, numbers(np.array(axis))], x.type, reverse=1 if is_from_end else None)


def pooled(x: Tensor, window: Window, name: str, type) -> Tensor | None:
    """MaxPool, or AveragePool times the number of elements, where windows leave two dimensions alone: these become the first."""
    moved = [axis for axis, size in enumerate(window.sizes) if (size, window.strides[axis], window.padding[axis]) != (1, 1, (0, 0))]
    still = [axis for axis in range(x.rank) if axis not in moved]
    if name not in ("stablehlo.maximum", "stablehlo.add") or x.element is not F32 or not moved or len(moved) > 3 or max(window.base) > 1:
        return None
    if min(low for pair in window.padding for low in pair) < 0 or any([max(window.padding[axis]) >= window.sizes[axis] for axis in moved]):
        return None
    if name == "stablehlo.add" and max(window.dilations[axis] for axis in moved) > 1:
        return None  # of which AveragePool knows from operator set 19 on
    order = [*still, *moved]
    ends = [product_of([x.shape[axis] for axis in axes]) for axes in (still[:1], still[1:])]
    flat = transposed(x, order)
    flat = flat if len(still) == 2 else reshaped(flat, [*ends, *[x.shape[axis] for axis in moved]])
    shape = [*ends, *[type.shape[axis] for axis in moved]]
    told = {
        "kernel_shape": [window.sizes[axis] for axis in moved], "strides": [window.strides[axis] for axis in moved],
        "pads": [window.padding[axis][side] for side in (0, 1) for axis in moved],
    }  # fmt: skip
    if name == "stablehlo.maximum":
        result = onnx("MaxPool", [flat], flat.type.with_shape(shape), dilations=[window.dilations[axis] for axis in moved], **told)
    else:
        average = onnx("AveragePool", [flat], flat.type.with_shape(shape), count_include_pad=1, **told)
        result = elementwise("Mul", [average, numbers(float(prod(window.sizes)), F32)], average.type)
    result = result if len(still) == 2 else reshaped(result, [type.shape[axis] for axis in order])
    return transposed(result, [order.index(axis) for axis in range(x.rank)])


@recipe
def select_and_scatter(op: Operation) -> list:
    return selected_and_scattered(op)
