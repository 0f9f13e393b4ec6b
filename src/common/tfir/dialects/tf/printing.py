"""Semantics: ops that tell what goes on, on standard error."""

from __future__ import annotations

import sys

from tfir.dialects.tf.strings import element_text, escaped, text_of
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ShapeOfFirst


class PrintV2(OpSemantics):
    def evaluate(input, end):
        sys.stderr.write(text_of(input.item()) + end)
        return []


class Print(ShapeOfFirst):
    """The message and the first elements of some tensors, the first so many times."""

    def evaluate(op, state, input, data, message, first_n, summarize):
        count = state.of_node("prints", op, lambda: [0])
        count[0] += 1
        if first_n < 0 or count[0] <= first_n:
            sys.stderr.write(message + "".join([f"[{beginning(np.asarray(each), summarize)}]" for each in data]) + "\n")
        return [input]


def beginning(value: np.ndarray, most: int) -> str:
    """The first elements in brackets by rows; dots where there are more."""
    most = value.size if most < 0 else most
    shown, _ = rows(value, most)
    return shown + ("..." if value.size > most else "")


def rows(value: np.ndarray, left: int, dots: str = "") -> tuple[str, int]:
    """The text of what may still be shown, and how many elements may be after it. A row that is cut ends in dots, if it is not all."""
    if value.ndim <= 1:
        chosen = value.reshape(-1)[:left]
        return " ".join(map(plain, chosen)) + (dots if value.size > len(chosen) else ""), left - len(chosen)
    parts = []
    for row in value:
        if left > 0:
            text, left = rows(row, left, "...")
            parts.append(f"[{text}]")
    return "".join(parts), left


def plain(element) -> str:
    return escaped(element) if isinstance(element, bytes) else element_text(element)
