"""Scatters and sorts, in plain loops."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers

from tftranslate.relax.accumulations import put_together
from tftranslate.relax.element_types import UNSIGNED, dtype_name, kind_of
from tftranslate.relax.kernel import plus, within
from tftranslate.relax.pointwise import index_vector, start_of_batch
from tftranslate.relax.regions import body_of
from tftranslate.relax.scalars import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Block, Operation
    from tfir.ir.types import Type

    from tftranslate.relax.kernel import Buffer, Kernel


def position(number: str, element: Type) -> str:
    """An index as a signed number; those of ui64 that are far outside stay so."""
    if kind_of(element) == UNSIGNED and dtype_name(element) == "uint64":
        number = f"T.min({number}, T.uint64({(1 << 62)}))"
    return f'T.Cast("int64", {number})'


def scatter(kernel: Kernel, op: Operation) -> None:
    """Updates one after the other; those that would lie outside are left out."""
    count = len(kernel.outputs)
    inputs, indices, updates = kernel.inputs[:count], kernel.inputs[count], kernel.inputs[count + 1 :]
    numbers = op.attributes["scatter_dimension_numbers"]
    windows = integers(numbers.update_window_dims)
    outer = [dim for dim in range(len(updates[0].sizes)) if dim not in windows]
    order = [*outer, *windows]
    with kernel.root():
        copy(kernel, inputs)
        with kernel.loop([updates[0].sizes[dim] for dim in order]) as index:
            at = dict(zip(order, index))
            place = scatter_place(kernel, op, indices, [at[dim] for dim in outer], [at[dim] for dim in windows], len(inputs[0].sizes))
            conditions = [within(each, size) for each, size in zip(place, inputs[0].sizes)]
            with kernel.inside(f"if {' and '.join(conditions) or 'True'}:"):
                elements = [argument.type.element for argument in op.region.entry.arguments[count:]]
                update_index = [at[dim] for dim in range(len(order))]
                values = [cast(each.at(update_index), each.element, element) for each, element in zip(updates, elements)]
                put_together(kernel, op.region.entry, kernel.outputs, place, values)


def copy(kernel: Kernel, inputs: Sequence[Buffer]) -> None:
    with kernel.loop(inputs[0].sizes) as index:
        for out, source in zip(kernel.outputs, inputs):
            kernel.put(out, index, source.at(index))


def scatter_place(kernel: Kernel, op: Operation, indices: Buffer, batch: list[str], window: list[str], rank: int) -> list[str]:
    numbers = op.attributes["scatter_dimension_numbers"]
    absent = {*integers(numbers.inserted_window_dims), *integers(numbers.input_batching_dims)}
    inner = dict(zip([dim for dim in range(rank) if dim not in absent], window))
    starts = {dim: start_of_batch(batch, which, numbers.index_vector_dim)
              for dim, which in zip(integers(numbers.input_batching_dims), integers(numbers.scatter_indices_batching_dims))}  # fmt: skip
    for at, dim in enumerate(integers(numbers.scatter_dims_to_operand_dims)):
        vector = index_vector(batch, numbers.index_vector_dim, str(at), len(indices.sizes))
        starts[dim] = position(indices.at(vector), indices.element)
    return [kernel.local(f'T.Cast("int64", {plus(starts.get(dim, "0"), inner.get(dim, "0"))})', "int64", "at") for dim in range(rank)]


def sort(kernel: Kernel, op: Operation) -> None:
    """Runs of twice the length are merged until one is left: stable, with a number of comparisons that grows as n log n does."""
    inputs = kernel.inputs
    sizes = inputs[0].sizes
    dim = op.get("dimension") % len(sizes)
    size = sizes[dim]
    with kernel.root():
        order, merged = [kernel.scratch(wish, [size], "int64", inputs[0].element) for wish in ("order", "merged")]
        with kernel.loop([each for axis, each in enumerate(sizes) if axis != dim]) as outer:
            with kernel.loop([size], "j") as (at,):
                kernel.put(order, [at], f'T.Cast("int64", {at})')
            width = kernel.local("T.int64(1)", "int64", "width")
            with kernel.inside(f"while {width} < {size}:"):
                low = kernel.local("T.int64(0)", "int64", "low")
                with kernel.inside(f"while {low} < {size}:"):
                    merge(kernel, op.region.entry, inputs, (order, merged), (outer, dim, size), (low, width))
                    kernel.line(f"{low} = {low} + {width} * T.int64(2)")
                with kernel.loop([size], "j") as (at,):
                    kernel.put(order, [at], merged.at([at]))
                kernel.line(f"{width} = {width} * T.int64(2)")
            with kernel.loop([size], "j") as (at,):
                for out, source in zip(kernel.outputs, inputs):
                    kernel.put(out, spliced(outer, dim, at), source.at(spliced(outer, dim, order.at([at]))))


def spliced(outer: Sequence[str], dim: int, at: str) -> list[str]:
    return [*outer[:dim], at, *outer[dim:]]


def merge(kernel: Kernel, block: Block, inputs, orders, row, run) -> None:
    """Merges two neighbouring runs: an element of the second goes first only where it precedes."""
    (order, merged), (outer, dim, size), (low, width) = orders, row, run
    middle = kernel.local(f'T.min({low} + {width}, T.Cast("int64", {size}))', "int64", "middle")
    end = kernel.local(f'T.min({low} + {width} * T.int64(2), T.Cast("int64", {size}))', "int64", "end")
    left, right, at = [kernel.local(value, "int64", wish) for value, wish in ((low, "left"), (middle, "right"), (low, "at"))]
    with kernel.inside(f"while {at} < {end}:"):
        second = kernel.local(f"{left} >= {middle}", "bool", "second")
        with kernel.inside(f"if {left} < {middle} and {right} < {end}:"):
            pairs = []
            for source in inputs:
                for which in (right, left):
                    pairs.append(kernel.local(source.at(spliced(outer, dim, order.at([which]))), source.dtype, "key"))
            kernel.line(f"{second} = {body_of(kernel, block, pairs)[0]}")
        with kernel.inside(f"if {second}:"):
            kernel.put(merged, [at], order.at([right]))
            kernel.line(f"{right} = {right} + T.int64(1)")
        with kernel.inside("else:"):
            kernel.put(merged, [at], order.at([left]))
            kernel.line(f"{left} = {left} + T.int64(1)")
        kernel.line(f"{at} = {at} + T.int64(1)")
