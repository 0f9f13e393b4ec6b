"""Arithmetic at run time, as far as programs compute shapes by it: on indices and integers, which wrap around."""

from __future__ import annotations

import numpy as np

from tfir.ir.dense import ElementsAttr
from tfir.ods.arrays import array_of, converted, dtype_of
from tfir.ods.semantics import OpSemantics, ops_of


class constant(OpSemantics):
    def evaluate(value, result_types):
        return array_of(value) if isinstance(value, ElementsAttr) else np.asarray(value, dtype_of(result_types[0]))


class index_cast(OpSemantics):
    def evaluate(in_, result_types):
        type = result_types[0]
        return converted(in_, dtype_of(getattr(type, "element", type)))


def by(function):
    def evaluate(lhs, rhs):
        with np.errstate(over="ignore"):
            return function(lhs, rhs)

    return evaluate


SEMANTICS = ops_of(OpSemantics, addi=by(np.add), subi=by(np.subtract), muli=by(np.multiply))
