"""What a constant holds, for a page: its first elements, their range and mean, how they are distributed."""

from __future__ import annotations

from math import isfinite
from typing import Any

from tfir.ir.attributes import Attribute
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error

MOST_FIRST, BINS = 12, 24
LONGEST_STRING = 40


class Contents:
    """The contents of constants, each computed once for all pictures that share this."""

    def __init__(self) -> None:
        self.facts: dict[int, tuple[Attribute, dict[str, Any] | None]] = {}  # by the place in memory, which the attribute beside it keeps

    def of(self, attribute: Attribute) -> dict[str, Any] | None:
        if id(attribute) not in self.facts:
            self.facts[id(attribute)] = attribute, content_of(attribute)
        return self.facts[id(attribute)][1]


def content_of(attribute: Attribute) -> dict[str, Any] | None:
    """Facts by name, ready for JSON; None of what is no constant with elements, or has elements that cannot be read."""
    if not isinstance(attribute, ElementsAttr) or not attribute.type.is_static or not attribute.type.size:
        return None
    count = attribute.type.size
    facts: dict[str, Any] = {"type": attribute.type.text, "count": count}
    if isinstance(attribute, DenseStringsAttr):
        return facts | {"first": [shown_string(text) for text in attribute.strings[:MOST_FIRST]]}
    try:
        array, repeats = elements(attribute)
    except (Error, ValueError):
        return None
    if array.dtype == object:
        return facts | {"first": [shown_string(text) for text in array[:MOST_FIRST]]}
    first = [number_text(number) for number in array[:MOST_FIRST].tolist()]
    return facts | {"first": first} | distribution(array, repeats)


def elements(attribute: ElementsAttr) -> tuple[Any, int]:
    """The elements as an array of one dimension and standard numbers, and how often the whole of it is repeated: of a splat one element."""
    import numpy as np
    from tfir.ods.arrays import array_of, dtype_of

    if isinstance(attribute, DenseAttr) and attribute.is_splat:
        array, repeats = np.frombuffer(attribute.data, dtype_of(attribute.type.element))[:1], attribute.type.size
    else:
        array, repeats = array_of(attribute).reshape(-1), 1
    if array.dtype.kind == "V" or array.dtype.name.startswith(("bfloat16", "float8", "float6", "float4", "int2", "int4", "uint2", "uint4")):
        array = array.astype(np.int8 if "int" in array.dtype.name else np.float32)
    return array, repeats


def distribution(array: Any, repeats: int) -> dict[str, Any]:
    """Least, greatest, mean, the number of zeros and of what is not finite, and a histogram of what is finite."""
    import numpy as np

    if array.dtype.kind not in "biuf":
        return {}
    if array.dtype.kind == "b":
        return {"zeros": int((~array).sum()) * repeats, "least": str(bool(array.min())).lower(), "most": str(bool(array.max())).lower()}
    finite = array[np.isfinite(array)] if array.dtype.kind == "f" else array
    facts: dict[str, Any] = {"zeros": int((array == 0).sum()) * repeats}
    if finite.size < array.size:
        facts["not_finite"] = int(array.size - finite.size) * repeats
    if not finite.size:
        return facts
    least, most = finite.min().item(), finite.max().item()
    facts |= {"least": number_text(least), "most": number_text(most), "mean": number_text(float(finite.mean(dtype=np.float64)))}
    if least < most and isfinite(float(most) - float(least)):
        low, high, bins = bounds(least, most, array.dtype.kind)
        counts, _ = np.histogram(finite.astype(np.float64) if array.dtype.kind != "f" else finite, bins, (low, high))
        facts["histogram"] = counts.tolist()
    return facts


def bounds(least: float, most: float, kind: str) -> tuple[float, float, int]:
    """Where a histogram begins and ends, and its bins: of few whole numbers each has a bin of its own."""
    if kind != "f" and most - least < BINS:
        return least - 0.5, most + 0.5, int(most - least) + 1
    return float(least), float(most), BINS


def number_text(number: Any) -> str:
    if isinstance(number, bool):
        return str(number).lower()
    return str(number) if isinstance(number, (int, complex)) else f"{number:.6g}"


def shown_string(text: bytes | str) -> str:
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return text if len(text) <= LONGEST_STRING else text[:LONGEST_STRING] + "…"
