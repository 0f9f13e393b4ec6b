"""Whether a replacement surely has the type of what it replaces.

Static types prove it by being equal. Where a size is unknown, equal types prove nothing (an addition of zeros may have spread its
operand), so shapes are inferred on both sides from the same leaves, in which each unknown size has a name of its own: equal
names are equal sizes. A leaf of unknown rank is tried with every rank up to that of volumes, since shape rules treat ranks alike;
most ops refuse all but a few.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tfir.analysis.shapes import ShapeAnalysis, ShapePolicy
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import data_operands
from tfir.ods.inference import AbstractValue, declared_value
from tfir.ods.shapes import fresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import TypeAlias

    Leaves: TypeAlias = Mapping[Value, AbstractValue]
    Ranks: TypeAlias = Mapping[Value, Collection[int]]


class LeavesPolicy(ShapePolicy):
    """Shapes inferred from leaves and constants alone, without declared types. Operands that do not fit are an error."""

    is_strict = is_lazy = True

    def declared(self, result: Value) -> None:
        return None

    def follows(self, op: Operation) -> bool:
        return False


FROM_LEAVES = LeavesPolicy()
RANKS = (0, 1, 2, 3, 4, 5)
MOST_TRIALS = 216


def same_type(old: Value, new: Value, matched: set[Operation]) -> bool:
    """Whether `new` has exactly the type of `old`. `matched` are the ops of the pattern and those built for the replacement:
    what lies outside of them is a leaf."""
    if old.type is not new.type:
        return False
    if not isinstance(old.type, TensorType) or old.type.is_static:
        return True
    return same_shape(old, new, matched)


def same_shape(old: Value, new: Value, matched: set[Operation], state_of: Callable[[Value], AbstractValue] = declared_value) -> bool:
    """Whether the shapes of two values are equal, as inference finds them from values outside of `matched`, whose facts `state_of` gives;
    declared types do not count."""
    if old is new:
        return True
    matched = {op for op in matched if says_shapes(op)}
    leaves = {leaf: state_of(leaf) for leaf in leaves_of([old, new], matched)}
    unranked = [leaf for leaf, state in leaves.items() if isinstance(leaf.type, TensorType) and state.shape is None]
    possible: Ranks = {leaf: ranks_of(leaf, old, new, leaves) if len(unranked) > 1 else RANKS for leaf in unranked}
    few = {leaf: ranks for leaf, ranks in possible.items() if len(ranks) < len(RANKS)}
    return all_are_equal(old, new, leaves, few) or few.keys() != possible.keys() and all_are_equal(old, new, leaves, possible)


def all_are_equal(old: Value, new: Value, leaves: Leaves, possible: Ranks) -> bool:
    """Whether the shapes agree with all ranks of leaves that are possible, other leaves having any."""
    if prod(map(len, possible.values())) > MOST_TRIALS:
        return False
    proven = False
    for ranks in product(*possible.values()):
        equal = equal_in_trial(old, new, leaves, dict(zip(possible, ranks)))
        if equal is False:
            return False
        proven |= equal is True
    return proven


def ranks_of(leaf: Value, old: Value, new: Value, leaves: Leaves) -> list[int]:
    """The ranks that no op rejects, for any ranks of the other leaves."""
    return [rank for rank in RANKS if equal_in_trial(old, new, leaves, {leaf: rank}) is not None]


def says_shapes(op: Operation) -> bool:
    """Whether the op's meaning knows of shapes: the results of others, as of calls, are leaves too."""
    definition = lookup(op.name)
    return definition is not None and definition.infer is not None


def leaves_of(values: Iterable[Value], matched: Collection[Operation]) -> Iterator[Value]:
    """The values from outside of `matched` that these values are computed from."""
    seen, stack = set[Value](), list(values)
    while stack:
        value = stack.pop()
        if value in seen:
            continue
        seen.add(value)
        if (maker := value.op) is not None and maker in matched:
            stack += data_operands(maker)
        else:
            yield value


def equal_in_trial(old: Value, new: Value, leaves: Leaves, ranks: Mapping[Value, int]) -> bool | None:
    """Whether the two shapes agree with these ranks given to leaves; None when such ranks cannot occur."""
    analysis = ShapeAnalysis(FROM_LEAVES)
    for leaf, state in leaves.items():
        analysis.assume(leaf, with_rank(state, ranks[leaf]) if leaf in ranks else state)
    try:
        left, right = analysis[old].shape, analysis[new].shape
    except Error:
        return None
    return left is not None and left == right


def with_rank(state: AbstractValue, rank: int) -> AbstractValue:
    """The state with that many unknown sizes."""
    return AbstractValue(tuple([fresh() for _ in range(rank)]), state.element, lambda: state.content)
