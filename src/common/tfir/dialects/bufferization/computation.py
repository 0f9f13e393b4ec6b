"""What passes between tensors and buffers when a program runs: a tensor that is made of a buffer is what lies in it then. What is freed may
still be read. Source: MLIR's bufferization dialect."""

from __future__ import annotations

import numpy as np

from tfir.dialects.tensor.computation import filled
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.buffers import as_buffer, value_in
from tfir.ods.semantics import OpSemantics


class to_tensor(OpSemantics):
    def evaluate(buffer):
        return np.array(value_in(buffer)).view(np.ndarray)


class to_buffer(OpSemantics):
    def evaluate(tensor):
        return as_buffer(tensor)


class clone(OpSemantics):
    def evaluate(input):
        return as_buffer(input)


class alloc_tensor(OpSemantics):
    def evaluate(dynamic_sizes, copy, result_types):
        type = result_types[0]
        return np.zeros(filled(type.shape, dynamic_sizes), dtype_of(type.element)) if copy is None else copy


class dealloc_tensor(OpSemantics):
    def evaluate(tensor):
        return []


class dealloc(OpSemantics):
    def evaluate(memrefs, conditions, retained):
        return [any([owned and np.may_share_memory(each, kept) for each, owned in zip(memrefs, conditions)]) for kept in retained]


class materialize_in_destination(OpSemantics):
    def evaluate(source, dest, op):
        if source.shape != dest.shape:
            raise Error(f"writes a tensor of shape {list(source.shape)} to one of shape {list(dest.shape)}")
        if op.results:
            return source
        np.copyto(dest, source)
        return []
