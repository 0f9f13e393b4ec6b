"""What is computed of constants of the llvm dialect: parts of structures and arrays, wider numbers, shifted and joined bits."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr
from tfir.ir.dense import DenseAttr, ElementsAttr, SparseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType, IntegerType, Type

from tfopt.generic.canonicalization.constants import constant_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.rewrite.rewriter import PatternRewriter

OF_ALL_PARTS = ("llvm.mlir.zero", "llvm.mlir.undef", "llvm.mlir.poison")  # of each part what they are of the whole


def part_of_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """A part of a constant, where a constant can be made of it alone."""
    value = constant_part(op.operands[0], list(op.attributes["position"].values), op.result.type, rewriter)
    return value is not None and rewriter.replace(op, [value])


def constant_part(whole: Value, position: list[int], type: Type, rewriter: PatternRewriter) -> Value | None:
    maker = whole.op
    if maker is not None and maker.name in OF_ALL_PARTS:
        return rewriter.value(maker.name, (), type)
    content = maker.attributes["value"] if maker is not None and maker.name == "llvm.mlir.constant" else None
    for at in position:
        content = element_at(content, at)
    if not isinstance(content, (IntegerAttr, FloatAttr, BoolAttr)) or type_of(content) is not type:
        return None
    return rewriter.value("llvm.mlir.constant", (), type, value=content)


def type_of(content: Attribute) -> Type | None:
    return IntegerType(1) if isinstance(content, BoolAttr) else getattr(content, "type", None)


def element_at(content: Attribute | None, at: int) -> Attribute | None:
    """An element by its number in a row, however many dimensions the elements have."""
    if isinstance(content, ArrayAttr):
        return content.elements[at] if at < len(content.elements) else None
    if not isinstance(content, ElementsAttr) or at >= content.type.size:
        return None
    if isinstance(content, SparseAttr):
        return sparse_element(content, at)
    return dense_element(content, at) if isinstance(content, DenseAttr) else None


def dense_element(content: DenseAttr, at: int) -> Attribute | None:
    element = content.type.element
    if isinstance(element, ComplexType):
        number = complex(content.value_at(at))
        return ArrayAttr([part_attribute(part, element.element) for part in (number.real, number.imag)])
    number = content.value_at(at)
    if isinstance(number, complex) or not isinstance(element, (IntegerType, FloatType)):
        return None
    return part_attribute(number, element)


def part_attribute(number: float, type: Type) -> Attribute:
    return constant_attribute(number if isinstance(type, FloatType) else int(number), type)


def sparse_element(content: SparseAttr, at: int) -> Attribute | None:
    """The element that is told of a place, zero where none is."""
    if not isinstance(content.elements, DenseAttr) or isinstance(content.type.element, ComplexType):
        return None
    rank, places = len(content.type.shape), content.indices.values()
    flat = []
    for start in range(0, len(places), max(rank, 1)):
        place = 0
        for size, number in zip(content.type.shape, places[start : start + rank]):
            place = place * size + int(number)
        flat.append(place)
    return dense_element(content.elements, flat.index(at)) if at in flat else part_attribute(0, content.type.element)


def bits_of(value: Value) -> int | None:
    """The bits of a constant number, of any dialect; None where it is none."""
    maker = value.op
    if maker is None or not isinstance(value.type, IntegerType) or not has_trait(maker, "constant_like"):
        return None
    content = maker.attributes.get("value")
    if maker.name == "llvm.mlir.zero":
        return 0
    number = content.value if isinstance(content, (IntegerAttr, BoolAttr)) else None
    return None if number is None else int(number) % (1 << value.type.width)


def computed(function: Callable[..., int | None]):
    """A number that is computed of numbers without a sign; the function is told the width of the first as well."""

    def fold(op: Operation, rewriter: PatternRewriter) -> bool:
        numbers = [bits_of(value) for value in op.operands]
        if None in numbers or not isinstance(op.result.type, IntegerType):
            return False
        result = function(*numbers, op.operands[0].type.width)
        if result is None:
            return False
        content = constant_attribute(result, op.result.type)
        return rewriter.replace(op, [rewriter.value("llvm.mlir.constant", (), op.result.type, value=content)])

    return fold


PATTERNS = {
    "llvm.zext": [computed(lambda a, width: a)],
    "llvm.shl": [computed(lambda a, b, width: a << b if b < width else None)],
    "llvm.or": [computed(lambda a, b, width: a | b)],
}
