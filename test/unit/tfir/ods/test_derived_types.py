"""Types that follow from others which a form writes."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.types import F32, I1, INDEX, OpaqueType, TensorType, VectorType
from tfir.ods.derived_types import Derived, of_term, truth_like
from tfir.text import parser


def parse(text: str):
    return parser.parse(Source("test", text), lookup, dialect)


@pytest.mark.parametrize(
    "type, truth", [(F32, I1), (TensorType((2, None), F32), TensorType((2, None), I1)), (VectorType((4,), F32), VectorType((4,), I1))]
)
def test_truth_has_the_shape_of_a_type(type, truth):
    assert truth_like(type) is truth


def test_terms():
    pair = {"T": [TensorType((2,), F32)]}
    assert of_term("tensor.element(T)*")(pair) is F32
    assert of_term("index*")({}) is INDEX
    assert of_term("!shape.witness")({}) is OpaqueType("!shape.witness")
    with pytest.raises(AssertionError):
        of_term("no_type")


def test_an_unranked_container_has_no_element():
    with pytest.raises(ValueError, match="expected builtin.tensor, but found"):
        of_term("tensor.element(T)")({"T": [TensorType(None, F32)]})


@pytest.mark.parametrize("written, operands, has_pattern", [("T", "T T", True), ("T", "T index*", False), ("", "i1", False)])
def test_the_fast_path_knows_no_number_of_operands(written, operands, has_pattern):
    assert (Derived(written, operands, "").pattern is not None) is has_pattern


def test_one_text_means_what_each_form_says():
    """Both lines end in `: f32`, of which the first makes two operands and the second one."""
    module = parse(
        """
        func.func @f(%a: f32, %b: f32) {
          %0 = spirv.FOrdLessThan %a, %b : f32
          %1 = spirv.IsNan %a : f32
          %2 = spirv.FOrdLessThan %b, %a : f32
          return
        }
        """
    )
    (function,) = module.body
    assert [len(op.operands) for op in function.body] == [2, 1, 2, 0]
    assert [op.results[0].type for op in function.body if op.results] == [I1, I1, I1]
