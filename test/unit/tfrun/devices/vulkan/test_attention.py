"""Attention as one dispatch on Vulkan, by kernels for subgroups that pass numbers around and for those that may not, against NumPy."""

from string import Template

import numpy as np
import pytest
from device_calls import call, lowered, read
from tfir.dialects.iree.target import LAVAPIPE, STYLE, TARGET, TargetAttr
from tfir.ir.attributes import OpaqueAttr, StringAttr

from tfopt.iree_to_spirv.target import resolve_target
from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

ANY_DEVICE = TargetAttr({"name": "any device"})
GPU_OF_EIGHT = TargetAttr({**LAVAPIPE.facts, "name": "gpu of eight", "kind": "discrete"})  # with subgroups as lavapipe has them
# Heads stand behind places, as projections give them. The mask is added to scores: to those of a place, or of each pair of places.
PROGRAM = Template("""func.func @main(%q: $Q, %k: $K, %v: $V, %mask: $M) -> $O {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : ($Q, $K) -> $S
  %c = stablehlo.constant dense<0.25> : $S
  %1 = stablehlo.multiply %0, %c : $S
  %2 = stablehlo.broadcast_in_dim %mask, dims = [0, 1, 2, 3] : ($M) -> $S
  %3 = stablehlo.add %1, %2 : $S
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %least) applies stablehlo.maximum across dimensions = [3] : ($S, tensor<f32>) -> $R
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : ($R) -> $S
  %6 = stablehlo.subtract %3, %5 : $S
  %7 = stablehlo.exponential %6 : $S
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [3] : ($S, tensor<f32>) -> $R
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : ($R) -> $S
  %10 = stablehlo.divide %7, %9 : $S
  %11 = stablehlo.dot_general %10, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : ($S, $V) -> $P
  %12 = stablehlo.transpose %11, dims = [0, 2, 1, 3] : ($P) -> $O
  return %12 : $O
}""")


class Case:
    """So many images, heads, rows, scores in each, numbers that a score is summed of, columns of the result, and rows that the mask has."""

    def __init__(self, images: int, heads: int, rows: int, scores: int, depth: int, columns: int, masks: int = 1):
        self.shapes = {
            "Q": (images, rows, heads, depth), "K": (images, scores, heads, depth), "V": (images, scores, heads, columns), "M": (images, 1, masks, scores),
            "S": (images, heads, rows, scores), "R": (images, heads, rows), "P": (images, heads, rows, columns), "O": (images, rows, heads, columns),
        }  # fmt: skip
        random = np.random.default_rng([images, heads, rows, scores, depth, columns])
        q, k, v = (random.standard_normal(self.shapes[name]).astype("f4") for name in "QKV")
        mask = np.where(random.random(self.shapes["M"]) < 0.25, -1e4, 0.0).astype("f4")
        sums = np.einsum("bmhd,blhd->bhml", q.astype("f8"), k) * 0.25 + mask
        weights = np.exp(sums - sums.max(-1, keepdims=True))
        self.inputs = [q, k, v, mask]
        self.expected = np.einsum("bhml,blhd->bmhd", weights / weights.sum(-1, keepdims=True), v.astype("f8"))

    @property
    def text(self) -> str:
        return PROGRAM.substitute({name: f"tensor<{'x'.join(map(str, shape))}xf32>" for name, shape in self.shapes.items()})


def changed_before(text: str, name: str, change):
    """The module for lavapipe after the pipeline, in which `change` is done in front of a pass."""
    module = read(text)
    resolve_target(module, "lavapipe")
    steps = load_pipeline("vulkan")
    at = next(number for number, step in enumerate(steps) if step.name == name)
    Runner().run(steps[:at], module)
    change(module)
    Runner().run(steps[at:], module)
    return module


def schedules(module) -> list[str]:
    texts = [op.attributes["iree.schedule"].text for op in module.walk() if "iree.schedule" in op.attributes]
    return [text.partition("<")[2].partition(",")[0] for text in texts]


CASES = {
    "all lanes": Case(1, 2, 9, 32, 16, 32),
    "lanes in groups, a mask of each pair": Case(2, 2, 5, 8, 4, 4, 5),
    "lanes without scores of their own": Case(1, 2, 3, 36, 6, 20),
    "single numbers": Case(1, 3, 2, 12, 3, 6),
}


@pytest.mark.sweep
@pytest.mark.parametrize("target", [LAVAPIPE, ANY_DEVICE, GPU_OF_EIGHT], ids=["lavapipe", "any device", "gpu of eight"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_dispatch(case, target):
    module = changed_before(case.text, "iree-choose-schedules", lambda module: module.set_attribute(TARGET, target))
    assert schedules(module) == ["attention"]
    ((answer,),) = call(module, "vulkan", [case.inputs])
    np.testing.assert_allclose(answer, case.expected, rtol=1e-5, atol=2e-6)


@pytest.mark.parametrize(("targets", "count"), [("lavapipe,portable", 1), ("portable", 4), ("lavapipe,x86-64-v3", 4)])
def test_where_subgroups_shuffle_and_no_processor_runs_it(targets, count):
    assert len(schedules(lowered(CASES["lanes in groups, a mask of each pair"].text, targets, "vulkan"))) == count


def test_plain_kernels_stay_apart():
    module = read(CASES["lanes in groups, a mask of each pair"].text)
    resolve_target(module, "lavapipe")
    module.set_attribute(STYLE, StringAttr("plain"))
    Runner().run(load_pipeline("vulkan"), module)
    assert schedules(module) == ["elementwise"] * 4


@pytest.mark.parametrize(
    "schedule", ["rows = 3, lanes = 8, width = 4, share = shuffle, loads = texel", "rows = 2, lanes = 3, share = none, loads = storage"]
)
def test_other_numbers_of_the_schedule(schedule):
    case = CASES["all lanes"]

    def change(module):
        (entry,) = [op for op in module.walk() if "iree.schedule" in op.attributes]
        entry.set_attribute("iree.schedule", OpaqueAttr(f"#iree.schedule<attention, {schedule}>"))

    ((answer,),) = call(changed_before(case.text, "iree-pack-constants", change), "vulkan", [case.inputs])
    np.testing.assert_allclose(answer, case.expected, rtol=1e-5, atol=2e-6)


def test_truth_values_of_rows_that_are_as_many_as_their_scores():
    """Which are read as fours of bytes, as what goes along scores is, and taken out of these one by one."""
    case = Case(1, 2, 8, 8, 4, 4)
    truth = "".join([f"x{size}" for size in case.shapes["S"]])[1:]
    chosen = (
        f"  %b = stablehlo.broadcast_in_dim %rows, dims = [2] : (tensor<8xi1>) -> tensor<{truth}xi1>\n"
        f"  %n = stablehlo.constant dense<0.0> : tensor<{truth}xf32>\n"
        f"  %w = stablehlo.select %b, %n, %10 : tensor<{truth}xi1>, tensor<{truth}xf32>\n  %11"
    )
    text = (
        case.text.replace("  %11", chosen, 1).replace("dot_general %10", "dot_general %w").replace(") -> ", ", %rows: tensor<8xi1>) -> ", 1)
    )
    module, rows = lowered(text, "lavapipe", "vulkan"), np.arange(8) % 3 == 1
    assert schedules(module) == ["attention"]
    ((answer,),) = call(module, "vulkan", [[*case.inputs, rows]])
    np.testing.assert_allclose(answer, np.where(rows[:, None, None], 0, case.expected), rtol=1e-5, atol=2e-6)
