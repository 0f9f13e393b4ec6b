"""Nodes of metadata as attributes: what accesses may alias, which loops are how, how often branches are taken."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import EXPECTED, LOOP, METADATA
from tfir.conversion.llvm_ir.metadata import PROPERTIES, RELAXED
from tfir.dialects.llvm.attributes import NodeAttr
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DictAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from tfir.ir.location import quoted
from tfir.ir.types import I32, I64

from tftranslate.llvm_ir.constant_import import scalar
from tftranslate.llvm_ir.metadata_reader import Node, number_of
from tftranslate.llvm_ir.values import FLOAT, GLOBAL, INTEGER, Constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tftranslate.llvm_ir.debug_import import DebugImport
    from tftranslate.llvm_ir.module_reader import ModuleReader

OTHERWISE = ("dbg", "llvm.loop")  # kinds that locations say, and what the rest of a loop's node says
TRUTHS = ("isVectorized",)  # properties that are numbers in LLVM
HOLDERS = {"unrollAndJam": "unroll_and_jam"}


class MetadataImport:
    def __init__(self, reader: ModuleReader):
        self.reader = reader
        self.kept: dict[tuple[str, Node], Attribute] = {}
        self.count = 0
        self.debug: DebugImport | None = None
        self.kept_numbers: dict[Node, int] = {}  # of distinct nodes that are kept as they are
        self.around: list[Node] = []

    def distinct(self) -> str:
        self.count += 1
        return f"distinct[{self.count - 1}]<>"

    def once(self, kind: str, node: Node, make: Callable[[Node], Attribute]) -> Attribute:
        key = (kind, node)
        if key not in self.kept:
            self.kept[key] = make(node)
        return self.kept[key]

    def refused(self, what: str, node: Node):
        return self.reader.error(f"no {what} that the llvm dialect can say", node.place)

    def attributes(self, nodes: dict[str, Node], allowed) -> dict[str, Attribute]:
        """Those of an operation that its line in the table allows, and nodes for the rest."""
        entries: dict[str, Attribute] = {}
        rest: list[tuple[str, Node]] = []
        for kind, node in nodes.items():
            name = NAMES.get(kind)
            value = READERS[kind](self, node) if name is not None and name in allowed else None
            if name is not None and value is not None:
                entries[name] = value
                entries |= more_of_weights(node) if kind == "prof" else {}
            elif kind == "mmra":
                entries[RELAXED] = self.relaxed(node)
            elif kind not in OTHERWISE:
                rest.append((kind, node))
            if kind == "llvm.loop" and name in allowed:
                entries |= self.loop_kept(node)
        return entries | self.unsaid(rest)

    def relaxed(self, node: Node) -> Attribute:
        """What an access is ordered with: a tag, or several."""
        listed = self.listed(node) if node.parts and isinstance(node.parts[0], Node) else [node]
        tags = [NodeAttr("mmra_tag", f"<{':'.join([quoted(text) for text in self.reader.texts(each)])}>") for each in listed]
        return tags[0] if len(tags) == 1 else ArrayAttr(tags)

    def listed(self, node: Node) -> list[Node]:
        """The parts of a node that consists of nodes. Raises Error for one that does not."""
        if not all([isinstance(part, Node) for part in node.parts]):
            raise self.reader.error("expected a node of nodes", node.place)
        return node.parts

    # What the dialect has no word for

    def unsaid(self, nodes: Iterable[tuple[str, Node]]) -> dict[str, Attribute]:
        pairs = self.pairs(nodes)
        return {METADATA: pairs} if pairs.elements else {}

    def pairs(self, nodes: Iterable[tuple[str, Node]]) -> ArrayAttr:
        return ArrayAttr([ArrayAttr([StringAttr(kind), self.kept_node(node)]) for kind, node in nodes if not self.is_left_out(node)])

    def is_left_out(self, node: Node) -> bool:
        """Of debug information that the dialect has no node for."""
        is_unsaid = bool(node.kind) and (self.debug is None or self.debug.attribute(node) is None)
        if is_unsaid:
            self.reader.leave_out(f"'{node.kind}'")
        return is_unsaid

    def kept_node(self, node: Node) -> Attribute:
        """Lists of parts; of a distinct node its number, by which it is told from others and from itself inside of it."""
        if node.kind:
            told = None if self.debug is None else self.debug.attribute(node)
            if told is None:
                raise self.refused(f"'{node.kind}'", node)
            return told
        if not node.is_distinct:
            if node in self.around:
                raise self.refused("node in itself", node)
            self.around.append(node)
            listed = ArrayAttr([self.kept_part(part) for part in node.parts])
            self.around.pop()
            return listed
        is_known = node in self.kept_numbers
        number = IntegerAttr(self.kept_numbers.setdefault(node, len(self.kept_numbers)), I64)
        if is_known and node in self.around:
            return DictAttr({"id": number})
        self.around.append(node)
        parts = ArrayAttr([self.kept_part(part) for part in node.parts])
        self.around.pop()
        return DictAttr({"id": number, "parts": parts})

    def kept_part(self, part: Any) -> Attribute:
        if part is None:
            return UnitAttr()
        if isinstance(part, str):
            return StringAttr(part)
        if isinstance(part, Node):
            return self.kept_node(part)
        if isinstance(part, Constant) and part.kind == GLOBAL:
            return SymbolRefAttr(part.payload)
        if isinstance(part, Constant) and part.kind in (INTEGER, FLOAT):
            return scalar(part)
        raise self.reader.error("no metadata that the llvm dialect can say")

    def loop_kept(self, node: Node) -> dict[str, Attribute]:
        """Properties of a loop that no annotation has."""
        properties = {spelled(word) for _, _, name, _ in PROPERTIES for word in name.split("|")} | {"llvm.loop.parallel_accesses"}
        rest = [
            part for part in node.parts[1:] if not isinstance(part, Node) or not (part.kind or (part.parts and part.parts[0] in properties))
        ]
        return {LOOP: ArrayAttr([self.kept_part(part) for part in rest])} if rest else {}

    # Types of accesses

    def tag(self, node: Node) -> Attribute:
        return ArrayAttr([self.once("tbaa", node, self._tag)])

    def _tag(self, node: Node) -> Attribute:
        base, access, offset, *rest = [*node.parts, None, None, None][: max(3, len(node.parts))]
        if not isinstance(base, Node) or not isinstance(access, Node) or number_of(offset) is None:
            raise self.refused("tag of types", node)
        constant = ", constant = true" if rest and number_of(rest[0]) else ""
        parts = f"base_type = {self.access_type(base)}, access_type = {self.access_type(access)}, offset = {number_of(offset)}"
        return NodeAttr("tbaa_tag", f"<{parts}{constant}>")

    def access_type(self, node: Node) -> Attribute:
        return self.once("tbaa type", node, self._access_type)

    def _access_type(self, node: Node) -> Attribute:
        parts = node.parts
        if len(parts) < 2:
            return NodeAttr("tbaa_root", f"<id = {quoted(parts[0])}>" if parts and isinstance(parts[0], str) else "")
        name, *rest = parts
        members = list(zip(rest[::2], [*rest[1::2], None]))
        if not isinstance(name, str) or not all([isinstance(member, Node) for member, _ in members]):
            raise self.refused("type of accesses", node)
        shown = [f"<{self.access_type(member)}, {number_of(offset) or 0}>" for member, offset in members]
        return NodeAttr("tbaa_type_desc", f"<id = {quoted(name)}, members = {{{', '.join(shown)}}}>")

    # Scopes and groups

    def scopes(self, node: Node) -> ArrayAttr:
        return ArrayAttr([self.once("scope", each, self._scope) for each in self.listed(node)])

    def _scope(self, node: Node) -> Attribute:
        own, domain, *described = [*node.parts, None][: max(2, len(node.parts))]
        if not isinstance(domain, Node):
            raise self.refused("scope", node)
        around = self.once("domain", domain, self._domain)
        told = f", description = {quoted(described[0])}" if described and isinstance(described[0], str) else ""
        return NodeAttr("alias_scope", f"<id = {self.identity(own)}, domain = {around}{told}>")

    def _domain(self, node: Node) -> Attribute:
        own, *described = node.parts or [None]
        told = f", description = {quoted(described[0])}" if described and isinstance(described[0], str) else ""
        return NodeAttr("alias_scope_domain", f"<id = {self.identity(own)}{told}>")

    def identity(self, own: Node | str | None) -> str:
        return quoted(own) if isinstance(own, str) else self.distinct()

    def groups(self, node: Node) -> ArrayAttr:
        listed = self.listed(node) if node.parts else [node]
        return ArrayAttr([self.once("group", each, self._group) for each in listed])

    def _group(self, node: Node) -> Attribute:
        return NodeAttr("access_group", f"<id = {self.distinct()}>")

    # Branches and loads

    def weights(self, node: Node) -> Attribute | None:
        parts = node.parts
        if not parts or parts[0] != "branch_weights":
            return None
        numbers = [number_of(part) for part in parts[1 + (len(parts) > 1 and parts[1] == "expected") :]]
        signed = [number - (1 << 32) if number >> 31 & 1 else number for number in numbers if number is not None]
        return DenseArrayAttr(signed, I32) if len(signed) == len(numbers) and signed else None

    def entry_count(self, node: Node) -> Attribute | None:
        is_count = len(node.parts) == 2 and node.parts[0] == "function_entry_count"
        number = number_of(node.parts[1]) if is_count else None
        return None if number is None else IntegerAttr(number, I64)

    def dereferenceable(self, node: Node, rest: str = "") -> Attribute:
        number = number_of(node.parts[0]) if len(node.parts) == 1 else None
        if number is None:
            raise self.refused("number of bytes", node)
        return OpaqueAttr(f"#llvm.dereferenceable<bytes = {number}{rest}>")

    def dereferenceable_or_null(self, node: Node) -> Attribute:
        return self.dereferenceable(node, ", mayBeNull = true")

    def hint(self, kind: str, node: Node) -> Attribute:
        """What a kernel of OpenCL is told: sizes, or a type and whether it has a sign."""
        if kind == "vec_type_hint" and len(node.parts) == 2 and isinstance(node.parts[0], Constant):
            signed = ", is_signed = true" if number_of(node.parts[1]) else ""
            return OpaqueAttr(f"#llvm.vec_type_hint<hint = {node.parts[0].type}{signed}>")
        sizes = [number for number in map(number_of, node.parts) if number is not None]
        if len(sizes) != len(node.parts) or not sizes:
            raise self.refused("hint", node)
        return IntegerAttr(sizes[0], I32) if kind == "intel_reqd_sub_group_size" else DenseArrayAttr(sizes, I32)

    def unit(self, node: Node) -> Attribute:
        return UnitAttr()

    # Loops

    def loop(self, node: Node) -> Attribute | None:
        told = {part.parts[0]: part for part in node.parts[1:] if isinstance(part, Node) and part.parts and isinstance(part.parts[0], str)}
        fields: dict[str, list[tuple[str, str]]] = {}
        for holder, field, name, kind in PROPERTIES:
            value = self.property(told, name, kind, field)
            if value is not None:
                fields.setdefault(holder, []).append((field, value))
        own = dict(fields.pop("", []))
        entries = [("disableNonforced", own["disableNonforced"])] if "disableNonforced" in own else []
        for holder, listed in fields.items():
            kind = f"loop_{HOLDERS.get(holder, holder)}"
            entries.append((holder, f"#llvm.{kind}<{', '.join([f'{name} = {value}' for name, value in listed])}>"))
        entries += [(name, own[name]) for name in ("mustProgress", "isVectorized") if name in own]
        entries += self.places(node)
        accesses = told.get("llvm.loop.parallel_accesses")
        nodes = [part for part in accesses.parts[1:] if isinstance(part, Node)] if accesses is not None else []
        groups = [each for part in nodes for each in self.groups(part).elements]
        if groups:
            entries.append(("parallelAccesses", ", ".join([each.text for each in groups])))
        if not entries:
            return None
        return NodeAttr("loop_annotation", f"<{', '.join([f'{name} = {value}' for name, value in entries])}>")

    def places(self, node: Node) -> list[tuple[str, str]]:
        """Where a loop begins and ends in the program that it was."""
        listed = [part for part in node.parts[1:] if isinstance(part, Node) and part.kind == "DILocation"]
        return [(name, f"loc({self.debug.location(part)})") for name, part in zip(("startLoc", "endLoc"), listed)]

    def property(self, told: dict[str, Node], name: str, kind: str, field: str) -> str | None:
        if kind == "switch":
            yes, _, no = name.partition("|")
            return "true" if spelled(yes) in told else "false" if no and spelled(no) in told else None
        node = told.get(spelled(name))
        if node is None or (len(node.parts) < 2 and kind != "i1"):
            return None
        if len(node.parts) < 2:  # a word alone says yes
            return "true"
        if kind == "loop" and isinstance(node.parts[1], Node):
            followed = self.loop(node.parts[1])
            return None if followed is None else followed.text
        number = number_of(node.parts[1])
        if number is None:
            return None
        if kind == "i32" and field not in TRUTHS:
            return f"{number} : i32"
        return str(bool(number) is not (kind == "not i1")).lower()


def more_of_weights(node: Node) -> dict[str, Attribute]:
    """That the weights of a branch come of what a program expects."""
    return {EXPECTED: UnitAttr()} if len(node.parts) > 1 and node.parts[1] == "expected" else {}


def spelled(name: str) -> str:
    return name if name.startswith("llvm.") else f"llvm.loop.{name}"


# By LLVM's kinds: the names of the attributes, and what reads them.
NAMES = {
    "tbaa": "tbaa", "alias.scope": "alias_scopes", "noalias": "noalias_scopes", "llvm.access.group": "access_groups", "prof": "branch_weights",
    "llvm.loop": "loop_annotation", "dereferenceable": "dereferenceable", "dereferenceable_or_null": "dereferenceable",
    "nontemporal": "nontemporal", "invariant.load": "invariant", "invariant.group": "invariantGroup",
}  # fmt: skip
READERS: dict[str, Callable[[MetadataImport, Node], Attribute | None]] = {
    "tbaa": MetadataImport.tag, "alias.scope": MetadataImport.scopes, "noalias": MetadataImport.scopes,
    "llvm.access.group": MetadataImport.groups, "prof": MetadataImport.weights, "llvm.loop": MetadataImport.loop,
    "dereferenceable": MetadataImport.dereferenceable, "dereferenceable_or_null": MetadataImport.dereferenceable_or_null,
    "nontemporal": MetadataImport.unit, "invariant.load": MetadataImport.unit, "invariant.group": MetadataImport.unit,
}  # fmt: skip
