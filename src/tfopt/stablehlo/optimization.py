"""The driver of the passes that simplify and fold as upstream's do, and what their patterns have in common.

It works as MLIR's does by default: what stands last is looked at first, and each function keeps one constant of a kind, at its front.
"""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.attributes import Attribute, DictAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type

from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.terms import CONSTANT_OPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tfopt.rewrite.pattern import RewritePattern

FRONTEND, PAYLOAD = "mhlo.frontend_attributes", "xla_metadata_payload"


def optimize(root: Operation, patterns: Iterable[RewritePattern], top_down: bool = False) -> None:
    """Applies patterns until nothing changes."""
    Optimizer(patterns, folds=False, iterations=10, pooled=CONSTANT_OPS, top_down=top_down).run(root)


class Optimizer(GreedyDriver):
    """What is said of an op beside what it computes, such as how it is sharded, is said of the op that takes its place."""

    def _put(self, op: Operation, new: Sequence[Value | None], created: Iterable[Operation | None]) -> None:
        maker = new[0].op if len(new) == 1 and new[0] is not None else None
        if maker is not None and not (maker in self.created and has_trait(maker, "constant_like")):
            hand_on(op, maker)
        super()._put(op, new, created)


def hand_on(op: Operation, successor: Operation) -> None:
    """Gives an op the discardable attributes of another whose place it takes. These count where it has others, but for the entry of its
    frontend attributes that tells which op it is."""
    attributes = discardable(op)
    own, other = successor.attributes.get(FRONTEND), attributes.get(FRONTEND)
    if isinstance(own, DictAttr) and isinstance(other, DictAttr):
        same = {PAYLOAD: own.entries[PAYLOAD]} if PAYLOAD in own.entries else {}
        attributes[FRONTEND] = DictAttr({**own.entries, **other.entries, **same})
    successor.update_attributes(attributes)


def discardable(op: Operation) -> dict[str, Attribute]:
    """The attributes that an op's definition knows nothing of."""
    definition = lookup(op.name)
    inherent = frozenset() if definition is None else definition.inherent
    return {name: value for name, value in op.attributes.items() if name not in inherent}


def splat(value: Value) -> DenseAttr | None:
    """The content of a constant whose elements are all the same; None of another value."""
    elements = elements_of(value)
    return elements if isinstance(elements, DenseAttr) and elements.is_splat else None


def spread_constant(value: Value, type: Type) -> DenseAttr | None:
    """The content of a constant of one number under another static shape; None of another value or for another type."""
    elements = splat(value)
    if elements is None or not isinstance(type, TensorType) or not type.is_static or type.encoding is not None or type.size == 0:
        return None
    return elements.with_type(type)


def has_usual_accuracy(op: Operation) -> bool:
    """Whether a function is wanted as accurate as it usually is."""
    accuracy = op.attributes.get("result_accuracy")
    return accuracy is None or "<DEFAULT>" in accuracy.text


def by_itself(edit: Callable[[Operation], bool]):
    """The pattern of a function that replaces an operation without a rewriter, and answers whether it has."""

    def rewrite(op: Operation, rewriter) -> bool:
        users, behind = [user for result in op.results for user in result.users], op.next
        if not edit(op):
            return False
        for again in (*users, behind and behind.previous):
            rewriter.revisit(again)
        return True

    rewrite.__name__ = edit.__name__
    return rewrite
