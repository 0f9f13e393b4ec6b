"""An op that waits lets others go first, whatever their order in the graph; where none brings what it waits for, that is told."""

import pytest
from loops_that_wait import function_that_waits, loop_that_takes_once_more, loop_that_waits
from stateful_sequences import answers
from tfir.dialects import dialect, lookup
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

QUEUE = """
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {{
  %q, %qc = FIFOQueueV2 name("q") {{component_types = [i32], shapes = [#tf_type.shape<>], capacity = {capacity} : i64}} : () -> (tensor<*x!tf_type.resource>)
  %one, %onec = Const name("one") {{dtype = i32, value = dense<1> : tensor<i32>}} : () -> (tensor<i32>)
  %many, %manyc = Const name("many") {{dtype = i32, value = dense<[1, 2, 3, 4, 5]> : tensor<5xi32>}} : () -> (tensor<5xi32>)
  %five, %fivec = Const name("five") {{dtype = i32, value = dense<5> : tensor<i32>}} : () -> (tensor<i32>)
  {nodes}
}}
"""
DEQUEUE = """%d, %dc = QueueDequeueV2(%q){after} name("d") {{component_types = [i32]}} : (tensor<*x!tf_type.resource>) -> (tensor<*xi32>)
  %twice, %twicec = AddV2(%d, %d) name("twice") {{T = i32}} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)"""
ENQUEUE = '%ec = QueueEnqueueV2(%q, %one){after} name("e") {{Tcomponents = [i32]}} : tensor<*x!tf_type.resource>, tensor<i32>'


def graph(*nodes: str, capacity: int = 10) -> str:
    return QUEUE.format(capacity=capacity, nodes="\n  ".join(nodes))


@pytest.mark.parametrize("fetches", [["twice:0", "^e"], ["^e", "twice:0"]])
def test_what_is_taken_may_be_put_in_later(fetches):
    text = graph(DEQUEUE.format(after=""), ENQUEUE.format(after=""))
    assert answers(text, [fetches]) == [[2]]


def test_nothing_is_put_in_before_what_it_comes_after():
    text = graph(DEQUEUE.format(after=""), ENQUEUE.format(after=" [%twicec]"))
    assert answers(text, [["twice:0", "^e"]]) == ["'tfg.QueueDequeueV2' op waits without end for 1 elements of a queue that has 0"]


def test_much_goes_through_a_small_queue():
    """TensorFlow's kernels take and put what they can, and wait for the rest."""
    text = graph(
        '%ec = QueueEnqueueManyV2(%q, %many) name("e") {Tcomponents = [i32]} : tensor<*x!tf_type.resource>, tensor<5xi32>',
        '%d, %dc = QueueDequeueManyV2(%q, %five) name("d") {component_types = [i32]} : (tensor<*x!tf_type.resource>, tensor<i32>) -> (tensor<5xi32>)',
        capacity=2,
    )
    ((taken,),) = answers(text, [["d:0", "^e"]])
    assert taken.tolist() == [1, 2, 3, 4, 5]
    assert answers(text, [["^e"]]) == ["'tfg.QueueEnqueueManyV2' op waits without end for room in a queue of 2 elements"]


def test_what_was_put_in_before_a_queue_is_closed_waits_for_room():
    close = '%cc = QueueCloseV2(%q) [%ec] name("c") : tensor<*x!tf_type.resource>'
    text = graph(
        ENQUEUE.format(after=""), ENQUEUE.format(after=" [%ec]").replace('"e"', '"e2"').replace("%ec =", "%e2c ="), close,
        DEQUEUE.format(after=" [%ec]"), capacity=1,
    )  # fmt: skip
    assert answers(text, [["^e2", "^c", "twice:0"], ["d:0"]])[0] == [2]


TWICE = """
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %q, %qc = FIFOQueueV2 name("q") {component_types = [i32], shapes = [#tf_type.shape<>], capacity = 10 : i64} : () -> (tensor<*x!tf_type.resource>)
  %one, %onec = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %a, %ac = StatefulPartitionedCall(%q) name("a") {Tin = [!tf_type.resource], Tout = [i32], f = #tf_type.func<@drawn, {}>} : (tensor<*x!tf_type.resource>) -> (tensor<*xi32>)
  %b, %bc = StatefulPartitionedCall(%q) name("b") {Tin = [!tf_type.resource], Tout = [i32], f = #tf_type.func<@drawn, {}>} : (tensor<*x!tf_type.resource>) -> (tensor<*xi32>)
  %ec = QueueEnqueueV2(%q, %one) name("e") {Tcomponents = [i32]} : tensor<*x!tf_type.resource>, tensor<i32>
  %e2c = QueueEnqueueV2(%q, %one) name("e2") {Tcomponents = [i32]} : tensor<*x!tf_type.resource>, tensor<i32>
}
tfg.func @drawn(%q: tensor<*x!tf_type.resource> {tfg.name = "q"}) -> (tensor<*xi32> {tfg.name = "sum"}) attributes {is_stateful} {
  %d, %dc = QueueDequeueV2(%q) name("d") {component_types = [i32]} : (tensor<*x!tf_type.resource>) -> (tensor<*xi32>)
  %shape, %shapec = Const name("shape") {dtype = i32, value = dense<[]> : tensor<0xi32>} : () -> (tensor<0xi32>)
  %most, %mostc = Const name("most") {dtype = i32, value = dense<1000000> : tensor<i32>} : () -> (tensor<i32>)
  %r, %rc = RandomUniformInt(%shape, %d, %most) name("r") {T = i32, Tout = i32, seed = 3 : i64, seed2 = 5 : i64} : (tensor<0xi32>, tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
  return(%r) : tensor<*xi32>
}
"""


def test_where_a_function_is_called_from_is_known_when_it_goes_on():
    """So a function that waits has the generators that it has where it need not wait."""
    text = f"module {{{TWICE}}}"
    _, at_once = answers(text, [["^e", "^e2"], ["a:0", "b:0"]])
    assert answers(text, [["a:0", "b:0", "^e", "^e2"]]) == [at_once]


@pytest.mark.parametrize("most", [10, 3])
def test_a_trip_takes_what_later_ones_put(most):
    assert answers(loop_that_waits(most), [["exit:0"]]) == [[3]]


@pytest.mark.parametrize("most", [2, 1])
def test_no_more_trips_are_under_way_than_may_be(most):
    """What TensorFlow waits for until its time is over."""
    (told,) = answers(loop_that_waits(most), [["exit:0"]])
    assert told == f"'tfg.QueueDequeueManyV2' op waits without end for 3 elements of a queue that has {most}"


def test_why_no_trip_begins_is_told():
    module = parse(Source("loop", loop_that_waits(2)), lookup, dialect)
    entry = entry_of_graph(next(iter(module.body)), "exit:0", [])
    with pytest.raises(Error) as told:
        interpreted(module, entry, Session(module))([])
    (note,) = told.value.diagnostics[0].notes
    assert note.message == "the loop of frame 'round' begins no iteration before another one ends: parallel_iterations is 2"


def test_a_loop_in_a_function_takes_what_the_caller_puts():
    calls = [["call:0", "^puts"], ["call:0"]]
    told = "'tfg.QueueDequeueManyV2' op waits without end for 3 elements of a queue that has 0"
    assert answers(function_that_waits(1), calls) == [[15], told]


def test_what_waits_for_no_trip_is_done_in_the_last_turn_too():
    assert answers(loop_that_takes_once_more(), [["^puts"], ["exit:0"], ["size:0"]]) == [[], [21], [2]]
