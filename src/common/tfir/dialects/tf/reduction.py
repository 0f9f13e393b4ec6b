"""Semantics: sums, means, extremes along axes, and running totals."""

from math import inf, prod

from tfir.dialects.tf.errors import listed
from tfir.dialects.tf.indexing import place_text
from tfir.dialects.tf.numerics import finite_limit, is_narrow, larger, limit, smaller, total, truncated_quotient
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.arrays import dtype_of, is_float
from tfir.ods.element_types import is_signed
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of


class Reduction(OpSemantics, family=True):
    """Over the axes in `reduction_indices`; no axes leave the operand as it is."""

    def infer(input, reduction_indices, keep_dims):
        return shapes.reduce(input.shape, reduction_indices.integers, keep_dims)


def over(function):
    """An evaluation from a reduction as NumPy has them; a string names one of NumPy's."""

    def evaluate(input, reduction_indices, keep_dims):
        axes = axes_of(reduction_indices, input.ndim)
        reduce = getattr(np, function) if isinstance(function, str) else function
        return np.asarray(reduce(input, axis=axes, keepdims=keep_dims)).astype(input.dtype, copy=False)

    return evaluate


def axes_of(indices, rank: int) -> tuple[int, ...]:
    axes: set[int] = set()
    for axis in np.ravel(indices).tolist():
        if not -rank <= axis < rank:
            raise Error(f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)")
        if axis % rank in axes:
            raise Error(f"Invalid reduction arguments: Axes contains duplicate dimension: {axis % rank}")
        axes.add(axis % rank)
    return tuple(sorted(axes))


def mean(input, axis, keepdims=False):
    """Integers are summed in 64 bits and divided rounding towards zero; of none of them, and of no complex numbers, the mean is 0. The sum
    and the count are numbers of the operand's type, which may be too narrow for them: f16 has none beyond 65504."""
    count = int(np.prod([input.shape[a] for a in axis])) if input.size or axis else 0
    if input.dtype.kind in "iu":
        wide = input.dtype.type if input.dtype.kind == "u" and input.itemsize == 8 else np.int64
        return truncated_quotient(np.sum(input, axis=axis, keepdims=keepdims, dtype=wide), wide(max(count, 1)))
    summed = total(input, axis, keepdims).astype(input.dtype, copy=False)
    if summed.dtype.kind != "c":
        return summed / np.asarray(count, np.float64).astype(summed.dtype)
    if not count:  # of complex numbers, unlike real ones
        return np.zeros_like(summed)
    return np.asarray(summed.reshape(*summed.shape, 1).view(summed.real.dtype) / summed.real.dtype.type(count)).view(summed.dtype)[..., 0]


def square_of_size(input):
    """A number times its conjugate, which leaves nothing imaginary."""
    return (input.real * input.real + input.imag * input.imag).astype(input.dtype) if input.dtype.kind == "c" else input * input


def product(input, axis, keepdims=False):
    return np.prod(input, axis=axis, keepdims=keepdims, dtype=np.float32 if is_narrow(input.dtype) else input.dtype)


def extreme(function: str, empty):
    """Largest or smallest, by that function of NumPy; of nothing at all, the least or greatest number of the type."""

    def reduce(input, axis, keepdims=False):
        return getattr(np, function)(input, axis=axis, keepdims=keepdims, initial=limit(input.dtype, empty))

    return reduce


class Prod(Reduction):
    evaluate = over(product)

    def propagate_values(input, reduction_indices):
        """Of a vector of sizes."""
        is_whole = input.shape is not None and len(input.shape) == 1 and reduction_indices.integers in ([0], [-1])
        return [[shapes.product(input.numbers)]] if is_whole and is_signed(input.element) and None not in input.numbers else None


class L2Loss(ScalarResult):
    """Half the sum of squares."""

    def evaluate(t):
        return (total(t * t, None) / 2).astype(t.dtype)


class ArgMax(OpSemantics):
    """The first place of the largest element along one axis."""

    def infer(input, dimension):
        return shapes.reduce(input.shape, [dimension.number], False) if dimension.number is not None else drop_one(input.shape)

    def evaluate(input, dimension, output_type):
        return first_place(input, dimension, output_type, np.greater, -1)


def first_place(input, dimension, output_type, beats, worst):
    """NaN never wins: a comparison with it is false. Before the first element stands the worst number of the type."""
    if input.dtype.kind not in "iub":
        input = np.where(np.isnan(input), input.dtype.type(worst * np.inf), input)
    find, rank = np.argmax if beats is np.greater else np.argmin, input.ndim
    if not -rank <= int(dimension) < rank:
        raise Error(f"Expected dimension in the range [{-rank}, {rank}), but got {int(dimension)}")
    if not input.shape[int(dimension)]:
        raise Error(f"Reduction axis {int(dimension) % rank} is empty in shape {listed(input.shape)}")
    return find(input, axis=int(dimension)).astype(dtype_of(output_type))


def drop_one(shape):
    """A shape with one dimension less, of unknown sizes: which dimension is reduced is not known."""
    return None if shape is None else tuple([shapes.fresh() for _ in shape[1:]])


def running(accumulate, neutral):
    def evaluate(x, axis, exclusive, reverse):
        if not -x.ndim <= axis < x.ndim:
            raise Error(f"ScanOp: Expected scan axis in the range [{-x.ndim}, {x.ndim}), but got {int(axis)}")
        axis = int(axis) % x.ndim
        x = np.flip(x, axis) if reverse else x
        if exclusive and x.shape[axis]:
            first = np.full_like(np.take(x, [0], axis), neutral, subok=False)
            x = np.concatenate([first, np.take(x, range(x.shape[axis] - 1), axis)], axis)
        result = accumulate(x, axis)
        return np.flip(result, axis) if reverse else result

    return evaluate


def log_sums(x, axis: int):
    """Logarithms of sums of exponentials so far. TensorFlow's kernel compares two numbers to begin with, by which a NaN that comes second is lost,
    and two infinities are NaN."""
    if not np.any(np.isnan(x) | np.isposinf(x)):
        return np.logaddexp.accumulate(x, axis)
    sums = np.empty_like(np.moveaxis(x, axis, 0))
    so_far = np.full(sums.shape[1:], -np.inf, x.dtype)
    with np.errstate(all="ignore"):
        for at, row in enumerate(np.moveaxis(x, axis, 0)):
            least, most = np.where(row < so_far, row, so_far), np.where(so_far < row, row, so_far)
            so_far = sums[at] = np.where(least == -np.inf, most, np.log1p(np.exp(least - most)) + most)
    return np.moveaxis(sums, 0, axis)


def by_segment(combine: str, neutral):
    """An evaluation that combines rows of one segment number by that function of NumPy; rows with a negative number are left out."""

    def evaluate(data, segment_ids, num_segments):
        if data.shape[: segment_ids.ndim] != segment_ids.shape:
            raise Error(f"data.shape = {listed(data.shape)} does not start with segment_ids.shape = {listed(segment_ids.shape)}")
        if num_segments < 0:
            raise Error(f"Input num_segments == {int(num_segments)} must not be negative.")
        wrong = np.flatnonzero(segment_ids >= num_segments) if data.size else []  # of rows without elements no number is looked at
        if len(wrong):
            where = place_text(wrong[0], segment_ids.shape)
            raise Error(f"segment_ids{where} = {int(segment_ids.flat[wrong[0]])} is out of range [0, {int(num_segments)})")
        shape = (int(num_segments), *data.shape[segment_ids.ndim :])
        result = np.full(shape, neutral, data.dtype)
        flat = data.reshape(segment_ids.size, *shape[1:])
        kept = np.ravel(segment_ids) >= 0
        if data.size:
            getattr(np, combine).at(result, np.ravel(segment_ids)[kept], flat[kept])
        return result

    return evaluate


class UnsortedSegment(OpSemantics, family=True):
    def infer(data, segment_ids, num_segments):
        if data.shape is None or segment_ids.shape is None:
            return None
        return (num_segments.size, *data.shape[len(segment_ids.shape) :])


def segment_extreme(combine: str, sign):
    """Segments without rows get the worst number of the type (a finite one). The kernel compares, and where a comparison fails takes the new
    row, so that a NaN is forgotten, with all before it, when the next row comes."""

    def evaluate(data, segment_ids, num_segments):
        result = by_segment(combine, finite_limit(data.dtype, sign))(data, segment_ids, num_segments)
        if not is_float(data.dtype) or not np.isnan(data.astype(np.float64)).any():
            return result
        result[...], pick = finite_limit(data.dtype, sign), larger if combine == "maximum" else smaller
        for number, row in zip(segment_ids.ravel().tolist(), data.reshape(segment_ids.size, *result.shape[1:])):
            if number >= 0:
                result[number] = pick(row, result[number])
        return result

    return evaluate


class HistogramFixedWidth(OpSemantics):
    def infer(nbins):
        return (nbins.size,)

    def evaluate(values, value_range, nbins, dtype):
        low, high = value_range.astype(np.float64)
        if nbins <= 0:
            raise Error(f"nbins should be a positive number, but got '{nbins}'")
        if not low < high:
            raise Error(f"value_range should satisfy value_range[0] < value_range[1], but got '[{low:g}, {high:g}]'")
        if nbins == 1:  # which is not looked at
            return np.array([values.size], dtype_of(dtype))
        if np.isnan(values).any():
            raise Error("Histogram values must not contain NaN")
        places = np.floor((np.ravel(values).astype(np.float64) - low) / ((high - low) / int(nbins)))
        places = np.clip(places, 0, int(nbins) - 1).astype(np.int64)
        return np.bincount(places, minlength=int(nbins)).astype(dtype_of(dtype))


class DenseBincount(OpSemantics):
    """How often each number below `size` occurs, in all or in each row; or the sum of the weights there."""

    def infer(input, size):
        return None if input.shape is None else (*input.shape[:-1], size.size)

    def evaluate(input, size, weights, binary_output):
        if input.size and input.min() < 0:
            raise Error(f"{input.min()} is negative, and cannot be counted")
        if size < 0:
            raise Error(f"size ({int(size)}) must be non-negative")
        if weights.size and weights.shape != input.shape:
            same = "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all weights equal to 1."
            raise Error(f"{same} Received {listed(weights.shape)}")
        rows, count = input.reshape(prod(input.shape[:-1]), *input.shape[-1:]), int(size)
        weights = weights.reshape(rows.shape) if weights.size else np.ones(rows.shape, weights.dtype)
        result = np.zeros((len(rows), count), weights.dtype)
        for counts, row, of_row in zip(result, rows, weights):
            fits = row < count
            if binary_output:
                counts[row[fits]] = 1
            else:
                np.add.at(counts, row[fits], of_row[fits])
        return result.reshape(*input.shape[:-1], count)


def check_weights(values: int, weights: int) -> None:
    """Raises where there are fewer weights than values, but some: TensorFlow's kernels read what lies behind them."""
    if 0 < weights < values:
        raise Error(f"there are {values} values, and only {weights} weights")


class SparseBincount(OpSemantics):
    """`DenseBincount` of a sparse tensor's values: of a vector, or of each row of a matrix."""

    def infer(dense_shape, size):
        shape = dense_shape.as_shape
        return None if shape is None else (*shape[: len(shape) > 1], size.size)

    def evaluate(values, indices, dense_shape, size, weights, binary_output):
        weights = weights.ravel()
        if size < 0:
            raise Error(f"size ({size}) must be non-negative")
        if len(indices) != len(values):
            raise Error(f"Number of elements in indices ({len(indices)}) and values ({len(values)}) do not match")
        if len(dense_shape) == 1:
            if weights.size not in (0, values.size):
                raise Error("Input indices and weights must have the same size.")
            return DenseBincount.evaluate(values, size, weights, binary_output)
        check_weights(values.size, weights.size)
        for number, place in enumerate(indices):
            if not ((place >= 0) & (place < dense_shape)).all():
                raise Error(f"Sparse index tuple indices[{number}, :] = [{', '.join(map(str, place.tolist()))}] is out of bounds")
        rows = [(indices[:, 0] == row) & (values >= 0) for row in range(int(dense_shape[0]))]
        parts = [
            DenseBincount.evaluate(values[of], size, weights[: values.size][of] if weights.size else weights, binary_output) for of in rows
        ]
        return np.stack(parts) if parts else np.zeros((0, int(size)), weights.dtype)


class IsotonicRegression(OpSemantics):
    """The falling numbers [..., n] that are nearest to those given, by squares, and in which segment each is: neighbours that rise are
    pooled into their mean (Ayer et al., 1955)."""

    def infer(input):
        return [input.shape, input.shape]

    def evaluate(input, output_dtype):
        kind = dtype_of(output_dtype)
        result, segments = np.zeros(input.shape, kind), np.zeros(input.shape, np.int32)
        if not input.size:
            return [result, segments]
        for numbers, row, own in zip(
            *[each.reshape(-1, input.shape[-1] if input.ndim else 1) for each in (input.astype(np.float64), result, segments)]
        ):
            pools: list[list[float]] = []  # the sum and the count of each
            for number in numbers.tolist():
                pools.append([number, 1])
                while len(pools) > 1 and pools[-1][0] * pools[-2][1] > pools[-2][0] * pools[-1][1]:
                    total, count = pools.pop()
                    pools[-1] = [pools[-1][0] + total, pools[-1][1] + count]
            lengths = [int(count) for _, count in pools]
            row[:] = np.repeat([total / count for total, count in pools], lengths)
            own[:] = np.repeat(np.arange(len(pools)), lengths)
        return [result, segments]


class Bincount(OpSemantics):
    def infer(size):
        return (size.size,)

    def evaluate(arr, size, weights):
        return DenseBincount.evaluate(arr.reshape(-1), size, weights.reshape(-1), False)


SEMANTICS = {
    **ops_of(ArgMax, ArgMin=lambda input, dimension, output_type: first_place(input, dimension, output_type, np.less, 1)),
    **ops_of(
        Reduction,
        Sum=over(total), Mean=over(mean), Max=over(extreme("max", -1)), Min=over(extreme("min", 1)), All=over("all"), Any=over("any"),
        EuclideanNorm=over(lambda input, axis, keepdims: np.sqrt(total(square_of_size(input), axis, keepdims))),
    ),
    **ops_of(
        ShapeOfFirst,
        Cumsum=running(lambda x, axis: np.add.accumulate(x, axis, dtype=x.dtype), 0),
        Cumprod=running(lambda x, axis: np.multiply.accumulate(x, axis, dtype=x.dtype), 1),
        CumulativeLogsumexp=running(log_sums, -inf),
    ),
    **ops_of(
        UnsortedSegment,
        UnsortedSegmentSum=by_segment("add", 0), UnsortedSegmentProd=by_segment("multiply", 1),
        UnsortedSegmentMax=segment_extreme("maximum", -1), UnsortedSegmentMin=segment_extreme("minimum", 1),
    ),
}  # fmt: skip
