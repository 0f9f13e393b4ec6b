"""Transposes: those that cancel or merge, conjugation on the way, and those that a matrix product does by itself."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType

from tfopt.grappler.nodes import attributes_of, vector
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import data_operands, plain_attribute
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


def numbers(value, item):
    return item.shapes.abstract_value(value).integers


@rewrite(tf.Transpose(x, p))
def drop_identity_transpose(x, p, item):
    order = numbers(p, item)
    return x if order is not None and order == list(range(len(order))) else None


@rewrite(tf.ConjugateTranspose(x, p))
def conjugate_in_place(x, p, item):
    order = numbers(p, item)
    if order is None or order != list(range(len(order))):
        return None
    return tf.Conj(x) if isinstance(x.type.element, ComplexType) else x


def merged(x, p, q, item, transpose):
    """One transpose for two: `y[i] = x[p[i]]`, then `z[i] = y[q[i]]`."""
    first, second = numbers(p, item), numbers(q, item)
    if first is None or second is None or len(first) != len(second):
        return None
    return transpose(x, vector([first[each] for each in second], q))


@rewrite(tf.Transpose(tf.Transpose(x, p), q))
def cancel_transposes(x, p, q, item):
    permutations = numbers(p, item), numbers(q, item)
    if None in permutations or len(permutations[0]) != len(permutations[1]):
        return None
    return x if [permutations[0][each] for each in permutations[1]] == list(range(len(permutations[0]))) else None


@rewrite(tf.ConjugateTranspose(tf.ConjugateTranspose(x, p), q))
def cancel_conjugate_transposes(x, p, q, item):
    return cancel_transposes.replacement(x, p, q, item)


@rewrite(tf.Transpose(once(tf.Transpose(x, p)), q))
def merge_transposes(x, p, q, item):
    return merged(x, p, q, item, tf.Transpose)


@rewrite(tf.ConjugateTranspose(once(tf.Transpose(x, p)), q))
def merge_into_conjugate(x, p, q, item):
    return merged(x, p, q, item, tf.ConjugateTranspose)


@rewrite(tf.Transpose(once(tf.ConjugateTranspose(x, p)), q))
def merge_conjugate(x, p, q, item):
    return merged(x, p, q, item, tf.ConjugateTranspose)


REMOVE_IDENTITY_TRANSPOSE = Stage(
    "RemoveIdentityTranspose",
    drop_identity_transpose, conjugate_in_place, cancel_transposes, cancel_conjugate_transposes, merge_transposes,
    merge_into_conjugate, merge_conjugate,
)  # fmt: skip


# Transposes that a matrix product does by itself

# op -> the attributes that say so of its operands, and whether those conjugate as well.
PRODUCTS = {
    "MatMul": ("transpose_a", "transpose_b", False),
    "SparseMatMul": ("transpose_a", "transpose_b", False),
    "BatchMatMul": ("adj_x", "adj_y", True),
    "BatchMatMulV2": ("adj_x", "adj_y", True),
    "BatchMatMulV3": ("adj_x", "adj_y", True),
}


def swaps_last_two(perm, item) -> bool:
    order = numbers(perm, item)
    if order is None or len(order) < 2:
        return False
    count = len(order)
    return order == [*range(count - 2), count - 1, count - 2]


def does_alone(transpose: Operation, conjugates: bool) -> bool:
    """Whether a product's own transposition is the one that the node does. On real numbers conjugation is nothing."""
    if not isinstance(transpose.results[0].type.element, ComplexType):
        return True
    return conjugates == (transpose.name == "tfg.ConjugateTranspose")


def fold_transposes(op: Operation, item):
    first, second, conjugates = PRODUCTS[op.name[4:]]
    operands, attributes = list(data_operands(op)), attributes_of(op)
    for at, flag in enumerate((first, second)):
        maker = operands[at].op
        if maker is None or maker.name not in TRANSPOSES or not does_alone(maker, conjugates):
            continue
        inner, perm = data_operands(maker)
        if swaps_last_two(perm, item):
            operands[at], attributes[flag] = inner, not plain_attribute(op, flag)
    if operands == list(data_operands(op)):
        return None
    return getattr(tf, op.name[4:])(*operands, **attributes)


TRANSPOSES = frozenset({"tfg.Transpose", "tfg.ConjugateTranspose"})
FOLD_TRANSPOSE_INTO_MATMUL = Stage(
    "FoldTransposeIntoMatMul",
    *[
        rewrite(pattern)(fold_transposes)
        for name in PRODUCTS
        for transpose in (tf.Transpose, tf.ConjugateTranspose)
        for pattern in (getattr(tf, name)(transpose(x, p), y), getattr(tf, name)(x, transpose(y, p)))
    ],
)
