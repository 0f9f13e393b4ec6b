"""Short names for all that MLIR gives one: affine maps and sets, distinct attributes, large tuples, and locations wherever they stand.

They are numbered by depth (a name for what contains names comes after those), then types before attributes, by kind, and in the order
in which the printer meets them. As an operation in generic form goes, what is inside it comes before its own types and attributes.
"""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, DistinctAttr, LocationAttr, NamedAttr, UnitAttr
from tfir.ir.location import UNKNOWN, CallSite, FusedLocation, Location, NameLocation, UnknownLocation, quoted, resolve
from tfir.ir.parts import UNREGISTERED_PROPERTIES
from tfir.ir.types import ComplexType, FunctionType, MemRefType, ShapedType, TensorType, TupleType, Type
from tfir.startup.patterns import compiled
from tfir.text.affine import AffineAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from re import Match

    from tfir.ir.location import AnyLocation
    from tfir.ir.operations import Operation

    Thing = Attribute | Type | Location  # what may have a name, or contain what has one
    Put = Callable[[Thing, str], str]  # what to put for a thing, whose text is given

LARGE_TUPLE = 16
# What may begin a text that has a name; strings are passed over.
BEGINNING = compiled(
    r'"(?:[^"\\]|\\.)*"|(?<![\w.$!#@%-])(?:affine_map<|affine_set<|distinct\[|loc\(|tuple<|#(?:llvm\.\w+|sparse_tensor\.encoding)<'
    r"|#llvm\.(?:tbaa_root|di_null_type)\b(?!<))"
)
BRACKETS = compiled(r'"(?:[^"\\]|\\.)*"|->|[<>]=|[<>()\[\]{}]')
DISTINCT = compiled(r'"(?:[^"\\]|\\.)*"|(?<![\w.$!#@%-])distinct\[(\d+)\]<')


class LocationUse(str):
    """A place in what is printed where a location stands, which has no text before all are known; `inline` ones are spelled out, their
    parts by name."""

    __slots__ = ("location", "inline")
    location: Location
    inline: bool

    def __new__(cls, location: Location, inline: bool) -> LocationUse:
        self = super().__new__(cls)
        self.location, self.inline = location, inline
        return self


class Meeting(str):
    """A place in the output, without text, where attributes, types and locations count as met that are printed elsewhere."""

    __slots__ = ("things", "deferrable")
    things: Sequence[Thing]
    deferrable: bool

    def __new__(cls, things: Sequence[Thing], deferrable: bool) -> Meeting:
        self = super().__new__(cls)
        self.things, self.deferrable = things, deferrable
        return self


class Unmet(str):
    """Text in which nothing is met."""

    __slots__ = ()


class Met:
    """Facts of an attribute, type or location in the output: the kind of its alias, if it has one, how deep aliases nest in it, its parts,
    and whether its definition may stand behind the program."""

    __slots__ = ("kind", "depth", "is_type", "deferrable", "inner")

    def __init__(self, thing: Thing, deferrable: bool):
        self.kind, self.is_type, self.deferrable = _kind(thing), isinstance(thing, Type), deferrable
        self.depth, self.inner = int(self.kind is not None), _parts(thing)


class Aliases:
    """The names in one program. Uses of locations are told by `use`, operations in generic form by `generic`; the rest is text."""

    def __init__(self, root: Operation, out: list[str]):
        self.out = out
        self.met: dict[Thing, Met] = {}
        self.names: dict[Thing, str] = {}
        self.by_text = {_text_of(each): each for each in _nameable(root)} if Attribute.have_aliases else {}
        self.lengths = {len(text) for text in self.by_text}

    def use(self, location: AnyLocation, inline: bool = False) -> LocationUse:
        resolved = resolve(location)
        self.out.append(Meeting((resolved,), not inline))
        return LocationUse(resolved, inline)

    def generic(self, op: Operation) -> None:
        """Called where the operation's own types and attributes are to be met."""
        if not self.by_text:
            return
        types = [value.type for value in (*op.operands, *op.results)]
        attributes = [_plain(attribute) for name, attribute in sorted(op.attributes.items()) if name != UNREGISTERED_PROPERTIES]
        self.out.append(Meeting((*types, *attributes), False))

    unmet = staticmethod(Unmet)

    def _visit(self, thing: Thing, deferrable: bool) -> None:
        """Notes a type, attribute or location, then its parts, which may nest deeper than calls of Python."""
        pending = [] if self._is_met(thing, deferrable) else [self._meeting(thing, deferrable)]
        while pending:
            met, inner = pending[-1]
            part = next((part for part in inner if not self._is_met(part, deferrable)), None)
            if part is not None:
                pending.append(self._meeting(part, deferrable))
            else:
                pending.pop()
                depth = max([self.met[part].depth for part in met.inner], default=0)
                met.depth = depth + 1 if depth else met.depth

    def _is_met(self, thing: Thing, deferrable: bool) -> bool:
        is_met = thing in self.met
        if is_met and not deferrable:
            self._stands_in_front(thing)
        return is_met

    def _meeting(self, thing: Thing, deferrable: bool) -> tuple[Met, Iterator[Thing]]:
        met = self.met[thing] = Met(thing, deferrable)
        return met, iter(met.inner)

    def _stands_in_front(self, thing: Thing) -> None:
        pending = [thing]
        while pending:
            met = self.met[pending.pop()]
            if met.deferrable:
                met.deferrable = False
                pending += met.inner

    def finish(self) -> tuple[str, str]:
        """Puts aliases into the output; returns the definitions that stand before the program, and those behind it."""
        for piece in self.out:
            if isinstance(piece, Meeting):
                for thing in piece.things:
                    self._visit(thing, piece.deferrable)
            elif self.by_text and piece.__class__ is str and piece[:1] != '"':
                self._substituted(piece, self._meet)
        ordered = [(thing, met, met.kind) for thing, met in self.met.items() if met.kind is not None]
        ordered.sort(key=lambda each: (each[1].depth, not each[1].is_type, each[2]))
        counts: dict[str, int] = {}
        for thing, met, kind in ordered:
            number = counts[kind] = counts.get(kind, -1) + 1
            self.names[thing] = f"{'!' if met.is_type else '#'}{kind}{number or ''}"
        lines = {behind: "".join([self._definition(t) for t, met, _ in ordered if met.deferrable == behind]) for behind in (False, True)}
        plain = None if self.by_text else str  # the class of text that names nothing
        self.out[:] = [piece if piece.__class__ is plain else self._with_names(piece) for piece in self.out]
        return lines[False], lines[True]

    def _meet(self, thing: Thing, text: str) -> str:
        self._visit(thing, False)
        return text

    def _with_names(self, piece: str) -> str:
        if isinstance(piece, LocationUse):
            return f"loc({self._body(piece.location) if piece.inline else self.names[piece.location]})"
        if piece[:1] == '"':
            return piece
        return self._substituted(piece, self._in_front if isinstance(piece, Unmet) else self._name)

    def _name(self, thing: Thing, text: str) -> str:
        return self.names.get(thing, text)

    def _in_front(self, thing: Thing, text: str) -> str:
        """The name if it is defined in front of the program: only locations of operations may come before their definition."""
        if thing in self.names and not self.met[thing].deferrable:
            return self.names[thing]
        return f"loc({self._partly(thing)})" if isinstance(thing, Location) else text

    def _partly(self, location: Location) -> str:
        """The text of a location without an alias, with the aliases of its parts that have one."""
        inner = {part: self._in_front(part, "") for part in parts(location)}
        names = {part: text if text[0] == "#" else text[4:-1] for part, text in inner.items()}
        return spelled(location, names, lambda text: self._substituted(text, self._in_front))

    def _definition(self, thing: Thing) -> str:
        text = f"loc({self._body(thing)})" if isinstance(thing, Location) else self._body(thing)
        return f"{self.names[thing]} = {text}\n"

    def _body(self, thing: Thing) -> str:
        """The definition of an alias, with the aliases of its parts."""
        if isinstance(thing, Location):
            return spelled(thing, {part: self.names[part] for part in parts(thing)}, self._named)
        return self._named(_text_of(thing), 1)

    def _named(self, text: str, start: int = 0) -> str:
        return self._substituted(text, self._name, start)

    def _substituted(self, text: str, put: Put, start: int = 0) -> str:
        """A text in which `put` has replaced the outermost types, attributes and locations that may have aliases."""
        if not self.by_text:
            return text
        done = 0
        made: list[str] = []
        ends: dict[int, int] | None = None
        match = BEGINNING.search(text, start)
        while match is not None:
            begin, end = match.span()
            if match[0][0] != '"':
                ends = ends or _ends(text)
                closed = _closed(text, end - 1, ends) if text[end - 1] in "<([" else end
                thing = self.by_text.get(text[begin:closed]) if closed - begin in self.lengths else None
                if thing is not None:
                    end = closed
                    made += text[done:begin], put(thing, text[begin:closed])
                    done = closed
            match = BEGINNING.search(text, end)
        return "".join(made) + text[done:] if made else text


def _ends(text: str) -> dict[int, int]:
    """Where each bracket that opens at a character has closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in BRACKETS.finditer(text):
        token = match[0]
        if token in "<([{":
            opened.append(match.start())
        elif token in ">)]}" and opened:
            ends[opened.pop()] = match.end()
    return ends


def _closed(text: str, opening: int, ends: dict[int, int]) -> int:
    """Where the brackets that open at a place have closed, with the second pair of `distinct[0]<...>`."""
    end = ends.get(opening, opening)
    return ends.get(end, opening) if text[opening] == "[" and text[end : end + 1] == "<" else end


def _kind(thing: Thing) -> str | None:
    """The prefix of an alias for `thing`, or None where it gets no alias."""
    if isinstance(thing, Location):
        return "loc"
    if isinstance(thing, AffineAttr):
        return thing.word[-3:]
    if isinstance(thing, NamedAttr):
        return thing.name
    if isinstance(thing, DistinctAttr):
        return None if isinstance(thing.inner, UnitAttr) else "distinct"
    return "tuple" if isinstance(thing, TupleType) and len(thing.elements) > LARGE_TUPLE else None


def _parts(thing: Thing) -> list[Thing]:
    """The types, attributes and locations that it is made of, as they print."""
    if isinstance(thing, Location):
        metadata = getattr(thing, "metadata", None)
        return [*([] if metadata is None else [_plain(metadata)]), *parts(thing)]
    if isinstance(thing, Type):
        return _parts_of_type(thing)
    if isinstance(thing, NamedAttr):
        return list(thing.parts)
    if isinstance(thing, DistinctAttr):
        return [_plain(thing.inner)]
    if isinstance(thing, DictAttr):
        return [_plain(each) for _, each in sorted(thing.entries.items())]
    if isinstance(thing, ArrayAttr):
        return [_plain(each) for each in thing.elements]
    type = getattr(thing, "type", None)
    return [type] if isinstance(type, Type) else []


def _parts_of_type(type: Type) -> list[Thing]:
    if isinstance(type, FunctionType):
        return [*type.inputs, *type.results]
    if isinstance(type, TupleType):
        return list(type.elements)
    if isinstance(type, ComplexType):
        return [type.element]
    extra = (type.layout, type.space) if isinstance(type, MemRefType) else (type.encoding,) if isinstance(type, TensorType) else ()
    return [type.element, *[_plain(each) for each in extra if each is not None]] if isinstance(type, ShapedType) else []


def _plain(attribute: Attribute) -> Attribute | Location:
    """An attribute, or the location that it is."""
    return resolve(attribute.location) if isinstance(attribute, LocationAttr) else attribute


def _text_of(thing: Thing) -> str:
    return f"loc({thing})" if isinstance(thing, Location) else thing.text


def _nameable(root: Operation) -> dict[Thing, None]:
    """All in a program that may have names, locations of operations aside."""
    nameable: dict[Thing, None] = {}
    seen: set[Thing] = set()

    def look(thing: Thing) -> None:
        if thing not in seen:
            seen.add(thing)
            if _kind(thing) is not None:
                nameable[thing] = None
            for part in _parts(thing):
                look(part)

    def look_into(location: Location) -> None:
        """Metadata in locations of operations; these themselves are no text."""
        pending: list[Location] = [location]
        while pending:
            for part in _parts(pending.pop()):
                pending.append(part) if isinstance(part, Location) else look(part)

    for op in root.walk():
        for value in (*op.operands, *op.results):
            look(value.type)
        for attribute in op.attributes.values():
            look(_plain(attribute))
        if not isinstance(op.location, int):
            look_into(op.location)
        for block in [block for region in op.regions for block in region.blocks]:
            for argument in block.arguments:
                look(argument.type)
            for location in block.argument_locations.values():
                look_into(resolve(location))
    return nameable


def number_distinct(out: list[str]) -> None:
    """Numbers distinct attributes in the order in which they print."""
    numbers: dict[str, int] = {}

    def numbered(match: Match[str]) -> str:
        return match[0] if match[1] is None else f"distinct[{numbers.setdefault(match[1], len(numbers))}]<"

    out[:] = [DISTINCT.sub(numbered, piece) if "distinct[" in piece and piece[:1] != '"' else piece for piece in out]


def parts(location: Location) -> list[Location]:
    """The locations that one is made of."""
    if isinstance(location, NameLocation):
        child = resolve(location.child) if location.child is not None else UNKNOWN
        return [] if isinstance(child, UnknownLocation) else [child]
    if isinstance(location, CallSite):
        return [resolve(location.callee), resolve(location.caller)]
    return [resolve(part) for part in location.locations] if isinstance(location, FusedLocation) else []


def spelled(location: Location, names: Mapping[Location, str], named: Callable[[str], str] = str) -> str:
    """A location with its parts by name; `named` puts names into the text of metadata."""
    inner = [names[part] for part in parts(location)]
    if isinstance(location, NameLocation):
        return quoted(location.name) + (f"({inner[0]})" if inner else "")
    if isinstance(location, CallSite):
        return f"callsite({inner[0]} at {inner[1]})"
    if isinstance(location, FusedLocation):
        return f"fused{'' if location.metadata is None else f'<{named(location.metadata.text)}>'}[{', '.join(inner)}]"
    return str(location)
