"""Tensors in `.safetensors` files: the length of a header (u64), the header (JSON: of each tensor type, shape and place), the bytes.

The format has no strings; those of a checkpoint, its graph of objects among them, stand in base64 in the header's `__metadata__`, and so do variants.
Numbers of a type that it does not have, as quantized ones and those of four bits, are the integers that TensorFlow stores of them; `__metadata__` has
the type.
Of F4 there are two numbers to a byte, the first in the lower bits; a tensor of them fills whole bytes.

Source: the description of the format in the safetensors repository's README, and what its library takes of the files that this leaves open.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import prod

from tfir.dialects.tf_type import STRING as TEXT
from tfir.dialects.tf_type import TensorProtoAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import ShapedType, TensorType
from tfir.storage.checkpoint.bundle import constant
from tfir.storage.checkpoint.parts import width
from tfir.storage.checkpoint.write_bundle import stored_numbers
from tfir.storage.datatypes import NAMES, NUMBERS, TYPES
from tfir.storage.tensors import LISTS, QUANTIZED, STRING, VARIANT, as_stored, variants, variants_in

METADATA, STRINGS, TYPES_OF = "__metadata__", "tensorflow_strings", "tensorflow_types"
LARGEST_HEADER = 100_000_000  # bytes, as other readers have it
MOST_ELEMENTS = 1 << 40
# The format's word for an element type, in the order by which other writers lay tensors out, largest last.
WORDS = {
    "i1": "BOOL", "f4E2M1FN": "F4", "ui8": "U8", "i8": "I8", "f8E5M2": "F8_E5M2", "f8E4M3FN": "F8_E4M3", "f8E4M3FNUZ": "F8_E4M3FNUZ",
    "f8E5M2FNUZ": "F8_E5M2FNUZ", "i16": "I16", "ui16": "U16", "f16": "F16", "bf16": "BF16", "i32": "I32", "ui32": "U32",
    "f32": "F32", "complex<f32>": "C64", "f64": "F64", "i64": "I64", "ui64": "U64",
}  # fmt: skip
AS_INTEGERS = {"b": "I8", "B": "U8", "h": "I16", "H": "U16", "i": "I32"}  # by how one is packed
ELEMENTS = {WORDS[type.text]: type for type in TYPES.values() if type.text in WORDS}
STRANGERS = ("F6_E2M3", "F6_E3M2", "F8_E8M0")  # which TensorFlow does not have
PACKED = "F4"
LOWER, UPPER = bytes([byte & 15 for byte in range(256)]), bytes([byte >> 4 for byte in range(256)])
FIELDS = ("dtype", "shape", "data_offsets")
BY_NAME = {name: number for number, name in NAMES.items()}
RANKS = {word: rank for rank, word in enumerate(WORDS.values())}


def is_safetensors(data) -> bool:
    size = int.from_bytes(bytes(data[:8]), "little")
    return len(data) > 9 and size < min(LARGEST_HEADER, len(data) - 7) and bytes(data[8:10]) in (b'{"', b"{}", b"{ ", b"{\n")


def pieces(tensors: Iterable[tuple[str, ElementsAttr]]) -> Iterator:
    """The bytes of a file that holds some tensors. Raises Error for one of a type that the format does not have."""
    numeric: dict[str, tuple[str, ElementsAttr]] = {}  # with the word of what is stored
    strings: list[dict] = []
    types: dict[str, str] = {}
    for position, (name, tensor) in enumerate(tensors):
        number = NUMBERS.get(tensor.type.element, 0)
        if isinstance(tensor, DenseStringsAttr) or isinstance(tensor, TensorProtoAttr) and number == VARIANT:
            texts = tensor.values() if isinstance(tensor, DenseStringsAttr) else variants_in(tensor)
            coded = [b64encode(text).decode() for text in texts]
            strings.append({"name": name, "shape": list(tensor.type.shape), "position": position, "base64": coded})
            types |= {} if number == STRING else {name: NAMES[number]}
        elif isinstance(tensor, DenseAttr) and tensor.type.element.text in WORDS and not half_filled(name, tensor.type):
            numeric[name] = WORDS[tensor.type.element.text], tensor
        elif isinstance(tensor, (DenseAttr, TensorProtoAttr)) and packed_as(number) in AS_INTEGERS:
            numeric[name], types[name] = (AS_INTEGERS[packed_as(number)], tensor), NAMES[number]
        else:
            raise Error(f"tensor '{name}' of type {tensor.type}: .safetensors has no such element type; .npz files hold it")
    laid_out = sorted(numeric, key=lambda name: (-RANKS[numeric[name][0]], name))
    sizes = {name: room(word, tensor.type) for name, (word, tensor) in numeric.items()}
    end_by_name = dict(zip(laid_out, accumulate([sizes[name] for name in laid_out])))
    metadata = {key: json.dumps(value) for key, value in ((STRINGS, strings), (TYPES_OF, types)) if value}
    header: dict = {METADATA: metadata} if metadata else {}
    for name, (word, tensor) in numeric.items():
        offsets = [end_by_name[name] - sizes[name], end_by_name[name]]
        header[name] = {"dtype": word, "shape": list(tensor.type.shape), "data_offsets": offsets}
    yield header_bytes(header)
    for name in laid_out:
        word, tensor = numeric[name]
        data = as_stored(NUMBERS[tensor.type.element], stored_numbers(tensor))
        yield packed(data) if word == PACKED else data


def is_held(type: ShapedType) -> bool:
    """Whether the format has numbers of a type, or whole numbers wide enough for them."""
    word = WORDS.get(type.element.text)
    if word is not None:
        return half_filled("", type) is None
    return LISTS.get(NUMBERS.get(type.element, 0), ("", "", 0))[1] in AS_INTEGERS


def header_bytes(header: dict) -> bytes:
    """The header and its length, filled up to eight bytes. Raises Error for what no other reader takes: one that is too large, and names that
    are no UTF-8."""
    try:
        text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        name = next(name for name in header if not is_text(name))
        raise Error(f"tensor '{name}' has a name that is not UTF-8, as those of .safetensors files are") from None
    text += b" " * (-len(text) % 8)
    if len(text) > LARGEST_HEADER:
        raise Error(f"a text of {len(text)} bytes in the header of a .safetensors file, which holds {LARGEST_HEADER}; .npz files hold it")
    return len(text).to_bytes(8, "little") + text


def is_text(name: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def room(word: str, type: ShapedType) -> int:
    """How many bytes a tensor takes in a file."""
    size: int = type.size
    return (size + 1) // 2 if word == PACKED else size * width(type.element)


def half_filled(name: str, type: ShapedType) -> str | None:
    """What is wrong with a tensor whose last byte would have one number of four bits."""
    is_odd = WORDS.get(type.element.text) == PACKED and type.size % 2
    return f"tensor '{name}' has {type.size} numbers of four bits, which fill no whole bytes" if is_odd else None


def packed(data) -> bytes:
    """Two numbers of four bits in each byte."""
    low, high = bytes(data[::2]), bytes(data[1::2])
    return (int.from_bytes(low, "little") | int.from_bytes(high, "little") << 4).to_bytes(len(low), "little")


def unpacked(data) -> bytes:
    """A byte for each of them."""
    made = bytearray(2 * len(data))
    made[::2], made[1::2] = bytes(data).translate(LOWER), bytes(data).translate(UPPER)
    return bytes(made)


def tensors_of(data, file: str) -> list[tuple[str, ElementsAttr]]:
    """The names and tensors of a file, in the header's order. Raises Error for a damaged one and for types that TensorFlow does not have."""
    data = memoryview(data)
    try:
        header = header_of(data)
        content = data[8 + int.from_bytes(data[:8], "little") :]
        metadata = header.pop(METADATA, None)
        strings, types = strings_in(metadata), types_in(metadata)
        for name, entry in header.items():
            require_entry(name, entry)
        require_whole([entry["data_offsets"] for entry in header.values()], len(content))
        tensors = [(name, tensor(name, entry, content, types.get(name))) for name, entry in header.items()]
        for position, name, texts in strings:
            tensors.insert(
                position, (name, variants(texts.type.with_element(TYPES[VARIANT]), texts.values()) if types.get(name) == VARIANT else texts)
            )
    except (ValueError, RecursionError) as error:
        raise Error(f"{file}: a damaged .safetensors file: {reason(error)}") from None
    except TypeUnknown as error:
        raise Error(f"{file}: {error}") from None
    return tensors


class TypeUnknown(Exception):
    """A file is as it should be, and has tensors of a type that TensorFlow does not have."""


def reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"its header is no JSON: {error}"
    return str(error) if type(error) is ValueError else "its header is not what the format has"


def header_of(data: memoryview) -> dict:
    if len(data) < 8:
        raise ValueError(f"{len(data)} bytes are too few for the length of its header")
    size = int.from_bytes(data[:8], "little")
    if size > min(LARGEST_HEADER, len(data) - 8):
        raise ValueError(f"a header of {size} bytes in a file of {len(data)}")
    text = bytes(data[8 : 8 + size])
    if text[:1] != b"{":
        raise ValueError("its header is no JSON object")
    try:
        header: dict = json.loads(text.decode(), object_pairs_hook=once, parse_int=counted)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {8 + error.start} of its header is not UTF-8") from None
    return header


def once(pairs: list[tuple[str, object]]) -> dict:
    """A JSON object, in which no key stands twice."""
    made: dict = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"'{key}' stands twice in its header")
        if not is_text(key):
            raise ValueError(f"'{key!a}' in its header is no text")
        made[key] = value
    return made


def counted(digits: str) -> int:
    """A number of JSON that counts something; others stay what they are and are refused where they stand."""
    return int(digits) if not digits.startswith("-") and len(digits) < 20 else -1


def require_entry(name: str, entry: object) -> None:
    """What the header says of a tensor: its type, shape and place."""
    if not isinstance(entry, dict):
        raise ValueError(f"tensor '{name}' is not described")
    for field in FIELDS:
        if field not in entry:
            raise ValueError(f"tensor '{name}' has no '{field}'")
    offsets = entry["data_offsets"]
    if not isinstance(entry["dtype"], str):
        raise ValueError(f"tensor '{name}' has a damaged type")
    if not is_list_of_sizes(entry["shape"]) or count_of(entry["shape"]) > MOST_ELEMENTS:
        raise ValueError(f"tensor '{name}' has a damaged shape")
    if not is_list_of_sizes(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ValueError(f"tensor '{name}' has damaged offsets")


def is_list_of_sizes(value: object) -> bool:
    return isinstance(value, list) and all([type(size) is int and size >= 0 for size in value])


def count_of(sizes: list[int]) -> int:
    """How many elements there would be, if empty dimensions had one: so sizes are bounded that stand beside them."""
    return prod([max(size, 1) for size in sizes])


def require_whole(offsets: list[list[int]], size: int) -> None:
    """The places of tensors follow one another from the first byte to the last."""
    end = 0
    for start, stop in sorted(offsets):
        if start != end:
            raise ValueError(f"bytes {end} to {start} belong to no tensor" if start > end else f"tensors overlap at byte {start}")
        end = stop
    if end != size:
        raise ValueError(f"its tensors have {end} bytes, the file has {size} for them")


def tensor(name: str, entry: dict, content: memoryview, number: int | None) -> ElementsAttr:
    """A tensor of a file; `number` is that of its type, where the format does not have that."""
    word = entry["dtype"]
    if word not in ELEMENTS:
        if word not in STRANGERS:
            raise ValueError(f"tensor '{name}' is of type {word}, which the format does not have")
        raise TypeUnknown(f"tensor '{name}' is of type {word}, which TensorFlow does not have")
    if number is not None and AS_INTEGERS.get(packed_as(number)) != word:
        raise ValueError(f"tensor '{name}' is of type {word}, and of {NAMES[number]} in '{METADATA}'")
    type = TensorType(tuple(entry["shape"]), ELEMENTS[word] if number is None else TYPES[number])
    start, stop = entry["data_offsets"]
    if word == PACKED and (wrong := half_filled(name, type)) is not None:
        raise ValueError(wrong)
    if stop - start != room(word, type):
        raise ValueError(f"tensor '{name}' of {type} has {stop - start} bytes")
    data = content[start:stop]
    return constant(type, memoryview(unpacked(data)) if word == PACKED else data, NUMBERS[type.element])


def packed_as(number: int) -> str:
    """How the numbers that TensorFlow stores of a type are packed; `""` where they are none."""
    return LISTS.get(QUANTIZED.get(number, number), ("", "", 0))[1]


def types_in(metadata: object) -> dict[str, int]:
    """The numbers of the types of tensors that the format does not have, by name."""
    try:
        named = json.loads(metadata.get(TYPES_OF, "{}")) if isinstance(metadata, dict) else {}
        return {name: BY_NAME[word] for name, word in named.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"'{TYPES_OF}' in its '{METADATA}' is damaged: {error!r}") from None


def strings_in(metadata: object) -> list[tuple[int, str, DenseStringsAttr]]:
    """The tensors of strings that metadata has, by where they stood among all. What else it says is not asked for."""
    if metadata is None:
        return []
    if not isinstance(metadata, dict) or not all([isinstance(text, str) for text in metadata.values()]):
        raise ValueError(f"its '{METADATA}' has more than texts")
    try:
        stored = [(entry["position"], entry["name"], strings_of(entry)) for entry in json.loads(metadata.get(STRINGS, "[]"))]
    except (ValueError, KeyError, TypeError, AttributeError, NotBase64) as error:
        raise ValueError(f"'{STRINGS}' in its '{METADATA}' is damaged: {error!r}") from None
    return sorted(stored, key=lambda each: each[0])


def strings_of(entry: dict) -> DenseStringsAttr:
    if not is_list_of_sizes(entry["shape"]) or count_of(entry["shape"]) > MOST_ELEMENTS:
        raise ValueError("a damaged shape")
    type, texts = TensorType(tuple(entry["shape"]), TEXT), [b64decode(text, validate=True) for text in entry["base64"]]
    if len(texts) != type.size:
        raise ValueError(f"{len(texts)} strings for {type}")
    return DenseStringsAttr(type, texts)
