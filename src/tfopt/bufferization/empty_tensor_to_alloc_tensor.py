"""Makes tensors without contents memory that is asked for, so that each of them becomes a buffer of its own.

before:  %0 = tensor.empty(%n) : tensor<?x4xf32>
after:   %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
"""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I32

TITLE = "Replace all empty ops by alloc_tensor ops."


def empty_tensor_to_alloc_tensor(root: Operation):
    for op in [op for op in root.walk() if op.name == "tensor.empty"]:
        segments = {"operandSegmentSizes": DenseArrayAttr([len(op.operands), 0, 0], I32)}
        op.replace_with(Builder.before(op).create("bufferization.alloc_tensor", op.operands, [op.result.type], segments))
