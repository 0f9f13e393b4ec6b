"""Which changes to the order of a graph's nodes are observable, besides the values that they compute.

A program has ordered two nodes by a path of edges. Code that replaces a node on that path asks here whether the path is to be kept, that is
whether the value that nothing reads any more

- may be dead, or belongs to a loop (it stands behind conditions that nothing else in the place stands behind);
- comes after an effect, or after what a control edge has ordered: control edges are written for the sake of order alone, be it of
  effects, of errors or of memory;
- comes after what sees a state or may fail, where an effect follows: it must not happen before, nor at all after an error.
"""

from __future__ import annotations

from tfir.analysis.deadness import NONE, conditions_of
from tfir.analysis.graph_effects import has_effect, is_free_source, may_fail, touches_state
from tfir.analysis.slices import backward_slice, forward_slice
from tfir.ir.operations import Block, Operation, Value
from tfir.ods.control import control_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.deadness import Conditions


class Noticed:
    """Of a block of nodes as it is, and as it becomes by nodes of which `add` is told."""

    def __init__(self, block: Block, keeps_errors: bool) -> None:
        self.keeps_errors = keeps_errors
        self.conditions = conditions_of(block)
        effects = [op for op in block if has_effect(op)]
        self.surely = forward_slice([op for op in block if self._is_surely(op)])
        self.perhaps = forward_slice([op for op in block if is_perhaps(op)]) if effects else set()
        self.before_effects = backward_slice([value.owner for op in effects for value in op.operands if isinstance(value.owner, Operation)])

    def matters(self, value: Value, by: Operation, beside: Conditions = NONE) -> bool:
        """Whether it is observable that what follows `by` waits for the value, where it stands behind the conditions `beside` anyway."""
        maker = value.owner
        if not isinstance(maker, Operation):
            return False
        if not self.conditions.get(value, NONE) <= beside:
            return True
        return maker in self.surely or maker in self.perhaps and by in self.before_effects

    def is_needed_itself(self, op: Operation, by: Operation) -> bool:
        """Whether what follows `by` must wait for the node itself, and not only for what comes before it."""
        return self._is_ordered(op) or may_fail(op) and (self.keeps_errors or by in self.before_effects)

    def add(self, node: Operation, like: Operation | None = None) -> None:
        """A node has come, in the place of `like`, or has other operands."""
        makers = [value.owner for value in node.operands]
        if like in self.before_effects:
            self.before_effects.add(node)
        if self._is_surely(node) or any([maker in self.surely for maker in makers]):
            spread(self.surely, node)
        if is_perhaps(node) or any([maker in self.perhaps for maker in makers]):
            spread(self.perhaps, node)
        here = NONE.union(*[self.conditions.get(value, NONE) for value in node.operands])
        for result in node.results if here else ():
            self.conditions[result] = here

    def _is_surely(self, op: Operation) -> bool:
        return has_effect(op) or self._is_ordered(op) or self.keeps_errors and may_fail(op)

    def _is_ordered(self, op: Operation) -> bool:
        """Whether the node waits for something that is not there from the start. A constant in a loop or branch waits in order to be
        of it."""
        waits = [value for value in control_operands(op) if isinstance(value.owner, Operation) and not is_free_source(value.owner)]
        return bool(waits) and not (op.name == "tfg.Const" and all([value in self.conditions for value in waits]))


def is_perhaps(op: Operation) -> bool:
    return may_fail(op) or touches_state(op)


def spread(following: set[Operation], node: Operation) -> None:
    """Adds a node and all that depend on it to a set that is closed under this."""
    stack = [node]
    while stack:
        op = stack.pop()
        if op not in following:
            following.add(op)
            stack += [user for result in op.results for user in result.uses]
