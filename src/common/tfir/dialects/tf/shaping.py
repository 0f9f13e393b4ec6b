"""Semantics: what moves, repeats, cuts and joins elements without computing on them, and what asks for shapes."""

from math import prod

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Bare, Error
from tfir.ods import shapes
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ShapeOfFirst, ops_of
from tfir.ods.shapes import anonymous, axis_in, divide_down, fresh, merge, multiply, shape_text, unify, with_rank

# Questions about shapes


class Shape(OpSemantics):
    def infer(input):
        return (fresh() if input.shape is None else len(input.shape),)

    def evaluate(input, out_type):
        return np.asarray(input.shape, dtype_of(out_type))

    def propagate_values(input):
        return None if input.shape is None else [list(input.shape)]


class ShapeN(OpSemantics):
    def infer(input):
        return [Shape.infer(one) for one in input]

    def evaluate(input, out_type):
        return [np.asarray(one.shape, dtype_of(out_type)) for one in input]

    def propagate_values(input):
        return [None if one.shape is None else list(one.shape) for one in input]


class Rank(ScalarResult):
    def evaluate(input):
        return np.int32(input.ndim)

    def propagate_values(input):
        return None if input.shape is None else [[len(input.shape)]]


class Size(ScalarResult):
    def evaluate(input, out_type):
        return np.asarray(input.size, dtype_of(out_type))

    def propagate_values(input):
        return None if input.shape is None else [[shapes.product(input.shape)]]


# The same elements under another shape


class Reshape(OpSemantics):
    """A size of -1 is what the others leave."""

    def infer(tensor, shape):
        target = [] if shape.shape == (0,) else shape.numbers
        if target is None:
            has_product = tensor.shape is not None and shape.shape == (1,)
            return (shapes.product(tensor.shape),) if has_product else shape.as_shape
        if target.count(None) == 1 and -1 not in target:  # whatever it says, it is what the others leave
            target = [-1 if size is None else size for size in target]
        return reshaped(tensor.shape, [fresh() if size is None else size for size in target])

    def evaluate(tensor, shape):
        target = shape.ravel().tolist()
        stated = prod([size for size in target if size != -1])
        check_sizes(target)
        if min(target, default=0) >= -1 and target.count(-1) < 2:
            if -1 in target and stated and tensor.size % stated:
                raise Error(
                    f"Input to reshape is a tensor with {tensor.size} values, but the requested shape requires a multiple of {stated}"
                )
            if -1 not in target and stated != tensor.size:
                raise Error(f"Input to reshape is a tensor with {tensor.size} values, but the requested shape has {stated}")
        return tensor.reshape(reshaped(tensor.shape, target))

    def propagate_values(tensor):
        return [tensor.numbers]


def check_sizes(target: list[int]) -> None:
    """Raises Error in the words of TensorFlow's kernel for sizes of which one is less than -1, or a second one -1."""
    open_ones: list[int] = []
    for number, size in enumerate(target):
        if size < -1:
            raise Error(f"Size {number} must be non-negative, not {size}")
        open_ones += [number] * (size == -1)
        if len(open_ones) > 1:
            raise Error(f"Only one input size may be -1, not both {open_ones[0]} and {number}")


def reshaped(old, target):
    """The sizes of `target`, one of which may be -1, for the elements of a tensor of shape `old`."""
    stated = [size for size in target if size != -1]
    if len(stated) < len(target) - 1 or any([isinstance(size, int) and size < -1 for size in target]):
        raise Error(f"a shape has at most one size of -1, found {tuple(target)}")
    rest = fresh()
    if old is not None and 0 in old and 0 in stated and shapes.is_static(old) and shapes.is_static(stated) and len(stated) < len(target):
        # Any size would do; TensorFlow divides the products of the sizes other than 0.
        rest = shapes.product([size for size in old if size]) // shapes.product([size for size in stated if size])
    elif old is not None:
        try:
            missing = shapes.quotient(old, stated)
            if len(stated) == len(target):
                unify(shapes.product(old), shapes.product(stated))
        except Error:
            raise Error(f"the elements of shape {shape_text(old)} do not fit shape ({', '.join(map(str, target))})") from None
        rest = rest if missing is None else missing
    return tuple([rest if size == -1 else size for size in target])


def axis_or(axis: int, rank: int, refusal: str) -> int:
    """An axis in [-rank, rank) as one in [0, rank). Raises Error, as upstream's verifier words it for the op, outside of that."""
    if not -rank <= axis < rank:
        raise Error(refusal)
    return axis % rank


class Squeeze(OpSemantics):
    """Without the axes named, or without all of size 1 when none is named."""

    def infer(input, squeeze_dims):
        shape = input.shape
        if shape is None or (not squeeze_dims and not shapes.is_static(shape)):
            return None
        rank = len(shape)
        named = {axis_or(axis, rank, f"squeeze dimension {axis} not in [-{rank}, {rank})") for axis in squeeze_dims}
        axes = named or {axis for axis, size in enumerate(shape) if size == 1}
        for axis in axes:
            unify(shape[axis], 1, f"size of axis {axis} and 1")
        return tuple([size for axis, size in enumerate(shape) if axis not in axes])

    def evaluate(input, squeeze_dims):
        axes = {axis_in(axis, input.ndim) for axis in squeeze_dims} or {axis for axis, size in enumerate(input.shape) if size == 1}
        for axis in axes:
            if input.shape[axis] != 1:
                raise Error(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {input.shape[axis]}")
        return np.squeeze(input, tuple(axes))

    def propagate_values(input):
        return [input.numbers]


class ExpandDims(OpSemantics):
    def infer(input, dim):
        if input.shape is None:
            return None
        if dim.number is None:
            return with_rank(None, len(input.shape) + 1)
        axis = axis_in(dim.number, len(input.shape) + 1)
        return (*input.shape[:axis], 1, *input.shape[axis:])

    def evaluate(input, dim):
        number, places = int(dim.item()), input.ndim + 1
        if not -places <= number < places:
            raise Error(f"Tried to expand dim index {number} for tensor with {input.ndim} dimensions.")
        return np.expand_dims(input, number)

    def propagate_values(input):
        return [input.numbers]


# Order


class Transpose(OpSemantics):
    def infer(x, perm):
        order = perm.integers
        if order is None:
            [count] = with_rank(perm.shape, 1, "perm")
            rank = count if x.shape is None else unify(len(x.shape), count, "the number of axes and the length of perm")
            return with_rank(None, rank) if isinstance(rank, int) else None
        shape = with_rank(x.shape, len(order), "the transposed operand")
        if sorted(axis % len(order) for axis in order) != list(range(len(order))):
            raise Error(f"{order} is no order of {len(order)} axes")
        return tuple([shape[axis] for axis in order])

    def evaluate(x, perm):
        order = [int(axis) for axis in perm]
        if len(order) != x.ndim:
            raise Error(f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size {len(order)}")
        wrong = next((axis for axis in order if not -x.ndim <= axis < x.ndim), None)
        if wrong is not None:
            raise Error(f"{wrong} is out of range [0 .. {x.ndim})")
        missing = next((axis for axis in range(x.ndim) if axis not in [each % x.ndim for each in order]), None)
        if missing is not None:
            raise Error(f"{missing} is missing from {{{','.join([str(each % x.ndim) for each in order])}}}.")
        return np.transpose(x, order)


class ConjugateTranspose(Transpose):
    def evaluate(x, perm):
        moved = np.transpose(x, [int(axis) for axis in perm])
        return np.conj(moved) if x.dtype.kind == "c" else moved


class InvertPermutation(OpSemantics):
    def infer(x):
        return with_rank(x.shape, 1)

    def evaluate(x):
        met = set()
        for number in x.tolist():
            if not 0 <= number < len(x):
                raise Error(f"{number} is not between 0 and {len(x)}")
            if number in met:
                raise Error(f"{number} is duplicated in the input.")
            met.add(number)
        return np.argsort(x).astype(x.dtype)


def reversed_along(tensor, axes: list[int]):
    """Turned round along each of the axes; a scalar has none, nor has a tensor without elements, whatever is said of it."""
    if len(set(axes)) < len(axes):
        raise Error(f"axis {next(axis for axis in axes if axes.count(axis) > 1)} specified more than once.")
    return np.flip(tensor, tuple(axes))


def flagged(dims, rank: int) -> list[int]:
    if rank and dims.size != rank:
        raise Error(
            f"'dims' must have the same number of values as 'input' has dimensions. 'input' has {rank}'dims' has {dims.size} values"
        )
    return [axis for axis in range(rank) if dims[axis]]


class ReverseSequence(OpSemantics):
    """The first `seq_lengths[b]` entries of each batch member are turned round."""

    def infer(input, seq_lengths, batch_dim):
        (members,) = with_rank(seq_lengths.shape, 1, "seq_lengths")
        if input.shape is None:
            return None
        at = axis_in(batch_dim, len(input.shape))
        return (*input.shape[:at], unify(members, input.shape[at], "numbers of members"), *input.shape[at + 1 :])

    def evaluate(input, seq_lengths, seq_dim, batch_dim):
        result = np.moveaxis(input, (batch_dim, seq_dim), (0, 1)).copy()
        for member, length in enumerate(seq_lengths):
            if not 0 <= length <= result.shape[1]:
                raise Error(f"seq_lens({member}) {'< 0' if length < 0 else f'> input.dims({seq_dim})'}")
            result[member, :length] = result[member, :length][::-1]
        return np.moveaxis(result, (0, 1), (batch_dim, seq_dim))


class Roll(ShapeOfFirst):
    def evaluate(input, shift, axis):
        if shift.shape != axis.shape:
            raise Error("shift and axis must have the same size")
        axes = [axis_in(int(one), input.ndim) for one in np.ravel(axis)]
        return np.roll(input, [int(one) for one in np.ravel(shift)], axes)


# Joining and splitting


def require_compatible(values, differing: int) -> None:
    """Raises Error, in the words of upstream's verifier, where ranks differ, or sizes along more axes than `differing`."""
    common: list[int | None] | None = None
    axes = set[int]()
    for value in [value for value in values if value.shape is not None]:
        common = [None] * len(value.shape) if common is None else common
        if len(value.shape) != len(common):
            raise incompatible(value, f"expected rank: {len(common)}")
        for axis, size in enumerate(value.shape):
            if axis in axes or not isinstance(size, int):
                continue
            if common[axis] is None:
                common[axis] = size
            elif common[axis] != size:
                if len(axes) == differing:
                    raise incompatible(value, f"expected dimension at index {axis}: {common[axis]}")
                axes.add(axis)


def incompatible(value, expected: str) -> Error:
    return Error(Bare(f"operand type '{value.type}' is not compatible with preceding operands; {expected}"))


class ConcatV2(OpSemantics):
    def infer(values, axis):
        if axis.shape is not None and len(axis.shape) > 1:
            raise Error("requires axis to be of scalar type (or vector type for older versions)")
        require_compatible(values, differing=1)
        if axis.number is not None:
            return shapes.concatenate([value.shape for value in values], axis.number)
        rank = next((len(value.shape) for value in values if value.shape is not None), None)
        return None if rank is None else with_rank(None, rank)

    def evaluate(values, axis):
        rank, number = values[0].ndim, int(axis.item())
        if not rank:
            raise Error("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
        if not -rank <= number < rank:
            raise Error(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {number}")
        for at, value in enumerate(values):
            require_joinable(values[0].shape, value.shape, number % rank, at)
        return np.concatenate(values, number)

    def propagate_values(values):
        parts = [value.vector for value in values]
        return None if None in parts else [[number for part in parts for number in part]]


def require_joinable(first, other, axis: int, number: int) -> None:
    both = f"shape[0] = {listed(first)} vs. shape[{number}] = {listed(other)}"
    if len(other) != len(first):
        raise Error(f"ConcatOp : Ranks of all input tensors should match: {both}")
    for at, (size, same) in enumerate(zip(first, other)):
        if at != axis and size != same:
            raise Error(f"ConcatOp : Dimension {at} in both shapes must be equal: {both}")


class Concat(OpSemantics):
    def infer(concat_dim, values):
        return ConcatV2.infer(values, concat_dim)

    def evaluate(concat_dim, values):
        return ConcatV2.evaluate(values, concat_dim)

    def propagate_values(values):
        return ConcatV2.propagate_values(values)


class ConcatOffset(OpSemantics):
    def infer(concat_dim, shape):
        if len(shape) < 2:
            raise Error(f"requires N to be at least 2, got {len(shape)}")
        if concat_dim.rank not in (None, 0):
            raise Error(f"requires concat_dim to be a scalar, got tensor of rank {concat_dim.rank}")
        length = None
        for number, one in enumerate(shape):
            if one.rank not in (None, 1):
                raise Error(f"requires shape tensor operand {number} to be of rank 1, got tensor of rank {one.rank}")
            if not shapes.is_static(one.shape):
                continue
            if length not in (None, one.shape[0]):
                lengths = f"to be of length {length}, got tensor (rank 1) of length {one.shape[0]}"
                raise Error(f"requires shape tensor (rank 1) operand {number} {lengths}")
            [length] = one.shape
        return [one.shape for one in shape]

    def evaluate(concat_dim, shape):
        axis, offsets, at = axis_in(int(concat_dim), len(shape[0])), [], 0
        for one in shape:
            offsets.append(np.zeros_like(one))
            offsets[-1][axis] = at
            at += int(one[axis])
        return offsets


def axis_of_split(value, split_dim) -> int | None:
    """The axis that is split; None where it is not known. Raises Error in the words of upstream's verifier."""
    if split_dim.rank not in (None, 0):
        raise Error("split dimension should be an integer scalar tensor")
    if value.shape == ():
        raise Error("cannot split scalar input tensor")
    axis, rank = split_dim.number, value.rank
    if rank is None or axis is None:
        return None
    return axis_or(axis, rank, f"split dimension must be in range [-{rank}, {rank})")


class Split(OpSemantics):
    def infer(split_dim, value, num_split):
        axis = axis_of_split(value, split_dim)
        if axis is None:
            return [None if value.shape is None else with_rank(None, len(value.shape))] * num_split
        size = value.shape[axis]
        if isinstance(size, int) and size % num_split:
            raise Error(f"dimension #{axis} not divisible by the number of result tensors")
        return [(*value.shape[:axis], divide_down(size, num_split), *value.shape[axis + 1 :])] * num_split

    def evaluate(split_dim, value, num_split):
        axis = split_axis(value, split_dim)
        if value.shape[axis] % num_split:
            told = f"split_dim {axis} (size = {value.shape[axis]}) and num_split {num_split}"
            raise Error(f"Number of ways to split should evenly divide the split dimension, but got {told}")
        return np.split(value, num_split, axis)

    def propagate_values(value, num_split):
        numbers = value.vector
        if numbers is None:
            return None
        length = len(numbers) // num_split
        return [numbers[at : at + length] for at in range(0, len(numbers), length)]


def split_axis(value, split_dim) -> int:
    axis, rank = int(split_dim.item()), value.ndim
    return axis_or(axis, rank, f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {axis}")


def split_sizes(parts, total) -> list[int]:
    """The sizes of the parts, one of which may be -1. Raises Error in the words of upstream's verifier."""
    parts = [int(size) for size in parts]
    if not isinstance(total, int):
        return parts
    if parts.count(-1) > 1:
        raise Error("cannot have more than one dynamic dimension in split sizes")
    stated = sum([size for size in parts if size != -1])
    if (stated > total) if -1 in parts else (stated != total):
        bound = "be less than or equal to " if -1 in parts else ""
        raise Error(f"split sizes must sum up to {bound}the dimension size along split dimension, found {stated} vs {total}")
    return [total - stated if size == -1 else size for size in parts]


class SplitV(OpSemantics):
    def infer(value, size_splits, split_dim, num_split):
        if anonymous(size_splits.shape) not in (None, (None,), (num_split,)):
            raise Error(f"split sizes should be a 1D tensor of {num_split} elements")
        axis = axis_of_split(value, split_dim)
        if axis is None or size_splits.integers is None:
            return [None if value.shape is None else with_rank(None, len(value.shape)) for _ in range(num_split)]
        parts = split_sizes(size_splits.integers, value.shape[axis])
        return [(*value.shape[:axis], fresh() if size < 0 else size, *value.shape[axis + 1 :]) for size in parts]

    def evaluate(value, size_splits, split_dim, num_split):
        if size_splits.ndim != 1 or size_splits.size != num_split:
            told = f"got {size_splits.ndim} -D and {size_splits.size} elements"
            raise Error(f"size of the split_tensor must be 1-D and have the same elements as outputs {told}")
        axis = split_axis(value, split_dim)
        check_split_sizes(size_splits.tolist(), value.shape[axis])
        parts = split_sizes(size_splits, value.shape[axis])
        return np.split(value, np.cumsum(parts)[:-1], axis)


def check_split_sizes(parts: list[int], total: int) -> None:
    """Raises Error in the words of TensorFlow's kernel."""
    if parts.count(-1) > 1:
        raise Error("There can only be one -1 in the input.")
    stated = sum([size for size in parts if size != -1])
    if stated > total if -1 in parts else stated != total:
        exactly = "exactly if fully specified, or be less than the size of the input along split_dim if not fully specified"
        raise Error(f"Determined shape must either match input shape along split_dim {exactly}.  Got: {stated}")
    for number, size in enumerate(parts):
        if size < -1:
            raise Error(f"Split size at index {number} must be >= 0. Got: {size}")


class Pack(OpSemantics):
    def infer(values, axis):
        require_compatible(values, differing=0)
        shape = None
        for value in values:
            shape = merge(shape, value.shape)
        if shape is None:
            return None
        places = len(shape) + 1
        axis = axis_or(axis, places, Bare(f"attribute 'axis' should be within range [{-places}, {places}); actual value: {axis}"))
        return (*shape[:axis], len(values), *shape[axis:])

    def evaluate(values, axis):
        sizes = [getattr(value, "shape", ()) for value in values]  # what a variant holds is no array
        places = len(sizes[0]) + 1
        if not -places <= axis < places:
            raise Error(f"axis = {axis} not in [{-places}, {places})")
        for at, shape in enumerate(sizes):
            if shape != sizes[0]:
                shapes = f"values[0].shape = {listed(sizes[0])} != values[{at}].shape = {listed(shape)}"
                raise Error(f"Shapes of all inputs must match: {shapes}")
        return np.stack(values, axis)

    def propagate_values(values, axis):
        if all([value.shape == () for value in values]):
            return [[None if value.numbers is None else value.numbers[0] for value in values]]
        rows = [value.vector for value in values]
        return None if axis or None in rows else [[number for row in rows for number in row]]


class Unpack(OpSemantics):
    def infer(value, axis, num):
        if value.shape is None:
            return [None] * num
        rank = len(value.shape)
        axis = axis_or(axis, rank, f"axis attribute must be in the range of [-{rank}, {rank})")
        size = value.shape[axis]
        if isinstance(size, int) and size != num:
            raise Error(f"result count must be equal to {size}")
        return [(*value.shape[:axis], *value.shape[axis + 1 :])] * num

    def evaluate(value, axis, num):
        if value.shape[axis] != num:
            raise Error(f"Input shape axis {axis_in(axis, value.ndim)} must equal {num}, got shape {listed(value.shape)}")
        return list(np.moveaxis(value, axis, 0))

    def propagate_values(value):
        numbers = value.vector
        return None if numbers is None else [[number] for number in numbers]


# Growing


class TileGrad(OpSemantics):
    """The sums of the copies that `Tile` made."""

    def infer(input, multiples):
        numbers = multiples.numbers
        if numbers is None or input.shape is None:
            return None
        pairs = zip(with_rank(input.shape, len(numbers), "the gradient"), numbers)
        return tuple([size // times if isinstance(size, int) and isinstance(times, int) and times else fresh() for size, times in pairs])

    def evaluate(input, multiples):
        split = [part for size, times in zip(input.shape, multiples) for part in (int(times), size // max(1, int(times)))]
        return input.reshape(split).sum(tuple(range(0, 2 * input.ndim, 2)), dtype=input.dtype)


class ParallelConcat(OpSemantics):
    """Along the first axis, of which each value has one."""

    def infer(values):
        sizes = values[0].shape
        return None if sizes is None else (len(values), *sizes[1:])

    def evaluate(values):
        if any([each.ndim < 1 or each.shape[0] != 1 for each in values]):
            raise Error("Size of first dimension of each value must be 1")
        return np.concatenate(values)


class Tile(OpSemantics):
    def infer(input, multiples):
        numbers = multiples.numbers
        if numbers is None:
            return None if input.shape is None else with_rank(None, len(input.shape))
        for number, times in enumerate(numbers):
            if isinstance(times, int) and times < 0:
                raise Error(f"expected multiples to be non-negative, got multiples[{number}] = {times}")
        shape = with_rank(input.shape, len(numbers), "the tiled operand")
        return tuple([fresh() if times is None else multiply(size, times) for size, times in zip(shape, numbers)])

    def evaluate(input, multiples):
        if len(multiples) != input.ndim:
            raise Error(f"Expected multiples argument to be a vector of length {input.ndim} but got length {len(multiples)}")
        return np.tile(input, [int(times) for times in multiples])


SEMANTICS = {
    **ops_of(
        ShapeOfFirst,
        ReverseV2=lambda tensor, axis: reversed_along(
            tensor, [axis_in(int(one), tensor.ndim) for one in np.ravel(axis) if tensor.size and tensor.ndim]
        ),
        Reverse=lambda tensor, dims: reversed_along(tensor, flagged(dims, tensor.ndim)),
    ),
}
