"""Which device is chosen, what a missing loader or driver says, and results by name."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from tfir.ir.diagnostics import Error


def test_the_fastest_kind_is_the_default(facts):
    from tfrun.devices.vulkan.device import choose_device

    slow, fast = replace(facts, kind="cpu"), replace(facts, kind="discrete", index=1)
    assert choose_device([slow, fast]).index == 1


def test_a_device_is_found_by_index_uuid_and_part_of_its_name(facts):
    from tfrun.devices.vulkan.device import choose_device

    other = replace(facts, index=1, name="Other Accelerator", uuid="0123456789abcdef" * 2)
    devices = [facts, other]
    assert choose_device(devices, "1").index == 1
    assert choose_device(devices, "accel").index == 1
    assert choose_device(devices, "01234567-89ab-cdef-0123-456789abcdef").index == 1


def test_an_unknown_device_names_the_known_ones(facts):
    from tfrun.devices.vulkan.device import choose_device

    with pytest.raises(Error, match="no Vulkan device matches '7'.*0: "):
        choose_device([facts], "7")


def test_no_device_says_what_to_install(facts):
    from tfrun.devices.vulkan.device import choose_device

    with pytest.raises(Error, match="mesa-vulkan-drivers"):
        choose_device([])


def test_an_old_device_is_refused(facts):
    from tfrun.devices.vulkan.device import choose_device

    with pytest.raises(Error, match="speaks Vulkan 1.0.0"):
        choose_device([replace(facts, api_version=(1, 0, 0))])


def test_limits_and_subgroups_are_plausible(facts):
    # The least that Vulkan 1.1 requires (its table of required limits).
    assert facts.limits.max_workgroup_invocations >= 128
    assert facts.limits.max_push_constants >= 128
    assert facts.limits.max_texel_elements >= 65536
    assert facts.limits.max_storage_range >= 1 << 27
    assert facts.limits.max_allocation_size >= 1 << 30
    assert "basic" in facts.subgroup_operations


def test_an_unsuccessful_call_names_its_result(facts):
    from tfrun.devices.vulkan.api import result_name

    assert result_name(-1000069000) == "VK_ERROR_OUT_OF_POOL_MEMORY"
    assert result_name(-77) == "VkResult -77"


def run(code, **environment):
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


ASK = """
from tfir.ir.diagnostics import Error
try:
    from tfrun.devices.vulkan.device import Instance, choose_device
    with Instance() as instance:
        choose_device(instance.devices())
except Error as error:
    print(error)
"""


def test_a_loader_without_drivers_says_what_to_install(facts, tmp_path):
    missing = str(tmp_path / "none.json")
    result = run(ASK, VK_ICD_FILENAMES=missing, VK_DRIVER_FILES=missing)
    assert "mesa-vulkan-drivers" in result.stdout
    assert "Traceback" not in result.stderr


def test_no_loader_says_what_to_install():
    code = (
        """
import sys
class NoLoader:
    def find_spec(self, name, path=None, target=None):
        if name == "vulkan":
            raise OSError("Cannot find Vulkan SDK version")
sys.meta_path.insert(0, NoLoader())
"""
        + ASK
    )
    result = run(code)
    assert "libvulkan1" in result.stdout
    assert "Traceback" not in result.stderr
