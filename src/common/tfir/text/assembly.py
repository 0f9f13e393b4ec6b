"""Declarative assembly: `$lhs, $rhs attr-dict : same` is an op's custom form, both ways, and its fast path.

A format is a line of directives, in the manner of MLIR's ODS:

    $name             an operand (all of them if it is variadic) or an attribute, by its name in the signature
    operands          all operands, comma separated
    attr-dict         the attributes that are not spelled elsewhere
    functional        `(types of operands) -> types of results`
    same              one type where all operands and results share it, else as `functional`
    type($x) type(results)   the type of an operand, of the results
    <Name>($a, $b)    a piece of syntax that the dialect supplies under that name (see `Custom`; or a `Piece` of its own)
    (... )?           a group that is there when the first `$name` inside is
    anything else     itself: a word, or punctuation

Attributes print bare where their kind says so (`array<i64>` as `[1, 2]`, enumerations as their word, `i64` as a number).
"""

from __future__ import annotations

from tfir.ir.attributes import IntegerAttr
from tfir.ir.operations import Operation
from tfir.startup.patterns import compiled, escaped
from tfir.text.inline_attributes import INLINE_KINDS
from tfir.text.lexer import VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Value
    from tfir.ir.types import Type
    from tfir.text.interfaces import DeclaredAttribute, FastPath, Signature, Slot, Syntax
    from tfir.text.parser import OperationState, Parser, Unresolved
    from tfir.text.printer import Printer

    Operands = dict[str, list[Unresolved]]  # by their names in the signature, or "operands"
    Types = dict[str, Sequence[Type]]  # of operands and results, by the same names or "results"
    Text = Callable[[Any, Operation, "Format"], str]  # how a piece reads; the first is a `Printer`, or `Slots`
    SidesTypes = tuple[Sequence[Type] | None, Sequence[Type]]  # of operands, None for "as the result", and of results

PIECE = compiled(r"\s*(?:(\((?:[^()]|\([^()]*\))*\)\?)|<(\w+)>\(([^)]*)\)|(type)\(([^)]*)\)|\$([\w]+)|(\w[\w-]*)|(->|[^\s\w]))")
VALUE_NAME = "(%[^ ,:)\n]+)"
VALUE_LIST = "(%[^ ,:)\n]+(?:, %[^ ,:)\n]+)*)"
OPERAND_FOLLOWS = compiled(r"\s*%").match


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
        self.spelled = frozenset(name for piece in self.pieces for name in piece.spells)
        self.order = [slot.name for slot in signature.operands]
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

        All but the operands' names depends on types and attributes alone: that text is made once for each combination.
        """
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
        """The operands under one name. At most one name of a signature may be variadic."""
        extra, index = len(op.operands) - len(self.order), self.order.index(name)
        if extra == 0 or index < self.variadic:
            return (op.operands[index],)
        return op.operands[index : index + extra + 1] if index == self.variadic else (op.operands[index + extra],)

    @property
    def fast_path(self) -> FastPath | None:
        """The function that reads the op where it is shaped as printed, or None when some piece cannot be matched so."""
        if self._fast_path is None:
            from tfir.text.fast_paths.forms import make_fast_path

            self._fast_path = make_fast_path(self) or False
        return None if isinstance(self._fast_path, bool) else self._fast_path


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
        group, name, arguments, typed, of, variable, word, mark = match.groups()
        position = match.end()
        if group:
            pieces.append(Group(_compile(group[1:-2], operands, attributes, custom)))
        elif name:
            syntax = custom[name]
            names = [a.strip().lstrip("$") for a in arguments.split(",") if a.strip()]
            pieces.append(syntax if isinstance(syntax, Piece) else Custom(syntax, names))
        elif typed:
            pieces.append(TypeOf(of.strip().lstrip("$")))
        elif variable:
            slot = operands.get(variable)
            pieces.append(
                Operand(variable, slot.variadic or slot.number is not None) if slot else InlineAttribute(variable, attributes[variable])
            )
        elif word in DIRECTIVES:
            pieces.append(DIRECTIVES[word](operands, attributes))
        else:
            pieces.append(Literal(word or mark))
    for before, piece in zip(pieces, pieces[1:]):
        if isinstance(before, Literal) and before.literal in ("(", "[", "<") and not isinstance(piece, Literal):
            piece.lead = ""
    return pieces


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


class Piece:
    """Part of a format. `pattern` is a regular expression for the fast path with one group, or None; `role` is what the group
    holds: "operands", "attributes", "types", or "literal" where there is none."""

    role = ""
    spells: tuple[str, ...] = ()
    pattern: str | None = None
    name = ""
    lead = " "

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        raise NotImplementedError

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        """How the piece reads, with the blank in front of it."""
        raise NotImplementedError

    def is_present(self, op: Operation) -> bool:
        """Whether an operation has what the piece prints."""
        return True

    def begins(self, p: Parser) -> bool:
        """Whether the next token may be its first."""
        return True

    # For the fast path; each where the role is of that name.

    def convert(self, parser: Parser, start: int, text: str, into: dict[str, Attribute]) -> bool:
        """Adds the attributes that stand at `start` as `text`. False where the text means something else."""
        raise NotImplementedError

    def signature(self, p: Parser) -> SidesTypes:
        """Reads types of operands and results."""
        raise NotImplementedError

    def plain_signature(self, p: Parser, text: str) -> SidesTypes | None:
        """As `signature`, for a text with types that need no scanning; None for another."""
        raise NotImplementedError


class Literal(Piece):
    role = "literal"

    def __init__(self, literal: str):
        self.literal = literal
        self.shown = " " + literal if literal[0].isalnum() or literal in ("=", ":", "->") else literal
        self.pattern = escaped(self.shown)

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        if not p.accept(self.literal):
            raise p.expected_in_op(f"'{self.literal}'") if self.literal[0].isalpha() else p.expected(f"'{self.literal}'")

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        return self.shown

    def begins(self, p: Parser) -> bool:
        return p.at(self.literal)


def _listed_operands(p: Parser) -> list[Unresolved]:
    """Operands with commas between them; a comma that no operand follows is left for the next piece."""
    listed = [p.operand()] if p.kind == VALUE else []
    while listed and p.at(",") and OPERAND_FOLLOWS(p.text, p.position):
        p.advance()
        listed.append(p.operand())
    return listed


def bindings(p: Parser) -> tuple[list[Unresolved], list[Unresolved]]:
    """`(%inside = %outside, ...)`: the names inside of a region, and the operands whose values they have at first."""
    names, operands = [], []

    def binding() -> None:
        names.append(p.operand())
        p.expect("=")
        operands.append(p.operand())

    p.comma_list(binding, "(", ")")
    return names, operands


class Operand(Piece):
    role = "operands"

    def __init__(self, name: str, variadic: bool):
        self.name, self.variadic = name, variadic
        self.pattern = " ?" + (VALUE_LIST if variadic else VALUE_NAME)

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        operands[self.name] = _listed_operands(p) if self.variadic else [p.operand()]

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        operands = form.operand_group(op, self.name)
        return self.lead + printer.values(operands) if operands or form.blank_for_none else ""

    def is_present(self, op: Operation) -> bool:
        return len(op.operands) > 0

    def begins(self, p: Parser) -> bool:
        return p.kind == VALUE


class AllOperands(Piece):
    """All operands: `count` of them, or as many as there are where that is None."""

    role = name = "operands"
    pattern = " ?" + VALUE_LIST

    def __init__(self, count: int | None):
        self.count = count

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        operands["operands"] = listed = _listed_operands(p) if self.count is None else [p.operand()] if self.count else []
        while self.count is not None and len(listed) < self.count:
            p.expect(",")
            listed.append(p.operand())

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        operands = op.operands
        return self.lead + printer.values(operands) if operands or form.blank_for_none else ""


class InlineAttribute(Piece):
    """An attribute in the shortest spelling that its kind allows."""

    role = "attributes"

    def __init__(self, name: str, declared: DeclaredAttribute):
        self.name, self.declared, self.spells = name, declared, (name,)
        kind = declared.kind
        self.read, self.show, body = INLINE_KINDS.get(kind if not declared.allowed else "enum", INLINE_KINDS["any"])
        self.pattern = f" ?({body})" if body else None

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        state.attributes[self.name] = self.read(p, self.declared)

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        attribute = op.attributes.get(self.name)
        if attribute is None:
            if self.declared.default is None:
                raise LookupError(f"{op.name} has no '{self.name}'")
            return f"{self.lead}{_default_text(self.declared)}"
        return self.lead + self.show(printer, attribute)

    def is_present(self, op: Operation) -> bool:
        stored = op.attributes.get(self.name)
        return stored is not None and (self.declared.default is None or plain_text(stored) != _default_text(self.declared))

    def convert(self, parser: Parser, start: int, text: str, into: dict[str, Attribute]) -> bool:
        key, end = (self, text), start + len(text)
        attribute = parser.fast_path_cache.get(key)
        if attribute is None and (attribute := parser.read_exactly(key, start, end, self.read, parser, self.declared)) is None:
            return False
        into[self.name] = attribute
        return True

    def begins(self, p: Parser) -> bool:
        return True


def plain_text(attribute: Attribute) -> str:
    """The text without a type behind it."""
    return attribute.text.partition(" : ")[0]


def _default_text(declared: DeclaredAttribute) -> str:
    """The text for an attribute that is absent and has a default."""
    default = declared.default
    return str(default).lower() if isinstance(default, bool) else str(default)


class AttributeDictionary(Piece):
    role = "attributes"
    pattern = r"(?: (\{[^{}\n]*\}))?"

    def __init__(self, declared: Mapping[str, DeclaredAttribute]):
        self.positive = [name for name in declared if declared[name].minimum == 1 and not declared[name].is_list]

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        start = p.start
        p.optional_attributes(state.attributes)
        small = self._too_small(state.attributes)
        if small is not None:  # as upstream, which checks a dictionary where it stands
            called = f"64-bit signless integer attribute whose value is positive, but got {small[1]}"
            raise p.error(f"'{state.name}' op attribute '{small[0]}' failed to satisfy constraint: {called}", start)

    def _too_small(self, attributes: Mapping[str, Attribute]) -> tuple[str, int] | None:
        """The first number that has to be positive and is not, with its name."""
        numbers = [(name, attributes.get(name)) for name in self.positive]
        return next(((name, number.value) for name, number in numbers if isinstance(number, IntegerAttr) and number.value < 1), None)

    def convert(self, parser: Parser, start: int, text: str, into: dict[str, Attribute]) -> bool:
        if text is None:
            return True
        key = (AttributeDictionary, text)
        entries = parser.fast_path_cache.get(key) or parser.read_exactly(key, start, start + len(text), parser.dictionary)
        if entries is None or not entries.keys().isdisjoint(into) or self._too_small(entries) is not None:
            return False
        into.update(entries)
        return True

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        if op.attributes.keys() <= form.spelled:
            return ""
        defaults = form.left_out
        if not defaults:
            return printer.other_attributes(op, form.spelled)
        absent = [name for name, text in defaults.items() if name in op.attributes and op.attributes[name].text == text]
        return printer.other_attributes(op, (*form.spelled, *absent))


class Functional(Piece):
    """Types of operands and results. `signature` answers (types of operands, or None for "as the result"; of results); so does
    `plain_signature` for the text of types that need no scanning, else None. In parentheses all such pieces say the same."""

    role = "types"
    name = "signature"
    pattern: str | None = r" (\([^\n{/]*\) -> [^\n{/]*[^\s{/])"

    def signature(self, p: Parser) -> SidesTypes:
        type = p.function_type()
        return type.inputs, type.results

    def plain_signature(self, p: Parser, text: str) -> SidesTypes | None:
        left, arrow, right = text[1:].partition(") -> ")
        if not arrow or text[0] != "(":
            return None
        inputs, results = p.plain_types(left), p.plain_types(right[1:-1] if right[:1] == "(" else right)
        return None if inputs is None or results is None else (inputs, results)

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        state.signature = self.signature(p)

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        return " " + printer.signature(op)


class Same(Functional):
    pattern = r" ([^\n{/]*[^\s{/])"

    def signature(self, p: Parser) -> SidesTypes:
        return Functional.signature(self, p) if p.at("(") else (None, (p.type(),))

    def plain_signature(self, p: Parser, text: str) -> SidesTypes | None:
        type = p.plain_type(text)
        return super().plain_signature(p, text) if type is None else (None, (type,))

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        first = op.results[0].type if op.results else op.operands[0].type
        for value in (*op.operands, *op.results):
            if value.type is not first:
                return " " + printer.signature(op)
        return " " + first.text


class TypeOf(Piece):
    pattern = None

    def __init__(self, of: str):
        self.name = of

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        is_list = self.name in ("results", "operands") or len(operands.get(self.name, ())) > 1
        types[self.name] = p.comma_list(p.type) if is_list else [p.type()]

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        values = {"results": op.results, "operands": op.operands}.get(self.name) or form.operand_group(op, self.name)
        return " " + ", ".join([v.type.text for v in values])


class Group(Piece):
    """Pieces that are there together or not at all; whether they are, the first operand or attribute among them says."""

    def __init__(self, pieces: Sequence[Piece]):
        self.pieces = pieces
        self.spells = tuple(name for piece in pieces for name in piece.spells)
        self.anchor = next((piece for piece in pieces if not isinstance(piece, Literal)), pieces[0])

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        if self.pieces[0].begins(p):
            for piece in self.pieces:
                piece.parse(p, state, operands, types)

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        return "".join([piece.text(printer, op, form) for piece in self.pieces]) if self.anchor.is_present(op) else ""


class Custom(Piece):
    """Attributes in a syntax that the dialect supplies: `read(p)` gives them by name, `show(printer, op)` is their text, in
    front of which a blank is put unless it begins with a comma or is empty, `pattern` matches that text."""

    role = "attributes"

    def __init__(self, syntax: Syntax, names: Iterable[str]):
        self.syntax, self.names, self.spells = syntax, names, tuple(names)
        pattern = getattr(syntax, "pattern", None)
        self.pattern = f" *({pattern})" if pattern else None

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        state.attributes.update(self.syntax.read(p))

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        shown = self.syntax.show(printer, op)
        return self.lead + shown if shown and shown[0] != "," else shown

    def is_present(self, op: Operation) -> bool:
        return any(name in op.attributes for name in self.names)

    def convert(self, parser: Parser, start: int, text: str, into: dict[str, Attribute]) -> bool:
        key, end = (self, text), start + len(text)
        entries = parser.fast_path_cache.get(key)
        if entries is None and (entries := parser.read_exactly(key, start, end, self.syntax.read, parser)) is None:
            return False
        into.update(entries)
        return True


DIRECTIVES: dict[str, Callable[[Mapping[str, Slot], Mapping[str, DeclaredAttribute]], Piece]] = {
    "operands": lambda operands, attributes: AllOperands(counted(operands.values())),
    "attr-dict": lambda operands, attributes: AttributeDictionary(attributes),
    "functional": lambda operands, attributes: Functional(), "same": lambda operands, attributes: Same(),
}  # fmt: skip


def counted(slots: Collection[Slot]) -> int | None:
    """How many operands there are, if always as many."""
    return None if any([slot.variadic or slot.number or slot.optional for slot in slots]) else len(slots)
