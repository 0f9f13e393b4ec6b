"""Semantics of lists of tensors, which are values.

Elements that were never written are zeros once their shape is known: from the list, from the op that reads, or from another
element.
"""

from __future__ import annotations

from tfir.dialects.tf.creation import stated, zeros_like
from tfir.dialects.tf.handles import handed_on, handle_of, held
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of
from tfir.ods.shapes import fresh, merge

READ = "Trying to access element {index} in a list with {count} elements."
WRITTEN = "Trying to modify element {index} in a list with {count} elements."
GATHERED = "Index {index} out o range; list only has {count} elements."
SCATTERED = "TensorListScatter: Trying to scatter at index {index} in list with size {count}"


class TensorList:
    """A list of tensors of one element type; `items` holds None where nothing was written. `shape` is None when unranked."""

    __slots__ = ("items", "shape", "dtype")

    def __init__(self, items, shape, dtype):
        self.items, self.shape, self.dtype = list(items), shape, np.dtype(dtype)

    def place(self, index, told: str) -> int:
        """The index as a number. Raises Error in TensorFlow's words where no element has it."""
        index, count = int(index), len(self.items)
        if not 0 <= index < count:
            raise Error(told.format(index=index, count=count))
        return index

    def read(self, index, shape=None, told=READ):
        """An element; what variants hold, as lists in a list, is the thing itself."""
        item = self.items[self.place(index, told)]
        if item is None:
            return self.zeros([shape])
        return item.item() if item.dtype == object and not item.ndim and not isinstance(item.item(), bytes) else item

    def zeros(self, shapes) -> np.ndarray:
        written = [item.shape for item in self.items if item is not None]
        for shape in (*shapes, self.shape, *written[:1]):
            if shape is not None and None not in shape:
                return np.full(shape, b"", object) if self.dtype == object else np.zeros(shape, self.dtype)
        raise Error("an element that was never written is read, and its shape is not known")

    def fitting(self, item) -> np.ndarray:
        """The item, as an array. Raises Error where it has not the type of elements, or a shape that none has."""
        item = boxed(item)
        if item.dtype != self.dtype:
            raise Error(f"{item.dtype} is put in a list of {self.dtype}")
        merge(item.shape, self.shape, "the shapes of an item and of a list's elements")
        return item

    def written(self, index, item, told=WRITTEN) -> TensorList:
        """A copy with one element replaced."""
        items = list(self.items)
        items[self.place(index, told)] = self.fitting(item)
        return TensorList(items, self.shape, self.dtype)

    def zeroed(self) -> TensorList:
        """A list of zeros, with the same length and item shapes."""
        return TensorList([None if item is None else zeros_like(item) for item in self.items], self.shape, self.dtype)

    def __add__(self, other: TensorList) -> TensorList:
        """Element by element; what was never written is zeros."""
        if len(self.items) != len(other.items):
            raise Error(f"lists of {len(self.items)} and {len(other.items)} tensors are added")
        pairs = zip(self.items, other.items)
        return TensorList([b if a is None else a if b is None else np.asarray(a + b) for a, b in pairs], self.shape, self.dtype)

    def stacked(self, indices, shape=None) -> np.ndarray:
        items = [self.read(index, shape, GATHERED) for index in indices]
        if items:
            return np.stack([boxed(item) for item in items])
        return np.zeros((0, *static_shape(shape if shape is not None else self.shape)), self.dtype)


def boxed(item) -> np.ndarray:
    """An element as an array; what a variant or a string holds is an object in one of no axes."""
    if isinstance(item, (np.ndarray, np.generic)):
        return np.asarray(item)
    box = np.empty((), object)
    box[()] = item
    return box


def rows(tensor) -> list[np.ndarray]:
    """The elements along the first axis, as arrays: of strings and variants, Python would give the things themselves."""
    tensor = np.asarray(tensor)
    return [tensor[at, ...] for at in range(len(tensor))]


def spelled(shape) -> str:
    """A shape as TensorFlow's messages have it."""
    return "<unknown>" if shape is None else "[" + ",".join(["?" if size is None else str(size) for size in shape]) + "]"


def sizes_of(shape):
    """The shape that an attribute states, None for what it leaves open."""
    return None if shape is None else tuple([None if size is None or size < 0 else size for size in shape])


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
    return None if element_shape.shape == () else element_shape.as_shape


class NewList(OpSemantics, family=True):
    def infer(element_shape, element_dtype):
        return handle_of("variant", stated_shape(element_shape), element_dtype)


class ChangedList(OpSemantics, family=True):
    def infer(operands):
        return handed_on(operands[0])


class TensorListReserve(NewList):
    def evaluate(element_shape, num_elements, element_dtype):
        if num_elements < 0:
            raise Error(f"The num_elements to reserve must be a non negative number, but got {num_elements}")
        return [TensorList([None] * int(num_elements), shape_of_elements(element_shape), dtype_of(element_dtype))]


class EmptyTensorList(NewList):
    def evaluate(element_shape, element_dtype):
        return [TensorList([], shape_of_elements(element_shape), dtype_of(element_dtype))]


class TensorListFromTensor(OpSemantics):
    def infer(tensor, element_shape):
        shape = None if tensor.shape is None else tensor.shape[1:]
        return handle_of("variant", merge(shape, stated_shape(element_shape), "shapes of elements"), tensor.element)

    def evaluate(tensor, element_shape):
        shape = shape_of_elements(element_shape)
        merge(tensor.shape[1:], shape, "shapes of elements")
        return [TensorList(rows(tensor), shape, tensor.dtype)]


class TensorListSetItem(ChangedList):
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

    def evaluate(input_handle, element_shape, num_elements):
        if num_elements not in (-1, len(input_handle.items)):
            count = len(input_handle.items)
            raise Error(f"Operation expected a list with {num_elements} elements but got a list with {count} elements.")
        return [input_handle.stacked(range(len(input_handle.items)), shape_of_elements(element_shape))]


class TensorListGather(OpSemantics):
    def infer(input_handle, indices, element_shape):
        shape = element_of(input_handle, element_shape)
        return None if shape is None or indices.shape is None else (*indices.shape, *shape)

    def evaluate(input_handle, indices, element_shape):
        return [input_handle.stacked(indices, shape_of_elements(element_shape))]


class TensorListScatterIntoExistingList(ChangedList):
    def evaluate(input_handle, tensor, indices):
        require_as_many(tensor, indices)
        missing = int(np.max(indices, initial=-1)) + 1 - len(input_handle.items)
        items = [*input_handle.items, *[None] * missing]
        for index, item in zip(indices, rows(tensor)):  # of any shape: TensorFlow's kernel does not hold it against the list's
            if not 0 <= index < len(items):
                raise Error(f"Trying to set element {index} in a list with {len(items)} elements.")
            items[index] = item
        return [TensorList(items, input_handle.shape, input_handle.dtype)]


class TensorListPushBack(ChangedList):
    def evaluate(input_handle, tensor):
        return [TensorList([*input_handle.items, input_handle.fitting(tensor)], input_handle.shape, input_handle.dtype)]


class TensorListPopBack(OpSemantics):
    def infer(input_handle, element_shape):
        return [handed_on(input_handle), element_of(input_handle, element_shape)]

    def evaluate(input_handle, element_shape):
        if not input_handle.items:
            raise Error("Trying to pop from an empty list.")
        last = input_handle.read(len(input_handle.items) - 1, shape_of_elements(element_shape))
        return [TensorList(input_handle.items[:-1], input_handle.shape, input_handle.dtype), last]


class TensorListResize(ChangedList):
    def evaluate(input_handle, size):
        if size < 0:
            raise Error(f"TensorListSlice expects size to be non-negative. Got: {size}")
        items = input_handle.items[: int(size)]
        return [TensorList([*items, *[None] * (int(size) - len(items))], input_handle.shape, input_handle.dtype)]


class TensorListSplit(OpSemantics):
    def infer(tensor, element_shape):
        shape = None if tensor.shape is None else (None, *tensor.shape[1:])
        return handle_of("variant", merge(stated_shape(element_shape), shape, "shapes of elements"), tensor.element)

    def evaluate(tensor, element_shape, lengths):
        return [TensorList(split(tensor, lengths), shape_of_elements(element_shape), tensor.dtype)]


class TensorListConcatV2(OpSemantics):
    def infer(input_handle, element_shape):
        shape = element_of(input_handle, element_shape)
        return [None if shape is None else (fresh(), *shape[1:]), (fresh(),)]

    def evaluate(input_handle, element_shape, leading_dims):
        return concatenated(input_handle, shape_of_elements(element_shape), leading_dims)


class TensorListConcat(OpSemantics):
    def infer(input_handle, element_shape):
        shape = merge(stated(element_shape), held(input_handle), "shapes of elements")
        return [None if shape is None else (fresh(), *shape[1:]), (fresh(),)]

    def evaluate(input_handle, element_shape):
        return concatenated(input_handle, sizes_of(element_shape))


class TensorListPushBackBatch(OpSemantics):
    """Each of the lists with a row more."""

    def infer(input_handles):
        return input_handles.shape

    def evaluate(input_handles, tensor):
        lists = np.asarray(input_handles, object)
        if not tensor.ndim or lists.size != len(tensor):
            raise Error(f"Expected tensor.shape[0] == input_handles.size, but saw {len(tensor) if tensor.ndim else 0} vs. {lists.size}")
        result = np.empty(lists.shape, object)
        for at, (each, row) in enumerate(zip(lists.ravel(), rows(tensor))):
            result.reshape(-1)[at] = TensorListPushBack.evaluate(each, row)[0]
        return [result]


class TensorListConcatLists(ChangedList):
    def evaluate(input_a, input_b):
        if input_a.shape != input_b.shape:
            shapes = " vs. ".join([spelled(handle.shape) for handle in (input_a, input_b)])
            raise Error(f"input_a and input_b TensorList element shapes are not identical at index 0.  Saw {shapes}")
        return [TensorList([*input_a.items, *input_b.items], input_a.shape, input_a.dtype)]


class TensorListElementShape(OpSemantics):
    def infer(input_handle):
        shape = held(input_handle)
        return None if shape is None else (len(shape),)

    def evaluate(input_handle, shape_type):
        shape = input_handle.shape
        sizes = -1 if shape is None else [-1 if size is None else size for size in shape]
        return [np.asarray(sizes, dtype_of(shape_type))]


class TensorListScatterV2(NewList):
    """As many tensors as `num_elements` says; where that is -1, as the largest index asks for."""

    def evaluate(tensor, indices, element_shape, num_elements=-1):
        require_as_many(tensor, indices)
        if np.min(indices, initial=0) < 0:
            raise Error("Indices in TensorListScatter must all be non-negative.")
        if num_elements < -1:
            raise Error(f"TensorListScatter expects num_elements >= -1, found: {num_elements}")
        count = int(np.max(indices, initial=-1)) + 1 if num_elements < 0 else int(num_elements)
        result = TensorList([None] * count, shape_of_elements(element_shape), tensor.dtype)
        for index, item in zip(indices, rows(tensor)):
            result = result.written(index, item, SCATTERED)
        return [result]


def require_as_many(tensor, indices) -> None:
    if len(tensor) != len(indices):
        raise Error(f"Invalid number of rows in input tensor. Expected: {len(indices)} Actual: {len(tensor)}")


def split(tensor, lengths) -> list:
    """The rows of a tensor in pieces of these lengths."""
    lengths = [int(length) for length in lengths]
    ends = [sum(lengths[:count]) for count in range(len(lengths) + 1)]
    for start, end, length in zip(ends, ends[1:], lengths):
        if length < 0:
            raise Error(f"Invalid value in lengths: {length}")
        if end > len(tensor):
            raise Error(f"Attempting to slice [{start}, {end}] from tensor with length {len(tensor)}")
    if ends[-1] != len(tensor):
        raise Error(f"Unused values in tensor. Length of tensor: {len(tensor)} Values used: {ends[-1]}")
    return [np.asarray(tensor[start:end]) for start, end in zip(ends, ends[1:])]


def concatenated(handle: TensorList, shape, leading=()) -> list:
    """All rows of all elements, and how many each has; of an element that was never written, as many as `leading` says."""
    shape = merge(shape, handle.shape, "shapes of elements")
    for item in handle.items:
        shape = shape if item is None else merge(shape, (None, *item.shape[1:]) if item.ndim else (), "shapes of elements")
    if shape == ():
        raise Error("elements without rows are concatenated")
    written = [item for item in handle.items if item is not None]
    if written and shape[0] is None:
        shape = (len(written[0]), *shape[1:])
    items = [np.zeros(filled(shape, at, leading), handle.dtype) if item is None else item for at, item in enumerate(handle.items)]
    if not items:
        return [np.zeros((0, *static_shape(None if shape is None else shape[1:])), handle.dtype), np.zeros(0, np.int64)]
    return [np.concatenate(items), np.array([len(item) for item in items], np.int64)]


def filled(shape, at: int, leading) -> tuple:
    """The shape of an element that was never written."""
    rows = int(leading[at]) if at < len(leading) else shape[0] if shape is not None else None
    if rows is None:
        raise Error(f"element {at} was never written, and nothing says how many rows it has")
    return (rows, *static_shape(None if shape is None else shape[1:]))


SEMANTICS = {
    "TensorListScatter": TensorListScatterV2,
    **ops_of(ScalarResult, TensorListLength=lambda input_handle: [np.int32(len(input_handle.items))]),
}
