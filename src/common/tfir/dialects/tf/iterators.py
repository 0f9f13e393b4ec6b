"""Semantics: iterators, which give the elements of datasets one after the other, and optionals. A handle is the iterator itself."""

from __future__ import annotations

from copy import deepcopy
from secrets import randbits

from tfir.dialects.tf.creation import stated, zeros_like
from tfir.dialects.tf.dataset_graphs import FAIL, kept_at_end, require_no_state
from tfir.dialects.tf.dataset_models import is_asked_for, model_of, watched
from tfir.dialects.tf.dataset_optimizer import optimized
from tfir.dialects.tf.dataset_places import element_at
from tfir.dialects.tf.dataset_shapes import shapes_of, types_of
from tfir.dialects.tf.datasets import Dataset, GivesElement, as_component, scalar
from tfir.dialects.tf.elementwise import SPELT
from tfir.dialects.tf.errors import failed_precondition, out_of_range, unimplemented
from tfir.dialects.tf.variant_protos import Standing, is_variant
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult, ops_of
from tfir.ods.shapes import merge, shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tfir.dialects.tf.datasets import Element
    from tfir.ir.types import Type
    from tfir.ods.shapes import Shape

DEVICE = b"/job:localhost/replica:0/task:0/device:CPU:0"


class Place:
    """An iterator: where in a dataset one is. It has none until it is made one of a dataset. Ops in mapped functions keep what is theirs
    (generators of random numbers) in `own`, as long as the dataset is gone through."""

    __slots__ = ("state", "types", "shapes", "given", "is_at_end", "dataset", "rest", "own")

    def __init__(self, state: Any, types: Sequence = (), shapes: Sequence = ()):
        self.state, self.types, self.shapes = state, list(map(name_of_type, types)), list(map(stated, shapes))
        self.given: Dataset | None = None  # as it was before the optimizer
        self.is_at_end = False
        self.dataset: Dataset | None = None
        self.rest: Iterator[Element] | None = None
        self.own: dict = {}

    def begin(self, dataset: Dataset) -> None:
        types, shapes = types_of(dataset), shapes_of(dataset)
        if self.types:
            require_types(self.types, self.types if types is None else list(map(name_of_type, types)))
            require_shapes(self.shapes, shapes or ())
        self.own, self.given, self.is_at_end = {}, dataset, False
        self.dataset = optimized(dataset, self.state)
        if is_asked_for(dataset, self.state):
            self.dataset = watched(self.dataset)
        with self.state.apart(self.own):
            self.rest = iter(self.dataset)

    def held_to(self, other: Place) -> Place:
        """Another iterator. Raises Error where its elements are not what those of this one are said to be."""
        if self.types and other.types:
            require_types(self.types, other.types)
        require_shapes(self.shapes, other.shapes)
        return other

    def following(self) -> Element | None:
        """The next element, or None at the end. Raises Error where the iterator has not begun."""
        if self.rest is None:
            run = "Ensure that you have run the initializer operation for this iterator before getting the next element."
            raise failed_precondition(f"GetNext() failed because the iterator has not been initialized. {run}")
        with self.state.apart(self.own):
            element = next(self.rest, None)
        self.is_at_end = element is None
        return element

    def standing(self) -> Standing:
        """Where it is, as a value."""
        if self.rest is None:
            raise failed_precondition(
                "Save() failed because the iterator has not been initialized. Ensure that you have run the initializer operation for this iterator before saving it."
            )
        stood = standing_in(self.state)
        name = Standing(f"{stood.run} {len(stood.places)}".encode())
        stood.places[name.content] = (
            self.given,
            self.is_at_end,
            self.dataset,
            deepcopy((self.rest, self.own, [seeds.words for seeds in seeds_in(self.dataset)])),
        )
        return name

    def go_to(self, standing: Standing) -> None:
        """Raises Error where another run wrote it."""
        stood = standing_in(self.state)
        if not isinstance(standing, Standing) or standing.content not in stood.places:
            raise unimplemented("the place of an iterator is known to the run that wrote it, and this is of another one")
        self.given, self.is_at_end, self.dataset, copied = stood.places[standing.content]
        self.rest, self.own, words = deepcopy(copied)
        for seeds, its_words in zip(seeds_in(self.dataset), words):
            seeds.words = its_words


class Stood:
    """Where iterators stood that a run has made values of."""

    __slots__ = ("run", "places")

    def __init__(self) -> None:
        self.run, self.places = str(randbits(64)), dict[bytes, tuple]()


def standing_in(state: Any) -> Stood:
    stood: Stood = state.find(("where iterators stood",), Stood)
    return stood


def name_of_type(type: Type) -> str:
    name: str = dtype_of(type).name
    return "variant" if is_variant(type) else SPELT.get(name, name)


def require_types(expected: list[str], actual: list[str]) -> None:
    """Raises Error where components are of other types, by TensorFlow's names, or as many others."""
    if len(expected) != len(actual):
        raise Error(f"Number of components does not match: expected {len(expected)} types but got {len(actual)}.")
    for at, (one, other) in enumerate(zip(expected, actual)):
        if not is_of(one, other):
            raise Error(f"Data type mismatch at component {at}: expected {one} but got {other}.")


def is_of(expected: str, actual: str) -> bool:
    """Whether a component is of a type. What is boxed is kept as text in either."""
    return actual in (expected, "") or {expected, actual} == {"string", "variant"}


def require_shapes(expected: Sequence[Shape], actual: Sequence[Shape]) -> None:
    """Raises Error where components cannot have the shapes that are expected."""
    for at, (one, other) in enumerate(zip(expected, actual)):
        try:
            merge(one, other)
        except Error:
            raise Error(f"Incompatible shapes at component {at}: expected {shape_text(one)} but got {shape_text(other)}.") from None


def type_of(component) -> str:
    """The type of a component by TensorFlow's name; nothing of no objects, which may be texts and variants."""
    array = as_component(component)
    if array.dtype != object:
        return SPELT.get(array.dtype.name, array.dtype.name)
    return "" if not array.size else "string" if isinstance(array.flat[0], bytes) else "variant"


def as_asked(element: Element, output_types, output_shapes) -> Element:
    """An element that an op gives. Raises Error where it is not what the op says."""
    if output_types is not None:
        require_types(list(map(name_of_type, output_types)), list(map(type_of, element)))
    require_shapes(list(map(stated, output_shapes or ())), list(map(np.shape, element)))
    return element


def seeds_in(dataset: Dataset | None) -> list:
    """What the datasets that a dataset is made of take seeds from, each time that they begin anew."""
    if dataset is None:
        return []
    return [
        *([dataset.facts["seeds"]] if "seeds" in dataset.facts else []),
        *[each for input in dataset.inputs for each in seeds_in(input)],
    ]


def required(element: Element | None) -> Element:
    if element is None:
        raise out_of_range("End of sequence")
    return element


class AnonymousIterator(ScalarResult):
    def evaluate(state, output_types, output_shapes):
        return [Place(state, output_types, output_shapes)]


class AnonymousIteratorV2(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate(state, output_types, output_shapes):
        return [Place(state, output_types, output_shapes), None]


class IteratorV2(ScalarResult):
    def evaluate(op, state, container, shared_name, output_types, output_shapes):
        own = Place(state, output_types, output_shapes)
        return [own.held_to(state.shared("iterator", op, container, shared_name, lambda: own))]


class OneShotIterator(ScalarResult):
    def evaluate(op, state, functions, container, shared_name, dataset_factory, output_types, output_shapes):
        def begun() -> Place:
            place = Place(state, output_types, output_shapes)
            place.begin(functions(op, dataset_factory)()[0])
            return place

        return [state.shared("iterator", op, container, shared_name, begun)]


class MakeIterator(OpSemantics):
    def evaluate(dataset, iterator):
        iterator.begin(dataset)
        return []


class IteratorGetNext(GivesElement):
    def evaluate(iterator, output_types=None, output_shapes=None):
        return as_asked(required(iterator.following()), output_types, output_shapes)


class IteratorGetModelProto(ScalarResult):
    def evaluate(iterator):
        if iterator.dataset is None:
            run = "Ensure that you have run the initializer operation for this iterator before getting the next element."
            raise failed_precondition(f"GetModelProto() failed because the iterator has not been initialized. {run}")
        return np.array(model_of(iterator.dataset), object)


class SerializeIterator(ScalarResult):
    def evaluate(state, resource_handle, external_state_policy):
        if external_state_policy == FAIL and resource_handle.given is not None:
            made = state.graph_of(resource_handle.given)
            require_no_state(made, kept_at_end(made) if resource_handle.is_at_end else None)
        return [resource_handle.standing()]


class DeserializeIterator(OpSemantics):
    def evaluate(resource_handle, serialized):
        resource_handle.go_to(serialized)
        return []


def handles_in(state) -> list:
    handles: list = state.find(("iterators with handles",), list)
    return handles


class IteratorToStringHandle(ScalarResult):
    def evaluate(state, operands):
        handles, (handle,) = handles_in(state), operands
        if handle not in handles:
            handles.append(handle)
        return np.array(b"%d" % handles.index(handle), object)


class IteratorFromStringHandle(ScalarResult):
    def evaluate(state, string_handle, output_types=(), output_shapes=()):
        handles, text = handles_in(state), scalar(string_handle, "string_handle")
        if not text.isdigit() or int(text) >= len(handles):
            raise Error("Could not parse string_handle as a valid ResourceHandle")
        handle = handles[int(text)]
        return [Place(state, output_types, output_shapes).held_to(handle) if isinstance(handle, Place) else handle]


# All of a dataset at once


class ReduceDataset(GivesElement):
    def evaluate(op, state, functions, input_dataset, initial_state, other_arguments, f, output_types=None, output_shapes=None):
        function, values = functions(op, f), initial_state
        with state.apart({}):
            for element in optimized(input_dataset, state):
                values = function(*values, *element, *other_arguments)
        return as_asked(list(values), output_types, output_shapes)


class GetElementAtIndex(GivesElement):
    def evaluate(state, dataset, index, output_types=None, output_shapes=None):
        with state.apart({}):
            dataset.finalized = dataset.finalized or optimized(dataset, state)
            return as_asked(element_at(dataset.finalized, scalar(index, "index")), output_types, output_shapes)


class DatasetToSingleElement(GivesElement):
    """Generators in the functions of the dataset draw on from call to call, as they do nowhere else."""

    def evaluate(op, state, dataset, output_types=None, output_shapes=None):
        with state.apart(state.of_node("generators of a dataset", op, dict)):
            rest = iter(optimized(dataset, None))
            element, another = next(rest, None), next(rest, None)
        if element is None:
            raise Error("Dataset was empty.")
        if another is not None:
            raise Error("Dataset had more than one element.")
        return as_asked(element, output_types, output_shapes)


# One iterator for several devices, which take turns


class Shards:
    """Elements go round the devices; those that another device is still to take wait."""

    __slots__ = ("place", "waiting", "turn", "incarnation")

    def __init__(self, state: Any, count: int):
        self.place, self.turn, self.incarnation = Place(state), 0, 0
        self.waiting: list[list[Element]] = [[] for _ in range(count)]

    def begin(self, dataset: Dataset) -> int:
        self.place.begin(dataset)
        self.waiting, self.turn = [[] for _ in self.waiting], 0
        self.incarnation += 1
        return self.incarnation

    def following(self, shard: int, incarnation: int) -> Element | None:
        if incarnation != self.incarnation:
            raise Error(f"Invalid incarnation id. Provided: {incarnation}; Expected: {self.incarnation}")
        while not self.waiting[shard]:
            element = self.place.following()
            if element is None:
                return None
            self.waiting[self.turn].append(element)
            self.turn = (self.turn + 1) % len(self.waiting)
        first: Element = self.waiting[shard].pop(0)
        return first


class MultiDeviceIterator(ScalarResult):
    def evaluate(op, state, devices, container, shared_name):
        return [state.shared("multi-device iterator", op, container, shared_name, lambda: Shards(state, len(devices)))]


class AnonymousMultiDeviceIterator(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate(state, devices):
        return [Shards(state, len(devices)), None]


class AnonymousMultiDeviceIteratorV3(ScalarResult):
    def evaluate(state, devices):
        return [Shards(state, len(devices))]


class MultiDeviceIteratorInit(ScalarResult):
    def evaluate(dataset, multi_device_iterator):
        return np.int64(multi_device_iterator.begin(dataset))


class MultiDeviceIteratorGetNextFromShard(GivesElement):
    def evaluate(multi_device_iterator, shard_num, incarnation_id):
        return required(multi_device_iterator.following(int(shard_num), int(incarnation_id)))


# What may be missing: a list with the element in it, or an empty one


class Optional:
    __slots__ = ("element",)

    def __init__(self, element: Element | None):
        self.element = element

    def zeroed(self) -> Optional:
        return Optional(None if self.element is None else [zeros_like(component) for component in self.element])

    def __add__(self, other: Optional) -> Optional:
        if (self.element is None) != (other.element is None):
            raise Error("Cannot add optionals because one has a value and the other doesn't.")
        if self.element is None or other.element is None:
            return Optional(None)
        return Optional([one + another for one, another in zip(self.element, other.element, strict=True)])


class IteratorGetNextAsOptional(ScalarResult):
    def evaluate(iterator):
        return [Optional(iterator.following())]


class OptionalGetValue(GivesElement):
    def evaluate(optional, output_types, output_shapes):
        element = held(optional)
        if element is None:
            raise Error("The given optional does not have a value.")
        if len(element) != len(output_types):
            raise Error(f"The given optional has {len(element)} components, expected {len(output_types)}")
        told = "The given optional does not match the expected"
        for at, (type, shape, actual, component) in enumerate(
            zip(output_types, map(stated, output_shapes or ()), map(type_of, element), element)
        ):
            if not is_of(name_of_type(type), actual):
                raise Error(f"{told} type for component {at}. Expected: {name_of_type(type)}. Actual: {actual}.")
            try:
                merge(shape, np.shape(component))
            except Error:
                shapes = f"Expected: {shape_text(shape)}. Actual: {shape_text(np.shape(component))}"
                raise Error(f"{told} shape for component {at}. {shapes}.") from None
        return element


def held(optional) -> Element | None:
    element: Element | None = as_component(optional).item().element
    return element


# What else takes datasets


class InitializeTableFromDataset(OpSemantics):
    def evaluate(table_handle, dataset):
        pairs = list(dataset)
        for pair in pairs:
            if len(pair) != 2:
                raise Error(f"Dataset must have two components (key, value), and has {len(pair)}")
        if pairs:
            table_handle.fill(*[np.stack([as_component(value) for value in column]) for column in zip(*pairs)])
        return []


class Compressed:
    """The components of an element, which nothing here needs to be small."""

    __slots__ = ("components",)

    def __init__(self, components: Element):
        self.components = components


class UncompressElement(GivesElement):
    def evaluate(compressed):
        inside: Element = as_component(compressed).item().components
        return inside


def forgotten(operands):
    return []


SEMANTICS = {
    "AnonymousIteratorV3": AnonymousIterator,
    **{"IteratorFromStringHandleV2": IteratorFromStringHandle, "MultiDeviceIteratorFromStringHandle": IteratorFromStringHandle},
    **{"Iterator": IteratorV2, "IteratorGetNextSync": IteratorGetNext, "MultiDeviceIteratorToStringHandle": IteratorToStringHandle},
    **ops_of(
        ScalarResult,
        OptionalNone=lambda: [Optional(None)], OptionalFromValue=lambda components: [Optional(components)],
        OptionalHasValue=lambda optional: np.bool_(held(optional) is not None), CompressElement=lambda components: [Compressed(components)],
        **dict.fromkeys(("IteratorGetDevice", "ExperimentalIteratorGetDevice"), lambda resource: np.array(DEVICE, object)),
    ),
    **ops_of(OpSemantics, DeleteIterator=forgotten, DeleteMultiDeviceIterator=forgotten),
}  # fmt: skip
