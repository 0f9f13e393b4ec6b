"""What Relay's operators compute, by paper: where they are not StableHLO's under another name. Cases are those that TVM's documentation leaves
questions about: codes of `reshape`, modes of `take`, what pooling counts, which edges a transposed convolution has."""

from __future__ import annotations

import numpy as np
import pytest
from random_stablehlo_legs import executed, module_of
from tfir.ir.diagnostics import Error

F, I = np.float32, np.int32
NAMES = {"float32": "f32", "bool": "i1"}
ROW, GRID = np.array([1, 2, 3, 4], F), np.arange(6, dtype=F).reshape(2, 3)
IMAGE = np.arange(1, 10, dtype=F).reshape(1, 1, 3, 3)


def type_of(array: np.ndarray) -> str:
    element = NAMES.get(array.dtype.name) or array.dtype.name.replace("int", "i")
    return f"tensor<{''.join([f'{size}x' for size in array.shape])}{element}>"


def computed(op: str, arrays, result, attributes: str = "") -> np.ndarray:
    """What one operator gives; its results are verified on the way, so that inference agrees."""
    names, types = ([f(at, each) for at, each in enumerate(arrays)] for f in (lambda at, _: f"%a{at}", lambda _, each: type_of(each)))
    head = ", ".join([f"{name}: {type}" for name, type in zip(names, types)])
    text = f"func.func @main({head}) -> {type_of(result)} {{\n%0 = relay.{op} {', '.join(names)}{attributes} : ({', '.join(types)}) -> {type_of(result)}\n"
    return executed(module_of(f"{text}return %0 : {type_of(result)}\n}}"), arrays)[0]


def array(*numbers) -> str:
    return f"array<i64: {', '.join(map(str, numbers))}>"


CASES = {
    "round goes away from zero": ("round", [np.array([0.5, -0.5, 1.5, 2.5], F)], np.array([1, -1, 2, 3], F), ""),
    "sign of zeros and NaN is 0": ("sign", [np.array([-0.0, np.nan, -3], F)], np.array([0, 0, -1], F), ""),
    "trunc_divide": ("trunc_divide", [np.array([7, -7], I), np.array([2, 2], I)], np.array([3, -3], I), ""),
    "floor_divide": ("floor_divide", [np.array([7, -7], I), np.array([2, 2], I)], np.array([3, -4], I), ""),
    "floor_mod": ("floor_mod", [np.array([7, -7], I), np.array([2, 2], I)], np.array([1, 1], I), ""),
    "mod has the sign of the first": ("mod", [np.array([7, -7], I), np.array([2, 2], I)], np.array([1, -1], I), ""),
    "operands broadcast": ("add", [GRID, np.array([10, 20, 30], F)], GRID + np.array([10, 20, 30], F), ""),
    "clip": ("clip", [np.array([-9, 0.5, 9], F)], np.array([-1, 0.5, 6], F), " {a_min = -1.0 : f64, a_max = 6.0 : f64}"),
    "reshape copies, joins and splits": (
        "reshape", [np.arange(24, dtype=F).reshape(2, 3, 4)], np.arange(24, dtype=F).reshape(6, 2, 2), f" {{newshape = {array(-3, -4, 2, -1)}}}"),
    "reshape to what is left": ("reshape", [GRID], GRID.reshape(2, 1, 3), f" {{newshape = {array(0, 1, -1)}}}"),
    "strided_slice from the end": ("strided_slice", [ROW], np.array([3, 4], F), f" {{begin = {array(-2)}, end = {array(9)}, strides = {array(1)}}}"),
    "strided_slice backwards": ("strided_slice", [ROW], np.array([4, 2], F), f" {{begin = {array(3)}, end = {array(0)}, strides = {array(-2)}}}"),
    "strided_slice by sizes": ("strided_slice", [GRID], GRID[1:, :2], f' {{begin = {array(1, 0)}, end = {array(-1, 2)}, strides = {array(1)}, slice_mode = "size"}}'),
    "strided_slice along axes": ("strided_slice", [GRID], GRID[:, 1:], f" {{begin = {array(1)}, end = {array(3)}, strides = {array(1)}, axes = {array(1)}}}"),
    "take moves inside": ("take", [ROW, np.array([-1, 2, 9], I)], np.array([1, 3, 4], F), " {axis = 0 : i64}"),
    "take goes around": ("take", [ROW, np.array([-1, 2, 9], I)], np.array([4, 3, 2], F), ' {axis = 0 : i64, mode = "wrap"}'),
    "take of all elements": ("take", [GRID, np.array([[5, 0]], I)], np.array([[5, 0]], F), ""),
    "take in batches": ("take", [GRID, np.array([[2], [0]], I)], np.array([[2], [3]], F), " {axis = 1 : i64, batch_dims = 1 : i64}"),
    "gather along an axis": ("gather", [GRID, np.array([[2, 0], [1, 1]], I)], np.array([[2, 0], [4, 4]], F), " {axis = 1 : i64}"),
    "gather_nd": ("gather_nd", [GRID, np.array([[1, 0], [2, 1]], I)], np.array([5, 1], F), ""),
    "gather_nd in batches": ("gather_nd", [GRID, np.array([[2, 0]], I)], np.array([2, 3], F), " {batch_dims = 1 : i64}"),
    "scatter_nd puts in order": ("scatter_nd", [ROW, np.array([[1, 1]], I), np.array([8, 9], F)], np.array([1, 9, 3, 4], F), ""),
    "scatter_nd adds": ("scatter_nd", [ROW, np.array([[1, 1]], I), np.array([8, 9], F)], np.array([1, 19, 3, 4], F), ' {mode = "add"}'),
    "scatter_nd of rows": ("scatter_nd", [GRID, np.array([[1]], I), np.array([[2, 2, 9]], F)], np.array([[0, 1, 2], [2, 2, 5]], F), ' {mode = "min"}'),
    "scatter_elements": ("scatter_elements", [GRID, np.array([[-1]], I), np.array([[7]], F)], np.array([[0, 1, 7], [3, 4, 5]], F), " {axis = 1 : i64}"),
    "one_hot": ("one_hot", [np.array([1, 5], I), np.array(9, F), np.array(-1, F)], np.array([[-1, 9], [-1, -1]], F), " {depth = 2 : i64, dtype = f32}"),
    "argsort keeps the order of equals": ("argsort", [np.array([2, 3, 2, 3], F)], np.array([1, 3, 0, 2], I), " {is_ascend = false, dtype = i32}"),
    "argmax is the first": ("argmax", [np.array([[1, 4, 4]], F)], np.array([1], I), f" {{axis = {array(1)}}}"),
    "argmax may be the last": ("argmax", [np.array([[1, 4, 4]], F)], np.array([2], I), f" {{axis = {array(1)}, select_last_index = true}}"),
    "sum over all others": ("sum", [GRID], np.array([[3], [12]], F), f" {{axis = {array(0)}, keepdims = true, exclude = true}}"),
    "mean of integers is cut off": ("mean", [np.array([1, 2, 4], I)], np.array(2, I), ""),
    "cumsum before each": ("cumsum", [ROW], np.array([0, 1, 3, 6], F), " {axis = 0 : i64, exclusive = true}"),
    "dilate": ("nn.dilate", [np.array([1, 2, 3], F)], np.array([1, 7, 2, 7, 3], F), f" {{strides = {array(2)}, dilation_value = 7.0 : f64}}"),
    "pad by reflection": ("nn.pad", [ROW, np.array(0, F)], np.array([3, 2, 1, 2, 3, 4, 3], F), ' {pad_width = [[2, 1]], pad_mode = "reflect"}'),
    "average of what is there": ("nn.avg_pool2d", [IMAGE], np.array([[[[1, 2.5], [5.5, 7]]]], F),
                                 f" {{pool_size = {array(2, 2)}, strides = {array(2, 2)}, padding = {array(1, 1, 0, 0)}}}"),
    "average with padding": ("nn.avg_pool2d", [IMAGE], np.array([[[[0.25, 1.25], [2.75, 7]]]], F),
                             f" {{pool_size = {array(2, 2)}, strides = {array(2, 2)}, padding = {array(1, 1, 0, 0)}, count_include_pad = true}}"),
    "average in sizes rounded up": ("nn.avg_pool2d", [IMAGE], np.array([[[[3, 4.5], [7.5, 9]]]], F),
                                    f" {{pool_size = {array(2, 2)}, strides = {array(2, 2)}, ceil_mode = true, count_include_pad = true}}"),
    "largest with edges of two axes": ("nn.max_pool2d", [-IMAGE], np.array([[[[-1, -1, -2, -3]]]], F), f" {{pool_size = {array(3, 2)}, padding = {array(0, 1)}}}"),
    "depthwise convolution": ("nn.conv2d", [np.stack([IMAGE[0, 0], -IMAGE[0, 0]])[None], np.array([1, 2], F).reshape(2, 1, 1, 1)],
                              np.stack([IMAGE[0, 0], -2 * IMAGE[0, 0]])[None], " {groups = 2 : i64, channels = 2 : i64}"),
    "transposed convolution": ("nn.conv1d_transpose", [np.array([[[1, 2]]], F), np.array([[[1, 10, 100]]], F)], np.array([[[1, 10, 102, 20, 200]]], F), f" {{strides = {array(2)}}}"),
    "transposed convolution with edges": ("nn.conv1d_transpose", [np.array([[[1, 2]]], F), np.array([[[1, 10, 100]]], F)], np.array([[[10, 102, 20, 200]]], F),
                                          f" {{strides = {array(2)}, padding = {array(1)}, output_padding = {array(1)}}}"),
    "transposed convolution in groups": ("nn.conv1d_transpose", [np.array([[[1], [2]]], F), np.array([[[3, 4]], [[5, 6]]], F)], np.array([[[3, 4], [10, 12]]], F), " {groups = 2 : i64}"),
    "dense has rows of weights": ("nn.dense", [np.array([[1, 2]], F), np.array([[1, 1], [0, 3], [2, 0]], F)], np.array([[3, 6, 2]], F), " {units = 3 : i64}"),
    "bias_add along the channels": ("nn.bias_add", [np.zeros((1, 2, 2), F), np.array([1, 2], F)], np.array([[[1, 1], [2, 2]]], F), ""),
    "a shape that is an operand": ("dyn.reshape", [GRID, np.array([3, -1], I)], GRID.reshape(3, 2), ""),
    "a slice that is an operand": ("dyn.strided_slice", [ROW, np.array([1], I), np.array([-1], I), np.array([1], I)], np.array([2, 3], F), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_operator_computes_what_paper_says(name):
    op, arrays, expected, attributes = CASES[name]
    result = computed(op, arrays, expected, attributes)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result, expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("op", "arrays", "result", "attributes", "message"),
    [
        ("add", [ROW, np.array([1], I)], ROW, "", "has operands of f32 and i32"),
        ("reshape", [GRID], np.zeros(5, F), f" {{newshape = {array(5)}}}", "which has another number of elements"),
        ("reshape", [GRID], GRID, f" {{newshape = {array(-1, -1)}}}", "more than one size"),
        ("reshape", [ROW], ROW.reshape(2, 2), f" {{newshape = {array(-4, -1, -1)}}}", "neither is said"),
        ("nn.conv2d", [IMAGE, np.zeros((1, 2, 1, 1), F)], IMAGE, "", "channels"),
        ("reinterpret", [ROW], np.zeros(4, np.int64), " {dtype = i64}", "which has another width"),
        ("scatter_nd", [ROW, np.array([[9]], I), np.array([1], F)], ROW, "", "has an index outside of 0..3"),
        ("strided_slice", [ROW], ROW[:1], f" {{begin = {array(3)}, end = {array(1)}, strides = {array(1)}}}", "takes elements 3..1 of 4 by 1"),
    ],
)  # fmt: skip
def test_what_has_no_result_is_refused(op, arrays, result, attributes, message):
    with pytest.raises(Error, match=message.replace(".", r"\.")):
        computed(op, arrays, result, attributes)
