"""Where the elements of a buffer lie: strides and offsets, and how views of a buffer change them. None is a number that is not known.
Source: MLIR's memref dialect."""

from __future__ import annotations

from tfir.ir.types import MemRefType
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import add, is_symbolic, times
from tfir.text.strided_layout import StridedAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfir.text.affine_expression import Expression

    Number = int | None
    Layout = tuple[list[Number], Number]  # strides and offset


def product(one: Number, other: Number) -> Number:
    """Nothing times what is not known is nothing."""
    if one == 0 or other == 0:
        return 0
    return None if one is None or other is None else one * other


def total(one: Number, other: Number) -> Number:
    return None if one is None or other is None else one + other


def contiguous(shape: Sequence[Number]) -> list[Number]:
    """The strides of elements that lie one behind another, the last dimension's closest."""
    strides: list[Number] = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, None if size is None or strides[0] is None else strides[0] * size)
    return strides[: len(shape)]


def layout_of(type: MemRefType) -> Layout | None:
    """Strides and offset of a ranked buffer; None where its layout has none."""
    assert type.shape is not None
    if type.layout is None:
        return contiguous(type.shape), 0
    if isinstance(type.layout, StridedAttr):
        return list(type.layout.strides), type.layout.offset
    if not isinstance(type.layout, AffineAttr) or len(type.layout.results) != 1:
        return None
    return linear(type.layout.results[0], len(type.shape))


def lies_in_order(type: MemRefType) -> bool:
    """Whether a buffer has no layout, or the one that says no more: the only dimension with a stride of 1 from its beginning on."""
    return type.layout is None or len(type.shape or ()) == 1 and isinstance(type.layout, StridedAttr) and layout_of(type) == ([1], 0)


def linear(expression: Expression, rank: int) -> Layout | None:
    """The coefficients of dimensions in an expression, and what is left; None where it is no sum of multiples of them."""
    if isinstance(expression, int):
        return [0] * rank, expression
    operator = expression[0]
    if len(expression) == 2:
        return ([int(at == expression[1]) for at in range(rank)], 0) if operator == "d" else ([0] * rank, None)
    _, left, right = expression
    if operator == "*":
        by = right if isinstance(right, int) else None
        inside = linear(left, rank)
        if inside is None or not is_symbolic(right):
            return None
        return [product(stride, by) for stride in inside[0]], product(inside[1], by)
    one, other = linear(left, rank), linear(right, rank)
    if operator != "+" or one is None or other is None:
        return None
    return [total(*pair) for pair in zip(one[0], other[0])], total(one[1], other[1])


def as_map(layout: Layout) -> AffineAttr:
    """A layout as a map; a number that is not known is a symbol."""
    strides, offset = layout
    symbols = 0
    result: Expression = 0 if offset is None else offset
    if offset is None:
        result, symbols = ("s", 0), 1
    for at, stride in enumerate(strides):
        by: Expression = ("s", symbols) if stride is None else stride
        symbols += stride is None
        result = add(result, times(("d", at), by))
    return AffineAttr("affine_map", len(strides), symbols, [result])


def with_layout(type: MemRefType, shape: Sequence[Number], layout: Layout) -> MemRefType:
    return MemRefType(shape, type.element, StridedAttr(*layout), type.space)


def expanded(source: MemRefType, shape: Sequence[Number], groups: Iterable[Sequence[int]]) -> MemRefType | None:
    """The type of a buffer whose dimensions are each split into the group of dimensions that `shape` says; None without strides."""
    if lies_in_order(source):
        return MemRefType(shape, source.element, None, source.space)
    layout = layout_of(source)
    if layout is None:
        return None
    strides: list[Number] = []
    for group, stride in zip(groups, layout[0]):
        inner: list[Number] = []
        for at in reversed(group):
            inner.insert(0, stride)
            stride = product(stride, shape[at])
        strides += inner
    strides += [1] * (len(shape) - len(strides))  # of a buffer without dimensions
    return with_layout(source, shape, (strides, layout[1]))


def collapsed(source: MemRefType, shape: Sequence[Number], groups: Sequence[Sequence[int]]) -> MemRefType | None:
    """The type of a buffer with each group of dimensions as one; None where the elements of a group don't follow one another. The stride
    of a dimension of size 1 is anything."""
    if lies_in_order(source):
        return MemRefType(shape, source.element, None, source.space)
    layout, sizes = layout_of(source), source.shape
    if layout is None or sizes is None:
        return None
    strides: list[Number] = []
    for group in groups:
        last = next((at for at in reversed(group) if sizes[at] != 1), group[0])
        strides.append(layout[0][last] if sizes[last] is not None or last == group[0] else None)
    for group, stride in zip(groups, strides):
        for at in reversed(group[1:]):
            stride = product(stride, sizes[at])
            if sizes[at - 1] != 1 and None not in (stride, layout[0][at - 1]) and stride != layout[0][at - 1]:
                return None
    return with_layout(source, shape, (strides, layout[1]))


def sliced(source: MemRefType, layout: Layout, offsets: Sequence[Number], sizes: Sequence[Number], steps: Sequence[Number]) -> MemRefType:
    """The type of a part of a buffer."""
    strides, offset = layout
    for start, stride in zip(offsets, strides):
        offset = total(offset, product(start, stride))
    return with_layout(source, sizes, ([product(*pair) for pair in zip(strides, steps)], offset))


def is_reduced(type: MemRefType, layout: Layout, other: MemRefType, other_layout: Layout | None = None) -> bool:
    """Whether a type is another but for dimensions of size 1 that are left out: its sizes, and with `other_layout` its strides."""
    assert type.shape is not None and other.shape is not None
    target = list(zip(other.shape, other_layout[0] if other_layout else other.shape))
    given = list(zip(type.shape, layout[0] if other_layout else type.shape))
    reached = {0}
    for each in given:
        kept = {at + 1 for at in reached if at < len(target) and target[at] == each}
        reached = kept | (reached if each[0] == 1 else set())
    return len(target) in reached
