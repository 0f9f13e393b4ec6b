"""The constants of a program in a .safetensors file beside its text, which refers to them by `dense_resource<name>`.

Out of the text goes what it would have in hexadecimal. A name is that of the constant's node, so that other readers of such files see
the weights of the model by name; equal constants are one. What the format does not have (text, `complex<f64>`, whole numbers of odd widths)
stays where it is.
"""

from __future__ import annotations

from tfir.analysis.labels import label
from tfir.cli.files import Output, read_bytes, shown_name
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr
from tfir.ir.dense import HEX_IF_LARGER, DenseAttr, ElementsAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import take_name
from tfir.ir.types import I64, IntegerType, ShapedType, TensorType, Type
from tfir.storage.checkpoint.safetensors import is_held, pieces, tensors_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[ElementsAttr, Operation], ElementsAttr]

# What a type that the format does not have is stored as, byte by byte the same.
STORED_AS: dict[str, Type] = {"i2": IntegerType(2, "s"), "i4": IntegerType(4, "s"), "index": I64}
MOST_NAMED = 4  # constants that an error calls by their names


def stored_type(type: ShapedType) -> TensorType:
    """The type that a file says of constants of a type."""
    return TensorType(type.shape, STORED_AS.get(type.element.text, type.element))


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


def take_out(module: Operation) -> list[tuple[str, DenseAttr]]:
    """The large constants of a module by the names that it calls them by from now on."""
    names: dict[DenseAttr, str] = {}
    taken: set[str] = set()

    def reserve(constant: ElementsAttr, op: Operation) -> ElementsAttr:
        if isinstance(constant, ResourceAttr):
            taken.add(constant.name)
        return constant

    def replace(constant: ElementsAttr, op: Operation) -> ElementsAttr:
        if isinstance(constant, ResourceAttr) and constant.blob is not None:
            base = constant.name
            taken.discard(base)
        elif isinstance(constant, DenseAttr) and constant.is_printed_as_hex(HEX_IF_LARGER):
            base = label(op).partition("@")[0]
        else:
            return constant
        type = stored_type(constant.type)
        if not is_held(type):
            return constant
        dense = DenseAttr(type, constant.blob)
        if dense not in names:
            names[dense] = take_name(base, taken)
        return ResourceAttr(constant.type, names[dense], None)

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
        elif stored.type != stored_type(constant.type) or not isinstance(stored, DenseAttr):
            wrong.append((f"constant '{constant.name}' is a {constant.type} here, and a {stored.type} in {name_of_file}", op))
        else:
            return DenseAttr(constant.type, stored.blob, stored.is_splat)
        return constant

    change_constants(module, replace)
    if missing:
        names = ", ".join([f"'{name}'" for name in list(missing)[:MOST_NAMED]])
        others = f" and {len(missing) - MOST_NAMED} others" if len(missing) > MOST_NAMED else ""
        raise Error(f"{name_of_file} does not have {names}{others}", next(iter(missing.values())))
    if wrong:
        raise Error(*wrong[0])


def write_constants(path: str, constants: list[tuple[str, DenseAttr]]) -> None:
    """Writes the file that `put_back` reads."""
    with Output(path, binary=True) as out:
        for piece in pieces(constants):
            out.write(piece)
