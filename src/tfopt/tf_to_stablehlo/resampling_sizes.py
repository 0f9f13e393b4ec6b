"""Which elements of an axis those of a resized one are made of, where the sizes are known when the program runs only. In f32 and step by step what
the semantics compute beforehand (`dialects/tf/image.py`, `resampling.py`)."""

from __future__ import annotations

from math import inf, pi

from tfir.dialects.tf.resampling import KERNELS, STEPS
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32
from tfir.ods.shapes import Size

from tfopt.arithmetic.tensor import SMALLEST_NORMAL, Tensor, clamp, exp, floor, iota, like, maximum, minimum, number, select, unary


def scale_of(old: Size, new: Size, align_corners: bool) -> Tensor:
    """The step in the operand for one step in the result."""
    before, after = number(old, F32), number(new, F32)
    scale = before / after
    return select(after > 1, (before - 1) / maximum(after - 1, 1), scale) if align_corners else scale


def places(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    """Where each of the new elements lies in the operand."""
    steps, scale = iota((new,), 0, F32), scale_of(old, new, align_corners)
    return (steps + 0.5) * scale - 0.5 if half_pixel_centers else steps * scale


def inside(place: Tensor, old: Size) -> Tensor:
    return clamp(0, place.convert(I32), number(old) - 1)


def sources(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> tuple[Tensor, Tensor, Tensor]:
    """The two neighbours in the operand, and the weight of the second in [0, 1)."""
    at = places(old, new, align_corners, half_pixel_centers)
    low = floor(at)
    return inside(low, old), inside(unary("ceil", at), old), at - low


def nearest(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    steps = iota((new,), 0, F32)
    at = (steps + 0.5 if half_pixel_centers else steps) * scale_of(old, new, align_corners)
    return inside(floor(at + 0.5 if align_corners else at), old)


# As weights [new, old]


def at_places(place: Tensor, weight: Tensor | float, old: Size) -> Tensor:
    """The weight of each new element in the column of its place."""
    place = place.expand(1)
    return select(place == iota((place.shape[0], old), 1), weight.expand(1) if isinstance(weight, Tensor) else weight, 0.0)


def linear_weights(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    first, second, near = sources(old, new, align_corners, half_pixel_centers)
    return at_places(first, 1 - near, old) + at_places(second, near, old)


def nearest_weights(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    place = nearest(old, new, align_corners, half_pixel_centers).expand(1)
    return (place == iota((new, old), 1)).convert(F32)


def area_weights(old: Size, new: Size, align_corners: bool) -> Tensor:
    """How much of each element is covered; the last one goes on beyond the image."""
    scale, row, cell = scale_of(old, new, align_corners), iota((new, old), 0, F32), iota((new, old), 1, F32)
    end = select(cell == number(old, F32) - 1, inf, cell + 1)
    covered = maximum(minimum((row + 1) * scale, end) - maximum(row * scale, cell), 0)
    return select(scale == 0, 1, covered / select(scale == 0, 1, scale))


def cubic_weights(old: Size, new: Size, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    at = places(old, new, align_corners, half_pixel_centers)
    base = floor(at)
    near, weights, a = unary("round_nearest_even", (at - base) * STEPS) / STEPS, None, -0.5 if half_pixel_centers else -0.75
    for offset, distance in enumerate([near + 1, near, 1 - near, 2 - near], -1):
        place = base.convert(I32) + offset
        kept = inside(place, old)
        weight = keys(a, distance)
        part = at_places(kept, select(kept == place, weight, 0) if half_pixel_centers else weight, old)
        weights = part if weights is None else weights + part
    return weights / weights.sum(1, keep=True) if half_pixel_centers else weights


def keys(a: float, x: Tensor) -> Tensor:
    """Keys's kernel at distances x of 0 to 2."""
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return select(x <= 1, near, far)


# Kernels of any width, scaled and moved


def sinc(radius: int):
    def kernel(x: Tensor) -> Tensor:
        safe = select(x <= 1e-3, 1, x)
        wave = unary("sine", safe * pi) * unary("sine", safe * pi / radius) * radius / (safe * safe * (pi * pi))
        return select(x > radius, 0, select(x <= 1e-3, 1, wave))

    return kernel


def mitchell(x: Tensor) -> Tensor:
    near, far = ((x * (7 / 6) - 2) * x) * x + 8 / 9, ((x * (-7 / 18) + 2) * x - 10 / 3) * x + 16 / 9
    return select(x >= 2, 0, select(x >= 1, far, near))


WEIGHTS = {  # by name: the weight at a distance; the radius is that of the semantics
    "lanczos1": sinc(1), "lanczos3": sinc(3), "lanczos5": sinc(5), "mitchellcubic": mitchell,
    "gaussian": lambda x: select(x >= 1.5, 0, exp(x * x * -2)),
    "box": lambda x: select(x < 0.5, 1, select(x == 0.5, like(0.5, x), 0)),
    "triangle": lambda x: select(x < 1, 1 - x, 0),
    "keyscubic": lambda x: select(x >= 2, 0, keys(-0.5, x)),
}  # fmt: skip


def kernel_weights(old: Size, new: Size, scale: Tensor, translation: Tensor, kernel_type: str, antialias: bool) -> Tensor:
    """A scale that is not above 0, which TensorFlow refuses, is not told as one where the program computes it."""
    if kernel_type not in WEIGHTS:
        raise Error(f"Unrecognized kernel type: {kernel_type}")
    radius, inverse = KERNELS[kernel_type][0], 1 / scale
    wide = maximum(inverse, 1) if antialias else like(1, inverse)
    centre = ((iota((new,), 0, F32) + 0.5) * inverse - inverse * translation).expand(1)
    cell, end = iota((new, old), 1, F32), number(old, F32)
    first = clamp(0, unary("ceil", centre - wide * radius - 0.5), end - 1)
    last = clamp(0, floor(centre + wide * radius - 0.5), end - 1)
    weights = WEIGHTS[kernel_type](abs((cell + 0.5 - centre) / wide))
    weights = select((cell >= first) & (cell <= last), weights, 0)
    total = weights.sum(1, keep=True)
    weights = weights / select(abs(total) >= 1000 * SMALLEST_NORMAL["f32"], total, 1)
    return select((centre >= 0) & (centre <= end), weights, 0)
