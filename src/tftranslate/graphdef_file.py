"""GraphDef files: binary or text, told apart by their content."""

from __future__ import annotations

import re

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tfir.cli.file_formats import FIXED32, FIXED64, LENGTH, VARINT, is_saved_model, varint
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef
from tfir.storage.graphdef.messages import is_binary, parse, read_text, require_size

MLIR = re.compile(r"\s*(//.*\n\s*)*(module\b|func\s+@|[#!]\w+\s*=|\w+(\.\w+)+\b|\"\w+(\.\w+)+\"|\{-#)")
FIELDS = {1: "node", 2: "library", 3: "version", 4: "versions", 5: "debug_info"}


def read_graphdef(data, name: str) -> GraphDef:
    """The GraphDef in the bytes of a file, binary or text. Raises Error that says what the file is not, and where that shows."""
    return read_binary(data, name) if is_binary(data) else read_graph_text(bytes(data), name)


def read_binary(data, name: str) -> GraphDef:
    """A GraphDef from its wire format. Raises Error for a SavedModel, damaged fields, and other messages."""
    graph = GraphDef()
    if is_saved_model(data):
        raise Error(f"{name}: not a GraphDef but a SavedModel, as its first field says")
    require_size(len(data), f"{name}: a GraphDef")
    try:
        parse(graph, data)
    except DecodeError:
        raise Error(f"{name}: not a GraphDef: {broken_at(data)}") from None
    if not any(graph.HasField(field) for field in ("library", "versions", "debug_info")) and not graph.node and not graph.version:
        raise Error(f"{name}: not a GraphDef: it has neither nodes nor functions, but fields of something else")
    return graph


def read_graph_text(data: bytes, name: str) -> GraphDef:
    """A GraphDef from protobuf's text form. Raises Error with line and column, or for MLIR."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Error(f"{name}: not a GraphDef: neither a protocol buffer nor text (byte {error.start} is not UTF-8)") from None
    if MLIR.match(text):
        raise Error(f"{name}: not a GraphDef: this is MLIR text; --mlir-to-graphdef reads that")
    return read_text(text, GraphDef(), name, "a GraphDef in text form")


def broken_at(data) -> str:
    """The offset at which the top level of the bytes stops being a valid message, in words."""
    at, nodes = 0, 0
    while at < len(data):
        start = at
        tag, at = varint(data, at)
        field, kind = (tag >> 3, tag & 7) if tag is not None else (0, -1)
        what = f"node {nodes}" if field == 1 else f"field '{FIELDS[field]}'" if field in FIELDS else f"field {field}"
        if field == 0 or kind not in (VARINT, FIXED64, LENGTH, FIXED32):
            return f"byte {start} begins no field"
        size, at = (8, at) if kind == FIXED64 else (4, at) if kind == FIXED32 else varint(data, at)
        if size is None or kind != VARINT and at + size > len(data):
            return f"the file ends after {len(data)} bytes, in the middle of {what}"
        at += 0 if kind == VARINT else size
        nodes += field == 1
    return f"the bytes of one of its {nodes} nodes are damaged" if nodes else "its fields are damaged"


def text(graph: GraphDef) -> str:
    return text_format.MessageToString(graph)
