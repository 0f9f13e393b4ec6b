"""What operations of the iree dialect compute by themselves: constants, buffers as tensors, reductions."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.reduction import reduced
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import array_of
from tfir.ods.semantics import OpSemantics


class constant(OpSemantics):
    def evaluate(value):
        return array_of(value)


class memref_to_tensor(OpSemantics):
    def evaluate(source):
        return source


class tensor_to_memref(memref_to_tensor):
    """The other way round."""


class reduction_region(OpSemantics):
    def evaluate(values, dimensions, window_dimensions, regions):
        if window_dimensions is not None or len(values) != 2:
            raise Error("reduces windows, or several values at once, which is not computed here")
        return reduced(values[:1], values[1:], tuple(integers(dimensions)), regions[0])
