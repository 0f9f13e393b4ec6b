"""Files of HLO as protos: an HloModuleProto, or one in an HloProto or an HloSnapshot."""

from __future__ import annotations

from tfir.cli.file_formats import LENGTH, fields_of
from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.proto import HloModuleProto

LONGEST_OPCODE = 64  # characters, more than any has


def module_of(data, name: str) -> HloModuleProto:
    """The module in a file. Raises Error for what is none."""
    from google.protobuf.message import DecodeError
    from tfir.proto import HloModuleProto

    content = inner(memoryview(data))
    module = HloModuleProto()
    try:
        module.ParseFromString(bytes(content))
    except DecodeError:
        raise Error(f"{name}: not an HloModuleProto, or a damaged one") from None
    if not module.computations:
        raise Error(f"{name}: not an HloModuleProto: it has no computations")
    return module


def inner(data: memoryview) -> memoryview:
    """The bytes of the module in an HloProto (field 1) or a HloSnapshot (field 1 of field 1), or all of them."""
    for _ in range(2):
        number, kind, content = next(fields_of(data), (0, 0, data))
        if has_computation(data) or (number, kind) != (1, LENGTH):
            break
        data = content
    return data


def has_computation(data: memoryview) -> bool:
    """Whether bytes are those of an HloModuleProto: behind two names stands a computation, which is a name and an instruction of an opcode.
    GraphDefs begin alike, as a node with inputs does."""
    names = 0
    for number, kind, content in fields_of(data):
        if (number, kind) == (3, LENGTH):
            return names > 1 and _is_computation(content)
        if kind == LENGTH and number in (1, 2):
            names += 1
        if number > 3:
            break
    return False


def _is_computation(data: memoryview) -> bool:
    from tftranslate.hlo.opcodes import opcodes  # which other files need not load

    instruction = next((content for number, kind, content in fields_of(data) if (number, kind) == (2, LENGTH)), b"")
    opcode = next((content for number, kind, content in fields_of(instruction) if (number, kind) == (2, LENGTH)), b"")
    return bytes(opcode[:LONGEST_OPCODE]).decode("ascii", "replace") in opcodes()


def is_module(data) -> bool:
    return has_computation(inner(memoryview(data)))
