"""Turns lists of tensors into tensors with one more axis in front.

Loops keep what they read and write step by step in lists. Where the length of a list and the shape of its elements are the same
all along, which is the rule for what Keras and `tf.scan` make, the list is one tensor: an element is read by a gather and
written by a scatter. A stack, which a loop leaves its values on for the loop of its gradient, is a tensor whose first row is the top: what is
pushed comes in front of all others. Lists for which that is not known stay lists.

What a list held may tell the shape of the next one, so that lists are lowered and shapes inferred until nothing changes.
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

from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf.loop_bounds import loop_functions, most_trips
from tfopt.tf.retyping import constant, forget_types, retype_functions

VARIANT = OpaqueType("!tf_type.variant")
MAKERS = {"tf.TensorListReserve", "tf.TensorListFromTensor", "tf.EmptyTensorList"}
PUSH, POP = "tf.TensorListPushBack", "tf.TensorListPopBack"
# Ops whose results are lists of the operands' kind, element by element
ALIKE = ("tf.Identity", "tf.IdentityN", "tf.StopGradient", "tf.AddN", "tf.ZerosLike")
OPTIONS = {"assume-slices-fit": "Take x[i:i+2] to lie inside of x whatever i is computed, so that it has two elements."}


def lower_tensor_lists(module: "Module", *, assume_slices_fit: bool = False):
    """Runs behind infer-shapes: it needs the shapes outside of loops, and gives the ones inside."""
    while any(op.name in MAKERS for op in module.walk()):
        lists = Lists(SymbolTable(module))
        for op in module.walk():
            lists.connect(op)
        lists.count_pushes()
        for op in module.walk():
            lists.learn(op)
        changed = pop_constants(module, lists) | become_tensors(module, lists, numbers=False)
        if not changed and not become_tensors(module, lists, numbers=True):
            return
        infer_shapes(module, assume_slices_fit=assume_slices_fit)


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
        self.loops: list[Operation] = []
        self.capacities: dict[Value, int | None] = {}
        self.uses: dict[Value, set[str]] = {}
        self.pushed: dict[Value, list[Value]] = {}

    def leader(self, value: Value) -> Value:
        while (above := self.leaders.get(value, value)) is not value:
            value = above
        return value

    def join(self, one: Value, other: Value) -> None:
        if is_list(one) and is_list(other):
            self.leaders[self.leader(one)] = self.leader(other)

    # Which values are one list

    def connect(self, op: Operation) -> None:
        if op.name in ("tf.TensorListSetItem", "tf.TensorListScatterIntoExistingList", PUSH, POP):
            self.join(op.operands[0], op.results[0])
        elif op.name == "tf.IdentityN":
            self.join_all(op.operands, op.results)
        elif op.name in ALIKE:
            self.join_all(op.operands, [op.results[0]] * len(op.operands))
        elif called := call_sites(op):
            if has_trait(op, "loop"):
                self.join_all(op.operands, op.results)
                self.loops.append(op)
            for site in called:
                self.connect_function(site)
        elif not op.name.startswith("tf.TensorList") and op.name not in ("tf.EmptyTensorList", "func.return", "func.func"):
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

    def count_pushes(self) -> None:
        """How many elements loops push onto each list at most; None where a loop of which that is not known passes it on."""
        for loop in self.loops:
            functions = loop_functions(loop, self.symbols)
            passed = {self.leader(operand) for operand in loop.operands if is_list(operand)}
            if functions is None or not passed:
                continue
            ops = [(op.name, self.leader(op.results[0])) for op in functions[1].body if op.name in (PUSH, POP)]
            trips = most_trips(loop, self.symbols) if ops else None
            for leader in passed:
                pushes, pops = ops.count((PUSH, leader)), ops.count((POP, leader))
                more = 0 if pops and not pushes else None if trips is None or not pushes else pushes * trips
                before = self.capacities.get(leader, 0)
                self.capacities[leader] = None if before is None or more is None else before + more

    # What a list holds

    def learn(self, op: Operation) -> None:
        if op.name in KINDS_OF_USE:
            value = next(value for value in (*op.operands, *op.results) if is_list(value))
            self.uses.setdefault(self.leader(value), set()).add(KINDS_OF_USE[op.name])
        if op.name == "tf.TensorListFromTensor":
            shape = op.operands[0].type.shape
            self.note(op.results[0], element_type(op.operands[0].type), shape[0] if shape else None)
        elif op.name in ("tf.TensorListReserve", "tf.EmptyTensorList"):
            count = constant_of(op.operands[1])
            element = TensorType(given_shape(op.operands[0]), op.get("element_dtype"))
            unsaid = count is None or count < 0
            self.note(op.results[0], element, self.capacities.get(self.leader(op.results[0])) if unsaid else int(count))
        elif op.name in ELEMENTS:
            self.note(*ELEMENTS[op.name](op))
        elif op.name.startswith("tf.TensorList") and op.name not in REPLACEMENTS:
            self.refused.update([value for value in (*op.operands, *op.results) if is_list(value)])
        if op.name == PUSH:
            self.pushed.setdefault(self.leader(op.results[0]), []).append(op.operands[1])

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

    def is_stack(self, value: Value) -> bool:
        return self.uses.get(self.leader(value)) == {"stack"}

    def tensor_type(self, value: Value) -> TensorType | None:
        """The type of a list as one tensor, or None when it stays a list."""
        leader = self.leader(value)
        element = self.elements.get(leader)
        if element is None or not is_static(element.shape) or self.lengths.get(leader) is None:
            return None
        if any([self.leader(refused) is leader for refused in self.refused]) or len(self.uses.get(leader, ())) > 1:
            return None
        return TensorType((self.lengths[leader], *element.shape), element.element)


# Rewriting


def become_tensors(module: Operation, lists: Lists, numbers: bool) -> bool:
    """Gives every list that is one tensor its type, and replaces the ops that work on it. Returns whether there was one. Stacks of whole
    `numbers` wait until all else is done: they may be shapes, which are constants where they are popped once all else is known."""
    types = {value: type for value in list_values(module) if (type := lists.tensor_type(value)) is not None}
    if not numbers:
        types = {value: type for value, type in types.items() if not (type.element.text in ("i32", "i64") and lists.is_stack(value))}
    users = [op for op in module.walk() if any([value in types for value in (*op.operands, *op.results)])]
    for value, type in types.items():
        value.retype(type)
    for op in users:
        if op.name in REPLACEMENTS:
            replacement = REPLACEMENTS[op.name](Builder.before(op), op)
            op.replace_with(replacement if isinstance(replacement, list) else [replacement])
        else:
            forget_types(op)
    retype_functions(module)
    return bool(types)


def pop_constants(module: Operation, lists: Lists) -> bool:
    """What a stack gives whose elements are all one constant is this constant. Returns whether there was one: the shape and length of a
    list are pushed so, for the gradient to make one like it."""
    changed = False
    for op in [op for op in module.walk() if op.name == POP and op.results[1].uses]:
        leader = lists.leader(op.results[0])
        first, *others = [constant_of(value) for value in lists.pushed.get(leader, ())] or [None]
        is_stack = lists.is_stack(leader) and not any([lists.leader(refused) is leader for refused in lists.refused])
        if is_stack and first is not None and all([other is not None and (other == first).all() for other in others]):
            element = op.results[1].type.element
            op.results[1].replace_all_uses_with(constant(Builder.before(op), first.ravel().tolist(), first.shape, element))
            changed = True
    return changed


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


def pushed(builder: Builder, op: Operation) -> Value:
    held, item = op.operands
    row = builder.value("tf.ExpandDims", [item, constant(builder, 0)], held.type.with_shape((1, *held.type.shape[1:])))
    return builder.value("tf.ConcatV2", [row, rows(builder, held, 0, held.type.shape[0] - 1), constant(builder, 0)], held.type)


def popped(builder: Builder, op: Operation) -> list[Value]:
    held = op.operands[0]
    count, *sizes = held.type.shape
    blank = constant(builder, 0, (1, *sizes), held.type.element)
    left = builder.value("tf.ConcatV2", [rows(builder, held, 1, count - 1), blank, constant(builder, 0)], held.type)
    top = builder.value("tf.GatherV2", [held, constant(builder, 0), constant(builder, 0)], held.type.with_shape(sizes), {"batch_dims": 0})
    return [left, top]


def rows(builder: Builder, held: Value, first: int, count: int) -> Value:
    sizes = held.type.shape[1:]
    begin, size = [first, *[0] * len(sizes)], [count, *sizes]
    operands = [held, constant(builder, begin, (len(begin),)), constant(builder, size, (len(size),))]
    return builder.value("tf.Slice", operands, held.type.with_shape((count, *sizes)))


# (the list, the type of its elements) that an op tells of one
ELEMENTS = {
    "tf.TensorListSetItem": lambda op: (op.results[0], op.operands[2].type),
    "tf.TensorListScatterIntoExistingList": lambda op: (op.results[0], element_type(op.operands[1].type)),
    "tf.TensorListGather": lambda op: (op.operands[0], element_type(op.results[0].type)),
    "tf.TensorListGetItem": lambda op: (op.operands[0], op.results[0].type),
    PUSH: lambda op: (op.results[0], op.operands[1].type),
    POP: lambda op: (op.results[0], op.results[1].type),
}
REPLACEMENTS = {
    "tf.TensorListReserve": reserved,
    "tf.EmptyTensorList": reserved,
    PUSH: pushed,
    POP: popped,
    "tf.TensorListFromTensor": lambda builder, op: op.operands[0],
    "tf.TensorListStack": lambda builder, op: op.operands[0],
    "tf.TensorListGetItem": read,
    "tf.TensorListGather": gathered,
    "tf.TensorListScatterIntoExistingList": scattered,
    "tf.TensorListSetItem": written,
    "tf.TensorListLength": lambda builder, op: constant(builder, op.operands[0].type.shape[0]),
    "tf.TensorListElementShape": element_shape,
}
# Ops that use a list as a stack, and those that use it by number: a list that is used in both ways stays one.
KINDS_OF_USE = {
    name: "stack" if name in ("tf.EmptyTensorList", PUSH, POP) else "array" for name in REPLACEMENTS if name != "tf.TensorListElementShape"
}
