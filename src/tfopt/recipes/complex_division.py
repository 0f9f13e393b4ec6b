"""Quotients of complex numbers by arithmetic on floats, for any language that has it.

Source: Smith, "Algorithm 116: Complex division" (1962); ISO C11, annex G, for infinities and zeros.
"""

from __future__ import annotations

from math import inf

from tfir.ir.operations import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    Parts = tuple[Value, Value]

    class PlainFloats(Protocol):
        """Operations without flags, by their names in arith and math."""

        def __call__(self, name: str, *operands: Value) -> Value: ...

        def compare(self, predicate: str, a: Value, b: Value) -> Value: ...

    class Floats(Protocol):
        """Operations with a program's flags, and on truths."""

        @property
        def plain(self) -> PlainFloats: ...

        def __call__(self, name: str, *operands: Value) -> Value: ...

        def number(self, number: float) -> Value: ...

        def both(self, a: Value, b: Value) -> Value: ...

        def either(self, a: Value, b: Value) -> Value: ...

        def choose(self, condition: Value, yes: Value, no: Value) -> Value: ...


def by_square(f: Floats, a: Parts, b: Parts) -> Parts:
    """By the square of the divisor's size, which may overflow."""
    (re, im), (other_re, other_im) = a, b
    square = f("arith.addf", f("arith.mulf", other_re, other_re), f("arith.mulf", other_im, other_im))
    real = f("arith.addf", f("arith.mulf", re, other_re), f("arith.mulf", im, other_im))
    imaginary = f("arith.subf", f("arith.mulf", im, other_re), f("arith.mulf", re, other_im))
    quotient = f("arith.divf", real, square)
    return quotient, f("arith.divf", imaginary, square)


def with_all_ranges(f: Floats, a: Parts, b: Parts) -> Parts:
    return Division(f, a, b).result()


class Division:
    def __init__(self, f: Floats, a: Parts, b: Parts):
        self.f, self.a, self.b = f, a, b

    def result(self) -> Parts:
        """By the ratio of the divisor's parts that is below one, unless that gives no number."""
        f, (re, im) = self.f, self.b
        by_real, by_imaginary = self.by_ratio_of_real(), self.by_ratio_of_imaginary()
        self.zero = f.number(0.0)
        self.sizes = self.size_and_zero(re), self.size_and_zero(im)
        special = [self.by_zero()]
        self.infinity = f.number(inf)
        special[0] = (special[0][0], self.infinite_by_zero())
        special += [self.infinite_by_finite(), self.finite_by_infinite()]
        is_wide = f.plain.compare("olt", self.sizes[0][0], self.sizes[1][0])
        quotient = f.choose(is_wide, by_real[0], by_imaginary[0]), f.choose(is_wide, by_real[1], by_imaginary[1])
        chosen = quotient
        for condition, parts in reversed(special):
            chosen = f.choose(condition, parts[0], chosen[0]), f.choose(condition, parts[1], chosen[1])
        is_nan = f.both(f.plain.compare("uno", quotient[0], self.zero), f.plain.compare("uno", quotient[1], self.zero))
        real = f.choose(is_nan, chosen[0], quotient[0])
        return real, f.choose(is_nan, chosen[1], quotient[1])

    def by_ratio_of_real(self) -> Parts:
        f, (re, im), (other_re, other_im) = self.f, self.a, self.b
        ratio = f("arith.divf", other_re, other_im)
        below = f("arith.addf", other_im, f("arith.mulf", ratio, other_re))
        real = f("arith.divf", f("arith.addf", f("arith.mulf", re, ratio), im), below)
        return real, f("arith.divf", f("arith.subf", f("arith.mulf", im, ratio), re), below)

    def by_ratio_of_imaginary(self) -> Parts:
        f, (re, im), (other_re, other_im) = self.f, self.a, self.b
        ratio = f("arith.divf", other_im, other_re)
        below = f("arith.addf", other_re, f("arith.mulf", ratio, other_im))
        real = f("arith.divf", f("arith.addf", re, f("arith.mulf", im, ratio)), below)
        return real, f("arith.divf", f("arith.subf", im, f("arith.mulf", re, ratio)), below)

    def size_and_zero(self, part: Value) -> Parts:
        """A part without its sign, and whether it is zero."""
        length = self.f("math.absf", part)
        return length, self.f.plain.compare("oeq", length, self.zero)

    def by_zero(self) -> tuple[Value, Parts]:
        """Whether a number is divided by zero; what that gives comes later."""
        f = self.f
        is_number = f.either(f.plain.compare("ord", self.a[0], self.zero), f.plain.compare("ord", self.a[1], self.zero))
        is_zero = f.both(self.sizes[0][1], self.sizes[1][1])
        return f.both(is_number, is_zero), self.a

    def infinite_by_zero(self) -> Parts:
        signed = self.f.plain("math.copysign", self.infinity, self.b[0])
        return self.f("arith.mulf", signed, self.a[0]), self.f("arith.mulf", signed, self.a[1])

    def infinite_by_finite(self) -> tuple[Value, Parts]:
        f = self.f
        is_finite = f.both(*[f.plain.compare("one", each[0], self.infinity) for each in self.sizes])
        self.lengths, infinite = [], []
        for part in self.a:
            self.lengths.append(f("math.absf", part))
            infinite.append(f.plain.compare("oeq", self.lengths[-1], self.infinity))
        condition = f.both(f.either(*infinite), is_finite)
        self.one = f.number(1.0)
        re, im = [self.one_or_zero(each, part) for each, part in zip(infinite, self.a)]
        real = f("arith.addf", f("arith.mulf", re, self.b[0]), f("arith.mulf", im, self.b[1]))
        real = f("arith.mulf", self.infinity, real)
        less = f("arith.mulf", re, self.b[1])
        imaginary = f("arith.subf", f("arith.mulf", im, self.b[0]), less)
        return condition, (real, f("arith.mulf", self.infinity, imaginary))

    def finite_by_infinite(self) -> tuple[Value, Parts]:
        f = self.f
        is_finite = f.both(*[f.plain.compare("one", each, self.infinity) for each in self.lengths])
        infinite = [f.plain.compare("oeq", each[0], self.infinity) for each in self.sizes]
        condition = f.both(is_finite, f.either(*infinite))
        re, im = [self.one_or_zero(each, part) for each, part in zip(infinite, self.b)]
        real = f("arith.addf", f("arith.mulf", self.a[0], re), f("arith.mulf", self.a[1], im))
        real = f("arith.mulf", self.zero, real)
        imaginary = f("arith.subf", f("arith.mulf", self.a[1], re), f("arith.mulf", self.a[0], im))
        return condition, (real, f("arith.mulf", self.zero, imaginary))

    def one_or_zero(self, is_infinite: Value, part: Value) -> Value:
        return self.f.plain("math.copysign", self.f.choose(is_infinite, self.one, self.zero), part)
