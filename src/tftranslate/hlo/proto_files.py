"""Files of HLO as protos: an HloModuleProto, or one in an HloProto or an HloSnapshot."""

from __future__ import annotations

from tfir.cli.file_formats import LENGTH, fields_of
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.proto import HloModuleProto


def module_of(data, name: str) -> HloModuleProto:
    """The module in a file. Raises Error for what is none."""
    from google.protobuf.message import DecodeError
    from tfir.proto import HloModuleProto

    content = inner(bytes(data))
    module = HloModuleProto()
    try:
        module.ParseFromString(content)
    except DecodeError:
        raise Error(f"{name}: not an HloModuleProto, or a damaged one") from None
    if not module.computations:
        raise Error(f"{name}: not an HloModuleProto: it has no computations")
    return module


def inner(data: bytes) -> bytes:
    """The bytes of the module in an HloProto (field 1) or a HloSnapshot (field 1 of field 1), or all of them."""
    for _ in range(2):
        if names_module(data):
            return data
        first = next(((number, kind, value) for number, kind, value in fields_of(data)), None)
        if first is None or first[:2] != (1, LENGTH):
            return data
        data = bytes(first[2])
    return data


def names_module(data: bytes) -> bool:
    """Whether bytes begin as those of an HloModuleProto: its name, then that of its entry computation."""
    fields = fields_of(data)
    first, second = next(fields, None), next(fields, None)
    return first is not None and second is not None and first[:2] == (1, LENGTH) and second[:2] == (2, LENGTH) and _is_name(first[2])


def _is_name(value) -> bool:
    try:
        return bytes(value[:256]).decode().isprintable()
    except UnicodeDecodeError:
        return False


def is_module(data) -> bool:
    from tfir.proto import HloModuleProto

    try:
        content = inner(bytes(data[: 1 << 16]))
    except (Error, ValueError):
        return False
    return names_module(content) and _has_opcode(content, HloModuleProto)


def _has_opcode(content: bytes, message: type) -> bool:
    """Whether the third field is a computation: GraphDefs and others begin alike."""
    for number, kind, _ in fields_of(content):
        if (number, kind) == (3, LENGTH):
            return True
        if number > 3:
            return False
    return False
