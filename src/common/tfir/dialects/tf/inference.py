"""Result shapes of the ops whose results the dialect of TensorFlow verifies. Its verifier asks when a program is read, so that they do
without NumPy; the ops' semantics have them as their `infer` (`tfir/ods/semantics.py`), as those of convolutions in `window_shapes.py`.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.types import storage_bits
from tfir.ods import shapes
from tfir.ods.shapes import add, divide_down, fresh, merge, multiply, shape_text, unify, with_rank


def sizes(operand):
    """The shape that the elements of an operand are; -1 and elements that are not constant become fresh symbols."""
    if operand.numbers is not None:
        return tuple([fresh() if size is None or (isinstance(size, int) and size < 0) else size for size in operand.numbers])
    if operand.shape is not None and len(operand.shape) == 1 and isinstance(operand.shape[0], int):
        return with_rank(None, operand.shape[0])
    return None


def reshape(tensor, shape):
    target = [] if shape.shape == (0,) else shape.numbers
    if target is None:
        has_product = tensor.shape is not None and shape.shape == (1,)
        return (shapes.product(tensor.shape),) if has_product else sizes(shape)
    if target.count(None) == 1 and -1 not in target:  # whatever it says, it is what the others leave
        target = [-1 if size is None else size for size in target]
    return reshaped(tensor.shape, [fresh() if size is None else size for size in target])


def reshaped(old, target):
    """The sizes of `target`, one of which may be -1, for the elements of a tensor of shape `old`."""
    stated = [size for size in target if size != -1]
    if len(stated) < len(target) - 1 or any([isinstance(size, int) and size < -1 for size in target]):
        raise Error(f"a shape has at most one size of -1, found {tuple(target)}")
    rest = fresh()
    if old is not None and 0 in stated and shapes.is_static(old) and shapes.is_static(stated) and len(stated) < len(target):
        rest = quotient_of_nonzero(old, stated)
    elif old is not None:
        try:
            missing = shapes.quotient(old, stated)
            if len(stated) == len(target):
                unify(shapes.product(old), shapes.product(stated))
        except Error:
            raise Error(f"the elements of shape {shape_text(old)} do not fit shape ({', '.join(map(str, target))})") from None
        rest = rest if missing is None else missing
    return tuple([rest if size == -1 else size for size in target])


def quotient_of_nonzero(old, stated):
    """The size for -1 where another size is 0, so that any would do: TensorFlow divides the products of the sizes other than 0."""
    return shapes.product([size for size in old if size]) // shapes.product([size for size in stated if size])


def transpose(x, perm):
    order = perm.integers
    if order is None:
        [count] = with_rank(perm.shape, 1, "perm")
        rank = count if x.shape is None else unify(len(x.shape), count, "the number of axes and the length of perm")
        return with_rank(None, rank) if isinstance(rank, int) else None
    shape = with_rank(x.shape, len(order), "the transposed operand")
    if sorted(axis % len(order) for axis in order) != list(range(len(order))):
        raise Error(f"{order} is no order of {len(order)} axes")
    return tuple([shape[axis] for axis in order])


def tile(input, multiples):
    numbers = multiples.numbers
    if numbers is None:
        return None if input.shape is None else with_rank(None, len(input.shape))
    shape = with_rank(input.shape, len(numbers), "the tiled operand")
    return tuple([fresh() if times is None else multiply(size, times) for size, times in zip(shape, numbers)])


def slice_(input, begin, size):
    rank = next((s.shape[0] for s in (begin, size) if s.shape is not None and isinstance(s.shape[0], int)), None)
    shape = input.shape if rank is None else with_rank(input.shape, rank, "the sliced operand")
    if shape is None or size.numbers is None:
        return None if shape is None else with_rank(None, len(shape))
    begins = [None] * len(shape) if begin.numbers is None else begin.numbers
    return tuple([slice_size(n, at, count) for n, at, count in zip(shape, begins, size.numbers)])


def slice_size(size, begin, count):
    """How many elements `count` are, -1 being the rest; an error where they lie outside."""
    if begin is None or count is None:
        return fresh() if count is None or count == -1 else count
    elements = shapes.subtract(size, begin) if count == -1 else count
    if isinstance(size, int) and isinstance(begin, int) and isinstance(elements, int):
        if begin < 0 or elements < 0 or begin + elements > size:
            raise Error(f"a slice of {count} from {begin} lies outside of size {size}")
    return elements


def dynamic_stitch(indices, data):
    row = None
    for index, rows in zip(indices, data):
        if index.shape is not None and rows.shape is not None:
            row = merge(row, rows.shape[len(index.shape) :], "rows")
    if row is None:
        return None
    is_constant = all([index.integers is not None for index in indices])
    count = max([place + 1 for index in indices for place in index.integers], default=0) if is_constant else fresh()
    return (count, *row)


def batch_to_space(input, crops, block_size):
    n, h, w, c = with_rank(input.shape, 4, "input")
    if crops.integers is None:
        return (divide_down(n, block_size**2), fresh(), fresh(), c)
    top, bottom, left, right = crops.integers
    sides = add(multiply(h, block_size), -top - bottom), add(multiply(w, block_size), -left - right)
    return (divide_down(n, block_size**2), *sides, c)


def bitcast(input, T, type):
    if input.shape is None:
        return None
    old, new = storage_bits(T), storage_bits(type)
    if old > new:
        return (*input.shape, old // new)
    if old < new:
        if not input.shape:
            raise Error(f"a scalar of {old} bits does not make one of {new}")
        unify(input.shape[-1], new // old, "the last size and how many elements make one")
        return input.shape[:-1]
    return input.shape


def batch_matmul(x, y, adj_x, adj_y):
    return shapes.matmul(x.shape, y.shape, adj_x, adj_y)
