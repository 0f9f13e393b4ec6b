"""Whole programs as Relay: random StableHLO gives what it gave before, and models what TensorFlow has recorded."""

from pathlib import Path

import numpy as np
import pytest
from random_stablehlo_legs import ON_DEVICES, first_difference, in_relay, interpreted
from random_stablehlo_ops import AnyOp
from tfir.dialects import verify
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef

MODELS = Path(__file__).parents[3] / "models"
FETCHES = {"small_cnn": "", "mlp_mnist": "", "attention": "", "nested_control_flow": "y"}
NOT_IN_RELAY = ("has no numbers of type", "stablehlo.rng_bit_generator")  # small types, and random bits of no element


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_random_programs_give_the_same(first):
    compared = 0
    for seed in range(first, first + 25):
        program = AnyOp(f"relay {seed}").program(6)
        try:
            results = in_relay(program)
        except Error as error:
            assert any([reason in str(error) for reason in NOT_IN_RELAY]), program.text
            continue
        assert first_difference(program, results, interpreted(program), ON_DEVICES) is None, program.text
        compared += 1
    assert compared >= 8


@pytest.mark.parametrize("model", FETCHES)
def test_models_give_what_tensorflow_did(model):
    folder = MODELS / model
    module = import_graphdef(read_graphdef((folder / "model.pb").read_bytes(), model))
    if FETCHES[model]:
        Runner(verify).run(parse_pipeline(f"tfg-lift-graph-to-func{{fetches={FETCHES[model]}}}"), module)
    Runner(verify).run(load_pipeline("relay"), module)
    assert {op.dialect for op in module.walk()} == {"builtin", "func", "relay"}
    actual = Program(module).run(dict(np.load(folder / "inputs.npz")))
    assert actual
    recorded = np.load(folder / "outputs.npz")
    for name, result in actual.items():
        np.testing.assert_allclose(result, recorded[name], rtol=1e-4, atol=1e-5)
