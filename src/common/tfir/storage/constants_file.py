"""The constants of a program in a .safetensors file beside its text, which refers to them by `dense_resource<name>`.

Out of the text goes what it would have in hexadecimal. A name is that of the constant's node, so that other readers of such files see
the weights of the model by name; equal constants are one. Of what the format does not have numbers of one byte are its bytes, `complex<f64>` are
pairs of F64 along one more dimension, and text stands in base64 in its `__metadata__`, as that of a checkpoint does, which only our tools read.
Other numbers (whole ones of odd widths, `f80`, `f128`) stay where they are.
"""

from __future__ import annotations

from tfir.analysis.labels import label
from tfir.cli.files import Output, read_bytes, shown_name
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr
from tfir.ir.dense import HEX_IF_LARGER, DenseAttr, DenseStringsAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import take_name
from tfir.ir.types import F64, I64, ComplexType, FloatType, IntegerType, ShapedType, TensorType, Type, storage_bits
from tfir.storage.checkpoint.safetensors import is_held, pieces, tensors_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[ElementsAttr, Operation], ElementsAttr]

# What a type that the format does not have is stored as, byte by byte the same.
STORED_AS: dict[str, Type] = {"i2": IntegerType(2, "s"), "i4": IntegerType(4, "s"), "index": I64}
PAIRED: dict[Type, Type] = {ComplexType(F64): F64}
BYTE = IntegerType(8, "u")
LARGE_TEXT = 1024  # bytes of all strings of a constant
MOST_NAMED = 4  # constants that an error calls by their names


def stored_type(type: ShapedType) -> TensorType:
    """The type that a file says of constants of a type."""
    element = type.element
    if element in PAIRED:
        return TensorType((*type.sizes, 2), PAIRED[element])
    stored = TensorType(type.sizes, STORED_AS.get(element.text, element))
    if not is_held(stored) and isinstance(element, FloatType) and storage_bits(element) == BYTE.width:
        return stored.with_element(BYTE)
    return stored


def changed(attribute: Attribute, op: Operation, change: Change) -> Attribute:
    """An attribute with each constant in it changed; itself where none is."""
    if isinstance(attribute, ElementsAttr):
        return change(attribute, op)
    if isinstance(attribute, ArrayAttr):
        elements = [changed(each, op, change) for each in attribute.elements]
        return attribute if all([a is b for a, b in zip(elements, attribute.elements)]) else ArrayAttr(elements)
    if isinstance(attribute, DictAttr):
        entries = {name: changed(each, op, change) for name, each in attribute.entries.items()}
        return attribute if all([entries[name] is each for name, each in attribute.entries.items()]) else DictAttr(entries)
    return attribute


def change_constants(module: Operation, change: Change) -> None:
    for op in module.walk():
        for name, attribute in list(op.attributes.items()):
            if attribute.has_elements:
                after = changed(attribute, op, change)
                if after is not attribute:
                    op.set_attribute(name, after)


def is_large_text(constant: DenseStringsAttr) -> bool:
    """Whether strings take room in the text: one that is repeated stays."""
    if constant.is_splat and constant.type.size > 1:
        return False
    return len(constant.strings) > HEX_IF_LARGER or sum(map(len, constant.strings)) > LARGE_TEXT


def take_out(module: Operation) -> list[tuple[str, ElementsAttr]]:
    """The large constants of a module by the names that it calls them by from now on."""
    names: dict[ElementsAttr, str] = {}
    taken: set[str] = set()

    def reserve(constant: ElementsAttr, op: Operation) -> ElementsAttr:
        if isinstance(constant, ResourceAttr):
            taken.add(constant.name)
        return constant

    def replace(constant: ElementsAttr, op: Operation) -> ElementsAttr:
        base = label(op).partition("@")[0]
        stored: ElementsAttr
        if isinstance(constant, DenseStringsAttr) and is_large_text(constant):
            stored = constant
        elif isinstance(constant, ResourceAttr) and constant.blob is not None and is_held(stored_type(constant.type)):
            base = constant.name
            taken.discard(base)
            stored = DenseAttr(stored_type(constant.type), constant.blob)
        elif isinstance(constant, DenseAttr) and constant.is_printed_as_hex(HEX_IF_LARGER) and is_held(stored_type(constant.type)):
            stored = DenseAttr(stored_type(constant.type), constant.blob)
        else:
            return constant
        if stored not in names:
            names[stored] = take_name(base, taken)
        return ResourceAttr(constant.type, names[stored], None)

    change_constants(module, reserve)
    change_constants(module, replace)
    return [(name, constant) for constant, name in names.items()]


def put_back(module: Operation, path: str) -> None:
    """Gives constants that have a name alone the elements that a file has under it, which stay where they lie, mapped, until they are
    computed with. Raises Error for a damaged file and for constants that it does not have, or has of other types."""
    name_of_file = shown_name(path)
    tensors = dict(tensors_of(read_bytes(path), name_of_file))
    missing: dict[str, Operation] = {}
    wrong: list[tuple[str, Operation]] = []

    def replace(constant: ElementsAttr, op: Operation) -> ElementsAttr:
        if not isinstance(constant, ResourceAttr) or constant.blob is not None:
            return constant
        stored = tensors.get(constant.name)
        if stored is None:
            missing.setdefault(constant.name, op)
        elif stored.type != stored_type(constant.type) or not isinstance(stored, (DenseAttr, DenseStringsAttr)):
            wrong.append((f"constant '{constant.name}' is a {constant.type} here, and a {stored.type} in {name_of_file}", op))
        elif isinstance(stored, DenseAttr) and stored.is_splat and constant.type.element in PAIRED:
            return DenseAttr(constant.type, bytes(stored.data) * 2, True)  # the same number in both parts of all pairs
        else:
            return stored.with_type(constant.type)
        return constant

    change_constants(module, replace)
    if missing:
        names = ", ".join([f"'{name}'" for name in list(missing)[:MOST_NAMED]])
        others = f" and {len(missing) - MOST_NAMED} others" if len(missing) > MOST_NAMED else ""
        raise Error(f"{name_of_file} does not have {names}{others}", next(iter(missing.values())))
    if wrong:
        raise Error(*wrong[0])


def write_constants(path: str, constants: list[tuple[str, ElementsAttr]]) -> None:
    """Writes the file that `put_back` reads."""
    with Output(path, binary=True) as out:
        for piece in pieces(constants):
            out.write(piece)
