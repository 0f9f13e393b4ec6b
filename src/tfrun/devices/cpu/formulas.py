"""Sizes that are computed of others, as expressions of C and as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable

from tfir.ir.diagnostics import Error
from tfir.ods.shapes import CEILDIV, FLOORDIV, MAX, MIN, QUOTIENT, is_natural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.shapes import Size

IN_C = {"+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", FLOORDIV: "({1} ? {0} / {1} : 0)", QUOTIENT: "({1} ? {0} / {1} : 0)",
        CEILDIV: "({1} ? ({0} + {1} - 1) / {1} : 0)", MIN: "({0} < {1} ? {0} : {1})", MAX: "({0} > {1} ? {0} : {1})"}  # fmt: skip
IN_LLVM = {"+": "add i64 {}, {}", "-": "sub i64 {}, {}", "*": "mul i64 {}, {}", MIN: "call i64 @llvm.smin.i64(i64 {}, i64 {})",
           MAX: "call i64 @llvm.smax.i64(i64 {}, i64 {})"}  # fmt: skip
DIVISIONS = (FLOORDIV, QUOTIENT, CEILDIV)


def computed(size: Size, join: Callable[[str, str, str], str], leaf: Callable[[str], str]) -> str:
    """A size, put together by `join(operator, left, right)` of what `leaf` makes of those that are given. Divisions are of sizes that are not
    negative, so that it makes no difference how they round; what is divided by 0 is 0. Raises Error for others."""
    if isinstance(size, int):
        return str(size)
    if size.formula is None:
        return leaf(size.name)
    operator, *parts = size.formula
    if operator not in IN_C or (operator in DIVISIONS and not all(map(is_natural, parts))):
        raise Error(f"computes the size {size} in a way that libraries do not")
    first, *others = [computed(part, join, leaf) for part in parts]
    for other in others:
        first = join(operator, first, other)
    return first


def in_c(size: Size) -> str:
    return computed(size, joined_in_c, lambda name: name)


def joined_in_c(operator: str, left: str, right: str) -> str:
    if operator in DIVISIONS and right.isdecimal() and int(right):
        return f"({left} / {right})" if operator != CEILDIV else f"(({left} + {int(right) - 1}) / {right})"
    return IN_C[operator].format(left, right)


class Numbers:
    """Instructions that compute sizes once, in front of all others."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.made: dict[str, str] = {}

    def of(self, size: Size) -> str:
        return computed(size, self.join, self.loaded)

    def value(self, instruction: str) -> str:
        if instruction not in self.made:
            self.made[instruction] = f"%n{len(self.made)}"
            self.lines.append(f"{self.made[instruction]} = {instruction}")
        return self.made[instruction]

    def join(self, operator: str, left: str, right: str) -> str:
        if operator not in DIVISIONS:
            return self.value(IN_LLVM[operator].format(left, right))
        divisor = self.join(MAX, right, "1")
        if operator == CEILDIV:
            left = self.join("+", left, self.join("-", divisor, "1"))
        quotient = self.value(f"sdiv i64 {left}, {divisor}")
        return self.value(f"select i1 {self.value(f'icmp eq i64 {right}, 0')}, i64 0, i64 {quotient}")

    def loaded(self, name: str) -> str:
        """A size that is given, `sizes[3]`."""
        at = self.value(f"getelementptr i64, ptr %sizes, i64 {name[6:-1]}")
        return self.value(f"load i64, ptr {at}")
