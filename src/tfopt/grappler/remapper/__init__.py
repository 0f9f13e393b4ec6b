"""Fusions, one file per family. A stage is one kind of fusion; `STAGES` is their order."""

from __future__ import annotations

from tfopt.grappler.remapper.batch_matmul import BATCH_MATMUL
from tfopt.grappler.remapper.contraction import ACTIVATION, BATCH_NORM, BIAS, SQUEEZE
from tfopt.grappler.remapper.formulas import FORMULAS
from tfopt.grappler.remapper.normalization import BATCH_NORM_EX, LEAKY_RELU, MISH, SWISH, UNFUSED_BATCH_NORM
from tfopt.grappler.remapper.strings import HASH_BUCKET

STAGES = [
    LEAKY_RELU, SQUEEZE, BIAS, BATCH_NORM, ACTIVATION, BATCH_NORM_EX, UNFUSED_BATCH_NORM, SWISH, MISH, FORMULAS, BATCH_MATMUL, HASH_BUCKET,
]  # fmt: skip
