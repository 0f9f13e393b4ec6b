"""Debug information of the llvm dialect as nodes of LLVM: places of instructions, the scopes that they lie in, variables and types."""

from __future__ import annotations

from tfir.conversion.llvm_ir.debug_nodes import BY_NAME, DISTINCT, DISTINCT_TAGS, EMISSION, FILE_BEHIND, FLAG, SUBPROGRAM_FLAG, TAGS
from tfir.conversion.llvm_ir.nodes import Node, node_of, read_node
from tfir.dialects.llvm.attributes import subprogram_in
from tfir.ir.diagnostics import Error
from tfir.ir.location import CallSite, FileLineCol, FusedLocation, Location, NameLocation, UnknownLocation, resolve
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.conversion.llvm_ir.debug_nodes import Field, NodeKind
    from tfir.conversion.llvm_ir.functions import Body
    from tfir.conversion.llvm_ir.metadata import Metadata
    from tfir.ir.attributes import Attribute
    from tfir.ir.location import AnyLocation
    from tfir.ir.operations import Operation

LOCAL_SCOPES = ("di_subprogram", "di_lexical_block", "di_lexical_block_file")
SPELLED = {word: llvm for llvm, word in EMISSION.items()}
RECORD_KINDS = {"llvm.intr.dbg.declare": "declare", "llvm.intr.dbg.value": "value", "llvm.intr.dbg.label": "label"}
NUMBER = compiled(r"-?\d+").match
FRAGMENT = "DW_OP_LLVM_fragment"
EMPTY = "#llvm.di_expression<>"


class DebugInformation:
    """`recursive` are nodes that are inside of themselves, by their numbers; `globals` of each unit the variables."""

    def __init__(self, metadata: Metadata):
        self.metadata = metadata
        self.recursive: dict[str, str] = {}
        self.globals: dict[str, list[str]] = {}
        self.unit_names: list[str] = []
        self.scopes: dict[Operation, str | None] = {}
        self.places: dict[tuple[Location, str], str | None] = {}

    # Places

    def scope_of(self, function: Operation) -> str | None:
        """The node that describes a function. None where a call in it is at no place, since inlining would need one."""
        if function not in self.scopes:
            described = subprogram_in(function.location)
            is_told = described is not None and not any(
                [op.name == "llvm.call" and isinstance(resolve(op.location), UnknownLocation) for op in function.walk()]
            )
            self.scopes[function] = self.of(described) if described is not None and is_told else None
        return self.scopes[function]

    def attached(self, op: Operation, scope: str) -> list[tuple[str, str]]:
        place = self.located(op.location, scope)
        return [] if place is None else [("dbg", place)]

    def place(self, location: AnyLocation, scope: str) -> str:
        place = self.located(location, scope)
        return "" if place is None else f", !dbg {place}"

    def located(self, location: AnyLocation, scope: str | None, caller: str | None = None) -> str | None:
        """The node of a place in a scope, its own or the one that is given; None of one that is not known or in none."""
        where = resolve(location)
        if isinstance(where, CallSite):
            return self.located(where.callee, scope, self.located(where.caller, scope, caller))
        if isinstance(where, FusedLocation):
            if where.metadata is not None and getattr(where.metadata, "name", "") in LOCAL_SCOPES:
                scope = self.of(where.metadata)
            listed = [place for place in map(resolve, where.locations) if not isinstance(place, UnknownLocation)]
            return self.located(merged(listed), scope, caller) if listed else None
        if isinstance(where, NameLocation):
            return None if where.child is None else self.located(where.child, scope, caller)
        if not isinstance(where, FileLineCol) or scope is None:
            return None
        column = f", column: {where.column}" if where.column else ""
        behind = f", inlinedAt: {caller}" if caller is not None else ""
        return self.made(f"!DILocation(line: {where.line}{column}, scope: {scope}{behind})")

    def record(self, op: Operation, body: Body, scope: str | None) -> list[str]:
        """`#dbg_value(i32 %4, !9, !DIExpression(), !10)`."""
        place = self.located(op.location, scope)
        if place is None:
            return []
        parts = [body.typed(value) for value in op.operands]
        if "label" in op.attributes:
            parts.append(self.of(op.attributes["label"]))
        else:
            parts += [self.of(op.attributes["varInfo"]), self.of(op.attributes["locationExpr"])]
        return [f"    #dbg_{RECORD_KINDS[op.name]}({', '.join([*parts, place])})"]

    # Units

    def learn_globals(self, expressions: Sequence[Attribute]) -> None:
        """Notes the variables of each unit, which its node lists."""
        for each in expressions:
            scope = node_of(each).fields["var"].fields.get("scope")
            while scope is not None and scope.name != "di_compile_unit":
                scope = scope.fields.get("compileUnit") or scope.fields.get("scope")
            if scope is not None and "id" in scope.fields:
                self.globals.setdefault(str(scope.fields["id"]), []).append(each.text)

    def units(self) -> str:
        return f"!llvm.dbg.cu = !{{{', '.join(self.unit_names)}}}\n" if self.unit_names else ""

    # Nodes

    def of(self, attribute: Attribute) -> str:
        return self.node(node_of(attribute))

    def node(self, node: Node) -> str:
        if node.name == "di_null_type":
            return "null"
        if node.name == "di_expression":
            steps = with_one_fragment(node.fields["operations"])
            return f"!DIExpression({', '.join([word for name, numbers in steps for word in (name, *numbers)])})"
        if node.name == "di_file":
            (name, directory), *_ = node.fields.items()
            return self.made(f"!DIFile(filename: {name}, directory: {quoted(directory)})")
        number = node.fields.get("recId")
        if number is not None and (node.fields.get("isRecSelf") or number in self.recursive):
            return self.recursive[number]
        if node.name == "di_compile_unit":
            return self.unit(node)
        name = self.metadata.fresh() if number is not None else None
        if number is not None and name is not None:
            self.recursive[number] = name
        return self.filled(node, name)

    def unit(self, node: Node) -> str:
        """A unit lists variables that are in it."""
        if "id" not in node.fields:
            raise Error(f"cannot be written as metadata without an id: {node.text}")
        key = f"unit {node.fields['id']}"
        if key not in self.metadata.names:
            name = self.metadata.names[key] = self.metadata.fresh()
            self.unit_names.append(name)
            self.filled(node, name)
        return self.metadata.names[key]

    def filled(self, node: Node, name: str | None) -> str:
        kind = BY_NAME[node.name]
        parts = [(field.name, shown) for field in kind.fields if (shown := self.field(node, field)) is not None]
        parts += IMPLIED.get((node.name, node.fields.get("tag")), ())
        is_distinct = node.name in DISTINCT or is_definition(node) or "id" in node.fields or node.fields.get("tag") in DISTINCT_TAGS
        content = f"{'distinct ' * is_distinct}!{kind.llvm}({', '.join([f'{field}: {shown}' for field, shown in parts])})"
        name = self.made(content, name)
        self.metadata.orders.setdefault(int(name[2:]), in_memory(kind, parts))
        return name

    def made(self, content: str, name: str | None = None) -> str:
        """The name of a node with a content; one for all that have the same."""
        if name is None:
            name = self.metadata.names.get(content)
            if name is not None:
                return name
            name = self.metadata.names[content] = self.metadata.fresh()
        self.metadata.nodes[int(name[2:])] = content
        return name

    def field(self, node: Node, field: Field) -> str | None:
        """The text of a field; None where it is left out."""
        value, kind = node.fields.get(field.called), field.kind
        if kind == "globals":
            listed = self.globals.get(str(node.fields["id"]))
            return None if listed is None else self.metadata.node([self.of_text(each) for each in listed])
        if kind in ("nodes", "annotations"):
            return self.nodes(node, field, value)
        if value is None and node.name == "di_global_variable_expression" and kind == "expression":
            return "!DIExpression()"
        if kind in ("node", "Node", "expression") or isinstance(value, Node):
            return self.node(value) if value is not None else "null" if kind == "Node" else None
        return None if kind == "word" and value == TAGS.get(node.name) else PLAIN[kind](value)

    def of_text(self, text: str) -> str:
        return self.node(read_node(text))

    def nodes(self, node: Node, field: Field, value: Any) -> str | None:
        listed = value if isinstance(value, list) else [] if value is None else [value]
        if field.kind == "annotations":
            pairs = [[f'!"{each.fields[name]}"' for name in ("name", "value")] for each in listed]
            return self.metadata.node([self.metadata.node(pair) for pair in pairs]) if pairs else None
        if not listed and (node.name, field.name) not in ALWAYS:
            return None
        return self.metadata.node([self.node(each) for each in listed])


def with_one_fragment(steps: Sequence[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """A part of a part is a part of the whole: where each begins within the one before is added up, and it is as large as the first."""
    merged: list[tuple[str, list[str]]] = []
    for name, numbers in steps:
        if name == FRAGMENT and merged and merged[-1][0] == FRAGMENT:
            start, size = merged.pop()[1]
            numbers = [str(int(start) + int(numbers[0])), size]
        merged.append((name, numbers))
    return merged


def is_definition(node: Node) -> bool:
    return node.name == "di_subprogram" and "Definition" in str(node.fields.get("subprogramFlags"))


def merged(places: list[Location]) -> Location:
    """One place for several: a line, and a column, are those that all have."""
    first, *others = places
    if not others or not all([isinstance(each, FileLineCol) for each in places]):
        return first
    is_line = len({each.line for each in places}) == 1  # type: ignore[attr-defined]  # they are places in files
    is_column = is_line and len({each.column for each in places}) == 1  # type: ignore[attr-defined]  # likewise
    file, line, column = first.file, first.line, first.column  # type: ignore[attr-defined]  # likewise
    return FileLineCol(file, line if is_line else 0, column if is_column else 0)


def in_memory(kind: NodeKind, parts: list[tuple[str, str]]) -> list[str]:
    """The texts of a node's fields in the order in which LLVM has nodes in it."""
    if kind.name in FILE_BEHIND:
        return [shown for _, shown in parts]
    return [shown for _, shown in sorted(parts, key=lambda each: each[0] != "file")]


def quoted(content: Any) -> str:
    return f'"{content}"'


def some_number(value: Any) -> str | None:
    return str(value) if value else None


def flags(prefix: str):
    def shown(value: Any) -> str | None:
        words = [word for word in str(value).split("|") if word] if value else []
        return " | ".join([f"{prefix}{word}" for word in words]) or ("0" if prefix == SUBPROGRAM_FLAG else None)

    return shown


PLAIN = {
    "word": lambda value: str(value) if value else None, "text": lambda value: quoted(value) if value else None, **dict.fromkeys(("number", "line"), some_number),
    "Number": lambda value: None if value is None else str(value), **dict.fromkeys(("truth", "stated"), lambda value: "true" if value else None),
    **dict.fromkeys(("Truth", "written"), lambda value: str(bool(value)).lower()), "flags": flags(FLAG), "subprogram": flags(SUBPROGRAM_FLAG),
    "emission": lambda value: SPELLED.get(value, value), "tables": lambda value: value if value and value != "Default" else None,
    "constant": lambda value: None if value is None else str(value), "zero": lambda value: "0",
}  # fmt: skip
# What LLVM asks for, and the dialect does not say: a variable that is a type's member is static.
IMPLIED = {("di_derived_type", "DW_TAG_variable"): [("flags", "DIFlagStaticMember")]}
ALWAYS = {("di_subroutine_type", "types")}
