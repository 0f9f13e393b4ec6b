"""Reductions, windows and bodies of any kind by arithmetic on whole tensors: for languages that have an operator for the usual ones alone."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import product
from math import prod

from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, TensorType
from tfir.ods import shapes
from tfir.ods.shapes import is_static

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.regions_on_tensors import on_tensors
from tfopt.arithmetic.sizes import UnknownSizes
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.recipes import names, need_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.operations import Value


def applied(op: Operation, body, arguments: list[Tensor], shape) -> list[Tensor]:
    """The body of an operation on tensors of one shape; one with branches or loops in it on one element after the other."""
    results = on_tensors(body, arguments, tuple(shape))
    if results is None and not is_static(shape):
        raise Error("has a body with branches or loops, and tensors of open sizes; its recipe needs known sizes (see --input-shapes)")
    return each_by_itself(body, arguments, tuple(shape)) if results is None else results


@contextmanager
def named_sizes(*values: Value) -> Iterator[None]:
    """While it lasts, sizes that are not known have names, so that recipes compute with them. The values have one shape."""
    if all([isinstance(value.type, TensorType) and value.type.is_static for value in values]):
        yield
        return
    with UnknownSizes() as sizes:
        for value in values:
            sizes.note(value, sizes.shape_of(values[0]))
        yield


def each_by_itself(body, arguments: list[Tensor], shape) -> list[Tensor]:
    """A loop over all places, in which the body is a copy of its own."""
    types = [value.type for value in body.terminator.operands]
    count = prod(shape)
    flats = [argument.reshape(count) for argument in arguments]
    starts = [stablehlo.splat(0, (count,), type.element) for type in types]
    if not count:
        return [start.reshape(*shape) for start in starts]

    def step(at, *parts):
        given = [stablehlo.dynamic_slice(flat, [at], (1,)).reshape() for flat in flats]
        results = copied(body, given)
        return [
            at + 1,
            *[stablehlo.emit("dynamic_update_slice", [part, new.reshape(1), at], part.type) for part, new in zip(parts, results)],
        ]

    _, *parts = stablehlo.loop(lambda at, *_: at < count, step, stablehlo.splat(0, (), I32), *starts)
    return [part.reshape(*shape) for part in parts]


def copied(body, arguments: list[Tensor]) -> list[Tensor]:
    """The results of a copy of a block's operations for values of its arguments' types."""
    mapping = dict(zip(body.arguments, [each.value for each in arguments]))
    for inner in body:
        if inner is not body.terminator:
            stablehlo.current().insert(inner.clone(mapping))
    return [Tensor(mapping.get(value, value)) for value in body.terminator.operands]


def tree(op: Operation, axes) -> list:
    """Neighbours are combined until one element is left, which keeps their order; the initial value comes first."""
    need_sizes(*op.operands)
    count, body = len(op.results), op.region.entry
    elements = [argument.type.element for argument in body.arguments[:count]]
    parts = [Tensor(operand).convert(element) for operand, element in zip(op.operands, elements)]
    starts = [Tensor(operand).convert(element) for operand, element in zip(op.operands[count:], elements)]
    kept = [axis for axis in range(parts[0].rank) if axis not in axes]
    shape = [parts[0].shape[axis] for axis in kept]
    length = prod([parts[0].shape[axis] for axis in axes])
    parts = [part.transpose(*axes, *kept).reshape(length, *shape) for part in parts]
    starts = [stablehlo.broadcast_to(start, shape) for start in starts]
    if not length:
        return starts
    while (length := parts[0].shape[0]) > 1:
        parts = halved(op, body, parts, length)
    return applied(op, body, [*starts, *[part.reshape(*shape) for part in parts]], shape)


def halved(op: Operation, body, parts: list[Tensor], length: int) -> list[Tensor]:
    even = length - length % 2
    left, right = ([part[first:even:2] for part in parts] for first in (0, 1))
    combined = applied(op, body, [*left, *right], left[0].shape)
    if even == length:
        return combined
    return [stablehlo.concatenate([part, rest[even:]], 0) for part, rest in zip(combined, parts)]


def window_of(op: Operation) -> Window:
    sizes = names(op, "window_dimensions")
    return Window(
        sizes, names(op, "window_strides"), in_pairs(names(op, "padding")), names(op, "base_dilations"), names(op, "window_dilations")
    )  # fmt: skip


def around(x: Tensor, start: Tensor, window: Window) -> Tensor:
    """The operand with its padding and what lies between its elements."""
    lows, highs = zip(*window.padding) if window.padding else ((), ())
    return stablehlo.pad(x, lows, highs, start, [gap - 1 for gap in window.base])


def at_offset(x: Tensor, window: Window, places, offset) -> Tensor:
    """What each window sees at one of its places."""
    starts = [step * gap for step, gap in zip(offset, window.dilations)]
    limits = [shapes.most(start + (count - 1) * stride + 1, start) for start, count, stride in zip(starts, places, window.strides)]
    return stablehlo.sliced(x, starts, limits, window.strides)


def offsets_in(window: Window) -> list[tuple[int, ...]]:
    return list(product(*map(range, window.sizes)))


def by_offsets(op: Operation, window: Window) -> list:
    """The slices that the places of the windows see are combined one after the other, beginning with the initial value."""
    count, body, places = len(op.results), op.region.entry, [shapes.most(size, 0) for size in window.shape(Tensor(op.operands[0]).shape)]
    elements = [argument.type.element for argument in body.arguments[:count]]
    starts = [Tensor(operand).convert(element) for operand, element in zip(op.operands[count:], elements)]
    parts = [
        around(Tensor(operand).convert(element), start, window) for operand, element, start in zip(op.operands, elements, starts)
    ]  # fmt: skip
    totals = [stablehlo.broadcast_to(start, places) for start in starts]
    for offset in offsets_in(window):
        seen = [at_offset(part, window, places, offset) for part in parts]
        totals = applied(op, body, [*totals, *seen], places)
    return totals


def selected_and_scattered(op: Operation) -> list:
    """Which place of its window each source goes to is found by a tournament; then, place by place, the sources that go there are spread over
    the operand, and combined where there are any. The last place comes first, so that sources of one element are combined in their order."""
    need_sizes(*op.operands)
    x, source, start = map(Tensor, op.operands)
    select, scatter = [region.entry for region in op.regions]
    padding = in_pairs(names(op, "padding"))
    window = Window(names(op, "window_dimensions"), names(op, "window_strides"), padding)
    offsets = offsets_in(window)
    chosen = tournament(op, select, x, window, offsets, source.shape)
    element = scatter.arguments[0].type.element
    total = stablehlo.broadcast_to(start.convert(element), x.shape)
    source = source.convert(element)
    for number, offset in reversed(list(enumerate(offsets))):
        goes = spread_out((chosen == number).convert(I32), window, offset, x.shape) > 0
        given = spread_out(source, window, offset, x.shape)
        (both,) = applied(op, scatter, [total, given], x.shape)
        total = stablehlo.select(goes, both, total)
    return [total.convert(op.results[0].type.element)]


def tournament(op: Operation, select, x: Tensor, window: Window, offsets, places) -> Tensor:
    """The number of the place that each window selects; what lies outside of the operand takes no part."""
    zero = stablehlo.splat(0, (), x.element)
    values = around(x, zero, window)
    inside = around(stablehlo.splat(1, x.shape, I32), stablehlo.splat(0, (), I32), window)
    best, has_best = at_offset(values, window, places, offsets[0]), at_offset(inside, window, places, offsets[0]) > 0
    chosen = stablehlo.splat(0, places, I32)
    for number, offset in enumerate(offsets[1:], 1):
        new, is_new = at_offset(values, window, places, offset), at_offset(inside, window, places, offset) > 0
        (wins,) = applied(op, select, [best, new], places)
        stays = has_best & (wins | ~is_new)
        takes = is_new & ~stays
        best, chosen = stablehlo.select(takes, new, best), stablehlo.select(takes, number, chosen)
        has_best = has_best | is_new
    return stablehlo.select(has_best, chosen, -1)


def spread_out(source: Tensor, window: Window, offset, shape) -> Tensor:
    """The sources at the places of an operand that lie at an offset in their windows, and zeros between."""
    lows = [step - low for step, (low, _) in zip(offset, window.padding)]
    spans = [size + max(size - 1, 0) * (stride - 1) for size, stride in zip(source.shape, window.strides)]
    highs = [size - low - span for size, low, span in zip(shape, lows, spans)]
    return stablehlo.pad(source, lows, highs, 0, [stride - 1 for stride in window.strides])
