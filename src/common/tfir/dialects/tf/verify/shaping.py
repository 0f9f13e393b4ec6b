"""Checks of ops that arrange elements: reshaping, concatenation, tiling, blocks in space and batch, shapes as values."""

from math import prod

from tfir.dialects.tf.verify.checks import (
    Bare,
    broadcast,
    cast_compatible,
    differ,
    has_rank,
    has_rank_from,
    inferred_shape,
    is_known,
)
from tfir.dialects.tf_type import SubtypedType
from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.types import I32, I64, FloatType, IntegerType, TensorType, shapes_fit

# Bits


def bitcast(input, output):
    if not all([is_known(type) and isinstance(type.element, (IntegerType, FloatType)) for type in (input, output)]):
        return None
    narrow, wide = input.element.width, output.element.width
    if narrow == wide:
        return None
    return split_elements(input, output, "input", narrow, wide) if narrow < wide else split_elements(output, input, "output", wide, narrow)


def split_elements(narrow, wide, side: str, narrow_width: int, wide_width: int) -> str | None:
    """The error message where several narrow elements, those of `side`, in a last axis of their own, do not make a wide one; or None."""
    ranks = (len(narrow.shape), len(wide.shape)) if side == "input" else (len(wide.shape), len(narrow.shape))
    if len(narrow.shape) != len(wide.shape) + 1:
        expected = ranks[0] - 1 if side == "input" else ranks[0] + 1
        return f"rank of input tensor is {ranks[0]}. rank of output tensor is expected to be {expected}, instead of {ranks[1]}."
    if narrow.shape[-1] != wide_width // narrow_width:
        requirement = f"the last dimension of {side} is expected to be {wide_width // narrow_width}"
        return f"{side} rightmost dimension size is not equal to the divisor. {requirement}"
    return None


# Several tensors


def concat(concat_dim, values):
    return concatenated(concat_dim, values)


def concat_v2(values, axis):
    return concatenated(axis, values)


def concatenated(axis, values) -> str | None:
    if not has_rank(axis, 0, 1):
        return "requires axis to be of scalar type (or vector type for older versions)"
    return incompatible(values, may_differ=True)


def incompatible(types, may_differ: bool) -> str | None:
    """The error message where shapes differ (in more than one axis if `may_differ`), or None."""
    common, axis = None, None
    for type in [type for type in types if type.shape is not None]:
        if common is None:
            common = [None] * len(type.shape)
        if len(common) != len(type.shape):
            return Bare(f"operand type '{type}' is not compatible with preceding operands; expected rank: {len(common)}")
        for number, size in enumerate(type.shape):
            if number == axis or size is None:
                continue
            if common[number] is None:
                common[number] = size
            elif common[number] != size:
                if not may_differ or axis is not None:
                    requirement = f"expected dimension at index {number}: {common[number]}"
                    return Bare(f"operand type '{type}' is not compatible with preceding operands; {requirement}")
                axis = number
    return None


def concat_offset(concat_dim, shape, offset):
    if len(shape) < 2:
        return f"requires N to be at least 2, got {len(shape)}"
    if len(shape) != len(offset):
        return f"requires sizes of shapes and offsets to be the same, got sizes {len(shape)} and {len(offset)}"
    if not has_rank(concat_dim, 0):
        return f"requires concat_dim to be a scalar, got tensor of rank {len(concat_dim.shape)}"
    length = None
    for number, (one, other) in enumerate(zip(shape, offset)):
        if not shapes_fit(one.shape, other.shape):
            return f"requires operand and result {number} to have compatible shapes"
        if not has_rank(one, 1):
            return f"requires shape tensor operand {number} to be of rank 1, got tensor of rank {len(one.shape)}"
        if is_known(one):
            if differ(length, one.shape[0]):
                requirement = f"to be of length {length}, got tensor (rank 1) of length {one.shape[0]}"
                return f"requires shape tensor (rank 1) operand {number} {requirement}"
            length = one.shape[0]
    return None


def pack(values, axis):
    wrong = incompatible(values, may_differ=False)
    rank = next((len(type.shape) for type in values if type.shape is not None), None)
    if wrong is None and rank is not None and not -rank - 1 <= axis <= rank:
        return Bare(f"attribute 'axis' should be within range [{-rank - 1}, {rank + 1}); actual value: {axis}")
    return wrong


# One tensor


def fill(dims, value):
    if not has_rank(dims, 1):
        return "requires dims to be a 1D tensor"
    return None if has_rank(value, 0) else "requires value to be a scalar"


def reshape(op, tensor, shape, output, known_shape):
    if not has_rank(shape, 1):
        return f"requires 'shape' to be rank 1, but got {len(shape.shape)}"
    wrong = wrong_sizes(tensor, known_shape) if known_shape is not None else None
    if wrong is not None or output.shape is None:
        return wrong
    if is_known(output) and is_known(tensor) and prod(output.shape) != prod(tensor.shape):
        counts = f"{prod(output.shape)} and {prod(tensor.shape)}"
        return f"requires 'output' number of elements to match 'tensor' number of elements, but got {counts}"
    expected = TensorType(inferred_shape(op), tensor.element)
    if not cast_compatible(output, expected):
        return f"requires 'output' type '{output}' to be cast compatible with expected type '{expected}'"
    return None


def wrong_sizes(tensor, sizes) -> str | None:
    """The error message for the sizes that a shape asks for, one of which may be -1; None where there is none."""
    unknown = [at for at, size in enumerate(sizes) if size == -1]
    if len(unknown) > 1:
        indices = f"multiple dynamic dimensions at indices {unknown[0]} and {unknown[1]}"
        return f"requires 'shape' to have at most one dynamic dimension, but got {indices}"
    for at, size in enumerate(sizes):
        if size < -1:
            return f"requires 'shape' to have dimensions greater than -1, but got {size} at index {at}"
    if not unknown or not is_known(tensor) or (0 in sizes and 0 in tensor.shape):
        return None
    product, elements = prod([size for size in sizes if size > 0]), prod(tensor.shape)
    if elements % product:
        return f"requires 'tensor' number of elements be a multiple of {product}, but got {elements}"
    return None


def tile(op, input, multiples, output, known_multiples):
    if not has_rank(multiples, 1):
        return f"expected multiples to be rank 1, got rank = {len(multiples.shape)}"
    size = multiples.shape[0] if multiples.shape is not None else None
    rank = None if input.shape is None else len(input.shape)
    if size is not None and rank is not None and size != rank:
        return f"expected size of multiples equal to rank of input, got multiples of size {size}, and input of rank {rank}"
    if rank is None or output.shape is None:
        return None
    expected = inferred_shape(op) or output.shape
    for number, (before, after, times, size) in enumerate(zip(input.shape, output.shape, known_multiples or (), expected)):
        if times < 0:
            return f"expected multiples to be non-negative, got multiples[{number}] = {times}"
        if differ(after, size):
            return f"requires input.shape[{number}] ({before}) * {times} to be equal to output.shape[{number}] ({after})"
    return None


def transpose(op, x, perm, y, known_perm):
    if not has_rank(perm, 1):
        return f"expected perm to be a 1-D Tensor, got perm of rank {len(perm.shape)}"
    if x.shape is None or y.shape is None:
        return None
    rank = len(x.shape)
    if perm.shape is None or perm.shape[0] is None:
        return None
    if perm.shape[0] != rank:
        sizes = f"got perm of size {perm.shape[0]}, and x of rank {rank}"
        return f"expected perm to be a 1-D Tensor of size equal to the rank of x, {sizes}"
    expected = inferred_shape(op) or y.shape
    for to, (source, size, actual) in enumerate(zip(known_perm or (), expected, y.shape)):
        if not -rank <= source < rank:
            return f"perm[{to}]={source} must be in range [-{rank}, {rank})"
        if differ(actual, size):
            return f"requires y.shape[{to}] ({actual}) to be equal to x.shape[perm[{source % rank}]] ({size})"
    return None


def one_hot(indices, depth, on_value, off_value, axis, known_depth):
    rank = None if indices.shape is None else len(indices.shape)
    if axis < -1 or (rank is not None and axis > rank):
        return f"expected axis ({axis}) to be -1 or between [0, {'rank(indices()))' if rank is None else f'{rank}]'}"
    for name, type in (("depth", depth), ("on_value", on_value), ("off_value", off_value)):
        if not has_rank(type, 0):
            return f"requires {name} to be a scalar"
    return f"depth must be non-negative, got: {known_depth[0]}" if known_depth and known_depth[0] < 0 else None


# Shapes as values


def shape_of(op, input, output):
    return shape_result(op, input, output, "")


def shapes_of(op, input, output):
    for number, (one, other) in enumerate(zip(input, output)):
        wrong = shape_result(op, one, other, f" #{number}")
        if wrong is not None:
            return wrong
    return f"requires {len(input)} result(s), got {len(output)} result(s)" if len(input) != len(output) else None


def shape_result(op, operand, result, number: str) -> str | None:
    if result.shape is None:
        return None
    if len(result.shape) != 1:
        return f"requires 1D type for result{number}"
    if operand is not None and operand.shape:
        if differ(result.shape[0], len(operand.shape)):
            return f"requires dimension size of result{number} to match rank of operand{number}"
    elif (operand is None or operand.shape is None) and result.shape[0] is not None:
        emit(Diagnostic(f"has static shape result{number} for unranked operand{number}", op, "warning"))
    return None if result.element in (I32, I64) else f"requires int32 or int64 return type for result{number}"


def variable_shape(op, input, output):
    if is_known(input) and prod(input.shape) != 1:
        return "requires input to have one resource"
    held = input.element.subtypes if isinstance(input.element, SubtypedType) else ()
    if len(held) > 1:
        return "requires resource input type to have at most 1 subtype"
    return shape_result(op, held[0] if held else None, output, "")


def broadcast_gradient_args(s0, s1, r0, r1, known_s0, known_s1):
    if known_s0 is None or known_s1 is None:
        return None
    shape = broadcast(tuple(known_s0), tuple(known_s1))
    if shape is None:
        operands = " and ".join([f"dense<{values}> : {type}" for values, type in ((known_s0, s0), (known_s1, s1))])
        return f"requires broadcast compatible shape tensors for 's0' and 's1', but got {operands}"
    for name, type, sizes in (("r0", r0, known_s0), ("r1", r1, known_s1)):
        axes = reduced_axes(shape, sizes, known_s1 if sizes is known_s0 else known_s0)
        if type.shape is not None and differ(type.shape[0], axes):
            return f"requires dimension 0 size of '{name}' to be {axes} but got {type.shape[0]}"
    return None


def reduced_axes(shape, sizes, others) -> int:
    """Over how many axes of the common shape gradients of an operand with these sizes are summed up."""
    return 0 if sizes == others else len(shape) - len(sizes) + sizes.count(1)


# Blocks


def batch_to_space_nd(block_shape, crops):
    if is_known(block_shape) and is_known(crops) and crops.shape != (block_shape.shape[0], 2):
        return f"crops should have shape [{block_shape.shape[0]}, 2] instead of {', '.join(map(str, crops.shape))}"
    return None


def space_to_batch_nd(input, block_shape, paddings, known_block_shape, known_paddings):
    if not has_rank(block_shape, 1):
        return f"requires rank of block_shape = 1; got {len(block_shape.shape)}"
    if not has_rank(paddings, 2):
        return f"requires rank of paddings = 2; got {len(paddings.shape)}"
    if is_known(paddings) and paddings.shape[1] != 2:
        return f"requires paddings.shape[1] to be 2; got {paddings.shape[1]}"
    if is_known(block_shape) and is_known(paddings) and block_shape.shape[0] != paddings.shape[0]:
        return "requires block_shape.shape[0] must equal paddings.shape[0]"
    rank = next((type.shape[0] for type in (block_shape, paddings) if is_known(type)), None)
    if rank is None:
        return None
    if not has_rank_from(input, rank + 1):
        return "requires rank of input >= 1 + rank of block"
    return blocks_fit(input, known_block_shape, known_paddings, rank)


def blocks_fit(input, sizes, paddings, rank: int) -> str | None:
    for at, size in enumerate(sizes or ()):
        if size < 1:
            return f"requires all values of block_shape to be >= 1; failed for dimension {at}"
    pairs = list(zip(paddings[::2], paddings[1::2])) if paddings else []
    for at, pair in enumerate(pairs):
        if min(pair) < 0:
            return f"requires all values of paddings to be >= 0; failed for dimension {at}"
    if sizes and pairs and is_known(input):
        for at in range(rank):
            if (input.shape[1 + at] + sum(pairs[at])) % sizes[at]:
                requirement = "input_shape[i + 1] + paddings[i, 0] + paddings[i, 1]"
                return f"requires block_shape[i] divides {requirement}; failed for i={at}"
    return None


def batch_to_space(op, input, crops, output, block_size, known_crops):
    if not has_rank(input, 4):
        return f"requires input to be a 4D tensor, but got '{input}'"
    batch = input.shape[0] if input.shape is not None else None
    if batch is not None and batch % block_size**2:
        requirement = "evenly divisible by (block_size * block_size)"
        return f"requires input batch (dimension 0) to be {requirement}, but got input batch {batch} and block_size {block_size}"
    if not has_rank(crops, 2):
        return f"requires crops to be a 2D tensor, but got '{crops}'"
    if not shapes_fit(crops.shape, (2, 2)):
        return f"requires crops to be a tensor<2x2>, but got '{crops}'"
    if known_crops and min(known_crops) < 0:
        rows = f"[{known_crops[:2]}, {known_crops[2:]}]" if len(set(known_crops)) > 1 else str(known_crops[0])
        return f"requires all crop values to be nonnegative, but got dense<{rows}> : {crops}"
    if not has_rank(output, 4):
        return f"requires output to be a 4D tensor, but got '{output}'"
    if input.shape is None or output.shape is None:
        return None
    expected = inferred_shape(op)
    return None if expected is None else space_fits(input.shape, output.shape, expected, block_size, known_crops)


def space_fits(before, after, expected, block: int, crops) -> str | None:
    for axis, name, first, second in ((1, "height", "crop_top", "crop_bottom"), (2, "width", "crop_left", "crop_right")):
        input_size, output_size = before[axis], after[axis]
        if None in (input_size, output_size):
            continue
        got = f"but got output {name} {output_size}, input {name} {input_size}"
        head = f"requires output {name} (dimension {axis}) to be"
        tail = f"input {name} (dimension {axis}) * block_size"
        if not crops and output_size > input_size * block:
            return f"{head} less than or equal to {tail}, {got}, and block_size {block}"
        if crops:
            one, two = crops[2 * axis - 2 : 2 * axis]
            if differ(output_size, expected[axis]):
                return f"{head} equal to {tail} - {first} - {second}, {got}, {first} {one}, {second} {two}, and block_size {block}"
    return None


VERIFY = {
    "Bitcast": bitcast, "Concat": concat, "ConcatV2": concat_v2, "ConcatOffset": concat_offset, "Pack": pack,
    "Fill": fill, "Reshape": reshape, "Tile": tile, "Transpose": transpose,
    "OneHot": one_hot, "Shape": shape_of, "ShapeN": shapes_of, "VariableShape": variable_shape,
    "BroadcastGradientArgs": broadcast_gradient_args, "BatchToSpaceND": batch_to_space_nd, "SpaceToBatchND": space_to_batch_nd,
    "BatchToSpace": batch_to_space,
}  # fmt: skip
