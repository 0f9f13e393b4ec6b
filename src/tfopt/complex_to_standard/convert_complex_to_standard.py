"""Computes complex numbers by their parts: arith and math on floats, and what takes numbers apart and puts them together.

    before:  %0 = complex.conj %a : complex<f32>
    after:   %1 = complex.re %a; %2 = complex.im %a; %3 = arith.negf %2; %0 = complex.create %1, %3

Constants and bit casts stay. What is to be exact where parts are infinite or no numbers costs some operations, which `fastmath` may save.
"""

from __future__ import annotations

from functools import partial

from tfir.dialects.complex import COMPUTED
from tfir.ir.operations import Operation, Value

from tfopt.complex_to_standard import exponentials, roots
from tfopt.complex_to_standard.formulas import Formula, multiplied, size
from tfopt.recipes.complex_division import by_square, with_all_ranges
from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Convert Complex dialect to standard dialect"
OPTIONS = {"complex-range": "How quotients are computed: `improved` keeps clear of overflow and has infinities; `basic` and `none` do not."}
EXACT = False


def convert_complex_to_standard(root: Operation, *, complex_range: "improved|basic|none" = "improved"):  # noqa: F821 - the choices, no type
    """Results are those of upstream."""
    divided = quotient_by(with_all_ranges if complex_range == "improved" else by_square)
    written: dict[str, Callable[..., Value]] = {**FORMULAS, "div": divided, "atan2": partial(exponentials.atan2, divided)}
    target = ConversionTarget(illegal=[f"complex.{name}" for name in COMPUTED])
    apply_conversion(root, target, function_patterns({f"complex.{name}": [by(formula)] for name, formula in written.items()}))


def quotient_by(divide: Callable[..., tuple[Value, Value]]) -> Callable[[Formula, Value, Value], Value]:
    def divided(f: Formula, a: Value, b: Value) -> Value:
        parts = f.parts(a)
        return f.create(*divide(f, parts, f.parts(b)))

    return divided


def by(formula: Callable[..., Value]) -> Callable[[Operation, PatternRewriter], bool]:
    def convert(op: Operation, rewriter: PatternRewriter) -> bool:
        return rewriter.replace(op, [formula(Formula(op, rewriter), *op.operands)])

    return convert


def part_by_part(name: str) -> Callable[[Formula, Value, Value], Value]:
    def combined(f: Formula, a: Value, b: Value) -> Value:
        real = f(name, f.re(a), f.re(b))
        return f.create(real, f(name, f.im(a), f.im(b)))

    return combined


def compared(predicate: str, joined: str) -> Callable[[Formula, Value, Value], Value]:
    def combined(f: Formula, a: Value, b: Value) -> Value:
        (real, imaginary), (other_real, other_imaginary) = f.parts(a), f.parts(b)
        return f.truth(joined, f.plain.compare(predicate, real, other_real), f.plain.compare(predicate, imaginary, other_imaginary))

    return combined


def conj(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    return f.create(real, f.plain("arith.negf", imaginary))


def neg(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    return f.create(f.plain("arith.negf", real), f.plain("arith.negf", imaginary))


def angle(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    return f("math.atan2", imaginary, real)


def sign(f: Formula, a: Value) -> Value:
    real, imaginary = f.parts(a)
    zero = f.number(0.0)
    is_zero = f.both(f.plain.compare("oeq", real, zero), f.plain.compare("oeq", imaginary, zero))
    length = size(f, *f.parts(a))
    return f.choose(is_zero, a, f.create(f("arith.divf", real, length), f("arith.divf", imaginary, length)))


FORMULAS: dict[str, Callable[..., Value]] = {
    "abs": lambda f, a: size(f, *f.parts(a)), "add": part_by_part("arith.addf"), "angle": angle, "conj": conj, "cos": exponentials.cos,
    "eq": compared("oeq", "arith.andi"), "exp": exponentials.exp, "expm1": exponentials.expm1, "log": exponentials.log,
    "log1p": exponentials.log1p, "mul": multiplied, "neg": neg, "neq": compared("une", "arith.ori"), "pow": exponentials.power,
    "powi": exponentials.whole_power, "rsqrt": roots.rsqrt, "sign": sign, "sin": exponentials.sin, "sqrt": roots.sqrt,
    "sub": part_by_part("arith.subf"), "tan": exponentials.tan, "tanh": exponentials.tanh,
}  # fmt: skip
