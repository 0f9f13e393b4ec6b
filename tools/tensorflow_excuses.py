"""How reasons are told why TensorFlow's own answer says nothing of what an op means: for which ops each is, and what most of them ask.

Reasons are functions with the ops that they concern, in `tensorflow_faults_of_cases.py` and `tensorflow_faults_of_places.py`.
"""

from collections import defaultdict

import numpy as np
from tensorflow_values import Case
from tfir.ods.arrays import is_float

CASES, LOWERED_CASES, PLACES, LOWERED_PLACES = [defaultdict(list) for _ in range(4)]
ALL = "*"
FUSED = (
    "_FusedConv2D", "_FusedConv3D", "_FusedDepthwiseConv2dNative", "_FusedMatMul", "_MklFusedBatchMatMulV2", "_FusedBatchMatMulV2",
    "_FusedBatchNormEx",
)  # fmt: skip


def undefined(*ops: str):
    """Of cases that say nothing: a function of the case."""
    return lambda function: [CASES[op].append(function) for op in ops] and function


def undefined_lowered(*ops: str):
    """As `undefined`, of lowerings alone."""
    return lambda function: [LOWERED_CASES[op].append(function) for op in ops] and function


def excused(*ops: str):
    """Of places that say nothing: a function of the case, what was computed, and what TensorFlow answers, by which the places go."""
    return lambda function: [PLACES[op].append(function) for op in ops] and function


def excused_lowered(*ops: str):
    """As `excused`, of lowerings alone."""
    return lambda function: [LOWERED_PLACES[op].append(function) for op in ops] and function


def is_finite(array: np.ndarray) -> np.ndarray:
    kind = array.dtype.kind
    return np.isfinite(array) if kind == "c" or is_float(array.dtype) else np.ones(array.shape, bool)


def all_finite(arrays) -> bool:
    return all([is_finite(array).all() for array in arrays])


def attribute(case: Case, name: str):
    return case.line.get("attributes", {}).get(name, case.definition.signature.attributes[name].default)
