"""What StableHLO's elementwise ops compute of one element each, as expressions of TIR.

A line has an op's form for each kind of element (`element_types.py`): {0}, {1}, {2} are the operands, {T} makes a number of the
type, {U} one of the unsigned integers of its width, {bits} is that width, {C} what C's functions of the type end in. A form that begins
with `~` is of the operands as unsigned integers, and its value is taken as the type again: TVM takes it that signed integers of 32 bits or
more do not overflow, nor unsigned ones (`wrapped`). Floats narrower than 32 bits are computed as f32 and rounded once.

Two things that TIR simplifies as if there were no NaN are never written: `!=` of floats, and `not` of a comparison.
"""

from __future__ import annotations

import re

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, F32, ComplexType, Type

from tftranslate.relax.element_types import (
    BOOL,
    FLOAT,
    NARROW,
    SIGNED,
    UNSIGNED,
    bits_of,
    dtype_name,
    kind_of,
    literal,
    unsigned_literal,
    unsigned_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def same(form: str, kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, form)


def c_function(name: str, operands: int = 1) -> dict[str, str]:
    """A function of C's library, which TVM has no op for, or one that is inexact."""
    arguments = ", ".join([f"{{{number}}}" for number in range(operands)])
    return {FLOAT: f'T.call_pure_extern("{{dtype}}", "{name}{{C}}", {arguments})'}


CONSTANT = re.compile(r"T\.int\d+\((-?\d+)\)")
IN_WIDTH = "{1} < {U}({bits})"
NO_NUMBER = "T.isnan({0}) or "
SCALARS: dict[str, dict[str, str]] = {
    "abs": {FLOAT: "T.fabs({0})", SIGNED: "T.if_then_else({0} < {T}(0), {negated}, {0})", UNSIGNED: "{0}"},
    "add": {FLOAT: "{0} + {1}", BOOL: "{0} or {1}"},
    "and": {BOOL: "{0} and {1}"} | same("T.bitwise_and({0}, {1})", "su"),
    "atan2": {FLOAT: "T.atan2({0}, {1})"},
    "cbrt": c_function("cbrt"),
    "ceil": {FLOAT: "T.ceil({0})"},
    "cosine": {FLOAT: "T.cos({0})"},
    "count_leading_zeros": same("~T.if_then_else({0} == {U}(0), {U}({bits}), T.Cast({unsigned}, T.clz(T.Cast(\"uint64\", {0}))) - {U}(64 - {bits}))", "su"),
    "divide": {
        FLOAT: "{0} / {1}",
        UNSIGNED: "T.if_then_else({1} == {T}(0), {most}, T.truncdiv({0}, {1}))",
        SIGNED: "T.if_then_else({1} == {T}(0), {T}(-1), T.if_then_else({1} == {T}(-1), {negated}, T.truncdiv({0}, {1})))",
    },
    "exponential": {FLOAT: "T.exp({0})"},
    "exponential_minus_one": c_function("expm1"),
    "floor": {FLOAT: "T.floor({0})"},
    "is_finite": {FLOAT: "T.isfinite({0})"},
    "log": {FLOAT: "T.log({0})"},
    "log_plus_one": c_function("log1p"),
    "logistic": {FLOAT: "{T}(1) / ({T}(1) + T.exp({0} * {T}(-1)))"},
    "maximum": {FLOAT: f"T.if_then_else({NO_NUMBER}{{0}} >= {{1}}, {{0}}, {{1}})", BOOL: "{0} or {1}"} | same("T.max({0}, {1})", "su"),
    "minimum": {FLOAT: f"T.if_then_else({NO_NUMBER}{{0}} <= {{1}}, {{0}}, {{1}})", BOOL: "{0} and {1}"} | same("T.min({0}, {1})", "su"),
    "multiply": {FLOAT: "{0} * {1}", BOOL: "{0} and {1}"},
    "negate": {FLOAT: "{0} * {T}(-1)"} | same("{negated}", "su"),
    "not": {BOOL: "T.Not({0})"} | same("T.bitwise_not({0})", "su"),
    "or": {BOOL: "{0} or {1}"} | same("T.bitwise_or({0}, {1})", "su"),
    "popcnt": same('~T.Cast({unsigned}, T.popcount(T.Cast("uint64", {0})))', "su"),
    "power": {FLOAT: "T.pow({0}, {1})"},
    "remainder": {
        **c_function("fmod", 2),
        UNSIGNED: "T.if_then_else({1} == {T}(0), {0}, T.truncmod({0}, {1}))",
        SIGNED: "T.if_then_else({1} == {T}(0), {0}, T.if_then_else({1} == {T}(-1), {T}(0), T.truncmod({0}, {1})))",
    },
    "round_nearest_afz": c_function("round"),
    "round_nearest_even": {FLOAT: "T.nearbyint({0})"},
    "rsqrt": {FLOAT: "{T}(1) / T.sqrt({0})"},
    "select": same("T.if_then_else({0}, {1}, {2})", "bsufn"),
    "shift_left": same(f"~T.if_then_else({IN_WIDTH}, T.shift_left({{0}}, {{1}}), {{U}}(0))", "su"),
    "shift_right_logical": same(f"~T.if_then_else({IN_WIDTH}, T.shift_right({{0}}, {{1}}), {{U}}(0))", "su"),
    "shift_right_arithmetic": same(
        "T.Cast({type}, T.shift_right(T.Cast({signed}, {0}), T.Cast({signed}, T.min(T.Cast({unsigned}, {1}), {U}({bits} - 1)))))", "su"
    ),
    "sign": {
        FLOAT: "T.if_then_else({0} > {T}(0), {T}(1), T.if_then_else({0} < {T}(0), {T}(-1), {0}))",
        SIGNED: "T.if_then_else({0} > {T}(0), {T}(1), T.if_then_else({0} < {T}(0), {T}(-1), {T}(0)))",
        UNSIGNED: "T.min({0}, {T}(1))",
    },
    "sine": {FLOAT: "T.sin({0})"},
    "sqrt": {FLOAT: "T.sqrt({0})"},
    "subtract": {FLOAT: "{0} - {1}"},
    "tan": {FLOAT: "T.tan({0})"},
    "tanh": c_function("tanh"),
    "xor": {BOOL: 'T.Cast("int8", {0}) != T.Cast("int8", {1})'} | same("T.bitwise_xor({0}, {1})", "su"),
}  # fmt: skip
COMPARISONS = {"EQ": "{0} == {1}", "NE": "{0} != {1}", "GE": "{0} >= {1}", "GT": "{0} > {1}", "LE": "{0} <= {1}", "LT": "{0} < {1}"}
UNORDERED = "T.if_then_else({0} == {1}, T.bool(False), T.bool(True))"  # whether floats are not equal
# What TIR takes to be known without NaN
WITH_ITSELF = {
    **dict.fromkeys(("EQ", "GE", "LE"), "T.if_then_else(T.isnan({0}), T.bool(False), T.bool(True))"),
    **dict.fromkeys(("GT", "LT"), "T.bool(False)"), "NE": "T.isnan({0})",
}  # fmt: skip
# The order of all patterns of bits of a float, NaN with them
TOTAL_ORDER = "T.bitwise_xor({0}, T.bitwise_and(T.shift_right({0}, {T}({bits} - 1)), {T}({most})))"


def filled(form: str, operands: Sequence[str], element: Type) -> str:
    """A form for operands of an element type."""
    bits, name, unsigned = bits_of(element), dtype_name(element), unsigned_name(element)
    if form.startswith("~"):
        if kind_of(element) == UNSIGNED:
            return filled(form[1:], operands, element)
        casts = [as_unsigned(operand, bits) for operand in operands]
        return f'T.Cast("{name}", {filled(form[1:], casts, element)})'
    return form.format(
        *operands, T=f"T.{name}", U=f"T.{unsigned}", dtype=name, type=f'"{name}"', unsigned=f'"{unsigned}"', signed=f'"int{bits}"', bits=bits,
        C="f" if name == "float32" else "", least=unsigned_literal(1 << bits - 1, bits), most=unsigned_literal((1 << bits) - 1, bits),
        negated="" if "{negated}" not in form else wrapped("-", [literal(0, element), operands[0]], element),
    )  # fmt: skip


def as_unsigned(operand: str, bits: int) -> str:
    """An integer as an unsigned one; a constant as what it is then, since TVM casts no negative ones."""
    number = CONSTANT.fullmatch(operand)
    return unsigned_literal(int(number[1]) % (1 << bits), bits) if number else f'T.Cast("uint{bits}", {operand})'


WRAPPING = {"add": "+", "subtract": "-", "multiply": "*"}
LOW, HIGH = "T.bitwise_and({0}, T.uint64(4294967295))", "T.shift_right({0}, T.uint64(32))"


def wrapped(sign: str, operands: Sequence[str], element: Type) -> str:
    """Arithmetic that overflows as it should: in 64 bits, of numbers of 64 bits by halves. TVM takes it that 32 and 64 bits do not overflow."""
    bits, name = bits_of(element), dtype_name(element)
    if bits == 64:
        value = BY_HALVES[sign](*[as_unsigned(operand, 64) if kind_of(element) == SIGNED else operand for operand in operands])
        return value if name == "uint64" else f'T.Cast("int64", {value})'
    wide = "uint64" if kind_of(element) == UNSIGNED and sign == "*" else "int64"
    left, right = [f'T.Cast("{wide}", {operand})' for operand in operands]
    return f'T.Cast("{name}", {left} {sign} {right})'


def sum_by_halves(left: str, right: str, carry: str = "") -> str:
    low = f"({LOW.format(left)} + {LOW.format(right)}{carry})"
    high = f"{HIGH.format(left)} + {HIGH.format(right)} + {HIGH.format(low)}"
    return f"T.bitwise_or(T.shift_left({high}, T.uint64(32)), {LOW.format(low)})"


def product_by_halves(left: str, right: str) -> str:
    crossed = [LOW.format(f"{HIGH.format(one)} * {LOW.format(other)}") for one, other in ((left, right), (right, left))]
    return sum_by_halves(f"T.shift_left({crossed[0]} + {crossed[1]}, T.uint64(32))", f"({LOW.format(left)} * {LOW.format(right)})")


BY_HALVES = {
    "+": sum_by_halves,
    "-": lambda left, right: sum_by_halves(left, f"T.bitwise_not({right})", " + T.uint64(1)"),
    "*": product_by_halves,
}


def form_for(name: str, element: Type) -> str:
    kind = kind_of(element)
    forms = SCALARS.get(name, {})
    if kind in forms or (kind == NARROW and FLOAT in forms):
        return forms[kind if kind in forms else FLOAT]
    raise Error(f"of {element} has no counterpart in Relax")


def computed(name: str, operands: Sequence[str], element: Type) -> str:
    """An op by its form, of operands of one element type; narrow floats are computed as f32."""
    if name in WRAPPING and kind_of(element) in (SIGNED, UNSIGNED):
        return wrapped(WRAPPING[name], operands, element)
    form = form_for(name, element)
    if kind_of(element) != NARROW or name == "select":
        return filled(form, operands, element)
    value = filled(form, [f'T.Cast("float32", {operand})' for operand in operands], F32)
    return value if name == "is_finite" else f'T.Cast("{dtype_name(element)}", {value})'


def compared(op: Operation, operands: Sequence[str], element: Type) -> str:
    direction, kind = word(op.get("comparison_direction")), kind_of(element)
    if kind in (FLOAT, NARROW) and word(op.get("compare_type")) == "TOTALORDER":
        return in_total_order(COMPARISONS[direction], operands, element)
    if kind == BOOL:
        operands = [f'T.Cast("int8", {operand})' for operand in operands]
    if kind == NARROW:
        operands = [f'T.Cast("float32", {operand})' for operand in operands]
    if kind in (FLOAT, NARROW) and operands[0] == operands[1]:
        return WITH_ITSELF[direction].format(operands[0])
    form = UNORDERED if direction == "NE" and kind in (FLOAT, NARROW) else COMPARISONS[direction]
    return form.format(*operands)


def in_total_order(form: str, operands: Sequence[str], element: Type) -> str:
    """Of numbers of bf16 by those of f32 that have their bits in front: TVM computes them as f32, and then cannot tell their own bits."""
    if element is BF16:
        return in_total_order(form, [f'T.Cast("float32", {operand})' for operand in operands], F32)
    bits = bits_of(element)
    signed = f"int{bits}"
    keys = [
        TOTAL_ORDER.format(f'T.reinterpret("{signed}", {operand})', T=f"T.{signed}", bits=bits, most=(1 << bits - 1) - 1)
        for operand in operands
    ]
    return form.format(*keys)


def clamped(operands: Sequence[str], element: Type) -> str:
    least, value, most = operands
    return computed("minimum", [f"({computed('maximum', [value, least], element)})", most], element)


def cast(operand: str, source: Type, target: Type) -> str:
    """`stablehlo.convert` of one element. What is outside of an integer type becomes its nearest number, NaN 0, as XLA has it on CPUs."""
    if source is target:
        return operand
    before, after = kind_of(source), kind_of(target)
    if after == BOOL:
        zero = literal(0 if before in (SIGNED, UNSIGNED) else 0.0, source)
        return f"T.if_then_else({operand} == {zero}, T.bool(False), T.bool(True))"
    if before == NARROW:
        operand, source, before = f'T.Cast("float32", {operand})', F32, FLOAT
    if before == FLOAT and after in (SIGNED, UNSIGNED):
        return saturated(operand, source, target)
    return f'T.Cast("{dtype_name(target)}", {operand})'


def saturated(operand: str, source: Type, target: Type) -> str:
    least, most = target.limits
    number = f'T.Cast("{dtype_name(target)}", {operand})'
    above = f"T.if_then_else({operand} >= {literal(float(most + 1), source)}, {literal(most, target)}, {number})"
    below = f"T.if_then_else({operand} <= {literal(float(least), source)}, {literal(least, target)}, {above})"
    return f"T.if_then_else(T.isnan({operand}), {literal(0, target)}, {below})"


def scalar_of(op: Operation, operands: Sequence[str]) -> str:
    """The value of an elementwise op of one element of each operand. Raises Error for what has no form."""
    name = op.name.removeprefix("stablehlo.")
    source, target = op.operands[-1].type.element, op.results[0].type.element
    if isinstance(source, ComplexType) or isinstance(target, ComplexType):
        raise Error("of complex numbers has no counterpart in TVM; tf-opt --stablehlo-expand-complex computes with their parts")
    if name in SPECIAL:
        return SPECIAL[name](op, operands, source)
    return computed(name, operands, source)


def reinterpreted(op: Operation, operands: Sequence[str], element: Type) -> str:
    target = op.results[0].type.element
    if bits_of(target) != bits_of(element):
        raise Error("between types of different widths has no counterpart in a region")
    return f'T.reinterpret("{dtype_name(target)}", {operands[0]})'


SPECIAL = {
    "compare": compared,
    "clamp": lambda op, operands, element: clamped(operands, element),
    "convert": lambda op, operands, element: cast(operands[0], element, op.results[0].type.element),
    "real": lambda op, operands, element: operands[0],
    "bitcast_convert": reinterpreted,
}
