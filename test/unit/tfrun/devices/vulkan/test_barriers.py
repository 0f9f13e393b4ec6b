"""Barriers that a device records are those that `--iree-mark-barriers` shows, and fewer where commands wait for events."""

import numpy as np
import pytest
from device_calls import call, lowered
from tfir.hal.barriers import ALL_STAGES, AccessScope, ExecutionStage, MemoryBarrier
from tfir.hal.buffers import MemoryType

from tfopt.stablehlo_to_iree.iree_mark_barriers import MARK, iree_mark_barriers
from tfrun.devices.vulkan.commands import CommandBuffer

# Two products of one matrix by others, which wait for nothing, and one of both.
PRODUCTS = """func.func @main(%x: tensor<32x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}"""


def test_products_of_one_matrix_are_side_by_side(monkeypatch):
    """A product adds up in memory of its own, which is no buffer that another one could read."""
    recorded = []
    original = CommandBuffer._record

    def record(self, *arguments):
        original(self, *arguments)
        recorded.append(self.barriers)

    monkeypatch.setattr(CommandBuffer, "_record", record)
    module = lowered(PRODUCTS, "lavapipe", "vulkan")
    x, v, w = [np.random.default_rng(1).standard_normal(shape).astype("f4") for shape in ((32, 64), (64, 64), (64, 64))]
    ((answer,),) = call(module, "vulkan", [[x, v, w]])
    np.testing.assert_allclose(answer, (x @ v).T @ (x @ w), rtol=1e-3, atol=1e-3)
    iree_mark_barriers(module)
    assert recorded == [len([op for op in module.walk() if MARK in op.attributes])] == [1]


COPIES, SHADERS = ExecutionStage.TRANSFER, ExecutionStage.DISPATCH
WAITS = {  # stages in front, stages behind, what is seen of memory, and whether a barrier is needed all the same
    "of all": (ALL_STAGES, ALL_STAGES, [MemoryBarrier()], 0),
    "of copies": (COPIES, ALL_STAGES, [MemoryBarrier(AccessScope.TRANSFER_WRITE)], 0),
    "of what has two barriers": (
        COPIES,
        ALL_STAGES,
        [MemoryBarrier(AccessScope.DISPATCH_WRITE), MemoryBarrier(AccessScope.TRANSFER_WRITE)],
        0,
    ),
    "of dispatches": (SHADERS, ALL_STAGES, [MemoryBarrier()], 1),
    "by dispatches": (ALL_STAGES, SHADERS, [MemoryBarrier()], 1),
    "which see nothing": (ALL_STAGES, ALL_STAGES, [], 1),
    "which see what dispatches wrote": (ALL_STAGES, ALL_STAGES, [MemoryBarrier(AccessScope.DISPATCH_WRITE)], 1),
    "where dispatches see it": (ALL_STAGES, ALL_STAGES, [MemoryBarrier(target=AccessScope.DISPATCH_READ)], 1),
}


@pytest.mark.parametrize("case", WAITS.values(), ids=WAITS)
@pytest.mark.parametrize("is_read", [False, True], ids=["after a write", "after a read"])
def test_a_wait_for_an_event_takes_the_place_of_a_barrier(device, case, is_read):
    """Where it orders what the barrier would: an overwrite after a read needs to see nothing of memory."""
    before, behind, barriers, needed = case
    one, other, third = device.allocator.allocate_all(MemoryType.HOST_LOCAL, [16] * 3)
    event, commands = device.event(), device.command_buffer()
    commands.begin()
    commands.copy(one, other)
    commands.signal_event(event, before)
    commands.wait_events([event], behind, barriers)
    commands.copy(third, one) if is_read else commands.copy(other, third)
    commands.end()
    in_order = before & COPIES and behind == ALL_STAGES
    assert commands.barriers == (0 if is_read and in_order else needed)


def test_what_stands_behind_the_signal_needs_its_barrier(device):
    one, other, third = device.allocator.allocate_all(MemoryType.HOST_LOCAL, [16] * 3)
    event, commands = device.event(), device.command_buffer()
    commands.begin()
    commands.signal_event(event)
    commands.copy(one, other)
    commands.wait_events([event])
    commands.copy(other, third)
    commands.end()
    assert commands.barriers == 1
