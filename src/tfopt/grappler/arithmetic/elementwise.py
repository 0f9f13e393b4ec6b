"""Simplifications of elementwise ops: pairs that cancel, forms that have an op of their own, powers,
and chains that become one op."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import F16, F32, F64, ComplexType, IntegerType
from tfir.ods.control import data_operands
from tfir.ods.op_lists import read_lists

from tfopt.grappler.nodes import filled
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, once, rewrite, tf, variables, where

x, y, e = variables("x y e")


def is_real(value) -> bool:
    return not isinstance(value.type.element, ComplexType)


def is_not_integer(value) -> bool:
    return not isinstance(value.type.element, IntegerType)


# f(f(x)) is x. A reciprocal is rounded, and that of a number near zero overflows.
REMOVE_INVOLUTION = Stage(
    "RemoveInvolution",
    *[op(op(x)) >> x for op in (tf.Neg, tf.Conj, tf.LogicalNot, tf.Invert)],
    *[(op(op(where(x, is_real))) >> x).changing("bits", "inf") for op in (tf.Reciprocal, tf.Inv)],
)

# f(f(x)) is f(x). A deep copy of a copy that others read is one of its own.
REMOVE_IDEMPOTENT = Stage(
    "RemoveIdempotent",
    *[
        op(y @ op(x)) >> y
        for op in (tf.Identity, tf.Snapshot, tf.StopGradient, tf.PreventGradient, tf.CheckNumerics, tf.CheckNumericsV2,
                   tf.Abs, tf.Relu, tf.Relu6, tf.Floor, tf.Ceil, tf.Round, tf.Rint)
    ],
    tf.Sign(y @ tf.Sign(where(x, is_real))) >> y,  # of a complex number it is a rounded quotient
    tf.DeepCopy(y @ once(tf.DeepCopy(x))) >> y,
)  # fmt: skip

# x - (-y) is x + y, and so on.
REMOVE_NEGATION = Stage(
    "RemoveNegation",
    tf.Sub(x, tf.Neg(y)) >> tf.AddV2(x, y),
    tf.AddV2(x, tf.Neg(y)) >> tf.Sub(x, y),
    tf.Add(x, tf.Neg(y)) >> tf.Sub(x, y),
    tf.Add(tf.Neg(y), x) >> tf.Sub(x, y),
)

# The square of a complex number has a kernel on CPUs alone.
REPLACE_MUL_WITH_SQUARE = Stage("ReplaceMulWithSquare", tf.Mul(where(x, is_real), x) >> tf.Square(x))

# Where an operand is NaN every order is false, and so is its opposite.
REMOVE_LOGICAL_NOT = Stage(
    "RemoveLogicalNot",
    *[tf.LogicalNot(one(x, y, incompatible_shape_error=e)) >> other(x, y, incompatible_shape_error=e)
      for one, other in ((tf.Equal, tf.NotEqual), (tf.NotEqual, tf.Equal))],
    *[(tf.LogicalNot(one(x, y)) >> other(x, y)).changing("nan")
      for pair in ((tf.Less, tf.GreaterEqual), (tf.LessEqual, tf.Greater)) for one, other in (pair, pair[::-1])],
)  # fmt: skip

SQRT_DIV_TO_RSQRT_MUL = Stage(
    "SqrtDivToRsqrtMul",
    *[(op(x, once(tf.Sqrt(where(y, is_real)))) >> tf.Mul(x, tf.Rsqrt(y))).changing("bits", "inf") for op in (tf.RealDiv, tf.Div)],
)

# Better at the ends of the range than what they replace: the sign of a zero survives, and logarithms of what would vanish.
CONVERT_LOG1P = Stage(
    "ConvertLog1p",
    *[(tf.Log(total) >> tf.Log1p(x)).changing("bits", "zero") for total in (tf.AddV2(x, 1), tf.Add(x, 1), tf.Add(1, x))],
)
CONVERT_EXPM1 = Stage("ConvertExpm1", (tf.Sub(tf.Exp(x), 1) >> tf.Expm1(x)).changing("bits", "zero"))
LOG_SOFTMAX = Stage("LogSoftmax", (tf.Log(tf.Softmax(x)) >> tf.LogSoftmax(x)).changing("bits", "inf"))

# Of complex numbers a squared difference is the product with the conjugate.
FUSE_SQUARED_DIFF = Stage("FuseSquaredDiff", tf.Square(once(tf.Sub(where(x, is_real), y))) >> tf.SquaredDifference(x, y))


# Powers


def power_of_zero(x, op, item):
    """x ** 0 is 1 for every x, NaN included: a constant where the shape is known, else made from an operand of that shape."""
    shape = item.shapes.static(op.results[0])
    return tf.OnesLike(x) if shape is None else filled(1, shape, op.results[0].type.element)


@rewrite(tf.Pow(x, 3), changes=("bits",))
def power_of_three(x, op, item):
    return tf.Mul(tf.Square(x), x) if "CPU" in item.device(op).upper() else MatchFailure("it is not known to run on a CPU")


CONVERT_POW = Stage(
    "ConvertPow",
    *[rewrite(tf.Pow(x, zero))(power_of_zero) for zero in (0, -0.0)],
    tf.Pow(x, 1) >> x,
    (tf.Pow(x, 2) >> tf.Square(x)).changing("bits"),
    power_of_three,
    (tf.Pow(x, 0.5) >> tf.Sqrt(x)).changing("bits", "nan", "zero"),
    (tf.Pow(x, -0.5) >> tf.Rsqrt(x)).changing("bits", "nan", "inf"),
    (tf.Pow(where(x, is_not_integer), -1) >> tf.Reciprocal(x)).changing("bits"),  # of integers it is an error
)


# Chains that one op computes

LISTS = read_lists(__file__)
HALF = frozenset(LISTS["composed"])
FULL = HALF.union(LISTS["composed_from_32_bits"])
# What TensorFlow's kernel composes, by element type.
COMPOSED = {F16: HALF, F32: FULL, F64: FULL}
COMPOSITION = "_UnaryOpsComposition"


def compose_unary_ops(op: Operation, item):
    """Starts at a chain's last op."""
    composable = COMPOSED.get(op.results[0].type.element, ())
    if not parts_of(op, composable) or item.device_kind(op) != "CPU" or is_inside_chain(op, composable, item):
        return None
    chain, first = [op], data_operands(op)[0]
    while item.has_single_use(first) and parts_of(first.op, composable) and item.device(first.op) == item.device(op):
        chain.append(first.op)
        first = data_operands(first.op)[0]
    if len(chain) == 1:
        return None
    return tf._UnaryOpsComposition(first, op_names=[name for each in reversed(chain) for name in parts_of(each, composable)])


def is_inside_chain(op: Operation, composable, item) -> bool:
    if not item.has_single_use(op.results[0]) or not op.results[0].uses:
        return False
    reader = op.results[0].uses[0]
    return bool(parts_of(reader, composable)) and item.device(reader) == item.device(op)


def parts_of(op: Operation, composable) -> list[str]:
    """The names of the ops that a node stands for in a chain; none where it cannot be part of one."""
    name = op.name.partition(".")[2]
    if name == COMPOSITION:
        return list(plain_attribute(op, "op_names"))
    return [name] if name in composable else []


UNARY_OPS_COMPOSITION = Stage(
    "UnaryOpsComposition",
    *[rewrite(getattr(tf, name)(x))(compose_unary_ops) for name in sorted(FULL | {COMPOSITION})],
)
