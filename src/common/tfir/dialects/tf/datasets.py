"""Semantics: datasets, and what chooses, orders and joins their elements without looking at them. A handle is the dataset itself.

An element is a list of components, one array for each. Elements are computed when they are asked for, on the host. What only says how to
compute (prefetching, options, parallel calls, threads, statistics) leaves a dataset as it is: elements come in order.
"""

from __future__ import annotations

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.errors import failed_precondition, listed
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tfir.ir.operations import Operation

    Element = list[Any]
    Count = Callable[..., int]  # of the cardinalities of inputs

INFINITE, UNKNOWN = -1, -2  # cardinalities besides numbers of elements


class Dataset:
    """What can be gone through any number of times: `iteration(*inputs)` begins anew, where `inputs` are the datasets that it takes elements
    from. An iteration goes on behind an element that could not be computed, and holds data alone, so that it can be copied where it stands.
    `kind` is TensorFlow's name of the transformation, `facts` what others ask about it, `origin` the op that made it, where one did, `finalized` what
    is asked for elements by their places.
    `cardinality` is given as a number, or as a function of those of the inputs."""

    __slots__ = ("kind", "iteration", "inputs", "count", "cardinality", "facts", "origin", "finalized")

    def __init__(
        self, kind: str, iteration: Callable[..., Iterator[Element]], *inputs: Dataset, cardinality: int | Count = UNKNOWN, **facts: Any
    ):
        self.kind, self.iteration, self.inputs, self.facts = kind, iteration, inputs, facts
        self.count: Count = cardinality if callable(cardinality) else lambda *sizes: cardinality
        self.cardinality: int = self.count(*[input.cardinality for input in inputs])
        self.origin: Origin | None = None
        self.finalized: Dataset | None = None

    def __iter__(self) -> Iterator[Element]:
        return self.iteration(*self.inputs)

    def __deepcopy__(self, _) -> Dataset:
        return self

    def over(self, inputs) -> Dataset:
        """The same of other datasets with the same elements."""
        return Dataset(self.kind, self.iteration, *inputs, cardinality=self.count, **self.facts)

    def counted(self) -> int:
        """The cardinality, for which elements of datasets that functions make are counted where it is not known otherwise (TensorFlow's
        CARDINALITY_COMPUTE_MODERATE). It is remembered, so that those who only look see it too."""
        if self.cardinality == UNKNOWN:
            tally = self.facts.get("tally")
            sizes = [input.counted() for input in self.inputs] if tally is None else ()
            self.cardinality = self.count(*sizes) if tally is None else tally(*self.inputs)
        return self.cardinality


class Iteration:
    """Goes through a dataset once, and stays at its end."""

    __slots__ = ()

    def __iter__(self):
        return self

    def __next__(self) -> Element:
        raise NotImplementedError


class Origin:
    """The op of a module that made a dataset, and what it was given. `number` counts the datasets of a run."""

    __slots__ = ("op", "module", "operands", "number")

    def __init__(self, op: Operation, module: Operation, operands: list, number: int):
        self.op, self.module, self.operands, self.number = op, module, operands, number


class MakesDataset(ScalarResult, family=True):
    def remember(op, context, operands, results):
        made = results[0]
        if isinstance(made, Dataset) and made.origin is None:
            made.origin = Origin(op, context["module"], operands, context["state"].counted("datasets"))


class GivesElement(OpSemantics, family=True):
    def infer(output_shapes):
        # where the types of results have no ranks, the attribute that repeats them says nothing
        return None if output_shapes is None else [stated(shape) for shape in output_shapes]


def as_component(value) -> np.ndarray:
    """A component as an array; of what is no data (ragged tensors, datasets) as one of objects."""
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    result = np.empty((), object)
    result[()] = value
    return result


def parts(array, number: int):
    """One of the parts of an array along its first axis; of text a scalar too is an array, and of variants the thing itself."""
    part = array[number : number + 1].reshape(array.shape[1:])
    return part.item() if part.dtype == object and not part.ndim and not isinstance(part.item(), bytes) else part


def scalar(array, name: str) -> Any:
    if np.ndim(array):
        raise Error(f"{name} must be a scalar")
    return array.item()


def older_names(names: list[str], semantics: dict) -> dict[str, type[OpSemantics]]:
    """The same ops under the names that they had while they were experimental."""
    return {f"Experimental{name}": semantics[name] for name in names}


# Sources


class TensorDataset(MakesDataset):
    def evaluate(components):
        return [Dataset("Tensor", lambda: iter([components]), cardinality=1, at=lambda index: components)]


def slices(components: list) -> Dataset:
    arrays = [as_component(component) for component in components]
    return of_rows("TensorSlice", [[parts(array, at) for array in arrays] for at in range(len(arrays[0]))])


def of_rows(kind: str, rows: list[Element]) -> Dataset:
    return Dataset(kind, lambda: iter(rows), cardinality=len(rows), at=rows.__getitem__)


class TensorSliceDataset(MakesDataset):
    def evaluate(components):
        if any([not np.ndim(component) for component in components]):
            raise Error("All components must be at least 1-dimensional")
        if len({len(component) for component in components}) > 1:
            raise Error("All components must have the same size in the 0th dimension")
        return [slices(components)]


class SparseTensorSliceDataset(MakesDataset):
    """For each place along the first axis the indices, the values and the shape of the others."""

    def evaluate(indices, values, dense_shape):
        for name, tensor, rank in (("indices", indices, 2), ("values", values, 1), ("shape", dense_shape, 1)):
            if tensor.ndim != rank:
                kind = "matrix" if rank == 2 else "vector"
                raise Error(
                    f"Input {name} must be a {kind}. Got: {listed(tensor.shape)}" if rank == 2 else f"Input {name} must be a {kind}"
                )
        if len(values) and len(values) != len(indices):
            raise Error(
                f"Number of values must match first dimension of indices. Got {len(values)} values, indices shape: {listed(indices.shape)}"
            )
        if indices.shape[1] != len(dense_shape):
            raise Error(
                f"Number of dimensions must match second dimension of indices. Got {len(dense_shape)} dimensions, indices shape: {listed(indices.shape)}"
            )
        if not len(dense_shape):
            raise Error("The shape argument requires at least one element.")
        first = indices[:, 0].tolist()
        if any([after < before for before, after in zip(first, first[1:])]):
            raise Error(
                "The SparseTensor must be ordered in the batch dimension; handling arbitrarily ordered input is not currently supported."
            )
        ends = np.searchsorted(indices[:, 0], np.arange(int(dense_shape[0]) + 1))
        rows = [[indices[start:end, 1:], values[start:end], dense_shape[1:]] for start, end in zip(ends, ends[1:])]
        return [Dataset("SparseTensorSlice", lambda: iter(rows), cardinality=len(rows))]


class RangeDataset(MakesDataset):
    def evaluate(start, stop, step, output_types):
        numbers, dtype = (scalar(start, "start"), scalar(stop, "stop"), scalar(step, "step")), dtype_of(output_types[0])
        if not numbers[2]:
            raise Error("step must be a non-zero integer.")

        def element(number: int) -> Element:
            return [np.asarray(np.int64(number)).astype(dtype)]

        ends = numbers[1] == (1 << 63) - 1 if numbers[2] > 0 else numbers[1] == -(1 << 63)
        size = INFINITE if ends else max(0, -((numbers[0] - numbers[1]) // numbers[2]))
        return [Dataset("Range", lambda: map(element, range(*numbers)), cardinality=size, at=lambda index: element(range(*numbers)[index]))]


class ListDataset(MakesDataset):
    """Tensors, of which each element takes as many as it has components."""

    def evaluate(tensors, output_types):
        width = len(output_types)
        rows = [list(tensors[at : at + width]) for at in range(0, len(tensors), width)]
        return [of_rows("List", rows)]


# One dataset of another


def same(size: int) -> int:
    """The cardinality of what gives an element for each of its input."""
    return size


def passing(kind: str):
    """A dataset of the same elements."""

    def evaluate(input_dataset):
        return [Dataset(kind, iter, input_dataset, cardinality=same)]

    return evaluate


class Repeated(Iteration):
    """The elements so many times. Behind the last time it begins once more, which takes seeds from those that are shuffled."""

    __slots__ = ("dataset", "left", "rest")

    def __init__(self, dataset: Dataset, times: int):
        self.dataset, self.left, self.rest = dataset, times, iter(dataset)

    def __next__(self):
        while self.left:
            element = next(self.rest, None)
            if element is not None:
                return element
            self.left -= 1
            self.rest = iter(self.dataset)
        raise StopIteration


class RepeatedForever(Iteration):
    """The elements again and again; of a dataset without elements there are none."""

    __slots__ = ("dataset", "rest")

    def __init__(self, dataset: Dataset):
        self.dataset = dataset
        self.rest: Iterator[Element] | None = None

    def __next__(self):
        is_first = self.rest is None
        while True:
            if self.rest is None:
                self.rest, is_first = iter(self.dataset), True
            element = next(self.rest, None)
            if element is not None:
                return element
            self.rest = None
            if is_first:
                raise StopIteration


class RepeatDataset(MakesDataset):
    def evaluate(input_dataset, count):
        times = scalar(count, "count")

        def repeated(size: int) -> int:
            return 0 if 0 in (times, size) else size if size < 0 and times >= 0 else INFINITE if times < 0 else size * times

        def elements(input: Dataset) -> Iterator[Element]:
            return RepeatedForever(input) if times < 0 else Repeated(input, times)

        return [Dataset("Repeat", elements, input_dataset, cardinality=repeated, times=times)]


class Taken(Iteration):
    """The elements at every `step`-th place from `start` on, before `stop` where there is one."""

    __slots__ = ("rest", "start", "stop", "step", "at")

    def __init__(self, dataset: Dataset, start: int, stop: int | None, step: int = 1):
        self.rest, self.start, self.stop, self.step, self.at = iter(dataset), start, stop, step, 0

    def __next__(self):
        while self.stop is None or self.at < self.stop:
            element = next(self.rest, None)
            if element is None:
                self.rest = iter(())
                break
            self.at += 1
            if self.at > self.start and not (self.at - 1 - self.start) % self.step:
                return element
        raise StopIteration


class TakeDataset(MakesDataset):
    def evaluate(input_dataset, count):
        number = scalar(count, "count")
        stop = None if number < 0 else number

        def taken(size: int) -> int:
            return size if stop is None else stop if size == INFINITE else size if size < 0 else min(stop, size)

        return [Dataset("Take", lambda input: Taken(input, 0, stop), input_dataset, cardinality=taken, number=number)]


class SkipDataset(MakesDataset):
    def evaluate(input_dataset, count):
        start = scalar(count, "count")

        def left(size: int) -> int:
            return size if size < 0 else 0 if start < 0 else max(size - start, 0)

        def elements(input: Dataset) -> Iterator[Element]:
            return iter(()) if start < 0 else Taken(input, start, None)

        return [Dataset("Skip", elements, input_dataset, cardinality=left, number=start)]


class ShardDataset(MakesDataset):
    def evaluate(input_dataset, num_shards, index, require_non_empty):
        count, at = scalar(num_shards, "num_shards"), scalar(index, "index")
        if count <= 0:
            raise Error(f"Number of shards must be greater than zero (currently num_shards = {count}).")
        if not 0 <= at < count:
            raise Error(f"Index must be between 0 and {count - 1} (currently index = {at}).")

        def elements(input: Dataset) -> Iterator[Element]:
            return Shard(input, at, count, require_non_empty)

        return [
            Dataset(
                "Shard",
                elements,
                input_dataset,
                cardinality=shared(count, at),
                share=(count, at),
                is_required=require_non_empty and count > 1,
            )
        ]


def shared(count: int, at: int) -> Count:
    """The cardinality of one of so many shares."""
    return lambda size: size if size < 0 else size // count + (at < size % count)


class Shard(Taken):
    __slots__ = ("is_required",)

    def __init__(self, dataset: Dataset, at: int, count: int, is_required: bool):
        super().__init__(dataset, at, None, count)
        self.is_required = is_required and count > 1

    def __next__(self):
        try:
            element = super().__next__()
        except StopIteration:
            if self.is_required and self.at <= self.start:
                least = f"There aren't enough elements in this dataset for each shard to have at least one element (# elems = {self.at}, # shards = {self.step})."
                raise Error(
                    least
                    + " If you are using datasets with distribution strategy, considering setting the auto sharding policy to either DATA or OFF using the `experimental_distribute.auto_shard_policy` option of `tf.data.Options()`."
                ) from None
            raise
        return element


class Begun(Iteration):
    """An iteration that is chosen when the first element is asked for, or when it is copied: a copy goes on as it would have gone on then."""

    __slots__ = ("choose", "rest")

    def __init__(self, choose: Callable[[], Iterator[Element]]):
        self.choose = choose
        self.rest: Iterator[Element] | None = None

    def __deepcopy__(self, memo):
        from copy import deepcopy

        again = Begun(self.choose)
        again.rest = deepcopy(self.chosen(), memo)
        return again

    def __next__(self):
        return next(self.chosen())

    def chosen(self) -> Iterator[Element]:
        if self.rest is None:
            self.rest = self.choose()
        return self.rest


class Distinct(Iteration):
    """Each element when it comes for the first time."""

    __slots__ = ("rest", "seen")

    def __init__(self, dataset: Dataset):
        self.rest = iter(dataset)
        self.seen: set[tuple] = set()

    def __next__(self):
        while True:
            (value,) = element = next(self.rest)
            key = (value.shape, tuple(value.ravel().tolist()))
            if key not in self.seen:
                self.seen.add(key)
                return element


class UniqueDataset(MakesDataset):
    def evaluate(input_dataset):
        return [Dataset("Unique", Distinct, input_dataset)]


class WithoutErrors(Iteration):
    """What could be computed. An error that comes again at once comes for ever, and is told."""

    __slots__ = ("rest",)

    def __init__(self, dataset: Dataset):
        self.rest = iter(dataset)

    def __next__(self):
        last = None
        while True:
            try:
                return next(self.rest)
            except Error as error:
                if error is last:
                    raise
                last = error


class IgnoreErrorsDataset(MakesDataset):
    def evaluate(input_dataset):
        return [Dataset("IgnoreErrors", WithoutErrors, input_dataset)]


class Counted(Iteration):
    """As many elements as are said, or an error. At the end that comes again as often as it is asked for."""

    __slots__ = ("rest", "expected", "at")

    def __init__(self, dataset: Dataset, expected: int):
        self.rest, self.expected, self.at = iter(dataset), expected, 0

    def __next__(self):
        element = next(self.rest, None)
        self.at += element is not None
        if element is None and self.expected in (self.at, UNKNOWN):
            raise StopIteration
        if element is None:
            raise at_end(self.too_few())
        if 0 <= self.expected < self.at:
            least = f"Input dataset was expected to contain {numbered(self.expected)}"
            raise failed_precondition(f"{least} but contained at least {numbered(self.at)}.")
        return element

    def too_few(self) -> Error:
        return failed_precondition(
            f"Input dataset was expected to contain {numbered(self.expected)} but contained only {numbered(self.at)}."
        )


def at_end(error: Error) -> Error:
    """An error that is told in place of the end: what notes that its input has ended notes it."""
    error.is_at_end = True  # type: ignore[attr-defined]  # which errors do not say otherwise
    return error


def is_at_end(error: Error) -> bool:
    return getattr(error, "is_at_end", False)


def numbered(count: int) -> str:
    return "an infinite number of elements" if count == INFINITE else f"{count} element{'' if count == 1 else 's'}"


class AssertCardinalityDataset(MakesDataset):
    def evaluate(input_dataset, cardinality):
        expected = scalar(cardinality, "cardinality")
        return [Dataset("AssertCardinality", lambda input: Counted(input, expected), input_dataset, cardinality=expected)]


class DatasetCardinality(ScalarResult):
    def evaluate(input_dataset):
        return np.int64(input_dataset.cardinality)


class AutoShardDataset(MakesDataset):
    """What one of several workers sees. Where files are the source each has files of its own, which is not done here."""

    def evaluate(input_dataset, num_workers, index, auto_shard_policy):
        count, at = scalar(num_workers, "num_workers"), scalar(index, "index")
        if auto_shard_policy == -1 or count == 1:
            return [input_dataset]
        if auto_shard_policy not in (0, 2) or reads_files(input_dataset):
            raise Error("datasets of files are not sharded here; the policies DATA and OFF are")
        return [
            Dataset("Shard", lambda input: Taken(input, at, None, count), input_dataset, cardinality=shared(count, at), share=(count, at))
        ]


def reads_files(dataset: Dataset) -> bool:
    return "path" in dataset.facts or any([reads_files(input) for input in dataset.inputs])


# Under several names

SAME_ELEMENTS = (
    "PrefetchDataset FinalizeDataset ModelDataset OptimizeDataset OptimizeDatasetV2 RewriteDataset SleepDataset AssertNextDataset "
    "AssertPrevDataset BytesProducedStatsDataset LatencyStatsDataset SetStatsAggregatorDataset ThreadPoolDataset PrivateThreadPoolDataset "
    "MaxIntraOpParallelismDataset NonSerializableDataset"
).split()
"""Of the same elements as their input."""

MACHINERY = (
    "ThreadPoolHandle StatsAggregatorHandle StatsAggregatorHandleV2 DummyMemoryCache DummyIterationCounter DummySeedGenerator".split()
)
"""Resources that say nothing about elements, or stand where there is none."""

EXPERIMENTAL = (
    "AssertNextDataset AutoShardDataset BytesProducedStatsDataset DatasetCardinality "
    "IgnoreErrorsDataset LatencyStatsDataset MaxIntraOpParallelismDataset NonSerializableDataset PrivateThreadPoolDataset "
    "SetStatsAggregatorDataset SleepDataset StatsAggregatorHandle ThreadPoolDataset ThreadPoolHandle UniqueDataset"
).split()
"""Which have an older name with `Experimental` before."""

SEMANTICS = {
    **ops_of(MakesDataset, **{name: passing(name.partition("Dataset")[0]) for name in SAME_ELEMENTS}),
    **ops_of(ScalarResult, **dict.fromkeys(MACHINERY, lambda: [None])),
    **ops_of(
        OpSemantics,
        **dict.fromkeys(("DeleteMemoryCache", "DeleteSeedGenerator", "DeleteRandomSeedGenerator"), lambda operands: []),
        StatsAggregatorSetSummaryWriter=lambda operands: [],
    ),
    **ops_of(
        ScalarResult, WrapDatasetVariant=lambda input_handle: [input_handle], UnwrapDatasetVariant=lambda input_handle: [input_handle]
    ),
}
SEMANTICS |= older_names(EXPERIMENTAL, SEMANTICS | globals())
