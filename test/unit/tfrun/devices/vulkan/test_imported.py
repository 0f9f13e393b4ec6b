"""Constants as memory of the device where the host has them: which are taken in place, which are copied, and what kernels read of either."""

import mmap
from dataclasses import replace

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.entry import find_entry
from tfir.module_file.reading import ModuleFile
from tfir.module_file.writing import module_file

SIZE = 1 << 17


@pytest.fixture
def allocator(device):
    if not device.facts.unified_memory or not device.facts.host_memory_alignment:
        pytest.skip("needs a device that takes pages of the host's")
    return device.allocator


@pytest.fixture
def mapped(tmp_path):
    """A file of three times SIZE bytes, mapped."""
    path = tmp_path / "constants"
    path.write_bytes(np.arange(3 * SIZE // 4, dtype="<u4").tobytes())
    with open(path, "rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def address(array) -> int:
    return array.ctypes.data


def contents_of(buffers):
    return [bytes(buffer.map()) for buffer in buffers]


def test_what_lies_in_pages_behind_each_other_is_one_buffer_in_place(allocator, mapped):
    parts = [mapped[SIZE : 2 * SIZE], mapped[64:128], mapped[2 * SIZE + 64 : 2 * SIZE + 64 + 20]]
    first, second, third = allocator.constants([part.size for part in parts], iter(parts))
    assert [address(each.map()) for each in (first, third)] == [address(parts[0]), address(parts[2])]
    assert first.buffer is third.buffer and second.buffer is not first.buffer
    assert contents_of([first, second, third]) == [bytes(part) for part in parts]
    assert third.room >= 32, "kernels read groups of four elements"


@pytest.mark.parametrize("part", [slice(64, 64 + 1000), slice(4, 4 + SIZE), slice(0, 0)], ids=["small", "not aligned", "empty"])
def test_other_constants_are_copied(allocator, mapped, part):
    (buffer,) = allocator.constants([mapped[part].size], [mapped[part]])
    assert address(buffer.map()) != address(mapped[part])
    assert contents_of([buffer]) == [bytes(mapped[part])]


def test_what_the_device_does_not_take_is_copied(allocator, mapped, monkeypatch):
    from tfrun.devices.vulkan.api import VulkanError
    from tfrun.devices.vulkan.imported import ImportedBuffer

    def refuse(_):
        raise VulkanError("VK_ERROR_INVALID_EXTERNAL_HANDLE")

    monkeypatch.setattr(ImportedBuffer, "_bits_of_pages", refuse)
    (buffer,) = allocator.constants([SIZE], [mapped[:SIZE]])
    assert address(buffer.map()) != address(mapped)
    assert contents_of([buffer]) == [bytes(mapped[:SIZE])]


def test_runs_end_where_pages_lie_between_and_where_they_are_too_large():
    from tfrun.devices.vulkan.imported import runs

    array = np.zeros(1 << 16, np.uint8)
    start = -address(array) % 4096
    parts = [array[start + at : start + at + 100] for at in (0, 4096, 12288, 16384, 20480)]
    numbers = [[number for number, _ in run] for run in runs(enumerate(parts), 4096, 1 << 30)]
    assert numbers == [[0, 1], [2, 3, 4]]
    assert len(list(runs(enumerate(parts), 4096, 4 * 4096))) == 3


def test_a_device_without_the_extension_copies(facts, mapped):
    from tfrun.devices.vulkan.device import Device

    with Device(replace(facts, host_memory_alignment=0)) as device:
        (buffer,) = device.allocator.constants([SIZE], [mapped[:SIZE]])
        assert address(buffer.map()) != address(mapped)


def test_a_program_of_a_mapped_file_reads_its_constants_there(allocator, tmp_path):
    """256 columns of 128 rows, and the rows behind them."""
    weights = np.arange(256 * 128, dtype="f4") % 7
    text = f"""func.func @main(%x: tensor<256xf32>) -> (tensor<128xf32>, tensor<128xf32>) {{
      %0 = stablehlo.constant dense<"0x{weights.tobytes().hex().upper()}"> : tensor<256x128xf32>
      %1 = stablehlo.constant dense<"0x{weights[:128].tobytes().hex().upper()}"> : tensor<128xf32>
      %2 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<256xf32>, tensor<256x128xf32>) -> tensor<128xf32>
      %3 = stablehlo.negate %1 : tensor<128xf32>
      %4 = stablehlo.add %2, %1 : tensor<128xf32>
      %5 = stablehlo.add %3, %2 : tensor<128xf32>
      return %4, %5 : tensor<128xf32>, tensor<128xf32>
    }}"""
    path = tmp_path / "program.tfm"
    path.write_bytes(b"".join(map(bytes, module_file(lowered(text, "lavapipe"), 0, "program"))))
    from tfrun.devices.vulkan.executor import VulkanProgram

    with open(path, "rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    with VulkanProgram(allocator.device, find_entry(ModuleFile(data, "program").module).func) as program:
        x = np.arange(256, dtype="f4") % 3
        first, second = program([x])
    expected = x @ weights.reshape(256, 128)
    np.testing.assert_array_equal(first, expected + weights[:128])
    np.testing.assert_array_equal(second, expected - weights[:128])
