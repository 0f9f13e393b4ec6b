"""Semantics: images resized by weights: each element is a sum of elements along both axes of an image, and its gradient goes back by the
same weights. Images are [batch, height, width, channels]; weights along an axis are [new, old]."""

from __future__ import annotations

from tfir.dialects.tf.image import Resize, scale_of
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import with_rank


def weighted(images, rows, columns):
    """[N, H, W, C] by weights [h, H] and [w, W]: [N, h, w, C], in f32 or f64."""
    return np.einsum("hH,nHWc,wW->nhwc", rows, images, columns, optimize=True)


class ResizeGradient(OpSemantics, family=True):
    def infer(grads, original_image):
        batch, _, _, channels = with_rank(grads.shape, 4, "grads")
        _, height, width, _ = with_rank(original_image.shape, 4, "original_image")
        return (batch, height, width, channels)


# Areas: each element is the mean of what it covers


def area_weights(old: int, new: int, align_corners: bool):
    scale = scale_of(old, new, align_corners)
    if scale == 0:  # all elements of the result are the one of the operand
        return np.ones((new, old), np.float32)
    first = np.arange(new, dtype=np.float32)[:, None] * scale
    last = np.arange(1, new + 1, dtype=np.float32)[:, None] * scale
    weights = np.zeros((new, old), np.float32)
    for cell in range(int(np.ceil(last.max(initial=0)))):
        covered = np.clip(np.minimum(last, cell + 1) - np.maximum(first, cell), 0, None)
        weights[:, min(cell, old - 1)] += covered[:, 0] / scale
    return weights


class ResizeArea(Resize):
    def evaluate(images, size, align_corners):
        rows, columns = [area_weights(old, int(new), align_corners) for old, new in zip(images.shape[1:3], size)]
        return weighted(images.astype(np.float32), rows, columns).astype(np.float32)


# Cubic polynomials, looked up in a table of so many steps from one element to the next

STEPS = 1024


def cubic_weights(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    """The polynomials of Keys ("Cubic convolution interpolation", 1981), with a = -1/2 where elements have their centres in the middle,
    which also leaves out what lies outside, and -3/4 elsewhere. Source: TensorFlow, resize_bicubic_op.cc."""
    a, steps = (-0.5 if half_pixel_centers else -0.75), np.arange(new, dtype=np.float32)
    scale, half = scale_of(old, new, align_corners), np.float32(0.5)
    place = (steps + half) * scale - half if half_pixel_centers else steps * scale
    base = np.floor(place)
    near = np.rint((place - base) * np.float32(STEPS)) / STEPS
    parts = [cubic(a, 1 + near), cubic(a, near), cubic(a, 1 - near), cubic(a, 2 - near)]
    weights, row = np.zeros((new, old), np.float32), np.arange(new)
    for offset, part in enumerate(parts, -1):
        at = base.astype(np.int64) + offset
        inside = np.clip(at, 0, old - 1)
        np.add.at(weights, (row, inside), np.where((inside == at) | (not half_pixel_centers), part, 0).astype(np.float32))
    return weights / weights.sum(1, keepdims=True) if half_pixel_centers else weights


def cubic(a: float, x):
    """Keys's kernel at distances x of 0 to 2."""
    return np.where(x <= 1, ((a + 2) * x - (a + 3)) * x * x + 1, ((a * x - 5 * a) * x + 8 * a) * x - 4 * a)


class ResizeBicubic(Resize):
    def evaluate(images, size, align_corners, half_pixel_centers):
        along = [cubic_weights(old, int(new), align_corners, half_pixel_centers) for old, new in zip(images.shape[1:3], size)]
        return weighted(images.astype(np.float32), *along)


class ResizeBicubicGrad(ResizeGradient):
    def evaluate(grads, original_image, align_corners, half_pixel_centers):
        sizes = zip(original_image.shape[1:3], grads.shape[1:3])
        rows, columns = [cubic_weights(old, new, align_corners, half_pixel_centers) for old, new in sizes]
        return weighted(grads, rows.T, columns.T).astype(original_image.dtype)


# Kernels of any width, scaled and moved


def lanczos(radius: int):
    def kernel(x):
        safe = np.where(x <= 1e-3, 1, x)
        wave = radius * np.sin(np.pi * safe) * np.sin(np.pi * safe / radius) / (np.pi * np.pi * safe * safe)
        return np.where(x > radius, 0, np.where(x <= 1e-3, 1, wave))

    return kernel


def mitchell(x):
    near, far = ((7 / 6 * x - 2) * x) * x + 8 / 9, ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


KERNELS = {  # by name: the radius, and the weight at a distance
    "lanczos1": (1, lanczos(1)),
    "lanczos3": (3, lanczos(3)),
    "lanczos5": (5, lanczos(5)),
    "gaussian": (1.5, lambda x: np.where(x >= 1.5, 0, np.exp(-x * x / (2 * 0.5 * 0.5)))),
    "box": (1, lambda x: np.where(x < 0.5, 1, np.where(x == 0.5, 0.5, 0))),
    "triangle": (1, lambda x: np.where(x < 1, 1 - x, 0)),
    "keyscubic": (2, lambda x: np.where(x >= 2, 0, cubic(-0.5, x))),
    "mitchellcubic": (2, mitchell),
}


def kernel_weights(old: int, new: int, scale, translation, kernel_type: str, antialias: bool):
    """Source: TensorFlow, scale_and_translate_op.cc. Elements whose centre comes from outside of the image are 0."""
    if kernel_type not in KERNELS:
        raise Error(f"Unrecognized kernel type: {kernel_type}")
    if not scale > 0:
        raise Error("Scale must be greater than zero.")
    radius, kernel = KERNELS[kernel_type]
    inverse = np.float32(1) / scale
    wide = max(inverse, np.float32(1)) if antialias else np.float32(1)
    centre = (np.arange(new, dtype=np.float32) + np.float32(0.5)) * inverse - inverse * translation
    cells = np.arange(old)
    first = np.clip(np.ceil(centre - np.float32(radius) * wide - np.float32(0.5)), 0, old - 1)
    last = np.clip(np.floor(centre + np.float32(radius) * wide - np.float32(0.5)), 0, old - 1)
    distance = np.abs((cells + np.float32(0.5) - centre[:, None]) / wide)
    weights = np.where((cells >= first[:, None]) & (cells <= last[:, None]), kernel(distance), 0).astype(np.float32)
    total = weights.sum(1, keepdims=True)
    is_something = np.abs(total) >= 1000 * np.finfo(np.float32).tiny
    weights = np.where(is_something, weights / np.where(is_something, total, 1), weights)
    return np.where(((centre >= 0) & (centre <= old))[:, None], weights, np.float32(0))


class ScaleAndTranslate(Resize):
    def evaluate(images, size, scale, translation, kernel_type, antialias):
        axes = zip(images.shape[1:3], map(int, size), scale, translation)
        along = [kernel_weights(*each, kernel_type, antialias) for each in axes]
        return weighted(images.astype(np.float32), *along)


class ScaleAndTranslateGrad(ResizeGradient):
    def evaluate(grads, original_image, scale, translation, kernel_type, antialias):
        axes = zip(original_image.shape[1:3], grads.shape[1:3], scale, translation)
        rows, columns = [kernel_weights(*each, kernel_type, antialias) for each in axes]
        return weighted(grads, rows.T, columns.T)
