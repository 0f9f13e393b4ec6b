"""Generators that variables hold give TensorFlow's numbers, and are moved on as far. Expected values are TensorFlow 2.21's on a CPU."""

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.variables import Variable
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.element_types import element_of_word

TF = dialect("tf")
PHILOX, SHAPE = np.int64(1), np.array([3], np.int64)


def drawn(name: str, low: int, *arguments):
    """What an op answers for a state of counter (low, 6) and key 7, and the state's first word afterwards."""
    place = Variable("generator", np.array([low, 6, 7], np.int64))
    result = TF.semantics[name].evaluate(place, *arguments)
    assert place.value[1:].tolist() == [6, 7]
    return result, int(place.value[0])


@pytest.mark.parametrize(
    ("name", "low", "word", "expected"),
    [
        ("StatefulUniform", 1285, "f32", [0.19543099403381348, 0.7192881107330322, 0.2584587335586548]),
        ("StatefulStandardNormalV2", 2053, "f32", [0.5012120604515076, 0.25417956709861755, 0.22086414694786072]),
        ("StatefulTruncatedNormal", 2821, "f32", [0.36973997950553894, 0.7651825547218323, -0.8849796652793884]),
        ("StatefulUniform", 3589, "f64", [0.6763706546815755, 0.3353153287517363, 0.7744865380660972]),
        ("StatefulStandardNormalV2", 4357, "f64", [-0.4521974255008877, -0.3313498092231492, -0.0560831860574701]),
        ("StatefulTruncatedNormal", 5125, "f64", [-0.533416143633565, -0.8953197190994137, 1.475794538374249]),
        ("StatefulUniformFullInt", 8197, "u64", [8594271211214455961, 11417034708939704580, 7290803818770160387]),
        ("StatefulUniformFullInt", 8965, "i32", [1312238360, -469079551, -331652637]),
    ],
)
def test_draws_as_tensorflow_does(name, low, word, expected):
    actual, after = drawn(name, low, PHILOX, SHAPE, element_of_word(word))
    assert actual.dtype == dtype_of(element_of_word(word))
    np.testing.assert_allclose(actual, np.array(expected, actual.dtype), rtol=3e-6 if word == "f32" else 1e-12)
    assert after == low + 3 * 256


def test_integers_between_bounds():
    actual, after = drawn("StatefulUniformInt", 9733, PHILOX, SHAPE, np.int64(0), np.int64(100))
    assert (actual.tolist(), after) == ([87, 89, 35], 10501)


def test_binomial_numbers_reserve_more():
    share = np.float32(0.3)
    actual, after = drawn("StatefulRandomBinomial", 10501, PHILOX, np.array([5]), np.float32(10), share, element_of_word("i32"))
    assert (actual.tolist(), after) == ([2, 4, 3, 3, 3], 112901)


def test_skipping():
    before, after = drawn("RngReadAndSkip", 5, np.int32(1), np.uint64(3))
    assert (before.tolist(), after) == ([5, 6, 7], 773)
    assert drawn("RngSkip", 773, PHILOX, np.int64(2)) == ([], 1285)


def test_the_counter_carries_into_its_second_word():
    place = Variable("generator", np.array([-1, 6, 7], np.int64))
    TF.semantics["RngSkip"].evaluate(place, PHILOX, np.int64(1))
    assert place.value.tolist() == [255, 7, 7]


@pytest.mark.parametrize(
    ("algorithm", "message"), [(2, "Non-XLA devices don't support the ThreeFry algorithm."), (9, "Unsupported algorithm id: 9")]
)
def test_another_algorithm_is_refused(algorithm, message):
    with pytest.raises(Error, match=message):
        drawn("RngSkip", 5, np.int64(algorithm), np.int64(2))


def test_an_index_beyond_its_permutation_has_no_place():
    with pytest.raises(Error, match="max_index must be >= index, but 3 < 4"):
        TF.semantics["RandomIndexShuffle"].evaluate(np.int64(4), np.array([1, 2, 3]), np.int64(3), 4)


def test_an_older_state_begins_with_the_algorithm():
    place = Variable("generator", np.array([1, 2053, 6, 7], np.int64))
    actual = TF.semantics["StatefulStandardNormal"].evaluate(place, SHAPE, element_of_word("f32"))
    np.testing.assert_array_equal(actual, drawn("StatefulStandardNormalV2", 2053, PHILOX, SHAPE, element_of_word("f32"))[0])
    assert place.value.tolist() == [1, 2821, 6, 7]
