"""A description of an op from its declaration: operands, results, attributes, accuracy, traits, and the computation.

The computation is the text of `evaluate` in its semantics class, so that a description never differs from what is run.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from functools import cache

from tfir.ir.diagnostics import Error
from tfir.ir.suggestion import did_you_mean
from tfir.ods.accuracy import CLASSES, accuracy_of
from tfir.ods.dialect import OpDefinition
from tfir.ods.element_types import element_of_word
from tfir.ods.prose import prose_of
from tfir.ods.semantics import NumPyFunction, OpSemantics
from tfir.ods.signature import Attribute, Slot
from tfir.ods.traits import TRAITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ods.signature import Default

LONGEST_FORMULA = 12


class Entry:
    """One operand, attribute, result or trait: its name, its kind, and a default as text or None."""

    __slots__ = ("name", "kind", "default")

    def __init__(self, name: str, kind: str, default: str | None = None):
        self.name, self.kind, self.default = name, kind, default


class OpDescription:
    """All that is declared of an op. `derived` are attributes that only repeat the op's types and are never stored."""

    def __init__(self, definition: OpDefinition):
        signature, self.name = definition.signature, definition.name
        declared = signature.attributes if signature else {}
        self.prose = prose_of(definition.dialect.name, definition.local)
        self.line = definition.dialect.table.lines[definition.dialect.table.at[definition.local]] if signature else ""
        self.operands = [Entry(slot.name, slot_kind(slot, definition)) for slot in signature.operands] if signature else []
        self.results = [Entry(slot.name, slot_kind(slot, definition)) for slot in signature.results] if signature else []
        stored = [attribute for name, attribute in declared.items() if name in definition.inherent]
        self.attributes = [attribute_entry(attribute) for attribute in stored]
        self.derived = [attribute_entry(attribute) for name, attribute in declared.items() if name not in definition.inherent]
        told = {**definition.traits, "pure": ()} if definition.is_pure else definition.traits
        self.traits = [Entry(spelled(name, told[name]), meaning_of(name, self.name)) for name in sorted(told) if name not in CLASSES]
        self.accuracy = accuracy_entries(definition)
        self.assembly = signature.assembly if signature else None
        semantics, reason = definition.semantics, definition.dialect.why_without_values(definition.local)
        self.reason = f" That is since {reason}." if reason else ""
        self.infers = definition.infer is not None
        self.formula = formula_of(semantics) if semantics is not None and semantics.evaluate is not None else None
        self.computes = semantics is not None and semantics.evaluate is not None
        self.remarks = remarks_of(semantics) if semantics is not None else ""


def meaning_of(trait: str, op: str) -> str:
    if trait not in TRAITS:
        raise Error(f"'{op}': no trait is called '{trait}'{did_you_mean(trait, TRAITS)}")
    return TRAITS[trait].meaning


def accuracy_entries(definition: OpDefinition) -> list[Entry]:
    """The class of an op that is computed here, with its meaning; nothing of an op that is only read and printed, unless its line says it."""
    accuracy = accuracy_of(definition)
    stated = any([name in CLASSES for name in definition.traits])
    if not stated and (definition.semantics is None or definition.semantics.evaluate is None):
        return []
    if accuracy is None:
        return [Entry("unstated", "how far its floating-point results may be off is not said")]
    return [Entry(str(accuracy), TRAITS[accuracy.kind].meaning if stated else "none of its results is of floating point")]


def spelled(trait: str, arguments: tuple[str, ...]) -> str:
    return f"{trait}({', '.join(arguments)})" if arguments else trait


def slot_kind(slot: Slot, definition: OpDefinition) -> str:
    """`T (f32, f64)`, `N times T`, `any number of ranked tensor of 32/64-bit float values`: a constraint is told as errors tell it."""
    parameter = definition.declaration.attributes.get(slot.type)
    kind = f"{slot.type} ({', '.join(parameter.allowed)})" if parameter is not None and parameter.allowed else slot.type
    if "<" in slot.type or (slot.type in definition.dialect.table.constraints and element_of_word(slot.type) is None):
        kind = definition.dialect.constraints.type(slot.type).summary
    if slot.number:
        kind = f"{slot.number} times {kind}"
    elif slot.variadic:
        kind = f"any number of {kind}"
    return (
        kind
        + (", a reference" if slot.ref else "")
        + (", may be absent" if slot.optional else "")
        + (f", as {slot.full_type}" if slot.full_type else "")
    )


def attribute_entry(attribute: Attribute) -> Entry:
    """An attribute with its kind in words: `int[], length at least 1`."""
    kind = attribute.kind + (f"[{attribute.length or ''}]" if attribute.is_list else "")
    if attribute.allowed:
        kind += f", one of {', '.join(attribute.allowed)}"
    if attribute.minimum is not None:
        kind += f", {'at least ' if not attribute.is_list else 'length at least '}{attribute.minimum}"
    if attribute.optional:
        kind += ", may be absent"
    return Entry(attribute.name, kind, None if attribute.default is None else default_text(attribute.default))


def default_text(value: Default | int | None) -> str:
    """A default as the notation of signature lines has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(default_text, value))}]"
    return f'"{value}"' if type(value) is str else str(value)


def formula_of(semantics: type[OpSemantics]) -> str | None:
    """How the value is computed, as the text of the meaning: an expression, or a few lines. None where that is too long."""
    owner = owner_of(semantics, "evaluate")
    function = vars(owner)["evaluate"]
    if isinstance(function, NumPyFunction):
        return f"np.{function.name}"
    node = nodes_of(owner.__module__).get(owner.__name__)
    if isinstance(node, ast.ClassDef):
        return formula_of_class(node)
    return None if node is None else ast.unparse(node.value.body if isinstance(node.value, ast.Lambda) else node.value)


@cache
def nodes_of(module: str) -> dict[str, ast.ClassDef | ast.keyword]:
    """The classes in a module's source, and the keywords of calls, such as `ops_of`, that stand for some, by name; the first of each."""
    try:
        source = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError, SyntaxError):
        return {}
    nodes: dict[str, ast.ClassDef | ast.keyword] = {}
    for node in ast.walk(source):
        if isinstance(node, ast.ClassDef):
            nodes.setdefault(node.name, node)
        elif isinstance(node, ast.keyword) and node.arg is not None:
            nodes.setdefault(node.arg, node)
    return nodes


def formula_of_class(owner: ast.ClassDef) -> str | None:
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and node.name == "evaluate":
            statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
            text = "\n".join([ast.unparse(statement) for statement in statements])
            text = text.removeprefix("return ") if len(statements) == 1 else text
            return text if text.count("\n") < LONGEST_FORMULA else None
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "evaluate":
            return ast.unparse(node.value)
    return None


def owner_of(semantics: type[OpSemantics], name: str) -> type:
    """The class among a meaning's ancestors that has the function."""
    return next(cls for cls in semantics.__mro__ if name in vars(cls))


def remarks_of(semantics: type[OpSemantics]) -> str:
    """The docstrings of a meaning and of its functions."""
    texts = [vars(semantics).get("__doc__"), getattr(semantics.infer, "__doc__", None), getattr(semantics.evaluate, "__doc__", None)]
    return "\n\n".join(dict.fromkeys([inspect.cleandoc(text) for text in texts if text and getattr(semantics.evaluate, "__code__", None)]))


def as_text(op: OpDescription) -> str:
    """The description as a page for a terminal."""
    lines = [op.name, *[f"    {line}" for line in filter(None, [op.line])]]
    if op.prose:
        lines += ["", textwrap.fill(op.prose, 100)]
    for title, entries in sections(op):
        lines += ["", f"{title}:", *aligned(entries)]
    if op.assembly:
        lines += ["", "Assembly:", f"    {op.assembly}"]
    if op.remarks:
        lines += ["", op.remarks]
    if op.formula:
        lines += ["", "Computes:", textwrap.indent(op.formula, "    ")]
    return "\n".join([*lines, "", semantics_text(op)]) + "\n"


def sections(op: OpDescription) -> list[tuple[str, list[Entry]]]:
    """The operands, attributes, results, accuracy and traits of an op, under titles; empty groups are left out."""
    titled = (
        ("Operands", op.operands),
        ("Attributes", op.attributes),
        ("Derived attributes", op.derived),
        ("Results", op.results),
        ("Accuracy", op.accuracy),
        ("Traits", op.traits),
    )
    return [(title, entries) for title, entries in titled if entries]


def aligned(entries: Sequence[Entry]) -> list[str]:
    """One line for each entry, with their kinds below each other."""
    width = max(len(entry.name) for entry in entries)
    return [f"    {entry.name:{width}}  {entry.kind}{f' = {entry.default}' if entry.default is not None else ''}" for entry in entries]


def semantics_text(op: OpDescription) -> str:
    """Whether shapes are inferred or values computed, as a sentence."""
    if not op.computes and not op.infers:
        return "Its meaning is not written here: it is read, checked, printed and kept, not computed." + op.reason
    return "Shapes are inferred." if op.infers else "Values are computed."
