"""What TensorFlow 2.21 refuses of ops on strings."""

import numpy as np
import pytest
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
