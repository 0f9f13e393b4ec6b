"""Semantics: datasets that put several elements of another into one, or take one apart: batches, padded ones, windows."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.dataset_shapes import shapes_of
from tfir.dialects.tf.datasets import UNKNOWN, Dataset, Iteration, MakesDataset, as_component, is_at_end, older_names, parts, same, scalar
from tfir.dialects.tf.errors import data_loss, failed_precondition, listed
from tfir.dialects.tf.examples import parsed
from tfir.dialects.tf.ragged_variants import Ragged
from tfir.dialects.tf.sparse_boxed import as_elements
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.binding import attribute_value
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.dialects.tf.datasets import Count, Element


class Gathering(Iteration):
    """Takes several elements of a dataset at a time. Some note an end that is told as an error (`notes_end`)."""

    __slots__ = ("rest",)
    notes_end = False

    def __init__(self, dataset: Dataset):
        self.rest = iter(dataset)

    def next(self) -> Element | None:
        """The next element; behind the end None, and the dataset is not asked again."""
        try:
            element = next(self.rest, None)
        except Error as error:
            if self.notes_end and is_at_end(error):
                self.rest = iter(())
            raise
        if element is None:
            self.rest = iter(())
        return element


class Passed(Gathering):
    """All elements."""

    __slots__ = ()

    def __next__(self):
        element = self.next()
        if element is None:
            raise StopIteration
        return element


class Batched(Gathering):
    __slots__ = ("size", "is_whole", "join", "check")

    def __init__(self, dataset: Dataset, size: int, is_whole: bool, join, check=None):
        super().__init__(dataset)
        self.size, self.is_whole, self.join, self.check = size, is_whole, join, check

    def __next__(self):
        group: list[Element] = []
        while len(group) < self.size and (element := self.next()) is not None:
            if self.check is not None:
                self.check(element)
            group.append(element)
        if not group or self.is_whole and len(group) < self.size:
            raise StopIteration
        return self.join(group)


def stacked(group: list[Element]) -> Element:
    """Each component of all elements, along a new first axis."""
    return [stacked_component([as_component(value) for value in values], at) for at, values in enumerate(zip(*group))]


def stacked_component(values: list, component: int):
    for number, value in enumerate(values):
        if value.shape != values[0].shape:
            shapes = f"First element had shape {listed(values[0].shape)} and element {number} had shape {listed(value.shape)}."
            raise Error(f"Cannot batch tensors with different shapes in component {component}. {shapes}")
    return np.stack(values)


def size_of_batch(batch_size) -> int:
    size: int = scalar(batch_size, "batch_size")
    if size <= 0:
        raise Error("Batch size must be greater than zero.")
    return size


def batches_of(size: int, is_whole: bool) -> Count:
    """How many batches there are of so many elements."""
    return lambda count: count if count < 0 else count // size if is_whole else -(-count // size)


def batched(dataset: Dataset, batch_size, drop_remainder: bool, kind: str = "Batch", join=stacked, check=None) -> list[Dataset]:
    size = size_of_batch(batch_size)

    def elements(input: Dataset) -> Iterator[Element]:
        return Batched(input, size, drop_remainder, join, check)

    return [Dataset(kind, elements, dataset, cardinality=batches_of(size, drop_remainder), batch=(size, drop_remainder))]


class BatchDataset(MakesDataset):
    def evaluate(input_dataset, batch_size):
        return batched(input_dataset, batch_size, False)


class BatchDatasetV2(MakesDataset):
    def evaluate(input_dataset, batch_size, drop_remainder):
        return batched(input_dataset, batch_size, scalar(drop_remainder, "drop_remainder"))


class ParallelBatchDataset(MakesDataset):
    def evaluate(input_dataset, batch_size, drop_remainder):
        return batched(input_dataset, batch_size, scalar(drop_remainder, "drop_remainder"), "ParallelBatch")


# Padded


def padded(group: list[Element], shapes: list, paddings: list) -> Element:
    columns = [[as_component(value) for value in values] for values in zip(*group)]
    return [padded_component(*each, at) for at, each in enumerate(zip(columns, shapes, paddings))]


def padded_component(values: list, shape, padding, component: int):
    for value in values:
        if value.ndim != len(shape):
            ranks = f"expected rank {len(shape)} but got element with rank {value.ndim}"
            raise Error(f"All elements in a batch must have the same rank as the padded shape for component{component}: {ranks}")
        if any([0 <= limit < size for size, limit in zip(value.shape, shape)]):
            raise data_loss("Attempted to pad to a smaller size than the input element.")
    sizes = [max([value.shape[axis] for value in values]) if limit < 0 else limit for axis, limit in enumerate(shape)]
    result = np.full((len(values), *sizes), padding.item() if padding.dtype == object else padding, values[0].dtype)
    for at, value in enumerate(values):
        result[at : at + 1][(slice(None), *map(slice, value.shape))] = value
    return result


class PaddedBatchDataset(MakesDataset):
    def evaluate(input_dataset, batch_size, padded_shapes, padding_values, drop_remainder=False):
        size_of_batch(batch_size)
        if any([np.ndim(padding) for padding in padding_values]):
            raise Error("All padding values must be scalars")
        shapes = [shape.tolist() for shape in padded_shapes]
        whole = bool(np.asarray(drop_remainder))
        return batched(input_dataset, batch_size, whole, "PaddedBatch", lambda group: padded(group, shapes, padding_values))


# Sparse


def as_sparse(group: list[Element], row_shape: list[int]) -> Element:
    """Dense tensors of different sizes as one sparse tensor, whose rows have room for the largest where the shape leaves that open."""
    rows = [row for (row,) in group]
    places = [(at, *place) for at, row in enumerate(rows) for place in np.ndindex(*row.shape)]
    sizes = [max([row.shape[axis] for row in rows]) if limit < 0 else limit for axis, limit in enumerate(row_shape)]
    indices = np.array(places, np.int64).reshape(-1, 1 + len(row_shape))
    return [as_elements([indices, np.concatenate([row.ravel() for row in rows]), np.array([len(rows), *sizes], np.int64)])]


class DenseToSparseBatchDataset(MakesDataset):
    def evaluate(input_dataset, batch_size, row_shape):
        limits = row_shape.tolist()
        shown = f"([{','.join(['?' if limit < 0 else str(limit) for limit in limits])}])"

        def check(element: Element) -> None:
            (row,) = element
            fails = "incompatible with" if row.ndim != len(limits) else "larger than"
            if row.ndim != len(limits) or any([0 <= limit < size for size, limit in zip(row.shape, limits)]):
                raise data_loss(f"Input element had shape ({listed(row.shape)}) that is {fails} the row shape {shown}.")

        return batched(input_dataset, batch_size, False, "DenseToSparseBatch", lambda group: as_sparse(group, limits), check)


# Batches of another size


class Unbatched(Gathering):
    __slots__ = ("element", "at")

    def __init__(self, dataset: Dataset):
        super().__init__(dataset)
        self.element, self.at = None, 0

    def __next__(self):
        while self.element is None or self.at >= len(self.element[0]):
            self.element, self.at = None, 0
            element = self.next()
            if element is None:
                raise StopIteration
            element = [as_component(component) for component in element]
            require_alike(element)
            self.element = element
        self.at += 1
        return [parts(component, self.at - 1) for component in self.element]


class UnbatchDataset(MakesDataset):
    def evaluate(op, input_dataset):
        size = size_of_first(input_dataset) or stated_batch(op)

        def elements(count: int) -> int:
            return count if count < 0 else UNKNOWN if size is None else count * size

        return [Dataset("Unbatch", Unbatched, input_dataset, cardinality=elements, parts=size)]


def size_of_first(dataset: Dataset) -> int | None:
    """How many elements its batches have, as far as the shape of a component says so."""
    sizes = [shape[0] for shape in shapes_of(dataset) or () if shape]
    return next((size for size in sizes if isinstance(size, int)), None)


def stated_batch(op) -> int | None:
    """How many elements the batches of the first operand have, as far as the op that makes it says so."""
    maker = op.operands[0].op if op is not None else None
    if maker is None or "output_shapes" not in maker.attributes:
        return None
    shapes = attribute_value(lookup(maker.name), maker, "output_shapes")
    return next((shape[0] for shape in shapes if shape and shape[0] is not None and shape[0] >= 0), None)


class Divided(Gathering):
    """Each batch in as many pieces as there are replicas, the last of which may have fewer elements or none."""

    __slots__ = ("count", "pieces")

    def __init__(self, dataset: Dataset, count: int):
        super().__init__(dataset)
        self.count = count
        self.pieces: list[Element] = []

    def __next__(self):
        if not self.pieces:
            element = next(self.rest)
            for at, component in enumerate(element):
                if not np.ndim(component):
                    least = "All components must have at least one dimension. Perhaps your input dataset is not batched?"
                    raise Error(f"Cannot rebatch dataset: {least} Component {at} is scalar.")
            steps = [-(-len(component) // self.count) for component in element]
            self.pieces = [[part[at * step : (at + 1) * step] for part, step in zip(element, steps)] for at in range(self.count)]
        return self.pieces.pop(0)


class RebatchDataset(MakesDataset):
    def evaluate(input_dataset, num_replicas):
        count = scalar(num_replicas, "num_replicas")
        if count <= 0:
            raise Error("num_replicas must be greater than zero.")
        return [Dataset("Rebatch", lambda input: Divided(input, count), input_dataset)]


class Rebatched(Gathering):
    """Batches whose sizes go round. One of size 0 is empty, as long as the end was not met, which a saved place does not know."""

    __slots__ = ("sizes", "at", "is_whole", "left", "is_over", "empty")
    notes_end = True

    def __init__(self, dataset: Dataset, sizes: list[int], is_whole: bool, empty: Element):
        super().__init__(dataset)
        self.sizes, self.at, self.is_whole, self.left, self.is_over, self.empty = sizes, 0, is_whole, None, False, empty

    def __next__(self):
        if self.is_over:
            raise StopIteration
        size, count, gathered = self.sizes[self.at % len(self.sizes)], 0, []
        while count < size:
            if self.left is None or not len(self.left[0]):
                self.left = self.next()
                if self.left is None:
                    self.is_over = True
                    break
                require_alike(self.left)
            gathered.append([component[: size - count] for component in self.left])
            self.left = [component[size - count :] for component in self.left]
            count += len(gathered[-1][0])
        self.at += 1
        if size and not count or self.is_whole and count < size:
            raise StopIteration
        return [joined_rows(column) for column in zip(*gathered)] if gathered else self.empty

    def __deepcopy__(self, memo) -> Rebatched:
        from copy import deepcopy

        again = Rebatched.__new__(Rebatched)
        again.sizes, again.at, again.is_whole, again.left, again.empty = self.sizes, self.at, self.is_whole, self.left, self.empty
        again.rest, again.is_over = deepcopy(self.rest, memo), False
        return again


def joined_rows(slices: tuple[np.ndarray, ...]) -> np.ndarray:
    """Parts of batches as one, whose rows are shaped as those of the first."""
    for each in slices:
        if each.shape[1:] != slices[0].shape[1:]:
            shapes = f"Source shape: {listed(each.shape)}, dst shape: {listed((sum(map(len, slices)), *slices[0].shape[1:]))}"
            raise failed_precondition(f"MaybeMoveContiguousSlices cannot perform copy: source and dst shapes arenot compatible. {shapes}")
    return np.concatenate(slices)


def require_alike(element: Element) -> None:
    """Raises Error where components are scalars or differ in size along the first axis."""
    for at, component in enumerate(element):
        if not np.ndim(component):
            raise Error("Input element must have a non-scalar value in each component.")
        if len(component) != len(element[0]):
            sizes = f"Component 0 had size {len(element[0])} but component {at} had size, {len(component)}."
            raise Error(f"Input element must have the same batch size in each component. {sizes}")


class RebatchDatasetV2(MakesDataset):
    def evaluate(input_dataset, batch_sizes, drop_remainder, output_types, output_shapes):
        if batch_sizes.ndim > 1:
            raise Error("`batch_sizes` must be a scalar or a vector.")
        sizes, whole = batch_sizes.ravel().tolist(), bool(drop_remainder)
        shapes = [() if shape is None else [max(size or 0, 0) for size in shape] for shape in output_shapes]
        empty = [np.zeros((0, *shape[1:]), dtype_of(dtype)) for shape, dtype in zip(shapes, output_types)] if 0 in sizes else []
        return [Dataset("RebatchV2", lambda input: Rebatched(input, sizes, whole, empty), input_dataset)]


class ComputeBatchSize(OpSemantics):
    """The number of elements in the batches of a dataset, -1 where that is not known."""

    def infer():
        return ()

    def evaluate(input_dataset):
        while "batch" not in input_dataset.facts:
            if input_dataset.kind not in KEEPING_BATCHES or not input_dataset.inputs:
                return np.int64(-1)
            input_dataset = input_dataset.inputs[-1]
        return np.int64(input_dataset.facts["batch"][0])


KEEPING_BATCHES = "Prefetch Take Skip Repeat Shard Shuffle ShuffleAndRepeat Options Cache Concatenate Map ParallelMap".split()


# Windows


class Windowed(Gathering):
    """Groups of elements that may overlap. An element that could not be computed is an error of each group that has it, where those are
    datasets (`keeps_errors`); else of the first."""

    __slots__ = ("size", "shift", "stride", "is_whole", "join", "keeps_errors", "buffer")

    def __init__(self, dataset: Dataset, size: int, shift: int, stride: int, is_whole: bool, join, keeps_errors: bool):
        super().__init__(dataset)
        self.size, self.shift, self.stride, self.is_whole, self.join, self.keeps_errors = size, shift, stride, is_whole, join, keeps_errors
        self.buffer: list = []

    def kept(self) -> Element | Error | None:
        try:
            return self.next()
        except Error as error:
            if not self.keeps_errors:
                raise
            return error

    def __next__(self):
        reach = (self.size - 1) * self.stride + 1
        while len(self.buffer) < reach and (element := self.kept()) is not None:
            self.buffer.append(element)
        if not self.buffer or self.is_whole and len(self.buffer) < reach:
            raise StopIteration
        group = self.buffer[: reach : self.stride]
        for _ in range(self.shift - len(self.buffer)):
            if self.kept() is None:
                break
        del self.buffer[: self.shift]
        for element in group:
            if isinstance(element, Error):
                raise element
        return self.join(group)


def as_datasets(group: list[Element]) -> Element:
    """Each component of all elements, as a dataset."""
    return [of_elements([[value] for value in column], "Window") for column in zip(*group)]


def of_elements(elements: list[Element], kind: str) -> Dataset:
    return Dataset(kind, lambda: iter(elements), cardinality=len(elements))


def windowed(kind: str, dataset: Dataset, whole: bool, join, words, *numbers) -> list[Dataset]:
    sizes = [scalar(number, word) for number, word in zip(numbers, words)]
    for size, word in zip(sizes, words):
        if size <= 0:
            raise Error(f"{word} must be greater than zero.")
    size, shift, stride = sizes

    def windows(count: int) -> int:
        left = count - (size - 1) * stride - 1  # behind the first window; TensorFlow says of tensors how often it moves
        full = left // shift + 1 if kind == "Window" else count // shift
        return count if count < 0 else max(0, full) if whole else -(-count // shift)

    def elements(input: Dataset) -> Iterator[Element]:
        return Windowed(input, size, shift, stride, whole, join, kind == "Window")

    return [Dataset(kind, elements, dataset, cardinality=windows)]


class WindowDataset(MakesDataset):
    def evaluate(input_dataset, size, shift, stride, drop_remainder):
        words = "Window size", "Window shift", "Window stride"
        return windowed("Window", input_dataset, bool(drop_remainder), as_datasets, words, size, shift, stride)


class SlidingWindowDataset(MakesDataset):
    def evaluate(input_dataset, window_size, window_shift, window_stride, drop_remainder=True):
        words = "Window size", "Window shift", "window_stride"
        return windowed("SlidingWindow", input_dataset, drop_remainder, stacked, words, window_size, window_shift, window_stride)


class WindowOp(MakesDataset):
    """A dataset of the tensors, of which each element takes as many as it has components."""

    def evaluate(inputs, output_types):
        width = len(output_types)
        return [of_elements([list(inputs[at : at + width]) for at in range(0, len(inputs), width)], "Window")]


# Examples


class ParseExampleDataset(MakesDataset):
    """Components in the order of the names of their features, which are all of a batch: dense, sparse in variants, ragged in one."""

    def evaluate(
        input_dataset,
        dense_defaults,
        sparse_keys,
        dense_keys,
        sparse_types,
        dense_shapes,
        ragged_keys=(),
        ragged_value_types=(),
        ragged_split_types=(),
    ):
        def parse(element: Element) -> Element:
            (serialized,) = element
            types = [*sparse_types, *ragged_value_types, *ragged_split_types]
            flat = parsed(serialized, np.empty(0, object), sparse_keys, dense_keys, ragged_keys, dense_defaults, dense_shapes, types)
            return by_name(flat, list(sparse_keys), list(dense_keys), list(ragged_keys))

        return [Dataset("ParseExample", lambda input: map(parse, iter(input)), input_dataset, cardinality=same)]


def by_name(flat: list, sparse_keys: list, dense_keys: list, ragged_keys: list) -> Element:
    """One component for each feature, in the order of their names."""
    sparse, dense, ragged = len(sparse_keys), len(dense_keys), len(ragged_keys)
    components = {key: as_elements(flat[at : 3 * sparse : sparse]) for at, key in enumerate(sparse_keys)}
    components |= dict(zip(dense_keys, flat[3 * sparse :]))
    first = 3 * sparse + dense
    components |= {key: Ragged([flat[first + ragged + at]], flat[first + at]) for at, key in enumerate(ragged_keys)}
    return [components[key] for key in sorted(components)]


SEMANTICS: dict[str, type[OpSemantics]] = {
    "PaddedBatchDatasetV2": PaddedBatchDataset, "ParseExampleDatasetV2": ParseExampleDataset,
}  # fmt: skip
SEMANTICS |= older_names(
    ["DenseToSparseBatchDataset", "ParseExampleDataset", "RebatchDataset", "SlidingWindowDataset", "UnbatchDataset"], globals()
)
