"""Shapes of results, which inference and the verifier both ask for, and why there is none, in the words of upstream's verifier.

Sizes are ints, or symbols where they are not known. Programs are verified when they are read, so that nothing here needs NumPy.
Source: StableHLO specification, "Ops".
"""

from __future__ import annotations

from tfir.dialects.stablehlo.verify.checks import numbers, size_fits
from tfir.dialects.stablehlo.verify.refusal import Refused
from tfir.ir.types import F32, F64, ComplexType, TensorType
from tfir.ods import shapes


def spread_size(size, between: int):
    """A dimension's size with so many elements put between each two of it."""
    if not between or size == 0:
        return size
    return shapes.add(shapes.multiply(shapes.subtract(size, 1), between + 1), 1)


class Window:
    """Sizes, strides, dilations and paddings of a window, each checked; `shape(sizes)` is what it makes of a base."""

    def __init__(self, sizes, strides=None, padding=None, base=None, dilations=None, reversal=None):
        count = len(sizes)
        for name, entries in (
            ("window-strides", strides), ("base-dilation factors", base), ("window-dilation factors", dilations), ("padding-entries", padding),
            ("window-reversal", reversal),
        ):  # fmt: skip
            if entries and len(entries) != count:
                raise Refused(
                    f"expects {name} to have same dimension-size as size of window dimensions ({count}), but got: {len(entries)}."
                )
        self.sizes, self.strides, self.padding = sizes, strides or [1] * count, padding or [(0, 0)] * count
        self.base, self.dilations = base or [1] * count, dilations or [1] * count
        for at in range(count):
            for what, value in (
                ("value", sizes[at]), ("stride", self.strides[at]), ("base dilation factor", self.base[at]),
                ("window dilation factor", self.dilations[at]),
            ):  # fmt: skip
                if isinstance(value, int) and value <= 0:
                    raise Refused(f"expects window to have positive {what} for {at}-th window dimension, but got {value}.")

    def shape(self, sizes) -> tuple:
        """How many places the window has along each dimension of a base of these sizes."""
        return tuple([self._places(at, size) for at, size in enumerate(sizes)])

    def _places(self, at: int, size):
        if not isinstance(self.sizes[at], int):
            return shapes.fresh()
        return shapes.window_size(
            spread_size(size, self.base[at] - 1), self.sizes[at], self.strides[at], self.padding[at], self.dilations[at]
        )


def convolution_shape(dimensions, lhs, rhs, window: Window, batch_groups: int) -> tuple:
    """The shape of a convolution's result; `dimensions` say which dimensions are batch, features and space."""
    sizes = {dimensions.output_batch_dimension: shapes.divide_down(lhs[dimensions.input_batch_dimension], batch_groups)}
    sizes[dimensions.output_feature_dimension] = rhs[dimensions.kernel_output_feature_dimension]
    places = window.shape([lhs[dim] for dim in dimensions.input_spatial_dimensions])
    sizes.update(zip(dimensions.output_spatial_dimensions, places))
    return tuple([sizes[dim] for dim in range(len(lhs))])


def dot_general_shape(dimensions, lhs, rhs) -> tuple:
    """The shape of a product: batch dimensions, then what is left of both sides."""
    pairs = {
        "batching": list(zip(dimensions.lhs_batching_dimensions, dimensions.rhs_batching_dimensions)),
        "contracting": list(zip(dimensions.lhs_contracting_dimensions, dimensions.rhs_contracting_dimensions)),
    }
    for name, dims in pairs.items():
        if any([isinstance(lhs[one], int) and isinstance(rhs[other], int) and lhs[one] != rhs[other] for one, other in dims]):
            raise Refused(f"{name} dimension sizes must match for lhs/rhs")
    left, right = [{pair[side] for dims in pairs.values() for pair in dims} for side in (0, 1)]
    batch = [shapes.unify(lhs[one], rhs[other]) for one, other in pairs["batching"]]
    return (*batch, *[size for at, size in enumerate(lhs) if at not in left], *[size for at, size in enumerate(rhs) if at not in right])


def fft_result(kind: str, lengths, shape, element) -> tuple:
    """The shape and element type of a Fourier transform over the last `len(lengths)` dimensions; `kind` is FFT, IFFT, RFFT or IRFFT."""
    rank, sizes = len(lengths), shapes.anonymous(shape)
    operand = TensorType(sizes, element)
    if not 1 <= rank <= 3:
        raise Refused(f"rank must be between 1 and 3, but got {rank}.")
    if kind == "RFFT" and element not in (F32, F64):
        raise Refused(f"RFFT requires f32 or f64 input type, but is given '{element}'.")
    if kind != "RFFT" and not isinstance(element, ComplexType):
        raise Refused(f"FFT/IFFT/IRFFT take a complex tensor as input, but is given '{operand}'.")
    if len(shape) < rank:
        raise Refused(f"operand rank must not be less than fft rank of {rank} for operand of type '{operand}'.")
    if kind == "RFFT":
        if not all(map(size_fits, sizes[-rank:], lengths)):
            reason = "RFFT requires innermost dimensions to be compatible with fft_length."
            raise Refused(f"{reason} Got: {numbers(sizes)} but wanted {numbers(lengths)}.")
        return (*shape[:-1], lengths[-1] // 2 + 1 if lengths[-1] else shape[-1]), ComplexType(element)
    if kind == "IRFFT":
        _inverse_fits(sizes, lengths)
        return (*shape[:-1], lengths[-1]), element.element
    return shape, element


def _inverse_fits(shape, lengths) -> None:
    for size, length in zip(shape[-len(lengths) : -1], lengths):
        if not size_fits(size, length):
            mismatch = f"Got: {numbers(shape)} but wanted {numbers(lengths)}, and {size} != {length}."
            raise Refused(f"IRFFT requires non-final dimensions to be compatible with fft_length. {mismatch}")
    last = shape[-1]
    if (not size_fits(last, 0) or lengths[-1]) and not size_fits(last, lengths[-1] // 2 + 1):
        reason = "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1."
        raise Refused(f"{reason} Got: {last} but fft_length is {numbers(lengths)}.")
