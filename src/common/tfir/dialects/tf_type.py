"""The types and attributes that all TensorFlow dialects share: `!tf_type.string`, `#tf_type.shape<2x?>`, ...

A plain type is an `OpaqueType` of its text, so `OpaqueType("!tf_type.string")` names it anywhere. The older homes of the same
words (`!tfg.tensor`, `!tf.string`, `#tf.shape`, `#tfg.version`) read `TYPES` and `ATTRIBUTES` too; printed is the new spelling.
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import quoted
from tfir.ir.symbols import references
from tfir.ir.types import ComplexType, FloatType, FunctionType, IntegerType, OpaqueType, ShapedType, TensorType, Type, _intern, shapes_fit
from tfir.ods.control import CONTROL
from tfir.ods.dialect import Dialect
from tfir.startup.patterns import compiled

TENSOR = OpaqueType("!tf_type.tensor")
STRING, RESOURCE, VARIANT = (OpaqueType(f"!tf_type.{name}") for name in ("string", "resource", "variant"))

QUANTIZED = "qint8 qint16 qint32 quint8 quint16".split()
REFERENCES = [
    f"{name}ref"
    for name in "f32 f64 half bfloat16 bool int2 uint2 int4 uint4 int8 uint8 int16 uint16 int32 uint32 int64 uint64 string "
    "qint8 quint8 qint16 quint16 qint32 complex64 complex128 resource variant float8e5m2 float8e4m3fn float8e4m3fnuz "
    "float8e4m3b11fnuz float8e5m2fnuz float4e2m1fn".split()
]  # fmt: skip


class SubtypedType(Type):
    """`!tf_type.resource<tensor<2xf32>>`: a resource or variant of which it is known what tensors it holds."""

    __slots__ = ("keyword", "subtypes")
    keyword: str
    subtypes: tuple[Type, ...]

    def __new__(cls, keyword: str, subtypes) -> SubtypedType:
        key = (keyword, tuple(subtypes))
        text = f"!tf_type.{keyword}<{', '.join([t.text for t in key[1]])}>"
        return cls._all.get(key) or _intern(cls, key, text, keyword=keyword, subtypes=key[1])


def element_base(element: Type) -> Type:
    """A subtyped resource or variant without its subtypes; any other type as it is."""
    return OpaqueType(f"!tf_type.{element.keyword}") if isinstance(element, SubtypedType) else element


_REFERENCED = {
    "f32ref": "f32", "f64ref": "f64", "halfref": "f16", "bfloat16ref": "bf16", "boolref": "i1",
    "int8ref": "i8", "int16ref": "i16", "int32ref": "i32", "int64ref": "i64", "int4ref": "si4", "int2ref": "si2",
    "uint8ref": "ui8", "uint16ref": "ui16", "uint32ref": "ui32", "uint64ref": "ui64", "uint4ref": "ui4", "uint2ref": "ui2",
    "complex64ref": "complex<f32>", "complex128ref": "complex<f64>", "float8e5m2ref": "f8E5M2", "float8e4m3fnref": "f8E4M3FN",
    "float8e4m3fnuzref": "f8E4M3FNUZ", "float8e4m3b11fnuzref": "f8E4M3B11FNUZ", "float8e5m2fnuzref": "f8E5M2FNUZ",
    "float4e2m1fnref": "f4E2M1FN",
}  # fmt: skip


def dereferenced(element: Type) -> str:
    """The text of the type that a reference type refers to; of the type itself when it is none."""
    keyword = element.text.removeprefix("!tf_type.")
    if element.text == keyword or not keyword.endswith("ref"):
        return element.text
    return _REFERENCED.get(keyword, f"!tf_type.{keyword.removesuffix('ref')}")


def referred(element: Type) -> Type:
    """The type that a reference type refers to; the type itself when it is none."""
    text = dereferenced(element)
    if text == element.text:
        return element
    if text[0] == "!":
        return OpaqueType(text)
    if text.startswith("complex<"):
        return ComplexType(FloatType(text[len("complex<") : -1]))
    return FloatType(text) if text in FloatType.WIDTHS else IntegerType(int(text.lstrip("sui")), text[0] if text[0] in "su" else "")


def referring(element: Type) -> Type:
    """The type of references to an element type; the type itself where there are none."""
    keyword = next((name for name, text in _REFERENCED.items() if text == element.text), element.text.removeprefix("!tf_type.") + "ref")
    return OpaqueType(f"!tf_type.{keyword}") if keyword in REFERENCES else element


def are_compatible(one: Type, other: Type) -> bool:
    """Whether one value may have both types: shapes agree where known; subtypes and references do not matter."""
    if not isinstance(one, ShapedType) or not isinstance(other, ShapedType):
        return one is other
    return has_same_element(one, other) and shapes_fit(one.shape, other.shape)


def has_same_element(one: Type, other: Type) -> bool:
    return dereferenced(element_base(one.element)) == dereferenced(element_base(other.element))


def is_broadcastable(one: ShapedType, other: ShapedType) -> bool:
    """Whether `one` broadcasts to `other`, as far as the shapes are known."""
    if one.shape is None or other.shape is None:
        return True
    pairs = list(zip(reversed(one.shape), reversed(other.shape)))
    return len(one.shape) <= len(other.shape) and all(a == b or a == 1 or b == 1 or None in (a, b) for a, b in pairs)


# Reading types


def _plain(keyword: str):
    type = OpaqueType(f"!tf_type.{keyword}")
    return lambda parser: type


def _subtyped(keyword: str):
    def read(parser) -> Type:
        if not parser.at("<"):
            return OpaqueType(f"!tf_type.{keyword}")
        start = parser.start
        try:
            subtypes = parser.comma_list(lambda: _subtype(parser), "<", ">")
            if not subtypes:
                raise parser.error("expected non-function type", start)
            return SubtypedType(keyword, subtypes)
        except Error as error:  # two errors, as upstream has it: what is wrong, and with what
            raise Error.of([*error.diagnostics, *parser.error(f"invalid {keyword} type", start).diagnostics]) from None

    return read


def _subtype(parser) -> Type:
    start = parser.start
    type = parser.type()
    if not isinstance(type, TensorType):
        raise parser.error("invalid kind of type specified", start)
    if not is_element(type.element):
        raise parser.error(f"invalid subtype: '{type}'", start)
    return type


def is_element(type: Type) -> bool:
    """Whether tensors of TensorFlow have such elements."""
    if isinstance(type, OpaqueType):
        return type.dialect == "tf_type" and type not in (CONTROL, TENSOR)
    return not isinstance(type, (ShapedType, FunctionType))


TYPES = {name: _plain(name) for name in ("control", "tensor", "string", *QUANTIZED, *REFERENCES)}
TYPES |= {name: _subtyped(name) for name in ("resource", "variant")}


# Attributes


class ShapeAttr(Attribute):
    """`#tf_type.shape<2x?>`. `sizes` is None without a rank; a size None prints `?`, a negative number stands as it is."""

    __slots__ = ("sizes",)

    def __init__(self, sizes):
        self.sizes, self._text = None if sizes is None else tuple(sizes), None

    def _spell(self):
        if self.sizes is None:
            return "#tf_type.shape<*>"
        return f"#tf_type.shape<{'x'.join(['?' if n is None else str(n) for n in self.sizes])}>"

    @property
    def shape(self) -> tuple | None:
        """The shape as tensor types have it: every size that is not known is None."""
        return None if self.sizes is None else tuple([n if n is not None and n >= 0 else None for n in self.sizes])


class FuncAttr(Attribute):
    """`#tf_type.func<@name, {attributes}>`: a function and the attributes that it is instantiated with."""

    __slots__ = ("name", "attributes")

    def __init__(self, name: str | SymbolRefAttr, attributes=None):
        self.name = name if isinstance(name, SymbolRefAttr) else SymbolRefAttr(name)
        self.attributes = attributes if isinstance(attributes, DictAttr) else DictAttr(attributes or {})
        self._text = None

    def _spell(self):
        return f"#tf_type.func<{self.name if self.name.root else quoted('')}, {self.attributes}>"

    def symbol_references(self):
        if self.name.root:
            yield self.name
        yield from references(self.attributes)

    @property
    def has_elements(self):
        return self.attributes.has_elements


class PlaceholderAttr(Attribute):
    """`#tf_type.placeholder<"T">`: a value that the instantiation of the function gives."""

    __slots__ = ("value",)

    def __init__(self, value: str):
        self.value, self._text = value, None

    def _spell(self):
        return f"#tf_type.placeholder<{quoted(self.value)}>"


class VersionAttr(Attribute):
    """`#tf_type.version<producer = 42, min_consumer = 33>`."""

    __slots__ = ("producer", "min_consumer", "bad_consumers")

    def __init__(self, producer: int, min_consumer: int, bad_consumers=()):
        self.producer, self.min_consumer, self.bad_consumers = producer, min_consumer, tuple(bad_consumers)
        self._text = None

    def _spell(self):
        bad = f", bad_consumers = [{', '.join(map(str, self.bad_consumers))}]" if self.bad_consumers else ""
        return f"#tf_type.version<producer = {self.producer}, min_consumer = {self.min_consumer}{bad}>"


# FullTypeId of full_type.proto, by its name in lower case.
FULL_TYPES = {
    "unset": 0, "var": 1, "any": 2, "product": 3, "named": 4, "for_each": 20, "callable": 100, "bool": 200, "uint8": 201,
    "uint16": 202, "uint32": 203, "uint64": 204, "int8": 205, "int16": 206, "int32": 207, "int64": 208, "half": 209, "float": 210,
    "double": 211, "complex64": 212, "complex128": 213, "string": 214, "bfloat16": 215, "tensor": 1000, "array": 1001,
    "optional": 1002, "literal": 1003, "encoded": 1004, "shape_tensor": 1005, "dataset": 10102, "ragged": 10103,
    "iterator": 10104, "mutex_lock": 10202, "legacy_variant": 10203,
}  # fmt: skip
FULL_TYPE_NAMES = {number: name for name, number in FULL_TYPES.items()}


class FullTypeAttr(Attribute):
    """`#tf_type.full_type<tensor<var "T">>`: `id` is FullTypeId's number, `payload` a string, an integer or None."""

    __slots__ = ("id", "arguments", "payload")

    def __init__(self, id: int, arguments=(), payload: Attribute | None = None):
        self.id, self.arguments, self.payload, self._text = id, tuple(arguments), payload, None

    def body(self) -> str:
        inner = f"<{', '.join([a.body() for a in self.arguments])}>" if self.arguments else ""
        return f"{FULL_TYPE_NAMES[self.id]}{inner}{'' if self.payload is None else f' {self.payload}'}"

    def _spell(self):
        return f"#tf_type.full_type<{self.body()}>"


class TensorProtoAttr(ElementsAttr):
    """`#tf_type<tensor_proto : "0x..."> : type`: a constant that has no dense form, kept in TensorFlow's own encoding."""

    __slots__ = ("data",)

    def __init__(self, data: bytes, type: ShapedType):
        self.data, self.type, self._text = bytes(data), type, None

    def _spell(self):
        return f'#tf_type<tensor_proto : "0x{self.data.hex().upper()}"> : {self.type}'

    def decoded(self):
        """Quantized numbers, as the integers that are stored of them."""
        if getattr(self.type.element, "text", "").removeprefix("!tf_type.") not in QUANTIZED:
            return None
        from tfir.dialects.tf.records import quantized_numbers

        return quantized_numbers(self.data, self.type)

    def key(self):
        return self.data, self.type


# Reading attributes

_BYTES = compiled(r"(?:[0-9A-Fa-f]{2})*").fullmatch
_SIZES = compiled(r"<\s*(\*|(?:(?:\?|-?\d+)(?:\s*x\s*(?:\?|-?\d+))*)?)\s*>").match


def _shape(parser) -> ShapeAttr:
    match = _SIZES(parser.text, parser.start) if parser.at("<") else None
    if match is None:
        raise parser.error("expected an integer or `?` when parsing a tf.shape attribute")
    parser.seek(match.end())
    if match[1] == "*":
        return ShapeAttr(None)
    return ShapeAttr([None if n.strip() == "?" else int(n) for n in match[1].split("x")] if match[1] else ())


def _func(parser) -> FuncAttr:
    parser.expect("<")
    start, during = parser.start, "while parsing tf.func attribute"
    if parser.at(">"):
        raise Error.of([*parser.error("expected attribute value").diagnostics, *parser.error(f"expected symbol {during}").diagnostics])
    if parser.token[:1] not in ('"', "@"):
        raise parser.error(f"expected symbol {during}")
    name = parser.string() if parser.token[:1] == '"' else parser.symbol_name()
    if name and parser.text[start] == '"':
        raise parser.error(f"expected empty string or symbol {during}", start)
    parser.expect(",")
    if not parser.at("{"):
        raise parser.error(f"expected Dictionary attribute {during}")
    attributes: dict[str, Attribute] = {}
    parser.attribute_entries(attributes)
    parser.expect(">")
    return FuncAttr(name, attributes)


def _placeholder(parser) -> PlaceholderAttr:
    parser.expect("<")
    if parser.token[:1] != '"':
        raise parser.error("expected string while parsing tf.placeholder attribute")
    value = parser.string()
    parser.expect(">")
    return PlaceholderAttr(value)


def _version(parser) -> VersionAttr:
    parser.expect("<")
    producer = _version_field(parser, "producer")
    parser.expect(",")
    min_consumer = _version_field(parser, "min_consumer")
    bad = []
    if parser.accept(","):
        _version_word(parser, "bad_consumers")
        bad = parser.comma_list(parser.integer, "[", "]")
    parser.expect(">")
    return VersionAttr(producer, min_consumer, bad)


def _version_word(parser, word: str) -> None:
    if not parser.accept(word):
        raise parser.error(f"expected '{word}' in tf_type version")
    parser.expect("=")


def _version_field(parser, word: str) -> int:
    _version_word(parser, word)
    return parser.integer()


def _full_type(parser) -> FullTypeAttr:
    parser.expect("<")
    full_type = _full_type_body(parser)
    parser.expect(">")
    return full_type


def _full_type_body(parser) -> FullTypeAttr:
    start = parser.start
    name = parser.keyword()
    if name not in FULL_TYPES:
        raise parser.error(f"'{name}' is no full type", start)
    arguments = parser.comma_list(lambda: parser.nested(lambda: _full_type_body(parser)), "<", ">") if parser.at("<") else ()
    payload = parser.attribute() if not (parser.at(">") or parser.at(",")) else None
    if not isinstance(payload, (StringAttr, IntegerAttr, type(None))):
        raise parser.error("expected a string or an integer in a full type")
    return FullTypeAttr(FULL_TYPES[name], arguments, payload)


def _tensor_proto(parser) -> TensorProtoAttr:
    parser.expect("<")
    parser.keyword("tensor_proto")
    parser.expect(":")
    start = parser.start
    digits = parser.string()
    parser.expect(">")
    parser.expect(":")
    type = parser.type()
    if not digits.startswith("0x") or not _BYTES(digits[2:]):
        raise parser.error("expected hexadecimal digits after 0x in a tensor_proto", start)
    if not isinstance(type, ShapedType):
        raise parser.error(f"a tensor_proto has a tensor type, not {type}", start)
    return TensorProtoAttr(bytes.fromhex(digits[2:]), type)


ATTRIBUTES = {
    "shape": _shape, "func": _func, "placeholder": _placeholder, "version": _version, "full_type": _full_type, "": _tensor_proto,
}  # fmt: skip


DIALECT = Dialect("tf_type", "\n", types=TYPES, attributes=ATTRIBUTES)
