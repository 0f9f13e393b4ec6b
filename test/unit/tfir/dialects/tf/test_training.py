"""Steps of training leave in their variables what TensorFlow leaves there: one recorded step per line of `tensorflow_steps.jsonl`."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow_values
from tfir.dialects import lookup
from tfir.dialects.tf.variables import Variable
from tfir.ir.operations import Operation, Value
from tfir.ir.types import OpaqueType, TensorType
from tfir.ods.inference import evaluate

STEPS = [json.loads(line) for line in Path(tensorflow_values.HERE, "tensorflow_steps.jsonl").read_text().splitlines()]
HANDLE = TensorType((), OpaqueType("!tf_type.resource"))


def operand(word, shape, elements):
    if word == "resource":
        return Variable("v", np.array(elements, np.float32).reshape(shape))
    return tensorflow_values.array(word, shape, elements)


def stepped(name: str, line: dict, results=()) -> tuple[list, list]:
    definition, operands = lookup("tf." + name), [operand(*each) for each in line["operands"]]
    types = [HANDLE if isinstance(each, Variable) else tensorflow_values.type_of(each) for each in operands]
    values = [Value(type, None, at) for at, type in enumerate(types)]
    attributes = {key: tensorflow_values.attribute(value) for key, value in line.get("attributes", {}).items()}
    op = Operation.draft(definition.name, values, results, attributes)
    return evaluate(op, definition, operands), [each for each in operands if isinstance(each, Variable)]


@pytest.mark.parametrize("line", STEPS, ids=[f"{line['op']}-{number}" for number, line in enumerate(STEPS)])
def test_steps_as_tensorflow_does(line):
    result, places = stepped(line["op"], line)
    assert result == []
    for place, after in zip(places, line["after"], strict=True):
        np.testing.assert_allclose(place.value.reshape(-1), np.array(after, np.float32), rtol=3e-6, atol=1e-6)


def test_references_step_alike_and_are_the_result():
    line = next(line for line in STEPS if line["op"] == "ResourceApplyAdam")
    result, places = stepped("ApplyAdam", line, [TensorType(None, OpaqueType("!tf_type.f32ref"))])
    assert result == places[:1]
    np.testing.assert_allclose(places[0].value, np.array(line["after"][0], np.float32), rtol=3e-6)


def test_rows_of_references_step_alike():
    line = next(line for line in STEPS if line["op"] == "ResourceSparseApplyMomentum")
    result, places = stepped("SparseApplyMomentum", line, [TensorType(None, OpaqueType("!tf_type.f32ref"))])
    assert result == places[:1]
    np.testing.assert_allclose(places[0].value.reshape(-1), np.array(line["after"][0], np.float32), rtol=3e-6)
