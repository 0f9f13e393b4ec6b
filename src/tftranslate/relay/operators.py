"""Operators in Relay's text: which there are, and their attributes, by their lines in the dialect's table."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.dialects.relay.inference import FAMILY_OF
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from tfir.ir.operations import Operation
from tfir.ir.suggestion import did_you_mean
from tfir.ir.types import F32, F64, I64
from tfir.ods.binding import default_value, plain
from tfir.ods.inference import inferred_types

from tftranslate.relay.element_types import element_of, word_of
from tftranslate.relay.literals import LARGEST, FloatLiteral, attribute_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type
    from tfir.ods.dialect import OpDefinition
    from tfir.ods.signature import Attribute as DeclaredAttribute

PREFIX = "relay."


class Operator:
    """An operator by its name in TVM."""

    __slots__ = ("name", "definition", "count", "remembers", "types")

    def __init__(self, name: str, definition: OpDefinition):
        self.name, self.definition = name, definition
        self.count = len(definition.declaration.operands)
        self.remembers = has_trait(definition.name, "elementwise") and not definition.declaration.attributes
        self.types: dict[tuple[Type, ...], Type | None] = {}

    def result_type(self, op: Operation) -> Type | None:
        """The type of the result of an op with operands of known types; None where nothing tells. Raises Error for operands that it cannot
        have."""
        key = tuple([operand.type for operand in op.operands])
        if self.remembers and key in self.types:
            return self.types[key]
        (type,) = inferred_types(op, self.definition) or [None]
        if self.remembers:
            self.types[key] = type
        return type


class Operators:
    """The operators that a text names, each looked up once."""

    def __init__(self) -> None:
        self.looked_up: dict[str, Operator | None] = {}

    def get(self, name: str) -> Operator | None:
        if name not in self.looked_up:
            definition = lookup(PREFIX + name) if name in FAMILY_OF else None
            self.looked_up[name] = None if definition is None else Operator(name, definition)
        return self.looked_up[name]

    @staticmethod
    def suggestion(name: str) -> str:
        return did_you_mean(name, FAMILY_OF)


class Unfit(Exception):
    """An attribute that cannot be, with the reason."""


def stored_attributes(operator: Operator, given: dict[str, Attribute]) -> dict[str, Attribute]:
    """The attributes that the operation has. Raises Unfit for one that the operator does not have, or not of that kind."""
    declared = operator.definition.declaration.attributes
    stored: dict[str, Attribute] = {}
    for name, value in given.items():
        if name not in declared:
            raise Unfit(f"{operator.name} has no attribute '{name}'{did_you_mean(name, declared)}")
        attribute = stored_attribute(declared[name], value)
        if attribute is not None:
            stored[name] = attribute
    missing = [each.name for each in declared.values() if each.required and each.name not in stored]
    if missing:
        raise Unfit(f"{operator.name} needs the attribute '{missing[0]}'")
    return stored


def stored_attribute(declared: DeclaredAttribute, value: Attribute) -> Attribute | None:
    """An attribute of the kind that is declared; None for what the text says of one that is not there."""
    if isinstance(value, UnitAttr):
        return None
    kind = declared.kind
    if kind == "i64" and isinstance(value, (IntegerAttr, BoolAttr)):
        return IntegerAttr(int(value.value), I64)
    if kind == "f64" and isinstance(value, FloatLiteral):
        return FloatAttr(value.number, F64)
    if kind == "f64" and isinstance(value, (FloatAttr, IntegerAttr)):
        return FloatAttr(float(value.value), F64)
    if kind == "bool" and (isinstance(value, BoolAttr) or (isinstance(value, IntegerAttr) and value.value in (0, 1))):
        return BoolAttr(bool(value.value))
    if kind == "str" and isinstance(value, StringAttr):
        return value
    if kind == "type" and isinstance(value, StringAttr):
        return type_attribute(declared, value.value)
    if kind == "array<i64>" and isinstance(value, (ArrayAttr, IntegerAttr)):
        return DenseArrayAttr(integers(declared, value), I64)
    if kind == "groups" and isinstance(value, ArrayAttr):
        return ArrayAttr([ArrayAttr([IntegerAttr(each, I64) for each in integers(declared, row)]) for row in value.elements])
    if kind == "attr":
        return DenseArrayAttr(integers(declared, value), I64) if isinstance(value, ArrayAttr) else value
    raise Unfit(f"the attribute '{declared.name}' is not of kind {kind}")


def type_attribute(declared: DeclaredAttribute, word: str) -> TypeAttr | None:
    """A type of elements; none where the word is empty, as that of an `out_dtype` may be."""
    element = element_of(word)
    if element is None and word not in ("", "void"):
        raise Unfit(f"the attribute '{declared.name}' is '{word}', which is no type of elements")
    return None if element is None else TypeAttr(element)


def integers(declared: DeclaredAttribute, value: Attribute) -> list[int]:
    elements = list(value.elements) if isinstance(value, ArrayAttr) else [value]
    if not all([isinstance(each, IntegerAttr) for each in elements]):
        raise Unfit(f"the attribute '{declared.name}' is no list of integers")
    return [int(each.value) for each in elements if isinstance(each, IntegerAttr)]


def attribute_texts(op: Operation, definition: OpDefinition) -> list[str]:
    """`axis=1` of each attribute that has not its default, in the order of the table. Raises Unfit for one without text."""
    return [
        f"{each.name}={text_of(each, op.attributes[each.name])}"
        for each in definition.declaration.attributes.values()
        if each.name in op.attributes and not is_default(each, op.attributes[each.name])
    ]


def is_default(declared: DeclaredAttribute, value: Attribute) -> bool:
    default, said = default_value(declared), plain(value)
    if default is None:
        return False
    return tuple(said) == tuple(default) if isinstance(default, tuple) and isinstance(said, (tuple, list)) else bool(said == default)


def text_of(declared: DeclaredAttribute, value: Attribute) -> str:
    if isinstance(value, TypeAttr):
        word = word_of(value.type)
        if word is None:
            raise Unfit(f"the type '{value.type}' has no name in Relay")
        return f'"{word}"'
    if isinstance(value, DenseArrayAttr):
        return f"[{', '.join([str(each) for each in value.values])}]"
    if isinstance(value, IntegerAttr):
        return str(value.value)
    if isinstance(value, FloatAttr):
        short = f"{value.value:g}"
        suffix = "f64" if LARGEST[F32] < abs(value.value) < float("inf") else "f"
        return (short if float(short) == value.value else repr(value.value)) + suffix
    if isinstance(value, ArrayAttr):
        return f"[{', '.join([text_of(declared, each) for each in value.elements])}]"
    try:
        return attribute_text(value)
    except ValueError as reason:
        raise Unfit(f"the attribute '{declared.name}': {reason}") from None
