"""Combining elements: along dimensions, in windows, and back to where a window has chosen them. A body that Relay has an operator for becomes
that; any other is applied to whole tensors."""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I1, I32

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.stablehlo_to_relay.expressions import Expression, made, names, number_in
from tfopt.stablehlo_to_relay.indexing import applied
from tfopt.stablehlo_to_relay.recipes import need_sizes, recipe

OPERATORS = {"stablehlo.add": "sum", "stablehlo.multiply": "prod", "stablehlo.maximum": "max", "stablehlo.minimum": "min"}
OF_TRUTHS = {f"stablehlo.{name}": "any" for name in ("add", "maximum", "or")} | {
    f"stablehlo.{name}": "all" for name in ("multiply", "minimum", "and")
}


def operator_of(op: Operation) -> str | None:
    """The operator of Relay for a reduction of one operand whose body is one operation, else None."""
    body, element = op.region.entry, op.operands[0].type.element
    if len(op.results) != 1 or body.arguments[0].type.element is not element or op.operands[1].type.element is not element:
        return None
    return (OF_TRUTHS if element is I1 else OPERATORS).get(single_op(body) or "")


@recipe
def reduce(op: Operation) -> list:
    axes, operator = names(op, "dimensions"), operator_of(op)
    if operator is None:
        return tree(op, axes)
    x, start = Expression(op.operands[0]), op.operands[1]
    result = made(operator, x, axis=axes) if axes else x
    name = single_op(op.region.entry) or ""
    if number_in(start) == neutral(name, x.element) and 0 not in x.shape:
        return [result]
    return [stablehlo.emit(name.removeprefix("stablehlo."), [Tensor(spread_like(start, result)), Tensor(result.value)], result.type)]


def spread_like(start, result: Expression):
    """A number in the shape of a result: StableHLO's operations do not broadcast, Relay's do, and the recipe of one leaves the scalar."""
    if not result.rank or None in result.shape:
        return start
    return made("broadcast_to", Expression(start), shape=list(result.shape)).value


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


# Windows


def window_of(op: Operation) -> Window:
    sizes = names(op, "window_dimensions")
    return Window(
        sizes, names(op, "window_strides"), in_pairs(names(op, "padding")), names(op, "base_dilations"), names(op, "window_dilations")
    )  # fmt: skip


@recipe
def reduce_window(op: Operation) -> list:
    window, name = window_of(op), None
    if operator_of(op) is not None and number_in(op.operands[1]) == neutral(single_op(op.region.entry), op.operands[0].type.element):
        name = single_op(op.region.entry)
    x = Expression(op.operands[0])
    if name is not None and 0 not in x.shape and 0 not in op.results[0].type.shape:
        result = running(x, window, name) or pooled(x, window, name)
        if result is not None:
            return [result]
    need_sizes(*op.operands)
    return by_offsets(op, window)


def running(x: Expression, window: Window, name: str) -> Expression | None:
    """Sums and products of all elements up to each, or from each on."""
    operator = {"stablehlo.add": "cumsum", "stablehlo.multiply": "cumprod"}.get(name)
    axes = [axis for axis, size in enumerate(window.sizes) if size != 1 or window.padding[axis] != (0, 0)]
    if operator is None or len(axes) != 1 or {*window.strides, *window.base, *window.dilations} != {1} or x.element is I1:
        return None
    (axis,) = axes
    size = x.shape[axis]
    if window.sizes[axis] != size or window.padding[axis] not in ((size - 1, 0), (0, size - 1)):
        return None
    if window.padding[axis][0]:
        return made(operator, x, axis=axis, dtype=x.element)
    return made("reverse", made(operator, made("reverse", x, axis=axis), axis=axis, dtype=x.element), axis=axis)


SPACE = "DHW"


def pooled(x: Expression, window: Window, name: str) -> Expression | None:
    """`max_pool`, or `avg_pool` times the number of elements, where windows leave two dimensions alone, one of them the first."""
    kind = {"stablehlo.maximum": "max", "stablehlo.add": "avg"}.get(name)
    layout = pool_layout(window)
    if kind is None or layout is None or max(window.base) > 1 or min(low for pair in window.padding for low in pair) < 0:
        return None
    if x.element not in (F32, F64) or (kind == "max" and not is_seen(window, x.shape)):
        return None
    space = [axis for axis, letter in enumerate(layout) if letter in SPACE]
    told = {"pool_size": window.sizes, "strides": window.strides, "dilation": window.dilations}
    attributes = {key: [values[axis] for axis in space] for key, values in told.items()}
    attributes["padding"] = [window.padding[axis][side] for side in (0, 1) for axis in space]
    if kind == "max":
        return made(f"nn.max_pool{len(space)}d", x, **attributes, layout=layout)
    average = made(f"nn.avg_pool{len(space)}d", x, **attributes, layout=layout, count_include_pad=True)
    return average * prod(window.sizes)


def is_seen(window: Window, shape) -> bool:
    """Whether each window has elements of the tensor: TVM pads with the least finite number."""
    for axis, size in enumerate(shape):
        low, high = window.padding[axis]
        if max(low, high) <= 0 or (window.dilations[axis] == 1 and max(low, high) < window.sizes[axis]):
            continue  # no window lies in the padding alone
        if size is None:
            return False
        (places,) = Window(
            [window.sizes[axis]], [window.strides[axis]], [(low, high)], [window.base[axis]], [window.dilations[axis]]
        ).shape([size])
        for place in range(places):
            first = place * window.strides[axis] - window.padding[axis][0]
            if not any([0 <= first + step * window.dilations[axis] < size for step in range(window.sizes[axis])]):
                return False
    return True


def pool_layout(window: Window) -> str | None:
    moved = [axis for axis, size in enumerate(window.sizes) if (size, window.strides[axis], window.padding[axis]) != (1, 1, (0, 0))]
    rank = len(window.sizes)
    if not 3 <= rank <= 5:
        return None
    letters = SPACE[5 - rank :]
    for layout in (f"NC{letters}", f"N{letters}C"):
        if all([layout[axis] in SPACE for axis in moved]):
            return layout
    return None


def around(x: Tensor, start: Tensor, window: Window) -> Tensor:
    """The operand with its padding and what lies between its elements."""
    lows, highs = zip(*window.padding) if window.padding else ((), ())
    return stablehlo.pad(x, lows, highs, start, [gap - 1 for gap in window.base])


def at_offset(x: Tensor, window: Window, places, offset) -> Tensor:
    """What each window sees at one of its places."""
    starts = [step * gap for step, gap in zip(offset, window.dilations)]
    limits = [start + (count - 1) * stride + 1 if count else start for start, count, stride in zip(starts, places, window.strides)]
    return stablehlo.sliced(x, starts, limits, window.strides)


def offsets_in(window: Window) -> list[tuple[int, ...]]:
    from itertools import product

    return list(product(*map(range, window.sizes)))


def by_offsets(op: Operation, window: Window) -> list:
    """The slices that the places of the windows see are combined one after the other, beginning with the initial value."""
    count, body, places = len(op.results), op.region.entry, op.results[0].type.shape
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


@recipe
def select_and_scatter(op: Operation) -> list:
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
