"""Batch normalisation: statistics over all dimensions but the feature dimension. Source: StableHLO specification,
"batch_norm_inference", "batch_norm_training", "batch_norm_grad".
"""

from __future__ import annotations

import numpy as np

from tfir.ods.arrays import converted, widened
from tfir.ods.semantics import OpSemantics


def per_feature(vector, operand, feature_index):
    """A vector [features] shaped so that it broadcasts along `feature_index` of the operand."""
    return vector.reshape([-1 if axis == feature_index else 1 for axis in range(operand.ndim)])


def feature_sum(operand, feature_index):
    """The sum over all dimensions but `feature_index`: [features]."""
    return operand.sum(tuple([axis for axis in range(operand.ndim) if axis != feature_index]), dtype=operand.dtype)


def feature_mean(operand, feature_index):
    """The mean over all dimensions but `feature_index`: [features]."""
    count = operand.size // max(1, operand.shape[feature_index])
    return feature_sum(operand, feature_index) / operand.dtype.type(count)


def normalized(operand, scale, offset, mean, variance, epsilon, feature_index):
    """(operand - mean) / sqrt(variance + epsilon) * scale + offset; the vectors are [features]. Source: StableHLO specification,
    "batch_norm_inference"."""
    deviation = np.sqrt(variance + operand.dtype.type(epsilon))
    scaled = [per_feature(vector, operand, feature_index) for vector in (mean, deviation, scale, offset)]
    mean, deviation, scale, offset = scaled
    return (operand - mean) / deviation * scale + offset


class batch_norm_inference(OpSemantics):
    def evaluate(operand, scale, offset, mean, variance, epsilon, feature_index):
        vectors = map(widened, (scale, offset, mean, variance))
        return converted(normalized(widened(operand), *vectors, epsilon, feature_index), operand.dtype)


class batch_norm_training(OpSemantics):
    def evaluate(operand, scale, offset, epsilon, feature_index):
        array, scale, offset = map(widened, (operand, scale, offset))
        mean = feature_mean(array, feature_index)
        centered = array - per_feature(mean, array, feature_index)
        variance = feature_mean(centered * centered, feature_index)
        output = normalized(array, scale, offset, mean, variance, epsilon, feature_index)
        return [converted(part, operand.dtype) for part in (output, mean, variance)]


class batch_norm_grad(OpSemantics):
    def evaluate(operand, scale, mean, variance, grad_output, epsilon, feature_index):
        array, scale, mean, variance, gradient = map(widened, (operand, scale, mean, variance, grad_output))
        centered = array - per_feature(mean, array, feature_index)
        spread = variance + array.dtype.type(epsilon)
        deviation = np.sqrt(spread)
        count = array.dtype.type(array.size // max(1, array.shape[feature_index]))
        offset_gradient = feature_sum(gradient, feature_index)
        product = feature_sum(gradient * centered, feature_index)
        inner = gradient * count - per_feature(offset_gradient, array, feature_index)
        inner = inner - centered * per_feature(product / spread, array, feature_index)
        operand_gradient = per_feature(scale / deviation / count, array, feature_index) * inner
        return [converted(part, operand.dtype) for part in (operand_gradient, product / deviation, offset_gradient)]
