"""Arrays as TVM stores them (NDArray::Save), and files of named ones (runtime.save_param_dict). Nothing is taken before it is known to be there.

An array: the magic number, a reserved word, the device it was on (a CPU), the number of dimensions, the type of elements, sizes, bytes of the data,
the data. A file: another magic number, a reserved word, names, arrays. All numbers are in little endian.
"""

from __future__ import annotations

from struct import pack, unpack_from

from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, TensorType, storage_bits

from tftranslate.relay.element_types import code_of, of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.types import Type

ARRAY_MAGIC, LIST_MAGIC, CPU = 0xDD5E40F096B4A13F, 0xF7E58D4F05049CB7, 1
MOST_DIMENSIONS = 64


class Damaged(Exception):
    """Bytes that are no array, with the reason."""


class Bytes:
    """Bytes that are read one number after another. Raises Damaged at their end."""

    __slots__ = ("data", "place")

    def __init__(self, data: bytes | memoryview):
        self.data, self.place = memoryview(data), 0

    def take(self, count: int) -> memoryview:
        if count > len(self.data) - self.place:
            raise Damaged(f"ends at byte {len(self.data)}, {count - (len(self.data) - self.place)} too early")
        self.place += count
        return self.data[self.place - count : self.place]

    def numbers(self, form: str, size: int) -> tuple[int, ...]:
        return unpack_from("<" + form, self.take(size))

    def word(self) -> int:
        return self.numbers("Q", 8)[0]


def read_array(data: Bytes) -> DenseAttr:
    """The array that begins here, as a constant. Raises Damaged."""
    if data.word() != ARRAY_MAGIC:
        raise Damaged("does not begin as an array")
    data.word()
    device, _, rank = data.numbers("iii", 12)
    code, bits, lanes = data.numbers("BBH", 4)
    if device != CPU:
        raise Damaged(f"is on a device of kind {device}, and no CPU's")
    element = of_code(code, bits, lanes)
    if element is None:
        raise Damaged(f"has elements of the unknown type ({code}, {bits}, {lanes})")
    if not 0 <= rank <= MOST_DIMENSIONS:
        raise Damaged(f"has {rank} dimensions")
    shape = data.numbers(f"{rank}q", 8 * rank)
    if any([size < 0 for size in shape]):
        raise Damaged("has a negative size")
    type, count = TensorType(shape, element), data.numbers("q", 8)[0]
    if count != type.size * storage_bits(element) // 8:
        raise Damaged(f"has {count} bytes for a '{type}'")
    content = bytes(data.take(count))
    if element is I1 and content.strip(b"\0\1"):
        raise Damaged("has truth values that are neither 0 nor 1")
    return DenseAttr(type, content)


def array_bytes(constant: DenseAttr) -> Iterator[bytes]:
    """A constant as TVM stores an array. Raises Damaged for a type that it has no number for."""
    type: Type = constant.type
    code = code_of(type.element)
    if code is None:
        raise Damaged(f"is of type '{type.element}', which TVM does not have")
    shape = type.sizes
    yield pack("<QQiiiBBH", ARRAY_MAGIC, 0, CPU, 0, len(shape), *code, 1)
    data = bytes(constant.data)
    data = data * type.size if constant.is_splat else data
    yield pack(f"<{len(shape)}qq", *shape, len(data))
    yield data


def is_params(data: bytes | memoryview) -> bool:
    """Whether a file holds parameters."""
    return bytes(data[:8]) == pack("<Q", LIST_MAGIC)


def read_params(content: bytes | memoryview, name: str) -> dict[str, DenseAttr]:
    """The arrays of a file of parameters by their names. Raises Error for what is damaged."""
    data = Bytes(content)
    try:
        if data.word() != LIST_MAGIC:
            raise Damaged("does not begin as a file of parameters")
        data.word()
        names = [bytes(data.take(data.word())).decode("utf-8", "surrogateescape") for _ in counted(data, 8)]
        arrays = [read_array(data) for _ in counted(data, 40)]
    except Damaged as reason:
        raise Error(f"{name}: at byte {data.place}: the file {reason}") from None
    if len(names) != len(arrays) or len(set(names)) != len(names):
        raise Error(f"{name}: {len(names)} names, {len(set(names))} of them different, for {len(arrays)} arrays")
    return dict(zip(names, arrays))


def counted(data: Bytes, least: int) -> range:
    """As many things as a number says, each of which takes so many bytes at least. Raises Damaged where these are not there."""
    count = data.word()
    if count > (len(data.data) - data.place) // least:
        raise Damaged(f"has {count} entries in {len(data.data) - data.place} bytes")
    return range(count)


def params_bytes(arrays: dict[str, DenseAttr]) -> Iterator[bytes]:
    """A file of parameters. Raises Damaged for a type that TVM does not have."""
    yield pack("<QQQ", LIST_MAGIC, 0, len(arrays))
    for name in arrays:
        encoded = name.encode("utf-8", "surrogateescape")
        yield pack("<Q", len(encoded)) + encoded
    yield pack("<Q", len(arrays))
    for constant in arrays.values():
        yield from array_bytes(constant)
