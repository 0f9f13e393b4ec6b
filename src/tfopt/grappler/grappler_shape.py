"""Computes equal sizes once, numbers of elements without a shape, and ratios of sizes not at all."""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.dialects import is_pure, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64
from tfir.ods.control import data_results
from tfir.ods.shapes import Symbol, quotient

from tfopt.grappler.item import Item
from tfopt.grappler.nodes import filled
from tfopt.grappler.rewriting import Rewriting, Stage, chosen, drop_dead, replace
from tfopt.rewrite.graph import makers
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

TITLE = "ShapeOptimizer"
x, y, a = variables("x y a")


@rewrite(tf.Prod(tf.Shape(x), a))
def number_of_elements(x, a, op, item):
    """Over the one axis of the shape."""
    axes = item.shapes.integers(a)
    if axes not in ([0], [-1]) or item.shapes.of(op.results[0]) != ():
        return MatchFailure("not over the axis of the shape")
    return tf.Size(x, out_type=op.results[0].type.element)


def ratio_of_sizes(x, y, op, item):
    """Size(x) / Size(y) where unknown sizes cancel. Sizes of 0 are left alone, since the division fails at run time."""
    over, under = item.shapes.of(x), item.shapes.of(y)
    if over is None or under is None or 0 in under:
        return None
    try:
        ratio = quotient(over, under)
    except Error:
        return None
    return filled(ratio, (), op.results[0].type.element) if isinstance(ratio, int) else MatchFailure("the ratio is unknown")


DIVISIONS = (tf.Div, tf.FloorDiv, tf.TruncateDiv)
STAGES = [
    Stage("SizeOfShape", number_of_elements),
    Stage("RatioOfSizes", *[rewrite(divide(tf.Size(x), tf.Size(y)))(ratio_of_sizes) for divide in DIVISIONS]),
]
SHARED = "ShareSizes"


def grappler_shape(item: "Item", *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()):
    selected = chosen([*STAGES, Stage(SHARED)], only, without)
    Rewriting(item, selected, "ShapeOptimizer").run()
    if any([stage.name == SHARED for stage in selected]):
        share_sizes(item)


def share_sizes(item: Item) -> None:
    """Integers that are computed from shapes and are equal in every run, since they are the same formulas of the same unknown sizes,
    are read from the first node that computes them. Nodes in loops and branches, and behind effects, are left alone."""
    item.sort()
    first: dict[tuple, Value] = {}
    fed = {value.owner for value in item.feeds}
    left = []
    for op in list(item.block):
        if is_followed(op) and op.name not in CONTROL_FLOW and op not in fed:
            left += share_results(op, item, first)
    drop_dead(item, left)


def share_results(op: Operation, item: Item, first: dict[tuple, Value]) -> list[Operation]:
    """Lets the readers of what `first` has already read that. Returns the nodes that may not be needed any more."""
    new, preserved = [], item.is_preserved(op)
    for result in data_results(op):
        key = shared_key(result, item) if result.uses or preserved else None
        original = first.setdefault(key, result) if key is not None else result
        new.append(None if original is result else original)
    into = [value.op for value in new if value is not None]
    if preserved or not into:
        return []
    producers = makers(op.operands)
    item.record("merged", op, SHARED, into)
    replace(item, op, new, [])
    return [op, *producers]


def is_followed(op: Operation) -> bool:
    """Whether the op's semantics propagate abstract integers, such as sizes, to its results."""
    definition = lookup(op.name)
    return definition is not None and definition.semantics is not None and definition.semantics.propagate_values is not None and is_pure(op)


def shared_key(result: Value, item: Item):
    """A key that equal integer values share: element type, shape, sizes as symbols. None where elements are unknown, and for constants."""
    element = getattr(result.type, "element", None)
    if element is not I32 and element is not I64 or item.is_framed(result.op):
        return None
    value = item.shapes.abstract_value(result)
    numbers = value.numbers
    if not numbers or None in numbers or value.shape is None or not any([number.__class__ is Symbol for number in numbers]):
        return None
    return element, value.shape, tuple(numbers)
