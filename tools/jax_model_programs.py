"""Programs of models and algorithms as people write them in JAX, for jax_programs.py: (function, operands...) by name."""

import jax
import jax.experimental.ode
import jax.experimental.sparse
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax, random
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax_operands import KEY, SPECIAL, attention, b, c, conv, f, i, positive, spd, window

# Networks


def layers():
    return {"first": {"kernel": f(4, 8), "bias": f(8)}, "second": {"kernel": f(8, 3), "bias": f(3)}}


def mlp(weights, x):
    hidden = jax.nn.swish(x @ weights["first"]["kernel"] + weights["first"]["bias"])
    return hidden @ weights["second"]["kernel"] + weights["second"]["bias"]


def cross_entropy(weights, x, labels):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(mlp(weights, x)) * jax.nn.one_hot(labels, 3), -1))


def descent(weights, batches):
    def step(weights, batch):
        loss, gradient = jax.value_and_grad(cross_entropy)(weights, *batch)
        return jax.tree.map(lambda w, g: w - 0.1 * g, weights, gradient), loss

    return lax.scan(step, weights, batches)


def gru(weights, state, x):
    def step(state, x):
        update, reset = [jax.nn.sigmoid(x @ weights[gate] + state @ weights["u" + gate]) for gate in ("z", "r")]
        state = (1 - update) * jnp.tanh(x @ weights["n"] + (reset * state) @ weights["un"]) + update * state
        return state, state

    return lax.scan(step, state, x)


def gates():
    return {gate: f(3 if len(gate) == 1 else 5, 5) / 2 for gate in ("z", "r", "n", "uz", "ur", "un")}


def residual(x, first, second, shortcut, scale):
    y = jax.nn.relu(conv()(x, first))
    y = (y - y.mean((0, 1, 2))) * lax.rsqrt(y.var((0, 1, 2)) + 1e-3) * scale
    return jnp.mean(jax.nn.relu(conv()(y, second) + conv()(x, shortcut)), (1, 2))


def rotary(x):
    length, depth = x.shape[-2:]
    angles = jnp.arange(length)[:, None] * 10000.0 ** (-jnp.arange(0, depth, 2) / depth)
    even, odd = x[..., ::2], x[..., 1::2]
    turned = even * jnp.cos(angles) - odd * jnp.sin(angles), even * jnp.sin(angles) + odd * jnp.cos(angles)
    return jnp.stack(turned, -1).reshape(x.shape)


def decode(cache, position, query, key, value):
    """One step with the keys and values of those before."""
    keys, values = [lax.dynamic_update_slice(old, new[:, None], (0, position, 0)) for old, new in zip(cache, (key, value))]
    scores = jnp.where(jnp.arange(keys.shape[1]) <= position, jnp.einsum("bd,bld->bl", query, keys) / 2, -jnp.inf)
    return jnp.einsum("bl,bld->bd", jax.nn.softmax(scores), values), (keys, values)


def experts(x, gate, weights):
    values, chosen = lax.top_k(jax.nn.softmax(x @ gate), 2)
    shares = jax.nn.one_hot(chosen, gate.shape[1]) * values[..., None]
    return jnp.einsum("tke,teh->th", shares, jnp.einsum("td,edh->teh", x, weights))


def graph_layer(x, sources, targets, weights):
    count = jnp.maximum(jax.ops.segment_sum(jnp.ones(len(sources)), targets, len(x)), 1)
    return jax.nn.relu(jax.ops.segment_sum((x @ weights)[sources], targets, len(x)) / count[:, None])


def denoised(x, key, weights):
    def step(carry, time):
        x, key = carry
        key, own = random.split(key)
        x = x - 0.1 * jnp.tanh(x @ weights + time) + 0.01 * random.normal(own, x.shape)
        return (x, key), x.mean()

    (x, _), means = lax.scan(step, (x, random.wrap_key_data(key)), jnp.linspace(1.0, 0.0, 5))
    return x, means


# Searches and filters


def beam(log_probabilities):
    def step(state, row):
        scores, history, time = state
        scores, places = lax.top_k((scores[:, None] + row).reshape(-1), 3)
        history = history[places // row.shape[-1]].at[:, time].set(places % row.shape[-1])
        return (scores, history, time + 1), scores

    start = jnp.array([0.0, -1e9, -1e9]), jnp.zeros((3, 5), jnp.int32), jnp.int32(0)
    return lax.scan(step, start, log_probabilities)


def viterbi(emissions, transitions):
    def step(scores, row):
        sums = scores[:, None] + transitions + row
        return sums.max(0), sums.argmax(0)

    scores, pointers = lax.scan(step, emissions[0], emissions[1:])
    _, path = lax.scan(lambda state, row: (row[state], state), scores.argmax(), pointers, reverse=True)
    return scores.max(), path


def alignments(logits, labels):
    """The loss of connectionist temporal classification, over one sequence."""
    rows, blank = jax.nn.log_softmax(logits), jnp.zeros_like(labels)
    states = jnp.concatenate([jnp.stack([blank, labels], 1).reshape(-1), jnp.zeros(1, labels.dtype)])
    may_skip = jnp.concatenate([jnp.zeros(2, bool), (states[2:] != states[:-2]) & (states[2:] != 0)])

    def step(before, row):
        one = jnp.concatenate([jnp.full(1, -1e9), before[:-1]])
        two = jnp.where(may_skip, jnp.concatenate([jnp.full(2, -1e9), before[:-2]]), -1e9)
        return jnp.logaddexp(jnp.logaddexp(before, one), two) + row[states], None

    start = jnp.full(len(states), -1e9).at[:2].set(rows[0, states[:2]])
    last, _ = lax.scan(step, start, rows[1:])
    return -jnp.logaddexp(last[-1], last[-2])


def kalman(turn, seen, noise, blur, mean, covariance, measured):
    def step(state, z):
        mean, covariance = turn @ state[0], turn @ state[1] @ turn.T + noise
        gain = covariance @ seen.T @ jnp.linalg.inv(seen @ covariance @ seen.T + blur)
        return (mean + gain @ (z - seen @ mean), covariance - gain @ seen @ covariance), mean

    return lax.scan(step, (mean, covariance), measured)


def checksum(data):
    def byte(at, register):
        shifted = lax.fori_loop(
            0, 8, lambda _, r: jnp.where(r & 1, (r >> 1) ^ jnp.uint32(0xEDB88320), r >> 1), register ^ data[at].astype(jnp.uint32)
        )
        return shifted

    return ~lax.fori_loop(0, len(data), byte, jnp.uint32(0xFFFFFFFF))


# Derivatives of one's own


@jax.custom_jvp
def softplus(x):
    return jnp.log(1.0 + jnp.exp(x))


@softplus.defjvp
def _(primals, tangents):
    return softplus(*primals), (1 - 1 / (1 + jnp.exp(primals[0]))) * tangents[0]


# Several devices

DEVICES = np.array(jax.devices()[:4])
LINE, SQUARE = Mesh(DEVICES, ("x",)), Mesh(DEVICES.reshape(-1, min(2, len(DEVICES))), ("a", "b"))
WHOLE = PartitionSpec()


def split(*axes):
    return PartitionSpec(*axes)


def on(mesh, inputs, outputs):
    """Makes of a function one that each device of a mesh runs on its part."""
    return lambda function: jax.shard_map(function, mesh=mesh, in_specs=inputs, out_specs=outputs)


@on(LINE, split("x"), split("x"))
def ring(x):
    around = [(at, (at + 1) % len(DEVICES)) for at in range(len(DEVICES))]
    return lax.fori_loop(0, 3, lambda _, c: (c[0] + c[1], lax.ppermute(c[1], "x", around)), (jnp.zeros_like(x), x))[0]


@on(LINE, (WHOLE, split("x"), split("x")), WHOLE)
def parallel_step(w, x, y):
    return w - 0.1 * lax.pmean(jax.grad(lambda w: jnp.mean((jnp.tanh(x @ w) - y) ** 2))(w), "x")


PROGRAMS = {
    "model_mlp_gradient": (jax.value_and_grad(cross_entropy), layers(), f(5, 4), i(5, low=0, high=3)),
    "model_descent": (descent, layers(), (f(3, 5, 4), i(3, 5, low=0, high=3))),
    "model_gru": (gru, gates(), f(2, 5), f(4, 2, 3)),
    "model_gru_gradient": (jax.grad(lambda *operands: jnp.sum(gru(*operands)[0] ** 2)), gates(), f(2, 5), f(4, 2, 3)),
    "model_gru_batched": (jax.vmap(gru, (None, 0, 0)), gates(), f(3, 2, 5), f(3, 4, 2, 3)),
    "model_residual": (residual, f(2, 6, 6, 3), f(3, 3, 3, 4), f(3, 3, 4, 4), f(1, 1, 3, 4), f(4)),
    "model_rotary": (lambda q, k, v: attention(rotary(q), rotary(k), v), f(2, 6, 8), f(2, 6, 8), f(2, 6, 8)),
    "model_decode": (decode, (f(2, 6, 4), f(2, 6, 4)), jnp.int32(3), f(2, 4), f(2, 4), f(2, 4)),
    "model_experts": (experts, f(6, 4), f(4, 3), f(3, 4, 5)),
    "model_experts_gradient": (jax.grad(lambda *operands: jnp.sum(experts(*operands)), (0, 1, 2)), f(6, 4), f(4, 3), f(3, 4, 5)),
    "model_graph": (graph_layer, f(5, 3), i(9, low=0, high=5), i(9, low=0, high=5), f(3, 4)),
    "model_denoise": (denoised, f(3, 4), KEY, f(4, 4)),
    "model_int4_weights": (lambda x, w, s: x @ (w.astype("float32") * s), f(3, 8), i(8, 4, low=-8, high=8).astype("int4"), positive(4)),
    "model_ragged_gradient": (
        jax.grad(lambda x, y: jnp.sum(lax.ragged_dot(x, y, jnp.asarray([2, 4], jnp.int32)) ** 2), (0, 1)),
        f(6, 3),
        f(2, 3, 4),
    ),
    "model_pool_gradient": (jax.vmap(jax.grad(lambda x: jnp.sum(window(lax.max, -jnp.inf, (2, 2), (2, 2), "VALID")(x) ** 2))), f(3, 4, 4)),
    "search_beam": (beam, f(5, 3, 7)),
    "search_viterbi": (viterbi, f(6, 4), f(4, 4)),
    "search_alignments": (jax.value_and_grad(alignments), f(8, 5), jnp.asarray([1, 2, 2])),
    "search_sets": (
        lambda x, y: (jnp.isin(x, y), jnp.union1d(x, y, size=8, fill_value=-9), jnp.setdiff1d(x, y, size=4, fill_value=-9)),
        i(6, low=0, high=6),
        i(5, low=0, high=6),
    ),
    "filter_kalman": (kalman, f(3, 3) / 3, f(2, 3), spd(3) / 5, spd(2) / 5, f(3), spd(3), f(5, 2)),
    "filter_process": (
        lambda x, y: jsp.linalg.cho_solve((jnp.linalg.cholesky(jnp.exp(-0.5 * (x[:, None] - x) ** 2) + 0.1 * jnp.eye(len(x))), True), y),
        f(6),
        f(6),
    ),
    "filter_spectrum": (lambda x, k: jnp.fft.irfft(jnp.fft.rfft(x, 16) * jnp.fft.rfft(k, 16), 16), f(2, 9), f(2, 5)),
    "filter_linear": (
        lambda a, b: lax.associative_scan(lambda p, q: (q[0] * p[0], q[0] * p[1] + q[1]), (a, b)),
        f(9, 2, low=0, high=1),
        f(9, 2),
    ),
    "bits_checksum": (checksum, i(5, low=0, high=256, dtype="uint8")),
    "bits_packed": (lambda x: (jnp.unpackbits(x), jnp.packbits(jnp.unpackbits(x)[::-1])), i(8, low=0, high=256, dtype="uint8")),
    "bits_floats": (lambda x: (*jnp.frexp(x), jnp.ldexp(x, 3), *jnp.modf(x), jnp.spacing(x), jnp.signbit(x)), SPECIAL),
    "sparse_dense": (
        lambda x, v: (lambda s: (s @ v, s.T @ v, s.sum()))(jax.experimental.sparse.BCOO.fromdense(x * (jnp.abs(x) > 0.5), nse=16)),
        f(4, 4),
        f(4, 2),
    ),
    "sparse_rows": (
        lambda values, columns, starts, v: jax.experimental.sparse.CSR((values, columns, starts), shape=(3, 4)) @ v,
        f(5),
        jnp.asarray([0, 2, 1, 3, 0]),
        jnp.asarray([0, 2, 4, 5]),
        f(4),
    ),
    "own_derivative": (lambda x: (softplus(x), jax.vmap(jax.grad(jax.grad(softplus)))(x)), f(6)),
    "ode_gradient": (
        jax.grad(lambda w: jnp.sum(jax.experimental.ode.odeint(lambda y, t, w: -w * y, jnp.array([1.0, 2.0]), jnp.array([0.0, 1.0]), w))),
        jnp.float32(0.7),
    ),
    "complex_gradient": (jax.grad(lambda z: jnp.sum(jnp.abs(jnp.exp(z) * z))), c(4)),
    "mask_indices": (lambda x, m: (jnp.where(m, size=4, fill_value=-1), jnp.piecewise(x, [x < 0], [jnp.sin, 0.0])), f(4, 4), b(4, 4)),
    "devices_ring": (ring, f(8, 2)),
    "devices_step": (parallel_step, f(3, 2), f(8, 3), f(8, 2)),
    "devices_matmul": (on(SQUARE, (split("a", "b"), split("b")), split("a"))(lambda x, y: lax.psum(x @ y, "b")), f(4, 6), f(6, 5)),
    "devices_scatter": (on(LINE, split(None, "x"), split("x"))(lambda x: lax.psum_scatter(x, "x", tiled=True)), f(4, 8)),
    "devices_exchange": (on(LINE, split("x"), split(None, "x"))(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True)), f(8, 8)),
    "devices_constraint": (lambda x: lax.with_sharding_constraint(x * 2, NamedSharding(LINE, split("x"))) + 1, f(8, 2)),
}
