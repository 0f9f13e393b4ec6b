"""Steps of training and of optimizers as people write them in JAX, for jax_programs.py: (function, operands...) by name."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, random
from jax_operands import KEY, attention, b, conv, f, i, positive, spd


def weights():
    return {"kernel": f(4, 6) / 2, "bias": f(6), "out": f(6, 3) / 2}


def network(w, x):
    return jnp.tanh(x @ w["kernel"] + w["bias"]) @ w["out"]


def squares(w, x, y):
    return jnp.mean((network(w, x) - y) ** 2)


def zeros_like(tree):
    return jax.tree.map(jnp.zeros_like, tree)


def global_norm(tree):
    return jnp.sqrt(sum([jnp.sum(leaf**2) for leaf in jax.tree.leaves(tree)]))


def schedule(step):
    """A warm-up of three steps and half a cosine."""
    return jnp.where(step < 3, step / 3, 0.5 * (1 + jnp.cos(jnp.pi * jnp.minimum(step - 3, 7) / 7))) * 0.1


def adamw(w, batches):
    """Several steps with weight decay and gradients of bounded length."""

    def step(state, batch):
        w, m, v, t = state
        loss, g = jax.value_and_grad(squares)(w, *batch)
        g = jax.tree.map(lambda leaf: leaf * jnp.minimum(1.0, 0.5 / global_norm(g)), g)
        t = t + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, v, g)
        w = jax.tree.map(lambda w, m, v: w - schedule(t) * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.99**t)) + 1e-6) + 0.01 * w), w, m, v)
        return (w, m, v, t), loss

    return lax.scan(step, (w, zeros_like(w), zeros_like(w), jnp.int32(0)), batches)


def adafactor(w, rows, columns, x, y):
    """Second moments as sums of rows and columns."""
    g = jax.grad(lambda w: jnp.mean((jax.nn.gelu(x @ w) - y) ** 2))(w)
    rows, columns = [0.9 * old + 0.1 * jnp.mean(g * g + 1e-8, axis) for old, axis in ((rows, 1), (columns, 0))]
    update = g * lax.rsqrt(rows / rows.mean())[:, None] * lax.rsqrt(columns)
    return w - 0.01 * update / jnp.maximum(1.0, jnp.sqrt(jnp.mean(update**2))), rows, columns


def lamb(w, x, y):
    """Each tensor moves by its own length."""
    g = jax.grad(squares)(w, x, y)
    u = jax.tree.map(lambda w, g: jnp.sign(g) * jnp.abs(g) ** 0.5 + 0.01 * w, w, g)
    ratio = jax.tree.map(lambda w, u: jnp.where(jnp.linalg.norm(u) > 0, jnp.linalg.norm(w) / jnp.linalg.norm(u), 1.0), w, u)
    return jax.tree.map(lambda w, u, r: w - 0.1 * r * u, w, u, ratio), ratio


def shampoo(w, left, right, g):
    """Gradients between inverse fourth roots of what their products sum to."""

    def root(a):
        values, vectors = jnp.linalg.eigh(a)
        return (vectors * jnp.maximum(values, 1e-6) ** -0.25) @ vectors.T

    left, right = left + g @ g.T, right + g.T @ g
    return w - 0.1 * root(left) @ g @ root(right), left, right


def sharpness_aware(w, x, y):
    g = jax.grad(squares)(w, x, y)
    uphill = jax.tree.map(lambda w, g: w + 0.05 * g / (global_norm(g) + 1e-12), w, g)
    return jax.tree.map(lambda w, g: w - 0.1 * g, w, jax.grad(squares)(uphill, x, y))


def scaled_loss(w, scale, x, y):
    """A step in bfloat16: where a gradient overflows, the scale is halved and nothing else happens."""
    half = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), w)
    g = jax.grad(lambda w: (squares(w, x.astype(jnp.bfloat16), y.astype(jnp.bfloat16)) * scale).astype(jnp.float32))(half)
    g = jax.tree.map(lambda leaf: leaf.astype(jnp.float32) / scale, g)
    finite = jnp.all(jnp.stack([jnp.all(jnp.isfinite(leaf)) for leaf in jax.tree.leaves(g)]))
    return lax.cond(finite, lambda: (jax.tree.map(lambda w, g: w - 0.1 * g, w, g), scale * 2), lambda: (w, scale / 2))


def private(w, key, x, y):
    """The sum of gradients of each example, each of bounded length, with noise."""
    each = jax.vmap(jax.grad(squares), (None, 0, 0))(w, x, y)
    lengths = jnp.sqrt(sum([jnp.sum(leaf.reshape(len(x), -1) ** 2, 1) for leaf in jax.tree.leaves(each)]))
    share = jnp.minimum(1, 0.3 / lengths)
    keys = dict(zip(sorted(w), random.split(random.wrap_key_data(key), len(w))))
    return {name: jnp.tensordot(share, leaf, 1) + 0.01 * random.normal(keys[name], leaf.shape[1:]) for name, leaf in each.items()}


def learning_to_learn(w, x, y, x_new, y_new):
    """The gradient of what a few steps of descent lead to."""

    def adapted(w):
        def step(w, _):
            return jax.tree.map(lambda w, g: w - 0.2 * g, w, jax.grad(squares)(w, x, y)), None

        return squares(lax.scan(step, w, None, length=3)[0], x_new, y_new)

    return jax.value_and_grad(adapted)(w)


def adversaries(generator, critic, key, real):
    noise = random.normal(random.wrap_key_data(key), (5, 4))

    def score(critic, x):
        return jax.nn.leaky_relu(x @ critic, 0.2).sum(-1)

    def critic_loss(critic):
        fake = lax.stop_gradient(network(generator, noise))
        slope = jax.vmap(jax.grad(lambda x: score(critic, x)))(0.5 * (real + fake))
        return jnp.mean(jax.nn.softplus(score(critic, fake)) + jax.nn.softplus(-score(critic, real)) + jnp.sum(slope**2, 1))

    return jax.grad(critic_loss)(critic), jax.grad(lambda g: jnp.mean(jax.nn.softplus(-score(critic, network(g, noise)))))(generator)


def variational(encoder, decoder, key, x):
    def bound(encoder, decoder):
        mean, scale = jnp.split(x @ encoder, 2, -1)
        code = mean + jnp.exp(scale / 2) * random.normal(random.wrap_key_data(key), mean.shape)
        divergence = 0.5 * jnp.sum(mean**2 + jnp.exp(scale) - 1 - scale, -1)
        logits, seen = code @ decoder, (x > 0).astype(jnp.float32)
        return jnp.mean(divergence - jnp.sum(seen * jax.nn.log_sigmoid(logits) + (1 - seen) * jax.nn.log_sigmoid(-logits), -1))

    return jax.value_and_grad(bound, (0, 1))(encoder, decoder)


def contrast(w, x, y):
    """Which of the others a member belongs to, by the angles between them."""
    one, other = [z / jnp.linalg.norm(z, axis=-1, keepdims=True) for z in (x @ w, y @ w)]
    scores = one @ other.T / 0.1
    return -jnp.mean(jnp.diag(jax.nn.log_softmax(scores, 0)) + jnp.diag(jax.nn.log_softmax(scores, 1)))


@jax.custom_vjp
def rounded(x):
    return jnp.clip(jnp.round(x * 8), -128, 127).astype(jnp.int8).astype(jnp.float32) / 8


rounded.defvjp(lambda x: (rounded(x), jnp.abs(x) < 16), lambda inside, g: (jnp.where(inside, g, 0),))


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def bounded(limit, x):
    return x


bounded.defvjp(lambda limit, x: (x, None), lambda limit, _, g: (jnp.clip(g, -limit, limit),))


def curvature_step(w, x, y):
    """Newton's step by conjugate gradients, of products with the Hessian."""
    flat, back = jax.flatten_util.ravel_pytree(w)
    gradient = jax.grad(lambda v: squares(back(v), x, y))
    return jax.scipy.sparse.linalg.cg(lambda v: jax.jvp(gradient, (flat,), (v,))[1] + 3 * v, gradient(flat), maxiter=8)[0]


def two_loops(g, steps, changes):
    """The direction of L-BFGS."""
    ratios = 1 / jnp.sum(steps * changes, 1)

    def back(q, pair):
        s, y, ratio = pair
        share = ratio * (s @ q)
        return q - share * y, share

    q, shares = lax.scan(back, g, (steps, changes, ratios), reverse=True)
    q = q * (steps[-1] @ changes[-1]) / (changes[-1] @ changes[-1])
    return lax.scan(lambda r, pair: (r + pair[0] * (pair[3] - pair[2] * (pair[1] @ r)), None), q, (steps, changes, ratios, shares))[0]


def running_norm(state, scale, x, w):
    """Batch normalization that keeps running averages, and a gradient through it."""

    def loss(scale):
        y = conv((2, 2))(x, w)
        mean, variance = y.mean((0, 1, 2)), y.var((0, 1, 2))
        new = {"mean": 0.9 * state["mean"] + 0.1 * mean, "var": 0.9 * state["var"] + 0.1 * variance}
        return jnp.sum(jax.nn.silu((y - mean) * lax.rsqrt(variance + 1e-3) * scale) ** 2), new

    return jax.value_and_grad(loss, has_aux=True)(scale)


def masked_language(embedding, w, tokens, mask):
    def loss(embedding, w):
        x = embedding[tokens]
        x = x + attention(x @ w[0], x @ w[1], x @ w[2], mask[:, None, :])
        losses = -jnp.take_along_axis(jax.nn.log_softmax(x @ embedding.T), tokens[..., None], -1)[..., 0]
        return jnp.sum(losses * mask) / jnp.maximum(mask.sum(), 1)

    return jax.value_and_grad(loss, (0, 1))(embedding, w)


def accumulated(w, x, y):
    """The gradient of micro-batches, each computed again on the way back."""
    micro = jax.checkpoint(squares)
    total, _ = lax.scan(lambda g, batch: (jax.tree.map(jnp.add, g, jax.grad(micro)(w, *batch)), None), zeros_like(w), (x, y))
    return total


def policy(w, states, actions, rewards):
    """Advantages over a discount, and the gradient of a clipped ratio."""
    _, returns = lax.scan(lambda r, reward: (reward + 0.9 * r,) * 2, 0.0, rewards, reverse=True)
    old = lax.stop_gradient(jax.nn.log_softmax(network(w, states)))

    def loss(w):
        ratio = jnp.exp(jnp.take_along_axis(jax.nn.log_softmax(network(w, states) * 1.1) - old, actions[:, None], 1)[:, 0])
        advantage = (returns - returns.mean()) / (returns.std() + 1e-6)
        return -jnp.mean(jnp.minimum(ratio * advantage, jnp.clip(ratio, 0.8, 1.2) * advantage))

    return jax.grad(loss)(w)


PROGRAMS = {
    "train_adamw": (adamw, weights(), (f(3, 5, 4), f(3, 5, 3))),
    "train_adafactor": (adafactor, f(4, 3), positive(4), positive(3), f(5, 4), f(5, 3)),
    "train_lamb": (lamb, weights(), f(5, 4), f(5, 3)),
    "train_shampoo": (shampoo, f(4, 3), spd(4), spd(3), f(4, 3)),
    "train_sharpness": (sharpness_aware, weights(), f(5, 4), f(5, 3)),
    "train_scaled_loss": (scaled_loss, weights(), jnp.float32(8), f(5, 4, dtype="bfloat16"), f(5, 3)),
    "train_scaled_overflow": (scaled_loss, weights(), jnp.float32(3e38), f(5, 4, dtype="bfloat16") * 1e4, f(5, 3)),
    "train_private": (private, weights(), KEY, f(5, 4), f(5, 3)),
    "train_to_learn": (learning_to_learn, weights(), f(5, 4), f(5, 3), f(5, 4), f(5, 3)),
    "train_adversaries": (adversaries, weights(), f(3, 4), KEY, f(5, 3)),
    "train_variational": (variational, f(6, 4) / 2, f(2, 6), KEY, f(5, 6)),
    "train_contrast": (jax.value_and_grad(contrast), f(4, 3), f(5, 4), f(5, 4)),
    "train_rounded": (jax.value_and_grad(lambda w, x: jnp.sum(rounded(x @ rounded(w)) ** 2)), f(4, 3), f(5, 4)),
    "train_bounded": (jax.vmap(jax.grad(lambda x: jnp.sum(bounded(0.5, x * x) ** 3))), f(3, 4)),
    "train_curvature": (curvature_step, weights(), f(5, 4), f(5, 3)),
    "train_two_loops": (two_loops, f(6), f(3, 6), f(3, 6)),
    "train_running_norm": (running_norm, {"mean": f(4), "var": positive(4)}, f(4), f(2, 6, 6, 3), f(3, 3, 3, 4)),
    "train_masked": (masked_language, f(9, 4), f(3, 4, 4), i(2, 6, low=0, high=9), b(2, 6)),
    "train_accumulated": (accumulated, weights(), f(3, 5, 4), f(3, 5, 3)),
    "train_policy": (policy, weights(), f(6, 4), i(6, low=0, high=3), f(6)),
}
