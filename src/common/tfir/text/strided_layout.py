"""The layout `strided<[4, 1], offset: 2>` of a memref."""

from __future__ import annotations

from tfir.ir.attributes import Attribute
from tfir.text.lexer import NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.text.attribute_parser import AttributeParser


class StridedAttr(Attribute):
    """Strides and offset, None where they are not known."""

    __slots__ = ("strides", "offset")

    def __init__(self, strides: Iterable[int | None], offset: int | None = 0):
        self.strides, self.offset, self._text = tuple(strides), offset, None

    @property
    def rank(self) -> int:
        return len(self.strides)

    def _spell(self) -> str:
        strides = ", ".join(map(_shown, self.strides))
        return f"strided<[{strides}]>" if self.offset == 0 else f"strided<[{strides}], offset: {_shown(self.offset)}>"


def _shown(number: int | None) -> str:
    return "?" if number is None else str(number)


def read_strided(p: AttributeParser) -> StridedAttr:
    """`strided<...>`; the word is the next token."""
    p.advance()
    p.expect("<", "after 'strided'")
    p.expect("[")
    strides = [] if p.at("]") else p.comma_list(lambda: _number(p))
    p.expect("]")
    offset: int | None = 0
    if not p.at(">"):
        p.expect(",")
        p.expect("offset", "after comma")
        p.expect(":", "after 'offset'")
        offset = _number(p)
    p.expect(">")
    return StridedAttr(strides, offset)


def _number(p: AttributeParser) -> int | None:
    if p.accept("?"):
        return None
    if p.kind != NUMBER or not p.token.lstrip("-").isdecimal() or len(p.token) > 20 or abs(int(p.token)) >= 1 << 63:
        raise p.error("expected a 64-bit signed integer or '?'")
    return int(p.advance())
