"""StableHLO's scatter as arithmetic: a tensor with others at places that are computed."""

from __future__ import annotations

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import BoolAttr
from tfir.ir.diagnostics import Error

from tfopt.arithmetic.tensor import Tensor, body_of, emit, region_of


def scatter(start: Tensor, indices: Tensor, updates: Tensor, combine: str | None) -> Tensor:
    """`start` with `updates` at `indices` [..., depth], which index its first `depth` axes; combined by `combine`, or replaced where that
    is None."""
    depth, outer = indices.shape[-1], indices.rank - 1
    if depth > start.rank:  # the kernel refuses each call, as the host does where the op is left to it
        raise Error(f"an index of {depth} numbers is looked up in a tensor of rank {start.rank}")
    numbers = NumbersAttr(
        "scatter", update_window_dims=tuple(range(outer, updates.rank)), inserted_window_dims=tuple(range(depth)),
        scatter_dims_to_operand_dims=tuple(range(depth)), index_vector_dim=outer,
    )  # fmt: skip
    body = region_of([start.element] * 2, lambda old, new: new) if combine is None else body_of(combine, start.element)
    flags = {"indices_are_sorted": BoolAttr(False), "unique_indices": BoolAttr(False)}
    return emit("scatter", [start, indices, updates], start.type, [body], scatter_dimension_numbers=numbers, **flags)
