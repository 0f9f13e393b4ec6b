"""Where in the text of a GraphDef its nodes and functions stand, for errors that are found later than reading."""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation, Source

TOKEN = re.compile(r"""#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_][\w.]*|[{}<>:]""")
IMPORTING = re.compile(r"While importing (?:generic )?function: (.*)\Z")
NODE, FUNCTION_NODE, SIGNATURE = ("node",), ("library", "function", "node_def"), ("library", "function", "signature")


def placed(error: Error, name: str, text: str) -> Error:
    """The error at the node or the function that it is about; at the file alone where the text does not show that."""
    offset = offset_of(error, text)
    if offset is None:
        return Error(f"{name}: {error}", error.diagnostics[0].location)
    return Error(str(error), Source(name, text).base + offset)


def offset_of(error: Error, text: str) -> int | None:
    where, importing = error.diagnostics[0].location, IMPORTING.search(str(error))
    function = importing[1] if importing else None
    node = where.name if isinstance(where, NameLocation) else None
    offsets = [at for at, inside, called in places(text) if inside == function and called == node]
    if not offsets:
        return None
    return offsets[-1] if "Duplicated" in str(error) else offsets[0]


def places(text: str):
    """(offset, function or None, node or None) of each node and function; a function is where its signature begins."""
    path: list[tuple[str, int]] = []
    waiting: list[tuple[int, str]] = []  # nodes of the function under way, whose name may come after them
    function, begin, field, before, named = "", 0, "", "", {}
    for token in TOKEN.finditer(text):
        word = token[0]
        if word in "{<":
            path.append((field, begin))
            named[len(path)] = ""
        elif word in "}>" and path:
            fields, (_, start) = tuple([name for name, _ in path]), path[-1]
            called = named.pop(len(path))
            path.pop()
            if fields == NODE:
                yield start, None, called
            elif fields == FUNCTION_NODE:
                waiting.append((start, called))
            elif fields == SIGNATURE:
                function = called
                yield start, called, None
            elif fields == FUNCTION_NODE[:2]:
                yield from [(at, function, called) for at, called in waiting]
                waiting, function = [], ""
        elif word[0] in "\"'":
            if field == "name" and before == ":":
                named[len(path)] = word[1:-1]
        elif word != ":" and word[0] != "#":
            field, begin = word, token.start()
        before = word
