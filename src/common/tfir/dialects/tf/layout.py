"""Semantics: moving elements between space, depth and batch, and renaming axes between data formats."""

from math import prod

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst, ops_of
from tfir.ods.shapes import add, divide_down, fresh, multiply, product, with_rank

# Space, depth and batch


def pairs(numbers) -> list[tuple]:
    """[before0, after0, before1, after1, ...] as pairs (before, after), one for each axis."""
    return list(zip(numbers[::2], numbers[1::2]))


def blocks(shape, data_format: str):
    """The sizes in the order (batch, height, width, channels), for any data format."""
    return (shape[0], shape[2], shape[3], shape[1]) if data_format == "NCHW" else shape


def unblocked(batch, height, width, channels, data_format: str):
    """The inverse of `blocks`: the sizes in the order of the data format."""
    return (batch, channels, height, width) if data_format == "NCHW" else (batch, height, width, channels)


class SpaceToDepth(OpSemantics):
    def infer(input, block_size, data_format):
        n, h, w, c = blocks(with_rank(input.shape, 4), data_format)
        for size in (h, w):
            if isinstance(size, int) and size % block_size:
                raise Error(f"size {size} is not divisible into blocks of {block_size}")
        sides = divide_down(h, block_size), divide_down(w, block_size)
        return unblocked(n, *sides, multiply(c, block_size * block_size), data_format)

    def evaluate(input, block_size, data_format):
        x = np.moveaxis(input, 1, -1) if data_format == "NCHW" else input
        n, h, w, c = x.shape
        if h % block_size or w % block_size:
            raise Error(f"Image width {w} and height {h} should be divisible by block_size: {block_size}")
        x = x.reshape(n, h // block_size, block_size, w // block_size, block_size, c).transpose(0, 1, 3, 2, 4, 5)
        x = x.reshape(n, h // block_size, w // block_size, c * block_size**2)
        return np.moveaxis(x, -1, 1) if data_format == "NCHW" else x


class DepthToSpace(OpSemantics):
    def infer(input, block_size, data_format):
        n, h, w, c = blocks(with_rank(input.shape, 4), data_format)
        if isinstance(c, int) and c % block_size**2:
            raise Error(f"{c} channels are not divisible into blocks of {block_size**2}")
        sides = multiply(h, block_size), multiply(w, block_size)
        return unblocked(n, *sides, divide_down(c, block_size**2), data_format)

    def evaluate(input, block_size, data_format):
        x = np.moveaxis(input, 1, -1) if data_format == "NCHW" else input
        n, h, w, c = x.shape
        if c % block_size**2:
            raise Error(f"Input depth dimension {c} should be divisible by: {block_size**2}")
        x = x.reshape(n, h, w, block_size, block_size, c // block_size**2).transpose(0, 1, 3, 2, 4, 5)
        x = x.reshape(n, h * block_size, w * block_size, c // block_size**2)
        return np.moveaxis(x, -1, 1) if data_format == "NCHW" else x


def without_blocks(shape, block_shape):
    """The shape of a space/batch op's result whose blocks are not constant: a dimension behind the blocked ones keeps its size."""
    if shape is None:
        return None
    count = block_shape.shape[0] if block_shape.shape else None
    kept = shape[1 + count :] if isinstance(count, int) else ()
    return (*[fresh() for _ in shape[len(kept) :]], *kept)


class SpaceToBatchND(OpSemantics):
    """Pads the axes behind the first, and moves blocks of them into the batch."""

    def infer(input, block_shape, paddings):
        if input.shape is None or block_shape.integers is None or paddings.integers is None:
            return without_blocks(input.shape, block_shape)
        return shape_of_batches(input.shape, block_shape.integers, paddings.integers)

    def evaluate(input, block_shape, paddings):
        require_pairs(paddings, len(block_shape), "paddings")
        for at, (size, step, around) in enumerate(zip(input.shape[1:], block_shape, paddings)):
            if (padded := int(size + around.sum())) % step:
                raise Error(f"padded_shape[{at}]={padded} is not divisible by block_shape[{at}]={step}")
        return space_to_batch(input, [int(size) for size in block_shape], [(int(a), int(b)) for a, b in paddings])


def require_pairs(numbers, count: int, what: str) -> None:
    """What is put on or taken off at both ends of so many axes."""
    if numbers.shape != (count, 2):
        raise Error(f"{what} should have shape [{count}, 2] instead of {listed(numbers.shape)}")
    if (numbers < 0).any():
        raise Error(f"{what.capitalize()} must be non-negative")


def shape_of_batches(shape, block, paddings):
    """The shape [N * prod(block), padded spatial / block..., rest...] for [N, spatial..., rest...]; `paddings` is flat."""
    space = [add(n, low + high) for n, (low, high) in zip(shape[1:], pairs(paddings))]
    for size, step in zip(space, block):
        if isinstance(size, int) and size % step:
            raise Error(f"padded size {size} is not divisible into blocks of {step}")
    cut = [divide_down(size, step) for size, step in zip(space, block)]
    return (multiply(shape[0], product(block)), *cut, *shape[1 + len(block) :])


def space_to_batch(x, block, paddings):
    """[N, spatial..., rest...] -> [N * prod(block), padded spatial / block..., rest...]."""
    count = len(block)
    x = np.pad(x, [(0, 0), *paddings, *[(0, 0)] * (x.ndim - 1 - count)])
    rest = x.shape[1 + count :]
    split = [part for size, step in zip(x.shape[1:], block) for part in (size // step, step)]
    axes = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count, 2), *range(2 * count + 1, 2 * count + 1 + len(rest))]
    cut = [size // step for size, step in zip(x.shape[1:], block)]
    return x.reshape(x.shape[0], *split, *rest).transpose(axes).reshape(x.shape[0] * prod(block), *cut, *rest)


class BatchToSpaceND(OpSemantics):
    def infer(input, block_shape, crops):
        if input.shape is None or block_shape.integers is None or crops.integers is None:
            return without_blocks(input.shape, block_shape)
        return shape_of_space(input.shape, block_shape.integers, crops.integers)

    def evaluate(input, block_shape, crops):
        require_pairs(crops, len(block_shape), "crops")
        if input.shape[0] % (whole := prod(block_shape.tolist())):
            raise Error(f"Input batch dimension ({input.shape[0]}) is not divisible by product of block sizes ({whole})")
        return batch_to_space(input, [int(size) for size in block_shape], [(int(a), int(b)) for a, b in crops])


def shape_of_space(shape, block, crops):
    """The shape [N, spatial * block - crops..., rest...] for [N * prod(block), spatial..., rest...]; `crops` is flat."""
    cut = [add(multiply(n, step), -low - high) for n, step, (low, high) in zip(shape[1:], block, pairs(crops))]
    return (divide_down(shape[0], product(block)), *cut, *shape[1 + len(block) :])


def batch_to_space(x, block, crops):
    """[N * prod(block), spatial..., rest...] -> [N, spatial * block - crops..., rest...]."""
    count, rest = len(block), x.shape[1 + len(block) :]
    batch = x.shape[0] // int(np.prod(block))
    axes = [count, *[at for i in range(count) for at in (count + 1 + i, i)], *range(2 * count + 1, 2 * count + 1 + len(rest))]
    grown = [size * step for size, step in zip(x.shape[1:], block)]
    result = x.reshape(*block, batch, *x.shape[1:]).transpose(axes).reshape(batch, *grown, *rest)
    return result[tuple([slice(None), *[slice(a, size - b) for size, (a, b) in zip(grown, crops)]])]


class SpaceToBatch(OpSemantics):
    def infer(input, paddings, block_size):
        shape = with_rank(input.shape, 4, "input")
        if paddings.integers is None:
            return (multiply(shape[0], block_size**2), fresh(), fresh(), shape[3])
        return shape_of_batches(shape, [block_size] * 2, paddings.integers)

    def evaluate(input, paddings, block_size):
        return space_to_batch(input, [block_size] * 2, [(int(a), int(b)) for a, b in paddings])


class BatchToSpace(OpSemantics):
    def infer(input, crops, block_size):
        shape = with_rank(input.shape, 4, "input")
        if crops.integers is None:
            return (divide_down(shape[0], block_size**2), fresh(), fresh(), shape[3])
        return shape_of_space(shape, [block_size] * 2, crops.integers)

    def evaluate(input, crops, block_size):
        return batch_to_space(input, [block_size] * 2, [(int(a), int(b)) for a, b in crops])


# Layouts


def layout_order(src_format: str, dst_format: str) -> list[int]:
    """For each letter of the target format its index in the source format."""
    return [src_format.index(letter) for letter in dst_format]


class DataFormatVecPermute(ShapeOfFirst):
    def evaluate(x, src_format, dst_format):
        if len(x) not in (len(src_format), len(src_format) - 2):
            raise Error(f"1D input must be of size {len(src_format) - 2} or {len(src_format)}, but got shape [{len(x)}]")
        if len(x) == len(src_format) - 2:
            src_format, dst_format = (f.replace("N", "").replace("C", "") for f in (src_format, dst_format))
        return x[layout_order(src_format, dst_format)]


SEMANTICS = {
    **ops_of(
        ShapeOfFirst,
        DataFormatDimMap=lambda x, src_format, dst_format: np.asarray(layout_order(dst_format, src_format), x.dtype)[x % len(src_format)],
    ),
}
