"""What each device of the hardware abstraction layer does, whatever it computes with: those that this machine has, or a reason for being skipped."""

import os
import threading
from contextlib import ExitStack

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.host_steps import Bodies
from tfir.execution.sequence import Resident, SequenceProgram
from tfir.execution.sequencer import has_workload
from tfir.hal import protocols
from tfir.hal.barriers import ALL_ACCESS, ALL_STAGES, AccessScope, ExecutionStage, MemoryBarrier
from tfir.hal.buffers import BufferView, MemoryType
from tfir.hal.rotation import Rotation
from tfir.hal.submission import DispatchRequest, FenceValue, SemaphoreValue, SubmissionBatch
from tfir.hal.timelines import HostQueue
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, MemRefType

from tfrun.devices import load

os.environ.setdefault("LP_NUM_THREADS", "1")
SQUARE = """
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
PIPELINES = {"interpreter": "vulkan", "vm": "vm", "vulkan": "vulkan", "cpu": "cpu"}
KIND = MemRefType([4], F32)
LOCAL, STAGING = MemoryType.DEVICE_LOCAL, MemoryType.HOST_LOCAL
ONE, TWO = 0x3F800000, 0x40000000  # floats, as words
SHORT = 0.05  # seconds in which nothing comes


def opened(stack: ExitStack, name: str):
    try:
        driver = stack.enter_context(load(name).driver())
        return driver, stack.enter_context(driver.create_device())
    except Error as reason:
        pytest.skip(f"{name}: {reason}")


def without_timelines(stack: ExitStack):
    """A Vulkan device as those are that have no semaphores with values."""
    driver, device = opened(stack, "vulkan")
    return driver, stack.enter_context(type(device)(device.facts, has_timelines=False))


class Bench:
    """A device with what tests do on it again and again."""

    def __init__(self, name: str, stack: ExitStack):
        self.name, self.stack = name.partition(" ")[0], stack
        self.driver, self.device = without_timelines(stack) if name.endswith("timelines") else opened(stack, name)
        self.fence, self.count = self.device.fence(), 0

    def buffer(self, values=(0, 0, 0, 0), memory=LOCAL):
        array = np.array(values, np.float32)
        buffer = self.device.allocator.allocate(memory, array.nbytes)
        self.stack.callback(buffer.close)
        buffer.write(array)
        return buffer

    def values(self, buffer):
        array = np.empty(buffer.size // 4, np.float32)
        buffer.read(array)
        return array.tolist()

    def recorded(self, *steps):
        commands = self.device.command_buffer()
        self.stack.callback(commands.close)
        commands.begin()
        for name, *arguments in steps:
            getattr(commands, name)(*arguments)
        commands.end()
        return commands

    def submit(self, *commands, waits=(), signals=()):
        """The value that the fence comes to."""
        self.count += 1
        self.device.queue.submit([SubmissionBatch(waits, commands, signals)], FenceValue(self.fence, self.count))
        return self.count

    def run(self, *commands):
        assert self.fence.wait(self.submit(*commands))

    def run_empty(self, waits=(), signals=()):
        assert self.fence.wait(self.submit(waits=waits, signals=signals))

    def square(self):
        """(what squares four numbers, how many workgroups it takes)"""
        module = lowered(SQUARE, "x86-64-v3" if self.name == "cpu" else "portable", PIPELINES[self.name])
        self.module = module  # kept as long as what is prepared of it
        dispatch = next(op for op in module.walk() if op.name.endswith("_dispatch"))
        executable = next(op for op in module.body if op.name == "iree.multi_arch_executable")
        self.cache = self.device.executable_cache()
        ready = self.cache.prepare(executable, dispatch.attributes["callee"].leaf)
        kinds = [value.type for value in dispatch.operands[has_workload(dispatch) :]]
        return ready, ready.workgroups(dispatch, kinds, ()), (executable, dispatch.attributes["callee"].leaf)

    def request(self, source, target):
        ready, groups, _ = self.square()
        return DispatchRequest(ready, groups, [BufferView(source, KIND), BufferView(target, KIND)])


@pytest.fixture(params=[*PIPELINES, "vulkan without timelines"])
def bench(request):
    with ExitStack() as stack:
        yield Bench(request.param, stack)


def refused(*words):
    return pytest.raises(Error, match=".*".join(words))


def test_it_has_all_that_the_interfaces_say(bench):
    device = bench.device
    assert isinstance(bench.driver, protocols.Driver) and isinstance(device, protocols.Device)
    assert isinstance(device.allocator, protocols.Allocator) and isinstance(device.queue, protocols.Queue)
    assert isinstance(device.semaphore(), protocols.Semaphore) and isinstance(device.fence(), protocols.Fence)
    assert isinstance(device.event(), protocols.Event) and isinstance(device.binary_semaphore(), protocols.BinarySemaphore)
    assert device.dispatch_queues[0] is device.queue
    assert all(isinstance(queue, protocols.Queue) for queue in (*device.dispatch_queues, *device.transfer_queues))
    assert isinstance(bench.buffer(), protocols.Buffer) and isinstance(device.command_buffer(), protocols.CommandBuffer)
    executable, _, _ = bench.square()
    assert isinstance(bench.cache, protocols.ExecutableCache) and isinstance(executable, protocols.Executable)


def test_a_driver_opens_devices_by_their_names(bench):
    name = bench.driver.device_names()[0]
    with bench.driver.create_device(name) as again:
        assert again is not bench.device
    with refused("no such device|no Vulkan device matches|there is no device"):
        bench.driver.create_device("no such device")


class TestMemory:
    def test_what_the_host_writes_it_reads(self, bench):
        assert bench.values(bench.buffer([1, 2, 3, 4])) == [1, 2, 3, 4]
        assert bench.values(bench.buffer([1, 2, 3, 4], STAGING)) == [1, 2, 3, 4]

    def test_mapped_bytes_are_the_buffers(self, bench):
        buffer = bench.buffer(memory=STAGING)
        buffer.map()[:] = np.array([5, 6, 7, 8], np.float32).view(np.uint8)
        buffer.unmap()
        assert bench.values(buffer) == [5, 6, 7, 8]
        assert buffer.map().view(np.float32).tolist() == [5, 6, 7, 8]

    def test_a_part_shares_memory(self, bench):
        whole = bench.buffer([1, 2, 3, 4])
        part = whole.subspan(4, 8)
        part.write(np.array([8, 9], np.float32))
        assert (part.size, bench.values(whole)) == (8, [1, 8, 9, 4])
        assert bench.values(part.subspan(4, 4)) == [9]

    def test_buffers_that_are_allocated_together_are_apart(self, bench):
        buffers = bench.device.allocator.allocate_all(LOCAL, [4, 0, 12, 4])
        for number, buffer in enumerate(buffers):
            buffer.write(np.full(buffer.size // 4, number, np.float32))
        assert [bench.values(buffer) for buffer in buffers] == [[0], [], [2, 2, 2], [3]]
        buffers[0].close()
        assert bench.values(buffers[2]) == [2, 2, 2]
        for buffer in buffers[1:]:
            buffer.close()

    def test_constants_hold_what_they_are_of(self, bench):
        contents = [np.array([1, 2], np.float32).view(np.uint8), np.array([3], np.float32).view(np.uint8)]
        buffers = bench.device.allocator.constants([8, 4], iter(contents))
        assert [bench.values(buffer) for buffer in buffers] == [[1, 2], [3]]
        for buffer in buffers:
            buffer.close()

    def test_no_more_is_allocated_than_can_be(self, bench):
        allocator = bench.device.allocator
        assert allocator.can_allocate(LOCAL, 64)
        assert not allocator.can_allocate(LOCAL, 1 << 62) and not allocator.can_allocate(LOCAL, -1)
        for size in (1 << 62, -1):
            with refused("bytes"):
                allocator.allocate(LOCAL, size)

    def test_ranges_that_leave_a_buffer_are_refused(self, bench):
        buffer = bench.buffer()
        assert buffer.subspan(16, 0).size == 0
        for offset, length in ((4, 16), (-4, 8), (0, -4), (17, 0)):
            with refused("do not lie in a buffer of 16 bytes"):
                buffer.subspan(offset, length)
        with refused("do not lie in"):
            buffer.write(np.zeros(5, np.float32))
        with refused("do not lie in"):
            buffer.read(np.zeros(5, np.float32))

    def test_closed_memory_is_refused(self, bench):
        buffer = bench.device.allocator.allocate(LOCAL, 16)
        part = buffer.subspan(0, 8)
        buffer.close()
        buffer.close()  # once more changes nothing
        array = np.zeros(1, np.float32)
        for use in (buffer.map, buffer.unmap, part.map, lambda: buffer.write(array), lambda: part.read(array)):
            with refused("after it was closed"):
                use()


class TestCommands:
    def test_copies_and_fills(self, bench):
        source, target = bench.buffer([1, 2, 3, 4]), bench.buffer()
        bench.run(bench.recorded(("copy", source.subspan(4, 8), target.subspan(0, 8)), ("fill", target.subspan(12, 4), ONE)))
        assert (bench.values(source), bench.values(target)) == ([1, 2, 3, 4], [2, 3, 0, 1])

    def test_a_dispatch_computes(self, bench):
        source, target = bench.buffer([1, 2, 3, 4]), bench.buffer()
        bench.run(bench.recorded(("dispatch", bench.request(source, target))))
        assert bench.values(target) == [1, 4, 9, 16]

    def test_commands_take_effect_in_order(self, bench):
        one, other = bench.buffer(), bench.buffer()
        request = bench.request(one, other)
        commands = bench.recorded(
            ("fill", one, TWO), ("dispatch", request), ("copy", other, one), ("dispatch", request), ("fill", one.subspan(0, 4), ONE)
        )  # fmt: skip
        bench.run(commands)
        assert (bench.values(one), bench.values(other)) == ([1, 4, 4, 4], [16] * 4)

    def test_what_is_recorded_runs_again_on_what_is_there_then(self, bench):
        source, target = bench.buffer([1, 2, 3, 4]), bench.buffer()
        commands = bench.recorded(("dispatch", bench.request(source, target)))
        bench.run(commands)
        source.write(np.array([5, 6, 7, 8], np.float32))
        bench.run(commands)
        assert bench.values(target) == [25, 36, 49, 64]

    def test_command_buffers_of_a_batch_run_in_order(self, bench):
        one, other = bench.buffer([1, 2, 3, 4]), bench.buffer()
        square, back = bench.recorded(("dispatch", bench.request(one, other))), bench.recorded(("copy", other, one))
        bench.run(square, back, square, back)
        assert bench.values(one) == [1, 16, 81, 256]

    def test_they_are_recorded_once_and_then_submitted(self, bench):
        buffer, commands = bench.buffer(), bench.device.command_buffer()
        for use in (lambda: commands.fill(buffer, 0), commands.end, lambda: bench.submit(commands)):
            with refused("not recorded"):
                use()
        commands.begin()
        for use in (commands.begin, lambda: bench.device.queue.submit([SubmissionBatch((), [commands])])):
            with refused("being recorded"):
                use()
        commands.end()
        for use in (commands.begin, commands.end, lambda: commands.fill(buffer, 0)):
            with refused("recorded"):
                use()
        commands.close()
        with refused("closed"):
            bench.device.queue.submit([SubmissionBatch((), [commands])])

    def test_foreign_and_closed_buffers_are_refused(self, bench):
        own, closed = bench.buffer(), bench.buffer()
        closed.close()
        with bench.driver.create_device() as other:
            foreign = other.allocator.allocate(LOCAL, 16)
            commands = bench.device.command_buffer()
            commands.begin()
            for use in (lambda: commands.copy(foreign, own), lambda: commands.fill(foreign, 0)):
                with refused("another device"):
                    use()
            foreign.close()
        for use in (lambda: commands.copy(own, closed), lambda: commands.fill(closed, 0)):
            with refused("after it was closed"):
                use()

    def test_copies_of_other_sizes_are_refused(self, bench):
        commands = bench.device.command_buffer()
        commands.begin()
        with refused("cannot copy 8 bytes onto 16"):
            commands.copy(bench.buffer().subspan(0, 8), bench.buffer())


class TestTimelines:
    def test_a_fence_comes_to_each_value(self, bench):
        commands = bench.recorded(("fill", bench.buffer(), 0))
        assert bench.fence.query() == 0
        for value in (1, 2, 3):
            assert bench.submit(commands) == value
        assert bench.fence.wait(2) and bench.fence.wait(3) and bench.fence.query() == 3
        assert not bench.fence.wait(4, SHORT)

    def test_values_of_a_fence_only_grow(self, bench):
        fence = bench.device.fence(4)
        for value in (3, 4):
            with refused("only grow"):
                bench.device.queue.submit([SubmissionBatch()], FenceValue(fence, value))
        bench.device.queue.submit([SubmissionBatch()], FenceValue(fence, 7))
        assert fence.wait(5) and fence.query() == 7

    def test_values_of_a_semaphore_only_grow(self, bench):
        semaphore = bench.device.semaphore(2)
        semaphore.signal(5)
        for value in (5, 4):
            with refused("only grow"):
                semaphore.signal(value)
        assert semaphore.query() == 5 and semaphore.wait(3) and not semaphore.wait(6, SHORT)

    def test_what_is_submitted_waits_for_a_signal_that_comes_later(self, bench):
        buffer, semaphore = bench.buffer(), bench.device.semaphore()
        value = bench.submit(bench.recorded(("fill", buffer, ONE)), waits=[SemaphoreValue(semaphore, 2)])
        semaphore.signal(1)
        assert not bench.fence.wait(value, SHORT)
        semaphore.signal(2)
        assert bench.fence.wait(value) and bench.values(buffer) == [1] * 4

    def test_it_may_come_from_another_thread(self, bench):
        semaphore = bench.device.semaphore()
        value = bench.submit(bench.recorded(("fill", bench.buffer(), ONE)), waits=[SemaphoreValue(semaphore, 1)])
        thread = threading.Timer(SHORT, semaphore.signal, [1])
        thread.start()
        assert bench.fence.wait(value)
        thread.join()

    def test_batches_signal_what_others_wait_for(self, bench):
        buffer, semaphore = bench.buffer(), bench.device.semaphore()
        first, second = bench.recorded(("fill", buffer, ONE)), bench.recorded(("fill", buffer.subspan(0, 8), TWO))
        batches = [
            SubmissionBatch((), [first], [SemaphoreValue(semaphore, 1)]),
            SubmissionBatch([SemaphoreValue(semaphore, 1)], [second], [SemaphoreValue(semaphore, 2)]),
        ]
        bench.device.queue.submit(batches, FenceValue(bench.fence, 1))
        assert bench.fence.wait(1) and semaphore.wait(2) and semaphore.query() == 2
        assert bench.values(buffer) == [2, 2, 1, 1]

    def test_a_device_that_is_waited_for_has_done_all(self, bench):
        buffer = bench.buffer()
        bench.submit(bench.recorded(("fill", buffer, ONE)))
        bench.device.wait_idle()
        assert bench.values(buffer) == [1] * 4


class TestEvents:
    def test_what_stands_behind_a_wait_sees_what_stands_in_front_of_the_signal(self, bench):
        one, other, event = bench.buffer(), bench.buffer([1, 2, 3, 4]), bench.device.event()
        request, third = bench.request(other, one), bench.buffer()
        commands = bench.recorded(
            ("dispatch", request), ("signal_event", event), ("fill", other, TWO), ("wait_events", [event]), ("copy", one, third)
        )  # fmt: skip
        for copied in ([1, 4, 9, 16], [4] * 4):  # the second run begins with an event that is not signalled
            bench.run(commands)
            assert (bench.values(third), bench.values(other)) == (copied, [2] * 4)

    @pytest.mark.parametrize(
        "barriers", [(), (MemoryBarrier(AccessScope.DISPATCH_WRITE, ALL_ACCESS),), (MemoryBarrier(AccessScope.TRANSFER_WRITE),)]
    )
    @pytest.mark.parametrize("stages", [*ExecutionStage, ALL_STAGES])
    def test_commands_take_effect_in_order_whatever_is_left_out(self, bench, stages, barriers):
        buffers, event = [bench.buffer([1, 2, 3, 4]), bench.buffer(), bench.buffer()], bench.device.event()
        first, second = bench.request(*buffers[:2]), bench.request(*buffers[1:])
        bench.run(bench.recorded(
            ("dispatch", first), ("signal_event", event, stages), ("wait_events", [event], stages, barriers), ("dispatch", second),
            ("copy", buffers[2], buffers[0]),
        ))  # fmt: skip
        assert bench.values(buffers[2]) == bench.values(buffers[0]) == [1, 16, 81, 256]

    def test_one_that_was_reset_is_signalled_again(self, bench):
        buffer, event = bench.buffer(), bench.device.event()
        target = bench.buffer()
        steps = [("fill", buffer, ONE), ("signal_event", event), ("wait_events", [event]), ("copy", buffer, target)]
        bench.run(bench.recorded(*steps, ("reset_event", event), ("fill", buffer, TWO), *steps[1:]))
        assert bench.values(target) == [2] * 4

    def test_one_waits_for_several(self, bench):
        source, middle, target = bench.buffer([1, 2, 3, 4]), bench.buffer(), bench.buffer()
        events = [bench.device.event() for _ in range(3)]
        bench.run(bench.recorded(
            ("copy", source.subspan(0, 8), middle.subspan(8, 8)), ("signal_event", events[0]), ("signal_event", events[2]),
            ("fill", middle.subspan(0, 8), TWO), ("signal_event", events[1], ExecutionStage.TRANSFER), ("wait_events", events[:2]),
            ("copy", middle, target), ("wait_events", []),
        ))  # fmt: skip
        assert bench.values(target) == [2, 2, 1, 2]

    def test_a_wait_that_none_signals_is_refused(self, bench):
        event, commands = bench.device.event(), bench.device.command_buffer()
        with refused("not recorded"):
            commands.signal_event(event)
        commands.begin()
        with refused("none before them signals"):
            commands.wait_events([event])
        commands.signal_event(event)
        with refused("signalled twice"):
            commands.signal_event(event)
        commands.wait_events([event])
        commands.reset_event(event)
        with refused("none before them signals"):
            commands.wait_events([event])

    def test_it_belongs_to_one_command_buffer(self, bench):
        event, commands = bench.device.event(), bench.device.command_buffer()
        first = bench.recorded(("signal_event", event))
        commands.begin()
        with refused("one command buffer and is given to another"):
            commands.signal_event(event)
        first.close()
        commands.signal_event(event)

    def test_foreign_and_closed_ones_are_refused(self, bench):
        event, commands = bench.device.event(), bench.device.command_buffer()
        commands.begin()
        with bench.driver.create_device() as other, refused("event of another device"):
            commands.signal_event(other.event())
        commands.signal_event(event)
        commands.end()
        event.close()
        event.close()  # once more changes nothing
        with refused("an event was closed"):
            bench.submit(commands)
        again = bench.device.command_buffer()
        again.begin()
        with refused("after it was closed"):
            again.signal_event(event)


class TestBinarySemaphores:
    def batch(self, *commands, waits=(), signals=()):
        return SubmissionBatch(waits, commands, signals)

    def test_each_signal_is_for_one_wait(self, bench):
        buffer, semaphore = bench.buffer(), bench.device.binary_semaphore()
        first, second = bench.recorded(("fill", buffer, ONE)), bench.recorded(("fill", buffer.subspan(0, 8), TWO))
        for _ in range(2):
            bench.submit(first, signals=[semaphore])
            assert semaphore.is_signalled
            assert bench.fence.wait(bench.submit(second, waits=[semaphore])) and not semaphore.is_signalled
            assert bench.values(buffer) == [2, 2, 1, 1]

    def test_batches_of_one_submission(self, bench):
        buffer, semaphore = bench.buffer(), bench.device.binary_semaphore()
        one, two = bench.recorded(("fill", buffer, ONE)), bench.recorded(("fill", buffer.subspan(0, 8), TWO))
        batches = [self.batch(one, signals=[semaphore]), self.batch(two, waits=[semaphore], signals=[semaphore])]
        bench.device.queue.submit(batches, FenceValue(bench.fence, 1))
        assert bench.fence.wait(1) and semaphore.is_signalled and bench.values(buffer) == [2, 2, 1, 1]
        bench.device.queue.submit([self.batch(one, waits=[semaphore])], FenceValue(bench.fence, 2))
        assert bench.fence.wait(2) and bench.values(buffer) == [1] * 4

    def test_beside_a_timeline(self, bench):
        semaphore, timeline = bench.device.binary_semaphore(), bench.device.semaphore()
        bench.submit(signals=[semaphore, SemaphoreValue(timeline, 1)])
        last = bench.submit(waits=[SemaphoreValue(timeline, 1), semaphore], signals=[SemaphoreValue(timeline, 2)])
        assert bench.fence.wait(last) and timeline.wait(2) and timeline.query() == 2

    def test_a_wait_without_a_signal_is_refused(self, bench):
        semaphore = bench.device.binary_semaphore()
        with refused("no batch before it signals"):
            bench.submit(waits=[semaphore])
        with refused("no batch before it signals"):  # nor does the batch itself, nor one behind it
            bench.device.queue.submit([self.batch(waits=[semaphore], signals=[semaphore]), self.batch(signals=[semaphore])])
        bench.run_empty(signals=[semaphore])
        with refused("no batch before it signals"):  # one signal is for one
            bench.device.queue.submit([self.batch(waits=[semaphore]), self.batch(waits=[semaphore])])
        assert semaphore.is_signalled  # nothing of what was refused has been submitted
        bench.run_empty(waits=[semaphore])

    def test_a_second_signal_is_refused(self, bench):
        semaphore = bench.device.binary_semaphore()
        bench.run_empty(signals=[semaphore])
        with refused("signalled twice"):
            bench.submit(signals=[semaphore])
        bench.run_empty(waits=[semaphore])
        bench.run_empty(signals=[semaphore])

    def test_what_signals_it_does_not_wait_for_what_may_not_come(self, bench):
        """Nor what is submitted behind such a batch, or waits for what it brings."""
        semaphore, host, other = bench.device.binary_semaphore(), bench.device.semaphore(), bench.device.semaphore()
        late = "nothing submitted so far brings"
        with refused(late):
            bench.submit(waits=[SemaphoreValue(host, 1)], signals=[semaphore])
        last = bench.submit(waits=[SemaphoreValue(host, 1)], signals=[SemaphoreValue(other, 1)])
        with refused(late):
            bench.submit(signals=[semaphore])
        for queue in bench.device.transfer_queues:
            with refused(late):
                queue.submit([self.batch(waits=[SemaphoreValue(other, 1)], signals=[semaphore])])
        host.signal(1)
        assert bench.fence.wait(last)
        bench.run_empty(signals=[semaphore], waits=[SemaphoreValue(other, 1)])

    def test_those_of_another_device_are_refused(self, bench):
        if bench.device.queue.submit.__qualname__ == HostQueue.submit.__qualname__:
            pytest.skip("binary semaphores of the host are those of all its devices")
        with bench.driver.create_device() as other, refused("another device"):
            bench.submit(signals=[other.binary_semaphore()])


class TestQueues:
    def test_copies_run_beside_dispatches(self, bench):
        one, other, third = bench.buffer([1, 2, 3, 4]), bench.buffer(), bench.buffer()
        squares, back = bench.recorded(("dispatch", bench.request(one, other))), bench.recorded(("copy", other, third))
        done, copied = bench.device.binary_semaphore(), bench.device.semaphore()
        bench.device.dispatch_queues[-1].submit([SubmissionBatch((), [squares], [done])])
        bench.device.transfer_queues[0].submit([SubmissionBatch([done], [back], [SemaphoreValue(copied, 1)])])
        assert bench.fence.wait(bench.submit(bench.recorded(("fill", other, 0)), waits=[SemaphoreValue(copied, 1)]))
        assert (bench.values(third), bench.values(other)) == ([1, 4, 9, 16], [0] * 4)

    def test_copies_go_to_any_queue(self, bench):
        source, target = bench.buffer([1, 2, 3, 4]), bench.buffer()
        commands = bench.recorded(("copy", source, target))
        for number, queue in enumerate((*bench.device.dispatch_queues, *bench.device.transfer_queues)):
            source.write(np.full(4, number, np.float32))
            queue.submit([SubmissionBatch((), [commands])])
            bench.device.wait_idle()
            assert bench.values(target) == [number] * 4

    def test_queues_of_copies_take_no_dispatches(self, bench):
        buffers = bench.buffer([1, 2, 3, 4]), bench.buffer()
        commands = bench.recorded(("dispatch", bench.request(*buffers)))
        for queue in bench.device.transfer_queues:
            if queue not in bench.device.dispatch_queues:
                with refused("only copies"):
                    queue.submit([SubmissionBatch((), [commands])])

    def test_a_wait_may_come_to_one_queue_before_another_is_given_the_signal(self, bench):
        transfers, semaphore, buffer = bench.device.transfer_queues[0], bench.device.semaphore(), bench.buffer()
        if transfers is bench.device.queue:
            pytest.skip("the device has one queue, in which the wait stands in front of the signal")
        last = bench.submit(bench.recorded(("fill", buffer.subspan(0, 8), TWO)), waits=[SemaphoreValue(semaphore, 1)])
        assert not bench.fence.wait(last, SHORT)
        transfers.submit([SubmissionBatch((), [bench.recorded(("fill", buffer, ONE))], [SemaphoreValue(semaphore, 1)])])
        assert bench.fence.wait(last) and bench.values(buffer) == [2, 2, 1, 1]

    def test_events_and_fences_are_of_one_queue(self, bench):
        transfers = bench.device.transfer_queues[0]
        if transfers is bench.device.queue:
            pytest.skip("the device has one queue")
        commands = bench.recorded(("signal_event", bench.device.event()))
        bench.run(commands)
        with refused("events is submitted to two queues"):
            transfers.submit([SubmissionBatch((), [commands])])
        with refused("fence is given values by two queues"):
            transfers.submit([SubmissionBatch()], FenceValue(bench.fence, bench.count + 1))
        bench.run(commands)


class TestCalls:
    """A program of one recording, with inputs and outputs that take turns."""

    @pytest.fixture
    def rotation(self, bench):
        bench.square()
        func = next(op for op in bench.module.body if op.name == "func.func")
        program = SequenceProgram(Resident(bench.device, Bodies(), bench.cache), func, [value.type for value in func.body.arguments])
        bench.stack.callback(program.close)
        made = Rotation(bench.device, program.recording, 2)
        bench.stack.callback(made.close)
        return made

    def begun(self, rotation, *values, **semaphores):
        return rotation.begin([np.array(values, np.float32)], **semaphores)

    def test_outputs_are_those_of_their_call(self, rotation):
        first, second = self.begun(rotation, 1, 2, 3, 4), self.begun(rotation, 5, 6, 7, 8)
        assert [array.tolist() for array in first()] == [[1, 4, 9, 16]]
        third = self.begun(rotation, 0, -1, 0.5, 2)
        assert [array.tolist() for array in second()] == [[25, 36, 49, 64]]
        assert [array.tolist() for array in third()] == [[0, 1, 0.25, 4]]

    def test_a_call_waits_for_a_semaphore_and_signals_another(self, bench, rotation):
        given, done = bench.device.semaphore(), bench.device.semaphore()
        result = self.begun(rotation, 1, 2, 3, 4, waits=[SemaphoreValue(given, 1)], signals=[SemaphoreValue(done, 3)])
        assert not done.wait(3, SHORT) and done.query() == 0
        given.signal(1)
        assert done.wait(3) and result()[0].tolist() == [1, 4, 9, 16]

    def test_what_waits_is_followed_by_what_does_not(self, bench, rotation):
        given = bench.device.semaphore()
        first = self.begun(rotation, 1, 2, 3, 4, waits=[SemaphoreValue(given, 1)])
        second = self.begun(rotation, 5, 6, 7, 8)
        given.signal(1)
        assert (first()[0].tolist(), second()[0].tolist()) == ([1, 4, 9, 16], [25, 36, 49, 64])


class TestExecutables:
    def test_the_same_one_is_prepared_once(self, bench):
        ready, groups, key = bench.square()
        assert bench.cache.prepare(*key) is ready and len(groups) == 3
        assert bench.device.executable_cache().prepare(*key) is not ready

    def test_one_of_no_format_that_it_takes_is_refused(self, bench):
        _, _, (executable, entry) = bench.square()
        for op in list(executable.body):
            if op.name == "iree.executable" and op.get("format") in bench.cache.formats:
                op.erase()
        with bench.driver.create_device() as other, refused("multi_arch_executable"):
            other.executable_cache().prepare(executable, entry)
