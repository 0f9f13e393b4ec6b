"""Facts of a graph that are in its bytes but not in its text, kept so that nothing is lost on the way back.

Most graphs are written the way this tool writes them. Whatever in one was not is kept in a dictionary under the attribute
`tfg.wire`, on the node, the function or the module that it belongs to. Only export reads it, and only where it still says
the same as the IR: a pass that changes a node need not know of it.

    inputs       the inputs as they were spelled (`d:0` for `d`, control inputs in between)
    outputs      of an op that the table does not have: the name of the output that each result belongs to
    encodings    attribute -> how the elements of its tensor were laid out (tensors.py)
    attributes   attribute -> the bytes of an AttrValue that has no regular form
    names of other fields -> their bytes; `unknown` are those of fields that the schema does not have
    layout       how the parts of the field were put together, where that is not export's way (layout.py)
"""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from tfir.dialects.tfg.nodes import ASSIGNED_DEVICE, DEVICE, FULL_TYPE, NAME
from tfir.ir.attributes import Attribute, DictAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

WIRE = "tfg.wire"
LARGE = 1 << 25  # bytes
RESERVED = frozenset({WIRE, NAME, DEVICE, ASSIGNED_DEVICE, FULL_TYPE})


class Record:
    """The facts to remember of one message. Empty for most."""

    __slots__ = ("entries",)

    def __init__(self):
        self.entries: dict[str, Attribute] = {}

    def remember(self, part: str, value: Attribute) -> None:
        self.entries[part] = value

    def remember_bytes(self, part: str, message) -> None:
        self.entries[part] = StringAttr(message.SerializeToString(deterministic=True))

    def remember_in(self, part: str, name: str, value: Attribute) -> None:
        """Adds to the dictionary of a part."""
        before = self.entries[part].entries if part in self.entries else {}
        self.entries[part] = DictAttr({**before, name: value})

    def remember_unknown(self, message) -> None:
        """The fields of the message itself (not of those inside it) that the schema does not have."""
        rest = type(message).FromString(message.SerializeToString())
        for field in message.DESCRIPTOR.fields:
            rest.ClearField(field.name)
        if rest.ByteSize():
            self.remember_bytes("unknown", rest)

    def attach(self, op: Operation) -> None:
        if self.entries:
            op.set_attribute(WIRE, DictAttr(self.entries))


def has_unknown_fields(message, data: bytes | None = None) -> bool:
    """Whether the message, or one inside it, has fields that the schema does not have. `data` are its bytes, where they are at hand."""
    data = message.SerializeToString() if data is None else data
    copy = type(message).FromString(data)
    copy.DiscardUnknownFields()
    return copy.ByteSize() != len(data)


def graph_has_unknown_fields(graph, size: int, data: bytes | None = None) -> bool:
    """As `has_unknown_fields`, for a graph of about `size` bytes; a large one part by part, so as not to copy the whole."""
    if size < LARGE:
        return has_unknown_fields(graph, data)
    if len(UnknownFieldSet(graph)):
        return True
    return any(map(has_unknown_fields, graph.node)) or any(map(has_unknown_fields, (graph.library, graph.versions, graph.debug_info)))


def remember(op: Operation, part: str, value: Attribute) -> None:
    """Adds a part to the record of an operation."""
    op.set_attribute(WIRE, DictAttr({**recorded(op.attributes), part: value}))


def recorded(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The parts that were remembered, by name."""
    record = attributes.get(WIRE)
    return record.entries if isinstance(record, DictAttr) else {}


def restore(message, record: Mapping[str, Attribute], part: str) -> bool:
    """Merges the remembered bytes of a part into a message; answers whether there were any."""
    recorded_bytes = record.get(part)
    if not isinstance(recorded_bytes, StringAttr):
        return False
    try:
        message.MergeFromString(recorded_bytes.bytes)
    except DecodeError:
        raise Error(f"{WIRE}: '{part}' does not hold the bytes of a {message.DESCRIPTOR.name}") from None
    message.SetInParent()
    return True


def string(attributes: Mapping[str, Attribute], name: str) -> str | None:
    """The text of a string attribute that protobuf can take, or None when there is no such attribute."""
    attribute = attributes.get(name)
    if attribute is None:
        return None
    if not isinstance(attribute, StringAttr) or any(0xD800 <= ord(character) < 0xE000 for character in attribute.value):
        raise Error(f"expected '{name}' to be a string in UTF-8, found {attribute}")
    return attribute.value
