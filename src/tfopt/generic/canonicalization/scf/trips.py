"""How often a loop runs, by what is known of its bounds and its step. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfir.ir.operations import Value

from tfopt.generic.canonicalization.constants import number, signed, width_of


def iterations(low: Value | int, high: Value | int, step: Value | int, is_signed: bool = True) -> int | None:
    """The count, where it is known. A loop whose bounds are no distance apart runs never, whatever its step is; so does one with a step of 0 or
    below, of which there is none (an unsigned step is above 0)."""
    if low is high:
        return 0
    far, by = distance(low, high, is_signed), number_in(step, is_signed)
    if far is not None and far <= 0 or by is not None and by <= 0:
        return 0
    return None if far is None or by is None else -(-far // by)


def number_in(value: Value | int, is_signed: bool) -> int | None:
    held = value if isinstance(value, int) else number(value)
    if held is None or isinstance(value, int):
        return held
    return signed(held, width_of(value.type)) if is_signed else held


def distance(low: Value | int, high: Value | int, is_signed: bool) -> int | None:
    """How far a bound is above another: of two numbers, or of one that is the other and a number, which have not wrapped around together."""
    first, last = number_in(low, is_signed), number_in(high, is_signed)
    if first is not None and last is not None:
        return last - first
    op = high.op if isinstance(high, Value) else None
    if op is None or op.name != "arith.addi" or low not in op.operands:
        return None
    if ("nsw" if is_signed else "nuw") not in op.attributes["overflowFlags"].text:
        return None
    one, other = op.operands
    return number_in(other if one is low else one, is_signed)
