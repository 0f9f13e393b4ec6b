"""Lowerings: operators of ai.onnx.preview, which ONNX tries out."""

from __future__ import annotations

from math import sqrt

from tfir.ir.types import F32, F64

from tfopt.arithmetic.tensor import Tensor
from tfopt.onnx_to_stablehlo.attention import repeated
from tfopt.onnx_to_stablehlo.contraction import matmul
from tfopt.onnx_to_stablehlo.control_flow import lowered_region
from tfopt.onnx_to_stablehlo.element_types import element_of
from tfopt.onnx_to_stablehlo.normalization import softmax


def FlexAttention(Q, K, V, /, converter, scale=None, score_mod=None, prob_mod=None, softmax_precision=None):
    """Attention whose scores, and what becomes of them by the softmax, subgraphs may change. Products with values are of the softmax's type, too."""

    def changed(x: Tensor, region) -> Tensor:
        return x if region is None else lowered_region(converter, region, [x])[0]

    repeats = Q.shape[1] // K.shape[1]
    k, v = [repeated(each, repeats) for each in (K, V)]
    factor = sqrt(scale if scale is not None else 1 / sqrt(Q.shape[3]))
    kind = element_of(softmax_precision) if softmax_precision else F64 if Q.element is F64 else F32
    scores = changed(matmul(Q * factor, (k * factor).transpose(0, 1, 3, 2)).convert(kind), score_mod)
    weights = changed(softmax(scores, [3]), prob_mod)
    return matmul(weights, v.convert(kind)).convert(Q.element)


OPERATORS = {"FlexAttention": FlexAttention}
