"""Functions of constants. Those that are not exact are computed in twice the precision for f32, so that they are rounded as they must be,
and by the C library for f64, as MLIR does it; none is where that gives no number. Source: the folders of MLIR's math dialect."""

from __future__ import annotations

import math

from tfir.ir.types import FloatType

from tfopt.generic.canonicalization.arith import floats, integers
from tfopt.generic.canonicalization.constants import element_of
from tfopt.generic.canonicalization.poison import poisoned
from tfopt.rewrite.pattern import reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tfir.ir.operations import Operation


def finite(function):
    """A function that returns NaN and infinities as they are."""
    return lambda a: function(a) if math.isfinite(a) else a


def with_sign(function):
    """A function whose zeros have the sign of what they came from."""
    return finite(lambda a: math.copysign(float(function(a)), a))


def away_from_zero(a: float) -> float:
    whole = math.trunc(a)
    return whole + math.copysign(1, a) if abs(a - whole) >= 0.5 else whole


def rounded(function, poles: Mapping[float, float] | None = None):
    """The rule of a function whose results have to be rounded; only of f32 and f64. `poles` are its infinite results."""

    def computed(*given: float) -> float | None:
        if poles is not None and given[0] in poles:
            return poles[given[0]]
        try:
            result = function(*given) if all(map(math.isfinite, given)) else None
        except (OverflowError, ValueError, ZeroDivisionError):
            return None
        return result if isinstance(result, float) and math.isfinite(result) else None

    fold = floats.folded(computed)

    @reads("arith.constant")
    def fold_wide(op: Operation, rewriter) -> bool:
        element = element_of(op.results[0].type)
        return isinstance(element, FloatType) and element.name in ("f32", "f64") and fold(op, rewriter)

    return fold_wide


LOGARITHM = {0.0: -math.inf}

PATTERNS = poisoned(
    {
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
        "math.acos": [rounded(math.acos)],
        "math.acosh": [rounded(math.acosh)],
        "math.asin": [rounded(math.asin)],
        "math.asinh": [rounded(math.asinh)],
        "math.atan": [rounded(math.atan)],
        "math.atan2": [rounded(math.atan2)],
        "math.atanh": [rounded(math.atanh, {1.0: math.inf, -1.0: -math.inf})],
        "math.cos": [rounded(math.cos)],
        "math.cosh": [rounded(math.cosh)],
        "math.erf": [rounded(math.erf)],
        "math.erfc": [rounded(math.erfc)],
        "math.exp": [rounded(math.exp)],
        "math.exp2": [rounded(math.exp2)],
        "math.expm1": [rounded(math.expm1)],
        "math.log": [rounded(math.log, LOGARITHM)],
        "math.log10": [rounded(math.log10, LOGARITHM)],
        "math.log1p": [rounded(math.log1p, {-1.0: -math.inf})],
        "math.log2": [rounded(math.log2, LOGARITHM)],
        "math.powf": [rounded(math.pow)],
        "math.sin": [rounded(math.sin)],
        "math.sinh": [rounded(math.sinh)],
        "math.tan": [rounded(math.tan)],
        "math.tanh": [rounded(math.tanh)],
    }
)
