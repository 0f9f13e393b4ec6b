"""Intrinsics of vector predication (`llvm.intr.vp.*`) at run time. They count in the lanes that a mask has before an explicit length; other
lanes are poison, which is here what the operation makes of them, as in LLVM's expansion. Source: LLVM's language reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.dialects.arith.computation import unsigned
from tfir.dialects.llvm import computation
from tfir.dialects.llvm.intrinsics import REDUCED, SAME, function_named, handed_on, multiplied_and_added, on_all, reduced
from tfir.ods.semantics import semantics_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation
    from tfir.ods.arrays import Array

OPERATIONS = semantics_in(computation)
DIVISIONS = ("sdiv", "srem", "udiv", "urem")
WITH_OPERANDS = (
    "add", "and", "ashr", "fadd", "fdiv", "fmul", "fneg", "frem", "fsub", "lshr", "mul", "or", "sdiv", "shl", "srem", "sub", "udiv",
    "urem", "xor",
)  # fmt: skip
CONVERSIONS = ("fpext", "fptosi", "fptoui", "fptrunc", "inttoptr", "ptrtoint", "sext", "sitofp", "trunc", "uitofp", "zext")


def before(length: Any, count: int) -> Array:
    """Of each lane, whether it is before a length."""
    return np.arange(count) < int(unsigned(length))


def lanes(mask: Any, length: Any) -> Array:
    return np.asarray(mask).astype(bool) & before(length, len(mask))


def computed(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    evaluate: Callable[..., Any] = function_named(SAME[name]) if name in SAME else OPERATIONS[name].evaluate

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        *values, mask, length = operands
        if name in DIVISIONS:  # by nothing is an error only where it counts
            values[1] = np.where(lanes(mask, length), values[1], np.ones_like(values[1]))
        return evaluate(*values)

    return compute


def converted(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    evaluate: Callable[..., Any] = OPERATIONS[name].evaluate
    return lambda op, operands: evaluate(operands[0], [op.result.type])


def in_order(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    function = function_named(name)

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        start, vector, mask, length = operands
        return reduced(function, [start, np.asarray(vector)[lanes(mask, length)]])

    return compute


def select(op: Operation, operands: Sequence[Any]) -> Any:
    condition, one, other, _ = operands
    return np.where(condition, one, other)


def merge(op: Operation, operands: Sequence[Any]) -> Any:
    """As a selection, but that lanes behind the length have the second value."""
    condition, one, other, length = operands
    return np.where(lanes(condition, length), one, other)


# By what stands behind `llvm.intr.`.
PREDICATED: dict[str, Callable[[Operation, Sequence[Any]], Any]] = {
    **{f"vp.{name}": computed(name) for name in (*WITH_OPERANDS, "fma", "smax", "smin", "umax", "umin")},
    **{f"vp.{name}": converted(name) for name in CONVERSIONS},
    **{f"vp.reduce.{name}": in_order(other) for name, other in REDUCED.items()},
    "vp.fmuladd": lambda op, operands: multiplied_and_added(op, operands[:3]), "vp.merge": merge, "vp.select": select,
}  # fmt: skip
# What LLVM has and the dialect has no operation for, by what stands behind `llvm.`.
WITHOUT_OPERATION: dict[str, Callable[[Operation, Sequence[Any]], Any]] = {
    "arithmetic.fence": handed_on, "canonicalize": handed_on, "fptosi.sat": converted("fptosi"), "fptoui.sat": converted("fptoui"),
    "maximumnum": on_all("maxnumf"), "minimumnum": on_all("minnumf"), "vector.reverse": lambda op, operands: operands[0][::-1].copy(),
}  # fmt: skip
