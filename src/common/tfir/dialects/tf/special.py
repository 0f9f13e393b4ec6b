"""Semantics: special functions of statistics, in double precision whatever the operands are."""

from __future__ import annotations

import math

from tfir.dialects.tf.elementwise import elementwise
from tfir.ods.bessel_functions import bessel_j, bessel_k, bessel_k_scaled, bessel_y
from tfir.ods.integral_functions import (
    dawson,
    exponential_integral,
    fresnel,
    gamma_sample_by_shape,
    lower_gamma_by_shape,
    spence,
)  # fmt: skip
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import Broadcast, Unary, ops_of
from tfir.ods.special_functions import (
    bessel_i,
    bessel_i_scaled,
    hurwitz_zeta,
    log_gamma,
    polygamma,
    regular_beta,
    regular_lower_gamma,
    regular_upper_gamma,
)  # fmt: skip


class BesselY1(Unary):
    """At 0 NaN in single precision, where less than the smallest normal number is 0, and -inf in double precision, as TensorFlow has it."""

    def evaluate(x):
        result = elementwise(lambda x: bessel_y(1, x))([x])
        return (
            result
            if x.dtype == np.float64
            else np.where(np.abs(x.astype(np.float32)) < np.finfo(np.float32).tiny, x.dtype.type(np.nan), result)
        )


def gamma_slopes(operands):
    """Where the density of the gamma distribution is less than any number of the type, TensorFlow has a slope of 0."""
    slopes = elementwise(gamma_sample_by_shape)(operands)
    alpha, sample = [each.astype(np.float64) for each in operands]
    with np.errstate(all="ignore"):
        power = alpha * np.log(sample) - sample - elementwise(log_gamma)([alpha])
    vanishes = (power < -np.log(np.finfo(slopes.dtype).max)) & ~np.isnan(slopes)
    return np.where(vanishes, slopes.dtype.type(0), slopes)


def exponential_integrals(x):
    """NaN where 1 / x is less than any normal number in single or double precision, which processors make 0."""
    tiny = np.finfo(np.float64 if x.dtype == np.float64 else np.float32).tiny
    return np.where(x.astype(np.float64) > 1 / float(tiny), x.dtype.type(np.nan), elementwise(exponential_integral)([x]))


def zeta(operands):
    x, q = np.broadcast_arrays(*operands)
    result = elementwise(hurwitz_zeta)([x, q])
    for place in places_in_single(x, q):
        result[place] = zeta_in_single(x[place], q[place])
    return result


def polygammas(operands):
    order, x = np.broadcast_arrays(*operands)
    result = elementwise(polygamma)([order, x])
    for place in places_in_single(order + 1, x):
        if not np.isnan(result[place]):
            factor = math.gamma(order[place] + 1) * (1 if order[place] % 2 else -1)
            result[place] = factor * zeta_in_single(order[place] + 1, x[place])
    return result


def places_in_single(x, q):
    """Where Eigen's zeta function of single numbers is another one."""
    places = np.argwhere((q < 0) & (q != np.floor(q)) & (x > 1) & (x == np.floor(x))) if x.dtype == np.float32 else ()
    return [tuple(place) for place in places]


# What divides the terms of Euler's and Maclaurin's formula: (2k)! by Bernoulli's numbers
DIVISORS = (
    12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10, -2.950130727918164224e12,
    1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17, -7.1661652562756670113e18,
)  # fmt: skip


def zeta_in_single(x, q):
    """Of negative q, where Eigen is far from the sum below -9: it adds ten terms up before it goes on by the formula, which holds for positive
    numbers alone. Source: Eigen, SpecialFunctionsImpl.h; the formula is as in Cephes, zeta.c."""
    single = np.float32
    least, one = single(2**-24), single(1)
    term = total = np.power(q, -x)
    for _ in range(9):
        q = q + one
        term = np.power(q, -x)
        total = total + term
        if abs(term / total) < least:
            return total
    total = total + term * q / (x - one) - single(0.5) * term
    factor = one
    for step, divisor in enumerate(DIVISORS):
        factor, term = factor * (x + single(2 * step)), term / q
        part = factor * term / single(divisor)
        total = total + part
        if abs(part / total) < least:
            break
        factor, term = factor * (x + single(2 * step + 1)), term / q
    return total


SEMANTICS = {
    **ops_of(
        Broadcast,
        Igamma=elementwise(regular_lower_gamma),
        Igammac=elementwise(regular_upper_gamma),
        Betainc=elementwise(regular_beta),
        Zeta=zeta,
        Polygamma=polygammas,
        IgammaGradA=elementwise(lower_gamma_by_shape),
        RandomGammaGrad=gamma_slopes,
    ),
    **ops_of(
        Unary,
        BesselI0=elementwise(lambda x: bessel_i(0, x)),
        BesselI1=elementwise(lambda x: bessel_i(1, x)),
        BesselI0e=elementwise(lambda x: bessel_i_scaled(0, x)),
        BesselI1e=elementwise(lambda x: bessel_i_scaled(1, x)),
        BesselJ0=elementwise(lambda x: bessel_j(0, x)),
        BesselJ1=elementwise(lambda x: bessel_j(1, x)),
        BesselY0=elementwise(lambda x: bessel_y(0, x)),
        BesselK0=elementwise(lambda x: bessel_k(0, x)),
        BesselK1=elementwise(lambda x: bessel_k(1, x)),
        BesselK0e=elementwise(lambda x: bessel_k_scaled(0, x)),
        BesselK1e=elementwise(lambda x: bessel_k_scaled(1, x)),
        Dawsn=elementwise(lambda x: dawson(x if x > -1e9 else -x)),  # of so large negative numbers TensorFlow's lacks the sign
        Expint=exponential_integrals,
        Spence=elementwise(spence),
        FresnelCos=elementwise(lambda x: fresnel(x).real),
        FresnelSin=elementwise(lambda x: fresnel(x).imag),
    ),
}
