"""Nested structures of arguments and results, and the path to each tensor in them: `[0]`, `["out"]`, `[1, "key"]`."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.proto import StructuredValue

from tftranslate.attribute_values import sizes_of
from tftranslate.datatypes import type_of

DEEPEST = 64


class Leaf:
    """A tensor of a structure: the path to it, and its type."""

    __slots__ = ("path", "type", "name")

    def __init__(self, path: tuple, type: TensorType, name: str):
        self.path, self.type, self.name = path, type, name

    @property
    def index_path(self) -> ArrayAttr:
        return ArrayAttr([IntegerAttr(part) if isinstance(part, int) else StringAttr(part) for part in self.path])


def leaves(value: StructuredValue, path: tuple = ()) -> list[Leaf]:
    """The tensors in the order in which functions take and give them."""
    if len(path) > DEEPEST:
        raise Error(f"a structure of arguments is nested more than {DEEPEST} deep")
    kind = value.WhichOneof("kind")
    if kind in ("tensor_spec_value", "bounded_tensor_spec_value"):
        spec = getattr(value, kind)
        return [Leaf(path, TensorType(sizes_of(spec.shape), type_of(spec.dtype)), spec.name)]
    if kind == "type_spec_value":
        raise Error(
            f"an argument or result is a {value.type_spec_value.type_spec_class_name or 'composite'}, which has no place in tf_saved_model"
        )
    return [leaf for part, inner in parts(value, kind) for leaf in leaves(inner, (*path, part))]


def parts(value: StructuredValue, kind: str | None):
    if kind in ("list_value", "tuple_value"):
        return enumerate(getattr(value, kind).values)
    if kind == "dict_value":
        return [(key, value.dict_value.fields[key]) for key in sorted(value.dict_value.fields)]
    if kind == "named_tuple_value":
        return [(pair.key, pair.value) for pair in value.named_tuple_value.values]
    return ()


def argument_leaves(value: StructuredValue) -> list[Leaf]:
    """The leaves of a function signature's inputs: a tuple of positional arguments and a dictionary of keyword ones, which do not count
    in paths."""
    pair = value.tuple_value.values
    if len(pair) != 2:
        raise Error("a function's signature is no pair of positional and other arguments")
    return [leaf for side in pair for leaf in leaves(side)]
