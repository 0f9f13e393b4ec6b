"""Semantics: grey dilation and pooling that remembers which element of a window it picked, fractional pooling, and patches of volumes."""

from functools import cache

from tfir.dialects.tf.numerics import finite_limit, is_narrow, truncated_quotient
from tfir.dialects.tf.philox import uniform
from tfir.dialects.tf.random import first_generator
from tfir.dialects.tf.window import padded, taps
from tfir.dialects.tf.window_gradients import within
from tfir.dialects.tf.window_shapes import places_of
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
from tfir.ods.shapes import unify, window_paddings, with_rank

# Dilation: the largest sum of an element and its weight


class Dilation2D(OpSemantics):
    """input [N, H, W, C] and filter [height, width, C]; padding is never the largest."""

    def infer(input, filter, strides, rates, padding):
        (batch, *space, channels), (*window, depth) = with_rank(input.shape, 4, "input"), with_rank(filter.shape, 3, "filter")
        places = places_of(space, window, strides[1:-1], (padding,) * 2, rates[1:-1])
        return (batch, *places, unify(channels, depth, "depths"))

    def evaluate(input, filter, strides, rates, padding):
        return Dilation(input, filter, strides, rates, padding).best


class Dilation:
    """A dilation that has been computed: `best` are the largest sums, `number` says for each of them which element of the window it is of, and -1
    where none is more than the lowest number, as in a window that meets padding alone."""

    def __init__(self, x, filter, strides, rates, padding):
        strides, rates, paddings, window = strides[1:-1], rates[1:-1], (padding,) * 2, filter.shape[:2]
        places = places_of(x.shape[1:-1], window, strides, paddings, rates)
        self.space, self.amounts = x.shape[1:-1], window_paddings(x.shape[1:-1], window, strides, paddings, rates)
        self.padded = padded(x, window, strides, paddings, rates)
        inside = padded(np.ones((1, *self.space, 1), bool), window, strides, paddings, rates, False)
        self.best = np.full((len(x), *places, x.shape[-1]), finite_limit(x.dtype, -1), x.dtype)
        self.taps = list(taps(self.padded, window, strides, rates, places))
        self.number = np.full(self.best.shape, -1)
        for at, (offset, where) in enumerate(self.taps):
            sums = self.padded[where] + filter[offset]
            better = inside[where] & (sums > self.best)
            self.best, self.number = np.where(better, sums, self.best), np.where(better, at, self.number)


class Dilation2DBackpropInput(OpSemantics):
    def infer(input):
        return with_rank(input.shape, 4, "input")

    def evaluate(input, filter, out_backprop, strides, rates, padding):
        dilation = Dilation(input, filter, strides, rates, padding)
        whole = np.zeros_like(dilation.padded)
        for at, (_, where) in reversed(list(enumerate(dilation.taps))):  # in the order of the windows that meet an element
            whole[where] += np.where(dilation.number == at, out_backprop, 0).astype(whole.dtype)
        result = within(whole, dilation.space, dilation.amounts)
        rows, columns = first_elements(out_backprop.shape[1:-1], strides[1:-1], dilation.amounts)
        np.add.at(result, (slice(None), rows[:, None], columns), np.where(dilation.number >= 0, 0, out_backprop))
        return result


def first_elements(places, strides, amounts):
    """For each place along each axis the first element that its window could meet. Windows that step over all elements count as there."""
    return [np.maximum(np.arange(count) * step - low, 0) for count, step, (low, _) in zip(places, strides, amounts)]


class Dilation2DBackpropFilter(OpSemantics):
    def infer(filter):
        return with_rank(filter.shape, 3, "filter")

    def evaluate(input, filter, out_backprop, strides, rates, padding):
        dilation = Dilation(input, filter, strides, rates, padding)
        wide = np.float32 if is_narrow(filter.dtype) else filter.dtype
        result = np.zeros(filter.shape, wide)
        for at, (offset, _) in enumerate(dilation.taps):
            result[offset] = np.where(np.maximum(dilation.number, 0) == at, out_backprop, 0).sum((0, 1, 2), dtype=wide)
        return result.astype(filter.dtype)


class MaxPoolGradWithArgmax(OpSemantics):
    """Each number of a gradient goes to the place in the flattened image, or batch, that pooling said."""

    def infer(input):
        return with_rank(input.shape, 4, "input")

    def evaluate(input, grad, argmax, include_batch_in_index):
        result = np.zeros(input.size, input.dtype)
        image = 0 if include_batch_in_index else input.size // max(len(input), 1)
        places = argmax.reshape(len(argmax), -1) + np.arange(len(argmax))[:, None] * image
        if places.size and not (0 <= places.min() and places.max() < input.size):
            raise Error(f"Index {int(places.max())} is outside of {input.size} elements")
        np.add.at(result, places.ravel(), grad.ravel())
        return result.reshape(input.shape)


class ExtractVolumePatches(OpSemantics):
    """The window's elements, plane by plane and row by row, in the channels of each place."""

    def infer(input, ksizes, strides, padding):
        batch, *space, channels = with_rank(input.shape, 5, "input")
        places = places_of(space, ksizes[1:-1], strides[1:-1], (padding,) * 3, (1, 1, 1))
        return (batch, *places, shapes.multiply(channels, int(np.prod(ksizes[1:-1]))))

    def evaluate(input, ksizes, strides, padding):
        window, strides, ones = ksizes[1:-1], strides[1:-1], (1, 1, 1)
        places = places_of(input.shape[1:-1], window, strides, (padding,) * 3, ones)
        x = padded(input, window, strides, (padding,) * 3, ones)
        return np.concatenate([x[where] for _, where in taps(x, window, strides, ones, places)], -1)


# Fractional pooling (Graham, 2014): windows of two sizes, in an order made by chance or given


class FractionalPool(OpSemantics, family=True):
    """Pooled elements, and where the windows begin and end along rows and along columns."""

    def infer(value, pooling_ratio):
        batch, height, width, channels = with_rank(value.shape, 4, "value")
        rows, columns = [
            pooled_size(size, ratio) if isinstance(size, int) else shapes.fresh()
            for size, ratio in zip((height, width), pooling_ratio[1:3])
        ]
        return [(batch, rows, columns, channels), (shapes.add(rows, 1),), (shapes.add(columns, 1),)]


def pooled_size(size: int, ratio: float) -> int:
    """How many windows there are: the quotient in single precision, in which 8 / 1.6 is 5."""
    return int(np.float32(size) / np.float32(ratio))


def pooled_by(pool):
    def evaluate(value, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2):
        edges = window_edges(value.shape, pooling_ratio, pseudo_random, deterministic, seed, seed2)
        return [pool(value, *edges, overlapping), *edges]

    return evaluate


def window_edges(shape, pooling_ratio, pseudo_random: bool, deterministic: bool, seed: int, seed2: int) -> list:
    """Where windows begin along rows and along columns, and where the last ends. Where chance decides that, it does so once: the kernel keeps
    the windows of its first run."""
    if not deterministic and (seed or seed2):
        raise Error("Both seed and seed2 should be 0 if deterministic is false.")
    edges, generator = [], cache(lambda: first_generator(seed, seed2))
    for axis, (size, ratio) in enumerate(zip(shape, pooling_ratio)):
        if size < ratio:
            sizes = f"Input dim size: {size} pooling ratio: {ratio:g}"
            raise Error(f"Pooling ratio is higher than input dimension size for dimension {axis}. {sizes}")
    for size, ratio in zip(shape[1:3], pooling_ratio[1:3]):
        count = pooled_size(size, ratio)
        widths = [size // count] * count
        if size % count or seed or seed2:  # what is drawn for equal ones is not drawn for the next axis
            widths = (drawn_evenly if pseudo_random else shuffled)(size, count, generator())
        edges.append(np.cumsum([0, *widths]))
    return edges


def drawn_evenly(size: int, count: int, generator) -> list[int]:
    """Widths of windows as even as may be, from a beginning by chance."""
    ratio, least = size / count, size // count
    most = min((least + 2) / ratio - 1, (size + 1 - least) / ratio - (count - 1))
    start = float(uniform(generator, 2, np.dtype(np.float64))[0]) * most
    generator.counter += 1
    ends = [1, *[int(np.ceil(ratio * (at + start))) for at in range(1, count)], size + 1]
    return np.diff(ends).tolist()


def shuffled(size: int, count: int, generator) -> list[int]:
    """Widths of windows of two sizes in any order."""
    widths = [size // count + (at < size % count) for at in range(count)]
    words = generator.words(count).tolist()
    generator.counter += -(-count // 4)
    for at in range(count - 1):
        other = at + words[at] % (count - at)
        widths[at], widths[other] = widths[other], widths[at]
    return widths


def regions(rows, columns, overlapping: bool, height: int, width: int):
    """For each window its place and the part of an image that it covers; overlapping ones take the next one's first row and column."""
    more = 1 if overlapping else 0
    for row in range(len(rows) - 1):
        for column in range(len(columns) - 1):
            down = slice(int(rows[row]), min(int(rows[row + 1]) + more, height))
            yield (slice(None), row, column), (slice(None), down, slice(int(columns[column]), min(int(columns[column + 1]) + more, width)))


def largest(value, rows, columns, overlapping):
    result = np.empty((len(value), len(rows) - 1, len(columns) - 1, value.shape[-1]), value.dtype)
    for place, where in regions(rows, columns, overlapping, *value.shape[1:3]):
        result[place] = np.fmax.reduce(value[where], (1, 2), initial=finite_limit(value.dtype, -1))  # which passes over NaN
    return result


def mean(value, rows, columns, overlapping):
    result = np.empty((len(value), len(rows) - 1, len(columns) - 1, value.shape[-1]), value.dtype)
    for place, where in regions(rows, columns, overlapping, *value.shape[1:3]):
        total, count = value[where].sum((1, 2), dtype=value.dtype), value.dtype.type(value[where].shape[1] * value[where].shape[2])
        result[place] = truncated_quotient(total, count) if value.dtype.kind == "i" else total / count
    return result


class FractionalMaxPoolGrad(OpSemantics):
    """The gradient goes to the first of each window's largest elements."""

    def infer(orig_input):
        return with_rank(orig_input.shape, 4, "orig_input")

    def evaluate(orig_input, out_backprop, row_pooling_sequence, col_pooling_sequence, overlapping):
        result = np.zeros_like(orig_input)
        batch, channels = np.indices((len(result), result.shape[-1]))
        for place, where in regions(row_pooling_sequence, col_pooling_sequence, overlapping, *result.shape[1:3]):
            window = orig_input[where]
            first = np.argmax(window.reshape(len(window), -1, window.shape[-1]), 1)
            down, across = np.divmod(first, window.shape[2])
            np.add.at(result[where], (batch, down, across, channels), out_backprop[place])
        return result


class FractionalAvgPoolGrad(OpSemantics):
    def infer(orig_input_tensor_shape, out_backprop):
        return with_rank(orig_input_tensor_shape.as_shape, 4, "orig_input_tensor_shape")

    def evaluate(orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence, overlapping):
        result = np.zeros(tuple(map(int, orig_input_tensor_shape)), np.float64)
        for place, where in regions(row_pooling_sequence, col_pooling_sequence, overlapping, *result.shape[1:3]):
            count = result[where].shape[1] * result[where].shape[2]
            result[where] += (out_backprop[place] / count)[:, None, None]
        return result.astype(out_backprop.dtype)


SEMANTICS = ops_of(FractionalPool, FractionalMaxPool=pooled_by(largest), FractionalAvgPool=pooled_by(mean))
