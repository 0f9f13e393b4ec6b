"""Datasets, by the elements that TensorFlow documents for them (tf.data's guide and API pages); with iterators in test/lit/tfrun/datasets.mlir."""

import numpy as np
import pytest
from tfir.dialects.tf import datasets as d
from tfir.ir.diagnostics import Error
from tfir.ir.types import I64

FUNCTIONS = {
    "double": lambda x: [x * 2], "is small": lambda x: [x < 3], "up to": lambda n: numbers(int(n)), "sum": lambda a, b, *more: [a + b + sum(more)],
}  # fmt: skip


def named(op, function):
    return FUNCTIONS[function]


def numbers(stop: int) -> list:
    return d.dataset_of(lambda: ([np.asarray(each)] for each in range(stop)))


def listed(made: list) -> list:
    """The only component of each element."""
    (dataset,) = made
    return [np.asarray(element[0]).tolist() for element in dataset]


(five,) = numbers(5)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (d.TakeDataset.evaluate(five, np.asarray(2)), [0, 1]),
        (d.TakeDataset.evaluate(five, np.asarray(-1)), [0, 1, 2, 3, 4]),
        (d.SkipDataset.evaluate(five, np.asarray(3)), [3, 4]),
        (d.SkipDataset.evaluate(five, np.asarray(-1)), []),
        (d.ConcatenateDataset.evaluate(five, numbers(2)[0]), [0, 1, 2, 3, 4, 0, 1]),
        (d.RepeatDataset.evaluate(numbers(2)[0], np.asarray(2)), [0, 1, 0, 1]),
        (d.RepeatDataset.evaluate(numbers(0)[0], np.asarray(-1)), []),
        (d.BatchDataset.evaluate(five, np.asarray(2)), [[0, 1], [2, 3], [4]]),
        (d.BatchDatasetV2.evaluate(five, np.asarray(2), np.asarray(True)), [[0, 1], [2, 3]]),
        (d.UnbatchDataset.evaluate(d.BatchDataset.evaluate(five, np.asarray(2))[0]), [0, 1, 2, 3, 4]),
        (d.MapDataset.evaluate(None, named, five, [], "double"), [0, 2, 4, 6, 8]),
        (d.MapAndBatchDataset.evaluate(None, named, five, [], np.asarray(3), np.asarray(False), "double"), [[0, 2, 4], [6, 8]]),
        (d.FilterDataset.evaluate(None, named, five, [], "is small"), [0, 1, 2]),
        (d.TakeWhileDataset.evaluate(None, named, five, [], "is small"), [0, 1, 2]),
        (d.FlatMapDataset.evaluate(None, named, numbers(4)[0], [], "up to"), [0, 0, 1, 0, 1, 2]),
        (d.RangeDataset.evaluate(np.asarray(5), np.asarray(0), np.asarray(-2), [I64]), [5, 3, 1]),
    ],
)
def test_elements(made, expected):
    assert listed(made) == expected


def test_a_dataset_begins_anew_each_time():
    (halves,) = d.TakeDataset.evaluate(five, np.asarray(2))
    assert [listed([halves]) for _ in range(2)] == [[0, 1], [0, 1]]


def test_what_is_captured_stands_behind_the_element():
    assert d.ReduceDataset.evaluate(None, named, five, [np.asarray(100)], [np.asarray(1)], "sum")[0] == 115  # 100, 0 to 4, and 1 five times


def test_an_end_is_an_error_or_nothing():
    place = d.Place()
    with pytest.raises(Error, match="has no dataset yet"):
        d.IteratorGetNext.evaluate(place)
    place.begin(numbers(1)[0])
    assert d.IteratorGetNext.evaluate(place) == [0]
    (optional,) = d.IteratorGetNextAsOptional.evaluate(place)
    assert not d.OptionalHasValue.evaluate(optional)
    with pytest.raises(Error, match="has no value"):
        d.OptionalGetValue.evaluate(optional)
    with pytest.raises(Error, match="no more elements"):
        d.IteratorGetNext.evaluate(place)


def test_what_cannot_be_one_batch():
    (uneven,) = d.dataset_of(lambda: [[np.zeros(2)], [np.zeros(3)]])
    with pytest.raises(Error, match="shapes"):
        listed(d.BatchDataset.evaluate(uneven, np.asarray(2)))
