#!/usr/bin/env python3
"""Exports varied programs from JAX and holds what tf-opt prints of them against iree-opt, in each mode of printing.

    tools/check_jax_programs.py [--jax=PYTHON] [--iree-opt=PROGRAM] [--keep=FOLDER]

PYTHON is an interpreter that has jax. Two things are asked of each program and mode: that the texts are the same, and that iree-opt
accepts what tf-opt has printed. Exits with 1 where one does not hold.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MODES = [
    [], ["--mlir-print-op-generic"], ["--mlir-print-debuginfo"], ["--mlir-print-op-generic", "--mlir-print-debuginfo"],
    ["--mlir-print-local-scope"], ["--mlir-print-debuginfo", "--mlir-print-local-scope"], ["--mlir-elide-elementsattrs-if-larger=4"],
    ["--mlir-print-elementsattrs-with-hex-if-larger=2"], ["--mlir-print-elementsattrs-with-hex-if-larger=-1"],
    ["--mlir-elide-resource-strings-if-larger=8"],
]  # fmt: skip

EXPORTER = """
import sys
import jax, jax.numpy as jnp, numpy as np
from jax import lax

f32, i32 = jnp.float32, jnp.int32
def spec(*shape, dtype=f32):
    return jax.ShapeDtypeStruct(shape, dtype)
def attention(q, k, v):
    return jax.nn.softmax(q @ k.T / 8.0) @ v
def lstm(x, h, w):
    def step(carry, x):
        h, c = carry
        i, f, o, g = jnp.split(x @ w + h @ w, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(c), c), h
    return lax.scan(step, (h, h), x)
def loss(w, x, y):
    return jnp.mean((jax.nn.relu(x @ w) @ w.T - y) ** 2)
def conv(x, w):
    return lax.conv_general_dilated(x, w, (2, 1), "SAME", rhs_dilation=(1, 2), dimension_numbers=("NHWC", "HWIO", "NHWC"))

PROGRAMS = {
    "add": (lambda x, y: x + y, spec(4), spec(4)), "scalar": (lambda x: x * 2 + 1, spec()),
    "broadcast": (lambda x, y: x[:, None] * y, spec(3), spec(3, 5)), "matmul": (lambda x, y: x @ y, spec(3, 4), spec(4, 5)),
    "einsum": (lambda x, y: jnp.einsum("bij,bjk->bik", x, y), spec(2, 3, 4), spec(2, 4, 5)),
    "reduce": (lambda x: (x.sum(), x.max(0), x.min(1), x.prod()), spec(3, 4)), "mean_var": (lambda x: (x.mean(), x.var(0)), spec(3, 4)),
    "argmax": (lambda x: (jnp.argmax(x, 1), jnp.argmin(x)), spec(3, 4)), "sort": (lambda x: (jnp.sort(x), jnp.argsort(x)), spec(9)),
    "top_k": (lambda x: lax.top_k(x, 3), spec(9)), "cumsum": (lambda x: jnp.cumsum(x, 0), spec(5, 2)),
    "gather": (lambda x, i: x[i], spec(7, 3), spec(4, dtype=i32)), "scatter": (lambda x, i: x.at[i].add(1.0), spec(7, 3), spec(4, dtype=i32)),
    "slice": (lambda x: x[1:5:2, ::-1], spec(7, 3)), "dynamic_slice": (lambda x, i: lax.dynamic_slice(x, (i, 0), (2, 3)), spec(7, 3), spec(dtype=i32)),
    "update": (lambda x, u, i: lax.dynamic_update_slice(x, u, (i, i)), spec(7, 3), spec(2, 2), spec(dtype=i32)),
    "pad": (lambda x: jnp.pad(x, ((1, 2), (0, 3)), constant_values=5), spec(2, 2)), "concat": (lambda x, y: jnp.concatenate([x, y, x], 1), spec(2, 3), spec(2, 1)),
    "transpose": (lambda x: x.transpose(2, 0, 1).reshape(-1), spec(2, 3, 4)), "where": (lambda x: jnp.where(x > 0, x, jnp.nan), spec(4)),
    "logic": (lambda x, y: (x & y, x | y, ~x, x ^ y), spec(4, dtype=jnp.bool_), spec(4, dtype=jnp.bool_)),
    "integers": (lambda x: (x // 3, x % 3, x << 2, x >> 1, -x), spec(4, dtype=i32)), "bits": (lambda x: lax.bitcast_convert_type(x, i32), spec(4)),
    "casts": (lambda x: (x.astype(jnp.bfloat16), x.astype(jnp.int8), x.astype(jnp.float16), x.astype(jnp.complex64)), spec(4)),
    "small_floats": (lambda x: x.astype(jnp.float8_e4m3fn).astype(f32) + x.astype(jnp.float8_e5m2).astype(f32), spec(4)),
    "special": (lambda x: (jnp.exp(x), jnp.log1p(x), jax.scipy.special.erf(x), lax.lgamma(x), jnp.tan(x), lax.rsqrt(x)), spec(4)),
    "complex": (lambda x: (jnp.fft.fft(x), jnp.real(x * 1j), jnp.abs(x + 2j)), spec(8, dtype=jnp.complex64)),
    "cond": (lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), spec(dtype=jnp.bool_), spec(4)),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), spec(dtype=i32), spec(4)),
    "while": (lambda x: lax.while_loop(lambda c: c[0] < 10, lambda c: (c[0] + 1, c[1] * 2), (0, x)), spec(4)),
    "scan": (lambda x: lax.scan(lambda c, y: (c + y, c * y), 0.0, x), spec(5)), "lstm": (lstm, spec(5, 2, 4), spec(2, 4), spec(4, 16)),
    "map": (lambda x: lax.map(lambda y: y @ y.T, x), spec(3, 2, 2)), "vmap": (jax.vmap(lambda x, y: jnp.dot(x, y)), spec(3, 4), spec(3, 4)),
    "conv": (conv, spec(1, 8, 8, 3), spec(3, 3, 3, 4)), "pool": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), spec(1, 8, 8, 3)),
    "depthwise": (lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", feature_group_count=3, dimension_numbers=("NHWC", "HWIO", "NHWC")), spec(1, 8, 8, 3), spec(3, 3, 1, 6)),
    "attention": (attention, spec(4, 8), spec(4, 8), spec(4, 8)), "gradient": (jax.value_and_grad(loss), spec(4, 3), spec(2, 4), spec(2, 4)),
    "hessian": (jax.hessian(lambda x: jnp.sum(jnp.tanh(x) ** 3)), spec(3)), "random": (lambda k: jax.random.normal(jax.random.wrap_key_data(k), (3,)), spec(2, dtype=jnp.uint32)),
    "cholesky": (lambda x: jnp.linalg.cholesky(x @ x.T), spec(3, 3)), "solve": (lambda a, b: jax.scipy.linalg.solve_triangular(a, b), spec(3, 3), spec(3, 2)),
    "constants": (lambda x: x + np.arange(12, dtype=np.float32).reshape(3, 4) + np.float32(np.pi), spec(3, 4)),
    "large_constant": (lambda x: x @ np.random.default_rng(0).standard_normal((4, 64)).astype(np.float32), spec(3, 4)),
    "flags": (lambda x: jnp.where(np.arange(200) % 3 == 0, x, 0), spec(200)), "checkpoint": (jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.sin(jnp.sin(x))))), spec(4)),
    "donated": (jax.jit(lambda x: x + 1, donate_argnums=0), spec(4)), "nested_jit": (lambda x: jax.jit(jnp.sin)(jax.jit(jnp.sin)(x)), spec(4)),
    "unknown_sizes": (lambda x: x.sum(0), *jax.export.symbolic_args_specs([spec(1, 4)], "b, 4")),
}
for name, (function, *arguments) in PROGRAMS.items():
    jitted = function if hasattr(function, "lower") else jax.jit(function)
    exported = jax.export.export(jitted)(*arguments)
    with open(f"{sys.argv[1]}/{name}.mlir", "w") as file:
        file.write(exported.mlir_module())
"""


def printed(tool: str, arguments: list, path: Path) -> subprocess.CompletedProcess:
    return subprocess.run([tool, str(path), *arguments], capture_output=True, text=True, check=False)


def problems(path: Path, mode: list, ours: str, theirs: str) -> list[str]:
    """What does not hold of one program in one mode. Only the blank line at the end may differ."""
    one, other = printed(ours, mode, path), printed(theirs, mode, path)
    reasons = []
    if one.stdout.rstrip() != other.stdout.rstrip() or one.returncode != other.returncode:
        lines = zip(one.stdout.split("\n") + one.stderr.split("\n"), other.stdout.split("\n") + other.stderr.split("\n"))
        reasons.append(next((f"prints {a[:150]!r}, not {b[:150]!r}" for a, b in lines if a != b), "length differs"))
    if not any("elide" in flag for flag in mode):
        again = subprocess.run([theirs, "-"], input=one.stdout, capture_output=True, text=True, check=False)
        if again.returncode:
            reasons.append(f"is refused: {again.stderr.splitlines()[0][:200]}")
    return reasons


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--jax", default=sys.executable)
    options.add_argument("--iree-opt", default="iree-opt")
    options.add_argument("--tf-opt", default="tf-opt")
    options.add_argument("--keep", type=Path)
    arguments = options.parse_args()
    with TemporaryDirectory() as folder:
        folder = arguments.keep or Path(folder)
        folder.mkdir(exist_ok=True)
        subprocess.run([arguments.jax, "-c", EXPORTER, str(folder)], check=True)
        wrong, tried = 0, 0
        for path in sorted(folder.glob("*.mlir")):
            for mode in MODES:
                tried += 1
                for problem in problems(path, mode, arguments.tf_opt, arguments.iree_opt):
                    wrong += 1
                    print(f"{path.stem} {' '.join(mode)}: {problem}")
    print(f"{tried} texts of {tried // len(MODES)} programs, {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
