"""Operations of LLVM, built by patterns that convert to it."""

from __future__ import annotations

from functools import cache

from tfir.dialects import definition_of
from tfir.dialects.llvm.types import ArrayType
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr, TypeAttr, integer_of
from tfir.ir.operations import Operation, Value
from tfir.ir.parts import read_only
from tfir.ir.types import I32, I64, INDEX, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tfopt.rewrite.type_conversion import TypeConversion


@cache
def defaults_of(name: str) -> Mapping[str, Attribute]:
    """The attributes that an op has where nothing else is said."""
    return read_only(definition_of(name).defaults)


@cache
def position(*indices: int) -> DenseArrayAttr:
    return DenseArrayAttr(indices, I64)


def create(
    rewriter: TypeConversion, name: str, operands: Iterable[Value], types: Iterable[Type], attributes: Mapping[str, Attribute] | None = None
) -> Operation:
    """A new operation of LLVM where the rewriter builds."""
    defaults = defaults_of(name)
    return rewriter.builder.create(name, operands, types, {**defaults, **attributes} if attributes else defaults)


def value(
    rewriter: TypeConversion, name: str, operands: Iterable[Value], type: Type, attributes: Mapping[str, Attribute] | None = None
) -> Value:
    return create(rewriter, name, operands, [type], attributes).results[0]


def constant(rewriter: TypeConversion, held: Attribute, type: Type) -> Value:
    return rewriter.builder.value("llvm.mlir.constant", (), type, {"value": held})


def number(rewriter: TypeConversion, number: int, type: Type, kind: Type | None = None) -> Value:
    """A constant that is a whole number; `kind` is the type by which it is written, its own if none is given."""
    return constant(rewriter, integer_of(number, kind or type), type)


def index(rewriter: TypeConversion, size: int) -> Value:
    """A constant that was an index."""
    type = rewriter.types[INDEX]
    assert type is not None, "an index is an integer"
    return number(rewriter, size, type, INDEX)


def extracted(rewriter: TypeConversion, container: Value, type: Type, *indices: int) -> Value:
    """The member of a structure, or element of arrays, at a place."""
    return rewriter.builder.value("llvm.extractvalue", (container,), type, {"position": position(*indices)})


def inserted(rewriter: TypeConversion, container: Value, member: Value, *indices: int) -> Value:
    """A structure, or arrays, with another member at a place."""
    return rewriter.builder.value("llvm.insertvalue", (container, member), container.type, {"position": position(*indices)})


def poison(rewriter: TypeConversion, type: Type) -> Value:
    return rewriter.builder.value("llvm.mlir.poison", (), type)


def whole(rewriter: TypeConversion, name: str, one: Value, other: Value) -> Value:
    """Arithmetic on whole numbers."""
    return rewriter.builder.value(f"llvm.{name}", (one, other), one.type, defaults_of(f"llvm.{name}"))


DYNAMIC_INDEX = -(1 << 31)  # stands for an operand among the indices of an address


def address_in(
    rewriter: TypeConversion, pointer: Value, element: Type, indices: Sequence[Value | int], flags: int = 0, type: Type | None = None
) -> Value:
    """A pointer into memory that holds such elements, by the numbers of elements, and of members of these."""
    given = [DYNAMIC_INDEX if isinstance(each, Value) else each for each in indices]
    attributes = {
        "elem_type": TypeAttr(element), "rawConstantIndices": DenseArrayAttr(given, I32), "noWrapFlags": IntegerAttr(flags, I32),
    }  # fmt: skip
    operands = [pointer, *[each for each in indices if isinstance(each, Value)]]
    return rewriter.builder.value("llvm.getelementptr", operands, type or pointer.type, attributes)


def rows_of(type: Type) -> tuple[list[int], Type]:
    """The sizes of arrays around a type, and the type inside."""
    sizes = []
    while isinstance(type, ArrayType):
        sizes.append(type.count)
        type = type.element
    return sizes, type


def places(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All places in arrays of these sizes, in order."""
    if not sizes:
        yield ()
        return
    for first in range(sizes[0]):
        for rest in places(sizes[1:]):
            yield (first, *rest)
