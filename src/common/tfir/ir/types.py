"""Types. Each is interned: two types are equal exactly when they are the same object, and each knows its text.

Shapes are tuples of sizes; an unknown size is None, and an unranked tensor has the shape None. Source: MLIR language
reference, "Builtin dialect, Types".
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, whose import takes longer than this module's
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, ClassVar, TypeVar

    from tfir.ir.attributes import Attribute

    Interned = TypeVar("Interned", bound="Type")

    Sizes = tuple[int | None, ...]


class Type:
    """The type of a value. `text` is its spelling in MLIR's assembly."""

    __slots__ = ("text",)
    text: str
    _all: ClassVar[dict[Any, Any]]  # the types of a class by what distinguishes them

    def __init_subclass__(cls) -> None:
        cls._all = {}

    if TYPE_CHECKING:  # which class a type has is said by the op's table line and held by the verifier, not by a checker of Python

        def __getattr__(self, name: str) -> Any: ...

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def _intern(cls: type[Interned], key: object, text: str, **fields: object) -> Interned:
    """The one instance of `cls` for `key`; made with `text` and `fields` when it is first asked for."""
    new = object.__new__(cls)
    new.text = text
    for name, value in fields.items():
        setattr(new, name, value)
    interned: Interned = cls._all.setdefault(key, new)
    return interned


class IntegerType(Type):
    """`i32` (signless), `si4` (signed), `ui8` (unsigned). `signedness` is "", "s" or "u"; `width` is in bits."""

    __slots__ = ("width", "signedness")
    width: int
    signedness: str

    def __new__(cls, width: int, signedness: str = "") -> IntegerType:
        type = cls._all.get((width, signedness))
        return type or _intern(cls, (width, signedness), f"{signedness}i{width}", width=width, signedness=signedness)

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest number. Integers without a sign of their own count as signed, those of one bit as truth values."""
        if self.width == 1 and not self.signedness:
            return False, True
        half = 1 << (self.width - 1)
        return (0, 2 * half - 1) if self.signedness == "u" else (-half, half - 1)


class FloatType(Type):
    """`f32`, `bf16`, `f8E4M3FN`, ... `width` is in bits; `storage_bits` says how many of them a constant takes."""

    __slots__ = ("name", "width")
    name: str
    width: int
    WIDTHS = {
        "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "tf32": 19, "f80": 80, "f128": 128,
        "f8E5M2": 8, "f8E4M3": 8, "f8E4M3FN": 8, "f8E5M2FNUZ": 8, "f8E4M3FNUZ": 8, "f8E4M3B11FNUZ": 8, "f8E3M4": 8,
        "f8E8M0FNU": 8, "f6E2M3FN": 6, "f6E3M2FN": 6, "f4E2M1FN": 4,
    }  # fmt: skip

    def __new__(cls, name: str) -> FloatType:
        type = cls._all.get(name)
        return type or _intern(cls, name, name, name=name, width=cls.WIDTHS[name])

    @property
    def limits(self) -> tuple[float, float]:
        """-infinity and infinity; a type without infinities rounds them to its least and its greatest number."""
        return float("-inf"), float("inf")


class IndexType(Type):
    __slots__ = ()

    def __new__(cls) -> IndexType:
        return cls._all.get(()) or _intern(cls, (), "index")


class NoneType(Type):
    __slots__ = ()

    def __new__(cls) -> NoneType:
        return cls._all.get(()) or _intern(cls, (), "none")


class ComplexType(Type):
    __slots__ = ("element",)
    element: Type

    def __new__(cls, element: Type) -> ComplexType:
        return cls._all.get(element) or _intern(cls, element, f"complex<{element.text}>", element=element)


class FunctionType(Type):
    __slots__ = ("inputs", "results")
    inputs: tuple[Type, ...]
    results: tuple[Type, ...]

    def __new__(cls, inputs: Iterable[Type] = (), results: Iterable[Type] = ()) -> FunctionType:
        key = (tuple(inputs), tuple(results))
        type = cls._all.get(key)
        return type or _intern(cls, key, function_text(*key), inputs=key[0], results=key[1])


def function_text(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """`(a, b) -> c`: a single result stands bare unless it is itself a function type."""
    left = ", ".join([t.text for t in inputs])
    if len(results) == 1 and not isinstance(results[0], FunctionType):
        return f"({left}) -> {results[0].text}"
    return f"({left}) -> ({', '.join([t.text for t in results])})"


class TupleType(Type):
    __slots__ = ("elements",)
    elements: tuple[Type, ...]

    def __new__(cls, elements: Iterable[Type] = ()) -> TupleType:
        key = tuple(elements)
        type = cls._all.get(key)
        return type or _intern(cls, key, f"tuple<{', '.join([t.text for t in key])}>", elements=key)


class OpaqueType(Type):
    """A dialect's type that is not taken apart: `!dialect.body` or `!dialect<body>`, kept as it was written."""

    __slots__ = ("dialect",)
    dialect: str

    def __new__(cls, text: str) -> OpaqueType:
        type = cls._all.get(text)
        return type or _intern(cls, text, text, dialect=text[1:].partition(".")[0].partition("<")[0])


class ShapedType(Type):
    """Something with sizes and an element type. `shape` is None when even the rank is unknown."""

    __slots__ = ("shape", "element")
    shape: Sizes | None
    element: Type

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def is_static(self) -> bool:
        return self.shape is not None and None not in self.shape

    @property
    def sizes(self) -> tuple[int, ...]:
        """The shape where it is static. Raises `TypeError` where a size or the rank is unknown."""
        shape = self.shape or ()
        sizes = tuple([extent for extent in shape if extent is not None])
        if self.shape is None or len(sizes) != len(shape):
            raise TypeError(f"not all sizes of {self} are known")
        return sizes

    @property
    def size(self) -> int:
        """The number of elements. Raises `TypeError` where a size or the rank is unknown."""
        count = 1
        for extent in self.sizes:
            count *= extent
        return count


def shape_text(shape: Sizes | None, element: Type) -> str:
    if shape is None:
        return "*x" + element.text
    return "".join(["?x" if extent is None else f"{extent}x" for extent in shape]) + element.text


class TensorType(ShapedType):
    """`tensor<2x?xf32>`, `tensor<*xf32>`, with an optional encoding attribute."""

    __slots__ = ("encoding",)
    encoding: Attribute | None

    def __new__(cls, shape: Iterable[int | None] | None, element: Type, encoding: Attribute | None = None) -> TensorType:
        key = (shape if shape is None else tuple(shape), element, encoding)
        type: TensorType | None = cls._all.get(key)
        if type is not None:
            return type
        tail = "" if encoding is None else f", {encoding}"
        text = f"tensor<{shape_text(key[0], element)}{tail}>"
        return _intern(cls, key, text, shape=key[0], element=element, encoding=encoding)

    def with_shape(self, shape: Iterable[int | None] | None) -> TensorType:
        return TensorType(shape, self.element, self.encoding)

    def with_element(self, element: Type) -> TensorType:
        return TensorType(self.shape, element, self.encoding)


class VectorType(ShapedType):
    """`vector<4xf32>`; `scalable` marks, per dimension, the sizes written in brackets (`vector<[4]xf32>`)."""

    __slots__ = ("scalable",)
    shape: tuple[int, ...]
    scalable: tuple[bool, ...]

    def __new__(cls, shape: Iterable[int], element: Type, scalable: Iterable[bool] = ()) -> VectorType:
        key = (tuple(shape), element, tuple(scalable))
        type: VectorType | None = cls._all.get(key)
        if type is not None:
            return type
        flags = key[2] or (False,) * len(key[0])
        sizes = "".join([f"[{n}]x" if flag else f"{n}x" for n, flag in zip(key[0], flags)])
        return _intern(cls, key, f"vector<{sizes}{element.text}>", shape=key[0], element=element, scalable=key[2])


class MemRefType(ShapedType):
    """`memref<4xf32>`, `memref<4xf32, strided<[1]>, 3>`; `layout` and `space` are attributes or None."""

    __slots__ = ("layout", "space")
    layout: Attribute | None
    space: Attribute | None

    def __new__(
        cls, shape: Iterable[int | None] | None, element: Type, layout: Attribute | None = None, space: Attribute | None = None
    ) -> MemRefType:
        key = (shape if shape is None else tuple(shape), element, layout, space)
        type: MemRefType | None = cls._all.get(key)
        if type is not None:
            return type
        tail = "".join([f", {part.text_in_list}" for part in (layout, space) if part is not None])
        text = f"memref<{shape_text(key[0], element)}{tail}>"
        return _intern(cls, key, text, shape=key[0], element=element, layout=layout, space=space)


def shapes_fit(one: Sequence[object] | None, other: Sequence[object] | None) -> bool:
    """Whether two shapes can be of the same value. None for a shape, and all but an int for a size, say that it is not known."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all([a == b or not isinstance(a, int) or not isinstance(b, int) for a, b in zip(one, other)])


INDEX = IndexType()
NONE = NoneType()
I1, I8, I16, I32, I64 = (IntegerType(width) for width in (1, 8, 16, 32, 64))
UI8, UI16, UI32, UI64 = (IntegerType(width, "u") for width in (8, 16, 32, 64))
F16, BF16, F32, F64 = (FloatType(name) for name in ("f16", "bf16", "f32", "f64"))


def is_number(element: Type) -> bool:
    """Whether elements of this type have a fixed size, which `storage_bits` tells; text and handles have none."""
    return isinstance(element, IntegerType | FloatType | IndexType | ComplexType)


def storage_bits(element: Type) -> int:
    """How many bits an element takes in a dense constant's data: a whole number of bytes, i1 included. Raises `TypeError` for types
    that dense constants do not have."""
    if isinstance(element, ComplexType):
        return 2 * storage_bits(element.element)
    if isinstance(element, IndexType):
        return 64
    if isinstance(element, (IntegerType, FloatType)):
        return max(-(-element.width // 8), 1) * 8
    raise TypeError(f"elements of type {element} have no fixed size")


def is_part_of_byte(element: Type) -> bool:
    """Whether an element is a whole number of 2 to 7 bits, which has a byte of its own in arrays."""
    return isinstance(element, IntegerType) and 1 < element.width < 8
