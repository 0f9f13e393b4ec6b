"""Semantics: datasets whose elements functions compute or choose: a function is given the components of an element, and then what it captures."""

from __future__ import annotations

from tfir.dialects.tf.dataset_batches import Gathering, Passed, batches_of, of_elements, size_of_batch, stacked
from tfir.dialects.tf.datasets import (
    INFINITE,
    UNKNOWN,
    Dataset,
    GivesElement,
    Iteration,
    MakesDataset,
    as_component,
    is_at_end,
    older_names,
    parts,
    same,
    scalar,
)
from tfir.dialects.tf.errors import is_out_of_range
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import ops_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tfir.dialects.tf.datasets import Element

    Function = Callable[..., list[Any]]
    Wrap = Callable[[Dataset], Dataset]  # of datasets that a function makes


def calling(kind: str, iteration: Callable[..., Iterator[Element]], *inputs: Dataset, **facts: Any) -> Dataset:
    return Dataset(kind, iteration, *inputs, calls=True, **facts)


def as_made(dataset: Dataset) -> Dataset:
    return dataset


def applied(function: Function, arguments: list, keeps_count: bool = False) -> Function:
    """The function of an element. Where it says that there are no more elements the dataset ends, unless it must keep their number."""

    def call(element: Element) -> Element:
        try:
            return function(*element, *arguments)
        except Error as error:
            if not is_out_of_range(error):
                raise
            if keeps_count:
                raise Error(f"Function invocation produced OutOfRangeError: {error}") from None
            raise StopIteration from None

    return call


def mapped(kind: str, dataset: Dataset, function: Function, arguments: list, keeps_count: bool) -> Dataset:
    call = applied(function, arguments, keeps_count)
    cardinality = same if keeps_count else UNKNOWN
    return calling(kind, lambda input: map(call, iter(input)), dataset, cardinality=cardinality, call=(function, arguments, keeps_count))


def mapping(kind: str):
    def evaluate(op, functions, input_dataset, other_arguments, f, preserve_cardinality):
        return [mapped(kind, input_dataset, functions(op, f), other_arguments, preserve_cardinality)]

    return evaluate


class MappedBatches(Gathering):
    """Batches of what a function makes of elements. An error is one of its whole batch; the elements behind it belong to that too."""

    __slots__ = ("function", "arguments", "size", "is_whole", "keeps_count")
    notes_end = True

    def __init__(self, dataset: Dataset, function: Function, arguments: list, size: int, is_whole: bool, keeps_count: bool):
        super().__init__(dataset)
        self.function, self.arguments, self.size, self.is_whole, self.keeps_count = function, arguments, size, is_whole, keeps_count

    def __next__(self):
        group, failed = [], None
        for _ in range(self.size):
            try:
                element = self.next()
                if element is None:
                    break
                group.append(self.function(*element, *self.arguments))
            except Error as error:
                if is_out_of_range(error) and not self.keeps_count:
                    self.rest = iter(())
                    break
                failed = failed or (Error(f"Function invocation produced OutOfRangeError: {error}") if is_out_of_range(error) else error)
        if failed is not None:
            raise failed
        if not group or self.is_whole and len(group) < self.size:
            raise StopIteration
        return stacked(group)


def mapped_batches(dataset: Dataset, function: Function, arguments: list, keeps_count: bool, size: int, is_whole: bool) -> Dataset:
    def elements(input: Dataset) -> Iterator[Element]:
        return MappedBatches(input, function, arguments, size, is_whole, keeps_count)

    cardinality = batches_of(size, is_whole) if keeps_count else UNKNOWN
    return calling("MapAndBatch", elements, dataset, cardinality=cardinality, batch=(size, is_whole))


class MapAndBatchDataset(MakesDataset):
    def evaluate(op, functions, input_dataset, other_arguments, batch_size, drop_remainder, f, preserve_cardinality):
        size = size_of_batch(batch_size)
        return [mapped_batches(input_dataset, functions(op, f), other_arguments, preserve_cardinality, size, bool(drop_remainder))]


def dataset_in(results: list, name: str) -> Dataset:
    """The only result of a function that makes a dataset. Raises Error where it makes none."""
    made = results[0].item() if len(results) == 1 and isinstance(results[0], np.ndarray) and not results[0].ndim else results[0]
    if len(results) != 1 or not isinstance(made, Dataset):
        raise Error(f"{name} must return a single scalar of dtype DT_VARIANT.")
    return made


class Flattened(Iteration):
    """The elements of the datasets that a function makes, one dataset after another."""

    __slots__ = ("rest", "make", "inner")

    def __init__(self, dataset: Dataset, make: Callable[[Element], Dataset]):
        self.rest, self.make, self.inner = iter(dataset), make, None

    def __next__(self):
        while True:
            if self.inner is None:
                self.inner = iter(self.make(next(self.rest)))
            element = next(self.inner, None)
            if element is not None:
                return element
            self.inner = None


class FlatMapDataset(MakesDataset):
    def evaluate(op, functions, input_dataset, other_arguments, f):
        function = functions(op, f)

        def make(element: Element) -> Dataset:
            return dataset_in(function(*element, *other_arguments), "Function")

        def elements(input: Dataset) -> Iterator[Element]:
            return Flattened(input, make)

        made = Made(make)
        return [calling("FlatMap", elements, input_dataset, tally=lambda input: tallied(input, made), made=made)]


class Made:
    """The datasets that a function makes of the elements of another. They are made once, however many iterators ask for them."""

    __slots__ = ("make", "input", "datasets")

    def __init__(self, make: Callable[[Element], Dataset]):
        self.make = make
        self.input: Dataset | None = None
        self.datasets: list[Dataset] = []

    def of(self, input: Dataset) -> list[Dataset]:
        if self.input is not input:
            self.datasets = list(map(self.make, input))
            self.input = input
        return self.datasets


def tallied(dataset: Dataset, made: Made) -> int:
    """How many elements the datasets have that a function makes, as far as each says so itself. Where one cannot be made that is not known."""
    if dataset.cardinality == INFINITE:
        return UNKNOWN
    try:
        sizes = [each.cardinality for each in made.of(dataset)]
    except Error:
        return UNKNOWN
    return next((size for size in sizes if size < 0), sum(sizes))


class Interleaved(Iteration):
    """Elements of as many datasets at a time, so many of one after the other; where one ends, the next of all begins in its place when
    that has its turn again."""

    __slots__ = ("rest", "make", "cycle", "length", "at", "taken")

    def __init__(self, dataset: Dataset, make: Callable[[Element], Dataset], width: int, length: int):
        self.rest: Iterator[Element] | None = iter(dataset)
        self.make, self.length, self.at, self.taken = make, length, 0, 0
        self.cycle: list[Iterator[Element] | None] = [None] * width

    def turn(self) -> None:
        self.at, self.taken = (self.at + 1) % len(self.cycle), 0

    def __next__(self):
        while self.rest is not None or any([place is not None for place in self.cycle]):
            current = self.cycle[self.at]
            if current is not None:
                element = next(current, None)
                if element is None:
                    self.cycle[self.at] = None
                    self.turn()
                    continue
                self.taken += 1
                if self.taken == self.length:
                    self.turn()
                return element
            if self.rest is None:
                self.turn()
                continue
            try:
                following = next(self.rest, None)
            except Error as error:
                self.rest = None if is_at_end(error) else self.rest
                raise
            if following is None:
                self.rest = None
            else:
                self.cycle[self.at] = iter(self.make(following))
        raise StopIteration


def interleaving(kind: str):
    def evaluate(op, functions, input_dataset, other_arguments, cycle_length, block_length, f, num_parallel_calls=None):
        function, width, length = functions(op, f), scalar(cycle_length, "cycle_length"), scalar(block_length, "block_length")
        width = 2 if width == -1 and kind != "Interleave" else width  # as many as the machine finds fit
        if width < 1:
            raise Error("`cycle_length` must be > 0")
        if length < 1:
            raise Error("`block_length` must be > 0")
        calls = -1 if num_parallel_calls is None else scalar(num_parallel_calls, "num_parallel_calls")
        if calls > width:
            least = "`num_parallel_calls` must be either `tf.data.AUTOTUNE` or a value less than or equal to `cycle_length`"
            told = f"However, `num_parallel_calls` is {calls} and `cycle_length` is {width}"
            raise Error(f"If `cycle_length` is set to a fixed value, {least}. {told}")

        def make(element: Element) -> Dataset:
            return dataset_in(function(*element, *other_arguments), "Function")

        def within(wrap: Wrap) -> Callable[..., Iterator[Element]]:
            return lambda input: Interleaved(input, lambda element: wrap(make(element)), width, length)

        return [calling(kind, within(as_made), input_dataset, within=within)]

    return evaluate


def is_true(results: list, name: str) -> bool:
    if len(results) != 1 or np.ndim(results[0]) or np.asarray(results[0]).dtype != np.bool_:
        raise Error(f"{name} must return a scalar bool.")
    return bool(results[0])


def filtering(kind: str):
    def evaluate(op, functions, input_dataset, other_arguments, predicate):
        function = functions(op, predicate)

        def is_kept(element: Element) -> bool:
            return is_true(function(*element, *other_arguments), "Filter predicate `f`")

        return [calling(kind, lambda input: filter(is_kept, Passed(input)), input_dataset)]

    return evaluate


class FilterByLastComponentDataset(MakesDataset):
    """The elements whose last component is true, without that."""

    def evaluate(input_dataset):
        def kept(input: Dataset) -> Iterator[Element]:
            return map(lambda element: element[:-1], filter(lambda element: is_true(element[-1:], "The last component"), iter(input)))

        return [Dataset("FilterByLastComponent", kept, input_dataset)]


class TakenWhile(Gathering):
    __slots__ = ("is_kept",)

    def __init__(self, dataset: Dataset, is_kept: Callable[[Element], bool]):
        super().__init__(dataset)
        self.is_kept = is_kept

    def __next__(self):
        element = self.next()
        if element is not None and self.is_kept(element):
            return element
        self.rest = iter(())
        raise StopIteration


class TakeWhileDataset(MakesDataset):
    def evaluate(op, functions, input_dataset, other_arguments, predicate):
        function = functions(op, predicate)

        def is_kept(element: Element) -> bool:
            return is_true(function(*element, *other_arguments), "`predicate`")

        return [calling("TakeWhile", lambda input: TakenWhile(input, is_kept), input_dataset)]


class Scanned(Iteration):
    __slots__ = ("rest", "call", "state")

    def __init__(self, dataset: Dataset, call: Function, state: list):
        self.rest, self.call, self.state = iter(dataset), call, list(state)

    def __next__(self):
        results = self.call([*self.state, *next(self.rest)])
        self.state = results[: len(self.state)]
        return results[len(self.state) :]


class ScanDataset(MakesDataset):
    def evaluate(op, functions, input_dataset, initial_state, other_arguments, f, preserve_cardinality):
        call = applied(functions(op, f), other_arguments, preserve_cardinality)
        cardinality = same if preserve_cardinality else UNKNOWN
        return [calling("Scan", lambda input: Scanned(input, call, initial_state), input_dataset, cardinality=cardinality)]


# By keys


def whole_number(results: list, name: str) -> int:
    if len(results) != 1 or np.ndim(results[0]) or np.asarray(results[0]).dtype != np.int64:
        raise Error(f"`{name}` must return a scalar int64.")
    return int(results[0])


class GroupedByReducer(Iteration):
    """All elements of a key reduced to one; keys rise."""

    __slots__ = ("rest", "key", "init", "reduce", "finalize", "keys", "states")

    def __init__(self, dataset: Dataset, key: Function, init: Function, reduce: Function, finalize: Function):
        self.rest, self.key, self.init, self.reduce, self.finalize = iter(dataset), key, init, reduce, finalize
        self.keys: list[int] | None = None
        self.states: dict[int, list] = {}

    def __next__(self):
        while self.keys is None:
            element = next(self.rest, None)
            if element is None:
                self.keys = sorted(self.states)
                break
            key = whole_number(self.key(*element), "key_func")
            if key not in self.states:
                self.states[key] = self.init(np.asarray(np.int64(key)))
            self.states[key] = self.reduce(*self.states[key], *element)
        if not self.keys:
            raise StopIteration
        return self.finalize(*self.states[self.keys.pop(0)])


def capturing(function: Function, arguments: list) -> Function:
    return lambda *element: function(*element, *arguments)


class GroupByReducerDataset(MakesDataset):
    def evaluate(
        op, functions, input_dataset, key_func, init_func, reduce_func, finalize_func, key_func_other_arguments, init_func_other_arguments,
        reduce_func_other_arguments, finalize_func_other_arguments,
    ):  # fmt: skip
        calls = [
            capturing(functions(op, function), arguments)
            for function, arguments in (
                (key_func, key_func_other_arguments), (init_func, init_func_other_arguments), (reduce_func, reduce_func_other_arguments),
                (finalize_func, finalize_func_other_arguments),
            )
        ]  # fmt: skip
        return [calling("GroupByReducer", lambda input: GroupedByReducer(input, *calls), input_dataset)]


class GroupedByWindow(Gathering):
    """The elements of the datasets that a function makes of groups of one key each, as soon as a group is complete; at the end of those
    that are not, by rising keys."""

    __slots__ = ("key", "reduce", "size", "wrap", "sizes", "groups", "current")
    notes_end = True

    def __init__(self, dataset: Dataset, key: Function, reduce: Function, size: Function, wrap: Wrap):
        super().__init__(dataset)
        self.key, self.reduce, self.size, self.wrap = key, reduce, size, wrap
        self.sizes: dict[int, int] = {}
        self.groups: dict[int, list[Element]] = {}
        self.current: Iterator[Element] | None = None

    def complete(self) -> int | None:
        """The key of the next group that goes out."""
        while (element := self.next()) is not None:
            key = whole_number(self.key(*element), "key_func")
            if key not in self.sizes:
                size = whole_number(self.size(np.asarray(np.int64(key))), "window_size_func")
                if size <= 0:
                    raise Error(f"Window size must be greater than zero, but got {size}.")
                self.sizes[key] = size
            self.groups.setdefault(key, []).append(element)
            if len(self.groups[key]) == self.sizes[key]:
                return key
        return min(self.groups, default=None)

    def __next__(self):
        while True:
            element = None if self.current is None else next(self.current, None)
            if element is not None:
                return element
            key = self.complete()
            if key is None:
                raise StopIteration
            group = of_elements(self.groups.pop(key), "Window")
            self.current = iter(self.wrap(dataset_in(self.reduce(np.asarray(np.int64(key)), group), "`reduce_func`")))


class GroupByWindowDataset(MakesDataset):
    def evaluate(
        op, functions, input_dataset, key_func, reduce_func, window_size_func, key_func_other_arguments, reduce_func_other_arguments,
        window_size_func_other_arguments,
    ):  # fmt: skip
        calls = [
            capturing(functions(op, key_func), key_func_other_arguments),
            capturing(functions(op, reduce_func), reduce_func_other_arguments),
            capturing(functions(op, window_size_func), window_size_func_other_arguments),
        ]

        def within(wrap: Wrap) -> Callable[..., Iterator[Element]]:
            return lambda input: GroupedByWindow(input, *calls, wrap=wrap)

        return [calling("GroupByWindow", within(as_made), input_dataset, within=within)]


# Made by functions alone


class Generated(Iteration):
    __slots__ = ("init", "following", "finalize", "state", "is_over")

    def __init__(self, init: Function, following: Function, finalize: Function):
        self.init, self.following, self.finalize = init, following, finalize
        self.state: list | None = None
        self.is_over = False

    def __next__(self):
        if self.is_over:
            raise StopIteration
        if self.state is None:
            self.state = self.init()
        try:
            return self.following(*self.state)
        except Error as error:
            if not is_out_of_range(error):
                raise
            self.is_over = True
            self.finalize(*self.state)
            raise StopIteration from None


class GeneratorDataset(MakesDataset):
    def evaluate(op, functions, init_func, next_func, finalize_func, init_func_other_args, next_func_other_args, finalize_func_other_args):
        calls = [
            capturing(functions(op, init_func), init_func_other_args),
            capturing(functions(op, next_func), next_func_other_args),
            capturing(functions(op, finalize_func), finalize_func_other_args),
        ]
        return [calling("Generator", lambda: Generated(*calls))]


class IndexFlatMapDataset(MakesDataset):
    """Parts of what a function makes of elements: for each number below the cardinality another one says which element, and which part."""

    def evaluate(
        op, functions, input_dataset, map_func_other_args, index_map_func_other_args, output_cardinality, map_func, index_map_func
    ):
        count, make, find = scalar(output_cardinality, "output_cardinality"), functions(op, map_func), functions(op, index_map_func)

        def found(number: int) -> list[int]:
            return [int(result) for result in find(np.asarray(np.int64(number)), *index_map_func_other_args)]

        def made_of(element: Element) -> list:
            return [as_component(part) for part in make(*element, *map_func_other_args)]

        def elements(input: Dataset) -> Iterator[Element]:
            made: dict[int, list] = {}
            rest = iter(input)
            seen: list[Element] = []

            def element(number: int) -> Element:
                at, offset = found(number)
                while len(seen) <= at:
                    seen.append(next(rest))
                if at not in made:
                    made.clear()
                    made[at] = made_of(seen[at])
                return pieces_of(made[at], offset)

            return map(element, range(count))

        return [calling("IndexFlatMap", elements, input_dataset, cardinality=count, pieces=(found, made_of))]


def pieces_of(made: list, offset: int) -> Element:
    if made[0].ndim and not 0 <= offset < len(made[0]):
        raise Error(f"`index_map_func` must return an index in [0, {len(made[0])}), got {offset}.")
    return [parts(part, offset) if part.ndim else part for part in made]


class ChooseFastestBranchDataset(MakesDataset):
    """The dataset that the first branch makes of the input: all make the same elements."""

    def evaluate(op, functions, input_dataset, other_arguments, branches, other_arguments_lengths):
        function, arguments = functions(op, branches[0]), other_arguments[: other_arguments_lengths[0]]

        def elements(input: Dataset) -> Iterator[Element]:
            return iter(dataset_in(function(input, *arguments), "Branch function"))

        return [calling("ChooseFastestBranch", elements, input_dataset)]


class MapDefun(GivesElement):
    """What a function answers for each part along the first axis of its arguments."""

    def evaluate(op, functions, arguments, captured_inputs, f):
        function, arrays = functions(op, f), [as_component(argument) for argument in arguments]
        for at, array in enumerate(arrays):
            if not array.ndim:
                raise Error(f"All inputs must have rank at least 1. Input {at} has a rank of 0.")
            if len(array) != len(arrays[0]):
                raise Error(
                    f"All inputs must have the same dimension 0. Input {at} has leading dimension {len(array)}, while all previous inputs "
                    f"have leading dimension {len(arrays[0])}"
                )
        return stacked([function(*[parts(array, at) for array in arrays], *captured_inputs) for at in range(len(arrays[0]))])


SEMANTICS = {
    **ops_of(MakesDataset, MapDataset=mapping("Map"), ParallelMapDataset=mapping("ParallelMap"), ParallelMapDatasetV2=mapping("ParallelMap")),
    **ops_of(MakesDataset, FilterDataset=filtering("Filter"), ParallelFilterDataset=filtering("ParallelFilter")),
    **ops_of(
        MakesDataset,
        InterleaveDataset=interleaving("Interleave"), ParallelInterleaveDataset=interleaving("LegacyParallelInterleave"),
        LegacyParallelInterleaveDatasetV2=interleaving("LegacyParallelInterleave"),
        **dict.fromkeys(
            ("ParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV3", "ParallelInterleaveDatasetV4"), interleaving("ParallelInterleave")
        ),
    ),
}  # fmt: skip
SEMANTICS |= older_names(
    [
        "GroupByReducerDataset", "GroupByWindowDataset", "MapAndBatchDataset", "MapDataset", "ParallelInterleaveDataset", "ScanDataset",
        "TakeWhileDataset",
    ],
    SEMANTICS | globals(),
)  # fmt: skip
