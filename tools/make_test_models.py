"""Makes the small frozen graphs of test/models, with inputs and TensorFlow's own outputs.

For maintainers: this is the one script that needs TensorFlow (`pip install tensorflow-cpu`), and it is run when a model is
added, not by tests. Weights are random, scaled as initialisers scale them, from a fixed seed.

    python tools/make_test_models.py test/models
"""

import os
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


def weights(rng, *shape):
    fan_in = int(np.prod(shape[:-1]))
    return v1.constant(rng.normal(0, (2 / fan_in) ** 0.5, shape).astype(np.float32))


def batch_norm(rng, x):
    depth = x.shape[-1]
    scale, offset, mean, variance = (
        rng.uniform(0.5, 1.5, depth),
        rng.normal(0, 0.1, depth),
        rng.normal(0, 0.1, depth),
        rng.uniform(0.5, 1.5, depth),
    )
    as_constant = [v1.constant(a.astype(np.float32)) for a in (scale, offset, mean, variance)]
    return v1.nn.fused_batch_norm(x, *as_constant, epsilon=1e-3, is_training=False)[0]


def small_cnn(rng):
    """Convolutions with odd sizes, batch normalisation, depthwise, pooling, a residual, a concatenation, a classifier."""
    x = v1.placeholder(tf.float32, [1, 33, 31, 3], name="image")
    y = tf.nn.relu6(batch_norm(rng, v1.nn.conv2d(x, weights(rng, 3, 3, 3, 16), [1, 2, 2, 1], "SAME")))
    d = tf.nn.relu6(batch_norm(rng, v1.nn.depthwise_conv2d_native(y, weights(rng, 3, 3, 16, 1), [1, 1, 1, 1], "SAME")))
    p = tf.nn.relu(tf.nn.bias_add(v1.nn.conv2d(d, weights(rng, 1, 1, 16, 16), [1, 1, 1, 1], "SAME"), weights(rng, 16)))
    y = v1.nn.max_pool(y + p, [1, 3, 3, 1], [1, 2, 2, 1], "VALID")
    left = tf.nn.relu(v1.nn.conv2d(y, weights(rng, 1, 1, 16, 12), [1, 1, 1, 1], "SAME"))
    right = tf.nn.relu(v1.nn.conv2d(y, weights(rng, 3, 3, 16, 20), [1, 1, 1, 1], "SAME"))
    y = v1.nn.avg_pool(tf.concat([left, right], 3), [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    y = tf.reduce_mean(y, [1, 2], keepdims=True)
    y = tf.squeeze(v1.nn.conv2d(y, weights(rng, 1, 1, 32, 10), [1, 1, 1, 1], "SAME"), [1, 2])
    scores = tf.nn.softmax(y, name="scores")
    label = tf.argmax(scores, 1, name="label")
    return {"image": rng.normal(0, 1, (1, 33, 31, 3)).astype(np.float32)}, [scores, label]


def attention(rng):
    """One head of attention with layer normalisation: batched products, a softmax, means over rows, transposes."""
    x = v1.placeholder(tf.float32, [2, 7, 24], name="tokens")
    q, k, v = [tf.reshape(tf.reshape(x, [14, 24]) @ weights(rng, 24, 24), [2, 7, 24]) for _ in range(3)]
    mixed = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) * 24**-0.5) @ v
    y = x + mixed
    mean = tf.reduce_mean(y, -1, keepdims=True)
    variance = tf.reduce_mean(tf.math.squared_difference(y, mean), -1, keepdims=True)
    y = (y - mean) * tf.math.rsqrt(variance + 1e-5)
    y = tf.tanh(tf.transpose(y, [1, 0, 2])) * tf.sigmoid(tf.transpose(y, [1, 0, 2]))
    return {"tokens": rng.normal(0, 1, (2, 7, 24)).astype(np.float32)}, [tf.identity(y, name="mixed")]


def nested_control_flow(rng):
    """Loops in branches in loops, by the frames and switches of TensorFlow 1, and branches that share a predicate."""
    x, n = v1.placeholder(tf.float32, [2, 3], name="x"), v1.placeholder(tf.int32, [], name="n")

    def turn(j, b):
        even = v1.cond(tf.reduce_max(b) > 5.0, lambda: b * 0.5, lambda: b + 1.0)
        return j + 1, v1.cond(tf.equal(j % 2, 0), lambda: even, lambda: b - x)

    def body(i, a):
        return i + 1, v1.cond(i > 0, lambda: v1.while_loop(lambda j, b: j < n, turn, [0, a])[1], lambda: a * 3.0)

    y = v1.while_loop(lambda i, a: i < n, body, [0, x])[1]
    y = v1.case([(n < 1, lambda: y), (n < 4, lambda: -y)], default=lambda: y * y)
    return {"x": rng.normal(0, 2, (2, 3)).astype(np.float32), "n": np.int32(3)}, [tf.identity(y, name="y")]


def gradient_of_loop(rng):
    """A loop with its gradient, which keeps on stacks what it needs, and arrays of tensors with theirs."""
    x, n = v1.placeholder(tf.float32, [2, 3], name="x"), v1.placeholder(tf.int32, [], name="n")
    power = v1.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, x])[1]
    rows, squares = tf.TensorArray(tf.float32, 2, clear_after_read=False).unstack(x), tf.TensorArray(tf.float32, 0, dynamic_size=True)
    squares = v1.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s.write(i, rows.read(i) * rows.read(i))), [0, squares])[1]
    gradients = [v1.gradients(power, x)[0], v1.gradients(squares.stack(), x)[0], squares.size()]
    names = ("slope", "slope_of_squares", "count")
    return {"x": rng.normal(0, 1, (2, 3)).astype(np.float32), "n": np.int32(3)}, [
        tf.identity(y, name=name) for y, name in zip(gradients, names)
    ]


def main(folder):
    v1.disable_control_flow_v2()
    for make in (small_cnn, attention, nested_control_flow, gradient_of_loop):
        with tf.Graph().as_default() as graph, v1.Session() as session:
            feeds, fetches = make(np.random.default_rng(7))
            values = session.run(fetches, {f"{name}:0": value for name, value in feeds.items()})
        target = os.path.join(folder, make.__name__)
        os.makedirs(target, exist_ok=True)
        with open(os.path.join(target, "model.pb"), "wb") as file:
            file.write(graph.as_graph_def().SerializeToString(deterministic=True))
        np.savez_compressed(os.path.join(target, "inputs.npz"), **feeds)
        np.savez_compressed(os.path.join(target, "outputs.npz"), **{t.op.name: v for t, v in zip(fetches, values)})


if __name__ == "__main__":
    main(sys.argv[1])
