"""Which results a node has: the op table's line for its op, instantiated by the node's attributes."""

from __future__ import annotations

from collections.abc import Mapping

from tfir.dialects.tf import DIALECT
from tfir.dialects.tf.defaults import defaults_of
from tfir.ir.attributes import ArrayAttr, Attribute, IntegerAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import Type
from tfir.ods.signature import Signature, Slot
from tfir.proto import OpDef
from tfir.storage.datatypes import TYPES, WORD_NUMBERS, type_of, unranked

TABLE = DIALECT.table

Results = list[tuple[str, tuple[Type, ...]]]  # one entry for each result of the signature: its name and its types

MOST_RESULTS = 1 << 16  # a corrupt attribute must not make a list that fills the memory

_words = {word: unranked(TYPES[number]) for word, number in WORD_NUMBERS.items()}


def results_of(signature: Signature, attributes: Mapping[str, Attribute]) -> Results:
    """The results of an op; raises Error where an attribute that decides about them is missing or of the wrong kind."""
    return [(slot.name, slot_types(slot, signature, attributes)) for slot in signature.results]


def slot_types(slot: Slot, signature: Signature, attributes: Mapping[str, Attribute]) -> tuple[Type, ...]:
    if slot.variadic:
        return tuple([unranked(type) for type in listed_types(slot.type, stated(slot.type, signature, attributes))])
    one = _words.get(slot.type) or unranked(one_type(slot.type, stated(slot.type, signature, attributes)))
    return (one,) if slot.number is None else (one,) * count_of(slot.number, stated(slot.number, signature, attributes, "Number"))


def stated(name: str, signature: Signature, attributes: Mapping[str, Attribute], kind: str = "Type") -> Attribute:
    """An attribute of a node, or the default of its op."""
    attribute = attributes.get(name)
    if attribute is None:
        attribute = defaults_of(signature).get(name)
    if attribute is None:
        raise Error(f"{kind} attr not found: {name}")
    return attribute


def one_type(name: str, attribute: Attribute) -> Type:
    if not isinstance(attribute, TypeAttr):
        raise Error(f"Expected '{name}' to be a type")
    return attribute.type


def listed_types(name: str, attribute: Attribute | None) -> list[Type]:
    """The types that an attribute of that name lists."""
    elements = attribute.elements if isinstance(attribute, ArrayAttr) else (None,)
    types = [element.type for element in elements if isinstance(element, TypeAttr)]
    if len(types) != len(elements):
        raise Error(f"Expected '{name}' to be a list of types")
    return types


def count_of(name: str, attribute: Attribute | None) -> int:
    """A number of results, from the attribute that tells it."""
    if attribute is None:
        raise Error(f"Number attr not found: {name}")
    if not isinstance(attribute, IntegerAttr) or not 0 <= attribute.value <= MOST_RESULTS:
        raise Error(f"Expected '{name}' to be a number of results, from 0 to {MOST_RESULTS}")
    return attribute.value


def argument_types(arg: OpDef.ArgDef, attributes: Mapping[str, Attribute]) -> tuple:
    """The types that an argument or result of a function has where it is called with these attributes."""
    if arg.type_list_attr:
        return tuple([unranked(type) for type in listed_types(arg.type_list_attr, attributes.get(arg.type_list_attr))])
    if arg.type_attr:
        one = attributes.get(arg.type_attr)
        if not isinstance(one, TypeAttr):
            raise Error(f"Type attr not found: {arg.type_attr}")
        type = one.type
    else:
        type = type_of(arg.type)
    return (unranked(type),) * (count_of(arg.number_attr, attributes.get(arg.number_attr)) if arg.number_attr else 1)
