"""Attributes of the llvm dialect that are nodes of metadata, read from their text."""

from __future__ import annotations

from functools import cache

from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.startup.patterns import compiled
from tfir.text.parser import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation

TOKEN = compiled(
    r'\s*("(?:[^"\\]|\\.)*"|#llvm\.\w+|@(?:"[^"]*"|[\w.$-]+)|loc\(|distinct\[\d+\]<>|-?\d+(?: : i\d+)?|\w+|[<>{}=,()\[\]])'
).match


class Node:
    """`#llvm.tbaa_tag<base_type = .., offset = 0>`: a name, and what is said by name; `text` tells it from others."""

    __slots__ = ("name", "fields", "text")

    def __init__(self, name: str, fields: dict[str, Any], text: str):
        self.name, self.fields, self.text = name, fields, text


class Reader:
    """Reads the text of an attribute."""

    def __init__(self, text: str):
        self.text, self.position = text, 0

    def peek(self) -> str:
        match = TOKEN(self.text, self.position)
        if match is None:
            raise Error(f"cannot be written as metadata: {self.text}")
        return match[1]

    def take(self) -> str:
        match = TOKEN(self.text, self.position)
        if match is None:
            raise Error(f"cannot be written as metadata: {self.text}")
        self.position = match.end()
        return match[1]

    def node(self) -> Node:
        start = self.position
        name = self.take().removeprefix("#llvm.")
        fields: dict[str, Any] = {}
        last = ""
        if name == "di_expression":
            fields["operations"] = self.operations()
        elif self.peek() == "<":
            self.take()
            while self.peek() != ">":
                self._entry(fields, last)
                last = next(reversed(fields))
                if self.peek() == ",":
                    self.take()
            self.take()
        return Node(name, fields, self.text[start : self.position].strip())

    def _entry(self, fields: dict[str, Any], last: str) -> None:
        """`name = value`; what has no name is one more value of the last."""
        if self.peek()[0] == "#" and last:
            fields[last] = [*(fields[last] if isinstance(fields[last], list) else [fields[last]]), self.value()]
            return
        name = self.take()
        if self.take() not in ("=", "in"):
            raise Error(f"cannot be written as metadata: {self.text}")
        fields[name] = self.value()

    def unnamed(self) -> Node:
        """`<disable = true>`, behind the bracket: what it is stands in front of it."""
        start, last = self.position, ""
        fields: dict[str, Any] = {}
        while self.peek() != ">":
            self._entry(fields, last)
            last = next(reversed(fields))
            if self.peek() == ",":
                self.take()
        self.take()
        return Node("", fields, self.text[start : self.position])

    def operations(self) -> list[tuple[str, list[str]]]:
        """`<[DW_OP_plus_uconst(3), DW_OP_stack_value]>`."""
        listed: list[tuple[str, list[str]]] = []
        self.take()
        while (token := self.take()) != ">":
            if token.startswith("DW_OP"):
                listed.append((token, []))
            elif token not in ("[", "]", "(", ")", ","):
                listed[-1][1].append(token)
        return listed

    def location(self) -> AnyLocation:
        """`loc(fused<#llvm.di_subprogram<..>>["a.c":5:3])`."""
        text = self.text[self.position :].lstrip()
        start = len(self.text) - len(text)
        parser = Parser(Source("a location", text), lookup, dialect)
        self.position = start + parser.balanced_end(len("loc"))
        return parser.location()

    def value(self) -> Any:
        token = self.peek()
        if token[0] == "#":
            return self.node()
        if token == "loc(":
            return self.location()
        if token == "<" and self.text.startswith(("[", ">"), TOKEN(self.text, self.position).end()):
            return Node("di_expression", {"operations": self.operations()}, "")
        self.take()
        if token == "<" and TOKEN(self.text, TOKEN(self.text, self.position).end())[1] == "=":
            return self.unnamed()
        if token == "{":
            listed = []
            while self.peek() != "}":
                listed.append(self.value())
                if self.peek() == ",":
                    self.take()
            self.take()
            return listed
        if token == "<":
            pair = [self.value()]
            while self.take() == ",":
                pair.append(self.value())
            return tuple(pair)
        if token[0] == "@":
            return token[1:].strip('"')
        if token[0] == '"':
            return token[1:-1]
        if token in ("true", "false"):
            return token == "true"
        return int(token.partition(" ")[0]) if token.lstrip("-")[0].isdigit() else token


@cache
def read_node(text: str) -> Node:
    return Reader(text).node()


def node_of(attribute: Attribute) -> Node:
    return read_node(attribute.text)
