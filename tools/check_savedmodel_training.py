#!/usr/bin/env python3
"""Holds SavedModels that are built from text alone to being loaded, trained and saved again by TensorFlow, and read back.

    python tools/check_savedmodel_training.py --tensorflow=PYTHON [--steps=N] [--loaders=tf2,tf1] [--constants=REGEX] FOLDER|TEXT.mlir...

PYTHON is an interpreter that has TensorFlow; tf-translate and tf-run are on the path. A FOLDER has `saved_model/`, or `model.pb` with its fetches
in `meta.json` (of a graph whose `kind` is training, the last is a loss and the first what trains); inputs are `inputs*.npz`, and answers that
were recorded `outputs*.npz`. A TEXT has the flags that it is built with in its first line, behind `// FLAGS:`, and inputs beside it (TEXT.npz).
A frozen graph is built with --variables-of-constants, of REGEX if that is given. For each, and each of the loaders:

    built       from the text, without the directory that this came from
    answers     TensorFlow, which loads it, answers as was recorded
    trained     TensorFlow takes N steps of gradient descent on its trainable variables, or calls N times a signature that trains
    read back   what it saved then, tf-run answers as TensorFlow does that loads it again

A line for each says how many variables there are and were changed, the loss before and behind the steps, and the largest difference relative to
the largest element, of what was recorded and of what is read back. Of integers one in a thousand may be one apart. Exits with 1 where something
differs, or no variable was changed; where that is because TensorFlow does not differentiate the functions (TensorFlow 2 no loops of TensorFlow 1,
1 no ArgMax and no calls inside of calls), its error is said.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

import numpy as np
from check_saved_models import command

HERE = pathlib.Path(__file__).resolve().parent
MOST = 1e-4  # of the largest element
ONE_APART = 1e-3  # of the integers of an array


class Model:
    """What is given: how it is built from text, and its cases: pairs of a signature and arrays, with recorded answers or None."""

    def __init__(self, given: pathlib.Path, constants: str | None):
        self.given, self.constants = given, constants
        self.meta = json.loads(meta.read_text()) if (meta := given / "meta.json").exists() else {}
        self.is_text, self.is_saved_model = given.suffix == ".mlir", (given / "saved_model").exists()
        self.trains_itself = any([flag.startswith("--outputs=") and "^" in flag for flag in self.flags()])

    def flags(self) -> list[str]:
        if self.is_text:
            return re.findall(r"--\S+", self.given.read_text().partition("\n")[0])
        if self.is_saved_model:
            return []
        names = [each["name"] if isinstance(each, dict) else each for each in self.meta.get("fetches", [])]
        if self.meta.get("kind") == "training":
            return [f"--outputs={names[-1]},^{names[0].partition(':')[0]}", f"--init={self.meta['init']}"]
        chosen = f"={self.constants}" if self.constants else ""
        return [f"--variables-of-constants{chosen}", *([f"--outputs={','.join(names)}"] if names else [])]

    def cases(self) -> list[tuple[str, pathlib.Path, pathlib.Path | None]]:
        if self.is_text:
            return [("serving_default", self.given.with_suffix(".npz"), None)]
        if self.is_saved_model and "cases" in self.meta:
            return [(case["signature"], self.given / case["inputs"], self.given / case["outputs"]) for case in self.meta["cases"]]
        paths = sorted(self.given.glob("inputs*.npz"))
        answers = [path.with_name(path.name.replace("inputs", "outputs")) for path in paths]
        names = [path.stem.removeprefix("inputs_") if self.is_saved_model else "serving_default" for path in paths]
        return [(name, path, answer if answer.exists() else None) for name, path, answer in zip(names, paths, answers)]

    def build(self, place: pathlib.Path) -> pathlib.Path:
        text, new = self.given if self.is_text else place / "text.mlir", place / "new"
        if self.is_saved_model:
            command("tf-translate", "--savedmodel-to-mlir=signatures", self.given / "saved_model", "-o", text)
        elif not self.is_text:
            command("tf-translate", "--graphdef-to-mlir", self.given / "model.pb", "-o", text)
        command("tf-translate", "--mlir-to-savedmodel", text, *self.flags(), "-o", new)
        return new


def read_back(cases: list, place: pathlib.Path) -> list[pathlib.Path]:
    """What tf-run answers to each case by the trained model, in order."""
    command("tf-translate", "--savedmodel-to-mlir=signatures", place / "trained", "-o", place / "trained.mlir")
    words, outputs = [], []
    for number, (name, inputs, _) in enumerate(cases):
        outputs.append(place / f"ours_{number}.npz")
        words += [f"--entry={name}", f"--input=@{inputs}", f"--output=@{outputs[-1]}"]
    command("tf-run", place / "trained.mlir", "--device=interpreter", f"--savedmodel={place}/trained", *words)
    return outputs


def largest_difference(ours: pathlib.Path, theirs: pathlib.Path) -> float:
    """Relative to the largest element of each array; of strings, and where a result is missing, infinity. A few integers may be one apart,
    since the last digit of a float may decide to which of two it is cast or rounded."""
    actual, worst = dict(np.load(ours, allow_pickle=True).items()), 0.0
    for name, expected in np.load(theirs, allow_pickle=True).items():
        key = next((key for key in (name, name.partition(":")[0], plain(name)) if key in actual), None)
        worst = max(worst, float("inf") if key is None else difference(actual[key], expected))
    return worst


def plain(name: str) -> str:
    return name.partition(":")[0].replace("/", "_")


def difference(actual: np.ndarray, expected: np.ndarray) -> float:
    if actual.shape != expected.shape:
        return float("inf")
    if expected.dtype.kind in "SOU":
        return 0.0 if np.array_equal(np.asarray(actual, object).astype("S"), np.asarray(expected, object).astype("S")) else float("inf")
    if not expected.size:
        return 0.0
    one, other = [each.astype(np.complex128 if each.dtype.kind == "c" else np.float64) for each in (actual, expected)]
    apart = np.where((one == other) | np.isnan(one) & np.isnan(other), 0, np.abs(one - other))
    if expected.dtype.kind in "iu" and np.max(apart) <= 1 and np.count_nonzero(apart) <= ONE_APART * apart.size:
        return 0.0
    return float(np.max(apart)) / max(float(np.max(np.abs(other))), 1e-12)


def checked(model: Model, loader: str, steps: int, ask) -> tuple[str, str]:
    """Whether a model was trained, or at least answered, and what is to be said of it."""
    with tempfile.TemporaryDirectory() as folder:
        place, cases = pathlib.Path(folder), model.cases()
        request = {"model": str(model.build(place)), "loader": loader, "steps": steps, "trains_itself": model.trains_itself}
        told = ask({**request, "cases": [(name, str(path)) for name, path, _ in cases], "place": folder})
        if "error" in told:
            return "FAILED", told["error"]
        recorded = [
            largest_difference(place / f"before_{number}.npz", answers)
            for number, (_, _, answers) in enumerate(cases)
            if answers is not None
        ]
        back = [largest_difference(ours, place / f"after_{number}.npz") for number, ours in enumerate(read_back(cases, place))]
    losses = told["losses"]
    said = f"{told['changed']} of {told['variables']} variables changed" + (f", loss {losses[0]:.6g} -> {losses[-1]:.6g}" if losses else "")
    said += f", {max(recorded):.1e} from recorded" if recorded else ""
    remark = told.get("remark", "")
    is_trained = told["changed"] > 0 and not remark
    outcome = "FAILED" if max([*recorded, *back]) > MOST or not (is_trained or remark) else "trained" if is_trained else "answered"
    return outcome, f"{said}, {max(back):.1e} read back{'; ' if remark else ''}{remark}"


def asker(python: str):
    """A function that puts a request to TensorFlow."""
    process = subprocess.Popen([python, str(HERE / "tensorflow_training.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(request: dict) -> dict:
        print(json.dumps(request), file=process.stdin, flush=True)
        return json.loads(process.stdout.readline() or '{"error": "TensorFlow ended"}')

    return ask


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--tensorflow", required=True, metavar="PYTHON")
    options.add_argument("--steps", type=int, default=3)
    options.add_argument("--loaders", default="tf2,tf1")
    options.add_argument("--constants", metavar="REGEX", help="which constants of frozen graphs are trained")
    options.add_argument("given", nargs="+", type=pathlib.Path)
    arguments = options.parse_args()
    ask, counts = asker(arguments.tensorflow), Counter()
    for model in [Model(given, arguments.constants) for given in arguments.given]:
        for loader in arguments.loaders.split(","):
            try:
                outcome, said = checked(model, loader, arguments.steps, ask)
            except RuntimeError as error:
                outcome, said = "FAILED", str(error)
            counts[outcome] += 1
            print(f"{model.given.stem:26} {loader} {outcome:8} {said}", flush=True)
    print(", ".join([f"{counts[outcome]} {outcome}" for outcome in ("trained", "answered", "FAILED")]))
    return int(counts["FAILED"] > 0)


if __name__ == "__main__":
    sys.exit(main())
