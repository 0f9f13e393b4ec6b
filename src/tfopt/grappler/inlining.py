"""Puts the body of a function in the place of a node that calls it.

A call begins when all that it reads and waits for is there, and is done when all that its function does is done. So nothing in the
body may come before what the call came after, and nothing that follows the call before what the body does, as far as either can
be told: a control edge says so in each case; for what is only read, see `noticed.py`.
"""

from __future__ import annotations

from tfir.analysis.deadness import (
    BRANCHING,
    CONTROL_FLOW,
    ENTERS,
    MERGES,
    NONE,
    conditions_of,
    is_back_edge,
    is_taken_apart,
    runs_functions,
)
from tfir.analysis.graph_effects import has_effect, is_free_source, may_fail, touches_state
from tfir.analysis.slices import backward_slice, forward_slice
from tfir.dialects.tfg.nodes import COLOCATION, DEVICE, colocated_with, node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.location import CallSite
from tfir.ir.operations import Block, Operation, Value
from tfir.ods.control import CONTROL, control_operands, data_operands, data_results

from tfopt.grappler.control_edges import union
from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import hand_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def hides_effects(body: Block) -> bool:
    """Whether there is an effect that nothing returned comes after, or that stands on one side of a branch of which nothing that
    surely happens comes after. What waits for the call could not wait for it; and TensorFlow's runtime itself runs an effect that no
    result needs where it calls a function, but not where it inlines it."""
    returned = backward_slice([body.terminator])
    if not all([op in returned for op in body if has_effect(op)]):
        return True
    if not any([op.name in CONTROL_FLOW for op in body]):
        return False
    conditions = conditions_of(body)
    conditional = [op for op in body if op.results and has_effect(op) and conditions.get(op.results[-1])]
    return not all([any([is_end(other, conditions) for other in forward_slice([op])]) for op in conditional])


def is_end(op: Operation, conditions) -> bool:
    """Whether the node is done whenever the function is."""
    return op.name == "tfg.return" or has_effect(op) and not conditions.get(op.results[-1])


class Inlining:
    """One call and the copy of a body that takes its place."""

    def __init__(self, item: Item, call: Operation, arguments, function: Operation):
        self.item, self.call, self.arguments, self.function = item, call, arguments, function
        self.name = node_name(call)
        self.copies: dict[Operation, Operation] = {}
        self.values: dict = {}

    def run(self) -> list[Operation]:
        """The nodes that came."""
        returned = self.function.body.terminator
        self._map_arguments()
        self._copy([op for op in topological_order(self.function.body) if op is not returned])
        self.results = [self.values.get(value) for value in data_operands(returned)]
        self.ends = self._ends([self.values.get(value) for value in control_operands(returned)])
        self.order = Order(self)
        self._begin()
        self._end()
        return list(self.copies.values())

    def _map_arguments(self) -> None:
        for number, value in enumerate(self.arguments):
            argument, token = self.function.body.arguments[2 * number : 2 * number + 2]
            self.values[argument] = value
            if token.uses:
                self.values[token] = self.item.token(value)

    def _copy(self, nodes) -> None:
        names = {node_name(op) for op in nodes}
        for op in nodes:
            copy = Operation(
                op.name, (), [result.type for result in op.results], op.attributes, location=CallSite(op.location, self.call.location)
            )
            for region in op.regions:
                copy.add_region(region.clone(self.values))
            self.copies[op] = copy
            self.values.update(zip(op.results, copy.results))
        for op, copy in self.copies.items():
            copy.set_operands([value for value in map(self.values.get, op.operands) if value is not None])
            for inner in copy.walk() if copy.regions else ():
                inner.set_operands([self.values.get(value, value) for value in inner.operands])
            self.item.add(copy, f"{self.name}/{node_name(op)}", self.call)
            self._mark(copy, names)

    def _mark(self, copy: Operation, names) -> None:
        """Devices, colocation and frames are the call's own."""
        if DEVICE in self.call.attributes and not copy.get(DEVICE):
            copy.set_attribute(DEVICE, self.call.attributes[DEVICE])
        neighbours = copy.attributes.get("_class")
        if isinstance(neighbours, ArrayAttr):
            copy.set_attribute("_class", ArrayAttr([self._placed(entry, names) for entry in neighbours.elements]))
        if copy.name in ENTERS:
            copy.set_attribute("frame_name", StringAttr(f"{self.name}/{copy.get('frame_name')}"))

    def _placed(self, entry, names):
        beside = colocated_with(entry)
        return StringAttr(f"{COLOCATION}{self.name}/{beside}") if beside in names else entry

    # Order

    def _ends(self, tokens) -> list[Value]:
        """The values that exist when the call is done, besides its results: control results, and each effect that surely happens."""
        around = NONE.union(*[self.item.noticed.conditions.get(value, NONE) for value in self.call.operands])
        ends = [value for value in tokens if value is not None]
        for copy in self.copies.values() if not is_taken_apart(self.call) else ():
            if has_effect(copy) and self.item.noticed.conditions.get(copy.results[-1], NONE) <= around:
                anchored = copy.name in BRANCHING and len(copy.results) > 1
                ends.append(copy.results[0] if anchored else copy.results[-1])
        return list(dict.fromkeys(ends))

    def _begin(self) -> None:
        """Lets the body wait for what the call came after; nothing in it runs in another frame than the call."""
        targets: dict[tuple, list[Operation]] = {}
        for copy, missing in self.order.waits.items():
            targets.setdefault(tuple(missing), []).append(copy)
        for waits, nodes in targets.items():
            gated = self._gated(waits, len(nodes), "input_control_node")
            for node in nodes:
                self.item.wait_for(node, gated)
        for copy in self.copies.values():
            self.item.keep_in_frame(copy, self.call)

    def _end(self) -> None:
        """Makes readers of the call's results, and nodes that wait for it, come after all effects of the call."""
        item, call = self.item, self.call
        stand_in = self._stand_in() if item.is_preserved(call) else None
        if stand_in is not None:
            item.wait_instead(call.results[-1], [stand_in.results[-1]])
            results = list(data_results(stand_in))
        else:
            item.wait_instead(call.results[-1], self.order.all_ends())
            results = self._identities()
        item.record("rewritten", call, f"inlines @{self.function.get('sym_name')}", [stand_in] if stand_in is not None else [])
        hand_over(item, call, results, stand_in, waits=[])

    def _stand_in(self) -> Operation:
        """The node that has the call's name and results, for a call that is fetched."""
        waits = self.order.missing_behind(self.results) if self.results else self.order.all_ends()
        name = {0: "tf.NoOp", 1: "tf.Identity"}.get(len(self.results), "tf.IdentityN")
        node = self.item.build(name, self.results, {}, self.name, self.call, [value.type for value in self.results])
        self.item.wait_for(node, waits)
        return node

    def _identities(self) -> list[Value]:
        """The results, each as an Identity that waits where it must."""
        outputs = list(self.results)
        missing: dict[tuple, list[int]] = {}
        for number, value in enumerate(self.results):
            if self.call.results[number].uses and (behind := self.order.missing_behind([value])):
                missing.setdefault(tuple(behind), []).append(number)
        for waits, numbers in missing.items():
            gated = self._gated(waits, len(numbers), "output_control_node")
            for number in numbers:
                node = self.item.identity(self.results[number], f"{self.name}/output_{number}", self.call)
                self.item.wait_for(node, gated)
                outputs[number] = node.results[0]
        return outputs

    def _gated(self, values: Sequence[Value], count: int, name: str) -> Sequence[Value]:
        """The values, or one NoOp that waits for them, where `count` nodes are to wait for them."""
        if len(values) < 2 or count < 2:
            return values
        gate = self.item.no_op(f"{self.name}/{name}", self.call)
        self.item.wait_for(gate, values)
        return [gate.results[-1]]


class Order:
    """For each node of an inlined body, the values it comes after, of those that the call came after (`began`) and those done when the call
    is. Sets are bits of an integer, one for each of `values`. `waits` are what nodes must be made to wait for."""

    def __init__(self, inlining: Inlining):
        self.item, self.call = inlining.item, inlining.call
        self.noticed, self.conditions = self.item.noticed, self.item.noticed.conditions
        self.results, self.ends = inlining.results, inlining.ends
        self.is_strict = not is_taken_apart(self.call)
        self.began = dict.fromkeys([value for value in began(self.call) if not is_there(value)])
        # What a call that is taken apart is only given delays neither the body nor who reads a result, but who waits for the call.
        around = NONE.union(*[self.conditions.get(value, NONE) for value in self.call.operands])
        only_given = [value for value in data_operands(self.call) if self.noticed.matters(value, self.call, around)]
        self.before_end = dict.fromkeys([*self.began, *only_given])
        self.values = list(dict.fromkeys([*self.before_end, *self.results, *self.ends]))
        copies = inlining.copies
        self.above: dict[Operation, int] = dict.fromkeys(
            [copies[op] for op in topological_order(inlining.function.body) if op in copies], 0
        )
        self.bits: dict = {}
        for number, value in enumerate(self.values):
            maker = self._maker(value)
            self.bits[maker] = self.bits.get(maker, 0) | 1 << number
        self.before_all = sum([1 << number for number, value in enumerate(self.values) if value in self.began])
        self.waits: dict[Operation, list[Value]] = {}
        for node in self.above:
            self._visit(node)

    def _maker(self, value: Value):
        """The node of the body that makes a value; the value itself where it comes from outside."""
        return value.owner if value.owner in self.above else value

    def _up_to(self, value: Value) -> int:
        maker = self._maker(value)
        return self.above.get(maker, 0) | self.bits.get(maker, 0)

    def _all_up_to(self, values) -> int:
        return union(map(self._up_to, values))

    def _visit(self, node: Operation) -> None:
        mask = self._all_up_to(control_operands(node) if node.name in MERGES else node.operands)
        if node.name in MERGES:
            common = -1
            for value in data_operands(node):
                common &= -1 if is_back_edge(value) else self._up_to(value)
            mask |= common
        if runs_functions(node):  # the runtime may begin with a part that reads none of what has waited, or was given
            mask &= ~self.before_all | self._all_up_to(control_operands(node))
        self.above[node] = mask
        missing = [value for value in self.began if not mask & self.bits[value] and self._must_begin_after(node, value)]
        if missing and node.name not in MERGES:
            self.waits[node] = missing
            for value in missing:
                self.above[node] |= self.bits[value]

    def _must_begin_after(self, node: Operation, value: Value) -> bool:
        """Whether a node must wait for an operand of the call: all do for control operands; for data, if the order is observable."""
        if value.type is CONTROL:
            return node.name == "tfg.NoOp" or not is_free_source(node)
        acts = has_effect(node) or node.name in ENTERS
        if not (acts or touches_state(node) or may_fail(node)):
            return False
        here = NONE.union(*[self.conditions.get(each, NONE) for each in node.operands])
        may_be_dead = not self.conditions.get(value, NONE) <= here
        return may_be_dead or value.owner in self.noticed.surely or acts and value.owner in self.noticed.perhaps

    def all_ends(self) -> list[Value]:
        return self._last(self.values if self.is_strict else list(dict.fromkeys([*self.before_end, *self.ends])))

    def missing_behind(self, values) -> list[Value]:
        """The tokens that readers of these results must wait for, so that they come after all effects of the call."""
        mask, here = self._all_up_to(values), NONE.union(*[self.conditions.get(value, NONE) for value in values])
        missing = [value for number, value in enumerate(self.values) if not mask >> number & 1 and (self.is_strict or value in self.began)]
        return self._last(
            [value for value in missing if value.type is CONTROL or value in self.ends or self.noticed.matters(value, self.call, here)]
        )

    def _last(self, values) -> list[Value]:
        """Those that none of the others comes after."""
        mask = union([self.above.get(self._maker(value), 0) for value in values])
        return [value for value in values if not mask & self.bits[self._maker(value)]]


def began(call: Operation) -> list[Value]:
    """The operands that a call comes after as a whole: of one that TensorFlow takes apart, its condition and control operands."""
    return [value for number, value in enumerate(call.operands) if value.type is CONTROL or not number or not is_taken_apart(call)]


def is_there(value: Value) -> bool:
    """Whether a value that comes from outside is there from the start."""
    return value.owner.__class__ is not Operation or is_free_source(value.owner)
