"""What LLVM's builder makes of operations on constants alone: other constants, and expressions of addresses."""

from __future__ import annotations

import math
from struct import pack, unpack

from tfir.conversion.llvm_ir.constants import POISON, UNDEF, ZERO, Constant, extracted, inserted, of_float, of_integer, uniform
from tfir.conversion.llvm_ir.kept import IN_RANGE, TO_ADDRESS
from tfir.conversion.llvm_ir.types import type_text
from tfir.dialects import has_trait
from tfir.dialects.llvm.types import ArrayType, StructType
from tfir.ir.attributes import DenseArrayAttr, FloatAttr
from tfir.ir.types import I32, I64, FloatType, IntegerType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.conversion.llvm_ir.layout import Layout
    from tfir.ir.operations import Operation

DYNAMIC_INDEX = -(1 << 31)
WITHIN = 3  # the flags of an address that stays within the object


def truncated(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def rest(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)


SIGNED: dict[str, Callable[[int, int], int | None]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b, "sdiv": truncated, "srem": rest,
}  # fmt: skip
UNSIGNED: dict[str, Callable[[int, int], int | None]] = {
    "udiv": lambda a, b: None if b == 0 else a // b, "urem": lambda a, b: None if b == 0 else a % b,
}  # fmt: skip
FLOATS: dict[str, Callable[[float, float], float]] = {
    "fadd": lambda a, b: a + b, "fsub": lambda a, b: a - b, "fmul": lambda a, b: a * b,
    "fdiv": lambda a, b: quotient(a, b), "frem": lambda a, b: math.fmod(a, b) if b and not math.isinf(a) else math.nan,
}  # fmt: skip


def quotient(a: float, b: float) -> float:
    if b:
        return a / b
    return math.copysign(math.inf, a) * math.copysign(1, b) if a and not math.isnan(a) else math.nan


EXPRESSIONS = ("add", "sub", "xor")
# Of a comparison of floats what it holds for, a bit each for equal, greater, less, and not ordered.
FRACTIONS = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52, "f80": 63, "f128": 112}  # bits of a significand
HOLDS = {"false": 0, "true": 15, "eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "ne": 6, "rd": 7, "no": 0}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}  # fmt: skip


def folded(op: Operation, operands: Sequence[Constant], layout: Layout) -> Constant | None:
    """None where an operation stays one."""
    local = op.name.removeprefix("llvm.")
    if local == "getelementptr":
        return element_address(op, operands, layout)
    if local == "bitcast":
        return bits_kept(op, operands, layout)
    rule = RULES.get(local)
    if rule is not None:
        return rule(op, operands)
    if len(operands) == 1 and has_trait(op, "elementwise") and isinstance(element_of(op.result.type), FloatType):
        return negated(op, operands) if operands[0].type is op.result.type else to_float(op, operands)
    if local in SIGNED or local in UNSIGNED or local in FLOATS or local in ("shl", "lshr", "ashr"):
        flags = op.get("overflowFlags") if "overflowFlags" in op.attributes else 0
        return elementwise(lambda left, right: binary(local, left, right, flags), op.result.type, operands)
    return None


def element_of(type: Type) -> Type:
    return type.element if isinstance(type, VectorType) else type


def negated(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    def one(constant: Constant) -> Constant | None:
        if constant.text in (UNDEF, POISON):
            return constant
        return None if constant.bits is None else of_bits(constant.bits ^ 1 << bits_in(constant.type) - 1, constant.type)

    return elementwise(one, op.result.type, operands)


def elementwise(function, type: Type, operands: Sequence[Constant]) -> Constant | None:
    """A function of scalars, of vectors element by element."""
    if not isinstance(type, VectorType):
        return function(*operands)
    if any(type.scalable):
        return None
    results = [function(*each) for each in zip(*[operand.parts() for operand in operands])]
    return None if None in results else Constant(type, members=results)


def binary(name: str, left: Constant, right: Constant, flags: int = 0) -> Constant | None:
    type = left.type
    if POISON in (left.text, right.text):
        return uniform(type, POISON)
    if UNDEF in (left.text, right.text) and isinstance(type, (FloatType, IntegerType)):
        return of_nothing(name, left, right, type)
    if isinstance(type, FloatType):
        if left.value is None or right.value is None:
            return None
        if math.isnan(left.value) or math.isnan(right.value):
            return nan_of(left if math.isnan(left.value) else right, type)
        result = FLOATS[name](left.value, right.value)
        return rounded(math.nan if math.isnan(result) else result, type)
    if left.number is None or right.number is None or not isinstance(type, IntegerType):
        return expression(name, left, right, flags)
    a, b = left.number, right.number
    low_a, low_b = a & ((1 << type.width) - 1), b & ((1 << type.width) - 1)
    if name in ("shl", "lshr", "ashr"):
        if low_b >= type.width:
            return uniform(type, POISON)
        return of_integer(low_a << low_b if name == "shl" else (low_a if name == "lshr" else a) >> low_b, type)
    number = SIGNED[name](a, b) if name in SIGNED else UNSIGNED[name](low_a, low_b)
    if name in ("sdiv", "srem") and b == -1 and a == -(1 << type.width - 1) and type.width > 1:
        number = None  # the quotient is too large
    return uniform(type, POISON) if number is None else of_integer(number, type)


def of_nothing(name: str, left: Constant, right: Constant, type: FloatType | IntegerType) -> Constant:
    """What an operation with an operand that is not defined may be taken for. Source: LLVM's IR/ConstantFold.cpp."""
    both = left.text == right.text == UNDEF
    if isinstance(type, FloatType):
        return left if both else rounded(math.nan, type)
    if name in ("add", "sub"):
        return uniform(type, UNDEF)
    if name == "xor":
        return uniform(type, ZERO if both else UNDEF)
    if name == "or":
        return uniform(type, UNDEF) if both or left.is_null or right.is_null else of_integer(-1, type)
    if name == "and":
        return uniform(type, UNDEF if both else ZERO)
    if name == "mul":
        factor = right.number if left.text == UNDEF else left.number
        return uniform(type, UNDEF if both or (factor is not None and factor & 1) else ZERO)
    # Divisions, remainders and shifts.
    if right.text == UNDEF or (right.is_null and name[1:] in ("div", "rem")):
        return uniform(type, POISON)
    return uniform(type, UNDEF if right.is_null else ZERO)


def expression(name: str, left: Constant, right: Constant, flags: int) -> Constant | None:
    """Of addresses that are numbers LLVM has sums and differences as constants. Upstream forgets what is known of their overflow."""
    if name not in EXPRESSIONS or not isinstance(left.type, IntegerType) or {left.text, right.text} & {UNDEF, POISON}:
        return None
    words = "nuw " * bool(flags & 2) + "nsw " * bool(flags & 1)
    return Constant(left.type, f"{name} {words}({left.typed}, {right.typed})")


def rounded(value: float, type: Any) -> Constant:
    """Rounded once more from double precision, which for one operation of narrower floats gives the nearest number."""
    return of_float(FloatAttr(value, type).bits, type)


def nan_of(constant: Constant, type: FloatType) -> Constant:
    """The quiet NaN of a type that an operation gives for NaN: with its sign, and as much of its payload as there is room for."""
    source, bits = constant.type, constant.bits or 0
    assert isinstance(source, FloatType)
    here, there = FRACTIONS[source.text], FRACTIONS[type.text]
    payload = (bits & (1 << here) - 1) << there >> here
    exponent = (1 << type.width - 1 - there) - 1
    sign = bits >> source.width - 1
    return of_float(sign << type.width - 1 | exponent << there | 1 << there - 1 | payload, type)


def sticky(number: int) -> float:
    """An integer in double precision, from which it is rounded to narrower floats as from itself: what is cut off makes the last bit odd."""
    value = float(number)
    if int(value) == number or unpack("<q", pack("<d", value))[0] & 1:
        return value
    return math.nextafter(value, math.copysign(math.inf, number - int(value)))


# Conversions


def to_integer(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    def one(constant: Constant) -> Constant | None:
        type = element_of(op.result.type)
        if constant.text in (UNDEF, POISON):
            return cast_of_nothing(constant, type)
        if constant.value is None:
            return None
        if not math.isfinite(constant.value):
            return uniform(type, POISON)
        number, is_signed = int(constant.value), op.name == "llvm.fptosi"
        low, high = (-(1 << type.width - 1), 1 << type.width - 1) if is_signed else (0, 1 << type.width)
        return of_integer(number, type) if low <= number < high else uniform(type, POISON)

    return elementwise(one, op.result.type, operands)


def to_float(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    def one(constant: Constant) -> Constant | None:
        type = element_of(op.result.type)
        if constant.number is not None:
            number = constant.number & ((1 << constant.type.width) - 1) if op.name == "llvm.uitofp" else constant.number
            return rounded(float(number) if type.width >= 64 else sticky(number), type)
        if constant.value is not None and math.isnan(constant.value) and isinstance(type, FloatType):
            return nan_of(constant, type)
        if constant.text in (UNDEF, POISON):
            return cast_of_nothing(constant, type)
        return None if constant.value is None else rounded(constant.value, type)

    return elementwise(one, op.result.type, operands)


def cast_of_nothing(constant: Constant, type: Type) -> Constant:
    """Of poison poison; of what is undefined as well, but where not all bits of a result may be anything: of integers in floats or more bits."""
    is_wider = isinstance(type, IntegerType) and isinstance(constant.type, IntegerType) and type.width > constant.type.width
    is_zero = is_wider or (isinstance(type, FloatType) and isinstance(constant.type, IntegerType))
    return uniform(type, ZERO if constant.text == UNDEF and is_zero else constant.text)


def resized(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    def one(constant: Constant) -> Constant | None:
        target = element_of(op.result.type)
        if constant.text in (UNDEF, POISON):
            return cast_of_nothing(constant, target)
        if constant.number is None:
            return cut(constant, target) if op.name == "llvm.trunc" else None
        is_unsigned = op.name == "llvm.zext"
        return of_integer(constant.number & ((1 << constant.type.width) - 1) if is_unsigned else constant.number, target)

    return elementwise(one, op.result.type, operands)


def cut(constant: Constant, target: Type) -> Constant | None:
    """A part of an address that is a number; of a sum of such the sum is."""
    if constant.pointer is not None:
        return Constant(target, f"ptrtoint ({constant.pointer.typed} to {type_text(target)})", pointer=constant.pointer)
    return Constant(target, f"trunc ({constant.typed} to {type_text(target)})") if constant.members is None else None


def converted_address(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    (source,), target = operands, op.result.type
    word = "ptrtoaddr" if TO_ADDRESS in op.attributes else op.name.removeprefix("llvm.")
    if source.text in (UNDEF, POISON):
        return uniform(target, source.text)
    if source.is_null and word != "addrspacecast":
        return uniform(target, ZERO)
    if isinstance(target, VectorType):
        return None if any(target.scalable) else elementwise(lambda each: of_address(word, each, target.element), target, operands)
    return of_address(word, source, target)


def of_address(word: str, source: Constant, target: Type) -> Constant:
    if word == "ptrtoint" and source.place is not None and source.place[0] == "null":
        return of_integer(source.place[1], target)
    return Constant(target, f"{word} ({source.typed} to {type_text(target)})", pointer=source if word == "ptrtoint" else None)


def bits_kept(op: Operation, operands: Sequence[Constant], layout: Layout) -> Constant | None:
    """As from memory: the first element has the lowest bits where the lowest byte comes first."""
    (source,), type = operands, op.result.type
    if source.type is type:
        return source
    if source.text in (ZERO, UNDEF, POISON):
        return uniform(type, source.text)
    if isinstance(type, VectorType) and any(type.scalable):
        return None
    numbers = [bits_of(part) for part in source.parts()] if isinstance(source.type, VectorType) else [bits_of(source)]
    if None in numbers:
        return None
    width, target = bits_in(element_of(source.type)), element_of(type)
    if layout.is_big_endian:
        numbers.reverse()
    joined = sum([number << at * width for at, number in enumerate(numbers) if number is not None])
    count = type.shape[0] if isinstance(type, VectorType) else 1
    mask = (1 << bits_in(target)) - 1
    parts = [of_bits(joined >> at * bits_in(target) & mask, target) for at in range(count)]
    if layout.is_big_endian:
        parts.reverse()
    return Constant(type, members=parts) if isinstance(type, VectorType) else parts[0]


def bits_in(type: Type) -> int:
    assert isinstance(type, (FloatType, IntegerType))
    return type.width


def of_bits(bits: int, type: Type) -> Constant:
    return of_float(bits, type) if isinstance(type, FloatType) else of_integer(bits, type)


def bits_of(constant: Constant) -> int | None:
    """Of a number."""
    if constant.number is not None:
        return constant.number & ((1 << constant.type.width) - 1)
    return constant.bits


def element_address(op: Operation, operands: Sequence[Constant], layout: Layout) -> Constant | None:
    """An address some bytes behind another: where the indices are within it, as the address of a byte."""
    base, *dynamic = operands
    if not op.attributes["rawConstantIndices"].values:
        return base
    if isinstance(op.result.type, VectorType):
        return addresses(op, base, dynamic, layout)
    return address_by(op, base, dynamic, layout)


def addresses(op: Operation, base: Constant, dynamic: Sequence[Constant], layout: Layout) -> Constant | None:
    """Addresses behind one or several, by vectors of indices: an expression, in which these have 64 bits."""
    type = op.result.type
    if any(type.scalable):
        return None
    (count,) = type.shape

    def repeated(constant: Constant) -> Sequence[Constant]:
        return constant.parts() if isinstance(constant.type, VectorType) else [constant] * count

    bases, columns = repeated(base), [repeated(each) for each in dynamic]
    rows = [[column[at] for column in columns] for at in range(count)]
    members = [address_by(op, *each, layout, type.element) for each in zip(bases, rows)]
    if None in members:
        return None
    raw = op.attributes["rawConstantIndices"].values
    if all([number in (0, DYNAMIC_INDEX) for number in raw]) and all([index.number == 0 for row in rows for index in row]):
        return Constant(type, members=bases)
    given, inner, indices = iter(columns), op.attributes["elem_type"].value, []
    for at, number in enumerate(raw):
        numbers = [each.number or 0 for each in next(given)] if number == DYNAMIC_INDEX else [number] * count
        if at and isinstance(inner, StructType):
            indices.append(of_integer(number, I32))
            inner = (inner.members or ())[number]
            continue
        indices.append(Constant(VectorType(type.shape, I64), members=[of_integer(each, I64) for each in numbers]))
        inner = inner.element if at else inner
    words = flag_words(op.get("noWrapFlags"), -1) + range_words(op)
    typed = ", ".join([each.typed for each in (base, *indices)])
    text = f"getelementptr {words}({type_text(op.attributes['elem_type'].value)}, {typed})"
    return Constant(type, text, members=[member for member in members if member is not None])


def address_by(op: Operation, base: Constant, dynamic: Sequence[Constant], layout: Layout, type: Type | None = None) -> Constant | None:
    """One address, of the result's type or that of its elements."""
    type = type or op.result.type
    given = iter(dynamic)
    indices = [next(given).number if number == DYNAMIC_INDEX else number for number in op.attributes["rawConstantIndices"].values]
    if None in indices:
        return None
    flags = op.get("noWrapFlags")
    bytes_ = distance(op.attributes["elem_type"].value, [index for index in indices if index is not None], layout)
    if (bytes_ == 0 and IN_RANGE not in op.attributes) or base.text in (UNDEF, POISON):
        return base
    name, start, inner = base.place or (base.text, 0, None)
    total = start + bytes_
    if inner is not None:  # of two steps both must stay within the object
        flags &= inner if flags & inner & 1 else inner & ~WITHIN
    if 0 <= total <= layout.objects.get(name, -1):
        flags |= WITHIN
    place = (name, total, flags)
    if name == "null":
        return Constant(type, f"inttoptr (i64 {total} to {type_text(type)})" if total else "null", place=place)
    words = flag_words(flags, total) + range_words(op)
    return Constant(type, f"getelementptr {words}(i8, {type_text(base.type)} {name}, i64 {total})", place=place)


def flag_words(flags: int, bytes_: int) -> str:
    """What is known of a step does not leave the object, and is no step back."""
    words = "inbounds " if flags & 1 else "nusw " if flags & 2 else ""
    return words + ("nuw " if flags & 4 or (flags & 2 and bytes_ >= 0) else "")


def range_words(op: Operation) -> str:
    bounds = op.attributes.get(IN_RANGE)
    return f"inrange({', '.join(map(str, bounds.values))}) " if isinstance(bounds, DenseArrayAttr) else ""


def distance(type: Type, indices: Sequence[int], layout: Layout) -> int:
    """How many bytes indices lead on."""
    first, *inner = indices
    total = first * layout.size(type)
    for index in inner:
        if isinstance(type, StructType):
            total += layout.offset(type, index)
            type = (type.members or ())[index]
        else:
            assert isinstance(type, (ArrayType, VectorType))
            total += index * layout.step(type)
            type = type.element
    return total


# Aggregates, choices


def with_value(op: Operation, operands: Sequence[Constant]) -> Constant:
    return inserted(operands[0], operands[1], op.attributes["position"].values)


def value_in(op: Operation, operands: Sequence[Constant]) -> Constant:
    return extracted(operands[0], op.attributes["position"].values)


def with_element(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    vector, value, place = operands
    if place.number is None or any(vector.type.scalable):
        return None
    return inserted(vector, value, [place.number]) if 0 <= place.number < vector.type.shape[0] else uniform(vector.type, POISON)


def element_in(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    vector, place = operands
    if place.number is None or any(vector.type.scalable):
        return None
    return extracted(vector, [place.number]) if 0 <= place.number < vector.type.shape[0] else uniform(vector.type.element, POISON)


def shuffled(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    if any(op.operands[0].type.scalable):
        return None
    rows = [*operands[0].parts(), *operands[1].parts()]
    element = op.result.type.element
    return Constant(op.result.type, members=[uniform(element, POISON) if at < 0 else rows[at] for at in op.attributes["mask"].values])


def ordered(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    """A comparison of floats."""
    from tfir.dialects.llvm.attributes import FLOAT_PREDICATES

    word = FLOAT_PREDICATES[op.get("predicate")].lstrip("_")
    how = HOLDS[word] if word in HOLDS else HOLDS[word[1:]] | (8 if word[0] == "u" else 0)

    def one(left: Constant, right: Constant) -> Constant | None:
        if POISON in (left.text, right.text):
            return uniform(IntegerType(1), POISON)
        if UNDEF in (left.text, right.text):  # NaN, say
            return of_integer(how >> 3 & 1, IntegerType(1))
        if left.value is None or right.value is None:
            return None
        a, b = left.value, right.value
        return of_integer(how >> (0 if a == b else 1 if a > b else 2 if a < b else 3) & 1, IntegerType(1))

    return elementwise(one, op.result.type, operands)


def compared(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    from tfir.dialects.llvm.attributes import INTEGER_PREDICATES

    how = INTEGER_PREDICATES[op.get("predicate")]

    def one(left: Constant, right: Constant) -> Constant | None:
        if POISON in (left.text, right.text):
            return uniform(IntegerType(1), POISON)
        if UNDEF in (left.text, right.text):  # the same number, say, where not each number gives the same
            is_any = how in ("eq", "ne") or left.text == right.text
            return uniform(IntegerType(1), UNDEF) if is_any else of_integer(int(how.endswith("e")), IntegerType(1))
        if left.number is None or right.number is None:
            return None
        numbers = [left.number, right.number]
        if how[0] == "u":
            numbers = [number & ((1 << left.type.width) - 1) for number in numbers]
        return of_integer(int(COMPARED[how if how in COMPARED else how[1:]](*numbers)), IntegerType(1))

    return elementwise(one, op.result.type, operands)


def chosen(op: Operation, operands: Sequence[Constant]) -> Constant | None:
    condition, yes, no = operands
    if not isinstance(condition.type, VectorType):
        return chosen_by(condition, yes, no)
    if any(condition.type.scalable):
        return None
    members = [chosen_by(*each) for each in zip(condition.parts(), yes.parts(), no.parts())]
    return None if None in members else Constant(yes.type, members=[member for member in members if member is not None])


def chosen_by(condition: Constant, yes: Constant, no: Constant) -> Constant | None:
    """One of two, or what both may be taken for where the condition is not known."""
    if condition.number is not None:
        return yes if condition.number else no
    if condition.text == POISON:
        return uniform(yes.type, POISON)
    if condition.text == UNDEF:
        return yes if yes.text == UNDEF else no
    if yes.text == no.text or no.text == POISON or (no.text == UNDEF and is_a_number(yes)):
        return yes
    return no if yes.text == POISON or (yes.text == UNDEF and is_a_number(no)) else None


def is_a_number(constant: Constant) -> bool:
    return (constant.number, constant.bits) != (None, None)


RULES: dict[str, Callable[[Operation, Sequence[Constant]], Constant | None]] = {
    **dict.fromkeys(("trunc", "zext", "sext"), resized), **dict.fromkeys(("fptosi", "fptoui"), to_integer),
    **dict.fromkeys(("ptrtoint", "inttoptr", "addrspacecast"), converted_address),
    "insertvalue": with_value, "extractvalue": value_in,
    "insertelement": with_element, "extractelement": element_in, "shufflevector": shuffled, "icmp": compared, "fcmp": ordered, "select": chosen,
}  # fmt: skip
