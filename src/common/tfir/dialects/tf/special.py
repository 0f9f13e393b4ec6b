"""Semantics: special functions of statistics, in double precision whatever the operands are."""

from __future__ import annotations

from tfir.dialects.tf.elementwise import elementwise
from tfir.ods.semantics import Broadcast, Unary, ops_of
from tfir.ods.special_functions import (
    bessel_i,
    bessel_i_scaled,
    hurwitz_zeta,
    polygamma,
    regular_beta,
    regular_lower_gamma,
    regular_upper_gamma,
)  # fmt: skip

SEMANTICS = {
    **ops_of(
        Broadcast,
        Igamma=elementwise(regular_lower_gamma),
        Igammac=elementwise(regular_upper_gamma),
        Betainc=elementwise(regular_beta),
        Zeta=elementwise(hurwitz_zeta),
        Polygamma=elementwise(polygamma),
    ),
    **ops_of(
        Unary,
        BesselI0=elementwise(lambda x: bessel_i(0, x)),
        BesselI1=elementwise(lambda x: bessel_i(1, x)),
        BesselI0e=elementwise(lambda x: bessel_i_scaled(0, x)),
        BesselI1e=elementwise(lambda x: bessel_i_scaled(1, x)),
    ),
}
