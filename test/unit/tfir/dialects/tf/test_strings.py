"""What TensorFlow 2.21 refuses of ops on strings, and that one text is an array too."""

import numpy as np
import pytest
from tfir.dialects.tf.indexing import Gather, GatherNd, GatherV2
from tfir.dialects.tf.slicing import StridedSlice
from tfir.dialects.tf.strings import AsString
from tfir.ir.diagnostics import Error


def as_string(element, precision=-1, scientific=False, shortest=False, width=-1, fill=""):
    return AsString.evaluate(np.array(element), precision, scientific, shortest, width, fill).item()


@pytest.mark.parametrize("options", [{"precision": 1}, {"scientific": True}, {"shortest": True}])
def test_whole_numbers_have_no_precision(options):
    with pytest.raises(Error, match="is for elements of type int32"):
        as_string(np.int32(7), **options)
    with pytest.raises(Error, match="is for elements of type bool"):
        as_string(True, **options)
    assert as_string(np.int32(7), precision=-1, width=3) == b"  7"


@pytest.mark.parametrize("fill", ["x", "00"])
def test_a_flag_of_printf_fills_up(fill):
    with pytest.raises(Error, match="'fill' must be one of"):
        as_string(np.float32(1), fill=fill)
    assert as_string(np.float32(1), precision=1, width=5, fill="0") == b"001.0"


def test_one_text_of_many_is_an_array():
    texts, at = np.array([b"a", b"bc"], object), np.array([1])
    taken = [
        GatherV2.evaluate(texts, np.int32(1), np.array(0), 0), Gather.evaluate(texts, np.array(1)),
        GatherNd.evaluate(texts, at), StridedSlice.evaluate(texts, at, at + 1, at, 0, 0, 0, 0, 1),
    ]  # fmt: skip
    assert [(type(each), each.shape, each.item()) for each in taken] == [(np.ndarray, (), b"bc")] * 4
