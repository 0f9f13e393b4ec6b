"""Ops that do the same in any order of dimensions, once their axes are named anew: a transpose back in front of one becomes a
transpose back behind it."""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands
from tfir.ods.op_lists import read_lists

from tfopt.grappler.layout.formats import Conversion, integers
from tfopt.grappler.nodes import filled, rebuilt, vector
from tfopt.grappler.rewriting import OnNodes, Stage
from tfopt.rewrite.building import constant, plain_attribute
from tfopt.rewrite.terms import MatchFailure, tf

ELEMENTWISE = read_lists(__file__)["elementwise"]
REDUCTIONS = tuple(dialect("tf").with_trait("reduction"))
SEARCHES = ("ArgMax", "ArgMin")
PER_DIMENSION = {"Pad": (1,), "PadV2": (1,), "MirrorPad": (1,), "Tile": (1,), "Slice": (1, 2)}


class Pushing:
    """State shared by the rules below: which operands of a node are transposes back to the source format, and their rank."""

    def __init__(self, conversion: Conversion, op: Operation, item):
        self.conversion, self.op, self.item = conversion, op, item
        self.operands = list(data_operands(op))
        self.turned = [conversion.turned(value, item) for value in self.operands]
        permutations = [
            item.shapes.integers(value.op.operands[1]) for value, turned in zip(self.operands, self.turned) if turned is not None
        ]
        self.rank = len(permutations[0]) if permutations else None

    def is_turned(self, at: int) -> bool:
        return self.rank is not None and self.turned[at] is not None

    def numbers(self, at: int) -> list[int] | None:
        return self.item.shapes.integers(self.operands[at])

    def moved(self, value: Value) -> Value | None:
        """An operand that is combined element by element, in the target's format; None where its shape isn't known well enough."""
        shape = self.item.shapes.of(value)
        if self.conversion.turned(value, self.item) is not None or (shape is not None and len(shape) == self.rank):
            return self.conversion.to_target(value, self.rank, self.item)
        if shape is None or len(shape) > 1:
            return None
        return value if not shape else self._channels(value, shape)

    def _channels(self, value: Value, shape):
        """One number for each place of the source's last dimension."""
        if not isinstance(shape[0], int):
            return None
        place = self.conversion.there(self.rank).index(self.rank - 1)
        return tf.Reshape(value, vector([shape[0] if axis == place else 1 for axis in range(self.rank)]))

    def build(self, operands, **attributes):
        return rebuilt(self.op, *operands, **attributes)

    def back(self, value: Value) -> Value:
        return self.conversion.to_source(value, self.rank)

    def keeps_order(self, removed) -> bool:
        """Whether the dimensions that stay come in one order in both formats."""
        kept = [axis for axis in self.conversion.there(self.rank) if axis not in removed]
        return kept == sorted(kept)


def elementwise(at: Pushing):
    if at.rank is None:
        return None
    moved = [at.moved(value) for value in at.operands]
    if None in moved:
        return MatchFailure("an operand's shape is not known")
    return at.back(at.build(moved))


def concatenation(at: Pushing):
    first = at.op.name == "tfg.Concat"
    values, axis = (at.operands[1:], at.numbers(0)) if first else (at.operands[:-1], at.numbers(len(at.operands) - 1))
    if at.rank is None or axis is None:
        return None
    moved = [at.conversion.to_target(value, at.rank, at.item) for value in values]
    target = filled(at.conversion.axes(axis, at.rank)[0])
    return at.back(at.build([target, *moved] if first else [*moved, target]))


def reduction(at: Pushing):
    axes = at.numbers(1)
    if not at.is_turned(0) or axes is None:
        return None
    moved, mapped = at.turned[0], sorted(at.conversion.axes(axes, at.rank))
    if plain_attribute(at.op, "keep_dims"):
        return at.back(at.build([moved, vector(mapped)]))
    if not at.keeps_order({axis % at.rank for axis in axes}):
        return MatchFailure("the dimensions that stay would come in another order")
    return at.build([moved, vector(mapped)])


def search(at: Pushing):
    axis = at.numbers(1)
    if not at.is_turned(0) or axis is None or not at.keeps_order({axis[0] % at.rank}):
        return None
    return at.build([at.turned[0], filled(at.conversion.axes(axis, at.rank)[0])])


def per_dimension(at: Pushing):
    """Operands that say something of each dimension, one number or a pair."""
    if not at.is_turned(0):
        return None
    operands = [at.turned[0], *at.operands[1:]]
    for number in PER_DIMENSION[at.op.name[4:]]:
        content = at.item.shapes.abstract_value(at.operands[number]).value
        if content is None:
            return MatchFailure("what it says of each dimension is not constant")
        operands[number] = content[at.conversion.there(at.rank)]
    return at.back(at.build(operands))


def squeeze(at: Pushing):
    axes = integers(at.op.attributes["squeeze_dims"]) if "squeeze_dims" in at.op.attributes else []
    if not at.is_turned(0) or not axes or not at.keeps_order({axis % at.rank for axis in axes}):
        return None
    return at.build([at.turned[0]], squeeze_dims=sorted(at.conversion.axes(axes, at.rank)))


def splitting(at: Pushing):
    axis_at, value_at = (0, 1) if at.op.name == "tfg.Split" else (2, 0)
    axis = at.numbers(axis_at)
    if not at.is_turned(value_at) or axis is None:
        return None
    operands = list(at.operands)
    operands[value_at], operands[axis_at] = at.turned[value_at], constant(filled(at.conversion.axes(axis, at.rank)[0]))
    number = plain_attribute(at.op, "num_split")
    made = at.build(operands, num_split=number)
    return [at.back(value) for value in (made if isinstance(made, (list, tuple)) else [made])]


def reversal(at: Pushing):
    axes = at.numbers(1)
    if not at.is_turned(0) or axes is None:
        return None
    return at.back(at.build([at.turned[0], vector(at.conversion.axes(axes, at.rank))]))


def shape(at: Pushing):
    if not at.is_turned(0):
        return None
    source, target = at.conversion.formats(at.rank)
    return tf.DataFormatVecPermute(at.build([at.turned[0]]), src_format=target, dst_format=source)


def meeting(at: Pushing):
    """A transpose there of a transpose back."""
    perm = at.numbers(1)
    return at.turned[0] if at.is_turned(0) and perm == at.conversion.there(at.rank) else None


FAMILIES = {
    "Collapse": (meeting, ("Transpose",)),
    "Elementwise": (elementwise, ELEMENTWISE), "Concatenation": (concatenation, ("ConcatV2", "Concat")),
    "Reduction": (reduction, REDUCTIONS), "Search": (search, SEARCHES), "PerDimension": (per_dimension, tuple(PER_DIMENSION)),
    "Squeeze": (squeeze, ("Squeeze",)), "Splitting": (splitting, ("Split", "SplitV")), "Reversal": (reversal, ("ReverseV2",)),
    "Shape": (shape, ("Shape",)),
}  # fmt: skip


def agnostic_stages(conversion: Conversion):
    def asking(function):
        return lambda op, item: function(Pushing(conversion, op, item))

    return [Stage(name, OnNodes(ops, asking(function), reads=("tfg.Transpose",))) for name, (function, ops) in FAMILIES.items()]
