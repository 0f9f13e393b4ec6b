"""Operators of ONNX Runtime's own domain give what it gives: recorded by it, version 1.32, its optimizer off (test/support/onnx_runtime_values.jsonl)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from onnx_tests import lowered, node_model, results_of, text_of
from tfir.ir.diagnostics import Error

RECORD = Path(__file__).parents[3] / "support" / "onnx_runtime_values.jsonl"
CASES = [json.loads(line) for line in RECORD.read_text().splitlines()]


def array(stored: list) -> np.ndarray:
    dtype, shape, numbers = stored
    return np.array(numbers, dtype).reshape(shape)


def text(operator: str, operands: list, outputs: int, fixed=(), **attributes) -> str:
    names = [f"i{at}" if operand is not None else "" for at, operand in enumerate(operands)]
    results = ["y", *[f"y{at}" for at in range(1, outputs)]]
    given = {name: operand for name, operand in zip(names, operands) if name}
    model = node_model([(operator, names, results)], 1, given, [names[at] for at in fixed], outputs, "com.microsoft", **attributes)
    return text_of(model, "m")


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_results_are_those_of_onnx_runtime(case):
    operands = [None if stored is None else array(stored) for stored in case["operands"]]
    program = text(case["operator"], operands, len(case["results"]), case["fixed"], **case["attributes"])
    given = [operand for at, operand in enumerate(operands) if operand is not None and at not in case["fixed"]]
    (results,) = results_of(program, "interpreter", [given])
    for stored, result in zip(case["results"], results):
        if stored is None:  # what the operator may give, and ONNX Runtime's kernel does not
            continue
        assert result.dtype == stored[0]
        if result.dtype.kind == "f":
            np.testing.assert_allclose(result, array(stored), rtol=2e-5, atol=2e-5)
        else:
            np.testing.assert_array_equal(result, array(stored))


@pytest.mark.parametrize(
    "operator, operands, attributes, reason",
    [
        ("Gelu", [(2, 2)], {"fast": 1}, "has an attribute 'fast' that is not known"),
        ("FusedMatMul", [(2, 2, 2), (2, 2, 2)], {"transBatchA": 1}, "has 'transBatchA', which is not lowered"),
        ("FusedConv", [(1, 1, 2, 2), (1, 1, 1, 1)], {"activation": "Elu"}, "has the activation 'Elu', which is not lowered"),
        ("GroupQueryAttention", [(1, 1, 2)], {}, "is GroupQueryAttention of the domain 'com.microsoft', which is no operator of ONNX"),
    ],
)
def test_what_is_not_lowered_is_named(operator, operands, attributes, reason):
    with pytest.raises(Error, match=reason):
        lowered(text(operator, [np.zeros(shape, np.float32) for shape in operands], 1, **attributes), "interpreter")
