"""What the lines of declarative forms are made of: `assembly.py` has the notation, and puts them together."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I64
from tfir.startup.patterns import compiled, escaped
from tfir.text.inline_attributes import INLINE_KINDS
from tfir.text.lexer import VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type
    from tfir.text.assembly import Format
    from tfir.text.interfaces import DeclaredAttribute, Slot, Syntax
    from tfir.text.parser import OperationState, Parser, Unresolved
    from tfir.text.printer import Printer

    Operands = dict[str, list[Unresolved]]  # by their names in the signature, or "operands"
    Types = dict[str, Sequence[Type]]  # of operands and results, by the same names or "results"
    SidesTypes = tuple[Sequence[Type] | None, Sequence[Type]]  # of operands, None for "as the result", and of results

DYNAMIC = -(1 << 63)  # a number that an operand gives
VALUE_NAME = "(%[^ ,:)\n]+)"
VALUE_LIST = "(%[^ ,:)\n]+(?:, %[^ ,:)\n]+)*)"
OPERAND_FOLLOWS = compiled(r"\s*%").match


class Piece:
    """Part of a format. `pattern` is a regular expression for the fast path with one group, or None; `role` is what the group
    holds: "operands", "attributes", "types", or "literal" where there is none."""

    role = ""
    spells: tuple[str, ...] = ()
    shown_operands: tuple[str, ...] = ()  # names of those that it shows, where it says
    pattern: str | None = None
    name = ""
    lead = " "
    is_anchor = False  # of a group

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        raise NotImplementedError

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        """How the piece reads, with the blank in front of it."""
        raise NotImplementedError

    def is_present(self, op: Operation, form: Format) -> bool:
        """Whether an operation has what the piece prints."""
        return True

    def begins(self, p: Parser) -> bool:
        """Whether the next token may be its first."""
        return True

    def close_up(self) -> None:
        """Leaves out the blank in front."""
        self.lead = ""

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
        self._show_as(" " + literal if literal[0].isalnum() or literal in ("=", ":", "->") else literal)

    def close_up(self) -> None:
        self._show_as(self.literal)

    def stand_apart(self, before: Literal) -> None:
        """Puts a blank in front of a bracket behind another mark, as MLIR does."""
        if self.literal in ("(", "[", "<", "{") and not before.literal[-1].isalnum():
            self._show_as(" " + self.literal)

    def _show_as(self, shown: str) -> None:
        self.shown, self.pattern = shown, escaped(shown)

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

    def __init__(self, name: str, slot: Slot):
        self.name, self.shown_operands = name, (name,)
        self.variadic, self.optional = slot.variadic or slot.number is not None, slot.optional
        self.pattern = None if self.optional else " ?" + (VALUE_LIST if self.variadic else VALUE_NAME)

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        is_one = not self.variadic and (not self.optional or p.kind == VALUE)
        operands[self.name] = [p.operand()] if is_one else _listed_operands(p) if self.variadic else []

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        operands = form.operand_group(op, self.name)
        return self.lead + printer.values(operands) if operands or form.blank_for_none else ""

    def is_present(self, op: Operation, form: Format) -> bool:
        return len(form.operand_group(op, self.name)) > 0

    def begins(self, p: Parser) -> bool:
        return p.kind == VALUE


class DynamicIndexList(Piece):
    """`[%offset, 4]`: numbers, of which some are operands. Its arguments are the operands that are not known in advance, and the array of
    those that are, in which `DYNAMIC` stands for each of the others."""

    def __init__(self, names: Sequence[str], brackets: str = "[]"):
        self.name, self.static = names
        self.shown_operands, self.spells, self.brackets = (self.name,), (self.static,), brackets

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        listed: list[Unresolved] = []

        def number() -> int:
            if p.kind != VALUE:
                return p.integer()
            listed.append(p.operand())
            return DYNAMIC

        state.attributes[self.static] = DenseArrayAttr(p.comma_list(number, *self.brackets), I64)
        operands[self.name] = listed

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        dynamic = iter(form.operand_group(op, self.name))
        numbers = op.attributes[self.static].values
        shown = [printer.values([next(dynamic)]) if number == DYNAMIC else str(number) for number in numbers]
        return f"{self.lead}{self.brackets[0]}{', '.join(shown)}{self.brackets[1]}"


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
        shown = self.show(printer, attribute)
        return self.lead + shown if shown else ""

    def is_present(self, op: Operation, form: Format) -> bool:
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
        return not self.declared.allowed or p.token in self.declared.allowed


def plain_text(attribute: Attribute) -> str:
    """The text without a type behind it."""
    return attribute.text.partition(" : ")[0]


def _default_text(declared: DeclaredAttribute) -> str:
    """The text for an attribute that is absent and has a default."""
    default = declared.default
    return str(default).lower() if isinstance(default, bool) else str(default)


class InBraces(Piece):
    """A region."""

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        state.regions.append(p.region())

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        raise NotImplementedError("a region is no text of one line")


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
        self.shown_operands = tuple(name for piece in pieces for name in piece.shown_operands)
        said = [piece for piece in pieces if piece.is_anchor]
        self.anchor = next((piece for piece in said or pieces if not isinstance(piece, Literal)), pieces[0])

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        if self.pieces[0].begins(p):
            for piece in self.pieces:
                piece.parse(p, state, operands, types)

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        return "".join([piece.text(printer, op, form) for piece in self.pieces]) if self.anchor.is_present(op, form) else ""


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

    def is_present(self, op: Operation, form: Format) -> bool:
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
    "region": lambda operands, attributes: InBraces(),
}  # fmt: skip


def counted(slots: Collection[Slot]) -> int | None:
    """How many operands there are, if always as many."""
    return None if any([slot.variadic or slot.number or slot.optional for slot in slots]) else len(slots)
