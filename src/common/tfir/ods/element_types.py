"""The element types that words of signature lines mean."""

from __future__ import annotations

from tfir.ir.types import INDEX, ComplexType, FloatType, IntegerType, OpaqueType, Type


def element_of_word(word: str) -> Type | None:
    """The element type that a word of a signature means: `f32`, `u8`, `bool`, `str`, `c64`, `qi8`."""
    if word not in _elements_by_word:
        _elements_by_word[word] = _read_word(word)
    return _elements_by_word[word]


def is_signed(element: Type) -> bool:
    """Whether sizes are held in such elements."""
    return isinstance(element, IntegerType) and element.signedness != "u" and element.width >= 32


_elements_by_word: dict[str, Type | None] = {"bool": IntegerType(1), "str": OpaqueType("!tf_type.string")}


def _read_word(word: str) -> Type | None:
    letters, digits = word.rstrip("0123456789"), word[len(word.rstrip("0123456789")) :]
    if word in ("resource", "variant"):
        return OpaqueType(f"!tf_type.{word}")
    if letters in ("i", "u", "si") and digits:
        return IntegerType(int(digits), letters.removesuffix("i"))
    if letters == "c" and digits:
        return ComplexType(FloatType(f"f{int(digits) // 2}"))
    if letters in ("qi", "qu") and digits:
        return OpaqueType(f"!tf_type.q{'u' if letters == 'qu' else ''}int{digits}")
    names = {name.lower(): name for name in FloatType.WIDTHS}
    return FloatType(names[word.lower()]) if word.lower() in names else None


def type_of_word(word: str) -> Type | None:
    """The type that a word of a signature means: an element type, `index`, or a dialect's type as it is spelled, `!shape.witness`."""
    return INDEX if word == "index" else OpaqueType(word) if word[0] == "!" else element_of_word(word)
