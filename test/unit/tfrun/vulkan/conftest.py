"""A Vulkan device for the tests of this folder; without one they are skipped and say why."""

import os

import pytest
from tfir.ir.diagnostics import Error

os.environ.setdefault("LP_NUM_THREADS", "1")


def open_instance():
    try:
        from tfrun.vulkan.device import Instance, choose_device

        instance = Instance()
        return instance, choose_device(instance.devices())
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")


@pytest.fixture(scope="session")
def facts():
    instance, chosen = open_instance()
    with instance:
        yield chosen


@pytest.fixture
def device(facts):
    from tfrun.vulkan.device import Device

    with Device(facts) as opened:
        yield opened
