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


def training_step(rng):
    """A convolution with batch normalisation in training mode and a classifier, and one step of Adam: variables are read, moved on and
    written, each in an order that control edges say."""
    x, labels = v1.placeholder(tf.float32, [4, 6, 6, 2], name="image"), v1.placeholder(tf.int32, [4], name="label")
    initial = {"kernel": (3, 3, 2, 4), "scale": (4,), "offset": (4,), "mean": (4,), "variance": (4,), "weights": (36, 3)}
    values = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in initial.items()}
    values["variance"] = np.abs(values["variance"])
    moving = ("mean", "variance")
    held = {name: v1.get_variable(name, initializer=value, trainable=name not in moving) for name, value in values.items()}
    y, mean, variance = tf.raw_ops.FusedBatchNormV3(
        x=v1.nn.conv2d(x, held["kernel"], [1, 1, 1, 1], "SAME"), scale=held["scale"], offset=held["offset"], mean=[], variance=[],
        is_training=True,
    )[:3]  # fmt: skip
    moved = [held[name].assign_sub(0.1 * (held[name] - now)) for name, now in zip(moving, (mean, variance))]
    y = v1.nn.max_pool(tf.nn.relu(y), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    loss = tf.reduce_mean(v1.nn.sparse_softmax_cross_entropy_with_logits(labels, tf.reshape(y, [4, 36]) @ held["weights"]))
    with tf.control_dependencies([*moved, v1.train.AdamOptimizer(0.05).minimize(loss)]):
        loss = tf.identity(loss, name="loss")
    return {"image": rng.normal(0, 1, (4, 6, 6, 2)).astype(np.float32), "label": np.int32([0, 2, 1, 2])}, [loss]


def make_training_step(folder, steps=3):
    """As for the others; variables' first values are among the inputs, and outputs are those of each step, as `1/loss`."""
    with tf.Graph().as_default() as graph, v1.Session() as session:
        feeds, fetches = training_step(np.random.default_rng(7))
        session.run(v1.global_variables_initializer())
        names = {variable.op.name: variable for variable in v1.global_variables()}
        inputs, outputs = feeds | session.run(names), {}
        for number in range(1, steps + 1):
            values = session.run({t.op.name: t for t in fetches}, {f"{name}:0": value for name, value in feeds.items()})
            outputs |= {f"{number}/{name}": value for name, value in {**values, **session.run(names)}.items()}
        save(folder, v1.graph_util.extract_sub_graph(graph.as_graph_def(), [t.op.name for t in fetches]), inputs, outputs)


# Models of any batch, length or size of images: each with several calls


def recurrent_of_any_length(rng):
    """An LSTM over rows of other lengths, as TensorFlow 1 writes it: arrays of tensors, and states that stay where a row has ended."""
    x, lengths = v1.placeholder(tf.float32, [None, None, 3], name="x"), v1.placeholder(tf.int32, [None], name="lengths")
    steps = tf.transpose(x, [1, 0, 2])
    count, batch = tf.shape(steps)[0], tf.shape(steps)[1]
    mixed, shift = weights(rng, 7, 16), weights(rng, 16)
    given = tf.TensorArray(tf.float32, count).unstack(steps)

    def body(step, h, c, kept):
        i, j, f, o = tf.split(tf.concat([given.read(step), h], 1) @ mixed + shift, 4, 1)
        new_c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(j)
        new_h = tf.sigmoid(o) * tf.tanh(new_c)
        goes_on = step < lengths
        h, c = v1.where(goes_on, new_h, h), tf.where(goes_on[:, None], new_c, c)
        return step + 1, h, c, kept.write(step, v1.where(goes_on, new_h, tf.zeros_like(h)))

    zero, kept = tf.zeros(tf.stack([batch, 4])), tf.TensorArray(tf.float32, count, element_shape=(None, 4))
    _, h, _, kept = v1.while_loop(lambda step, *_: step < count, body, [0, zero, zero, kept])
    calls = [(1, 5), (7, 12), (32, 1), (3, 5)]
    feeds = [{"x": rng.normal(0, 1, (n, t, 3)).astype(np.float32), "lengths": rng.integers(0, t + 1, n).astype(np.int32)} for n, t in calls]
    return feeds, [tf.identity(tf.transpose(kept.stack(), [1, 0, 2]), name="all"), tf.identity(h, name="last")]


def words_of_any_length(rng):
    """Causal attention over embedded words with learned positions, of which as many are taken as there are words; the last word's answer."""
    ids = v1.placeholder(tf.int32, [None, None], name="ids")
    batch, length = tf.shape(ids)[0], tf.shape(ids)[1]
    x = tf.gather(weights(rng, 13, 8), ids) + weights(rng, 16, 8)[:length]
    q, k, v = [tf.transpose(tf.reshape(tf.tensordot(x, weights(rng, 8, 8), 1), [batch, length, 2, 4]), [0, 2, 1, 3]) for _ in range(3)]
    places = tf.range(length)
    scores = tf.where(places[:, None] >= places[None, :], tf.matmul(q, k, transpose_b=True) * 0.5, -1e9)
    y = x + tf.reshape(tf.transpose(tf.nn.softmax(scores) @ v, [0, 2, 1, 3]), [batch, length, 8])
    feeds = [{"ids": rng.integers(0, 13, shape).astype(np.int32)} for shape in ((1, 5), (7, 12), (32, 1))]
    return feeds, [tf.identity(y[:, -1], name="answer")]


def image_of_any_size(rng):
    """Convolutions and pooling with the padding of SAME, which depends on the size; an image made larger again; windows of four columns."""
    x = v1.placeholder(tf.float32, [None, None, None, 2], name="image")
    y = tf.nn.relu(tf.nn.conv2d(x, weights(rng, 3, 3, 2, 3), 2, "SAME"))
    y = tf.nn.avg_pool2d(tf.nn.max_pool2d(y, 3, 1, "SAME"), 2, 2, "SAME")
    n, h, w = [tf.shape(y)[axis] for axis in range(3)]
    y = tf.nn.conv2d_transpose(y, weights(rng, 3, 3, 4, 3), tf.stack([n, 2 * h, 2 * w, 4]), 2, "SAME")
    columns = -(-2 * w // 4)
    y = tf.pad(y, [[0, 0], [0, 0], [0, columns * 4 - 2 * w], [0, 0]])
    y = tf.reduce_sum(tf.reshape(y, [n, 2 * h, columns, 4, 4]), 3)
    feeds = [{"image": rng.normal(0, 1, (*shape, 2)).astype(np.float32)} for shape in ((1, 8, 8), (7, 11, 6), (2, 5, 13))]
    return feeds, [tf.identity(y, name="windows")]


def branches_under_a_tape(rng):
    """Gradients of conditionals as TensorFlow 2 has them: the branches leave different things for them, among these what conditionals in them
    leave, in a loop that ends when its values say so, and goes on with the next round before its end."""
    x, limit = v1.placeholder(tf.float32, [None, 4], name="x"), v1.placeholder(tf.float32, [], name="limit")
    w, v = weights(rng, 4, 4), weights(rng, 4, 4)

    def changed(i, y):
        inner = lambda: tf.cond(tf.equal(i % 2, 0), lambda: y + tf.sin(y @ v), lambda: y * tf.reduce_sum(v))  # noqa: E731
        return tf.cond(tf.reduce_sum(y) > 0, lambda: tf.tanh(y @ w), inner)

    @tf.function(autograph=True)
    def loss(x, limit, w, v):
        y, total, count = x, tf.zeros([]), 0
        for i in tf.range(9):
            y = changed(i, y)
            count += 1
            if tf.reduce_mean(y) < -0.5:
                continue
            total += tf.reduce_mean(y**2)
            if total > limit:
                break
            if i > 1:
                total += 0.1 * tf.reduce_mean(tf.abs(y))
        return total, count

    with tf.GradientTape() as tape:
        tape.watch([w, v])
        total, count = loss(x, limit, w, v)
    slopes = tape.gradient(total, [w, v])
    feeds = [{"x": rng.normal(0, 1, (n, 4)).astype(np.float32), "limit": np.float32(most)} for n, most in ((1, 0.5), (7, 2.0), (3, 100.0))]
    return feeds, [tf.identity(each, name=name) for name, each in zip(("total", "count", "slope", "other"), (total, count, *slopes))]


def save(target, graph_def, inputs, outputs, number=""):
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "model.pb"), "wb") as file:
        file.write(graph_def.SerializeToString(deterministic=True))
    np.savez_compressed(os.path.join(target, f"inputs{number}.npz"), **inputs)
    np.savez_compressed(os.path.join(target, f"outputs{number}.npz"), **outputs)


def main(folder):
    v1.disable_control_flow_v2()
    v1.enable_resource_variables()
    for make in (small_cnn, attention, nested_control_flow, gradient_of_loop):
        with tf.Graph().as_default() as graph, v1.Session() as session:
            feeds, fetches = make(np.random.default_rng(7))
            values = session.run(fetches, {f"{name}:0": value for name, value in feeds.items()})
        outputs = {t.op.name: v for t, v in zip(fetches, values)}
        save(os.path.join(folder, make.__name__), graph.as_graph_def(), feeds, outputs)
    for make in (recurrent_of_any_length, words_of_any_length, image_of_any_size, branches_under_a_tape):
        if make is branches_under_a_tape:
            v1.enable_control_flow_v2()
        with tf.Graph().as_default() as graph, v1.Session() as session:
            calls, fetches = make(np.random.default_rng(7))
            for number, feeds in enumerate(calls):
                values = session.run(fetches, {f"{name}:0": value for name, value in feeds.items()})
                outputs = {t.op.name: v for t, v in zip(fetches, values)}
                save(os.path.join(folder, make.__name__), graph.as_graph_def(), feeds, outputs, f"_{number}")
    make_training_step(os.path.join(folder, "training_step"))


if __name__ == "__main__":
    main(sys.argv[1])
