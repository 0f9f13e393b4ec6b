"""What is equal, or no number, CombinedNonMaxSuppression and TopKV2 have in the order in which C++'s heap and sort, as GNU has them, leave it. Answers
are TensorFlow 2.21's."""

import json

import numpy as np
import pytest
from lowered_case import computed
from tensorflow_values import Case
from tfir.dialects.tf.standard_library import heap_pop, heap_push, sort
from tfir.ods.inference import evaluate

RECORDS = [
    '{"op":"CombinedNonMaxSuppression","operands":[["f32",[1,12,1,4],[0.5,0.046875,0.75,0.296875,0.109375,0.140625,0.4375,0.453125,0.109375,0.5,0.265625,0.'
    "859375,0.53125,0.359375,0.90625,0.796875,0.015625,0.046875,0.390625,0.234375,0.203125,0.265625,0.40625,0.59375,0.375,0.296875,0.703125,0.640625,0.1562"
    "5,0.09375,0.5625,0.296875,0.421875,0.453125,0.859375,0.546875,0.015625,0.0625,0.125,0.515625,0.28125,0.234375,0.71875,0.4375,0.546875,0.3125,0.6875,0."
    '515625]],["f32",[1,12,2],[0.0,0.75,0.5,0.5,0.0,0.25,0.0,0.75,0.25,0.0,0.25,0.5,0.5,0.25,0.25,0.0,0.5,0.5,0.5,0.75,0.75,0.0,0.5,0.5]],["i32",[],[4]],["'
    'i32",[],[6]],["f32",[],[0.5]],["f32",[],[0.25]]],"results":[["f32",[1,6,4],[0.28125,0.234375,0.71875,0.4375,0.5,0.046875,0.75,0.296875,0.53125,0.35937'
    '5,0.90625,0.796875,0.015625,0.0625,0.125,0.515625,0.421875,0.453125,0.859375,0.546875,0.546875,0.3125,0.6875,0.515625]],["f32",[1,6],[0.75,0.75,0.75,0'
    '.75,0.5,0.5]],["f32",[1,6],[0.0,1.0,1.0,1.0,0.0,0.0]],["i32",[1],[6]]]}',
    '{"op":"CombinedNonMaxSuppression","operands":[["f32",[1,9,1,4],[0.140625,0.171875,0.578125,0.546875,0.296875,0.453125,0.5,0.875,0.171875,0.4375,0.4062'
    "5,0.5625,0.40625,0.125,0.71875,0.53125,0.234375,0.515625,0.5625,0.75,0.515625,0.40625,0.9375,0.671875,0.0,0.421875,0.234375,0.5625,0.140625,0.5,0.3125"
    ',0.84375,0.5625,0.265625,0.953125,0.46875]],["f32",[1,9,3],[0.5,0.75,0.0,0.25,0.5,0.5,0.25,0.25,0.0,0.5,0.75,0.0,0.75,0.0,0.0,0.5,0.0,0.75,0.25,0.5,0.'
    '75,0.75,0.25,0.0,0.25,0.75,0.5]],["i32",[],[7]],["i32",[],[12]],["f32",[],[0.5]],["f32",[],[-1.0]]],"results":[["f32",[1,12,4],[0.140625,0.5,0.3125,0.'
    "84375,0.0,0.421875,0.234375,0.5625,0.515625,0.40625,0.9375,0.671875,0.140625,0.171875,0.578125,0.546875,0.40625,0.125,0.71875,0.53125,0.5625,0.265625,"
    "0.953125,0.46875,0.234375,0.515625,0.5625,0.75,0.0,0.421875,0.234375,0.5625,0.5625,0.265625,0.953125,0.46875,0.296875,0.453125,0.5,0.875,0.296875,0.45"
    '3125,0.5,0.875,0.140625,0.171875,0.578125,0.546875]],["f32",[1,12],[0.75,0.75,0.75,0.75,0.75,0.75,0.75,0.5,0.5,0.5,0.5,0.5]],["f32",[1,12],[0.0,2.0,2.'
    '0,1.0,1.0,1.0,0.0,1.0,2.0,2.0,1.0,0.0]],["i32",[1],[12]]]}',
    '{"op":"TopKV2","operands":[["f32",[6],[354,NaN,198,NaN,972,NaN]],["i32",[],[3]]],"attributes":{"sorted":true},"results":[["f32",[3],[354.0,NaN,972.0]],["i32",[3],[0,1,4]]]}',
    '{"op":"TopKV2","operands":[["f32",[6],[276,NaN,549,15,NaN,28]],["i32",[],[4]]],"attributes":{"sorted":true},"results":[["f32",[4],[549.0,276.0,NaN,28.0]],["i32",[4],[2,0,1,5]]]}',
    '{"op":"TopKV2","operands":[["f32",[5],[2,NaN,1,NaN,3]],["i32",[],[5]]],"attributes":{"sorted":true},"results":[["f32",[5],[3.0,2.0,NaN,1.0,NaN]],["i32",[5],[4,0,1,2,3]]]}',
    '{"op":"TopKV2","operands":[["f32",[6],[5,1,4,2,3,0]],["i32",[],[3]]],"attributes":{"sorted":false},"results":[["f32",[3],[3.0,5.0,4.0]],["i32",[3],[4,0,2]]]}',
    '{"op":"TopKV2","operands":[["f32",[5],[5,5,4,5,3]],["i32",[],[2]]],"attributes":{"sorted":false},"results":[["f32",[2],[5.0,5.0]],["i32",[2],[1,0]]]}',
]

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("record", RECORDS)
def test_equal_scores_come_in_the_order_of_the_library(record):
    case = Case(0, json.loads(record))
    for result, expected in zip(evaluate(case.op, case.definition, case.operands), case.results):
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("record", [record for record in RECORDS if "NonMax" in record])
def test_equal_scores_of_boxes_come_in_that_order_when_they_are_lowered(record):
    case = Case(0, json.loads(record))
    for result, expected in zip(computed(case), case.results):
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("count", [3, 6])
def test_when_the_largest_are_lowered_nan_comes_before_infinity(count):
    """As in TensorFlow where XLA compiles it."""
    numbers, expected, places = [INF, 2, NAN, 1, NAN, INF], [NAN, NAN, INF, INF, 2, 1], [2, 4, 0, 5, 1, 3]
    for is_sorted in (True, False):
        record = {
            "op": "TopKV2", "attributes": {"sorted": is_sorted}, "operands": [["f32", [6], numbers], ["i32", [], [count]]],
            "results": [["f32", [count], expected[:count]], ["i32", [count], places[:count]]],
        }  # fmt: skip
        case = Case(0, record)
        for result, wanted in zip(computed(case), case.results):
            np.testing.assert_array_equal(result, wanted)


def test_a_heap_and_a_sort_put_different_numbers_in_order():
    numbers = [(7 * at) % 101 for at in range(100)]
    heap: list[int] = []
    for number in numbers:
        heap_push(heap, number, int.__lt__)
    assert [heap_pop(heap, int.__lt__) for _ in numbers] == sorted(numbers, reverse=True)
    ordered = [*numbers]
    sort(ordered, int.__lt__)
    assert ordered == sorted(numbers)


def test_of_equal_elements_a_short_sort_keeps_the_order_and_a_heap_does_not():
    """Up to 16 elements are inserted. In a heap of four equal ones the right child goes up before the left."""
    pairs = [(1, at) for at in range(16)]
    sort(pairs, lambda one, other: one[0] < other[0])
    assert [at for _, at in pairs] == list(range(16))
    heap: list[tuple[int, int]] = []
    for pair in pairs[:4]:
        heap_push(heap, pair, lambda one, other: one[0] < other[0])
    assert [heap_pop(heap, lambda one, other: one[0] < other[0])[1] for _ in range(4)] == [0, 2, 1, 3]
