"""Queues hand out what was put into them as TensorFlow's do (tools/check_stateful_ops.py queue), and refuse what would wait."""

import numpy as np
import pytest
from tfir.dialects import dialect
from tfir.dialects.tf.queues import PaddingQueue, PriorityQueue, Queue
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.element_types import element_of_word

TF = dialect("tf").semantics
F32 = element_of_word("f32")


def pairs(*numbers) -> list[np.ndarray]:
    return [np.array([number, number + 1], np.float32) for number in numbers]


def filled(queue, *numbers):
    for item in pairs(*numbers):
        TF["QueueEnqueueV2"].evaluate(queue, [item])
    return queue


def taken(queue, count: int, how: str = "Many") -> list:
    return [each.tolist() for each in TF[f"QueueDequeue{how}V2"].evaluate(queue, np.int32(count))]


def test_first_in_first_out():
    queue = filled(Queue([F32], [(2,)], 5, "q"), 1, 5, 9)
    assert TF["QueueDequeueV2"].evaluate(queue)[0].tolist() == [1, 2]
    assert taken(queue, 2) == [[[5, 6], [9, 10]]]
    assert TF["QueueSizeV2"].evaluate(queue) == 0


def test_a_closed_queue_gives_what_is_left():
    queue = filled(Queue([F32], [(2,)], 5, "q"), 1, 5)
    TF["QueueCloseV2"].evaluate(queue, False)
    with pytest.raises(Error, match="FIFOQueue 'q' is closed and has insufficient elements .requested 3, current size 2"):
        taken(queue, 3)
    assert taken(queue, 3, "UpTo") == [[[1, 2], [5, 6]]]


def test_several_at_once():
    queue = Queue([F32], [(2,)], 5, "q")
    TF["QueueEnqueueManyV2"].evaluate(queue, [np.arange(6, dtype=np.float32).reshape(3, 2)])
    assert taken(queue, 3) == [[[0, 1], [2, 3], [4, 5]]]


def test_padding():
    queue = PaddingQueue([F32], [(None,)], 5)
    for size in (1, 3):
        TF["QueueEnqueueV2"].evaluate(queue, [np.ones(size, np.float32)])
    assert taken(queue, 2) == [[[1, 0, 0], [1, 1, 1]]]


def test_the_least_first():
    queue = PriorityQueue([F32], [()], 5)
    for priority, number in ((3, 1.0), (1, 2.0), (3, 4.0)):
        TF["QueueEnqueueV2"].evaluate(queue, [np.int64(priority), np.float32(number)])
    assert taken(queue, 3) == [[1, 3, 3], [2, 1, 4]]


@pytest.mark.parametrize(
    ("numbers", "act", "text"),
    [
        ((), lambda queue: taken(queue, 1), "waits without end for 1 elements of a queue that has 0"),
        ((1, 2), lambda queue: filled(queue, 3), "waits without end for room in a queue of 2 elements"),
        ((), lambda queue: TF["QueueEnqueueV2"].evaluate(queue, [np.ones(3, np.float32)]), "Expected .2., got .3."),
    ],
)
def test_what_is_refused(numbers, act, text):
    with pytest.raises(Error, match=text):
        act(filled(Queue([F32], [(2,)], 2), *numbers))


@pytest.mark.parametrize(
    ("name", "types", "shapes", "given", "told"),
    [  # by TensorFlow 2.21
        ("FIFOQueueV2", "f32 i64", [[1]], {}, "Different number of component types.  Types: float, int64, Shapes: [[1]]"),
        ("FIFOQueueV2", "f32", [[1], [2, None]], {}, "Different number of component types.  Types: float, Shapes: [[1], [2,?]]"),
        ("PriorityQueueV2", "f32 i64", [[1]], {}, "Different number of component types.  Types: int64, float, int64, Shapes: [[], [1]]"),
        ("PriorityQueueV2", "f32", [], {}, "Shared queue 'q' has component shapes [] but requested component shapes were [[]]"),
        ("PaddingFIFOQueueV2", "f32", [], {}, "Shapes must be provided for all components, but received 1 dtypes and 0 shapes."),
        ("RandomShuffleQueueV2", "f32", [], {"min_after_dequeue": 5, "seed": 1, "seed2": 2}, "min_after_dequeue 5 must be < capacity 2"),
        ("RandomShuffleQueueV2", "f32", [], {"min_after_dequeue": -5, "seed": 1, "seed2": 2}, "min_after_dequeue -5 must be >= 0"),
    ],
)  # fmt: skip
def test_queues_that_are_not_made(name, types, shapes, given, told):
    op = Operation(f"tf.{name}", (), ())
    types = [element_of_word(word) for word in types.split()]
    with pytest.raises(Error) as refusal:
        TF[name].evaluate(op, State(), component_types=types, shapes=shapes, capacity=2, container="", shared_name="q", **given)
    assert refusal.value.diagnostics[0].message == told


def test_queues_of_as_many_shapes_as_components_are_made():
    kinds = {"component_types": [F32], "shapes": [[1]], "capacity": 2, "container": "", "shared_name": "q"}
    assert TF["PriorityQueueV2"].evaluate(Operation("tf.PriorityQueueV2", (), ()), State(), **kinds)
