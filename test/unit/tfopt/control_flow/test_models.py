"""Loops and branches of TensorFlow 1, nested, with arrays, stacks and gradients: every form of a graph computes what TensorFlow did.

Before control flow is functional and after, on the way down to plain code and on the way up to nodes again.
"""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import verify
from tfir.execution.program import Program
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef

MODELS = Path(__file__).parents[3] / "models"
LIFTED = {
    "nested_control_flow": "y",
    "gradient_of_loop": "slope,slope_of_squares,count",
    "gradient_of_branches": "taken,slope,other,slope_of_other,nested,slope_of_nested",
    "small_cnn": "scores",
}
FUNCTIONAL = "tfg-to-executor,tf-functionalize-control-flow"
FORMS = {
    "nodes": "tfg-toposort",
    "executor": "tfg-to-executor",
    "functional executor": FUNCTIONAL,
    "larger islands": f"{FUNCTIONAL},tf-executor-island-coarsening,tf-executor-split-into-island-per-op",
    "nodes again": "tfg-to-executor,executor-to-tfg",
    "functional nodes": f"{FUNCTIONAL},executor-to-tfg",
    "nodes with regions": f"{FUNCTIONAL},executor-to-tfg,tfg-functional-to-region",
    "functions of regions": f"{FUNCTIONAL},executor-to-tfg,tfg-functional-to-region,tfg-region-to-functional",
    "plain": f"{FUNCTIONAL},executor-to-tf,tf-tensor-array-to-list,infer-shapes",
    "lists as tensors": f"{FUNCTIONAL},executor-to-tf,tf-tensor-array-to-list,infer-shapes,lower-tensor-lists",
    "plain, and up again": f"{FUNCTIONAL},executor-to-tf,tf-functional-to-executor-conversion,tf-executor-split-into-island-per-op,executor-to-tfg",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("model", LIFTED)
def test_every_form_computes_what_tensorflow_did(model, form):
    folder = MODELS / model
    module = import_graphdef(read_graphdef((folder / "model.pb").read_bytes(), model))
    Runner(verify).run(parse_pipeline(f"tfg-lift-graph-to-func{{fetches={LIFTED[model]}}},{FORMS[form]}"), module)
    actual = Program(module).run(dict(np.load(folder / "inputs.npz")))
    for name, expected in np.load(folder / "outputs.npz").items():
        if name in actual:
            np.testing.assert_allclose(actual[name], expected, rtol=1e-4, atol=1e-5)
    assert actual.keys() == set(LIFTED[model].split(","))
