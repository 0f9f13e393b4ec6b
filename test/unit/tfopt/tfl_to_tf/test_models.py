"""Files of TensorFlow's converter, as they are and lowered, give what TFLite's reference kernels gave: integers to the bit."""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import verify
from tfir.execution.entry import find_entry
from tfir.ods.arrays import array_of

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.tflite.file_layout import module_of_file

MODELS = Path(__file__).parents[3] / "models" / "tflite"
NAMES = sorted([folder.name for folder in MODELS.iterdir() if (folder / "outputs.npz").exists()])
KEEPING = sorted([folder.name for folder in MODELS.iterdir() if (folder / "third_outputs.npz").exists()])
LOWERED = ("cnn_int8", "cnn_int16x8", "control_flow", "lstm_dynamic_range", "variables")


def results_of(name: str, pipeline, calls: int = 1) -> None:
    """Holds each signature's results against the recorded ones, of the first or of the third call on the same inputs; what is recorded is called
    signature/name. What a call leaves behind of a variable is given to the next."""
    given, recorded = (dict(np.load(MODELS / name / f"{which}puts.npz")) for which in ("in", "out" if calls == 1 else "third_out"))
    signatures = sorted({key.partition("/")[0] for key in recorded})
    for signature in signatures:
        module = module_of_file((MODELS / name / "model.tflite").read_bytes())
        Runner(verify).run(pipeline, module)
        entry = find_entry(module, signature if len(signatures) > 1 else None)
        values = {port.name: array_of(port.initial) for port in entry.feeds if port.initial is not None}
        values |= {key.partition("/")[2]: array for key, array in given.items() if key.startswith(f"{signature}/")}
        with session(module, "interpreter") as program_of:
            program = program_of(entry)
            for _ in range(calls):
                results = dict(zip([port.name for port in entry.fetches], program([values[port.name] for port in entry.feeds])))
                values |= {name: array for name, array in results.items() if name in values}
        expected = {key.partition("/")[2]: array for key, array in recorded.items() if key.startswith(f"{signature}/")}
        for fetch, array in expected.items():
            if array.dtype.kind in "iub":
                assert np.array_equal(results[fetch], array)
            else:
                np.testing.assert_allclose(results[fetch], array, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_gives_what_tflite_gave(name):
    results_of(name, parse_pipeline("cse"))


@pytest.mark.parametrize("name", LOWERED)
def test_a_lowered_file_gives_what_tflite_gave(name):
    results_of(name, load_pipeline("stablehlo"))


@pytest.mark.parametrize("name", KEEPING)
@pytest.mark.parametrize("steps", ["cse", "stablehlo"])
def test_what_operators_keep_goes_from_call_to_call(name, steps):
    results_of(name, load_pipeline(steps) if steps == "stablehlo" else parse_pipeline(steps), calls=3)
