"""Semantics: datasets, and the iterators that give their elements one after the other. A handle is the dataset or the iterator itself.

An element is a list of components, one array for each. What a function is mapped over is computed when it is asked for, on the host. What only
says how to compute (prefetching, options, parallel calls) leaves a dataset as it is: elements come in order.
"""

from __future__ import annotations

from itertools import chain, count, islice, takewhile

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    Element = list[Any]

END = "the dataset has no more elements"


class Dataset:
    """What can be gone through any number of times: `elements()` begins anew."""

    __slots__ = ("elements",)

    def __init__(self, elements: Callable[[], Iterable[Element]]):
        self.elements = elements

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements())


class Place:
    """An iterator: where in a dataset one is. It has none until it is made one of a dataset."""

    __slots__ = ("rest",)

    def __init__(self) -> None:
        self.rest: Iterator[Element] | None = None

    def begin(self, dataset: Dataset) -> None:
        self.rest = iter(dataset)

    def following(self) -> Element | None:
        """The next element, or None at the end. Raises Error where the iterator has not begun."""
        if self.rest is None:
            raise Error("the iterator has no dataset yet; MakeIterator gives it one")
        return next(self.rest, None)


def dataset_of(elements: Callable[[], Iterable[Element]]) -> list[Dataset]:
    """The only result of an op that makes a dataset."""
    return [Dataset(elements)]


class GivesElement(OpSemantics, family=True):
    def infer(output_shapes):
        return list(output_shapes)


def required(element: Element | None) -> Element:
    if element is None:
        raise Error(END)
    return element


def parts(array, number: int):
    """One of the parts of an array along its first axis; of text a scalar too is an array."""
    return array[number : number + 1].reshape(array.shape[1:])


# Sources


class TensorDataset(ScalarResult):
    def evaluate(components):
        return dataset_of(lambda: [components])


class TensorSliceDataset(ScalarResult):
    def evaluate(components):
        length = len(components[0])
        if any([len(component) != length for component in components]):
            raise Error("components have different numbers of slices")
        return dataset_of(lambda: ([parts(component, at) for component in components] for at in range(length)))


class RangeDataset(ScalarResult):
    def evaluate(start, stop, step, output_types):
        if not int(step):
            raise Error("the step is 0")
        (element,) = output_types
        return dataset_of(lambda: ([np.asarray(number, dtype_of(element))] for number in range(int(start), int(stop), int(step))))


# One dataset of another


class PrefetchDataset(ScalarResult):
    def evaluate(input_dataset):
        return [input_dataset]


class CacheDataset(ScalarResult):
    def evaluate(input_dataset, filename):
        if filename.item():
            raise Error("a cache in a file is not kept; give it no name")
        return [input_dataset]


class RepeatDataset(ScalarResult):
    def evaluate(input_dataset, count):
        return dataset_of(lambda: repeated(input_dataset, int(count)))


def repeated(dataset: Dataset, times: int) -> Iterator[Element]:
    """The elements so many times, or without end where the number is negative; of a dataset without elements there are none."""
    for _ in count() if times < 0 else range(times):
        elements = iter(dataset)
        first = next(elements, None)
        if first is None:
            return
        yield first
        yield from elements


class TakeDataset(ScalarResult):
    def evaluate(input_dataset, count):
        return dataset_of(lambda: islice(input_dataset, None if count < 0 else int(count)))


class SkipDataset(ScalarResult):
    def evaluate(input_dataset, count):
        return dataset_of(lambda: () if count < 0 else islice(input_dataset, int(count), None))


class ConcatenateDataset(ScalarResult):
    def evaluate(input_dataset, another_dataset):
        return dataset_of(lambda: chain(input_dataset, another_dataset))


class ZipDataset(ScalarResult):
    def evaluate(input_datasets):
        return dataset_of(lambda: ([part for element in row for part in element] for row in zip(*input_datasets)))


def batches(elements: Iterable[Element], size: int, drop_remainder: bool) -> Iterator[Element]:
    if size < 1:
        raise Error(f"a batch has {size} elements")
    rest = iter(elements)
    while group := list(islice(rest, size)):
        if len(group) == size or not drop_remainder:
            yield [stacked(values) for values in zip(*group)]


def stacked(values: tuple[Any, ...]):
    shapes = {np.shape(value) for value in values}
    if len(shapes) > 1:
        raise Error(f"components of shapes {' and '.join(map(str, sorted(shapes)))} are in one batch")
    return np.stack(values)


class BatchDataset(ScalarResult):
    def evaluate(input_dataset, batch_size):
        return dataset_of(lambda: batches(input_dataset, int(batch_size), False))


class BatchDatasetV2(ScalarResult):
    def evaluate(input_dataset, batch_size, drop_remainder):
        return dataset_of(lambda: batches(input_dataset, int(batch_size), bool(drop_remainder)))


class UnbatchDataset(ScalarResult):
    def evaluate(input_dataset):
        return dataset_of(lambda: ([parts(value, at) for value in element] for element in input_dataset for at in range(len(element[0]))))


# By functions, which are given the components of an element, and then what they capture


class MapDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, f):
        function = functions(op, f)
        return dataset_of(lambda: (function(*element, *other_arguments) for element in input_dataset))


class MapAndBatchDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, batch_size, drop_remainder, f):
        (mapped,) = MapDataset.evaluate(op, functions, input_dataset, other_arguments, f)
        return BatchDatasetV2.evaluate(mapped, batch_size, drop_remainder)


class FlatMapDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, f):
        function = functions(op, f)
        return dataset_of(lambda: chain.from_iterable(function(*element, *other_arguments)[0] for element in input_dataset))


class InterleaveDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, cycle_length, block_length, f):
        function, width, length = functions(op, f), int(cycle_length), int(block_length)
        if width < 1 or length < 1:
            raise Error(f"datasets are interleaved {width} at a time, by {length} elements")
        return dataset_of(lambda: interleaved((function(*element, *other_arguments)[0] for element in input_dataset), width, length))


def interleaved(datasets: Iterator[Dataset], width: int, length: int) -> Iterator[Element]:
    """Elements of as many datasets at a time, so many of one after the other; where one ends, the next of all begins in its place."""
    cycle: list[Iterator[Element] | None] = [None] * width
    ended = False
    while not ended or any([place is not None for place in cycle]):
        for at in range(width):
            if cycle[at] is None and not ended:
                following = next(datasets, None)
                cycle[at], ended = None if following is None else iter(following), following is None
            current = cycle[at]
            if current is not None:
                block = list(islice(current, length))
                yield from block
                cycle[at] = current if len(block) == length else None


class FilterDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, predicate):
        function = functions(op, predicate)
        return dataset_of(lambda: (element for element in input_dataset if function(*element, *other_arguments)[0]))


class TakeWhileDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, other_arguments, predicate):
        function = functions(op, predicate)
        return dataset_of(lambda: takewhile(lambda element: function(*element, *other_arguments)[0], input_dataset))


class ScanDataset(ScalarResult):
    def evaluate(op, functions, input_dataset, initial_state, other_arguments, f):
        function = functions(op, f)

        def elements():
            state = initial_state
            for element in input_dataset:
                results = function(*state, *element, *other_arguments)
                state = results[: len(state)]
                yield results[len(state) :]

        return dataset_of(elements)


class ReduceDataset(GivesElement):
    def evaluate(op, functions, input_dataset, initial_state, other_arguments, f):
        function, state = functions(op, f), initial_state
        for element in input_dataset:
            state = function(*state, *element, *other_arguments)
        return list(state)


class DatasetToSingleElement(GivesElement):
    def evaluate(dataset):
        elements = list(islice(dataset, 2))
        if len(elements) != 1:
            raise Error(f"the dataset has {'no' if not elements else 'more than one'} element, and is to have one")
        return elements[0]


# Iterators


class AnonymousIterator(ScalarResult):
    def evaluate():
        return [Place()]


class AnonymousIteratorV2(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate():
        return [Place(), None]


class IteratorV2(ScalarResult):
    def evaluate(op, state, container, shared_name):
        return [state.shared("iterator", op, container, shared_name, Place)]


class OneShotIterator(ScalarResult):
    def evaluate(op, state, functions, container, shared_name, dataset_factory):
        def begun() -> Place:
            place = Place()
            place.begin(functions(op, dataset_factory)()[0])
            return place

        return [state.shared("iterator", op, container, shared_name, begun)]


class MakeIterator(OpSemantics):
    def evaluate(dataset, iterator):
        iterator.begin(dataset)
        return []


class DeleteIterator(OpSemantics):
    def evaluate(handle):
        return []


class IteratorGetNext(GivesElement):
    def evaluate(iterator):
        return required(iterator.following())


class IteratorToStringHandle(ScalarResult):
    def evaluate(state, resource_handle):
        handles = state.find(("iterators with handles",), list)
        if resource_handle not in handles:
            handles.append(resource_handle)
        return np.array(b"%d" % handles.index(resource_handle), object)


class IteratorFromStringHandle(ScalarResult):
    def evaluate(state, string_handle):
        handles, text = state.find(("iterators with handles",), list), string_handle.item()
        if not text.isdigit() or int(text) >= len(handles):
            raise Error(f"{text!r} is no handle of an iterator")
        return [handles[int(text)]]


# What may be missing: a list with the element in it, or an empty one


class IteratorGetNextAsOptional(ScalarResult):
    def evaluate(iterator):
        element = iterator.following()
        return [Optional(element)]


class Optional:
    __slots__ = ("element",)

    def __init__(self, element: Element | None):
        self.element = element


class OptionalNone(ScalarResult):
    def evaluate():
        return [Optional(None)]


class OptionalFromValue(ScalarResult):
    def evaluate(components):
        return [Optional(components)]


class OptionalHasValue(ScalarResult):
    def evaluate(optional):
        return np.bool_(optional.element is not None)


class OptionalGetValue(GivesElement):
    def evaluate(optional):
        if optional.element is None:
            raise Error("the optional has no value")
        return optional.element


SEMANTICS = {
    **dict.fromkeys(("FinalizeDataset", "ModelDataset", "OptionsDataset"), PrefetchDataset),
    "CacheDatasetV2": CacheDataset, "ParallelBatchDataset": BatchDatasetV2,
    **dict.fromkeys(("ParallelMapDataset", "ParallelMapDatasetV2"), MapDataset),
    "AnonymousIteratorV3": AnonymousIterator,
    "IteratorFromStringHandleV2": IteratorFromStringHandle, "Iterator": IteratorV2, "IteratorGetNextSync": IteratorGetNext,
}  # fmt: skip
