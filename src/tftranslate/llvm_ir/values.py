"""What operands of instructions are before they are values of operations: constants, and names of a function."""

from __future__ import annotations

from tfir.dialects.llvm.types import ArrayType, PointerType, StructType
from tfir.ir.types import FloatType, IntegerType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

INTEGER, FLOAT, NULL, NONE, ZERO, UNDEF, POISON = "integer", "float", "null", "none", "zeroinitializer", "undef", "poison"
AGGREGATE, GLOBAL, EQUIVALENT, BLOCK, EXPRESSION = "aggregate", "global", "dso_local_equivalent", "blockaddress", "expression"
NO_CFI, SIGNED = "no_cfi", "ptrauth"


class Local:
    """`%name`: an argument, or what an instruction gives."""

    __slots__ = ("type", "name", "place")

    def __init__(self, type: Type, name: str, place: int):
        self.type, self.name, self.place = type, name, place


class Constant:
    """A constant. There is one of each for as long as a module is read, as in LLVM. `payload` is, by kind, an integer with a sign, the bits
    of a float, members, a global's name, a pair of names, an `Expression`, or other constants that it is made of."""

    __slots__ = ("kind", "type", "payload")

    def __init__(self, kind: str, type: Type, payload: Any):
        self.kind, self.type, self.payload = kind, type, payload

    @property
    def is_zero(self) -> bool:
        if self.kind in (INTEGER, FLOAT):
            return self.payload == 0
        return self.kind in (NULL, NONE, ZERO)


class Expression:
    """An operation on constants: `instruction` is as it stands in a function."""

    __slots__ = ("instruction", "key")

    def __init__(self, instruction: Any, key: Any):
        self.instruction, self.key = instruction, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Constants:
    """All constants of a module, each once."""

    def __init__(self) -> None:
        self.all: dict[tuple, Constant] = {}

    def of(self, kind: str, type: Type, payload: Any = None) -> Constant:
        key = (kind, type, payload)
        constant = self.all.get(key)
        if constant is None:
            constant = self.all[key] = Constant(kind, type, payload)
        return constant

    def integer(self, number: int, type: Any) -> Constant:
        """With a sign; of one bit 0 and 1."""
        number &= (1 << type.width) - 1
        return self.of(INTEGER, type, number - (1 << type.width) if type.width > 1 and number >> (type.width - 1) else number)

    def zero(self, type: Type) -> Constant:
        if isinstance(type, IntegerType):
            return self.of(INTEGER, type, 0)
        if isinstance(type, FloatType):
            return self.of(FLOAT, type, 0)
        return self.of(NULL if isinstance(type, PointerType) else ZERO, type)

    def aggregate(self, type: Type, members: Sequence[Constant]) -> Constant:
        """One whose members are all zero, undefined or poison is that as a whole."""
        if all([each.is_zero for each in members]):
            return self.of(ZERO, type)
        kinds = {each.kind for each in members}
        if len(kinds) == 1 and kinds <= {UNDEF, POISON}:
            return self.of(kinds.pop(), type)
        return self.of(AGGREGATE, type, tuple(members))

    def members(self, constant: Constant) -> list[Constant]:
        """Those of an aggregate, also of one that is zero as a whole."""
        if constant.kind != ZERO:
            return list(constant.payload)
        return [self.zero(type) for type in member_types(constant.type)]


def member_count(type: Type) -> int:
    if isinstance(type, ArrayType):
        return type.count
    if isinstance(type, StructType):
        return len(type.members or ())
    return type.shape[0] if isinstance(type, VectorType) else 0


def member_types(type: Type) -> list[Type]:
    if isinstance(type, StructType):
        return list(type.members or ())
    return [type.element] * member_count(type) if isinstance(type, (ArrayType, VectorType)) else []
