"""The signature line of an op, parsed on the first look-up of that op.

    AddV2(x: T, y: T; T: type{number}) -> (z: T) !commutative
    ConcatV2(values: N*T, axis: Tidx; N: int>=2, T: type, Tidx: type{i32|i64} = i32) -> (output: T)

Operands stand before the semicolon, attributes after it, results after the arrow, traits last. A table is one such
line per op, `set NAME = members` lines that name groups of words, `constraint NAME = TYPE "summary"` lines that name what types
may be (`constraints.py`), `declared` lines where a registry and a dialect say different things (`tf/declarations.py`), `#` comments; an indented line under a signature is the op's assembly format, unless it says what
the op `requires` of its types together (`requirements.py`); a number in front of the
name is the op's code in its binary format.

    operand or result     x: T   x?: T (may be absent)   xs: N*T (N of them)   xs: *T (any number; one for each entry
                          where T is a list attribute)   x: &T (a reference)   x: T as FULLTYPE
    attribute             name: KIND, name?: KIND; KIND is a word, then [] or [3] for a list, {a|b} for what is
                          allowed (words, strings, names of sets), >=2 for the least value or length, = default
    default               3  0.5  true  "text"  f32 (a word)  [1, 2]  <2x?> (a shape; <> has rank 0, <*> no known rank)
    trait                 !stateful   !deprecated(15)   !branch(then_branch, else_branch); `traits.py` says what they mean
"""

from __future__ import annotations

from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match
    from typing import TypeAlias

Default: TypeAlias = "bool | int | float | str | Word | Shape | list[Default]"  # what `literal` reads


class Slot:
    """One operand or result: `values: N*T` has number "N" and type "T"."""

    __slots__ = ("name", "type", "number", "variadic", "optional", "ref", "full_type")

    def __init__(
        self, name: str, type: str, number: str | None = None, variadic: bool = False, optional: bool = False, ref: bool = False,
        full_type: str | None = None,
    ):  # fmt: skip
        self.name = name
        self.type = type
        self.number = number
        self.variadic = variadic
        self.optional = optional
        self.ref = ref
        self.full_type = full_type


class Attribute:
    """One attribute: `Tout: type[]{i32|i64}>=1 = [i32]`. A default of None means that there is none."""

    __slots__ = ("name", "kind", "length", "is_list", "allowed", "minimum", "default", "optional", "required")

    def __init__(
        self, name: str, kind: str, is_list: bool, length: int | None, allowed: tuple[str, ...] | None, minimum: int | None,
        default: Default | None, optional: bool,
    ):  # fmt: skip
        self.name = name
        self.kind = kind
        self.is_list = is_list
        self.length = length
        self.allowed = allowed
        self.minimum = minimum
        self.default = default
        self.optional = optional
        self.required = default is None and not optional


class Signature:
    """The signature in one line of a table. `code` is the op's number in its binary format, `assembly` its form as text, `requires` what
    must hold of its types together."""

    __slots__ = ("name", "code", "operands", "attributes", "results", "traits", "assembly", "requires")

    def __init__(
        self, name: str, code: int | None, operands: tuple[Slot, ...], attributes: dict[str, Attribute], results: tuple[Slot, ...],
        traits: dict[str, tuple[str, ...]], assembly: str | None, requires: tuple[str, ...] = (),
    ):  # fmt: skip
        self.name = name
        self.code = code
        self.operands = operands
        self.attributes = attributes
        self.results = results
        self.traits = traits  # name -> what stands in its parentheses
        self.assembly = assembly
        self.requires = requires

    @property
    def parameters(self) -> list[str]:
        return [*(slot.name for slot in self.operands), *self.attributes]

    def __repr__(self) -> str:
        return f"<signature of {self.name}>"


class SignatureError(ValueError):
    """A line that is not in the notation; the message says where."""


class Word(str):
    """A default that was not quoted: the name of a dtype, an enumerator."""

    __slots__ = ()


class Shape(tuple["int | None", ...]):
    """A default `<2x?>`: sizes, None where unknown. UNRANKED is `<*>`."""

    __slots__ = ()


UNRANKED = Word("*")

TOKEN = compiled(r'"(?:[^"\\]|\\.)*"|->|>=|[(\[{<]|[)\]}>]|[,;]')
HEAD = compiled(r"(?:(\d+) )?([^\s(#][^\s(]*)\(")
SLOT = compiled(r"(\w+)(\?)?: (?:(\w+)\*|(\*))?(&)?(.*?)(?: as (.*))?$")
ATTRIBUTE = compiled(r"([\w.]+)(\?)?: (#?[\w.]+(?:<[^>]*>)?)(\[(\d*)\])?(?:\{((?:[^}\"]|\"[^\"]*\")*)\})?(?:>=(-?\d+))?(?: = (.*))?$")
TRAIT = compiled(r"!([\w-]+)(?:\(([^()]*)\))?")
ALLOWED = compiled(r'"((?:[^"\\]|\\.)*)"|([^|]+)')
WHOLE = compiled(r"-?\d+").fullmatch
FRACTION = compiled(r"-?(\d+\.\d*(e[-+]?\d+)?|\d+e[-+]?\d+|inf|nan)").fullmatch
REQUIRES = "requires "
ESCAPE = compiled(r"\\([0-9A-Fa-f]{2}|.)")


def parse(
    line: str, sets: dict[str, tuple[str, ...]] | None = None, assembly: str | None = None, requires: tuple[str, ...] = ()
) -> Signature:
    """Reads one line of a table; `sets` are the groups that it may name. Raises SignatureError where it is not in the notation."""
    head = HEAD.match(line)
    if head is None:
        raise SignatureError(f"expected NAME(...): {line}")
    (operands, attributes), end = fields(line, head.end())
    results: list[str] = []
    if line.startswith(" -> (", end):
        (results, none), end = fields(line, end + 5)
        if none:
            raise SignatureError(f"results have no attributes: {line}")
    tail = line[end:]
    if TRAIT.sub("", tail).strip():
        raise SignatureError(f"expected !traits after the results, found {tail.strip()}: {line}")
    return Signature(
        head[2],
        int(head[1]) if head[1] else None,
        tuple(map(slot, operands)),
        {attribute.name: attribute for attribute in (read_attribute(text, sets or {}) for text in attributes)},
        tuple(map(slot, results)),
        read_traits(tail),
        assembly,
        requires,
    )


def read_traits(text: str) -> dict[str, tuple[str, ...]]:
    """Each `!name(argument, ...)` of a text, by name."""
    return {trait[1]: arguments_of(trait) for trait in TRAIT.finditer(text)}


def arguments_of(trait: Match[str]) -> tuple[str, ...]:
    """The arguments of a trait that was matched: the words in its parentheses."""
    return tuple(trait[2].split(", ")) if trait[2] else ()


def places(line: str, mark: str) -> list[int]:
    """Where a mark stands in a line; one that begins another word counts too."""
    positions, at = [], line.find(mark)
    while at >= 0:
        positions.append(at)
        at = line.find(mark, at + 1)
    return positions


def fields(line: str, start: int) -> tuple[tuple[list[str], list[str]], int]:
    """The comma lists before and after the semicolon of a parenthesis that opened before `start`, and its end."""
    lists: list[list[str]] = [[], []]
    side, depth, begin = 0, 0, start
    for token in TOKEN.finditer(line, start):
        text = token[0]
        if text in "([{<":
            depth += 1
        elif text in (")", "]", "}", ">") and depth:
            depth -= 1
        elif depth == 0 and text in (",", ";", ")"):
            field = line[begin : token.start()].strip()
            if field:
                lists[side].append(field)
            begin = token.end()
            if text == ")":
                return (lists[0], lists[1]), begin
            side += text == ";"
            if side > 1:
                raise SignatureError(f"a second semicolon: {line}")
    raise SignatureError(f"an unclosed parenthesis: {line}")


def slot(text: str) -> Slot:
    """Reads an operand or result. Raises SignatureError."""
    match = SLOT.match(text)
    if match is None:
        raise SignatureError(f"expected name: TYPE, found {text}")
    name, optional, number, star, ref, type, full_type = match.groups()
    return Slot(name, type, number, star is not None, optional is not None, ref is not None, full_type)


def read_attribute(text: str, sets: dict[str, tuple[str, ...]]) -> Attribute:
    """Reads an attribute, whose `{a|b}` may name groups of `sets`. Raises SignatureError."""
    match = ATTRIBUTE.match(text)
    if match is None:
        raise SignatureError(f"expected name: KIND, found {text}")
    name, optional, kind, brackets, length, allowed, minimum, default = match.groups()
    return Attribute(
        name,
        kind,
        brackets is not None,
        int(length) if length else None,
        None if allowed is None else expand(allowed, sets),
        None if minimum is None else int(minimum),
        None if default is None else literal(default),
        optional is not None,
    )


def expand(allowed: str, sets: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The members of `a|b|SET`, in the order written."""
    members: list[str] = []
    for quoted, word in ALLOWED.findall(allowed):
        members += sets.get(word, (word,)) if word else (unescape(quoted),)
    return tuple(members)


def literal(text: str) -> Default:
    """The value of a default: int, float, bool, str, Word, list or Shape."""
    first = text[0]
    if first == '"':
        return unescape(text[1:-1])
    if first == "[":
        (items, _), _ = fields(text[1:-1] + ")", 0)
        return [literal(item) for item in items]
    if first == "<":
        return shape(text[1:-1])
    if text in ("true", "false"):
        return text == "true"
    if WHOLE(text):
        return int(text)
    if FRACTION(text):
        return float(text)
    return Word(text)


def shape(text: str) -> Word | Shape:
    if text == "*":
        return UNRANKED
    return Shape(None if size == "?" else int(size) for size in text.split("x") if size)


def unescape(text: str) -> str:
    """Undoes the two escapes of the notation: a backslash before two hexadecimal digits or before a character."""
    if "\\" not in text:
        return text
    unescaped: str = ESCAPE.sub(lambda match: chr(int(match[1], 16)) if len(match[1]) == 2 else match[1], text)
    return unescaped


class Table:
    """A file of signature lines, indexed by name; a line is parsed when first asked for."""

    def __init__(self, path: str):
        with open(path, encoding="utf-8") as file:
            self._index(file.read())

    @classmethod
    def of_text(cls, text: str) -> Table:
        """The table of a dialect small enough to stand at the top of its module."""
        table = cls.__new__(cls)
        lines = text.strip("\n").split("\n")
        margin = len(lines[0]) - len(lines[0].lstrip())
        table._index("\n".join(line[margin:] for line in lines))
        return table

    def _index(self, text: str) -> None:
        self.lines = text.split("\n")
        self.parsed: dict[str, Signature] = {}
        self.sets: dict[str, tuple[str, ...]] = {}
        self.constraints: dict[str, tuple[str, str | None]] = {}  # name -> (type, summary)
        self.declared: dict[str, int] = {}
        self.at = {line.partition("(")[0]: at for at, line in enumerate(self.lines)}  # what is written next, since most of it are names
        for empty in ("", "#"):
            self.at.pop(empty, None)
        for head in [head for head in self.at if " " in head]:
            self._other(head, self.at.pop(head))

    def _other(self, head: str, at: int) -> None:
        """Indexes a line that does not begin with the name of an op alone; forms of ops, which are indented, and comments are not."""
        word, _, rest = head.partition(" ")
        if word == "declared":
            self.declared[rest.partition(" ")[0]] = at
        elif word == "set":
            name, members = rest.split(" = ")
            self.sets[name] = tuple([word for term in members.split() for word in self.sets.get(term, (term,))])
        elif word == "constraint":
            name, members = rest.split(" = ")
            type, _, summary = members.partition(' "')
            self.constraints[name] = type, summary[:-1] or None
        elif word and word[0] != "#":
            self.at[rest] = at

    def __contains__(self, name: str) -> bool:
        return name in self.at

    def __iter__(self) -> Iterator[str]:
        """The names of the ops, in the order of their lines."""
        return iter(sorted(self.at, key=self.at.__getitem__))

    def __len__(self) -> int:
        return len(self.at)

    def __getitem__(self, name: str) -> Signature:
        signature = self.parsed.get(name)
        if signature is None:
            signature = self.parsed[name] = self._parse(self.at[name])
        return signature

    def get(self, name: str) -> Signature | None:
        return self[name] if name in self.at else None

    def with_trait(self, trait: str) -> dict[str, tuple[str, ...]]:
        """The ops whose lines carry the trait, with its arguments. No line is parsed for it."""
        ops: dict[str, tuple[str, ...]] = {}
        mark = f" !{trait}"
        for line in [line for line in self.lines if mark in line and line[0] != "#"]:
            told = [TRAIT.match(line, at + 1) for at in places(line, mark)]
            arguments = [arguments_of(match) for match in told if match is not None and match[1] == trait]
            if arguments:
                head = line.partition("(")[0]
                ops[head[head.find(" ") + 1 :]] = arguments[0]
        return ops

    def _parse(self, at: int) -> Signature:
        after = at + 1
        while after < len(self.lines) and self.lines[after].startswith(" "):
            after += 1
        under = [line.strip() for line in self.lines[at + 1 : after]]
        requires = tuple([line.removeprefix(REQUIRES) for line in under if line.startswith(REQUIRES)])
        assembly = " ".join([line for line in under if not line.startswith(REQUIRES)])
        return parse(self.lines[at], self.sets, assembly or None, requires)
