"""Ops that move elements: views in the place of broadcasts, slices in the place of what is told where to begin, empty tensors."""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type

from tfopt.arithmetic.tensor import array
from tfopt.generic.canonicalization.stablehlo import is_ascending
from tfopt.rewrite.constants import is_all
from tfopt.rewrite.pattern import FunctionPattern, reads
from tfopt.rewrite.terms import constants, rewrite, stablehlo, variables
from tfopt.stablehlo.optimization import splat

x, y, c, a, b = variables("x y c a b")
(k,) = constants("k")


def are_as_many(one: Type, other: Type) -> bool:
    """Whether two types have equally many elements, as far as they are known."""
    return isinstance(one, TensorType) and isinstance(other, TensorType) and one.is_static and other.is_static and one.size == other.size


def stretches(op: Operation) -> bool:
    """Whether a broadcast is more than a reshape."""
    ascending = is_ascending(op.get("broadcast_dimensions"))
    return not (ascending and are_as_many(op.operands[0].type, op.result.type))


@reads("stablehlo.broadcast_in_dim")
def broadcast_of_broadcast(op: Operation, rewriter) -> bool:
    inner = op.operands[0].op
    if inner is None or inner.name != op.name or not stretches(inner):
        return False
    dimensions = [op.get("broadcast_dimensions")[axis] for axis in inner.get("broadcast_dimensions")]
    return rewriter.replace_with(op, op.name, inner.operands, broadcast_dimensions=array(dimensions))


@rewrite(stablehlo.broadcast_in_dim(x, broadcast_dimensions=a))
def broadcast_of_all_elements(x, a, op):
    """A broadcast that repeats nothing is a reshape, or a transpose."""
    if not are_as_many(x.type, op.result.type):
        return None
    if is_ascending(a):
        return stablehlo.reshape(x, type=op.result.type)
    return stablehlo.transpose(x, permutation=[a.index(axis) for axis in range(len(a))]) if len(a) == op.result.type.rank else None


@rewrite(stablehlo.reverse(x))
def reverse_of_splat(x):
    return x if splat(x) is not None else None


@rewrite(stablehlo.dynamic_slice(x, *y, slice_sizes=a))
def slice_that_begins_at_constants(x, y, a):
    """The place is moved inside of the operand, as `dynamic_slice` does it."""
    numbers = [splat(start) for start in y]
    if None in numbers or not x.type.is_static:
        return None
    starts = [clamped(number.values()[0], size - taken) for number, size, taken in zip(numbers, x.type.shape, a)]
    limits = [start + taken for start, taken in zip(starts, a)]
    return stablehlo.slice(x, start_indices=starts, limit_indices=limits, strides=[1] * len(a))


def clamped(number: int, most: int) -> int:
    return min(max(number, 0), most)


@rewrite(stablehlo.dynamic_update_slice(x, y, *c))
def update_of_everything(x, y, c):
    if not y.type.is_static:
        return None
    if y.type.size == 0:
        return x
    return y if x.type is y.type and all([is_all(start, 0) for start in c]) else None


@rewrite(stablehlo.gather(x, k, dimension_numbers=a, slice_sizes=b))
def gather_of_one_slice(x, k, a, b, op):
    if a.index_vector_dim != 0 or k.ndim > 1 or k.size != len(a.start_index_map) or not x.type.is_static or a.operand_batching_dims:
        return None
    starts = [0] * len(b)
    for axis, number in zip(a.start_index_map, k.reshape(-1).tolist()):
        starts[axis] = clamped(number, x.type.shape[axis] - b[axis])
    limits = [start + size for start, size in zip(starts, b)]
    part = stablehlo.slice(x, start_indices=starts, limit_indices=limits, strides=[1] * len(b))
    return stablehlo.reshape(part, type=op.result.type) if a.collapsed_slice_dims else part


@rewrite(stablehlo.pad(x, y))
def padding_around_nothing(x, y, op):
    is_empty = x.type.is_static and x.type.size == 0 and op.result.type.is_static
    return stablehlo.broadcast_in_dim(y, broadcast_dimensions=[], type=op.result.type) if is_empty else None


def size_known(op: Operation, rewriter) -> bool:
    size = op.operands[0].type.shape[op.get("dimension")]
    return size is not None and rewriter.replace(op, [rewriter.constant(DenseAttr.of(size, op.result.type))])


def iota_along_one(op: Operation, rewriter) -> bool:
    """Counting to one gives zero."""
    type = op.result.type
    return type.shape[op.get("iota_dimension")] == 1 and rewriter.replace(op, [rewriter.constant(DenseAttr.of(0, type))])


def iota_of_vector(op: Operation, rewriter) -> bool:
    """Counting along one of several dimensions is counting, and a broadcast."""
    type, axis = op.result.type, op.get("iota_dimension")
    if type.rank < 2:
        return False
    vector = rewriter.value("stablehlo.iota", [], TensorType((type.shape[axis],), type.element), iota_dimension=IntegerAttr(0))
    return rewriter.replace_with(op, "stablehlo.broadcast_in_dim", [vector], broadcast_dimensions=array([axis]))


def parts_that_are_not_empty(op: Operation, rewriter) -> bool:
    axis = op.get("dimension")
    parts = [value for value in op.operands if value.type.shape[axis] != 0]
    if not parts or len(parts) == len(op.operands):
        return False
    op.set_operands(parts)
    return rewriter.modified(op)


def parts_of_parts(op: Operation, rewriter) -> bool:
    """A concatenation whose only use is in one along the same dimension is part of that."""
    inner = [value.op for value in op.operands if is_part(value, op)]
    if not inner:
        return False
    op.set_operands([part for value in op.operands for part in (value.op.operands if value.op in inner else [value])])
    for each in inner:
        rewriter.revisit(each)
    return rewriter.modified(op)


def is_part(value: Value, op: Operation) -> bool:
    inner = value.op
    return inner is not None and inner.name == op.name and len(value.uses) == 1 and inner.get("dimension") == op.get("dimension")


@rewrite(stablehlo.slice(stablehlo.concatenate(*y, dimension=a), start_indices=b, limit_indices=c))
def slice_of_few_parts(y, a, b, c, op):
    """A slice of a concatenation is one of those parts that it touches."""
    sizes = [value.type.shape[a] for value in y]
    if None in sizes or not op.result.type.is_static:
        return None
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    touched = [number for number, end in enumerate(ends) if end > b[a] and end - sizes[number] < c[a]]
    if not touched or len(touched) == len(y) or (len(touched) > 1 and len(op.operands[0].uses) > 1):
        return None
    first, last = touched[0], touched[-1]
    before = ends[first] - sizes[first]
    starts, limits = [[number - before * (axis == a) for axis, number in enumerate(numbers)] for numbers in (b, c)]
    parts = stablehlo.concatenate(*y[first : last + 1], dimension=a)
    return stablehlo.slice(parts, start_indices=starts, limit_indices=limits, strides=list(op.get("strides")))


def is_empty(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.is_static and value.type.encoding is None and value.type.size == 0


def empty_tensors(op: Operation, rewriter) -> bool:
    """Tensors without elements are constants, whatever computes them."""
    if has_trait(op, "constant_like") or effects_of(op).writes:
        return False
    results = [value for value in op.results if value.uses and is_empty(value)]
    operands = [
        at
        for at, value in enumerate(op.operands)
        if is_empty(value) and not (value.op is not None and has_trait(value.op, "constant_like"))
    ]
    for result in results:
        rewriter.replace_uses(result, rewriter.constant(DenseAttr.of([], result.type)))
    for at in operands:
        op.set_operand(at, rewriter.constant(DenseAttr.of([], op.operands[at].type)))
    return bool(results or operands) and rewriter.modified(op)


def every_op() -> list[str]:
    from tfir.dialects import dialect

    return [f"stablehlo.{local}" for local in dialect("stablehlo").table]


PATTERNS = {
    "stablehlo.broadcast_in_dim": [broadcast_of_broadcast],
    "rules": [
        broadcast_of_all_elements, gather_of_one_slice, padding_around_nothing, reverse_of_splat, slice_of_few_parts, slice_that_begins_at_constants,
        update_of_everything,
    ],
    "stablehlo.concatenate": [parts_that_are_not_empty, parts_of_parts],
    "stablehlo.get_dimension_size": [size_known],
    "stablehlo.iota": [iota_along_one, iota_of_vector],
    "empty": [FunctionPattern(every_op(), empty_tensors)],
}  # fmt: skip
