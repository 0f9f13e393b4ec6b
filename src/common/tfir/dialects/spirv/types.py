"""The types that only SPIR-V has: pointers, structures with offsets, arrays with strides, images over buffers.

Each is interned like the builtin types and reads as in MLIR's `spirv` dialect. Source: SPIR-V 1.3 specification, section 2.2.2.
"""

from __future__ import annotations

from tfir.dialects.spirv.numbers import BLOCKS, MEMBER_DECORATIONS
from tfir.ir.types import FloatType, IntegerType, Type, VectorType
from tfir.startup.patterns import compiled

NAME = r"[A-Za-z_][\w.$]*"
NAMED = compiled(rf"{NAME}\s*,\s*\(").match


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
    """`!spirv.struct<S, (f32 [0, NonWritable], i32 [4]), Block>`: members, each with its offset in bytes where there are offsets, and with
    its decorations; then those of the structure. A name, where there is one, is told in front."""

    __slots__ = ("members", "offsets", "name", "member_decorations", "decorations")

    def __new__(cls, members, offsets=(), name: str = "", member_decorations=(), decorations=()):
        members, offsets, decorations = tuple(members), tuple(offsets), tuple(decorations)
        stated = tuple(map(tuple, member_decorations)) or ((),) * len(members)
        notes = [[*map(str, offsets[at : at + 1]), *words] for at, words in enumerate(stated)]
        body = ", ".join([member.text + (f" [{', '.join(words)}]" if words else "") for member, words in zip(members, notes)])
        text = f"!spirv.struct<{name + ', ' if name else ''}({body}){''.join([f', {word}' for word in decorations])}>"
        return cls._made(text, members=members, offsets=offsets, name=name, member_decorations=stated, decorations=decorations)


class ArrayType(SpirvType):
    """`!spirv.array<4 x f32, stride=4>`: `stride` is in bytes, zero where there is none."""

    __slots__ = ("count", "element", "stride")

    def __new__(cls, count: int, element: Type, stride: int):
        return cls._made(f"!spirv.array<{count} x {element.text}{stride_text(stride)}>", count=count, element=element, stride=stride)


class RuntimeArrayType(SpirvType):
    """`!spirv.rtarray<f32, stride=4>`: as many elements as the buffer behind it has."""

    __slots__ = ("element", "stride")

    def __new__(cls, element: Type, stride: int):
        return cls._made(f"!spirv.rtarray<{element.text}{stride_text(stride)}>", element=element, stride=stride)


def stride_text(stride: int) -> str:
    return f", stride={stride}" if stride else ""


class MatrixType(SpirvType):
    """`!spirv.matrix<4 x vector<3xf32>>`: `count` columns, each of which is an `element`."""

    __slots__ = ("count", "element")

    def __new__(cls, count: int, element: VectorType):
        return cls._made(f"!spirv.matrix<{count} x {element.text}>", count=count, element=element)


def part_of(type: Type, at: int) -> Type | None:
    """The type of a part of a composite; None where there is no such part."""
    if isinstance(type, StructType):
        return type.members[at] if 0 <= at < len(type.members) else None
    if isinstance(type, (ArrayType, MatrixType, VectorType)):
        count = type.shape[0] if isinstance(type, VectorType) else type.count
        return type.element if count is not None and 0 <= at < count else None
    return None


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


def member_notes(p) -> tuple[int | None, list[str]]:
    """`[0, NonWritable, MatrixStride=16]`, or nothing: the offset of a member and its decorations."""
    offset, words = None, list[str]()
    if not p.accept("["):
        return offset, words
    while not p.accept("]"):
        if not words and offset is None and p.token.isdigit():
            offset = p.integer()
        else:
            words.append(decoration(p, MEMBER_DECORATIONS))
        if not p.at("]"):
            p.expect(",")
    return offset, words


def decoration(p, numbers) -> str:
    start, word = p.start, p.keyword()
    if word not in numbers:
        raise p.error(f"{word} is no decoration that the dialect has", start)
    return f"{word}={p.integer()}" if p.accept("=") else word


def number_in_brackets(p) -> int:
    p.expect("[")
    number = p.integer()
    p.expect("]")
    return number


def stride(p) -> int:
    """`, stride=4`, or nothing."""
    if not p.accept(","):
        return 0
    p.keyword("stride")
    p.expect("=")
    return p.integer()


def read_pointer(p) -> Type:
    pointee = component(p)
    p.expect(",")
    return PointerType(pointee, p.keyword())


def read_struct(p) -> Type:
    name = ""
    if NAMED(p.text, p.start):
        name = p.keyword()
        p.expect(",")
    brackets = "()" if p.at("(") else ()  # the spelling of 2019 has none
    start, members = p.start, p.comma_list(lambda: (component(p), *member_notes(p)), *brackets)
    decorations = [decoration(p, BLOCKS) for _ in iter(lambda: p.accept(","), False)]
    offsets = [offset for _, offset, _ in members if offset is not None]
    if len(offsets) not in (0, len(members)):
        raise p.error("either all members of a structure have an offset, or none has", start)
    return StructType([type for type, _, _ in members], offsets, name, [words for _, _, words in members], decorations)


def read_array(p) -> Type:
    count = p.integer()
    p.keyword("x")
    element = component(p)
    return ArrayType(count, element, number_in_brackets(p) if p.at("[") else stride(p))  # brackets are the spelling of 2019


def read_runtime_array(p) -> Type:
    return RuntimeArrayType(component(p), stride(p))


def read_matrix(p) -> Type:
    count = p.integer()
    p.keyword("x")
    start, column = p.start, p.type()
    if not isinstance(column, VectorType) or not isinstance(column.element, FloatType) or not 2 <= count <= 4:
        raise p.error("expected two to four columns, each a vector of floats", start)
    return MatrixType(count, column)


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


BODIES = {
    "ptr": read_pointer,
    "struct": read_struct,
    "array": read_array,
    "rtarray": read_runtime_array,
    "image": read_image,
    "matrix": read_matrix,
}
READERS = {keyword: reader(keyword, body) for keyword, body in BODIES.items()}
