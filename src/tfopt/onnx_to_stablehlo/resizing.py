"""Lowerings: resizing, axis by axis. Each place of the result lies somewhere in the operand, and is made of what stands around there: of known
sizes by a matrix of weights, of others by places that the program computes."""

from math import ceil, floor

from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I32, FloatType
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

from tfopt.arithmetic.contents import sizes_of
from tfopt.arithmetic.sizes import told
from tfopt.arithmetic.tensor import Tensor, along, clamp, dot_general, iota, literal, number, select, splat, take, unary
from tfopt.onnx_to_stablehlo.lowering import lower


class How:
    """What the attributes of a Resize say."""

    def __init__(self, mode, transform, nearest, a=-0.75, exclude=0, antialias=0, fill=0.0):
        self.mode, self.transform, self.nearest = mode, transform, nearest
        self.a, self.exclude, self.antialias, self.fill = a, exclude, antialias, fill

    def kernel(self, x: np.ndarray) -> np.ndarray:
        """How much what is so far away counts."""
        x = abs(x)
        if self.mode == "linear":
            return np.maximum(1 - x, 0)
        a = self.a
        near = ((a + 2) * x - (a + 3)) * x * x + 1
        far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
        return np.where(x <= 1, near, np.where(x < 2, far, 0))


def places(count: int, old: int, scale: float, how: str, roi) -> np.ndarray:
    """Where in the operand each place of the result lies."""
    y, width = np.arange(count, dtype=np.float64), scale * old
    if how == "align_corners":
        return np.zeros(count) if width == 1 else y * (old - 1) / (width - 1)
    if how == "asymmetric":
        return y / scale
    if how == "tf_crop_and_resize":
        begin, end = roi
        span = (end - begin) * (old - 1)
        return begin * (old - 1) + (np.full(count, span / 2) if width == 1 else y * span / (width - 1))
    if how == "pytorch_half_pixel" and width == 1:
        return np.zeros(count)
    if how == "tf_half_pixel_for_nn":
        return (y + 0.5) / scale
    moved = old / 2 * (1 - count / width) if how == "half_pixel_symmetric" else 0.0
    return moved + (y + 0.5) / scale - 0.5


def nearest(x: np.ndarray, how: str) -> np.ndarray:
    rounding: dict = {
        "round_prefer_floor": lambda x: np.ceil(x - 0.5), "round_prefer_ceil": lambda x: np.floor(x + 0.5), "floor": np.floor, "ceil": np.ceil,
    }  # fmt: skip
    return rounding[how](x)


def weights(x: np.ndarray, old: int, scale: float, how: How) -> np.ndarray:
    """[new, old]: what is beyond the ends is the last element there, or counts for nothing."""
    shrink = min(scale, 1.0) if how.antialias else 1.0
    reach = (1 if how.mode == "linear" else 2) / shrink
    matrix = np.zeros((len(x), old))
    for row, place in enumerate(x):
        near = np.arange(floor(place - reach), ceil(place + reach) + 1)
        parts = how.kernel((near - place) * shrink)
        parts = np.where((near < 0) | (near >= old), 0, parts) if how.exclude else parts
        total = parts.sum()
        parts = parts / total if (how.antialias or how.exclude) and total else parts
        np.add.at(matrix[row], np.clip(near, 0, old - 1), parts)
    return matrix


def resized(x: Tensor, axis: int, new, scale, how: How, roi=None) -> Tensor:
    old = x.shape[axis]
    if not is_static((old, new)):
        return resized_open(x, axis, new, scale, how)
    if scale == 1.0 and new == old and (roi is None or tuple(roi) == (0.0, 1.0)):
        return x
    where = places(new, old, scale, how.transform, roi)
    if how.mode == "nearest":
        picked = take(x, literal(np.clip(nearest(where, how.nearest), 0, old - 1).astype(np.int32)), axis)
        return outside(picked, where, old, axis, how)
    kind = F64 if x.element is F64 else F32
    matrix = literal(weights(where, old, scale, how).astype(np.float64 if kind is F64 else np.float32))
    product = dot_general(x.convert(kind), matrix, ([axis], [1]))
    order = [*range(axis), x.rank - 1, *range(axis, x.rank - 1)]
    return outside(product.transpose(*order), where, old, axis, how)


def outside(x: Tensor, where: np.ndarray, old: int, axis: int, how: How) -> Tensor:
    """With one number at places that lie outside of the operand, where a part of it is cut out."""
    is_out = (where < 0) | (where > old - 1)
    if how.transform != "tf_crop_and_resize" or not is_out.any():
        return x
    return select(along(literal(is_out), x, axis), how.fill, x)


def resized_open(x: Tensor, axis: int, new, scale, how: How) -> Tensor:
    """By places that are computed as the program runs. `scale` is None where it is the ratio of the sizes."""
    if how.mode == "cubic" or how.antialias or how.transform not in ("asymmetric", "half_pixel", "pytorch_half_pixel", "align_corners"):
        raise Error(f"resizes an axis of unknown size by {how.mode} and {how.transform}")
    old, count, y = number(x.shape[axis]).convert(F32), number(new).convert(F32), iota((new,), 0, F32)
    step = old / count if scale is None else splat(1 / scale, (), F32)
    if how.transform == "align_corners":
        where = y * ((old - 1) / select(count > 1, count - 1, 1))
    elif how.transform == "asymmetric":
        where = y * step
    else:
        where = (y + 0.5) * step - 0.5
        if how.transform == "pytorch_half_pixel":
            where = select(count > 1, where, 0)
    last = number(x.shape[axis]) - 1
    if how.mode == "nearest":
        rounding = {"round_prefer_floor": ("ceil", -0.5), "round_prefer_ceil": ("floor", 0.5), "floor": ("floor", 0), "ceil": ("ceil", 0)}
        word, moved = rounding[how.nearest]
        return take(x, clamp(splat(0, (), I32), unary(word, where + moved if moved else where).convert(I32), last), axis)
    first = unary("floor", where)
    near = where - first
    low = take(x, clamp(splat(0, (), I32), first.convert(I32), last), axis)
    high = take(x, clamp(splat(0, (), I32), first.convert(I32) + 1, last), axis)
    return low + (high - low) * along(near.convert(x.element), low, axis)


def scaled_size(size, scale: float):
    if isinstance(size, int):
        return int(np.floor(np.float32(size) * np.float32(scale)))
    if float(scale).is_integer():
        return size * int(scale)
    if float(1 / scale).is_integer():
        return size // int(1 / scale)
    return told(unary("floor", number(size).convert(F32) * scale).convert(I32))


def resize(x: Tensor, axes: list[int], scales, sizes, how: How, roi=None, policy: str = "stretch") -> Tensor:
    own = x.element
    x = x.convert(F32) if how.mode != "nearest" and not x.is_float else x
    new = list(sizes) if sizes is not None else [scaled_size(x.shape[axis], float(scale)) for axis, scale in zip(axes, scales)]
    if sizes is not None and policy != "stretch":
        ratios = [size / x.shape[axis] for axis, size in zip(axes, sizes)]
        ratio = min(ratios) if policy == "not_larger" else max(ratios)
        new, scales = [int(ratio * x.shape[axis] + 0.5) for axis in axes], [ratio] * len(axes)
    for at, axis in enumerate(axes):
        old = x.shape[axis]
        if scales is not None:
            scale: float | None = float(scales[at])
        else:
            scale = new[at] / old if is_static((new[at], old)) else None
        if new[at] == old and scale in (None, 1.0) and (roi is None):
            continue
        part = None if roi is None else (float(roi[at]), float(roi[at + len(axes)]))
        x = resized(x, axis, new[at], scale, how, part)
    if x.element is own:
        return x
    if isinstance(own, FloatType):
        return x.convert(own)
    from tfopt.onnx_to_stablehlo.quantization import rounded

    return rounded(x, None, own)


def numbers_of(operand: Tensor | None, what: str):
    """The numbers of an operand; None where it is left out, or empty."""
    if operand is None or operand.shape == (0,):
        return None
    content = constant_of(operand.value)
    if content is None:
        raise Error(f"has {what} that are not known before the program runs")
    return content.ravel().tolist()


@lower
def Resize(
    X, mode, coordinate_transformation_mode, nearest_mode, cubic_coeff_a, exclude_outside, extrapolation_value, roi=None, scales=None, sizes=None,
    antialias=0, axes=None, keep_aspect_ratio_policy="stretch",
):  # fmt: skip
    how = How(mode, coordinate_transformation_mode, nearest_mode, cubic_coeff_a, exclude_outside, antialias, extrapolation_value)
    listed = [axis % X.rank for axis in (axes if axes is not None else range(X.rank))]
    asked = None
    if sizes is not None and sizes.shape != (0,):
        asked = sizes_of(sizes)
        if asked is None:
            raise Error("operand 'sizes' must be a constant to be lowered to StableHLO")
    ratios = None if asked is not None else numbers_of(scales, "scales")
    region = numbers_of(roi, "regions") if coordinate_transformation_mode == "tf_crop_and_resize" else None
    return resize(X, listed, ratios, asked, how, region, keep_aspect_ratio_policy or "stretch")


def upsampled(X, mode, scales):
    how = How("linear" if mode in ("linear", "bilinear") else mode, "asymmetric", "floor")
    return resize(X, list(range(X.rank)), numbers_of(scales, "scales") if isinstance(scales, Tensor) else list(scales), None, how)


@lower
def Upsample(X, scales, mode):
    return upsampled(X, mode, scales)


@lower
def ResizeV10(X, scales, mode):
    return upsampled(X, mode, scales)
