"""Nested structures of arguments and results, and the path to each tensor in them: `[0]`, `["out"]`, `[1, "key"]`."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf import text_format
from tfir.dialects.tf_saved_model import TYPE_SPEC
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType
from tfir.proto import StructuredValue, TypeSpecProto
from tfir.storage.datatypes import number_of, type_of
from tfir.storage.graphdef.attribute_values import sizes_of, write_shape

DEEPEST = 64
MOST_PARTS = 1 << 16  # of a list or tuple
# How many tensors the composite ones consist of that models of before TensorFlow 2.5 have, which do not say it.
COMPONENTS = {TypeSpecProto.SPARSE_TENSOR_SPEC: 3, TypeSpecProto.INDEXED_SLICES_SPEC: 3}


class Leaf:
    """A tensor of a structure: the path to it, and its type. One that is a part of a composite tensor, as of a ragged or a sparse one, has the
    type that its function says, and as `composite` the `TypeSpecProto` of the whole, in text form, whose number in the path is the last."""

    __slots__ = ("path", "type", "name", "composite")

    def __init__(self, path: tuple, type: TensorType | None, name: str, composite: str | None = None):
        self.path, self.type, self.name, self.composite = path, type, name, composite

    def inside(self) -> Leaf:
        """The same, as what the first step of the path leads to sees it."""
        return Leaf(self.path[1:], self.type, self.name, self.composite)

    @property
    def key(self) -> str:
        """What a signature calls it: the name that its path is; of a positional argument its own."""
        return self.path[0] if self.path and isinstance(self.path[0], str) else self.name

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
        spec = value.type_spec_value
        return [Leaf((*path, part), None, "", text_of(spec)) for part in range(components(spec))]
    return [leaf for part, inner in parts(value, kind) for leaf in leaves(inner, (*path, part))]


def components(spec: TypeSpecProto) -> int:
    """How many tensors a composite one consists of."""
    if spec.num_flat_components:
        return spec.num_flat_components
    if spec.type_spec_class == TypeSpecProto.RAGGED_TENSOR_SPEC:  # values, and the row partition of each ragged dimension
        return 1 + spec.type_state.tuple_value.values[2].int64_value if len(spec.type_state.tuple_value.values) > 2 else 2
    return COMPONENTS.get(spec.type_spec_class, 1)


def text_of(spec: TypeSpecProto) -> str:
    return text_format.MessageToString(spec, as_one_line=True)


def spec_of(text: str) -> TypeSpecProto:
    try:
        return text_format.Parse(text, TypeSpecProto())
    except text_format.ParseError as error:
        raise Error(f"'{TYPE_SPEC}' is no TypeSpecProto in text form: {error}") from None


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


def nested(inside: Sequence[Leaf], sequence: str = "tuple_value") -> StructuredValue:
    """The structure whose tensors have these paths. What numbers count is a `sequence`: `tuple_value` or `list_value`; one that is left
    out is None. Raises Error where paths contradict each other."""
    value = StructuredValue()
    if not inside:
        value.none_value.SetInParent()
        return value
    if not all([leaf.path for leaf in inside]):
        if len(inside) > 1:
            raise Error("two arguments or results of a function have the same path")
        spec = value.tensor_spec_value
        spec.name, spec.dtype = inside[0].name, number_of(inside[0].type.element) or 0
        write_shape(spec.shape, ShapeAttr(inside[0].type.shape))
        return value
    composites = {leaf.composite for leaf in inside if len(leaf.path) == 1}
    if any(composites):
        spec = composites.pop()
        if composites or spec is None or any([leaf.path != (part,) for part, leaf in enumerate(inside)]):
            raise Error(f"the parts of a composite argument or result need one '{TYPE_SPEC}', and the paths [.., 0], [.., 1] to the last")
        value.type_spec_value.CopyFrom(spec_of(spec))
        if components(value.type_spec_value) != len(inside):
            raise Error(
                f"a {value.type_spec_value.type_spec_class_name} has {components(value.type_spec_value)} parts, and {len(inside)} are given"
            )
        return value
    branches: dict[int | str, list[Leaf]] = {}
    for leaf in inside:
        branches.setdefault(leaf.path[0], []).append(leaf.inside())
    if all([isinstance(part, str) for part in branches]):
        for part, leaves_there in branches.items():
            value.dict_value.fields[part].CopyFrom(nested(leaves_there, sequence))
        return value
    numbers = [part for part in branches if isinstance(part, int) and 0 <= part < MOST_PARTS]
    if len(numbers) < len(branches):
        raise Error("paths of a function's arguments or results mix numbers and names, or have numbers that count nothing")
    for number in range(max(numbers) + 1):
        getattr(value, sequence).values.append(nested(branches.get(number, ()), sequence))
    return value


def signature_of_arguments(taken: Sequence[Leaf]) -> StructuredValue:
    """The pair of positional and keyword arguments that `argument_leaves` reads: a path that begins with a number is of the first kind."""
    by_position: dict[int, list[Leaf]] = {}
    keyword = []
    for leaf in taken:
        if isinstance(leaf.path[0], int):
            by_position.setdefault(leaf.path[0], []).append(leaf.inside())
        else:
            keyword.append(leaf)
    value = StructuredValue()
    both = value.tuple_value.values
    both.add().tuple_value.SetInParent()
    for number in range(max(by_position, default=-1) + 1):
        both[0].tuple_value.values.append(nested(by_position.get(number, ()), "list_value"))
    both.add().dict_value.SetInParent()
    if keyword:
        both[1].CopyFrom(nested(keyword, "list_value"))
    return value
