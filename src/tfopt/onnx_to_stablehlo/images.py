"""Lowerings: elements taken from between the places of images."""

from itertools import product

from tfir.ir.types import F32, I32, UI8, TensorType
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import fresh, is_static

from tfopt.arithmetic.contents import Sizes
from tfopt.arithmetic.tensor import (
    Tensor,
    along,
    broadcast_to,
    clamp,
    concatenate,
    dot_general,
    floor,
    gather,
    iota,
    literal,
    loop,
    maximum,
    select,
    splat,
    take,
    unary,
    widened,
)
from tfopt.onnx_to_stablehlo.contraction import matmul
from tfopt.onnx_to_stablehlo.lowering import lower, lowered_by, tensorflow
from tfopt.onnx_to_stablehlo.window import Window

MOST_UNROLLED = 4  # samples of RoiAlign in each direction that are written out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def sampled(x: Tensor, places: list[Tensor], weight_outside: bool) -> Tensor:
    """x [N, C, sizes...] at whole places [N, points] of each axis: [N, C, points]. What lies outside is 0, or the nearest element."""
    batch, channels, *sizes = x.shape
    inside: Any = None
    parts = [iota((*places[0].shape, 1), 0, I32)]
    for place, size in zip(places, sizes):
        is_in = (place >= 0) & (place <= size - 1)
        inside = is_in if inside is None else inside & is_in
        parts.append(clamp(0, place, size - 1).expand(2))
    index = concatenate(parts, 2)
    axes = [0, *range(2, x.rank)]
    values = gather(x, index, [1, channels, *[1] * len(sizes)], [1], axes, axes, 2)  # [N, C, points]
    return values if not weight_outside else select(broadcast_to(inside.expand(1), values.shape), values, 0)


CUBIC = -0.75


def cubic_weights(t: Tensor) -> list[Tensor]:
    """Of the four places around one that lies `t` behind the second."""
    a = CUBIC

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def reflected(x: Tensor, low: float, high: float) -> Tensor:
    """Places that lie outside turned back at both ends."""
    span = high - low
    if span <= 0:
        return x * 0 + low
    moved = abs(x - low)
    times = floor(moved / span)
    rest = moved - times * span
    is_even = times - floor(times / 2) * 2 == 0
    return select(is_even, rest + low, high - rest)


@lower
def GridSample(X, grid, align_corners, mode, padding_mode):
    """X [N, C, sizes...] at places of a grid [N, places..., axes], from -1 to 1, of which the last axis of X comes first."""
    x, g = widened(X), grid.convert(F32) if grid.element.width < 32 else grid
    count = x.rank - 2
    sizes = x.shape[2:]
    batch, out = x.shape[0], grid.shape[1:-1]
    points = 1
    for size in out:
        points = points * size
    flat = g.reshape(batch, points, count)
    places = []
    for at, size in enumerate(sizes):
        t = flat[:, :, count - 1 - at]
        places.append((t + 1) * ((size - 1) / 2) if align_corners else ((t + 1) * size - 1) * 0.5)
    low = [0.0 if align_corners else -0.5] * count
    high = [size - 1 if align_corners else size - 0.5 for size in sizes]

    def mend(place: Tensor, at: int) -> Tensor:
        if padding_mode == "border":
            return clamp(0, place, sizes[at] - 1)
        if padding_mode == "reflection":
            return clamp(0, reflected(place, low[at], high[at]), sizes[at] - 1)
        return place

    zeros = padding_mode == "zeros"
    if mode in ("cubic", "bicubic"):
        result = cubic_samples(x, places, mend, zeros)
    elif mode == "nearest":
        whole = [mend(unary("round_nearest_even", mend(place, at)), at).convert(I32) for at, place in enumerate(places)]
        result = sampled(x, whole, zeros)
    else:
        result = linear_samples(x, [mend(place, at) for at, place in enumerate(places)], zeros)
    return result.reshape(batch, x.shape[1], *out).convert(X.element)


def linear_samples(x: Tensor, places: list[Tensor], zeros: bool) -> Tensor:
    """Each of the corners around a place by how near it is."""
    firsts = [floor(place) for place in places]
    nears = [place - first for place, first in zip(places, firsts)]
    total: Any = None
    for corner in product((0, 1), repeat=len(places)):
        whole = [(first + at).convert(I32) for first, at in zip(firsts, corner)]
        share: Any = None
        for near, at in zip(nears, corner):
            part = near if at else 1 - near
            share = part if share is None else share * part
        values = sampled(x, whole, zeros)
        values = values * broadcast_to(share.convert(x.element).expand(1), values.shape)
        total = values if total is None else total + values
    return total


def cubic_samples(x: Tensor, places: list[Tensor], mend, zeros: bool) -> Tensor:
    firsts = [floor(place) for place in places]
    shares = [cubic_weights(place - first) for place, first in zip(places, firsts)]
    total: Any = None
    for corner in product(range(4), repeat=len(places)):
        whole = [mend(first + (at - 1), axis).convert(I32) for axis, (first, at) in enumerate(zip(firsts, corner))]
        share: Any = None
        for each, at in zip(shares, corner):
            share = each[at] if share is None else share * each[at]
        values = sampled(x, whole, zeros)
        values = values * broadcast_to(share.convert(x.element).expand(1), values.shape)
        total = values if total is None else total + values
    return total


lowered_by(GridSampleV16=GridSample)


@lower
def AffineGrid(theta, align_corners, size: Sizes):
    """The places of an image of a size that a matrix of each member of the batch moves."""
    batch, _, *sizes = size.tolist()
    x = widened(theta)
    axes = []
    for length in sizes:
        if not is_static((length,)):
            raise TypeError("a size is not known")
        line = np.linspace(-1, 1, length) if align_corners else (np.arange(length) * 2 + 1) / length - 1
        axes.append(line.astype(np.float32))
    grids = np.meshgrid(*axes, indexing="ij")
    points = np.stack([*[grid.ravel() for grid in reversed(grids)], np.ones(grids[0].size, np.float32)], 0)  # [axes + 1, points]
    moved = matmul(x, literal(points, x.element))  # [N, axes, points]
    return moved.transpose(0, 2, 1).reshape(batch, *sizes, len(sizes)).convert(theta.element)


def roi_align(by_half: bool):
    def lowering(
        X, rois, batch_indices, mode, output_height, output_width, sampling_ratio, spatial_scale, coordinate_transformation_mode=None
    ):  # fmt: skip
        half = 0.5 if (coordinate_transformation_mode or ("half_pixel" if by_half else "output_half_pixel")) == "half_pixel" else 0.0
        is_aligned = half != 0.0
        x, boxes = widened(X), widened(rois) * spatial_scale - half
        count = rois.shape[0]
        _, channels, height, width = X.shape
        x1, y1, x2, y2 = [boxes[:, at] for at in range(4)]
        spans = [y2 - y1, x2 - x1]
        spans = spans if is_aligned else [maximum(span, 1.0) for span in spans]
        taken = take(x, batch_indices, 0)
        cells = [(y1, spans[0], output_height), (x1, spans[1], output_width)]

        def sampled_at(places, counts) -> Tensor:
            """Samples [boxes, C, cells, cells] at some of so many places in each cell."""
            grid = (count, output_height, output_width)
            axes = []
            for axis, (start, span, size) in enumerate(cells):
                step = literal(np.arange(size, dtype=np.float32)[None], x.element) + ((places[axis] + 0.5) / counts[axis]).expand(1)
                axes.append(broadcast_to(start.expand(1) + (span / size).expand(1) * step, grid, [0, 1 + axis]))
            ys, xs = axes
            is_out = (ys < -1) | (ys > height) | (xs < -1) | (xs > width)
            samples = samples_of_boxes(taken, ys, xs, mode)
            return select(broadcast_to(is_out.expand(1), samples.shape), 0, samples)

        if 0 < sampling_ratio <= MOST_UNROLLED:
            ratio = splat(sampling_ratio, (count,), x.element)
            total = None
            for a, b in product(range(sampling_ratio), repeat=2):
                samples = sampled_at([splat(each, (count,), x.element) for each in (a, b)], [ratio, ratio])
                total = samples if total is None else maximum(total, samples) if mode == "max" else total + samples
            return (total if mode == "max" else total / sampling_ratio**2).convert(X.element)
        counts = [
            unary("ceil", span / size) if sampling_ratio <= 0 else splat(sampling_ratio, (count,), x.element) for _, span, size in cells
        ]
        most = [maximum(each.max(0), 0) for each in counts]

        def step(number, total):
            places = [floor((number + 0.5) / most[1]), None]
            places[1] = number - places[0] * most[1]
            whole = [broadcast_to(place, (count,), []) for place in places]
            samples = sampled_at(whole, [maximum(each, 1) for each in counts])
            is_asked = broadcast_to((whole[0] < counts[0]) & (whole[1] < counts[1]), samples.shape, [0])
            if mode == "max":
                is_first = broadcast_to(number == 0, samples.shape, [])
                return [number + 1, select(is_asked, select(is_first, samples, maximum(total, samples)), total)]
            return [number + 1, total + select(is_asked, samples, 0)]

        nothing = splat(0, (count, channels, output_height, output_width), x.element)
        _, total = loop(lambda number, _: number < most[0] * most[1], step, splat(0, (), x.element), nothing)
        if mode != "max":
            total = total / broadcast_to(maximum(counts[0] * counts[1], 1), total.shape, [0])
        return total.convert(X.element)

    return lowering


def samples_of_boxes(x: Tensor, ys: Tensor, xs: Tensor, mode: str) -> Tensor:
    """x [boxes, C, H, W] between places [boxes, h, w]: [boxes, C, h, w]; with `max` the largest share of the four around one."""
    count, channels, height, width = x.shape
    shape, points = ys.shape, ys.shape[1] * ys.shape[2]
    places = []
    for place, size in ((ys, height), (xs, width)):
        place = maximum(place, 0).reshape(count, points)
        first = floor(place)
        is_last = first >= size - 1
        first = select(is_last, size - 1, first)
        second = select(is_last, size - 1, first + 1)
        near = select(is_last, 0, place - first)
        places.append((first, second, near))
    total: Any = None
    for a, b in product((0, 1), repeat=2):
        (y0, y1, ny), (x0, x1, nx) = places
        whole = [(y1 if a else y0).convert(I32), (x1 if b else x0).convert(I32)]
        share = (ny if a else 1 - ny) * (nx if b else 1 - nx)
        values = sampled(x, whole, False)
        values = values * broadcast_to(share.expand(1), values.shape)
        total = values if total is None else maximum(total, values) if mode == "max" else total + values
    return total.reshape(count, channels, *shape[1:])


lowered_by(RoiAlign=roi_align(True), RoiAlignV10=roi_align(False))


@lower
def MaxRoiPool(X, rois, pooled_shape, spatial_scale):
    """The largest element of each cell of boxes (batch, x1, y1, x2, y2), whose corners are rounded to elements; 0 of a cell without any."""
    x = widened(X)
    _, channels, *sizes = X.shape
    count = rois.shape[0]
    corners = unary("round_nearest_afz", widened(rois)[:, 1:] * spatial_scale)
    result = take(x, widened(rois)[:, 0].convert(I32), 0)  # [boxes, C, H, W]
    for axis in (1, 0):
        first, last, cells, size = corners[:, 1 - axis], corners[:, 3 - axis], pooled_shape[axis], sizes[axis]
        span = (maximum(last - first + 1, 1) / cells).expand(1)
        steps = literal(np.arange(cells + 1, dtype=np.float32)[None], x.element) * span  # [boxes, cells + 1]
        start = clamp(0, floor(steps[:, :-1]) + first.expand(1), size)
        end = clamp(0, unary("ceil", steps[:, 1:]) + first.expand(1), size)
        line = iota((count, cells, size), 2, x.element)
        inside = (line >= start.expand(2)) & (line < end.expand(2))
        whole = (count, channels, *result.shape[2 : 2 + axis], cells, *result.shape[2 + axis + 1 :], size)
        moved = result if axis else result.transpose(0, 1, 3, 2)  # the axis that is pooled stands last
        spread = broadcast_to(moved, whole, [0, 1, 2, 4] if axis else [0, 1, 3, 4])
        result = select(broadcast_to(inside, whole, [0, 3 if axis else 2, 4]), spread, -np.inf).max(4)
    return select(result == -np.inf, 0, result).convert(X.element)


@lower
def DeformConv(X, W, offset, dilations, group, kernel_shape, offset_group, pads, strides, B=None, mask=None):
    """A convolution of what stands at places that are moved by offsets, each element of the window on its own."""
    x = widened(X)
    batch, channels, *sizes = x.shape
    window = Window(sizes, kernel_shape or W.shape[2:], strides, dilations, pads, "NOTSET")
    out = window.places(sizes)
    points = out[0] * out[1]
    taps = list(product(*map(range, window.window)))
    each = channels // offset_group
    moved = widened(offset).reshape(batch, offset_group, len(taps), 2, points)
    shares = None if mask is None else widened(mask).reshape(batch, offset_group, len(taps), points)
    columns = []
    for number, tap in enumerate(taps):
        parts = []
        for g in range(offset_group):
            places = []
            for axis in range(2):
                at = np.arange(out[axis]) * window.strides[axis] - window.padding[axis][0] + tap[axis] * window.dilations[axis]
                grid = np.meshgrid(*[at if a == axis else np.zeros(out[a]) for a in range(2)], indexing="ij")[axis]
                base = literal(grid.reshape(1, points).astype(np.float32), x.element)
                places.append(moved[:, g, number, axis] + broadcast_to(base, (batch, points)))
            values = linear_samples(x[:, g * each : (g + 1) * each], places, True)
            if shares is not None:
                values = values * broadcast_to(shares[:, g, number].expand(1), values.shape)
            parts.append(values)
        columns.append(concatenate(parts, 1).expand(2))
    whole = concatenate(columns, 2)  # [N, C, taps, points]
    filters, per_group = W.shape[0] // group, channels // group
    results = []
    for g in range(group):
        kernel = widened(W)[g * filters : (g + 1) * filters].reshape(filters, per_group * len(taps))
        part = whole[:, g * per_group : (g + 1) * per_group].reshape(batch, per_group * len(taps), points)
        results.append(dot_general(part, kernel, ([1], [1])).transpose(0, 2, 1))
    result = concatenate(results, 1).reshape(batch, W.shape[0], *out)
    result = result if B is None else result + along(widened(B), result, 1)
    return result.convert(X.element)


@lower
def ImageDecoder(encoded_stream, pixel_format):
    """By the host, which has the decoders."""
    type = TensorType((fresh(), fresh(), 1 if pixel_format == "Grayscale" else 3), UI8)
    return tensorflow("_DecodePicture", [encoded_stream], [type], pixel_format=pixel_format)[0]
