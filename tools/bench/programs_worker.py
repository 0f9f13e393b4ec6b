"""Run by `programs_on_cpu.py` in the environment that has JAX: small programs as StableHLO, with inputs, outputs and XLA's processor time.

python programs_worker.py FOLDER RUNS

For each program FOLDER gets NAME.mlir, NAME.inputs.npz and NAME.outputs.npz; times.json has the least milliseconds of each.
"""

import json
import pathlib
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

NHWC = ("NHWC", "HWIO", "NHWC")
random = np.random.default_rng(0)


def floats(*shape):
    return random.standard_normal(shape).astype("f4")


def whole(most, *shape):
    return random.integers(0, most, shape).astype("i4")


def conv(x, w, strides=(1, 1), layout=NHWC, **options):
    return lax.conv_general_dilated(x, w, strides, "SAME", dimension_numbers=layout, **options)


def gradient(function, at):
    """The gradient of a function of two arguments with regard to one of them, for a third one that comes back."""
    return lambda x, w, g: jax.vjp(lambda one: function(*((one, w) if at == 0 else (x, one))), x if at == 0 else w)[1](g)[0]


def normalized(x):
    return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def scaled(x, w):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * w


def in_groups(x):
    """Group normalization of sixteen groups of channels, which come first."""
    groups = x.reshape(x.shape[0], 16, -1)
    return normalized(groups).reshape(x.shape)


def attention(q, k, v):
    return jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8.0, -1), v)


def rnn(x, u):
    return lax.scan(lambda h, t: (jnp.tanh(t + h @ u), h), jnp.zeros(x.shape[1:]), x)[1]


IMAGE, FILTERS, GIVEN = floats(8, 28, 28, 32), floats(3, 3, 32, 64), floats(8, 28, 28, 64)
PROGRAMS = {
    "softmax of rows": (lambda x: nn.softmax(x, -1), floats(512, 1024)),
    "softmax of columns": (lambda x: nn.softmax(x, 0), floats(512, 1024)),
    "softmax of short rows": (lambda x: nn.softmax(x, -1), floats(8192, 17)),
    "logarithm of softmax": (lambda x: nn.log_softmax(x, -1), floats(512, 1000)),
    "layer norm": (normalized, floats(512, 768)),
    "RMS norm": (scaled, floats(512, 768), floats(768)),
    "group norm": (in_groups, floats(8, 64, 28, 28)),
    "gelu": (lambda x: nn.gelu(x, approximate=False), floats(512, 768)),
    "exponential and logarithm": (lambda x: jnp.log(jnp.exp(x) + 1), floats(1000000)),
    "sine": (lambda x: jnp.sin(x), floats(300000)),
    "power": (lambda x: jnp.abs(x) ** 1.7, floats(300000)),
    "sort of a vector": (jnp.sort, floats(100000)),
    "sort of rows": (lambda x: jnp.sort(x, -1), floats(100, 1000)),
    "top ten of rows": (lambda x: lax.top_k(x, 10), floats(64, 5000)),
    "cumulative sum": (lambda x: jnp.cumsum(x, -1), floats(100, 10000)),
    "argmax": (lambda x: jnp.argmax(x, -1), floats(512, 1000)),
    "rows by index": (lambda t, i: t[i], floats(5000, 128), whole(5000, 2000)),
    "rows added by index": (lambda t, i, u: t.at[i].add(u), floats(10000, 64), whole(10000, 2000), floats(2000, 64)),
    "elements set by index": (lambda t, i, u: t.at[i].set(u), floats(100000), whole(100000, 50000), floats(50000)),
    "transposed matrix": (lambda x: x.T, floats(1000, 1000)),
    "channels last": (lambda x: x.transpose(0, 2, 3, 1), floats(8, 64, 56, 56)),
    "sum of rows": (lambda x: x.sum(-1), floats(1000, 1000)),
    "mean of images": (lambda x: x.mean((1, 2)), floats(8, 28, 28, 256)),
    "max pooling": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), floats(1, 112, 112, 64)),
    "convolution 3x3": (conv, floats(1, 28, 28, 128), floats(3, 3, 128, 128)),
    "convolution to 3 channels": (conv, floats(1, 56, 56, 64), floats(3, 3, 64, 3)),
    "convolution, channels first": (lambda x, w: conv(x, w, layout=("NCHW", "OIHW", "NCHW")), floats(1, 64, 28, 28), floats(64, 64, 3, 3)),
    "convolution in groups": (lambda x, w: conv(x, w, feature_group_count=32), floats(1, 28, 28, 128), floats(3, 3, 4, 128)),
    "convolution by channel": (lambda x, w: conv(x, w, feature_group_count=128), floats(1, 56, 56, 128), floats(3, 3, 1, 128)),
    "gradient of filters": (gradient(conv, 1), IMAGE, FILTERS, GIVEN),
    "gradient of images": (gradient(conv, 0), IMAGE, FILTERS, GIVEN),
    "product 32": (jnp.matmul, floats(32, 32), floats(32, 32)),
    "product 256, transposed": (lambda x, y: x @ y.T, floats(256, 256), floats(256, 256)),
    "product of ten columns": (jnp.matmul, floats(2000, 512), floats(512, 10)),
    "matrix times vector": (jnp.matmul, floats(2000, 1000), floats(1000)),
    "vector times matrix": (jnp.matmul, floats(1000), floats(1000, 2000)),
    "product of i8": (
        lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32),
        whole(9, 256, 256).astype("i1"), whole(9, 256, 256).astype("i1"),
    ),
    "attention": (attention, *[floats(2, 128, 8, 64) for _ in range(3)]),
    "Fourier transform": (lambda x: jnp.abs(jnp.fft.rfft2(x)), floats(4, 128, 128)),
    "Cholesky": (lambda x: jnp.linalg.cholesky(x @ x.T + 64 * jnp.eye(128)), floats(128, 128)),
    "loop that fills rows": (lambda x: lax.fori_loop(0, 200, lambda i, a: a.at[i].set(a[i - 1] * 0.5 + 1), x), floats(200, 1000)),
    "scan of an RNN": (rnn, floats(100, 16, 64), floats(64, 64) * np.float32(0.1)),
    "normal numbers": (lambda k: jax.random.normal(jax.random.wrap_key_data(k), (100000,)), np.array([1, 2], "u4")),
}  # fmt: skip


def least_time(compiled, arguments, runs: int) -> float:
    held = [jax.device_put(argument) for argument in arguments]
    times = []
    for _ in range(runs):
        start = time.process_time()
        jax.block_until_ready(compiled(*held))
        times.append(1e3 * (time.process_time() - start))
    return min(times)


def main():
    folder, runs, times = pathlib.Path(sys.argv[1]), int(sys.argv[2]), {}
    for name, (function, *arguments) in PROGRAMS.items():
        lowered = jax.jit(function, keep_unused=True).lower(*arguments)
        (folder / f"{name}.mlir").write_text(str(lowered.compiler_ir("stablehlo")))
        compiled = lowered.compile()
        np.savez(folder / f"{name}.inputs.npz", *arguments)
        np.savez(folder / f"{name}.outputs.npz", *map(np.asarray, jax.tree_util.tree_leaves(compiled(*arguments))))
        times[name] = least_time(compiled, arguments, runs)
    (folder / "times.json").write_text(json.dumps(times))


if __name__ == "__main__":
    main()
