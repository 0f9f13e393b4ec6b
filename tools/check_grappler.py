"""Optimises graphs with `tf-opt --grappler` and with TensorFlow's own Grappler, and lets TensorFlow run what came out of ours.

    python tools/check_grappler.py [--bin DIRECTORY] [--options TEXT] MODEL_DIRECTORY...

Needs an environment with TensorFlow; `--bin` is where tf-opt and tf-translate are, unless they are on the PATH. A model's
directory has `model.pb` (a GraphDef) and `meta.json` with `feeds` and `fetches`, lists of {"name": .., "npz": ..}, the name of the
initialising node as `init` for graphs that train, and `inputs.npz`; that of a SavedModel has `kind` "savedmodel", `tags`,
`signatures` and `cases`, which name files of inputs and outputs. One line per model: nodes and edges (a function library's
among them) before, after ours, after TensorFlow's, both with every node on the CPU; and the largest difference of any
fetch, for graphs that train over two steps and every variable.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.core.framework import variable_pb2
from tensorflow.core.protobuf import config_pb2
from tensorflow.python.framework import meta_graph
from tensorflow.python.grappler import tf_optimizer

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
STEPS = 2


def read_graph(path) -> tf.GraphDef:
    graph = tf.GraphDef()
    graph.ParseFromString(pathlib.Path(path).read_bytes())
    return graph


def size(graph: tf.GraphDef) -> tuple[int, int]:
    bodies = [graph.node, *[function.node_def for function in graph.library.function]]
    return sum(map(len, bodies)), sum(len(node.input) for body in bodies for node in body)


def ours(arguments, reading: str, model, kept: str) -> tuple[tf.GraphDef, float]:
    """Our result for a model that tf-translate reads so, and the CPU seconds that tf-opt took as a whole process. `kept` are options
    that say what stays."""
    tools = pathlib.Path(arguments.bin) if arguments.bin else pathlib.Path()
    with tempfile.TemporaryDirectory() as folder:
        text, optimised, result = [pathlib.Path(folder, name) for name in ("in.mlir", "out.mlir", "out.pb")]
        subprocess.run([tools / "tf-translate", reading, model, "-o", text], check=True)
        began = os.times()
        subprocess.run([tools / "tf-opt", text, f"--grappler={kept} assume-device={CPU} {arguments.options}", "-o", optimised], check=True)
        ended = os.times()
        subprocess.run([tools / "tf-translate", "--mlir-to-graphdef", optimised, "-o", result], check=True)
        return read_graph(result), ended.children_user + ended.children_system - began.children_user - began.children_system


def theirs(graph: tf.GraphDef, fetches: list[str]) -> tuple[tf.GraphDef, float]:
    """TensorFlow's result with its defaults, and the CPU seconds inside this process."""
    with tf.Graph().as_default() as scope:
        tf.import_graph_def(graph, name="")
    return theirs_of_meta_graph(meta_graph.create_meta_graph_def(graph=scope, graph_def=graph), fetches)


def theirs_of_meta_graph(exported, kept: list[str]) -> tuple[tf.GraphDef, float]:
    placed = type(exported)()
    placed.CopyFrom(exported)
    for node in placed.graph_def.node:
        node.device = CPU
    placed.collection_def["train_op"].node_list.value.extend(kept)
    config = config_pb2.ConfigProto()
    config.graph_options.rewrite_options.min_graph_nodes = -1
    began = time.process_time()
    result = tf_optimizer.OptimizeGraph(config, placed)
    return result, time.process_time() - began


class Running:
    """A session over one graph."""

    def __init__(self, graph: tf.GraphDef):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.import_graph_def(graph, name="")
            self.variables = [node.name for node in graph.node if node.op in ("VariableV2", "Variable")]
            handles = [self.graph.get_tensor_by_name(f"{name}:0") for name in self.variables]
            self.values = {name: tf.placeholder(handle.dtype.base_dtype) for name, handle in zip(self.variables, handles)}
            self.assigns = [tf.raw_ops.Assign(ref=h, value=self.values[n], validate_shape=False) for n, h in zip(self.variables, handles)]
        config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
        config.graph_options.rewrite_options.disable_meta_optimizer = True
        self.session = tf.Session(graph=self.graph, config=config)

    def read(self) -> dict:
        return dict(zip(self.variables, self.session.run([f"{name}:0" for name in self.variables])))

    def write(self, state: dict) -> None:
        self.session.run(self.assigns, {self.values[name]: state[name] for name in self.variables})

    def steps(self, fetches, feeds, count: int) -> dict:
        """What was fetched in each step, and the variables at the end."""
        values = {}
        for step in range(count):
            for name, value in zip(fetches, self.session.run(list(fetches), feeds)):
                if value is not None:
                    values[f"{name} step {step}"] = value
        return values | self.read()


def compare(model, meta, graph, optimised) -> str:
    arrays = np.load(model / "inputs.npz", allow_pickle=False)
    feeds = {feed["name"]: arrays[feed["npz"]] for feed in meta["feeds"]}
    fetches = [fetch["name"] for fetch in meta["fetches"]]
    sessions = [Running(graph), Running(graph), Running(optimised)]
    initial = {}
    if meta.get("init"):
        sessions[0].session.run(meta["init"])
        initial = sessions[0].read()
        for running in sessions[1:]:
            running.write(initial)
    before, again, after = [running.steps(fetches, feeds, STEPS if initial else 1) for running in sessions]
    lost = [name for name in before.keys() - after.keys() if name not in initial or not np.array_equal(before[name], initial[name])]
    if lost:
        return f"DIFFER: {len(lost)} variables that change are gone, {min(lost)} among them"
    racy = {name for name in before if difference(before[name], again[name])}
    worst = max([(difference(before[name], after[name]), name) for name in after if name not in racy], default=(0.0, ""))
    return f"largest relative difference {worst[0]:.1e} {worst[1]}" + (
        f" (without {len(racy)} that differ from run to run)" if racy else ""
    )


def difference(one, other) -> float:
    """The largest relative difference, seen against 0.001 for small numbers; infinite for what cannot be compared."""
    one, other = np.asarray(one), np.asarray(other)
    if one.shape != other.shape or one.dtype.kind not in "fiu":
        return 0.0 if np.array_equal(one, other) else float("inf")
    one, other = one.astype(np.float64), other.astype(np.float64)
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    apart = np.where(same, 0.0, np.abs(one - other) / (1e-3 + np.abs(one)))
    return float(np.max(apart, initial=0.0)) if not np.isnan(apart).any() else float("inf")


# SavedModels


def read_meta_graph(folder, tags):
    """The part of a SavedModel with these tags."""
    from tensorflow.core.protobuf import saved_model_pb2

    message = saved_model_pb2.SavedModel()
    message.ParseFromString((folder / "saved_model.pb").read_bytes())
    return next(part for part in message.meta_graphs if set(part.meta_info_def.tags) == set(tags))


def interface_of(part) -> tuple[list[str], list[str]]:
    """The nodes whose results signatures give, and those that loading runs."""
    signatures = {name: entry for name, entry in part.signature_def.items() if name != "__saved_model_init_op"}
    fetches = {info.name.partition(":")[0] for entry in signatures.values() for info in entry.outputs.values()}
    needed = {part.saver_def.restore_op_name, part.saver_def.filename_tensor_name.partition(":")[0]}
    if "__saved_model_init_op" in part.signature_def:
        needed |= {info.name.partition(":")[0] for info in part.signature_def["__saved_model_init_op"].outputs.values()}
    for key in ("saved_model_main_op", "legacy_init_op"):
        needed |= set(part.collection_def[key].node_list.value) if key in part.collection_def else set()
    for entry in part.collection_def["asset_filepaths"].node_list.value if "asset_filepaths" in part.collection_def else ():
        needed.add(entry.partition(":")[0])
    for value in part.collection_def["variables"].bytes_list.value if "variables" in part.collection_def else ():
        variable = variable_pb2.VariableDef.FromString(value)
        names = (variable.variable_name, variable.initializer_name, variable.snapshot_name, variable.initial_value_name)
        needed |= {name.partition(":")[0] for name in names}
    return sorted(fetches), sorted(needed - {""})


def with_graph(folder, tags, graph: tf.GraphDef, result) -> None:
    """A copy of a SavedModel with another graph, as the loader of graphs takes it: without objects that name its functions."""
    from tensorflow.core.protobuf import saved_model_pb2

    shutil.copytree(folder, result)
    message = saved_model_pb2.SavedModel()
    message.ParseFromString((folder / "saved_model.pb").read_bytes())
    part = next(each for each in message.meta_graphs if set(each.meta_info_def.tags) == set(tags))
    part.graph_def.CopyFrom(graph)
    part.ClearField("object_graph_def")
    (result / "saved_model.pb").chmod(0o644)
    (result / "saved_model.pb").write_bytes(message.SerializeToString())


def compare_saved_model(model, meta, folder) -> str:
    """Runs the cases in order on one loaded instance, against the outputs that are stored with the model."""
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    worst = 0.0
    with tf.Session(graph=tf.Graph(), config=config) as session:
        tf.saved_model.loader.load(session, meta["tags"], str(folder))
        for case in meta["cases"]:
            signature = meta["signatures"][case["signature"]]
            given, expected = np.load(model / case["inputs"]), np.load(model / case["outputs"])
            feeds = {info["name"]: given[name] for name, info in signature["inputs"].items()}
            actual = session.run({name: info["name"] for name, info in signature["outputs"].items()}, feeds)
            for name, value in actual.items():
                value = value.astype(expected[name].dtype) if expected[name].dtype.kind in "SU" else value
                worst = max(worst, difference(expected[name], value))
    return f"largest relative difference {worst:.1e} over {len(meta['cases'])} cases"


def check_saved_model(arguments, model, meta) -> None:
    folder = model / meta.get("dir", "saved_model")
    part = read_meta_graph(folder, meta["tags"])
    fetches, needed = interface_of(part)
    with tempfile.TemporaryDirectory() as scratch:
        result, file = pathlib.Path(scratch, "optimised"), pathlib.Path(scratch, "graph.pb")
        file.write_bytes(part.graph_def.SerializeToString())  # alone, as TensorFlow's gets it: its objects name functions that would stay
        kept = f"fetches={','.join(fetches)} preserve={','.join(needed)}"
        optimised, our_seconds = ours(arguments, "--graphdef-to-mlir", file, kept)
        with_graph(folder, meta["tags"], optimised, result)
        reference, their_seconds = theirs_of_meta_graph(part, [*fetches, *needed])
        verdict = "" if arguments.no_run else compare_saved_model(model, meta, result)
    tell(arguments, model, part.graph_def, optimised, reference, our_seconds, their_seconds, verdict)


def check_graph(arguments, model, meta) -> None:
    file = model / meta.get("file", "model.pb")
    graph, fetches = read_graph(file), [fetch["name"] for fetch in meta["fetches"]]
    optimised, our_seconds = ours(arguments, "--graphdef-to-mlir", file, f"fetches={','.join(fetches)}")
    reference, their_seconds = theirs(graph, [name.partition(":")[0] for name in fetches])
    verdict = "" if arguments.no_run else compare(model, meta, graph, optimised)
    tell(arguments, model, graph, optimised, reference, our_seconds, their_seconds, verdict)


def tell(arguments, model, graph, optimised, reference, our_seconds, their_seconds, verdict) -> None:
    (a, b), (c, d), (e, f) = size(graph), size(optimised), size(reference)
    mark = "" if c <= e and d <= f else "  LARGER"
    print(
        f"{model.name:26} {a:6}/{b:6}  ours {c:5}/{d:5} in {our_seconds:5.2f} s  TensorFlow {e:5}/{f:5} in {their_seconds:5.2f} s{mark}  {verdict}",
        flush=True,
    )
    if arguments.ops:
        left, kept = [collections.Counter(n.op for n in g.node) for g in (optimised, reference)]
        for op in sorted(left | kept, key=lambda op: kept[op] - left[op]):
            if left[op] != kept[op]:
                print(f"    {op:30} {left[op]:5} {kept[op]:5}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin")
    parser.add_argument("--options", default="")
    parser.add_argument("--ops", action="store_true", help="print how often each op is left, ours against TensorFlow's")
    parser.add_argument("--no-run", action="store_true", help="only compare sizes")
    parser.add_argument("models", nargs="+")
    arguments = parser.parse_args()
    for model in map(pathlib.Path, arguments.models):
        meta = json.loads((model / "meta.json").read_text())
        (check_saved_model if meta.get("kind") == "savedmodel" else check_graph)(arguments, model, meta)
    return 0


if __name__ == "__main__":
    sys.exit(main())
