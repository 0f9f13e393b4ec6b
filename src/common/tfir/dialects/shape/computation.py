"""What shapes are at run time: lists of 64-bit integers, as tensors of indices are; a size is a number, a witness is a truth value.

A constraint that does not hold is an error where it stands, in the words of MLIR's conversion to `cf.assert`.
"""

from __future__ import annotations

import numpy as np

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of
from tfir.ods.semantics import OpSemantics, ops_of


def numbers(sizes) -> np.ndarray:
    return np.asarray(sizes, np.int64)


class shape_of(OpSemantics):
    def evaluate(arg):
        return numbers(arg.shape)


class const_shape(OpSemantics):
    def evaluate(shape):
        return array_of(shape)


class const_size(OpSemantics):
    def evaluate(value):
        return numbers(value)


class const_witness(OpSemantics):
    def evaluate(passing):
        return np.bool_(passing)


class rank(OpSemantics):
    def evaluate(shape):
        return numbers(len(shape))


class num_elements(OpSemantics):
    def evaluate(shape):
        return numbers(np.prod(shape, dtype=np.int64))


class get_extent(OpSemantics):
    def evaluate(shape, dim):
        if not 0 <= dim < len(shape):
            raise Error(f"asks for dimension {dim} of a shape of rank {len(shape)}")
        return numbers(shape[int(dim)])


class mul(OpSemantics):
    def evaluate(lhs, rhs):
        return lhs * rhs


class div(OpSemantics):
    def evaluate(lhs, rhs):
        """Rounds towards negative infinity."""
        if rhs == 0:
            raise Error(f"divides the size {lhs} by 0")
        return lhs // rhs


class concat(OpSemantics):
    def evaluate(lhs, rhs):
        return np.concatenate([lhs, rhs])


class broadcast(OpSemantics):
    def evaluate(shapes):
        return broadcast_of(shapes)


def broadcast_of(shapes) -> np.ndarray:
    try:
        return numbers(np.broadcast_shapes(*[tuple(shape.tolist()) for shape in shapes]))
    except ValueError:
        raise Error(f"required broadcastable shapes, got {listed(shapes)}") from None


def listed(shapes) -> str:
    return " and ".join([str(shape.tolist()) for shape in shapes])


def are_equal(shapes) -> bool:
    return all([np.array_equal(shape, shapes[0]) for shape in shapes])


class any(OpSemantics):
    def evaluate(inputs):
        return inputs[0]


class shape_eq(OpSemantics):
    def evaluate(shapes):
        return np.bool_(are_equal(shapes))


class cstr_eq(OpSemantics):
    def evaluate(shapes):
        if not are_equal(shapes):
            raise Error(f"required equal shapes, got {listed(shapes)}")
        return np.bool_(True)


class cstr_broadcastable(OpSemantics):
    def evaluate(shapes):
        broadcast_of(shapes)
        return np.bool_(True)


class cstr_require(OpSemantics):
    def evaluate(pred, msg):
        if not pred:
            raise Error(msg)
        return np.bool_(True)


class assuming_all(OpSemantics):
    def evaluate(inputs):
        return np.bool_(np.all(inputs))


class assuming(OpSemantics):
    def evaluate(witness, regions):
        if not witness:
            raise Error("is run although its witness does not hold")
        return regions[0]()


def same(arg):
    """Another type for what is the same at run time."""
    return arg


class to_extent_tensor(OpSemantics):
    def evaluate(input):
        return input


SEMANTICS = ops_of(OpSemantics, index_to_size=same, size_to_index=same, value_as_shape=same)
