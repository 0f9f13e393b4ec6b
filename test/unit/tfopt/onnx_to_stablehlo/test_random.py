"""Numbers drawn at random: with a seed those of TensorFlow's generators, which were asked with seed2 = 1."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_tests import node_model, results_of, text_of

# tf.raw_ops.RandomUniform(shape=[8], seed=7, seed2=1), and RandomStandardNormal(shape=[2, 3], seed=3, seed2=1), by TensorFlow 2.21
UNIFORM = np.array(
    [0.4603748321533203, 0.9285181760787964, 0.3455556631088257, 0.3509650230407715, 0.32147014141082764, 0.11739349365234375,
     0.16665315628051758, 0.6577887535095215], np.float32,
)  # fmt: skip
NORMAL = np.array([[-0.02353588, -0.7080437, 0.7906703], [0.56100863, -1.4704978, -1.6100242]], np.float32)


def results(operator, operands, outputs=1, fixed=(), version=22, **attributes) -> list:
    model = node_model(operator, version, operands, fixed, outputs, **attributes)
    given = [array for name, array in operands.items() if name not in fixed]
    return results_of(text_of(model, "m"), "interpreter", [given])[0][:outputs]


def test_a_seed_decides_the_numbers():
    (y,) = results("RandomUniform", {}, shape=[8], seed=7.0, low=-1.0, high=3.0)
    np.testing.assert_allclose(y, UNIFORM * 4 - 1, rtol=1e-6)
    (y,) = results("RandomNormal", {}, shape=[2, 3], seed=3.0, mean=1.0, scale=2.0)
    np.testing.assert_allclose(y, NORMAL * 2 + 1, rtol=1e-5)
    (y,) = results("RandomNormalLike", {"x": np.zeros((2, 3), np.int32)}, seed=3.0, dtype=10)
    assert y.dtype == np.float16
    np.testing.assert_allclose(y, NORMAL, rtol=1e-3)


def test_another_seed_or_none_gives_other_numbers():
    (y,) = results("RandomUniformLike", {"x": np.zeros(8, np.float32)}, seed=7.5)
    assert not np.isin(y, UNIFORM).any()
    without = [results("RandomUniform", {}, shape=[8])[0] for _ in range(2)]
    assert not np.isin(without[0], without[1]).all()


def test_what_is_likely_comes_up_where_the_number_drawn_is_smaller():
    p = np.array([0.5, 0.9, 0.35, 0.35, 1.0, 0.0, 0.1, 0.7], np.float32)
    (y,) = results("Bernoulli", {"x": p}, seed=7.0, dtype=9)
    assert y.tolist() == [True, False, True, False, True, False, False, True]


def test_classes_are_drawn_by_their_logits():
    """tf.raw_ops.Multinomial(logits, num_samples=6, seed=7, seed2=1)."""
    (y,) = results("Multinomial", {"x": np.array([[0, 1, 2], [3, 0, -1]], np.float32)}, seed=7.0, sample_size=6)
    assert (y.dtype, y.tolist()) == (np.int32, [[2, 2, 2, 1, 2, 1], [0, 0, 0, 0, 0, 0]])


@pytest.mark.parametrize("fixed", [("t",), ()])
@pytest.mark.parametrize("is_trained", [True, False])
def test_elements_are_dropped_while_a_model_is_trained(fixed, is_trained):
    operands = {"x": np.arange(1, 9, dtype=np.float32), "r": np.float32(0.34), "t": np.array(is_trained)}
    y, mask = results("Dropout", operands, 2, fixed, seed=7)
    is_kept = UNIFORM >= 0.34 if is_trained else np.full(8, True)
    assert mask.tolist() == is_kept.tolist()
    np.testing.assert_allclose(y, operands["x"] * is_kept / (0.66 if is_trained else 1), rtol=1e-6)
