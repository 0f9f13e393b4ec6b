"""Batch normalisation and its gradient as arithmetic. Source: StableHLO specification, "batch_norm_inference" and its neighbours.

Floats of fewer than 32 bits are computed with as f32 and rounded once.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.assembly import applied_region
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, TensorType

from tfopt.rewrite.building import constant
from tfopt.rewrite.rewriter import current_rewriter
from tfopt.stablehlo.real_numbers import Real, accumulated_as, converted, made, spread


class Batch:
    """The operation's tensors, and movements between features and elements."""

    def __init__(self, op: Operation):
        self.op, self.feature = op, op.get("feature_index")
        self.shape, self.element = op.operands[0].type.shape, op.operands[0].type.element
        self.wide = accumulated_as(self.element)
        self.operands = [converted(Real(value), self.wide) for value in op.operands]
        self.epsilon = float(op.get("epsilon"))
        self.count = prod([size for d, size in enumerate(self.shape) if d != self.feature])

    def spread(self, vector: Real) -> Real:
        """A number for each feature at all elements of it."""
        return spread(vector, self.shape, [self.feature])

    def sum(self, x: Real) -> Real:
        """Over all dimensions but the feature's."""
        scalar, type = TensorType((), self.wide), TensorType((self.shape[self.feature],), self.wide)
        dims = [d for d in range(len(self.shape)) if d != self.feature]
        zero, region = constant(DenseAttr.of(0.0, scalar)), applied_region("stablehlo.add", scalar, UNKNOWN)
        build = current_rewriter().builder
        return Real(build.value("stablehlo.reduce", [x.value, zero], type, {"dimensions": DenseArrayAttr(dims, I64)}, regions=[region]))

    def mean(self, x: Real) -> Real:
        return self.sum(x) / float(max(self.count, 1))

    def normalized(self, x: Real, scale: Real, offset: Real, mean: Real, variance: Real) -> Real:
        deviation = made("sqrt", variance + self.epsilon)
        return (x - self.spread(mean)) / self.spread(deviation) * self.spread(scale) + self.spread(offset)

    def finished(self, *results: Real) -> list[Value]:
        return [converted(result, self.element).value for result in results]


def inference(op: Operation) -> list[Value]:
    batch = Batch(op)
    return batch.finished(batch.normalized(*batch.operands))


def training(op: Operation) -> list[Value]:
    batch = Batch(op)
    x, scale, offset = batch.operands
    mean = batch.mean(x)
    centered = x - batch.spread(mean)
    variance = batch.mean(centered * centered)
    return batch.finished(batch.normalized(x, scale, offset, mean, variance), mean, variance)


def gradient(op: Operation) -> list[Value]:
    batch = Batch(op)
    x, scale, mean, variance, grad_output = batch.operands
    centered, spread = x - batch.spread(mean), variance + batch.epsilon
    deviation, count = made("sqrt", spread), float(max(batch.count, 1))
    offset = batch.sum(grad_output)
    product = batch.sum(grad_output * centered)
    inner = grad_output * count - batch.spread(offset) - centered * batch.spread(product / spread)
    return batch.finished(batch.spread(scale / deviation / count) * inner, product / deviation, offset)
