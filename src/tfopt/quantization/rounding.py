"""Weights rounded so that what they lose nearly adds up to nothing.

What rounding adds to a sum of products is the sum of each operand times what its weight is off. Operands are alike: those of one channel at places
beside each other, and, above 0 as ReLU leaves them, all channels. So of the weights of an input channel, and then of all of an output channel, those
that are nearly as far from the other whole number go there until what all are off is half a step at most (Guo et al.: SQuant, 2022). It needs no data.
"""

from __future__ import annotations

import numpy as np
from tfir.ir.quantized_types import QuantizedType

from tfopt.quantization import scales
from tfopt.quantization.facts import inputs_of
from tfopt.quantization.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array


def stored_weights(region: Region, weights: Array, element: QuantizedType) -> Array:
    """What is stored of a region's weights; each number is rounded up or down."""
    stored = scales.stored_of(weights, element)
    inputs = inputs_of(region.op)
    if inputs is None or element.axis is None or not weights.size:
        return stored
    outer = element.axis
    inner = [] if inputs.is_alone(weights) else [inputs.inner]
    order = [outer, *inner, *[axis for axis in range(weights.ndim) if axis not in (outer, *inner)]]
    shape = (weights.shape[outer], weights.shape[inner[0]] if inner else 1, -1)
    lines = [np.transpose(each, order).reshape(shape).astype(np.float64) for each in (stored, weights)]
    off = lines[0] - lines[1] / np.array(element.scales, np.float64)[:, None, None]
    moved = lines[0] - steps(off, off)
    moved -= steps_of_one(moved - lines[0] + off)
    back = np.argsort(order)
    return np.transpose(moved.reshape([weights.shape[axis] for axis in order]), back).astype(stored.dtype)


def steps(off: Array, order: Array) -> Array:
    """1 or -1 for as many elements of the last axis as bring the sum of `off` nearest to 0: those that are farthest off that way, by `order`."""
    total = off.sum(-1, keepdims=True)
    sign = np.sign(total)
    place = np.argsort(np.argsort(-sign * order, -1, "stable"), -1, "stable")
    return np.where(place < np.rint(np.abs(total)), sign, 0)


def steps_of_one(off: Array) -> Array:
    """The same for all elements behind the first axis, at most one of each row of the last."""
    rows = off.sum(-1)
    chosen = steps(rows, rows)
    taken = np.argmax(chosen[..., None] * off, -1)[..., None] == np.arange(off.shape[-1])
    return np.where(taken, chosen[..., None], 0)
