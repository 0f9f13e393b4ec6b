"""Checks of ops that take parts of tensors: slices, gathers and scatters, splits, segments."""

from tfir.dialects.tf.verify.checks import cast_compatible, differ, has_rank, has_rank_from, is_known


def matrix_band_part(input, num_lower, num_upper):
    if not has_rank_from(input, 2):
        return f"requires `input` to have rank of at least 2, but found '{input}'"
    for name, type in (("num_lower", num_lower), ("num_upper", num_upper)):
        if not has_rank(type, 0):
            return f"requires `{name}` to have 0 dimensions, but found '{type}'"
    return None


def select(condition, then_value, else_value):
    if not cast_compatible(then_value, else_value):
        return "requires t and e have compatible shapes"
    shapes = [type.shape for type in (then_value, else_value) if type.shape is not None]
    if not shapes or condition.shape is None or len(condition.shape) in (0, len(shapes[0])):
        return None
    if len(condition.shape) != 1:
        return "requires that pred is a scalar OR has the same rank as t and e OR is a vector"
    if not shapes[0]:
        return "requires that t and e are nonscalar when pred is a vector"
    if any([differ(shape[0], condition.shape[0]) for shape in shapes]):
        return "requires that, when pred is a vector, the shape matches the first dimension of t and e"
    return None


def tensor_scatter_update(tensor, indices):
    for name, type in (("tensor", tensor), ("indices", indices)):
        if not has_rank_from(type, 1):
            return f"requires {name} operand to have at least 1 dimension"
    if tensor.shape is not None and indices.shape and indices.shape[-1] is not None and indices.shape[-1] > len(tensor.shape):
        return "requires tensor operand with rank greater than or equal to the indices operand's last dimensions"
    return None


def top_k(input, k):
    if not has_rank_from(input, 1):
        return "requires input operand to have at least 1 dimension"
    return None if has_rank(k, 0) else "requires k operand to be 0D tensor"


def gather(params, indices, axis, batch_dims, known_axis):
    if indices.shape is not None:
        rank = len(indices.shape)
        if not -rank <= batch_dims <= rank:
            return f"batch_dims ({batch_dims}) must be in range [{-rank}, {rank + 1})"
        batch_dims += rank * (batch_dims < 0)
    if not has_rank(axis, 0, 1):
        return "requires axis to have rank at most 1"
    if not known_axis:
        return None
    number = known_axis[0]
    if params.shape is not None:
        rank = len(params.shape)
        if not -rank <= number < rank:
            return f"axis ({number}) must be in range [{-rank}, {rank})"
        number += rank * (number < 0)
    if batch_dims >= 0 and 0 <= number < batch_dims:
        return f"requires axis ({number}) to be greater than or equal to batch_dims ({batch_dims})"
    return None


# Slices


def slice(input, begin, size, output, known_begin, known_size):
    for name, type in (("begin", begin), ("size", size)):
        if not has_rank(type, 1):
            return f"requires {name} operand to be 1D tensor"
    if not is_known(begin) or not is_known(size):
        return None
    if begin.shape != size.shape:
        return "requires begin and size operands to have the same number of elements"
    if input.shape is not None and begin.shape[0] != len(input.shape):
        return "requires number of elements in begin and size are equal to input rank"
    if None not in (input.shape, output.shape) and len(output.shape) != len(input.shape):
        ranks = f"got input rank {len(input.shape)} and output rank {len(output.shape)}"
        return f"requires output to have the same rank as input, but {ranks}"
    unknown = (None,) * begin.shape[0]
    lies_inside = [fits(*sizes) for sizes in zip(known_begin or unknown, known_size or unknown, input.shape or unknown)]
    if all(lies_inside):
        return None
    if known_begin is None:
        return "requires size[i] <= Di, even if begin[i] is unknown at compile time"
    return "requires 0 <= begin[i] <= begin[i] + size[i] <= Di"


def fits(begin: int | None, length: int | None, size: int | None) -> bool:
    """Whether a slice may lie inside of an axis, as far as is known; a length of -1 is the rest."""
    begin = begin or 0
    return begin >= 0 and (size is None or begin + max(length or 0, 0) <= size)


def strided_slice(begin, end, strides, ellipsis_mask, known_begin, known_end, known_strides):
    lengths = []
    for type, values in ((begin, known_begin), (end, known_end), (strides, known_strides)):
        if not has_rank(type, 1):
            return "requires begin, end and strides to be 1D tensors"
        if is_known(type) or values is not None:
            lengths.append(len(values) if values is not None else type.shape[0])
    if lengths and lengths[0] >= 32:
        return "requires begin, end and strides operands with less than 32 elements"
    if len(set(lengths)) > 1:
        return "requires begin, end and strides to have the same number of elements"
    if 0 in (known_strides or ()):
        return "requires non-zero strides"
    return "cannot have multiple ellipses" if ellipsis_mask & (ellipsis_mask - 1) else None


def strided_slice_grad(shape, begin, end, strides, ellipsis_mask, known_begin, known_end, known_strides):
    if not has_rank(shape, 1):
        return f"'shape' operand must be 1D tensor, but got {len(shape.shape)}D tensor"
    return strided_slice(begin, end, strides, ellipsis_mask, known_begin, known_end, known_strides)


# Segments


def unsorted_segment(data, segment_ids, num_segments, known_num_segments):
    if not has_rank(num_segments, 0):
        return "number of segments should be a 0-D tensor"
    if data.shape is not None and segment_ids.shape is not None:
        if len(data.shape) < len(segment_ids.shape):
            return "requires segment ids rank to be less than or equal to data's rank"
        for number, (one, other) in enumerate(zip(segment_ids.shape, data.shape)):
            if differ(one, other):
                where = f"but dimension #{number} differs: {one} vs. {other}"
                return f"requires segment ids shape to be a prefix of data shape, {where}"
    return "num of segments cannot be negative" if known_num_segments and known_num_segments[0] < 0 else None


def dynamic_stitch(indices, merged, known_indices):
    if not indices:
        return "requires attribute N with value >= 1"
    if merged.shape == ():
        return "requires non scalar output"
    for number in [number for numbers in known_indices if numbers for number in numbers]:
        if number < 0:
            return f"requires non-negative index values; found {number}"
    if None in known_indices:
        return None
    numbers = {number for numbers in known_indices for number in numbers}
    missing = next((number for number in range(max(numbers, default=-1) + 1) if number not in numbers), None)
    return None if missing is None else f"missing index {missing}"


VERIFY = {
    "MatrixBandPart": matrix_band_part, "Select": select, "TensorScatterUpdate": tensor_scatter_update, "TopKV2": top_k, "GatherV2": gather,
    "Slice": slice, "StridedSlice": strided_slice, "StridedSliceGrad": strided_slice_grad,
    "DynamicStitch": dynamic_stitch, **dict.fromkeys([f"UnsortedSegment{how}" for how in ("Max", "Min", "Prod", "Sum")], unsorted_segment),
}  # fmt: skip
