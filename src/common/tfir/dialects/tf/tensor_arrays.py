"""Semantics of arrays of tensors, which are places that ops write to. A handle, of any of the three generations, is the array itself; each
run of the op that makes one makes another. The flow says only what comes before what."""

from __future__ import annotations

from itertools import count

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.dtypes import name_of
from tfir.dialects.tf.errors import unimplemented
from tfir.dialects.tf.handles import handed_on, handle_of, held
from tfir.dialects.tf.lists import sizes_of
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.control import data_types
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of
from tfir.ods.shapes import fresh, merge


class Element:
    """A place in an array. Of one that was written without a tensor, a gradient's, only the shape is known: it is zeros."""

    __slots__ = ("tensor", "shape", "was_written", "was_read", "was_cleared")

    def __init__(self) -> None:
        self.tensor: np.ndarray | None = None
        self.shape: tuple | None = None
        self.was_written = self.was_read = self.was_cleared = False


class TensorArray:
    """An element is written once, and not once it was read; with `clears` it is read once too. Where elements are `alike`, the first that is
    written has the shape of all. `gradients` are arrays that belong to it, by name: what is written to these is added up, and what was
    not written is zero, in the shape of the element that it belongs to. `marked` is how many elements were last put in together."""

    def __init__(self, name: str, element, size: int, shape, grows: bool, clears: bool, alike: bool, sums: bool = False):
        self.name, self.element, self.shape = name, element, shape
        self.grows, self.clears, self.alike, self.sums = grows, clears, alike, sums
        self.elements = [Element() for _ in range(size)]
        self.gradients: dict[str, TensorArray] = {}
        self.is_closed, self.may_have_gradients, self.marked = False, True, 0

    def refused(self, message: str) -> Error:
        return Error(f"TensorArray {self.name}{message}")

    def require_open(self) -> None:
        if self.is_closed:
            raise self.refused(" has already been closed.")

    def require_element(self, element, does: str) -> None:
        if dtype_of(element) != dtype_of(self.element):
            raise Error(f"TensorArray dtype is {name_of(self.element)} but Op {does} dtype {name_of(element)}.")

    @property
    def size(self) -> int:
        self.require_open()
        return len(self.elements)

    @property
    def size_together(self) -> int:
        """How many elements are taken out together; of gradients as many as were put in."""
        return self.marked if self.sums else self.size

    def write(self, index: int, item: np.ndarray) -> None:
        self.require_open()
        if index < 0 or (not self.grows and index >= len(self.elements)):
            raise self.refused(f": Tried to write to index {index} but array is not resizeable and size is: {len(self.elements)}")
        self.elements += [Element() for _ in range(index + 1 - len(self.elements))]
        place, told = self.elements[index], f": Could not write to TensorArray index {index} because"
        if not fits(item.shape, self.shape):
            inferred = f"the TensorArray's inferred element shape: {shown(self.shape)} (consider setting infer_shape=False)."
            raise self.refused(f"{told} the value shape is {shown(item.shape)} which is incompatible with {inferred}")
        if self.alike and (self.shape is None or None in self.shape):
            self.shape = item.shape
        if place.was_read:
            raise self.refused(f"{told} it has already been read.")
        if place.was_written and not self.sums:
            raise self.refused(f"{told} it has already been written to.")
        if place.was_written and place.shape != item.shape:
            shapes = f"the existing shape is {shown(place.shape)} but the new input shape is {shown(item.shape)}."
            raise self.refused(f": Could not aggregate to TensorArray index {index} because {shapes}")
        if place.tensor is not None:
            self.may_have_gradients = False
            item = place.tensor + item
        place.tensor, place.shape, place.was_written = item, item.shape, True

    def write_many(self, indices, items) -> None:
        for index, item in zip(indices, items):
            self.write(int(index), np.asarray(item))

    def read(self, index: int) -> np.ndarray:
        self.require_open()
        if index < 0 or (not self.sums and index >= len(self.elements)):
            raise self.refused(f": Tried to read from index {index} but array size is: {len(self.elements)}")
        self.elements += [Element() for _ in range(index + 1 - len(self.elements))]
        place = self.elements[index]
        if place.was_cleared:
            advice = "(perhaps try setting clear_after_read = false?)."
            raise self.refused(f": Could not read index {index} twice because it was cleared after a previous read {advice}")
        item = place.tensor
        if item is None:
            shape = place.shape if place.was_written else self.shape
            if shape is None or None in shape:
                raise self.refused(f": Could not read from TensorArray index {index}.  Furthermore, {NO_SHAPE.format(shown(self.shape))}")
            item = np.full(shape, b"" if dtype_of(self.element).kind == "O" else 0, dtype_of(self.element))
        place.was_read = True
        if self.clears:
            place.was_cleared, place.tensor = True, None
        return item

    def require_shape(self, shape) -> None:
        """Takes a shape of elements in, as far as it says more than is known."""
        if shape is not None and self.shape is not None and not fits_partly(shape, self.shape):
            raise Error(f"Incompatible shapes during merge: {shown(self.shape)} vs. {shown(shape)}")
        if self.shape is None:
            self.shape = shape
        elif shape is not None:
            self.shape = tuple([one if two is None else two for one, two in zip(shape, self.shape)])

    def close(self) -> None:
        self.elements, self.is_closed = [], True

    def require_values(self, told: str) -> TensorArray:
        """Itself, where it is no array of gradients."""
        if self.sums:
            raise Error(told)
        return self

    def gradient(self, source: str, around: tuple = ()) -> TensorArray:
        """The array of gradients of that name, whose elements are as many as this one's, and have sizes in front of theirs."""
        size = self.size
        if not self.may_have_gradients:
            advice = (
                "Perhaps you used the multiple_writes_aggregate flag on a previous write?  Gradient calculation is impossible when multiple"
            )
            raise Error(f"Unable to create a gradients TensorArray for {self.name}.  {advice} writes are performed to the same index.")
        self.grows = False
        if source not in self.gradients:
            shape = None if self.shape is None else (*around, *self.shape)
            made = TensorArray(f"{self.name}@{source}", self.element, size, shape, False, True, self.alike, sums=True)
            made.marked = self.marked
            for mine, its in zip(self.elements, made.elements):
                its.shape, its.was_written = (*around, *(mine.shape or ())), mine.was_written
            self.gradients[source] = made
        return self.gradients[source]


NO_SHAPE = (
    "the element shape is not fully defined: {}.  It is possible you are working with a resizeable TensorArray and stop_gradients is not "
    "allowing the gradients to be written.  If you set the full element_shape property on the forward TensorArray, the proper all-zeros "
    "tensor will be returned instead of incurring this error."
)


def shown(shape) -> str:
    return "<unknown>" if shape is None else f"[{','.join(['?' if size is None else str(size) for size in shape])}]"


def fits(shape, declared) -> bool:
    return declared is None or fits_partly(shape, declared)


def fits_partly(shape, declared) -> bool:
    return len(shape) == len(declared) and all([None in (one, other) or one == other for one, other in zip(shape, declared)])


# Making arrays


class NewArray(OpSemantics, family=True):
    def infer(op, dtype, element_shape):
        return [handle_of("resource", stated(element_shape), dtype, (2,)), ()] if len(data_types(op.results)) > 1 else (2,)

    def evaluate(op, state, size, dtype, element_shape, dynamic_size, clear_after_read, tensor_array_name, identical_element_shapes=False):
        if np.ndim(size):
            raise Error(f"TensorArray size must be scalar, but had shape: {shown(np.shape(size))}")
        if size < 0:
            raise Error("Size should be >= 0.")
        name = f"{tensor_array_name or node_name(op)}_{next(state.find(('numbers of tensor arrays',), count))}"
        shape = sizes_of(element_shape)
        return [TensorArray(name, dtype, int(size), shape, dynamic_size, clear_after_read, identical_element_shapes), np.float32(0)]


class TensorArrayV3(NewArray):
    pass


def array_alone(op, state, size, dtype, element_shape, dynamic_size, clear_after_read, tensor_array_name):
    return NewArray.evaluate(op, state, size, dtype, element_shape, dynamic_size, clear_after_read, tensor_array_name)[:1]


class TensorArrayGradV3(OpSemantics):
    def infer(handle):
        return [handed_on(handle), ()]

    def evaluate(handle, source):
        return [handle.require_values(f"Wrong input container. _tensor_array_grads{handle.name}").gradient(source), np.float32(0)]


def gradient_alone(handle, source):
    return [handle.require_values("Input container should be '_tensor_arrays',  but received '_tensor_array_grads'").gradient(source)]


class TensorArrayGradWithShape(OpSemantics):
    def infer(handle):
        return [handle.shape, ()]

    def evaluate(handle, shape_to_prepend, source):
        return [handle.gradient(source, tuple(shape_to_prepend.tolist())), np.float32(0)]


# Writing


class Writing(ScalarResult, family=True):
    """The flow goes on."""


class TensorArrayWriteV3(Writing):
    def evaluate(handle, index, value, flow_in):
        if np.ndim(index):
            raise Error(f"TensorArray index must be scalar, but had shape: {shown(np.shape(index))}")
        handle.require_element(element_of(value.dtype), "is trying to write")
        handle.write(int(index), value)
        return [flow_in]


class TensorArrayScatterV3(Writing):
    def evaluate(handle, indices, value, flow_in):
        size = require_rows(handle, value, "unpack")
        if np.ndim(indices) != 1:
            raise Error(f"Expected indices to be a vector, but received shape: {shown(np.shape(indices))}")
        if len(value) != len(indices):
            raise Error(f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value)}")
        largest = int(np.max(indices, initial=0))
        if largest >= size and not handle.grows:
            raise Error(f"Max scatter index must be < array size ({largest} vs. {size})")
        handle.write_many(indices, value)
        return [flow_in]


class TensorArrayUnpack(Writing):
    def evaluate(handle, value, flow_in):
        size = require_rows(handle, value, "unpack")
        size = max(size, len(value)) if handle.grows else size
        if len(value) != size:
            raise Error(f"Input value must have first dimension equal to the array size ({len(value)} vs. {size})")
        handle.marked = size
        handle.write_many(range(size), value)
        return [flow_in]


def require_rows(handle: TensorArray, value, what: str) -> int:
    """The size of an array that rows are put in."""
    size = handle.size
    handle.require_element(element_of(value.dtype), "is trying to write")
    if not value.ndim:
        raise Error(f"Input value for {what} must be at least a vector but received shape: []")
    return size


class TensorArraySplitV3(Writing):
    def evaluate(handle, value, lengths, flow_in):
        if lengths.ndim != 1:
            raise Error(f"Expected lengths to be a vector, received shape: {shown(lengths.shape)}")
        if not value.ndim:
            raise Error("Expected value to be at least a vector, but received shape: []")
        total, size = int(lengths.sum()), handle.size
        if total != len(value):
            told = f"sum of lengths is {total} and value's shape is: {shown(value.shape)}"
            raise Error(f"Expected sum of lengths to be equal to values.shape[0], but {told}")
        size = max(size, len(lengths)) if handle.grows else size
        if size != len(lengths):
            told = f"({size} vs. {len(lengths)}), and the TensorArray is not marked as dynamically resizeable"
            raise Error(f"TensorArray's size is not equal to the size of lengths {told}")
        handle.require_element(element_of(value.dtype), "is trying to write")
        ends = np.cumsum([0, *lengths])
        handle.marked = size
        handle.write_many(range(size), [value[start:end] for start, end in zip(ends, ends[1:])])
        return [flow_in]


# Reading


class TensorArrayReadV3(OpSemantics):
    def infer(handle):
        return held(handle)

    def evaluate(handle, index, dtype):
        if np.ndim(index):
            raise Error(f"TensorArray index must be scalar, but had shape: {shown(np.shape(index))}")
        handle.require_element(dtype, "requested")
        return [handle.read(int(index))]


def rows(handle: TensorArray, indices, element_shape, dtype) -> np.ndarray:
    handle.require_element(dtype, "requested")
    shape = sizes_of(element_shape)
    handle.require_shape(shape)
    if not len(indices):
        if shape is None or None in shape:
            raise unimplemented(
                f"TensorArray has size zero, but element shape {shown(shape)} is not fully defined. "
                "Currently only static shapes are supported when packing zero-size TensorArrays."
            )
        return np.zeros((0, *shape), dtype_of(dtype))
    items = [handle.read(int(index)) for index in indices]
    for at, item in enumerate(items):
        if item.shape != items[0].shape:
            told = f"Index 0 has shape: {shown(items[0].shape)} but index {at} has shape: {shown(item.shape)}"
            raise Error(f"TensorArray has inconsistent shapes.  {told}")
    return np.stack(items)


class TensorArrayGatherV3(OpSemantics):
    def infer(handle, indices, element_shape):
        shape = merge(stated(element_shape), held(handle), "shapes of elements")
        return None if shape is None or indices.shape is None else (*indices.shape, *shape)

    def evaluate(handle, indices, element_shape, dtype):
        if np.ndim(indices) != 1:
            raise Error(f"Expected indices to be a vector, but received shape: {shown(np.shape(indices))}")
        return [rows(handle, indices, element_shape, dtype)]


class TensorArrayPack(OpSemantics):
    def evaluate(handle, element_shape, dtype):
        return [rows(handle, range(handle.size_together), element_shape, dtype)]


class TensorArrayConcatV3(OpSemantics):
    def infer(handle):
        shape = held(handle)
        return [None if shape is None else (fresh(), *shape[1:]), (fresh(),)]

    def evaluate(handle, element_shape_except0, dtype):
        handle.require_element(dtype, "requested")
        shape = sizes_of(element_shape_except0)
        items = [handle.read(index) for index in range(handle.size_together)]
        if not items:
            if shape is None or None in shape:
                raise unimplemented(
                    f"TensorArray has size zero, but element_shape_except0 {shown(shape)} is not fully defined. "
                    "Currently only static shapes are supported when concatenating zero-size TensorArrays."
                )
            return [np.zeros((0, *shape), dtype_of(dtype)), np.zeros(0, np.int64)]
        for at, item in enumerate(items):
            require_pieces(item, at, items[0], shape)
        return [np.concatenate(items), np.array([len(item) for item in items], np.int64)]


def require_pieces(item: np.ndarray, at: int, first: np.ndarray, shape) -> None:
    """Raises Error where an element has no rows, or others than the first."""
    if not item.ndim:
        raise Error(f"Concat saw a scalar shape at index {at} but requires at least vectors.  Did you mean to call pack?")
    if item.shape[1:] != first.shape[1:]:
        told = f"{shown(first.shape[1:])} but index {at} has (excepting dimension 0) shape: {shown(item.shape[1:])}"
        raise Error(f"TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: {told}")
    if not fits(item.shape[1:], shape):
        told = f"expected (excepting dimension 0) shape: {shown(shape)} but index {at} has: {shown(item.shape[1:])}"
        raise Error(f"TensorArray was passed element_shape_except0 that does not fit: {told}")


class TensorArraySizeV3(ScalarResult):
    def evaluate(handle):
        return [np.int32(handle.size)]


class TensorArrayCloseV3(OpSemantics):
    def evaluate(handle):
        handle.close()
        return []


LATEST = {
    "Close": TensorArrayCloseV3, "Concat": TensorArrayConcatV3, "Gather": TensorArrayGatherV3, "Read": TensorArrayReadV3,
    "Scatter": TensorArrayScatterV3, "Size": TensorArraySizeV3, "Split": TensorArraySplitV3, "Write": TensorArrayWriteV3,
}  # fmt: skip
SEMANTICS = {
    **{f"TensorArray{name}{version}": latest for name, latest in LATEST.items() for version in ("", "V2")},
    **ops_of(NewArray, **{f"TensorArray{version}": array_alone for version in ("", "V2")}),
    **ops_of(OpSemantics, **{f"TensorArrayGrad{version}": gradient_alone for version in ("", "V2")}),
}
