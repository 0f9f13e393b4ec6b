"""Lets several collective operations be one: their operands are made next to each other in one piece of memory.

_ScopedAllocator -> producers of the operands -> _ScopedAllocatorConcat -> one operation -> _ScopedAllocatorSplit -> users of the results
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.graph_effects import has_effect, is_reference
from tfir.analysis.slices import backward_slice
from tfir.dialects import with_trait
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, attribute
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FloatType, IntegerType, TensorType
from tfir.ods.control import control_operands, data_operands, data_results

from tfopt.grappler import remarks
from tfopt.grappler.item import PLACED, Item
from tfopt.rewrite.graph import makers

TITLE = "ScopedAllocatorOptimizer"
ALIGNMENT = 64  # bytes: pieces begin at multiples of it
FEWEST = 2
# Their results are buffers that exist already, so a copy is put into the piece.
LYING_ELSEWHERE = CONTROL_FLOW.union(with_trait("tfg", "view"), ["tfg.Const", "tfg.Snapshot", "tfg.ReadVariableOp"])
INVOCATION = 1
OPTIONS = {
    "ops": "The operations to join, which work element by element on one operand.",
}


def grappler_scoped_allocator(item: "Item", *, ops: tuple[str, ...] = ("CollectiveReduce",)):
    """Nodes are joined that stand in one scope of names, on one device."""
    groups: dict[tuple, list[Operation]] = {}
    names = {f"tfg.{name}" for name in ops}
    for op in item.block:
        if op.name in names and may_be_joined(item, op):
            groups.setdefault(key_of(item, op), []).append(op)
    number = 1 + sum([1 for name in item.names if name.startswith("scoped_allocator_")])
    for group in groups.values():
        members = independent(group)
        if len(members) >= FEWEST and is_possible(members):
            Joined(item, members, number).build()
            number += len(members) + 1


def may_be_joined(item: Item, op: Operation) -> bool:
    """Whether a node takes one value of static shape and is neither preserved, nor in a frame, nor given its memory already."""
    values, results = data_operands(op), data_results(op)
    if len(values) != 1 or len(results) != 1 or item.is_preserved(op) or item.is_framed(op) or op.get("_forward_input"):
        return False
    value, element = values[0], values[0].type.element
    is_placed = value.op is not None and PLACED in value.op.attributes
    is_plain = element is results[0].type.element and isinstance(element, (IntegerType, FloatType)) and element.width % 8 == 0
    return is_plain and not is_reference(value) and not is_placed and item.shapes.is_static(value)


def key_of(item: Item, op: Operation) -> tuple:
    """The properties that joined nodes must share: scope, op, device, type and all attributes but name and instance key."""
    scope = node_name(op).rpartition("/")[0]
    own = ("instance_key", NAME, "_class")
    kept = tuple(sorted([(name, str(value)) for name, value in op.attributes.items() if name not in own]))
    return scope, op.name, item.device(op), op.operands[0].type.element.text, kept


def independent(group: list[Operation]) -> list[Operation]:
    """Members in the order of their keys, or else of their names, without those that read what others of the group make."""
    members = set(group)
    members_in_order = []
    for op in sorted(group, key=lambda op: (op.get("instance_key", 0), node_name(op))):
        before = backward_slice(makers(data_operands(op)))
        if members.isdisjoint(before):
            members_in_order.append(op)
    return members_in_order


def is_possible(members: list[Operation]) -> bool:
    """Whether nothing that one member needs comes of another, waiting among themselves left out."""
    inside = set(members)
    needed = [maker for op in members for maker in makers(op.operands) if maker not in inside]
    possible = inside.isdisjoint(backward_slice(needed))
    if not possible:
        remarks.current().refuse(node_name(members[0]), "joining", "what one of them needs comes of another")
    return possible


class Joined:
    """One group on its way to a single operation. `number` is that of its memory; its pieces have the numbers behind it."""

    def __init__(self, item: Item, members: list[Operation], number: int):
        self.item, self.members, self.number = item, members, number
        self.element = members[0].operands[0].type.element
        self.types = [TensorType(item.shapes.static(op.operands[0]), self.element) for op in members]
        self.name = f"scoped_allocator_{number}_{INVOCATION}"
        self.first = members[0]

    def build(self) -> None:
        inside = set(self.members)
        outer = [token for op in self.members for token in control_operands(op) if token.owner not in inside]
        allocator = self.allocator()
        inputs = [self.input(op, allocator, number) for number, op in enumerate(self.members)]
        self.wait_until_needed(allocator, makers(inputs))
        concat = self.node(
            "_ScopedAllocatorConcat", [allocator.results[0], *inputs], self.named("concat"), [self.whole],
            reshape=False, shape=self.shape, N=len(inputs),
        )  # fmt: skip
        self.item.wait_for(concat, outer)
        kept = {name: value for name, value in self.first.attributes.items() if not name.startswith("_mlir") and name != "_class"}
        kept["_forward_input"] = ArrayAttr([IntegerAttr(0, I64), IntegerAttr(0, I64)])
        local = self.first.name[4:]
        operation = self.item.build(f"tf.{local}", concat.results[:1], kept, f"{self.name}_{local}", self.first, [self.whole])
        split = self.node(
            "_ScopedAllocatorSplit", [operation.results[0], *inputs], self.named("split"), self.types, shapes=self.sizes, N=len(inputs)
        )
        for op, result in zip(self.members, split.results):
            self.replace(op, result, split)

    def allocator(self) -> Operation:
        """Builds the node that reserves the memory: pieces one behind the other, each from a multiple of the alignment on."""
        bits = self.element.width
        pieces = [-(-type.size * bits // (8 * ALIGNMENT)) for type in self.types]
        count = sum(pieces) * ALIGNMENT * 8 // bits
        self.whole, self.shape = TensorType((count,), self.element), ShapeAttr((count,))
        self.sizes = ArrayAttr([ShapeAttr(type.shape) for type in self.types])
        return self.node(
            "_ScopedAllocator", [], self.name, [self.whole], shapes=self.sizes, shape=self.shape, expected_call_count=len(self.members)
        )

    def wait_until_needed(self, allocator: Operation, producers: list[Operation]) -> None:
        """Memory is not reserved before the first operand can be made, as far as that does not wait for another."""
        before = data_operands(producers[0])
        if backward_slice(makers(before)).isdisjoint(producers):
            self.item.wait_for(allocator, before)

    def node(self, op: str, operands, name: str, types, **attributes) -> Operation:
        stored = {**attributes, "T": self.element, "sa_name": StringAttr(self.name), "id": self.number}
        return self.item.build(f"tf.{op}", operands, {key: attribute(value) for key, value in stored.items()}, name, self.first, types)

    def named(self, what: str) -> str:
        return f"scoped_allocator_{what}_{self.number}_{INVOCATION}"

    def input(self, op: Operation, allocator: Operation, number: int) -> Value:
        """The member's operand, made in its piece of the memory: by its own producer if the member is its only reader, since it will be
        overwritten there; else by an Identity, which copies it."""
        value = op.operands[0]
        if not self.is_made_for(value, op):
            name = f"scoped_allocator_identity_{self.number + number}_{INVOCATION}"
            value = self.item.identity(value, name, op).results[0]
        maker = value.op
        self.item.wait_for(maker, [allocator.results[-1]])
        # Number of the result, number of the piece.
        maker.set_attribute(PLACED, ArrayAttr([IntegerAttr(value.index, I64), IntegerAttr(self.number + 1 + number, I64)]))
        return value

    def is_made_for(self, value: Value, op: Operation) -> bool:
        maker = value.op
        if maker is None or maker.name in LYING_ELSEWHERE or has_effect(maker) or self.item.is_preserved(maker):
            return False
        return value.uses == [op] and len(data_results(maker)) == 1 and self.item.device(maker) == self.item.device(op)

    def replace(self, op: Operation, result: Value, split: Operation) -> None:
        self.item.record("merged", op, f"{len(self.members)} of them are one", [split])
        op.results[0].replace_all_uses_with(result)
        inside = set(self.members)
        for user in op.results[-1].users:
            self.item.stop_waiting(user, {op.results[-1]})
            if user not in inside:
                self.item.wait_for(user, [split.results[-1]])
        self.item.erase(op)
