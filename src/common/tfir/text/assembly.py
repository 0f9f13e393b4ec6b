"""Declarative assembly: `$lhs, $rhs attr-dict : same` is an op's custom form, both ways, and its fast lane.

A format is a line of directives, in the manner of MLIR's ODS:

    $name             an operand (all of them if it is variadic) or an attribute, by its name in the signature
    operands          all operands, comma separated
    attr-dict         the attributes that are not spelled elsewhere
    functional        `(types of operands) -> types of results`
    same              one type where all operands and results share it, else as `functional`
    type($x) type(results)   the type of an operand, of the results
    <Name>($a, $b)    a piece of syntax that the dialect supplies under that name (an object with `parse` and `print`)
    (... )?           a group that is there when the first `$name` inside is
    anything else     itself: a word, or punctuation

Attributes print bare where their kind says so (`array<i64>` as `[1, 2]`, enumerations as their word, `i64` as a number).
"""

from __future__ import annotations

import re

from tfir.ir import types as ty
from tfir.ir.attributes import BoolAttr, DenseArrayAttr, EnumAttr, IntegerAttr, StringAttr
from tfir.ir.operations import Operation, Value
from tfir.text.lexer import VALUE

PIECE = re.compile(r"\s*(?:(\(.*\)\?)|<(\w+)>\(([^)]*)\)|(type)\(([^)]*)\)|\$([\w]+)|(\w[\w-]*)|(->|[^\s\w]))")
VALUE_NAME = r"(%[\w$.\-]+(?:#\d+)?)"
VALUE_LIST = r"(%[\w$.\-]+(?:#\d+)?(?:, %[\w$.\-]+(?:#\d+)?)*)"
END_OF_LINE = r"(?=[ \t]*\n)"
new_operation = object.__new__


class Format:
    """A custom form made from a format line and the signature it belongs to. `custom` maps names to pieces of syntax."""

    def __init__(self, line: str, signature, custom=None):
        self.line = line
        operands = {slot.name: slot for slot in signature.operands}
        self.pieces = _compile(line, operands, signature.attributes, custom or {})
        self.spelled = frozenset(name for piece in self.pieces for name in piece.spells)
        self.order = [slot.name for slot in signature.operands]
        self._lane = None

    def parse(self, p, state) -> None:
        found: dict[str, list] = {}
        types: dict = {}
        for piece in self.pieces:
            piece.parse(p, state, found, types)
        operands = found["operands"] if "operands" in found else [u for name in self.order for u in found.get(name, ())]
        self._resolve(p, state, operands, found, types)

    def _resolve(self, p, state, operands, found, types) -> None:
        if "signature" in types:
            inputs, state.result_types = types["signature"]
            if inputs is None:
                inputs = state.result_types[:1] * len(operands)
            if len(inputs) != len(operands):
                raise p.error(f"{len(operands)} operands present, but expected {len(inputs)}", operands[0].start if operands else None)
        else:
            inputs = [t for name in self.order for t in types.get(name, ())] or list(types.get("operands", ()))
            state.result_types = list(types.get("results", ()))
        state.operands = [p.resolve(u, t) for u, t in zip(operands, inputs)]

    def print(self, printer, op) -> None:
        views: dict = {}
        for piece in self.pieces:
            piece.print(printer, op, self, views)

    def operand_group(self, op: Operation, name: str, views: dict):
        """The operands under one name. At most one name of a signature may be variadic."""
        if len(self.order) == len(op.operands):
            return (op.operands[self.order.index(name)],)
        index, extra = self.order.index(name), len(op.operands) - len(self.order)
        variadic = views.get("variadic")
        if variadic is None:
            variadic = views["variadic"] = next(i for i, piece in enumerate(self.order) if piece in self.variadic_names())
        if index < variadic:
            return (op.operands[index],)
        if index == variadic:
            return op.operands[index : index + extra + 1]
        return (op.operands[index + extra],)

    def variadic_names(self):
        return {piece.name for piece in self.pieces if isinstance(piece, Operand) and piece.variadic}

    @property
    def lane(self):
        """The function that reads the op where it is shaped as printed, or None when some piece cannot be matched so."""
        if self._lane is None:
            self._lane = _make_lane(self)
        return self._lane or None


def _compile(line: str, operands, attributes, custom) -> list:
    pieces, position = [], 0
    while position < len(line):
        found = PIECE.match(line, position)
        if found is None or found.end() == position:
            break
        group, name, arguments, typed, of, variable, word, mark = found.groups()
        position = found.end()
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
            pieces.append(Operand(variable, slot.variadic or slot.number is not None) if slot else InlineAttribute(variable, attributes[variable]))
        elif word in DIRECTIVES:
            pieces.append(DIRECTIVES[word]())
        else:
            pieces.append(Literal(word or mark))
    return pieces


class Piece:
    """Part of a format. `pattern` is a regular expression for the fast lane with one group, or None."""

    spells: tuple = ()
    pattern = None
    name = ""

    def parse(self, p, state, found, types):
        raise NotImplementedError

    def print(self, printer, op, form, views):
        raise NotImplementedError

    def is_present(self, op, form, views) -> bool:
        return True

    def begins(self, p) -> bool:
        return True


class Literal(Piece):
    def __init__(self, text):
        self.text = text
        self.spaced = text[0].isalnum() or text in ("=", ":", "->")
        self.pattern = re.escape(text) if text in (",", ")", "]", ">") else (" " if self.spaced else "") + re.escape(text)

    def parse(self, p, state, found, types):
        if not p.accept(self.text):
            raise p.error(f"expected '{self.text}', found {p.found()}")

    def print(self, printer, op, form, views):
        printer.write(" " + self.text if self.spaced else self.text)

    def begins(self, p):
        return p.at(self.text)


class Operand(Piece):
    def __init__(self, name, variadic):
        self.name, self.variadic = name, variadic
        self.pattern = " ?" + (VALUE_LIST if variadic else VALUE_NAME)

    def parse(self, p, state, found, types):
        found[self.name] = p.operands() if self.variadic else [p.operand()]

    def print(self, printer, op, form, views):
        printer.write((" " if printer.needs_space() else "") + printer.values(form.operand_group(op, self.name, views)))

    def is_present(self, op, form, views):
        return len(op.operands) > 0

    def begins(self, p):
        return p.kind == VALUE


class AllOperands(Piece):
    name = "operands"
    pattern = " ?" + VALUE_LIST

    def parse(self, p, state, found, types):
        found["operands"] = p.operands()

    def print(self, printer, op, form, views):
        if op.operands:
            printer.write((" " if printer.needs_space() else "") + printer.values(op.operands))


class InlineAttribute(Piece):
    """An attribute in the shortest spelling that its kind allows."""

    def __init__(self, name, declared):
        self.name, self.declared, self.spells = name, declared, (name,)
        kind = declared.kind
        self.read, self.show, body = INLINE_KINDS.get(kind if not declared.allowed else "enum", INLINE_KINDS["any"])
        self.pattern = f" ?({body})" if body else None

    def parse(self, p, state, found, types):
        state.attributes[self.name] = self.read(p, self.declared)

    def print(self, printer, op, form, views):
        printer.write((" " if printer.needs_space() else "") + self.show(printer, op.attributes[self.name]))

    def is_present(self, op, form, views):
        return self.name in op.attributes

    def convert(self, parser, start, text):
        """The attribute that stands at `start` as `text`; the parser keeps what it has converted."""
        key = (self, text)
        known = parser.lane_cache.get(key)
        if known is None:
            parser.seek(start)
            known = self.read(parser, self.declared)
            if parser.start < start + len(text):
                return None
            parser.lane_cache[key] = known
        return known

    def begins(self, p):
        return True


class AttributeDictionary(Piece):
    pattern = ""

    def parse(self, p, state, found, types):
        p.optional_attributes(state.attributes)

    def print(self, printer, op, form, views):
        if op.attributes:
            printer.attribute_dict(op, form.spelled)


class Functional(Piece):
    """Types of operands and results. `signature` answers (types of operands, or None for "as the result"; of results)."""

    name = "signature"
    pattern = r" (\([^\n{/]*\) -> [^\n{/]*[^\s{/])"

    def signature(self, p):
        found = p.function_type()
        return found.inputs, found.results

    def parse(self, p, state, found, types):
        inputs, results = self.signature(p)
        types["signature"] = (inputs, list(results) * (max(1, state.result_count) if inputs is None else 1))

    def print(self, printer, op, form, views):
        printer.write(" " + ty.function_text([v.type for v in op.operands], [v.type for v in op.results]))


class Same(Functional):
    pattern = r" ([^\n{/]*[^\s{/])"

    def signature(self, p):
        return Functional.signature(self, p) if p.at("(") else (None, (p.type(),))

    def print(self, printer, op, form, views):
        first = op.results[0].type if op.results else op.operands[0].type
        if all([v.type is first for v in op.operands]) and all([v.type is first for v in op.results]):
            printer.write(" " + first.text)
        else:
            Functional.print(self, printer, op, form, views)


class TypeOf(Piece):
    pattern = None

    def __init__(self, of):
        self.name = of

    def parse(self, p, state, found, types):
        types[self.name] = p.comma_list(p.type) if self._listed(p, found) else [p.type()]

    def _listed(self, p, found) -> bool:
        return self.name in ("results", "operands") or len(found.get(self.name, ())) > 1

    def print(self, printer, op, form, views):
        values = op.results if self.name == "results" else op.operands if self.name == "operands" else form.operand_group(op, self.name, views)
        printer.write(" " + ", ".join([v.type.text for v in values]))


class Group(Piece):
    """Pieces that are there together or not at all; whether they are, the first operand or attribute among them says."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.spells = tuple(name for piece in pieces for name in piece.spells)
        self.anchor = next((piece for piece in pieces if not isinstance(piece, Literal)), pieces[0])

    def parse(self, p, state, found, types):
        if self.pieces[0].begins(p):
            for piece in self.pieces:
                piece.parse(p, state, found, types)

    def print(self, printer, op, form, views):
        if self.anchor.is_present(op, form, views):
            for piece in self.pieces:
                piece.print(printer, op, form, views)


class Custom(Piece):
    """Syntax that the dialect supplies: `read(p)` gives attributes by name, `show(printer, op)` the text in front of which a
    blank is put, `pattern` matches that text. A syntax with a `signature` (as `Functional` has) reads types instead."""

    def __init__(self, syntax, names):
        self.syntax, self.names, self.spells = syntax, names, tuple(names)
        self.pattern = f" ?({syntax.pattern})" if getattr(syntax, "pattern", None) else None

    def parse(self, p, state, found, types):
        if hasattr(self.syntax, "read"):
            state.attributes.update(self.syntax.read(p))
        else:
            self.syntax.parse(p, state, found, types, *self.names)

    def print(self, printer, op, form, views):
        if hasattr(self.syntax, "show"):
            text = self.syntax.show(printer, op)
            printer.write((" " if text and printer.needs_space() else "") + text)
        else:
            self.syntax.print(printer, op)

    def is_present(self, op, form, views):
        return any(name in op.attributes for name in self.names)

    def convert(self, parser, start, text):
        key = (self, text)
        known = parser.lane_cache.get(key)
        if known is None:
            parser.seek(start)
            known = self.syntax.read(parser)
            if parser.start < start + len(text):
                return None
            parser.lane_cache[key] = known
        return known


DIRECTIVES = {"operands": AllOperands, "attr-dict": AttributeDictionary, "functional": Functional, "same": Same}


# Attributes inline: how they are read, shown, and matched.

def _read_integers(p, declared):
    return DenseArrayAttr(p.comma_list(p.integer, "[", "]"), ty.I64)


def _read_integer(p, declared):
    return IntegerAttr(p.integer(), {"i32": ty.I32}.get(declared.kind, ty.I64))


def _read_word(p, declared):
    start, word = p.start, p.keyword()
    if declared.allowed and word not in declared.allowed:
        raise p.error(f"expected one of {', '.join(declared.allowed)}; found '{word}'", start)
    return EnumAttr(declared.kind[1:], word) if declared.kind[0] == "#" else StringAttr(word)


INLINE_KINDS = {
    "array<i64>": (_read_integers, lambda printer, a: f"[{', '.join(map(str, a.values))}]", r"\[[-\d, ]*\]"),
    "i64": (_read_integer, lambda printer, a: str(a.value), r"-?\d+"),
    "i32": (_read_integer, lambda printer, a: str(a.value), r"-?\d+"),
    "bool": (lambda p, declared: BoolAttr(p.keyword("true", "false") == "true"), lambda printer, a: a.text, r"true|false"),
    "enum": (_read_word, lambda printer, a: a.value, r"\w+"),
    "any": (lambda p, declared: p.attribute(), lambda printer, a: printer.attribute(a), None),
    "elements": (lambda p, declared: p.attribute(), lambda printer, a: printer.attribute(a), r'dense<[^"\n]*> : tensor<[^<>\n]*>'),
}


# The fast lane

def _make_lane(form: Format):
    """A regular expression over the whole op, and what its groups mean; False when a piece has no pattern."""
    if any(piece.pattern is None for piece in form.pieces):
        return False
    grouped = [piece for piece in form.pieces if not isinstance(piece, (Literal, AttributeDictionary))]
    match = re.compile("".join([piece.pattern for piece in form.pieces]) + END_OF_LINE).match
    values = [(i + 1, piece) for i, piece in enumerate(grouped) if isinstance(piece, (Operand, AllOperands))]
    attributes = [(i + 1, piece) for i, piece in enumerate(grouped) if isinstance(piece, InlineAttribute)]
    several = [(i + 1, piece) for i, piece in enumerate(grouped) if isinstance(piece, Custom)]
    types = [(i + 1, piece) for i, piece in enumerate(grouped) if isinstance(piece, Functional)]
    constant = [piece for _, piece in attributes if piece.declared.kind == "elements"]
    if len(types) != 1 and not constant:
        return False
    type_group, type_piece = types[0] if types else (0, None)
    value_groups = [i for i, _ in values]

    def lane(parser, block, definition, head):
        found = match(parser.text, head.end())
        if found is None or head.lastindex > 2 and (head[2] or head[3]):
            return None
        names = found.group(*value_groups) if value_groups else ()
        if type(names) is str:
            names = names.split(", ") if "," in names else (names,)
        elif len(names) > 1 and any([", " in name for name in names]):
            names = ", ".join(names).split(", ")
        if type_group:
            signature = _signature(parser, found, type_group, type_piece)
            if signature is None:
                return None
            inputs, results = signature
        else:
            inputs, results = (), None
        if inputs is None:
            inputs = results * len(names)
        elif len(inputs) != len(names):
            return None
        values, operands = parser.values, []
        for name, wanted in zip(names, inputs):
            known = values.get(name)
            if known is None:
                if "#" not in name:
                    return None
                base, _, number = name.partition("#")
                known = values.get(base)
                if known is None or int(number) >= len(known):
                    return None
                value = known[int(number)]
            else:
                value = known[0]
            if value.type is not wanted:
                return None
            operands.append(value)
        inherent = {}
        for group, piece in attributes:
            attribute = piece.convert(parser, found.start(group), found[group])
            if attribute is None:
                return None
            inherent[piece.name] = attribute
        for group, piece in several:
            more = piece.convert(parser, found.start(group), found[group])
            if more is None:
                return None
            inherent.update(more)
        if results is None:
            results = (inherent[constant[0].name].type,)
        return _finish(parser, block, definition.name, operands, results, inherent, head, found.end())

    return lane


def _finish(parser, block, name, operands, result_types, attributes, head, end):
    """Makes the operation, appends it and binds its one result. None when the count of results does not fit."""
    result = head[1]
    if (result is not None) != (len(result_types) == 1) or result in parser.values or parser.forward:
        return None
    op = new_operation(Operation)
    op.name = name
    op._operands = operands = tuple(operands)
    for value in operands:
        value.uses.append(op)
    op.attributes = attributes
    op.regions, op.successors = [], []
    op.location = parser.source.base + head.start(4 if result is None else 1)
    op.next = None
    op.parent, before = block, block.last
    op.previous = before
    if before is None:
        block.first = op
    else:
        before.next = op
    block.last = op
    if result is None:
        op.results = []
        return end
    value = Value(result_types[0], op, 0)
    op.results = bound = [value]
    parser.values[result] = bound
    parser.scope_names[-1].append(result)
    if parser.keep_names:
        value.name = result[1:]
    return end


def _signature(parser, found, group, piece):
    """What a type piece makes of the text that the lane met; None where the text goes on after the type."""
    text = found[group]
    key = (piece.__class__, text)
    known = parser.lane_cache.get(key)
    if known is None:
        start = found.start(group)
        parser.seek(start)
        known = piece.signature(parser)
        if parser.start < start + len(text):
            return None
        parser.lane_cache[key] = known
    return known
