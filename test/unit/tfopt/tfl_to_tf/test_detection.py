"""TFLite_Detection_PostProcess: what the kernel in TensorFlow's wheel (2.21) gives of the same file, on the interpreter and a processor."""

from __future__ import annotations

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session

# Three detections of two classes and a background, above 0.25, overlaps of up to 0.5, scales 10, 10, 5, 5; the last two: classes of each, and the regular way
OPTIONS = (
    "6d61785f646574656374696f6e73006d61785f636c61737365735f7065725f646574656374696f6e006e756d5f636c6173736573006e6d735f73636f72655f7468726573686f"
    "6c64006e6d735f696f755f7468726573686f6c6400795f7363616c6500785f7363616c6500685f7363616c6500775f7363616c65007573655f726567756c61725f6e6d73000a"
    "217e8e465b681720313a00000c000000010000000a0000000000a040{:02x}000000030000000000003f0000803e02000000{:02x}0000000000a0400000204100002041"
    "0e06060e0e066a0e0e0e322601"
)
BOXES = np.array([[[0, 0, 0, 0], [1, 0, 0, 0.5], [0, 2, -1, 0], [3, 3, 0, 0]]], np.float32)
SCORES = np.array([[[0, 0.75, 0.5], [0, 0.25, 0.875], [0, 0.125, 0.0625], [0, 0.5, 0.375]]], np.float32)
ANCHORS = np.array([[0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [0.25, 0.75, 0.5, 0.25], [0.5, 0.25, 0.5, 0.5]], np.float32)
BEST, LOW, FIRST = [0.3, 0.22370726, 0.8, 0.77629274], [0.4, 0.15, 0.9, 0.65], [0.25, 0.25, 0.75, 0.75]


def results(options: str, count: int, device: str, scores=SCORES) -> list[np.ndarray]:
    types = f"(tensor<1x{count}x4xf32>, tensor<1x{count}xf32>, tensor<1x{count}xf32>, tensor<1xf32>)"
    given = f"tensor<1x4x4xf32>, tensor<1x4x{scores.shape[2]}xf32>, tensor<4x4xf32>"
    boxes, labels, anchors = given.replace(">, ", ">;").split(";")
    text = f"""func.func @main(%b: {boxes}, %s: {labels}, %a: {anchors}) -> {types} {{
      %0:4 = "tfl.custom"(%b, %s, %a) {{custom_code = "TFLite_Detection_PostProcess", custom_option = #tfl<const_bytes : "0x{options}">}} : ({given}) -> {types}
      return %0#0, %0#1, %0#2, %0#3 : {types[1:-1]}
    }}"""
    module = parse(Source("detection", text), lookup, dialect)
    Runner(verify).run(load_pipeline(device), module)
    with session(module, device) as program_of:
        return [np.asarray(each) for each in program_of(find_entry(module))([BOXES, scores, ANCHORS])]


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_each_box_counts_with_its_best_class(device):
    """And brings the next one along; behind what is detected the kernel writes nothing, and here stand zeros."""
    boxes, classes, scores, count = results(OPTIONS.format(2, 0), 6, device)
    np.testing.assert_allclose(boxes, [[BEST, BEST, LOW, LOW, [0] * 4, [0] * 4]], rtol=1e-5)
    assert (classes.tolist(), scores.tolist(), count.tolist()) == ([[1, 0, 0, 1, 0, 0]], [[0.875, 0.25, 0.5, 0.375, 0, 0]], [2])


@pytest.mark.parametrize("device", ["interpreter", "cpu"])
def test_the_regular_way_tells_boxes_apart_class_by_class(device):
    boxes, classes, scores, count = results(OPTIONS.format(1, 1), 3, device)
    np.testing.assert_allclose(boxes, [[BEST, FIRST, LOW]], rtol=1e-5)
    assert (classes.tolist(), scores.tolist(), count.tolist()) == ([[1, 0, 0]], [[0.875, 0.75, 0.5]], [3])


def test_options_have_to_fit():
    with pytest.raises(Error, match="has scores of 4 classes, and 2 in its options"):
        results(OPTIONS.format(1, 1), 3, "interpreter", np.zeros((1, 4, 4), np.float32))
    with pytest.raises(Error, match="options of a custom operator"):
        results("00", 3, "interpreter")
