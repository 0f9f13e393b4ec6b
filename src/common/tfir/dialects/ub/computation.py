"""What is poison is some number: zeros. Source: MLIR's ub dialect."""

from __future__ import annotations

import numpy as np

from tfir.ir.types import ShapedType
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics


class poison(OpSemantics):
    def evaluate(result_types):
        (type,) = result_types
        shape, element = (type.shape, type.element) if isinstance(type, ShapedType) else ((), type)
        return np.zeros(shape, dtype_of(element))[()]
