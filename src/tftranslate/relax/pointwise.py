"""Results of which each element is computed by itself: elementwise ops, and those that move elements, as one expression of the index."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.types import IntegerType

from tftranslate.relax.element_types import UNSIGNED, bits_of, dtype_name, kind_of, literal, unsigned_name
from tftranslate.relax.kernel import grouped, is_number, minus, plus, times, undilated, within
from tftranslate.relax.regions import body_of, element_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation
    from tfir.ir.types import Type

    from tftranslate.relax.kernel import Kernel

    Index = Sequence[str]


def pointwise(kernel: Kernel, op: Operation) -> None:
    """The kernel of an op whose result is computed place by place."""
    (out,) = kernel.outputs
    value = PLACES.get(op.name.removeprefix("stablehlo."), elementwise)
    if takes_statements(op):
        with kernel.root(), kernel.loop(out.sizes) as index:
            kernel.put(out, index, value(kernel, op, index))
    else:
        with kernel.each(out.sizes) as index:
            kernel.put(out, index, value(kernel, op, index))


def takes_statements(op: Operation) -> bool:
    """Whether an element is more than one expression."""
    is_power = op.name == "stablehlo.power" and isinstance(op.results[0].type.element, IntegerType)
    return is_power or op.name in ("stablehlo.reduce_precision", "stablehlo.map")


def elementwise(kernel: Kernel, op: Operation, index: Index) -> str:
    operands = [each.at(index if each.sizes else []) for each in kernel.inputs]
    return element_of(kernel, op, operands)


def mapped(kernel: Kernel, op: Operation, index: Index) -> str:
    operands = [each.at(index) for each in kernel.inputs]
    return body_of(kernel, op.region.entry, operands)[0]


# Elements of another width, and parts of complex numbers, which are a last dimension


def bitcast(kernel: Kernel, op: Operation, index: Index) -> str:
    (source,), target = kernel.inputs, kernel.outputs[0].element
    before, after = bits_of(source.element), bits_of(target)
    if before == after:
        return f'T.reinterpret("{dtype_name(target)}", {source.at(index)})'
    if before > after:
        bits = f'T.reinterpret("uint{before}", {source.at(index[:-1])})'
        part = f'T.Cast("uint{after}", T.shift_right({bits}, T.Cast("uint{before}", {times(index[-1], after)})))'
        return f'T.reinterpret("{dtype_name(target)}", {part})'
    bits = f"T.uint{after}(0)"
    for number in range(after // before):
        part = f'T.Cast("uint{after}", T.reinterpret("uint{before}", {source.at([*index, str(number)])}))'
        bits = f"T.bitwise_or({bits}, T.shift_left({part}, T.uint{after}({number * before})))"
    return f'T.reinterpret("{dtype_name(target)}", {bits})'


def part(number: int) -> Callable[[Kernel, Operation, Index], str]:
    def place(kernel: Kernel, op: Operation, index: Index) -> str:
        (source,) = kernel.inputs
        if len(source.sizes) > len(index):
            return source.at([*index, str(number)])
        return literal(0.0, source.element) if number else source.at(index)

    return place


def complex_of_parts(kernel: Kernel, op: Operation, index: Index) -> str:
    real, imaginary = [each.at(index[:-1]) for each in kernel.inputs]
    return f"T.if_then_else({index[-1]} == 0, {real}, {imaginary})"


# Movement


def along(size: str, of_result: str, position: str) -> str:
    """The index in a dimension that is repeated where its size is 1."""
    if size == "1":
        return "0"
    return position if size == of_result or is_number(size) else f"T.if_then_else({size} == 1, 0, {position})"


def broadcast_in_dim(kernel: Kernel, op: Operation, index: Index) -> str:
    source, sizes = kernel.inputs[0], kernel.outputs[0].sizes
    dimensions = integers(op.attributes["broadcast_dimensions"])
    return source.at([along(size, sizes[dim], index[dim]) for size, dim in zip(source.sizes, dimensions)])


def broadcast(kernel: Kernel, op: Operation, index: Index) -> str:
    return kernel.inputs[0].at(index[len(index) - len(kernel.inputs[0].sizes) :])


def iota(kernel: Kernel, op: Operation, index: Index) -> str:
    name, position = kernel.outputs[0].dtype, index[op.get("iota_dimension")]
    return f'T.Cast("{name}", {position})' if name != "bfloat16" else f'T.Cast("bfloat16", T.Cast("float32", {position}))'


def padded(kernel: Kernel, op: Operation, index: Index) -> str:
    """An element of the operand where there is one, else the padding."""
    source, fill = kernel.inputs[:2]
    if len(kernel.inputs) > 2:
        lows, interiors = [
            [f'T.Cast("int64", {each.at([str(d)])})' for d in range(len(index))] for each in (kernel.inputs[2], kernel.inputs[4])
        ]
        steps = [plus(f"({interior})", "1") for interior in interiors]
    else:
        lows = [str(low) for low in integers(op.attributes["edge_padding_low"])]
        steps = [str(step + 1) for step in integers(op.attributes["interior_padding"])]
    places, conditions = [], []
    for position, low, step, size in zip(index, lows, steps, source.sizes):
        place = minus(position, low)
        conditions.append(f"{place} >= 0")
        if step != "1":
            place = undilated(place, step, conditions)
        conditions.append(f"{place} < {size}")
        places.append(place)
    if not conditions:
        return source.at([])
    return f"T.if_then_else({' and '.join(conditions)}, {source.at(places)}, {fill.at([])})"


def clamped_start(start: str, element: Type, most: str) -> str:
    """A position from 0 to the greatest for which a slice lies inside."""
    if kind_of(element) == UNSIGNED:
        unsigned = unsigned_name(element)
        wide = f'T.Cast("uint64", {start})' if unsigned != "uint64" else start
        return f'T.Cast("int64", T.min({wide}, T.Cast("uint64", {most})))'
    return f'T.max(T.min(T.Cast("int64", {start}), T.Cast("int64", {most})), T.int64(0))'


def dynamic_slice(kernel: Kernel, op: Operation, index: Index) -> str:
    source, *starts = kernel.inputs
    sizes = kernel.outputs[0].sizes
    return source.at([
        plus(clamped_start(start.at([]), start.element, minus(size, taken)), position) if size != taken else position
        for position, start, size, taken in zip(index, starts, source.sizes, sizes)
    ])  # fmt: skip


def dynamic_update_slice(kernel: Kernel, op: Operation, index: Index) -> str:
    source, update, *starts = kernel.inputs
    places, conditions = [], []
    for position, start, size, taken in zip(index, starts, source.sizes, update.sizes):
        place = minus(position, f"({clamped_start(start.at([]), start.element, minus(size, taken))})") if size != taken else position
        places.append(place)
        conditions += [within(place, taken)] if size != taken else []
    condition = " and ".join(conditions)
    return f"T.if_then_else({condition}, {update.at(places)}, {source.at(index)})" if conditions else update.at(places)


def real_dynamic_slice(kernel: Kernel, op: Operation, index: Index) -> str:
    source, starts, _, strides = kernel.inputs
    at = [str(number) for number in range(len(index))]
    return source.at([
        plus(f'T.Cast("int64", {starts.at([d])})', times(position, f'T.Cast("int64", {strides.at([d])})')) for position, d in zip(index, at)
    ])  # fmt: skip


def gather(kernel: Kernel, op: Operation, index: Index) -> str:
    source, indices = kernel.inputs[:2]
    numbers = op.attributes["dimension_numbers"]
    offsets, absent = integers(numbers.offset_dims), {*integers(numbers.collapsed_slice_dims), *integers(numbers.operand_batching_dims)}
    batch = [position for dim, position in enumerate(index) if dim not in offsets]
    kept = [dim for dim in range(len(source.sizes)) if dim not in absent]
    inner = dict(zip(kept, [index[dim] for dim in sorted(offsets)]))
    sizes = slice_sizes(kernel, op, kept, sorted(offsets))
    places = {dim: start_of_batch(batch, which, numbers.index_vector_dim)
              for dim, which in zip(integers(numbers.operand_batching_dims), integers(numbers.start_indices_batching_dims))}  # fmt: skip
    for at, dim in enumerate(integers(numbers.start_index_map)):
        vector = index_vector(batch, numbers.index_vector_dim, str(at), len(indices.sizes))
        most = minus(source.sizes[dim], sizes[dim])
        places[dim] = clamped_start(indices.at(vector), indices.element, most) if most != "0" else "0"
    return source.at([plus(places.get(dim, "0"), inner.get(dim, "0")) for dim in range(len(source.sizes))])


def slice_sizes(kernel: Kernel, op: Operation, kept: Sequence[int], offsets: Sequence[int]) -> list[str]:
    """What a gather takes along each dimension of its operand; what is dropped has one element."""
    sizes = ["1"] * len(kernel.inputs[0].sizes)
    for dim, of_result in zip(kept, offsets):
        sizes[dim] = kernel.outputs[0].sizes[of_result]
    if "slice_sizes" in op.attributes:
        return [str(size) for size in integers(op.attributes["slice_sizes"])]
    return sizes


def start_of_batch(batch: Sequence[str], dim: int, vector_dim: int) -> str:
    """The index along a dimension of the indices, among which that of the vectors does not count."""
    return batch[dim if dim < vector_dim else dim - 1]


def index_vector(batch: Sequence[str], vector_dim: int, number: str, rank: int) -> list[str]:
    """Where a number of the index vector of a batch stands."""
    return list(batch) if vector_dim == rank else [*batch[:vector_dim], number, *batch[vector_dim:]]


def sized(kernel: Kernel, op: Operation, index: Index) -> str:
    """`get_dimension_size`."""
    return f'T.Cast("{kernel.outputs[0].dtype}", {kernel.inputs[0].sizes[op.get("dimension")]})'


def concatenated(kernel: Kernel, op: Operation, index: Index) -> str:
    dim, sizes = op.get("dimension"), kernel.outputs[0].sizes
    ends = ["0"]
    for each in kernel.inputs:
        ends.append(plus(ends[-1], each.sizes[dim]))
    value = ""
    for each, begin, end in reversed(list(zip(kernel.inputs, ends, ends[1:]))):
        element = each.at(
            [along(each.sizes[axis], sizes[axis], at) if axis != dim else minus(at, grouped(begin)) for axis, at in enumerate(index)]
        )
        value = f"T.if_then_else({index[dim]} < {end}, {element}, {value})" if value else element
    return value


def sliced(kernel: Kernel, op: Operation, index: Index) -> str:
    starts, strides = [integers(op.attributes[name]) for name in ("start_indices", "strides")]
    return kernel.inputs[0].at([plus(times(at, stride), start) for at, start, stride in zip(index, starts, strides)])


PLACES: dict[str, Callable[[Kernel, Operation, Index], str]] = {
    "bitcast_convert": bitcast, "real": part(0), "imag": part(1), "complex": complex_of_parts, "broadcast_in_dim": broadcast_in_dim,
    "dynamic_broadcast_in_dim": broadcast_in_dim, "broadcast": broadcast, "iota": iota, "dynamic_iota": iota, "pad": padded, "dynamic_pad": padded,
    "dynamic_slice": dynamic_slice, "dynamic_update_slice": dynamic_update_slice, "real_dynamic_slice": real_dynamic_slice, "gather": gather,
    "dynamic_gather": gather, "get_dimension_size": sized, "map": mapped, "concatenate": concatenated, "slice": sliced,
}  # fmt: skip
