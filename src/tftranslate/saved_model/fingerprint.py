"""The fingerprint of a SavedModel, `fingerprint.pb`: numbers by which two models are told apart, as TensorFlow computes them.

    1 saved_model_checksum       of the bytes of the model
    2 graph_def_program_hash     of the first graph without functions, versions, texts and the numbers that names of functions end in
    3 signature_def_hash         of names and signatures in order
    4 saved_object_graph_hash    of the functions of objects, in the order of the numbers that their names end in
    5 checkpoint_hash            of the index of the checkpoint
    6 version, 7 uuid            a number of 128 bits, which TensorFlow draws; here the others tell it, so that equal models are equal files

Source: `tensorflow/core/protobuf/fingerprint.proto` and `tensorflow/cc/saved_model/fingerprinting.cc`.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256

from tfir.cli.file_formats import LENGTH, varint, varint_bytes
from tfir.dialects.tf.fingerprints import concatenated, farmhash
from tfir.proto import GraphDef, MetaGraphDef, SavedModel
from tfir.storage.graphdef.wire_format import fields, sized

FINGERPRINT = "fingerprint.pb"
PRODUCER = 4
LARGEST = 1 << 25  # bytes of a model: a second for each ten megabytes
CALL = "PartitionedCall"
TEXT = 7  # the number of the type of texts
NUMBERED = re.compile(r"(?:.*_)?([0-9]+)", re.DOTALL)


def write_fingerprint(model: SavedModel, variables: str, directory: str) -> None:
    """Writes the file into a directory, where the model has a fingerprint; `variables` is the prefix of its checkpoint."""
    index = None
    if os.path.exists(f"{variables}.index"):
        with open(f"{variables}.index", "rb") as file:
            index = file.read()
    content = fingerprint(model, index)
    if content is not None:
        with open(os.path.join(directory, FINGERPRINT), "wb") as file:
            file.write(content)


def fingerprint(model: SavedModel, index: bytes | None) -> bytes | None:
    """The content of the file; `index` is that of the checkpoint. None for a model that is too large, or whose functions TensorFlow gives no
    fingerprint, since their names have no number."""
    whole = canonical(model)
    meta = model.meta_graphs[0]
    functions = {uid(name): name for name in meta.object_graph_def.concrete_functions}
    if len(whole) > LARGEST or None in functions:
        return None
    numbers = [
        farmhash(whole), program_hash(meta.graph_def), signatures_hash(meta), objects_hash(meta), 0 if index is None else farmhash(index)
    ]  # fmt: skip
    fields = [varint_bytes(8 * (at + 1)) + varint_bytes(number) for at, number in enumerate(numbers) if number]
    numbers_of_all = b"".join(fields)
    own = str(int.from_bytes(sha256(numbers_of_all).digest()[:16], "little")).encode()
    return numbers_of_all + sized(6, varint_bytes(8) + varint_bytes(PRODUCER)) + sized(7, own)


def canonical(message) -> bytes:
    """The bytes that protobuf's C++ library writes: keys of maps sorted. Python's puts a key behind one that begins with it (`seed2`, `seed`)."""
    return with_sorted_maps(memoryview(message.SerializeToString(deterministic=True)), message.DESCRIPTOR)


def with_sorted_maps(data: memoryview, descriptor) -> bytes:
    pieces: list[tuple[int, bytes, bytes]] = []  # the number of a field, the key of what stands in a map, the bytes
    for number, _, start, content, stop in fields(data, 0, len(data)):
        kind = descriptor.fields_by_number[number].message_type if number in descriptor.fields_by_number else None
        if kind is None:
            pieces.append((number, b"", bytes(data[start:stop])))
            continue
        key = key_of(data[content:stop]) if kind.GetOptions().map_entry else b""
        pieces.append((number, key, bytes(data[start:content]) + with_sorted_maps(data[content:stop], kind)))
    return b"".join([piece for _, _, piece in sorted(pieces, key=lambda piece: piece[:2])])


def key_of(entry: memoryview) -> bytes:
    """The key of an entry of a map, by which it sorts: a text, or a number that is not negative."""
    number, kind, _, content, stop = next(fields(entry, 0, len(entry)), (0, 0, 0, 0, 0))
    if number != 1:
        return b""
    return bytes(entry[content:stop]) if kind == LENGTH else varint(entry, content)[0].to_bytes(10, "big")


def uid(name: str) -> int | None:
    """The number that the name of a function ends in."""
    number = NUMBERED.fullmatch(name)
    return int(number[1]) if number is not None and int(number[1]) < 1 << 63 else None


def without_uid(name: str) -> str:
    return name if uid(name) is None else name.removesuffix(str(uid(name)))


def program_hash(graph: GraphDef) -> int:
    copy = GraphDef()
    copy.CopyFrom(graph)
    for field in ("library", "versions"):
        getattr(copy, field).Clear()
        getattr(copy, field).SetInParent()
    for node in copy.node:
        if node.op in (CALL, f"Stateful{CALL}"):
            node.attr["f"].func.name = without_uid(node.attr["f"].func.name)
            if "config_proto" in node.attr:
                node.attr["config_proto"].s = b""
        elif node.op == "Const" and node.attr["dtype"].type == TEXT:
            node.attr["value"].Clear()
    return farmhash(canonical(copy))


def signatures_hash(meta: MetaGraphDef) -> int:
    named = [(name.encode(), meta.signature_def[name]) for name in meta.signature_def]
    return hash_of_pairs([(name, canonical(signature)) for name, signature in sorted(named, key=lambda pair: pair[0])])


def objects_hash(meta: MetaGraphDef) -> int:
    concrete = meta.object_graph_def.concrete_functions
    in_order = sorted(concrete, key=lambda name: uid(name) or 0)
    return hash_of_pairs([(without_uid(name).encode(), canonical(concrete[name])) for name in in_order])


def hash_of_pairs(pairs: list[tuple[bytes, bytes]]) -> int:
    total = 0
    for text in [text for pair in pairs for text in pair]:
        total = concatenated(total, farmhash(text))
    return total
