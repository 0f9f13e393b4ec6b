"""What is read of an instruction before there are values and operations."""

from __future__ import annotations

from tfir.dialects.llvm.types import VOID, FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type

    from tftranslate.llvm_ir.attribute_reader import Attributes
    from tftranslate.llvm_ir.metadata_reader import Node
    from tftranslate.llvm_ir.values import Constant, Local


class Instruction:
    """An operation before there are values: `name` is the operation's, `result` that of what it gives, or None. `arguments` are what calls
    say of their operands, `metadata` the nodes behind it by their kinds, `records` what is told to debuggers in front of it."""

    __slots__ = ("name", "result", "type", "operands", "attributes", "labels", "metadata", "place", "records", "call")

    def __init__(self, name: str, place: int):
        self.name, self.place = name, place
        self.result: str | None = None
        self.type: Type = VOID
        self.operands: list[Local | Constant] = []
        self.attributes: dict[str, Attribute] = {}
        self.labels: list[Any] = []
        self.metadata: dict[str, Node] = {}
        self.records: list[Record] = []
        self.call: Call | None = None


class Call:
    """What is called, and how: `callee` is a constant, a local name, or `Assembly`; `type` that of the function."""

    __slots__ = ("callee", "type", "arguments", "result", "function", "bundles", "place")
    callee: Any
    type: FunctionType
    arguments: list[tuple[Local | Constant | MetadataValue, Attributes]]
    result: Attributes
    function: Attributes
    bundles: list[tuple[str, list]]

    def __init__(self, place: int):
        self.place = place


class Assembly:
    __slots__ = ("text", "constraints", "words")

    def __init__(self, text: str, constraints: str, words: set[str]):
        self.text, self.constraints, self.words = text, constraints, words


class MetadataValue:
    """An argument of a call that is metadata: `part` is a node, a text, or a value."""

    __slots__ = ("part",)

    def __init__(self, part: Any):
        self.part = part


class Record:
    """`#dbg_value(i32 %x, !5, !DIExpression(), !6)`."""

    __slots__ = ("kind", "parts", "place")

    def __init__(self, kind: str, parts: list, place: int):
        self.kind, self.parts, self.place = kind, parts, place
