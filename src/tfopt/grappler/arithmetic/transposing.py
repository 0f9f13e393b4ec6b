"""Transposes: those that cancel or merge, conjugation on the way, and those that a matrix product does by itself."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType
from tfir.ods.control import data_operands

from tfopt.grappler.nodes import rebuilt, vector
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import once, rewrite, tf, variables

x, y, p, q = variables("x y p q")

FOLD_CONJUGATE_INTO_TRANSPOSE = Stage(
    "FoldConjugateIntoTranspose",
    tf.Conj(tf.Transpose(x, p)) >> tf.ConjugateTranspose(x, p),
    tf.Conj(tf.ConjugateTranspose(x, p)) >> tf.Transpose(x, p),
    tf.Transpose(tf.Conj(x), p) >> tf.ConjugateTranspose(x, p),
    tf.ConjugateTranspose(tf.Conj(x), p) >> tf.Transpose(x, p),
)


# Transposes of transposes


def is_identity(order) -> bool:
    return order == list(range(len(order or ())))


@rewrite(tf.Transpose(x, p))
def drop_identity_transpose(x, p, item):
    return x if is_identity(item.shapes.integers(p)) else None


@rewrite(tf.ConjugateTranspose(x, p))
def conjugate_in_place(x, p, item):
    if not is_identity(item.shapes.integers(p)):
        return None
    return tf.Conj(x) if isinstance(x.type.element, ComplexType) else x


def merged(p, q, item) -> list[int] | None:
    """One permutation for two: `y[i] = x[p[i]]`, then `z[i] = y[q[i]]`."""
    first, second = item.shapes.integers(p), item.shapes.integers(q)
    return None if first is None or second is None or len(first) != len(second) else [first[each] for each in second]


def cancel(x, p, q, item):
    return x if is_identity(merged(p, q, item)) else None


def merging(transpose):
    def merge(x, p, q, item):
        order = merged(p, q, item)
        return None if order is None else transpose(x, vector(order, q.type.element))

    return merge


REMOVE_IDENTITY_TRANSPOSE = Stage(
    "RemoveIdentityTranspose",
    drop_identity_transpose,
    conjugate_in_place,
    *[rewrite(transpose(transpose(x, p), q))(cancel) for transpose in (tf.Transpose, tf.ConjugateTranspose)],
    rewrite(tf.Transpose(once(tf.Transpose(x, p)), q))(merging(tf.Transpose)),
    rewrite(tf.ConjugateTranspose(once(tf.Transpose(x, p)), q))(merging(tf.ConjugateTranspose)),
    rewrite(tf.Transpose(once(tf.ConjugateTranspose(x, p)), q))(merging(tf.ConjugateTranspose)),
)


# Transposes that a matrix product does by itself

PRODUCTS = (tf.MatMul, tf.SparseMatMul, tf.BatchMatMul, tf.BatchMatMulV2, tf.BatchMatMulV3)
ADJOINT = ("adj_x", "adj_y")  # attributes that transpose and conjugate an operand
TRANSPOSED = ("transpose_a", "transpose_b")


def swaps_last_two(perm, item) -> bool:
    order = item.shapes.integers(perm)
    count = len(order or ())
    return count >= 2 and order == [*range(count - 2), count - 1, count - 2]


def does_alone(transpose: Operation, conjugates: bool) -> bool:
    """Whether a product's own transposition, which may conjugate, equals the node's. On real numbers conjugation is nothing."""
    if not isinstance(transpose.results[0].type.element, ComplexType):
        return True
    return conjugates == (transpose.name == "tfg.ConjugateTranspose")


def fold_transposes(op: Operation, item):
    operands, attributes = list(data_operands(op)), {}
    conjugates = ADJOINT[0] in lookup(op.name).signature.attributes
    for at, flag in enumerate(ADJOINT if conjugates else TRANSPOSED):
        maker = operands[at].op
        if maker is None or maker.name not in TRANSPOSES or not does_alone(maker, conjugates):
            continue
        inner, perm = data_operands(maker)
        if swaps_last_two(perm, item):
            operands[at], attributes[flag] = inner, not plain_attribute(op, flag)
    if operands == list(data_operands(op)):
        return None
    return rebuilt(op, *operands, **attributes)


TRANSPOSES = frozenset({"tfg.Transpose", "tfg.ConjugateTranspose"})
FOLD_TRANSPOSE_INTO_MATMUL = Stage(
    "FoldTransposeIntoMatMul",
    *[
        rewrite(pattern)(fold_transposes)
        for product in PRODUCTS
        for transpose in (tf.Transpose, tf.ConjugateTranspose)
        for pattern in (product(transpose(x, p), y), product(x, transpose(y, p)))
    ],
)
