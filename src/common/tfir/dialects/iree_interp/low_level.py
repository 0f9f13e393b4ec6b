"""What `iree_ll_interp` computes: what the high level gives as a result is written to the last operand."""

from __future__ import annotations

import numpy as np

from tfir.dialects import definition_of
from tfir.dialects.iree_interp import LINES
from tfir.dialects.iree_interp.computed import SHARED, alloc_heap, copied, part_of
from tfir.ir.types import MemRefType
from tfir.ods.arrays import array_of
from tfir.ods.buffers import as_buffer
from tfir.ods.quantization import evaluation
from tfir.ods.semantics import OpSemantics


def writing(name: str) -> type[OpSemantics]:
    """The semantics of an operation that writes what the one of the name at the high level gives."""

    def evaluate(op, operands):
        *inputs, target = operands
        definition = definition_of(f"iree_hl_interp.{name}")
        types = [MemRefType(target.shape, op.operands[-1].type.element)]
        result = evaluation(definition, definition.semantics.evaluate).call(op, inputs, result_types=types)
        np.copyto(target, np.asarray(result).reshape(target.shape))
        return []

    says = f"Writes to the last operand what iree_hl_interp.{name} gives of the others."
    return type(name, (OpSemantics,), {"evaluate": evaluate, "__doc__": says})


SEMANTICS: dict[str, type[OpSemantics]] = {
    **{name: writing(name) for name in LINES},
    **SHARED,
    "alloc_stack": alloc_heap,
}


class constant(OpSemantics):
    def evaluate(value):
        return array_of(value)


class alloc_static(OpSemantics):
    """Memory that holds the value, or one number of it everywhere."""

    def evaluate(value, result_types):
        return as_buffer(np.broadcast_to(array_of(value), result_types[0].shape))


class alloc_stack_init(OpSemantics):
    def evaluate(sizes, value, result_types):
        memory = alloc_heap.evaluate(sizes, result_types)
        np.copyto(memory, array_of(value))
        return memory


class dynamic_slice(OpSemantics):
    def evaluate(operand, indices, lengths):
        return part_of(operand, indices, lengths)


class static_slice(OpSemantics):
    def evaluate(operand, offsets, lengths):
        return part_of(operand, offsets, lengths)


class dynamic_copy(OpSemantics):
    def evaluate(source, source_indices, target, target_indices, lengths):
        return copied(source, source_indices, target, target_indices, lengths)


class static_copy(OpSemantics):
    def evaluate(source, target, source_offsets, target_offsets, lengths):
        return copied(source, source_offsets, target, target_offsets, lengths)
