"""Intrinsics of LLVM at run time, by what operations of `arith`, `math` and `vector` compute: functions of operands, and of an op's attributes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.dialects.arith import computation as arith
from tfir.dialects.arith.computation import in_width, signed, unsigned, width_of
from tfir.dialects.llvm.values import dtype_in
from tfir.dialects.math import computation as math
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import is_float
from tfir.ods.semantics import semantics_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation

# What `arith` and `math` call the same function.
SAME = {
    "acos": "acos", "asin": "asin", "atan": "atan", "atan2": "atan2", "ceil": "ceil", "copysign": "copysign", "cos": "cos",
    "cosh": "cosh", "ctlz": "ctlz", "ctpop": "ctpop", "cttz": "cttz", "exp": "exp", "exp2": "exp2", "fabs": "absf", "floor": "floor",
    "fma": "fma", "log": "log", "log10": "log10", "log2": "log2", "maximum": "maximumf", "maxnum": "maxnumf", "minimum": "minimumf",
    "minnum": "minnumf", "nearbyint": "roundeven", "pow": "powf", "powi": "fpowi", "rint": "roundeven", "round": "round",
    "roundeven": "roundeven", "sin": "sin", "sinh": "sinh", "smax": "maxsi", "smin": "minsi", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
    "trunc": "trunc", "umax": "maxui", "umin": "minui",
}  # fmt: skip
REDUCED = {
    "add": "addi", "and": "andi", "fadd": "addf", "fmax": "maxnumf", "fmaximum": "maximumf", "fmin": "minnumf", "fminimum": "minimumf",
    "fmul": "mulf", "mul": "muli", "or": "ori", "smax": "maxsi", "smin": "minsi", "umax": "maxui", "umin": "minui", "xor": "xori",
}  # fmt: skip
FUNCTIONS = {**semantics_in(math), **semantics_in(arith)}


def function_named(name: str) -> Callable[..., Any]:
    evaluate: Callable[..., Any] = FUNCTIONS[name].evaluate
    return evaluate


def reduced(function: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """The elements of the last operand combined in order, behind the first where there are two."""
    *start, vector = operands
    first, *rest = [*start, *[np.asarray(each) for each in vector]]
    for each in rest:
        first = function(np.asarray(first), each)
    return np.asarray(first)[()]


def exact(operand: Any, has_sign: bool) -> Any:
    """Integers of Python's, which have any width."""
    return np.asarray(signed(operand) if has_sign else unsigned(operand)).astype(object)


def bounds(dtype: Any, has_sign: bool) -> tuple[int, int]:
    width = width_of(dtype)
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if has_sign else (0, (1 << width) - 1)


def as_integers(numbers: Any, dtype: Any) -> Any:
    """Integers of Python's in a width, of which their lowest bits count."""
    lowest = np.asarray(np.asarray(numbers, object) & ((1 << 64) - 1), object).astype(np.uint64)
    return np.asarray(in_width(lowest, dtype))[()]


CALCULATED: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "shl": lambda a, b: a << b,
}  # fmt: skip


def with_overflow(local: str) -> Callable[[Operation, Sequence[Any]], Any]:
    """`sadd.with.overflow`: what wraps around, and where that is another number."""
    has_sign, name = local[0] == "s", local[1:].partition(".")[0]

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        dtype = operands[0].dtype
        total = CALCULATED[name](*[exact(each, has_sign) for each in operands])
        low, high = bounds(dtype, has_sign)
        return as_integers(total, dtype), np.asarray((total < low) | (total > high)).astype(bool)[()]

    return compute


def saturated(local: str) -> Callable[[Operation, Sequence[Any]], Any]:
    has_sign, name = local[0] == "s", local[1:].partition(".")[0]

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        dtype = operands[0].dtype
        second = exact(operands[1], has_sign and name != "shl")
        total = CALCULATED[name](exact(operands[0], has_sign), second)
        low, high = bounds(dtype, has_sign)
        return as_integers(np.frompyfunc(lambda each: min(max(each, low), high), 1, 1)(total), dtype)

    return compute


def reversed_bits(op: Operation, operands: Sequence[Any]) -> Any:
    width = width_of(operands[0].dtype)
    turned = np.vectorize(lambda each: int(f"{each:0{width}b}"[::-1], 2), otypes=[object])(exact(operands[0], False))
    return as_integers(turned, operands[0].dtype)


def reversed_bytes(op: Operation, operands: Sequence[Any]) -> Any:
    return operands[0].byteswap()


def funnel(is_left: bool) -> Callable[[Operation, Sequence[Any]], Any]:
    """The upper or the lower half of two numbers one behind another, shifted."""

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        width = width_of(operands[0].dtype)
        high, low, amount = [exact(each, False) for each in operands]
        both, amount = (high << width) | low, amount % width
        return as_integers((both << amount) >> width if is_left else both >> amount, operands[0].dtype)

    return compute


def absolute(op: Operation, operands: Sequence[Any]) -> Any:
    return in_width(np.abs(signed(operands[0])), operands[0].dtype)


def order(has_sign: bool) -> Callable[[Operation, Sequence[Any]], Any]:
    """-1, 0 or 1."""

    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        left, right = [signed(each) if has_sign else unsigned(each) for each in operands]
        return in_width((left > right).astype(np.int8) - (left < right).astype(np.int8), dtype_in(op.result.type))

    return compute


def multiplied_and_added(op: Operation, operands: Sequence[Any]) -> Any:
    """As two operations, each of which rounds."""
    return function_named("addf")(function_named("mulf")(*operands[:2]), operands[2])


def to_integers(rounds: Callable[[Any], Any]) -> Callable[[Operation, Sequence[Any]], Any]:
    def compute(op: Operation, operands: Sequence[Any]) -> Any:
        dtype = dtype_in(op.result.type)
        return in_width(arith.whole(rounds(operands[0].astype(np.float64)), *bounds(dtype, True)), dtype)

    return compute


def scaled(op: Operation, operands: Sequence[Any]) -> Any:
    return np.ldexp(operands[0].astype(np.float64), operands[1]).astype(operands[0].dtype)


def power_of_ten(op: Operation, operands: Sequence[Any]) -> Any:
    return np.power(10.0, operands[0].astype(np.float64)).astype(operands[0].dtype)


def taken_apart(op: Operation, operands: Sequence[Any]) -> Any:
    fraction, exponent = np.frexp(operands[0])
    return fraction, exponent.astype(np.int32)


def sine_and_cosine(op: Operation, operands: Sequence[Any]) -> Any:
    return function_named("sin")(operands[0]), function_named("cos")(operands[0])


def is_of_class(op: Operation, operands: Sequence[Any]) -> Any:
    """Whether a float is of one of the kinds whose bits are set, from signaling NaN to infinity."""
    number, asked = operands[0], op.get("bit")
    dtype = number.dtype
    info = np.finfo(dtype)
    bits = np.asarray(number).view(f"u{dtype.itemsize}")
    is_quiet = (bits >> np.uint64(info.nmant - 1).astype(bits.dtype)) & 1 == 1
    size, sign = np.abs(number), np.signbit(number)
    is_nan = np.isnan(number)
    sorts = (np.isinf(size), size >= info.tiny, (size > 0) & (size < info.tiny), size == 0)
    kinds = [is_nan & ~is_quiet, is_nan & is_quiet, *[sign & each for each in sorts], *[~sign & each for each in reversed(sorts)]]
    kinds[3], kinds[8] = kinds[3] & ~kinds[2], kinds[8] & ~kinds[9]
    holds = np.zeros(np.shape(number), bool)
    for at, each in enumerate(kinds):
        holds = holds | (each if asked >> at & 1 else False)
    return holds[()]


# Vectors


def active(op: Operation, operands: Sequence[Any]) -> Any:
    base, end = [int(unsigned(each)) for each in operands]
    return np.array([base + at < end for at in range(op.result.type.shape[0])])


def counted(op: Operation, operands: Sequence[Any]) -> Any:
    return in_width(np.arange(op.result.type.shape[0], dtype=np.int64), dtype_in(op.result.type))


def part_of_vector(op: Operation, operands: Sequence[Any]) -> Any:
    start = op.get("pos")
    return operands[0][start : start + op.result.type.shape[0]].copy()


def with_part(op: Operation, operands: Sequence[Any]) -> Any:
    result, start = operands[0].copy(), op.get("pos")
    result[start : start + len(operands[1])] = operands[1]
    return result


def interleaved(op: Operation, operands: Sequence[Any]) -> Any:
    return np.stack(operands, 1).reshape(-1)


def taken_in_turn(op: Operation, operands: Sequence[Any]) -> Any:
    return operands[0][::2].copy(), operands[0][1::2].copy()


def multiplied(op: Operation, operands: Sequence[Any]) -> Any:
    """Matrices column by column; each sum in order."""
    rows, inner, columns = (op.get(name) for name in ("lhs_rows", "lhs_columns", "rhs_columns"))
    left, right = operands[0].reshape(inner, rows), operands[1].reshape(columns, inner)
    kind = "f" if is_float(operands[0].dtype) else "i"
    add, multiply = function_named(f"add{kind}"), function_named(f"mul{kind}")
    total = None
    for at in range(inner):
        product = multiply(np.repeat(left[at][None], columns, 0), np.repeat(right[:, at][:, None], rows, 1))
        total = product if total is None else add(total, product)
    return np.asarray(total).reshape(-1)


def turned(op: Operation, operands: Sequence[Any]) -> Any:
    rows, columns = op.get("rows"), op.get("columns")
    return operands[0].reshape(columns, rows).T.reshape(-1).copy()


def handed_on(op: Operation, operands: Sequence[Any]) -> Any:
    return operands[0]


def nothing(op: Operation, operands: Sequence[Any]) -> Any:
    return []


def stopped(op: Operation, operands: Sequence[Any]) -> Any:
    raise Error("is reached")


def on_all(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    function = function_named(name)
    return lambda op, operands: function(*operands)


def in_order(name: str) -> Callable[[Operation, Sequence[Any]], Any]:
    function = function_named(name)
    return lambda op, operands: reduced(function, operands)


# By what stands behind `llvm.intr.`: functions of an op and its operands.
COMPUTED: dict[str, Callable[[Operation, Sequence[Any]], Any]] = {
    **{name: on_all(other) for name, other in SAME.items()},
    **{f"vector.reduce.{name}": in_order(other) for name, other in REDUCED.items()},
    **{f"{sign}{name}.with.overflow": with_overflow(sign + name) for sign in "su" for name in ("add", "sub", "mul")},
    **{f"{sign}{name}.sat": saturated(sign + name) for sign in "su" for name in ("add", "sub", "shl")},
    "abs": absolute, "annotation": handed_on, "assume": nothing, "bitreverse": reversed_bits, "bswap": reversed_bytes,
    "dbg.declare": nothing, "dbg.label": nothing, "dbg.value": nothing, "debugtrap": nothing, "exp10": power_of_ten, "expect": handed_on,
    "expect.with.probability": handed_on, "experimental.noalias.scope.decl": nothing, "fmuladd": multiplied_and_added, "frexp": taken_apart,
    "fshl": funnel(True), "fshr": funnel(False), "get.active.lane.mask": active, "is.constant": lambda op, operands: np.False_,
    "is.fpclass": is_of_class, "launder.invariant.group": handed_on, "ldexp": scaled, "llrint": to_integers(np.rint),
    "llround": to_integers(math.away_from_zero), "lrint": to_integers(np.rint), "lround": to_integers(math.away_from_zero),
    "matrix.multiply": multiplied, "matrix.transpose": turned, "prefetch": nothing, "ptr.annotation": handed_on, "scmp": order(True),
    "sincos": sine_and_cosine, "ssa.copy": handed_on, "stepvector": counted, "strip.invariant.group": handed_on,
    "threadlocal.address": handed_on, "trap": stopped, "ubsantrap": stopped, "ucmp": order(False), "var.annotation": nothing,
    "vector.deinterleave2": taken_in_turn, "vector.extract": part_of_vector, "vector.insert": with_part,
    "vector.interleave2": interleaved, "vscale": lambda op, operands: np.ones((), dtype_in(op.result.type))[()],
}  # fmt: skip
