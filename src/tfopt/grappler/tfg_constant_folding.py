"""Folds constants as `grappler-constfold` does, under the name and with the options of the pass over tfg."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.grappler.grappler_constfold import grappler_constfold
from tfopt.grappler.item import Item

EXACT = False
# What brings constants together, or to where they can be computed with. All else folds.
PROPAGATION = (
    "MoveConstantsPastEnter", "SimplifySwitch", "PartialConstPropThroughIdentityN", "ConstantPushDown", "ConstantPushDownBiasAdd",
    "MulConvPushDown", "FoldBatchNormIntoWeights", "PartialAssocOpConstFolding", "MergeConcat", "PartialConcatConstFolding",
)  # fmt: skip
OPTIONS = {
    "fold-quantization-emulation": "Also compute what stands for how a quantized network will compute.",
    "pattern-category": "1 folds, 2 propagates, 0 does both.",
}


def tfg_constant_folding(item: "Item", *, fold_quantization_emulation: bool = True, pattern_category: int = 0):
    if pattern_category not in (0, 1, 2):
        raise Error(f"pattern-category is 0, 1 or 2, not {pattern_category}")
    grappler_constfold(
        item,
        only=PROPAGATION if pattern_category == 2 else (),
        without=PROPAGATION if pattern_category == 1 else (),
        keep_quantization=not fold_quantization_emulation,
    )
