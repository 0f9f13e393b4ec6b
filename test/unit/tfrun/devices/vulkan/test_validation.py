"""What the validation layer reports is told and ends with an error; the tests are skipped where it is not installed."""

import pytest
from device_calls import lowered
from tfir.dialects import lookup
from tfir.hal.barriers import ExecutionStage
from tfir.hal.buffers import MemoryType
from tfir.hal.submission import FenceValue, SemaphoreValue, SubmissionBatch
from tfir.text.printer import PrintOptions, print_operation

from tfrun.main import main

SUM = """func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}"""


@pytest.fixture
def messenger(facts):
    from tfrun.devices.vulkan.api import VulkanError
    from tfrun.devices.vulkan.validation import Messenger

    try:
        return Messenger()
    except VulkanError as missing:
        pytest.skip(str(missing))


def test_events_and_semaphores(messenger):
    """Events that are signalled, awaited, reset and signalled again, in a command buffer that runs twice, and binary semaphores beside timelines."""
    from tfrun.devices.vulkan.device import Device, Instance, choose_device

    with Instance(messenger) as instance, Device(choose_device(instance.devices())) as device:
        one, other = device.allocator.allocate_all(MemoryType.HOST_LOCAL, [64, 64])
        event, commands, fence = device.event(), device.command_buffer(), device.fence()
        commands.begin()
        for source, target in ((one, other), (other, one)):
            commands.copy(source, target)
            commands.signal_event(event, ExecutionStage.TRANSFER)
            commands.wait_events([event])
            commands.reset_event(event)
        commands.signal_event(event)
        commands.end()
        done, timeline = device.binary_semaphore(), device.semaphore()
        signals, waits = [SemaphoreValue(timeline, 1), done], [done, SemaphoreValue(timeline, 1)]
        batches = [SubmissionBatch((), [commands], signals), SubmissionBatch(waits, [commands])]
        device.queue.submit(batches, FenceValue(fence, 1))
        assert fence.wait(1)
        event.close()
        done.close()
    messenger.check()


def test_a_buffer_of_no_bytes(messenger, capfd):
    """VUID-VkBufferCreateInfo-size-00912: size must be greater than 0."""
    from tfrun.devices.vulkan.api import NULL, Struct, VulkanError, lib
    from tfrun.devices.vulkan.device import Device, Instance, choose_device
    from tfrun.devices.vulkan.memory import USAGE

    with Instance(messenger) as instance, Device(choose_device(instance.devices())) as device:
        made = device.create("vkCreateBuffer", "VkBuffer", Struct("VkBufferCreateInfo", size=64, usage=USAGE))
        lib.vkDestroyBuffer(device.handle, made, NULL)
        messenger.check()
        device.create("vkCreateBuffer", "VkBuffer", Struct("VkBufferCreateInfo", size=0, usage=USAGE))
    assert "VUID-VkBufferCreateInfo-size-00912" in capfd.readouterr().err
    with pytest.raises(VulkanError, match="the validation layer reported"):
        messenger.check()


def test_a_program_in_order(messenger, tmp_path, capfd):
    path = tmp_path / "lowered.mlir"
    path.write_text(print_operation(lowered(SUM, "lavapipe"), lookup, PrintOptions(keep_names=True)))
    assert main([str(path), "--device=vulkan", "--validate", "--input=8xf32=1", "--expected-output=8xf32=2"]) == 0
    assert capfd.readouterr().err == ""


def test_other_devices_are_not_validated(tmp_path, capfd):
    path = tmp_path / "sum.mlir"
    path.write_text(SUM)
    assert main([str(path), "--device=interpreter", "--validate", "--input=8xf32=1"]) == 2
    assert "--validate: not with --device=interpreter, but with --device=vulkan" in capfd.readouterr().err
