"""Semantics: variables. A handle, or a reference of TensorFlow 1, is the place itself; what is read keeps its value when the place changes."""

from __future__ import annotations

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.handles import ANONYMOUS, handle_of, held
from tfir.dialects.tf.indexing import GatherNd, GatherV2, checked, scatter
from tfir.dialects.tf.slicing import StridedSlice
from tfir.dialects.tf_saved_model import INITIAL_VALUE
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of, dtype_of
from tfir.ods.inference import AbstractValue
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of
from tfir.ods.shapes import fresh, merge

UNSET = "is read before it has a value"


class Variable:
    """A place for a tensor. Arrays are never written to: a change puts another one here. `value` is None before the first."""

    __slots__ = ("name", "value", "shape")

    def __init__(self, name: str, value=None, shape=None):
        self.name, self.value, self.shape = name, value, shape

    def read(self) -> np.ndarray:
        if self.value is None:
            raise Error(f"variable '{self.name}' {UNSET}: what initializes it was not run")
        return self.value

    def assign(self, value, keeps_shape: bool) -> None:
        value = np.asarray(value)
        shape = self.shape if self.value is None else self.value.shape
        if keeps_shape and shape is not None and not fits(value.shape, shape):
            raise Error(f"variable '{self.name}' of shape {shown(shape)} is assigned a value of shape {shown(value.shape)}")
        if self.value is not None and self.value.dtype != value.dtype:
            raise Error(f"variable '{self.name}' holds {self.value.dtype}, and is assigned {value.dtype}")
        self.value = np.array(value) if value.flags.writeable else value  # which may be an input, that its owner fills anew

    def change(self, function, operand) -> None:
        """Puts what the function answers for the value and an operand of the same shape in the value's place."""
        operand, value = np.asarray(operand), self.read()
        if operand.shape != value.shape:
            raise Error(f"variable '{self.name}' of shape {shown(value.shape)} is changed by a value of shape {shown(operand.shape)}")
        self.value = np.asarray(function(value, operand), value.dtype)


class Reference(Variable):
    """A reference variable of TensorFlow 1: used as a value, it is read."""

    __slots__ = ()
    read_reference = Variable.read


def fits(shape, expected) -> bool:
    return len(shape) == len(expected) and all(
        [declared is None or declared < 0 or declared == size for declared, size in zip(expected, shape)]
    )


def shown(shape) -> str:
    return "x".join(["?" if size is None or size < 0 else str(size) for size in shape]) or "()"


# Variables behind handles


class VarHandleOp(OpSemantics):
    def infer(op, shape, dtype):
        if dtype is None:
            return op.results[0].type  # which alone says it where attributes that repeat types are not kept
        return handle_of("resource", stated(shape), dtype)

    def evaluate(op, state, container, shared_name, shape):
        if shared_name == ANONYMOUS:
            return [Variable(shared_name)]
        initial = op.attributes.get(INITIAL_VALUE)
        value = None if initial is None else array_of(initial)
        return [state.named("variable", container, shared_name, lambda: Variable(shared_name, value, shape))]


class ReadVariableOp(OpSemantics):
    def infer(resource):
        return held(resource)

    def evaluate(resource):
        return [resource.read()]


class AssignVariableOp(OpSemantics):
    def evaluate(resource, value, validate_shape):
        resource.assign(value, validate_shape)
        return []


def changed(function: str, is_reference: bool):
    """An evaluation that puts what that function of NumPy answers for the value and an operand in the value's place."""

    def evaluate(operands):
        place, value = operands
        place.change(getattr(np, function), value)
        return [place] if is_reference else []

    return evaluate


class VariableShape(OpSemantics):
    def infer(input):
        shape = held(input)
        return (fresh() if shape is None else len(shape),)

    def evaluate(input, out_type):
        return np.array(input.read().shape, dtype_of(out_type))

    def propagate_values(input):
        shape = held(input)
        return None if shape is None else [list(shape)]


class DestroyResourceOp(OpSemantics):
    def evaluate(resource, ignore_lookup_error):
        if resource.value is None and not ignore_lookup_error:
            raise Error(f"variable '{resource.name}' is destroyed, and has no value")
        resource.value = None
        return []


class ResourceGather(OpSemantics):
    def infer(resource, indices, batch_dims):
        shape = held(resource)
        return None if shape is None or indices.shape is None else (*indices.shape, *shape[batch_dims + 1 :])

    def evaluate(resource, indices, batch_dims):
        return GatherV2.evaluate(resource.read(), indices, np.int32(batch_dims), batch_dims)


class ResourceGatherNd(OpSemantics):
    def infer(resource, indices):
        return GatherNd.infer(AbstractValue(held(resource), resource.element), indices)

    def evaluate(resource, indices):
        return GatherNd.evaluate(resource.read(), indices)


def counted(place: Variable, limit: int):
    """The value of a counter before it is incremented. Raises Error where it would pass `limit`."""
    before = place.read()
    if before >= limit:
        raise Error(f"variable '{place.name}' has reached its limit of {limit}")
    place.value = np.asarray(before + 1, before.dtype)
    return before


class ResourceStridedSliceAssign(OpSemantics):
    def evaluate(ref, begin, end, strides, value, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        ref.value = sliced(ref.read(), value, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
        return []


def sliced(value, part, *bounds):
    """A copy in which a slice is replaced."""
    copy = value.copy()
    target = StridedSlice.evaluate(copy, *bounds)
    if np.may_share_memory(target, copy):
        target[...] = part
    else:  # the slice is one element
        copy[tuple(int(at) for at in bounds[0])] = part
    return copy


# Rows of variables


def changed_rows(place: Variable, indices, updates, function: str | None) -> None:
    """Changes rows of the first axis in order, by that function of NumPy or by putting the updates there; a row named twice is changed twice. One update may stand for all."""
    value = place.read().copy()
    checked(indices, value.shape[0])
    expected = (*indices.shape, *value.shape[1:])
    if updates.shape not in ((), expected):
        raise Error(f"updates of shape {updates.shape} are given for rows of shape {expected}")
    updates = np.broadcast_to(updates, expected)
    if function is None:
        for row, update in zip(indices.reshape(-1), updates.reshape(-1, *value.shape[1:])):
            value[row] = update
    else:
        getattr(np, function).at(value, indices, updates)
    place.value = value


def rows(function: str | None, is_reference: bool):
    """An evaluation that changes rows by that function of NumPy, or puts them in."""

    def evaluate(operands):
        place, indices, updates = operands
        if function == "divide" and not is_reference and not np.all(updates):
            raise Error("rows of a variable are divided by zero")
        changed_rows(place, indices, updates, function)
        return [place] if is_reference else []

    return evaluate


def places(function: str | None, is_reference: bool):
    """As `rows`, for elements or slices that whole index vectors name."""

    def evaluate(operands):
        place, indices, updates = operands
        place.value = scatter(place.read(), indices, updates, function)
        return [place] if is_reference else []

    return evaluate


# Reference variables, as TensorFlow 1 has them


class VariableV2(OpSemantics):
    def infer(shape):
        return stated(shape)

    def evaluate(op, state, container, shared_name, shape):
        name = shared_name or node_name(op) or "(without a name)"
        return [state.shared("reference", op, container, shared_name, lambda: Reference(name, None, shape))]


class TemporaryVariable(OpSemantics):
    def infer(shape):
        return stated(shape)

    def evaluate(state, op, var_name, shape, dtype):
        made = state.find(("temporary", var_name or node_name(op) or op), lambda: Reference(var_name))
        made.value = np.zeros(shape, dtype_of(dtype))
        return [made]


class Assign(OpSemantics):
    def infer(ref, value, validate_shape):
        return merge(value.shape, ref.shape, "shapes of variable and value") if validate_shape else value.shape

    def evaluate(ref, value, validate_shape):
        if not validate_shape:
            ref.value = None
        ref.assign(value, validate_shape)
        return [ref]


class StridedSliceAssign(ShapeOfFirst):
    def evaluate(ref, begin, end, strides, value, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        ref.value = sliced(ref.read(), value, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
        return [ref]


# How updates come in, by the end of the op's name -> the function of NumPy.
ROWS = {"Update": None, "Add": "add", "Sub": "subtract", "Mul": "multiply", "Div": "divide", "Min": "minimum", "Max": "maximum"}
PLACES = {"Update": None, "Add": "add", "Sub": "subtract", "Min": "minimum", "Max": "maximum"}
SEMANTICS = {
    "Variable": VariableV2,
    **ops_of(
        ShapeOfFirst,
        DestroyTemporaryVariable=lambda ref: [ref.read()],
        RefIdentity=lambda input: [input],
        DebugGradientRefIdentity=lambda input: [input],
    ),
    **ops_of(OpSemantics, DisableCopyOnRead=lambda resource: []),
    **ops_of(
        ScalarResult,
        VarIsInitializedOp=lambda resource: np.bool_(resource.value is not None),
        ResourceCountUpTo=lambda resource, limit: counted(resource, limit),
        IsVariableInitialized=lambda ref: np.bool_(ref.value is not None),
        CountUpTo=lambda ref, limit: counted(ref, limit),
    ),
    **ops_of(
        OpSemantics,
        AssignAddVariableOp=changed("add", False),
        AssignSubVariableOp=changed("subtract", False),
        **{f"ResourceScatter{how}": rows(function, False) for how, function in ROWS.items()},
        **{f"ResourceScatterNd{how}": places(function, False) for how, function in PLACES.items()},
    ),
    **ops_of(
        ShapeOfFirst,
        AssignAdd=changed("add", True),
        AssignSub=changed("subtract", True),
        **{f"Scatter{how}": rows(function, True) for how, function in ROWS.items()},
        **{f"ScatterNd{how}": places(function, True) for how, function in PLACES.items()},
    ),
}
