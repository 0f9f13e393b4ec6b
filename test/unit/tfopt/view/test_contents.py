"""What constants hold, held against counting on paper."""

import pytest
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.types import BF16, F32, I1, I32, I64, TensorType

from tfopt.view.contents import BINS, content_of


def dense(numbers, element, shape=None, is_splat=False):
    import numpy as np
    from tfir.ods.arrays import dtype_of

    return DenseAttr(TensorType(shape or (len(numbers),), element), np.array(numbers, dtype_of(element)).tobytes(), is_splat)


def test_floats():
    facts = content_of(dense([0.0, -1.0, 3.0, 0.5, 0.0, 3.5], F32))
    assert facts["first"] == ["0", "-1", "3", "0.5", "0", "3.5"]
    assert (facts["count"], facts["least"], facts["most"], facts["mean"], facts["zeros"]) == (6, "-1", "3.5", "1", 2)
    assert len(facts["histogram"]) == BINS and sum(facts["histogram"]) == 6
    assert facts["histogram"][0] == 1 and facts["histogram"][-1] == 1  # -1 alone; bins are 0.1875 wide: 3 is before the last


def test_a_bin_for_each_of_few_whole_numbers():
    facts = content_of(dense([3, 1, 1, 4, 1], I32))
    assert facts["histogram"] == [3, 0, 1, 1] and (facts["least"], facts["most"], facts["mean"]) == ("1", "4", "2")


def test_what_is_not_finite_is_counted_apart():
    facts = content_of(dense([float("nan"), float("inf"), 2.0, 4.0], F32))
    assert facts["not_finite"] == 2 and (facts["least"], facts["most"], facts["mean"]) == ("2", "4", "3") and sum(facts["histogram"]) == 2
    nothing = content_of(dense([float("nan"), float("inf")], F32))
    assert nothing["not_finite"] == 2 and "least" not in nothing and "histogram" not in nothing


def test_a_splat_is_not_spread_out():
    facts = content_of(dense([2.5], F32, (1 << 40,), is_splat=True))
    assert facts["count"] == 1 << 40 and facts["least"] == facts["most"] == "2.5" and "histogram" not in facts
    assert content_of(dense([0.0], F32, (1 << 40,), is_splat=True))["zeros"] == 1 << 40


@pytest.mark.parametrize(
    "numbers, element, least, most", [([-(2**63), 2**63 - 1], I64, str(-(2**63)), str(2**63 - 1)), ([1.5, -0.25], BF16, "-0.25", "1.5")]
)
def test_other_elements(numbers, element, least, most):
    facts = content_of(dense(numbers, element))
    assert (facts["least"], facts["most"]) == (least, most) and sum(facts["histogram"]) == 2


def test_truth_values_and_strings():
    facts = content_of(dense([True, False, False], I1))
    assert (facts["least"], facts["most"], facts["zeros"]) == ("false", "true", 2)
    from tfir.dialects.tf_type import STRING

    texts = content_of(DenseStringsAttr(TensorType((2,), STRING), [b"caf\xc3\xa9", b"\xff" * 100]))
    assert texts["first"][0] == "café" and len(texts["first"][1]) < 50 and "least" not in texts


def test_what_has_no_elements_holds_nothing():
    from tfir.ir.attributes import StringAttr

    assert content_of(StringAttr("x")) is None and content_of(DenseAttr(TensorType((0,), F32), b"")) is None
