"""A step of training without state: variables go in and come out, and three steps leave what TensorFlow's three steps left."""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import verify
from tfir.execution.program import Program
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef

MODEL = Path(__file__).parents[3] / "models" / "training_step"
LIFT = "tfg-lift-graph-to-func{fetches=loss}"
PIPELINES = {
    "ops of tf": f"{LIFT},tfg-to-executor,executor-to-tf,tf-promote-resources-to-args,infer-shapes,canonicalize",
    "stablehlo": None,
    "after Grappler": f"{LIFT},grappler,tfg-to-executor,executor-to-tf,tf-promote-resources-to-args",
}


@pytest.mark.parametrize("name", PIPELINES)
def test_three_steps_leave_the_state_that_tensorflow_left(name):
    module = import_graphdef(read_graphdef((MODEL / "model.pb").read_bytes(), "training_step"))
    passes = parse_pipeline(PIPELINES[name]) if PIPELINES[name] else load_pipeline(name)
    Runner(verify).run(passes, module)
    program, state, expected = Program(module), dict(np.load(MODEL / "inputs.npz")), np.load(MODEL / "outputs.npz")
    variables = state.keys() - {"image", "label"}
    for step in 1, 2, 3:
        actual = program.run(state)
        assert actual.keys() == variables | {"loss"}
        for each, value in actual.items():
            np.testing.assert_allclose(value, expected[f"{step}/{each}"], rtol=1e-4, atol=1e-6, err_msg=f"{each} after step {step}")
        state |= {each: actual[each] for each in variables}
