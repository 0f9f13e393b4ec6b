"""Run by the benchmarks of inference in the environment that has TensorFlow: the processor time of one inference, as JSON.

python tensorflow_worker.py MODEL.pb INPUTS.npz OUTPUTS.npz RUNS
"""

import json
import statistics
import sys
import time

import numpy as np
import tensorflow as tf


def main():
    model, inputs, outputs, runs = sys.argv[1], np.load(sys.argv[2]), np.load(sys.argv[3]), int(sys.argv[4])
    graph_def = tf.compat.v1.GraphDef()
    with open(model, "rb") as file:
        graph_def.ParseFromString(file.read())
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
    one_thread = tf.compat.v1.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    session = tf.compat.v1.Session(graph=graph, config=one_thread)
    run = session.make_callable([tensor(name) for name in outputs.files], [tensor(name) for name in inputs.files])
    arrays = [inputs[name] for name in inputs.files]
    times = []
    for number in range(runs + 5):
        start = time.process_time()
        run(*arrays)
        if number >= 5:
            times.append(1e3 * (time.process_time() - start))
    json.dump({"version": tf.__version__, "median": statistics.median(times), "least": min(times)}, sys.stdout)


def tensor(name: str) -> str:
    return name if ":" in name else name + ":0"


if __name__ == "__main__":
    main()
