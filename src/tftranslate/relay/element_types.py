"""TVM's words for the types of elements. `uint1` is a truth value, which prints as `bool`; `float32x4` are four numbers in one element."""

from __future__ import annotations

import re

from tfir.ir.types import BF16, I1, FloatType, IntegerType, Type, VectorType

WORD = re.compile(r"(bool|bfloat16|e4m3_float8|e5m2_float8|(u?)int(\d+)|float(16|32|64))(?:x(\d+))?")
SPECIAL: dict[str, Type] = {
    "bool": I1, "bfloat16": BF16, "e4m3_float8": FloatType("f8E4M3FN"), "e5m2_float8": FloatType("f8E5M2"),
}  # fmt: skip
WORDS = {type: word for word, type in SPECIAL.items()}
CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "e4m3_float": 6, "e5m2_float": 7}  # DLPack's, and TVM's own
MOST_BITS, MOST_LANES = 64, 1 << 16


def element_of(word: str) -> Type | None:
    """The type that a word means, or None."""
    match = WORD.fullmatch(word)
    if match is None:
        return None
    if match[3] is not None:
        width = int(match[3]) if len(match[3]) < 4 else 0
        if not 0 < width <= MOST_BITS:
            return None
        element: Type = I1 if width == 1 and match[2] else IntegerType(width, match[2])
    else:
        element = FloatType(f"f{match[4]}") if match[4] else SPECIAL[match[1]]
    if match[5] is None or match[5] == "1":
        return element
    lanes = int(match[5]) if len(match[5]) < 6 else 0
    return VectorType((lanes,), element) if 0 < lanes <= MOST_LANES else None


def word_of(element: Type) -> str | None:
    """TVM's word for an element type; None where it has none."""
    if isinstance(element, VectorType):
        word = "uint1" if element.element is I1 else word_of(element.element)
        return None if word is None or len(element.shape) != 1 else f"{word}x{element.shape[0]}"
    if element in WORDS:
        return WORDS[element]
    if isinstance(element, IntegerType) and element.signedness in ("", "u"):
        return f"{element.signedness and 'uint' or 'int'}{element.width}"
    return f"float{element.width}" if element.text in ("f16", "f32", "f64") else None


def code_of(element: Type) -> tuple[int, int] | None:
    """The number of the kind and the bits that DLPack has for an element type."""
    word = word_of(element)
    if word is None or isinstance(element, VectorType):
        return None
    if element is I1:
        return CODES["uint"], 1
    kind = word.rstrip("0123456789")
    return CODES[kind], int(word[len(kind) :])


def of_code(code: int, bits: int, lanes: int) -> Type | None:
    """The element type of DLPack's numbers, or None."""
    kind = next((name for name, number in CODES.items() if number == code), None)
    return element_of(f"{kind}{bits}") if kind is not None and lanes == 1 else None
