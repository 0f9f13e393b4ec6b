"""Functions of constants, where the result is exact or rounded as it must be. Source: the folders of MLIR's math dialect."""

from __future__ import annotations

import math

from tfopt.generic.canonicalization.arith import floats, integers


def finite(function):
    """A function that returns NaN and infinities as they are."""
    return lambda a: function(a) if math.isfinite(a) else a


def with_sign(function):
    """A function whose zeros have the sign of what they came from."""
    return finite(lambda a: math.copysign(float(function(a)), a))


def away_from_zero(a: float) -> float:
    whole = math.trunc(a)
    return whole + math.copysign(1, a) if abs(a - whole) >= 0.5 else whole


PATTERNS = {
    "math.absf": [floats.folded(abs)],
    "math.ceil": [floats.folded(with_sign(math.ceil))],
    "math.floor": [floats.folded(with_sign(math.floor))],
    "math.trunc": [floats.folded(with_sign(math.trunc))],
    "math.round": [floats.folded(with_sign(away_from_zero))],
    "math.roundeven": [floats.folded(with_sign(round))],
    "math.sqrt": [floats.folded(lambda a: math.sqrt(a) if a >= 0 else None)],
    "math.copysign": [floats.folded(math.copysign)],
    "math.absi": [integers.folded(lambda a, w: abs(a), is_signed=True)],
    "math.ctpop": [integers.folded(lambda a, w: a.bit_count())],
    "math.ctlz": [integers.folded(lambda a, w: w - a.bit_length())],
    "math.cttz": [integers.folded(lambda a, w: (a & -a).bit_length() - 1 if a else w)],
}
