"""Recognizes a file by its content: the formats that this tool reads, and others by name, with what to do about them."""

from __future__ import annotations

import os
import re

from tfir.cli.file_formats import BYTE_ORDER_MARK, LENGTH, fields_of, foreign_format
from tfir.cli.files import is_blank, nothing_in, read_bytes, shown_name
from tfir.ir.diagnostics import Error

from tftranslate import formats

GRAPHDEF, SAVED_MODEL, META_GRAPH, CHECKPOINT, TEXT_IR = "GraphDef", "SavedModel", "MetaGraph", "checkpoint", "text IR"
SAFETENSORS = "safetensors"
MOST_BLANK = 4096  # bytes
FIRST_WORD = re.compile(rb"(?:\s|#[^\n]*\n)*([A-Za-z_]\w*)")
VERSION = re.compile(rb"\d+\.\d+")


def refuse_other(title: str, expected: str, name: str) -> None:
    """Raises Error where a file is of another kind than the one asked for."""
    if title == GRAPHDEF != expected:  # or what nothing else is
        raise Error(f"{name}: not a {expected}; {kind(GRAPHDEF).read_by} reads a GraphDef")
    if title != expected:
        raise Error(f"{name}: not a {expected} but a {title}; {kind(title).read_by} reads that")


def kind(title: str) -> formats.Kind:
    return next(each for each in formats.kinds([*formats.own(), *formats.added()]) if each.title == title)


class Recognized:
    """`kind` is one of the words above; `data` are the bytes of a file, None for a directory or the prefix of a checkpoint."""

    __slots__ = ("kind", "path", "data")

    def __init__(self, kind: str, path: str, data=None):
        self.kind, self.path, self.data = kind, path, data


def recognize(path: str, asks_added: bool = False) -> Recognized:
    """The kind, path and bytes of a file or directory. `asks_added` lets other packages' formats recognize a file that none of ours does.

    Raises Error for a file in none of the formats, naming its format if that is known.
    """
    if path != "-" and os.path.isdir(path):
        return recognize_directory(path)
    if path != "-" and not os.path.exists(path) and is_prefix(path):
        return Recognized(CHECKPOINT, path)
    data = read_bytes(path)
    if bytes(data[: len(BYTE_ORDER_MARK)]) == BYTE_ORDER_MARK:
        data = data[len(BYTE_ORDER_MARK) :]
    if len(data) < MOST_BLANK and is_blank(bytes(data)):
        raise Error(nothing_in(path))
    return Recognized(kind_of(data, shown_name(path), asks_added), path, data)


def is_prefix(path: str) -> bool:
    """Whether a path is what the names of a checkpoint's files begin with."""
    from tfir.storage.checkpoint.opening import checkpoint_exists

    return checkpoint_exists(path)


def recognize_directory(path: str) -> Recognized:
    """A SavedModel or the checkpoint in a directory: the latest, or the only one. Raises Error for any other directory."""
    from tfir.storage.checkpoint.opening import checkpoint_in

    names = sorted(os.listdir(path))
    if any(name.startswith("saved_model.") for name in names):
        return Recognized(SAVED_MODEL, path)
    checkpoint = checkpoint_in(path)
    if checkpoint is not None:
        return Recognized(CHECKPOINT, checkpoint)
    inside = [name for name in names if os.path.isfile(os.path.join(path, name, "saved_model.pb"))]
    where = f"; {os.path.join(path, inside[0])} is a SavedModel" if inside else ""
    raise Error(f"{path}: a directory that is neither a SavedModel (saved_model.pb) nor holds a checkpoint (*.index){where}")


def kind_of(data, name: str, asks_added: bool = False) -> str:
    """The title of the kind that a file's bytes are of."""
    foreign = foreign_format(data)
    kinds = [] if foreign is not None else [each for each in formats.kinds(formats.own()) if each.begins is not None and each.begins(data)]
    if not kinds and asks_added:
        kinds = [each for each in formats.kinds(formats.added()) if each.begins is not None and each.begins(data)]
    if not kinds and foreign is not None:
        raise Error(f"{name}: this is {foreign[0]}; {foreign[1].replace('FILE', name)}")
    return kinds[0].title if kinds else GRAPHDEF


def first_word(data) -> str:
    """The first word of a text, behind blanks and comments; empty where it begins with none."""
    word = FIRST_WORD.match(bytes(data[:4096]))
    return word[1].decode() if word else ""


def is_meta_graph(data) -> bool:
    """A MetaGraphDef begins with facts about itself. Read as a GraphDef those would be a node whose attributes are a version, or, in files from
    before TensorFlow 0.12, which say none, a node without a name whose op is a list of ops."""
    number, kind, content = next(fields_of(data), (0, 0, b""))
    if number != 1 or kind != LENGTH:
        return False
    return any(kind == LENGTH and tells_of_graph(number, bytes(value[:16])) for number, kind, value in fields_of(content, 1 << 20))


def tells_of_graph(number: int, begins: bytes) -> bool:
    """Whether a field with these first bytes is the version of TensorFlow, or the ops that a graph uses (a message, of a first field of its own)."""
    return VERSION.match(begins) is not None if number == 5 else number == 2 and begins.startswith(b"\n")
