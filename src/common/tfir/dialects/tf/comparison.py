"""Semantics: comparison, logic, choice; each result element comes from the elements at its place."""

from __future__ import annotations

from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import Broadcast, OpSemantics, Same, ScalarResult, Unary, ops_of
from tfir.ods.shapes import broadcast, is_static, merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ods.arrays import Array
    from tfir.ods.inference import AbstractValue
    from tfir.ods.shapes import Shape, Size


class Equality(Broadcast, family=True):
    """Without `incompatible_shape_error`, of shapes that do not broadcast one answer for all."""

    def infer(x: AbstractValue, y: AbstractValue, incompatible_shape_error: bool) -> Shape:
        if incompatible_shape_error:
            return broadcast(x.shape, y.shape)
        if x.shape is None or y.shape is None:
            return None
        if go_together(x.shape, y.shape):
            return broadcast(x.shape, y.shape)
        return () if is_static(x.shape) and is_static(y.shape) else None


def go_together(left: Sequence[Size], right: Sequence[Size]) -> bool:
    """Whether two shapes broadcast, whatever the sizes that are not known."""
    return all([a == b or 1 in (a, b) for a, b in zip(reversed(left), reversed(right))])


def equality(function: str, otherwise: bool) -> Callable[..., Any]:
    """The `evaluate` by a function of NumPy that is `otherwise` of shapes that do not broadcast."""

    def evaluate(x: Array, y: Array, incompatible_shape_error: bool) -> Any:
        if not incompatible_shape_error and not go_together(x.shape, y.shape):
            return np.bool_(otherwise)
        return getattr(np, function)(x, y)

    return evaluate


class ApproximateEqual(Same):
    def evaluate(x: Array, y: Array, tolerance: float) -> Array:
        near: Array = np.abs(x - y) <= tolerance
        return near


class Select(OpSemantics):
    """The older form: the condition has the shape of the alternatives, is a scalar, or has one entry per row."""

    def infer(t: AbstractValue, e: AbstractValue) -> Shape:
        return merge(t.shape, e.shape)

    def evaluate(condition: Array, t: Array, e: Array) -> Array:
        if condition.ndim < t.ndim:
            condition = condition.reshape(condition.shape + (1,) * (t.ndim - condition.ndim))
        return np.where(condition, t, e)


class ToBool(ScalarResult):
    def evaluate(input: Array) -> Any:
        return input != 0 if input.ndim == 0 and input.dtype != object else input.size > 0


SEMANTICS = {
    **ops_of(Equality, Equal=equality("equal", False), NotEqual=equality("not_equal", True)),
    **ops_of(Broadcast, Less="less", LessEqual="less_equal", Greater="greater", GreaterEqual="greater_equal", SelectV2="where"),
    **ops_of(Broadcast, LogicalAnd="logical_and", LogicalOr="logical_or"),
    **ops_of(Unary, LogicalNot="logical_not"),
}
