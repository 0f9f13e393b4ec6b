"""Schedules, memory and times of small graphs against what they are on paper."""

import json

import pytest
from tfir.cost.cluster import Cluster, Device, Link
from tfir.cost.memory import memory_of
from tfir.cost.ready import MANAGERS
from tfir.cost.simulation import simulate
from tfir.cost.timing import timing_of
from tfir.cost.trace import trace_of

T = "tensor<*xf32>"
NODE = '%{n}, %{n}_c = "tfg.Unheard"({a}) {{_mlir_name = "{n}"}} : ({ta}) -> (tensor<{size}xf32>, !tf_type.control)\n'


def node(name: str, *operands: str, size: int = 1) -> str:
    """A node that answers with `size` floats. Operands that end in `_c` are waited for."""
    types = ", ".join(["!tf_type.control" if operand.endswith("_c") else f"tensor<{sizes[operand]}xf32>" for operand in operands])
    sizes[name] = size
    return NODE.format(n=name, a=", ".join([f"%{operand}" for operand in operands]), ta=types, size=size)


sizes: dict[str, int] = {}


def two(bandwidth: float = 4.0, latency: float = 0.5) -> Cluster:
    """Two devices; a float takes a second on the link between them, and half a second to arrive."""
    return Cluster("two", [Device("/device:GPU:0", 1, 1), Device("/device:GPU:1", 1, 1)], Link(bandwidth, latency))


def times(schedule):
    return {task.name: (schedule.start[task.number], schedule.end[task.number]) for task in schedule.workload.tasks}


FIVE = [("a",), ("b", "a"), ("c", "a"), ("d", "b"), ("e", "c", "d")]


def five(workload):
    """a feeds b and c, b feeds d, c and d feed e."""
    return workload("".join([node(*each) for each in FIVE]))


def test_one_device_does_one_thing_at_a_time(workload):
    schedule = simulate(five(workload), two(), [0] * 5, [1, 2, 3, 4, 5])
    assert times(schedule) == {"a": (0, 1), "b": (1, 3), "c": (3, 6), "d": (6, 10), "e": (10, 15)}
    assert schedule.total == 15 and not schedule.transfers


def test_two_devices_send_to_each_other(workload):
    """c runs on the other device: a's result is there at 1 + 1 + 0.5, c's is back at 5.5 + 1 + 0.5, when d has just ended."""
    schedule = simulate(five(workload), two(), [0, 0, 1, 0, 0], [1, 2, 3, 4, 5])
    assert times(schedule) == {"a": (0, 1), "b": (1, 3), "c": (2.5, 5.5), "d": (3, 7), "e": (7, 12)}
    assert [(t.task, t.source, t.target, t.start, t.end) for t in schedule.transfers] == [(0, 0, 1, 1, 2.5), (2, 1, 0, 5.5, 7.0)]
    assert (schedule.busy(0), schedule.busy(1)) == (12, 3)


def test_a_result_is_sent_once_to_each_device(workload):
    nodes = node("a") + node("b", "a") + node("c", "a")
    schedule = simulate(workload(nodes), two(), [0, 1, 1], [1, 1, 1])
    assert len(schedule.transfers) == 1
    assert times(schedule) == {"a": (0, 1), "b": (2.5, 3.5), "c": (3.5, 4.5)}


def test_a_link_carries_one_message_at_a_time_in_each_direction(workload):
    """Two results at one time: the second leaves when the first is through; the latency delays neither."""
    nodes = (
        node("a", size=4)
        + node("b", "a")
        + '%p:2, %p_c = "tfg.Unheard"(%b) {_mlir_name = "p"} : (tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, !tf_type.control)\n'
    )
    sizes["p#0"] = sizes["p#1"] = 1
    nodes += node("x", "p#0") + node("y", "p#1") + node("z", "a")
    schedule = simulate(workload(nodes), two(), [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1], "fifo")
    timing = times(schedule)
    assert timing["z"] == (4.5, 5.5)  # four floats
    assert timing["x"] == (5.5, 6.5) and timing["y"] == (6.5, 7.5)  # sent at 4 and 5, there at 5.5 and 6.5


def test_waiting_for_the_end_of_a_task_elsewhere_takes_the_latency(workload):
    nodes = node("a") + node("b", "a_c")
    schedule = simulate(workload(nodes), two(), [0, 1], [1, 1])
    assert times(schedule)["b"] == (1.5, 2.5)


@pytest.mark.parametrize(
    ("manager", "order"),
    [("fifo", "abcd"), ("lifo", "dcba"), ("first-ready", "abcd"), ("priority", "cbad"), ("composite", "dcba")],
)
def test_which_of_what_is_ready_runs_first(workload, manager, order):
    """Four are ready at once. c leads the longest way to the end, then b."""
    nodes = node("a") + node("b") + node("c") + node("d") + node("e", "b") + node("f", "c")
    schedule = simulate(workload(nodes), two(), [0, 0, 0, 0, 1, 1], [1, 1, 1, 1, 2, 9], manager)
    first = sorted("abcd", key=lambda name: times(schedule)[name])
    assert "".join(first) == order


def test_every_manager_does_all_and_nothing_before_its_time(workload):
    work = five(workload)
    for manager in MANAGERS:
        schedule = simulate(work, two(), [0, 1, 0, 1, 0], [1, 2, 3, 4, 5], manager)
        for task in work.tasks:
            assert schedule.start[task.number] >= schedule.ready[task.number]
            assert all([schedule.start[task.number] >= schedule.end[producer] for producer, _ in task.inputs])
        assert schedule.total == max(schedule.end)


def test_memory_is_taken_at_the_start_and_given_back_after_the_last_use(workload):
    """In floats of 4 bytes: a 10, b 20 of a, c 5 of b. While b runs both lie there; while c runs, b and c."""
    nodes = node("a", size=10) + node("b", "a", size=20) + node("c", "b", size=5)
    schedule = simulate(workload(nodes), two(), [0] * 3, [1, 1, 1])
    memory, other = memory_of(schedule)
    assert memory.timeline == [(0, 40), (1, 120), (2, 100), (3, 0)]
    assert (memory.peak, memory.at, memory.worst, memory.best) == (120, 1, 140, 120)
    assert [schedule.workload.tasks[buffer.task].name for buffer in memory.live] == ["b", "a"]
    assert (other.peak, other.worst, other.best) == (0, 0, 0)


def test_the_order_of_tasks_decides_on_the_peak(workload):
    """Two pairs: depth first holds one large result at a time, breadth first both."""
    nodes = node("a", size=100) + node("b", size=100) + node("x", "a") + node("y", "b")
    work = workload(nodes)
    wide = memory_of(simulate(work, two(), [0] * 4, [1] * 4, "fifo"))[0]
    deep = memory_of(simulate(work, two(), [0] * 4, [1] * 4, "lifo"))[0]
    assert (wide.peak, deep.peak) == (804, 404)  # fifo: a, b, x; lifo: b, y, a, x
    assert wide.best == deep.best == 404 and wide.worst == deep.worst == 808


def test_state_lies_there_from_the_beginning_and_what_is_handed_on_takes_nothing(workload):
    nodes = f'%v, %v_c = VariableV2 name("v") {{dtype = f32, shape = #tf_type.shape<25>}} : () -> ({T})\n'
    nodes += f'%i, %i_c = Identity(%v) name("i") : ({T}) -> ({T})\n%r, %r_c = Relu(%i) name("r") : ({T}) -> ({T})'
    schedule = simulate(workload(nodes), two(), [0] * 3, [0, 0, 1])
    memory = memory_of(schedule)[0]
    assert (memory.state, memory.peak, memory.best, memory.worst) == (100, 200, 200, 200)


def test_what_is_received_lies_on_both_devices(workload):
    nodes = node("a", size=10) + node("b", "a", size=1)
    here, there = memory_of(simulate(workload(nodes), two(), [0, 1], [1, 1]))
    assert here.timeline == [(0, 40), (11, 0)]  # until it is sent
    assert there.timeline == [(1, 40), (11.5, 44), (12.5, 0)]


def test_earliest_and_required_times_and_the_critical_path(workload):
    """a 1, b 2, d 4, e 5 is the longest way: 12. c, 3, may begin at 1 and must at 4."""
    work = five(workload)
    timing = timing_of(work, two(), [0] * 5, [1, 2, 3, 4, 5])
    assert timing.seconds == 12
    assert [work.tasks[number].name for number in timing.path] == ["a", "b", "d", "e"]
    assert timing.earliest == [0, 1, 1, 3, 7]
    assert timing.required == [0, 1, 4, 3, 7]
    assert [timing.slack(number) for number in range(5)] == [0, 0, 3, 0, 0]


def test_a_way_through_a_link_is_longer(workload):
    work = five(workload)
    timing = timing_of(work, two(), [0, 0, 1, 0, 0], [1, 2, 3, 4, 5])
    assert timing.earliest == [0, 1, 2.5, 3, 7] and timing.seconds == 12
    assert timing.required[2] == 2.5  # 7 less 1.5 on the link less 3


def test_a_loop_is_cut_and_counts_once(workload):
    nodes = f"""
      %i, %c0 = Const name("i") {{dtype = f32, value = dense<1.0> : tensor<4xf32>}} : () -> ({T})
      %e, %c1 = Enter(%i) name("e") {{frame_name = "w"}} : ({T}) -> ({T})
      %m:2, %c2 = Merge(%e, %n) name("m") : ({T}, {T}) -> ({T}, tensor<*xi32>)
      %p, %c3 = Const name("p") {{dtype = i1, value = dense<true> : tensor<i1>}} : () -> (tensor<*xi1>)
      %l, %c4 = LoopCond(%p) name("l") : (tensor<*xi1>) -> (tensor<*xi1>)
      %s:2, %c5 = Switch(%m#0, %l) name("s") : ({T}, tensor<*xi1>) -> ({T}, {T})
      %x, %c6 = Exp(%s#1) name("x") : ({T}) -> ({T})
      %n, %c7 = NextIteration(%x) name("n") : ({T}) -> ({T})
      %o, %c8 = Exit(%s#0) name("o") : ({T}) -> ({T})"""
    work = workload(nodes)
    assert {task.name: task.cost.operations for task in work.tasks}["x"] == 14 * 4
    schedule = simulate(work, two(), [0] * 9, [1] * 9)
    assert schedule.total == 9


def test_only_what_is_fetched_is_looked_at(workload):
    nodes = node("a") + node("b", "a") + node("c", "a")
    assert [task.name for task in workload(nodes, fetches=("b",)).tasks] == ["a", "b"]


def test_the_trace_has_a_track_per_device_arrows_and_memory(workload):
    schedule = simulate(five(workload), two(), [0, 0, 1, 0, 0], [1, 2, 3, 4, 5])
    events = json.loads(trace_of(schedule))["traceEvents"]
    assert {e["args"]["name"] for e in events if e["name"] == "process_name"} == {"/device:GPU:0", "/device:GPU:1"}
    spans = {(e["args"]["name"], e["name"]): e for e in events if e["ph"] == "X"}
    assert (spans["c", "Unheard"]["pid"], spans["c", "Unheard"]["ts"], spans["c", "Unheard"]["dur"]) == (1, 2.5e6, 3e6)
    assert (spans["a", "Recv"]["pid"], spans["a", "Recv"]["ts"], spans["a", "Recv"]["dur"]) == (1, 1e6, 1e6)
    assert (spans["a", "Send"]["pid"], spans["a", "Recv"]["args"]["there_us"]) == (0, 2.5e6)
    begun, ended = ({e["id"] for e in events if e["ph"] == phase} for phase in "sf")
    assert begun == ended and len(begun) == 2
    assert all([e["args"]["bytes"] >= 0 for e in events if e["ph"] == "C"])


def test_no_two_events_of_a_track_overlap(workload):
    """Of events that overlap without one being inside the other, a viewer shows one in the wrong place."""
    nodes = "".join([node(f"s{at}", size=at + 1) for at in range(6)]) + "".join([node(f"t{at}", f"s{at}", f"s{5 - at}") for at in range(6)])
    schedule = simulate(workload(nodes), two(), [0] * 6 + [1] * 6, [0.25] * 12)
    spans = [e for e in json.loads(trace_of(schedule))["traceEvents"] if e["ph"] == "X"]
    for track in {(e["pid"], e["tid"]) for e in spans}:
        own = sorted([(e["ts"], e["ts"] + e["dur"]) for e in spans if (e["pid"], e["tid"]) == track])
        assert all([before[1] <= after[0] + 1e-3 for before, after in zip(own, own[1:])]), track
