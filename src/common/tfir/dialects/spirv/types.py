"""The types that only SPIR-V has: pointers, structures with offsets, arrays with strides, images over buffers.

Each is interned like the builtin types and reads as in MLIR's `spirv` dialect. Source: SPIR-V 1.3 specification, section 2.2.2.
"""

from __future__ import annotations

import re

from tfir.ir.types import FloatType, IntegerType, OpaqueType, Type, VectorType


class SpirvType(Type):
    """A type of this dialect. Subclasses have a table `_all` of their instances, by text."""

    __slots__ = ()
    _all: dict = {}

    @classmethod
    def _made(cls, text: str, **fields):
        type = SpirvType._all.get(text)
        if type is None:
            type = SpirvType._all[text] = object.__new__(cls)
            type.text = text
            for name, value in fields.items():
                setattr(type, name, value)
        return type


class PointerType(SpirvType):
    """`!spirv.ptr<f32, StorageBuffer>`."""

    __slots__ = ("pointee", "storage_class")

    def __new__(cls, pointee: Type, storage_class: str):
        return cls._made(f"!spirv.ptr<{pointee.text}, {storage_class}>", pointee=pointee, storage_class=storage_class)


class StructType(SpirvType):
    """`!spirv.struct<(f32 [0], i32 [4])>`: members, each with its offset in bytes."""

    __slots__ = ("members", "offsets")

    def __new__(cls, members, offsets):
        members, offsets = tuple(members), tuple(offsets)
        body = ", ".join([f"{member.text} [{offset}]" for member, offset in zip(members, offsets)])
        return cls._made(f"!spirv.struct<({body})>", members=members, offsets=offsets)


class ArrayType(SpirvType):
    """`!spirv.array<4 x f32, stride=4>`: `stride` is in bytes."""

    __slots__ = ("count", "element", "stride")

    def __new__(cls, count: int, element: Type, stride: int):
        return cls._made(f"!spirv.array<{count} x {element.text}, stride={stride}>", count=count, element=element, stride=stride)


class RuntimeArrayType(SpirvType):
    """`!spirv.rtarray<f32, stride=4>`: as many elements as the buffer behind it has."""

    __slots__ = ("element", "stride")

    def __new__(cls, element: Type, stride: int):
        return cls._made(f"!spirv.rtarray<{element.text}, stride={stride}>", element=element, stride=stride)


class ImageType(SpirvType):
    """A uniform texel buffer: texels of `format` (`R32f`, `Rgba32f`) that a fetch gives as four numbers of `element`."""

    __slots__ = ("element", "format")

    def __new__(cls, element: Type, format: str):
        text = f"!spirv.image<{element.text}, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, {format}>"
        return cls._made(text, element=element, format=format)


TOKEN = re.compile(r"!(?:spirv|spv)\.(\w+)<|vector<(\d+)x|(bf16|f\d+)|i(\d+)|(\d+)|([A-Za-z]\w*)|([<>()\[\],=])|\s+")


def from_text(text: str) -> Type:
    """The type that a spelling stands for. Raises ValueError where it is none of this dialect."""
    tokens = [m for m in TOKEN.finditer(text) if m[0].strip()]
    if "".join([m[0] for m in tokens]) != re.sub(r"\s+", "", text):
        raise ValueError(f"not a SPIR-V type: {text}")
    type, rest = _type([*tokens, None])
    if rest != [None]:
        raise ValueError(f"text after a SPIR-V type: {text}")
    return type


def _type(tokens):
    token, rest = tokens[0], tokens[1:]
    if token is None:
        raise ValueError("expected a SPIR-V type")
    if token[1]:
        reader = READERS.get(token[1])
        if reader is None:
            raise ValueError(f"unknown SPIR-V type !spirv.{token[1]}")
        return reader(rest)
    if token[2]:
        element, rest = _type(rest)
        return VectorType((int(token[2]),), element), _expect(rest, ">")
    if token[3] and token[3] in FloatType.WIDTHS:
        return FloatType(token[3]), rest
    if token[4]:
        return IntegerType(int(token[4])), rest
    raise ValueError(f"expected a SPIR-V type, found {token[0]}")


def _at(tokens, text) -> bool:
    return tokens[0] is not None and tokens[0][0] == text


def _expect(tokens, *texts):
    for text in texts:
        if not _at(tokens, text):
            raise ValueError(f"expected {text} in a SPIR-V type, found {tokens[0] and tokens[0][0]}")
        tokens = tokens[1:]
    return tokens


def _number(tokens):
    if tokens[0] is None or not tokens[0][5]:
        raise ValueError("expected a number in a SPIR-V type")
    return int(tokens[0][5]), tokens[1:]


def _pointer(tokens):
    pointee, tokens = _type(tokens)
    tokens = _expect(tokens, ",")
    return PointerType(pointee, tokens[0][0]), _expect(tokens[1:], ">")


def _struct(tokens):
    parenthesis = _at(tokens, "(")  # the spelling of 2019 has none
    tokens = tokens[1:] if parenthesis else tokens
    members, offsets = [], []
    while True:
        member, tokens = _type(tokens)
        offset, tokens = _number(_expect(tokens, "["))
        members.append(member)
        offsets.append(offset)
        tokens = _expect(tokens, "]")
        if not _at(tokens, ","):
            return StructType(members, offsets), _expect(tokens, *[")"] * parenthesis, ">")
        tokens = tokens[1:]


def _array(tokens):
    count, tokens = _number(tokens)
    element, tokens = _type(_expect(tokens, "x"))
    if _at(tokens, "["):  # the spelling of 2019
        stride, tokens = _number(tokens[1:])
        return ArrayType(count, element, stride), _expect(tokens, "]", ">")
    stride, tokens = _number(_expect(tokens, ",", "stride", "="))
    return ArrayType(count, element, stride), _expect(tokens, ">")


def _runtime_array(tokens):
    element, tokens = _type(tokens)
    stride, tokens = _number(_expect(tokens, ",", "stride", "="))
    return RuntimeArrayType(element, stride), _expect(tokens, ">")


def _image(tokens):
    element, tokens = _type(tokens)
    tokens = _expect(tokens, ",", "Buffer", ",", "NoDepth", ",", "NonArrayed", ",", "SingleSampled", ",", "NeedSampler", ",")
    return ImageType(element, tokens[0][0]), _expect(tokens[1:], ">")


def reader(keyword: str):
    """A function that reads `!spirv.keyword<...>` where the parser stands at its `<`."""

    def read(p):
        end = p.balanced_end(p.start)
        start = p.start
        try:
            type = from_text(f"!spirv.{keyword}{p.text[start:end]}")
        except ValueError as error:
            raise p.error(str(error), start) from None
        p.seek(end)
        return type

    return read


READERS = {"ptr": _pointer, "struct": _struct, "array": _array, "rtarray": _runtime_array, "image": _image}


def structured(type: Type) -> Type:
    """`type` itself, or what an opaque `!spirv.` spelling stands for."""
    return from_text(type.text) if isinstance(type, OpaqueType) else type
