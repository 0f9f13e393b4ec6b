"""Files of TensorFlow's converter, as they are and lowered, give what TFLite's reference kernels gave: integers to the bit."""

from pathlib import Path

import numpy as np
import pytest
from tfir.dialects import verify
from tfir.execution.entry import find_entry

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.devices import session
from tftranslate.tflite.file_layout import module_of_file

MODELS = Path(__file__).parents[3] / "models" / "tflite"
NAMES = sorted([folder.name for folder in MODELS.iterdir() if (folder / "outputs.npz").exists()])
LOWERED = ("cnn_int8", "cnn_int16x8", "control_flow", "lstm_dynamic_range", "variables")


def results_of(name: str, pipeline) -> None:
    """Holds each signature's results against the recorded ones; what is recorded is called signature/name."""
    given, recorded = (dict(np.load(MODELS / name / f"{which}puts.npz")) for which in ("in", "out"))
    signatures = sorted({key.partition("/")[0] for key in recorded})
    for signature in signatures:
        module = module_of_file((MODELS / name / "model.tflite").read_bytes())
        Runner(verify).run(pipeline, module)
        entry = find_entry(module, signature if len(signatures) > 1 else None)
        with session(module, "interpreter") as program_of:
            arrays = program_of(entry)([given[f"{signature}/{port.name}"] for port in entry.feeds])
        results = dict(zip([port.name for port in entry.fetches], arrays))
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
