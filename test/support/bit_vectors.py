"""What ops on whole numbers and truth values mean, as formulas of an SMT solver, and proofs that one program may stand for another.

    prove_refines(before, after)       # two `func.func` of straight code; raises AssertionError with a counterexample

A value is a `Symbolic`: its bits, and whether it is poison (arith). Where a program has no defined behaviour (a division by zero of
arith, what is an error in TensorFlow) it may be replaced by anything; where it has, the other program must have it too, and be equal.
Sources: MLIR's arith dialect, LLVM's language reference, the StableHLO specification with XLA's results where it leaves them open,
TensorFlow's kernels.
"""

from __future__ import annotations

import re
from functools import cache

import z3
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import IndexType, IntegerType, ShapedType

z3.set_param("rewriter.flat", False)  # the square of a square of ... would become a product of as many factors as the power has
NEVER = z3.BoolVal(False)


class Symbolic:
    """The bits of a value, and when it is poison."""

    __slots__ = ("bits", "poison")

    def __init__(self, bits, poison=NEVER):
        self.bits, self.poison = bits, poison


class Unmodelled(Exception):
    """An op or a type that the table does not have."""


def element_of(type):
    return type.element if isinstance(type, ShapedType) else type


def width_of(type) -> int:
    element = element_of(type)
    if isinstance(element, IndexType):
        return 64
    if not isinstance(element, IntegerType):
        raise Unmodelled(f"{type}")
    return element.width


def is_unsigned(op) -> bool:
    return getattr(element_of(op.operands[-1].type), "signedness", "") == "u" or width_of(op.operands[-1].type) == 1


def truth(condition):
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def lowest(width: int):
    return z3.BitVecVal(1 << (width - 1), width)


def either(*conditions):
    """Whether one of them holds. Most are never true, and are left out here, since making a formula costs more than proving it."""
    possible = [condition for condition in conditions if condition is not NEVER]
    return z3.Or(*possible) if len(possible) > 1 else possible[0] if possible else NEVER


@cache
def number(value: int, width: int):
    return z3.BitVecVal(value % (1 << width), width)


def counted(bits, width: int):
    """The number of bits that are set."""
    total = z3.BitVecVal(0, width)
    for at in range(width):
        total = total + z3.ZeroExt(width - 1, z3.Extract(at, at, bits)) if width > 1 else bits
    return total


def leading_zeros(bits, width: int):
    found = number(width, width)
    for at in range(width):
        found = z3.If(z3.Extract(at, at, bits) == 1, number(width - 1 - at, width), found)
    return found


def trailing_zeros(bits, width: int):
    found = number(width, width)
    for at in reversed(range(width)):
        found = z3.If(z3.Extract(at, at, bits) == 1, number(at, width), found)
    return found


def absolute(a):
    return z3.If(a < 0, -a, a)


def resized(bits, width: int, is_signed: bool):
    had = bits.size()
    if width <= had:
        return z3.Extract(width - 1, 0, bits)
    return (z3.SignExt if is_signed else z3.ZeroExt)(width - had, bits)


def floor_quotient(a, b):
    """Rounded towards minus infinity."""
    return a / b - z3.If(z3.And(z3.SRem(a, b) != 0, (a < 0) != (b < 0)), z3.BitVecVal(1, a.size()), z3.BitVecVal(0, a.size()))


def ceiling_quotient(a, b):
    return a / b + z3.If(z3.And(z3.SRem(a, b) != 0, (a < 0) == (b < 0)), number(1, a.size()), number(0, a.size()))


def floor_remainder(a, b):
    rest = z3.SRem(a, b)
    return z3.If(z3.And(rest != 0, (rest < 0) != (b < 0)), rest + b, rest)


COMPARISONS = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b, "sgt": lambda a, b: a > b, "sge": lambda a, b: a >= b,
    "ult": z3.ULT, "ule": z3.ULE, "ugt": z3.UGT, "uge": z3.UGE,
}  # fmt: skip


class Execution:
    """Straight code, run on symbols. `undefined` says when it has no defined behaviour."""

    def __init__(self, arguments: dict):
        self.values = dict(arguments)
        self.undefined = NEVER

    def require(self, condition) -> None:
        """Behaviour is defined only where the condition holds."""
        self.undefined = either(self.undefined, z3.Not(condition))

    def of(self, value) -> Symbolic:
        """A value, computed by need."""
        if value not in self.values:
            self.run(value.op)
        return self.values[value]

    def run(self, op) -> None:
        dialect, _, name = op.name.replace("tfg.", "tf.").partition(".")
        if name in ("constant", "Const", "Constant"):
            self.values[op.results[0]] = constant(op)
            return
        if op.name == "ub.poison":
            self.values[op.result] = Symbolic(number(0, width_of(op.result.type)), z3.BoolVal(True))
            return
        semantics = SEMANTICS.get(dialect, {}).get(name)
        if semantics is None:
            raise Unmodelled(op.name)
        operands = [self.of(value) for value in op.operands if value.type.text != "!tf_type.control"]
        results = semantics(self, op, *operands)
        self.values.update(zip(op.results, results if isinstance(results, list) else [results]))


def constant(op) -> Symbolic:
    found, type = op.attributes["value"], op.results[0].type
    if isinstance(found, (BoolAttr, IntegerAttr)):
        return Symbolic(number(int(found.value), width_of(type)))
    if isinstance(found, DenseAttr) and (found.is_splat or found.type.size == 1):
        return Symbolic(number(int(found.values()[0]), width_of(type)))
    raise Unmodelled("a constant of several numbers")


# Elementwise helpers: a formula of bits; poison of an operand is poison of the result


def each(formula):
    def semantics(execution, op, *operands):
        return Symbolic(formula(*[each.bits for each in operands]), either(*[each.poison for each in operands]))

    return semantics


def by_sign(signed, unsigned):
    """Formulas for signed types and for unsigned ones, truth values among them."""
    return lambda execution, op, *operands: each(unsigned if is_unsigned(op) else signed)(execution, op, *operands)


def with_width(formula):
    return each(lambda *bits: formula(*bits, bits[0].size()))


def divided(formula, overflows: bool = False, unsigned: bool = False):
    """A quotient or remainder that is undefined for a divisor of zero, or poison, and for an overflow."""

    def semantics(execution, op, a, b):
        execution.require(z3.And(b.bits != 0, z3.Not(b.poison)))
        if overflows and not unsigned:
            execution.require(z3.Not(z3.And(a.bits == lowest(a.bits.size()), b.bits == -1)))
        result = Symbolic(formula(a.bits, b.bits), either(a.poison, b.poison))
        if "isExact" in op.attributes:
            rest = z3.URem(a.bits, b.bits) if unsigned else z3.SRem(a.bits, b.bits)
            result.poison = either(result.poison, rest != 0)
        return result

    return semantics


# arith

NO_OVERFLOW = {
    "addi": (z3.BVAddNoOverflow, z3.BVAddNoUnderflow), "subi": (z3.BVSubNoOverflow, z3.BVSubNoUnderflow),
    "muli": (z3.BVMulNoOverflow, z3.BVMulNoUnderflow),
}  # fmt: skip


def fits(name: str, a, b, is_signed: bool):
    """Whether a sum, difference or product is the one of the whole numbers."""
    over, under = NO_OVERFLOW[name]
    if name == "subi":
        return z3.And(over(a, b), under(a, b, True)) if is_signed else z3.UGE(a, b)
    return z3.And(over(a, b, True), under(a, b)) if is_signed else over(a, b, False)


def flagged(name: str, formula):
    def semantics(execution, op, a, b):
        flags = op.attributes["overflowFlags"].text if "overflowFlags" in op.attributes else ""
        poison = [a.poison, b.poison]
        poison += [z3.Not(fits(name, a.bits, b.bits, word == "nsw")) for word in ("nsw", "nuw") if word in flags]
        return Symbolic(formula(a.bits, b.bits), either(*poison))

    return semantics


def shifted(formula, back=None):
    """Poison where it shifts by the width or more, or drops bits that it says are not there."""

    def semantics(execution, op, a, b):
        flags = op.attributes["overflowFlags"].text if "overflowFlags" in op.attributes else ""
        result = formula(a.bits, b.bits)
        poison = [a.poison, b.poison, z3.UGE(b.bits, number(a.bits.size(), a.bits.size()) if a.bits.size() > 1 else 1)]
        poison += [(result >> b.bits) != a.bits] if "nsw" in flags else []
        poison += [z3.LShR(result, b.bits) != a.bits] if "nuw" in flags else []
        poison += [(result << b.bits) != a.bits] if "isExact" in op.attributes else []
        return Symbolic(result, either(*poison))

    return semantics


def compared(execution, op, a, b):
    from tfir.dialects.arith import INTEGER_PREDICATES

    return Symbolic(truth(COMPARISONS[INTEGER_PREDICATES[op.get("predicate")]](a.bits, b.bits)), either(a.poison, b.poison))


def selected(execution, op, condition, yes, no):
    holds = condition.bits == 1
    chosen = NEVER if yes.poison is no.poison is NEVER else z3.If(holds, yes.poison, no.poison)
    return Symbolic(z3.If(holds, yes.bits, no.bits), either(condition.poison, chosen))


def cast(is_signed: bool):
    def semantics(execution, op, a):
        result = Symbolic(resized(a.bits, width_of(op.results[0].type), is_signed), a.poison)
        if "nonNeg" in op.attributes:
            result.poison = either(result.poison, a.bits < 0)
        return result

    return semantics


def truncated(execution, op, a):
    flags = op.attributes["overflowFlags"].text if "overflowFlags" in op.attributes else ""
    width = width_of(op.results[0].type)
    result = z3.Extract(width - 1, 0, a.bits)
    lost = [resized(result, a.bits.size(), word == "nsw") != a.bits for word in ("nsw", "nuw") if word in flags]
    return Symbolic(result, either(a.poison, *lost))


def two_halves(is_signed: bool):
    def semantics(execution, op, a, b):
        width = a.bits.size()
        product = resized(a.bits, 2 * width, is_signed) * resized(b.bits, 2 * width, is_signed)
        poison = either(a.poison, b.poison)
        return [Symbolic(z3.Extract(width - 1, 0, product), poison), Symbolic(z3.Extract(2 * width - 1, width, product), poison)]

    return semantics


def with_carry(formula, carries):
    def semantics(execution, op, a, b):
        poison = either(a.poison, b.poison)
        return [Symbolic(formula(a.bits, b.bits), poison), Symbolic(truth(carries(a.bits, b.bits)), poison)]

    return semantics


ARITH = {
    "addi": flagged("addi", lambda a, b: a + b), "subi": flagged("subi", lambda a, b: a - b), "muli": flagged("muli", lambda a, b: a * b),
    "divui": divided(z3.UDiv, unsigned=True), "divsi": divided(lambda a, b: a / b, overflows=True),
    "remui": divided(z3.URem, unsigned=True), "remsi": divided(z3.SRem),
    "ceildivui": divided(lambda a, b: z3.UDiv(a, b) + z3.If(z3.URem(a, b) != 0, number(1, a.size()), number(0, a.size())), unsigned=True),
    "ceildivsi": divided(ceiling_quotient, overflows=True), "floordivsi": divided(floor_quotient, overflows=True),
    "andi": each(lambda a, b: a & b), "ori": each(lambda a, b: a | b), "xori": each(lambda a, b: a ^ b),
    "shli": shifted(lambda a, b: a << b), "shrui": shifted(z3.LShR), "shrsi": shifted(lambda a, b: a >> b),
    "maxsi": each(lambda a, b: z3.If(a > b, a, b)), "minsi": each(lambda a, b: z3.If(a < b, a, b)),
    "maxui": each(lambda a, b: z3.If(z3.UGT(a, b), a, b)), "minui": each(lambda a, b: z3.If(z3.ULT(a, b), a, b)),
    "addui_extended": with_carry(lambda a, b: a + b, lambda a, b: z3.ULT(a + b, a)),
    "subui_extended": with_carry(lambda a, b: a - b, z3.ULT),
    "mulsi_extended": two_halves(True), "mului_extended": two_halves(False),
    "cmpi": compared, "select": selected, "extui": cast(False), "extsi": cast(True), "trunci": truncated,
    "index_cast": cast(True), "index_castui": cast(False), "bitcast": each(lambda a: a),
}  # fmt: skip
MATH = {
    "absi": each(absolute), "ctpop": with_width(counted), "ctlz": with_width(leading_zeros), "cttz": with_width(trailing_zeros),
}  # fmt: skip


# StableHLO


def quotient(a, b):
    """XLA: -1 by zero, and the smallest number by -1 is itself."""
    return z3.If(b == 0, number(-1, a.size()), a / b)


def sign(a):
    return z3.If(a < 0, number(-1, a.size()), z3.If(a == 0, number(0, a.size()), number(1, a.size())))


def beyond(shift, otherwise):
    """A shift by the width or more, which is not poison."""
    return each(lambda a, b: z3.If(z3.UGE(b, a.size()) if a.size() > 1 else b == 1, otherwise(a), shift(a, b)))


def to_other_type(execution, op, a):
    if width_of(op.results[0].type) == 1:
        return Symbolic(truth(a.bits != 0), a.poison)
    return Symbolic(resized(a.bits, width_of(op.results[0].type), not is_unsigned(op)), a.poison)


def stablehlo_compared(execution, op, a, b):
    word = op.get("comparison_direction").lower()
    prefix = "" if word in ("eq", "ne") else "u" if is_unsigned(op) else "s"
    return Symbolic(truth(COMPARISONS[prefix + word](a.bits, b.bits)), either(a.poison, b.poison))


def squaring_step(result, square, exponent, at: int):
    """The result and the square after bit `at` of the exponent."""
    return z3.If(z3.Extract(at, at, exponent) == 1, result * square, result), square * square


def power(a, b):
    """`a` to the power of an unsigned `b`, by squaring: that this is what a power is, `test_powers_are_proved.py` proves by induction."""
    result, square = number(1, a.size()), a
    for at in range(a.size()):
        result, square = squaring_step(result, square, b, at)
    return result


def negative_power(a, b):
    """The whole part of 1 / a^-b."""
    one, minus_one = number(1, a.size()), number(-1, a.size())
    return z3.If(a == 1, one, z3.If(a == -1, z3.If(z3.Extract(0, 0, b) == 1, minus_one, one), number(0, a.size())))


def signed_power(a, b):
    return z3.If(b < 0, negative_power(a, b), power(a, b))


STABLEHLO = {
    "power": by_sign(signed_power, power),
    "add": by_sign(lambda a, b: a + b, lambda a, b: a | b if a.size() == 1 else a + b), "subtract": each(lambda a, b: a - b),
    "multiply": by_sign(lambda a, b: a * b, lambda a, b: a & b if a.size() == 1 else a * b),
    "divide": by_sign(quotient, lambda a, b: z3.If(b == 0, number(-1, a.size()), z3.UDiv(a, b))),
    "remainder": by_sign(lambda a, b: z3.If(b == 0, a, z3.SRem(a, b)), lambda a, b: z3.If(b == 0, a, z3.URem(a, b))),
    "negate": each(lambda a: -a), "abs": by_sign(absolute, lambda a: a), "sign": by_sign(sign, lambda a: z3.If(a == 0, a, number(1, a.size()))),
    "and": ARITH["andi"], "or": ARITH["ori"], "xor": ARITH["xori"], "not": each(lambda a: ~a),
    "maximum": by_sign(lambda a, b: z3.If(a > b, a, b), lambda a, b: z3.If(z3.UGT(a, b), a, b)),
    "minimum": by_sign(lambda a, b: z3.If(a < b, a, b), lambda a, b: z3.If(z3.ULT(a, b), a, b)),
    "shift_left": beyond(lambda a, b: a << b, lambda a: number(0, a.size())),
    "shift_right_logical": beyond(z3.LShR, lambda a: number(0, a.size())),
    "shift_right_arithmetic": beyond(lambda a, b: a >> b, lambda a: a >> (a.size() - 1)),
    "popcnt": with_width(counted), "count_leading_zeros": with_width(leading_zeros),
    "compare": stablehlo_compared, "select": selected, "convert": to_other_type, "bitcast_convert": each(lambda a: a),
    **dict.fromkeys(("reshape", "broadcast_in_dim", "transpose", "broadcast"), each(lambda a: a)),
    "clamp": by_sign(lambda low, x, high: z3.If(z3.If(x > low, x, low) < high, z3.If(x > low, x, low), high),
                     lambda low, x, high: z3.If(z3.ULT(z3.If(z3.UGT(x, low), x, low), high), z3.If(z3.UGT(x, low), x, low), high)),
}  # fmt: skip


# TensorFlow


def limited(shift):
    """Shifts by no more than the width less one, and by no less than 0."""

    def formula(a, b):
        most = number(a.size() - 1, a.size())
        return shift(a, z3.If(b < 0, number(0, a.size()), z3.If(b > most, most, b)))

    return formula


def limited_unsigned(shift):
    return lambda a, b: shift(a, z3.If(z3.UGT(b, a.size() - 1), number(a.size() - 1, a.size()), b))


def error_by_zero(signed, unsigned):
    def semantics(execution, op, a, b):
        execution.require(b.bits != 0)
        return by_sign(signed, unsigned)(execution, op, a, b)

    return semantics


def tf_compared(word: str):
    prefix = lambda op: "" if word in ("eq", "ne") else "u" if is_unsigned(op) else "s"  # noqa: E731
    return lambda execution, op, a, b: each(lambda a, b: truth(COMPARISONS[prefix(op) + word](a, b)))(execution, op, a, b)


def error_if_negative(execution, op, a, b):
    """A negative exponent is an error."""
    execution.require(b.bits >= 0)
    return Symbolic(power(a.bits, b.bits))


def clipped(a):
    """Between 0 and 6."""
    zero, six = number(0, a.size()), number(6, a.size())
    return z3.If(a < 0, zero, z3.If(a > 6, six, a))


def population(execution, op, a):
    """The number of bits that are set, as ui8."""
    return Symbolic(resized(counted(a.bits, a.bits.size()), 8, False), a.poison)


def let_through(is_inside):
    """The gradient where a feature is inside of a range, else 0."""
    return lambda gradient, feature: z3.If(is_inside(feature), gradient, number(0, gradient.size()))


TF = {
    "Pow": error_if_negative, "PopulationCount": population, "Round": each(lambda a: a),
    "Relu6": by_sign(clipped, lambda a: z3.If(z3.UGT(a, 6), number(6, a.size()), a)),
    "ReluGrad": by_sign(let_through(lambda a: a > 0), let_through(lambda a: a != 0)),
    "Relu6Grad": by_sign(let_through(lambda a: z3.And(a > 0, a < 6)), let_through(lambda a: z3.And(a != 0, z3.ULT(a, 6)))),
    **dict.fromkeys(("Add", "AddV2"), each(lambda a, b: a + b)), "Sub": each(lambda a, b: a - b), "Mul": each(lambda a, b: a * b),
    "Neg": each(lambda a: -a), "Abs": by_sign(absolute, lambda a: a), "Square": each(lambda a: a * a), "Sign": STABLEHLO["sign"],
    "SquaredDifference": each(lambda a, b: (a - b) * (a - b)),
    "BitwiseAnd": ARITH["andi"], "BitwiseOr": ARITH["ori"], "BitwiseXor": ARITH["xori"], "Invert": STABLEHLO["not"],
    "LogicalAnd": ARITH["andi"], "LogicalOr": ARITH["ori"], "LogicalNot": STABLEHLO["not"],
    "Maximum": STABLEHLO["maximum"], "Minimum": STABLEHLO["minimum"],
    "FloorDiv": error_by_zero(floor_quotient, z3.UDiv), "FloorMod": error_by_zero(floor_remainder, z3.URem),
    **dict.fromkeys(("TruncateDiv", "Div"), error_by_zero(lambda a, b: a / b, z3.UDiv)),
    **dict.fromkeys(("TruncateMod", "Mod"), error_by_zero(z3.SRem, z3.URem)),
    "LeftShift": by_sign(limited(lambda a, b: a << b), limited_unsigned(lambda a, b: a << b)),
    "RightShift": by_sign(limited(lambda a, b: a >> b), limited_unsigned(z3.LShR)),
    **{name: tf_compared(word) for name, word in
       {"Equal": "eq", "NotEqual": "ne", "Less": "lt", "LessEqual": "le", "Greater": "gt", "GreaterEqual": "ge"}.items()},
    **dict.fromkeys(("SelectV2", "Select"), selected), "Cast": to_other_type, "Relu": by_sign(lambda a: z3.If(a < 0, number(0, a.size()), a), lambda a: a),
    "ClipByValue": lambda execution, op, x, low, high: STABLEHLO["maximum"](execution, op, STABLEHLO["minimum"](execution, op, x, high), low),
    **dict.fromkeys(("Identity", "Snapshot", "StopGradient", "PreventGradient", "Reshape"), lambda execution, op, a, *_: a),
    "AddN": each(lambda *all: sum(all[1:], all[0])),
    "ZerosLike": each(lambda a: number(0, a.size())), "OnesLike": each(lambda a: number(1, a.size())),
}  # fmt: skip


# SPIR-V. A shift by the width or more is an undefined value; a division by zero, or one that overflows, undefined behaviour.


def relation(word: str):
    return each(lambda a, b: truth(COMPARISONS[word](a, b)))


def highest_bit(a):
    """The place of the highest bit that is set; -1 where there is none."""
    return number(a.size() - 1, a.size()) - leading_zeros(a, a.size())


def spirv_shifted(formula):
    def semantics(execution, op, a, b):
        count = resized(b.bits, a.bits.size(), False)
        return Symbolic(formula(a.bits, count), either(a.poison, b.poison, z3.UGE(b.bits, a.bits.size())))

    return semantics


SPIRV = {
    "IAdd": TF["AddV2"], "ISub": TF["Sub"], "IMul": TF["Mul"], "SNegate": TF["Neg"], "Not": STABLEHLO["not"],
    "SDiv": divided(lambda a, b: a / b, overflows=True), "UDiv": divided(z3.UDiv, unsigned=True),
    "SRem": divided(z3.SRem, overflows=True), "UMod": divided(z3.URem, unsigned=True),
    "BitwiseAnd": ARITH["andi"], "BitwiseOr": ARITH["ori"], "BitwiseXor": ARITH["xori"],
    "LogicalAnd": ARITH["andi"], "LogicalOr": ARITH["ori"], "LogicalNot": STABLEHLO["not"],
    "LogicalEqual": relation("eq"), "LogicalNotEqual": relation("ne"), "IEqual": relation("eq"), "INotEqual": relation("ne"),
    **{f"{sign}{called}": relation(sign.lower() + word) for sign in "SU" for called, word in
       {"LessThan": "lt", "LessThanEqual": "le", "GreaterThan": "gt", "GreaterThanEqual": "ge"}.items()},
    "ShiftLeftLogical": spirv_shifted(lambda a, b: a << b), "ShiftRightLogical": spirv_shifted(z3.LShR),
    "ShiftRightArithmetic": spirv_shifted(lambda a, b: a >> b),
    "Select": selected, "SConvert": cast(True), "UConvert": cast(False), "Bitcast": each(lambda a: a), "BitCount": with_width(counted),
    "GL.SAbs": each(absolute), "GL.SSign": each(sign), "GL.SMax": ARITH["maxsi"], "GL.SMin": ARITH["minsi"],
    "GL.UMax": ARITH["maxui"], "GL.UMin": ARITH["minui"], "GL.FindUMsb": each(highest_bit),
}  # fmt: skip
SEMANTICS = {"spirv": SPIRV, "arith": ARITH, "math": MATH, "stablehlo": STABLEHLO, "tf": TF}


# Proofs


def arguments_of(block, may_be_poison: bool) -> list[Symbolic]:
    return [
        Symbolic(z3.BitVec(f"x{at}", width_of(value.type)), z3.Bool(f"poison{at}") if may_be_poison else NEVER)
        for at, value in enumerate(block.arguments)
    ]


def ran(function, arguments: list[Symbolic]) -> tuple[Execution, list[Symbolic]]:
    execution = Execution(dict(zip(function.body.arguments, arguments)))
    for op in function.body:
        if op is not function.body.last and op.results[0] not in execution.values:
            execution.run(op)
    return execution, [execution.of(value) for value in function.body.last.operands]


class Abstraction:
    """A formula in which wide products and quotients are functions of which few facts are known: what holds of any such functions holds of
    these, and needs no circuit of a multiplier. A remainder is what the quotient leaves."""

    WIDEST = 8  # whose circuits are small

    def __init__(self):
        self.facts, self.replaced = [], []

    def of(self, formula):
        """The formula, which is simplified, so that its quotients are of the kinds below."""
        for term in subterms(formula) if OPERATORS.search(formula.sexpr()) else ():
            if (abstract := KNOWN_BY_FACTS.get(term.decl().kind())) is not None and term.size() > self.WIDEST:
                operands = [z3.substitute(each, *self.replaced) for each in term.children()]
                self.replaced.append((term, abstract(self, *operands)))
        return z3.substitute(formula, *self.replaced)

    def apply(self, name: str, a, b):
        sort = a.sort()
        return z3.Function(f"{name}{sort.size()}", sort, sort, sort)(a, b)

    def product(self, a, b):
        result = self.apply("product", a, b)
        by_zero = z3.Implies(z3.Or(a == 0, b == 0), result == 0)
        self.facts += [result == self.apply("product", b, a), by_zero, *self.by_units(result, a, b), *self.by_units(result, b, a)]
        return result

    def signed_quotient(self, a, b):
        result = self.apply("signed_quotient", a, b)
        self.facts += [*self.by_units(result, a, b), self.of_equals(result, a, b)]
        return result

    def unsigned_quotient(self, a, b):
        result = self.apply("unsigned_quotient", a, b)
        self.facts += [z3.Implies(b == 1, result == a), self.of_equals(result, a, b)]
        return result

    def of_equals(self, result, a, b):
        return z3.Implies(z3.And(a == b, b != 0), result == 1)

    def by_units(self, result, a, b) -> list:
        return [z3.Implies(b == 1, result == a), z3.Implies(b == -1, result == -a)]


KNOWN_BY_FACTS = {
    z3.Z3_OP_BMUL: Abstraction.product, z3.Z3_OP_BSDIV_I: Abstraction.signed_quotient, z3.Z3_OP_BUDIV_I: Abstraction.unsigned_quotient,
    z3.Z3_OP_BSREM_I: lambda self, a, b: a - self.product(self.signed_quotient(a, b), b),
    z3.Z3_OP_BUREM_I: lambda self, a, b: a - self.product(self.unsigned_quotient(a, b), b),
}  # fmt: skip


OPERATORS = re.compile("bvmul|bv[su](div|rem)")


def subterms(formula) -> list:
    """All of its terms, operands before what is made of them."""
    ordered, seen, stack = [], set(), [(formula, False)]
    while stack:
        term, is_done = stack.pop()
        if is_done:
            ordered.append(term)
        elif term.get_id() not in seen:
            seen.add(term.get_id())
            stack += [(term, True), *[(each, False) for each in term.children()]]
    return ordered


def prove_refines(before, after, timeout_ms: int = 90000, may_be_poison: bool = True) -> None:
    """Fails with numbers for which `after` is not what `before` is. Raises Unmodelled for what the tables do not have."""
    arguments = arguments_of(before.body, may_be_poison)
    prove(ran(before, arguments), ran(after, arguments), arguments, timeout_ms)


PROVED = {}  # claims by their ids, of which many programs make the same; kept, since an id is given again where a claim is lost


def prove(before, after, arguments, timeout_ms: int = 90000) -> None:
    (old, expected), (new, results) = before, after
    wrong = [z3.And(z3.Not(a.poison), either(b.poison, a.bits != b.bits)) for a, b in zip(expected, results, strict=True)]
    claim = z3.simplify(z3.And(z3.Not(old.undefined), either(new.undefined, *wrong)))
    if z3.is_false(claim) or claim.get_id() in PROVED:
        return
    abstract = Abstraction()
    solver = z3.Solver()
    solver.set("timeout", timeout_ms)
    solver.add(abstract.of(claim), *abstract.facts)
    verdict = solver.check()
    if verdict != z3.unsat and abstract.facts:
        solver.reset()
        solver.add(claim)
        verdict = solver.check()
    if verdict == z3.unsat:
        PROVED[claim.get_id()] = claim
        return
    assert verdict == z3.sat, f"the solver gives up: {solver.reason_unknown()}"
    model = solver.model()
    raise AssertionError(f"for {[model.eval(each.bits, model_completion=True) for each in arguments]}"
                         f" expected {[model.eval(each.bits) for each in expected]}, got {[model.eval(each.bits) for each in results]}")  # fmt: skip
