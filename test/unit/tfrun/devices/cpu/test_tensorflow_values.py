"""Ops that TensorFlow has answered, lowered and in machine code: each fortieth recorded case. `tools/check_tf_ops.py --device=cpu` holds all of them."""

import pytest
import tensorflow_values
from accuracy import assert_agrees
from lowered_case import computed_on

from tfopt.tf_to_stablehlo.lowering import LOWERINGS

pytest.importorskip("llvmlite")

LOWERED = [case for case in tensorflow_values.cases() if case.name in LOWERINGS and not case.has_strings]
SLACK = 8  # times what the ops' classes allow, as for other devices: what an op is lowered to is a chain of ops, each of which rounds


@pytest.mark.parametrize("case", LOWERED[::40], ids=lambda case: case.title)
def test_processors_compute_what_tensorflow_computes(case):
    actual = iter(computed_on(case, "cpu"))
    assert_agrees(case, [expected if expected is None else next(actual) for expected in case.results], SLACK)
