"""What a file is beside its program, kept with the module that comes of it: all of its bytes but the elements of constants.

Order and places of tables, numbers of tensors and buffers, names of other subgraphs, fields that stand at their default: a program tells none of it,
and a file that was not changed shall be the same again. So the module has `tfl.file`, the bytes, and `tfl.constants`, where constants
stand in it. They are followed only while they give the module that is to be written: it is made again, and compared.
"""

from __future__ import annotations

from tfir.dialects.tfl.attributes import BytesAttr
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I64

from tftranslate.tflite.elements import data_of
from tftranslate.tflite.import_module import VARIABLE, import_module
from tftranslate.tflite.reading import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ir.attributes import Attribute

    from tftranslate.tflite.reading import Data

FILE, CONSTANTS = "tfl.file", "tfl.constants"
MOST = 1 << 32  # bytes of a constant
CONSTANT_OPS = frozenset(f"tfl.pseudo_{kind}const" for kind in ("", "q", "sparse_", "sparse_q"))


def module_of_file(data: Data) -> Operation:
    """The module of a file, with its layout."""
    view = memoryview(data)
    module, constants, places = imported(view)
    at, rest, spans = 0, [], []
    for start, end in sorted({place for op, number in constants if (place := place_of(op, number, places))}):
        if start >= at:  # constants that lie in each other stay with the rest
            rest.append(view[at:start])
            spans += [start, end - start]
            at = end
    module.set_attribute(FILE, BytesAttr(b"".join([*rest, view[at:]])))
    module.set_attribute(CONSTANTS, DenseArrayAttr(spans, I64))
    return module


def imported(view: memoryview) -> tuple[Operation, list[tuple[Operation, int]], list[tuple[int, int] | None]]:
    """The module, its constants with the numbers of their buffers, and where the bytes of each buffer stand in the file."""
    reader = Reader(view)
    model = reader.model()
    module, constants = import_module(model, view)
    places: list[tuple[int, int] | None] = []
    for buffer in model.get("buffers", []):
        offset, data = buffer.get("offset", 0), buffer.get("data")
        start = offset if offset > 1 else reader.places[id(data)] if data is not None else 0
        places.append((start, start + (buffer.get("size", 0) if offset > 1 else len(data))) if start else None)
    return module, constants, places


def place_of(op: Operation, number: int, places: list[tuple[int, int] | None]) -> tuple[int, int] | None:
    """Where in the file the elements of a constant stand, if they are numbers, and one by one."""
    is_plain = op.name in ("tfl.pseudo_const", "tfl.pseudo_qconst") and isinstance(op.attributes["value"], DenseAttr)
    return places[number] if is_plain and VARIABLE not in op.attributes else None


def kept_file(module: Operation) -> bytearray | None:
    """The bytes of the file that a module was read from, with the module's constants; None where it has become another one."""
    rest, spans = module.attributes.get(FILE), module.attributes.get(CONSTANTS)
    if not isinstance(rest, BytesAttr) or not isinstance(spans, DenseArrayAttr):
        return None
    file = without_constants(rest.data, list(spans.values))
    if file is None:
        return None
    try:
        other, constants, places = imported(memoryview(file))
    except Error:
        return None
    place_by_op = {id(op): place_of(op, number, places) for op, number in constants}
    missing = {(start, start + size) for start, size in zip(spans.values[::2], spans.values[1::2])}
    filled: dict[tuple[int, int], bytes] = {}

    def same_constant(ours: Operation, theirs: Operation) -> bool:
        """Whether constants are the same; those that the file is yet to get are noted."""
        one, two, place = ours.attributes["value"], theirs.attributes["value"], place_by_op.get(id(theirs))
        if one.type is not two.type or not isinstance(one, DenseAttr):
            return one == two
        data = bytes(data_of(one))
        if place is None or place not in missing:
            return isinstance(two, DenseAttr) and data == bytes(data_of(two))
        return len(data) == place[1] - place[0] and filled.setdefault(place, data) == data

    if not same_program(module, other, same_constant) or len(filled) != len(missing):
        return None
    for (start, end), data in filled.items():
        file[start:end] = data
    return file


def without_constants(rest: bytes, spans: list[int]) -> bytearray | None:
    """A file with zeros for its constants; None for places that cannot be."""
    file, at = bytearray(), 0
    for start, size in zip(spans[::2], spans[1::2]):
        part = start - len(file)
        if not 0 <= part <= len(rest) - at or not 0 <= size <= MOST:
            return None
        file += rest[at : at + part] + bytes(size)
        at += part
    return file + rest[at:]


def same_program(ours: Operation, theirs: Operation, same_constant: Callable[[Operation, Operation], bool]) -> bool:
    """Whether two modules say the same, but for the elements of constants, about which `same_constant` is asked."""
    numbers: dict[Value, Value] = {}

    def same(one: Operation, other: Operation) -> bool:
        if one.name != other.name or len(one.operands) != len(other.operands) or len(one.regions) != len(other.regions):
            return False
        if any([numbers.get(value) is not told for value, told in zip(other.operands, one.operands)]):
            return False
        if not same_types(one.results, other.results) or not same_attributes(one, other):
            return False
        return all([same_blocks(first, second) for first, second in zip(one.regions, other.regions)])

    def same_types(one: Sequence[Value], other: Sequence[Value]) -> bool:
        if [value.type for value in one] != [value.type for value in other]:
            return False
        numbers.update(zip(other, one))
        return True

    def same_attributes(one: Operation, other: Operation) -> bool:
        first, second = said(one), said(other)
        is_constant = one.name in CONSTANT_OPS
        if first.keys() != second.keys():
            return False
        rest = [name for name in first if not (is_constant and name == "value")]
        return all([first[name] == second[name] for name in rest]) and (not is_constant or same_constant(one, other))

    def same_blocks(one: Region, other: Region) -> bool:
        if len(one.blocks) != len(other.blocks):
            return False
        for first, second in zip(one.blocks, other.blocks):
            if not same_types(first.arguments, second.arguments) or len(first) != len(second):
                return False
            if not all([same(here, there) for here, there in zip(first, second)]):
                return False
        return True

    return same(ours, theirs)


def said(op: Operation) -> dict[str, Attribute]:
    """The attributes of an op that are no layout."""
    return {name: value for name, value in op.attributes.items() if name not in (FILE, CONSTANTS)}
