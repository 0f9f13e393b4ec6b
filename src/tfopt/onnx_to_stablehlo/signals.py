"""Lowerings: Fourier transforms of signals, and windows for them."""

from math import pi

from tfir.ir.attributes import EnumAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, F64, I64, ComplexType, TensorType
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

from tfopt.arithmetic.contents import sizes_of
from tfopt.arithmetic.sizes import told
from tfopt.arithmetic.tensor import Tensor, along, array, concatenate, emit, iota, literal, number, pad, splat, unary
from tfopt.onnx_to_stablehlo.element_types import element_of
from tfopt.onnx_to_stablehlo.lowering import lower, lowered_by


def window_function(terms: tuple):
    """A sum of cosines of multiples of the place."""

    def lowering(size, output_datatype, periodic):
        element = element_of(output_datatype)
        numbers = sizes_of(size)
        count = numbers[0] if numbers is not None else told(size.reshape().convert(I64))
        kind = F64 if element is F64 else F32
        span = number(count).convert(kind) if periodic else number(count).convert(kind) - 1
        angle = iota((count,), 0, kind) * (2 * pi / span)
        total = splat(terms[0], (count,), kind)
        for multiple, factor in enumerate(terms[1:], 1):
            total = total + unary("cosine", angle * multiple) * factor
        return total.convert(element)

    return lowering


lowered_by(
    HannWindow=window_function((0.5, -0.5)),
    HammingWindow=window_function((25 / 46, -21 / 46)),
    BlackmanWindow=window_function((0.42, -0.5, 0.08)),
)


def complex_of(x: Tensor) -> Tensor:
    """[..., 1] or [..., 2] as complex numbers [...]."""
    wide = x.convert(F32) if x.element.width < 32 else x
    re = wide[..., 0]
    im = wide[..., 1] if wide.shape[-1] == 2 else splat(0, re.shape, re.element)
    return emit("complex", [re, im], TensorType(re.shape, ComplexType(re.element)))


def pairs_of(z: Tensor, element) -> Tensor:
    parts = [unary(word, z, z.element.element) for word in ("real", "imag")]
    return concatenate([part.expand(-1) for part in parts], z.rank).convert(element)


def fft(z: Tensor, kind: str) -> Tensor:
    """Along the last axis."""
    length = array([z.shape[-1]])
    return emit("fft", [z], z.type, fft_type=EnumAttr("stablehlo.fft_type", kind), fft_length=length)


def with_length(z: Tensor, length) -> Tensor:
    """The last axis cut off or filled up with zeros."""
    size = z.shape[-1]
    if not is_static((size, length)):
        raise Error("transforms a signal of which it is not known how long it is")
    if length < size:
        return z[..., :length]
    return pad(z, [0] * z.rank, [*[0] * (z.rank - 1), length - size]) if length > size else z


def transformed(input: Tensor, axis: int, length, inverse: int, onesided: int) -> Tensor:
    z = complex_of(input)
    axis = axis % input.rank
    order = [*[at for at in range(z.rank) if at != axis], axis]
    back = [order.index(at) for at in range(z.rank)]
    z = z.transpose(*order)
    if inverse and onesided:
        full = length if length is not None else 2 * (z.shape[-1] - 1)
        half = z[..., : full // 2 + 1]
        rest = half[..., 1 : (full + 1) // 2].reverse(z.rank - 1)
        turned = emit("complex", [unary("real", rest, rest.element.element), -unary("imag", rest, rest.element.element)], rest.type)
        whole = fft(concatenate([half, turned], z.rank - 1), "IFFT")
        return unary("real", whole, whole.element.element).transpose(*back).expand(-1).convert(input.element)
    z = z if length is None else with_length(z, length)
    result = fft(z, "IFFT" if inverse else "FFT")
    if onesided:
        result = result[..., : z.shape[-1] // 2 + 1]
    return pairs_of(result.transpose(*back), input.element)


def length_of(dft_length):
    if dft_length is None:
        return None
    numbers = sizes_of(dft_length)
    if numbers is None:
        raise Error("operand 'dft_length' must be a constant to be lowered to StableHLO")
    return numbers[0]


@lower
def DFT(input, inverse, onesided, dft_length=None, axis: int | None = None):
    return transformed(input, -2 if axis is None else axis, length_of(dft_length), inverse, onesided)


@lower
def DFTV17(input, inverse, onesided, axis, dft_length=None):
    return transformed(input, axis, length_of(dft_length), inverse, onesided)


@lower
def STFT(signal, frame_step: int, onesided, window=None, frame_length: int | None = None):
    """Transforms of pieces of a signal [batch, length, 1 or 2], one every so many steps."""
    batch, size, parts = signal.shape
    length = frame_length if frame_length is not None else window.shape[0]
    count = (size - length) // frame_step + 1
    starts = np.arange(count)[:, None] * frame_step + np.arange(length)
    from tfopt.arithmetic.tensor import take

    frames = take(signal, literal(starts.astype(np.int32)), 1)  # [batch, frames, length, parts]
    if window is not None:
        frames = frames * along(window, frames, 2)
    return transformed(frames, 2, None, 0, onesided)


@lower
def MelWeightMatrix(
    num_mel_bins: int, dft_length: int, sample_rate: int, lower_edge_hertz: float, upper_edge_hertz: float, output_datatype
):  # fmt: skip
    """Triangles over bins of a spectrum, whose corners are equally far apart in mel."""
    bins = dft_length // 2 + 1
    low, high = [2595 * np.log10(1 + edge / 700) for edge in (lower_edge_hertz, upper_edge_hertz)]
    mels = np.arange(num_mel_bins + 2) * ((high - low) / (num_mel_bins + 2)) + low
    corners = ((dft_length + 1) * (700 * (10 ** (mels / 2595) - 1)) // sample_rate).astype(int)
    matrix = np.zeros((bins, num_mel_bins))
    for at in range(num_mel_bins):
        first, centre, last = corners[at : at + 3]
        if centre == first:
            matrix[centre, at] = 1
        for place in range(first, centre + 1) if centre != first else ():
            matrix[place, at] = (place - first) / (centre - first)
        for place in range(centre, last) if last != centre else ():
            matrix[place, at] = (last - place) / (last - centre)
    return literal(matrix, element_of(output_datatype))
