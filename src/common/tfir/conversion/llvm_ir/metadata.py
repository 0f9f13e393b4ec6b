"""Metadata nodes: what instructions say besides what they do. Attributes of the llvm dialect are read from their text."""

from __future__ import annotations

from tfir.conversion.llvm_ir.constants import of_attribute
from tfir.conversion.llvm_ir.debug import DebugInformation
from tfir.conversion.llvm_ir.kept import EXPECTED, LOOP, METADATA, nodes_kept, order_of
from tfir.conversion.llvm_ir.module_flags import flag_node, text
from tfir.conversion.llvm_ir.nodes import Node, node_of
from tfir.conversion.llvm_ir.types import escaped
from tfir.dialects.llvm.attributes import NodeAttr
from tfir.dialects.llvm.types import PointerType
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DictAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tfir.ir.operations import Operation

MARK = "\ue000"  # in front of a node's number until all nodes are there
REFERENCE = compiled(f"!{MARK}(\\d+)")


# Attributes of operations that are metadata of instructions.
ATTACHED = """tbaa branch_weights invariant alias_scopes noalias_scopes nontemporal dereferenceable invariantGroup loop_annotation
    access_groups""".split()
RELAXED = "llvm.mmra"  # of any access


class Metadata:
    """The nodes of a module. They are numbered when all are there, as LLVM numbers them: where they are first met, before those in them."""

    def __init__(self) -> None:
        self.nodes: list[str] = []
        self.orders: dict[int, list[str]] = {}  # of a node that LLVM has in another order than it prints
        self.names: dict[str, str] = {}
        self.debug = DebugInformation(self)

    def node(self, parts: Iterable[str], key: str = "", is_distinct: bool = False, is_own: bool = False) -> str:
        """The name of a node: one for all that say the same, or by a key; of one that `is_own` the first part is itself."""
        inside = ", ".join(parts)
        key = key or inside
        if key not in self.names:
            name = self.names[key] = self.fresh()
            own = f"{name}{', ' * bool(inside)}" if is_own else ""
            self.nodes[-1] = f"{'distinct ' * (is_distinct or is_own)}!{{{own}{inside}}}"
        return self.names[key]

    def fresh(self) -> str:
        """The name of a node that will be written."""
        self.nodes.append("")
        return f"!{MARK}{len(self.nodes) - 1}"

    def finished(self, met: Sequence[str]) -> tuple[list[str], str]:
        """Texts in which nodes are met with the numbers that these get, and the nodes."""
        numbers: dict[int, int] = {}
        for part in met:
            for match in REFERENCE.finditer(part) if MARK in part else ():
                self.number(int(match[1]), numbers)

        def final(part: str) -> str:
            return REFERENCE.sub(lambda match: f"!{numbers[int(match[1])]}", part) if MARK in part else part

        return [final(part) for part in met], "".join([f"!{number} = {final(self.nodes[node])}\n" for node, number in numbers.items()])

    def number(self, node: int, numbers: dict[int, int]) -> None:
        pending = [node]
        while pending:
            node = pending.pop()
            if node not in numbers:
                numbers[node] = len(numbers)
                inner = self.orders.get(node) or [self.nodes[node]]
                pending += [int(each) for part in reversed(inner) for each in reversed(REFERENCE.findall(part))]

    # What instructions have

    def of(self, op: Operation, scope: str | None) -> str:
        """What stands behind an instruction, in LLVM's order. `scope` is the function's, of which debug information is told."""
        held = op.attributes
        kinds = self.debug.attached(op, scope) if scope is not None else []
        if "tbaa" in held:
            kinds.append(("tbaa", self.tag(node_of(elements(held["tbaa"])[0]))))
        if "branch_weights" in held:
            kinds.append(("prof", self.weights(held["branch_weights"], EXPECTED in held)))
        if "invariant" in held:
            kinds.append(("invariant.load", self.node([])))
        for name, kind in (("alias_scopes", "alias.scope"), ("noalias_scopes", "noalias")):
            if name in held:
                kinds.append((kind, self.scopes(elements(held[name]))))
        if "nontemporal" in held:
            kinds.append(("nontemporal", self.node(["i32 1"])))
        if "dereferenceable" in held:
            kinds.append(self.dereferenceable(held["dereferenceable"].text))
        if "invariantGroup" in held:
            kinds.append(("invariant.group", self.node([])))
        if "loop_annotation" in held or LOOP in held:
            kinds.append(("llvm.loop", self.loop_of(held)))
        if "access_groups" in held:
            kinds.append(("llvm.access.group", self.groups([node_of(each) for each in elements(held["access_groups"])])))
        if RELAXED in held and elements(held[RELAXED]):
            kinds.append(("mmra", self.relaxed([each.text for each in elements(held[RELAXED])])))
        if METADATA in held:
            kinds = sorted([*kinds, *self.kept(held[METADATA])], key=lambda pair: order_of(pair[0]))
        return "".join([f", !{kind} {node}" for kind, node in kinds])

    def weights(self, weights: Attribute, is_expected: bool = False) -> str:
        numbers = weights.values() if isinstance(weights, ElementsAttr) else weights.values
        expected = [text("expected")] * is_expected
        return self.node([text("branch_weights"), *expected, *[f"i32 {int(number)}" for number in numbers]])

    def relaxed(self, tags: Sequence[str]) -> str:
        """What an access is ordered with: `#llvm.mmra_tag<"scope":"value">`."""
        nodes = [self.node([text(part) for part in QUOTED(tag)]) for tag in tags]
        return nodes[0] if len(nodes) == 1 else self.node(nodes)

    def kept(self, pairs: Attribute | None) -> list[tuple[str, str]]:
        """The nodes of kinds that the dialect has no attribute for."""
        return [(kind, self.kept_node(node)) for kind, node in nodes_kept(pairs)]

    def kept_node(self, node: Attribute) -> str:
        """A list; of a node that is distinct a dictionary with its number, and its parts where it does not stand in itself."""
        if isinstance(node, NodeAttr):
            return self.debug.of(node)
        if isinstance(node, ArrayAttr):
            return self.node([self.kept_part(each) for each in node.elements])
        if not isinstance(node, DictAttr) or "id" not in node.entries:
            raise Error(f"cannot be written as metadata: {node}")
        key = f"kept {node['id']}"
        if key not in self.names:
            name = self.names[key] = self.fresh()
            parts = elements(node.get("parts") or ArrayAttr([]))
            self.nodes[int(name[2:])] = f"distinct !{{{', '.join([self.kept_part(each) for each in parts])}}}"
        return self.names[key]

    def kept_part(self, part: Attribute) -> str:
        if isinstance(part, StringAttr):
            return text(escaped(part.value))
        if isinstance(part, UnitAttr):
            return "null"
        if isinstance(part, SymbolRefAttr):
            return of_attribute(part, PointerType()).typed
        if isinstance(part, (IntegerAttr, FloatAttr, BoolAttr)):
            return of_attribute(part, I1 if isinstance(part, BoolAttr) else part.type).typed
        return self.kept_node(part)

    def dereferenceable(self, told: str) -> tuple[str, str]:
        """`<bytes = 8, mayBeNull = true>`."""
        (number,) = NUMBERS(told)[:1]
        return f"dereferenceable{'_or_null' * ('true' in told)}", self.node([f"i64 {number}"])

    def groups(self, nodes: Sequence[Node]) -> str:
        names = [self.node([], each.text, is_distinct=True) for each in nodes]
        return names[0] if len(names) == 1 else self.node(names)

    def scopes(self, attributes: Sequence[Attribute]) -> str:
        return self.node([self.scope(node_of(each)) for each in attributes])

    def scope(self, node: Node) -> str:
        domain, told = node.fields["domain"], [text(node.fields["description"])] if "description" in node.fields else []
        around = self.identified(domain, [text(domain.fields["description"])] if "description" in domain.fields else [])
        return self.identified(node, [around, *told])

    def identified(self, node: Node, parts: list[str]) -> str:
        """A node that is told from others by itself, or by a text."""
        own = str(node.fields["id"])
        return self.node(parts, node.text, is_own=True) if own.startswith("distinct") else self.node([text(own), *parts])

    # Types of accesses

    def tag(self, node: Node) -> str:
        fields = node.fields
        constant = ["i64 1"] if fields.get("constant") else []
        return self.node(
            [self.access_type(fields["base_type"]), self.access_type(fields["access_type"]), f"i64 {fields['offset']}", *constant]
        )

    def access_type(self, node: Node) -> str:
        if node.name == "tbaa_root":
            named = [text(node.fields["id"])] if "id" in node.fields else []
            return self.node(named, node.text, is_own=not named)
        members = [part for member, offset in node.fields["members"] for part in (self.access_type(member), f"i64 {offset}")]
        return self.node([text(node.fields["id"]), *members])

    # Loops

    def loop_of(self, held: Mapping[str, Attribute]) -> str:
        """The loop of a branch: an annotation, and what the dialect has no word for."""
        annotation, more = held.get("loop_annotation"), held.get(LOOP)
        if more is None:
            return self.loop(node_of(held["loop_annotation"]))
        key = f"{annotation} {more}"
        parts = [] if annotation is None else self.loop_parts(node_of(annotation))
        return self.node([*parts, *[self.kept_part(each) for each in elements(more)]], key, is_own=True)

    def loop(self, node: Node) -> str:
        """A node whose first part is itself."""
        if node.text not in self.names:
            name = self.node([], node.text, is_own=True)
            self.nodes[int(name[2:])] = f"distinct !{{{', '.join([name, *self.loop_parts(node)])}}}"
        return self.names[node.text]

    def loop_parts(self, loop: Node) -> list[str]:
        places = [loop.fields[name] for name in ("startLoc", "endLoc") if name in loop.fields]
        parts = [told for told in [self.debug.located(place, None) for place in places] if told is not None]
        for holder, field, name, kind in PROPERTIES:
            node = loop if not holder else loop.fields.get(holder)
            value = None if node is None else node.fields.get(field)
            if value is None:
                continue
            if kind == "switch":
                told = self.flag(name, value)
            elif kind == "loop":
                told = self.node([text(f"llvm.loop.{name}"), self.loop(value)])
            elif kind == "i32":
                told = self.node([text(f"llvm.loop.{name}"), f"i32 {int(value)}"])
            else:
                told = self.node([text(f"llvm.loop.{name}"), f"i1 {str(value is (kind == 'i1')).lower()}"])
            parts += [told] if told else []
        parallel = loop.fields.get("parallelAccesses")
        if parallel is not None:
            groups = parallel if isinstance(parallel, list) else [parallel]
            parts.append(self.node([text("llvm.loop.parallel_accesses"), *[self.groups([each]) for each in groups]]))
        return parts

    def flag(self, name: str, value: bool) -> str:
        """One of two words, or a word that is there or not."""
        yes, _, no = name.partition("|")
        word = yes if value else no
        return self.node([text(word if word.startswith("llvm.") else f"llvm.loop.{word}")]) if word else ""

    # Modules

    def flags(self, listed: Iterable[Attribute], kept: Iterable[Attribute] = (), is_for_windows: bool = False) -> str:
        """Those of a module, the version of debug information, and Windows' form of it."""
        listed = list(listed)
        nodes = [*[flag_node(self, each) for each in listed], *map(self.kept_node, kept)]
        if not any(['"Debug Info Version"' in each.text for each in listed]):
            nodes.append(self.node(["i32 2", text("Debug Info Version"), "i32 3"]))
        if is_for_windows and not any(['"CodeView"' in each.text for each in listed]):
            nodes.append(self.node(["i32 2", text("CodeView"), "i32 1"]))
        return f"!llvm.module.flags = !{{{', '.join(nodes)}}}\n"


NUMBERS, QUOTED = compiled(r"\d+").findall, compiled(r'"([^"]*)"').findall
# In LLVM's order: which part of an annotation has a property, what the property is called here and there, and its type: `not i1` says the
# opposite, `switch` is a word for yes and perhaps one for no, `loop` an annotation of the loop that is left.
PROPERTIES = (
    ("", "disableNonforced", "disable_nonforced", "switch"), ("", "mustProgress", "mustprogress", "switch"),
    ("", "isVectorized", "isvectorized", "i32"),
    ("vectorize", "disable", "vectorize.enable", "not i1"), ("vectorize", "predicateEnable", "vectorize.predicate.enable", "i1"),
    ("vectorize", "scalableEnable", "vectorize.scalable.enable", "i1"), ("vectorize", "width", "vectorize.width", "i32"),
    ("vectorize", "followupVectorized", "vectorize.followup_vectorized", "loop"),
    ("vectorize", "followupEpilogue", "vectorize.followup_epilogue", "loop"), ("vectorize", "followupAll", "vectorize.followup_all", "loop"),
    ("interleave", "count", "interleave.count", "i32"),
    ("unroll", "disable", "unroll.disable|unroll.enable", "switch"), ("unroll", "count", "unroll.count", "i32"),
    ("unroll", "runtimeDisable", "unroll.runtime.disable", "i1"), ("unroll", "full", "unroll.full", "switch"),
    ("unroll", "followupUnrolled", "unroll.followup_unrolled", "loop"), ("unroll", "followupRemainder", "unroll.followup_remainder", "loop"),
    ("unroll", "followupAll", "unroll.followup_all", "loop"),
    ("unrollAndJam", "disable", "unroll_and_jam.disable|unroll_and_jam.enable", "switch"),
    ("unrollAndJam", "count", "unroll_and_jam.count", "i32"),
    ("unrollAndJam", "followupOuter", "unroll_and_jam.followup_outer", "loop"),
    ("unrollAndJam", "followupInner", "unroll_and_jam.followup_inner", "loop"),
    ("unrollAndJam", "followupRemainderOuter", "unroll_and_jam.followup_remainder_outer", "loop"),
    ("unrollAndJam", "followupRemainderInner", "unroll_and_jam.followup_remainder_inner", "loop"),
    ("unrollAndJam", "followupAll", "unroll_and_jam.followup_all", "loop"),
    ("licm", "disable", "llvm.licm.disable", "switch"), ("licm", "versioningDisable", "licm_versioning.disable", "switch"),
    ("distribute", "disable", "distribute.enable", "not i1"),
    ("distribute", "followupCoincident", "distribute.followup_coincident", "loop"),
    ("distribute", "followupSequential", "distribute.followup_sequential", "loop"),
    ("distribute", "followupFallback", "distribute.followup_fallback", "loop"), ("distribute", "followupAll", "distribute.followup_all", "loop"),
    ("pipeline", "disable", "pipeline.disable", "i1"), ("pipeline", "initiationinterval", "pipeline.initiationinterval", "i32"),
    ("peeled", "count", "peeled.count", "i32"), ("unswitch", "partialDisable", "unswitch.partial.disable", "switch"),
)  # fmt: skip


def elements(attribute: Attribute) -> Sequence[Attribute]:
    return attribute.elements if isinstance(attribute, ArrayAttr) else [attribute]


def of_strings(attribute: Attribute) -> list[str]:
    """The strings of a list, as they stand in metadata."""
    return [text(escaped(each.value)) for each in elements(attribute) if isinstance(each, StringAttr)]
