"""Fusions, one file per family. A stage is one kind of fusion; `STAGES` is their order."""

from __future__ import annotations

from tfopt.grappler.remapper import batch_matmul, contraction, formulas, normalization, strings

STAGES = [
    normalization.LEAKY_RELU, contraction.SQUEEZE, contraction.BIAS, contraction.BATCH_NORM, contraction.ACTIVATION,
    normalization.BATCH_NORM_EX, normalization.UNFUSED_BATCH_NORM, normalization.SWISH, normalization.MISH, formulas.FORMULAS,
    batch_matmul.BATCH_MATMUL, strings.HASH_BUCKET,
]  # fmt: skip
