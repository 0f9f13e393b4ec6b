"""Semantics: resizing images and changing their colours. Images are [batch, height, width, channels]."""

from __future__ import annotations

from tfir.dialects.tf.errors import failed_precondition, listed
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, Unary
from tfir.ods.shapes import unify, with_rank


class Resize(OpSemantics, family=True):
    def infer(images, size):
        batch, _, _, channels = with_rank(images.shape, 4, "images")
        height, width = with_rank(size.as_shape, 2, "size")
        return (batch, height, width, channels)


def check_images(images, size, align_corners: bool = False, half_pixel_centers: bool = False) -> None:
    if align_corners and half_pixel_centers:
        raise Error("If half_pixel_centers is True, align_corners must be False.")
    if images.ndim != 4:
        raise Error(f"input must be 4-dimensional{listed(images.shape)}")
    check_new_size(size, "shape_t")
    if not all(images.shape[1:3]):
        raise Error("input image must be of non-zero size")


def check_new_size(size, name: str) -> None:
    """Raises Error unless this is a height and a width of some pixels."""
    if size.ndim != 1:
        raise Error(f"{name} must be 1-dimensional{listed(size.shape)}")
    if len(size) != 2:
        raise Error(f"{name} must have two elements{listed(size.shape)}")
    if (size <= 0).any():
        raise Error("output dimensions must be positive")


def scale_of(old: int, new: int, align_corners: bool) -> np.float32:
    """The step in the operand, in elements, for one step in the result, along an axis that is resized from `old` to `new` elements."""
    return np.float32((old - 1) / (new - 1)) if align_corners and new > 1 else np.float32(old / new)


def sources(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    """For each of `new` elements along an axis of `old`: the two neighbours in the operand, and the weight of the second in [0, 1)."""
    steps = np.arange(new, dtype=np.float32)
    scale = scale_of(old, new, align_corners)
    at = (steps + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else steps * scale
    low = np.floor(at)
    first = np.maximum(low.astype(np.int64), 0)
    second = np.minimum(np.ceil(at).astype(np.int64), old - 1)
    return np.minimum(first, old - 1), np.maximum(second, 0), (at - low).astype(np.float32)


class ResizeBilinear(Resize):
    def evaluate(images, size, align_corners, half_pixel_centers):
        check_images(images, size, align_corners, half_pixel_centers)
        height, width = map(int, size)
        x = images.astype(np.float32)
        top, bottom, down = sources(x.shape[1], height, align_corners, half_pixel_centers)
        left, right, across = sources(x.shape[2], width, align_corners, half_pixel_centers)
        down, across = down[:, None, None], across[:, None]
        upper = x[:, top][:, :, left] + (x[:, top][:, :, right] - x[:, top][:, :, left]) * across
        lower = x[:, bottom][:, :, left] + (x[:, bottom][:, :, right] - x[:, bottom][:, :, left]) * across
        return upper + (lower - upper) * down


def nearest(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    """For each of `new` elements along an axis of `old`, the index of the nearest one in the operand."""
    steps = np.arange(new, dtype=np.float32)
    at = (steps + np.float32(0.5) if half_pixel_centers else steps) * scale_of(old, new, align_corners)
    rounded = np.floor(at + np.float32(0.5)) if align_corners else np.floor(at)
    return np.clip(rounded.astype(np.int64), 0, old - 1)


class ResizeNearestNeighbor(Resize):
    def evaluate(images, size, align_corners, half_pixel_centers):
        check_images(images, size, align_corners, half_pixel_centers)
        height, width = map(int, size)
        rows = nearest(images.shape[1], height, align_corners, half_pixel_centers)
        columns = nearest(images.shape[2], width, align_corners, half_pixel_centers)
        return images[:, rows][:, :, columns]


class Colours(OpSemantics, family=True):
    """Three numbers to a colour, along the last axis."""

    def infer(images):
        shape = images.shape
        return shape if not shape else (*shape[:-1], unify(shape[-1], 3, "size of the last axis and 3"))


def require_components(colours) -> None:
    if colours.shape[-1] != 3:
        raise failed_precondition(f"input must have 3 channels but input only has {colours.shape[-1]} channels.")


def require_coloured(images) -> None:
    if images.shape[-1] != 3:
        raise Error(f"input must have 3 channels but instead has {images.shape[-1]} channels.")


class RGBToHSV(Colours):
    """Hue, saturation and value, each from 0 to 1, along the last axis."""

    def evaluate(images):
        require_components(images)
        red, green, blue = np.moveaxis(images, -1, 0)
        value, least = images.max(-1), images.min(-1)
        spread = value - least
        safe = np.where(spread > 0, spread, 1).astype(images.dtype)
        sixth = images.dtype.type(1 / 6)
        hue = np.where(value == red, sixth * ((green - blue) / safe),
              np.where(value == green, sixth * ((blue - red) / safe) + images.dtype.type(2 / 6),
                       sixth * ((red - green) / safe) + images.dtype.type(4 / 6)))  # fmt: skip
        hue = np.where(spread > 0, np.where(hue < 0, hue + images.dtype.type(1), hue), images.dtype.type(0))
        saturation = np.where(value > 0, spread / np.where(value > 0, value, 1).astype(images.dtype), images.dtype.type(0))
        return np.stack([hue, saturation, value], -1).astype(images.dtype)


class HSVToRGB(Colours):
    def evaluate(images):
        require_components(images)
        hue, saturation, value = np.moveaxis(images, -1, 0)
        one, turned = images.dtype.type(1), hue * images.dtype.type(6)
        ramps = [np.abs(turned - 3) - one, 2 - np.abs(turned - 2), 2 - np.abs(turned - 4)]
        parts = [((np.clip(ramp, 0, 1) - one) * saturation + one) * value for ramp in ramps]
        return np.stack(parts, -1).astype(images.dtype)


class AdjustSaturation(Unary):
    """What is no number when it is scaled takes the colour away."""

    def evaluate(images, scale):
        require_coloured(images)
        hsv = RGBToHSV.evaluate(images.astype(np.float32))
        scaled = hsv[..., 1] * scale
        hsv[..., 1] = np.where(scaled > 0, np.minimum(scaled, 1), 0)
        return HSVToRGB.evaluate(hsv).astype(images.dtype)


class AdjustHue(Unary):
    """Keeps the largest and the smallest component of each colour, negative ones too."""

    def evaluate(images, delta):
        require_coloured(images)
        wide = images.astype(np.float32)
        turned = np.mod(RGBToHSV.evaluate(wide)[..., 0] + delta, 1) * 6
        value = wide.max(-1)
        spread = value - wide.min(-1)
        parts = [
            value - spread * (1 - np.clip(ramp, 0, 1)) for ramp in (np.abs(turned - 3) - 1, 2 - np.abs(turned - 2), 2 - np.abs(turned - 4))
        ]
        return np.stack(parts, -1).astype(images.dtype)


class AdjustContrastv2(Unary):
    """Distances from the mean of each channel of each image are scaled."""

    def evaluate(images, contrast_factor):
        x = images.astype(np.float32)
        mean = x.mean((-3, -2), keepdims=True, dtype=np.float32)
        return ((x - mean) * contrast_factor + mean).astype(images.dtype)


class AdjustContrast(Unary):
    """The same, between two numbers, and always in f32."""

    def evaluate(images, contrast_factor, min_value, max_value):
        x = images.astype(np.float32)
        mean = x.mean((-3, -2), keepdims=True, dtype=np.float32)
        return np.maximum(np.minimum((x - mean) * contrast_factor + mean, max_value), min_value)


# Gradients of resizing: each element goes back to those it was made of, by the same weights


def scattered(gradient, axis: int, size: int, align_corners: bool, half_pixel_centers: bool):
    """The gradient of linear interpolation along one axis: [..., new, ...] -> [..., size, ...], each element added to its two neighbours."""
    first, second, near = sources(size, gradient.shape[axis], align_corners, half_pixel_centers)
    moved = np.moveaxis(gradient, axis, 0)
    near = near.reshape(-1, *[1] * (gradient.ndim - 1))
    result = np.zeros((size, *moved.shape[1:]), np.float32)
    np.add.at(result, first, moved * (1 - near))
    np.add.at(result, second, moved * near)
    return np.moveaxis(result, 0, axis)


class ResizeBilinearGrad(OpSemantics):
    def infer(grads, original_image):
        batch, _, _, channels = with_rank(grads.shape, 4, "grads")
        _, height, width, _ = with_rank(original_image.shape, 4, "original_image")
        return (batch, height, width, channels)

    def evaluate(grads, original_image, align_corners, half_pixel_centers):
        result = grads.astype(np.float32)
        for axis in (1, 2):
            result = scattered(result, axis, original_image.shape[axis], align_corners, half_pixel_centers)
        return result.astype(original_image.dtype)


class ResizeNearestNeighborGrad(OpSemantics):
    def infer(grads, size):
        return Resize.infer(grads, size)

    def evaluate(grads, size, align_corners, half_pixel_centers):
        height, width = map(int, size)
        result = np.zeros((grads.shape[0], height, width, grads.shape[3]), grads.dtype)
        if not grads.size:
            return result
        rows = nearest(height, grads.shape[1], align_corners, half_pixel_centers)
        columns = nearest(width, grads.shape[2], align_corners, half_pixel_centers)
        np.add.at(result, (slice(None), rows[:, None], columns), grads)
        return result
