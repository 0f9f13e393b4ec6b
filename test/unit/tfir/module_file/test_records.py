"""The tables of module files against flatc, FlatBuffers' own compiler (2.0.8), for the schema that stands beside the code."""

import base64
import hashlib

import pytest
from tfir.ir.diagnostics import Error
from tfir.module_file.records import MODULE, Checker, Record, checked, encoded, schema, tables_in

EXECUTABLE = {
    "format": 1397773893,
    "supported_features": 0,
    "contents": bytes(range(5)),
    "program": b"",
    "names": ["", "a", "\u00e9"],
    "entries": [{"name": "e", "arguments": ["memref<4xf32>"]}],
}
VALUES = {
    "name": "two",
    "function_table": {
        "functions": [{"name": "main", "bytecode": {"local_count": 2, "contents": b"\4\0", "located": [0, 9]}}],
        "imports": [],
        "exports": [0, 1],
    },
    "executable_table": {
        "multi_arch_executables": [{"name": "ex", "entry_point_count": 1, "executables": [EXECUTABLE], "entry_points": ["e"]}]
    },
    "version": 7,
    "form": 3,
    "tables_size": 2**40 + 5,
    "digest": bytes(range(32)),
    "target": "#iree.target<>",
    "program": b"ML",
    "names": [],
    "constants": [
        {"offset": 2**33, "length": 3, "digest": b"\1\2", "checksum": 2**32 - 1},
        {"offset": 0, "length": 0, "digest": b"", "checksum": 0},
    ],
}
SAID_EMPTY = ("imports", "names")  # fields of `VALUES` that hold nothing
# What `flatc --binary` wrote for these values as JSON.
OF_FLATC = base64.b64decode("""
LAAAAEVNT0QAAAAAAAAeADgABAAAAAgADAAAABAAFAAsABgAHAAgACQAKAAeAAAAQAIAAMABAADMAAAABwAAAAMAAACUAAAAfAAAAHAAAABoAAAAEAAAAAUAAAAAAQAAAAAAAA
IAAAAsAAAAEAAAAAAACgAIAAAAAAAEAAoAAAAEAAAAAAAAAAwAHAAMABQABAAIAAwAAAAYAAAA/////wAAAAACAAAAAwAAAAAAAAACAAAAAQIAAAAAAAACAAAATUwAAA4AAAAj
aXJlZS50YXJnZXQ8PgAAIAAAAAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fAAAGAAgABAAGAAAABAAAAAEAAAAQAAAADAAUAAQACAAMABAADAAAAMgAAAABAAAAGA
AAAAQAAAABAAAABAAAAAEAAABlAAAAAQAAABQAAAAQABgABAAAAAgADAAQABQAEAAAAEVWUFN8AAAAdAAAAEgAAAAEAAAAAQAAAAwAAAAIAAwABAAIAAgAAAAkAAAABAAAAAEA
AAAEAAAADQAAAG1lbXJlZjw0eGYzMj4AAAABAAAAZQAAAAMAAAAcAAAAEAAAAAQAAAACAAAAw6kAAAEAAABhAAAAAAAAAAAAAAAAAAAABQAAAAABAgMEAAAAAgAAAGV4AAC+//
//HAAAABQAAAAEAAAAAgAAAAAAAAABAAAAAAAAAAEAAAAQAAAADAAOAAQAAAAAAAgADAAAADgAAAAQAAAAAAAKABAABAAIAAwACgAAAAIAAAAUAAAABAAAAAIAAAAAAAAACQAA
AAIAAAAEAAAABAAAAG1haW4AAAAAAwAAAHR3bwA=
""")
# Of the bytes that `flatc --json --raw-binary` read these values from again: they have to be taken to it where they change.
READ_BY_FLATC = "c3768f3ee8109e40846907b0d843a385"


def values_of(record: Record) -> dict:
    """Everything in a record, as it is written."""
    return {field: plain(record[field]) for field in record.fields if field in VALUES or record[field] not in (None, 0, "", b"")}


def plain(value):
    if isinstance(value, Record):
        return {
            field: plain(value[field]) for field in value.fields if value[field] is not None and value[field] != [] or field in SAID_EMPTY
        }
    if isinstance(value, list):
        return [plain(each) for each in value]
    return bytes(value) if isinstance(value, memoryview) else value


def test_what_flatc_writes_is_read():
    assert values_of(checked(MODULE, memoryview(OF_FLATC))) == VALUES


def test_what_is_written_is_what_flatc_reads():
    data = bytes(encoded(MODULE, VALUES))
    assert values_of(checked(MODULE, memoryview(data))) == VALUES
    assert hashlib.blake2b(data, digest_size=16).hexdigest() == READ_BY_FLATC


def test_the_schema_is_read_as_it_is_written():
    assert tables_in("table A {\n  x: uint;\n  y: [B];  // of these\n}\ntable B {\n}\n") == {
        "A": {"x": (0, "uint"), "y": (1, "[B]")},
        "B": {},
    }
    assert schema()["ConstantDef"] == {"offset": (0, "ulong"), "length": (1, "ulong"), "digest": (2, "[ubyte]"), "checksum": (3, "uint")}


@pytest.mark.parametrize("cut", range(0, len(OF_FLATC), 7))
def test_what_is_cut_off_is_refused_or_lacks_nothing_that_is_read(cut):
    """Tables whose parts do not lie in the data are refused; nothing that lies outside is read as zeros."""
    try:
        record = checked(MODULE, memoryview(OF_FLATC[:cut]))
    except Error as error:
        assert "byte" in str(error)
    else:
        assert values_of(record) == VALUES


def test_tables_that_stand_in_each_other_are_counted():
    """A list of 100 places of one list of 100 places and so on is more than a file of this size may have."""
    data = bytearray(OF_FLATC)
    checker = Checker(memoryview(bytes(data)))
    checker.left = 3
    with pytest.raises(Error, match="more tables than the file can hold"):
        checker.table(MODULE, 0)
