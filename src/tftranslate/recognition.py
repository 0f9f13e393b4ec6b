"""What a file is, told by its content: the formats that this tool reads, and others by name, with what to do about them."""

from __future__ import annotations

import os
import re

from tfir.command_line import read_bytes, shown_name
from tfir.ir.diagnostics import Error

from tftranslate.checkpoint.table import is_table
from tftranslate.graphdef_file import LENGTH, MLIR, VARINT, is_saved_model, varint
from tftranslate.messages import is_binary

GRAPHDEF, SAVED_MODEL, META_GRAPH, CHECKPOINT, TEXT_IR = "GraphDef", "SavedModel", "MetaGraph", "checkpoint", "text IR"

# How to read each by hand, for those who asked for another.
READ_BY = {
    GRAPHDEF: "--graphdef-to-mlir", SAVED_MODEL: "--savedmodel-to-mlir", META_GRAPH: "--savedmodel-to-mlir", CHECKPOINT: "--inspect",
    TEXT_IR: "--mlir-to-graphdef",
}  # fmt: skip

CONVERT = "convert the TensorFlow model that it was made from"
FOREIGN = (  # (where, how it begins, what it is, what to do)
    (4, b"TFL3", "a TensorFlow Lite model", CONVERT),
    (0, b"\x83\xaf\x70\xd1\x0d\x88\x4a\x3f", "a model in chunks (.cpb)", "save it again in less than 2 GB"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file, as Keras writes them", "load it in Keras and export a SavedModel"),
    (0, b"PK\x03\x04", "a zip archive, as Keras and PyTorch write them", "export a SavedModel or a frozen graph"),
    (0, b"\x1f\x8b", "compressed by gzip", "unpack it first"),
    (0, b"BZh", "compressed by bzip2", "unpack it first"),
    (0, b"\xfd7zXZ\x00", "compressed by xz", "unpack it first"),
    (0, b"ML\xefR", "MLIR bytecode", "write it as text first"),
    (0, b"\x03\x02\x23\x07", "a SPIR-V module", "spirv.module is its form in text"),
    (0, b"\x93NUMPY", "a NumPy array", "it holds values, no model"),
    (0, b"\x89PNG", "an image", "it holds no model"),
    (0, b"\x7fELF", "a program or library", "it holds no model"),
    (0, b"BC\xc0\xde", "LLVM bitcode", "it holds no TensorFlow graph"),
)
TEXT_FIELDS = (
    (SAVED_MODEL, ("saved_model_schema_version", "meta_graphs")),
    (META_GRAPH, ("meta_info_def", "graph_def", "saver_def", "collection_def", "signature_def", "object_graph_def")),
)
FIRST_WORD = re.compile(rb"(?:\s|#[^\n]*\n)*([A-Za-z_]\w*)")
VERSION = re.compile(rb"\d+\.\d+")


def refuse_other(found: str, wanted: str, name: str) -> None:
    """Raises Error where a file is of another kind than the one asked for."""
    if found == GRAPHDEF != wanted:  # or what nothing else is
        raise Error(f"{name}: not a {wanted}; {READ_BY[GRAPHDEF]} reads a GraphDef")
    if found != wanted:
        raise Error(f"{name}: not a {wanted} but a {found}; {READ_BY[found]} reads that")


class Recognized:
    """`kind` is one of the words above; `data` are the bytes of a file, None for a directory or the prefix of a checkpoint."""

    __slots__ = ("kind", "path", "data")

    def __init__(self, kind: str, path: str, data=None):
        self.kind, self.path, self.data = kind, path, data


def recognize(path: str) -> Recognized:
    """Raises Error for what is none of the formats, saying what it is if that can be told."""
    if path != "-" and os.path.isdir(path):
        return recognize_directory(path)
    if path != "-" and not os.path.exists(path) and os.path.exists(path + ".index"):
        return Recognized(CHECKPOINT, path)
    data = read_bytes(path)
    return Recognized(kind_of(data, shown_name(path)), path, data)


def recognize_directory(path: str) -> Recognized:
    names = sorted(os.listdir(path))
    if any(name.startswith("saved_model.") for name in names):
        return Recognized(SAVED_MODEL, path)
    indexes = [name for name in names if name.endswith(".index")]
    if len(indexes) == 1:
        return Recognized(CHECKPOINT, os.path.join(path, indexes[0].removesuffix(".index")))
    if indexes:
        raise Error(f"{path}: which checkpoint is meant? There are {', '.join(name.removesuffix('.index') for name in indexes)}")
    inside = [name for name in names if os.path.isfile(os.path.join(path, name, "saved_model.pb"))]
    where = f"; {os.path.join(path, inside[0])} is a SavedModel" if inside else ""
    raise Error(f"{path}: a directory that is neither a SavedModel (saved_model.pb) nor holds a checkpoint (*.index){where}")


def kind_of(data, name: str) -> str:
    head = bytes(data[:64])
    for at, start, what, advice in FOREIGN:
        if head[at : at + len(start)] == start:
            raise Error(f"{name}: this is {what}, which is not read here: {advice}")
    if is_table(data):
        return CHECKPOINT
    if is_binary(data):
        data = memoryview(data)
        if is_onnx(data):
            raise Error(f"{name}: this is an ONNX model, which is not read here: {CONVERT}")
        return SAVED_MODEL if is_saved_model(data) else META_GRAPH if is_meta_graph(data) else GRAPHDEF
    return kind_of_text(data)


def kind_of_text(data) -> str:
    start = bytes(data[:4096])
    if MLIR.match(start.decode("utf-8", "replace")):
        return TEXT_IR
    word = FIRST_WORD.match(start)
    return next((kind for kind, fields in TEXT_FIELDS if word and word[1].decode() in fields), GRAPHDEF)


def fields_of(data, most: int = 64):
    """(number, wire type, content) of the first fields of a message; ends where the bytes make no sense."""
    at = 0
    for _ in range(most):
        tag, at = varint(data, at)
        if not tag or tag >> 3 == 0:
            return
        value, after = varint(data, at)
        if tag & 7 == VARINT and value is not None:
            yield tag >> 3, VARINT, value
        elif tag & 7 == LENGTH and value is not None and after + value <= len(data):
            yield tag >> 3, LENGTH, data[after : after + value]
            after += value
        else:
            return
        at = after


def is_meta_graph(data) -> bool:
    """A MetaGraphDef begins with facts about itself; read as a GraphDef those would be a node whose attributes are a version."""
    number, kind, content = next(fields_of(data), (0, 0, b""))
    if number != 1 or kind != LENGTH:
        return False
    return any(number == 5 and kind == LENGTH and VERSION.match(bytes(value[:16])) for number, kind, value in fields_of(content, 1 << 20))


def is_onnx(data) -> bool:
    """A ModelProto: the version of its format, a producer as text, a graph in field 7 or operator sets in field 8."""
    found = [(number, kind) for number, kind, _ in fields_of(data)]
    return found[:1] == [(1, VARINT)] and ((7, LENGTH) in found or (8, LENGTH) in found)
