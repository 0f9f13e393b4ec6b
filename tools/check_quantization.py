"""Sets programs that `tf-opt --quantize` makes beside those of TensorFlow's own quantizer: the same models, the same data.

    python tools/check_quantization.py --tensorflow=tf/bin/python [--folder=FOLDER] [--seed=N] [MODEL...]

Prints for each model (mlp, cnn, mobilenet, resnet) and mode the SQNR of the scores and how often the largest score is of the class that the float
model says, of both. Exits with 1 where ours agrees less often, or is more than half a decibel below, if it is below 60. What a folder has is not made
again; another seed gives other weights and other pictures.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.location import Source
from tfir.text.parser import parse

TOOLS = Path(__file__).parent
MODELS = ("mlp", "cnn", "mobilenet", "resnet")
ALLOWED, ENOUGH = (
    0.5,
    60.0,
)  # decibels that a model's few scores may be off by chance, and from which on scores are off by less than a thousandth


def ours(place: Path, mode: str, tried: list[Path]) -> tuple[np.ndarray, int]:
    """The scores of the program that is quantized here, and how many bytes its text has."""
    path = place / f"{mode}.mlir"
    passes = ["--pipeline=stablehlo", "--stablehlo-fold-scale-into-convolution", "--canonicalize", "--cse"]
    if mode != "float":
        passes.append(f"--quantize=mode={mode} calibration=@{place}/data/*.npz")
    bin = Path(sys.executable).parent
    text = subprocess.run(
        [bin / "tf-translate", "--graphdef-to-mlir", place / "model.pb"], capture_output=True, check=True, text=True
    ).stdout
    subprocess.run([bin / "tf-opt", *passes, "-o", path], input=text, check=True, text=True)
    module = parse(Source(str(path), path.read_text()), lookup, dialect)
    program = interpreted(module, find_entry(module))
    return np.stack([program([np.load(each)["image"]])[0][0] for each in tried]), os.path.getsize(path)


def compared(given: np.ndarray, expected: np.ndarray) -> tuple[float, float]:
    """SQNR in decibels, and the part of the largest scores that are of the same class."""
    noise = float(((given.astype(np.float64) - expected) ** 2).sum())
    sqnr = 10 * np.log10(float((expected.astype(np.float64) ** 2).sum()) / max(noise, 1e-30))
    return float(sqnr), float((given.argmax(1) == expected.argmax(1)).mean())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow, where models are still to be made")
    parser.add_argument("--folder", help="where models are, or go")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("models", nargs="*", default=MODELS)
    arguments = parser.parse_args()
    folder = Path(arguments.folder or tempfile.mkdtemp())
    missing = [name for name in arguments.models if not (folder / name / "scores.npz").exists()]
    if missing:
        if arguments.tensorflow is None:
            parser.error(f"--tensorflow makes {', '.join(missing)}")
        command = [arguments.tensorflow, TOOLS / "tensorflow_quantization.py", folder, str(arguments.seed), *missing]
        subprocess.run(command, check=True)
    is_behind = False
    print(f"{'model':10} {'mode':8} {'SQNR':>9} {'TensorFlow':>11} {'top-1':>7} {'TensorFlow':>11}")
    for name in arguments.models:
        scores = np.load(folder / name / "scores.npz")
        tried = sorted((folder / name / "tried").glob("*.npz"))
        expected, _ = ours(folder / name, "float", tried)
        for mode in ("full", "dynamic"):
            sqnr, agreement = compared(ours(folder / name, mode, tried)[0], expected)
            other_sqnr, other_agreement = compared(scores[mode], scores["float"])
            print(f"{name:10} {mode:8} {sqnr:6.1f} dB {other_sqnr:8.1f} dB {agreement:7.1%} {other_agreement:11.1%}", flush=True)
            is_behind |= agreement < other_agreement or sqnr < min(other_sqnr, ENOUGH) - ALLOWED
    return int(is_behind)


if __name__ == "__main__":
    sys.exit(main())
