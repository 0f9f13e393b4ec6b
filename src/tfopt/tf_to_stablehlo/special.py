"""Lowerings: special functions, by the approximations that CHLO's ops have."""

from math import inf

from tfopt.arithmetic import special
from tfopt.arithmetic.tensor import Tensor, common, in_f32, of_operands, select
from tfopt.tf_to_stablehlo.lowering import lowered_by
from tfopt.tf_to_stablehlo.normal_distribution import normal_quantile


def broadcasting(function):
    of_one_shape = in_f32(function)
    return lambda operands: of_one_shape(*common(*operands))


def zeta(x: Tensor, q: Tensor) -> Tensor:
    """Its limits at infinite x and q, where the approximation has differences of infinities: nothing, or the first term alone."""
    result = select((x == inf) & (q == 1), 1, special.zeta(x, q))
    return select(((x == inf) | (q == inf)) & (x > 1) & (q > 1), 0, result)


UNARY = {
    "Erf": special.erf, "Erfc": special.erfc, "Erfinv": special.erf_inv, "Lgamma": special.lgamma, "Digamma": special.digamma,
    "BesselI0e": special.bessel_i0e, "BesselI1e": special.bessel_i1e,
}  # fmt: skip
lowered_by(
    **{name: of_operands(in_f32(function)) for name, function in UNARY.items()},
    Ndtri=lambda x: normal_quantile(x),
    Zeta=broadcasting(zeta),
    Polygamma=broadcasting(special.polygamma),
    NextAfter=lambda operands: special.next_after(*common(*operands)),
)
