"""Lowerings: convolution and pooling. Tensors are [batch, channels, places...]."""

from itertools import product
from math import prod

from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, I64
from tfir.ods.shapes import effective, most, window_size

from tfopt.arithmetic.contents import Sizes
from tfopt.arithmetic.scattering import scatter
from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    exp,
    iota,
    log,
    lowest,
    number,
    pad,
    select,
    sliced,
    splat,
    sqrt,
    widened,
)
from tfopt.arithmetic.windows import convolution, reduce_window
from tfopt.onnx_to_stablehlo.elementwise import gated
from tfopt.onnx_to_stablehlo.lowering import lower, lowered_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ods.shapes import Size


class Window:
    """What a window is laid over: sizes, strides, dilations, and padding (low, high), one entry for each spatial axis."""

    def __init__(self, space, window, strides, dilations, pads, auto_pad: str, ceil_mode: int = 0):
        count = len(window)
        self.window, self.strides, self.dilations = list(window), list(strides or [1] * count), list(dilations or [1] * count)
        spans = [effective(*each) for each in zip(self.window, self.dilations)]
        if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
            self.padding = [same(*each, auto_pad == "SAME_UPPER") for each in zip(space, spans, self.strides)]
        else:
            amounts = list(pads) if pads and auto_pad != "VALID" else [0] * (2 * count)
            self.padding = list(zip(amounts[:count], amounts[count:]))
        self.extra = [0] * count  # elements behind the padding that the last window reaches beyond it
        if ceil_mode:
            for at, (size, span, stride) in enumerate(zip(space, spans, self.strides)):
                self.extra[at] = self.beyond(size, span, stride, *self.padding[at])

    @staticmethod
    def beyond(size, span: int, stride: int, low: int, high: int) -> int:
        """How far the last window reaches beyond the padding, where the number of windows is rounded up; one that begins in the padding at
        the end is none."""
        if not isinstance(size, int):
            raise Error("rounds the number of windows up on an axis of unknown size")
        count = -(-(size + low + high - span) // stride) + 1
        if (count - 1) * stride >= size + low:
            count -= 1
        return max((count - 1) * stride + span - (size + low + high), 0)

    @property
    def whole_padding(self) -> list:
        return [(low, high + extra) for (low, high), extra in zip(self.padding, self.extra)]

    def places(self, space) -> list:
        padding = self.whole_padding
        return [window_size(*each) for each in zip(space, self.window, self.strides, padding, self.dilations)]

    def reduced(self, name: str, x: Tensor, start) -> Tensor:
        ones = [1, 1]
        return reduce_window(
            name, x, [*ones, *self.window], [*ones, *self.strides], [(0, 0), (0, 0), *self.whole_padding], start, [*ones, *self.dilations]
        )


def same(size: "Size", span: int, stride: int, is_upper: bool) -> tuple:
    """Padding with which there is a window for each stride; what is odd goes to the end, or to the beginning."""
    total: "Size"
    if stride == 1:
        total = span - 1
    elif isinstance(size, int):
        total = max((-(-size // stride) - 1) * stride + span - size, 0)
    else:
        total = most((-(-size // stride) - 1) * stride + span - size, 0)
    half = total // 2
    return (half, total - half) if is_upper else (total - half, half)


def numbers_for(count: int, kernel: str) -> str:
    axes = ", ".join(map(str, range(count)))
    return f"[b, f, {axes}]x[{kernel}, {axes}]->[b, f, {axes}]"


def convolved(x: Tensor, w: Tensor, group: int, window: Window) -> Tensor:
    count = x.rank - 2
    shape = (x.shape[0], w.shape[0], *window.places(x.shape[2:]))
    return convolution(x, w, numbers_for(count, "o, i"), shape, window.strides, window.whole_padding, window.dilations, group)


@lower
def Conv(X, W, auto_pad, dilations, group, kernel_shape, pads, strides, B=None):
    window = Window(X.shape[2:], kernel_shape or W.shape[2:], strides, dilations, pads, auto_pad)
    result = convolved(X, W, group, window)
    return result if B is None else result + along(B, result, 1)


@lower
def ConvInteger(x, w, auto_pad, dilations, group, kernel_shape, pads, strides, x_zero_point=None, w_zero_point=None):
    """Zero points are taken off before, so that padding is zero."""
    x, w = x.convert(I32), w.convert(I32)
    x = x if x_zero_point is None else x - x_zero_point.convert(I32).reshape()
    if w_zero_point is not None:
        zero = w_zero_point.convert(I32)
        w = w - (along(zero, w, 0) if zero.size != 1 else zero.reshape())
    window = Window(x.shape[2:], kernel_shape or w.shape[2:], strides, dilations, pads, auto_pad)
    return convolved(x, w, group, window)


@lower
def ConvTranspose(X, W, auto_pad, dilations, group, kernel_shape, output_padding, output_shape, pads, strides, B=None):
    """A convolution with zeros put between the elements, and the filter [C, K / groups, ...] turned round."""
    count, space = X.rank - 2, X.shape[2:]
    window = W.shape[2:]
    strides, dilations = strides or (1,) * count, dilations or (1,) * count
    more = output_padding or (0,) * count
    spans = [effective(*each) for each in zip(window, dilations)]
    whole = [(size - 1) * stride + span + extra for size, stride, span, extra in zip(space, strides, spans, more)]
    if output_shape or auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        asked = list(output_shape)[-count:] if output_shape else [size * stride for size, stride in zip(space, strides)]
        totals = [most(each - size, 0) for each, size in zip(whole, asked)]
        halves = [total // 2 for total in totals]
        low = halves if auto_pad == "SAME_UPPER" else [total - half for total, half in zip(totals, halves)]
        high = [total - each for total, each in zip(totals, low)]
        whole = [size + low[at] + high[at] if not isinstance(size, int) else max(whole[at], size) for at, size in enumerate(asked)]
        more = [most(size - (n - 1) * s - k, 0) if output_shape else 0 for size, n, s, k in zip(whole, space, strides, spans)]
    else:
        pads = list(pads) if pads else [0] * (2 * count)
        low, high = pads[:count], pads[count:]
    each, kernel = W.shape[1], W
    if group > 1:
        kernel = W.reshape(group, W.shape[0] // group, each, *window).transpose(1, 0, 2, *range(3, 3 + count))
        kernel = kernel.reshape(W.shape[0] // group, group * each, *window)
    padding = [(span - 1 - a, span - 1 - b + extra) for span, a, b, extra in zip(spans, low, high, more)]
    kernel = kernel.reverse(*range(2, 2 + count))
    sizes = [(n - 1) * s + 1 + a + b - (k - 1) for n, s, (a, b), k in zip(space, strides, padding, spans)]
    shape = (X.shape[0], group * each, *sizes)
    ones = (1,) * count
    result = convolution(X, kernel, numbers_for(count, "i, o"), shape, ones, padding, dilations, group, strides)
    return result if B is None else result + along(B, result, 1)


@lower
def CausalConvWithState(input, weight, activation, bias=None, past_state=None):
    """Each channel by its own filter, of what was before and is now."""
    batch, channels, _ = input.shape
    kept = weight.shape[2] - 1
    before = splat(0, (batch, channels, kept), input.element) if past_state is None else past_state
    from tfopt.arithmetic.tensor import concatenate

    whole = concatenate([before, input], 2)
    wide = widened(whole)
    count = weight.shape[0]  # which the file may say where it does not say the channels of the input
    if not isinstance(count, int):
        raise Error("needs a filter of known sizes")
    result = convolved(wide, weight.convert(wide.element), count, Window(wide.shape[2:], weight.shape[2:], None, None, None, "VALID"))
    result = result if bias is None else result + along(bias.convert(result.element), result, 1)
    if activation in ("silu", "swish"):
        result = gated(result)
    length = whole.shape[2]
    return [result.convert(input.element), sliced(whole, [0, 0, length - kept], list(whole.shape))]


# Pooling


@lower
def AveragePool(X, auto_pad, ceil_mode, count_include_pad, dilations, kernel_shape, pads, strides):
    window = Window(X.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    x = widened(X)
    total = window.reduced("add", x, 0)
    if not any([amount for pair in window.whole_padding for amount in pair if not (isinstance(amount, int) and amount == 0)]):
        return (total / prod(kernel_shape)).convert(X.element)
    ones = splat(1, (1, 1, *X.shape[2:]), x.element)
    if count_include_pad:
        low, high = zip((0, 0), (0, 0), *window.padding)
        ones = pad(ones, low, high, 1)
        inner = Window(ones.shape[2:], kernel_shape, strides, dilations, [0] * (2 * len(kernel_shape)), "NOTSET")
        inner.extra = window.extra
        counts = inner.reduced("add", ones, 0)
    else:
        counts = window.reduced("add", ones, 0)
    return (total / counts).convert(X.element)


@lower
def MaxPool(X, op, auto_pad, ceil_mode, dilations, kernel_shape, pads, storage_order, strides):
    """The largest element of each window, and where it stands among all of the operand."""
    window = Window(X.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    least = lowest(X.element)
    if len(op.results) < 2:
        return window.reduced("maximum", X, least)
    low, high = zip((0, 0), (0, 0), *window.whole_padding)
    padded = pad(X, low, high, least)
    places = pad(flat_places(X, storage_order), low, high, -1)
    counts = window.places(X.shape[2:])
    best, where = None, None
    for offset in product(*map(range, window.window)):
        starts = [0, 0, *[at * dilation for at, dilation in zip(offset, window.dilations)]]
        limits = [*X.shape[:2], *[start + (n - 1) * s + 1 for start, n, s in zip(starts[2:], counts, window.strides)]]
        here, at = [sliced(each, starts, limits, [1, 1, *window.strides]) for each in (padded, places)]
        if best is None:
            best, where = here, at
        else:
            is_more = (here > best) | ((at >= 0) & (where < 0))
            best, where = select(is_more, here, best), select(is_more, at, where)
    return [best, where]


def flat_places(x: Tensor, storage_order: int) -> Tensor:
    """The number of each element of a tensor; with `storage_order` columns come first within an image."""
    order = [0, 1, *reversed(range(2, x.rank))] if storage_order else list(range(x.rank))
    count: Any = 1
    total: Any = None
    for axis in reversed(order):
        part = iota(x.shape, axis, I64) * number(count, I64) if not isinstance(count, int) else iota(x.shape, axis, I64) * count
        total = part if total is None else total + part
        count = x.shape[axis] * count
    return total


def over_space(function):
    def lowering(operands):
        (x,) = operands
        return function(x, list(range(2, x.rank)))

    return lowering


def global_average(x: Tensor, axes: list) -> Tensor:
    from tfopt.onnx_to_stablehlo.reduction import mean

    return mean(widened(x), axes, True).convert(x.element)


lowered_by(
    GlobalAveragePool=over_space(global_average),
    GlobalMaxPool=over_space(lambda x, axes: x.max(*axes, keep=True)),
)


def power(x: Tensor, p: float) -> Tensor:
    x = abs(x)
    return x if p == 1 else x * x if p == 2 else x ** splat(float(p), x.shape, x.element)


def inverse_power(x: Tensor, p: float) -> Tensor:
    return x if p == 1 else sqrt(x) if p == 2 else x ** splat(1 / p, x.shape, x.element)


@lower
def GlobalLpPool(X, p):
    return inverse_power(power(widened(X), p).sum(*range(2, X.rank), keep=True), p).convert(X.element)


@lower
def LpPool(X, auto_pad, ceil_mode, dilations, kernel_shape, p, pads, strides):
    window = Window(X.shape[2:], kernel_shape, strides, dilations, pads, auto_pad, ceil_mode)
    return inverse_power(window.reduced("add", power(widened(X), p), 0), p).convert(X.element)


@lower
def LRN(X, alpha, beta, bias, size):
    """Each element by how large those of channels around it are."""
    x = widened(X)
    window = [size if axis == 1 else 1 for axis in range(X.rank)]
    low = (size - 1) // 2
    padding = [(low, size - 1 - low) if axis == 1 else (0, 0) for axis in range(X.rank)]
    squares = reduce_window("add", x * x, window, [1] * X.rank, padding, 0)
    return (x / exp(log(squares * (alpha / size) + bias) * beta)).convert(X.element)


@lower
def MaxUnpool(X, I, kernel_shape, pads, strides, output_shape: Sizes | None = None):
    """Elements at the places that a pooling has told; zeros elsewhere."""
    count = len(kernel_shape)
    strides, pads = strides or (1,) * count, pads or (0,) * (2 * count)
    sizes = [(n - 1) * s - a - b + k for n, s, a, b, k in zip(X.shape[2:], strides, pads, pads[count:], kernel_shape)]
    own = (*X.shape[:2], *sizes)
    places = I.reshape(I.size, 1)
    shape = own if output_shape is None else tuple(output_shape.ravel().tolist())
    if shape != own:  # places are those of the smaller tensor
        parts: list[Tensor] = []
        rest = places.reshape(I.size)
        for size in reversed(own):
            parts.insert(0, (rest % size).expand(1))
            rest = rest / size
        from tfopt.arithmetic.tensor import concatenate

        return scatter(splat(0, shape, X.element), concatenate(parts, 1), X.reshape(X.size), None)
    flat = scatter(splat(0, (prod(shape),), X.element), places, X.reshape(X.size), None)
    return flat.reshape(*shape)


@lower
def Col2Im(input, image_shape: list, block_shape: list, dilations, pads, strides):
    """Blocks [N, C * prod(block), L] put back where they were taken, and summed."""
    count = len(image_shape)
    dilations, strides = dilations or (1,) * count, strides or (1,) * count
    pads = pads or (0,) * (2 * count)
    batch = input.shape[0]
    channels = input.shape[1] // prod(block_shape)
    space = [size + a + b for size, a, b in zip(image_shape, pads, pads[count:])]
    counts = [(n - effective(k, d)) // s + 1 for n, k, d, s in zip(space, block_shape, dilations, strides)]
    blocks = input.reshape(batch, channels, *block_shape, *counts)
    total = splat(0, (batch, channels, *space), input.element)
    for offset in product(*map(range, block_shape)):
        block = blocks[(slice(None), slice(None), *offset)]
        low = [at * d for at, d in zip(offset, dilations)]
        high = [n - first - ((c - 1) * s + 1) for n, first, c, s in zip(space, low, counts, strides)]
        total = total + pad(block, [0, 0, *low], [0, 0, *high], 0, [0, 0, *[s - 1 for s in strides]])
    ends = [n - b for n, b in zip(space, pads[count:])]
    return sliced(total, [0, 0, *pads[:count]], [batch, channels, *ends])
