"""Debug information: where instructions come from, and the nodes that describe types and variables, as attributes of the llvm dialect."""

from __future__ import annotations

from tfir.conversion.llvm_ir.debug_nodes import BY_LLVM, EMISSION, FLAG, SUBPROGRAM_FLAG, TABLES, TAGS, WITHIN_THEMSELVES, NodeKind
from tfir.dialects.llvm.attributes import NodeAttr
from tfir.ir.attributes import Attribute, OpaqueAttr
from tfir.ir.location import UNKNOWN, AnyLocation, CallSite, FileLineCol, FusedLocation, quoted

from tftranslate.llvm_ir.metadata_reader import Node, Word, number_of
from tftranslate.llvm_ir.values import Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tftranslate.llvm_ir.module_reader import ModuleReader


class Open:
    """A node that may be in itself, while it is built: the number of the name that it has inside, and of those of others that it is inside of."""

    __slots__ = ("node", "number", "unbound")

    def __init__(self, node: Node):
        self.node = node
        self.number: str | None = None
        self.unbound: set[str] = set()


class DebugImport:
    """`distinct` gives numbers for what each is another one of its kind. As in LLVM, nothing is read where a module does not say its version."""

    def __init__(self, reader: ModuleReader, distinct: Callable[[], str]):
        self.reader, self.distinct = reader, distinct
        self.built: dict[Node, Attribute | None] = {}
        self.numbers: dict[tuple[str, Node], str] = {}
        self.locations: dict[Node, AnyLocation] = {}
        self.open: list[Open] = []
        self.is_read = any([(name, number_of(value)) == VERSION for _, name, value in [node.parts for node in reader.module_flags()]])

    # Locations

    def of_instruction(self, metadata: dict[str, Node]) -> AnyLocation:
        return self.location(metadata.get("dbg")) if metadata else UNKNOWN

    def of_function(self, node: Node | None) -> AnyLocation:
        """Where a function begins, with its description."""
        attribute = None if node is None else self.attribute(node)
        if node is None or attribute is None:
            return UNKNOWN
        return FusedLocation([self.place(node, node)], attribute)

    def location(self, node: Node | None) -> AnyLocation:
        if not isinstance(node, Node) or node.kind != "DILocation" or not self.is_read:
            return UNKNOWN
        if node not in self.locations:
            self.locations[node] = self._location(node)
        return self.locations[node]

    def _location(self, node: Node) -> AnyLocation:
        scope = node.node("scope")
        place: AnyLocation = self.place(scope, node)
        attribute = None if scope is None else self.attribute(scope)
        if attribute is not None:
            place = FusedLocation([place], attribute)
        caller = node.node("inlinedAt")
        return place if caller is None else CallSite(place, self.location(caller))

    def place(self, scope: Node | None, node: Node) -> FileLineCol:
        """The line and the column that a node says, in the file of a scope."""
        line, column = [self.field(node, name, "line") or 0 for name in ("line", "column")]
        return FileLineCol(self.file_name(scope), line, column)

    def file_name(self, scope: Node | None) -> str:
        seen = set[Node]()
        while scope is not None and scope not in seen:
            seen.add(scope)
            file = scope if scope.kind == "DIFile" else scope.node("file")
            if file is not None:
                return self.field(file, "filename", "text") or ""
            scope = scope.node("scope")
        return ""

    # Nodes

    def attribute(self, node: Node | None) -> Attribute | None:
        """None for what the dialect has no node for."""
        if node is None or not self.is_read:
            return None
        if node.kind == "DIFile":
            name, directory = [quoted(self.field(node, name, "text") or "") for name in ("filename", "directory")]
            return NodeAttr("di_file", f"<{name} in {directory}>")
        if node in self.built:
            return self.built[node]
        kind = BY_LLVM.get(node.kind)
        if kind is None:
            return None
        if kind.name not in WITHIN_THEMSELVES:
            attribute = self.build(node, kind, [])
            if not self.open or not self.open[-1].unbound:
                self.built[node] = attribute
            return attribute
        around = next((each for each in self.open if each.node is node), None)
        return self.build_open(node, kind) if around is None else self.named_inside(around, kind)

    def named_inside(self, around: Open, kind: NodeKind) -> Attribute:
        """A node inside of itself, by a number alone."""
        around.number = around.number or self.number("recursion", around.node)
        self.open[-1].unbound.add(around.number)
        return NodeAttr(kind.name, f"<recId = {around.number}, isRecSelf = true>")

    def build_open(self, node: Node, kind: NodeKind) -> Attribute | None:
        state = Open(node)
        self.open.append(state)
        attribute = self.build(node, kind, [])
        self.open.pop()
        if state.number is not None and attribute is not None:
            attribute = NodeAttr(kind.name, f"<recId = {state.number}, {attribute.text.partition('<')[2]}")
            state.unbound.discard(state.number)
        if state.unbound and self.open:
            self.open[-1].unbound |= state.unbound
        else:
            self.built[node] = attribute
        return attribute

    def number(self, use: str, node: Node) -> str:
        key = (use, node)
        if key not in self.numbers:
            self.numbers[key] = self.distinct()
        return self.numbers[key]

    def build(self, node: Node, kind: NodeKind, entries: list[str]) -> Attribute | None:
        values: dict[str, str | None] = {}
        if kind.name == "di_compile_unit" and not node.is_distinct:
            raise self.reader.error(f"'{node.kind}' is distinct", node.place)
        if "id" in kind.order and node.is_distinct:
            values["id"] = self.number("identity", node)
        for field in kind.fields:
            value = self.field(node, field.name, field.kind)
            if field.kind in ("node", "Node") and isinstance(value, Node):
                inner = self.attribute(value)
                if inner is None and field.name in REQUIRED:
                    return None
                values[field.called] = None if inner is None else inner.text
            else:
                values[field.called] = READERS[field.kind](self, value)
        values.setdefault("tag", None)
        if values["tag"] is None and kind.name in TAGS:
            values["tag"] = TAGS[kind.name]
        if kind.name == "di_composite_type" and values["tag"] == "DW_TAG_array_type" and values["baseType"] is None:
            return None
        shown = [f"{name} = {values[name]}" for name in kind.order if values.get(name) is not None]
        return NodeAttr(kind.name, f"<{', '.join(shown)}>")

    # Fields

    def field(self, node: Node, name: str, kind: str) -> Any:
        """What a node says in a field, or None. Raises Error for what is of another kind."""
        value = node.fields.get(name)
        if value is not None and type(value) not in HELD[kind]:
            raise self.reader.error(f"'{name}' of '{node.kind}' says something else than it may", node.place)
        return value

    def word(self, value: Any) -> str | None:
        return str(value) if value else None

    def text(self, value: Any) -> str | None:
        return quoted(value) if value else None

    def some_number(self, value: Any) -> str | None:
        return str(value) if value else None

    def any_number(self, value: Any) -> str | None:
        return None if value is None else str(value)

    def truth(self, value: Any) -> str | None:
        return "true" if value else None

    def any_truth(self, value: Any) -> str | None:
        return "true" if value else "false"

    def nothing(self, value: Any) -> str | None:
        return None

    def nodes(self, value: Any) -> str | None:
        """None of nodes among which the dialect has not all."""
        if not isinstance(value, Node):
            return None
        texts = []
        for part in value.parts:
            attribute = NULL if part is None else self.attribute(part)
            if attribute is None:
                return None
            texts.append(attribute.text)
        return ", ".join(texts) or None

    def annotations(self, value: Any) -> str | None:
        pairs = [part.parts if isinstance(part, Node) else [] for part in value.parts] if isinstance(value, Node) else []
        if not all([len(pair) == 2 and all([isinstance(each, str) for each in pair]) for pair in pairs]):
            raise self.reader.error("an annotation is a pair of texts", value.place)
        texts = [f"#llvm.di_annotation<name = {quoted(name)}, value = {quoted(told)}>" for name, told in pairs]
        return ", ".join(texts) or None

    def flags(self, value: Any) -> str | None:
        words = [word.removeprefix(SUBPROGRAM_FLAG).removeprefix(FLAG) for word in str(value).split(" | ")] if value else []
        return None if not words else words[0] if len(words) == 1 else quoted("|".join(words))

    def emission(self, value: Any) -> str | None:
        return EMISSION.get(str(value), str(value)) if value else "None"

    def tables(self, value: Any) -> str | None:
        return TABLES.get(str(value), str(value)) or None if value else None

    def constant(self, value: Any) -> str | None:
        if isinstance(value, Node):
            told = None if value.kind == "DIExpression" else self.attribute(value)
            return self.inside(value) if told is None else told.text
        number = value if isinstance(value, int) else number_of(value)
        return None if number is None else f"{number} : i64"

    def inside(self, value: Any) -> str | None:
        """An expression inside of another node."""
        if not isinstance(value, Node) or value.kind != "DIExpression":
            return None
        return f"<{self.operations(value)}>"

    def expression(self, node: Node) -> Attribute:
        return OpaqueAttr(f"#llvm.di_expression<{self.operations(node)}>")

    def operations(self, node: Node) -> str:
        """`[DW_OP_plus_uconst(3), DW_OP_stack_value]`."""
        shown: list[str] = []
        for part in node.parts:
            if isinstance(part, str) and part.startswith("DW_OP_"):
                shown.append(part)
            elif not shown:
                raise self.reader.error("an expression begins with an operation", node.place)
            else:
                head, _, rest = shown[-1].partition("(")
                shown[-1] = f"{head}({rest[:-1] + ', ' if rest else ''}{part})"
        return f"[{', '.join(shown)}]" if shown else ""


VERSION = ("Debug Info Version", 3)
NULL = NodeAttr("di_null_type", "")
# What fields hold, by their kinds; numbers may stand for words.
NUMBERS = ("number", "Number", "line", "zero")
HELD: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(NUMBERS, (int,)), **dict.fromkeys(("truth", "Truth", "written", "stated"), (bool,)), "text": (str,),
    **dict.fromkeys(("word", "flags", "subprogram", "emission", "tables"), (Word, int)), **dict.fromkeys(("nodes", "globals", "annotations"), (Node,)),
    **dict.fromkeys(("node", "Node"), (Node, Constant)), **dict.fromkeys(("expression", "constant"), (Node, Constant, int)),
}  # fmt: skip
REQUIRED = ("scope", "type", "baseType")  # without which there is no node
READERS: dict[str, Callable[[DebugImport, Any], str | None]] = {
    "word": DebugImport.word, "text": DebugImport.text, "number": DebugImport.some_number, "Number": DebugImport.any_number, "line": lambda _, value: str(value or 0),
    "truth": DebugImport.truth, "written": DebugImport.truth, "Truth": DebugImport.any_truth, "stated": DebugImport.any_truth, **dict.fromkeys(("node", "Node", "zero", "globals"), DebugImport.nothing),
    "nodes": DebugImport.nodes, "annotations": DebugImport.annotations, "flags": DebugImport.flags, "subprogram": DebugImport.flags,
    "emission": DebugImport.emission, "tables": DebugImport.tables, "constant": DebugImport.constant, "expression": DebugImport.inside,
}  # fmt: skip
