"""Run by `check_random_graphs.py` in the environment that has TensorFlow: answers requests, one pickle after the other, on standard input.

A request is a dict: `graph` (bytes of a GraphDef), `calls` (lists of fetches, targets, and feeds by name), `grappler` (whether
TensorFlow optimises too), `files` (a folder, emptied before, whose files are told after each call). The answer has for each
call (values, error class, message, files), of one session. Arrays travel as (dtype, shape, bytes), strings as lists.
"""

import os
import pathlib
import pickle
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

import numpy as np  # noqa: E402
import tensorflow.compat.v1 as tf  # noqa: E402

MOST_MILLISECONDS = 5_000


def configuration(grappler: bool) -> tf.ConfigProto:
    config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1, device_count={"CPU": 2})
    config.operation_timeout_in_ms = MOST_MILLISECONDS
    config.graph_options.rewrite_options.disable_meta_optimizer = not grappler
    config.graph_options.rewrite_options.min_graph_nodes = -1
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    config.graph_options.optimizer_options.do_function_inlining = True  # as TensorFlow 2 has it: each call has resources of its own
    return config


def with_configuration(data: bytes, config: tf.ConfigProto) -> tf.GraphDef:
    """The graph, in which calls run the bodies of functions with the configuration too: without one TensorFlow optimises them."""
    graph = tf.GraphDef.FromString(data)
    for nodes in (graph.node, *[function.node_def for function in graph.library.function]):
        for node in nodes:
            if node.op in ("PartitionedCall", "StatefulPartitionedCall"):
                node.attr["config_proto"].s = config.SerializeToString()
    return graph


def packed(value):
    value = np.asarray(value, object if isinstance(value, bytes) else None)  # else zeros at a text's end would go
    if value.dtype.kind in "OSU":
        return "string", value.shape, [bytes(each) for each in value.reshape(-1)]
    return value.dtype.name, value.shape, value.tobytes()


def unpacked(value):
    dtype, shape, content = value
    return np.frombuffer(content, dtype).reshape(shape)


def texts(folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(pathlib.Path(folder).iterdir())} if folder else {}


def answer(request):
    for file in pathlib.Path(request["files"]).iterdir() if request["files"] else ():
        file.unlink()
    if request["files"]:
        pathlib.Path(request["files"], "file").write_bytes(b"nothing yet")
    config = configuration(request["grappler"])
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(with_configuration(request["graph"], config), name="")
    outcomes = []
    with tf.Session(graph=graph, config=config) as session:
        for fetches, targets, feeds in request["calls"]:
            values, error, message = None, None, ""
            requested = [fetches, [graph.get_operation_by_name(name) for name in targets]]
            try:
                values = [
                    packed(value) for value in session.run(requested, {f"{name}:0": unpacked(value) for name, value in feeds.items()})[0]
                ]
            except tf.errors.OpError as problem:
                error, message = type(problem).__name__, str(problem)[:2000]
            outcomes.append((values, error, message, texts(request["files"])))
    return outcomes


def main() -> None:
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            reply = answer(request)
        except Exception as problem:  # the graph is refused as a whole
            reply = f"{type(problem).__name__}: {problem}"[:2000]
        pickle.dump(reply, ANSWERS)
        ANSWERS.flush()


if __name__ == "__main__":
    main()
