"""Reads types, attributes and locations. Source: MLIR language reference, "Builtin dialect"."""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)  # fmt: skip
from tfir.ir.dense import ResourceAttr, SparseAttr
from tfir.ir.diagnostics import Diagnostic
from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, FusedLocation, NameLocation, Source
from tfir.ir.patterns import MULTILINE, compiled
from tfir.text.dense_parser import parse_dense
from tfir.text.lexer import HASH, NUMBER, STRING, SYMBOL, WORD, unquoted, whole_number
from tfir.text.type_parser import TypeParser

LOCATION_ALIAS = compiled(r"(?:^|[\s)])#([\w$.]+)\s*=\s*(?=loc\()", MULTILINE).finditer
ALIAS_USED = compiled(r"#([\w$.]+)").findall


class AttributeParser(TypeParser):
    """A scanner that reads types, attributes and locations."""

    __slots__ = ("pending_resources",)

    def __init__(self, source: Source, lookup_dialect, allow_unregistered: bool = False):
        self.pending_resources: dict[str, list[ResourceAttr]] = {}
        super().__init__(source, lookup_dialect, allow_unregistered)

    # Attributes

    def attribute(self, expected_type: ty.Type | None = None) -> Attribute:
        """Any attribute. `expected_type` is what a number without a type has; without it integers are i64, floats f64."""
        return self.nested(lambda: self._attribute(expected_type))

    def _attribute(self, expected_type) -> Attribute:
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
            return ArrayAttr(self.comma_list(self.attribute, "[", "]"))
        if token == "{":
            entries: dict[str, Attribute] = {}
            self.attribute_entries(entries)
            return DictAttr(entries)
        reader = _WORD_ATTRIBUTES.get(token) if kind == WORD else None
        if reader is not None:
            return reader(self)
        return TypeAttr(self.type())

    def _number(self, expected_type) -> Attribute:
        start, token = self.start, self.advance()
        if token == "-":
            raise self.error("expected a number after '-'")
        type = self.type() if self.accept(":") else expected_type
        is_float = "." in token
        if type is None:
            type = ty.F64 if is_float else ty.I64
        if isinstance(type, ty.FloatType):
            return self._float(token, type, start)
        if is_float or not isinstance(type, (ty.IntegerType, ty.IndexType)):
            kind = "floating point value" if is_float else "integer literal"
            raise self.error(f"{kind} not valid for specified type: a number cannot have the type {type}", start)
        value = whole_number(token)
        if isinstance(type, ty.IntegerType):
            width, low = type.width, 0 if type.signedness == "u" else -(1 << (type.width - 1))
            high = (1 << width) if type.signedness != "s" else 1 << (width - 1)
            if not low <= value < high:
                raise self.error(f"integer constant out of range for attribute: {value} is no {type}", start)
            if type.signedness == "" and width > 1 and value >= 1 << (width - 1) and "x" in token:
                value -= 1 << width
        return BoolAttr(bool(value)) if type is ty.I1 else IntegerAttr(value, type)

    def _float(self, token: str, type: ty.FloatType, start: int) -> FloatAttr:
        if "x" in token:
            if token[0] == "-" or int(token, 16) >> type.width:
                raise self.error("hexadecimal float constant out of range for type", start)
            return FloatAttr(0.0, type, bits=int(token, 16))
        if type.width > 64:
            raise self.error(f"a number of type {type} is written by its bits, in hexadecimal", start)
        if "." not in token:
            note = Diagnostic("add a trailing dot to make the literal a float", self.place(start), "note")
            raise self.error("unexpected decimal integer literal for a floating point value", start, [note])
        return FloatAttr(float(token), type)

    def symbol_reference(self) -> SymbolRefAttr:
        path = [self.symbol_name()]
        while self.accept("::"):
            path.append(self.symbol_name())
        return SymbolRefAttr(*path)

    def attribute_entries(self, into: dict) -> None:
        """`{name = value, name}` added to a dictionary. The 2019 spelling `name: value` is read too."""
        self.comma_list(lambda: self._entry(into), "{", "}")

    def _entry(self, into: dict) -> None:
        start = self.start
        if self.kind not in (WORD, STRING):
            raise self.expected("attribute name")
        name = unquoted(self.advance()) if self.kind == STRING else self.advance()
        if not name:
            raise self.error("expected valid attribute name", start)
        if name in into:
            raise self.error(f"duplicate key '{name}' in dictionary attribute", start)
        into[name] = self.attribute() if self.accept("=") or self.accept(":") else UnitAttr()

    def optional_attributes(self, into: dict) -> None:
        """An attribute dictionary if one stands here, added to `into`."""
        if self.at("{"):
            self.attribute_entries(into)

    def _dialect_attribute(self) -> Attribute:
        name, start = self.token[1:], self.start
        if name in self.attribute_aliases:
            self.advance()
            found = self.attribute_aliases[name]
            return found if isinstance(found, Attribute) else LocationAttr(found)
        prefix, _, keyword = name.partition(".")
        dialect = self.lookup_dialect(prefix)
        if dialect is not None and keyword in dialect.attributes:
            self.advance()
            return dialect.attributes[keyword](self)
        if not keyword and self.text[self.position : self.position + 1] != "<":
            raise self.error(f"undefined symbol alias id '{name}'")
        if dialect is None:
            self._check_registered("attribute", f"#{name}")
        return OpaqueAttr(self._raw_text(start))

    def _dense(self) -> Attribute:
        return parse_dense(self)

    def _dense_resource(self) -> Attribute:
        self.advance()
        self.expect("<")
        name = self.string() if self.kind == STRING else self.keyword()
        self.expect(">")
        self.expect(":")
        start, type = self.start, self.type()
        if not isinstance(type, ty.ShapedType):
            raise self.error("`dense_resource` expected a shaped type", start)
        found = ResourceAttr(type, name, None)
        self.pending_resources.setdefault(name, []).append(found)
        return found

    def _sparse(self) -> Attribute:
        self.advance()
        self.expect("<")
        if self.accept(">"):
            self.expect(":")
            type = self._sparse_type()
            return SparseAttr(type, parse_dense(self, ty.TensorType((0, type.rank), ty.I64)), parse_dense(self, ty.TensorType((0,), type.element)))
        start, indices_at = self.start, self.start
        self._skip_literal()
        self.expect(",")
        values_at = self.start
        self._skip_literal()
        self.expect(">")
        self.expect(":")
        type = self._sparse_type()
        end = self.start
        self.seek(values_at)
        values = parse_dense(self, element=type.element)
        self.seek(indices_at)
        indices = parse_dense(self, element=ty.I64)
        self.seek(end)
        self._check_sparse(type, indices, values, start)
        return SparseAttr(type, indices, values)

    def _sparse_type(self) -> ty.ShapedType:
        start, type = self.start, self.type()
        if not isinstance(type, ty.ShapedType) or not type.is_static:
            raise self.error("sparse elements literal type must be a shaped type of known sizes", start)
        return type

    def _check_sparse(self, type, indices, values, start: int) -> None:
        """There is an index for each element, or one element for all; and each lies within the shape."""
        flat, rank = indices.values(), type.rank
        count = values.type.size
        if not values.is_splat and (len(flat) != count * rank or values.type.rank != 1):
            shapes = [list(each.shape) for each in (type, indices.type, values.type)]
            what = f"expected shape ({shapes[0]}); inferred shape of indices literal ({shapes[1]}); inferred shape of values literal ({shapes[2]})"
            raise self.error(what, start)
        for number in range(len(flat) // rank if rank else 0):
            index = flat[number * rank : (number + 1) * rank]
            if not all(0 <= at < size for at, size in zip(index, type.shape)):
                within = f"is not contained within the value shape, with index={index}, and type='{type}'"
                raise self.error(f"sparse index #{number} {within}", start)

    def _skip_literal(self) -> None:
        if self.at("["):
            self.seek(self.balanced_end(self.start))
        else:
            self.advance()

    def _array(self) -> Attribute:
        self.advance()
        self.expect("<")
        element = self.type()
        values = []
        if self.accept(":") and not self.at(">"):
            values = self.comma_list(lambda: self._array_element(element))
        self.expect(">")
        return DenseArrayAttr(values, element)

    def _array_element(self, element):
        if self.kind == WORD and self.token in ("true", "false"):
            return self.advance() == "true"
        return self._number_of(element)

    def _number_of(self, element):
        start = self.start
        found = self._attribute_number(element)
        if found is None:
            raise self.error(f"expected a number of type {element}", start)
        return found

    def _attribute_number(self, element):
        if self.kind != NUMBER:
            return None
        start, token = self.start, self.advance()
        if isinstance(element, ty.FloatType):
            return self._float(token, element, start).value if "x" in token else float(token)
        if "." in token:
            return None
        value = whole_number(token)
        if isinstance(element, ty.IntegerType) and not -(1 << (element.width - 1)) <= value < 1 << element.width:
            raise self.error(f"integer constant out of range: {value} is no {element}", start)
        return value

    def _bool(self) -> Attribute:
        return BoolAttr(self.advance() == "true")

    def _unit(self) -> Attribute:
        self.advance()
        return UnitAttr()

    def _location_attribute(self) -> Attribute:
        return LocationAttr(self.location())

    def _affine(self) -> Attribute:
        from tfir.text.affine import read_affine

        return read_affine(self)

    def _opaque_builtin(self) -> Attribute:
        return OpaqueAttr(self._raw_text(self.start))

    def _distinct(self) -> Attribute:
        """`distinct[0]<attribute>`; the number tells it from others with the same attribute."""
        self.advance()
        self.expect("[")
        number = self.integer()
        self.expect("]")
        self.expect("<")
        inner = "" if self.at(">") else self.attribute().text
        self.expect(">")
        return OpaqueAttr(f"distinct[{number}]<{inner if inner != 'unit' else ''}>")

    # Locations

    def location(self):
        """`loc(...)`; the word itself is the next token."""
        self.keyword("loc")
        self.expect("(")
        found = self.location_body()
        self.expect(")")
        return found

    def location_body(self):
        return self.nested(self._location_body)

    def _location_body(self):
        if self.kind == HASH:
            return self._location_alias()
        if self.kind == STRING:
            return self._file_or_name()
        word = self.keyword("unknown", "callsite", "fused")
        if word == "unknown":
            return UNKNOWN
        if word == "callsite":
            self.expect("(")
            callee = self.location_body()
            self.keyword("at")
            caller = self.location_body()
            self.expect(")")
            return CallSite(callee, caller)
        metadata = None
        if self.accept("<"):
            metadata = self.attribute()
            self.expect(">")
        return FusedLocation(self.comma_list(self.location_body, "[", "]"), metadata)

    def _file_or_name(self):
        name = self.string()
        if self.accept(":"):
            line = self.integer()
            return self._file_range(name, line, self.integer() if self.accept(":") else 0)
        if self.accept("("):
            child = self.location_body()
            self.expect(")")
            return NameLocation(name, child)
        return NameLocation(name)

    def _file_range(self, name, line, column):
        if not self.accept("to"):
            return FileLineCol(name, line, column)
        end_line = line if self.at(":") else self.integer()
        self.expect(":")
        return FileLineCol(name, line, column, end_line, self.integer())

    def _location_alias(self):
        name = self.token[1:]
        if name not in self.attribute_aliases and None not in self.attribute_aliases:
            self.attribute_aliases[None] = None  # all that there are are read now
            self._read_location_aliases()
        if name not in self.attribute_aliases:
            raise self.error(f"operation location alias was never defined: '#{name}'")
        self.advance()
        found = self.attribute_aliases[name]
        return found.location if isinstance(found, LocationAttr) else found

    def _read_location_aliases(self) -> None:
        """Location aliases may be defined after their uses, at the end of the file: finds and reads them all."""
        here, definitions = self.start, {m[1]: m.end() for m in LOCATION_ALIAS(self.text)}
        reading: set[str] = set()

        def read(name):
            if name in self.attribute_aliases or name not in definitions or name in reading:
                return
            reading.add(name)
            end = self.balanced_end(self.text.index("(", definitions[name]))
            for used in ALIAS_USED(self.text[definitions[name] : end]):
                read(used)
            self.seek(definitions[name])
            self.attribute_aliases[name] = self.location()

        for name in definitions:
            read(name)
        self.seek(here)


_WORD_ATTRIBUTES = {
    "true": AttributeParser._bool, "false": AttributeParser._bool, "unit": AttributeParser._unit,
    "dense": AttributeParser._dense, "dense_resource": AttributeParser._dense_resource, "sparse": AttributeParser._sparse,
    "array": AttributeParser._array, "loc": AttributeParser._location_attribute,
    "affine_map": AttributeParser._affine, "affine_set": AttributeParser._affine,
    "distinct": AttributeParser._distinct, "strided": AttributeParser._opaque_builtin,
}  # fmt: skip
