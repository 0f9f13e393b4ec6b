"""File formats, detected by a file's first bytes: models of other frameworks, archives, pointers, TensorFlow's own binaries.

The tools reject a format that they do not read by its name, and say what to do about it.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error

VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5  # wire types of protocol buffers

MODULE_FILE, SPIRV, BITCODE = b"EMOD", b"\x03\x02\x23\x07", b"BC\xc0\xde"
RELAY, RELAY_PARAMETERS = b"#[version = ", b"\xb7\x9c\x04\x05\x4f\x8d\xe5\xf7"
CONVERT = "convert the TensorFlow model that it was made from"
EXPORT = (  # FILE stands for the file's name
    "two commands make a SavedModel of it and read that: "
    "python -c \"import keras; keras.saving.load_model('FILE').export('model')\" and tf-translate --savedmodel-to-mlir model"
)
FOREIGN = (  # (where, how it begins, what it is, what to do)
    (0, b"\x83\xaf\x70\xd1\x0d\x88\x4a\x3f", "a model in chunks (.cpb)", "save it again in less than 2 GB"),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file, as Keras writes them", EXPORT),
    (30, b"metadata.json", "a Keras model", EXPORT),
    (30, b"config.json", "a Keras model", EXPORT),
    (0, b"PK\x03\x04", "a zip archive, as PyTorch writes them", "export a model of ONNX, a SavedModel or a frozen graph"),
    (0, b"\x1f\x8b", "compressed by gzip", "unpack it first"),
    (0, b"BZh", "compressed by bzip2", "unpack it first"),
    (0, b"\xfd7zXZ\x00", "compressed by xz", "unpack it first"),
    (0, b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first"),
    (0, b"\x93NUMPY", "a NumPy array", "it holds values, no model"),
    (0, b"\x89PNG", "an image", "it holds no model"),
    (0, b"\x7fELF", "a program or library", "it holds no model"),
    (0, b"version https://git-lfs.", "a Git LFS pointer and not the file itself", "'git lfs pull' fetches that"),
    (0, b"\xff\xfe", "text in UTF-16", "write it as UTF-8"),
    (0, b"\xfe\xff", "text in UTF-16", "write it as UTF-8"),
)
ARRAYS = "a file of NumPy's arrays", "it holds values, which tf-run --input=@FILE takes, and no model"
TRANSLATED = (  # what tf-translate reads, and nothing else
    (0, SPIRV, "a SPIR-V module", "tf-translate --deserialize-spirv reads it"),
    (0, BITCODE, "LLVM bitcode", "tf-translate --bitcode-to-mlir reads it"),
    (0, RELAY, "Relay's text", "tf-translate --relay-to-mlir reads it"),
    (0, RELAY_PARAMETERS, "a file of parameters of TVM", "tf-translate --relay-to-mlir --params=FILE reads it"),
    (4, b"TFL3", "a TensorFlow Lite model", "tf-translate --tflite-to-mlir reads it"),
    (4, MODULE_FILE, "a module file", "tf-run runs it, tf-translate --module-to-mlir writes its text"),
)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # of UTF-8; some editors write one
GRAPHDEF = "a GraphDef; tf-translate --graphdef-to-mlir reads it"
SAVED_MODEL = "a SavedModel; tf-translate --savedmodel-to-mlir reads its directory"
TEXT_FORMS = ((b"node {", GRAPHDEF), (b"saved_model_schema_version", SAVED_MODEL), (b"meta_graphs {", SAVED_MODEL))
NODE_TAG = 0x0A  # field 1, with a length: what a GraphDef begins with


BYTECODE = b"ML\xefR"
EXPORTED_MODULE = 13  # the field of a JAX export that holds its program


def is_bytecode(data: bytes | memoryview) -> bool:
    return bytes(data[: len(BYTECODE)]) == BYTECODE


def is_module_file(data: bytes | memoryview) -> bool:
    return bytes(data[4:8]) == MODULE_FILE


def begins_export(data: bytes | memoryview) -> bool:
    """Whether data, or the beginning of a file, may be a program that JAX has exported: the root table and its layout stand in front."""
    from tfir.cli.flat_buffer import Table

    return len(data) > 64 and bytes(data[2:4]) == b"\0\0" and Table.root(data).has(EXPORTED_MODULE)


def exported_module(data: bytes | memoryview) -> bytes | memoryview | None:
    """The bytecode in a program that JAX has exported and serialized (`jax.export.Exported`, a FlatBuffer); None in any other file."""
    from tfir.cli.flat_buffer import Table

    if not begins_export(data):
        return None
    try:
        module = Table.root(data).bytes(EXPORTED_MODULE)
    except Error:
        return None
    return module if is_bytecode(module) else None


def foreign_format(data) -> tuple[str, str] | None:
    """The name of a file's format that no tool here reads, and what to do about it; None for all others."""
    return ARRAYS if is_archive_of_arrays(data) else begun(data, FOREIGN)


def is_archive_of_arrays(data) -> bool:
    """Whether a zip archive is one of NumPy's, by the name of its first member."""
    head = bytes(data[:4096])
    return head.startswith(b"PK\x03\x04") and head[30 : 30 + int.from_bytes(head[26:28], "little")].endswith(b".npy")


def translated_format(data) -> tuple[str, str] | None:
    """The name of a format that tf-translate alone reads, and the flag that does."""
    return begun(data, TRANSLATED) or (("an ONNX model", "tf-translate --onnx-to-mlir reads it") if is_onnx(memoryview(data)) else None)


def begun(data, formats) -> tuple[str, str] | None:
    """Name and advice of the format that a file begins like, None where that is none of `formats`."""
    head = bytes(data[:64])
    return next(((what, advice) for at, start, what, advice in formats if head[at : at + len(start)] == start), None)


def without_mark(data, name: str):
    """The data, if they may be IR, without their byte order mark. Raises Error otherwise, with their format and the tool that reads it."""
    if bytes(data[:3]) == BYTE_ORDER_MARK:
        data = data[3:]
    other = translated_format(data) or foreign_format(data)
    if other is not None:
        raise Error(f"{name}: expected IR as text, but this is {other[0]}; {other[1].replace('FILE', name)}")
    kind = next((kind for start, kind in TEXT_FORMS if bytes(data[:4096]).lstrip().startswith(start)), None)
    if kind is None and b"\0" in bytes(data[:4096]):  # IR has no zero bytes; a protobuf of any size has them early
        kind = (
            SAVED_MODEL if is_saved_model(data) else GRAPHDEF if data[0] == NODE_TAG else "binary data; tf-translate reads models into IR"
        )
    if kind is not None:
        raise Error(f"{name}: expected IR as text, but this is {kind}")
    return data


def is_saved_model(data) -> bool:
    """Whether the bytes begin as a SavedModel does: with a small version number, then a MetaGraphDef."""
    return len(data) > 2 and data[0] == 0x08 and data[1] < 0x80 and data[2] == 0x12


def is_onnx(data) -> bool:
    """A ModelProto: the version of its format, a producer as text, a graph in field 7 or operator sets in field 8."""
    numbers_and_kinds = [(number, kind) for number, kind, _ in fields_of(data)]
    return numbers_and_kinds[:1] == [(1, VARINT)] and ((7, LENGTH) in numbers_and_kinds or (8, LENGTH) in numbers_and_kinds)


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


def varint(data, at: int) -> tuple[int | None, int]:
    """A number of variable length and where it ends; None where the data ends first."""
    value = 0
    for position in range(at, min(at + 10, len(data))):
        value |= (data[position] & 0x7F) << 7 * (position - at)
        if data[position] < 0x80:
            return value, position + 1
    return None, len(data)


def varint_bytes(number: int) -> bytes:
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*groups, number])
