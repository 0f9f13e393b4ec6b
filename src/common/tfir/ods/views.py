"""Checks of ops that see tensors and buffers in parts, or their elements under other shapes: dynamic sizes, offsets with sizes and
strides, and groups of dimensions. Wording follows MLIR's verifiers. Numbers that are not known are None."""

from __future__ import annotations

from tfir.ir.diagnostics import Bare, Error
from tfir.ods.slots import segment_sizes
from tfir.text.pieces import DYNAMIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Operation
    from tfir.ir.types import ShapedType

    Numbers = Sequence[int | None]


def dynamic_sizes(op: Operation, type: ShapedType, count: int) -> None:
    """Verifies that there is an operand for each size of a type that is not known."""
    missing = (type.shape or ()).count(None)
    if missing != count:
        raise Error.on(op, f"incorrect number of dynamic sizes, has {count}, expected {missing}")


def groups_of(op: Operation) -> list[list[int]]:
    """The groups of dimensions that `reassociation` says."""
    return [[number.value for number in group.elements] for group in op.attributes["reassociation"].elements]


def parts(op: Operation, first: int = 1, rank: int | None = None, one_offset: bool = False) -> list[list[int | None]]:
    """Offsets, sizes and strides of a slice whose operands stand behind `first` others; None for each that an operand gives."""
    lists = [list(op.attributes[f"static_{name}"].values) for name in ("offsets", "sizes", "strides")]
    offsets, sizes, strides = map(len, lists)
    counts = segment_sizes(op, "operand", first + 3, len(op.operands))[first:]
    for name, values, count in zip(("offsets", "sizes", "strides"), lists, counts):
        if values.count(DYNAMIC) != count:
            entries = f"the number of dynamic entries in 'static_{name}' ({count} vs {values.count(DYNAMIC)})"
            raise Error.on(op, Bare(f"expected the number of '{name}' to match {entries}"))
    as_mixed = "so the rank of the result type is well-formed."
    if one_offset and offsets != 1:
        raise Error.on(op, Bare(f"expected 1 offset values, got {offsets}"))
    if not one_offset and offsets != sizes:
        raise Error.on(op, Bare(f"expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) {as_mixed}"))
    if sizes != strides:
        raise Error.on(op, Bare(f"expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) {as_mixed}"))
    if rank is not None and sizes != rank:
        raise Error.on(op, Bare(f"expected {rank} offset values, got {sizes}"))
    for name, values in zip(("offsets", "sizes"), lists):
        negative = [number for number in values if number < 0 and number != DYNAMIC]
        if negative:
            raise Error.on(op, Bare(f"expected {name} to be non-negative, but got {negative[0]}"))
    return [[None if number == DYNAMIC else number for number in values] for values in lists]


def fewer_ones(shape: Numbers, other: Numbers) -> bool:
    """Whether a shape is another but for sizes of 1 that are left out."""
    at = 0
    for size in other:
        if at < len(shape) and shape[at] == size:
            at += 1
        elif size != 1:
            return False
    return at == len(shape)


def in_bounds(op: Operation, shape: Numbers, offsets: Numbers, sizes: Numbers, steps: Numbers) -> None:
    """Verifies that a slice does not reach beyond what is sliced, as far as numbers are known."""
    for at, (whole, offset, size, step) in enumerate(zip(shape, offsets, sizes, steps)):
        if whole is None or offset is None:
            continue
        if offset >= whole:
            raise Error(f"offset {at} is out-of-bounds: {offset} >= {whole}", op)
        if size is not None and step is not None and offset + (size - 1) * step >= whole:
            raise Error(f"slice along dimension {at} runs out-of-bounds: {offset + (size - 1) * step} >= {whole}", op)
