"""Lowerings: changing the colours of images, which are [batch, height, width, channels]."""

from tfir.ir.types import F32

from tfopt.arithmetic.tensor import Tensor, clamp, concatenate, floor, minimum, select
from tfopt.tf_to_stablehlo.lowering import lower, lowered_by


def channels(x: Tensor) -> list[Tensor]:
    return [x[..., at : at + 1] for at in range(3)]


def to_hsv(x: Tensor) -> list[Tensor]:
    red, green, blue = channels(x)
    value, least = x.max(-1, keep=True), x.min(-1, keep=True)
    spread = value - least
    sixth = 1 / (select(spread > 0, spread, 1) * 6)
    by_red, by_green = (green - blue) * sixth, (blue - red) * sixth + 2 / 6
    hue = select(value == red, by_red, select(value == green, by_green, (red - green) * sixth + 4 / 6))
    hue = select(spread > 0, select(hue < 0, hue + 1, hue), 0)
    saturation = select(value > 0, spread / select(value > 0, value, 1), 0)
    return [hue, saturation, value]


def ramps(hue: Tensor) -> list[Tensor]:
    """How much of red, green and blue is in a hue; less than 0 is none, more than 1 is all."""
    turned = hue * 6
    return [abs(turned - 3) - 1, 2 - abs(turned - 2), 2 - abs(turned - 4)]


def to_rgb(hue: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    return concatenate([((clamp(0, ramp, 1) - 1) * saturation + 1) * value for ramp in ramps(hue)], value.rank - 1)


lowered_by(
    RGBToHSV=lambda images: concatenate(to_hsv(images), images.rank - 1),
    HSVToRGB=lambda images: to_rgb(*channels(images)),
)


@lower
def AdjustSaturation(images, scale):
    hue, saturation, value = to_hsv(images.convert(F32))
    scaled = saturation * scale  # 0 where it is no number
    return to_rgb(hue, select(scaled > 0, minimum(scaled, 1), 0), value).convert(images.element)


@lower
def AdjustHue(images, delta):
    """Keeps the largest and the smallest component of each colour, negative ones too."""
    wide = images.convert(F32)
    hue, _, value = to_hsv(wide)
    hue, spread = hue + delta, value - wide.min(-1, keep=True)
    parts = [value - spread * (1 - clamp(0, ramp, 1)) for ramp in ramps(hue - floor(hue))]
    return concatenate(parts, value.rank - 1).convert(images.element)


@lower
def AdjustContrastv2(images, contrast_factor):
    x = images.convert(F32)
    mean = x.mean(x.rank - 3, x.rank - 2, keep=True)
    return ((x - mean) * contrast_factor + mean).convert(images.element)


@lower
def AdjustContrast(images, contrast_factor, min_value, max_value):
    return clamp(min_value, AdjustContrastv2(images.convert(F32), contrast_factor), max_value)
