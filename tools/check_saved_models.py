"""Takes SavedModels through the tools and holds what comes of them to TensorFlow.

For maintainers: it needs TensorFlow, and tf-translate, tf-opt and tf-run on the path.

    python tools/check_saved_models.py [--stages=tfg,executor,tf,frozen] FOLDER...

A folder holds `saved_model/` and, for each signature, `inputs_NAME.npz` and `outputs_NAME.npz`; or a `meta.json` that lists cases,
each of a signature, to be run in order on one loaded model. For each folder:

    written     what is written back unchanged is the same to the byte, every file of it
    rewritten   with a node added, TensorFlow loads it and gives the same outputs
    tfg, executor, tf    the signatures run on the interpreter at these stages, variables and tables included, and give these outputs
    text        built from the text of its signatures alone, both TensorFlow 2 and 1 load it and give the same outputs; a step of training
                of its variables, if there are any, changes them, and saved again by TensorFlow they are read here
    frozen      each signature alone, its variables as constants; those that write or look up are refused, which is said
"""

import argparse
import filecmp
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

PASSES = {
    "tfg": [], "executor": ["--tfg-to-executor"], "tf": ["--tfg-to-executor", "--tf-functionalize-control-flow", "--executor-to-tf"],
}  # fmt: skip
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}


class Case:
    def __init__(self, signature: str, inputs: pathlib.Path, outputs: pathlib.Path):
        self.signature, self.inputs, self.outputs = signature, inputs, outputs


def cases(folder: pathlib.Path) -> list[Case]:
    if (folder / "meta.json").exists():
        listed = json.loads((folder / "meta.json").read_text()).get("cases", [])
        return [Case(case["signature"], folder / case["inputs"], folder / case["outputs"]) for case in listed]
    names = sorted(path.stem.removeprefix("inputs_") for path in folder.glob("inputs_*.npz"))
    return [Case(name, folder / f"inputs_{name}.npz", folder / f"outputs_{name}.npz") for name in names]


def command(*words, given: bytes | None = None) -> bytes:
    done = subprocess.run(list(map(str, words)), input=given, capture_output=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).decode(errors="replace").splitlines()
        raise RuntimeError(f"{words[0]}: {lines[0][:300] if lines else f'ended with {done.returncode}'}")  # what is killed says nothing
    return done.stdout


def files(directory: pathlib.Path) -> list[str]:
    return sorted(os.path.relpath(os.path.join(folder, name), directory) for folder, _, names in os.walk(directory) for name in names)


def written_back(model: pathlib.Path, place: pathlib.Path, change=lambda text: text) -> pathlib.Path:
    text = command("tf-translate", "--savedmodel-to-mlir=graph", *tags_of(model), model)
    new = place / "new"
    command("tf-translate", "--mlir-to-savedmodel", f"--template={model}", *tags_of(model), "-o", new, "-", given=change(text))
    return new


def tags_of(model: pathlib.Path) -> list[str]:
    """The tags to serve by, where a model has several graphs."""
    facts = json.loads(command("tf-translate", "--inspect", "--json", model))
    return ["--tags=serve"] if len(facts["graphs"]) > 1 else []


def is_same_to_the_byte(model: pathlib.Path, place: pathlib.Path) -> str:
    new = written_back(model, place)
    differing = [name for name in files(model) if not (new / name).exists() or not filecmp.cmp(model / name, new / name, shallow=False)]
    return f"differs in {differing}" if differing or files(new) != files(model) else ""


def with_a_node(text: bytes) -> bytes:
    """The module's text with a constant more at the end of its graph."""
    end = text.index(b"\n  }\n")
    node = (
        b'\n    %added, %ctl_added = Const name("added/by/check") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)'
    )
    return text[:end] + node + text[end:]


def runs_in_tensorflow(model: pathlib.Path, folder: pathlib.Path, place: pathlib.Path) -> str:
    signatures, wrong = loaded(written_back(model, place, with_a_node)), []
    for case in cases(folder):
        actual = signatures(case.signature, dict(np.load(case.inputs).items()))
        wrong += [f"{case.signature}: {key}" for key, expected in np.load(case.outputs).items() if not is_close(actual[key], expected)]
    return f"other outputs: {wrong}" if wrong else ""


def loaded(path: pathlib.Path):
    """A function of a signature's name and arrays; where TensorFlow 2 cannot load a model (it has reference variables), 1 does."""
    import tensorflow as tf

    try:
        return in_tensorflow_2(path)
    except tf.errors.InvalidArgumentError:
        return in_tensorflow_1(path)


def in_tensorflow_2(path: pathlib.Path):
    import tensorflow as tf

    model = tf.saved_model.load(str(path), tags=["serve"])
    return lambda name, arrays: {key: value.numpy() for key, value in model.signatures[name](**arrays_as_constants(tf, arrays)).items()}


def in_tensorflow_1(path: pathlib.Path):
    import tensorflow as tf

    session = tf.compat.v1.Session(graph=tf.Graph())
    with session.graph.as_default():
        signatures = tf.compat.v1.saved_model.load(session, ["serve"], str(path)).signature_def
    return lambda name, arrays: run_signature(session, signatures[name], arrays)


def arrays_as_constants(tf, arrays) -> dict:
    return {key: tf.constant(value) for key, value in arrays.items()}


def run_signature(session, signature, arrays) -> dict:
    return session.run(
        {key: info.name for key, info in signature.outputs.items()}, {signature.inputs[key].name: value for key, value in arrays.items()}
    )


def is_rebuilt(model: pathlib.Path, folder: pathlib.Path, place: pathlib.Path) -> str:
    text = command("tf-translate", "--savedmodel-to-mlir=signatures", *tags_of(model), model)
    command("tf-translate", "--mlir-to-savedmodel", "-o", place / "new", "-", given=text)
    wrong = []
    for loader in (in_tensorflow_2, in_tensorflow_1):
        signatures = loader(place / "new")
        for case in cases(folder):
            actual = signatures(case.signature, dict(np.load(case.inputs).items()))
            wrong += [f"{case.signature}: {key}" for key, expected in np.load(case.outputs).items() if not is_close(actual[key], expected)]
    return f"other outputs: {wrong}" if wrong else not_trained(folder, place)


def not_trained(folder: pathlib.Path, place: pathlib.Path) -> str:
    """What is wrong with a step of gradient descent on the first case, saved by TensorFlow and read again."""
    import tensorflow as tf

    model, case = tf.saved_model.load(str(place / "new")), cases(folder)[0]
    variables = list(model.trainable_variables)
    if not variables:
        return ""
    with tf.GradientTape() as tape:
        results = model.signatures[case.signature](**arrays_as_constants(tf, dict(np.load(case.inputs).items())))
        loss = sum([tf.reduce_sum(value**2) for value in results.values() if value.dtype.is_floating])
    gradients = [(variable, change) for variable, change in zip(variables, tape.gradient(loss, variables)) if change is not None]
    for variable, change in gradients:
        variable.assign_sub(1e-3 * tf.convert_to_tensor(change))
    tf.saved_model.save(model, str(place / "trained"), signatures=model.signatures)
    command("tf-translate", "--checkpoint-to-npz", place / "trained", "-o", place / "trained.npz")
    stored = list(np.load(place / "trained.npz").values())
    lost = [variable.name for variable in model.variables if not any(np.array_equal(variable.numpy(), one) for one in stored)]
    return f"not trained: {[variable.name for variable in variables]}" if not gradients else f"lost: {lost}" if lost else ""


def is_close(actual, expected) -> bool:
    if expected.dtype.kind == "S":
        return np.array_equal(np.asarray(actual, object).astype("S"), expected)
    return np.allclose(actual, expected, **TOLERANCE, equal_nan=True)


def runs_at(stage: str, model: pathlib.Path, folder: pathlib.Path) -> str:
    text = command("tf-translate", "--savedmodel-to-mlir=signatures", *tags_of(model), model)
    text = command("tf-opt", *PASSES[stage], "-", given=text) if PASSES[stage] else text
    calls = [
        word
        for case in cases(folder)
        for word in (f"--entry={case.signature}", f"--input=@{case.inputs}", f"--expected-output=@{case.outputs}")
    ]
    tolerances = [f"--{name}={value}" for name, value in TOLERANCE.items()]
    command("tf-run", "-", "--device=interpreter", f"--savedmodel={model}", *tolerances, *calls, given=text)
    return ""


def runs_frozen(model: pathlib.Path, folder: pathlib.Path) -> str:
    refused = []
    for case in cases(folder):
        try:
            text = command("tf-translate", "--savedmodel-to-mlir", f"--signature={case.signature}", *tags_of(model), model)
        except RuntimeError as error:
            refused.append(f"{case.signature} is refused: {error}")
            continue
        calls = [f"--input=@{case.inputs}", f"--expected-output=@{case.outputs}"]
        command("tf-run", "-", "--device=interpreter", *[f"--{name}={value}" for name, value in TOLERANCE.items()], *calls, given=text)
    return "; ".join(refused)


def checks(folder: pathlib.Path, stages: list[str]):
    model = folder / "saved_model"
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other, tempfile.TemporaryDirectory() as third:
        yield "written", lambda: is_same_to_the_byte(model, pathlib.Path(one))
        yield "text", lambda: is_rebuilt(model, folder, pathlib.Path(third))
        yield "rewritten", lambda: runs_in_tensorflow(model, folder, pathlib.Path(other))
        for stage in stages:
            yield stage, (lambda: runs_frozen(model, folder)) if stage == "frozen" else (lambda stage=stage: runs_at(stage, model, folder))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("folders", nargs="+", type=pathlib.Path)
    options.add_argument("--stages", default="tfg,executor,tf,frozen")
    arguments = options.parse_args()
    wrong = 0
    for folder in arguments.folders:
        for name, check in checks(folder, [stage for stage in arguments.stages.split(",") if stage]):
            try:
                said = check()
            except (RuntimeError, ValueError, LookupError) as error:  # of the last, custom gradients that TensorFlow has not saved
                said = f"FAILED: {error}"
            wrong += bool(said) and name != "frozen" or said.startswith("FAILED")
            print(f"{folder.name:24} {name:10} {said or 'same'}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
