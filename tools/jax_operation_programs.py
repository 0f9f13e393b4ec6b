"""Programs that ask more of single parts of JAX than jax_library_programs.py does, for jax_programs.py: (function, operands...) by name."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax, random
from jax.sharding import Mesh, PartitionSpec
from jax_operands import KEY, SPECIAL, c, conv, drawn, f, i, positive, rbg, spd, u32, unit, window

PROGRAMS = {
    # Special functions and densities.
    "deep_special": (
        lambda x, y: (
            jsp.special.hyp2f1(x, y, x + y, y / 5),
            jsp.special.erfcx(x),
            jsp.special.dawsn(x),
            jsp.special.owens_t(x, y),
            jsp.special.boxcox(x, 0.3),
            jsp.special.boxcox1p(x, y),
            jsp.special.comb(5.0, x),
            jsp.special.gammasgn(-x),
            jsp.special.loggamma(x),
        ),
        positive(6),
        positive(6),
    ),
    "deep_special_complex": (lambda z: jsp.special.wofz(z), c(6)),
    "deep_special_gradients": (
        lambda x, y: [
            jax.vmap(jax.grad(function))(x, y)
            for function in (
                jsp.special.xlogy, jsp.special.betaln, jsp.special.gammainc, lambda x, y: jsp.special.betainc(2.0, 3.0, x / 5),
                lambda x, y: jsp.special.zeta(x + 1.5, y + 1), lambda x, y: jsp.special.polygamma(1, x), lambda x, y: jsp.special.ndtri(x / 5),
                lambda x, y: jsp.special.expi(x), lambda x, y: jsp.special.i0e(x), lambda x, y: jsp.special.log_ndtr(-x), jsp.special.rel_entr,
            )
        ],
        positive(5),
        positive(5),
    ),
    "deep_harmonics": (lambda t: jsp.special.sph_harm_y(jnp.array([2]), jnp.array([1]), t, t * 2, n_max=3), unit(1)),
    "deep_densities": (
        lambda x, p: (
            jsp.stats.multivariate_normal.logpdf(x[:3], jnp.zeros(3), jnp.eye(3) * 2 + 0.5),
            jsp.stats.vonmises.logpdf(x, 1.5),
            jsp.stats.truncnorm.logpdf(x, -1.0, 2.0),
            jsp.stats.truncnorm.cdf(x, -1.0, 2.0),
            jsp.stats.wrapcauchy.logpdf(jnp.abs(x), 0.4),
            jsp.stats.gennorm.cdf(x, 1.3),
            jsp.stats.gumbel_l.logcdf(x),
            jsp.stats.gumbel_r.ppf(p),
            jsp.stats.betabinom.logpmf(2, 5, x**2 + 0.5, 2.0),
            jsp.stats.binom.logpmf(2, 5, p),
            jsp.stats.geom.logpmf(3, p),
            jsp.stats.bernoulli.cdf(1, p),
            jsp.stats.dirichlet.logpdf(p / p.sum(), jnp.arange(1.0, 6.0)),
            jsp.stats.multinomial.logpmf(jnp.array([1, 2, 0, 1, 1]), 5, p / p.sum()),
            jsp.stats.pareto.logpdf(1 + p, 2.0),
            jsp.stats.uniform.ppf(p, -1, 3),
        ),
        f(5),
        f(5, low=0.1, high=0.9),
    ),
    # Random numbers of the distributions that are left, of many parameters, under vmap and in loops.
    "deep_draws": (
        drawn(
            lambda k: (
                random.double_sided_maxwell(k, 1.0, 2.0, (4,)),
                random.generalized_normal(k, 1.5, (4,)),
                random.loggamma(k, 0.3, (4,)),
                random.f(k, 4.0, 6.0, (3,)),
                random.multinomial(k, 9.0, jnp.array([0.2, 0.5, 0.3])),
                random.cauchy(k, (2, 2), "float16"),
                random.randint(k, (4,), jnp.array([-100, 0, 5, 7]), jnp.array([100, 1, 6, 300]), "int16"),
                random.truncated_normal(k, jnp.array([-1.0, 0.0]), 3.0),
                random.bernoulli(k, jnp.array([0.1, 0.9, 0.5])),
                random.choice(k, jnp.arange(12.0).reshape(4, 3), (2,), replace=False, p=jnp.array([0.1, 0.2, 0.3, 0.4])),
            )
        ),
        KEY,
    ),
    "deep_draws_many": (
        lambda k, a: jax.vmap(lambda k, a: (random.gamma(k, a), random.poisson(k, a * 5), random.beta(k, a, 2.0), random.binomial(k, 9.0, a / 5)))(
            random.split(random.wrap_key_data(k), 4), a
        ),
        KEY,
        positive(4),
    ),
    "deep_draws_gradient": (
        lambda k, a: jax.grad(lambda a: random.gamma(random.wrap_key_data(k), a, (4,)).sum() + random.t(random.wrap_key_data(k), a, (4,)).sum())(a),
        KEY,
        jnp.float32(2.5),
    ),
    "deep_draws_until": (
        lambda k: lax.while_loop(
            lambda s: s[1] < 1.2, lambda s: (s[0] + 1, random.normal(random.fold_in(random.wrap_key_data(k), s[0]))), (0, jnp.float32(0))
        ),
        KEY,
    ),
    "deep_draws_rbg": (
        rbg(lambda k: (random.gamma(k, 1.5, (3,)), random.permutation(k, 6), random.categorical(k, jnp.log(jnp.arange(1.0, 5.0)), shape=(5,)))),
        u32(4),
    ),
    # Linear algebra.
    "deep_lu": (lambda a: (*lax.linalg.lu(a), lax.linalg.lu_pivots_to_permutation(lax.linalg.lu(a)[1], 6)), f(2, 6, 3)),
    "deep_lu_complex": (lambda a: jsp.linalg.lu_solve(jsp.linalg.lu_factor(a), a[:, 0], trans=2), c(3, 3)),
    "deep_triangular": (
        lambda a, x: [
            lax.linalg.triangular_solve(
                a, x, left_side=left, lower=lower, transpose_a=turn, conjugate_a=turn, unit_diagonal=unit_diagonal
            )
            for left in (True, False) for lower in (True, False) for turn in (True, False) for unit_diagonal in (True, False)
        ],
        c(3, 3) / 4 + np.eye(3, dtype="complex64"),
        c(2, 3, 3)[0],
    ),
    "deep_cholesky_update": (lambda a, x: lax.linalg.cholesky_update(jnp.linalg.cholesky(a).T, x), spd(4), f(4)),
    "deep_symmetric_product": (lambda a, x: lax.linalg.symmetric_product(x, a, alpha=0.5, beta=2.0, symmetrize_output=True), spd(3), f(3, 4)),
    "deep_sylvester": (jsp.linalg.solve_sylvester, spd(3), spd(3), f(3, 3)),
    "deep_matrix_functions": (
        lambda a: (
            *jsp.linalg.expm_frechet(a, a.T),
            jsp.linalg.expm(jnp.stack([a, a * 9])),
            jnp.linalg.matrix_power(a, -3),
            jsp.linalg.funm(a @ a.T, jnp.exp).real,
            jsp.linalg.hilbert(3) @ a,
            jsp.linalg.hankel(a[0], a[1]),
            jsp.linalg.circulant(a[0]),
            jsp.linalg.companion(a[0] + 4),
            jsp.linalg.dft(3),
        ),
        f(3, 3) / 2,
    ),
    "deep_gradients": (
        lambda a, y: [
            jax.grad(function)(a)
            for function in (
                lambda a: jnp.sum(jnp.linalg.qr(a)[1] ** 3), lambda a: jnp.sum(jnp.linalg.svd(a, compute_uv=False) ** 3), lambda a: jnp.sum(jnp.linalg.inv(a) ** 2),
                lambda a: jnp.sum(jnp.linalg.pinv(a[:, :2]) ** 2), jnp.linalg.det, lambda a: jnp.sum(jsp.linalg.expm(a / 4)), lambda a: jnp.sum(jnp.linalg.lstsq(a[:, :2], y)[0] ** 2),
                lambda a: jnp.sum(jnp.abs(jnp.linalg.eigvals(a)) ** 2), lambda a: jnp.linalg.norm(a, "nuc"), lambda a: jnp.sum(jsp.linalg.lu(a)[2] ** 2),
            )
        ],
        spd(3) + np.triu(np.ones((3, 3), "float32")),
        f(3),
    ),
    "deep_batches": (
        lambda a, x: (
            jnp.linalg.solve(a, x),
            tuple(jnp.linalg.slogdet(a)),
            jnp.linalg.matrix_rank(a),
            jnp.linalg.cond(a, 1),
            jnp.linalg.svdvals(a),
            jnp.linalg.matrix_norm(a, ord=-2),
            jnp.linalg.eigvalsh(a, UPLO="U"),
            jnp.linalg.lstsq(a[0, 0], x[0, 0])[0],
            jnp.linalg.cross(x[..., 0], x[..., 1]),
            jnp.linalg.pinv(a, hermitian=True),
        ),
        spd(3, 2, 2),
        f(2, 2, 3, 2),
    ),
    "deep_wide": (lambda a: (jnp.linalg.svdvals(a), jnp.linalg.pinv(a), jnp.linalg.lstsq(a, a[:, 0])[0], jnp.abs(jnp.linalg.qr(a)[1])), f(3, 5)),
    "deep_empty": (lambda a: (jnp.linalg.det(a), jnp.linalg.inv(a), jnp.linalg.svdvals(a), jnp.linalg.eigvalsh(a), jnp.linalg.cholesky(a)), f(2, 0, 0)),
    "deep_complex_matrices": (
        lambda a: (jnp.linalg.inv(a), jnp.linalg.det(a), jnp.linalg.pinv(a), jnp.linalg.svdvals(a), jsp.linalg.expm(a / 3), jnp.linalg.matrix_power(a, 3)),
        c(3, 3),
    ),
    # Fourier transforms, sorts.
    "deep_fourier": (
        lambda x: (
            jnp.fft.fftn(x, (3, 8), (0, 2), "forward"),
            jnp.fft.irfftn(x, axes=(1, 0), norm="backward"),
            jnp.fft.rfft(x.real, 9, 1, "ortho"),
            jnp.fft.hfft(x, 6, 0),
            jax.vmap(jnp.fft.ifft2, 1)(x),
            jax.grad(lambda y: jnp.sum(jnp.abs(jnp.fft.rfft2(y)) ** 3))(x.real),
            jax.jvp(lambda y: jnp.fft.irfft(y, 5), (x,), (x * 1j,))[1],
        ),
        c(4, 3, 5),
    ),
    "deep_sorts": (
        lambda x, y, h: (
            lax.sort((x, y, h), dimension=0, num_keys=1, is_stable=True),
            lax.sort((y, x), dimension=1, num_keys=2, is_stable=False),
            jnp.sort(x.astype("uint8"), descending=True),
            jnp.argsort(x > 0, axis=0, stable=True),
            jnp.sort(h, 0, descending=True),
            lax.sort(x.astype("int4").astype("int8")),
            jnp.partition(x, 2, 0)[:3].sum(0),
        ),
        i(6, 4, low=-3, high=3),
        f(6, 4),
        f(6, 4, dtype="bfloat16"),
    ),
    "deep_top_k": (
        lambda x, n: (
            lax.top_k(n, 3),
            lax.top_k(x.astype("float16"), 2),
            lax.approx_min_k(x, 2, reduction_dimension=0),
            jax.vmap(lambda row: lax.top_k(row, 4)[1], 1)(x),
            jax.grad(lambda x: jnp.sum(lax.top_k(x, 3)[0] ** 2))(x),
        ),
        f(5, 7),
        i(4, 9, low=0, high=4),
    ),
    "deep_top_k_special": (lambda x: lax.top_k(x, 5), SPECIAL),
    # Control flow in control flow.
    "deep_nest": (
        lambda x, n: lax.scan(
            lambda s, y: lax.cond(
                y > 0,
                lambda s: (lax.while_loop(lambda t: t[0] < n, lambda t: (t[0] + 1, t[1] * 0.9 + y), (0, s))[1], s),
                lambda s: (lax.switch((s > 0).astype(int) + (s > 1), [jnp.sin, jnp.cos, lambda s: s / 2], s), y),
                s,
            ),
            0.5,
            x,
        ),
        f(7),
        jnp.int32(3),
    ),
    "deep_nest_batched": (
        jax.vmap(lambda x, n: lax.scan(lambda s, y: (lax.fori_loop(0, n, lambda _, s: lax.cond(s > y, jnp.sin, lambda s: s + y, s), s), s * n), 0.5, x)),
        f(4, 5),
        i(4, low=0, high=5),
    ),
    "deep_switch_batched": (
        jax.vmap(lambda n, x: lax.switch(n, [lambda x: x, lambda x: lax.while_loop(lambda x: x < 9, lambda x: x * 2 + 1, x), jnp.negative], x)),
        i(6, low=-1, high=4),
        positive(6),
    ),
    "deep_loop_gradient": (
        jax.grad(lambda w, x: lax.scan(lambda s, y: (lax.cond(y[0] > 0, lambda s: jnp.tanh(w @ s + y), lambda s: s * w[0], s), s.sum()), jnp.ones(3), x)[1].sum()),
        f(3, 3) / 2,
        f(5, 3),
    ),
    "deep_loop_jvp": (
        lambda x, t: jax.jvp(lambda x: lax.while_loop(lambda s: s[1] < 5, lambda s: (jnp.sin(s[0]) * x, s[1] + jnp.abs(s[0]) + 1), (x, 0.0)), (x,), (t,)),
        jnp.float32(0.7),
        jnp.float32(1.5),
    ),
    "deep_matrix_scan": (
        lambda a: (lax.associative_scan(jnp.matmul, a), lax.scan(lambda s, m: (s @ m,) * 2, jnp.eye(2), a, reverse=True, unroll=2)[1]),
        f(7, 2, 2),
    ),
    "deep_tree_loop": (
        lambda x: lax.fori_loop(
            0, 4, lambda k, s: {"sum": s["sum"] + s["all"][k], "all": s["all"].at[k + 1].set(s["sum"]), "odd": ~s["odd"]},
            {"sum": x, "all": jnp.zeros((5, 3)), "odd": jnp.bool_(False)},
        ),
        f(3),
    ),
    "deep_early_return": (
        lambda x: lax.while_loop(
            lambda s: (s[0] < 6) & ~s[2], lambda s: (s[0] + 1, s[1] + x[s[0]], jnp.any(x[s[0]] > 1)), (0, jnp.zeros(2), False)
        ),
        f(6, 2),
    ),
    # Narrow types.
    "deep_int4": (
        lambda x, y, u: (
            lax.dot(x.astype("int8"), y.astype("int8"), preferred_element_type=jnp.int32),
            x.astype("int32").sum(),
            (x * x[::-1]).astype("int32"),
            (x // jnp.int4(3)).astype("int8"),
            x > y.T,
            lax.shift_right_logical(u, jnp.uint4(1)).astype("int32"),
            lax.shift_left(u, jnp.uint4(2)).astype("int32"),
            (~u).astype("int32"),
            jnp.max(x, 0).astype("int32"),
            x[jnp.array([2, 0])].astype("float32"),
            jnp.pad(x, 1).astype("float32"),
            lax.bitcast_convert_type(u.reshape(3, 2, 2), jnp.uint8),
        ),
        i(3, 4, low=-8, high=8, dtype="int4"),
        i(4, 3, low=-8, high=8, dtype="int4"),
        i(3, 4, low=0, high=16, dtype="uint4"),
    ),
    "deep_float8": (
        lambda x, y: (
            jnp.sort(x, 1),
            jnp.max(y, 0),
            (x + x[::-1]).astype("float32"),
            jnp.where(x > 0, x, -x),
            lax.dot_general(x, y, (((1,), (1,)), ((), ())), preferred_element_type=jnp.bfloat16),
            lax.bitcast_convert_type(y, jnp.uint8),
            x.astype("float8_e5m2").astype("float16"),
            jnp.argmax(x, 1),
            jax.nn.relu(x),
            jnp.cumsum(y.astype("bfloat16"), 1).astype("float8_e5m2"),
        ),
        f(4, 5, dtype="float8_e4m3fn"),
        f(4, 5, dtype="float8_e5m2"),
    ),
    "deep_casts_of_limits": (
        lambda x: [
            x.astype(kind).astype("float32") if "float" in kind else x.astype(kind).astype("int32")
            for kind in ("float8_e4m3fn", "float8_e5m2", "float8_e3m4", "float4_e2m1fn", "bfloat16", "float16", "int8", "uint8", "int16", "int32", "bool")
        ],
        jnp.asarray([0.0, -0.0, 448.0, 464.0, 480.0, 57344.0, 65519.0, 65520.0, 1e-8, 2**-17, 0.75, 2.5, 3.5, 5.0, 6.0, 7.0, -1.5], "float32"),
    ),
    # Complex numbers.
    "deep_complex": (
        lambda z, w: (
            z / w, z**w, z**3, jnp.prod(z), jnp.cumprod(z, 0), jnp.cumsum(z, 1), z.var(), z.std(1), jnp.mean(z, 0), jnp.sort(z, 0),
            jnp.convolve(z[0], w[0]), jnp.vdot(z, w), jnp.einsum("ij,kj", z, w.conj()), jnp.angle(z / w), jnp.exp2(z), jnp.sinc(z), jnp.isclose(z, w), z.at[1].multiply(w[0]),
        ),
        c(3, 4),
        c(3, 4),
    ),
    "deep_complex_gradient": (
        lambda z: (jax.grad(lambda z: jnp.sum(jnp.log(z) * z.conj()).real)(z), jax.jacfwd(lambda z: z[:2] ** 2, holomorphic=True)(z)), c(4)
    ),
    "deep_complex_special": (lambda x, y: (lax.complex(x, y) * lax.complex(y, x), jnp.sqrt(lax.complex(x, y))), SPECIAL, SPECIAL[::-1]),
    # Pictures and convolutions.
    "deep_resize": (
        lambda x, u: (
            jax.image.resize(x, (1, 3, 11, 2), "cubic", antialias=False),
            jax.image.resize(x, (2, 9, 4, 2), "lanczos5"),
            jax.image.resize(u, (4, 13), "linear"),
            jax.image.resize(u, (9, 3), "nearest"),
            jax.grad(lambda x: jnp.sum(jax.image.resize(x, (1, 3, 4, 2), "linear") ** 2))(x),
            jax.grad(lambda s: jnp.sum(jax.image.scale_and_translate(x[0, ..., 0], (4, 4), (0, 1), s, s / 2, "cubic") ** 2))(jnp.array([1.2, 0.7])),
        ),
        f(1, 5, 6, 2),
        i(7, 6, low=0, high=256, dtype="uint8"),
    ),
    "deep_convolutions": (
        lambda x, w: (
            conv((2, 3), ((2, -1), (-1, 3)), lhs_dilation=(3, 2), rhs_dilation=(2, 1))(x, w),
            conv((1, 2), feature_group_count=4)(x, w.reshape(3, 2, 1, 12)),
            lax.conv_transpose(x, w, (2, 3), "VALID", rhs_dilation=(2, 1)),
            lax.conv_transpose(x, w.transpose(0, 1, 3, 2), (2, 1), "SAME", transpose_kernel=True),
            lax.conv_general_dilated(x, w, (1, 1), "SAME_LOWER", dimension_numbers=("NHWC", "HWIO", "CHWN")),
            jax.grad(lambda w: jnp.sum(conv((2, 1), feature_group_count=2)(x, w) ** 2))(w[..., :2, :2]),
            jax.grad(lambda x: jnp.sum(conv((2, 2), ((1, 0), (0, 2)), rhs_dilation=(1, 2))(x, w) ** 2))(x),
            jax.vmap(lambda x, w: conv()(x[None], w), (0, None))(x, w),
            jax.vmap(conv(), (None, 3), 1)(x, jnp.stack([w, -w], 3)),
        ),
        f(2, 6, 7, 4),
        f(3, 2, 4, 3),
    ),
    "deep_convolutions_narrow": (
        lambda x, w: (
            conv((2,), "SAME", ("NCW", "OIW", "NWC"))(x, w),
            conv((1,), "VALID", ("NCW", "OIW", "NCW"), preferred_element_type=jnp.float32)(x.astype("bfloat16"), w.astype("bfloat16")),
            conv((1,), [(1, 1)], ("NCW", "OIW", "NCW"))(x.astype("int16"), w.astype("int16")),
            conv((1,), [(1, 1)], ("NCW", "OIW", "NCW"), feature_group_count=3)(x.astype("float16"), w[:, :1].astype("float16")),
        ),
        f(2, 3, 9) * 3,
        f(6, 3, 4) * 3,
    ),
    "deep_convolution_of_points": (conv((), "VALID", ("NC", "IO", "NC")), f(4, 3), f(3, 5)),
    "deep_windows": (
        lambda x: (
            jax.grad(lambda x: jnp.sum(window(lax.max, -jnp.inf, (2, 3), (1, 2), "SAME")(x) ** 3))(x),
            jax.grad(lambda x: jnp.sum(window(lax.add, 0.0, (3, 2), (2, 1), ((1, 1), (0, 1)), (1, 2))(x) ** 3))(x),
            lax.reduce_window((x, x * x), (0.0, -jnp.inf), lambda p, q: (p[0] + q[0], jnp.maximum(p[1], q[1])), (2, 2), (1, 2), "VALID"),
            window(lax.bitwise_or, False, (2, 2), (2, 2), "SAME")(x > 0),
            lax.cumprod(x, 1, reverse=True), lax.cumlogsumexp(x, 0, reverse=True), lax.cummin(x.astype("int32"), 1),
        ),
        f(5, 6),
    ),
    # Segments, scatters, sums of products.
    "deep_segments": (
        lambda x, n: (
            jax.ops.segment_sum(x, jnp.sort(n), 7, indices_are_sorted=True),
            jax.ops.segment_max(x.astype("int32"), n, 6),
            jax.ops.segment_prod(x, n, 6, bucket_size=3),
            jax.ops.segment_min(x, n - 2, 4, mode="drop"),
            jax.ops.segment_sum(x.astype("bfloat16"), n, 5),
            jax.vmap(lambda x, n: jax.ops.segment_sum(x, n, 4), (1, None))(x, n),
            jax.grad(lambda x: jnp.sum(jax.ops.segment_max(x, n, 6) ** 2))(x),
            jnp.exp(x - jax.ops.segment_max(x, n, 6)[n]) / jax.ops.segment_sum(jnp.exp(x - jax.ops.segment_max(x, n, 6)[n]), n, 6)[n],
        ),
        f(9, 2),
        i(9, low=0, high=6),
    ),
    "deep_updates": (
        lambda x, n, v: (
            x.at[n, :, n[::-1]].add(v), x.at[..., n].min(0.1), x.at[n[0], 1:, ::2].set(2.0), x.at[n].get(mode="fill"),
            x.at[::2].multiply(x[1::2]), jnp.zeros(4, "uint8").at[n].add(200), x.at[n - 5].max(9.0, mode="drop"), jax.grad(lambda v: jnp.sum(x.at[n, 0, n].set(v[:, 0]) ** 2))(v),
        ),
        f(4, 3, 4),
        i(5, low=0, high=4),
        f(5, 3),
    ),
    "deep_einsum": (
        lambda x, y, z: (
            jnp.einsum("iij->ji", x), jnp.einsum("iji", x.transpose(0, 2, 1)), jnp.einsum("...ij,...j->...i", x, y[0]), jnp.einsum("ijk,lk,li->jl", x, y[:, :4], z),
            jnp.einsum("ij,kl", y, z), jnp.einsum("i->", y[0]), jnp.einsum("ijj->i", x[:, :, :3]), jnp.einsum(x, [0, 1, 2], y, [3, 2], [1, 3, 0]),
            jnp.einsum("ij,ij,ij->j", y, y, y), jnp.einsum("a,b,c->cab", y[0], y[1], z[0]), jnp.einsum("ij,jk->ik", x[0].astype("bfloat16"), y.T.astype("bfloat16"), preferred_element_type="float32"),
            jnp.einsum("ij,kj->ik", y.astype("int8"), y.astype("int8")), jnp.tensordot(x, y, ((2,), (1,))), jnp.einsum("...,...", x, 2.0), jax.grad(lambda x: jnp.einsum("iij,j->", x, y[0]) ** 2)(x),
        ),
        f(3, 3, 4),
        f(5, 4) * 3,
        f(5, 3),
    ),
    "deep_ragged": (
        lambda x, y, s: (lax.ragged_dot(x, y, s, preferred_element_type=jnp.float32), jax.vmap(lax.ragged_dot)(jnp.stack([x, -x]), jnp.stack([y, y]), jnp.stack([s, s[::-1]]))),
        f(7, 3, dtype="bfloat16"),
        f(3, 3, 2, dtype="bfloat16"),
        jnp.asarray([3, 0, 2], jnp.int32),
    ),
    # A mesh of one device.
    "deep_one_device": (
        jax.shard_map(
            lambda x, w: (
                lax.psum(x @ w, "x"), lax.all_gather(x, "x"), lax.ppermute(x, "x", [(0, 0)]), x + lax.axis_index("x"), lax.pmax(x, "x"),
                lax.scan(lambda s, row: (lax.pmean(s + row, "x"), s), lax.pvary(jnp.zeros(3), "x") if hasattr(lax, "pvary") else jnp.zeros(3), x)[1],
                lax.all_to_all(x, "x", 0, 0, tiled=True),
            ),
            mesh=Mesh(np.array(jax.devices()[:1]), ("x",)), in_specs=(PartitionSpec("x"), PartitionSpec()), out_specs=PartitionSpec("x"), check_vma=False,
        ),
        f(4, 3),
        f(3, 2),
    ),
    "deep_named_axes": (
        jax.vmap(lambda x: (x - lax.pmean(x, "b"), lax.psum(x, "b"), lax.all_gather(x, "b"), lax.axis_index("b") * x, lax.pshuffle(x, "b", [2, 0, 1])), axis_name="b"),
        f(3, 4),
    ),
}  # fmt: skip
