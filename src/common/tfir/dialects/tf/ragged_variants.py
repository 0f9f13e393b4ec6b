"""Semantics: ragged tensors, and others that are made of several tensors, as elements of variants: an object each, several in an array."""

from __future__ import annotations

from tfir.dialects.tf.creation import zeros_like
from tfir.dialects.tf.sparse_boxed import as_elements
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh


class Ragged:
    """Where rows begin and the last ends, from the outermost level inwards, and the values [n, ...]. No tuple, of which NumPy would make an array."""

    __slots__ = ("splits", "values")

    def __init__(self, splits: list[np.ndarray], values: np.ndarray):
        self.splits, self.values = splits, values

    def zeroed(self) -> Ragged:
        return Ragged(self.splits, zeros_like(self.values))

    def __add__(self, other: Ragged) -> Ragged:
        if len(self.splits) != len(other.splits):
            raise Error("Can't add RaggedTensorVariants of different ragged rank")
        return Ragged(self.splits, self.values + other.values)


class RaggedTensorToVariant(OpSemantics):
    """The whole as one element, or each row of the first axis as one."""

    def infer(rt_nested_splits, rt_dense_values, batched_input):
        if not batched_input:
            return ()
        outermost = rt_nested_splits[0] if rt_nested_splits else rt_dense_values
        size = outermost.shape[0] if outermost.shape else None
        return (size - (1 if rt_nested_splits else 0) if isinstance(size, int) else fresh(),)

    def evaluate(rt_nested_splits, rt_dense_values, batched_input):
        whole = Ragged(list(rt_nested_splits), rt_dense_values)
        return [as_elements(rows_of(whole)) if batched_input else whole]


def rows_of(whole: Ragged) -> list[Ragged]:
    if not whole.splits:
        return [Ragged([], row) for row in whole.values]
    return [row_between(whole, int(start), int(end)) for start, end in zip(whole.splits[0], whole.splits[0][1:])]


def row_between(whole: Ragged, start: int, end: int) -> Ragged:
    inner = []
    for level in whole.splits[1:]:
        part = level[start : end + 1]
        start, end = int(part[0]), int(part[-1])
        inner.append(part - part[0])
    return Ragged(inner, whole.values[start:end])


class RaggedTensorFromVariant(OpSemantics):
    """Elements of any number of axes, stacked."""

    def infer(output_ragged_rank):
        return [*[(fresh(),)] * output_ragged_rank, None]

    def evaluate(encoded_ragged, input_ragged_rank, output_ragged_rank, Tvalues, Tsplits):
        sizes, elements = elements_of(encoded_ragged)
        rank = output_ragged_rank - len(sizes) if input_ragged_rank == -1 else input_ragged_rank
        if rank < 0 or output_ragged_rank != len(sizes) + rank:
            ranks = f"output_ragged_rank: {output_ragged_rank}, input_ragged_rank: {rank}, encoded_variant.dims(): {len(sizes)}"
            raise Error(f"output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); {ranks}")
        check_elements(elements, rank, dtype_of(Tvalues), dtype_of(Tsplits))
        if not sizes:
            return [*elements[0].splits, elements[0].values]
        outer = [np.arange(size + 1) * inner for size, inner in zip(sizes, sizes[1:])]
        lengths = [len(element.splits[0]) - 1 if element.splits else len(element.values) for element in elements]
        inner = [joined([element.splits[level] for element in elements]) for level in range(rank)]
        splits = [level.astype(dtype_of(Tsplits)) for level in (*outer, np.cumsum([0, *lengths]), *inner)]
        return [*splits, np.concatenate([element.values for element in elements]) if elements else np.zeros(0, dtype_of(Tvalues))]


def elements_of(encoded) -> tuple[tuple[int, ...], list[Ragged]]:
    """The shape of a variant, and its elements in order."""
    return (encoded.shape, encoded.ravel().tolist()) if isinstance(encoded, np.ndarray) and encoded.ndim else ((), [scalar(encoded)])


def scalar(encoded):
    return encoded.item() if isinstance(encoded, np.ndarray) else encoded


def check_elements(elements: list[Ragged], rank: int, dtype, split_dtype) -> None:
    for element in elements:
        if not isinstance(element, Ragged):
            raise Error("Input Variant element doesn't hold a RaggedTensorVariant")
        if len(element.splits) != rank:
            raise Error(f"Encoded input RaggedTensorVariant has ragged_rank={len(element.splits)}.  Expected ragged_rank={rank}.")
        if element.values.dtype != dtype:
            raise Error(f"Expected values Tensor dtype: {dtype}, found: {element.values.dtype}")
        if element.values.ndim < 1:
            raise Error("Ragged values must have rank >= 1")
        if any([level.dtype != split_dtype for level in element.splits]):
            raise Error(f"Expected row_splits Tensor dtype: {split_dtype}, found: {element.splits[0].dtype}")


def joined(levels: list[np.ndarray]) -> np.ndarray:
    """Splits of rows that follow each other."""
    ends = np.cumsum([0, *[level[-1] for level in levels]])
    return np.concatenate([[0], *[level[1:] + start for level, start in zip(levels, ends)]])


class RaggedTensorToVariantGradient(OpSemantics):
    """The values of the elements, each at the rows that it came from."""

    def infer(dense_values_shape):
        return dense_values_shape.as_shape

    def evaluate(encoded_ragged_grad, row_splits, dense_values_shape, Tvalues):
        sizes, elements = elements_of(encoded_ragged_grad)
        if not sizes:
            return elements[0].values
        result = np.zeros(tuple(dense_values_shape.tolist()), dtype_of(Tvalues))
        starts = row_splits.tolist() if row_splits.size else list(range(len(elements) + 1))
        for element, start, end in zip(elements, starts, starts[1:]):
            result[start:end] = element.values.reshape(end - start, *result.shape[1:])
        return result


class Composite:
    """What is made of several tensors, and how: a serialized type, which is not read here."""

    __slots__ = ("metadata", "components")

    def __init__(self, metadata: str, components: list):
        self.metadata, self.components = metadata, components


class CompositeTensorVariantFromComponents(OpSemantics):
    def infer():
        return ()

    def evaluate(components, metadata):
        return [Composite(str(metadata), list(components))]


class CompositeTensorVariantToComponents(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(encoded):
        return list(scalar(encoded).components)
