"""Which queues a device has, by families that drivers list; flags are those of the specification: 1 draws, 2 computes, 4 copies, 8 binds sparse memory."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tfir.hal.barriers import ALL_ACCESS, ALL_STAGES, AccessScope, ExecutionStage

LISTED = {  # flags and counts, then (family, queues) that are opened
    "lavapipe": ([(7, 1)], [(0, 1)]),
    "one that has an engine for copies": ([(15, 16), (12, 2), (14, 8), (44, 1)], [(2, 2), (1, 2)]),
    "one that computes beside the display": ([(15, 1), (14, 4), (12, 2)], [(1, 2), (2, 2)]),
    "one whose copies are those of the family that computes": ([(7, 1), (6, 1)], [(1, 1)]),
    "one that only computes and says no more": ([(2, 3)], [(0, 2)]),  # what computes copies too
}


@pytest.fixture
def families(facts):
    from tfrun.devices.vulkan.families import QueueFamily

    return lambda listed: tuple([QueueFamily(index, flags, count) for index, (flags, count) in enumerate(listed)])


@pytest.mark.parametrize(("listed", "opened"), LISTED.values(), ids=LISTED)
def test_families_that_are_opened(facts, families, listed, opened):
    from tfrun.devices.vulkan.device import queue_information

    chosen = replace(facts, queue_families=families(listed))
    told = [queue_information(family) for family in chosen.opened_families]
    assert chosen.usable and [(each.pointer.queueFamilyIndex, each.pointer.queueCount) for each in told] == opened
    assert all(list(each.pointer.pQueuePriorities[0 : each.pointer.queueCount]) == [1.0] * each.pointer.queueCount for each in told)


def test_a_device_that_does_not_compute_is_of_no_use(facts, families):
    assert not replace(facts, queue_families=families([(5, 1), (4, 1)])).usable


@pytest.mark.parametrize(("listed", "shared"), [([(7, 1)], []), ([(15, 16), (12, 2), (14, 8)], [2, 1])])
def test_queues_of_two_families_share_buffers(facts, families, listed, shared):
    from tfrun.devices.vulkan.memory import Buffer

    device = SimpleNamespace(facts=replace(facts, queue_families=families(listed)))
    told = Buffer._information(SimpleNamespace(device=device, size=64)).pointer
    assert [told.pQueueFamilyIndices[at] for at in range(told.queueFamilyIndexCount)] == shared
    assert told.sharingMode == (1 if shared else 0)  # VK_SHARING_MODE_CONCURRENT


def test_a_queue_that_does_not_compute_has_no_stage_of_it(facts):
    """By the specification: COMPUTE_SHADER 0x800, TRANSFER 0x1000; SHADER_READ 0x20, SHADER_WRITE 0x40, TRANSFER_READ 0x800, TRANSFER_WRITE 0x1000."""
    from tfrun.devices.vulkan.events import vulkan_access, vulkan_stages

    assert (vulkan_stages(ALL_STAGES, True), vulkan_stages(ALL_STAGES, False)) == (0x1800, 0x1000)
    assert (vulkan_stages(ExecutionStage.DISPATCH, True), vulkan_stages(ExecutionStage.DISPATCH, False)) == (0x800, 0x1000)
    assert (vulkan_access(ALL_ACCESS, ALL_STAGES, True), vulkan_access(ALL_ACCESS, ALL_STAGES, False)) == (0x1860, 0x1800)
    assert vulkan_access(AccessScope.DISPATCH_WRITE, ALL_STAGES, False) == 0
    assert vulkan_access(ALL_ACCESS, ExecutionStage.DISPATCH, True) == 0x60
