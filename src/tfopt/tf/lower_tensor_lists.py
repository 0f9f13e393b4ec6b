"""Turns lists of tensors into tensors with one more axis in front.

Loops keep what they read and write step by step in lists. Where the length of a list and the shape of its elements are the same
all along, which is the rule for what Keras and `tf.scan` make, the list is one tensor: an element is read by a gather and
written by a scatter. Lists for which that is not known stay lists.
"""

from __future__ import annotations

from tfir.analysis.call_graph import CallSite, call_sites
from tfir.dialects import has_trait
from tfir.dialects.tf_type import element_base
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32, OpaqueType, TensorType, Type
from tfir.ods.inference import constant_of
from tfir.ods.shapes import anonymous, is_static, merge, named

from tfopt.tf.retyping import constant, forget_types, retype_functions

VARIANT = OpaqueType("!tf_type.variant")
MAKERS = {"tf.TensorListReserve", "tf.TensorListFromTensor", "tf.EmptyTensorList"}


def lower_tensor_lists(module: "Module"):
    """Runs between two runs of infer-shapes: it needs the shapes outside of loops, and gives the ones inside."""
    if not any(op.name in MAKERS for op in module.walk()):
        return
    lists = Lists(SymbolTable(module))
    for op in module.walk():
        lists.connect(op)
    for op in module.walk():
        lists.learn(op)
    become_tensors(module, lists)


def given_shape(value: Value):
    """The shape that a constant spells, -1 being unknown; None when it is no constant or a scalar, which stands for any shape."""
    sizes = constant_of(value)
    return None if sizes is None or sizes.ndim == 0 else tuple([None if size < 0 else int(size) for size in sizes])


def element_type(type: Type) -> Type:
    """The type of one of the tensors that are stacked in a tensor of this type."""
    return type.with_shape(type.shape[1:] if type.shape else None)


def is_list(value: Value) -> bool:
    return isinstance(value.type, TensorType) and element_base(value.type.element) is VARIANT


class Lists:
    """Values that are the same list at different times, and what is known of each: its type once it is one tensor."""

    def __init__(self, symbols: SymbolTable):
        self.symbols = symbols
        self.leaders: dict[Value, Value] = {}
        self.lengths: dict[Value, int | None] = {}
        self.elements: dict[Value, TensorType] = {}
        self.refused: set[Value] = set()

    def leader(self, value: Value) -> Value:
        while (above := self.leaders.get(value, value)) is not value:
            value = above
        return value

    def join(self, one: Value, other: Value) -> None:
        if is_list(one) and is_list(other):
            self.leaders[self.leader(one)] = self.leader(other)

    # Which values are one list

    def connect(self, op: Operation) -> None:
        if op.name in ("tf.Identity", "tf.TensorListSetItem", "tf.TensorListScatterIntoExistingList", "tf.StopGradient"):
            self.join(op.operands[0], op.results[0])
        elif op.name == "tf.IdentityN":
            self.join_all(op.operands, op.results)
        elif called := call_sites(op):
            if has_trait(op, "loop"):
                self.join_all(op.operands, op.results)
            for site in called:
                self.connect_function(site)
        elif not op.name.startswith("tf.TensorList") and op.name not in ("func.return", "func.func"):
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])

    def join_all(self, some, others) -> None:
        for one, other in zip(some, others):
            self.join(one, other)

    def connect_function(self, site: CallSite) -> None:
        function = self.symbols.get(site.reference)
        if function is None or not function.regions or not function.region.blocks:
            self.refused.update([value for value in (*site.operands, *site.results) if is_list(value)])
            return
        self.join_all(site.operands, function.body.arguments)
        self.join_all(function.region.blocks[-1].terminator.operands, site.results)

    # What a list holds

    def learn(self, op: Operation) -> None:
        if op.name == "tf.TensorListFromTensor":
            shape = op.operands[0].type.shape
            self.note(op.results[0], element_type(op.operands[0].type), shape[0] if shape else None)
        elif op.name == "tf.TensorListReserve":
            count = constant_of(op.operands[1])
            element = TensorType(given_shape(op.operands[0]), op.get("element_dtype"))
            self.note(op.results[0], element, None if count is None else int(count))
        elif op.name in ELEMENTS:
            self.note(*ELEMENTS[op.name](op))
        elif op.name.startswith(("tf.TensorList", "tf.EmptyTensorList")) and op.name not in REPLACEMENTS:
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])

    def note(self, value: Value, element: Type, length: int | None = None) -> None:
        leader = self.leader(value)
        old = self.elements.get(leader, TensorType(None, element.element))
        try:
            shape = merge(named(old.shape), named(element.shape))
            count = merge(named((self.lengths.get(leader),)), named((length,)))
        except Error:
            self.refused.add(value)
            return
        self.elements[leader] = TensorType(anonymous(shape), element.element)
        (self.lengths[leader],) = anonymous(count)

    def tensor_type(self, value: Value) -> TensorType | None:
        """The type of a list as one tensor, or None when it stays a list."""
        leader = self.leader(value)
        element = self.elements.get(leader)
        if element is None or not is_static(element.shape) or self.lengths.get(leader) is None:
            return None
        if any([self.leader(refused) is leader for refused in self.refused]):
            return None
        return TensorType((self.lengths[leader], *element.shape), element.element)


# Rewriting


def become_tensors(module: Operation, lists: Lists) -> None:
    """Gives every list that is one tensor its type, and replaces the ops that work on it."""
    types = {value: type for value in list_values(module) if (type := lists.tensor_type(value)) is not None}
    users = [op for op in module.walk() if any([value in types for value in (*op.operands, *op.results)])]
    for value, type in types.items():
        value.retype(type)
    for op in users:
        if op.name in REPLACEMENTS:
            op.replace_with([REPLACEMENTS[op.name](Builder.before(op), op)])
        else:
            forget_types(op)
    retype_functions(module)


def list_values(module: Operation):
    for op in module.walk():
        yield from filter(is_list, op.results)
        for region in op.regions:
            for block in region.blocks:
                yield from filter(is_list, block.arguments)


def reserved(builder: Builder, op: Operation) -> Value:
    type = op.results[0].type
    return constant(builder, 0, type.shape, type.element)


def read(builder: Builder, op: Operation) -> Value:
    held, index = op.operands[:2]
    attributes = {"batch_dims": 0}
    return builder.value("tf.GatherV2", [held, index, constant(builder, 0)], held.type.with_shape(held.type.shape[1:]), attributes)


def written(builder: Builder, op: Operation) -> Value:
    held, index, item = op.operands
    place = builder.value("tf.Reshape", [index, constant(builder, [1, 1], (2,))], TensorType((1, 1), I32))
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    return builder.value("tf.TensorScatterUpdate", [held, place, row], held.type)


def are_all(indices: Value, length: int) -> bool:
    numbers = constant_of(indices)
    return numbers is not None and numbers.tolist() == list(range(length))


def gathered(builder: Builder, op: Operation) -> Value:
    held, indices = op.operands[:2]
    if are_all(indices, held.type.shape[0]):
        return held
    count = indices.type.shape[0] if indices.type.shape else None
    type = held.type.with_shape((count, *held.type.shape[1:]))
    return builder.value("tf.GatherV2", [held, indices, constant(builder, 0)], type, {"batch_dims": 0})


def scattered(builder: Builder, op: Operation) -> Value:
    held, tensor, indices = op.operands
    if are_all(indices, held.type.shape[0]):
        return tensor
    count = indices.type.shape[0] if indices.type.shape else None
    places = builder.value("tf.ExpandDims", [indices, constant(builder, 1)], TensorType((count, 1), I32))
    return builder.value("tf.TensorScatterUpdate", [held, places, tensor], held.type)


def element_shape(builder: Builder, op: Operation) -> Value:
    sizes = op.operands[0].type.shape[1:]
    return constant(builder, sizes, (len(sizes),), op.results[0].type.element)


# (the list, the type of its elements) that an op tells of one
ELEMENTS = {
    "tf.TensorListSetItem": lambda op: (op.results[0], op.operands[2].type),
    "tf.TensorListScatterIntoExistingList": lambda op: (op.results[0], element_type(op.operands[1].type)),
    "tf.TensorListGather": lambda op: (op.operands[0], element_type(op.results[0].type)),
    "tf.TensorListGetItem": lambda op: (op.operands[0], op.results[0].type),
}
REPLACEMENTS = {
    "tf.TensorListReserve": reserved,
    "tf.TensorListFromTensor": lambda builder, op: op.operands[0],
    "tf.TensorListStack": lambda builder, op: op.operands[0],
    "tf.TensorListGetItem": read,
    "tf.TensorListGather": gathered,
    "tf.TensorListScatterIntoExistingList": scattered,
    "tf.TensorListSetItem": written,
    "tf.TensorListLength": lambda builder, op: constant(builder, op.operands[0].type.shape[0]),
    "tf.TensorListElementShape": element_shape,
}
