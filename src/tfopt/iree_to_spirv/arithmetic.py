"""SPIR-V as arithmetic: values with operators, each of which appends an instruction to the kernel being written.

A value is a scalar or a vector of four lanes. Whole numbers know what is true of them (a constant, an upper limit, how they
were made), so that index arithmetic simplifies as it is written: `(4 * i + 2) // 4` is `i`.
"""

from __future__ import annotations

import math
import operator

from tfir.analysis.extents import Extent, Size, may_be_negative
from tfir.ir.attributes import ArrayAttr, IntegerAttr, UnitAttr
from tfir.ir.types import F16, F32, F64, I1, I32, FloatType, IntegerType, Type, VectorType
from tfir.text.affine_expression import is_leaf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.text.affine_expression import Expression

    from tfopt.iree_to_spirv.kernel import Kernel

FLOAT, SIGNED, UNSIGNED, BOOL = "f", "i", "u", "b"
SMALLER_THAN_BYTES = (2, 4)  # bits of whole numbers that are computed with as bytes


class Kind:
    """The element kind of a value: float, signed, unsigned or bool, and its width in bits."""

    __slots__ = ("family", "bits", "scalar", "vectors")
    family: str
    bits: int
    scalar: Type
    vectors: dict[int, Type]  # by how many lanes
    _all: dict[tuple[str, int], Kind] = {}

    def __new__(cls, family: str, bits: int):
        self = cls._all.get((family, bits))
        if self is None:
            self = cls._all[family, bits] = object.__new__(cls)
            self.family, self.bits = family, bits
            # SPIR-V's integers are signless here: instructions say whether they see a sign
            self.scalar = I1 if family == BOOL else {16: F16, 32: F32, 64: F64}[bits] if family == FLOAT else IntegerType(bits)
            self.vectors = {1: self.scalar}
        return self

    def type(self, lanes: int = 1) -> Type:
        if lanes not in self.vectors:
            self.vectors[lanes] = VectorType((lanes,), self.scalar)
        return self.vectors[lanes]

    @property
    def is_float(self) -> bool:
        return self.family == FLOAT

    @property
    def is_integer(self) -> bool:
        return self.family in (SIGNED, UNSIGNED)

    def __repr__(self):
        return f"{self.family}{self.bits}"


F, I, U, B = Kind(FLOAT, 32), Kind(SIGNED, 32), Kind(UNSIGNED, 32), Kind(BOOL, 1)


def kind_of(element: Type) -> Kind | None:
    """The kind that stands for a tensor's element type; None where there is none."""
    if isinstance(element, IntegerType):
        if element.width == 1:
            return B
        width = 8 if element.width in SMALLER_THAN_BYTES else element.width
        return Kind(UNSIGNED if element.signedness == "u" else SIGNED, width) if width in (8, 16, 32, 64) else None
    if isinstance(element, FloatType) and element.name in ("f16", "f32", "f64"):
        return Kind(FLOAT, element.width)
    return None


def comparison(direction: str):
    """The method that compares a value with another one, or with a number."""
    return lambda self, other: compare(direction, self, other)


class Value:
    """A number or a vector of numbers in a kernel. `limit`: an exclusive upper bound of an integer that is at least 0; None when
    there is none. `constant`: its number where that is known at compile time. `lanes`: the length of the vector, 1 for a scalar."""

    __slots__ = ("kernel", "kind", "lanes", "constant", "limit", "made", "_ssa")

    def __init__(self, kernel, kind, lanes=1, ssa=None, constant=None, limit=None, made=None):
        self.kernel, self.kind, self.lanes, self._ssa = kernel, kind, lanes, ssa
        self.constant, self.limit, self.made = constant, limit, made
        if limit is None and constant is not None and kind.is_integer and constant >= 0:
            self.limit = constant + 1

    @property
    def ssa(self):
        if self._ssa is None:
            self._ssa = self.kernel.constant_ssa(self.constant, self.kind, self.lanes)
        return self._ssa

    def is_constant(self, number) -> bool:
        return self.constant is not None and self.constant == number

    def __repr__(self):
        return f"<{self.kind} x{self.lanes} {self.constant if self.constant is not None else ''}>"

    def splat(self, lanes: int) -> Value:
        """The same number in every lane."""
        if self.lanes == lanes:
            return self
        if self.constant is not None:
            return Value(self.kernel, self.kind, lanes, constant=self.constant)
        return self.kernel.compose([self] * lanes)

    def lane(self, index: int) -> Value:
        if self.lanes == 1:
            return self
        if self.constant is not None:
            return Value(self.kernel, self.kind, 1, constant=self.constant)
        if self.made is not None and self.made[0] == "compose":
            return self.made[1][index]
        ssa = self.kernel.emit("CompositeExtract", [self.ssa], self.kind.type(), indices=index)
        return Value(self.kernel, self.kind, 1, ssa)

    def __add__(self, other):
        return add(self, other)

    __radd__ = __add__

    def __sub__(self, other):
        return subtract(self, other)

    def __rsub__(self, other):
        return subtract(self.like(other), self)

    def __mul__(self, other):
        return multiply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return binary("FDiv", self, other)

    def __rtruediv__(self, other):
        return binary("FDiv", self.like(other), self)

    def __floordiv__(self, other: Size):
        """Of a number that is not negative, as indices are."""
        return floor_divide(self, other)

    def __mod__(self, other: Size):
        return modulo(self, other)

    def __neg__(self):
        return unary("FNegate" if self.kind.is_float else "SNegate", self)

    def __and__(self, other):
        return logical("And", self, self.like(other))

    def __or__(self, other):
        return logical("Or", self, self.like(other))

    def __xor__(self, other):
        return binary("LogicalNotEqual" if self.kind is B else "BitwiseXor", self, other)

    def __invert__(self):
        return unary("LogicalNot" if self.kind is B else "Not", self)

    __lt__, __le__, __gt__, __ge__, equals, differs = map(comparison, ("LT", "LE", "GT", "GE", "EQ", "NE"))

    def is_below(self, bound: Size | Value) -> Value:
        """0 <= self < bound, in one comparison: a negative number is a large unsigned one."""
        if self.limit is not None and isinstance(bound, int) and self.limit <= bound:
            return self.kernel.truth(True)
        if self.constant is not None and isinstance(bound, int):
            return self.kernel.truth(0 <= self.constant < bound)
        left, right = matched(self, bound)
        return Value(self.kernel, B, left.lanes, self.kernel.emit("ULessThan", [left.ssa, right.ssa], B.type(left.lanes)))

    def like(self, other) -> Value:
        """`other` as a value of this one's kind."""
        if isinstance(other, Extent):
            return computed(other.expression, self.kernel)
        return other if isinstance(other, Value) else Value(self.kernel, self.kind, self.lanes, constant=other)

    def shift_left(self, count):
        return binary("ShiftLeftLogical", self, count)

    def shift_right(self, count):
        """Filling up with the sign where the kind has one."""
        return binary("ShiftRightArithmetic" if self.kind.family == SIGNED else "ShiftRightLogical", self, count)

    def bitcast(self, kind: Kind) -> Value:
        return self.turned("Bitcast", kind)

    def viewed(self, kind: Kind) -> Value:
        """The same bits of the same width seen with or without sign."""
        constant = None if self.constant is None else wrapped(self.constant, kind)
        is_below = self.limit is not None and self.limit <= 1 << (kind.bits - 1)  # seen with a sign it is no other number
        return Value(self.kernel, kind, self.lanes, self._ssa, constant, self.limit if is_below else None, self.made)

    def turned(self, instruction: str, kind: Kind) -> Value:
        return Value(self.kernel, kind, self.lanes, self.kernel.emit(instruction, [self.ssa], kind.type(self.lanes)))


def matched(left, right) -> tuple[Value, Value]:
    """Both as values of one kind and as many lanes."""
    if right.__class__ is Value and left.__class__ is Value and left.lanes == right.lanes:
        return left, right
    if not isinstance(left, Value):
        left = right.like(left)
    right = left.like(right)
    lanes = max(left.lanes, right.lanes)
    return left.splat(lanes), right.splat(lanes)


NO_WRAP = {"no_signed_wrap": UnitAttr(), "no_unsigned_wrap": UnitAttr()}  # of indices: processors compute addresses with more bits


def wrapped(number: int, kind: Kind) -> int:
    """A whole number as the kind's bits hold it."""
    number &= (1 << kind.bits) - 1
    return number - (1 << kind.bits) if kind.family == SIGNED and number >> (kind.bits - 1) else number


def binary(instruction: str, left, right, limit=None, made=None) -> Value:
    """`limit`: below what a sum or product of whole numbers is, which then does not wrap."""
    left, right = matched(left, right)
    kernel, kind, lanes = left.kernel, left.kind, left.lanes
    if limit is not None and kernel.is_for_processor and instruction in ("IAdd", "IMul"):
        ssa = kernel.emit(instruction, [left.ssa, right.ssa], kind.type(lanes), **NO_WRAP)
    else:
        ssa = kernel.emit(instruction, [left.ssa, right.ssa], kind.type(lanes))
    return Value(kernel, kind, lanes, ssa, None, limit, made)


def unary(instruction: str, operand: Value) -> Value:
    return operand.turned(instruction, operand.kind)


def folded(left, right, compute) -> Value | None:
    """The constant that two whole constants make, or None."""
    if left.kind.is_integer and left.constant is not None and right.constant is not None:
        return Value(left.kernel, left.kind, left.lanes, constant=wrapped(compute(left.constant, right.constant), left.kind))
    return None


def small(limit: int | None) -> int | None:
    return limit if limit is not None and limit <= 1 << 31 else None


def add(left: Value, right) -> Value:
    left, right = matched(left, right)
    if left.kind.is_float:
        return binary("FAdd", left, right)
    if left.constant == 0:
        return right
    if right.constant == 0:
        return left
    same = folded(left, right, lambda a, b: a + b)
    if same is not None:
        return same
    if right.constant is not None and left.made is not None and left.made[0] == "add" and left.made[2].constant is not None:
        return add(left.made[1], left.made[2].constant + right.constant)
    limit = None if left.limit is None or right.limit is None else small(left.limit + right.limit - 1)
    return binary("IAdd", left, right, limit, ("add", left, right))


def subtract(left: Value, right) -> Value:
    left, right = matched(left, right)
    if left.kind.is_float:
        return binary("FSub", left, right)
    if right.constant is not None:
        return add(left, wrapped(-right.constant, left.kind))
    return binary("ISub", left, right)


def multiply(left: Value, right) -> Value:
    if left.kind.is_float:
        other = left.like(right)
        if other.lanes != left.lanes and other.constant is None and left.constant is None:
            vector, scalar = (left, other) if left.lanes > other.lanes else (other, left)
            ssa = left.kernel.emit("VectorTimesScalar", [vector.ssa, scalar.ssa], vector.kind.type(vector.lanes))
            return Value(left.kernel, vector.kind, vector.lanes, ssa)
        return binary("FMul", left, other)
    left, right = matched(left, right)
    if left.constant is not None:
        left, right = right, left
    if right.constant == 1:
        return left
    if right.constant == 0:
        return right
    same = folded(left, right, lambda a, b: a * b)
    if same is not None:
        return same
    limit = None if left.limit is None or right.limit is None else small((left.limit - 1) * (right.limit - 1) + 1)
    return binary("IMul", left, right, limit, ("multiply", left, right) if right.constant is not None else None)


def split(value: Value, by: int) -> tuple[Value, Value] | None:
    """(q, r) with value = by * q + r and r below `by`, where the way the value was made shows them; else None."""
    if value.constant is not None:
        q, r = divmod(value.constant, by)
        return value.like(q), value.like(r)
    if value.limit is not None and value.limit <= by:
        return value.like(0), value
    if value.made is None:
        return None
    how, left, right = value.made
    if how == "multiply":
        factor = right.constant
        if factor > 0 and factor % by == 0:
            return left * (factor // by), value.like(0)
        if factor > 0 and by % factor == 0:
            inner = split(left, by // factor)
            return None if inner is None else (inner[0], inner[1] * factor)
        return None
    if how == "add":
        first, second = split(left, by), split(right, by)
        if first is None or second is None:
            return None
        (q1, r1), (q2, r2) = first, second
        if r1.limit is not None and r2.limit is not None and r1.limit + r2.limit - 1 <= by:
            return q1 + q2, r1 + r2
        return None
    return (divided(value, by), value.like(0)) if is_multiple(value, by) else None


def divided(value: Value, by: int) -> Value:
    """A quotient that nothing is known to simplify."""
    limit = None if value.limit is None else (value.limit - 1) // by + 1
    if by & (by - 1) == 0:
        return binary("ShiftRightLogical", value, by.bit_length() - 1, limit)
    return binary("UDiv", value, by, limit)


def common_factor(value: Value, by: int) -> tuple[Value, int] | None:
    """(inner, factor) with value = inner * factor, where the way the value was made shows a factor of `by`."""
    if value.made is not None and value.made[0] == "multiply" and divides(value.made[2].constant, by):
        return value.made[1], value.made[2].constant
    if by % 4 or by == 4 or not is_multiple(value, 4):
        return None
    parts = split(value, 4)
    return None if parts is None else (parts[0], 4)


def divides(factor: int, number: int) -> bool:
    return factor > 0 and number % factor == 0


def is_multiple(value: Value, of: int) -> bool:
    """Whether the way the value was made shows that it is a multiple."""
    if value.constant is not None:
        return value.constant % of == 0
    if value.made is None:
        return False
    how, left, right = value.made
    if how == "multiply":
        return right.constant % of == 0
    return how in ("add", "select") and is_multiple(left, of) and is_multiple(right, of)


def floor_divide(value: Value, by: Size) -> Value:
    if isinstance(by, Extent):
        return binary("UDiv", value, by)
    if by == 1:
        return value
    parts = split(value, by)
    if parts is not None:
        return parts[0]
    common = common_factor(value, by)
    return divided(value, by) if common is None else floor_divide(common[0], by // common[1])


def modulo(value: Value, by: Size) -> Value:
    if isinstance(by, Extent):
        return binary("UMod", value, by)
    if by == 1:
        return value.like(0)
    parts = split(value, by)
    if parts is not None:
        return parts[1]
    common = common_factor(value, by)
    if common is not None:
        return modulo(common[0], by // common[1]) * common[1]
    if by & (by - 1) == 0:
        return binary("BitwiseAnd", value, by - 1, by)
    return binary("UMod", value, by, by)


def computed(expression: Expression, kernel: Kernel) -> Value:
    """The number that an affine expression of a kernel's symbols is."""
    if isinstance(expression, int):
        return kernel.number(expression)
    if is_leaf(expression):
        return kernel.pushed(expression[1])
    operator, left, right = expression
    one, other = computed(left, kernel), computed(right, kernel)
    if operator == "+":
        return add(one, other)
    if operator == "*":
        return multiply(one, other)
    divide = floored if may_be_negative(left) else lambda one, other: binary("UDiv", one, other)
    if operator == "mod":
        return one - divide(one, other) * other if may_be_negative(left) else binary("UMod", one, other)
    return divide(one + other - 1 if operator == "ceildiv" else one, other)


def floored(one: Value, other: Value) -> Value:
    """A quotient by a positive number, rounded down."""
    return where(one < 0, -1 - binary("UDiv", -1 - one, other), binary("UDiv", one, other))


def narrowed_to(value: Value, element: Type) -> Value:
    """A byte as numbers of 2 or 4 bits see it: the lowest bits count; anything else is as it was."""
    if not is_smaller_than_byte(element):
        return value
    if value.kind.family == UNSIGNED:
        return value & ((1 << element.width) - 1)
    return value.shift_left(8 - element.width).shift_right(8 - element.width)


def rounded_bits(bits: Value, dropped: int) -> Value:
    """The lowest bits of a float rounded off, ties to even; a carry runs into the exponent, as it should."""
    last = bits.shift_right(dropped) & 1
    return (bits + last + ((1 << (dropped - 1)) - 1)) & ~((1 << dropped) - 1)


def is_smaller_than_byte(element: Type) -> bool:
    return isinstance(element, IntegerType) and element.width in SMALLER_THAN_BYTES


RELATIONS = {
    "EQ": "Equal",
    "NE": "NotEqual",
    "LT": "LessThan",
    "LE": "LessThanEqual",
    "GT": "GreaterThan",
    "GE": "GreaterThanEqual",
}


def compare(direction: str, left, right) -> Value:
    """Ordered: a comparison with NaN is false, but for NE, which is then true."""
    left, right = matched(left, right)
    kernel = left.kernel
    if left.kind is B:
        return compare_truth(direction, left, right)
    if left.kind.is_integer and left.constant is not None and right.constant is not None:
        return kernel.truth(getattr(operator, direction.lower())(left.constant, right.constant))
    if direction == "LT" and right.constant is not None and left.limit is not None and left.limit <= right.constant:
        return kernel.truth(True)
    if direction in ("LT", "GE") and left.kind.is_integer and right.constant is not None and least(left) >= right.constant > 0:
        return kernel.truth(direction == "GE")
    if left.kind.is_float:
        sense = "FUnord" if direction == "NE" else "FOrd"
    else:
        sense = "I" if direction in ("EQ", "NE") else "S" if left.kind.family == SIGNED else "U"
    return Value(kernel, B, left.lanes, kernel.emit(sense + RELATIONS[direction], [left.ssa, right.ssa], B.type(left.lanes)))


def least(value: Value) -> int:
    """What a number that is not negative is at least, by the way it was made."""
    if value.constant is not None or value.limit is None:
        return value.constant or 0
    return least(value.made[1]) + least(value.made[2]) if value.made is not None and value.made[0] == "add" else 0


def lies_within(value: Value, lanes: int, start: int, stop: int) -> bool:
    """Whether a place and those behind it, as many as there are lanes, are known to lie from `start` up to `stop`."""
    is_below = value.limit is not None and value.limit + lanes - 1 <= stop
    return is_below and least(value) >= start


def compare_truth(direction: str, left: Value, right: Value) -> Value:
    """False is below true."""
    if direction in ("EQ", "NE"):
        return binary("LogicalEqual" if direction == "EQ" else "LogicalNotEqual", left, right)
    if direction in ("GT", "GE"):
        left, right, direction = right, left, {"GT": "LT", "GE": "LE"}[direction]
    return ~left & right if direction == "LT" else ~left | right


def logical(word: str, left: Value, right: Value) -> Value:
    """`And` or `Or` of truth values, or of the bits of whole numbers."""
    if left.kind is not B:
        return folded(*matched(left, right), {"And": operator.and_, "Or": operator.or_}[word]) or binary(f"Bitwise{word}", left, right)
    for one, other in ((left, right), (right, left)):
        if one.constant is not None:
            is_decided = one.constant == (word == "Or")
            return one.splat(other.lanes) if is_decided else other
    return binary(f"Logical{word}", left, right)


def where(condition: Value, if_true, if_false) -> Value:
    """Lane by lane; a scalar condition chooses for all lanes. Both sides are computed."""
    if_true, if_false = matched(if_true, if_false) if isinstance(if_true, Value) or isinstance(if_false, Value) else (if_true, if_false)
    if condition.constant is not None:
        return if_true if condition.constant else if_false
    lanes = max(condition.lanes, if_true.lanes)
    condition, if_true, if_false = condition.splat(lanes), if_true.splat(lanes), if_false.splat(lanes)
    kind = if_true.kind
    limit = None if if_true.limit is None or if_false.limit is None else max(if_true.limit, if_false.limit)
    ssa = condition.kernel.emit("Select", [condition.ssa, if_true.ssa, if_false.ssa], kind.type(lanes))
    return Value(condition.kernel, kind, lanes, ssa, limit=limit, made=("select", if_true, if_false))


def is_nan(value: Value) -> Value:
    return compare("NE", value, value)


def is_zero(value: Value, sign: float) -> bool:
    """Whether a float is known to be the zero of a sign."""
    return value.kind.is_float and value.constant == 0 and math.copysign(1.0, value.constant) == sign


def maximum(left, right) -> Value:
    """NaN where either is NaN."""
    return extreme("G", "L", 1.0, left, right)


def minimum(left, right) -> Value:
    """NaN where either is NaN."""
    return extreme("L", "G", -1.0, left, right)


def extreme(ahead: str, behind: str, zero: float, left, right) -> Value:
    """The operand that is `ahead` (G for greater, L for less) of the other; of zeros a constant one with the sign of `zero`."""
    left, right = matched(left, right)
    if left.constant is not None and right.constant is None:
        left, right = right, left
    if right.constant is not None and right.constant == right.constant:
        direction = behind + ("E" if is_zero(right, zero) else "T")
        return where(compare(direction, left, right), right, left)  # a NaN is not behind anything, so it stays
    wins = compare(f"{ahead}T", left, right)
    if left.kind.is_float and left.kernel.target.is_processor:  # which have one instruction for the inner choice
        return where(is_nan(left), left, where(wins, left, right))
    return where(wins | is_nan(left) if left.kind.is_float else wins, left, right)


def halves(vector: Value) -> tuple[Value, Value]:
    """The lower and the upper half of a vector's lanes."""
    half = vector.lanes // 2
    if half == 1:
        return vector.lane(0), vector.lane(1)
    return shuffled(vector, vector, range(half)), shuffled(vector, vector, range(half, 2 * half))


def shuffled(one: Value, other: Value, places: Iterable[int]) -> Value:
    """A vector of the lanes at these places, of two vectors one behind the other."""
    components = ArrayAttr([IntegerAttr(place, I32) for place in places])
    ssa = one.kernel.emit("VectorShuffle", [one.ssa, other.ssa], one.kind.type(len(components)), components=components)
    return Value(one.kernel, one.kind, len(components), ssa)


def known_below(value: Value, limit: Size) -> Value:
    """A value of which the caller knows that it is at least 0 and below the limit."""
    if isinstance(limit, Extent):
        return value
    return Value(value.kernel, value.kind, value.lanes, value._ssa, value.constant, limit, value.made)


def moved_inside(inside: Value, position: Value, extent: Size) -> Value:
    """A position where it is `inside` of an extent, else 0, for loads whose result is not used there."""
    return known_below(where(inside, position, position.like(0)), extent)


def bounded(value: Value, limit: Size) -> Value:
    """A non-negative index brought below `limit`, for loads whose result is not used where it was not below."""
    if value.limit is not None and isinstance(limit, int) and value.limit <= limit:
        return value
    ssa = value.kernel.emit("GL.UMin", [value.ssa, value.like(limit - 1).ssa], value.kind.type(value.lanes))
    return Value(value.kernel, value.kind, value.lanes, ssa, limit=limit if isinstance(limit, int) else None)
