"""Results of which each element is put together from many: products, convolutions, reductions, windows; in plain loops."""

from __future__ import annotations

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.ir.types import F32, Type

from tftranslate.relax.element_types import BOOL, NARROW, SIGNED, UNSIGNED, dtype_name, kind_of, literal
from tftranslate.relax.kernel import Splat, grouped, minus, plus, times, undilated
from tftranslate.relax.operators import window_of_convolution
from tftranslate.relax.regions import body_of
from tftranslate.relax.scalars import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Block, Operation

    from tftranslate.relax.kernel import Buffer, Kernel


class Sum:
    """A sum of products: narrow floats are added up as f32, integers as i64, truth values by `or`."""

    def __init__(self, kernel: Kernel, element: Type):
        self.kernel, self.element, self.kind = kernel, element, kind_of(element)
        self.inner = "float32" if self.kind == NARROW else "int64" if self.kind in (SIGNED, UNSIGNED) else dtype_name(element)
        self.name = kernel.local("T.bool(False)" if self.kind == BOOL else f"T.{self.inner}(0)", self.inner, "total")

    def add(self, factors: Sequence[tuple[Buffer, list[str]]]) -> None:
        if self.kind == BOOL:
            product = " and ".join([buffer.at(index) for buffer, index in factors])
            self.kernel.line(f"{self.name} = {self.name} or ({product})")
            return
        product = " * ".join([self.factor(buffer, index) for buffer, index in factors])
        self.kernel.line(f"{self.name} = {self.name} + {product}")

    def factor(self, buffer: Buffer, index: list[str]) -> str:
        if buffer.dtype == self.inner:
            return buffer.at(index)
        value = buffer.at(index) if self.kind not in (SIGNED, UNSIGNED) else cast(buffer.at(index), buffer.element, self.element)
        return f'T.Cast("{self.inner}", {value})'

    @property
    def value(self) -> str:
        return self.name if dtype_name(self.element) == self.inner else f'T.Cast("{dtype_name(self.element)}", {self.name})'


def dot_general(kernel: Kernel, op: Operation) -> None:
    lhs, rhs = kernel.inputs
    (out,) = kernel.outputs
    numbers = op.attributes.get("dot_dimension_numbers")
    if numbers is None:  # `dot`
        pairs, contracted = [], [(len(lhs.sizes) - 1, 0)]
    else:
        pairs = list(zip(integers(numbers.lhs_batching_dimensions), integers(numbers.rhs_batching_dimensions)))
        contracted = list(zip(integers(numbers.lhs_contracting_dimensions), integers(numbers.rhs_contracting_dimensions)))
    with kernel.root(), kernel.loop(out.sizes) as index:
        total = Sum(kernel, out.element)
        with kernel.loop([lhs.sizes[dim] for dim, _ in contracted], "k") as inner:
            left = dict(zip([dim for dim, _ in pairs], index)) | dict(zip([dim for dim, _ in contracted], inner))
            right = dict(zip([dim for _, dim in pairs], index)) | dict(zip([dim for _, dim in contracted], inner))
            free = iter(index[len(pairs) :])
            for places, buffer in ((left, lhs), (right, rhs)):
                places.update({dim: next(free) for dim in range(len(buffer.sizes)) if dim not in places})
            total.add([(buffer, [places[dim] for dim in range(len(buffer.sizes))]) for places, buffer in ((left, lhs), (right, rhs))])
        kernel.put(out, index, total.value)


def convolution(kernel: Kernel, op: Operation) -> None:
    """A window at each place, with everything that StableHLO lets one have."""
    image, weights = kernel.inputs[:2]
    (out,) = kernel.outputs
    window = window_of_convolution(op)
    groups, batch_groups = op.get("feature_group_count"), op.get("batch_group_count")
    batch_dim, *space_dims, feature_dim = window.input_order
    *kernel_dims, inner_dim, outer_dim = window.kernel_order
    lows = [str(low) for low, _ in window.padding]
    if len(kernel.inputs) > 2:
        lows = [f'T.Cast("int64", {kernel.inputs[2].at([str(dim), "0"])})' for dim in range(len(space_dims))]
    with kernel.root(), kernel.loop(out.sizes) as index:
        batch, *space, feature = [index[dim] for dim in window.output_order]
        features = weights.sizes[outer_dim]
        total = Sum(kernel, out.element)
        with kernel.loop([*[weights.sizes[dim] for dim in kernel_dims], weights.sizes[inner_dim]], "k") as inner:
            *offsets, channel = inner
            conditions: list[str] = []
            places = {}
            for at, dim in enumerate(space_dims):
                offset = minus(minus(weights.sizes[kernel_dims[at]], 1), offsets[at]) if at in window.reversal else offsets[at]
                place = minus(plus(times(space[at], window.strides[at]), times(offset, window.dilation[at])), lows[at])
                is_inside = lows[at] == "0" and int(window.padding[at][1]) <= 0 and len(kernel.inputs) == 2
                places[dim] = base_place(place, window.base_dilation[at], image.sizes[dim], conditions, is_inside)
            per_group = f"({grouped(feature)} // ({features} // {groups}))"
            places[feature_dim] = plus(times(per_group, weights.sizes[inner_dim]), channel) if groups > 1 else channel
            places[batch_dim] = batch
            if batch_groups > 1:
                places[batch_dim] = plus(
                    times(f"({feature} // ({features} // {batch_groups}))", f"({image.sizes[batch_dim]} // {batch_groups})"), batch
                )
            of_weights = dict(zip((*kernel_dims, inner_dim, outer_dim), (*offsets, channel, feature)))
            factors = [(image, in_order(places)), (weights, in_order(of_weights))]
            if conditions:
                with kernel.inside(f"if {' and '.join(conditions)}:"):
                    total.add(factors)
            else:
                total.add(factors)
        kernel.put(out, index, total.value)


def in_order(places: dict[int, str]) -> list[str]:
    return [places[dim] for dim in sorted(places)]


def base_place(place: str, dilation: int, size: str, conditions: list[str], is_inside: bool = False) -> str:
    """A position in what is put apart by a dilation as one of the operand; adds what must hold for there to be one."""
    if not is_inside:
        conditions.append(f"{place} >= 0")
    if dilation > 1:
        place = undilated(place, str(dilation), conditions)
    if not is_inside or dilation > 1:
        conditions.append(f"{place} < {size}")
    return place


class Reduction:
    """Values that a body combines with others, one after the other. Sums and products of narrow floats are kept as f32 till the end."""

    def __init__(self, kernel: Kernel, block: Block, initial: Sequence[Buffer]):
        self.kernel, self.block = kernel, block
        count = len(initial)
        self.elements = [argument.type.element for argument in block.arguments[:count]]
        self.is_wide = single_op(block) in ("stablehlo.add", "stablehlo.multiply") and kind_of(self.elements[0]) == NARROW
        self.initial = [cast(each.at([]), each.element, element) for each, element in zip(initial, self.elements)]
        self.names: list[str] = []

    def start(self) -> None:
        dtypes = ["float32" if self.is_wide else dtype_name(element) for element in self.elements]
        first = [cast(value, self.elements[0], F32) if self.is_wide else value for value in self.initial]
        self.names = [self.kernel.local(value, dtype, "total") for value, dtype in zip(first, dtypes)]

    def take(self, values: Sequence[str]) -> None:
        if self.is_wide:
            sign = "+" if single_op(self.block) == "stablehlo.add" else "*"
            self.kernel.line(f"{self.names[0]} = {self.names[0]} {sign} {cast(values[0], self.elements[0], F32)}")
            return
        results = body_of(self.kernel, self.block, [*self.names, *values])
        if len(results) > 1:  # one may be an argument that is about to change
            results = [self.kernel.local(result, dtype_name(element), "next") for result, element in zip(results, self.elements)]
        for name, result in zip(self.names, results):
            self.kernel.line(f"{name} = {result}")

    def finish(self, index: Sequence[str]) -> None:
        for name, out, element in zip(self.names, self.kernel.outputs, self.elements):
            self.kernel.put(out, index, cast(cast(name, F32 if self.is_wide else element, element), element, out.element))

    def value(self, buffer: Buffer, index: Sequence[str], number: int) -> str:
        return cast(buffer.at(index), buffer.element, self.elements[number])


def halves(kernel: Kernel) -> tuple[list[Buffer], list[Buffer]]:
    count = len(kernel.outputs)
    return kernel.inputs[:count], kernel.inputs[count : 2 * count]


def reduce(kernel: Kernel, op: Operation) -> None:
    inputs, initial = halves(kernel)
    dimensions = integers(op.attributes["dimensions"])
    reduction = Reduction(kernel, op.region.entry, initial)
    with kernel.root(), kernel.loop(kernel.outputs[0].sizes) as index:
        reduction.start()
        with kernel.loop([inputs[0].sizes[dim] for dim in dimensions], "k") as inner:
            places, outer = dict(zip(dimensions, inner)), iter(index)
            place = [places[dim] if dim in places else next(outer) for dim in range(len(inputs[0].sizes))]
            reduction.take([reduction.value(each, place, number) for number, each in enumerate(inputs)])
        reduction.finish(index)


def window_of_op(op: Operation) -> Window:
    return Window(
        integers(op.attributes["window_dimensions"]), integers(op.attributes.get("window_strides")), in_pairs(integers(op.attributes.get("padding"))),
        integers(op.attributes.get("base_dilations")), integers(op.attributes.get("window_dilations")),
    )  # fmt: skip


def window_places(window: Window, index: Sequence[str], inner: Sequence[str], sizes: Sequence[str], conditions: list[str]) -> list[str]:
    """Where an element of the window lies in the operand, and in `conditions` what must hold for it to lie inside."""
    places = []
    for dim, size in enumerate(sizes):
        low, high = window.padding[dim]
        place = minus(plus(times(index[dim], window.strides[dim]), times(inner[dim], window.dilations[dim])), low)
        places.append(base_place(place, window.base[dim], size, conditions, is_inside=low == 0 and high <= 0))
    return places


def reduce_window(kernel: Kernel, op: Operation) -> None:
    inputs, initial = halves(kernel)
    window = window_of_op(op)
    reduction = Reduction(kernel, op.region.entry, initial)
    run = window.running(op.operands[0].type.shape)
    if run is not None and len(inputs) == 1 and begins_neutral(initial[0], op.region.entry):
        running(kernel, reduction, *run)
        return
    with kernel.root(), kernel.loop(kernel.outputs[0].sizes) as index:
        reduction.start()
        with kernel.loop([str(size) for size in window.sizes], "k") as inner:
            conditions: list[str] = []
            place = window_places(window, index, inner, inputs[0].sizes, conditions)
            values = [reduction.value(each, place, number) for number, each in enumerate(inputs)]
            if conditions:
                values = [
                    f"T.if_then_else({' and '.join(conditions)}, {value}, {first})" for value, first in zip(values, reduction.initial)
                ]
            reduction.take(values)
        reduction.finish(index)


def begins_neutral(initial: Buffer | Splat, body: Block) -> bool:
    """Whether the number that stands beyond the edge changes nothing, however often it is taken in."""
    return isinstance(initial, Splat) and initial.number == neutral(single_op(body), initial.element)


def running(kernel: Kernel, reduction: Reduction, axis: int, is_from_end: bool) -> None:
    """Windows that hold all that went before, or all that comes: each row is gone along once."""
    (x,) = kernel.inputs[:1]
    with kernel.root(), kernel.loop([size for dim, size in enumerate(x.sizes) if dim != axis]) as index:
        reduction.start()
        with kernel.loop([x.sizes[axis]], "k") as (step,):
            place = [*index[:axis], minus(minus(x.sizes[axis], "1"), step) if is_from_end else step, *index[axis:]]
            reduction.take([reduction.value(x, place, 0)])
            reduction.finish(place)


def select_and_scatter(kernel: Kernel, op: Operation) -> None:
    """Each window's chosen element gets the source's value, combined with what is there."""
    operand, source, initial = kernel.inputs
    (out,) = kernel.outputs
    window = window_of_op(op)
    select, scatter = [region.entry for region in op.regions]
    with kernel.root():
        with kernel.loop(out.sizes) as index:
            kernel.put(out, index, cast(initial.at([]), initial.element, out.element))
        with kernel.loop(source.sizes) as index:
            best = kernel.local(literal(0, operand.element) if kind_of(operand.element) != BOOL else "T.bool(False)", operand.dtype, "best")
            at = [kernel.local("-1", "int32", "at") for _ in operand.sizes]
            with kernel.loop([str(size) for size in window.sizes], "k") as inner:
                conditions: list[str] = []
                places = window_places(window, index, inner, operand.sizes, conditions)
                with kernel.inside(f"if {' and '.join(conditions) or 'True'}:"):
                    choose(kernel, select, operand.at(places), best, at, places)
            if at:
                with kernel.inside(f"if {at[0]} >= 0:"):
                    put_together(kernel, scatter, [out], at, [source.at(index)])


def choose(kernel: Kernel, select: Block, value: str, best: str, at: list[str], places: list[str]) -> None:
    """Takes an element unless the body keeps the one before it."""
    keep = kernel.local("T.bool(False)", "bool", "keep")
    with kernel.inside(f"if {at[0]} >= 0:"):
        kernel.line(f"{keep} = {body_of(kernel, select, [best, value])[0]}")
    with kernel.inside(f"if T.Not({keep}):"):
        kernel.line(f"{best} = {value}")
        for name, place in zip(at, places):
            kernel.line(f"{name} = {place}")


def put_together(kernel: Kernel, block: Block, outputs: Sequence[Buffer], index: Sequence[str], values: Sequence[str]) -> None:
    """What is at a place of the results becomes what a body makes of it and of new values."""
    elements = [argument.type.element for argument in block.arguments]
    before = [cast(each.at(index), each.element, element) for each, element in zip(outputs, elements)]
    before = [kernel.local(value, dtype_name(element), "before") for value, element in zip(before, elements)]
    for out, result in zip(outputs, body_of(kernel, block, [*before, *values])):
        kernel.put(out, index, cast(result, elements[0] if len(outputs) == 1 else out.element, out.element))
