"""Lowerings: resizing images, which are [batch, height, width, channels], and the gradients of that."""

import numpy as np
from tfir.dialects.tf import resampling
from tfir.dialects.tf.image import nearest, sources
from tfir.ir.types import F32, F64, I32
from tfir.ods.inference import constant_of
from tfir.ods.shapes import is_static

from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.sizes import tell_shape
from tfopt.arithmetic.tensor import Tensor, along, dot_general, literal, splat, take
from tfopt.tf_to_stablehlo import resampling_sizes as computed
from tfopt.tf_to_stablehlo.lowering import lower


def linear_weights(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    first, second, near = sources(old, new, align_corners, half_pixel_centers)
    weights = np.zeros((new, old), np.float32)
    np.add.at(weights, (np.arange(new), first), 1 - near)
    np.add.at(weights, (np.arange(new), second), near)
    return weights


def nearest_weights(old: int, new: int, align_corners: bool, half_pixel_centers: bool):
    return (nearest(old, new, align_corners, half_pixel_centers)[:, None] == np.arange(old)).astype(np.float32)


WEIGHTS: dict = {  # [new, old], known beforehand, and computed of sizes as the program runs
    "linear": (linear_weights, computed.linear_weights), "nearest": (nearest_weights, computed.nearest_weights),
    "area": (resampling.area_weights, computed.area_weights), "cubic": (resampling.cubic_weights, computed.cubic_weights),
}  # fmt: skip


def weights_of(name: str, old, new, *flags, element=F32) -> Tensor:
    beforehand, as_it_runs = WEIGHTS[name]
    return literal(beforehand(old, new, *flags), element) if is_static((old, new)) else as_it_runs(old, new, *flags).convert(element)


def new_sizes(size: Tensor, type):
    """The height and width of a result [N, h, w, C], which `size` [2] tells where nothing else does."""
    tell_shape(type.shape[1:3], size)
    return type.shape[1:3]


# By places: each element is one of the operand, or lies between two


def picked(x: Tensor, places, axis: int) -> Tensor:
    """Entries of one axis; the identity is recognised."""
    if isinstance(places, Tensor):
        return take(x, places, axis)
    return x if np.array_equal(places, np.arange(x.shape[axis])) else take(x, literal(places.astype(np.int32)), axis)


def blended(x: Tensor, axis: int, size, *flags) -> Tensor:
    """Each new place lies between two old ones; how near the second says how they are mixed."""
    if not is_static((x.shape[axis], size)):
        first, second, nearness = computed.sources(x.shape[axis], size, *flags)
        low = take(x, first, axis)
        return low + (take(x, second, axis) - low) * along(nearness, low, axis)
    first, second, nearness = sources(x.shape[axis], size, *flags)
    low = picked(x, first, axis)
    if not nearness.any():
        return low
    high = picked(x, second, axis)
    weights = literal(nearness.reshape([-1 if at == axis else 1 for at in range(x.rank)]))
    return low + (high - low) * weights


def resized(images: Tensor, sizes, *flags) -> Tensor:
    """[N, H, W, C] as f32 [N, h, w, C] of these sizes."""
    x, (height, width) = images.convert(F32), sizes
    for axis, size in ((2, width), (1, height)):
        x = blended(x, axis, size, *flags)
    return x


@lower
def ResizeBilinear(images, size, align_corners, half_pixel_centers, result_types):
    return resized(images, new_sizes(size, result_types[0]), align_corners, half_pixel_centers)


@lower
def ResizeNearestNeighbor(images, size, align_corners, half_pixel_centers, result_types):
    for axis, new in enumerate(new_sizes(size, result_types[0]), 1):
        choose = nearest if is_static((images.shape[axis], new)) else computed.nearest
        images = picked(images, choose(images.shape[axis], new, align_corners, half_pixel_centers), axis)
    return images


def scattered(gradient: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Each element goes back to those it was made of, by matrices of weights (of result elements by operand elements)."""
    result = gradient
    for axis, weights in ((1, rows), (2, columns)):
        result = dot_general(result, weights.convert(gradient.element), ([axis], [0]))
        order = [*range(axis), 3, *range(axis, 3)]
        result = result.transpose(*order)
    return result


@lower
def ResizeBilinearGrad(grads, original_image, align_corners, half_pixel_centers):
    sizes = zip(original_image.shape[1:3], grads.shape[1:3])
    weights = [weights_of("linear", old, new, align_corners, half_pixel_centers) for old, new in sizes]
    return scattered(grads.convert(F32), *weights).convert(original_image.element)


@lower
def ResizeNearestNeighborGrad(grads, size, align_corners, half_pixel_centers, result_types):
    """Integers are summed in i32, so that they wrap around as theirs do."""
    if grads.size == 0:
        return splat(0, result_types[0].shape, grads.element)
    kind, sizes = I32 if grads.is_integer else F64 if grads.element is F64 else F32, zip(new_sizes(size, result_types[0]), grads.shape[1:3])
    weights = [weights_of("nearest", old, new, align_corners, half_pixel_centers, element=kind) for old, new in sizes]
    return scattered(grads.convert(kind), *weights).convert(grads.element)


# By weights [new, old] along both axes


def weighted(images: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """[N, H, W, C] by weights [h, H] and [w, W]: [N, h, w, C]."""
    return einsum([rows.convert(images.element), images, columns.convert(images.element)], "hH,nHWc,wW->nhwc")


@lower
def ResizeArea(images, size, align_corners, result_types):
    sizes = zip(images.shape[1:3], new_sizes(size, result_types[0]))
    return weighted(images.convert(F32), *[weights_of("area", *each, align_corners) for each in sizes])


@lower
def ResizeBicubic(images, size, align_corners, half_pixel_centers, result_types):
    sizes = zip(images.shape[1:3], new_sizes(size, result_types[0]))
    return weighted(images.convert(F32), *[weights_of("cubic", *each, align_corners, half_pixel_centers) for each in sizes])


@lower
def ResizeBicubicGrad(grads, original_image, align_corners, half_pixel_centers):
    sizes = zip(original_image.shape[1:3], grads.shape[1:3])
    weights = [weights_of("cubic", *each, align_corners, half_pixel_centers).transpose(1, 0) for each in sizes]
    return weighted(grads, *weights).convert(original_image.element)


def constants_of(*operands: Tensor) -> list:
    """What operands hold that are constants, as tuples of numbers; None of another."""
    return [None if (content := constant_of(each.value)) is None else tuple(content) for each in operands]


def kernel_weights(old, new, scale: Tensor, translation: Tensor, axis: int, *flags) -> Tensor:
    """[new, old] of an axis, known beforehand where sizes and both operands are."""
    numbers = constants_of(scale, translation)
    if is_static((old, new)) and None not in numbers:
        return literal(resampling.kernel_weights(old, new, *[each[axis] for each in numbers], *flags))
    return computed.kernel_weights(old, new, scale[axis].reshape(), translation[axis].reshape(), *flags)


@lower
def ScaleAndTranslate(images, size, scale, translation, kernel_type, antialias, result_types):
    axes = zip(images.shape[1:3], new_sizes(size, result_types[0]))
    weights = [kernel_weights(*each, scale, translation, axis, kernel_type, antialias) for axis, each in enumerate(axes)]
    return weighted(images.convert(F32), *weights)


@lower
def ScaleAndTranslateGrad(grads, original_image, scale, translation, kernel_type, antialias):
    axes = zip(original_image.shape[1:3], grads.shape[1:3])
    weights = [kernel_weights(*each, scale, translation, axis, kernel_type, antialias) for axis, each in enumerate(axes)]
    return weighted(grads, *[each.transpose(1, 0) for each in weights])
