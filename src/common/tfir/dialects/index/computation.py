"""Arithmetic on indices, which have 64 bits here. Source: MLIR's index dialect."""

from __future__ import annotations

import numpy as np

from tfir.dialects.arith import computation as arith
from tfir.ods.semantics import OpSemantics, ops_of, semantics_in
from tfir.text.enumerators import word_of

# What an op is called in the arith dialect.
AS_IN_ARITH = {
    "add": "addi", "and": "andi", "ceildivs": "ceildivsi", "ceildivu": "ceildivui", "divs": "divsi", "divu": "divui",
    "floordivs": "floordivsi", "maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui", "mul": "muli", "or": "ori",
    "rems": "remsi", "remu": "remui", "shl": "shli", "shrs": "shrsi", "shru": "shrui", "sub": "subi", "xor": "xori",
}  # fmt: skip


class casts(OpSemantics):
    def evaluate(input, result_types):
        return arith.in_width(arith.signed(input), arith.result_dtype(result_types))


class castu(OpSemantics):
    def evaluate(input, result_types):
        return arith.in_width(arith.unsigned(input), arith.result_dtype(result_types))


class cmp(OpSemantics):
    def evaluate(lhs, rhs, pred):
        return arith.compared(word_of(pred).rpartition(" ")[2], lhs, rhs)


def value_of(value, result_types):
    return np.asarray(value, arith.result_dtype(result_types))


class constant(OpSemantics):
    evaluate = value_of


class sizeof(OpSemantics):
    def evaluate():
        return np.int64(64)


SEMANTICS = {
    **ops_of(OpSemantics, **{name: semantics_in(arith)[of_arith].evaluate for name, of_arith in AS_IN_ARITH.items()}),
    **ops_of(OpSemantics, **{"bool.constant": value_of}),
}
