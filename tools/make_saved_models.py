"""Makes the small SavedModels of test/models, with inputs and TensorFlow's own outputs per signature.

For maintainers: it needs TensorFlow (`pip install tensorflow-cpu`), and it is run when a model is added, not by tests.

    python tools/make_saved_models.py test/models [NAME ...]
"""

import os
import sys
import tempfile
from typing import Any

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
FLOATS, INTS, LONG = (
    tf.TensorSpec([None, 2], tf.float32, name="x"),
    tf.TensorSpec([None], tf.int32, name="ids"),
    tf.TensorSpec([], tf.int64, name="by"),
)


class Resources(tf.Module):
    """Variables behind handles: read in branches and loops, gathered from, asked for their shape; one is written."""

    def __init__(self):
        self.w = tf.Variable(np.arange(6, dtype=np.float32).reshape(2, 3) / 4, name="w")
        self.b = tf.Variable([0.5, -1.0, 2.0], name="b")
        self.on = tf.Variable(True, name="on")
        self.table = tf.Variable(np.arange(10, dtype=np.float32).reshape(5, 2) ** 2, name="table")
        self.seen = tf.Variable(0, dtype=tf.int64, name="seen")

    @tf.function(input_signature=[FLOATS])
    def affine(self, x):
        product = tf.matmul(x, self.w)
        y = tf.cond(self.on, lambda: product + self.b, lambda: product - self.b)
        shapes = [tf.TensorShape([]), tf.TensorShape([None, 3])]
        _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 0.5 + self.b), [0, y], shape_invariants=shapes)
        return {"y": y, "sum": tf.reduce_sum(y)}

    @tf.function(input_signature=[INTS])
    def look(self, ids):
        return {"rows": tf.gather(self.table, ids), "shape": tf.shape(self.table)}

    @tf.function(input_signature=[LONG])
    def count(self, by):
        return {"seen": self.seen.assign_add(by)}


def resources(path: str) -> None:
    module = Resources()
    tf.saved_model.save(module, path, signatures={"serving_default": module.affine, "look": module.look, "count": module.count})


def partitioned(path: str) -> None:
    """A graph of TensorFlow 1: a variable that is stored in parts, one of strings, reference variables, two signatures."""
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 6], name="features")
        parts = v1.fixed_size_partitioner(3)
        weights = v1.get_variable(
            "weights", [6, 4], partitioner=parts, initializer=v1.random_normal_initializer(seed=1), use_resource=False
        )
        names = v1.get_variable("names", initializer=tf.constant(["zero", "one", "two", "three"]), use_resource=False)
        scores = tf.identity(tf.matmul(x, tf.convert_to_tensor(weights)), name="scores")
        best = tf.argmax(scores, 1)
        label = tf.gather(names, best)
        session.run(v1.global_variables_initializer())
        builder = v1.saved_model.Builder(path)
        signature = v1.saved_model.predict_signature_def
        builder.add_meta_graph_and_variables(
            session, ["serve"], {"serving_default": signature({"x": x}, {"scores": scores}), "label": signature({"x": x}, {"label": label})}
        )
        builder.save()


class Unnamed(tf.Module):
    """Variables in lists and dictionaries, all called the same; a captured constant; nested results."""

    def __init__(self):
        self.a = tf.Variable(2.0)
        self.alias = self.a
        self.b = [tf.Variable([1.0, 2.0]), {"c": tf.Variable([[3.0]])}]
        self.k = tf.constant([5.0, 6.0])

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def flat(self, x):
        return {"y": x * self.a + self.b[0] + self.k, "z": x[0] * self.b[1]["c"]}

    @tf.function(input_signature=[[tf.TensorSpec([2], tf.float32), tf.TensorSpec([], tf.float32)]])
    def nested(self, xs):
        return {"z": (xs[0] * self.a + self.b[0],), "y": [xs[1] * self.b[1]["c"]]}


def unnamed(path: str) -> None:
    module = Unnamed()
    tf.saved_model.save(module, path, signatures=module.flat)


class Words(tf.Module):
    """A table that a file of words fills and one that is stored, which a function and its callers are bound to; ragged and sparse tensors; a
    function with two concrete ones; a list of variables under a name that begins with an underline."""

    def __init__(self, file: str):
        initializer = tf.lookup.TextFileInitializer(
            file, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
        )
        self.fixed = tf.lookup.StaticHashTable(initializer, 3)
        self.counts = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
        self.counts.insert(tf.constant([0, 2], tf.int64), [0.5, 4.0])
        self.rows = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2), name="rows")
        self._all = [self.rows, tf.Variable(2.0)]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
    def find(self, words):
        ids = self.fixed.lookup(words)
        return {"ids": ids, "counts": self.counts.lookup(ids)}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
    def embed(self, words):
        return {"rows": tf.gather(self.rows, self.find(words)["ids"]) * self._all[1]}

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
    def ragged(self, r):
        return {"sums": tf.reduce_sum(r, 1), "twice": r * self._all[1]}

    @tf.function(input_signature=[tf.SparseTensorSpec([None, 4], tf.float32)])
    def sparse(self, s):
        return tf.sparse.sparse_dense_matmul(s, self.rows)

    @tf.function
    def scaled(self, x, by=3.0):
        return x * by * self._all[1]


def words(path: str) -> None:
    file = os.path.join(tempfile.mkdtemp(), "words.txt")
    with open(file, "w") as out:
        out.write("cat\ndog\nowl\n")
    module = Words(file)
    module.scaled(tf.constant([1.0, 2.0]))
    module.scaled(tf.constant([[1.0, 2.0]]))
    tf.saved_model.save(module, path, signatures={"serving_default": module.embed, "find": module.find})


class OwnGradient(tf.Module):
    """A function with a gradient of its own, which takes a tensor of it and a variable: 10 x w in place of 2 x."""

    def __init__(self):
        self.w = tf.Variable(2.0, name="w")

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def layer(self, x):
        @tf.custom_gradient
        def squared(x):
            return x * x, lambda upstream: upstream * 10.0 * x * self.w

        return {"y": squared(x * self.w)}


def own_gradient(path: str) -> None:
    module = OwnGradient()
    tf.saved_model.save(module, path, signatures=module.layer)


QUANTIZED = {
    tf.qint8: [-128, 0, 127], tf.quint8: [255, 1, 0], tf.qint16: [-32768, 5, 32767], tf.quint16: [65535, 1, 0], tf.qint32: [-(2**31), 7, 2**31 - 1],
}  # fmt: skip


def odd_types(path: str) -> None:
    """Checkpoints of quantized numbers, strings and quantized numbers in parts, a list; in the first format too what that holds of them."""
    given = {kind.name: tf.bitcast(tf.constant(numbers, kind.name[1:]), kind) for kind, numbers in QUANTIZED.items()}
    words = tf.constant([[b"a", b"bc"], [b"", b"\0d\0"], [b"eee", b"f" * 200]])
    rows = tf.bitcast(tf.constant(np.arange(-6, 6, dtype=np.int8).reshape(3, 4)), tf.qint8)
    pairs = tf.raw_ops.TensorListFromTensor(tensor=tf.constant([[1.0, 2.0], [3.0, 4.0]]), element_shape=tf.constant([2]))
    parts = [("words", "3 2 0,1:-", words[:1]), ("words", "3 2 1,2:0,1", words[1:, :1]), ("words", "3 2 1,2:1,1", words[1:, 1:])]
    parts += [("rows", f"3 4 -:{at},2", tf.raw_ops.Slice(input=rows, begin=[0, at], size=[3, 2])) for at in (0, 2)]
    listed = [*[(name, "", value) for name, value in given.items()], ("scalar", "", tf.bitcast(tf.constant(-3, tf.int8), tf.qint8))]
    names, places, values = map(list, zip(*listed, ("pairs", "", pairs), *parts))
    tf.raw_ops.SaveV2(prefix=f"{path}/all", tensor_names=names, shape_and_slices=places, tensors=values)
    taken = [("words", "3 2 0,1:-", words[:1]), ("words", "3 2 1,2:-", words[1:])]
    taken += [(name, "3 -", given[name]) for name in ("qint8", "quint8", "qint32")]
    names, places, values = map(list, zip(*taken))
    tf.raw_ops.SaveSlices(filename=f"{path}/first_format", tensor_names=names, shapes_and_slices=places, data=values)


INPUTS: dict[str, Any] = {
    "odd_types": {},
    "words": {"serving_default": {"words": np.array(["owl", "?", "cat"])}, "find": {"words": np.array(["dog", "owl", "cat", "?"])}},
    "own_gradient": {"serving_default": {"x": np.array([0.5, -1.0], np.float32)}},
    "unnamed": {"serving_default": {"x": np.array([0.5, -1.0], np.float32)}},
    "resources": {
        "serving_default": {"x": np.array([[1, 2], [-3, 0.5], [0, 0]], np.float32)},
        "look": {"ids": np.array([4, 0, 2], np.int32)},
    },
    "partitioned": {"serving_default": {"x": np.linspace(-1, 1, 12, dtype=np.float32).reshape(2, 6)}},
}
MAKERS = {
    "resources": resources, "partitioned": partitioned, "unnamed": unnamed, "words": words, "odd_types": odd_types, "own_gradient": own_gradient,
}  # fmt: skip


def main() -> None:
    for name in sys.argv[2:] or MAKERS:
        make = MAKERS[name]
        folder = os.path.join(sys.argv[1], name)
        make(os.path.join(folder, "saved_model") if INPUTS[name] else folder)
        loaded = INPUTS[name] and tf.saved_model.load(os.path.join(folder, "saved_model"))
        for signature, inputs in INPUTS[name].items():
            outputs = loaded.signatures[signature](**{key: tf.constant(value) for key, value in inputs.items()})
            np.savez_compressed(os.path.join(folder, f"inputs_{signature}.npz"), **inputs)
            np.savez_compressed(os.path.join(folder, f"outputs_{signature}.npz"), **{key: value.numpy() for key, value in outputs.items()})


if __name__ == "__main__":
    main()
