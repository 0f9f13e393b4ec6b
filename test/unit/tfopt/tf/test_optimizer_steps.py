"""Steps of optimizers that are taken apart leave in the variables what TensorFlow's ops left there (`tensorflow_steps.jsonl`)."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow_values
from tfir.dialects import dialect, lookup, verify
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

STEPS = [json.loads(line) for line in Path(tensorflow_values.HERE, "tensorflow_steps.jsonl").read_text().splitlines()]


def indices_of(line: dict) -> list[int]:
    """The rows that a step changes, none for one on whole variables."""
    return next((elements for word, _, elements in line["operands"] if word == "i32"), [])


DIFFERENT = [line for line in STEPS if len(set(indices_of(line))) == len(indices_of(line))]  # rows; others are changed one after another


def program_of(line: dict) -> str:
    """A function of the step on variables v0, v1, ..., whose other operands are constants."""
    body, types = [], []
    for number, (word, shape, elements) in enumerate(line["operands"]):
        held = f"tensor<{'x'.join(map(str, [*shape, 'f32' if word == 'resource' else word]))}>"
        if word == "resource":
            types.append(f"tensor<!tf_type.resource<{held}>>")
            body.append(f'%{number} = "tf.VarHandleOp"() {{container = "", shared_name = "v{number}"}} : () -> {types[-1]}')
        else:
            types.append(held)
            content = np.array(elements).reshape(shape).tolist()
            body.append(f'%{number} = "tf.Const"() {{value = dense<{content}> : {held}}} : () -> {held}')
    attributes = ", ".join(f"{name} = {json.dumps(value)}" for name, value in line.get("attributes", {}).items())
    operands = ", ".join(f"%{number}" for number in range(len(types)))
    body.append(f'"tf.{line["op"]}"({operands}) {{{attributes}}} : ({", ".join(types)}) -> ()')
    entry = 'attributes {tf.entry_function = {control_outputs = "", inputs = "", outputs = ""}}'
    return "\n  ".join([f"func.func @main() {entry} {{", *body, "return\n}"])


@pytest.mark.parametrize("line", DIFFERENT, ids=[f"{line['op']}-{number}" for number, line in enumerate(DIFFERENT)])
def test_steps_of_different_rows_or_whole_variables_lower(line):
    module = parse(Source("case", program_of(line)), lookup, dialect)
    Runner(verify).run(load_pipeline("stablehlo"), module)
    places = [(shape, elements) for word, shape, elements in line["operands"] if word == "resource"]
    state = {f"v{number}": np.array(elements, np.float32).reshape(shape) for number, (shape, elements) in enumerate(places)}
    state |= Program(module).run(state)
    for value, after in zip(state.values(), line["after"], strict=True):
        np.testing.assert_allclose(value.reshape(-1), np.array(after, np.float32), rtol=1e-5, atol=1e-6)
