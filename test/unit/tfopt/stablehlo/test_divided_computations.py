"""Computations of two devices written out in one program: what comes of each way to meet, worked out by hand on the rows of a matrix."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose

ROWS = np.array([[1, 2, 3, 4], [50, 60, 70, 80]], np.float32)
GROUPS = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
GLOBAL = GROUPS + ", use_global_device_ids"
LESS = "({\n ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n %d = stablehlo.subtract %l, %r : tensor<f32>\n stablehlo.return %d : tensor<f32>\n})"
PAIRS = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>"
LOST = [[0, 0, 0, 0], ROWS[0].tolist()]


def text_of(meeting: str, part: str, cut: str, whole: str) -> str:
    return f"""sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2x4xf32>) -> tensor<{whole}xf32> attributes {{tf.entry_function = {{inputs = "x", outputs = "y"}}}} {{
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"a"}}, {{}}]>] out_shardings=[<@mesh, [{cut}]>] manual_axes={{"a"}} (%p: tensor<1x4xf32>) {{
    %y = {meeting} : (tensor<1x4xf32>) -> tensor<{part}xf32>
    sdy.return %y : tensor<{part}xf32>
  }} : (tensor<2x4xf32>) -> tensor<{whole}xf32>
  return %0 : tensor<{whole}xf32>
}}"""


def computed(text: str):
    module = parse(Source("model.mlir", text), lookup, dialect)
    stablehlo_decompose(module)
    verify(module, lookup)
    return [op.name for op in module.walk()], Program(module).run({"x": ROWS})["y"]


@pytest.mark.parametrize(
    ("meeting", "part", "cut", "whole", "expected"),
    [
        (f'"stablehlo.all_gather"(%p) {{all_gather_dim = 0 : i64, {GLOBAL}}}', "2x4", "{}, {}", "2x4", ROWS),
        (f'"stablehlo.all_gather"(%p) {{all_gather_dim = 0 : i64, {GLOBAL}}}', "2x4", '{"a"}, {}', "4x4", [*ROWS, *ROWS]),
        (f'"stablehlo.all_reduce"(%p) {LESS} {{{GLOBAL}}}', "1x4", "{}, {}", "1x4", ROWS[:1] - ROWS[1:]),
        (f'"stablehlo.reduce_scatter"(%p) {LESS} {{scatter_dimension = 1 : i64, {GLOBAL}}}', "1x2", '{}, {"a"}', "1x4", ROWS[:1] - ROWS[1:]),
        (
            f'"stablehlo.all_to_all"(%p) {{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {GROUPS}}}',
            "2x2", '{"a"}, {}', "4x2", [[1, 2], [50, 60], [3, 4], [70, 80]],
        ),
        (f'"stablehlo.collective_permute"(%p) {{{PAIRS}}}', "1x4", '{"a"}, {}', "2x4", LOST),
    ],
)  # fmt: skip
def test_meetings_are_arithmetic_on_the_values_of_all(meeting, part, cut, whole, expected):
    names, result = computed(text_of(meeting, part, cut, whole))
    assert not [name for name in names if name.startswith("sdy.manual") or name.startswith("stablehlo.all_") or "collective" in name]
    np.testing.assert_array_equal(result, expected)


def test_what_only_the_world_answers_stays():
    """Each device would call it."""
    call = '"stablehlo.custom_call"(%p) {call_target_name = "ask", has_side_effect = true}'
    module = parse(Source("model.mlir", text_of(call, "1x4", '{"a"}, {}', "2x4")), lookup, dialect)
    stablehlo_decompose(module)
    assert "sdy.manual_computation" in [op.name for op in module.walk()]
