"""Syntax of forms for attributes that are one of several words, or there or not."""

from __future__ import annotations

from tfir.ir.attributes import EnumAttr, IntegerAttr, OpaqueAttr, UnitAttr
from tfir.ir.location import quoted
from tfir.ir.types import I64
from tfir.text.lexer import STRING, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation
    from tfir.ir.types import Type
    from tfir.text.attribute_parser import AttributeParser
    from tfir.text.parser import Parser
    from tfir.text.printer import Printer


class Enumerator:
    """One of several words; the attribute is the word's number, which is its place unless it is said. In quotes if `is_quoted`."""

    def __init__(self, attribute: str, words: Sequence[str] | dict[str, int], type: Type = I64, is_quoted: bool = False):
        self.attribute, self.type, self.is_quoted = attribute, type, is_quoted
        self.words = words if isinstance(words, dict) else {word: number for number, word in enumerate(words)}
        self.spelled = {number: word for word, number in self.words.items()}

    def read(self, p: Parser) -> dict[str, Attribute]:
        start, token = p.start, p.token
        word = p.string() if p.kind == STRING else p.advance() if p.kind == WORD else None
        if word in self.words:
            return {self.attribute: IntegerAttr(self.words[word], self.type)}
        if word is not None and token[0] == '"':
            raise p.error_in_op(f"invalid {self.attribute} attribute specification: {token}", start)
        what = f"string or keyword containing one of the following enum values for attribute '{self.attribute}'"
        raise p.error_in_op(f"expected {what} [{', '.join(self.words)}], found '{token}'", start)

    def show(self, printer: Printer, op: Operation) -> str:
        word = self.spelled[op.get(self.attribute)]
        return quoted(word) if self.is_quoted else word


def enumeration(dialect: str, words: Mapping[str, Sequence[str] | None]) -> Callable[[AttributeParser], Attribute]:
    """Reads `#dialect<enumeration word>` from the bracket on: `words` are those of each enumeration, None for any."""

    def read(p: AttributeParser) -> Attribute:
        start = p.start
        p.expect("<")
        kind = p.keyword()
        if kind not in words:
            raise p.error(f"unknown {dialect} attribute '{kind}'", start)
        start, word, allowed = p.start, p.keyword(), words[kind]
        if allowed is not None and word not in allowed:
            raise p.error(f"expected one of {', '.join(allowed)}; found '{word}'", start)
        p.expect(">")
        return EnumAttr(f"{dialect}.{kind}", word)

    return read


class Words:
    """`#llvm.linkage<internal>`: an attribute of a dialect that is one of several words."""

    def __init__(self, dialect: str, name: str, words: Sequence[str]):
        self.dialect, self.name, self.words = dialect, name, words

    def of(self, word: str) -> OpaqueAttr:
        return OpaqueAttr(f"#{self.dialect}.{self.name}<{word}>")

    def read(self, p: AttributeParser) -> OpaqueAttr:
        """From the bracket on; some have their word in quotes."""
        p.expect("<")
        start, word = p.start, p.string() if p.kind == STRING else p.keyword()
        if word not in self.words:
            raise p.error(f"expected one of {', '.join(self.words)}; found '{word}'", start)
        p.expect(">")
        return self.of(word)


def word_of(attribute: Attribute) -> str:
    """`internal` of `#llvm.linkage<internal>`."""
    return attribute.text.partition("<")[2][:-1]


class Flag:
    """A word that stands for a unit attribute."""

    def __init__(self, word: str, attribute: str):
        self.word, self.attribute = word, attribute

    def read(self, p: Parser) -> dict[str, Attribute]:
        return {self.attribute: UnitAttr()} if p.accept(self.word) else {}

    def show(self, printer: Printer, op: Operation) -> str:
        return self.word if self.attribute in op.attributes else ""
