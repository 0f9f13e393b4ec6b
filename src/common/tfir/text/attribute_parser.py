"""Reads types, attributes and locations. Source: MLIR language reference, "Builtin dialect"."""

from __future__ import annotations

import re

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
from tfir.text.dense_parser import parse_dense
from tfir.text.lexer import BANG, HASH, NUMBER, STRING, SYMBOL, WORD, Scanner, unquoted, whole_number

INTEGER = re.compile(r"(s|u|)i([1-9]\d*)$").match
PLAIN_SHAPED = re.compile(r"(tensor|memref)<(\*x|(?:(?:\?|\d+)x)*)(i\d+|[su]i\d+|f\d+|bf16|index)>").match
EXTENT = re.compile(r"\s*(\?|\d+|\[\d+\])\s*(?=x)x\s*").match
UNRANKED = re.compile(r"\s*\*\s*x\s*").match
MAX_INTEGER_WIDTH = (1 << 24) - 1
DIMENSION_LIMIT = 1 << 63
NESTING_LIMIT = 200
# What may be an element; types of dialects may be as well, except of vectors.
OF_VECTORS = (ty.IntegerType, ty.FloatType, ty.IndexType)
OF_TENSORS = (*OF_VECTORS, ty.ComplexType, ty.VectorType)
OF_MEMREFS = (*OF_TENSORS, ty.MemRefType)
NEVER_ELEMENTS = (ty.FunctionType, ty.NoneType, ty.TupleType, ty.TensorType, ty.MemRefType)


class AttributeParser(Scanner):
    """A scanner that reads types and attributes. `lookup_dialect` answers with a dialect for a name, or None."""

    __slots__ = ("lookup_dialect", "allow_unregistered", "attribute_aliases", "type_aliases", "types", "pending_resources", "depth")

    def __init__(self, source: Source, lookup_dialect, allow_unregistered: bool = False):
        self.lookup_dialect, self.allow_unregistered = lookup_dialect, allow_unregistered
        self.attribute_aliases: dict[str, object] = {}
        self.type_aliases: dict[str, ty.Type] = {}
        self.types: dict[str, ty.Type] = {}
        self.pending_resources: dict[str, list[ResourceAttr]] = {}
        self.depth = 0
        super().__init__(source)

    def nested(self, read):
        """Runs a reader one level deeper; a file may nest only so far."""
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

    def string(self) -> str:
        return unquoted(self.take(STRING, "a string"))

    def integer(self) -> int:
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

    def comma_list(self, read, opening: str = "", closing: str = "") -> list:
        """`read()` as often as there are commas, between brackets if any are named."""
        if opening:
            self.expect(opening)
            if self.accept(closing):
                return []
        items = [read()]
        while self.accept(","):
            items.append(read())
        if closing:
            self.expect(closing)
        return items

    # Types

    def type(self) -> ty.Type:
        return self.nested(self._type)

    def _type(self) -> ty.Type:
        if self.kind == WORD:
            known = self.types.get(self.token)
            if known is not None:
                self.advance()
                return known
            return self._word_type()
        if self.kind == BANG:
            return self._dialect_type()
        if self.at("("):
            return self.function_type()
        raise self.expected("non-function type")

    def _word_type(self) -> ty.Type:
        word = self.token
        match = INTEGER(word)
        if match:
            if int(match[2]) > MAX_INTEGER_WIDTH:
                raise self.error(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")
            found = ty.IntegerType(int(match[2]), match[1])
        elif word in ty.FloatType.WIDTHS:
            found = ty.FloatType(word)
        elif word in ("index", "none"):
            found = ty.INDEX if word == "index" else ty.NONE
        else:
            reader = {"tensor": self._tensor, "memref": self._memref, "vector": self._vector, "complex": self._complex,
                      "tuple": self._tuple}.get(word)  # fmt: skip
            if reader is None:
                raise self.expected("non-function type")
            return self._plain_shaped() or reader()
        self.types[word] = found
        self.advance()
        return found

    def _plain_shaped(self) -> ty.Type | None:
        match = PLAIN_SHAPED(self.text, self.start)
        if match is None:
            return None
        found = self.types.get(match[0])
        if found is None:
            shape = None if match[2] == "*x" else tuple([None if n == "?" else self._extent(n) for n in match[2].split("x")[:-1]])
            self.seek(match.start(3))
            element = self._word_type()
            found = self.types[match[0]] = (ty.TensorType if match[1] == "tensor" else ty.MemRefType)(shape, element)
        self.seek(match.end())
        return found

    def _extent(self, text: str) -> int:
        if int(text) >= DIMENSION_LIMIT:
            raise self.error("a dimension must fit into 64 bits")
        return int(text)

    def _shape(self):
        """The sizes in front of an element type; called when '<' is the next token, which it takes."""
        if not self.at("<"):
            raise self.expected("'<'")
        position = self.position
        unranked = UNRANKED(self.text, position)
        if unranked:
            self.seek(unranked.end())
            return None
        sizes = []
        while found := EXTENT(self.text, position):
            sizes.append(found[1])
            position = found.end()
        self.seek(position)
        return sizes

    def dimension_list(self, sizes):
        return None if sizes is None else tuple([None if n == "?" else self._extent(n) for n in sizes])

    def _tensor(self):
        self.advance()
        shape, element = self.dimension_list(self._shape()), self._element("tensor", OF_TENSORS)
        encoding = self._encoding(shape) if self.accept(",") else None
        self.expect(">", "in tensor type")
        return ty.TensorType(shape, element, encoding)

    def _encoding(self, shape) -> Attribute:
        """A tensor's encoding, which may have demands on its shape."""
        start, encoding = self.start, self.attribute()
        misfit = getattr(encoding, "misfit", None)
        if misfit is not None and (problem := misfit(shape)):
            raise self.error(problem, start)
        return encoding

    def _element(self, of: str, allowed) -> ty.Type:
        """The type of the elements of a tensor, memref or vector; types of dialects may be elements of tensors and memrefs."""
        start, found = self.start, self.type()
        if not isinstance(found, allowed) and (of == "vector" or isinstance(found, NEVER_ELEMENTS)):
            raise self.error(f"invalid {of} element type: '{found}'", start)
        return found

    def _memref(self):
        start = self.start
        self.advance()
        shape, element = self.dimension_list(self._shape()), self._element("memref", OF_MEMREFS)
        extra = [self._memref_part()] if self.accept(",") else []
        extra += [self._memref_part()] if self.accept(",") else []
        self.expect(">")
        is_layout = bool(extra) and extra[0].text.startswith(("strided<", "affine_map<"))
        layout = extra.pop(0) if is_layout else None
        rank = getattr(layout, "dimensions", None)
        if rank is not None and rank != len(shape or ()):
            raise self.error(f"memref layout mismatch between rank and affine map: {len(shape or ())} != {rank}", start)
        return ty.MemRefType(shape, element, layout, extra[0] if extra else None)

    def _memref_part(self):
        return self._raw("strided") if self.at("strided") else self.attribute()

    def _vector(self):
        start = self.start
        self.advance()
        sizes = self._shape() or []
        if any(n == "?" for n in sizes):
            raise self.error("a vector has no unknown sizes")
        element = self._element("vector", OF_VECTORS)
        self.expect(">", "in vector type")
        if "0" in sizes:
            raise self.error("vector types must have positive constant sizes but got 0", start)
        scalable = tuple(n[0] == "[" for n in sizes)
        return ty.VectorType([int(n.strip("[]")) for n in sizes], element, scalable if any(scalable) else ())

    def _complex(self):
        self.advance()
        self.expect("<")
        element = self.type()
        if not isinstance(element, (ty.FloatType, ty.IntegerType)):
            raise self.error(f"invalid element type for complex: '{element}'")
        self.expect(">", "in complex type")
        return ty.ComplexType(element)

    def _tuple(self):
        self.advance()
        return ty.TupleType(self.comma_list(self.type, "<", ">"))

    def function_type(self) -> ty.FunctionType:
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
            raise self.error(f"undefined symbol alias id '{name}'")
        if dialect is None:
            self._check_registered("type", f"!{name}")
        elif dialect.types:
            raise self.error(f"unknown {prefix} type: {keyword}")
        return ty.OpaqueType(self._raw_text(start))

    def _check_registered(self, what: str, name: str) -> None:
        if not self.allow_unregistered:
            raise self.error(f"{what} '{name}' is of an unregistered dialect; use --allow-unregistered-dialect if that is intended")

    def _raw_text(self, start: int) -> str:
        """From `start` over the next token and the brackets that follow it at once, as written."""
        end = self.position
        if self.text[end : end + 1] == "<":
            end = self.balanced_end(end)
        self.seek(end)
        return self.text[start:end]

    def raw_body(self) -> str:
        """What stands between the next token, a bracket, and the one that closes it, both included, on one line."""
        start, end = self.start, self.balanced_end(self.start)
        self.seek(end)
        return " ".join(self.text[start:end].split())

    def _raw(self, keyword: str) -> OpaqueAttr:
        return OpaqueAttr(self._raw_text(self.start))

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
            kind = "floating point" if is_float else "integer"
            raise self.error(f"{kind} value not valid for specified type: a number cannot have the type {type}")
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
            type = self.type()
            return SparseAttr(type, parse_dense(self, ty.TensorType((0, type.rank), ty.I64)), parse_dense(self, type.with_shape((0,))))
        start, indices_at = self.start, self.start
        self._skip_literal()
        self.expect(",")
        values_at = self.start
        self._skip_literal()
        self.expect(">")
        self.expect(":")
        type = self.type()
        end = self.start
        self.seek(values_at)
        values = parse_dense(self, element=type.element)
        self.seek(indices_at)
        indices = parse_dense(self, element=ty.I64)
        self.seek(end)
        self._check_sparse(type, indices, start)
        return SparseAttr(type, indices, values)

    def _check_sparse(self, type, indices, start: int) -> None:
        """Every element that is listed lies within the shape."""
        flat, rank = indices.values(), type.rank
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
        here, definitions = self.start, {m[1]: m.end() for m in re.finditer(r"(?:^|[\s)])#([\w$.]+)\s*=\s*(?=loc\()", self.text, re.M)}
        reading: set[str] = set()

        def read(name):
            if name in self.attribute_aliases or name not in definitions or name in reading:
                return
            reading.add(name)
            end = self.balanced_end(self.text.index("(", definitions[name]))
            for used in re.findall(r"#([\w$.]+)", self.text[definitions[name] : end]):
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
    "distinct": AttributeParser._opaque_builtin, "strided": AttributeParser._opaque_builtin,
}  # fmt: skip
