"""What single operators mean in corners that ONNX's own tests leave out. Expected numbers are those of the operators' descriptions, on paper."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import node_model, results_of, text_of
from tfir.ir.diagnostics import Error

F32, F64 = np.dtype("f4"), np.dtype("f8")


def result(operator, version, operands, fixed=(), outputs=1, **attributes):
    """The first result of a node; operands of the names in `fixed` are initializers."""
    model = node_model(operator, version, operands, fixed, outputs, **attributes)
    given = [array for name, array in operands.items() if name not in fixed]
    return results_of(text_of(model, "m"), "interpreter", [given])[0][0]


@pytest.mark.parametrize("kind", ["f4", "f2", "f8"])
def test_as_truth_values_all_numbers_but_zero_are_true(kind):
    x = np.array([0.0, 0.25, -0.5, -0.0, 3.0], kind)
    assert result("Cast", 13, {"x": x}, to=9).tolist() == [False, True, True, False, True]


def test_as_numbers_of_four_bits_floats_are_cut_off_towards_zero():
    x = np.array([0.75, -2.5, 7.0], F32)
    assert result("Cast", 21, {"x": x}, to=22).astype(int).tolist() == [0, -2, 7]


def test_the_sign_of_an_unsigned_number_is_0_or_1():
    assert result("Sign", 13, {"x": np.array([0, 1, 700], np.uint16)}).tolist() == [0, 1, 1]
    assert result("Sign", 13, {"x": np.array([0, -1, 7], np.int16)}).tolist() == [0, -1, 1]


@pytest.mark.parametrize("fixed", [("starts", "ends", "axes", "steps"), ("axes", "steps")])
@pytest.mark.parametrize(
    ("start", "end", "step", "expected"),
    [
        (-100, -100, -1, [0.0]),  # a start is moved to the first element at least, an end to the place before it
        (-100, 0, -1, []),
        (100, -100, -2, [4.0, 2.0, 0.0]),
        (-100, 2, 1, [0.0, 1.0]),
    ],
)
def test_bounds_of_a_slice_are_moved_inside(fixed, start, end, step, expected):
    numbers = {"starts": np.array([start]), "ends": np.array([end]), "axes": np.array([0]), "steps": np.array([step])}
    assert result("Slice", 13, {"x": np.arange(5, dtype=F32), **numbers}, fixed).tolist() == expected


def test_a_running_product_of_nothing_is_nothing():
    x = np.zeros((2, 0), F32)
    assert result("CumProd", 26, {"x": x, "axis": np.array(1)}, ("axis",), exclusive=1).shape == (2, 0)
    assert result("CumSum", 14, {"x": x + 1, "axis": np.array(0)}, ("axis",), exclusive=1).shape == (2, 0)


def test_pytorch_takes_the_first_place_where_one_is_left():
    """`length_resized > 1 ? (x_resized + 0.5) / scale - 0.5 : 0`: by cubes the first element itself."""
    x = np.array([[[[5.0, 1.0, 2.0, 9.0]]]], F32)
    given = {"x": x, "roi": np.zeros(0, F32), "scales": np.zeros(0, F32), "sizes": np.array([1, 1, 1, 1])}
    how = {"mode": "cubic", "coordinate_transformation_mode": "pytorch_half_pixel"}
    assert result("Resize", 13, given, ("roi", "scales", "sizes"), **how).tolist() == [[[[5.0]]]]
    how["coordinate_transformation_mode"] = "half_pixel"  # at 1.5: (-3 * 5 + 19 * 1 + 19 * 2 - 3 * 9) / 32
    assert result("Resize", 13, given, ("roi", "scales", "sizes"), **how) == pytest.approx(15 / 32)


def test_far_from_zero_a_deviation_is_that_of_what_is_centred():
    """1000 + (-1, 1): the squares of f32 are too large to tell a variance of 1 from another."""
    x = np.array([999.0, 1001.0] * 2, F32).reshape(1, 1, 2, 2)
    assert result("MeanVarianceNormalization", 13, {"x": x}).ravel() == pytest.approx([-1, 1, -1, 1], abs=1e-6)


def test_what_is_erased_stands_in_the_sequence():
    nodes = [("SequenceConstruct", ["x", "x"], ["s"]), ("SequenceErase", ["s", "place"], ["t"]), ("ConcatFromSequence", ["t"], ["y"])]

    def model(place):
        return node_model(nodes, 13, {"x": np.array([4.0], F32), "place": np.array(place)}, ("place",), axis=0)

    x = [np.array([4.0], F32)]
    for place in (1, 0, -1, -2):
        assert results_of(text_of(model(place), "m"), "interpreter", [x])[0][0].tolist() == [4.0]
    for place in (2, -3):
        with pytest.raises(Error, match=f"names the place {place} in a sequence of 2"):
            results_of(text_of(model(place), "m"), "interpreter", [x])


def test_regions_have_as_many_samples_as_they_are_large():
    """As ONNX Runtime 1.32 has it: a cell 1.5 high has two rows of samples; a box without height has none."""
    given = {
        "x": np.arange(64, dtype=F32).reshape(1, 1, 8, 8),
        "rois": np.array([[0, 0, 5, 3], [1, 2, 2, 2]], F32),
        "batch": np.array([0, 0]),
    }
    y = result("RoiAlign", 17, given, output_height=2, output_width=1, sampling_ratio=0)
    np.testing.assert_allclose(y.ravel(), [4.5, 16, 0, 0])


def test_the_largest_element_of_each_cell_of_a_region_is_taken():
    given = {"x": np.arange(64, dtype=F32).reshape(1, 1, 8, 8), "rois": np.array([[0, 0, 1, 4, 5]], F32)}
    y = result("MaxRoiPool", 17, given, pooled_shape=[2, 2])
    assert y.ravel().tolist() == [26, 28, 42, 44]


def test_a_branch_that_gives_less_than_its_node_is_refused():
    text = """module attributes {onnx.opset_import = {ai.onnx = 11 : i64}} {
      func.func @main_graph(%c: tensor<i1>) -> tensor<2xf32> {
        %0 = "onnx.If"(%c) ({
          %1 = "onnx.Constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
          "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
        }, {
          "onnx.Yield"() : () -> ()
        }) : (tensor<i1>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      }
    }"""
    with pytest.raises(Error, match="gives 0 of its 1 results"):
        results_of(text, "interpreter", [[np.array(True)]])


PRODUCT_OF_NARROW_FLOATS = """module attributes {onnx.ir_version = 10 : i64, onnx.opset_import = {ai.onnx = 21 : i64}} {
  func.func @main_graph(%x: tensor<2x2xf32> {onnx.name = "x"}) -> (tensor<*xf32> {onnx.name = "y"}) attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
    %s = "onnx.Constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
    %t = "onnx.Constant"() <{value = dense<0.25> : tensor<f32>}> : () -> tensor<f32>
    %z = "onnx.Constant"() <{value = dense<0.0> : tensor<f8E4M3FN>}> : () -> tensor<f8E4M3FN>
    %b = "onnx.Constant"() <{value = dense<[[0.5, 1.0], [3.0, -0.25]]> : tensor<2x2xf8E4M3FN>}> : () -> tensor<2x2xf8E4M3FN>
    %a = "onnx.Cast"(%x) <{to = 17 : i64}> : (tensor<2x2xf32>) -> tensor<*xf8E4M3FN>
    %q = "onnx.QLinearMatMul"(%a, %s, %z, %b, %t, %z, %s, %z) : (tensor<*xf8E4M3FN>, tensor<f32>, tensor<f8E4M3FN>, tensor<2x2xf8E4M3FN>, tensor<f32>, tensor<f8E4M3FN>, tensor<f32>, tensor<f8E4M3FN>) -> tensor<*xf8E4M3FN>
    %y = "onnx.Cast"(%q) <{to = 1 : i64}> : (tensor<*xf8E4M3FN>) -> tensor<*xf32>
    return %y : tensor<*xf32>
  }
}"""


def test_products_of_floats_of_8_bits_are_rounded_to_such():
    """400 is 384 of 8 bits; 6.5 and 0.5, 1148.5 and -103, a quarter of each, of which the last two lie between numbers of 8 bits."""
    (results,) = results_of(PRODUCT_OF_NARROW_FLOATS, "interpreter", [[np.array([[1, 2], [-7, 400]], F32)]])
    assert results[0].tolist() == [[1.625, 0.125], [288, -26]]
