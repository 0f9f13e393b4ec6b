"""Makes the .tflite files of test/models/tflite with TensorFlow's own converter, with inputs and what its interpreter gives for them.

For maintainers: this needs TensorFlow (`pip install tensorflow-cpu tf_keras`), and is run when a model is added, not by tests. Weights are
random, from a fixed seed. Without names it makes all that are small; `--all` makes the large ones and those for fuzzing besides.

    python tools/make_tflite_models.py test/models/tflite [--all] [NAME...]
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

RNG = np.random.default_rng(5)
FILES = {}  # name -> (function that makes a converter and examples of its inputs by signature, whether the file is small)


def model(small=True):
    def register(make):
        FILES[make.__name__] = make, small
        return make

    return register


def weights(*shape):
    return tf.constant(RNG.normal(0, (2 / max(1, int(np.prod(shape[:-1])))) ** 0.5, shape).astype(np.float32))


def batch(*shape):
    return RNG.normal(0, 1, shape).astype(np.float32)


def of_functions(module, **signatures):
    """A converter of a SavedModel with these signatures: the way by which names of signatures get into the file."""
    import tempfile

    folder = tempfile.mkdtemp()
    tf.saved_model.save(module, folder, signatures=signatures)
    return tf.lite.TFLiteConverter.from_saved_model(folder, signature_keys=list(signatures))


class Convolutions(tf.Module):
    """Padding, depthwise, pooling, a residual, a classifier."""

    def __init__(self, size=(1, 16, 16, 3)):
        self.size = size
        self.a, self.d, self.p, self.f = weights(3, 3, 3, 8), weights(3, 3, 8, 1), weights(1, 1, 8, 8), weights(8, 130)
        self.bias = weights(8)

    @tf.function
    def run(self, image):
        y = tf.nn.relu6(tf.nn.conv2d(image, self.a, [1, 2, 2, 1], "SAME") + self.bias)
        d = tf.nn.relu(tf.nn.depthwise_conv2d(y, self.d, [1, 1, 1, 1], "SAME"))
        y = tf.nn.max_pool2d(tf.nn.conv2d(d, self.p, 1, "SAME") + y, 2, 2, "VALID")
        return {"scores": tf.nn.softmax(tf.matmul(tf.reduce_mean(y, [1, 2]), self.f))}

    def signature(self):
        return self.run.get_concrete_function(tf.TensorSpec(self.size, tf.float32, name="image"))


def convolutions():
    module = Convolutions()
    return of_functions(module, serving_default=module.signature()), {"serving_default": {"image": batch(1, 16, 16, 3)}}


@model()
def cnn_float():
    return convolutions()


@model()
def cnn_dynamic_range():
    converter, inputs = convolutions()
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return converter, inputs


@model()
def cnn_float16():
    converter, inputs = convolutions()
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.target_spec.supported_types = [tf.float16]
    return converter, inputs


def representative(*shapes):
    def samples():
        for _ in range(8):
            yield [batch(*shape) for shape in shapes]

    return samples


@model()
def cnn_int8():
    converter, inputs = convolutions()
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = representative((1, 16, 16, 3))
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = converter.inference_output_type = tf.int8
    return converter, {"serving_default": {"image": RNG.integers(-128, 128, (1, 16, 16, 3)).astype(np.int8)}}


@model()
def cnn_int8_float_io():
    converter, inputs = convolutions()
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = representative((1, 16, 16, 3))
    return converter, inputs


@model()
def cnn_int16x8():
    converter, inputs = convolutions()
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = representative((1, 16, 16, 3))
    converter.target_spec.supported_ops = [tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8]
    return converter, inputs


@model()
def control_flow():
    class Loops(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([4], tf.float32, name="x"), tf.TensorSpec([], tf.int32, name="n")])
        def run(self, x, n):
            i = tf.constant(0)
            while i < n:
                x = x * 1.5 + tf.cast(i, tf.float32)
                i += 1
            if tf.reduce_sum(x) > 10.0:
                x = tf.nn.relu(x - 1.0)
            else:
                x = tf.exp(-x)
            return {"y": x}

    module = Loops()
    return of_functions(module, serving_default=module.run), {"serving_default": {"x": batch(4), "n": np.int32(5)}}


@model()
def two_signatures():
    class Two(tf.Module):
        def __init__(self):
            self.w = weights(6, 4)

        @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32, name="x")])
        def encode(self, x):
            return {"code": tf.tanh(x @ self.w)}

        @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32, name="code"), tf.TensorSpec([], tf.float32, name="scale")])
        def decode(self, code, scale):
            return {"x": tf.matmul(code, self.w, transpose_b=True) * scale, "size": tf.shape(code)[0]}

    module = Two()
    inputs = {"encode": {"x": batch(3, 6)}, "decode": {"code": batch(2, 4), "scale": np.float32(0.5)}}
    return of_functions(module, encode=module.encode, decode=module.decode), inputs


@model()
def variables():
    class Counter(tf.Module):
        def __init__(self):
            self.sum = tf.Variable([1.0, 2.0, 3.0])

        @tf.function(input_signature=[tf.TensorSpec([3], tf.float32, name="by")])
        def add(self, by):
            self.sum.assign_add(by)
            return {"sum": self.sum.read_value()}

    module = Counter()
    converter = of_functions(module, add=module.add)
    converter.experimental_enable_resource_variables = True
    return converter, {"add": {"by": batch(3)}}


def recurrent(kind, **settings):
    import tf_keras as keras

    layer = getattr(keras.layers, kind)
    inputs = keras.Input((5, 3), batch_size=1)
    network = keras.Model(inputs, keras.layers.Dense(2)(layer(4, return_sequences=False, **settings)(inputs)))
    for variable in network.variables:
        variable.assign(RNG.normal(0, 0.5, variable.shape).astype(np.float32))
    return tf.lite.TFLiteConverter.from_keras_model(network), {"serving_default": {"input_1": batch(1, 5, 3)}}


@model()
def lstm():
    return recurrent("LSTM")


@model()
def gru():
    return recurrent("GRU")


@model()
def lstm_dynamic_range():
    converter, inputs = recurrent("LSTM")
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return converter, inputs


@model(small=False)
def bidirectional_lstm():
    import tf_keras as keras

    inputs = keras.Input((5, 3), batch_size=1)
    network = keras.Model(inputs, keras.layers.Bidirectional(keras.layers.LSTM(4))(inputs))
    return tf.lite.TFLiteConverter.from_keras_model(network), {"serving_default": {"input_1": batch(1, 5, 3)}}


@model()
def flex_and_custom():
    class Unusual(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([4, 4], tf.float32, name="x")])
        def run(self, x):
            return {"y": tf.linalg.inv(x + 5.0 * tf.eye(4)), "t": tf.sort(x)}

    module = Unusual()
    converter = of_functions(module, serving_default=module.run)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS, tf.lite.OpsSet.SELECT_TF_OPS]
    return converter, None  # which the interpreter runs with the Flex delegate alone


@model()
def custom_op():
    class Unusual(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([3, 3], tf.float32, name="x")])
        def run(self, x):
            return {"y": tf.linalg.det(x), "z": tf.abs(x)}

    module = Unusual()
    converter = of_functions(module, serving_default=module.run)
    converter.allow_custom_ops = True
    return converter, None


@model()
def stablehlo_operators():
    class Regions(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([3, 4], tf.float32, name="x")])
        def run(self, x):
            added = tf.tensor_scatter_nd_add(x, [[0], [2]], tf.ones((2, 4)))
            return {
                "added": added,
                "largest": tf.reduce_max(x, 0),
                "running": tf.cumsum(x, 1),
                "sorted": tf.sort(x),
                "sums": tf.reduce_sum(x, 1),
            }

    module = Regions()
    converter = of_functions(module, serving_default=module.run)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.EXPERIMENTAL_STABLEHLO_OPS]
    return converter, None  # of which the interpreter has kernels in part


@model()
def any_batch():
    class Text(tf.Module):
        def __init__(self):
            self.table = weights(11, 4)

        @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32, name="ids")])
        def run(self, ids):
            rows = tf.gather(self.table, ids)
            mask = tf.expand_dims(tf.cast(ids > 0, tf.float32), 2)
            return {"mean": tf.reduce_sum(rows * mask, 1) / tf.maximum(tf.reduce_sum(mask, 1), 1.0)}

    module = Text()
    ids = RNG.integers(0, 11, (2, 5)).astype(np.int32)
    return of_functions(module, serving_default=module.run), {"serving_default": {"ids": ids}}


@model()
def shapes_and_slices():
    class Shapes(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([2, 6, 4], tf.float32, name="x")])
        def run(self, x):
            a, b = tf.split(x, 2, axis=1)
            y = tf.concat([a[:, ::2], tf.reverse(b, [1])], 1)
            y = tf.transpose(tf.pad(y, [[0, 0], [1, 0], [0, 1]]), [0, 2, 1])
            best, which = tf.math.top_k(y[:, :, 0], 2)
            return {
                "y": tf.squeeze(tf.expand_dims(y, 1), [1]),
                "best": best,
                "which": which,
                "most": tf.argmax(x, -1),
                "hot": tf.one_hot(which, 5),
                "tiled": tf.tile(tf.stack([x[0, 0], x[1, 0]]), [1, 2]),
            }

    module = Shapes()
    return of_functions(module, serving_default=module.run), {"serving_default": {"x": batch(2, 6, 4)}}


@model()
def strings_and_tables():
    class Words(tf.Module):
        def __init__(self):
            init = tf.lookup.KeyValueTensorInitializer(["a", "bc", "def"], tf.constant([1, 2, 3], tf.int64))
            self.table = tf.lookup.StaticHashTable(init, -1)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
        def run(self, words):
            return {"ids": self.table.lookup(words)}

    module = Words()
    return of_functions(module, serving_default=module.run), None


@model()
def attention():
    class Attention(tf.Module):
        def __init__(self):
            self.q, self.k, self.v = weights(8, 8), weights(8, 8), weights(8, 8)

        @tf.function(input_signature=[tf.TensorSpec([1, 6, 8], tf.float32, name="x")])
        def run(self, x):
            q, k, v = [tf.einsum("bti,io->bto", x, w) for w in (self.q, self.k, self.v)]
            y = tf.matmul(tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / 8**0.5), v)
            mean, variance = tf.nn.moments(y, [-1], keepdims=True)
            return {"y": tf.nn.gelu((y - mean) * tf.math.rsqrt(variance + 1e-6))}

    module = Attention()
    return of_functions(module, serving_default=module.run), {"serving_default": {"x": batch(1, 6, 8)}}


@model()
def ragged_rows():
    class Ragged(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="values"), tf.TensorSpec([None], tf.int64, name="row_splits")])
        def run(self, values, row_splits):
            rows = tf.RaggedTensor.from_row_splits(values, row_splits, validate=False)
            return {"dense": rows.to_tensor(), "sums": tf.reduce_sum(rows, 1)}

    module = Ragged()
    converter = of_functions(module, serving_default=module.run)
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS, tf.lite.OpsSet.SELECT_TF_OPS]
    return converter, None


@model()
def sparse_weights():
    class Sparse(tf.Module):
        def __init__(self):
            w = weights(32, 16).numpy()
            w[RNG.random(w.shape) < 0.9] = 0
            self.w = tf.constant(w)

        @tf.function(input_signature=[tf.TensorSpec([1, 32], tf.float32, name="x")])
        def run(self, x):
            return {"y": tf.nn.relu(x @ self.w)}

    module = Sparse()
    converter = of_functions(module, serving_default=module.run)
    converter.optimizations = [tf.lite.Optimize.EXPERIMENTAL_SPARSITY]
    return converter, {"serving_default": {"x": batch(1, 32)}}


def application(name, size=224):
    import tf_keras as keras

    network = getattr(keras.applications, name)(weights=None)
    for variable in network.variables:
        if "moving_variance" in variable.name:
            variable.assign(RNG.uniform(0.5, 1.5, variable.shape).astype(np.float32))
    return tf.lite.TFLiteConverter.from_keras_model(network), {"serving_default": {"input_1": batch(1, size, size, 3)}}


@model(small=False)
def mobilenet_v1():
    return application("MobileNet")


@model(small=False)
def mobilenet_v1_int8():
    converter, inputs = application("MobileNet")
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = representative((1, 224, 224, 3))
    return converter, inputs


@model(small=False)
def resnet50():
    return application("ResNet50")


@model(small=False)
def resnet50_dynamic_range():
    converter, inputs = application("ResNet50")
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return converter, inputs


def results_of(content, inputs, calls=1):
    """What the interpreter gives by signature, in the last of so many calls on the same inputs."""
    import warnings

    warnings.simplefilter("ignore")
    interpreter = tf.lite.Interpreter(model_content=content, experimental_op_resolver_type=tf.lite.experimental.OpResolverType.BUILTIN_REF)
    outputs = {}
    for key, values in inputs.items():
        runner = interpreter.get_signature_runner(key if key in interpreter.get_signature_list() else None)
        names = list(runner.get_input_details())
        values = values if set(names) == set(values) else dict(zip(names, values.values()))
        inputs[key] = values
        for _ in range(calls):
            outputs[key] = {name: np.array(value) for name, value in runner(**values).items()}
    return outputs


def main():
    words = sys.argv[1:]
    everything = "--all" in words
    folder, *names = [word for word in words if word != "--all"]
    failed = []
    for name, (make, small) in FILES.items():
        if names and name not in names or not (everything or small or names):
            continue
        try:
            converter, inputs = make()
            content = converter.convert()
            outputs, third = [results_of(content, inputs, calls) if inputs else {} for calls in (1, 3)]
            keeps = any([not np.array_equal(value, third[key][name]) for key, part in outputs.items() for name, value in part.items()])
        except Exception as problem:
            failed.append(f"{name}: {type(problem).__name__}: {str(problem)[:300]}")
            continue
        home = os.path.join(folder, name)
        os.makedirs(home, exist_ok=True)
        with open(os.path.join(home, "model.tflite"), "wb") as file:
            file.write(content)
        for what, values in (("inputs", inputs or {}), ("outputs", outputs), ("third_outputs", third if keeps else {})):
            arrays = {f"{key}/{each}": np.asarray(value) for key, part in values.items() for each, value in part.items()}
            if arrays:
                np.savez_compressed(os.path.join(home, f"{what}.npz"), **arrays)
        print(f"{name}: {len(content)} bytes", flush=True)
    for line in failed:
        print("FAILED", line)


if __name__ == "__main__":
    main()
