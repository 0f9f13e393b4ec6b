"""Numbers that only grow, a queue that waits for them, and what becomes of those that wait for something that fails."""

import threading

import pytest
from tfir.hal.submission import FenceValue, Recorder, SemaphoreValue, SubmissionBatch
from tfir.hal.timelines import HostBinarySemaphore, HostQueue, Timeline
from tfir.ir.diagnostics import Error


class Noting(Recorder):
    """A command buffer that notes that it ran, or fails."""

    def __init__(self, name: str):
        super().__init__(None)
        self.name = name
        self.begin()
        self.end()


@pytest.fixture
def ran():
    return []


@pytest.fixture
def queue(ran):
    def run(commands):
        for each in commands:
            if each.name == "fails":
                raise Error("cannot be computed")
            ran.append(each.name)

    return HostQueue(run)


def batch(*names, waits=(), signals=()):
    return SubmissionBatch(
        [SemaphoreValue(*each) for each in waits], [Noting(name) for name in names], [SemaphoreValue(*each) for each in signals]
    )


def test_what_waits_for_nothing_has_run_when_it_is_submitted(queue, ran):
    queue.submit([batch("a", "b"), batch("c")])
    assert ran == ["a", "b", "c"]


def test_what_stands_behind_a_batch_that_waits_waits_too(queue, ran):
    semaphore = Timeline()
    queue.submit([batch("a", waits=[(semaphore, 1)])])
    queue.submit([batch("b")])
    assert ran == []
    semaphore.signal(1)
    assert ran == ["a", "b"] and not semaphore.listening


def test_two_queues_wait_for_each_other_in_turn(ran):
    here, there, semaphore = HostQueue(lambda commands: ran.append("here")), HostQueue(lambda commands: ran.append("there")), Timeline()
    here.submit([batch(signals=[(semaphore, 1)], waits=[(start := Timeline(), 1)]), batch(waits=[(semaphore, 2)])])
    there.submit([batch(waits=[(semaphore, 1)], signals=[(semaphore, 2)])])
    assert ran == []
    start.signal(1)
    assert ran == ["here", "there", "here"]


def test_an_error_goes_to_who_waits_for_what_has_failed(queue, ran):
    fence, semaphore, other = Timeline(), Timeline(), Timeline()
    queue.submit([batch("fails", signals=[(semaphore, 1)])], FenceValue(fence, 1))
    queue.submit([batch("b", waits=[(semaphore, 1)], signals=[(other, 1)])])
    for timeline in (fence, semaphore, other):
        with pytest.raises(Error, match="cannot be computed"):
            timeline.wait(1)
    queue.submit([batch("c")])
    assert ran == ["c"]


def test_an_error_that_nothing_waits_for_is_the_callers(queue, ran):
    with pytest.raises(Error, match="cannot be computed"):
        queue.submit([batch("fails")])
    queue.submit([batch("a")])
    assert ran == ["a"]


def test_a_wait_ends_when_another_thread_signals(queue, ran):
    semaphore, fence = Timeline(), Timeline()
    queue.submit([batch("a", waits=[(semaphore, 5)])], FenceValue(fence, 2))
    threads = [threading.Thread(target=fence.wait, args=[2]) for _ in range(3)]
    for thread in threads:
        thread.start()
    semaphore.signal(4)
    assert ran == []
    semaphore.signal(5)
    for thread in threads:
        thread.join(10)
    assert ran == ["a"] and not any([thread.is_alive() for thread in threads])


def test_a_queue_that_is_idle_has_run_all(queue, ran):
    semaphore = Timeline()
    queue.submit([batch("a", waits=[(semaphore, 1)])])
    signalling = threading.Timer(0.02, semaphore.signal, [1])
    signalling.start()
    queue.wait_idle()
    assert ran == ["a"]
    signalling.join()


def test_what_is_submitted_while_another_thread_is_at_work_has_run_too():
    """In its turn, and when `submit` returns."""
    begun, going, ran = threading.Event(), threading.Event(), []

    def run(commands):
        begun.set()
        assert going.wait(10)
        ran.extend(each.name for each in commands)

    queue = HostQueue(run)
    first = threading.Thread(target=queue.submit, args=[[batch("a")]])
    first.start()
    assert begun.wait(10)
    threading.Timer(0.02, going.set).start()
    queue.submit([batch("b")])
    assert ran == ["a", "b"]
    first.join(10)


def test_queues_that_signal_each_other_do_not_wait_for_each_others_threads():
    """Each is at work, in a thread of its own, when it signals what the other's next batch waits for."""
    both = threading.Barrier(2, timeout=10)
    queues = [HostQueue(lambda commands: both.wait() if commands else None) for _ in range(2)]
    numbers = [Timeline(), Timeline()]
    threads = [
        threading.Thread(target=queue.submit, args=[[batch("a", signals=[(number, 1)]), batch(waits=[(other, 1)], signals=[(number, 2)])]], daemon=True)
        for queue, number, other in zip(queues, numbers, numbers[::-1])
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
    assert [number.wait(2, 10) for number in numbers] == [True, True]


def test_a_binary_semaphore_fails_with_what_was_to_signal_it(queue, ran):
    semaphore, fence = HostBinarySemaphore(), Timeline()
    queue.submit([SubmissionBatch((), [Noting("fails")], [semaphore])])
    queue.submit([SubmissionBatch([semaphore], [Noting("a")])], FenceValue(fence, 1))
    with pytest.raises(Error, match="cannot be computed"):
        fence.wait(1)
    assert ran == []


@pytest.mark.parametrize("side", ["waits", "signals"])
def test_what_is_no_number_of_the_host_is_refused(queue, ran, side):
    """Before anything is promised, or listens: the fence can be given the same value again."""
    fence, semaphore = Timeline(), Timeline()
    with pytest.raises(Error, match="another kind of device"):
        queue.submit([batch("a", waits=[(semaphore, 1)]), batch("b", **{side: [(object(), 1)]})], FenceValue(fence, 1))
    assert not queue.waiting and not semaphore.listening
    queue.submit([batch("c")], FenceValue(fence, 1))
    assert ran == ["c"] and fence.query() == 1
