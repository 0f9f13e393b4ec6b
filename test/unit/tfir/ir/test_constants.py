"""Constants that are made are the ones that their text would be read as, so that what is printed comes back: as mlir-opt 22 prints them."""

import pytest
from tfir.ir.attributes import integer_of
from tfir.ir.dense import DenseAttr
from tfir.ir.types import F32, I1, I32, TensorType


@pytest.mark.parametrize(
    "numbers, element, expected",
    [
        ([1, 1], I32, "dense<1> : tensor<2xi32>"),
        ([1, 2], I32, "dense<[1, 2]> : tensor<2xi32>"),
        ([0.0, -0.0], F32, "dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>"),
    ],
)
def test_equal_elements_are_a_splat(numbers, element, expected):
    assert DenseAttr.of(numbers, TensorType((2,), element)).text == expected


def test_bits_are_true_and_false():
    assert [integer_of(number, I1).text for number in (1, -1, 0)] == ["true", "true", "false"]
    assert integer_of(1, I32).text == "1 : i32"
