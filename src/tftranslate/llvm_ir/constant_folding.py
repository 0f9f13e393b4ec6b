"""What LLVM makes of constant expressions where it reads them: other constants. Source: LLVM's IR/ConstantFold.cpp."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import IN_RANGE
from tfir.ir.types import FloatType, IntegerType, Type, VectorType

from tftranslate.llvm_ir.values import AGGREGATE, FLOAT, INTEGER, POISON, UNDEF, Constant, Constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tftranslate.llvm_ir.instruction import Instruction

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
    return converted(constants, name, operands[0], type) if len(operands) == 1 else None


def element_address(constants: Constants, instruction: Instruction, operands: list[Constant], type: Type) -> Constant | None:
    """Of poison and of nothing in particular the same; with indices that are all 0 the address itself."""
    base, *indices = operands
    if base.kind in (POISON, UNDEF):
        return constants.of(base.kind, type)
    if IN_RANGE in instruction.attributes or base.type is not type:
        return None
    return base if all([index.is_zero or index.kind in (UNDEF, POISON) for index in indices]) else None


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


def converted(constants: Constants, name: str, source: Constant, type: Type) -> Constant | None:
    if source.kind in (POISON, UNDEF):
        return constants.of(source.kind, type)
    if source.is_zero and name != "addrspacecast":
        return constants.zero(type)
    if name == "bitcast":
        return source if source.type is type else of_bits(constants, source, type)
    if isinstance(type, VectorType) and isinstance(source.type, VectorType) and source.kind == AGGREGATE:
        return of_members(constants, type, [converted(constants, name, each, type.element) for each in source.payload])
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
