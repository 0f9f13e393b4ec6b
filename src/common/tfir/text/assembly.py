"""Declarative assembly: `$lhs, $rhs attr-dict : same` is an op's custom form, both ways, and its fast path.

A format is a line of directives, in the manner of MLIR's ODS:

    $name             an operand (all of them if it is variadic) or an attribute, by its name in the signature
    operands          all operands, comma separated
    region            a region in braces (the form is a `FormatWithRegion`)
    attr-dict         the attributes that are not spelled elsewhere
    functional        `(types of operands) -> types of results`
    same              one type where all operands and results share it, else as `functional`
    type($x) type(results)   the type of an operand, of the results
    <Name>($a, $b)    a piece of syntax that the dialect supplies under that name (see `Custom`; or a `Piece` of its own)
    (... )?           a group that is there when the first `$name` inside is, or the one that is marked `$name^`
    ``   ` `          no blank in front of what follows; one
    anything else     itself: a word, or punctuation

Where a signature has the attribute `operandSegmentSizes`, each of its operands may be a list, of whatever length; operands may be
written in another order than they have.

Attributes print bare where their kind says so (`array<i64>` as `[1, 2]`, enumerations as their word, `i64` as a number).
"""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32
from tfir.startup.patterns import compiled
from tfir.text.pieces import (
    DIRECTIVES,
    AllOperands,
    AttributeDictionary,
    Custom,
    Group,
    InBraces,
    InlineAttribute,
    Literal,
    Operand,
    Piece,
    Same,
    TypeOf,
    counted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Value
    from tfir.ir.types import Type
    from tfir.text.interfaces import DeclaredAttribute, FastPath, Signature, Slot, Syntax
    from tfir.text.parser import OperationState, Parser, Unresolved
    from tfir.text.pieces import Operands, Types
    from tfir.text.printer import Printer

    Text = Callable[[Any, Operation, "Format"], str]  # how a piece reads; the first is a `Printer`, or `Slots`

IN_PARENTHESES = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
PIECE = compiled(rf"\s*(?:({IN_PARENTHESES}\?)|<(\w+)>\(([^)]*)\)|(type)\(([^)]*)\)|\$([\w]+)(\^?)|(\w[\w-]*)|(->|``|` `|[^\s\w]))")
SEGMENTS = "operandSegmentSizes"


class Renamed:
    """An operation of old under another name, whose form has not changed. It is read and never printed."""

    def __init__(self, name: str):
        self.name = name

    def parse(self, p: Parser, state: OperationState) -> None:
        state.name, today = self.name, p.lookup(self.name)
        assert today is not None and today.form is not None, f"{self.name} has no form"
        today.form.parse(p, state)


class Format:
    """A custom form made from a format line and the signature it belongs to. `custom` maps names to pieces of syntax."""

    def __init__(self, line: str, signature: Signature, custom: Mapping[str, Piece | Syntax] | None = None):
        operands = {slot.name: slot for slot in signature.operands}
        self.pieces = _compile(line, operands, signature.attributes, custom or {})
        self.texts = _merged([piece.shown if isinstance(piece, Literal) else piece.text for piece in self.pieces])
        self.blank_for_none = False  # whether a list of no operands still leaves its blank, as in upstream's forms without a group
        self.left_out: dict[str, str] = {}  # text of attributes that the dictionary does not show, since absence means the same
        self.is_segmented = SEGMENTS in signature.attributes
        self.spelled = frozenset([*[name for piece in self.pieces for name in piece.spells], *[SEGMENTS] * self.is_segmented])
        self.order = [slot.name for slot in signature.operands]
        written = [self.order.index(name) for piece in self.pieces for name in piece.shown_operands if name in self.order]
        self.is_in_order = written == sorted(written)
        self.count = counted(signature.operands)
        elements = [p.name for p in self.pieces if isinstance(p, InlineAttribute) and p.declared.kind in ("elements", "typed")]
        self.constant = elements[0] if elements else None  # a constant's result has the type of its elements
        several = [i for i, slot in enumerate(signature.operands) if slot.variadic or slot.number or slot.optional]
        self.variadic = several[0] if several else len(self.order)
        self.has_any_results = any(slot.variadic for slot in signature.results)
        self._fast_path: FastPath | bool | None = None
        self.says_no_more = self.is_plain
        if self.says_no_more:
            self.line = self._plain_line  # type: ignore[method-assign]  # asked for by the printer's fast path

    def parse(self, p: Parser, state: OperationState) -> None:
        by_name: Operands = {}
        types: Types = {}
        for piece in self.pieces:
            piece.parse(p, state, by_name, types)
        operands = by_name["operands"] if "operands" in by_name else [u for name in self.order for u in by_name.get(name, ())]
        if self.is_segmented:
            state.attributes[SEGMENTS] = DenseArrayAttr([len(by_name.get(name, ())) for name in self.order], I32)
        self._resolve(p, state, operands, types)

    def _resolve(self, p: Parser, state: OperationState, operands: list[Unresolved], types: Types) -> None:
        inputs: Sequence[Type]
        if state.signature is not None:
            given, results = state.signature
            if (
                given is not None
                and len(results) != 1
                and not self.has_any_results
                and any([isinstance(each, Same) for each in self.pieces])
            ):
                raise p.error_in_op("expected single output", operands[0].start if operands else None)
            inputs = list(results[:1]) * len(operands) if given is None else given
            state.result_types = list(results) * (state.result_count if given is None and self.has_any_results else 1)
        else:
            inputs = [t for name in self.order for t in types.get(name, ())] or list(types.get("operands", ()))
            state.result_types = [type_of(state.attributes[self.constant])] if self.constant is not None else list(types.get("results", ()))
        if len(inputs) != len(operands):
            raise p.error_in_op(f"{len(operands)} operands present, but expected {len(inputs)}", operands[0].start if operands else None)
        state.operands = [p.resolve(u, t) for u, t in zip(operands, inputs)]

    def print(self, printer: Printer, op: Operation) -> None:
        printer.write(self.line(printer, op))

    @property
    def is_plain(self) -> bool:
        """Whether the form is all operands and one shared type, as most elementwise ops' are."""
        kinds = [piece.__class__ for piece in self.pieces]
        return kinds[0] in (AllOperands, Operand) and kinds[1:] == [AttributeDictionary, Literal, Same]

    def line(self, printer: Printer, op: Operation) -> str:
        """The text after the op's name; the printer's fast path calls this directly.

        All but the operands' names depends on types and attributes alone: that text is made once for each combination, where operands
        are written in the order that they have.
        """
        if not self.is_in_order:
            return "".join([text if isinstance(text, str) else text(printer, op, self) for text in self.texts])
        operands = op.operands
        key = (self, *[v.type for v in op.results], *[v.type for v in operands], *op.attributes, *map(id, op.attributes.values()))
        template = printer.templates.get(key)
        if template is None:
            template = printer.templates[key] = "%s".join([piece.replace("%", "%%") for piece in self.around(printer, op)])
        names = printer.names
        try:
            return template % tuple([names[v] for v in operands])
        except KeyError:
            return template % tuple([printer.value(v) for v in operands])

    def around(self, printer: Printer, op: Operation) -> list[str]:
        """The text around the names of the operands, which are printed in order."""
        if self.count is not None and len(op.operands) != self.count:
            raise ValueError(f"{op.name} has {len(op.operands)} operands, not {self.count}")
        if op.operands and self.is_all_alike(op):
            return [" ", *[", "] * (len(op.operands) - 1), f" : {op.results[0].type.text}"]
        slots = Slots(printer)
        text = "".join([text if isinstance(text, str) else text(slots, op, self) for text in self.texts])
        if slots.met != list(op.operands):
            raise AssertionError(f"the format of {op.name} does not print the operands in order")
        return text.split(SLOT)

    def is_all_alike(self, op: Operation) -> bool:
        """Whether the op's operands and its result have one type, there are no attributes, and the form has no more to say."""
        if not self.says_no_more or not op.results or op.attributes or self.count not in (None, len(op.operands)):
            return False
        type = op.results[0].type
        return all([value.type is type for value in op.operands])

    def _plain_line(self, printer: Printer, op: Operation) -> str:
        """`line` for a plain form, without going through the pieces where all types are the same."""
        if not self.is_all_alike(op):
            return Format.line(self, printer, op)
        return f" {printer.values(op.operands)} : {op.results[0].type.text}"

    def operand_group(self, op: Operation, name: str) -> tuple[Value, ...]:
        """The operands under one name. Without segment sizes at most one name of a signature may be variadic."""
        extra, index = len(op.operands) - len(self.order), self.order.index(name)
        if self.is_segmented:
            sizes = op.attributes[SEGMENTS].values
            start = sum(sizes[:index])
            return op.operands[start : start + sizes[index]]
        if extra == 0 or index < self.variadic:
            return (op.operands[index],)
        return op.operands[index : index + extra + 1] if index == self.variadic else (op.operands[index + extra],)

    @property
    def fast_path(self) -> FastPath | None:
        """The function that reads the op where it is shaped as printed, or None when some piece cannot be matched so."""
        if self.is_segmented or not self.is_in_order:
            return None
        if self._fast_path is None:
            from tfir.text.fast_paths.forms import make_fast_path

            self._fast_path = make_fast_path(self) or False
        return None if isinstance(self._fast_path, bool) else self._fast_path


class FormatWithRegion(Format):
    """A format in which a region stands, so that it takes more than a line."""

    line = None  # type: ignore[assignment]  # asked for by the printer's fast path

    def print(self, printer: Printer, op: Operation) -> None:
        for piece in self.pieces:
            if isinstance(piece, InBraces):
                printer.write(piece.lead)
                printer.region(op.region)
            else:
                printer.write(piece.text(printer, op, self))

    @property
    def fast_path(self) -> None:
        return None


def type_of(attribute: Attribute) -> Type:
    """The type of a constant; `typed_attribute` has read it."""
    type: Type = attribute.type
    return type


def _merged(texts: Iterable[str | Text]) -> list[str | Text]:
    """Constant texts that follow each other as one."""
    merged: list[str | Text] = []
    for text in texts:
        if merged and isinstance(text, str) and isinstance(merged[-1], str):
            merged[-1] += text
        else:
            merged.append(text)
    return merged


def _compile(
    line: str, operands: Mapping[str, Slot], attributes: Mapping[str, DeclaredAttribute], custom: Mapping[str, Piece | Syntax]
) -> list[Piece]:
    pieces: list[Piece] = []
    position = 0
    while position < len(line):
        match = PIECE.match(line, position)
        if match is None or match.end() == position:
            break
        group, name, arguments, typed, of, variable, anchor, word, mark = match.groups()
        position = match.end()
        if group:
            pieces.append(Group(_compile(group[1:-2], operands, attributes, custom)))
        elif name:
            syntax = custom[name]
            names = [a.strip().lstrip("$") for a in arguments.split(",") if a.strip()]
            pieces.append(syntax if isinstance(syntax, Piece) else syntax(names) if isinstance(syntax, type) else Custom(syntax, names))
        elif typed:
            pieces.append(TypeOf(of.strip().lstrip("$")))
        elif variable:
            slot = operands.get(variable)
            pieces.append(Operand(variable, slot) if slot else InlineAttribute(variable, attributes[variable]))
            pieces[-1].is_anchor = bool(anchor)
        elif word in DIRECTIVES:
            pieces.append(DIRECTIVES[word](operands, attributes))
        else:
            pieces.append(Literal(word or mark))
    for before, piece in zip(pieces, pieces[1:]):
        if isinstance(before, Literal) and before.literal in ("(", "[", "<", "``"):
            piece.close_up()
        elif isinstance(before, Literal) and isinstance(piece, Literal):
            piece.stand_apart(before)
    return [piece for piece in pieces if not isinstance(piece, Literal) or piece.literal not in ("``", "` `")]


SLOT = "\1"


class Slots:
    """A printer to pieces of a format, but for values, in whose places it leaves slots."""

    def __init__(self, printer: Printer):
        self.printer = printer
        self.met: list[Value] = []

    def values(self, values: Sequence[Value]) -> str:
        self.met += values
        return ", ".join([SLOT] * len(values))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.printer, name)
