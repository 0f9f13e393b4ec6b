"""What is known of the shapes and types of a dataset's elements, as TensorFlow's kernels find it: of what they are given, or what the op says."""

from __future__ import annotations

from tfir.dialects.tf.creation import stated
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import fresh, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfir.dialects.tf.datasets import Dataset
    from tfir.ir.types import Type
    from tfir.ods.shapes import Shape, Size

    Shapes = list[Shape]

# Kinds of datasets whose elements have the shapes of those that they take.
KEEPING = frozenset(
    "BytesProducedStats Cache Filter Finalize GlobalShuffle IgnoreErrors LatencyStats MaxIntraOpParallelism Model Optimize "
    "OptimizeV2 Options Prefetch PrivateThreadPool Repeat Sampling SetStatsAggregator Shard Shuffle ShuffleAndRepeat Skip Sleep Snapshot Take "
    "TakeWhile ThreadPool Unique WeightedFlatMap".split()
)


def shapes_of(dataset: Dataset) -> Shapes | None:
    """The shape of each component, or None where no op made the dataset."""
    if dataset.origin is None:
        return None
    if dataset.kind in KEEPING:
        return shapes_of(dataset.inputs[0])
    find = BY_KIND.get(dataset.kind)
    shapes = None if find is None else find(dataset)
    listed = dataset.origin.op.get("output_shapes")
    return shapes if shapes is not None or listed is None else [stated(getattr(shape, "shape", shape)) for shape in listed]


def types_of(dataset: Dataset) -> list[Type] | None:
    """The element type of each component, or None where that is not known."""
    if dataset.origin is None:
        return None
    if dataset.kind in KEEPING:
        return types_of(dataset.inputs[0])
    if dataset.kind == "Zip":
        parts = [types_of(input) for input in dataset.inputs]
        return None if None in parts else [type for part in parts for type in part or ()]
    listed = dataset.origin.op.get("output_types") or dataset.origin.op.get("Toutput_types")
    return None if listed is None else [getattr(each, "type", each) for each in listed]


def of_parts(dataset: Dataset) -> Shapes:
    """Each tensor is a component, of slices without its first dimension."""
    return [np.shape(component)[dataset.kind == "TensorSlice" :] for component in dataset.origin.operands]


def of_zip(dataset: Dataset) -> Shapes | None:
    parts = [shapes_of(input) for input in dataset.inputs]
    return None if None in parts else [shape for part in parts for shape in part or ()]


def of_concatenation(dataset: Dataset) -> Shapes | None:
    """Shapes of several ranks, or of an unknown one, have TensorFlow say that the component is a scalar."""
    first, second = [shapes_of(input) for input in dataset.inputs]
    return None if first is None or second is None else [join(*each) or () for each in zip(first, second)]


def batched(dataset: Dataset) -> Shapes | None:
    size, is_whole = dataset.facts["batch"]
    return led(shapes_of(dataset.inputs[0]), size if is_whole else fresh())


def led(shapes: Shapes | None, size: Size) -> Shapes | None:
    return None if shapes is None else [None if shape is None else (size, *shape) for shape in shapes]


def unbatched(dataset: Dataset) -> Shapes | None:
    shapes = shapes_of(dataset.inputs[0])
    return None if shapes is None else [None if shape is None else shape[1:] for shape in shapes]


BY_KIND: dict[str, Callable[[Dataset], Shapes | None]] = {
    "Tensor": of_parts, "TensorSlice": of_parts, "Zip": of_zip, "Concatenate": of_concatenation, "Batch": batched, "ParallelBatch": batched, "Unbatch": unbatched,
    "SlidingWindow": lambda dataset: led(shapes_of(dataset.inputs[0]), fresh()),
    "Random": lambda dataset: [None],
    "DirectedInterleave": lambda dataset: [None] * len(shapes_of(dataset.inputs[1]) or ()),
    "DenseToSparseBatch": lambda dataset: [(fresh(), *dataset.origin.operands[2].tolist())],
}  # fmt: skip
