"""Which sizes that types leave open have to be equal for what a kernel computes, since it looks at no more of them than it needs.

Followed are operations that compute element by element, and contractions; of what others make nothing is known.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ShapedType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Shape = list[str] | None


def equal_sizes(entry: Operation | None, buffers: Sequence[Value], name: Callable[[Value], str]) -> list[tuple[str, str]]:
    """The pairs of sizes, as expressions, that have to be equal where an entry is dispatched on these buffers."""
    if entry is None:
        return []
    shapes: dict[Value, Shape] = {}
    pairs: list[tuple[str, str]] = []
    for op in entry.body:
        if op.name == "iree.load_input":
            shapes[op.result] = shape_of(buffers[op.operands[0].index], name)
        elif op.name == "iree.store_output":
            pairs += paired(shapes.get(op.operands[0]), shape_of(buffers[op.operands[1].index], name))
        elif has_trait(op, "elementwise"):
            given = [shape for value in op.operands if (shape := shapes.get(value)) is not None and same_rank(value, op)]
            pairs += [pair for other in given[1:] for pair in paired(given[0], other)]
            shapes.update({value: given[0] for value in op.results if given})
        elif op.name == "stablehlo.dot_general":
            pairs += contracted(op, *[shapes.get(value) for value in op.operands])
    return list(dict.fromkeys([pair for pair in pairs if pair[0] != pair[1] and not all(map(str.isdigit, pair))]))


def shape_of(buffer: Value, name: Callable[[Value], str]) -> Shape:
    type = buffer.type
    assert isinstance(type, ShapedType)
    return [f"{name(buffer)}.shape[{axis}]" if size is None else str(size) for axis, size in enumerate(type.shape or ())]


def same_rank(value: Value, op: Operation) -> bool:
    """Whether an operand is no scalar among arrays."""
    ranks = [len(type.shape or ()) for type in (value.type, op.results[0].type) if isinstance(type, ShapedType)]
    return len(set(ranks)) == 1


def paired(one: Shape, other: Shape) -> Iterator[tuple[str, str]]:
    if one is not None and other is not None:
        yield from zip(one, other)


def contracted(op: Operation, left: Shape, right: Shape) -> Iterator[tuple[str, str]]:
    if left is None or right is None:
        return
    numbers = op.attributes["dot_dimension_numbers"]
    for role in ("batching", "contracting"):
        yield from [
            (left[at], right[to]) for at, to in zip(getattr(numbers, f"lhs_{role}_dimensions"), getattr(numbers, f"rhs_{role}_dimensions"))
        ]
