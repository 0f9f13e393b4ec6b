"""Damage for the files that tf-translate reads, and what is done with them then: only errors may come of it."""

import random

from tfir.dialects import lookup, verify
from tfir.ir.diagnostics import Error
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.graph_bytes import binary, binary_pieces
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.storage.graphdef.messages import is_binary
from tfir.text.printer import print_operation

from tftranslate.graphdef_file import read_graphdef
from tftranslate.inspection.facts import facts_of
from tftranslate.inspection.page import page
from tftranslate.recognition import kind_of, recognize
from tftranslate.saved_model.directory import SavedModelDirectory, signatures_of
from tftranslate.saved_model.import_saved_model import FORMS, import_frozen
from tftranslate.text_places import placed

PIECES = [b"\0", b"\xff", b"\x80\x80\x80\x80\x10", b"\xff" * 9 + b"\x01", b"-1", b"{", b"}", b'""', b'"', b"../../x", b"<", b"0x"]
NUMBERS = [0, 1, -1, 7, 20, 77, 107, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63), 1 << 40]
WORDS = ["", "x", "^x", ":0", "a:0", "a:b:c", "a:-1", "a:99999999999999999999", "T"]


def damaged(data: bytes, source: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(source.choice([1, 1, 2, 5])):
        at, action = source.randrange(len(changed) + 1), source.randrange(5)
        if action == 0 and changed:
            changed[at % len(changed)] ^= 1 << source.randrange(8)
        elif action == 1:
            changed[at:at] = source.choice(PIECES)
        elif action == 2:
            del changed[at : at + source.choice([1, 3, 20, 200])]
        elif action == 3:
            other = source.randrange(len(changed) + 1)
            changed[at:at] = changed[other : other + source.choice([1, 10, 60])]
        elif source.random() < 0.3:
            del changed[at:]
    return bytes(changed)


def messages(message) -> list:
    """The message and all inside it."""
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            inner = [value[key] for key in sorted(value)] if field.message_type.fields_by_name["value"].message_type else ()
        else:
            inner = value if field.is_repeated else [value]
        for one in inner:
            found += messages(one)
    return found


def falsified(message, source: random.Random):
    """The message with some field given a value that it should not have."""
    known = [one for one in messages(message) if one.DESCRIPTOR.fields]
    for _ in range(source.choice([1, 1, 2, 4])):
        chosen = source.choice(known)
        field = source.choice(list(chosen.DESCRIPTOR.fields))
        try:
            falsify(chosen, field, known, source)
        except (ValueError, TypeError):
            pass  # protobuf itself refuses what does not fit
    return message


def falsify(message, field, known: list, source: random.Random) -> None:
    alike = [one for one in known if field.message_type is not None and one.DESCRIPTOR is field.message_type]
    value = source.choice(WORDS if field.type == field.TYPE_STRING else [b"", b"\xff\0"] if field.type == field.TYPE_BYTES else NUMBERS)
    if source.random() < 0.3:
        message.ClearField(field.name)
    elif field.message_type is not None and field.message_type.GetOptions().map_entry:
        getattr(message, field.name).pop(source.choice([*sorted(getattr(message, field.name)), ""]), None)
    elif field.message_type is not None and alike:
        target = getattr(message, field.name)
        content = source.choice(alike).SerializeToString(deterministic=True)  # of what may be inside the target, or around it
        (target.add() if field.is_repeated else target).ParseFromString(content)
    elif field.is_repeated:
        getattr(message, field.name).append(value)
    elif field.message_type is None:
        setattr(message, field.name, value)


def translate(data: bytes) -> None:
    """Reads a GraphDef, prints it, and holds what comes back to what was read."""
    kind_of(data, "file")
    graph, binary_file = read_graphdef(data, "file"), is_binary(data)
    try:
        module = import_graphdef(graph, data=data if binary_file else None)
    except Error as error:
        raise placed(error, "file", "" if binary_file else data.decode()) from None
    verify(module)
    print_operation(module, lookup)
    assert b"".join(binary_pieces(export_graphdef(module), module)) == (data if binary_file else binary(graph)), "other bytes come back"


def ends_well(action, *arguments) -> None:
    try:
        action(*arguments)
    except Error as error:
        assert error.render()
    except RecursionError:
        pass  # the tool says that the input is nested too deeply


def import_steps(path: str):
    """All that is read of a SavedModel, as calls: each may end in an error of its own."""
    yield describe, (path,)
    try:
        model = SavedModelDirectory(path)
        graph = model.meta_graph([])
    except Error:
        return
    for form in FORMS.values():
        yield form, (model, graph)
    for name in signatures_of(graph):
        yield import_frozen, (model, graph, name)


def describe(path: str) -> None:
    page(facts_of(recognize(path)))
