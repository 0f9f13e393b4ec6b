"""Combining elements: along dimensions, in windows, and back to where a window has chosen them. A body that Relay has an operator for becomes
that; any other is applied to whole tensors."""

from __future__ import annotations

from math import prod

from tfir.analysis.reducers import neutral, single_op
from tfir.dialects.stablehlo.inference.window import Window
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, I1

from tfopt.arithmetic import tensor as stablehlo
from tfopt.arithmetic.tensor import Tensor
from tfopt.recipes.by_parts import by_offsets, named_sizes, selected_and_scattered, tree, window_of
from tfopt.recipes.recipes import names, number_in
from tfopt.stablehlo_to_relay.expressions import Expression, made
from tfopt.stablehlo_to_relay.recipes import recipe

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


# Windows


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
    with named_sizes(*op.operands[: len(op.results)]):
        return by_offsets(op, window)


def running(x: Expression, window: Window, name: str) -> Expression | None:
    """Sums and products of all elements up to each, or from each on."""
    operator = {"stablehlo.add": "cumsum", "stablehlo.multiply": "cumprod"}.get(name)
    run = window.running(x.shape)
    if run is None or operator is None or x.element is I1:
        return None
    axis, is_from_end = run
    if not is_from_end:
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


@recipe
def select_and_scatter(op: Operation) -> list:
    return selected_and_scattered(op)
