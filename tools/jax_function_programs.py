"""Functions of JAX that other programs call under no name of theirs, for jax_programs.py: (function, operands...) by name. Those of distributions by
rule, from what their parameters may be; others each with operands of its own."""

from functools import partial

import jax
import jax.experimental.sparse as js
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax
from jax_operands import b, c, f, i, positive, unit

PARAMETERS = {
    "beta": (positive(5), positive(5) + 0.5), "cauchy": (), "chi2": (positive(5) + 1,), "expon": (), "gamma": (positive(5) + 0.2,), "gumbel_l": (), "gumbel_r": (),
    "laplace": (), "logistic": (), "norm": (), "pareto": (positive(5) + 1,), "uniform": (), "t": (positive(5) + 1,), "vonmises": (positive(5),),
    "gennorm": (positive(5) + 0.5,), "truncnorm": (-positive(5) - 0.5, positive(5) + 0.5), "wrapcauchy": (unit(5) * 0.3 + 0.4,),
}  # fmt: skip
COUNTED = {
    "bernoulli": (unit(5) * 0.3 + 0.5,), "betabinom": (np.float32(9), positive(5) + 0.2, positive(5) + 0.3), "binom": (np.float32(9), unit(5) * 0.3 + 0.5),
    "geom": (unit(5) * 0.3 + 0.5,), "nbinom": (np.float32(4), unit(5) * 0.3 + 0.5), "poisson": (positive(5) * 2,),
}  # fmt: skip
KINDS = "pdf logpdf cdf logcdf ppf sf logsf isf".split()
PROGRAMS = {}


def add(name, function, *operands):
    PROGRAMS[name] = (function, *operands)


for distribution, parameters in PARAMETERS.items():
    for kind in KINDS:
        function = getattr(getattr(jsp.stats, distribution), kind, None)
        if function is not None:
            inside = distribution in ("beta", "uniform") or kind in ("ppf", "isf")
            place = np.abs(unit(5)) * 0.8 + 0.1 if inside else positive(5) + 1.1 if distribution == "pareto" else positive(5) * 0.4
            add(f"stats_{distribution}_{kind}", function, place, *parameters)
for distribution, parameters in COUNTED.items():
    for kind in "pmf logpmf cdf ppf entropy".split():
        function = getattr(getattr(jsp.stats, distribution), kind, None)
        if function is not None:
            place = np.abs(unit(5)) * 0.8 + 0.1 if kind == "ppf" else i(5, low=0, high=2 if distribution == "bernoulli" else 9)
            add(f"stats_{distribution}_{kind}", function, *(() if kind == "entropy" else (place,)), *parameters)
add("stats_dirichlet_pdf", jsp.stats.dirichlet.pdf, np.array([0.2, 0.3, 0.5], np.float32), positive(3) + 0.5)
add("stats_multinomial_pmf", jsp.stats.multinomial.pmf, np.array([2, 1, 3], np.int32), np.int32(6), np.array([0.2, 0.3, 0.5], np.float32))
add("stats_multivariate_normal_pdf", lambda x, m: jsp.stats.multivariate_normal.pdf(x, m, jnp.eye(3) * 2 + 0.3), f(4, 3), f(3))

for name in ("absolute", "asinh", "atan", "fabs", "degrees", "radians", "arccosh", "acosh"):
    add(f"jnp_{name}", getattr(jnp, name), positive(3, 4) + 1)
for name in ("acos", "asin", "atanh", "arctanh"):
    add(f"jnp_{name}", getattr(jnp, name), unit(3, 4) * 0.9)
for name in (
    "equal",
    "not_equal",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "atan2",
    "mod",
    "logical_and",
    "logical_or",
    "array_equal",
    "allclose",
    "array_equiv",
):
    add(f"jnp_{name}", getattr(jnp, name), f(4, 1), f(3) if name not in ("array_equal",) else f(4, 1))
for name in ("bitwise_left_shift", "bitwise_right_shift"):
    add(f"jnp_{name}", getattr(jnp, name), i(5, low=0, high=99), i(5, low=0, high=5))
for name in ("bartlett", "blackman", "hamming", "hanning"):
    add(f"jnp_{name}", lambda x, name=name: x * getattr(jnp, name)(9), f(9))
add("jnp_kaiser", lambda x: x * jnp.kaiser(9, 3.5), f(9))
for name in ("amax", "amin", "nanargmin", "nanmin", "nanprod", "nanstd", "cumulative_sum", "cumulative_prod", "nancumprod"):
    add(f"jnp_{name}", partial(getattr(jnp, name), axis=1), f(3, 4))
add("jnp_nanpercentile", lambda x: jnp.nanpercentile(x, jnp.array([20.0, 75.0]), axis=1), np.where(f(3, 5) > 1, np.nan, f(3, 5)))
add("jnp_logical_not", jnp.logical_not, b(5))
for name in (
    "fliplr",
    "flipud",
    "matrix_transpose",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "ones_like",
    "empty_like",
    "copy",
    "diag_indices_from",
):
    add(f"jnp_{name}", lambda x, name=name: getattr(jnp, name)(x) if name != "empty_like" else jnp.empty_like(x) * 0, f(4, 4))
add("jnp_broadcast_arrays", lambda x, y: jnp.broadcast_arrays(x, y), f(3, 1), f(4))
add("jnp_broadcast_to", lambda x: jnp.broadcast_to(x, (2, 3, 4)), f(3, 1))
add("jnp_column_stack", lambda x, y: jnp.column_stack([x, y]), f(3), f(3, 2))
add("jnp_concat", lambda x, y: jnp.concat([x, y], axis=1), f(3, 2), f(3, 4))
add("jnp_splits", lambda x: (jnp.hsplit(x, 2), jnp.vsplit(x, 2), jnp.dsplit(x, 2)), f(4, 4, 4))
add("jnp_compress", lambda x: jnp.compress(jnp.array([True, False, True]), x, axis=1, size=2), f(2, 3))
add("jnp_argpartition", lambda x: jnp.take_along_axis(x, jnp.argpartition(x, 2), 1)[:, 2], f(3, 6))
add("jnp_apply_over_axes", lambda x: jnp.apply_over_axes(jnp.sum, x, [0, 2]), f(2, 3, 4))
add("jnp_fromfunction", lambda x: x + jnp.fromfunction(lambda a, c: a * 3 + c, (3, 4), dtype=jnp.float32), f(3, 4))
add("jnp_histogramdd", lambda x: jnp.histogramdd(x, bins=3, range=[(-2, 2), (-2, 2)])[0], f(20, 2))
add("jnp_histogram_bin_edges", lambda x: jnp.histogram_bin_edges(x, 5), f(20))
add("jnp_ix", lambda x: x[jnp.ix_(jnp.array([0, 2]), jnp.array([1, 3]))], f(3, 4))
add("jnp_matvec", lambda x, y: (jnp.matvec(x, y), jnp.vecmat(y, x)), f(2, 4, 4), f(2, 4))
add("jnp_permute_dims", lambda x: jnp.permute_dims(x, (2, 0, 1)), f(2, 3, 4))
add("jnp_place", lambda x: jnp.place(x, x > 0, jnp.array([7.0, 8.0]), inplace=False), f(3, 4))
add("jnp_put", lambda x: jnp.put(x, jnp.array([1, 5, -1]), jnp.array([7.0, 8.0, 9.0]), inplace=False), f(3, 4))
add("jnp_polynomials", lambda p, q: (jnp.polyadd(p, q), jnp.polysub(p, q), jnp.polyder(p), jnp.polyint(p), jnp.polydiv(p, q)), f(5), f(3))
add("jnp_rollaxis", lambda x: jnp.rollaxis(x, 2), f(2, 3, 4))
add("jnp_setxor1d", lambda x, y: jnp.setxor1d(x, y, size=6), i(4, low=0, high=5), i(4, low=0, high=5))
add("jnp_squeeze", lambda x: jnp.squeeze(x, (0, 2)), f(1, 3, 1))
add(
    "jnp_indices",
    lambda x: (
        x[jnp.tril_indices(4)],
        x[jnp.triu_indices(4, 1)],
        x[jnp.tril_indices_from(x)],
        x[jnp.diag_indices(4)],
        x[jnp.triu_indices_from(x)],
    ),
    f(4, 4),
)
add(
    "jnp_uniques",
    lambda x: (
        jnp.unique_values(x, size=5),
        jnp.unique_counts(x, size=5)[:2],
        jnp.unique_inverse(x, size=5)[:2],
        jnp.unique_all(x, size=5)[:4],
    ),
    i(9, low=0, high=5),
)
add("jnp_unstack", lambda x: jnp.unstack(x, axis=1), f(2, 3))
add("jnp_full_like", lambda x: jnp.full_like(x, 2.5) + x, f(2, 3))
add("jnp_identity", lambda x: x @ jnp.identity(3), f(2, 3))

LAX = {
    "acosh": positive(4) + 1, "acos": unit(4) * 0.9, "asin": unit(4) * 0.9, "asinh": f(4), "atan": f(4), "atanh": unit(4) * 0.9, "neg": f(4), "logistic": f(4),
}  # fmt: skip
for name, operand in LAX.items():
    add(f"lax_{name}", getattr(lax, name), operand)
for name in ("atan2", "div", "eq", "ge", "gt", "le", "lt", "ne", "rem", "sub"):
    add(f"lax_{name}", getattr(lax, name), f(4), f(4))
add("lax_batch_matmul", lax.batch_matmul, f(2, 3, 4), f(2, 4, 5))
add("lax_broadcasts", lambda x: (lax.broadcast(x, (2,)), lax.broadcast_in_dim(x, (3, 4, 2), (1,)), lax.broadcast_to_rank(x, 3)), f(4))
add("lax_clamp", lambda x: lax.clamp(-0.5, x, 0.7), f(3, 4))
add("lax_conv_transpose", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), f(1, 5, 5, 2), f(3, 3, 2, 4))
add(
    "lax_conv_transpose_kernel",
    lambda x, w: lax.conv_transpose(x, w, (2, 3), "VALID", rhs_dilation=(2, 1), transpose_kernel=True),
    f(1, 5, 5, 4),
    f(3, 3, 2, 4),
)
add(
    "lax_conv_with_padding",
    lambda x, w: lax.conv_with_general_padding(x, w, (1, 2), [(1, 0), (0, 2)], (2, 1), (1, 2)),
    f(1, 2, 6, 6),
    f(3, 2, 3, 3),
)
add("lax_convert", lambda x: lax.convert_element_type(x, jnp.int8), f(5) * 20)
add("lax_dynamic_update", lambda x, y, n: lax.dynamic_update_slice_in_dim(x, y, n, 1), f(3, 6), f(3, 2), np.int32(3))
add(
    "lax_index_in_dim",
    lambda x: (
        lax.index_in_dim(x, 2, 1),
        lax.index_take(x, (jnp.array([0, 2]),), (0,)),
        lax.slice_in_dim(x, 1, 3),
        lax.slice(x, (0, 1), (3, 4), (2, 1)),
    ),
    f(3, 4),
)
add(
    "lax_reductions",
    lambda x: (lax.reduce_max(x, (0,)), lax.reduce_min(x, (1,)), lax.reduce_prod(x, (0,)), lax.reduce_sum(x, (0, 1))),
    f(3, 4),
)
for name in ("scatter", "scatter_add", "scatter_max", "scatter_min", "scatter_mul"):
    numbers = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
    add(
        f"lax_{name}",
        lambda x, n, y, name=name, numbers=numbers: getattr(lax, name)(x, n, y, numbers),
        f(5, 3),
        np.array([[0], [3], [4]]),
        f(3, 3),
    )
add(
    "lax_scatter_apply",
    lambda x, n: lax.scatter_apply(x, n, jnp.cos, lax.ScatterDimensionNumbers((), (0,), (0,)), update_shape=(2,)),
    f(5),
    np.array([[1], [3]]),
)
add(
    "lax_gather",
    lambda x, n: lax.gather(x, n, lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 3), mode="fill", fill_value=-1),
    f(5, 3),
    np.array([[0], [9], [4]]),
)
add("lax_sort_key_val", lambda x, y: lax.sort_key_val(x, y), i(8, low=0, high=4), f(8))
add("lax_rng_uniform", lambda x: lax.rng_uniform(jnp.float32(2), jnp.float32(2), (3,)) + x, f(3))
add(
    "lax_ragged_dot_general",
    lambda x, w, n: lax.ragged_dot_general(
        x,
        w,
        n,
        lax.RaggedDotDimensionNumbers(dot_dimension_numbers=(((1,), (1,)), ((), ())), lhs_ragged_dimensions=[0], rhs_group_dimensions=[0]),
    ),
    f(6, 3),
    f(2, 3, 4),
    np.array([4, 2], np.int32),
)
add("lax_composite", lambda x: lax.composite(lambda y: jnp.sin(y) * 2, "my.op")(x), f(4))
add("lax_reduce_window_shapes", lambda x: (lax.unstack(x, 0) if hasattr(lax, "unstack") else x, lax.squeeze(x[:1], (0,))), f(3, 4))
add("linalg_qdwh", lambda x: lax.linalg.qdwh(x)[:2], f(4, 4) + 3 * np.eye(4, dtype=np.float32))
add("linalg_matrix_transpose", jnp.linalg.matrix_transpose, f(2, 3, 4))
add("fft_ifftn", lambda x: jnp.fft.ifftn(x), c(3, 4))
add("fft_idctn", lambda x: jsp.fft.idctn(x), f(3, 4))
for name, argument in {"fiedler": f(4), "fiedler_companion": f(4) + 3, "leslie": None, "convolution_matrix": f(3)}.items():
    if hasattr(jsp.linalg, name):
        if name == "leslie":
            add("linalg_leslie", jsp.linalg.leslie, f(4), f(3))
        elif name == "convolution_matrix":
            add("linalg_convolution_matrix", lambda x: jsp.linalg.convolution_matrix(x, 5), argument)
        else:
            add(f"linalg_{name}", getattr(jsp.linalg, name), argument)
for name in ("hadamard", "helmert", "invhilbert", "invpascal", "pascal"):
    if hasattr(jsp.linalg, name):
        add(f"linalg_{name}", lambda x, name=name: x @ getattr(jsp.linalg, name)(4).astype(jnp.float32)[:3].T, f(2, 4))
add("linalg_qr_multiply", lambda a, x: jsp.linalg.qr_multiply(a, x, "right")[0], f(4, 4) + 3 * np.eye(4, dtype=np.float32), f(2, 4))
add("signal_correlate2d", lambda x, y: (jsp.signal.correlate2d(x, y), jsp.signal.correlate2d(x, y, "same")), f(5, 6), f(3, 2))
add("signal_csd", lambda x, y: jsp.signal.csd(x, y, nperseg=8), f(32), f(32))
add("sparse_bicgstab", lambda a, x: jsp.sparse.linalg.bicgstab(lambda v: (a @ a.T + 5 * jnp.eye(5)) @ v, x, maxiter=12)[0], f(5, 5), f(5))
for name in ("hard_swish", "sparse_plus", "sparse_sigmoid", "log1mexp"):
    add(f"nn_{name}", getattr(jax.nn, name), f(3, 5) if name != "log1mexp" else positive(5) + 0.1)
add("nn_logmeanexp", lambda x: jax.nn.logmeanexp(x, axis=1), f(3, 5))
for name in "glorot_normal he_uniform lecun_uniform xavier_uniform kaiming_normal delta_orthogonal".split():
    shape = (3, 3, 4, 5) if name == "delta_orthogonal" else (4, 5)
    add(
        f"initializers_{name}",
        lambda k, name=name, shape=shape: getattr(jax.nn.initializers, name)()(jax.random.wrap_key_data(k), shape),
        np.array([7, 9], np.uint32),
    )
add(
    "initializers_variance_scaling",
    lambda k: jax.nn.initializers.variance_scaling(2.0, "fan_avg", "truncated_normal")(jax.random.wrap_key_data(k), (4, 5)),
    np.array([7, 9], np.uint32),
)


def sparse(x):
    return js.BCOO.fromdense(x, nse=6)


FEW = np.where(np.arange(12).reshape(3, 4) % 2, f(3, 4), 0).astype(np.float32)
add("bcoo_products", lambda x, y: (sparse(x) @ y, y.T @ sparse(x).T, (sparse(x) * 2).todense()), FEW, f(4, 2))
add(
    "bcoo_moves",
    lambda x: (
        sparse(x).T.todense(),
        js.bcoo_reshape(sparse(x), new_sizes=(2, 6)).todense(),
        js.bcoo_rev(sparse(x), dimensions=(1,)).todense(),
        js.bcoo_slice(sparse(x), start_indices=(0, 1), limit_indices=(2, 4)).todense(),
    ),
    FEW,
)
add(
    "bcoo_sums",
    lambda x: (
        js.bcoo_reduce_sum(sparse(x), axes=(1,)).todense(),
        js.bcoo_sum_duplicates(sparse(x), nse=6).todense(),
        js.bcoo_extract(sparse(x), x * 3).todense(),
        js.bcoo_multiply_dense(sparse(x), x),
    ),
    FEW,
)
add("bcoo_sparsify", lambda x, y: js.sparsify(lambda a, z: (a @ z) * 2 + jnp.sum(a * 3))(sparse(x), y), FEW, f(4, 2))
add("bcoo_concatenate", lambda x: js.bcoo_concatenate([sparse(x), sparse(x * 2)], dimension=0).todense(), FEW)
add("bcsr_products", lambda x, y: js.BCSR.fromdense(x, nse=6) @ y, FEW, f(4, 2))
add("csr_coo_products", lambda x, y: (js.csr_fromdense(x, nse=6) @ y, js.coo_fromdense(x, nse=6) @ y), FEW, f(4, 2))


@jax.custom_gradient
def with_own_gradient(x):
    return jnp.log1p(jnp.exp(x)), lambda g: g * 3


def with_references(x):
    total = jax.new_ref(jnp.zeros(3))

    def step(n, _):
        total[...] = total[...] + x[n]
        return _

    lax.fori_loop(0, 4, step, 0)
    return total[...]


add("grad_own", jax.grad(lambda x: with_own_gradient(x).sum()), f(4))
add("grad_linearize", lambda x: jax.linearize(lambda y: jnp.sin(y) * y, x)[1](x + 1), f(4))
add("grad_linear_transpose", lambda x: jax.linear_transpose(lambda y: jnp.cumsum(y * 3), x)(x), f(4))
add("grad_vjp", lambda x: jax.vjp(lambda y: (jnp.sin(y), y**2), x)[1]((x, x + 1)), f(4))
add("grad_remat", jax.grad(lambda x: jax.remat(lambda y: jnp.tanh(jnp.sin(y)))(x).sum()), f(4))
add("ref_loop", with_references, f(4, 3))
add("named_scopes", lambda x: jax.named_call(lambda y: y * 2, name="twice")(x) + 1, f(4))
add("tree_reduce", lambda x: jax.tree_util.tree_reduce(jnp.add, jax.tree_util.tree_map(jnp.sin, {"a": x, "b": [x * 2]})), f(4))
