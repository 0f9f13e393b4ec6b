"""`vector.print`, as MLIR's run-time library writes it: an index without a sign, six digits of a float."""

from __future__ import annotations

import sys

import numpy as np

from tfir.ir.types import INDEX, VectorType
from tfir.ods.arrays import is_float
from tfir.ods.semantics import OpSemantics
from tfir.text.enumerators import word_of

PUNCTUATION = {"no_punctuation": "", "newline": "\n", "comma": ", ", "open": "( ", "close": " )"}


class Print(OpSemantics):
    def evaluate(op, source, punctuation, stringLiteral):
        shown = stringLiteral if stringLiteral is not None else ""
        if source is not None:
            type = op.operands[0].type
            array = np.atleast_1d(source) if isinstance(type, VectorType) else np.asarray(source)
            shown = shown_value(array.view(np.uint64) if getattr(type, "element", type) is INDEX else array)
        sys.stdout.write(shown + PUNCTUATION[word_of(punctuation)])
        return []


def shown_value(value: np.ndarray) -> str:
    if value.ndim:
        return f"( {', '.join(map(shown_value, value))} )"
    if not is_float(value.dtype):
        return f"{int(value)}"
    return "-nan" if np.isnan(value) and np.signbit(value) else f"{float(value):g}"


SEMANTICS = {"print": Print}
