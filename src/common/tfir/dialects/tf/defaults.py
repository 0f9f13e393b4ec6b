"""Facts of a node that it leaves to the op table: attributes left at their defaults, and its full type."""

from __future__ import annotations

import re

from tfir.dialects.tf_type import FULL_TYPES, FullTypeAttr, ShapeAttr
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import F32, TensorType, Type
from tfir.ods.element_types import element_of_word
from tfir.ods.signature import UNRANKED, Signature
from tfir.ods.signature import Attribute as Declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_defaults: dict[str, dict[str, Attribute]] = {}


def defaults_of(signature: Signature) -> dict[str, Attribute]:
    """The default of each attribute that has one."""
    defaults = _defaults.get(signature.name)
    if defaults is None:
        declared = [attribute for attribute in signature.attributes.values() if attribute.default is not None]
        defaults = _defaults[signature.name] = {attribute.name: default_attribute(attribute) for attribute in declared}
    return defaults


def default_attribute(declared: Declared) -> Attribute:
    if declared.is_list:
        assert isinstance(declared.default, list)
        return ArrayAttr([KINDS[declared.kind](value) for value in declared.default])
    return KINDS[declared.kind](declared.default)


def _tensor(text: str) -> DenseAttr:
    """`i32<2>[1,2]`, a constant as a word of the table."""
    element, sizes, values = re.fullmatch(r"(\w+)<([\dx]*)>\[(.*)\]", text).groups()
    shape = [int(size) for size in sizes.split("x") if size]
    number = float if element.startswith(("f", "bf")) else int
    return DenseAttr.of([number(value) for value in values.split(",")], TensorType(shape, element_of_word(element)))


KINDS: dict[str, Callable[[Any], Attribute]] = {
    "string": StringAttr,
    "int": IntegerAttr,
    "float": lambda value: FloatAttr(value, F32),
    "bool": BoolAttr,
    "type": lambda word: TypeAttr(element_of_word(word)),
    "shape": lambda sizes: ShapeAttr(None) if sizes is UNRANKED else ShapeAttr([-1 if size is None else size for size in sizes]),
    "tensor": _tensor,
}


# Full types: `dataset<for_each<product, tensor<var "T">, var "T">>` with T = [f32, i32] is
# `dataset<product<tensor<float>, tensor<int32>>>`.

TOKEN = re.compile(r'\s*(\w+)(?: "([^"]*)")?')
UNSET, VAR, PRODUCT, FOR_EACH = (FULL_TYPES[name] for name in ("unset", "var", "product", "for_each"))
NAMES = {
    "f16": "half", "f32": "float", "f64": "double", "complex<f32>": "complex64", "complex<f64>": "complex128", "bf16": "bfloat16",
    "i1": "bool", "!tf_type.string": "string", "!tf_type.variant": "legacy_variant",
    **{f"{sign[:1]}i{width}": f"{sign}int{width}" for sign in ("", "u") for width in (8, 16, 32, 64)},
}  # fmt: skip


def full_type(signature: Signature, attributes: Mapping[str, Attribute]) -> FullTypeAttr | None:
    """The full type of a node's results, or None when its op is not declared with one or it cannot be told."""
    if not any(slot.full_type for slot in signature.results):
        return None
    types = [_read(slot.full_type)[0] if slot.full_type else FullTypeAttr(UNSET) for slot in signature.results]
    full_types = [_instantiated(type, attributes) for type in types]
    return None if None in full_types else FullTypeAttr(PRODUCT, full_types)


def makes_dataset(signature: Signature) -> bool:
    return any([(slot.full_type or "").startswith("dataset") for slot in signature.results])


def _read(text: str, at: int = 0) -> tuple[FullTypeAttr, int]:
    name = TOKEN.match(text, at)
    arguments: list[FullTypeAttr] = []
    at = name.end()
    while text[at : at + 1] in ("<", ",") and (text[at] == "<") == (not arguments):
        argument, at = _read(text, at + 1)
        arguments.append(argument)
    payload = None if name[2] is None else StringAttr(name[2])
    return FullTypeAttr(FULL_TYPES[name[1]], arguments, payload), at + (1 if arguments else 0)


def _instantiated(type: FullTypeAttr, attributes: Mapping[str, Attribute]) -> FullTypeAttr | None:
    if type.id == VAR:
        value = attributes.get(type.payload.value)
        return _named(value.type) if isinstance(value, TypeAttr) else None
    if type.id == FOR_EACH:
        container, pattern, variable = type.arguments
        value = attributes.get(variable.payload.value)
        if not isinstance(value, ArrayAttr):
            return None
        arguments = [_instantiated(pattern, {variable.payload.value: element}) for element in value]
        return None if None in arguments else FullTypeAttr(container.id, arguments)
    arguments = [_instantiated(argument, attributes) for argument in type.arguments]
    if VARIANTS in arguments:  # what a variant holds is left unsaid
        arguments = []
    return None if None in arguments else FullTypeAttr(type.id, arguments, type.payload)


def _named(type: Type) -> FullTypeAttr | None:
    name = NAMES.get(type.text)
    return None if name is None else FullTypeAttr(FULL_TYPES[name])


VARIANTS = FullTypeAttr(FULL_TYPES["tensor"], [FullTypeAttr(FULL_TYPES["legacy_variant"])])
