"""Metadata of LLVM's assembly: nodes, read where they are first asked for, as they may stand behind what uses them."""

from __future__ import annotations

from tftranslate.llvm_ir.constant_reader import ConstantReader
from tftranslate.llvm_ir.lexer import decoded
from tftranslate.llvm_ir.values import Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.location import Source


class Node:
    """A node: a tuple, whose `kind` is empty, or one with fields as `DILocation`. Parts are nodes, texts (`str`), constants, and None."""

    __slots__ = ("kind", "is_distinct", "parts", "fields", "place")
    parts: list[Any]
    fields: dict[str, Any]

    def __init__(self, place: int):
        self.kind, self.is_distinct, self.parts, self.fields, self.place = "", False, [], {}, place

    def node(self, name: str) -> Node | None:
        """The node in a field, or None."""
        value = self.fields.get(name)
        return value if isinstance(value, Node) else None


class Word(str):
    """A word in a field, or several with `|` between, which is no text."""

    __slots__ = ()


class MetadataReader(ConstantReader):
    def __init__(self, source: Source):
        super().__init__(source)
        self.nodes: dict[int, Node] = {}
        self.node_places = self._node_places()

    def _node_places(self) -> dict[int, int]:
        tokens = self.tokens
        names = [at - 1 for at, token in enumerate(tokens) if token == "=" and tokens[at - 1][:1] == "!" and tokens[at - 1][1:].isdecimal()]
        return self.places_once(names, lambda token: int(token[1:]), 2)

    def node_numbered(self, number: int, place: int) -> Node:
        node = self.nodes.get(number)
        if node is None:
            if number not in self.node_places:
                raise self.error(f"use of undefined metadata '!{number}'", place)
            back, self.at = self.at, self.node_places[number]
            node = self.nodes[number] = Node(self.place)
            self._fill(node)
            self.at = back
        return node

    def metadata(self) -> Any:
        """A node, a text, a typed constant or None, as they stand in nodes and behind `metadata`."""
        token = self.token
        if token == "null":
            self.at += 1
            return None
        if token[:2] == '!"':
            self.at += 1
            return decoded(token[2:-1])
        if token[:1] == "!" or token == "distinct":
            return self.node()
        if token == "DIArgList":
            self.refuse("the llvm dialect has no DIArgList")
        return self.typed_value()

    def node(self) -> Node:
        """`!5`, or one that stands here itself."""
        token, place = self.token, self.place
        if token[1:].isdecimal() and token[0] == "!":
            self.at += 1
            return self.node_numbered(int(token[1:]), place)
        node = Node(place)
        self._fill(node)
        return node

    def texts(self, node: Node) -> list[str]:
        """The parts of a node that consists of texts. Raises Error for one that does not."""
        if not all([isinstance(part, str) for part in node.parts]):
            raise self.error("expected a node of texts", node.place)
        return node.parts

    def _fill(self, node: Node) -> None:
        node.is_distinct = self.accept("distinct")
        token = self.token
        if token == "!":
            self.at += 1
            node.parts = self.listed(self.metadata, "{", "}")
            return
        node.kind = self.name("!", "a node of metadata")
        if node.kind == "DIExpression":
            node.parts = self.listed(self._expression_part, "(", ")")
            return
        for name, value in self.listed(self._field, "(", ")"):
            node.fields[name] = value

    def _expression_part(self) -> int | str:
        return int(self.take()) if self.token.removeprefix("-").isdecimal() else self.take()

    def _field(self) -> tuple[str, Any]:
        if self.token[-1:] != ":":
            raise self.expected("a field")
        name = self.take()[:-1]
        return name, self._field_value()

    def _field_value(self) -> Any:
        token = self.token
        if token[:1] == '"':
            return self.string()
        if token.removeprefix("-").isdecimal():
            return self.integer()
        if token in ("true", "false"):
            return self.take() == "true"
        if token[:1] == "!" or token == "null" or self.is_type():
            return self.metadata()
        word = self.take()
        while self.accept("|"):
            word = f"{word} | {self.take()}"
        return Word(word)


def number_of(part: Any) -> int | None:
    """The integer that a part of a node is, without its sign; None where it is none."""
    if not isinstance(part, Constant) or part.kind != "integer":
        return None
    return int(part.payload) & ((1 << part.type.width) - 1)
