"""Operations that only say which element of an operand an element is."""

from __future__ import annotations

from itertools import accumulate

from tfir.analysis.extents import TWINS, Extent, Size, UnknownSizeError, drop_shape
from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, TensorType

from tfopt.iree_to_spirv.arithmetic import B, I, Value, compare, is_multiple, known_below, lies_within, moved_inside, where
from tfopt.iree_to_spirv.buffers import element_kind
from tfopt.iree_to_spirv.elements import scalar_only
from tfopt.iree_to_spirv.elements.attributes import number, numbers
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.index import Index

LARGEST_TABLE = 64  # elements of a constant that is spelled out as a chain of selections


def load_input(elements, op, index, lanes, result):
    return elements.load(op.operands[0], index.linear, lanes)


def constant(elements, op, index, lanes, result):
    attribute = op.attributes["value"]
    kind = element_kind(op.results[0].type, elements.kernel)
    if attribute.type.size == 0:  # asked for where another operand is meant
        return Value(elements.kernel, kind, lanes, constant=False if kind is B else 0)
    if attribute.is_splat or attribute.type.size == 1:
        return elements.kernel.once((op, "same for all"), lambda: Value(elements.kernel, kind, constant=first_of(attribute)))
    return table(elements, op, attribute.values(), kind, index, lanes)


def first_of(attribute):
    return attribute.with_type(TensorType((), attribute.type.element)).values()[0]


def table(elements, op, values, kind, index, lanes):
    if len(values) > LARGEST_TABLE:
        raise Error.on(
            op, f"of {len(values)} elements stands inside an executable; constants of more than {LARGEST_TABLE} are its operands"
        )
    if lanes > 1:
        return None
    position = index.linear
    if position.constant is not None:
        return Value(elements.kernel, kind, constant=values[position.constant])
    result = Value(elements.kernel, kind, constant=values[-1])
    for i in reversed(range(len(values) - 1)):
        result = where(position.equals(i), Value(elements.kernel, kind, constant=values[i]), result)
    return result


def reshape(elements, op, index, lanes, result):
    operand = op.operands[0]
    if lanes > 1 and not (is_multiple(index.linear, lanes) and operand.type.shape and operand.type.shape[-1] % lanes == 0):
        return None
    return elements.at(operand, Index(elements.kernel, operand.type.shape, linear=index.linear), lanes)


def transpose(elements, op, index, lanes, result):
    permutation = numbers(op, "permutation")
    if lanes > 1 and permutation[-1] != len(permutation) - 1:
        return None
    dims = [None] * len(permutation)
    for position, source in zip(index.dims, permutation):
        dims[source] = position
    return elements.at(op.operands[0], index.of(op.operands[0].type.shape, dims), lanes)


def broadcast_in_dim(elements, op, index, lanes, result):
    operand, shape = op.operands[0], op.results[0].type.shape
    targets = numbers(op, "broadcast_dimensions", [])
    zero = elements.kernel.number(0)
    dims = lambda: [spread(size, shape[target], index.along(target), zero) for size, target in zip(operand.type.shape, targets)]  # noqa: E731
    if lanes > 1:
        along = operand.type.shape[targets.index(len(shape) - 1)] if len(shape) - 1 in targets else 1
        if along == 1:
            lanes = 1
        elif isinstance(along, Extent) or targets[-1] != len(shape) - 1:
            return None
    if operand.type.shape == shape and targets == list(range(len(shape))):
        return elements.at(operand, index, lanes)
    return elements.at(operand, index.of(operand.type.shape, dims), lanes)


def spread(size: Size, extent: Size, position: Value, zero: Value) -> Value:
    """The place, along a dimension of this size, for a position along one that it is broadcast to; unknown sizes may be 1."""
    if size == 1:
        return zero
    return where(compare("EQ", position.like(size), 1), zero, position) if isinstance(size, Extent) and size is not extent else position


def get_dimension_size(elements, op, index, lanes, result):
    (operand,), dimension = op.operands, number(op, "dimension", 0)
    size = operand.type.shape[dimension]
    if size is not None:
        return elements.kernel.number(0).like(size)
    if operand.op is None or TWINS.get(operand.op.name) is not drop_shape:
        raise UnknownSizeError("asks for a size that only the run tells", op)
    shape = operand.op.operands[-1]  # numbers that the kernel reads
    return converted(elements.at(shape, Index(elements.kernel, shape.type.shape, [elements.kernel.number(dimension)])), I)


def slice(elements, op, index, lanes, result):
    starts, strides = numbers(op, "start_indices"), numbers(op, "strides")
    if lanes > 1 and strides[-1] != 1:
        return None
    dims = [position * stride + start for position, start, stride in zip(index.dims, starts, strides)]
    return elements.at(op.operands[0], index.of(op.operands[0].type.shape, dims), lanes)


@scalar_only
def real_dynamic_slice(elements, op, index, lanes, result):
    """With places that the kernel reads."""
    (operand, starts, *rest), dims = op.operands, []
    strides = numbers(op, "strides") or told(elements, rest[-1])
    for position, size, start, stride in zip(index.dims, operand.type.shape, told(elements, starts), strides):
        source = position * stride + start
        dims.append(moved_inside(source.is_below(size), source, size))
    return elements.at(operand, index.of(operand.type.shape, dims), lanes)


def told(elements, places):
    """The elements of a list of places, as a kernel reads them."""
    (count,) = places.type.shape
    at = [Index(elements.kernel, (count,), [elements.kernel.number(place)]) for place in range(count)]
    return [converted(elements.at(places, each), I) for each in at]


def reverse(elements, op, index, lanes, result):
    shape, turned = op.operands[0].type.shape, numbers(op, "dimensions")
    if lanes > 1 and len(shape) - 1 in turned:
        return None
    changes = {d: known_below(index.dims[d].like(shape[d] - 1) - index.dims[d], shape[d]) for d in turned}
    return elements.at(op.operands[0], index.replaced(shape, changes), lanes)


def concatenate(elements, op, index, lanes, result):
    axis = number(op, "dimension", 0)
    sizes = [operand.type.shape[axis] for operand in op.operands]
    position = index.dims[axis]
    along = axis == len(index.shape) - 1
    if lanes > 1 and along and not (is_multiple(position, lanes) and all(size % lanes == 0 for size in sizes)):
        if not any([lies_within(position, lanes, stop - size, stop) for size, stop in zip(sizes, accumulate(sizes))]):
            return None
    selected, start = None, 0
    for operand, size in zip(op.operands, sizes):
        inside = position >= start
        local = moved_inside(inside & (position < start + size), position - start, size)
        value = elements.at(operand, index.replaced(operand.type.shape, {axis: local}), lanes)
        selected = value if selected is None else where(inside, value, selected)
        start += size
    return selected


def pad(elements, op, index, lanes, result):
    lows, highs = numbers(op, "edge_padding_low"), numbers(op, "edge_padding_high")
    last = op.operands[0].type.shape[-1] if lanes > 1 else 0
    if lanes > 1 and (numbers(op, "interior_padding")[-1] or lows[-1] or highs[-1]):
        if numbers(op, "interior_padding")[-1] or not lies_within(index.dims[-1] - lows[-1], lanes, 0, last):
            return None
    return padded(elements, op, index, lanes, lows, highs)


@scalar_only
def dynamic_pad(elements, op, index, lanes, result):
    """With places that the kernel reads."""
    lows = told(elements, op.operands[2])
    return padded(elements, op, index, lanes, lows, lows)


def padded(elements, op, index, lanes, lows, highs):
    operand, padding, *_ = op.operands
    interior = numbers(op, "interior_padding")
    inside, dims = elements.kernel.truth(True), []
    for position, size, low, high, gap in zip(index.dims, operand.type.shape, lows, highs, interior):
        source, within = position - low, elements.kernel.truth(True)
        if gap:
            source = where(source >= 0, source, source.like((gap + 1) * size))
            within = (source % (gap + 1)).equals(0)
            source = source // (gap + 1)
        if gap or any([not isinstance(each, int) or each > 0 for each in (low, high)]):
            within = within & source.is_below(size)
        dims.append(moved_inside(within, source, size))
        inside = inside & within
    value = elements.at(operand, index.of(operand.type.shape, dims), lanes)
    return where(inside, value, elements.outer(padding))


@scalar_only
def iota(elements, op, index, lanes, result):
    kind = element_kind(op.results[0].type, elements.kernel)
    return converted(index.dims[number(op, "iota_dimension", 0)], kind)


def part(number: int):
    """The real or the imaginary part of a complex tensor in memory; real numbers have the latter too, which is 0."""

    def compute(elements, op, index, lanes, result):
        if not isinstance(op.operands[0].type.element, ComplexType):
            value = elements.at(op.operands[0], index, lanes)
            return value if number == 0 else value.like(0.0)
        source = op.operands[0].op
        if source.name != "iree.load_input":
            raise Error.on(source, "of complex numbers has no lowering to SPIR-V; --stablehlo-expand-complex computes with their parts")
        buffer = elements.buffers[source.operands[0]]
        parts = [buffer.load((index.linear + i) * buffer.parts + number) for i in range(lanes)]
        return elements.kernel.compose(parts) if lanes > 1 else parts[0]

    return compute


RULES = {
    "iree.load_input": load_input,
    "stablehlo.constant": constant,
    "stablehlo.reshape": reshape,
    "stablehlo.transpose": transpose,
    "stablehlo.broadcast_in_dim": broadcast_in_dim,
    "stablehlo.slice": slice,
    "stablehlo.get_dimension_size": get_dimension_size,
    "stablehlo.reverse": reverse,
    "stablehlo.concatenate": concatenate,
    "stablehlo.pad": pad,
    "stablehlo.dynamic_pad": dynamic_pad,
    "stablehlo.real_dynamic_slice": real_dynamic_slice,
    "stablehlo.iota": iota,
    "stablehlo.copy": lambda elements, op, index, lanes, result: elements.at(op.operands[0], index, lanes),
    "stablehlo.real": part(0),
    "stablehlo.imag": part(1),
}
