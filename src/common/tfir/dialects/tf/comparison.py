"""Semantics: comparison, logic, choice; each result element comes from the elements at its place."""

import numpy as np

from tfir.dialects.tf.elementwise import Broadcast, Unary
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import broadcast, merge


class Equality(Broadcast, family=True):
    """Without `incompatible_shape_error`, of shapes that do not broadcast one answer for all."""

    def infer(x, y, incompatible_shape_error):
        if incompatible_shape_error:
            return broadcast(x.shape, y.shape)
        if not (is_whole(x.shape) and is_whole(y.shape)):
            return None
        return broadcast(x.shape, y.shape) if go_together(x.shape, y.shape) else ()


def is_whole(shape) -> bool:
    return shape is not None and all([isinstance(size, int) for size in shape])


def go_together(left, right) -> bool:
    return all([a == b or 1 in (a, b) for a, b in zip(reversed(left), reversed(right))])


def equality(function, otherwise: bool):
    def evaluate(x, y, incompatible_shape_error):
        if not incompatible_shape_error and not go_together(x.shape, y.shape):
            return np.bool_(otherwise)
        return function(x, y)

    return evaluate


class Equal(Equality):
    evaluate = equality(np.equal, False)


class NotEqual(Equality):
    evaluate = equality(np.not_equal, True)


class Less(Broadcast):
    evaluate = np.less


class LessEqual(Broadcast):
    evaluate = np.less_equal


class Greater(Broadcast):
    evaluate = np.greater


class GreaterEqual(Broadcast):
    evaluate = np.greater_equal


class ApproximateEqual(Broadcast):
    def evaluate(x, y, tolerance):
        return np.abs(x - y) <= tolerance


class LogicalAnd(Broadcast):
    evaluate = np.logical_and


class LogicalOr(Broadcast):
    evaluate = np.logical_or


class LogicalNot(Unary):
    evaluate = np.logical_not


class SelectV2(Broadcast):
    evaluate = np.where


class Select(OpSemantics):
    """The older form: the condition has the shape of the alternatives, is a scalar, or has one entry per row."""

    def infer(t, e):
        return merge(t.shape, e.shape)

    def evaluate(condition, t, e):
        if condition.ndim < t.ndim:
            condition = condition.reshape(condition.shape + (1,) * (t.ndim - condition.ndim))
        return np.where(condition, t, e)


class ToBool(Unary):
    def infer():
        return ()

    def evaluate(input):
        return input != 0 if input.ndim == 0 and input.dtype != object else input.size > 0
