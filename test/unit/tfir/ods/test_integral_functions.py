"""Functions that are integrals, in double precision, against sixty digits of their series."""

import numpy as np
import pytest
from tfir.ods.integral_functions import gamma_sample_by_shape

SLOPES = [
    (1.0, 1.287823964584059, 1.330517793487722865742),
    (0.6108117949193637, 1.0395425307818273, 1.663121009139913323926),
    (0.25, 1.0625, 3.228633771534758627675),
    (2.0, 2.5, 1.212319290080356735778),
    (12.5, 30.0, 1.520524938967834582523),
]


@pytest.mark.parametrize("shape, sample, exact", SLOPES)
def test_slopes_where_the_fraction_has_many_terms(shape, sample, exact):
    """Products of many terms were off by up to 49 units in the last place."""
    assert abs(gamma_sample_by_shape(shape, sample) - exact) <= 8 * np.spacing(exact)
