"""Brings constants together, so that they become one: sums and products of a constant and of what has a constant already, biases,
factors of convolutions and of matrix products."""

from __future__ import annotations

from tfir.ir.operations import Operation

from tfopt.grappler.constant_folding.contents import FREE_BYTES, is_constant, is_float, stored_bytes
from tfopt.grappler.nodes import rebuilt
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import array, plain_attribute
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import MatchFailure, constants, once, rewrite, tf, variables, where

x, y = variables("x y")
p, q, w = constants("p q w")
c, d = [where(variable, is_constant) for variable in variables("c d")]
REASSOCIATED = ("bits", "nan", "inf")
FLOATING = (*REASSOCIATED, "zero")


def both(op, one, other):
    """The operands in either order."""
    return op(one, other), op(other, one)


# c + (x - d) = x + (c - d), and the like; the same holds of products and quotients of fractions.


def together(plus, minus, x, of_sums=FLOATING):
    """`of_sums` is what changes where nothing but what is added or taken away moves. Of the others, and of products of complex numbers, it
    is the sign of a zero as well."""
    inner_sums = [once(term) for term in both(plus, x, d)]
    x_less, less_x = once(minus(x, d)), once(minus(d, x))
    rules = [
        *[pattern >> plus(x, plus(c, d)) for inner in inner_sums for pattern in both(plus, c, inner)],
        *[pattern >> plus(x, minus(c, d)) for pattern in both(plus, c, x_less)],
        *[pattern >> minus(plus(c, d), x) for pattern in both(plus, c, less_x)],
        *[minus(inner, c) >> plus(x, minus(d, c)) for inner in inner_sums],
        minus(less_x, c) >> minus(minus(d, c), x),
    ]
    turned = [
        *[minus(c, inner) >> minus(minus(c, d), x) for inner in inner_sums],
        minus(c, x_less) >> minus(plus(c, d), x),
        minus(c, less_x) >> plus(x, minus(c, d)),
        minus(x_less, c) >> minus(x, plus(d, c)),
    ]
    return [rule.changing(*of_sums) for rule in rules] + [rule.changing(*FLOATING) for rule in turned]


def chained(op):
    """Where the order of operands doesn't matter to the bit."""
    return [pattern >> op(x, op(c, d)) for inner in both(op, x, d) for pattern in both(op, c, once(inner))]


# Biases: one number, or one for each channel, which is the last axis


def biased(operand):
    return once(tf.BiasAdd(operand, q, data_format="NHWC"))


def one_bias(x, p, q, item):
    shape = item.shapes.of(x)
    if p.ndim > 1 or shape is None or len(shape) < 2 or p.size not in (1, q.size):
        return MatchFailure("what is added is no bias")
    return tf.BiasAdd(x, p + q)


OF_BIASES = [
    tf.BiasAdd(once(tf.BiasAdd(x, p, data_format="NHWC")), q, data_format="NHWC"),
    *[tf.BiasAdd(once(inner), q, data_format="NHWC") for add in (tf.Add, tf.AddV2) for inner in both(add, x, p)],
    *[outer for add in (tf.Add, tf.AddV2) for outer in both(add, biased(x), p)],
]


# Factors of weights


WEIGHTED = {"Conv2D": 4, "DepthwiseConv2dNative": 4, "Conv3D": 5, "MatMul": 2}  # the rank of their results


def times_factors(op: Operation, weights, factors):
    """Weights times one factor for each channel of the op's result; None where the factors, an array that spreads to the result,
    are something else."""
    local = op.name.partition(".")[2]
    rank = WEIGHTED[local]
    axis = rank - 1 if local == "MatMul" or not plain_attribute(op, "data_format").startswith("NC") else 1
    shape = (1,) * (rank - factors.ndim) + factors.shape
    if len(shape) > rank or any([size != 1 for at, size in enumerate(shape) if at != axis]):
        return None
    return times_channels(op, weights, factors.reshape(-1))


def times_channels(op: Operation, weights, factors):
    """`factors` are one number, or as many as the op's result has channels."""
    if factors.size == 1:
        return weights * factors.reshape(())
    if op.name == "tfg.DepthwiseConv2dNative":
        return weights * factors.reshape(weights.shape[2:]) if factors.size == weights.shape[2] * weights.shape[3] else None
    at_rows = op.name == "tfg.MatMul" and plain_attribute(op, "transpose_b")
    if factors.size != weights.shape[0 if at_rows else -1]:
        return None
    return weights * (factors.reshape(-1, 1) if at_rows else factors)


def is_worth_scaling(op: Operation) -> bool:
    """Weights that others read too would be there twice."""
    weights = op.operands[1]
    return len(weights.uses) == 1 or stored_bytes(elements_of(weights)) <= FREE_BYTES


def factor_behind(y, p, item):
    """`Conv(x, w) * p` is `Conv(x, w * p)`."""
    maker = y.op
    if not is_float(y) or item.is_preserved(maker) or not is_worth_scaling(maker):
        return MatchFailure("its weights cannot be scaled")
    scaled = times_factors(maker, array(maker.operands[1]), p)
    if scaled is None:
        return MatchFailure("not one factor for each channel")
    return rebuilt(maker, maker.operands[0], scaled)


def factor_in_front(x, p, w, op):
    """`Conv(x * p, w)` is `Conv(x, w * p)` where p is one number."""
    if p.ndim or not is_worth_scaling(op):
        return MatchFailure("not one number, or the weights are read by others too")
    return rebuilt(op, x, w * p)


def weighted():
    return [getattr(tf, name) for name in WEIGHTED]


STAGES = [
    Stage(
        "ConstantPushDown",
        *[rule for add in (tf.AddV2, tf.Add) for rule in together(add, tf.Sub, x, of_sums=REASSOCIATED)],
        *[rule for divide in (tf.RealDiv, tf.Div) for rule in together(tf.Mul, divide, where(x, is_float))],
        *[rule.changing(*FLOATING) for rule in chained(tf.Mul)],
        *[rule for op in (tf.LogicalAnd, tf.LogicalOr, tf.BitwiseAnd, tf.BitwiseOr, tf.BitwiseXor) for rule in chained(op)],
    ),
    Stage("ConstantPushDownBiasAdd", *[rewrite(pattern, changes=REASSOCIATED)(one_bias) for pattern in OF_BIASES]),
    Stage(
        "MulConvPushDown",
        *[rewrite(tf.Mul(y @ once(op(x, w)), p), changes=FLOATING)(factor_behind) for op in weighted()],
        *[rewrite(op(once(tf.Mul(x, p)), w), changes=FLOATING)(factor_in_front) for op in weighted()],
    ),
]
