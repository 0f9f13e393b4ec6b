"""Makes a quotient of a number times its logistic, the activation that is called swish or SiLU.

    x * logistic(x)   =   x / (1 + exp(-x))

A logistic ends in a division already, so that there is one operation less, and one rounding. Both sides are -0 where the exponential overflows, and
NaN at minus infinity.
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, F64, TensorType

from tfopt.arithmetic.tensor import Tensor, building, exp
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.stablehlo.optimization import has_usual_accuracy, optimize

EXACT = False


def stablehlo_fold_logistic_into_quotient(func: "Func"):
    optimize(func, [FunctionPattern(("stablehlo.multiply",), quotient)], top_down=True)


def quotient(op: Operation, rewriter) -> bool:
    first, second = op.operands
    x = first if is_only_logistic(second, first) else second if is_only_logistic(first, second) else None
    if x is None:
        return False
    with building(rewriter.builder):
        number = Tensor(x)
        return rewriter.replace(op, [(number / (exp(-number) + 1)).value])


def is_only_logistic(value: Value, x: Value) -> bool:
    """Whether a value is the logistic of `x`, of floats as wide as what they are computed in, and has one reader."""
    op = value.op
    if op is None or op.name != "stablehlo.logistic" or op.operands[0] is not x or len(value.uses) > 1 or not has_usual_accuracy(op):
        return False
    return isinstance(x.type, TensorType) and x.type.is_static and x.type.element in (F32, F64)
