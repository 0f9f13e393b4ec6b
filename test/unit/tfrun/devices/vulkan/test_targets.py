"""Which of the kernels of a module for several targets a device runs."""

import numpy as np
import pytest
from device_calls import call, lowered
from tfir.dialects.iree.target import FALLBACK_TARGETS, GPU, TARGET, TargetAttr
from tfir.execution.sequencer import SPIRV, TARGET_NAME
from tfir.ir.attributes import ArrayAttr
from tfir.ir.builder import module_op

from tfrun.devices.vulkan.executables import targets_for
from tfrun.devices.vulkan.facts import target_attribute

SUM = """func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}"""


def named(facts, *targets: TargetAttr) -> list:
    module = module_op()
    if targets:
        module.set_attribute(TARGET, targets[0])
        module.set_attribute(FALLBACK_TARGETS, ArrayAttr(targets[1:]))
    return list(targets_for(facts, module).items())


def test_the_best_target_whose_facts_the_device_has(facts):
    own, least = target_attribute(facts), TargetAttr({"name": "least"})
    more = TargetAttr({**own.facts, "name": "more", "max_bindings": own.max_bindings + 1})
    assert named(facts, own, least) == [(None, own), ("least", least)]
    assert named(facts, more, own, least) == [(own.name, own), ("least", least)]
    assert named(facts, more, least) == [("least", least)]


def test_a_module_for_another_device_has_no_choice(facts):
    """What its kernels cannot do there is found one by one."""
    other = TargetAttr({"name": "other", "subgroup_size": facts.subgroup_size + 1})
    assert named(facts, other) == [(None, other)]
    assert named(facts) == [(None, None)]


@pytest.mark.parametrize("targets", ["gpu,portable", "portable,gpu", "portable"])
def test_kernels_of_the_target_that_the_device_has(targets):
    """Those for others are broken here, so that only a right choice gives numbers."""
    module = lowered(SUM, targets, "vulkan")
    for op in [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == SPIRV]:
        is_for_gpus = op.get(TARGET_NAME, module.get(TARGET).name) == GPU.name
        for kernel in [op for op in op.walk() if op.name == "spirv.func" and is_for_gpus]:
            kernel.set_attribute("sym_name", kernel.attributes["sym_name"].__class__("elsewhere"))
    x = np.arange(8, dtype="f4")
    ((answer,),) = call(module, "vulkan", [[x]])
    np.testing.assert_array_equal(answer, 2 * x)
