"""Makes zeros that are put around an image the padding of the convolution that reads it.

    convolution(pad(x, 0, low = 1, high = 1), w), pad = [[0, 1]]   =   convolution(x, w), pad = [[1, 2]]

What computes a convolution then puts zeros where windows reach over the edge, and no padded copy of the image is made.
"""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64, TensorType
from tfir.ods.arrays import array_of

from tfopt.rewrite.constants import elements_of


def stablehlo_fold_pad_into_convolution(func: "Func"):
    """Take zeros around images into the padding of convolutions."""
    for op in [op for op in func.walk() if op.name == "stablehlo.convolution"]:
        pad = op.operands[0].op
        amounts = None if pad is None or pad.name != "stablehlo.pad" else edges_of(pad, op.attributes["dimension_numbers"])
        present = integers(op.attributes.get("padding")) or [0] * (2 * len(op.attributes["dimension_numbers"].input_spatial_dimensions))
        if amounts is None or min([*present, *amounts], default=-1) < 0 or max(op.get("lhs_dilation") or [1]) > 1:
            continue
        total = [before + more for before, more in zip(present, amounts)]
        op.set_operands([pad.operands[0], op.operands[1]])
        op.set_attribute("padding", DenseAttr.of(total, TensorType((len(total) // 2, 2), I64)))
        if not pad.results[0].uses:
            pad.erase()


def edges_of(pad: Operation, numbers) -> list[int] | None:
    """The zeros below and above each spatial dimension; None where other numbers are put in, or elsewhere."""
    value = elements_of(pad.operands[1])
    low, high, between = [list(pad.get(name)) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    others = (numbers.input_batch_dimension, numbers.input_feature_dimension)
    if value is None or any(array_of(value).tobytes()) or any(between) or any([low[axis] or high[axis] for axis in others]):
        return None
    return [size for axis in numbers.input_spatial_dimensions for size in (low[axis], high[axis])]
