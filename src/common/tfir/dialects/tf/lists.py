"""Semantics of lists of tensors, which are values, and of arrays of tensors, which are resources that ops write to.

Elements that were never written are zeros once their shape is known: from the list, from the op that reads, or from another
element.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.tf.creation import sizes, stated
from tfir.dialects.tf.handles import handed_on, handle_of, held
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh, merge


class TensorList:
    """A list of tensors of one element type; `items` holds None where nothing was written. `shape` is None when unranked."""

    __slots__ = ("items", "shape", "dtype")

    def __init__(self, items, shape, dtype):
        self.items, self.shape, self.dtype = list(items), shape, np.dtype(dtype)

    def place(self, index) -> int:
        index = int(index)
        if not 0 <= index < len(self.items):
            raise Error(f"index {index} is outside of a list of {len(self.items)} tensors")
        return index

    def read(self, index, shape=None) -> np.ndarray:
        return self.zeros([shape]) if self.items[self.place(index)] is None else self.items[self.place(index)]

    def zeros(self, shapes) -> np.ndarray:
        written = [item.shape for item in self.items if item is not None]
        for shape in (*shapes, self.shape, *written[:1]):
            if shape is not None and None not in shape:
                return np.zeros(shape, self.dtype)
        raise Error("an element that was never written is read, and its shape is not known")

    def written(self, index, item) -> TensorList:
        """A copy with one element replaced."""
        items = list(self.items)
        items[self.place(index)] = np.asarray(item)
        return TensorList(items, self.shape, self.dtype)

    def zeroed(self) -> TensorList:
        """As long a list, of zeros in the shapes of what is held."""
        return TensorList([None if item is None else np.zeros_like(item) for item in self.items], self.shape, self.dtype)

    def __add__(self, other: TensorList) -> TensorList:
        """Element by element; what was never written is zeros."""
        if len(self.items) != len(other.items):
            raise Error(f"lists of {len(self.items)} and {len(other.items)} tensors are added")
        pairs = zip(self.items, other.items)
        return TensorList([b if a is None else a if b is None else a + b for a, b in pairs], self.shape, self.dtype)

    def stacked(self, indices, shape=None) -> np.ndarray:
        items = [self.read(index, shape) for index in indices]
        if items:
            return np.stack(items)
        return np.zeros((0, *static_shape(shape if shape is not None else self.shape)), self.dtype)


def static_shape(shape) -> tuple:
    if shape is None or None in shape:
        raise Error("an empty list is stacked, and the shape of its elements is not known")
    return tuple(shape)


def shape_of_elements(element_shape):
    """The shape that the array `element_shape` states, None for each size of -1; None, for any shape, where it is a scalar."""
    sizes = np.asarray(element_shape)
    return None if sizes.ndim == 0 else tuple([None if size < 0 else int(size) for size in sizes])


# Lists. The type of a list says what is known of its elements.


def stated_shape(element_shape):
    """The shape that an abstract operand states, unknown sizes as symbols; None, for any shape, where it is a scalar."""
    return None if element_shape.shape == () else sizes(element_shape)


class TensorListReserve(OpSemantics):
    def infer(element_shape, element_dtype):
        return handle_of("variant", stated_shape(element_shape), element_dtype)

    def evaluate(element_shape, num_elements, element_dtype):
        return [TensorList([None] * int(num_elements), shape_of_elements(element_shape), dtype_of(element_dtype))]


class EmptyTensorList(OpSemantics):
    def infer(element_shape, element_dtype):
        return handle_of("variant", stated_shape(element_shape), element_dtype)

    def evaluate(element_shape, element_dtype):
        return [TensorList([], shape_of_elements(element_shape), dtype_of(element_dtype))]


class TensorListFromTensor(OpSemantics):
    def infer(tensor, element_shape):
        shape = None if tensor.shape is None else tensor.shape[1:]
        return handle_of("variant", merge(shape, stated_shape(element_shape), "shapes of elements"), tensor.element)

    def evaluate(tensor, element_shape):
        return [TensorList(list(np.asarray(tensor)), tensor.shape[1:], tensor.dtype)]


class TensorListSetItem(OpSemantics):
    def infer(input_handle):
        return handed_on(input_handle)

    def evaluate(input_handle, index, item, resize_if_index_out_of_bounds):
        short = int(index) + 1 - len(input_handle.items)
        if resize_if_index_out_of_bounds and short > 0:
            input_handle = TensorList([*input_handle.items, *[None] * short], input_handle.shape, input_handle.dtype)
        return [input_handle.written(index, item)]


class TensorListGetItem(OpSemantics):
    def infer(input_handle, element_shape):
        return element_of(input_handle, element_shape)

    def evaluate(input_handle, index, element_shape):
        return [input_handle.read(index, shape_of_elements(element_shape))]


def element_of(handle, element_shape):
    return merge(stated_shape(element_shape), held(handle), "shapes of elements")


class TensorListStack(OpSemantics):
    def infer(input_handle, element_shape, num_elements):
        shape = element_of(input_handle, element_shape)
        return None if shape is None else (num_elements if num_elements >= 0 else fresh(), *shape)

    def evaluate(input_handle, element_shape):
        return [input_handle.stacked(range(len(input_handle.items)), shape_of_elements(element_shape))]


class TensorListGather(OpSemantics):
    def infer(input_handle, indices, element_shape):
        shape = element_of(input_handle, element_shape)
        return None if shape is None or indices.shape is None else (*indices.shape, *shape)

    def evaluate(input_handle, indices, element_shape):
        return [input_handle.stacked(indices, shape_of_elements(element_shape))]


class TensorListScatterIntoExistingList(OpSemantics):
    def infer(input_handle):
        return handed_on(input_handle)

    def evaluate(input_handle, tensor, indices):
        for index, item in zip(indices, tensor):
            input_handle = input_handle.written(index, item)
        return [input_handle]


class TensorListLength(OpSemantics):
    def infer():
        return ()

    def evaluate(input_handle):
        return [np.int32(len(input_handle.items))]


class TensorListPushBack(OpSemantics):
    def infer(input_handle):
        return handed_on(input_handle)

    def evaluate(input_handle, tensor):
        return [TensorList([*input_handle.items, np.asarray(tensor)], input_handle.shape, input_handle.dtype)]


class TensorListPopBack(OpSemantics):
    def infer(input_handle, element_shape):
        return [handed_on(input_handle), element_of(input_handle, element_shape)]

    def evaluate(input_handle, element_shape):
        if not input_handle.items:
            raise Error("the last element of an empty list is asked for")
        last = input_handle.read(len(input_handle.items) - 1, shape_of_elements(element_shape))
        return [TensorList(input_handle.items[:-1], input_handle.shape, input_handle.dtype), last]


class TensorListResize(OpSemantics):
    def infer(input_handle):
        return handed_on(input_handle)

    def evaluate(input_handle, size):
        items = input_handle.items[: int(size)]
        return [TensorList([*items, *[None] * (int(size) - len(items))], input_handle.shape, input_handle.dtype)]


class TensorListSplit(OpSemantics):
    def infer(element_shape, element_dtype):
        return handle_of("variant", stated_shape(element_shape), element_dtype)

    def evaluate(tensor, element_shape, lengths):
        return [TensorList(split(tensor, lengths), shape_of_elements(element_shape), tensor.dtype)]


class TensorListConcatV2(OpSemantics):
    def infer(input_handle, element_shape):
        shape = element_of(input_handle, element_shape)
        return [None if shape is None else (fresh(), *shape[1:]), (fresh(),)]

    def evaluate(input_handle, element_shape, leading_dims):
        return concatenated(input_handle, shape_of_elements(element_shape), leading_dims)


class TensorListConcatLists(OpSemantics):
    def infer(input_a):
        return handed_on(input_a)

    def evaluate(input_a, input_b):
        return [TensorList([*input_a.items, *input_b.items], input_a.shape, input_a.dtype)]


class TensorListElementShape(OpSemantics):
    def infer(input_handle):
        shape = held(input_handle)
        return None if shape is None else (len(shape),)

    def evaluate(input_handle, shape_type):
        shape = input_handle.shape
        sizes = -1 if shape is None else [-1 if size is None else size for size in shape]
        return [np.asarray(sizes, dtype_of(shape_type))]


class TensorListScatterV2(OpSemantics):
    """As many tensors as `num_elements` says; where that is -1, as the largest index asks for."""

    def infer(element_shape, element_dtype):
        return handle_of("variant", stated_shape(element_shape), element_dtype)

    def evaluate(tensor, indices, element_shape, num_elements):
        count = max(int(num_elements), int(np.max(indices, initial=-1)) + 1)
        result = TensorList([None] * count, shape_of_elements(element_shape), tensor.dtype)
        for index, item in zip(indices, tensor):
            result = result.written(index, item)
        return [result]


class TensorListScatter(TensorListScatterV2):
    def evaluate(tensor, indices, element_shape):
        return TensorListScatterV2.evaluate(tensor, indices, element_shape, np.int32(-1))


def split(tensor, lengths) -> list:
    """The rows of a tensor in pieces of these lengths."""
    lengths = [int(length) for length in lengths]
    if sum(lengths) != len(tensor) or min(lengths, default=0) < 0:
        raise Error(f"pieces of {lengths} rows do not make up {len(tensor)}")
    ends = np.cumsum([0, *lengths])
    return [np.asarray(tensor[start:end]) for start, end in zip(ends, ends[1:])]


def concatenated(handle: TensorList, shape, leading=()) -> list:
    """All rows of all elements, and how many each has; of an element that was never written, as many as `leading` says."""
    shapes = [(int(size), *shape[1:]) for size in leading] if shape is not None else []
    items = [handle.read(at, shapes[at] if at < len(shapes) else None) for at in range(len(handle.items))]
    if not items:
        return [np.zeros((0, *static_shape(None if shape is None else shape[1:])), handle.dtype), np.zeros(0, np.int64)]
    return [np.concatenate(items), np.array([len(item) for item in items], np.int64)]


# Arrays. The flow says only what comes before what.

FLOW = np.float32(0)


class TensorArrayV3(OpSemantics):
    def infer(dtype, element_shape):
        return [handle_of("resource", stated(element_shape), dtype, (2,)), ()]

    def evaluate(size, dtype, element_shape, dynamic_size):
        shape = None if element_shape is None else tuple([None if at is None or at < 0 else at for at in element_shape])
        held = TensorList([None] * int(size), shape, dtype_of(dtype))
        return [TensorArray(held, dynamic_size), FLOW]


class TensorArray:
    """A place that holds a list. `gradients` are arrays that belong to it, by name: what is written to these is added up, and
    what was not written is zero, in the shape of the element that it belongs to."""

    __slots__ = ("held", "grows", "of", "gradients")

    def __init__(self, held: TensorList, grows: bool, of: TensorArray | None = None):
        self.held, self.grows, self.of = held, grows, of
        self.gradients: dict[str, TensorArray] = {}

    def write(self, index, item) -> None:
        short = int(index) + 1 - len(self.held.items)
        if self.grows and short > 0:
            self.held.items += [None] * short
        place, item = self.held.place(index), np.asarray(item)
        before = self.held.items[place] if self.of is not None else None
        self.held.items[place] = item if before is None else before + item

    def read(self, index) -> np.ndarray:
        place = self.held.place(index)
        like = self.of.held.items[place] if self.of is not None and self.held.items[place] is None else None
        return self.held.read(place, None if like is None else like.shape)

    def gradient(self, name: str) -> TensorArray:
        if name not in self.gradients:
            empty = TensorList([None] * len(self.held.items), self.held.shape, self.held.dtype)
            self.gradients[name] = TensorArray(empty, False, self)
        return self.gradients[name]


class TensorArrayWriteV3(OpSemantics):
    def infer():
        return ()

    def evaluate(handle, index, value):
        handle.write(index, value)
        return [FLOW]


class TensorArrayReadV3(OpSemantics):
    def infer(handle):
        return held(handle)

    def evaluate(handle, index):
        return [handle.read(index)]


class TensorArrayGatherV3(OpSemantics):
    def infer(handle, indices, element_shape):
        shape = merge(stated(element_shape), held(handle), "shapes of elements")
        return None if shape is None or indices.shape is None else (*indices.shape, *shape)

    def evaluate(handle, indices, element_shape):
        items = [handle.read(index) for index in indices]
        return [np.stack(items) if items else handle.held.stacked(indices, element_shape)]


class TensorArrayScatterV3(OpSemantics):
    def infer():
        return ()

    def evaluate(handle, indices, value):
        for index, item in zip(indices, value):
            handle.write(index, item)
        return [FLOW]


class TensorArraySizeV3(OpSemantics):
    def infer():
        return ()

    def evaluate(handle):
        return [np.int32(len(handle.held.items))]


class TensorArrayCloseV3(OpSemantics):
    def evaluate(handle):
        return []


class TensorArrayGradV3(OpSemantics):
    def infer(handle):
        return [handed_on(handle), ()]

    def evaluate(handle, source):
        return [handle.gradient(source), FLOW]


class TensorArraySplitV3(OpSemantics):
    def infer():
        return ()

    def evaluate(handle, value, lengths):
        for index, item in enumerate(split(value, lengths)):
            handle.write(index, item)
        return [FLOW]


class TensorArrayConcatV3(OpSemantics):
    def infer(handle):
        shape = held(handle)
        return [None if shape is None else (fresh(), *shape[1:]), (fresh(),)]

    def evaluate(handle, element_shape_except0):
        items = [handle.read(index) for index in range(len(handle.held.items))]
        shape = None if element_shape_except0 is None else (0, *element_shape_except0)
        return concatenated(TensorList(items, None, handle.held.dtype), shape)
