"""Semantics: parts of a tensor, cut out along its axes."""

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, with_rank


def blank(shape, dtype):
    """Zeros, or empty texts."""
    return np.full(shape, b"" if dtype.hasobject else 0, dtype)


class Slice(OpSemantics):
    """From `begin`, `size` elements along each axis; a size of -1 is the rest."""

    def infer(input, begin, size):
        rank = next((s.shape[0] for s in (begin, size) if s.shape is not None and isinstance(s.shape[0], int)), None)
        shape = input.shape if rank is None else with_rank(input.shape, rank, "the sliced operand")
        if shape is None or size.numbers is None:
            return None if shape is None else with_rank(None, len(shape))
        begins = [None] * len(shape) if begin.numbers is None else begin.numbers
        return tuple([slice_size(n, at, count) for n, at, count in zip(shape, begins, size.numbers)])

    def evaluate(input, begin, size):
        check_slice(input.shape, begin, size)
        counts = [slice_size(n, int(at), int(count)) for n, at, count in zip(input.shape, begin, size)]
        parts = [slice(int(at), int(at) + count) for at, count in zip(begin, counts)]
        return input[(*parts, ...)]  # of no axes too an array, where Python's element would come

    def propagate_values(input, begin, size):
        numbers = input.vector
        if numbers is None or begin.number is None or size.number is None:
            return None
        return [numbers[begin.number :][: None if size.number < 0 else size.number]]


def check_slice(shape, begin, size) -> None:
    """Raises Error in the words of TensorFlow's kernel."""
    if (len(shape),) != begin.shape or begin.shape != size.shape:
        told = f"but got shapes {listed(begin.shape)} and {listed(size.shape)} instead."
        raise Error(f"Expected begin and size arguments to be 1-D tensors of size {len(shape)}, {told}")
    for axis, (length, at, count) in enumerate(zip(shape, begin.tolist(), size.tolist())):
        if not 0 <= at <= length:
            raise Error(f"Expected begin[{axis}] in [0, {length}], but got {at}")
        if count != -1 and not 0 <= count <= length - at:
            raise Error(f"Expected size[{axis}] in [0, {length - at}], but got {count}")


def slice_size(size, begin, count):
    """How many elements `count` are, -1 being the rest; an error where they lie outside."""
    if begin is None or count is None:
        return fresh() if count is None or count == -1 else count
    elements = shapes.subtract(size, begin) if count == -1 else count
    if isinstance(size, int) and isinstance(begin, int) and isinstance(elements, int):
        if begin < 0 or elements < 0 or begin + elements > size:
            raise Error(f"a slice of {count} from {begin} lies outside of size {size}")
    return elements


def slice_entries(rank: int, count: int, ellipsis_mask: int, new_axis_mask: int, shrink_axis_mask: int) -> list[tuple]:
    """The steps of a strided slice, in the order of the result: ("new", None, entry), ("take", axis, entry) for an axis that one
    index picks from, ("slice", axis, entry), where `entry` numbers begin, end and stride, or is None for a whole axis."""
    new = [bool(new_axis_mask >> at & 1) for at in range(count)]
    ellipsis = next((at for at in range(count) if ellipsis_mask >> at & 1), None)
    named = sum([at != ellipsis and not new[at] for at in range(count)])
    if named > rank:
        raise Error(f"Index out of range using input dim {rank}; input has only {rank} dims")
    entries, axis = [], 0
    for at in [*range(count), *([None] if ellipsis is None else [])]:
        if at == ellipsis:  # also stands behind the last entry when there is no ellipsis
            entries += [("slice", axis + extra, None) for extra in range(rank - named)]
            axis += rank - named
        elif new[at]:
            entries.append(("new", None, at))
        else:
            entries.append(("take" if shrink_axis_mask >> at & 1 else "slice", axis, at))
            axis += 1
    return entries


def slice_of(entry, begin, end, strides, begin_mask: int, end_mask: int) -> slice:
    """Python's slice for an entry; its rules for negative and too large indices are TensorFlow's."""
    if entry is None:
        return slice(None)
    low = None if begin_mask >> entry & 1 else int(begin[entry])
    high = None if end_mask >> entry & 1 else int(end[entry])
    if int(strides[entry]) == 0:
        raise Error("a stride of 0 goes nowhere")
    return slice(low, high, int(strides[entry]))


def check_stride(entry: int, stride: int, is_index: bool) -> None:
    if stride == 0:
        raise Error(f"strides[{entry}] must be non-zero")
    if is_index and stride < 0:
        raise Error("only stride 1 allowed on non-range indexing.")


def taken(index: int, size: int, axis: int | None = None) -> int:
    if axis is not None and not -size <= index < size:
        raise Error(f"slice index {index + size if index < 0 else index} of dimension {axis} out of bounds.")
    if not -size <= index < size:
        raise Error(f"index {index} lies outside of size {size}")
    return index % size


class StridedSlice(OpSemantics):
    def infer(input, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, slices_fit=False):
        count = next((s.shape[0] for s in (begin, end, strides) if s.shape is not None and isinstance(s.shape[0], int)), None)
        if input.shape is None or count is None:
            return None
        entries = slice_entries(len(input.shape), count, ellipsis_mask, new_axis_mask, shrink_axis_mask)
        values = [[None] * count if s.numbers is None else s.numbers for s in (begin, end, strides)]
        return tuple([
            1 if kind == "new" else _strided_size(input.shape[axis], entry, *values, begin_mask, end_mask, slices_fit)
            for kind, axis, entry in entries if kind != "take"
        ])  # fmt: skip

    def evaluate(input, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        index = []
        if ellipsis_mask & ellipsis_mask - 1:
            raise Error("Multiple ellipses in slice spec not allowed")
        for kind, axis, entry in slice_entries(input.ndim, len(begin), ellipsis_mask, new_axis_mask, shrink_axis_mask):
            if kind != "new" and entry is not None:
                check_stride(entry, int(strides[entry]), kind == "take")
            if kind == "new":
                index.append(None)
            elif kind == "take":
                index.append(taken(int(begin[entry]), input.shape[axis], axis))
            else:
                index.append(slice_of(entry, begin, end, strides, begin_mask, end_mask))
        return input[(*index, ...)]  # an array always: of texts one alone would be bytes

    def propagate_values(input, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        numbers, bounds = input.vector, [begin.numbers, end.numbers, strides.numbers]
        if numbers is None or None in bounds or ellipsis_mask or new_axis_mask or [len(each) for each in bounds] != [1, 1, 1]:
            return None
        if shrink_axis_mask:
            return None if begin.number is None else [[numbers[taken(begin.number, len(numbers))]]]
        return [numbers[slice_of(0, *bounds, begin_mask, end_mask)]]


def _strided_size(size, entry, begin, end, strides, begin_mask: int, end_mask: int, slices_fit: bool):
    if entry is None:
        return size
    step = strides[entry]
    low, high = 0 if begin_mask >> entry & 1 else begin[entry], size if end_mask >> entry & 1 else end[entry]
    is_whole = low == 0 and step == 1 and high is size
    if is_whole or (step == -1 and begin_mask & end_mask & 1 << entry):
        return size
    if not (isinstance(size, int) and isinstance(step, int) and isinstance(low, int) and isinstance(high, int)):
        if not slices_fit or None in (low, step, high):
            return fresh()
        bounds = fitting_bounds(size, entry, begin, end, strides, begin_mask, end_mask)
        return fresh() if bounds is None else shapes.divide_up(shapes.subtract(bounds[1], bounds[0]), step)
    return len(range(*slice_of(entry, begin, end, strides, begin_mask, end_mask).indices(size)))


def fitting_bounds(size, entry, begin, end, strides, begin_mask: int, end_mask: int):
    """Where a slice begins along an axis, and where it ends, as sizes, if it lies inside of the axis but for a number at which it ends. None where it goes backwards, or nothing says that."""
    step = strides[entry]
    low, high = 0 if begin_mask >> entry & 1 else begin[entry], size if end_mask >> entry & 1 else end[entry]
    if not isinstance(step, int) or step <= 0 or low is None or high is None:
        return None
    if isinstance(low, int) and low < 0:
        low = shapes.add(size, low) if low == -1 else shapes.most(shapes.add(size, low), 0)
    if isinstance(high, int):
        high = shapes.add(size, high) if high < 0 else shapes.least(size, high)
    return low, high


class StridedSliceGrad(OpSemantics):
    """Zeros of the given shape with `dy` where the slice would be."""

    def infer(shape):
        return shape.as_shape

    def evaluate(shape, begin, end, strides, dy, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        gradient, index, axes = blank(shape, dy.dtype), [], []
        for kind, axis, entry in slice_entries(len(shape), len(begin), ellipsis_mask, new_axis_mask, shrink_axis_mask):
            if kind == "take":
                index.append(taken(int(begin[entry]), int(shape[axis])))
            elif kind == "slice":
                index.append(slice_of(entry, begin, end, strides, begin_mask, end_mask))
            axes += [] if kind == "take" else [kind == "new"]
        gradient[tuple(index)] = np.squeeze(dy, tuple(np.flatnonzero(axes)))
        return gradient
