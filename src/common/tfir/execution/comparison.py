"""Values held against expected ones: which elements differ, and which differs most."""

from __future__ import annotations

import numpy

from tfir.execution.values import is_exact, type_text


def difference(found: numpy.ndarray, wanted: numpy.ndarray, rtol: float, atol: float) -> str | None:
    """What differs, to stand behind a value's name; None when nothing does.

    NaN agrees with NaN. Numbers that are not floating-point must be equal. With both tolerances None, floating-point numbers must
    have the same bits, signed zeros included.
    """
    if found.dtype == object or wanted.dtype.kind in "SU":
        found, wanted = found.astype("S"), wanted.astype("S")
    if found.shape != wanted.shape or (found.dtype != wanted.dtype and found.dtype.kind != "S"):
        return f" is {type_text(found)}; expected {type_text(wanted)}"
    if is_exact(found):
        wrong, excess = found != wanted, (found != wanted).astype(float)
    else:
        wrong, excess = _beyond_tolerance(found, wanted, rtol, atol)
    return _complaint(found, wanted, wrong, excess) if wrong.any() else None


def _beyond_tolerance(found, wanted, rtol: float | None, atol: float | None):
    """Where values differ by more than `atol + rtol * |expected|`, and by how many times that."""
    exact = rtol is None and atol is None
    wide = numpy.complex128 if found.dtype.kind == "c" else numpy.float64
    found, wanted = found.astype(wide), wanted.astype(wide)
    with numpy.errstate(invalid="ignore", divide="ignore", over="ignore"):
        same = (found == wanted) | (numpy.isnan(found) & numpy.isnan(wanted))
        if exact:
            same &= (numpy.signbit(found.real) == numpy.signbit(wanted.real)) | numpy.isnan(found)
        apart = numpy.abs(found - wanted)
        allowed = (atol or 0.0) + (rtol or 0.0) * numpy.abs(wanted)
        wrong = ~same & (exact | ~(apart <= allowed))
        excess = numpy.where(same, 0.0, numpy.nan_to_num(apart if exact else apart / allowed, nan=numpy.inf))
    return wrong | (~same & ~numpy.isfinite(wanted)), excess


def _complaint(found, wanted, wrong, excess) -> str:
    places = numpy.argwhere(wrong)
    excess = numpy.where(wrong, excess, -1.0)
    worst = numpy.unravel_index(numpy.argmax(excess), excess.shape)
    first = tuple(places[0]) if len(places) else ()
    lines = [f": {int(wrong.sum())} of {wrong.size} elements differ"]
    for title, at in (("first", first), ("worst", worst)):
        index = ", ".join(str(int(part)) for part in at)
        lines.append(f"  {title} at [{index}]: found {found[at]}, expected {wanted[at]}")
    return "\n".join(lines)
