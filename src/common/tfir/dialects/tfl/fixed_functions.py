"""exp, sigmoid and tanh of fixed-point numbers of 16 or 32 bits, on arrays: for tables. Source: gemmlowp's fixedpoint.h."""

from __future__ import annotations

from tfir.dialects.tfl.fixed_point import rounding_shift
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Fixed:
    """Numbers with so many bits behind the point at most: 31, or 15."""

    def __init__(self, bits: int):
        self.bits, self.most = bits, (1 << bits) - 1

    def constant(self, of_32_bits: int) -> int:
        return of_32_bits if self.bits == 31 else int(rounding_shift(np.int64(of_32_bits), np.int64(16)))

    def product(self, x: Any, y: Any) -> Any:
        return (x * y + (1 << (self.bits - 1))) >> self.bits

    def saturated(self, x: Any) -> Any:
        return np.clip(x, -self.most - 1, self.most)

    def exp_of_negative(self, x: Any, whole: int) -> Any:
        """exp of numbers not above 0 with `whole` bits in front of the point, with none: of what is left beyond quarters by a polynomial, times exp of
        the quarters, bit by bit."""
        behind = self.bits - whole
        quarter = 1 << (behind - 2)
        rest = (x & (quarter - 1)) - quarter
        quarters = rest - x
        y = (rest << whole) + (1 << (self.bits - 3))
        square = self.product(y, y)
        cube, fourth = self.product(square, y), self.product(square, square)
        tail = rounding_shift(self.product(rounding_shift(fourth, np.int64(2)) + cube, self.constant(715827883)) + square, np.int64(1))
        term = self.constant(1895147668)
        answer = self.saturated(term + self.product(term, y + tail))
        for power, factor in enumerate((1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242), -2):
            if whole > power:
                answer = np.where(quarters & (1 << (behind + power)), self.product(answer, self.constant(factor)), answer)
        if whole > 5:
            answer = np.where(x < -(32 << behind), 0, answer)
        return np.where(x == 0, self.most, answer)

    def quotient_steps(self, x: Any) -> Any:
        """2 / (1 + x) of numbers from 0 to 1, with two bits in front of the point, by three of Newton's steps."""
        half = (x + self.most + 1) >> 1
        guess = self.product(half, self.constant(-1010580540)) + self.constant(1515870810)
        for _ in range(3):
            rest = (1 << (self.bits - 2)) - self.product(half, guess)
            guess = guess + self.saturated(self.product(guess, rest) << 2)
        return guess

    def sigmoid(self, x: Any, whole: int) -> Any:
        positive = self.saturated(self.quotient_steps(self.exp_of_negative(-np.abs(x), whole)) << 1)
        answer = np.where(x > 0, positive, self.most - positive)
        return np.where(x == 0, self.constant(1 << 30), answer)

    def tanh(self, x: Any, whole: int) -> Any:
        size = self.saturated((self.quotient_steps(self.exp_of_negative(-np.abs(x), whole + 1)) - (1 << (self.bits - 2))) << 2)
        return np.where(x == 0, 0, np.where(x < 0, -size, size))
