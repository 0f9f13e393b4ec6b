"""Windows that slide over a tensor: reduce_window (pooling) and select_and_scatter. Source: StableHLO specification, "Ops"."""

from __future__ import annotations

import math

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tfir.dialects.stablehlo.bodies import as_arguments, on_arrays
from tfir.dialects.stablehlo.elementwise import unsigned
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.dialects.stablehlo.reduction import FEW, REDUCTIONS, is_neutral, is_reducible, promoted, reduced_pairwise, with_signs_of_zeros
from tfir.dialects.stablehlo.shaping import padded
from tfir.ods.arrays import NATIVE, converted, dtype_of, is_float, is_narrow_float, widened
from tfir.ods.semantics import OpSemantics


class reduce_window(OpSemantics):
    def evaluate(inputs, init_values, window_dimensions, window_strides, base_dilations, window_dilations, padding, regions, op):
        edges, base = in_pairs(integers(padding)), integers(base_dilations)
        window = Window(integers(window_dimensions), integers(window_strides), edges, base, integers(window_dilations))
        return windows_reduced(*promoted(op, inputs, init_values, regions[0]), window, regions[0])

    def bind(inputs, init_values, window_dimensions, window_strides, base_dilations, window_dilations, padding, regions):
        ufunc, element = REDUCTIONS.get(regions[0].combines), inputs[0].element
        is_plain = len(inputs) == 1 and element in NATIVE and is_reducible(dtype_of(element)) and element is init_values[0].element
        if not is_plain or ufunc is None or 0 in inputs[0].shape:
            return None
        edges, base = in_pairs(integers(padding)), integers(base_dilations)
        window = Window(integers(window_dimensions), integers(window_strides), edges, base, integers(window_dilations))
        return reducing_windows(ufunc, window, inputs[0].shape, dtype_of(element))


def reducing_windows(ufunc, window, sizes, dtype):
    """`windows_reduced` of one array of these sizes by a ufunc, as a function of it and the initial value; None where padding is no border."""
    places = window.shape(sizes)
    reduced = reducing(ufunc, window, sizes, dtype)
    if not is_around(window):
        return lambda array, initial: reduced(ufunc, array, initial, window, places)
    if max(window.base) > 1 or min([size for pair in window.padding for size in pair]) < 0 or 0 in places:
        return None
    border = bordered([size + low + high for size, (low, high) in zip(sizes, window.padding)], window.padding)
    return lambda array, initial: reduced(ufunc, border(array, initial), initial, window, places)


def reducing(ufunc, window, sizes, dtype):
    """The function that combines the elements of each window of an array of these sizes, once padding is around it."""
    reduced = in_order if is_in_order(ufunc, window, dtype) else separately
    run = window.running(sizes)
    if run is None or run[1] or ufunc not in (np.add, np.multiply):
        return reduced
    axis = run[0]

    def accumulated(ufunc, array, initial, window, places):
        """What came before is taken in once, and not anew for each place, in the element's type. The last of the padding comes first."""
        if not is_neutral(ufunc, initial):
            return reduced(ufunc, array, initial, window, places)
        before = (slice(None),) * axis
        array = array[(*before, slice(sizes[axis] - 2, None))]
        result = rounded_totals(ufunc, array, axis) if is_narrow_float(dtype) else ufunc.accumulate(array, axis, dtype)
        return result[(*before, slice(1, None))]

    return accumulated


def rounded_totals(ufunc, array, axis: int):
    """Totals up to each place of floats that NumPy has no such function for: each step is rounded."""
    wide = widened(array)
    places = np.moveaxis(wide, axis, 0)
    for place in range(1, len(places)):
        places[place] = widened(converted(ufunc(places[place - 1], places[place]), array.dtype))
    return converted(wide, array.dtype)


def is_in_order(ufunc, window, dtype) -> bool:
    """Whether the elements of a window are taken one after the other, because each sum rounds."""
    return ufunc in (np.add, np.multiply) and is_float(dtype) and math.prod(window.sizes) <= FEW


def is_around(window) -> bool:
    """Whether anything is put around the operand of a window, or between its elements."""
    return any([low or high for low, high in window.padding]) or max(window.base, default=1) > 1


def bordered(shape, edges):
    """A function that puts an array into a larger one of this shape, a value around it."""
    inside = tuple([slice(low, size - high) for size, (low, high) in zip(shape, edges)])
    borders = []
    for axis, (size, (low, high)) in enumerate(zip(shape, edges)):
        borders += [(*inside[:axis], part) for part in (slice(0, low), slice(size - high, size)) if part.start != part.stop]

    def put(array, value):
        result = np.empty(shape, array.dtype)
        for border in borders:
            result[border] = value
        result[inside] = array
        return result

    return put


def around(array, window, value):
    """The operand of a window with the window's padding and base dilation, `value` in all new places."""
    if not is_around(window):
        return array
    return padded(array, value, window.padding, [dilation - 1 for dilation in window.base])


def windows_reduced(inputs, init_values, window, body):
    """The results of stablehlo.reduce_window, each of the shape of the window's places; initial values are also the padding."""
    places = window.shape(inputs[0].shape)
    operands = [around(part, window, first) for part, first in zip(inputs, init_values)]
    ufunc = REDUCTIONS.get(body.combines)
    if len(inputs) == 1 and ufunc is not None and inputs[0].dtype == init_values[0].dtype and is_reducible(inputs[0].dtype):
        reduced = reducing(ufunc, window, inputs[0].shape, inputs[0].dtype)
        return [reduced(ufunc, operands[0], init_values[0], window, places)]
    flat = [listed_windows(part, window, places) for part in operands]
    return reduced_pairwise(flat, init_values, body)


def every_window(array, window, places):
    """A view [places..., sizes of the window...]."""
    moving = [step * stride for step, stride in zip(array.strides, window.strides)]
    inside = [step * gap for step, gap in zip(array.strides, window.dilations)]
    shape, steps = (*places, *window.sizes), (*moving, *inside)
    if is_narrow_float(array.dtype):  # which NumPy's strides do not all know
        return as_strided(array.view(unsigned(array.dtype)), shape, steps, writeable=False).view(array.dtype)
    return as_strided(array, shape, steps, writeable=False)


def listed_windows(array, window, places):
    """As `every_window`, with the elements of each window in one dimension."""
    return every_window(array, window, places).reshape(*places, math.prod(window.sizes))


BLOCK_BYTES = 1 << 19  # of a result, which stays in the cache while the elements of its windows are added


def in_order(ufunc, array, initial, window, places):
    """The elements of each window one after the other, the last dimension first, each sum of the element's type: this rounds as the reference
    interpreter and XLA do."""
    dtype, axis = array.dtype, next((axis for axis, size in enumerate(window.sizes) if size > 1), None)
    if axis is not None and is_one_place(array, window, places, axis):
        whole = array.reshape(*array.shape[:axis], -1, array.shape[-1])
        return ufunc.reduce(whole, axis, dtype, initial=initial[()]).reshape(places)
    if is_narrow_float(dtype):
        array, initial = widened(array), widened(initial)
    result = np.empty(places, array.dtype)
    if axis is None:
        combine_in_order(ufunc, array, initial, window, [0] * len(places), result, dtype)
    else:
        rows = max(1, BLOCK_BYTES * places[axis] // max(1, result.nbytes))
        for first in range(0, places[axis], rows):
            part = result[(*[slice(None)] * axis, slice(first, first + rows))]
            starts = [first * window.strides[axis] if each == axis else 0 for each in range(len(places))]
            combine_in_order(ufunc, array, initial, window, starts, part, dtype)
    return result if array.dtype == dtype else converted(result, dtype)


def combine_in_order(ufunc, array, initial, window, starts, part, dtype) -> None:
    """Part of a result, whose first window begins at `starts`; of a narrow type each sum is rounded to that."""
    total = initial
    for offsets in np.ndindex(*window.sizes):
        firsts = [start + offset * gap for start, offset, gap in zip(starts, offsets, window.dilations)]
        spans = [slice(first, first + (count - 1) * stride + 1, stride) for first, count, stride in zip(firsts, part.shape, window.strides)]
        total = ufunc(total, array[tuple(spans)], out=part)
        if array.dtype != dtype:
            np.copyto(part, widened(converted(part, dtype)))


def is_one_place(array, window, places, axis: int) -> bool:
    """Whether windows take in all of an image of NumPy's floats whose features are last: adding its places up takes them in order."""
    inner = slice(axis, -1)
    return (
        array.dtype.char in "fd" and array.flags.c_contiguous and window.sizes[-1] == 1 < places[-1] == array.shape[-1]
        and {*places[inner], *window.dilations} == {1} and tuple(window.sizes[inner]) == array.shape[inner]
        and tuple(places[:axis]) == array.shape[:axis]
    )  # fmt: skip


def separately(ufunc, array, initial, window, places):
    """One dimension after the other: the slices that each offset of the window sees are combined as whole arrays."""
    dtype = array.dtype
    if is_narrow_float(dtype):
        return converted(separately(ufunc, widened(array), widened(initial), window, places), dtype)
    if not array.size or 0 in places:
        return np.full(places, initial, dtype)
    result, first = array, None if is_neutral(ufunc, initial) else initial
    for axis in sorted(range(array.ndim), key=lambda axis: -window.strides[axis]):
        is_running = first is None or ufunc not in (np.add, np.multiply)  # others may take the padding in any number of times
        run = window.running_along(axis, places[axis]) if is_running else None
        result = along_axis(ufunc, result, axis, window, places[axis]) if run is None else totals(ufunc, result, axis, run > 0)

    def any_of(flags, begins):
        return separately(np.maximum, flags.view(np.uint8), np.array(begins, np.uint8), window, places) != 0

    return with_signs_of_zeros(ufunc, result if first is None else ufunc(result, first), array, first, any_of)


def totals(ufunc, array, axis: int, from_end: bool):
    """What is combined up to each place, or from each place on, with one element of the padding. It takes a step for each place, not for each two."""
    size = (array.shape[axis] + 1) // 2
    before = (slice(None),) * axis
    if from_end:
        return ufunc.accumulate(array[(*before, slice(size, None, -1))], axis, array.dtype)[(*before, slice(None, 0, -1))]
    return ufunc.accumulate(array[(*before, slice(size - 2, None))], axis, array.dtype)[(*before, slice(1, None))]


def along_axis(ufunc, array, axis: int, window, places: int):
    extent, stride, gap = window.sizes[axis], window.strides[axis], window.dilations[axis]
    if extent == 1 and stride == 1:
        return array
    before = (slice(None),) * axis
    span = (places - 1) * stride + 1
    parts = [array[(*before, slice(offset * gap, offset * gap + span, stride))] for offset in range(extent)]
    if extent == 1:
        return parts[0]
    result = ufunc(parts[0], parts[1])
    for part in parts[2:]:
        ufunc(result, part, out=result)
    return result


class select_and_scatter(OpSemantics):
    def evaluate(operand, source, init_value, window_dimensions, window_strides, padding, regions, op):
        source, init_value = as_arguments(regions[1], [source, init_value], op.operands[1:])
        window = Window(integers(window_dimensions), integers(window_strides), in_pairs(integers(padding)))
        return selected_and_scattered(operand, source, init_value, window, *regions)


def selected_and_scattered(operand, source, initial, window, select, scatter):
    """Each window's selected element receives that window's source value; what meets in one place is put together by `scatter`."""
    from tfir.dialects.stablehlo.indexing import combine_in_rounds

    places = source.shape
    positions = around(np.arange(operand.size).reshape(operand.shape) + 1, window, 0)
    values = listed_windows(around(operand, window, operand.dtype.type(0)), window, places)
    at = listed_windows(positions, window, places) - 1
    select = on_arrays(select)
    best, best_at = values[..., 0], at[..., 0]
    for offset in range(1, values.shape[-1]):
        new, new_at = values[..., offset], at[..., offset]
        keep = (np.asarray(select(best, new)[0]) | (new_at < 0)) & (best_at >= 0)
        best, best_at = np.where(keep, best, new), np.where(keep, best_at, new_at)
    inside = best_at.reshape(-1) >= 0
    result = np.full(operand.size, initial, source.dtype)
    combine_in_rounds([result], best_at.reshape(-1)[inside], [source.reshape(-1)[inside]], scatter)
    return result.reshape(operand.shape)
