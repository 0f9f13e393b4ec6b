"""Values held against expected ones: which elements differ, and which differs most."""

from __future__ import annotations

import numpy

from tfir.execution.values import is_exact, type_text


def difference(actual: numpy.ndarray, expected: numpy.ndarray, rtol: float, atol: float) -> str | None:
    """How `actual` differs from `expected`, as text to stand behind a value's name; None when they agree.

    Floating-point and complex elements agree within `atol + rtol * |expected|`, NaN with NaN; all others must be equal. With both
    tolerances None, floating-point elements must have the same bits, signed zeros included. The text names the first and the worst
    element.
    """
    if expected.dtype.kind in "SU":  # of a file, where zero bytes at the end of a string are lost
        actual, expected = actual.astype("S"), expected.astype("S")
    if actual.shape != expected.shape or (actual.dtype != expected.dtype and actual.dtype.kind != "S"):
        return f" is {type_text(actual)}; expected {type_text(expected)}"
    if is_exact(actual):
        wrong, excess = actual != expected, (actual != expected).astype(float)
    else:
        wrong, excess = _beyond_tolerance(actual, expected, rtol, atol)
    return _complaint(actual, expected, wrong, excess) if wrong.any() else None


def _beyond_tolerance(actual, expected, rtol: float | None, atol: float | None):
    """Where values differ by more than `atol + rtol * |expected|`, and by how many times that."""
    exact = rtol is None and atol is None
    wide = numpy.complex128 if actual.dtype.kind == "c" else numpy.float64
    actual, expected = actual.astype(wide), expected.astype(wide)
    with numpy.errstate(invalid="ignore", divide="ignore", over="ignore"):
        same = (actual == expected) | (numpy.isnan(actual) & numpy.isnan(expected))
        if exact:
            same &= (numpy.signbit(actual.real) == numpy.signbit(expected.real)) | numpy.isnan(actual)
        apart = numpy.abs(actual - expected)
        allowed = (atol or 0.0) + (rtol or 0.0) * numpy.abs(expected)
        wrong = ~same & (exact | ~(apart <= allowed))
        excess = numpy.where(same, 0.0, numpy.nan_to_num(apart if exact else apart / allowed, nan=numpy.inf))
    return wrong | (~same & ~numpy.isfinite(expected)), excess


def _complaint(actual, expected, wrong, excess) -> str:
    places = numpy.argwhere(wrong)
    excess = numpy.where(wrong, excess, -1.0)
    worst = numpy.unravel_index(numpy.argmax(excess), excess.shape)
    first = tuple(places[0]) if len(places) else ()
    lines = [f": {int(wrong.sum())} of {wrong.size} elements differ"]
    for title, at in (("first", first), ("worst", worst)):
        index = ", ".join(str(int(part)) for part in at)
        lines.append(f"  {title} at [{index}]: found {actual[at]}, expected {expected[at]}")
    return "\n".join(lines)
