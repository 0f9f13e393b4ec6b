"""The types that only SPIR-V has: pointers, structures with offsets, arrays with strides, images over buffers.

Each is interned like the builtin types and reads as in MLIR's `spirv` dialect. Source: SPIR-V 1.3 specification, section 2.2.2.
"""

from __future__ import annotations

from tfir.ir.types import FloatType, IntegerType, Type, VectorType


class SpirvType(Type):
    """A type of this dialect. Subclasses have a table `_all` of their instances, by text."""

    __slots__ = ()

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


def component(p) -> Type:
    """Reads a type that others are made of."""
    start, type = p.start, p.type()
    if not isinstance(type, (IntegerType, FloatType, VectorType, SpirvType)):
        raise p.error(f"cannot use '{type}' to compose SPIR-V types", start)
    return type


def number_in_brackets(p) -> int:
    p.expect("[")
    number = p.integer()
    p.expect("]")
    return number


def stride(p) -> int:
    """`, stride=4`."""
    p.expect(",")
    p.keyword("stride")
    p.expect("=")
    return p.integer()


def read_pointer(p) -> Type:
    pointee = component(p)
    p.expect(",")
    return PointerType(pointee, p.keyword())


def read_struct(p) -> Type:
    brackets = "()" if p.at("(") else ()  # the spelling of 2019 has none
    members = p.comma_list(lambda: (component(p), number_in_brackets(p)), *brackets)
    return StructType([type for type, _ in members], [offset for _, offset in members])


def read_array(p) -> Type:
    count = p.integer()
    p.keyword("x")
    element = component(p)
    return ArrayType(count, element, number_in_brackets(p) if p.at("[") else stride(p))  # brackets are the spelling of 2019


def read_runtime_array(p) -> Type:
    return RuntimeArrayType(component(p), stride(p))


def read_image(p) -> Type:
    element = component(p)
    for word in ("Buffer", "NoDepth", "NonArrayed", "SingleSampled", "NeedSampler"):
        p.expect(",")
        p.keyword(word)
    p.expect(",")
    return ImageType(element, p.keyword())


def reader(keyword: str, body):
    """A function that reads `!spirv.keyword<...>` from the bracket on. A type that was met before is known by its text."""

    def read(p) -> Type:
        start, end = p.start, p.balanced_end(p.start)
        type = SpirvType._all.get(f"!spirv.{keyword}{p.text[start:end]}")
        if type is not None:
            p.seek(end)
            return type
        p.expect("<")
        type = body(p)
        p.expect(">")
        return type

    return read


BODIES = {"ptr": read_pointer, "struct": read_struct, "array": read_array, "rtarray": read_runtime_array, "image": read_image}
READERS = {keyword: reader(keyword, body) for keyword, body in BODIES.items()}
