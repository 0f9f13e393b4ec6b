"""Simplifications of TensorFlow's ops that do not look at any graph around them."""

from __future__ import annotations

from tfir.ir.dense import DenseAttr
from tfir.ir.types import IntegerType

from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import constants, rewrite, tf, variables, where

x, y, z, c = variables("x y z c")
p, q = constants("p q")


def is_identity(permutation) -> bool:
    return elements_of(permutation).values() == list(range(permutation.type.size))


@rewrite(tf.IdentityN(*x))
def forward_all(x):
    return x


@rewrite(tf.Transpose(tf.Transpose(x, p), q))
def merge_transposes(x, p, q):
    return tf.Transpose(x, p[q])


def static_shape(value):
    type = value.type
    return type.shape if getattr(type, "shape", None) is not None and type.is_static else None


def as_out_type(op, numbers):
    from numpy import asarray
    from tfir.ods.arrays import dtype_of

    return asarray(numbers, dtype_of(op.results[0].type.element))


@rewrite(tf.Shape(x))
def shape_of_static(x, op):
    sizes = static_shape(x)
    return None if sizes is None else as_out_type(op, sizes)


@rewrite(tf.Size(x))
def size_of_static(x, op):
    return None if static_shape(x) is None else as_out_type(op, x.type.size)


@rewrite(tf.Rank(x))
def rank_of_ranked(x, op):
    return None if getattr(x.type, "shape", None) is None else as_out_type(op, len(x.type.shape))


@rewrite(tf.Sub(x, x))
def zero_of_integers(x, op):
    """x - x is 0 for integers only: in floating point NaN and infinities have no difference of 0."""
    if static_shape(x) is None or not isinstance(x.type.element, IntegerType):
        return None
    return DenseAttr.of(0, op.results[0].type)


PATTERNS = {
    # The value itself.
    "forward": [
        *[op(x) >> x for op in (tf.Identity, tf.Snapshot, tf.AddN)],
        forward_all,
        tf.ConcatV2(x, y) >> x,
    ],
    # f(f(x)) is x.
    "involution": [op(op(x)) >> x for op in (tf.Neg, tf.LogicalNot, tf.Invert, tf.Conj)],
    # Each fires exactly when the result already has the operand's type.
    "same-type": [tf.Cast(x) >> x, tf.Reshape(x, y) >> x, tf.Squeeze(x) >> x, tf.BroadcastTo(x, y) >> x],
    # The neutral element. Adding +0 is not here: it turns -0 into +0.
    "neutral": [
        *[op(x, -0.0) >> x for op in (tf.AddV2, tf.Add)],
        tf.Sub(x, 0) >> x,
        *[op(x, 1) >> x for op in (tf.Mul, tf.RealDiv, tf.Div)],
        tf.LogicalAnd(x, True) >> x,
        tf.LogicalOr(x, False) >> x,
    ],
    # Nothing is left.
    "cancel": [zero_of_integers],
    # Two that are one.
    "merge": [
        tf.Transpose(x, where(p, is_identity)) >> x,
        merge_transposes,
        tf.Reshape(tf.Reshape(x, y), z) >> tf.Reshape(x, z),
        tf.SelectV2(c, x, x) >> x,
        *[op(x, x) >> x for op in (tf.Maximum, tf.Minimum)],
    ],
    # What the types already say.
    "static": [shape_of_static, size_of_static, rank_of_ranked],
}
