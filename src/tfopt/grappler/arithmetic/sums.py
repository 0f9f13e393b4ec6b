"""Sums and other trees of one associative op: flattened, with common factors before them, ordered so that what is small is combined
before it is spread over what is large."""

from __future__ import annotations

from math import prod

from tfir.ir.operations import Operation, Value
from tfir.ir.types import FloatType, IntegerType
from tfir.ods.control import data_operands
from tfir.ods.shapes import broadcast

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.constants import elements_of, splat_number
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

(rest,) = variables("rest")

ADDITIONS = frozenset({"tfg.Add", "tfg.AddV2", "tfg.AddN"})
PRODUCTS = frozenset({"tfg.Mul"})
QUOTIENTS = frozenset({"tfg.RealDiv", "tfg.Div"})
# Ops that hand on what they get, so that a sum may look behind them.
PASSING = frozenset({"tfg.Identity", "tfg.Snapshot"})
REASSOCIATED = ("bits", "nan", "inf")
UNKNOWN_SIZE = 32  # what an unknown size is taken for where costs are compared


# Trees


def belongs_to(op: Operation, value: Value, ops, item) -> bool:
    """Whether the value's node is part of the tree at whose reader `op` stands: it is there for that reader alone."""
    inner = value.op
    return inner is not None and inner.name in ops and item.has_single_use(value) and item.device(inner) == item.device(op)


def is_root(op: Operation, ops, item) -> bool:
    result = op.results[0]
    return not (len(result.uses) == 1 and result.uses[0].name in ops and belongs_to(result.uses[0], result, ops, item))


def tree(op: Operation, ops, item) -> tuple[list[Value], list[Operation]]:
    """The leaves of a tree of one kind of op, from left to right, and its nodes. One that its reader reads twice is a leaf."""
    leaves, nodes, stack = [], [op], [*reversed(data_operands(op))]
    while stack:
        value = stack.pop()
        if len(value.uses) == 1 and belongs_to(op, value, ops, item):
            nodes.append(value.op)
            stack += reversed(data_operands(value.op))
        else:
            leaves.append(value)
    return leaves, nodes


def size_of(shape) -> int:
    return prod([size if size.__class__ is int else UNKNOWN_SIZE for size in shape])


def by_shape(leaves, item) -> list[list[Value]] | None:
    """Leaves of one shape together, the smallest first; None where a shape is unknown."""
    groups: dict = {}
    for leaf in leaves:
        shape = item.shapes.of(leaf)
        if shape is None:
            return None
        groups.setdefault(shape, []).append(leaf)
    return [groups[shape] for shape in sorted(groups, key=lambda shape: (size_of(shape), len(shape)))]


def cost(op: Operation, item) -> int | None:
    """How many elements a node computes: one for each operand but the first."""
    shape = item.shapes.of(op.results[0])
    return None if shape is None else size_of(shape) * (len(data_operands(op)) - 1)


def cost_of_groups(groups, item) -> int:
    total, shape = 0, None
    for group in groups:
        own = item.shapes.of(group[0])
        total += size_of(own) * (len(group) - 1)
        if shape is not None:
            own = broadcast(shape, own)
            total += size_of(own)
        shape = own
    return total


def join_groups(groups, within, between) -> Value:
    """One value of all: those of a group by `within`, then group after group by `between`."""
    joined = None
    for group in groups:
        part = group[0] if len(group) == 1 else within(group)
        joined = part if joined is None else between(joined, part)
    return joined


# AddOpsRewrite


def add_ops(op: Operation, item):
    """a + b + c is one AddN where shapes are equal, else an AddN for each shape, added from small to large."""
    if not is_root(op, ADDITIONS, item) or not isinstance(op.results[0].type.element, (IntegerType, FloatType)):
        return None
    leaves, nodes = tree(op, ADDITIONS, item)
    if len(nodes) == 1:
        return None
    groups = by_shape(leaves, item)
    if groups is None:
        return MatchFailure("the shapes of what is added are not all known")
    added = len(groups) - 1 + sum([len(group) > 1 for group in groups])
    costs = [cost(node, item) for node in nodes]
    if added == len(nodes) and (None in costs or cost_of_groups(groups, item) >= sum(costs)):
        return None
    return join_groups(groups, lambda group: tf.AddN(*group), tf.AddV2)


ADD_OPS_REWRITE = Stage("AddOpsRewrite", *[rewrite(op(*rest), changes=REASSOCIATED)(add_ops) for op in (tf.Add, tf.AddV2, tf.AddN)])


# MinimizeBroadcasts


def minimize_broadcasts(op: Operation, item):
    """(matrix * scalar) * (matrix * scalar) is (matrix * matrix) * (scalar * scalar)."""
    ops = frozenset({op.name})
    if not is_root(op, ops, item):
        return None
    leaves, nodes = tree(op, ops, item)
    groups = by_shape(leaves, item) if len(nodes) > 1 else None
    if groups is None or len(groups) == 1:
        return None
    costs = [cost(node, item) for node in nodes]
    if None in costs or cost_of_groups(groups, item) >= sum(costs):
        return None
    combine = getattr(tf, op.name[4:])

    def all_of(group):
        joined = group[0]
        for each in group[1:]:
            joined = combine(joined, each)
        return joined

    return join_groups(groups, all_of, combine)


MINIMIZE_BROADCASTS = Stage(
    "MinimizeBroadcasts",
    rewrite(tf.Mul(*rest), changes=REASSOCIATED)(minimize_broadcasts),
    *[rewrite(op(*rest), changes=("zero",))(minimize_broadcasts) for op in (tf.Maximum, tf.Minimum)],
    *[rewrite(op(*rest))(minimize_broadcasts) for op in (tf.LogicalAnd, tf.LogicalOr, tf.BitwiseAnd, tf.BitwiseOr, tf.BitwiseXor)],
)


# HoistCommonFactorOutOfAggregation


def hoist_factor(op: Operation, item):
    """x*a + b*x + x*c is x * (a + b + c)."""
    terms = data_operands(op)
    if len(terms) < 2 or not all([belongs_to(op, term, PRODUCTS, item) for term in terms]):
        return None
    factors = [data_operands(term.op) for term in terms]
    common = [each for each in factors[0] if all([each in pair for pair in factors])]
    if not common:
        return None
    others = [pair[1] if pair[0] is common[0] else pair[0] for pair in factors]
    total = sum_of(op, others, item)
    return total if isinstance(total, MatchFailure) else tf.Mul(common[0], total)


def hoist_divisor(op: Operation, item):
    """a/x + b/x is (a + b) / x."""
    terms = data_operands(op)
    if len(terms) < 2 or not isinstance(op.results[0].type.element, FloatType):
        return None
    if not all([belongs_to(op, term, QUOTIENTS, item) for term in terms]):
        return None
    pairs = [data_operands(term.op) for term in terms]
    if len({pair[1] for pair in pairs}) > 1 or len({term.op.name for term in terms}) > 1:
        return None
    total = sum_of(op, [pair[0] for pair in pairs], item)
    return total if isinstance(total, MatchFailure) else getattr(tf, terms[0].op.name[4:])(total, pairs[0][1])


def sum_of(op: Operation, values, item):
    """The sum by the op that there was; AddN adds what has one shape."""
    if op.name != "tfg.AddN":
        return getattr(tf, op.name[4:])(*values)
    if not all([item.shapes.same(values[0], value) for value in values[1:]]):
        return MatchFailure("what would be added may be of different shapes")
    return tf.AddN(*values)


HOIST_COMMON_FACTOR = Stage(
    "HoistCommonFactorOutOfAggregation",
    *[
        rewrite(op(*rest), changes=(*REASSOCIATED, "zero"))(function)
        for function in (hoist_factor, hoist_divisor)
        for op in (tf.AddN, tf.AddV2, tf.Add)
    ],
)


# SimplifyAggregation


def simplify_aggregation(op: Operation, item):
    """x + x + x is 3*x, and a + 2*b + 2*c + a is 2 * (a + b + c), where that is less than what there was."""
    terms = data_operands(op)
    if len(terms) == 1:
        return terms[0]
    if not isinstance(op.results[0].type.element, (IntegerType, FloatType)):
        return None
    multiples: dict[Value, object] = {}
    factors, absorbed = [], set()
    for term in terms:
        value, number, factor, inner = multiple(op, term, item)
        multiples[value] = multiples.get(value, 0) + number
        absorbed |= {inner} - {None}
        factors += [factor] if factor is not None and item.shapes.of(factor) == () else []
    return scaled_sum(op, multiples, factors, 1 + len(terms) + 3 * len(absorbed), item)


def multiple(op: Operation, term: Value, item):
    """(x, c, c as a value, the term's node) of a term c*x, or x + x, that is there for this sum alone and has the shape of x; else
    the term behind what hands it on, once."""
    while term.op is not None and term.op.name in PASSING and item.has_single_use(term):
        term = term.op.operands[0]
    if belongs_to(op, term, PRODUCTS, item):
        for value, factor in (data_operands(term.op), data_operands(term.op)[::-1]):
            if splat_number(elements_of(factor)) is not None and item.shapes.same(value, term):
                return value, splat_number(elements_of(factor)), factor, term.op
    if belongs_to(op, term, ADDITIONS, item) and len(set(data_operands(term.op))) == 1:
        return term.op.operands[0], len(data_operands(term.op)), None, term.op
    return term, 1, None, None


def scaled_sum(op: Operation, multiples, factors, limit: int, item):
    """The product of the one number by which everything is multiplied, and the sum without it; None where there is none, or where
    it takes more than `limit` nodes and edges. `factors` are scalars that there are."""
    distinct, number = list(multiples), next(iter(multiples.values()))
    if set(multiples.values()) != {number} or number in (0, 1) or not fits(number, distinct[0].type.element):
        return None
    factor = next((each for each in factors if splat_number(elements_of(each)) == number), None)
    constant = 0 if factor is not None else 1 + item.is_framed(op)  # in a loop or branch it waits for something
    if (len(distinct) > 1) * (1 + len(distinct)) + 3 + constant > limit:
        return None
    if not all([item.shapes.same(distinct[0], value) for value in distinct[1:]]):
        return MatchFailure("what would be added may be of different shapes")
    total = distinct[0] if len(distinct) == 1 else tf.AddN(*distinct)
    return tf.Mul(total, number if factor is None else factor)


def fits(number, element) -> bool:
    return not isinstance(element, IntegerType) or 0 < number < 2 ** (element.width - 1)


SIMPLIFY_AGGREGATION = Stage(
    "SimplifyAggregation",
    *[rewrite(op(*rest), changes=(*REASSOCIATED, "zero"))(simplify_aggregation) for op in (tf.AddN, tf.AddV2, tf.Add)],
)
