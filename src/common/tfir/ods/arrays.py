"""Dense constants as NumPy arrays and back, and the dtype of each element type. NumPy enters the project here.

Numbers are viewed where they lie, without a copy; a splat is one element seen at every position. Such arrays are read-only.
Strings are object arrays of bytes.
"""

from __future__ import annotations

from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr, ResourceAttr, SparseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import (
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    UI8,
    UI16,
    UI32,
    UI64,
    ComplexType,
    FloatType,
    IntegerType,
    OpaqueType,
    TensorType,
    Type,
)  # fmt: skip
from tfir.ods.numpy_on_demand import np
from tfir.ods.shapes import is_static

NATIVE = {
    I1: "bool", I8: "int8", I16: "int16", I32: "int32", I64: "int64", INDEX: "int64",
    UI8: "uint8", UI16: "uint16", UI32: "uint32", UI64: "uint64", F16: "float16", F32: "float32", F64: "float64",
    ComplexType(F32): "complex64", ComplexType(F64): "complex128",
}  # fmt: skip
# Types that NumPy itself lacks, by their names in ml_dtypes.
EXTENDED = {
    "bf16": "bfloat16", "i2": "int2", "i4": "int4", "si2": "int2", "si4": "int4", "ui2": "uint2", "ui4": "uint4",
    "f8E3M4": "float8_e3m4", "f8E4M3": "float8_e4m3", "f8E4M3B11FNUZ": "float8_e4m3b11fnuz", "f8E4M3FN": "float8_e4m3fn",
    "f8E4M3FNUZ": "float8_e4m3fnuz", "f8E5M2": "float8_e5m2", "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu",
    "f4E2M1FN": "float4_e2m1fn", "f6E2M3FN": "float6_e2m3fn", "f6E3M2FN": "float6_e3m2fn",
}  # fmt: skip
# TensorFlow's own element types, each computed with as the plain type that stores it.
STORED_AS = {
    "!tf_type.qint8": "int8", "!tf_type.qint16": "int16", "!tf_type.qint32": "int32", "!tf_type.quint8": "uint8",
    "!tf_type.quint16": "uint16",
}  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import ArrayLike, DTypeLike

    Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
    Dtype: TypeAlias = np.dtype[Any]

_dtypes: dict[Type, Dtype] = {}
_elements: dict[Dtype, Type] = {}


def dtype_of(element: Type) -> Dtype:
    """The dtype whose arrays hold elements of a type, of a quantized one the stored integers; `object` for types without a fixed size."""
    dtype = _dtypes.get(element)
    if dtype is None:
        dtype = _dtypes[element] = np.dtype(_find_dtype(element))
    return dtype


def _find_dtype(element: Type) -> DTypeLike:
    if element in NATIVE:
        return NATIVE[element]
    if element.text in EXTENDED:
        import ml_dtypes

        extended: DTypeLike = getattr(ml_dtypes, EXTENDED[element.text])
        return extended
    if isinstance(element, IntegerType) and element.signedness == "s":
        return dtype_of(IntegerType(element.width))
    if is_quantized(element):
        return dtype_of(element.storage)
    if isinstance(element, OpaqueType):
        return STORED_AS.get(element.text, "object")
    raise Error(f"there are no arrays of element type {element}")


def element_of(like: DTypeLike) -> Type:
    """The element type that an array's dtype most naturally is. Raises Error where none is."""
    dtype = np.dtype(like)
    if not _elements:
        _elements.update({np.dtype(native): element for element, native in reversed(NATIVE.items())})
    if dtype in _elements:
        return _elements[dtype]
    if dtype == np.object_ or dtype.kind in "SU":
        return OpaqueType("!tf_type.string")
    for name, extended in EXTENDED.items():
        if dtype.name == extended:
            return IntegerType(int(name[-1]), "u" if name[0] == "u" else "") if "i" in name else FloatType(name)
    raise Error(f"no element type stands for NumPy's {dtype}")


def is_float(dtype: Dtype) -> bool:
    """Whether a dtype is a real floating-point type, those of ml_dtypes included."""
    return dtype.kind == "f" or (dtype.kind == "V" and "float" in dtype.name)


def is_integer(dtype: Dtype) -> bool:
    """Whether a dtype is an integer type, those of ml_dtypes included; truth values are none."""
    return dtype.kind in "iu" or (dtype.kind == "V" and "int" in dtype.name)


def converted(array: Array, dtype: Dtype) -> Array:
    """`array.astype(dtype)`, rounded once: ml_dtypes takes f64 to its types of 8 bits or fewer by way of f32. f8E8M0FNU has no zero; as
    LLVM's APFloat, and so StableHLO's reference interpreter, it takes its smallest number, 2^-127, where ml_dtypes takes NaN."""
    if array.dtype == np.float64 and dtype.itemsize == 1 and is_float(dtype):
        array = rounded_to_odd(array)
    if array.dtype.name in ("int4", "uint4", "int2", "uint2") and dtype.name in ("int4", "uint4", "int2", "uint2"):
        array = array.astype(np.int8)  # of which NumPy knows how to go on
    result = np.asarray(array.astype(dtype))  # of a NumPy scalar too
    if has_no_zero(dtype):
        result.view(np.uint8)[array == 0] = 0
    return result


def has_no_zero(dtype: Dtype) -> bool:
    """Whether a dtype is f8E8M0FNU: its numbers are powers of two, 2^-127 to 2^127, and NaN; there is no zero and no sign."""
    return dtype.kind == "V" and dtype.name == "float8_e8m0fnu"


def has_no_negative_zero(dtype: Dtype) -> bool:
    """Whether the pattern of a negative zero is the only NaN of a dtype, as in FNUZ types."""
    return dtype.kind == "V" and dtype.name.endswith("fnuz")


def has_negative_zero(array: Array) -> bool:
    """Whether an element of NumPy's floats is -0. Of what is repeated one is looked at."""
    if 0 in array.strides:
        array = array[tuple([slice(0, 1) if step == 0 else slice(None) for step in array.strides])]
    bits = array.view(f"u{array.dtype.itemsize}")
    return bool((bits == bits.dtype.type(1 << 8 * bits.itemsize - 1)).any())


def rounded_to_odd(array: Array) -> Array:
    """f64 as f32 so that rounding again, to fewer bits, gives what rounding at once would: what is not exact gets the neighbour
    whose last bit is set."""
    near = array.astype(np.float32)
    inexact = (near != array) & np.isfinite(near) & (near.view(np.uint32) & 1 == 0)
    towards = np.where(array > near, np.float32(np.inf), np.float32(-np.inf))
    return np.where(inexact, np.nextafter(near, towards), near)


def is_narrow_float(dtype: Dtype) -> bool:
    """Whether sums are kept in f32 while they grow: floating point below 32 bits."""
    return is_float(dtype) and dtype.itemsize < 4


def widened(array: Array) -> Array:
    """An array of narrow floats as one of f32, any other as it is."""
    return array.astype(np.float32) if is_narrow_float(array.dtype) else array


def bit_width(dtype: Dtype) -> int:
    """How many bits of an element's bytes count, of an integer or a float."""
    return NARROW.get(dtype.name, 8 * dtype.itemsize)


NARROW = {"int2": 2, "uint2": 2, "int4": 4, "uint4": 4, "float4_e2m1fn": 4, "float6_e2m3fn": 6, "float6_e3m2fn": 6}


def tensor_type(array: Array) -> TensorType:
    return TensorType(array.shape, element_of(array.dtype))


def array_of(attr: ElementsAttr) -> Array:
    """A constant as a read-only array of its type's shape. Raises Error where there is no data for it, or too much or too little."""
    shape = attr.type.shape
    if not is_static(shape):
        raise Error(f"a constant of type {attr.type} has elements that nothing counts")
    if isinstance(attr, DenseStringsAttr):
        return _strings(attr, shape)
    if isinstance(attr, SparseAttr):
        return _sparse(attr, shape)
    if isinstance(attr, ResourceAttr) and attr.blob is None:
        raise Error(f"the file has no data for the constant '{attr.name}'; --constants=@FILE.safetensors names one that has")
    if not isinstance(attr, (DenseAttr, ResourceAttr)):
        decoded: Array | None = attr.decoded()
        if decoded is None:
            raise Error(f"the elements of a constant are not known: {attr}")
        return decoded
    dtype = dtype_of(attr.type.element)
    flat = np.frombuffer(attr.data, dtype)
    if not flat.flags.aligned:
        flat = flat.copy()
    if attr.is_splat:
        return np.broadcast_to(flat.reshape(()), shape)
    if flat.size != attr.type.size:
        raise Error(f"a constant of type {attr.type} holds {attr.type.size} elements, but there is data for {flat.size}")
    return flat.reshape(shape)


def _strings(attr: DenseStringsAttr, shape: tuple[int, ...]) -> Array:
    flat = np.empty(len(attr.strings), object)
    flat[:] = attr.strings
    return np.broadcast_to(flat.reshape(()), shape) if attr.is_splat else flat.reshape(shape)


def _sparse(attr: SparseAttr, shape: tuple[int, ...]) -> Array:
    dense = np.zeros(shape, dtype_of(attr.type.element))
    dense[tuple(array_of(attr.indices).reshape(-1, len(shape)).T)] = array_of(attr.elements)
    return dense


def dense_of(array: Array, element: Type | None = None) -> ElementsAttr:
    """An array as a constant, its bytes by reference where they lie in order. All elements alike (to the bit) make a splat."""
    array = np.asarray(array)
    element = element_of(array.dtype) if element is None else element
    type = TensorType(array.shape, element)
    if array.dtype == np.object_ or array.dtype.kind in "SU":
        strings = [text.encode() if isinstance(text, str) else bytes(text) for text in array.ravel().tolist()]
        same = len(strings) > 0 and len(set(strings)) == 1
        return DenseStringsAttr(type, strings[:1] if same else strings, same)
    array = np.ascontiguousarray(array, dtype_of(element)).reshape(array.shape)
    if is_splat(array):
        return DenseAttr(type, array.reshape(-1)[:1].tobytes(), True)
    return DenseAttr(type, array.reshape(-1).view(np.uint8).data)


def is_splat(array: Array) -> bool:
    """Whether all elements have the same bits; an empty array is no splat."""
    if array.size == 0:
        return False
    raw = np.ascontiguousarray(array).reshape(-1)
    bits = raw.view(np.uint8).reshape(raw.size, raw.dtype.itemsize)
    return bool((bits[0] == bits[-1]).all() and (bits == bits[0]).all())


def numbers(array: ArrayLike) -> tuple[int, ...]:
    """Sizes, places or dimensions that lie in a buffer."""
    return tuple(np.asarray(array).reshape(-1).tolist())
