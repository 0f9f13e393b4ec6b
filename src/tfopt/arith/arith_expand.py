"""Writes operations of arith that LLVM has no instruction for by others that it has one for.

    before:  %0 = arith.floordivsi %a, %b : i32
    after:   %0 = arith.divsi %a, %b; ..; one less where the remainder is not zero and the signs differ

As upstream says it: the greater of two zeros is the second one. Narrow formats of floats (bf16, f8E8M0FNU, f4E2M1FN) are computed on their bits, if
asked for; f4E2M1FN is rounded away from zero where two numbers are equally near, and not to the even one.
"""

from __future__ import annotations

from functools import partial

from tfir.dialects.arith import FLOAT_PREDICATES, INTEGER_PREDICATES
from tfir.ir.attributes import FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I64, FloatType, IntegerType, ShapedType, TensorType, Type, VectorType
from tfir.ods.constraints import element_of
from tfir.ods.derived_types import truth_like

from tfopt.generic.canonicalization.constants import constant
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfopt.rewrite.pattern import PatternFunction

TITLE = "Legalize Arith ops to be convertible to LLVM."
OPTIONS = {
    "include-bf16": "Conversions between bf16 and f32 too.",
    "include-f4e2m1": "Conversions from and to f4E2M1FN too.",
    "include-f8e8m0": "Conversions from and to f8E8M0FNU too.",
}
EXACT = False  # of two zeros the second one is the greater


def arith_expand(root: Operation, *, include_bf16: bool = False, include_f4e2m1: bool = False, include_f8e8m0: bool = False):
    """Results are those of upstream. What is left of operations that have to go is an error."""
    formats = {"bf16": include_bf16, "f8E8M0FNU": include_f8e8m0, "f4E2M1FN": include_f4e2m1}
    chosen = [name for name, is_chosen in formats.items() if is_chosen]
    table: dict[str, list[PatternFunction]] = {name: [by(formula)] for name, formula in FORMULAS.items()}
    for name, formula in {"arith.scaling_extf": scaled, "arith.scaling_truncf": unscaled}.items():
        table[name] = [by(partial(formula, folds=include_f8e8m0))]
    table["arith.extf"] = [by(WIDENED[name], partial(is_widened, name=name)) for name in chosen]
    table["arith.truncf"] = [by(NARROWED[name], partial(is_narrowed, name=name)) for name in chosen]
    judged = {
        "arith.extf": lambda op: "it is to go" if any(is_widened(op, name) for name in chosen) else None,
        "arith.truncf": lambda op: "it is to go" if any(is_narrowed(op, name) for name in chosen) else None,
    }
    apply_conversion(root, ConversionTarget(illegal=list(FORMULAS), judged=judged), function_patterns(table))


def is_widened(op: Operation, name: str) -> bool:
    source, result = element_of(op.operands[0].type), element_of(op.result.type)
    return source.text == name and (name != "bf16" or result is F32)


def is_narrowed(op: Operation, name: str) -> bool:
    source, result = element_of(op.operands[0].type), element_of(op.result.type)
    return result.text == name and (name != "bf16" or source is F32)


class Arithmetic:
    """Builds operations of arith."""

    def __init__(self, op: Operation, rewriter: PatternRewriter):
        self.op, self.rewriter = op, rewriter
        self.type = op.result.type
        self.flags = {"fastmath": op.attributes["fastmath"]} if "fastmath" in op.attributes else {}

    def __call__(self, name: str, *operands: Value, type: Any = None, **attributes: Any) -> Value:
        return self.rewriter.value(f"arith.{name}", operands, type or operands[-1].type, **attributes)

    def number(self, number: int, like: Type, width: int = 0) -> Value:
        """A whole number, of each element of a type if that has any; of a width, or of the type's elements."""
        return constant(self.rewriter, number, self.whole(like, width) if width else like)

    def fraction(self, number: float, type: Type) -> Value:
        held = FloatAttr(number, type) if isinstance(type, FloatType) else DenseAttr.of(number, type)
        return self.rewriter.value("arith.constant", (), type, value=held)

    def whole(self, like: Type, width: int) -> Type:
        return self.like(like, IntegerType(width))

    def like(self, type: Type, element: Type) -> Type:
        if isinstance(type, VectorType):
            return VectorType(type.shape, element, type.scalable)
        return type.with_element(element) if isinstance(type, TensorType) else element

    def compare(self, how: str, a: Value, b: Value) -> Value:
        is_float = isinstance(element_of(a.type), FloatType)
        number = (FLOAT_PREDICATES if is_float else INTEGER_PREDICATES).index(how)
        return self("cmpf" if is_float else "cmpi", a, b, type=truth_like(a.type), predicate=IntegerAttr(number, I64))

    def choose(self, condition: Value, yes: Value, no: Value) -> Value:
        return self("select", condition, yes, no)


def by(
    formula: Callable[..., Value | None], fits: Callable[[Operation], bool] | None = None
) -> Callable[[Operation, PatternRewriter], bool]:
    def convert(op: Operation, rewriter: PatternRewriter) -> bool:
        type = op.result.type
        if (fits is not None and not fits(op)) or (isinstance(type, ShapedType) and not type.is_static):
            return False
        value = formula(Arithmetic(op, rewriter), *op.operands)
        return value is not None and rewriter.replace(op, [value])

    return convert


# Whole numbers


def ceiling_unsigned(f: Arithmetic, a: Value, b: Value) -> Value:
    """0 where a is 0, else (a - 1) / b + 1: a + b - 1 could overflow."""
    zero = f.number(0, f.type)
    is_zero = f.compare("eq", a, zero)
    one = f.number(1, f.type)
    above = f("addi", f("divui", f("subi", a, one), b), one)
    return f.choose(is_zero, zero, above)


def ceiling(f: Arithmetic, a: Value, b: Value) -> Value:
    """One more where the remainder is not zero and the signs are the same."""
    zero, one = f.number(0, f.type), f.number(1, f.type)
    quotient = f("divsi", a, b)
    has_rest = f.compare("ne", a, f("muli", quotient, b))
    signs = f.compare("slt", a, zero), f.compare("slt", b, zero)
    above = f("andi", has_rest, f.compare("eq", *signs))
    return f.choose(above, f("addi", quotient, one), quotient)


def floor(f: Arithmetic, a: Value, b: Value) -> Value:
    """One less where the remainder is not zero and the signs differ."""
    quotient = f("divsi", a, b)
    has_rest = f.compare("ne", a, f("muli", quotient, b))
    zero = f.number(0, f.type)
    signs = f.compare("slt", a, zero), f.compare("slt", b, zero)
    below = f("andi", has_rest, f.compare("ne", *signs))
    return f.choose(below, f("addi", quotient, f.number(-1, f.type)), quotient)


def extreme(how: str) -> Callable[[Arithmetic, Value, Value], Value]:
    return lambda f, a, b: f.choose(f.compare(how, a, b), a, b)


def extreme_or_nan(how: str) -> Callable[[Arithmetic, Value, Value], Value]:
    """No number where one of both is none: a comparison that is not ordered holds where a is none."""

    def expand(f: Arithmetic, a: Value, b: Value) -> Value:
        chosen = f.choose(f.compare(how, a, b), a, b)
        return f.choose(f.compare("uno", b, b), b, chosen)

    return expand


def extreme_of_numbers(how: str) -> Callable[[Arithmetic, Value, Value], Value]:
    """The other one where one is no number."""

    def expand(f: Arithmetic, a: Value, b: Value) -> Value:
        chosen = f.choose(f.compare(how, a, b), a, b)
        return f.choose(f.compare("uno", a, a), b, chosen)

    return expand


# Narrow floats


def from_bf16(f: Arithmetic, a: Value) -> Value:
    """The upper half of an f32."""
    bits = f("extui", f("bitcast", a, type=f.whole(a.type, 16)), type=f.whole(f.type, 32))
    return f("bitcast", f("shli", bits, f.number(16, f.type, 32)), type=f.type)


def to_bf16(f: Arithmetic, a: Value) -> Value:
    """The upper half, rounded to the nearest and of two to the even one."""
    is_nan = f.compare("une", a, a)
    below_half, nan = f.number(0x7FFF, f.type, 32), f.number(0x7FC0, f.type, 16)
    upper, one = f.number(16, f.type, 32), f.number(1, f.type, 32)
    bits = f("bitcast", a, type=f.whole(a.type, 32))
    is_odd = f("andi", f("shrui", bits, upper), one)
    rounded = f("addi", bits, f("addi", is_odd, below_half))
    half = f("trunci", f("shrui", rounded, upper), type=f.whole(f.type, 16))
    return f("bitcast", f.choose(is_nan, nan, half), type=f.type)


def as_wide(f: Arithmetic, value: Value, type: Type) -> Value:
    """An f32 as a float of another width."""
    width: Any = element_of(type)
    if width is F32:
        return value
    return f("extf" if width.width > 32 else "truncf", value, type=type, **f.flags)


def as_single(f: Arithmetic, value: Value) -> Value:
    width: Any = element_of(value.type)
    if width is F32:
        return value
    rounding = {"roundingmode": f.op.attributes["roundingmode"]} if width.width > 32 and "roundingmode" in f.op.attributes else {}
    return f("extf" if width.width < 32 else "truncf", value, type=f.like(value.type, F32), **f.flags, **rounding)


def from_exponent(f: Arithmetic, a: Value) -> Value:
    """A power of 2 by its biased exponent; all ones is no number."""
    bits = f("bitcast", a, type=f.whole(a.type, 8))
    nan, wide_nan, places = f.number(-1, f.type, 8), f.number(-1, f.type, 32), f.number(23, f.type, 32)
    power = f("shli", f("extui", bits, type=f.whole(f.type, 32)), places)
    chosen = f.choose(f.compare("eq", bits, nan), wide_nan, power)
    return as_wide(f, f("bitcast", chosen, type=f.like(f.type, F32)), f.type)


def to_exponent(f: Arithmetic, a: Value) -> Value:
    bits = f("bitcast", as_single(f, a), type=f.whole(a.type, 32))
    exponent = f("trunci", f("shrui", bits, f.number(23, f.type, 32)), type=f.whole(f.type, 8))
    return f("bitcast", exponent, type=f.type)


def from_four_bits(f: Arithmetic, a: Value) -> Value:
    """Of a sign, two bits of exponent and one of significand: 0.5 is the one number below 1 that is not 0."""
    bits = f("bitcast", a, type=f.whole(a.type, 4))
    zero, one, two, four, seven = [f.number(number, f.type, 4) for number in (0, 1, 2, 4, 7)]
    size, places = f("andi", bits, seven), f.number(20, f.type, 32)
    doubled = f("shli", size, two)
    moved = f.choose(f.compare("eq", size, one), zero, doubled)
    parts = f("shli", f("extui", moved, type=f.whole(f.type, 32)), places)
    nothing, high, low = [f.number(number, f.type, 32) for number in (0, 0x40000000, 0x3F000000)]
    exponent = f.choose(f.compare("uge", size, four), high, low)
    exponent = f.choose(f.compare("eq", size, zero), nothing, exponent)
    sign, least = f.number(-(1 << 31), f.type, 32), f.number(-8, f.type, 4)
    signed = f.choose(f.compare("uge", bits, least), sign, nothing)
    whole = f("addi", f("addi", parts, exponent), signed)
    return as_wide(f, f("bitcast", whole, type=f.like(f.type, F32)), f.type)


def to_four_bits(f: Arithmetic, a: Value) -> Value:
    """Within -6 and 6, with half of the last place added before the rest is cut off."""
    a = as_single(f, a)
    wide, narrow = f.whole(f.type, 32), f.whole(f.type, 4)
    one, three, places = f.number(1, f.type, 4), f.number(3, f.type, 4), f.number(22, f.type, 32)
    none, below, nothing = f.number(0, f.type, 8), f.number(-1, f.type, 8), f.number(0, f.type, 32)
    most, least = f.fraction(6.0, a.type), f.fraction(-6.0, a.type)
    bits = f("bitcast", f("maxnumf", f("minnumf", a, most), least), type=wide)
    sign = f("shli", f("trunci", f("shrui", bits, f.number(31, f.type, 32)), type=narrow), three)
    bias, start = f.number(126, f.type, 32), f.number(23, f.type, 32)
    exponent = f("subi", f("shrui", bits, start), bias)
    with_exponent = f("addi", sign, f("shli", f("trunci", exponent, type=narrow), one))
    first = f("shrui", f("andi", bits, f.number(1 << 22, f.type, 32)), places)
    normal = f("addi", with_exponent, f("trunci", first, type=narrow))
    significand = f.number((1 << 23) - 1, f.type, 32)
    small = f("trunci", exponent, type=f.whole(f.type, 8))
    is_below, is_quarter = f.compare("sle", small, none), f.compare("eq", small, below)
    has_more = f.compare("ugt", f("andi", bits, significand), nothing)
    is_above_quarter, is_half = f("andi", is_quarter, has_more), f.compare("eq", small, none)
    all_ones, no_bits = f.number(-1, f.type, 4), f.number(0, f.type, 4)
    chosen = f.choose(is_above_quarter, no_bits, f.choose(is_below, all_ones, normal))
    chosen = f.choose(is_half, normal, chosen)
    rest, half = f.number((1 << 22) - 1, f.type, 32), f.number(1 << 21, f.type, 32)
    rounds = f("ori", f.compare("uge", f("andi", bits, rest), half), is_below)
    return f("bitcast", f.choose(rounds, f("addi", chosen, one), chosen), type=f.type)


def scale_of(f: Arithmetic, scale: Value) -> Value | None:
    """A scale as an exponent, which wider floats have inside."""
    element: Any = element_of(scale.type)
    if element.width >= 16:
        return f("truncf", scale, type=f.like(scale.type, FloatType("f8E8M0FNU")), **f.flags)
    return scale if element.text == "f8E8M0FNU" else None


def power_of(f: Arithmetic, exponent: Value, scale: Value, type: Type, folds: bool) -> Value:
    """A scale as a float of a type: itself where it is one, contractions are allowed and what is built is folded, as what has to go is."""
    words = getattr(f.flags.get("fastmath"), "text", "")
    if folds and scale.type is type and ("contract" in words or "fast>" in words):
        return scale
    return f("extf", exponent, type=type, **f.flags)


def scaled(f: Arithmetic, a: Value, scale: Value, folds: bool = False) -> Value | None:
    exponent = scale_of(f, scale)
    if exponent is None:
        return None
    power = power_of(f, exponent, scale, f.type, folds)
    return f("mulf", f("extf", a, type=f.type, **f.flags), power, **f.flags)


def unscaled(f: Arithmetic, a: Value, scale: Value, folds: bool = False) -> Value | None:
    exponent = scale_of(f, scale)
    if exponent is None:
        return None
    quotient = f("divf", a, power_of(f, exponent, scale, a.type, folds), **f.flags)
    rounding = {"roundingmode": f.op.attributes["roundingmode"]} if "roundingmode" in f.op.attributes else {}
    return f("truncf", quotient, type=f.type, **rounding, **f.flags)


FORMULAS: dict[str, Callable[..., Value | None]] = {
    "arith.ceildivsi": ceiling, "arith.ceildivui": ceiling_unsigned, "arith.floordivsi": floor,
    "arith.maxsi": extreme("sgt"), "arith.minsi": extreme("slt"), "arith.maxui": extreme("ugt"), "arith.minui": extreme("ult"),
    "arith.maximumf": extreme_or_nan("ugt"), "arith.minimumf": extreme_or_nan("ult"),
    "arith.maxnumf": extreme_of_numbers("ugt"), "arith.minnumf": extreme_of_numbers("ult"),
    "arith.scaling_extf": scaled, "arith.scaling_truncf": unscaled,
}  # fmt: skip
WIDENED = {"bf16": from_bf16, "f8E8M0FNU": from_exponent, "f4E2M1FN": from_four_bits}
NARROWED = {"bf16": to_bf16, "f8E8M0FNU": to_exponent, "f4E2M1FN": to_four_bits}
