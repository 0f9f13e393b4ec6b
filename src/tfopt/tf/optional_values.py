"""Optional values that hold one thing on one way and another on the other, as several that hold one thing each.

The branches of a conditional leave what their gradients need in optional values, the first of each branch in the first place, whatever it is: a
place has as many kinds of things as branches. Each kind gets a value of its own, which has nothing where the place holds another kind. What holds
such values (a list of them, an optional one) is there once for each kind too.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from tfir.analysis.call_graph import call_sites
from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import Type

from tfopt.tf.companions import Companions
from tfopt.tf.list_facts import MOST_NESTED, Lists
from tfopt.tf.list_lengths import NO_VALUE, POP, PUSH, SET, VALUE, VALUE_OF, is_list
from tfopt.tf.lists_as_tensors import EMPTY, RESERVE
from tfopt.tf.retyping import retype_functions

# Ops on what holds optional values that are done once for each kind
ALIKE = {EMPTY, RESERVE, PUSH, POP, SET, "tf.TensorListGetItem", "tf.Identity"}
LENGTH = "tf.TensorListLength"
KNOWN = {*ALIKE, VALUE, VALUE_OF, NO_VALUE, LENGTH, "tf.IdentityN", "func.return"}


def split_optionals(module: Operation, lists: Lists) -> bool:
    """Lets each optional value have one kind of thing. Returns whether there was one that had several: if so, lists are to be found anew."""
    branches = branch_numbers(module)
    for parted in (branches, {}):  # lists in optional values are told apart by the branches that hold them, where that takes these apart
        lists.join_elements(partial(holding_branch, parted))
        if split(module, lists, kinds_of(module, lists, branches, bool(parted)), branches):
            return True
    return False


def split(module: Operation, lists: Lists, kinds: dict[Value, list[list[Kind]]], branches: dict[str, int]) -> bool:
    held = [(lists.leader(holder), lists.leader(element)) for holder, element in lists.held] * MOST_NESTED
    kinds = {leader: groups for leader, groups in kinds.items() if len(groups) > 1 and not lists.is_refused(leader)}
    inside: set[Value] = set()  # what holds lists goes before these
    for holder, element in held:
        inside.update([element] * (holder in kinds or holder in inside))
    counts = {leader: len(groups) for leader, groups in kinds.items() if leader not in inside}
    for holder, element in held:
        if element in counts:
            counts[holder] = counts[element]
    values = [value for op in module.walk() for value in values_of(op) if is_list(value) and lists.leader(value) in counts]
    if not values or not all([user.name in KNOWN or call_sites(user) for value in values for user in value.users]):
        return False
    types = {value: [value.type] * (counts[lists.leader(value)] - 1) for value in values}
    Kinds(module, types, {value: kinds.get(lists.leader(value), []) for value in values}, branches).rewrite_all()
    retype_functions(module)
    return True


def holding_branch(branches: dict[str, int], holder: Value, element: Value) -> int | None:
    """The branch that holds a list in an optional value, or reads it of one."""
    ops = [op for op in (holder.op, element.op) if op is not None and op.name in (VALUE, VALUE_OF) and optional_of(op) is holder]
    return kind_of(ops[0], branches).branch if ops else None


def values_of(op: Operation) -> list[Value]:
    return [*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]]


class Kind(NamedTuple):
    """What is held: its type, None for a list, and the branch that holds or reads it, where there is one."""

    type: Type | None
    branch: int | None

    def may_be(self, other: Kind, parted: bool) -> bool:
        """Whether both may be one value. Of types that leave sizes open those of one branch are taken for one: a gradient has the branches of the
        conditional that it is of, in their order. So are lists where they are `parted`."""
        is_near = self.branch == other.branch or None in (self.branch, other.branch)
        if self.type is None or other.type is None or self.type is other.type:
            return self.type is other.type and (is_near or self.type is not None or not parted)
        return agree(self.type, other.type) and is_near


def agree(one: Type, other: Type) -> bool:
    """Whether a value may have both types."""
    if one.element is not other.element or one.shape is None or other.shape is None:
        return one.element is other.element
    return len(one.shape) == len(other.shape) and all([a == b or None in (a, b) for a, b in zip(one.shape, other.shape)])


def kinds_of(module: Operation, lists: Lists, branches: dict[str, int], parted: bool) -> dict[Value, list[list[Kind]]]:
    """What optional values are made of and read as; those that may be the same are together."""
    kinds: dict[Value, list[list[Kind]]] = {}
    for op in module.walk():
        if op.name in (VALUE, VALUE_OF):
            groups, kind = kinds.setdefault(lists.leader(optional_of(op)), []), kind_of(op, branches)
            alike = [each for each in groups if any([kind.may_be(other, parted) for other in each])]
            groups[:] = [each for each in groups if each not in alike] + [[kind, *[other for each in alike for other in each]]]
    return kinds


def optional_of(op: Operation) -> Value:
    return op.results[0] if op.name == VALUE else op.operands[0]


def kind_of(op: Operation, branches: dict[str, int]) -> Kind:
    held = op.operands[0] if op.name == VALUE else op.results[0]
    function = next((each for each in op.ancestors() if each.name == "func.func"), op)
    return Kind(None if is_list(held) else held.type, branches.get(function.get("sym_name")))


def branch_numbers(module: Operation) -> dict[str, int]:
    """Functions that are branches of conditionals, always in one place -> this place."""
    places: dict[str, set[int]] = {}
    for op in module.walk():
        sites = call_sites(op)
        for at, site in enumerate(sites if len(sites) > 1 and not has_trait(op, "loop") else ()):
            places.setdefault(site.reference.root, set()).add(at)
    return {name: same.pop() for name, same in places.items() if len(same) == 1}


class Kinds(Companions):
    """Values with one companion for each kind but the first."""

    def __init__(self, module: Operation, types: dict[Value, list[Type]], kinds: dict[Value, list[list[Kind]]], branches: dict[str, int]):
        super().__init__(module, types)
        self.kinds, self.branches = kinds, branches

    def rewrite(self, op: Operation, function: Operation) -> None:
        if op.name == VALUE and op.operands[0] not in self.beside:
            self.make(op)
        elif op.name == VALUE_OF and op.results[0] not in self.types:
            op.set_operands([self.all_of(op.operands[0])[self.place(op)]])
        elif op.name in {*ALIKE, VALUE, VALUE_OF, NO_VALUE}:
            self.repeat(op)
        elif op.name != LENGTH:
            self.pass_on(op, function)

    def all_of(self, value: Value) -> list[Value]:
        return [value, *self.beside.get(value, ())]

    def place(self, op: Operation) -> int:
        """Which of the values has the kind of what an op makes or reads. What holds values of several kinds has all else in the first."""
        kind = kind_of(op, self.branches)
        return next((at for at, kinds in enumerate(self.kinds[optional_of(op)]) if kind in kinds), 0)

    def make(self, op: Operation) -> None:
        """The value of one kind, and none of the others."""
        made, build = op.results[0], Builder.after(op)
        at, count = self.place(op), len(self.types[made]) + 1
        others = [build.value(NO_VALUE, [], made.type) for _ in range(count - 1)]
        if at == 0:
            self.beside[made] = others
            return
        made.replace_all_uses_with(others[0])
        self.kinds[others[0]] = self.kinds[made]
        self.beside[others[0]] = [*others[1:at], made, *others[at:]]

    def repeat(self, op: Operation) -> None:
        """The same op on each of the values."""
        count = len(next(self.types[value] for value in (*op.results, *op.operands) if value in self.types))
        build = Builder.after(op)
        for at in range(count):
            operands = [self.beside[value][at] if value in self.beside else value for value in op.operands]
            again = build.create(op.name, operands, [result.type for result in op.results], dict(op.attributes))
            for result, companion in zip(op.results, again.results):
                if result in self.types:
                    self.beside.setdefault(result, []).append(companion)
