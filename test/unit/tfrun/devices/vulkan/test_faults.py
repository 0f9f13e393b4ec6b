"""Each call of a session fails in turn, for lack of memory or because the device is lost, or is broken off: an error of this tool's comes of it,
whatever was made is destroyed, once and before what it was made of, and afterwards there are right numbers."""

import sys
from itertools import count

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.entry import Entry, find_entry
from tfir.hal.buffers import MemoryType
from tfir.hal.submission import FenceValue, SubmissionBatch
from tfir.ir.diagnostics import Error

HOST_MEMORY, DEVICE_MEMORY, LOST = -1, -2, -4  # of VkResult, by the specification
NAMES = {HOST_MEMORY: "VK_ERROR_OUT_OF_HOST_MEMORY", DEVICE_MEMORY: "VK_ERROR_OUT_OF_DEVICE_MEMORY", LOST: "VK_ERROR_DEVICE_LOST"}
ROOM = "tfrun.devices.vulkan"
PROGRAM = """func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %1 = stablehlo.add %x, %0 : tensor<5xf32>
  return %1 : tensor<5xf32>
}"""
UNNEEDED = {"vkDeviceWaitIdle", "vkCreatePipelineCache", "vkGetPipelineCacheData"}  # what a program ends well without
FEWEST = 15  # calls of any run
INPUT, OUTPUT = np.full(5, 10, "f4"), [11, 12, 13, 14, 15]


class Loader:
    """Stands in front of Vulkan's functions: counts those that can fail, fails the one of a number, and knows what is there. What waits on a device
    that was lost must not be asked."""

    def __init__(self, lib, ffi, number: int | None = None, fault=None):
        self.lib, self.ffi, self.number, self.fault = lib, ffi, number, fault
        self.count, self.failed, self.alive, self.device = 0, "", [], None

    def __getattr__(self, name: str):
        function = getattr(self.lib, name)
        return (lambda *arguments: self.called(name, function, arguments)) if name.startswith("vk") else function

    def called(self, name: str, function, arguments):
        if self.fault == LOST and self.failed:
            assert "Wait" not in name, f"{name} waits for a device that is lost"
        if name.startswith(("vkDestroy", "vkFree")):
            self.gone(arguments[-2])
        elif self.ffi.typeof(function).result.kind == "enum":
            self.count += 1
            if self.count == self.number:
                self.failed = name
                if self.device is not None and (self.fault == LOST or name == "vkDeviceWaitIdle"):
                    self.lib.vkDeviceWaitIdle(self.device)  # a device that is lost, or was waited for, does nothing more
                if isinstance(self.fault, type):
                    raise self.fault
                return self.fault
        code = function(*arguments)
        if name.startswith("vkCreate") or name == "vkAllocateMemory":
            self.alive.append(self.number_of(arguments[-1][0]))
        if name == "vkCreateDevice":
            self.device = arguments[-1][0]
        return code

    def gone(self, handle):
        number = self.number_of(handle)
        assert number in self.alive, "destroyed twice"
        if self.ffi.typeof(handle).cname.startswith(("struct VkDevice_T", "struct VkInstance_T")):
            assert self.alive[-1] == number, "destroyed before what was made of it"
        self.alive.remove(number)

    def number_of(self, handle) -> int:
        return int(self.ffi.cast("uintptr_t", handle))


@pytest.fixture
def func(facts):
    return find_entry(lowered(PROGRAM, "lavapipe", "vulkan")).func


def of_tool(facts, func):
    """As tf-run has it, from the loader on, with files of pipelines."""
    from tfrun.devices.vulkan import program_of

    with program_of(Entry(func), str(facts.index), digest=b"module") as program:
        return [program([INPUT])[0].tolist() for _ in range(2)]


def on_device(host_visible, has_timelines):
    def on_device(facts, func):
        from tfrun.devices.vulkan.device import Device
        from tfrun.devices.vulkan.executor import VulkanProgram

        with Device(facts, host_visible, has_timelines) as device, VulkanProgram(device, func) as program:
            answers = [program([INPUT]), *program.in_flight([[INPUT]] * 3, 2)]
        for error in [each for each in answers if isinstance(each, Error)]:
            raise error
        return [outputs[0].tolist() for outputs in answers]

    return on_device


def ordered(has_timelines):
    """What no program needs: events, binary semaphores, all queues."""

    def ordered(facts, func):
        from tfrun.devices.vulkan.device import Device

        with Device(facts, has_timelines=has_timelines) as device:
            source, target = device.allocator.allocate_all(MemoryType.HOST_LOCAL, [20, 20])
            event, done, fence, commands = device.event(), device.binary_semaphore(), device.fence(), device.command_buffer()
            source.write(np.array(OUTPUT, "f4"))
            commands.begin()
            commands.copy(source, target)
            commands.signal_event(event)
            commands.wait_events([event])
            commands.copy(target, source)
            commands.end()
            device.transfer_queues[0].submit([SubmissionBatch((), [commands], [done])])
            device.queue.submit([SubmissionBatch([done])], FenceValue(fence, 1))
            assert fence.wait(1)
            event.close()
            done.close()
            source.read(answer := np.empty(5, "f4"))
            return [answer.tolist()]

    return ordered


RUNS = {"the tool": of_tool, "staged": on_device(False, None), "without timelines": on_device(False, False)}
RUNS |= {"ordered": ordered(True), "ordered without timelines": ordered(False)}


@pytest.fixture
def attempt(facts, func, monkeypatch, tmp_path):
    """Runs a program with a call that fails: which calls there were, and the answers, where there was no error."""
    from tfrun.devices.vulkan.api import ffi, lib

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def attempt(run, number=None, fault=None):
        loader = Loader(lib, ffi, number, fault)
        with monkeypatch.context() as patch:
            for name, module in [*sys.modules.items()]:
                if name.startswith(ROOM) and hasattr(module, "lib"):
                    patch.setattr(module, "lib", loader)
            try:
                answers, error = run(facts, func), None
            except (Error, KeyboardInterrupt) as raised:
                answers, error = [], raised
        # A device that is at work cannot be destroyed: an interrupt of the wait for that leaves it.
        assert not loader.alive or (fault is KeyboardInterrupt and loader.failed == "vkDeviceWaitIdle"), loader.failed
        return loader, answers, error

    return attempt


def each_failing(attempt, run, fault):
    """What comes of each call that fails in turn. How many there are is a matter of time, since programs ask what has run by now: the last run is the one
    in which the call of its number is not made."""
    for number in count(1):
        loader, answers, error = attempt(run, number, fault)
        if not loader.failed:
            assert number > FEWEST and error is None and all(answer == OUTPUT for answer in answers)
            return
        yield loader, answers, error


@pytest.mark.sweep
@pytest.mark.parametrize("fault", NAMES, ids=NAMES.get)
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_each_call_fails_in_turn(attempt, run, fault):
    answers = attempt(run)[1]
    assert answers and all(answer == OUTPUT for answer in answers)
    for loader, answers, error in each_failing(attempt, run, fault):
        assert NAMES[fault] in str(error) if error else all(answer == OUTPUT for answer in answers), loader.failed
        assert error or loader.failed in UNNEEDED
    assert attempt(run)[1][0] == OUTPUT


@pytest.mark.parametrize("name", ["staged", "without timelines", "ordered", "ordered without timelines"])
def test_each_call_is_broken_off(attempt, name):
    for loader, _, error in each_failing(attempt, RUNS[name], KeyboardInterrupt):
        assert isinstance(error, KeyboardInterrupt), loader.failed
    assert attempt(RUNS[name])[1][0] == OUTPUT


@pytest.mark.parametrize("fault", [HOST_MEMORY, DEVICE_MEMORY], ids=NAMES.get)
def test_the_next_call_goes_well(facts, func, attempt, fault):
    """Memory that was short in one call may be there in the next."""
    from tfrun.devices.vulkan.device import Device
    from tfrun.devices.vulkan.executor import VulkanProgram

    def run(facts, func):
        with Device(facts, host_visible=False) as device, VulkanProgram(device, func) as program:
            try:
                return [program([INPUT])[0].tolist()]
            except Error:
                return [program([INPUT])[0].tolist()]

    answers = [*each_failing(attempt, run, fault)]
    assert all(error or found == [OUTPUT] for _, found, error in answers)
    assert sum(error is None for *_, error in answers) > len(answers) // 3
