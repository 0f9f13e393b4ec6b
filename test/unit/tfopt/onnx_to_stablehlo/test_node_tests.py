"""Small node tests of ONNX's own (`tools/record_onnx_tests.py` took them from its package): read, written again, lowered and computed."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from onnx_tests import difference, least_bound, tensor_of, text_of, written_again

RECORDED = Path(__file__).parents[3] / "models" / "onnx" / "node_tests.jsonl"
CASES = {case["name"]: case for case in map(json.loads, RECORDED.read_text().splitlines())}


@pytest.mark.parametrize("name", CASES)
def test_node(name):
    case = CASES[name]
    model = base64.b64decode(case["model"])
    text = text_of(model, name)
    assert written_again(text, name) == model
    inputs, expected = [[tensor_of(base64.b64decode(each)) for each in case[side]] for side in ("input", "output")]
    (results,), _ = least_bound(text, "interpreter", [inputs])
    wrong = [difference(result, array, *case["tolerance"]) for result, array in zip(results, expected, strict=True)]
    assert wrong == [None] * len(expected)
