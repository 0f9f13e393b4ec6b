"""Semantics: special functions of statistics, in double precision whatever the operands are."""

from __future__ import annotations

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


SEMANTICS = {
    **ops_of(
        Broadcast,
        Igamma=elementwise(regular_lower_gamma),
        Igammac=elementwise(regular_upper_gamma),
        Betainc=elementwise(regular_beta),
        Zeta=elementwise(hurwitz_zeta),
        Polygamma=elementwise(polygamma),
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
