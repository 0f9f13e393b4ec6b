"""Semantics: datasets that keep the elements of others, once these were gone through to their end."""

from __future__ import annotations

from tfir.dialects.tf.datasets import Begun, Dataset, Iteration, MakesDataset, same, scalar
from tfir.ods.semantics import OpSemantics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.dialects.tf.datasets import Element


class Kept:
    """The elements of a cache, once a dataset was gone through to its end."""

    __slots__ = ("elements",)

    def __init__(self) -> None:
        self.elements: list[Element] | None = None


class Keeping(Iteration):
    __slots__ = ("rest", "kept", "seen")

    def __init__(self, dataset: Dataset, kept: Kept):
        self.rest, self.kept = iter(dataset), kept
        self.seen: list[Element] = []

    def __deepcopy__(self, memo):
        from copy import deepcopy

        again = Keeping.__new__(Keeping)
        again.rest, again.kept, again.seen = deepcopy(self.rest, memo), self.kept, list(self.seen)
        return again

    def __next__(self):
        element = next(self.rest, None)
        if element is None:
            self.kept.elements = self.seen
            raise StopIteration
        self.seen.append(element)
        return element


def cached(input_dataset: Dataset, kept: Kept, is_own: bool = False, in_file: bool = False) -> Dataset:
    def elements(input: Dataset) -> Iterator[Element]:
        return Begun(lambda: Keeping(input, kept) if kept.elements is None else iter(kept.elements))

    def anew(input: Dataset) -> Dataset:
        return cached(input, Kept() if is_own else kept, is_own, in_file)

    return Dataset("Cache", elements, input_dataset, cardinality=same, anew=anew, in_file=in_file, placed={})


def kept_in(state, filename) -> Kept | None:
    """What keeps elements for as long as the run lasts under a file's name; None where there is no such."""
    path = scalar(filename, "filename")
    return state.find(("dataset cache", path), Kept) if path else None


class CacheDataset(MakesDataset):
    def evaluate(state, input_dataset, filename, cache=None):
        in_file = kept_in(state, filename)
        kept = in_file or (cache if isinstance(cache, Kept) else None)
        return [cached(input_dataset, kept or Kept(), kept is None, in_file is not None)]


class AnonymousMemoryCache(OpSemantics):
    def infer():
        return [(), ()]

    def evaluate():
        return [Kept(), None]


SEMANTICS = {"CacheDatasetV2": CacheDataset}
