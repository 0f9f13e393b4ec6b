"""Lowerings: special functions, by the approximations that CHLO's ops have."""

from functools import partial
from math import inf, nan

from tfir.ir.types import F64

from tfopt.arithmetic import bessel, integrals, special
from tfopt.arithmetic.tensor import Tensor, common, floor, in_f32, of_operands, select
from tfopt.tf_to_stablehlo.incomplete import in_f64
from tfopt.tf_to_stablehlo.lowering import lowered_by
from tfopt.tf_to_stablehlo.normal_distribution import normal_quantile


def broadcasting(function):
    of_one_shape = in_f32(function)
    return lambda operands: of_one_shape(*common(*operands))


def zeta(x: Tensor, q: Tensor) -> Tensor:
    """Its limits at infinite x and q, where the approximation has differences of infinities: nothing, or the first term alone. NaN below
    x = 1 and inf there, wherever q is."""
    result, is_limit = (zeta_of_doubles if x.element is F64 else special.zeta)(x, q), ((x == inf) | (q == inf)) & (x > 1)
    for place, limit in ((q > 1, 0), (q == 1, 1), (q < 1, inf)):
        result = select(is_limit & place, limit, result)
    return select(x < 1, nan, select(x == 1, inf, result))


def zeta_of_doubles(x: Tensor, q: Tensor) -> Tensor:
    """Also below -9, where the nine terms end among negative numbers: those terms are a difference of two sums upwards. (The kernel adds
    up doubles as long as they are negative, and single numbers nine times.)"""
    is_left, steps = (q < 0) & (q != floor(q)), -floor(q)
    first = select(is_left, q + steps, q)
    below = special.zeta(x, 1 - first) - special.zeta(x, select(is_left, steps + 1 - first, 1))
    below = select((x % 2) == 0, below, -below)
    total = special.zeta(x, first)
    return select(is_left, select(x == floor(x), total + below, nan), total)


def polygamma(n: Tensor, x: Tensor) -> Tensor:
    return special.polygamma(n, x, zeta_of_doubles if x.element is F64 else special.zeta)


def bessel_y1(x: Tensor) -> Tensor:
    """At 0 NaN in single precision, and -inf in double precision, as TensorFlow has it."""
    result = in_f64(partial(bessel.bessel_y, 1))([x])
    return result if x.element is F64 else select(x == 0, nan, result)


IN_F64 = {
    "BesselI0": partial(bessel.bessel_i, 0), "BesselI1": partial(bessel.bessel_i, 1), "BesselJ0": partial(bessel.bessel_j, 0),
    "BesselJ1": partial(bessel.bessel_j, 1), "BesselY0": partial(bessel.bessel_y, 0), "BesselK0": partial(bessel.bessel_k, 0),
    "BesselK1": partial(bessel.bessel_k, 1), "BesselK0e": partial(bessel.bessel_k_scaled, 0),
    "BesselK1e": partial(bessel.bessel_k_scaled, 1),
    "Dawsn": lambda x: integrals.dawson(select(x <= -1e9, -x, x)),  # of so large negative numbers TensorFlow's lacks the sign
    "Spence": integrals.spence, "FresnelCos": lambda x: integrals.fresnel(x)[0], "FresnelSin": lambda x: integrals.fresnel(x)[1],
}  # fmt: skip
UNARY = {
    "Erf": special.erf, "Erfc": special.erfc_at_once, "Erfinv": special.erf_inv, "Lgamma": special.lgamma, "Digamma": special.digamma,
    "BesselI0e": special.bessel_i0e, "BesselI1e": special.bessel_i1e,
}  # fmt: skip
lowered_by(
    **{name: of_operands(in_f32(function)) for name, function in UNARY.items()},
    **{name: in_f64(function) for name, function in IN_F64.items()},
    BesselY1=of_operands(bessel_y1),
    Ndtri=lambda x: normal_quantile(x),
    Zeta=broadcasting(zeta),
    Polygamma=broadcasting(polygamma),
    NextAfter=lambda operands: special.next_after(*common(*operands)),
)
