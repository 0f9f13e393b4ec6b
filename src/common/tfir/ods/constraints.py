"""Constraints on the types of operands and results, and on attributes: one language, in the signature lines of every dialect.

    TYPE        ONE | ONE | ...        one of these
    ONE         any                    every type
                NAME                   a constraint by name
                CONTAINER<TYPE>        a type that holds such elements: `ranked<f32|index>`, `0D<int>`, `tensor<any>`
                WORD                   the type that a word means (i1, i32, u8, f32, bf16, c64, index), or a dialect's (!tf_executor.control)

    constraint NAME = TYPE "summary"   a line of a table that gives a type a name, and the words that errors have for it

A name is looked up among the table's constraints, then those of the dialect's module `constraints` (for what words cannot say:
`NAMED`, `CONTAINERS`), then those here. An attribute's constraint is its kind (`ATTRIBUTES`), a list of a kind, one of several
words, and the least value or length (`ods/signature.py` has the notation). A constraint is parsed when an op that it constrains is first
verified, and remembers the types that it has accepted; a word that means nothing is told then, with the line. Messages follow MLIR's
ODS: a type `must be SUMMARY, but got 'TYPE'`.
"""

from __future__ import annotations

from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)  # fmt: skip
from tfir.ir.dense import ElementsAttr
from tfir.ir.types import (
    F32,
    F64,
    I1,
    I32,
    I64,
    INDEX,
    UI32,
    UI64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    Type,
    VectorType,
)
from tfir.ods.element_types import type_of_word
from tfir.ods.signature import Attribute as DeclaredAttribute
from tfir.ods.signature import SignatureError, Slot

TYPE_CHECKING = False  # as `typing` has it, whose import takes longer than this module's
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class Constraint:
    """A constraint on a type: `accepts` checks it, `summary` is how an error names it."""

    __slots__ = ("holds", "summary", "_accepted")

    def __init__(self, holds: Callable[[Type], bool], summary: str):
        self.holds, self.summary = holds, summary
        self._accepted: set[Type] = set()

    def accepts(self, type: Type) -> bool:
        if type in self._accepted:
            return True
        if self.holds(type):
            self._accepted.add(type)
            return True
        return False


class Container:
    """A type that holds elements: `holds(type, accepts_element)` tells, `summary` has `{}` where the elements are named."""

    __slots__ = ("holds", "summary")

    def __init__(self, holds: Callable[[Type, Callable[[Type], bool]], bool], summary: str):
        self.holds, self.summary = holds, summary

    def of(self, elements: Constraint) -> Constraint:
        return Constraint(lambda type: self.holds(type, elements.accepts), self.summary.format(elements.summary))


class AttributeConstraint:
    """A constraint on an attribute, and how an error names it."""

    __slots__ = ("accepts", "summary")

    def __init__(self, accepts: Callable[[Attribute], bool], summary: str):
        self.accepts, self.summary = accepts, summary


class Constraints:
    """The constraints that the lines of one table can name; `module` is imported when one is asked for."""

    def __init__(self, lines: Mapping[str, tuple[str, str | None]], module: Callable[[], object]):
        self.lines, self.module = lines, module
        self._read: dict[str, Constraint] = {}
        self._read_attributes: dict[DeclaredAttribute, AttributeConstraint | None] = {}

    # Types

    def type(self, text: str) -> Constraint:
        """The constraint that a text of the notation denotes; raises `SignatureError` where it has an unknown name."""
        constraint = self._read.get(text)
        if constraint is None:
            parts = split_alternatives(text)
            constraint = self._read[text] = self._one(text) if len(parts) == 1 else any_of([self.type(part) for part in parts])
        return constraint

    def _one(self, text: str) -> Constraint:
        if text in self.lines:
            return self._of_line(text)
        name, bracket, inside = text.partition("<")
        if bracket:
            container = self._named("CONTAINERS", name, CONTAINERS)
            if container is None:
                raise SignatureError(f"no container is called {name}: {text}")
            constraint: Constraint = container.of(self.type(inside[:-1]))
            return constraint
        named: Constraint | None = self._named("NAMED", text, NAMED) or of_word(text)
        if named is None:
            raise SignatureError(f"no constraint is called {text}")
        return named

    def _of_line(self, name: str) -> Constraint:
        """A line may give the word that it builds on another summary: `constraint i8 = i8 "8-bit integer"`."""
        text, summary = self.lines[name]
        constraint = of_word(name) if text == name else self.type(text)
        assert constraint is not None
        return constraint if summary is None else Constraint(constraint.holds, summary)

    def _named(self, where: str, name: object, everywhere: Mapping[Any, Any]) -> Any:
        return getattr(self.module(), where, {}).get(name) or everywhere.get(name)

    # Attributes

    def attribute(self, declared: DeclaredAttribute) -> AttributeConstraint | None:
        """The constraint on an attribute of a signature; None where its kind implies none."""
        if declared not in self._read_attributes:
            self._read_attributes[declared] = self._attribute(declared)
        return self._read_attributes[declared]

    def _attribute(self, declared: DeclaredAttribute) -> AttributeConstraint | None:
        if declared.is_list:
            return self._list(declared)
        words, minimum = declared.allowed, declared.minimum
        if words and declared.kind[0] == "#":
            return AttributeConstraint(lambda a: isinstance(a, EnumAttr) and a.value in words, f"one of {', '.join(words)}")
        if words and declared.kind == "string":
            return self._named("STRINGS", words, {}) or one_of_strings(words)
        constraint = self._kind(declared.kind)
        if constraint is None or minimum is None:
            return constraint
        least = getattr(self.module(), "LEAST", LEAST).get(minimum, f"minimum value is {minimum}")
        return AttributeConstraint(
            lambda a: constraint.accepts(a) and isinstance(a, IntegerAttr) and a.value >= minimum, f"{constraint.summary} whose {least}"
        )

    def _kind(self, kind: str) -> AttributeConstraint | None:
        """The constraint that a kind of attributes is; None where nothing is asked of it. Raises `SignatureError` for an unknown one."""
        constraint: AttributeConstraint | None = self._named("ATTRIBUTES", kind, ATTRIBUTES)
        if constraint is None and kind[0] != "#" and kind not in UNCHECKED:
            from tfir.ir.suggestion import did_you_mean

            kinds = [*getattr(self.module(), "ATTRIBUTES", ()), *ATTRIBUTES, *UNCHECKED]
            raise SignatureError(f"no kind of attributes is called '{kind}'{did_you_mean(kind, kinds)}")
        return constraint

    def _list(self, declared: DeclaredAttribute) -> AttributeConstraint:
        """A list of which the dialect names the kind is held to it, element by element, and to its least length."""
        summary = self._named("LISTS", declared.kind, {})
        element = self._kind(declared.kind)
        if summary is None or element is None:
            return ANY_LIST
        least = declared.minimum or 0
        summary += f" with at least {least} elements" if least else ""
        return AttributeConstraint(
            lambda a: isinstance(a, ArrayAttr) and len(a.elements) >= least and all(map(element.accepts, a.elements)), summary
        )


def one_of_strings(words: tuple[str, ...]) -> AttributeConstraint:
    return AttributeConstraint(
        lambda a: isinstance(a, StringAttr) and a.value in words, f"string attribute whose value is {', or '.join(words)}"
    )


class SlotConstraints:
    """The constraints of one side of an op: for each slot one, and whether it is said of any number of values.

    `sizes` keeps how many values each slot has by how many there are, for operations without attributes, which could say otherwise.
    """

    __slots__ = ("constraints", "is_simple", "sizes")

    def __init__(self, slots: tuple[Slot, ...], attributes: Mapping[str, DeclaredAttribute], constraints: Constraints):
        self.constraints = [(constraints.type(text_of(slot, attributes)), bool(slot.variadic or slot.number)) for slot in slots]
        self.is_simple = not any([slot.variadic or slot.number or slot.optional for slot in slots])
        self.sizes: dict[int, list[int] | None] = {}


def text_of(slot: Slot, attributes: Mapping[str, DeclaredAttribute]) -> str:
    """The constraint of a slot as text: its own, or where that names a type (`T: type{f32|i32}`), those that this allows. A capital letter
    that the signature does not declare stands for any type."""
    parameter = attributes.get(slot.type)
    if parameter is not None:
        return "|".join(parameter.allowed or ("any",))
    return "any" if len(slot.type) == 1 and slot.type.isupper() else slot.type


def any_of(parts: list[Constraint]) -> Constraint:
    return Constraint(lambda type: any([part.accepts(type) for part in parts]), " or ".join([part.summary for part in parts]))


def split_alternatives(text: str) -> list[str]:
    """`a|b<c|d>` as `a` and `b<c|d>`."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "<") - (character == ">")
        if character == "|" and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def of_word(word: str) -> Constraint | None:
    """The constraint to be exactly the type that a word means; None where it means none."""
    type = type_of_word(word)
    return None if type is None else Constraint(lambda other: other is type, summary_of(type))


def summary_of(type: Type) -> str:
    if isinstance(type, IntegerType):
        return f"{type.width}-bit {SIGNEDNESS[type.signedness]} integer"
    if isinstance(type, FloatType):
        return "bfloat16 type" if type.name == "bf16" else f"{type.width}-bit float" if type.name[1:].isdigit() else f"{type} type"
    return type.text


SIGNEDNESS = {"": "signless", "s": "signed", "u": "unsigned"}


def element_of(type: Type) -> Type:
    """The element of a tensor or vector, of anything else the type itself."""
    return type.element if isinstance(type, (TensorType, VectorType)) else type


def is_signless(type: Type) -> bool:
    return isinstance(type, IntegerType) and not type.signedness


def is_signless_or_index(type: Type) -> bool:
    return is_signless(element_of(type)) or isinstance(element_of(type), IndexType)


def of_rank(rank: int) -> Container:
    def holds(type: Type, accepts: Callable[[Type], bool]) -> bool:
        return isinstance(type, TensorType) and type.shape is not None and len(type.shape) == rank and accepts(type.element)

    return Container(holds, f"{rank}D tensor of {{}} values")


NAMED = {
    "any": Constraint(lambda type: True, "any type"),
    "tensor": Constraint(lambda type: isinstance(type, TensorType), "tensor"),
    "memref": Constraint(lambda type: isinstance(type, MemRefType), "memref"),
    "vector": Constraint(lambda type: isinstance(type, VectorType), "vector"),
    "bool_like": Constraint(lambda type: element_of(type) is I1, "bool-like"),
    "integer": Constraint(lambda type: isinstance(type, IntegerType), "integer"),
    "signless": Constraint(is_signless, "signless integer"),
    "signed": Constraint(lambda type: isinstance(type, IntegerType) and type.signedness == "s", "signed integer"),
    "unsigned": Constraint(lambda type: isinstance(type, IntegerType) and type.signedness == "u", "unsigned integer"),
    "complex": Constraint(
        lambda type: isinstance(type, ComplexType) and isinstance(type.element, FloatType), "complex type with floating-point elements"
    ),
    "float": Constraint(lambda type: isinstance(type, FloatType), "floating-point"),
    "integer_like": Constraint(is_signless_or_index, "signless-non-zero-bitwidth-integer-like"),
    "whole_like": Constraint(is_signless_or_index, "signless-integer-like"),
    "fixed_integer_like": Constraint(lambda type: is_signless(element_of(type)), "signless-fixed-width-integer-like"),
    "float_like": Constraint(lambda type: isinstance(element_of(type), FloatType), "floating-point-like"),
}
CONTAINERS = {
    "tensor": Container(lambda type, accepts: isinstance(type, TensorType) and accepts(type.element), "tensor of {} values"),
    "ranked": Container(
        lambda type, accepts: isinstance(type, TensorType) and type.shape is not None and accepts(type.element),
        "ranked tensor of {} values",
    ),
    "vector": Container(lambda type, accepts: isinstance(type, VectorType) and accepts(type.element), "vector of {} values"),
    "memref": Container(lambda type, accepts: isinstance(type, MemRefType) and accepts(type.element), "memref of {} values"),
    **{f"{rank}D": of_rank(rank) for rank in range(7)},
}


def is_a(*classes: type) -> Callable[[Attribute], bool]:
    return lambda attribute: isinstance(attribute, classes)


def integer_of(type: Type) -> Callable[[Attribute], bool]:
    return lambda attribute: isinstance(attribute, IntegerAttr) and attribute.type is type


def float_of(type: Type) -> Callable[[Attribute], bool]:
    return lambda attribute: isinstance(attribute, FloatAttr) and attribute.type is type


def array_of(type: Type) -> Callable[[Attribute], bool]:
    return lambda attribute: isinstance(attribute, DenseArrayAttr) and attribute.element is type


def is_list_of_numbers(attribute: Attribute) -> bool:
    return isinstance(attribute, ArrayAttr) and all([isinstance(each, IntegerAttr) and each.type is I64 for each in attribute.elements])


def is_list_of_lists(attribute: Attribute) -> bool:
    return isinstance(attribute, ArrayAttr) and all(map(is_list_of_numbers, attribute.elements))


def is_alignment(attribute: Attribute) -> bool:
    if not isinstance(attribute, IntegerAttr) or attribute.type is not I64:
        return False
    return attribute.value > 0 and not attribute.value & (attribute.value - 1)


ATTRIBUTES = {
    "alignment": AttributeConstraint(
        is_alignment, "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0"
    ),
    "numbers": AttributeConstraint(is_list_of_numbers, "64-bit integer array attribute"),
    "groups": AttributeConstraint(is_list_of_lists, "Array of 64-bit integer array attributes"),
    "i64": AttributeConstraint(integer_of(I64), "64-bit signless integer attribute"),
    "i32": AttributeConstraint(integer_of(I32), "32-bit signless integer attribute"),
    "index": AttributeConstraint(integer_of(INDEX), "index attribute"),
    "ui64": AttributeConstraint(integer_of(UI64), "64-bit unsigned integer attribute"),
    "ui32": AttributeConstraint(integer_of(UI32), "32-bit unsigned integer attribute"),
    "f32": AttributeConstraint(float_of(F32), "32-bit float attribute"),
    "f64": AttributeConstraint(float_of(F64), "64-bit float attribute"),
    "bool": AttributeConstraint(is_a(BoolAttr), "bool attribute"),
    "unit": AttributeConstraint(is_a(UnitAttr), "unit attribute"),
    "flag": AttributeConstraint(is_a(UnitAttr, BoolAttr), "unit attribute"),  # stored as false where it is not there
    "symbol": AttributeConstraint(is_a(SymbolRefAttr), "flat symbol reference attribute"),
    "elements": AttributeConstraint(is_a(ElementsAttr), "constant vector/tensor attribute"),
    "array<i64>": AttributeConstraint(array_of(I64), "i64 dense array attribute"),
    "array<i1>": AttributeConstraint(array_of(I1), "i1 dense array attribute"),
    "type": AttributeConstraint(is_a(TypeAttr), "any type attribute"),
    "str": AttributeConstraint(is_a(StringAttr), "string attribute"),
    "string": AttributeConstraint(is_a(StringAttr), "string attribute"),  # as TensorFlow's registry has it
    "tensor": AttributeConstraint(is_a(ElementsAttr), "constant vector/tensor attribute"),
}
# Kinds of which nothing is asked here: any attribute, elements of a result's type, what the op's form or its verifier reads. So it is with
# `#name`, an attribute of a dialect, unless it says the words that are allowed.
UNCHECKED = frozenset("attr typed enum dict region version".split())
ANY_LIST = AttributeConstraint(is_a(ArrayAttr, DenseArrayAttr, ElementsAttr), "array attribute")
LEAST = {0: "value is non-negative", 1: "value is positive"}
