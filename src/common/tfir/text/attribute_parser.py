"""Reads types, attributes and locations. Source: MLIR language reference, "Builtin dialect"."""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    DistinctAttr,
    FloatAttr,
    LocationAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    integer_of,
)  # fmt: skip
from tfir.ir.dense import ResourceAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, NameLocation, Source, fused
from tfir.ir.numbers import bits_of_literal, fitted, number_of_literal
from tfir.startup.patterns import MULTILINE, compiled
from tfir.text.lexer import HASH, NUMBER, STRING, SYMBOL, WORD, unquoted, whole_number
from tfir.text.type_parser import TypeParser, shortest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.location import AnyLocation
    from tfir.ir.numbers import Number
    from tfir.text.interfaces import LookupDialect

LOCATION_ALIAS = compiled(r"(?:^|[\s)])#([\w$.]+)\s*=\s*(?=loc\(|#[\w.]+<)", MULTILINE).finditer
OPENING = compiled(r"[(<]").search
ALIAS_USED = compiled(r"#([\w$.]+)").findall
ONE_STRING = compiled(r'\{([A-Za-z_][\w$.]*) = "([^"\\\n]*)"\}').match


class AttributeParser(TypeParser):
    __slots__ = ("pending_resources", "distinct", "has_read_aliases", "given_type")

    def __init__(self, source: Source, lookup_dialect: LookupDialect, allow_unregistered: bool | None = None):
        self.pending_resources: dict[str, list[ResourceAttr]] = {}
        self.distinct: dict[int, DistinctAttr] = {}
        self.given_type: ty.ShapedType | None = None  # of elements that are read next, where their text says none
        self.has_read_aliases = False  # whether all aliases of locations have been looked for, which may stand behind their uses
        super().__init__(source, lookup_dialect, allow_unregistered)

    # Attributes

    def attribute(self, expected_type: ty.Type | None = None) -> Attribute:
        """Any attribute. `expected_type` is the type of a number without one; by default integers are i64, floats f64. Elements of a
        type that is given do not say it themselves."""
        return self.nested(lambda: self._attribute(expected_type))

    def _attribute(self, expected_type: ty.Type | None) -> Attribute:
        kind, token = self.kind, self.token
        if kind == STRING:
            self.advance()
            return StringAttr(unquoted(token), self.type() if self.accept(":") else ty.NONE)
        if kind == NUMBER:
            return self._number(expected_type)
        if kind == SYMBOL:
            return self.symbol_reference()
        if kind == HASH:
            return self._dialect_attribute()
        if token == "[":
            return self._array_of_attributes()
        if token == "{":
            return DictAttr(self.dictionary())
        reader = _WORD_ATTRIBUTES.get(token) if kind == WORD else None
        if reader is not None:
            self.given_type = expected_type if isinstance(expected_type, ty.ShapedType) else None
            return reader(self)
        if not self.begins_type():
            raise self.expected("attribute value")
        return TypeAttr(self.type())

    def _array_of_attributes(self) -> ArrayAttr:
        self.advance()
        elements = [] if self.at("]") else self.comma_list(self.attribute)
        if not self.accept("]"):
            raise self.expected("',' or ']'")
        return ArrayAttr(elements)

    def _number(self, expected_type: ty.Type | None) -> Attribute:
        start, token = self.start, self.advance()
        if token == "-":
            raise self.expected("constant integer or floating point value")
        type = expected_type or (self.type() if self.accept(":") else ty.F64 if "." in token else ty.I64)
        if isinstance(type, ty.FloatType):
            return self._float(token, type, start)
        if "." in token:
            raise self.error(f"floating point value not valid for specified type: a number cannot have the type {type}")
        start += token[0] == "-"  # a number is behind its sign
        if not isinstance(type, (ty.IntegerType, ty.IndexType)):
            raise self.error(f"integer literal not valid for specified type: a number cannot have the type {type}", start)
        if token[0] == "-" and type.__class__ is ty.IntegerType and type.signedness == "u":
            raise self.error("negative integer literal not valid for unsigned integer type", start)
        value = fitted(token, type)
        if value is None:
            raise self.error(f"integer constant out of range for attribute: {token} is no {type}", start)
        return integer_of(value, type)

    def _float(self, token: str, type: ty.FloatType, start: int) -> FloatAttr:
        return FloatAttr(0.0, type, bits=self.float_bits(token, type, start))

    def no_float(self, start: int) -> Error:
        note = Diagnostic("add a trailing dot to make the literal a float", self.place(start), "note")
        return self.error("unexpected decimal integer literal for a floating point value", start, [note])

    def float_bits(self, token: str, type: ty.FloatType, start: int) -> int:
        """The bits of a number that stands at `start`: a decimal one with a point, or the bits themselves in hexadecimal."""
        if "." in token:
            return bits_of_literal(token, type)
        start += token[0] == "-"
        if "x" not in token:
            raise self.no_float(start)
        if token[0] == "-":
            raise self.error("hexadecimal float literal should not have a leading minus", start)
        if int(token, 16) >> type.width:
            raise self.error("hexadecimal float constant out of range for type", start)
        return int(token, 16)

    def symbol_reference(self) -> SymbolRefAttr:
        """`@name` or `@root::@nested`."""
        path = [self.symbol_name()]
        while self.accept("::"):
            if self.kind != SYMBOL:
                raise self.error("expected nested symbol reference identifier")
            path.append(self.symbol_name())
        return SymbolRefAttr(*path)

    def attribute_entries(self, into: dict[str, Attribute]) -> None:
        """`{name = value, name}` added to a dictionary. The 2019 spelling `name: value` is read too."""
        self.comma_list(lambda: self._entry(into), "{", "}", "in attribute dictionary")

    def dictionary(self) -> dict[str, Attribute]:
        """`{name = value, name}` as a dictionary."""
        entries: dict[str, Attribute] = {}
        self.attribute_entries(entries)
        return entries

    def _entry(self, into: dict[str, Attribute]) -> None:
        start = self.start
        if self.kind not in (WORD, STRING):
            raise self.expected("attribute name")
        name = unquoted(self.advance()) if self.kind == STRING else self.advance()
        if not name:
            raise self.error("expected valid attribute name", start)
        if name in into:
            raise self.error(f"duplicate key '{name}' in dictionary attribute", start)
        into[name] = self.attribute() if self.accept("=") or self.accept(":") else UnitAttr()

    def optional_attributes(self, into: dict[str, Attribute]) -> None:
        """An attribute dictionary if one stands here, added to `into`. One of a single string, as exported programs name their results
        by it, is read without its tokens."""
        if self.at("{"):
            entry = ONE_STRING(self.text, self.start)
            if entry is None or entry[1] in into:
                self.attribute_entries(into)
            else:
                into[entry[1]] = StringAttr(entry[2])
                self.seek(entry.end())

    def _dialect_attribute(self) -> Attribute:
        name, start = self.token[1:], self.start
        if name in self.attribute_aliases:
            self.advance()
            alias = self.attribute_aliases[name]
            return alias if isinstance(alias, Attribute) else LocationAttr(alias)
        prefix, _, keyword = name.partition(".")
        dialect = self.lookup_dialect(prefix)
        if dialect is not None and keyword in dialect.attributes:
            self.advance()
            return dialect.attributes[keyword](self)
        if not keyword and self.text[self.position : self.position + 1] != "<":
            raise self.undefined_alias(name)
        if dialect is None:
            self._check_registered("attribute", f"#{name}")
            text = shortest(self._raw_text(start))
            return OpaqueAttr(f"{text} : {self.type()}" if self.accept(":") else text)
        return OpaqueAttr(self._raw_text(start))

    def _dense(self) -> Attribute:
        from tfir.text.dense_parser import parse_dense

        return parse_dense(self)

    def _sparse(self) -> Attribute:
        from tfir.text.dense_parser import parse_sparse

        return parse_sparse(self)

    def _dense_resource(self) -> Attribute:
        self.advance()
        self.expect("<", "after 'dense_resource'")
        name = self.string() if self.kind == STRING else self.take(WORD, "identifier key for 'resource' entry")
        self.expect(">")
        start = self.start
        self.expect(":")
        type = self.type()
        if not isinstance(type, ty.ShapedType):
            raise self.error("`dense_resource` expected a shaped type", start)
        resource = ResourceAttr(type, name, None)
        self.pending_resources.setdefault(name, []).append(resource)
        return resource

    def _array(self) -> Attribute:
        self.advance()
        self.expect("<", "after 'array'")
        start, element = self.start, self.type()
        if not isinstance(element, (ty.IntegerType, ty.FloatType, ty.IndexType)):
            raise self.error(f"expected integer or float type, got: '{element}'", start)
        if element is not ty.I1 and not isinstance(element, ty.IndexType) and element.width % 8:
            raise self.error("element type bitwidth must be a multiple of 8", start)
        values = []
        if not self.at(">"):
            self.expect(":", "after dense array type")
            values = [] if self.at(">") else self.comma_list(lambda: self._array_element(element))
        self.expect(">", "to close an array attribute")
        return DenseArrayAttr(values, element)

    def _array_element(self, element: ty.IntegerType | ty.FloatType | ty.IndexType) -> Number:
        """A number or truth value. Errors stand behind it, where they are upstream's."""
        start, token = self.start, self.token
        if self.kind == WORD and token in ("true", "false"):
            if element is not ty.I1:
                raise self.error("expected i1 type for 'true' or 'false' values")
            return self.advance() == "true"
        if self.kind != NUMBER or token == "-" or (isinstance(element, (ty.IntegerType, ty.IndexType)) and "." in token):
            raise self.error("expected floating point literal" if isinstance(element, ty.FloatType) else "expected integer literal")
        self.advance()
        if isinstance(element, ty.FloatType):
            return number_of_literal(token, element) if "." in token else self._float(token, element, start).value
        if element is ty.I1:
            raise self.error("expected 'true' or 'false' values for i1 type")
        value = fitted(token, element)
        if value is None:
            raise self.error(f"integer constant out of range: {token} is no {element}")
        return value

    def _bool(self) -> Attribute:
        return BoolAttr(self.advance() == "true")

    def _unit(self) -> Attribute:
        self.advance()
        return UnitAttr()

    def _location_attribute(self) -> Attribute:
        return LocationAttr(self.location("inline location"))

    def _affine(self) -> Attribute:
        from tfir.text.affine import read_affine

        return read_affine(self)

    def _strided(self) -> Attribute:
        from tfir.text.strided_layout import read_strided

        return read_strided(self)

    def _distinct(self) -> Attribute:
        """`distinct[0]<attribute>`; in one file a number stands for one of them."""
        start = self.start
        self.advance()
        self.expect("[", "after 'distinct'")
        if self.kind != NUMBER or "." in self.token or self.token[0] == "-":
            raise self.expected("distinct ID")
        number = whole_number(self.advance())
        if number >= 1 << 64:
            raise self.error(f"expected an unsigned 64-bit integer, got {number}")
        self.expect("]", "to close distinct ID")
        self.expect("<", "after distinct ID")
        attribute = DistinctAttr(number, UnitAttr() if self.at(">") else self.attribute())
        self.expect(">", "to close distinct attribute")
        previous = self.distinct.setdefault(number, attribute)
        if previous != attribute:
            raise self.error(f"referenced attribute does not match previous definition: {previous.inner}", start)
        return previous

    # Locations

    def location(self, kind: str = "location") -> AnyLocation:
        """`loc(...)`; the word itself is the next token."""
        self.keyword("loc")
        self.expect("(", f"in {kind}")
        location = self.location_body()
        self.expect(")", f"in {kind}")
        return location

    def location_body(self) -> AnyLocation:
        """Parses the text between the parentheses of `loc(...)`."""
        return self.nested(self._location_body)

    def _location_body(self) -> AnyLocation:
        if self.kind == HASH:
            return self._location_alias()
        if self.kind == STRING:
            return self._file_or_name()
        if self.kind != WORD or self.token not in ("unknown", "callsite", "fused"):
            raise self.expected("location instance")
        word = self.advance()
        if word == "unknown":
            return UNKNOWN
        if word == "callsite":
            self.expect("(", "in callsite location")
            callee = self.location_body()
            self.expect("at", "in callsite location")
            caller = self.location_body()
            self.expect(")", "in callsite location")
            return CallSite(callee, caller)
        metadata = None
        if self.accept("<"):
            metadata = self.attribute()
            self.expect(">", "after fused location metadata")
        return fused(*self.comma_list(self.location_body, "[", "]", "in fused location"), metadata=metadata)

    def _file_or_name(self) -> FileLineCol | NameLocation:
        name = self.string()
        if self.accept(":"):
            line = self._place_number("line")
            return self._file_range(name, line, self._place_number("column") if self.accept(":") else 0)
        if self.accept("("):
            child = self.location_body()
            self.expect(")", "after child location of NameLoc")
            return NameLocation(name, child)
        return NameLocation(name)

    def _place_number(self, what: str) -> int:
        if self.kind != NUMBER or not self.token.isdecimal() or int(self.token) >= 1 << 32:
            raise self.expected(f"integer {what} number in FileLineColRange")
        return int(self.advance())

    def _file_range(self, name: str, line: int, column: int) -> FileLineCol:
        if not self.accept("to"):
            return FileLineCol(name, line, column)
        end_line = self._place_number("line") if self.kind == NUMBER else line
        if not self.accept(":"):
            raise self.expected("either integer or `:` post `to` in FileLineColRange")
        return FileLineCol(name, line, column, end_line, self._place_number("column"))

    def _location_alias(self) -> AnyLocation:
        start, name = self.start, self.token[1:]
        if name not in self.attribute_aliases and not self.has_read_aliases:
            self.has_read_aliases = True
            self._read_location_aliases()
        if name not in self.attribute_aliases:
            if (definition := self.text.find(f"\n#{name} =")) >= 0:
                self.seek(definition + len(name) + 4)
                raise self.error(f"expected location, but found '{self.attribute()}'", start)
            raise self.error(f"operation location alias was never defined: '#{name}'")
        alias = self.attribute_aliases[name]
        if isinstance(alias, LocationAttr):
            alias = alias.location
        if isinstance(alias, Attribute):
            raise self.error(f"expected location, but found '{alias}'")
        self.advance()
        return alias

    def _read_location_aliases(self) -> None:
        """Aliases of locations, and of attributes in these, may be defined after their uses, at the end of the file: finds and reads them all."""
        here, definitions = self.start, {m[1]: m.end() for m in LOCATION_ALIAS(self.text)}
        reading: set[str] = set()

        def is_new(name: str) -> bool:
            return name not in self.attribute_aliases and name in definitions and name not in reading

        def used_by(name: str) -> Iterator[str]:
            reading.add(name)
            end = self.balanced_end(OPENING(self.text, definitions[name]).start())  # type: ignore[union-attr]  # as a definition begins
            return iter(ALIAS_USED(self.text[definitions[name] : end]))

        for first in definitions:
            pending = [(first, used_by(first))] if is_new(first) else []
            while pending:  # names stand for names, to any depth
                name, uses = pending[-1]
                used = next(filter(is_new, uses), None)
                if used is not None:
                    pending.append((used, used_by(used)))
                else:
                    pending.pop()
                    self.seek(definitions[name])
                    self.attribute_aliases[name] = self.location() if self.at("loc") else self.attribute()
        self.seek(here)


_WORD_ATTRIBUTES = {
    "true": AttributeParser._bool, "false": AttributeParser._bool, "unit": AttributeParser._unit,
    "dense": AttributeParser._dense, "dense_resource": AttributeParser._dense_resource, "sparse": AttributeParser._sparse,
    "array": AttributeParser._array, "loc": AttributeParser._location_attribute,
    "affine_map": AttributeParser._affine, "affine_set": AttributeParser._affine,
    "distinct": AttributeParser._distinct, "strided": AttributeParser._strided,
}  # fmt: skip
