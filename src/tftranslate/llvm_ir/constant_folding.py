"""What LLVM makes of constant expressions where it reads them: other constants. Source: LLVM's IR/ConstantFold.cpp."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import IN_RANGE
from tfir.dialects.llvm.types import StructType
from tfir.ir.types import FloatType, IntegerType, Type, VectorType

from tftranslate.llvm_ir.instruction import Instruction
from tftranslate.llvm_ir.values import AGGREGATE, EXPRESSION, FLOAT, INTEGER, POISON, UNDEF, ZERO, Constant, Constants, Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NUMBERS: dict[str, Callable[[int, int], int]] = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "xor": lambda a, b: a ^ b}


def folded(constants: Constants, instruction: Instruction, type: Type) -> Constant | None:
    """The constant that an expression of a type is; None where it stays an expression."""
    name, operands = instruction.name.removeprefix("llvm."), [each for each in instruction.operands if isinstance(each, Constant)]
    if len(operands) != len(instruction.operands):
        return None
    if name == "getelementptr":
        return element_address(constants, instruction, operands, type)
    if name in NUMBERS:
        return calculated(constants, name, operands[0], operands[1], type) if len(operands) == 2 else None
    return converted(constants, instruction, operands[0], type) if len(operands) == 1 else None


def indexed_by_vectors(constants: Constants, instruction: Instruction, type: VectorType) -> None:
    """An expression of several addresses has a vector for each index, but for that of a structure, which is one for all of them."""
    base, *indices = [each for each in instruction.operands if isinstance(each, Constant)]
    inner, written = instruction.attributes["elem_type"].value, [base]
    for at, index in enumerate(indices):
        if at and isinstance(inner, StructType):
            written.append(constants.members(index)[0] if isinstance(index.type, VectorType) else index)
            inner = (inner.members or ())[written[-1].payload or 0]
            continue
        written.append(
            index
            if isinstance(index.type, VectorType)
            else constants.aggregate(VectorType(type.shape, index.type), [index] * type.shape[0])
        )
        inner = getattr(inner, "element", None) if at else inner
    instruction.operands = [*written]


def element_address(constants: Constants, instruction: Instruction, operands: list[Constant], type: Type) -> Constant | None:
    """Of poison and of nothing in particular the same; with indices that are all 0 the address itself."""
    base, *indices = operands
    if base.kind in (POISON, UNDEF):
        return constants.of(base.kind, type)
    if IN_RANGE in instruction.attributes or not all([index.is_zero or index.kind in (UNDEF, POISON) for index in indices]):
        return None
    if base.type is type:
        return base
    return constants.aggregate(type, [base] * type.shape[0]) if isinstance(type, VectorType) and not any(type.scalable) else None


def element_of(constants: Constants, constant: Constant, at: int) -> Constant | None:
    """Of a vector one element, which of several addresses is an expression of its own."""
    if constant.kind in (AGGREGATE, ZERO):
        return constants.members(constant)[at]
    instruction = constant.payload.instruction if constant.kind == EXPRESSION else None
    if instruction is None or instruction.name != "llvm.getelementptr":
        return None
    parts = [element_of(constants, each, at) if isinstance(each.type, VectorType) else each for each in instruction.operands]
    if None in parts:
        return None
    one = Instruction(instruction.name, instruction.place)
    one.operands, one.attributes, one.type = parts, dict(instruction.attributes), constant.type.element
    return expression(constants, one)


def expression(constants: Constants, instruction: Instruction) -> Constant:
    """An expression of which there is one for what it does to which operands."""
    held = tuple(sorted([(name, value.text) for name, value in instruction.attributes.items()]))
    return constants.of(EXPRESSION, instruction.type, Expression(instruction, (instruction.name, held, tuple(instruction.operands))))


def calculated(constants: Constants, name: str, left: Constant, right: Constant, type: Type) -> Constant | None:
    if POISON in (left.kind, right.kind):
        return constants.of(POISON, type)
    if UNDEF in (left.kind, right.kind):
        return constants.zero(type) if name == "xor" and left.kind == right.kind else constants.of(UNDEF, type)
    if right.is_zero:
        return left
    if left.is_zero and name != "sub":
        return right
    if isinstance(type, IntegerType) and left.kind == right.kind == INTEGER:
        return constants.integer(NUMBERS[name](left.payload, right.payload), type)
    if isinstance(type, VectorType) and left.kind == right.kind == AGGREGATE:
        return of_members(constants, type, [calculated(constants, name, a, b, type.element) for a, b in zip(left.payload, right.payload)])
    return None


def of_members(constants: Constants, type: Type, members: list[Constant | None]) -> Constant | None:
    told = [member for member in members if member is not None]
    return constants.aggregate(type, told) if len(told) == len(members) else None


def cast(constants: Constants, instruction: Instruction, source: Constant, type: Type) -> Constant:
    """A conversion of an element, which may stay an expression."""
    constant = converted(constants, instruction, source, type)
    if constant is not None:
        return constant
    one = Instruction(instruction.name, instruction.place)
    one.operands, one.attributes, one.type = [source], dict(instruction.attributes), type
    return expression(constants, one)


def converted(constants: Constants, instruction: Instruction, source: Constant, type: Type) -> Constant | None:
    name = instruction.name.removeprefix("llvm.")
    if source.kind in (POISON, UNDEF):
        return constants.of(source.kind, type)
    if source.is_zero and name != "addrspacecast":
        return constants.zero(type)
    if name == "bitcast":
        return source if source.type is type else of_bits(constants, source, type)
    if isinstance(type, VectorType) and isinstance(source.type, VectorType) and not any(type.scalable):
        elements = [element_of(constants, source, at) for at in range(type.shape[0])]
        return (
            None
            if None in elements
            else of_members(constants, type, [cast(constants, instruction, each, type.element) for each in elements])
        )
    if name == "trunc" and source.kind == INTEGER and isinstance(type, IntegerType):
        return constants.integer(source.payload, type)
    return None


def of_bits(constants: Constants, source: Constant, type: Type) -> Constant | None:
    """A number with the bits of another one."""
    if source.kind == INTEGER and isinstance(type, FloatType):
        return constants.of(FLOAT, type, source.payload & (1 << type.width) - 1)
    if source.kind == FLOAT and isinstance(type, IntegerType):
        return constants.integer(source.payload, type)
    return None
