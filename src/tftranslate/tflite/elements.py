"""Tensors of a file as types and constants: elements, quantization, sparse and packed data, strings."""

from __future__ import annotations

from struct import pack, unpack_from

from tfir.dialects.tfl.attributes import DimensionAttr, SparsityAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.quantized_types import QuantizedType, default_range
from tfir.ir.types import F32, ComplexType, FloatType, IntegerType, OpaqueType, TensorType, Type, storage_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.attributes import Attribute

    from tftranslate.tflite.reading import Data, Record

ELEMENTS: dict[str, Type] = {
    **{f"FLOAT{width}": FloatType(f"f{width}") for width in (16, 32, 64)},
    **{f"INT{width}": IntegerType(width) for width in (2, 4, 8, 16, 32, 64)},
    **{f"UINT{width}": IntegerType(width, "u") for width in (4, 8, 16, 32, 64)},
    **{f"COMPLEX{width}": ComplexType(FloatType(f"f{width // 2}")) for width in (64, 128)},
    **{name: OpaqueType(f"!tf_type.{name.lower()}") for name in ("STRING", "RESOURCE", "VARIANT")},
    "BOOL": IntegerType(1),
    "BFLOAT16": FloatType("bf16"),
    "FLOAT8_E4M3FN": FloatType("f8E4M3FN"),
    "FLOAT8_E5M2": FloatType("f8E5M2"),
}
WORDS = {element: word for word, element in ELEMENTS.items()}
STRING = ELEMENTS["STRING"]


def word_of(element: Type) -> str:
    """The word of the schema for an element. Raises Error for one that it lacks."""
    if isinstance(element, QuantizedType):
        element = element.storage
    word = WORDS.get(element)
    if word is None and getattr(element, "keyword", None) in ("resource", "variant"):
        word = element.keyword.upper()
    if word is None:
        raise Error(f"TensorFlow Lite has no elements of type {element}")
    return word


# Types


def type_of(tensor: Record, is_constant: bool) -> TensorType:
    """The type of a tensor. One without sizes that does not say that it has a rank is of unknown rank, unless it is a constant."""
    element: Type = ELEMENTS[tensor.get("type", "FLOAT32")]
    sizes = tensor.get("shape", [])
    signature = tensor.get("shape_signature", [])
    if not sizes and not is_constant and not tensor.get("has_rank"):
        return TensorType(None, element)
    if len(signature) == len(sizes) and not is_constant:
        sizes = [None if told == -1 else size for size, told in zip(sizes, signature)]
    if any([size is not None and size < 0 for size in sizes]):
        raise Error(f"'{tensor.get('name', '')}' has the shape {sizes}")
    return TensorType(tuple(sizes), quantized_element(tensor, element, sizes))


def quantized_element(tensor: Record, element: Type, sizes: list) -> Type:
    """The element with its scales; as it is stored where there are none that a type can say."""
    told = tensor.get("quantization", {})
    scales, points = told.get("scale", []), told.get("zero_point", [])
    if not is_said_by_type(tensor) or not isinstance(element, IntegerType):
        return element
    points = points or [0] * len(scales)
    axis = told.get("quantized_dimension", 0) if len(scales) > 1 else None
    if len(points) == 1:
        points = points * len(scales)
    if len(points) != len(scales) or (axis is not None and not (0 <= axis < len(sizes) and sizes[axis] == len(scales))):
        name = tensor.get("name", "")
        raise Error(f"'{name}' has {len(scales)} scales and {len(points)} zero points for the shape {sizes}")
    return QuantizedType(element, F32, axis, tuple(scales), tuple(points), *default_range(element))


def is_said_by_type(tensor: Record) -> bool:
    told = tensor.get("quantization", {})
    scales = told.get("scale", [])
    is_plain = tensor.get("type", "FLOAT32") in ("INT4", "INT2", "UINT4", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32")
    return bool(scales) and "details" not in told and all([0 < scale < float("inf") for scale in scales]) and is_plain


def quantization_of(type: Type) -> Record:
    """The quantization that a type says."""
    element = getattr(type, "element", None)
    if not isinstance(element, QuantizedType):
        return {}
    told: Record = {"scale": list(element.scales), "zero_point": list(element.zero_points)}
    if element.axis:
        told["quantized_dimension"] = element.axis
    return told


# Constants


def constant_of(tensor: Record, data: Data) -> Attribute:
    """The elements of a constant in the file. Raises Error where the data are not as long as the shape says."""
    type = type_of(tensor, True)
    stored = TensorType(type.shape, type.element.storage if isinstance(type.element, QuantizedType) else type.element)
    name = tensor.get("name", "")
    if stored.element is STRING:
        return DenseStringsAttr(stored, strings_in(data, stored.size, name))
    if "sparsity" in tensor:
        return densified(tensor["sparsity"], stored, elements_in(data, stored.element), name)
    if isinstance(stored.element, OpaqueType):
        raise Error(f"'{name}' is a constant of {stored.element}")
    size = storage_bits(stored.element) // 8
    packed = isinstance(stored.element, IntegerType) and 1 < stored.element.width < 8
    length = -(-stored.size * stored.element.width // 8) if packed else stored.size * size
    if len(data) != length:
        raise Error(f"'{name}' has {len(data)} bytes of data for the shape {list(stored.sizes)} of {stored.element}")
    return DenseAttr(stored, unpacked(data, stored.element.width, stored.size) if packed else memoryview(data))


def data_of(constant: Attribute) -> bytes:
    """The bytes of a constant in a file."""
    if isinstance(constant, DenseStringsAttr):
        return strings_data(constant.values())
    element = constant.type.element
    data = constant.data
    if constant.is_splat:
        data = bytes(data) * constant.type.size
    if isinstance(element, IntegerType) and 1 < element.width < 8:
        return packed_data(data, element.width)
    return data


def unpacked(data: Data, width: int, count: int) -> bytes:
    """Elements of a few bits, the first in the lowest ones of a byte, as bytes."""
    mask, each = (1 << width) - 1, 8 // width
    low = [bytes(((value >> (place * width)) & mask) for value in range(256)) for place in range(each)]
    out = bytearray(len(data) * each)
    for place, table in enumerate(low):
        out[place::each] = bytes(data).translate(table)
    return bytes(out[:count])


def packed_data(data: Data, width: int) -> bytes:
    mask, each = (1 << width) - 1, 8 // width
    padded = bytes(data) + bytes(-len(data) % each)
    out = int.from_bytes(bytes(len(padded) // each), "little")
    for place in range(each):
        shifted = bytes((value & mask) << (place * width) for value in range(256))
        out |= int.from_bytes(padded[place::each].translate(shifted), "little")
    return out.to_bytes(len(padded) // each, "little")


def strings_in(data: Data, count: int, name: str) -> list[bytes]:
    """Strings of a buffer: how many, where each begins and the last one ends, then their bytes."""
    told = unpack_from("<i", data)[0] if len(data) >= 4 else 0
    if told != count or len(data) < 4 * (count + 2) * (count > 0 or len(data) > 0):
        raise Error(f"'{name}' has data of {told} strings, and its shape says {count}")
    places = unpack_from(f"<{count + 1}i", data, 4) if count else ()
    if any([not 4 <= first <= last <= len(data) for first, last in zip(places, places[1:])]):
        raise Error(f"'{name}' has strings outside of its data")
    return [bytes(data[first:last]) for first, last in zip(places, places[1:])]


def strings_data(strings: list[bytes]) -> bytes:
    start = 4 * (len(strings) + 2)
    places = [start]
    for each in strings:
        places.append(places[-1] + len(each))
    return pack(f"<{len(strings) + 2}i", len(strings), *places) + b"".join(strings)


# Sparse constants


def elements_in(data: Data, element: Type) -> list[bytes]:
    size = storage_bits(element) // 8
    return [bytes(data[at : at + size]) for at in range(0, len(data) - size + 1, size)]


def sparsity_of(sparsity: Record) -> SparsityAttr:
    dimensions = [
        DimensionAttr(
            told.get("format", "DENSE"),
            told.get("dense_size", 0),
            indices_of(told.get("array_segments")),
            indices_of(told.get("array_indices")),
        )
        for told in sparsity.get("dim_metadata", [])
    ]
    return SparsityAttr(sparsity.get("traversal_order", []), sparsity.get("block_map", []), dimensions)


def sparsity_record(attribute: SparsityAttr) -> Record:
    """The fields of a table that say the same as the attribute."""
    record: Record = {"traversal_order": list(attribute.traversal_order)}
    if attribute.block_map:
        record["block_map"] = list(attribute.block_map)
    record["dim_metadata"] = [dimension_record(each) for each in attribute.dim_metadata]
    return record


def dimension_record(dimension: DimensionAttr) -> Record:
    if dimension.format == "DENSE":
        return {"format": "DENSE", "dense_size": dimension.dense_size}
    return {
        "format": dimension.format,
        "array_segments": indices_record(dimension.segments),
        "array_indices": indices_record(dimension.indices),
    }


def indices_record(values: Sequence[int]) -> tuple[str, Record]:
    """Indices in the narrowest vector that holds all of them."""
    largest = max(values, default=0)
    kind = "Uint8Vector" if largest < 1 << 8 else "Uint16Vector" if largest < 1 << 16 else "Int32Vector"
    return kind, {"values": bytes(values) if kind == "Uint8Vector" else list(values)}


def indices_of(vector: tuple[str, Record] | None) -> list[int]:
    return list(vector[1].get("values", [])) if vector is not None else []


def densified(sparsity: Record, type: TensorType, values: list[bytes], name: str) -> DenseAttr:
    """The elements of a sparse constant one by one, zeros among them: dimensions are walked in their order, blocks last, of a dense one each
    index, of a sparse one those of its segment."""
    attribute, sizes = sparsity_of(sparsity), list(type.sizes)
    order, blocks = attribute.traversal_order, attribute.block_map
    size = storage_bits(type.element) // 8
    wrong = Error(f"'{name}' has sparse data that do not fit its shape {sizes}")
    if len(order) != len(sizes) + len(blocks) or len(order) != len(attribute.dim_metadata) or sorted(order) != list(range(len(order))):
        raise wrong
    if any([not 0 <= block < len(sizes) for block in blocks]):
        raise wrong
    extents = [0] * len(order)
    for at, dimension in zip(order, attribute.dim_metadata):
        extents[at] = dimension.dense_size
    if any([extent <= 0 for extent in extents[len(sizes) :]]):
        raise wrong
    steps = [1] * len(sizes)  # elements between neighbours along each dimension
    for at in reversed(range(len(sizes) - 1)):
        steps[at] = steps[at + 1] * sizes[at + 1]
    scales = [*[steps[at] for at in range(len(sizes))], *[steps[block] for block in blocks]]
    for number, block in enumerate(blocks):
        scales[block] = steps[block] * extents[len(sizes) + number]
    places = [(0, 0)]  # (the place among the elements, the place among the segments of the next dimension)
    for at, dimension in zip(order, attribute.dim_metadata):
        if dimension.format == "DENSE":
            count = dimension.dense_size
            if count < 0 or count * len(places) > type.size:
                raise wrong
            places = [(place + scales[at] * index, segment * count + index) for place, segment in places for index in range(count)]
            continue
        starts, indices = dimension.segments, dimension.indices
        if any([segment + 1 >= len(starts) or not 0 <= starts[segment] <= starts[segment + 1] <= len(indices) for _, segment in places]):
            raise wrong
        places = [
            (place + scales[at] * indices[index], index)
            for place, segment in places
            for index in range(starts[segment], starts[segment + 1])
        ]
        if len(places) > type.size:
            raise wrong
    if len(places) != len(values) or any([not 0 <= place < type.size for place, _ in places]):
        raise wrong
    data = bytearray(type.size * size)
    for (place, _), value in zip(places, values):
        data[place * size : place * size + size] = value
    return DenseAttr(type, bytes(data))
