"""Semantics: what puts elements around a tensor."""

from tfir.dialects.tf.errors import listed
from tfir.ir.diagnostics import Error
from tfir.ods import shapes
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import add, fresh, with_rank


def padded(input, paddings, *mode, **options):
    """`numpy.pad` with `paddings` [rank, 2], for arrays without dimensions too."""
    check_paddings(input, paddings)
    return np.pad(input, [(int(a), int(b)) for a, b in paddings], *mode, **options) if input.ndim else input


def check_paddings(input, paddings) -> None:
    if paddings.ndim != 2 or paddings.shape[1] != 2:
        raise Error(f"paddings must be a matrix with 2 columns: {listed(paddings.shape)}")
    if len(paddings) != input.ndim:
        raise Error(f"The first dimension of paddings must be the rank of inputs{listed(paddings.shape)} {listed(input.shape)}")


class PadV2(OpSemantics):
    def infer(input, paddings):
        rows = paddings.shape[0] if paddings.shape is not None else None
        shape = with_rank(input.shape, rows) if isinstance(rows, int) else input.shape
        numbers = paddings.numbers
        if shape is None or numbers is None:
            return None if shape is None else with_rank(None, len(shape))
        pairs = zip(shape, numbers[::2], numbers[1::2])
        return tuple([fresh() if None in (low, high) else add(add(size, low), high) for size, low, high in pairs])

    def evaluate(input, paddings, constant_values=None):
        check_paddings(input, paddings)
        wrong = next(([low, high] for low, high in paddings.tolist() if low < 0 or high < 0), None)
        if wrong is not None:
            raise Error(f"Paddings must be non-negative: {wrong[0]} {wrong[1]}")
        nothing = b"" if input.dtype == object else 0
        return padded(input, paddings, constant_values=nothing if constant_values is None else constant_values)


class MirrorPad(OpSemantics):
    """REFLECT leaves the edge out of the mirror image, SYMMETRIC repeats it."""

    infer = PadV2.infer

    def evaluate(input, paddings, mode):
        check_paddings(input, paddings)
        for size, (low, high) in zip(input.shape, np.asarray(paddings).tolist()):
            if low < 0 or high < 0:
                raise Error(f"paddings must be non-negative: {low} {high}")
            if mode == "SYMMETRIC" and max(low, high) > size:
                raise Error(f"paddings must be no greater than the dimension size: {low}, {high} greater than {size}")
            if mode == "REFLECT" and max(low, high) >= size:
                raise Error(f"paddings must be less than the dimension size: {low}, {high} not less than {size}")
        return padded(input, paddings, mode.lower())


class MirrorPadGrad(OpSemantics):
    """What stands in the mirror image is added to what it is the image of."""

    def infer(input, paddings):
        numbers = paddings.integers
        if input.shape is None or numbers is None:
            rank = paddings.shape[0] if input.shape is None and paddings.shape else input.shape and len(input.shape)
            return with_rank(None, rank) if isinstance(rank, int) else None
        return tuple([shapes.subtract(size, low + high) for size, low, high in zip(input.shape, numbers[::2], numbers[1::2])])

    def evaluate(input, paddings, mode):
        edge = 1 if mode == "REFLECT" else 0
        for axis, (low, high) in enumerate(paddings.tolist()):
            moved = np.moveaxis(input, axis, 0)
            size = len(moved) - low - high
            inside = moved[low : low + size].copy()
            inside[edge : edge + low] += moved[:low][::-1]
            inside[size - edge - high : size - edge] += moved[low + size :][::-1]
            input = np.moveaxis(inside, 0, axis)
        return input


SEMANTICS = {"Pad": PadV2}
