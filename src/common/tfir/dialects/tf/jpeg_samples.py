"""JPEG coefficients as pixels, to the bit as libjpeg-turbo has them: the fast integer transform of Arai, Agui and Nakajima (1988), which TensorFlow
takes where nothing is said, or the accurate one of Loeffler, Ligtenberg and Moschytz (1989); smooth upsampling, and colours in fixed-point
numbers with 16 bits behind the point. A picture that is scaled down has blocks of 4, 2 or 1 samples a side, by accurate transforms of their own.
Source: libjpeg-turbo, jidctfst.c, jidctint.c, jidctred.c, jdmaster.c, jdsample.c, jdcolor.c."""

from __future__ import annotations

from tfir.dialects.tf.jpeg import Component, Frame, Picture, read
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np

POINT, EXTRA = 13, 2  # bits behind the point, and more of them between the passes


def fixed(number: float, bits: int = POINT) -> int:
    return int(number * (1 << bits) + 0.5)


def one_pass(x, shift: int):
    """An inverse transform along the last axis [.., 8], with `shift` bits rounded away."""
    even, odd = [x[..., at] for at in (0, 2, 4, 6)], [x[..., at] for at in (7, 5, 3, 1)]
    turned = (even[1] + even[3]) * fixed(0.541196100)
    low, high = turned - even[3] * fixed(1.847759065), turned + even[1] * fixed(0.765366865)
    total, difference = (even[0] + even[2]) << POINT, (even[0] - even[2]) << POINT
    outer = [total + high, difference + low, difference - low, total - high]
    z1, z2, z3, z4 = odd[0] + odd[3], odd[1] + odd[2], odd[0] + odd[2], odd[1] + odd[3]
    z5 = (z3 + z4) * fixed(1.175875602)
    z1, z2 = z1 * -fixed(0.899976223), z2 * -fixed(2.562915447)
    z3, z4 = z3 * -fixed(1.961570560) + z5, z4 * -fixed(0.390180644) + z5
    inner = [
        odd[3] * fixed(1.501321110) + z1 + z4, odd[2] * fixed(3.072711026) + z2 + z3,
        odd[1] * fixed(2.053119869) + z2 + z4, odd[0] * fixed(0.298631336) + z1 + z3,
    ]  # fmt: skip
    parts = [one + other for one, other in zip(outer, inner)] + [one - other for one, other in zip(outer[::-1], inner[::-1])]
    return (np.stack(parts, -1) + (1 << shift - 1)) >> shift


def fast_pass(x):
    """The same in fewer steps, with 8 bits behind the point that are cut off; scaled by row and column, which `fast_steps` undo."""

    def times(number, factor):
        return number * factor >> 8

    total, difference, high = x[..., 0] + x[..., 4], x[..., 0] - x[..., 4], x[..., 2] + x[..., 6]
    low = times(x[..., 2] - x[..., 6], 362) - high
    outer = [total + high, difference + low, difference - low, total - high]
    z13, z10, z11, z12 = x[..., 5] + x[..., 3], x[..., 5] - x[..., 3], x[..., 1] + x[..., 7], x[..., 1] - x[..., 7]
    seventh, z5 = z11 + z13, times(z10 + z12, 473)
    sixth = times(z10, -669) + z5 - seventh
    fifth = times(z11 - z13, 362) - sixth
    inner = [seventh, sixth, fifth, -(times(z12, 277) - z5 + fifth)]
    return np.stack([one + other for one, other in zip(outer, inner)] + [one - other for one, other in zip(outer[::-1], inner[::-1])], -1)


def fast_steps(steps):
    """Quantization steps with the scales of the fast transform in them, and two bits behind the point."""
    scales = [1.0, *[np.cos(at * np.pi / 16) * np.sqrt(2) for at in range(1, 8)]]
    wide = np.floor(np.outer(scales, scales) * (1 << 14) + 0.5).astype(np.int64).ravel()
    return (steps * wide + (1 << 11)) >> 12


def pass_to_four(x, shift: int):
    """An inverse transform along the last axis [.., 8] to 4 samples."""
    even = x[..., 2] * fixed(1.847759065) - x[..., 6] * fixed(0.765366865)
    inner = (
        x[..., 5] * fixed(1.451774981) - x[..., 7] * fixed(0.211164243) - x[..., 3] * fixed(2.172734803) + x[..., 1] * fixed(1.061594337)
    )
    outer = (
        x[..., 3] * fixed(0.899976223) - x[..., 7] * fixed(0.509795579) - x[..., 5] * fixed(0.601344887) + x[..., 1] * fixed(2.562915447)
    )
    high, low = (x[..., 0] << POINT + 1) + even, (x[..., 0] << POINT + 1) - even
    return (np.stack([high + outer, low + inner, low - inner, high - outer], -1) + (1 << shift)) >> shift + 1


def pass_to_two(x, shift: int):
    """The same to 2 samples."""
    odd = x[..., 5] * fixed(0.850430095) - x[..., 7] * fixed(0.720959822) - x[..., 3] * fixed(1.272758580) + x[..., 1] * fixed(3.624509785)
    even = x[..., 0] << POINT + 2
    return (np.stack([even + odd, even - odd], -1) + (1 << shift + 1)) >> shift + 2


def on_columns(x, transform):
    return np.swapaxes(transform(np.swapaxes(x, -1, -2)), -1, -2)


def samples_of(component: Component, points: int, is_fast: bool) -> np.ndarray:
    """[height, width] in i64, of so many samples a side of a block, without what pads the last blocks."""
    coefficients = component.coefficients()
    rows, columns, _ = coefficients.shape
    if points < 8:
        blocks = (coefficients * component.steps).reshape(rows, columns, 8, 8)
        if points == 1:
            samples = (blocks[..., :1, :1] + 4) >> 3
        else:
            reduced = pass_to_four if points == 4 else pass_to_two
            samples = reduced(on_columns(blocks, lambda x: reduced(x, POINT - EXTRA)), POINT + EXTRA + 3)
    elif is_fast:
        blocks = (coefficients * fast_steps(component.steps)).reshape(rows, columns, 8, 8)
        samples = fast_pass(on_columns(blocks, fast_pass)) >> EXTRA + 3
    else:
        blocks = (coefficients * component.steps).reshape(rows, columns, 8, 8)
        samples = one_pass(on_columns(blocks, lambda x: one_pass(x, POINT - EXTRA)), POINT + EXTRA + 3)
    samples = np.clip(samples + 128, 0, 255)
    return samples.transpose(0, 2, 1, 3).reshape(rows * points, columns * points)


def beside(x, axis: int):
    """The neighbours before and behind each element; the ends are their own."""
    first, last = np.take(x, [0], axis), np.take(x, [-1], axis)
    length = x.shape[axis]
    whole = np.concatenate([first, x, last], axis)
    return np.take(whole, range(length), axis), np.take(whole, range(2, length + 2), axis)


def interleaved(one, other, axis: int):
    shape = list(one.shape)
    shape[axis] *= 2
    return np.stack([one, other], axis + 1).reshape(shape)


def doubled_across(x):
    """Three parts of the nearer and one of the other, rounded up and down in turns; the first and the last are what they were."""
    before, behind = beside(x, 1)
    return interleaved((3 * x + before + 1) >> 2, (3 * x + behind + 2) >> 2, 1)


def doubled_down(x):
    before, behind = beside(x, 0)
    return interleaved((3 * x + before + 1) >> 2, (3 * x + behind + 2) >> 2, 0)


def doubled_both(x):
    above, below = beside(x, 0)
    sums = interleaved(3 * x + above, 3 * x + below, 0)
    before, behind = beside(sums, 1)
    return interleaved((3 * sums + before + 8) >> 4, (3 * sums + behind + 7) >> 4, 1)


SMOOTH = {(2, 1): doubled_across, (2, 2): doubled_both, (1, 2): doubled_down}


def upsampled(x, across: int, down: int, is_smooth: bool):
    """Each sample as so many."""
    smooth = SMOOTH.get((across, down))
    if is_smooth and smooth is not None:
        return smooth(x)
    return np.repeat(np.repeat(x, down, 0), across, 1)


class Scaled:
    """A picture in which a block has so many samples a side, and its components. One that is sampled less often has more of its own, as long as
    these are no more than are shown."""

    def __init__(self, frame: Frame, points: int):
        self.frame, self.points = frame, points
        self.height, self.width = -(-frame.height * points // 8), -(-frame.width * points // 8)

    def points_of(self, component: Component) -> int:
        points = self.points
        while points < 8 and not (
            self.frame.across * self.points % (component.across * points * 2)
            or self.frame.down * self.points % (component.down * points * 2)
        ):
            points *= 2
        return points

    def factors_of(self, component: Component) -> tuple[int, int]:
        """How often each sample is shown, across and down."""
        own = self.points_of(component)
        return self.frame.across * self.points // (component.across * own), self.frame.down * self.points // (component.down * own)

    def size_of(self, component: Component) -> tuple[int, int]:
        """Height and width in samples."""
        own, frame = self.points_of(component), self.frame
        height = -(-frame.height * component.down * own // (frame.down * 8))
        return height, -(-frame.width * component.across * own // (frame.across * 8))


class Window:
    """The columns of a picture that are made samples: those of a crop, from the beginning of a unit on. Smoothing sees no others."""

    def __init__(self, shown: Scaled, first: int, width: int):
        self.shown, self.start = shown, first - first % (shown.points * shown.frame.across)
        self.width = first + width - self.start
        widths = [(shown.size_of(each)[1], self.width_of(each)) for each in shown.frame.components]
        self.is_narrow = self.width < shown.width and any([of_window < 2 <= whole for whole, of_window in widths])

    def width_of(self, component: Component) -> int:
        return -(-self.width // self.shown.factors_of(component)[0])

    def plane(self, component: Component, is_fast: bool, is_smooth: bool):
        """[height, width] of all samples of the picture in these columns; smoothly where they are enough, as libjpeg-turbo asks it once for
        the whole picture and again where a crop leaves a single column, and not where a block is one sample."""
        (across, down), width, (rows, columns) = self.shown.factors_of(component), self.width_of(component), self.shown.size_of(component)
        samples, start = samples_of(component, self.shown.points_of(component), is_fast)[:rows, :columns], self.start // across
        is_smooth = is_smooth and self.shown.points > 1 and (across == 1 or (width if self.is_narrow else columns) > 2)
        return upsampled(samples[:, start : start + width], across, down, is_smooth)[: self.shown.height, : self.width]


def coloured(y, blue, red):
    """Brightness and two differences as red, green and blue."""
    half, blue, red = 1 << 15, blue - 128, red - 128
    parts = [
        y + ((fixed(1.40200, 16) * red + half) >> 16),
        y + ((-fixed(0.34414, 16) * blue + half - fixed(0.71414, 16) * red) >> 16),
        y + ((fixed(1.77200, 16) * blue + half) >> 16),
    ]
    return np.clip(np.stack(parts, -1), 0, 255)


def are_differences(picture: Picture) -> bool:
    """Whether three components are a brightness and differences: by what markers say, else by the components' names."""
    if picture.is_jfif or picture.adobe is not None:
        return picture.is_jfif or picture.adobe != 0
    return [component.name for component in picture.frame.components] != [ord(letter) for letter in "RGB"]


def decoded(content: bytes, channels: int = 0, is_smooth: bool = True, is_fast: bool = True, crop=None, ratio: int = 1) -> np.ndarray:
    """[height, width, channels] in u8; as many channels as the file has where 0 are asked for. `crop` is (y, x, height, width) of the picture
    that is scaled down by `ratio` (1, 2, 4 or 8)."""
    picture = read(content)
    frame = picture.frame
    check(frame)
    shown = Scaled(frame, 8 // ratio)
    y, x, height, width = crop or (0, 0, shown.height, shown.width)
    if y < 0 or x < 0 or height <= 0 or width <= 0 or y + height > shown.height or x + width > shown.width:
        raise Error(f"Invalid JPEG data or crop window, data size {len(content)}")
    window, is_gray = Window(shown, x, width), channels == 1 and (len(frame.components) == 1 or are_differences(picture))
    planes = []
    for component in frame.components[: 1 if is_gray else None]:
        samples = window.plane(component, is_fast, is_smooth)
        planes.append(samples[y : y + height, x - window.start :])
    if len(planes) == 1:
        return np.repeat(planes[0][..., None], 3 if channels == 3 else 1, -1).astype(np.uint8)
    image = coloured(*planes) if are_differences(picture) else np.stack(planes, -1)
    if channels == 1:
        weights = [fixed(part, 16) for part in (0.29900, 0.58700, 0.11400)]
        image = (image @ np.array(weights)[:, None] + (1 << 15)) >> 16
    return image.astype(np.uint8)


def check(frame: Frame) -> None:
    if len(frame.components) not in (1, 3):
        raise Error(f"a JPEG of {len(frame.components)} components is not read here, of 1 and 3 are")
    if any([frame.across % each.across or frame.down % each.down for each in frame.components]):
        raise Error("a JPEG whose components are sampled at ratios that are not whole is not read here")
    if any([each.steps is None for each in frame.components]):
        raise Error("Invalid JPEG data: a component has no scan")
