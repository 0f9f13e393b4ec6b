"""Where the facts of a device come from."""

import pytest
from tfir.dialects.iree.target import GPU, LAVAPIPE, TargetAttr
from tfir.ir.builder import module_op
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.target import PORTABLE, read_targets, resolve_target


def test_a_file_holds_what_a_device_was_described_as(tmp_path):
    path = tmp_path / "device.txt"
    path.write_text(LAVAPIPE.text + "\n")
    module = module_op()
    assert resolve_target(module, f"@{path}") == LAVAPIPE
    assert resolve_target(module, "") == LAVAPIPE  # it stands on the module now


def test_without_a_target_there_are_the_limits_that_every_device_keeps():
    module = module_op()
    assert resolve_target(module, "") is PORTABLE and not module.attributes
    assert PORTABLE.max_texel_elements == 65536 and PORTABLE.max_workgroup_invocations == 128


def test_what_is_no_target_is_refused(tmp_path):
    path = tmp_path / "device.txt"
    path.write_text("42 : i32")
    for name, message in (("nothing", "unknown target 'nothing'"), (f"@{path}", "expected #iree.target"), ("@missing", "cannot read")):
        with pytest.raises(Error, match=message):
            resolve_target(module_op(), name)


def test_several_targets_are_parted_by_commas():
    assert read_targets(f"{LAVAPIPE},gpu,portable") == [LAVAPIPE, GPU, PORTABLE]
    with pytest.raises(ValueError, match="portable, lavapipe, gpu"):
        read_targets("gpu,")


def test_what_a_device_lacks_of_a_target():
    """Facts are needed as far as kernels count on them: limits at least, features at least, subgroups of the same size, the same kind."""
    assert LAVAPIPE.lacks(LAVAPIPE) == LAVAPIPE.lacks(PORTABLE) == LAVAPIPE.lacks(TargetAttr()) == GPU.lacks(TargetAttr()) == []
    assert LAVAPIPE.lacks(GPU) == ["kind", "subgroup_size", "max_storage_range"]
    assert GPU.lacks(PORTABLE) == ["features"]  # shaderFloat64
    other = TargetAttr(
        {**GPU.facts, "name": "another", "kind": "integrated", "max_workgroup_size": (1024, 512, 64), "max_bindings": 1 << 20}
    )
    assert other.lacks(GPU) == ["max_workgroup_size"] and GPU.lacks(other) == ["max_bindings"]
