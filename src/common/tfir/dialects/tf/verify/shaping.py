"""Checks of ops that arrange elements: reshaping, concatenation, tiling, blocks in space and batch, shapes as values."""

from math import prod

from tfir.dialects.tf.verify.checks import has_rank, has_rank_from, is_known
from tfir.dialects.tf_type import SubtypedType
from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.types import shapes_fit

# One tensor


def fill(dims, value):
    if not has_rank(dims, 1):
        return "requires dims to be a 1D tensor"
    return None if has_rank(value, 0) else "requires value to be a scalar"


def reshape(tensor, shape, output, known_shape):
    if not has_rank(shape, 1):
        return f"requires 'shape' to be rank 1, but got {len(shape.shape)}"
    wrong = wrong_sizes(tensor, known_shape) if known_shape is not None else None
    if wrong is None and is_known(output) and is_known(tensor) and prod(output.shape) != prod(tensor.shape):
        counts = f"{prod(output.shape)} and {prod(tensor.shape)}"
        return f"requires 'output' number of elements to match 'tensor' number of elements, but got {counts}"
    return wrong


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


def tile(input, multiples):
    if not has_rank(multiples, 1):
        return f"expected multiples to be rank 1, got rank = {len(multiples.shape)}"
    size = multiples.shape[0] if multiples.shape is not None else None
    rank = None if input.shape is None else len(input.shape)
    if size is not None and rank is not None and size != rank:
        return f"expected size of multiples equal to rank of input, got multiples of size {size}, and input of rank {rank}"
    return None


def transpose(x, perm, y, known_perm):
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
    for to, source in enumerate(known_perm or ()):
        if not -rank <= source < rank:
            return f"perm[{to}]={source} must be in range [-{rank}, {rank})"
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
    warn_of_size(op, input, output)


def shapes_of(op, input, output):
    for number, (operand, result) in enumerate(zip(input, output)):
        warn_of_size(op, operand, result, f" #{number}")


def variable_shape(op, input, output):
    if is_known(input) and prod(input.shape) != 1:
        return "requires input to have one resource"
    held = input.element.subtypes if isinstance(input.element, SubtypedType) else ()
    if len(held) > 1:
        return "requires resource input type to have at most 1 subtype"
    warn_of_size(op, held[0] if held else None, output)
    return None


def warn_of_size(op, operand, result, which: str = "") -> None:
    """Warns where the declared length of a shape is not what inference says, which does not know it."""
    if (operand is None or operand.shape is None) and result.shape is not None and result.shape != (None,):
        emit(Diagnostic(f"has static shape result{which} for unranked operand{which}", op, "warning"))


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


def batch_to_space(input, crops, output, block_size, known_crops):
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
    for axis, name in ((1, "height"), (2, "width")) if None not in (input.shape, output.shape) and not known_crops else ():
        size, output_size = input.shape[axis], output.shape[axis]
        if None not in (size, output_size) and output_size > size * block_size:
            limit = f"less than or equal to input {name} (dimension {axis}) * block_size"
            got = f"output {name} {output_size}, input {name} {size}, and block_size {block_size}"
            return f"requires output {name} (dimension {axis}) to be {limit}, but got {got}"
    return None


VERIFY = {
    "Fill": fill, "Reshape": reshape, "Tile": tile, "Transpose": transpose,
    "OneHot": one_hot, "Shape": shape_of, "ShapeN": shapes_of, "VariableShape": variable_shape,
    "BatchToSpaceND": batch_to_space_nd, "SpaceToBatchND": space_to_batch_nd,
    "BatchToSpace": batch_to_space,
}  # fmt: skip
