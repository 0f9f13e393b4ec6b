"""Graphs of TensorFlow 1 answer call after call, each a function that is lowered, what TensorFlow answered (`stateful_sequences.jsonl`)."""

import numpy as np
import pytest
import stateful_sequences
import tensorflow_values
from loops_that_wait import loop_fed_by_what_leaves_it, loop_in_a_branch, loop_that_takes_once_more, loop_that_waits
from lowered_pipelines import answers_of, distinct, lowered_module
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

# Variables that are trained in a loop, one that counts to a limit, batches that are taken apart; what is taken from a queue before it is put in, by a
# function too; a lock that two ops want. What is drawn are chains of ops, of which one fills what one empties, and such in a loop.
KINDS = (*[f"graph of TensorFlow 1: {kind}" for kind in ("loop_ta", "epochs", "batch", "waits", "fn", "mutex")], "waiting")
# Arrays and stacks that become lists: what TensorFlow refuses of them is refused, in its words
PLACES = ("tensor_array", "stack")


def lines(*kinds: str) -> list[dict]:
    return [line for line in stateful_sequences.lines() if line["kind"] in kinds]


@pytest.mark.parametrize("name, device", [("stablehlo", "interpreter"), ("cpu", "interpreter")])
@pytest.mark.parametrize("line", lines(*KINDS), ids=lambda line: line["kind"])
def test_calls_answer_what_tensorflow_answered(line, name, device):
    assert_answers(line, name, device)


@pytest.mark.parametrize("line", lines(*PLACES), ids=lambda line: line["calls"][-1][0][-1])
def test_misuse_of_places_is_told(line):
    assert_answers(line, "stablehlo", "interpreter")


def assert_answers(line: dict, name: str, device: str) -> None:
    asked = [fetches for fetches, _ in line["calls"]]
    calls = [
        ([each for each in fetches if each[0] != "^"], [each[1:] for each in fetches if each[0] == "^"]) for fetches in distinct(asked)
    ]
    text = lowered_module(parse(Source("sequence", line["graph"]), lookup, dialect), calls, name)
    answers = answers_of(text, device, [distinct(asked).index(fetches) for fetches in asked])
    for (_, theirs), ours in zip(line["calls"], answers, strict=True):
        if isinstance(theirs, str):
            assert stateful_sequences.says(ours, theirs)
            continue
        assert not isinstance(ours, str), ours
        for one, recorded in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, tensorflow_values.array(*recorded), rtol=1e-5)


QUEUES = """
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %q, %q.c = FIFOQueueV2 name("q") {component_types = [i32], shapes = [#tf_type.shape<>], capacity = 2 : i64} : () -> (tensor<*x!tf_type.resource>)
  %one, %one.c = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %d, %d.c = QueueDequeueV2(%q) name("d") {component_types = [i32]} : (tensor<*x!tf_type.resource>) -> (tensor<*xi32>)
  %e.c = QueueEnqueueV2(%q, %one) [%d.c] name("e") {Tcomponents = [i32]} : tensor<*x!tf_type.resource>, tensor<i32>
}
"""


@pytest.mark.parametrize("name", ["stablehlo", "cpu"])
def test_nothing_is_put_in_before_what_it_comes_after(name):
    """TensorFlow 2.21: DeadlineExceededError."""
    (told,) = answers_of_calls(QUEUES, [["d:0", "^e"]], name)
    assert isinstance(told, str) and "'tf.QueueDequeueV2' op waits without end for 1 elements of a queue that has 0" in told


SQUARE = """
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %q, %q.c = FIFOQueueV2 name("q") {component_types = [f32], shapes = [#tf_type.shape<8x8>], capacity = 2 : i64} : () -> (tensor<*x!tf_type.resource>)
  %five, %five.c = Const name("five") {dtype = f32, value = dense<5.0> : tensor<8x8xf32>} : () -> (tensor<8x8xf32>)
  %e.c = QueueEnqueueV2(%q, %five) name("e") {Tcomponents = [f32]} : tensor<*x!tf_type.resource>, tensor<8x8xf32>
  %t, %t.c = TemporaryVariable [%e.c] name("t") {dtype = f32, shape = #tf_type.shape<8x8>, var_name = "t"} : () -> (tensor<*x!tf_type.f32ref>)
  %d, %d.c = QueueDequeueV2(%q) [%t.c] name("d") {component_types = [f32]} : (tensor<*x!tf_type.resource>) -> (tensor<8x8xf32>)
  %square, %square.c = MatMul(%d, %d) name("square") {T = f32, transpose_a = false, transpose_b = false} : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>)
  %a, %a.c = Assign(%t, %square) name("a") {T = f32, use_locking = true, validate_shape = true} : (tensor<*x!tf_type.f32ref>, tensor<8x8xf32>) -> (tensor<*x!tf_type.f32ref>)
  %r, %r.c = DestroyTemporaryVariable(%a) name("r") {T = f32, var_name = "t"} : (tensor<*x!tf_type.f32ref>) -> (tensor<8x8xf32>)
}
"""


@pytest.mark.parametrize("name", ["stablehlo", "vulkan", "cpu"])
def test_a_temporary_variable_goes_from_step_to_step(name):
    """What is assigned is computed by a dispatch between two steps of the host."""
    ((square,),) = answers_of_calls(SQUARE, [["r:0"]], name)
    assert square.tolist() == [[200] * 8] * 8


LOOPS = [
    (loop_that_waits(3), [["exit:0"]], [[3]]),
    (loop_fed_by_what_leaves_it(), [["exit:0", "^puts"]], [[30]]),
    (loop_in_a_branch(True), [["chosen:0"], ["size:0"]], [[3], [0]]),
    (loop_in_a_branch(False), [["chosen:0"], ["size:0"]], [[-1], [0]]),
    (loop_that_takes_once_more(), [["^puts"], ["exit:0"], ["size:0"]], [[], [21], [2]]),
]


@pytest.mark.parametrize("name", ["stablehlo", "cpu"])
@pytest.mark.parametrize("text, calls, told", LOOPS)
def test_a_loop_waits_for_what_comes_later(text, calls, told, name):
    """As TensorFlow 2.21 answers."""
    assert answers_of_calls(text, calls, name) == told


@pytest.mark.parametrize("name", ["stablehlo", "cpu"])
def test_no_more_trips_are_under_way_than_may_be(name):
    """TensorFlow 2.21: DeadlineExceededError."""
    (told,) = answers_of_calls(loop_that_waits(2), [["exit:0"]], name)
    assert "'tf.QueueDequeueManyV2' op waits without end for 3 elements of a queue that has 2" in told


def answers_of_calls(text: str, calls: list[list[str]], name: str) -> list:
    asked = [([each for each in call if each[0] != "^"], [each[1:] for each in call if each[0] == "^"]) for call in calls]
    return answers_of(lowered_module(parse(Source("loop", text), lookup, dialect), asked, name), "interpreter", list(range(len(calls))))


def test_prints_are_counted_over_all_calls_of_a_session(capfd):
    """A node that prints twice does so for the first two calls, whatever these fetch, as the kernel that a session of TensorFlow keeps."""
    graph = """tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %c, %cc = Const name("c") {dtype = i32, value = dense<7> : tensor<i32>} : () -> (tensor<i32>)
  %d, %dc = PlaceholderWithDefault(%c) name("d") {dtype = i32, shape = #tf_type.shape<>} : (tensor<i32>) -> (tensor<i32>)
  %p, %pc = Print(%d, %d) name("p") {T = i32, U = [i32], message = "told", first_n = 2 : i64, summarize = 3 : i64} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %a, %ac = Neg(%p) name("a") {T = i32} : (tensor<i32>) -> (tensor<i32>)
  %b, %bc = Square(%p) name("b") {T = i32} : (tensor<i32>) -> (tensor<i32>)
}
"""
    calls = [(["a"], []), (["b"], [])]
    text = lowered_module(parse(Source("printing", graph), lookup, dialect), calls, "stablehlo")
    assert [int(value) for (value,) in answers_of(text, "interpreter", [0, 1, 0, 1])] == [-7, 49, -7, 49]
    assert capfd.readouterr().err.splitlines() == ["told[7]"] * 2
