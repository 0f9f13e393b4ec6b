"""Draws graphs of 3 to 8 steps and answers each of their tensors, for check_mixed_graphs.py; run by an interpreter that has TensorFlow.

    tensorflow_mixed_graphs.py FROM TO FILE

Pickles for each seed (seed, steps, GraphDef, nodes that fill tables, {tensor: (the op that gives it, its value, or (error class, message))}).
"""

import os
import pickle
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
warnings.simplefilter("ignore")

import tensorflow.compat.v1 as tf  # noqa: E402

tf.disable_eager_execution()

import mixed_pictures  # noqa: E402, F401
import mixed_steps  # noqa: E402, F401
import mixed_structures  # noqa: E402, F401
from mixed_draws import STEPS, Draw  # noqa: E402

FAMILIES = "snipraax"  # the first letters of steps: text, numbers, images, sparse, ragged, audio, all else
TRIES = 60  # after which a graph is as long as it is


def one_thread() -> tf.ConfigProto:
    """Without optimizers, which would change what nodes say."""
    config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1
    return config


def tensors_of(result) -> list:
    flat = [] if isinstance(result, tf.Operation) else tf.nest.flatten(result, expand_composites=False)
    return [each for each in flat if isinstance(each, (tf.Tensor, tf.SparseTensor, tf.RaggedTensor))]


def drawn(seed: int) -> tuple[list[str], list]:
    """The names of the steps of a graph, and the tensors to ask for."""
    draw, names, fetches = Draw(seed), [], []
    length, families = draw.random.randint(3, 8), draw.random.sample(FAMILIES, 3)
    for _ in range(TRIES):
        if len(names) >= length:
            break
        name = draw.random.choice([each for each in STEPS if each[0] in families or draw.random.random() < 0.1])
        try:
            tensors = tensors_of(STEPS[name](draw))
        except Exception:  # which an operand does not fit
            continue
        if tensors:
            names.append(name)
            draw.pool += tensors
            parts = [part for each in tensors for part in tf.nest.flatten(each, expand_composites=True)]
            fetches += [part for part in parts if part.dtype not in (tf.variant, tf.resource) and not part.dtype.is_quantized]
    return names, fetches


def case(seed: int) -> tuple:
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(7)
        names, fetches = drawn(seed)
        tables = [each.name for each in graph.get_operations() if each.type == "InitializeTableV2"]

        def run(asked):
            with tf.Session(graph=graph, config=one_thread()) as session:
                session.run([graph.get_operation_by_name(name) for name in tables])
                return session.run(asked)

        try:
            values = dict(zip([each.name for each in fetches], run([each.name for each in fetches])))
        except Exception:  # one of them is an error: each by itself
            values = {each.name: answer(run, each.name) for each in fetches}
        kinds = {each.name: each.op.type for each in fetches}
        return seed, names, graph.as_graph_def().SerializeToString(), tables, {name: (kinds[name], values[name]) for name in values}


def answer(run, name: str):
    try:
        return run(name)
    except Exception as error:
        return type(error).__name__, str(getattr(error, "message", error))


def main():
    first, last = map(int, sys.argv[1:3])
    with open(sys.argv[3], "wb") as file:
        for seed in range(first, last):
            pickle.dump(case(seed), file)
            file.flush()


if __name__ == "__main__":
    main()
