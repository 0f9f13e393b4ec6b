#!/usr/bin/env python3
"""Programs over the whole of JAX, exported with operands and with what JAX computes of them. An interpreter that has jax runs this file.

    tools/jax_programs.py FOLDER [REGEX]

Of each program whose name REGEX finds it writes FOLDER/NAME.mlir (the text), FOLDER/NAME.jax (`jax.export` serialized) and
FOLDER/NAME.pickle: a list of calls, each (operands, results), an array being (dtype, shape, bytes). Programs of SYMBOLIC take
any size where their shapes have a letter; they are called with several. With JAX_ENABLE_X64=1 numbers of Python have 64 bits.
"""

import os
import pickle
import re
import sys
import zlib
from functools import partial

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4")  # for programs of several devices

import jax
import jax.numpy as jnp
import jax_function_programs
import jax_library_programs
import jax_model_programs
import jax_numpy_programs
import jax_operands
import jax_operation_programs
import jax_training_programs
import numpy as np
from jax import lax, random
from jax_operands import KEY, attention, conv, f, i, loss, lstm, transformer_block, window

MODULES = (
    jax_numpy_programs,
    jax_function_programs,
    jax_library_programs,
    jax_model_programs,
    jax_training_programs,
    jax_operation_programs,
)
PROGRAMS = {name: program for module in MODULES for name, program in module.PROGRAMS.items()}

# Programs of open sizes: shapes of the operands, what they hold, and the sizes that they are called with.
SYMBOLIC = {
    "open_mlp": (lambda x, w: jax.nn.relu(x @ w), ["b, 4", "4, 3"], f),
    "open_sum": (lambda x: (x.sum(0), x.mean(), x.max(1)), ["b, 4"], f),
    "open_softmax": (lambda x: jax.nn.softmax(x, 0), ["b, 4"], f),
    "open_concat": (lambda x, y: jnp.concatenate([x, y, x]), ["b, 2", "b, 2"], f),
    "open_reshape": (lambda x: x.reshape(-1), ["b, 4"], f),
    "open_flatten": (lambda x: x.reshape(x.shape[0], -1), ["b, 2, 3"], f),
    "open_iota": (lambda x: x + jnp.arange(x.shape[0])[:, None], ["b, 2"], f),
    "open_conv": (conv((2, 2)), ["b, 8, 8, 2", "3, 3, 2, 4"], f),
    "open_conv_image": (conv((1, 1)), ["1, b, b, 2", "3, 3, 2, 4"], f),
    "open_pool": (window(lax.max, -jnp.inf, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), ["b, 6, 6, 2"], f),
    "open_attention": (attention, ["b, 8", "b, 8", "b, 8"], f),
    "open_causal": (lambda q, k, v: attention(q, k, v, jnp.tril(jnp.ones((q.shape[1],) * 2, bool))), ["2, b, 4", "2, b, 4", "2, b, 4"], f),
    "open_scan": (lambda x: lax.scan(lambda c, y: (c + y, c * y), jnp.zeros(x.shape[1]), x), ["5, b"], f),
    "open_scan_length": (lambda x: lax.scan(lambda c, y: (c * 0.5 + y, c), 0.0, x), ["b"], f),
    "open_lstm": (lstm, ["4, b, 3", "b, 3", "3, 12"], f),
    "open_while": (lambda x: lax.while_loop(lambda x: jnp.max(jnp.abs(x)) > 0.1, lambda x: x * 0.5, x), ["b, 3"], f),
    "open_sort": (lambda x: (jnp.sort(x, 0), jnp.argsort(x, 1)), ["b, 5"], f),
    "open_gather": (lambda x, n: x[n], ["7, 3", "b"], lambda *s: f(*s) if len(s) == 2 else i(*s, low=0, high=7)),
    "open_scatter": (lambda n: jnp.zeros(5).at[n].add(1.0), ["b"], partial(i, low=0, high=5)),
    "open_one_hot": (lambda n: jax.nn.one_hot(n, 4), ["b"], partial(i, low=0, high=4)),
    "open_cumsum": (lambda x: jnp.cumsum(x, 0), ["b, 2"], f),
    "open_top_k": (lambda x: lax.top_k(x, 2), ["b, 5"], f),
    "open_transformer": (transformer_block, ["b, 5, 8", "8, 24", "8, 8", "8, 16", "16, 8"], f),
    "open_pairs": (lambda x: ((x[:, None] - x[None]) ** 2).sum(-1), ["b, 3"], f),
    "open_pad": (lambda x: jnp.pad(x, ((1, 2), (0, 1))), ["b, 2"], f),
    "open_slice": (lambda x: (x[1:], x[::-1], x[-1]), ["b, 2"], lambda *s: f(*s)),
    "open_repeat": (lambda x: jnp.tile(x, (2, 1)), ["b, 2"], f),
    "open_gradient": (jax.grad(loss), ["4, 3", "b, 4", "b, 4"], f),
    "open_batch_norm": (lambda x: (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-3), ["b, 4"], f),
    "open_einsum": (lambda x, y: jnp.einsum("bij,bkj->bik", x, y), ["b, 2, 3", "b, 4, 3"], f),
    "open_two_sizes": (lambda x, y: x @ y, ["a, b", "b, 3"], f),
    "open_stack": (lambda x: jnp.stack([x, x * 2], 1), ["b, 2"], f),
    "open_fft": (lambda x: jnp.abs(jnp.fft.rfft(x)), ["b, 8"], f),
    "open_solve": (lambda a, x: jnp.linalg.solve(a @ a.T + 4 * jnp.eye(3), x), ["3, 3", "3, b"], f),
    "open_cond": (lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x), ["b, 3"], f),
    "open_resize": (lambda x: jax.image.resize(x, (x.shape[0], 7, 7, 2), "linear"), ["b, 4, 4, 2"], f),
    "open_random": (lambda k, x: x + random.normal(random.wrap_key_data(k), (3,)), ["2", "b, 3"], lambda *s: KEY if s == (2,) else f(*s)),
    "open_half": (lambda x: x.reshape(x.shape[0] // 2, 2, 3).sum(1), ["2*b, 3"], f),
    "open_window": (window(lax.add, 0.0, (2, 1), (1, 1), "SAME"), ["b, 4"], f),
    "open_dynamic": (
        lambda x, n: lax.dynamic_slice_in_dim(x, n[0], 1),
        ["b, 4", "1"],
        lambda *s: i(*s, low=0, high=2) if s == (1,) else f(*s),
    ),
    "open_bool": (lambda x: (x > 0).any(1), ["b, 4"], f),
    "open_median": (lambda x: jnp.median(x, 1), ["b, 5"], f),
    "open_deep_norms": (
        lambda x: (jnp.linalg.norm(x, axis=1), jnp.cumprod(x, 0), jnp.roll(x, 2, 0), jnp.triu(x[:, :3], 1), x.argmax(0)),
        ["b, 4"],
        f,
    ),
    "open_deep_signal": (lambda x, w: conv((2,), "SAME", ("NWC", "WIO", "NWC"))(x, w), ["2, b + 1, 3", "4, 3, 5"], f),
    "open_deep_transposed": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), ["a, b, 4, 2", "3, 3, 2, 3"], f),
    "open_deep_matrices": (
        lambda a, x: (jnp.linalg.cholesky(a @ a.mT + 4 * jnp.eye(3)), jnp.linalg.solve(a, x), jnp.linalg.det(a), jnp.linalg.inv(a)),
        ["b, 3, 3", "b, 3, 2"],
        f,
    ),
    "open_deep_nest": (
        jax.vmap(lambda x: lax.fori_loop(0, 3, lambda k, s: lax.cond(s[k] > 0, jnp.sin, lambda s: s * 2, s), x)),
        ["b, 4"],
        f,
    ),
    "open_deep_segments": (
        lambda x, n: (jax.ops.segment_sum(x, n[:, 0], 3), jax.ops.segment_max(x, n[:, 0], n.shape[0])),
        ["b, 2", "b, 1"],
        lambda *s: i(*s, low=0, high=1) if s[1] == 1 else f(*s),
    ),
    "open_deep_sorts": (
        lambda x, y: (lax.sort((x, y), num_keys=1, dimension=0), lax.top_k(y, 3), jnp.unique(jnp.round(y[0]), size=4)),
        ["b, 4", "b, 4"],
        f,
    ),
    "open_deep_resize": (lambda x: jax.image.resize(x, (1, 2 * x.shape[1], x.shape[2] + 1, 2), "linear"), ["1, b, a, 2"], f),
    "open_deep_training": (
        lambda w, x, y: jax.tree.map(lambda w, g: w - 0.1 * g / jnp.sqrt(jnp.sum(g**2) + 1e-6), w, jax.grad(loss)(w, x, y)),
        ["4, 3", "b, 4", "b, 4"],
        f,
    ),
    "open_deep_windows": (
        lambda x: (window(lax.max, -jnp.inf, (1, 3), (1, 2), "SAME")(x), jnp.diff(x, axis=1), jnp.pad(x, ((0, 0), (2, 1)), mode="edge")),
        ["2, b + 2"],
        f,
    ),
}
SIZES = {"open_slice": (2, 5)}


def encoded(tree) -> list:
    arrays = map(np.asarray, jax.tree.leaves(tree))
    return [(array.dtype.name, array.shape, array.tobytes()) for array in arrays]


def taken(exported, operands: list) -> list:
    """Those operands that the exported function has arguments for: JAX drops what is not read."""
    return [operands[number] for number in exported.module_kept_var_idx]


def sized(shape: str, size: int) -> tuple:
    return tuple(eval(part, {"b": size, "a": size + 1}) for part in shape.split(","))


def main(folder: str, regex: str = "") -> None:
    failed = 0
    for name in [*PROGRAMS, *SYMBOLIC]:
        if not re.search(regex, name):
            continue
        jax_operands.RNG = np.random.default_rng(zlib.crc32(name.encode()))
        if name in PROGRAMS:
            function, *operands = PROGRAMS[name]
            calls, specs = [operands], operands
        else:
            function, shapes, fill = SYMBOLIC[name]
            calls = [[fill(*sized(shape, size)) for shape in shapes] for size in SIZES.get(name, (1, 4))]
            scope = jax.export.SymbolicScope()
            specs = [jax.ShapeDtypeStruct(jax.export.symbolic_shape(shape, scope=scope), x.dtype) for shape, x in zip(shapes, calls[0])]
        try:
            jitted = function if hasattr(function, "lower") else jax.jit(function)
            exported = jax.export.export(jitted)(*specs)
            answers = [(taken(exported, encoded(call)), encoded(jax.jit(function)(*call))) for call in calls]
        except Exception as error:  # what this version of JAX has not, or cannot export
            failed += 1
            print(f"{name}: JAX: {type(error).__name__}: {str(error).splitlines()[0][:150]}", file=sys.stderr)
            continue
        with open(f"{folder}/{name}.mlir", "w") as file:
            file.write(exported.mlir_module())
        with open(f"{folder}/{name}.jax", "wb") as file:
            file.write(exported.serialize())
        with open(f"{folder}/{name}.pickle", "wb") as file:
            pickle.dump(answers, file)
    print(f"{failed} programs that JAX does not export", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
