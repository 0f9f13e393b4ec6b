"""The metadata at the end of Relay's text: what the text has no words for, as TVM's JSON of nodes that refer to each other by numbers.

`{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "Map", "keys": ["relay.Constant"], "data": [2]}, {"type_key": "Array", "data": [3]},
{"type_key": "relay.Constant", "attrs": {"data": "0", ...}}], "b64ndarrays": ["..."]}`: `meta[relay.Constant][0]` is the first of an
array under its key in the root, and its data the first of the arrays.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64

from tfir.ir.diagnostics import Error

from tftranslate.relay.ndarrays import Bytes, Damaged, array_bytes, read_array
from tftranslate.relay.tokens import Cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tfir.ir.dense import DenseAttr

CONSTANT, INTEGER = "relay.Constant", "IntImm"
VARIABLES = ("tir.SizeVar", "tir.Var", "tir.Any")  # sizes that are not known
HEADER = "#[metadata]"
TVM_VERSION = "0.19.0"
BLANKS = re.compile(r"\s*")


class Metadata:
    """What stands behind `#[metadata]` in a text; read when something is first asked for."""

    def __init__(self, cursor: Cursor):
        self.source, self.start = cursor.source, cursor.end
        self._nodes: list | None = None
        self._root: dict[str, list[int]] = {}
        self._arrays: list = []
        self.constants: dict[int, DenseAttr] = {}  # by the numbers of their arrays

    def error(self, message: str) -> Error:
        return Error(f"in the metadata: {message}", self.source.base + self.start)

    def size(self, cursor: Cursor) -> int | None:
        """`meta[tir.SizeVar][0]` as a size: None for a variable."""
        start = cursor.start
        key, number = self.reference(cursor)
        if key in VARIABLES:
            self.node(key, number)
            return None
        if key != INTEGER:
            raise cursor.error(f"meta[{key}][{number}] is no size", start)
        size = self.integer(self.node(key, number), "value")
        if size < 0:
            raise cursor.error(f"meta[{key}][{number}] is negative", start)
        return size

    def constant(self, cursor: Cursor) -> DenseAttr:
        """`meta[relay.Constant][0]`."""
        start = cursor.start
        key, number = self.reference(cursor)
        if key != CONSTANT:
            raise cursor.error(f"meta[{key}][{number}] is no constant", start)
        place = self.integer(self.node(key, number), "data")
        if place not in self.constants:
            self.constants[place] = self.array(place)
            self._arrays[place] = None  # so that its text goes
        return self.constants[place]

    def reference(self, cursor: Cursor) -> tuple[str, int]:
        """`meta[KEY][NUMBER]`."""
        start = cursor.start
        cursor.expect("meta")
        cursor.expect("[")
        key = cursor.dotted("a type of the metadata")
        cursor.expect("]")
        cursor.expect("[")
        digits = cursor.token
        if not digits.isdigit() or len(digits) > 9:
            raise cursor.expected("a number")
        cursor.advance()
        cursor.expect("]")
        if self._nodes is None:
            self.load()
        listed = self._root.get(key)
        if listed is None or int(digits) >= len(listed):
            raise cursor.error(f"the metadata has no meta[{key}][{digits}]", start)
        return key, int(digits)

    # Nodes

    def load(self) -> None:
        """Reads the JSON. Raises Error where it is not what TVM writes."""
        text, start = self.source.text, self.start
        if start == len(text):
            self._nodes = []
            return
        try:
            read: Any
            read, _ = json.JSONDecoder().raw_decode(text, BLANKS.match(text, start + len(HEADER)).end())
        except json.JSONDecodeError as reason:
            raise Error(f"in the metadata: {reason.msg}", self.source.base + min(reason.pos, len(text))) from None
        except (RecursionError, ValueError) as reason:
            raise self.error("nested too deeply" if isinstance(reason, RecursionError) else "a number is too long") from None
        if not isinstance(read, dict) or not isinstance(read.get("nodes"), list):
            raise self.error("expected an object with 'nodes'")
        self._nodes, self._arrays = read["nodes"], read.get("b64ndarrays", [])
        if not isinstance(self._arrays, list):
            raise self.error("expected a list of 'b64ndarrays'")
        root = self.at(read.get("root"))
        keys, data = root.get("keys", []), self.data(root)
        if not isinstance(keys, list) or len(keys) != len(data):
            raise self.error("the root has another number of keys than of values")
        self._root = {str(key): self.data(self.at(number)) for key, number in zip(keys, data)}

    def at(self, number: object) -> dict:
        """The node of a number."""
        nodes = self._nodes or []
        if not isinstance(number, int) or not 0 <= number < len(nodes) or not isinstance(nodes[number], dict):
            raise self.error(f"there is no node {str(number)[:20]}")
        node: dict = nodes[number]
        return node

    def data(self, node: dict) -> list:
        data = node.get("data", [])
        if not isinstance(data, list):
            raise self.error("expected a list as 'data'")
        return data

    def node(self, key: str, number: int) -> dict:
        return self.at(self._root[key][number])

    def integer(self, node: dict, name: str) -> int:
        """A field of a node, which JSON has as text."""
        attributes = node.get("attrs", {})
        text = attributes.get(name) if isinstance(attributes, dict) else None
        if not isinstance(text, str) or not text.removeprefix("-").isdecimal() or len(text) > 19:
            raise self.error(f"a node of type {str(node.get('type_key'))[:40]} has no number '{name}'")
        return int(text)

    def array(self, number: int) -> DenseAttr:
        if not 0 <= number < len(self._arrays) or not isinstance(self._arrays[number], str):
            raise self.error(f"there is no array {number}")
        try:
            return read_array(Bytes(b64decode(self._arrays[number], validate=True)))
        except NoBase64:
            raise self.error(f"array {number} is not in base64") from None
        except ValueError:
            raise self.error(f"array {number} is not in base64") from None
        except Damaged as reason:
            raise self.error(f"array {number} {reason}") from None


class MetadataWriter:
    """Constants that a text refers to, each once."""

    def __init__(self) -> None:
        self.constants: dict[DenseAttr, int] = {}

    def reference(self, constant: DenseAttr) -> str:
        return f"meta[{CONSTANT}][{self.constants.setdefault(constant, len(self.constants))}]"

    def pieces(self) -> Iterator[str]:
        """The section, or nothing where no constant is referred to. Raises Damaged for one of a type that TVM does not have."""
        if not self.constants:
            return
        count = len(self.constants)
        nodes: list[dict] = [
            {"type_key": ""},
            {"type_key": "Map", "keys": [CONSTANT], "data": [2]},
            {"type_key": "Array", "data": list(range(3, 3 + count))},
        ]
        fields = ("_checked_type_", "span", "virtual_device_")
        nodes += [
            {"type_key": CONSTANT, "attrs": {"_checked_type_": "0", "data": str(number), **dict.fromkeys(fields[1:], "0")}}
            for number in range(count)
        ]
        yield f'{HEADER}\n{{\n  "root": 1, \n  "nodes": {json.dumps(nodes, indent=2)}, \n  "b64ndarrays": ['
        for number, constant in enumerate(self.constants):
            yield ", " if number else ""
            yield f'\n    "{b64encode(b"".join(array_bytes(constant))).decode()}"'
        yield f'\n  ], \n  "attrs": {{"tvm_version": "{TVM_VERSION}"}}\n}}\n'
