"""Run by `check_savedmodel_training.py` in the environment that has TensorFlow: answers requests, a line of JSON each, on standard input.

A request is a dict: `model` (a SavedModel), `loader` (tf2 or tf1), `cases` (pairs of a signature and a file of arrays), `steps`, `trains_itself`
(whether calls of the signature are steps of training) and `place`, an empty folder. There the answers of the model are left as `before_N.npz`,
the model after its training as `trained`, and the answers of that one, loaded again, as `after_N.npz`. The answer has
`variables` (how many can be trained), `changed` (how many training changed), `losses`, and `remark`.
"""

import json
import os
import pathlib
import shutil
import sys
import traceback

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
ANSWERS = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel  # noqa: E402

v1 = tf.compat.v1
RATE, WANTED = 1e-2, 0.3  # a step is so long; what floats are to become
INITIALIZE = "__saved_model_init_op"


def key_of(name: str, keys) -> str | None:
    """The name of a signature for what arrays of a graph name by its nodes."""
    plain = name.partition(":")[0].replace("_", "/")
    return name if name in keys else next((key for key in keys if key.replace("_", "/") == plain), None)


def arrays_in(path: str, keys) -> dict:
    arrays = np.load(path, allow_pickle=True).items()
    return {key: array for name, array in arrays if (key := key_of(name, keys)) is not None}


def loss_of(results: dict):
    floats = [tf.cast(value, tf.float32) for _, value in sorted(results.items()) if value.dtype.is_floating]
    return sum([tf.reduce_mean((value - WANTED) ** 2) for value in floats]) if floats else None


def how_many_changed(before: list, after: list) -> int:
    return sum([not np.array_equal(one, other, equal_nan=one.dtype.kind == "f") for one, other in zip(before, after, strict=True)])


# TensorFlow 2


def call(signatures, case) -> dict:
    name, path = case
    inputs = arrays_in(path, signatures[name].structured_input_signature[1])
    return signatures[name](**{key: tf.constant(array) for key, array in inputs.items()})


def leave_answers(model: str, cases: list, place: pathlib.Path, called: str) -> None:
    signatures = tf.saved_model.load(model).signatures
    for number, case in enumerate(cases):
        np.savez(place / f"{called}_{number}.npz", **{key: value.numpy() for key, value in call(signatures, case).items()})


def in_tensorflow_2(request: dict) -> dict:
    place, cases = pathlib.Path(request["place"]), request["cases"]
    leave_answers(request["model"], cases, place, "before")
    model = tf.saved_model.load(request["model"])
    variables = list(model.variables if request["trains_itself"] else model.trainable_variables)
    before = [variable.numpy() for variable in variables]
    losses, remark = [], ""
    try:
        remark = (called if request["trains_itself"] else descended)(model, cases, variables, request["steps"], losses)
    except (AttributeError, LookupError, ValueError) as error:  # as where a loop of TensorFlow 1 stands in a function
        remark = f"TensorFlow 2 does not differentiate it: {str(error).strip().splitlines()[0][:80]}"
    changed = how_many_changed(before, [each.numpy() for each in variables])
    told = {"variables": len(variables), "changed": changed, "losses": losses, "remark": remark}
    tf.saved_model.save(model, str(place / "trained"), signatures=dict(model.signatures))
    return told


def called(model, cases: list, _, steps: int, losses: list[float]) -> str:
    for _ in range(steps):
        losses.append(float(min(call(model.signatures, cases[0]).items())[1]))
    return ""


def descended(model, cases: list, variables: list, steps: int, losses: list[float]) -> str:
    """Steps of gradient descent by the first case that has a loss. Adds their losses, and that behind the last. Where no variable has a
    derivative, as in front of Round, all are changed otherwise, which must change the answers; that is said."""
    case = next((each for each in cases if loss_of(call(model.signatures, each)) is not None), None)
    for step in range(steps + 1 if case else 0):
        with tf.GradientTape() as tape:
            loss = loss_of(call(model.signatures, case))
        losses.append(float(loss))
        changes = tape.gradient(loss, variables) if step < steps else []
        pairs = [(variable, tf.convert_to_tensor(each)) for variable, each in zip(variables, changes) if each is not None]
        norm = float(tf.linalg.global_norm([each for _, each in pairs])) if pairs else 0.0
        for variable, change in pairs:
            variable.assign_sub(tf.cast(RATE / (norm + 1e-6), change.dtype) * change)
        if not pairs and step < steps and not answers_follow(model, case, variables):
            raise RuntimeError("its answers do not follow its variables")
        if not pairs and step < steps:
            return "its answers follow its variables, and have no derivative by them"
    return ""


def answers_follow(model, case, variables: list) -> bool:
    before = call(model.signatures, case)
    for variable in variables:
        variable.assign_add(tf.cast(tf.fill(tf.shape(variable), WANTED), variable.dtype))
    return any([not np.array_equal(before[name], value) for name, value in call(model.signatures, case).items()])


# TensorFlow 1


class InSession:
    """A model that a session has loaded."""

    def __init__(self, model: str, session):
        self.model, self.session = model, session
        self.meta = v1.saved_model.load(session, ["serve"], model)

    def feeds(self, case) -> dict:
        inputs = self.meta.signature_def[case[0]].inputs
        return {inputs[key].name: array for key, array in arrays_in(case[1], inputs).items()}

    def outputs(self, case) -> dict:
        return {key: self.session.graph.get_tensor_by_name(info.name) for key, info in self.meta.signature_def[case[0]].outputs.items()}

    def leave_answers(self, cases: list, place: pathlib.Path) -> None:
        for number, case in enumerate(cases):
            answers = self.session.run(self.outputs(case), self.feeds(case))
            np.savez(place / f"before_{number}.npz", **{key: np.asarray(value) for key, value in answers.items()})

    def step(self, case, variables: list):
        """The loss, a step of gradient descent, and why there is none. Through calls of functions gradients are those that TensorFlow has
        in C++, with which it differentiates less than in Python."""
        loss = loss_of(self.outputs(case))
        if loss is None:
            return None, None, "no loss"
        try:
            pairs = [(variable, each) for variable, each in zip(variables, v1.gradients(loss, variables)) if each is not None]
            self.session.run([each for _, each in pairs], self.feeds(case))
        except (tf.errors.OpError, LookupError, TypeError, ValueError) as error:
            told = [line for line in str(error).splitlines() if "No gradient" in line or "radient" in line] or [str(error).strip()]
            return loss, None, f"TensorFlow 1 differentiates none of it: {told[0][:80]}"
        return loss, tf.group(*[variable.assign_sub(RATE * tf.convert_to_tensor(each)) for variable, each in pairs]), ""

    def save(self, place: pathlib.Path) -> None:
        signatures = {key: each for key, each in self.meta.signature_def.items() if not key.startswith("__")}
        builder, main_op = v1.saved_model.Builder(str(place / "trained")), None
        if INITIALIZE in self.meta.signature_def:
            (info,) = self.meta.signature_def[INITIALIZE].outputs.values()
            main_op = self.session.graph.as_graph_element(info.name.partition(":")[0])
            self.session.graph.clear_collection("saved_model_main_op")  # which has it too
        builder.add_meta_graph_and_variables(self.session, ["serve"], signatures, main_op=main_op)
        builder.save()
        self.keep_assets(place / "trained")

    def keep_assets(self, saved: pathlib.Path) -> None:
        """What TensorFlow copies for a graph whose constants have the files' whole paths. A loaded one gets these by feeds."""
        if self.meta.asset_file_def:
            shutil.copytree(pathlib.Path(self.model) / "assets", saved / "assets")
            kept = SavedModel.FromString((saved / "saved_model.pb").read_bytes())
            kept.meta_graphs[0].asset_file_def.extend(self.meta.asset_file_def)
            (saved / "saved_model.pb").write_bytes(kept.SerializeToString())


def in_tensorflow_1(request: dict) -> dict:
    place, cases = pathlib.Path(request["place"]), request["cases"]
    with v1.Session(graph=tf.Graph()) as session:
        InSession(request["model"], session).leave_answers(cases, place)
    with v1.Session(graph=tf.Graph()) as session:
        told = trained_in_session(InSession(request["model"], session), request, place)
    return told


def trained_in_session(loaded: InSession, request: dict, place: pathlib.Path) -> dict:
    session, case, steps = loaded.session, request["cases"][0], request["steps"]
    variables = v1.global_variables() if request["trains_itself"] else v1.trainable_variables()
    before, remark, losses = session.run(variables), "", []
    if request["trains_itself"]:
        losses = [float(session.run(min(loaded.outputs(case).items())[1], loaded.feeds(case))) for _ in range(steps)]
    else:
        loss, step, remark = loaded.step(case, variables)
        for _ in range(steps if step is not None else 0):
            losses.append(float(session.run(loss, loaded.feeds(case))))
            session.run(step, loaded.feeds(case))
        losses += [float(session.run(loss, loaded.feeds(case)))] if loss is not None else []
    told = {"variables": len(variables), "changed": how_many_changed(before, session.run(variables)), "losses": losses, "remark": remark}
    loaded.save(place)
    return told


def answer(request: dict) -> dict:
    place = pathlib.Path(request["place"])
    told = {"tf2": in_tensorflow_2, "tf1": in_tensorflow_1}[request["loader"]](request)
    leave_answers(str(place / "trained"), request["cases"], place, "after")
    return told


for line in sys.stdin:
    try:
        told = answer(json.loads(line))
    except Exception as error:  # the next request is another model
        told = {"error": f"{type(error).__name__}: {str(error)[:400]}", "trace": traceback.format_exc()}
    print(json.dumps(told), file=ANSWERS, flush=True)
