"""Semantics: ops that run what several calls bring as one batch. Here each call is a batch of its own, as in TensorFlow where no other comes in
time; it is filled up with its first row where sizes of batches are prescribed."""

from __future__ import annotations

from itertools import count

from tfir.dialects.tf.errors import failed_precondition
from tfir.ir.diagnostics import Error
from tfir.ods.control import data_types
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import fresh
from tfir.ods.waiting import Line


def size_of(tensors, most: int, splits: bool = False) -> int:
    """How many rows all tensors have."""
    for tensor in tensors:
        if not tensor.ndim:
            raise Error("Batching input tensors must have at least one dimension")
        if len(tensor) != len(tensors[0]):
            raise Error("Batching input tensors supplied in a given op invocation must have equal 0th-dimension size")
    size = len(tensors[0])
    if size > most and not splits:
        raise Error(f"Task size {size} is larger than maximum input batch size {most}")
    return size


def filled(tensor, allowed):
    """The rows, and the first again until there are as many as the next of the sizes that are allowed."""
    size = next((each for each in allowed if each >= len(tensor)), len(tensor))
    return np.concatenate([tensor, *[tensor[:1]] * (size - len(tensor))]) if size > len(tensor) and len(tensor) else tensor


class Batch(OpSemantics):
    """The tensors, where in the batch the rows of which call are, as (number, start, end), and the number of this call."""

    def infer(op):
        return [*[None] * (len(data_types(op.results)) - 2), (fresh(), 3), ()]

    def evaluate(state, in_tensors, max_batch_size, allowed_batch_sizes):
        size = size_of(in_tensors, max_batch_size)
        number = next(state.find(("numbers of batches",), count))
        places = np.array([[number, 0, size]], np.int64)
        return [*[filled(tensor, allowed_batch_sizes) for tensor in in_tensors], places, np.int64(number)]


def shared(op, state, container: str, shared_name: str) -> dict:
    return state.shared("batches", op, container, shared_name, dict)


class Unbatch(OpSemantics):
    """The rows of the call with that number."""

    def infer(batched_tensor):
        return None if batched_tensor.shape is None else (fresh(), *batched_tensor.shape[1:])

    def evaluate(op, state, batched_tensor, batch_index, id, container, shared_name):
        pieces = shared(op, state, container, shared_name)
        pieces.update({number: batched_tensor[start:end] for number, start, end in batch_index.tolist()})
        return Line().attempt(
            lambda: [pieces.pop(int(id))] if int(id) in pieces else None, lambda: "the rows of a batch that was not taken apart"
        )


class UnbatchGrad(OpSemantics):
    """The gradients of all calls of a batch, as rows in its order; nothing of a batch that another call leads."""

    def infer(original_input):
        return None if original_input.shape is None else (fresh(), *original_input.shape[1:])

    def evaluate(op, state, original_input, batch_index, grad, id, container, shared_name):
        pieces = shared(op, state, container, shared_name)
        pieces[int(id)] = grad
        numbers = batch_index[:, 0].tolist()
        if not numbers:
            return [np.zeros((0, *grad.shape[1:]), grad.dtype)]

        def act():
            return [np.concatenate([pieces.pop(number) for number in numbers])] if all([each in pieces for each in numbers]) else None

        return Line().attempt(act, lambda: "the gradients of all rows of a batch")


class BatchFunction(OpSemantics):
    def infer(op):
        return [None] * len(op.results)

    def evaluate(op, functions, in_tensors, captured_tensors, f, max_batch_size, allowed_batch_sizes, enable_large_batch_splitting):
        size, function = size_of(in_tensors, max_batch_size, enable_large_batch_splitting), functions(op, f)
        most = allowed_batch_sizes[-1] if enable_large_batch_splitting and allowed_batch_sizes else max_batch_size
        parts = []
        for start in range(0, size, most) or [0]:
            rows = [tensor[start : start + most] for tensor in in_tensors]
            parts.append(
                [
                    unfilled(result, len(rows[0]))
                    for result in function(*[filled(each, allowed_batch_sizes) for each in rows], *captured_tensors)
                ]
            )
        return [np.concatenate(column) for column in zip(*parts)]


def unfilled(result, size: int):
    if not np.ndim(result):
        raise failed_precondition("Batched output tensor has 0 dimensions")
    if len(result) < size:
        raise failed_precondition(
            "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the input tensors"
        )
    return result[:size]
