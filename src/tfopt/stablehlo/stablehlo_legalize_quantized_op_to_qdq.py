"""Says of each op that computes with quantized values what that means: it dequantizes, computes, and quantizes."""

from __future__ import annotations

from tfir.dialects import with_trait
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import Type
from tfir.ods.quantization import expressed

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.rewrite.rewriter import PatternRewriter

TITLE = "StablehloLegalizeQuantizedOpToQDQPass"
# These do nothing else, or compute nothing: of quantized numbers all are finite.
STAY = {"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize", "stablehlo.is_finite"}


def stablehlo_legalize_quantized_op_to_qdq(func: "Func") -> None:
    """Decompose quantized operations into dequantization, the operation on floats, and quantization."""
    GreedyDriver([FunctionPattern(sorted(with_trait("stablehlo", "dequantizing").keys() - STAY), decompose)]).run(func)


def decompose(op: Operation, rewriter: PatternRewriter) -> bool:
    types = [result.type for result in op.results]
    if not is_quantized(*[value.type for value in op.operands], *types):
        return False
    operands = [dequantized(value, rewriter) for value in op.operands]
    results = rewriter.create(op.name, operands, map(expressed, types), op.attributes).results
    return rewriter.replace(op, [quantized(result, type, rewriter) for result, type in zip(results, types)])


def dequantized(value: Value, rewriter: PatternRewriter) -> Value:
    if not is_quantized(value.type):
        return value
    return rewriter.value("stablehlo.uniform_dequantize", [value], expressed(value.type))


def quantized(value: Value, type: Type, rewriter: PatternRewriter) -> Value:
    return rewriter.value("stablehlo.uniform_quantize", [value], type) if is_quantized(type) else value
