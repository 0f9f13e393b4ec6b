"""Semantics: gradients of convolution and pooling. What a window gathered is spread over it again."""

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.numerics import is_narrow, limit
from tfir.dialects.tf.window import (
    Conv2DBackpropFilter,
    Conv2DBackpropInput,
    FilterGradient,
    as_format,
    channels_last,
    padded,
    pooled,
    taps,
)
from tfir.dialects.tf.window_shapes import paddings_of, places_of, spatial, split_shape
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import merge, window_paddings, with_rank


def within(whole, space, amounts):
    """The part of a padded operand [N, spatial..., C] that is not padding, for spatial sizes `space`."""
    return whole[tuple([slice(None), *[slice(low, low + size) for size, (low, _) in zip(space, amounts)]])]


# Pooling


class AvgPoolGrad(OpSemantics):
    def infer(orig_input_shape, ksize):
        return with_rank(orig_input_shape.as_shape, len(ksize))

    def evaluate(orig_input_shape, grad, ksize, strides, padding, data_format):
        _, space, _ = split_shape(tuple(map(int, orig_input_shape)), data_format)
        gradient = channels_last(grad, data_format)
        window, strides = spatial(data_format, ksize), spatial(data_format, strides)
        paddings, ones = paddings_of(data_format, padding, (), len(ksize)), (1,) * len(window)
        amounts = window_paddings(space, window, strides, paddings, ones)
        wide = np.dtype(np.float32) if is_narrow(grad.dtype) else grad.dtype
        count = padded(np.ones((1, *space, 1), wide), window, strides, paddings, ones)
        places = gradient.shape[1:-1]
        share = gradient / sum([count[where] for _, where in taps(count, window, strides, ones, places)])
        whole = np.zeros((grad.shape[0], *count.shape[1:-1], gradient.shape[-1]), wide)
        for _, where in taps(whole, window, strides, ones, places):
            whole[where] += share
        return as_format(within(whole, space, amounts).astype(grad.dtype), data_format)


class Windows:
    """The windows of a pooling op over its padded operand: `places` says for each element of the window where it lies at all places,
    `inside` which elements of the padded operand are none of the padding."""

    def __init__(self, operand, ksize, strides, padding, data_format, explicit_paddings=()):
        x, (window, strides, paddings) = pooled(operand, ksize, strides, padding, data_format, explicit_paddings)
        ones, self.space = (1,) * len(window), x.shape[1:-1]
        self.amounts = window_paddings(self.space, window, strides, paddings, ones)
        self.shape = places_of(self.space, window, strides, paddings, ones)
        self.padded = lambda array, value=0: padded(array, window, strides, paddings, ones, value)
        self.operand, self.inside = self.padded(x, limit(x.dtype, -1)), self.padded(np.ones((1, *self.space, 1), bool), False)
        self.places = [where for _, where in taps(self.operand, window, strides, ones, self.shape)]

    def within(self, whole):
        """The part of a padded operand that is no padding."""
        return within(whole, self.space, self.amounts)


def first_inside(windows: Windows):
    """The number of the first element of each window that is none of the padding."""
    return np.argmax([windows.inside[where] for where in windows.places], 0)


def picked(windows: Windows):
    """The largest element of each window, and its number in the window, as TensorFlow's kernels find it: the first that is none of
    the padding, in place of which comes any that is greater. A NaN is kept where it comes first, and passed over elsewhere."""
    first, best, number = first_inside(windows), None, np.zeros((), int)
    for at, where in enumerate(windows.places):
        here = windows.operand[where]
        better = first == at if best is None else (first == at) | (here > best)
        best, number = np.where(better, here, here if best is None else best), np.where(better, at, number)
    return best, number


def spread(windows: Windows, hits, gradient):
    """A gradient for each window, added up where `hits` say for each element of the window that it goes: window by window, so that what
    an element is the last of comes first."""
    whole = np.zeros((len(gradient), *windows.inside.shape[1:-1], gradient.shape[-1]), gradient.dtype)
    for where, hit in reversed(list(zip(windows.places, hits))):
        whole[where] += np.where(hit, gradient, gradient.dtype.type(0))
    return windows.within(whole)


def gathered(windows: Windows, hits, operand):
    """The elements of another operand where `hits` say so; 0 for windows without any."""
    return sum([np.where(hit, operand[where], operand.dtype.type(0)) for where, hit in zip(windows.places, hits)])


class MaxPoolGrad(OpSemantics):
    """The gradient goes to the element of each window that pooling picks, whatever `orig_output` says."""

    def infer(orig_input, ksize):
        return with_rank(orig_input.shape, len(ksize), "orig_input")

    def evaluate(orig_input, grad, ksize, strides, padding, data_format, explicit_paddings):
        windows = Windows(orig_input, ksize, strides, padding, data_format, explicit_paddings)
        _, number = picked(windows)
        hits = [number == at for at in range(len(windows.places))]
        return as_format(spread(windows, hits, channels_last(grad, data_format)), data_format)


class MaxPoolGradV2(OpSemantics):
    def infer(orig_input):
        return with_rank(orig_input.shape, 4, "orig_input")

    def evaluate(orig_input, grad, ksize, strides, padding, data_format):
        return MaxPoolGrad.evaluate(orig_input, grad, ksize.ravel().tolist(), strides.ravel().tolist(), padding, data_format, ())


NEAR = 1e-5


class MaxPool3DGrad(MaxPoolGrad):
    """The gradient goes to all elements of a window that are what pooling gave, or nearer to it than NEAR."""

    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        windows, best = Windows(orig_input, ksize, strides, padding, data_format), channels_last(orig_output, data_format)
        # The kernel's outermost loop is over the last axis.
        windows.places.sort(key=lambda where: [part.start for part in reversed(where[1:])])
        near = best.dtype.type(NEAR)
        hits = [np.abs(windows.operand[where] - best) < near for where in windows.places]
        return as_format(spread(windows, hits, channels_last(grad, data_format)), data_format)


def check_windows(ksize, strides, data_format) -> None:
    """Raises for windows that kernels of pooling refuse, and for those of no elements, beside which they read."""
    if len(ksize) != len(data_format) or len(strides) != len(data_format):
        raise Error(f"Sliding window ksize field must specify {len(data_format)} dimensions")
    for numbers in (ksize, strides):
        if numbers[0] != 1:
            raise Error("Pooling is not yet supported on the batch dimension.")
        if numbers[data_format.index("C")] != 1:
            raise Error("Pooling is not yet supported on the depth dimension.")
    if min(strides) <= 0:
        raise Error(f"Stride must be > 0, but got {min(strides)}")
    if min(ksize) <= 0:
        raise Error(f"Sliding window ksize must be positive, and is {listed(ksize)}")


class MaxPoolGradGrad(OpSemantics):
    """Of an operand-shaped gradient, the entries at the first elements that are what pooling gave."""

    def infer(orig_input, orig_output, grad, data_format):
        merge(orig_input.shape, grad.shape)
        return with_rank(orig_output.shape, len(data_format), "orig_output")

    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        check_windows(ksize, strides, data_format)
        windows, best = Windows(orig_input, ksize, strides, padding, data_format), channels_last(orig_output, data_format)
        if best.shape[1:-1] != tuple(windows.shape):
            expected = as_format(np.zeros((len(best), *windows.shape, best.shape[-1]), bool), data_format).shape
            raise Error(f"Expected orig_output shape to be {listed(expected)}, but got {listed(orig_output.shape)}")
        free, hits = np.ones(best.shape, bool), []
        for where in windows.places:
            hits.append(free & windows.inside[where] & (windows.operand[where] == best))
            free &= ~hits[-1]
        return as_format(gathered(windows, hits, windows.padded(channels_last(grad, data_format))), data_format)


class MaxPoolGradGradV2(MaxPoolGradGrad):
    def evaluate(orig_input, orig_output, grad, ksize, strides, padding, data_format):
        sizes = ksize.ravel().tolist(), strides.ravel().tolist()
        return MaxPoolGradGrad.evaluate(orig_input, orig_output, grad, *sizes, padding, data_format)


# Convolution


class OperandGradient(OpSemantics, family=True):
    def infer(input_sizes, strides):
        return with_rank(input_sizes.as_shape, len(strides), "input")


class Conv3DBackpropInput(OpSemantics):
    """The first version, to which an operand says its size."""

    def infer(input):
        return with_rank(input.shape, 5, "input")

    def evaluate(input, filter, out_backprop, strides, padding, dilations):
        return Conv2DBackpropInput.evaluate(np.array(input.shape), filter, out_backprop, strides, padding, "NDHWC", dilations)


class Conv3DBackpropFilter(OpSemantics):
    def infer(filter):
        return with_rank(filter.shape, 5, "filter")

    def evaluate(input, filter, out_backprop, strides, padding, dilations):
        return Conv2DBackpropFilter.evaluate(input, np.array(filter.shape), out_backprop, strides, padding, "NDHWC", dilations)


class DepthwiseConv2dNativeBackpropInput(OperandGradient):
    def evaluate(input_sizes, filter, out_backprop, strides, padding, explicit_paddings, data_format, dilations):
        paddings = paddings_of(data_format, padding, explicit_paddings, 4)
        _, space, _ = split_shape(tuple(map(int, input_sizes)), data_format)
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        gradient = channels_last(out_backprop, data_format)
        gradient = gradient.reshape(*gradient.shape[:-1], *filter.shape[-2:]).astype(wide_type(filter), copy=False)
        amounts = window_paddings(space, filter.shape[:2], strides, paddings, dilations)
        shape = [len(gradient), *[size + low + high for size, (low, high) in zip(space, amounts)], filter.shape[-2]]
        whole = np.zeros(shape, gradient.dtype)
        for offset, where in taps(whole, filter.shape[:2], strides, dilations, gradient.shape[1:3]):
            whole[where] += (gradient * filter[offset]).sum(-1)
        return as_format(within(whole, space, amounts).astype(filter.dtype), data_format)


def wide_type(x):
    return np.float32 if is_narrow(x.dtype) else x.dtype


class DepthwiseConv2dNativeBackpropFilter(FilterGradient):
    def evaluate(input, filter_sizes, out_backprop, strides, padding, explicit_paddings, data_format, dilations):
        paddings, window = paddings_of(data_format, padding, explicit_paddings, 4), tuple(map(int, filter_sizes[:2]))
        strides, dilations = spatial(data_format, strides), spatial(data_format, dilations)
        x, gradient = channels_last(input, data_format), channels_last(out_backprop, data_format)
        x = padded(x, window, strides, paddings, dilations).astype(wide_type(input), copy=False)
        result = np.zeros(filter_sizes, x.dtype)
        gradient = gradient.reshape(*gradient.shape[:-1], *result.shape[2:])
        for offset, where in taps(x, window, strides, dilations, gradient.shape[1:3]):
            result[offset] = (x[where][..., None] * gradient).sum((0, 1, 2))
        return result.astype(input.dtype)


class MaxPoolWithArgmax(OpSemantics):
    """The largest elements, and where in the operand they lie: the place in the flattened image, or in the flattened batch."""

    def infer(input, ksize, strides, padding):
        shape = with_rank(input.shape, 4, "input")
        places = places_of(shape[1:-1], ksize[1:-1], strides[1:-1], (padding,) * 2, (1, 1))
        return [(shape[0], *places, shape[-1])] * 2

    def evaluate(input, ksize, strides, padding, include_batch_in_index, result_types):
        windows = Windows(input, ksize, strides, padding, "NHWC")
        best, number = picked(windows)
        own = input.shape if include_batch_in_index else (1, *input.shape[1:])
        numbers = windows.padded(np.broadcast_to(np.arange(np.prod(own)).reshape(own), input.shape))
        hits = [number == at for at in range(len(windows.places))]
        return [best, gathered(windows, hits, numbers).astype(dtype_of(result_types[1].element))]


SEMANTICS = {
    "Conv3DBackpropFilterV2": Conv2DBackpropFilter,
    **ops_of(OperandGradient, Conv3DBackpropInputV2=Conv2DBackpropInput.evaluate),
    "AvgPool3DGrad": AvgPoolGrad,
    "MaxPool3DGradGrad": MaxPoolGradGrad,
}
