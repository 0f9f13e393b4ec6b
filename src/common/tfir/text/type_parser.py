"""Reads types: words of builtin ones, shapes, and what dialects declare. Source: MLIR language reference, "Builtin dialect"."""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.attributes import Attribute, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.startup.patterns import DOTALL, compiled
from tfir.text.lexer import BANG, NUMBER, STRING, SYMBOL, WORD, Scanner, unquoted, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Match
    from typing import TypeVar

    from tfir.ir.location import AnyLocation
    from tfir.ir.types import Sizes
    from tfir.text.interfaces import LookupDialect

    Read = TypeVar("Read")
    Classes = tuple[type[ty.Type], ...]

INTEGER = compiled(r"(s|u|)i(0|[1-9]\d*)$").match
PLAIN_SHAPED = compiled(r"(tensor|memref)<(\*x|(?:(?:\?|\d{1,18})x)*)(i\d+|[su]i\d+|f\d+|bf16|index)>").match
EXTENT = compiled(r"\s*(\?|\d+|\[\d+\])\s*(?=x)x\s*").match
UNRANKED = compiled(r"\s*\*\s*x\s*").match
BETWEEN_WORDS = compiled(r'"(?:[^"\\]|\\.)*"|(?:\s|//[^\n]*)+').sub
OPENING, CLOSING = "<([", ">)],"
PLAIN_BODY = compiled(r"([#!][A-Za-z_][\w$\-]*)<([A-Za-z][\w.]*(?:<.*>)?)>$", DOTALL).match
WORDS = {*ty.FloatType.WIDTHS, "index", "none", "tensor", "memref", "vector", "complex", "tuple"}
FIRST_SPACE = IntegerAttr(0)
MAX_INTEGER_WIDTH = (1 << 24) - 1
DIMENSION_LIMIT = 1 << 63
NESTING_LIMIT = 200
# What may be an element; types of dialects may be as well, except of vectors.
OF_VECTORS = (ty.IntegerType, ty.FloatType, ty.IndexType)
OF_TENSORS = (*OF_VECTORS, ty.ComplexType, ty.VectorType)
OF_MEMREFS = (*OF_TENSORS, ty.MemRefType)
NEVER_ELEMENTS = (ty.FunctionType, ty.NoneType, ty.TupleType, ty.TensorType, ty.MemRefType)


class TypeParser(Scanner):
    """A scanner that reads types. `lookup_dialect` returns a dialect for a name, or None; what attributes types have, a
    subclass reads by its `attribute`."""

    __slots__ = ("lookup_dialect", "allow_unregistered", "attribute_aliases", "type_aliases", "types", "named_types", "open_types", "depth")

    def __init__(self, source: Source, lookup_dialect: LookupDialect, allow_unregistered: bool | None = None):
        """`allow_unregistered` is what the tool's flag says. None, for a tool without one, lets attributes of unknown dialects pass,
        which say nothing to it, and no more."""
        self.lookup_dialect, self.allow_unregistered = lookup_dialect, allow_unregistered
        self.attribute_aliases: dict[str, Attribute | AnyLocation] = {}
        self.type_aliases: dict[str, ty.Type] = {}
        self.types: dict[str, ty.Type] = {}
        self.named_types: dict[
            str, ty.Type | None
        ] = {}  # what types of dialects have been read under names of their own; None of one without a body
        self.open_types: list[str] = []  # the names of those that are being read
        self.depth = 0
        super().__init__(source)

    def attribute(self) -> Attribute:
        raise NotImplementedError

    def nested(self, read: Callable[[], Read]) -> Read:
        """Runs a reader one level deeper. Raises `Error` beyond 200 levels."""
        self.depth += 1
        if self.depth > NESTING_LIMIT:
            raise self.error("nested too deeply")
        try:
            return read()
        finally:
            self.depth -= 1

    # Words and punctuation

    def keyword(self, *allowed: str) -> str:
        """Takes a word, one of `allowed` if any are named."""
        if self.kind != WORD or (allowed and self.token not in allowed):
            raise self.expected_in_op(" or ".join([f"'{word}'" for word in allowed]) if allowed else "valid keyword")
        return self.advance()

    def keyword_or_string(self, *allowed: str) -> str:
        """Takes a word, one of `allowed`, which may stand in quotes."""
        if self.kind == STRING and self.token[1:-1] in allowed:
            return self.string()
        return self.keyword(*allowed)

    def string(self) -> str:
        return unquoted(self.take(STRING, "a string"))

    def integer(self) -> int:
        """Takes a whole number, decimal or hexadecimal."""
        if self.kind != NUMBER or "." in self.token or self.token == "-":
            raise self.expected_in_op("integer value")
        return whole_number(self.advance())

    def number(self) -> float:
        """A decimal number; an integer spelling counts."""
        if self.kind != NUMBER or self.token == "-" or "x" in self.token:
            raise self.expected_in_op("floating point literal")
        return float(self.advance())

    def symbol_name(self) -> str:
        if self.kind != SYMBOL:
            raise self.expected_in_op("valid '@'-identifier for symbol name")
        text = self.advance()[1:]
        return unquoted(text) if text[0] == '"' else text

    def wrong(self, message: str) -> Error:
        """An error about the next token, placed at the end of the token before it."""
        return self.error(message, self._end_before())

    def comma_list(self, read: Callable[[], Read], opening: str = "", closing: str = "", where: str = "") -> list[Read]:
        """`read()` as often as there are commas, between brackets if any are named; `where` is what errors say of these."""
        if opening:
            self.expect(opening, where)
            if self.accept(closing):
                return []
        items = [read()]
        while self.accept(","):
            items.append(read())
        if closing:
            self.expect(closing, where)
        return items

    # Types

    def type(self) -> ty.Type:
        return self.nested(self._type)

    def _type(self) -> ty.Type:
        if self.kind == WORD:
            type = self.types.get(self.token)
            if type is not None:
                self.advance()
                return type
            return (self._plain_shaped() if self.token == "tensor" else None) or self._word_type()
        if self.kind == BANG:
            return self._dialect_type()
        if self.at("("):
            return self.function_type()
        raise self.expected("non-function type")

    def begins_type(self) -> bool:
        """Whether a type stands here, right or wrong."""
        if self.kind == WORD:
            return self.token in self.types or self.token in WORDS or INTEGER(self.token) is not None
        return self.kind == BANG or self.at("(")

    def _word_type(self) -> ty.Type:
        word = self.token
        match = INTEGER(word)
        type: ty.Type
        if match:
            if len(match[2]) > 9:
                raise self.error("invalid integer width: integer bitwidth is limited to 16777215 bits")
            if int(match[2]) > MAX_INTEGER_WIDTH:
                raise self.error(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")
            type = ty.IntegerType(int(match[2]), match[1])
        elif word in ty.FloatType.WIDTHS:
            type = ty.FloatType(word)
        elif word in ("index", "none"):
            type = ty.INDEX if word == "index" else ty.NONE
        else:
            reader = {"tensor": self._tensor, "memref": self._memref, "vector": self._vector, "complex": self._complex,
                      "tuple": self._tuple}.get(word)  # fmt: skip
            if reader is None:
                raise self.expected("non-function type")
            return self._plain_shaped() or reader()
        self.types[word] = type
        self.advance()
        return type

    def _plain_shaped(self) -> ty.Type | None:
        match = PLAIN_SHAPED(self.text, self.start)
        if match is None:
            return None
        type = self.types.get(match[0]) or self._shaped(match)
        if type is None:
            self.seek(match.start(3))
            self._word_type()
            type = self._shaped(match)
        self.seek(match.end())
        return type

    def _shaped(self, match: Match[str]) -> ty.Type | None:
        """The type that has matched, if its element has been met."""
        text, kind, sizes, element = match[0], match[1], match[2], self.types.get(match[3])
        if element is None:
            return None
        shape = None if sizes == "*x" else tuple([None if n == "?" else int(n) for n in sizes.split("x")[:-1]])
        type = ty.TensorType(shape, element) if kind == "tensor" else ty.MemRefType(shape, element)
        self.types[text] = type
        return type

    def plain_type(self, text: str) -> ty.Type | None:
        """The type of that text if it needs no scanning: one that has been met, or sizes and an element that has been met."""
        type = self.types.get(text)
        if type is None:
            match = PLAIN_SHAPED(text)
            if match is not None and match.end() == len(text):
                type = self._shaped(match)
        return type

    def plain_types(self, text: str) -> tuple[ty.Type, ...] | None:
        """The types of `T, T, T` if none of them needs scanning."""
        types = []
        for one in text.split(", ") if text else ():
            type = self.plain_type(one)
            if type is None:
                return None
            types.append(type)
        return tuple(types)

    def shape(self, of: str) -> Sizes | None:
        """The shape in front of an element type, of which `?` is an unknown size."""
        sizes = self._sizes(of)
        return None if sizes is None else tuple([None if n == "?" else int(n) for n in sizes])

    def _sizes(self, of: str) -> list[str] | None:
        """The sizes in front of an element type as they are written, None for `*x`; called when '<' is the next token, which it takes."""
        if not self.at("<"):
            raise self.expected(f"'<' in {of} type")
        position = self.position
        unranked = UNRANKED(self.text, position)
        if unranked:
            self.seek(unranked.end())
            return None
        sizes = []
        while extent := EXTENT(self.text, position):
            if extent[1][0] == "[" and of != "vector":
                raise self.error("only vectors have scalable sizes", extent.start(1))
            if len(extent[1]) > 18 and int(extent[1].strip("[]")) >= DIMENSION_LIMIT:
                raise self.error("invalid dimension: it must fit into 64 bits", extent.start(1))
            sizes.append(extent[1])
            position = extent.end()
        self.seek(position)
        return sizes

    def _tensor(self) -> ty.TensorType:
        self.advance()
        shape, element = self.shape("tensor"), self._element("tensor", OF_TENSORS)
        encoding = self._encoding(shape, element) if self.accept(",") else None
        self.expect(">", "in tensor type")
        return ty.TensorType(shape, element, encoding)

    def _encoding(self, shape: Sizes | None, element: ty.Type) -> Attribute:
        """A tensor's encoding, which may have demands on its shape and elements."""
        start, encoding = self.start, self.attribute()
        misfit = getattr(encoding, "misfit", None)
        if misfit is not None and (problem := misfit(shape, element)):
            raise self.error(problem, start)
        return encoding

    def _element(self, of: str, allowed: Classes) -> ty.Type:
        """The type of the elements of a tensor, memref or vector; types of dialects may be elements of tensors and memrefs."""
        start, element = self.start, self.type()
        if not isinstance(element, allowed) and (of == "vector" or isinstance(element, NEVER_ELEMENTS)):
            raise self.error(f"invalid {of} element type: '{element}'", start)
        return element

    def _memref(self) -> ty.MemRefType:
        start = self.start
        self.advance()
        shape, element = self.shape("memref"), self._element("memref", OF_MEMREFS)
        layout, space = self._layout_and_space(shape) if not self.at(">") else (None, None)
        self.expect(">")
        rank = getattr(layout, "rank", None)
        if layout is not None and shape is not None and rank is not None and rank != len(shape):
            if layout.text.startswith("strided<"):
                raise self.error(f"expected the number of strides to match the rank: {rank} are no {len(shape)}", start)
            raise self.error(f"memref layout mismatch between rank and affine map: {len(shape)} != {rank}", start)
        if getattr(layout, "is_identity", False):
            layout = None
        return ty.MemRefType(shape, element, layout, None if space == FIRST_SPACE else space)

    def _layout_and_space(self, shape: Sizes | None) -> tuple[Attribute | None, Attribute | None]:
        if not self.accept(","):
            raise self.expected("',' or '>' in memref type")
        if self.at(">"):
            raise self.expected("list element")
        layout = space = None
        while True:
            part = self.attribute()
            if not part.text.startswith(("strided<", "affine_map<")):
                if space is not None:
                    raise self.error("multiple memory spaces specified in memref type")
                space = part
            elif shape is None:
                raise self.error("cannot have affine map for unranked memref type")
            elif space is not None:
                raise self.error("expected memory space to be last in memref type")
            else:
                layout = part
            if not self.accept(","):
                return layout, space

    def _vector(self) -> ty.VectorType:
        start = self.start
        self.advance()
        sizes = self._sizes("vector") or []
        if any(n == "?" for n in sizes):
            raise self.error("a vector has no unknown sizes")
        element = self.type()
        self.expect(">", "in vector type")
        if not isinstance(element, OF_VECTORS) and not element.text.startswith("!llvm.ptr"):
            raise self.error(f"failed to verify 'elementType': VectorElementTypeInterface instance, which '{element}' is not", start)
        numbers = [n.strip("[]") for n in sizes]
        if "0" in numbers:
            raise self.error(f"vector types must have positive constant sizes but got {', '.join(numbers)}", start)
        scalable = tuple(n[0] == "[" for n in sizes)
        return ty.VectorType([int(n) for n in numbers], element, scalable if any(scalable) else ())

    def _complex(self) -> ty.ComplexType:
        self.advance()
        self.expect("<", "in complex type")
        start, element = self.start, self.type()
        self.expect(">", "in complex type")
        if not isinstance(element, (ty.FloatType, ty.IntegerType)):
            raise self.error(f"invalid element type for complex: '{element}'", start)
        return ty.ComplexType(element)

    def _tuple(self) -> ty.TupleType:
        self.advance()
        type = ty.TupleType(self.comma_list(self.type, "<", ">", "in tuple type"))
        if len(type.elements) > 16:
            Attribute.have_aliases = True
        return type

    def function_type(self) -> ty.FunctionType:
        """`(types) -> types`."""
        inputs = self.types_in_parens()
        self.expect("->", "in function type")
        return ty.FunctionType(inputs, self.result_types())

    def types_in_parens(self) -> list[ty.Type]:
        return self.comma_list(self.type, "(", ")")

    def result_types(self) -> list[ty.Type]:
        """After an arrow: one bare type, or a list in parentheses."""
        return self.types_in_parens() if self.at("(") else [self.type()]

    def _dialect_type(self) -> ty.Type:
        name, start = self.token[1:], self.start
        if name in self.type_aliases:
            self.advance()
            return self.type_aliases[name]
        prefix, _, keyword = name.partition(".")
        dialect = self.lookup_dialect(prefix)
        if dialect is not None and keyword in dialect.types:
            self.advance()
            return dialect.types[keyword](self)
        if not keyword and self.text[self.position : self.position + 1] != "<":
            raise self.undefined_alias(name)
        if dialect is None:
            self._check_registered("type", f"!{name}")
            return ty.OpaqueType(shortest(self._raw_text(start)))
        if dialect.types:
            raise self.error(f"unknown {prefix} type: {keyword}")
        return ty.OpaqueType(self._raw_text(start))

    def undefined_alias(self, name: str) -> Error:
        return self.error(f"undefined symbol alias id '{name}'", self.position)

    def _check_registered(self, what: str, name: str) -> None:
        if not self.allow_unregistered and not (self.allow_unregistered is None and what == "attribute"):
            raise self.error(f"{what} '{name}' is of an unregistered dialect; tf-opt --allow-unregistered-dialect takes it as it is")

    def _raw_text(self, start: int) -> str:
        """From `start` over the next token and the brackets that follow it at once, as written."""
        end = self.position
        if self.text[end : end + 1] == "<":
            end = self.balanced_end(end, "in pretty dialect name")
        self.seek(end)
        return self.text[start:end]

    def raw_body(self) -> str:
        """The text between brackets, these included, on one line, without comments and space at brackets; the opening one is the next token."""
        start, end = self.start, self.balanced_end(self.start)
        self.seek(end)
        return BETWEEN_WORDS(on_one_line, self.text[start:end])


def on_one_line(match: Match[str]) -> str:
    """What stands for text or for space and comments between two other tokens."""
    if match[0][0] == '"':
        return str(match[0])
    before, behind = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return "" if before in OPENING or behind in CLOSING else " "


def shortest(text: str) -> str:
    """The text of a dialect's type or attribute: `!t<word<...>>` is `!t.word<...>`."""
    match = PLAIN_BODY(text) if text[-1] == ">" else None
    return f"{match[1]}.{match[2]}" if match else text
