"""Sizes of results that types leave open, by those of operands, or as symbols for what a tensor of sizes holds."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.diagnostics import Error

from tftranslate.relax.accumulations import window_of_op
from tftranslate.relax.constants import array_of_op
from tftranslate.relax.kernel import is_number, minus, plus, times
from tftranslate.relax.operators import product_dimensions, window_of_convolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.operations import Operation, Value

    from tftranslate.relax.function_writer import FunctionWriter


def result_sizes(writer: FunctionWriter, op: Operation, result: Value) -> list[str]:
    """What the type knows, and the rest as the op's family has it."""
    rule = RULES.get(op.name.removeprefix("stablehlo."), of_operands)
    sizes = rule(writer, op)
    return [own if size is None else str(size) for size, own in zip(result.type.shape, sizes, strict=True)]


def of_operands(writer: FunctionWriter, op: Operation) -> Sequence[str]:
    """Those of operands of the same rank."""
    rank = len(op.results[0].type.shape)
    shapes = [writer.sizes(value) for value in op.operands if len(value.type.shape) == rank]
    if not shapes:
        raise Error("sizes that are not known here have no name in Relax")
    return shapes[0]


def of_tensor(position: int) -> Callable[[FunctionWriter, Operation], list[str]]:
    """Sizes that an operand holds."""

    return lambda writer, op: numbers_in(writer, op.operands[position])


def numbers_in(writer: FunctionWriter, value: Value) -> list[str]:
    """The numbers of a tensor of one dimension, as symbols unless they are constants."""
    if value.op is not None and value.op.name == "stablehlo.constant":
        return [str(int(number)) for number in array_of_op(value.op)]
    name = writer.name(value)
    if value.type.element.text != "i64":
        name = writer.bind(f'R.astype({name}, dtype="int64")')
    symbols = [writer.symbol() for _ in range(value.type.size)]
    made = writer.bind(f"R.tensor_to_shape({name})", "shape")
    writer.bind(f"R.match_cast({made}, R.Shape([{', '.join(symbols)}]))", "shape")
    return symbols


def permuted(writer: FunctionWriter, op: Operation) -> list[str]:
    sizes = writer.sizes(op.operands[0])
    return [sizes[dim] for dim in integers(op.attributes["permutation"])]


def of_product(writer: FunctionWriter, op: Operation) -> list[str]:
    lhs, rhs = [writer.sizes(value) for value in op.operands]
    lhs_batch, rhs_batch, lhs_inner, rhs_inner = product_dimensions(op)
    sizes = [lhs[dim] for dim in lhs_batch]
    sizes += [size for dim, size in enumerate(lhs) if dim not in (*lhs_batch, *lhs_inner)]
    return sizes + [size for dim, size in enumerate(rhs) if dim not in (*rhs_batch, *rhs_inner)]


def reduced(writer: FunctionWriter, op: Operation) -> list[str]:
    dimensions = integers(op.attributes["dimensions"])
    return [size for dim, size in enumerate(writer.sizes(op.operands[0])) if dim not in dimensions]


def joined(writer: FunctionWriter, op: Operation) -> list[str]:
    sizes = [list(writer.sizes(value)) for value in op.operands]
    dim, total = op.get("dimension"), "0"
    for each in sizes:
        total = plus(total, each[dim])
    sizes[0][dim] = total
    return sizes[0]


def of_gather(writer: FunctionWriter, op: Operation) -> list[str]:
    numbers, indices = op.attributes["dimension_numbers"], list(writer.sizes(op.operands[1]))
    if numbers.index_vector_dim < len(indices):
        del indices[numbers.index_vector_dim]
    batch, offsets = iter(indices), integers(numbers.offset_dims)
    rank = len(op.results[0].type.shape)
    return ["1" if dim in offsets else next(batch) for dim in range(rank)]


def of_dynamic_gather(writer: FunctionWriter, op: Operation) -> list[str]:
    numbers, sizes = op.attributes["dimension_numbers"], of_gather(writer, op)
    absent = {*integers(numbers.collapsed_slice_dims), *integers(numbers.operand_batching_dims)}
    taken = [size for dim, size in enumerate(numbers_in(writer, op.operands[2])) if dim not in absent]
    for dim, size in zip(sorted(integers(numbers.offset_dims)), taken):
        sizes[dim] = size
    return sizes


def padded(writer: FunctionWriter, op: Operation) -> list[str]:
    if len(op.operands) > 2:
        lows, highs, interiors = [numbers_in(writer, value) for value in op.operands[2:]]
    else:
        names = ("edge_padding_low", "edge_padding_high", "interior_padding")
        lows, highs, interiors = [list(map(str, integers(op.attributes[name]))) for name in names]
    if set(interiors) - {"0"}:
        raise Error("of an open size with padding between elements has no counterpart in Relax")
    return [plus(plus(size, low), high) for size, low, high in zip(writer.sizes(op.operands[0]), lows, highs)]


def sliced(writer: FunctionWriter, op: Operation) -> list[str]:
    starts, limits, strides = [numbers_in(writer, value) for value in op.operands[1:]]
    extents = [minus(limit, start) for start, limit in zip(starts, limits)]
    return [extent if stride == "1" else f"({extent} + {stride} - 1) // {stride}" for extent, stride in zip(extents, strides)]


def windowed(writer: FunctionWriter, op: Operation) -> list[str]:
    window = window_of_op(op)
    return [places(size, int(window.sizes[dim]), window.strides[dim], window.padding[dim], window.base[dim], window.dilations[dim])
            for dim, size in enumerate(writer.sizes(op.operands[0]))]  # fmt: skip


def places(size: str, window: int, stride: int, padding: tuple[int, int], base: int, dilation: int) -> str:
    """At how many places a window lies in a dimension, which is taken to be long enough for one."""
    spread = size if base == 1 else plus(times(plus(size, -1), base), 1)
    free = plus(spread, padding[0] + padding[1] - (window - 1) * dilation - 1)
    return plus(free if stride == 1 else f"({free}) // {stride}", 1)


def of_convolution(writer: FunctionWriter, op: Operation) -> list[str]:
    window = window_of_convolution(op)
    image, weights = [writer.sizes(value) for value in op.operands[:2]]
    sizes = dict(zip(window.output_order, [image[window.input_order[0]], *[""] * len(window.strides), weights[window.kernel_order[-1]]]))
    for at, dim in enumerate(window.output_order[1:-1]):
        extent = weights[window.kernel_order[at]]
        if is_number(extent):
            sizes[dim] = places(image[window.input_order[1 + at]], int(extent), window.strides[at], window.padding[at], window.base_dilation[at],
                                window.dilation[at])  # fmt: skip
    return [sizes[dim] for dim in range(len(image))]


def updated(writer: FunctionWriter, op: Operation) -> Sequence[str]:
    return writer.sizes(op.operands[0])


def chosen(writer: FunctionWriter, op: Operation) -> Sequence[str]:
    return writer.sizes(op.operands[1])


RULES: dict[str, Callable[[FunctionWriter, Operation], Sequence[str]]] = {
    "dynamic_reshape": of_tensor(1), "dynamic_broadcast_in_dim": of_tensor(1), "dynamic_iota": of_tensor(0), "transpose": permuted,
    "dot_general": of_product, "dot": of_product, "reduce": reduced, "concatenate": joined, "gather": of_gather, "dynamic_gather": of_dynamic_gather, "pad": padded, "dynamic_pad": padded, "real_dynamic_slice": sliced,
    "reduce_window": windowed, "convolution": of_convolution, **dict.fromkeys(("scatter", "sort", "dynamic_update_slice", "select_and_scatter"), updated), "select": chosen, "clamp": chosen,
}  # fmt: skip
