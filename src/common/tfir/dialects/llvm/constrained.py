"""LLVM's constrained intrinsics (`llvm.experimental.constrained.*`) at run time: floats rounded as an operand says. Flags of exceptions are not
kept, and the environment's rounding, `dynamic`, is to nearest. Source: LLVM's language reference."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from tfir.dialects.arith.computation import rounded, signed, unsigned
from tfir.dialects.llvm import computation
from tfir.dialects.llvm.attributes import FLOAT_PREDICATES, ROUNDINGS
from tfir.dialects.llvm.intrinsics import COMPUTED, SAME, function_named
from tfir.dialects.llvm.predicated import converted as conversion
from tfir.dialects.llvm.values import dtype_in
from tfir.ods.arrays import converted
from tfir.ods.semantics import semantics_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation

    Exact = Callable[..., Fraction]

OPERATIONS = semantics_in(computation)
# How `arith` calls a rounding.
OF_NUMBERS = {
    ROUNDINGS[word]: name
    for word, name in {
        "towardzero": "toward_zero", "tonearest": "to_nearest_even", "upward": "upward", "downward": "downward",
        "tonearestaway": "to_nearest_away", "dynamic": "to_nearest_even",
    }.items()
}  # fmt: skip
EXACT: dict[str, Exact] = {
    "fadd": lambda a, b: a + b, "fsub": lambda a, b: a - b, "fmul": lambda a, b: a * b, "fdiv": lambda a, b: a / b,
    "fma": lambda a, b, c: a * b + c, "fmuladd": lambda a, b, c: a * b + c,
}  # fmt: skip
NEAREST = ("to_nearest_even", "to_nearest_away")


def rounding_of(op: Operation) -> str:
    return OF_NUMBERS[op.get("roundingmode", ROUNDINGS["tonearest"])]


def moved(near: Any, distance: Fraction | int, how: str) -> Any:
    """The float on the other side of an exact number, where the nearest one is on the wrong one. `distance` is the exact number less that."""
    if how == "to_nearest_away":
        other = np.nextafter(near, near.dtype.type(np.inf if distance > 0 else -np.inf))
        is_tie = distance != 0 and isfinite(other) and Fraction(float(other)) - Fraction(float(near)) == 2 * distance
        return other if is_tie and abs(other) > abs(near) else near
    goal = {"upward": np.inf, "downward": -np.inf}.get(how, 0.0)
    is_wrong = distance > 0 if how == "upward" else distance < 0 if how == "downward" else distance * np.sign(near) < 0
    return np.nextafter(near, near.dtype.type(goal)) if is_wrong else near


def with_sign_of_zero(near: Any, operands: Sequence[Any], how: str) -> Any:
    """A sum of numbers that cancel each other is -0 where it is rounded downward."""
    return -near if how == "downward" and near == 0 and not np.signbit(near) and any(operands) else near


def one_rounded(name: str, near: Any, operands: Sequence[Any], how: str) -> Any:
    if not all(isfinite(each) for each in operands) or np.isnan(near):
        return near
    if name == "sqrt":
        square = Fraction(float(near)) ** 2
        return moved(near, (Fraction(float(operands[0])) > square) - (Fraction(float(operands[0])) < square), how)
    if name == "fdiv" and operands[1] == 0:
        return near
    exact = EXACT[name](*[Fraction(float(each)) for each in operands])
    if np.isinf(near):  # beyond all numbers, where rounding may stop at the last one
        last = np.finfo(near.dtype).max
        stays = how in NEAREST or (how == "upward" and near > 0) or (how == "downward" and near < 0)
        return near if stays else np.copysign(last, near)
    if exact == 0 and name in ("fadd", "fsub"):
        return with_sign_of_zero(near, operands, how)
    return moved(near, exact - Fraction(float(near)), how)


def arithmetic(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    nearest: Any = OPERATIONS[name].evaluate if name in OPERATIONS else None

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        how = rounding_of(op)
        near = nearest(*operands) if nearest else COMPUTED["fma" if name == "fmuladd" and how != "to_nearest_even" else name](op, operands)
        if how == "to_nearest_even":
            return near
        elements = [one_rounded(name, *each, how) for each in zip(np.ravel(near), list(zip(*map(np.ravel, operands))))]
        return np.array(elements, near.dtype).reshape(np.shape(near))[()]

    return compute


def from_integers(to_python: Callable[[Any], Any]) -> Callable[[Operation, Sequence[Any]], Any]:
    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        numbers, how = np.asarray(to_python(operands[0])), rounding_of(op)
        near = np.asarray(converted(numbers, dtype_in(op.result.type)))
        if how == "to_nearest_even":
            return near[()]
        elements = [
            moved(each, int(number) - Fraction(float(each)), how) if np.isfinite(each) else each
            for each, number in zip(near.reshape(-1), numbers.reshape(-1))
        ]
        return np.array(elements, near.dtype).reshape(near.shape)[()]

    return compute


compare: Any = OPERATIONS["fcmp"].evaluate


def compared(op: Operation, operands: Sequence[Any]) -> Any:
    return compare(*operands, FLOAT_PREDICATES.index(op.get("predicate")))


def to_whole(op: Operation, operands: Sequence[Any]) -> Any:
    """`rint` and `nearbyint` round as they are told."""
    function = {"toward_zero": np.trunc, "upward": np.ceil, "downward": np.floor}.get(rounding_of(op), np.rint)
    return function(operands[0])


# By what stands behind `llvm.intr.`.
CONSTRAINED: dict[str, Callable[[Operation, Sequence[Any]], Any]] = {
    f"experimental.constrained.{name}": function
    for name, function in {
        **{name: COMPUTED[name] for name in (*SAME, "ldexp", "lrint", "llrint", "lround", "llround")},
        **{name: arithmetic(name) for name in (*EXACT, "sqrt")},
        "frem": lambda op, operands: function_named("remf")(*operands),
        **{name: conversion(name) for name in ("fpext", "fptosi", "fptoui")},
        "fptrunc": lambda op, operands: rounded(operands[0], dtype_in(op.result.type), rounding_of(op)),
        "sitofp": from_integers(signed), "uitofp": from_integers(unsigned),
        "fcmp": compared, "fcmps": compared, "rint": to_whole, "nearbyint": to_whole,
    }.items()
}  # fmt: skip
