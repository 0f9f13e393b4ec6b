"""StableHLO programs on arrays of bit vectors: what a program computes for all numbers of a type, the sizes being given.

    results = ArrayExecution().run(block, operands)        # object arrays of z3 bit vectors

Ops that only move elements are the interpreter's own, which upstream's cases hold; elementwise ones have their formulas in
`bit_vectors.STABLEHLO`; the others are written here from the StableHLO specification. Whatever an index that is a formula may
choose is a chain of choices.
"""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import z3
from bit_vectors import STABLEHLO, Symbolic, Unmodelled, number, resized, width_of
from tfir.dialects import lookup
from tfir.dialects.stablehlo.convolution import Window as ConvolutionWindow
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.dialects.stablehlo.window import around, listed_windows
from tfir.ods.inference import evaluate

MOVED = {"reshape", "broadcast_in_dim", "broadcast", "transpose", "slice", "concatenate", "pad", "reverse"}
INDEX_BITS = 80  # a sum of some indices of 64 bits, signed or not, does not overflow


def symbols(prefix: str, shape, width: int) -> np.ndarray:
    return array_from(shape, lambda *at: z3.BitVec("_".join([prefix, *map(str, at)]), width))


def constants(content: np.ndarray, width: int) -> np.ndarray:
    return array_from(content.shape, lambda *at: number(int(content[at]), width))


def array_from(shape, element) -> np.ndarray:
    """element(*index) at each index."""
    result = np.empty(shape, object)
    for at in np.ndindex(*shape):
        result[at] = element(*at)
    return result


def as_index(bits, is_unsigned: bool):
    """An index as an int where it is known, else as a signed formula of INDEX_BITS."""
    bits = z3.simplify(resized(bits, INDEX_BITS, not is_unsigned))
    return bits.as_signed_long() if z3.is_bv_value(bits) else bits


def holds(condition):
    """A condition, as True or False where it is known."""
    if isinstance(condition, bool):
        return condition
    condition = z3.simplify(condition)
    return True if z3.is_true(condition) else False if z3.is_false(condition) else condition


def chosen(condition, yes, no):
    condition = holds(condition)
    return yes if condition is True else no if condition is False else yes if yes is no else z3.If(condition, yes, no)


def all_of(conditions):
    known = [holds(each) for each in conditions]
    if False in [each for each in known if isinstance(each, bool)]:
        return False
    return z3.And(*[each for each in known if each is not True]) if any(each is not True for each in known) else True


def clamped(index, highest: int):
    if isinstance(index, int):
        return max(0, min(index, highest))
    return z3.If(index < 0, z3.BitVecVal(0, INDEX_BITS), z3.If(index > highest, z3.BitVecVal(highest, INDEX_BITS), index))


def picked(array, starts, offsets, sizes):
    """The element at `offsets` of the slice of `sizes` that begins at `starts`, which are moved inside. One without dimensions is one of
    an array that has none left."""
    if not isinstance(array, np.ndarray):
        return array
    highest = array.shape[0] - sizes[0]
    start = clamped(starts[0], highest)
    if isinstance(start, int):
        return picked(array[start + offsets[0]], starts[1:], offsets[1:], sizes[1:])
    result = picked(array[highest + offsets[0]], starts[1:], offsets[1:], sizes[1:])
    for at in range(highest):
        result = chosen(start == at, picked(array[at + offsets[0]], starts[1:], offsets[1:], sizes[1:]), result)
    return result


class ArrayExecution:
    """Runs blocks of StableHLO on object arrays of bit vectors."""

    def __init__(self):
        self.values = {}

    def run(self, block, operands) -> list:
        """What the block's terminator hands on."""
        self.values.update(zip(block.arguments, operands))
        for op in block:
            found = [self.values[value] for value in op.operands]
            if op.name in ("stablehlo.return", "func.return"):
                return found
            self.values.update(zip(op.results, self.computed(op, found)))

    def computed(self, op, operands) -> list:
        name = op.name.partition(".")[2]
        if name == "constant":
            content = evaluate(op, lookup(op.name), [])[0]
            return [constants(np.asarray(content), width_of(op.results[0].type))]
        if name in MOVED:
            return [np.asarray(evaluate(op, lookup(op.name), operands)[0], object)]
        if name in OPS:
            results = OPS[name](self, op, *operands)
            return results if isinstance(results, list) else [results]
        if name in STABLEHLO:
            return [self.elementwise(op, STABLEHLO[name], operands)]
        raise Unmodelled(op.name)

    def elementwise(self, op, formula, operands):
        shape = op.results[0].type.shape
        parts = [np.broadcast_to(part, shape) for part in operands]

        def element(*at):
            inside = [part[at] for part in parts]
            result = formula(self, op, *[Symbolic(bits) for bits in inside]).bits
            return z3.simplify(result) if all([z3.is_bv_value(bits) for bits in inside]) else result

        return array_from(shape, element)

    def region(self, op, operands, at: int = 0) -> list:
        """A region of an op, on single elements."""
        return [result[()] for result in self.run(op.regions[at].blocks[0], [scalar(each) for each in operands])]

    def folded(self, op, rows, initial) -> list:
        """The elements of each row combined by the op's region, one after the other: [..., N] to [...]."""
        results = [array_from(rows[0].shape[:-1], lambda *at, first=first: first[()]) for first in initial]
        for at in np.ndindex(*rows[0].shape[:-1]):
            state = [first[()] for first in initial]
            for inner in range(rows[0].shape[-1]):
                state = self.region(op, [*state, *[row[(*at, inner)] for row in rows]])
            for result, value in zip(results, state):
                result[at] = value
        return results


def scalar(bits) -> np.ndarray:
    return array_from((), lambda: bits)


def is_unsigned_value(value) -> bool:
    return getattr(value.type.element, "signedness", "") == "u"


def optimization_barrier(execution, op, *operands):
    return list(operands)


def get_dimension_size(execution, op, operand):
    return scalar(number(operand.shape[op.get("dimension")], 32))


def iota(execution, op):
    type, axis = op.results[0].type, op.get("iota_dimension")
    return array_from(type.shape, lambda *at: number(at[axis], width_of(type)))


def reduce(execution, op, *operands):
    inputs, initial = operands[: len(operands) // 2], operands[len(operands) // 2 :]
    axes = integers(op.get("dimensions"))
    kept = [axis for axis in range(inputs[0].ndim) if axis not in axes]
    shape = [inputs[0].shape[axis] for axis in kept]
    count = int(np.prod([inputs[0].shape[axis] for axis in axes]))
    return execution.folded(op, [part.transpose(*kept, *axes).reshape(*shape, count) for part in inputs], initial)


def reduce_window(execution, op, *operands):
    inputs, initial = operands[: len(operands) // 2], operands[len(operands) // 2 :]
    words = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    sizes, strides, base, dilations = [integers(op.get(word)) or [1] * inputs[0].ndim for word in words]
    edges = in_pairs(integers(op.get("padding"))) or [(0, 0)] * inputs[0].ndim
    window = Window(sizes, strides, edges, base, dilations)
    places = window.shape(inputs[0].shape)
    rows = [listed_windows(np.ascontiguousarray(around(part, window, first)), window, places) for part, first in zip(inputs, initial)]
    return execution.folded(op, rows, initial)


def select_and_scatter(execution, op, operand, source, initial):
    """Each number of the source is scattered to the element that the first region keeps of its window."""
    rank = operand.ndim
    strides = integers(op.get("window_strides")) or [1] * rank
    edges = in_pairs(integers(op.get("padding"))) or [(0, 0)] * rank
    result = array_from(operand.shape, lambda *at: initial[()])
    for at in np.ndindex(*source.shape):
        inside = [
            place for offset in np.ndindex(*integers(op.get("window_dimensions")))
            for place in [tuple([p * s + o - low for p, s, o, (low, _) in zip(at, strides, offset, edges)])]
            if all([0 <= here < size for here, size in zip(place, operand.shape)])
        ]  # fmt: skip
        best, chosen_at = operand[inside[0]], number(0, 32)
        for which, place in enumerate(inside[1:], 1):
            (keeps,) = execution.region(op, [best, operand[place]])
            best, chosen_at = chosen(keeps == 1, best, operand[place]), chosen(keeps == 1, chosen_at, number(which, 32))
        for which, place in enumerate(inside):
            (combined,) = execution.region(op, [result[place], source[at]], 1)
            result[place] = chosen(chosen_at == which, combined, result[place])
    return result


def dot_general(execution, op, lhs, rhs):
    numbers, width = op.get("dot_dimension_numbers"), width_of(op.results[0].type)
    left, right = [side(op.operands[at], part, width) for at, part in enumerate((lhs, rhs))]
    batch = [integers(numbers.lhs_batching_dimensions), integers(numbers.rhs_batching_dimensions)]
    inner = [integers(numbers.lhs_contracting_dimensions), integers(numbers.rhs_contracting_dimensions)]
    free = [[axis for axis in range(part.ndim) if axis not in (*batch[at], *inner[at])] for at, part in enumerate((left, right))]
    left, right = left.transpose(*batch[0], *free[0], *inner[0]), right.transpose(*batch[1], *free[1], *inner[1])
    spans = [left.shape[len(batch[0]) + len(free[0]) :], len(batch[0]), len(free[0])]

    def element(*at):
        outer, first, second = at[: spans[1]], at[spans[1] : spans[1] + spans[2]], at[spans[1] + spans[2] :]
        terms = [left[(*outer, *first, *within)] * right[(*outer, *second, *within)] for within in np.ndindex(*spans[0])]
        return summed(terms, width)

    return array_from(op.results[0].type.shape, element)


def side(value, part, width: int):
    """An operand of a sum of products, in the width of the sum."""
    return array_from(part.shape, lambda *at: resized(part[at], width, not is_unsigned_value(value)))


def summed(terms, width: int):
    return sum(terms[1:], terms[0]) if terms else number(0, width)


def convolution(execution, op, lhs, rhs):
    """One sum of products for each element of the result, as the specification says it."""
    width = width_of(op.results[0].type)
    words = ("window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal")
    window = ConvolutionWindow(op.get("dimension_numbers"), *[op.get(word) for word in words])
    groups, batches = op.get("feature_group_count") or 1, op.get("batch_group_count") or 1
    image = side(op.operands[0], lhs, width).transpose(window.input_order)
    kernel = np.flip(side(op.operands[1], rhs, width).transpose(window.kernel_order), window.reversal)  # [window..., input, output]
    inputs, outputs = kernel.shape[-2:]

    def element(batch, *at):
        place, feature = at[:-1], at[-1]
        first = feature // (outputs // groups) * inputs  # of the features that the group reads
        row = feature // (outputs // batches) * (image.shape[0] // batches) + batch
        terms = []
        for offset in np.ndindex(*kernel.shape[:-2]):
            where = [p * s + o * d - low for p, s, o, d, (low, _) in zip(place, window.strides, offset, window.dilation, window.padding)]
            if all([w % b == 0 and 0 <= w // b < size for w, b, size in zip(where, window.base_dilation, image.shape[1:-1])]):
                inside = [w // b for w, b in zip(where, window.base_dilation)]
                terms += [image[(row, *inside, first + at)] * kernel[(*offset, at, feature)] for at in range(inputs)]
        return summed(terms, width)

    shape = [op.results[0].type.shape[axis] for axis in window.output_order]
    return array_from(shape, element).transpose(window.restore)


def vector_at(indices, numbers, batch, value):
    """The index vector at a place of the batch, as indices."""
    if numbers.index_vector_dim < indices.ndim:
        at = list(batch)
        at.insert(numbers.index_vector_dim, slice(None))
        found = indices[tuple(at)]
    else:
        found = np.asarray([indices[tuple(batch)]], object)
    return [as_index(bits, is_unsigned_value(value)) for bits in found]


def gather(execution, op, operand, indices):
    numbers, sizes = op.get("dimension_numbers"), integers(op.get("slice_sizes"))
    absent = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    kept = [axis for axis in range(operand.ndim) if axis not in absent]
    shape = op.results[0].type.shape

    def element(*at):
        batch = [at[axis] for axis in range(len(shape)) if axis not in numbers.offset_dims]
        offsets = dict(zip(kept, [at[axis] for axis in sorted(numbers.offset_dims)]))
        starts = dict(zip(numbers.start_index_map, vector_at(indices, numbers, batch, op.operands[1])))
        along = [axis - (axis > numbers.index_vector_dim) for axis in numbers.start_indices_batching_dims]
        starts.update(zip(numbers.operand_batching_dims, [batch[axis] for axis in along]))
        every = range(operand.ndim)
        return picked(operand, [starts.get(axis, 0) for axis in every], [offsets.get(axis, 0) for axis in every], sizes)

    return array_from(shape, element)


def dynamic_slice(execution, op, operand, *starts):
    sizes = integers(op.get("slice_sizes"))
    begin = [as_index(start[()], is_unsigned_value(value)) for start, value in zip(starts, op.operands[1:])]
    return array_from(sizes, lambda *at: picked(operand, begin, at, sizes))


def dynamic_update_slice(execution, op, operand, update, *starts):
    begin = [clamped(as_index(start[()], is_unsigned_value(value)), whole - part)
             for start, value, whole, part in zip(starts, op.operands[2:], operand.shape, update.shape)]  # fmt: skip

    def element(*at):
        result = operand[at]
        for offset in np.ndindex(*update.shape):
            result = chosen(all_of([start + o == p for start, o, p in zip(begin, offset, at)]), update[offset], result)
        return result

    return array_from(operand.shape, element)


def scatter(execution, op, *operands):
    """Updates in the order of their indices, each combined into all the elements that it may go to."""
    count = len(operands) // 2
    results, indices, updates = [np.array(part) for part in operands[:count]], operands[count], operands[count + 1 :]
    numbers = op.get("scatter_dimension_numbers")
    absent = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    kept = [axis for axis in range(results[0].ndim) if axis not in absent]
    outer = [axis for axis in range(updates[0].ndim) if axis not in numbers.update_window_dims]
    along = [axis - (axis > numbers.index_vector_dim) for axis in numbers.scatter_indices_batching_dims]
    for at in product(*[range(size) for size in updates[0].shape]):
        batch = [at[axis] for axis in outer]
        place = dict.fromkeys(range(results[0].ndim), 0)
        place.update(zip(numbers.scatter_dims_to_operand_dims, vector_at(indices, numbers, batch, op.operands[count])))
        place.update(zip(numbers.input_batching_dims, [batch[axis] for axis in along]))
        for axis, window in zip(kept, numbers.update_window_dims):
            place[axis] = place[axis] + at[window]
        for target in np.ndindex(*results[0].shape):
            condition = all_of([place[axis] == target[axis] for axis in range(len(target))])
            if condition is not False:
                combined = execution.region(op, [*[part[target] for part in results], *[part[at] for part in updates]])
                for result, value in zip(results, combined):
                    result[target] = chosen(condition, value, result[target])
    return results


def sort(execution, op, *operands):
    """Neighbours change places where the comparator wants the second first, until none does: stable."""
    axis = op.get("dimension") % max(1, operands[0].ndim)
    parts = [np.array(np.moveaxis(part, axis, -1)) for part in operands]
    length = parts[0].shape[-1]
    for row in np.ndindex(*parts[0].shape[:-1]):
        for last in range(length - 1, 0, -1):
            for at in range(last):
                here, there = (*row, at), (*row, at + 1)
                (swap,) = execution.region(op, [each for part in parts for each in (part[there], part[here])])
                for part in parts:
                    first, second = part[here], part[there]
                    part[here], part[there] = chosen(swap == 1, second, first), chosen(swap == 1, first, second)
    return [np.moveaxis(part, -1, axis) for part in parts]


def loop(execution, op, *operands):
    """stablehlo.while, the number of whose rounds is known."""
    values = list(operands)
    while True:
        (condition,) = execution.run(op.regions[0].blocks[0], values)
        goes_on = z3.simplify(condition[()])
        if not z3.is_bv_value(goes_on):
            raise Unmodelled("a loop whose end depends on the numbers")
        if goes_on.as_long() == 0:
            return values
        values = execution.run(op.regions[1].blocks[0], values)


class Counted(SimpleNamespace):
    """An array [N, ...] of which the first `count` rows are meant: what is as long as the data say."""


def real_dynamic_slice(execution, op, operand, starts, limits, strides):
    """From the start, with strides of one, to a limit that only the first dimension may have as a formula."""
    known = [as_index(bits, is_unsigned_value(op.operands[2])) for bits in limits]
    fixed = [*[as_index(bits, False) for bits in starts], *[each - 1 for each in [as_index(bits, False) for bits in strides]]]
    if any(fixed) or any([not isinstance(limit, int) or limit != size for limit, size in zip(known[1:], operand.shape[1:])]):
        raise Unmodelled("a slice that is dynamic in another way")
    return Counted(rows=operand, count=known[0])


FUNCTIONS = (
    optimization_barrier, get_dimension_size, iota, reduce, reduce_window, select_and_scatter, dot_general, convolution, gather, dynamic_slice, dynamic_update_slice, scatter,
    sort, real_dynamic_slice,
)  # fmt: skip
OPS = {function.__name__: function for function in FUNCTIONS} | {"while": loop}
