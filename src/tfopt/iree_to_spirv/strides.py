"""How the elements of a tensor lie in the buffer that it is read from, seen through operations that only move them."""

from __future__ import annotations

from math import prod

from tfir.analysis.extents import Extent

from tfopt.iree_to_spirv.elements.attributes import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.extents import Size
    from tfir.ir.operations import Value

    from tfopt.iree_to_spirv.executable import Executable

    Pairs = list[tuple[Size, Size]]  # (extent, distance from one place to the next), outermost first


class Strided:
    """A tensor in the buffer `argument`: the pairs that each of its dimensions goes through."""

    __slots__ = ("argument", "dims")

    def __init__(self, argument: Value, dims: list[Pairs]):
        self.argument, self.dims = argument, dims

    def along(self, dimensions) -> Pairs:
        """The pairs of several dimensions, one after the other."""
        return merged([pair for d in dimensions for pair in self.dims[d]])


def merged(pairs: Pairs) -> Pairs:
    """Two pairs as one where they are as good as that, and none for what has one place."""
    kept: Pairs = []
    for extent, stride in pairs:
        if extent == 1:
            continue
        if kept and kept[-1][1] == extent * stride:
            kept[-1] = (kept[-1][0] * extent, stride)
        else:
            kept.append((extent, stride))
    return kept


def single(pairs: Pairs) -> tuple[Size, Size]:
    """The one pair of a dimension, of none if there is no place but the first."""
    kept = merged(pairs)
    if len(kept) > 1:
        raise ValueError(kept)
    return kept[0] if kept else (1, 0)


def strided(executable: Executable, value: Value) -> Strided | None:
    """How a value lies in the buffer that it is loaded from; None where it is computed, or lies irregularly."""
    argument = executable.argument_of(value)
    if argument is not None:
        shape = value.type.shape
        return Strided(argument, [[(size, prod(shape[d + 1 :]))] for d, size in enumerate(shape)])
    view = VIEWS.get(value.op.name) if value.op is not None else None
    source = strided(executable, value.op.operands[0]) if view is not None else None
    return view(value.op, source) if view is not None and source is not None else None


def uncut(value: Value) -> Value:
    """The panels that columns were cut off from (iree-pack-constants)."""
    op = value.op
    is_cut = op is not None and op.name == "stablehlo.slice" and op.operands[0].type.shape[:-1] == value.type.shape[:-1]
    return op.operands[0] if is_cut and not any(numbers(op, "start_indices")) and set(numbers(op, "strides")) == {1} else value


def transposed(op, source: Strided) -> Strided:
    return Strided(source.argument, [source.dims[d] for d in numbers(op, "permutation")])


def reshaped(op, source: Strided) -> Strided | None:
    """Each dimension of the result takes pairs, or parts of them, until it has its size."""
    pairs = [pair for dim in source.dims for pair in dim][::-1]
    dims: list[Pairs] = []
    for size in op.results[0].type.shape:
        taken: Pairs = []
        left = size
        while left != 1:
            if not pairs or (isinstance(left, Extent) and left is not pairs[-1][0]):
                return None
            extent, stride = pairs.pop()
            if extent is left or extent == left:
                taken.append((extent, stride))
                break
            if isinstance(extent, Extent) or (left % extent and extent % left):
                return None
            if extent > left:
                taken.append((left, stride * (extent // left)))
                pairs.append((extent // left, stride))
                break
            taken.append((extent, stride))
            left //= extent
        dims.append(taken or [(1, 0)])
    return Strided(source.argument, dims) if all([extent == 1 for extent, _ in pairs]) else None


VIEWS = {"stablehlo.transpose": transposed, "stablehlo.reshape": reshaped}
