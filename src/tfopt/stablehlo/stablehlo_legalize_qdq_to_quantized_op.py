"""Puts an op on quantized values in the place of its dequantized operands, the op on floats, and the quantized result."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import is_quantized

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.rewrite.rewriter import PatternRewriter

TITLE = "StablehloLegalizeQDQToQuantizedOpPass"
EXACT = False  # an op on floats may have other users, for whom nothing is rounded; upstream takes any op for one that has a quantized form


def stablehlo_legalize_qdq_to_quantized_op(func: "Func") -> None:
    """Compose dequantization, an operation on floats, and quantization into one quantized operation."""
    GreedyDriver([FunctionPattern(("stablehlo.uniform_quantize",), compose)]).run(func)


def compose(quantize: Operation, rewriter: PatternRewriter) -> bool:
    op = quantize.operands[0].op
    if op is None or op.regions or len(op.results) != 1 or not op.operands:
        return False
    operands = [quantized_source(value) for value in op.operands]
    if None in operands:
        return False
    builder = Builder.after(op)
    made = builder.create(op.name, [value for value in operands if value is not None], [quantize.result.type], op.attributes)
    return rewriter.replace(quantize, [made.result])


def quantized_source(value: Value) -> Value | None:
    """The quantized value that was dequantized to this one."""
    dequantizes = value.op is not None and value.op.name == "stablehlo.uniform_dequantize" and not is_quantized(value.type)
    return value.op.operands[0] if dequantizes and value.op is not None else None
