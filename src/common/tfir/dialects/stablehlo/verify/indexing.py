"""Constraints of slices, gathers and scatters that inference does not look at."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, distinct, each_in_range, same_element, size_fits
from tfir.dialects.stablehlo.inference.indexing import SCATTER, ascending, batching_fits, index_vector_in_range
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred, scalar
from tfir.dialects.stablehlo.verify.reduction import reducer
from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit


def slice_(op):
    if len({len(op.attributes[name].values) for name in ("start_indices", "limit_indices", "strides")}) > 1:
        raise Error.on(op, "failed to verify that all of {start_indices, limit_indices, strides} have same size")


def dynamic_update_slice(op):
    if not same_element(op.operands[0].type, op.operands[1].type):
        raise Error.on(op, "failed to verify that all of {operand, update, result} have same element type")


def real_dynamic_slice(op):
    rank = op.operands[0].type.rank
    if len({v.type for v in op.operands[1:]}) > 1:
        raise Error.on(op, "failed to verify that all of {start_indices, limit_indices, strides} have same type")
    for name, value in zip(("start_indices", "limit_indices", "strides"), op.operands[1:]):
        size = value.type.shape[0]
        if size is not None and size != rank:
            raise Refused(f"has mismatched number of operand rank ({rank}) and {name} size ({size})")


def scatter(op):
    count = (len(op.operands) - 1) // 2
    inputs = [v.type for v in op.operands[:count]]
    indices, updates = op.operands[count].type, [v.type for v in op.operands[count + 1 :]]
    if not all([shapes_fit(type.shape, inputs[0].shape) for type in inputs]):
        raise Refused("Not all inputs have compatible shapes.")
    if not all([shapes_fit(type.shape, updates[0].shape) for type in updates]):
        raise Refused("Not all updates have compatible shapes.")
    n = op.attributes["scatter_dimension_numbers"]
    index_vector_in_range(n.index_vector_dim, indices.rank, "scatter_indices")
    reducer(op.region.blocks[0], inputs, [scalar(type.element) for type in updates], ())
    expanded = (*indices.shape, 1) if n.index_vector_dim == indices.rank else indices.shape
    rank = len(expanded) - 1 + len(n.update_window_dims)
    for type in updates:
        if type.rank != rank:
            raise Refused(
                f"expects updates tensor must be of rank {rank} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), "
                "where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), "
                f"but got {type.rank}."
            )
    for operand, update in zip(inputs, updates):
        scatter_numbers(n, operand, expanded, update)
        _updates_fit(n, operand, expanded, update)


def scatter_numbers(n, operand, indices, update) -> None:
    count = len(n.update_window_dims) + len(n.inserted_window_dims) + len(n.input_batching_dims)
    if operand.rank != count:
        raise Refused(
            "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + "
            f"size-of('input_batching_dims') i.e. {count} but got {operand.rank}."
        )
    for name, limit, of in (
        ("update_window_dims", update.rank, "updates"), ("inserted_window_dims", operand.rank, "operand"),
        ("input_batching_dims", operand.rank, "operand"),
    ):  # fmt: skip
        dims = getattr(n, name)
        if name == "inserted_window_dims":
            distinct(dims, n.input_batching_dims, name, "input_batching_dims")
        ascending(dims, name, SCATTER)
        each_in_range(dims, limit, name, f"rank-of('{of}')")
    batching_fits(
        n.input_batching_dims, "input_batching_dims", operand.shape, n.scatter_indices_batching_dims, "scatter_indices", indices,
        n.index_vector_dim, SCATTER,
    )  # fmt: skip
    size = indices[n.index_vector_dim]
    if size is not None and len(n.scatter_dims_to_operand_dims) != size:
        raise Refused(
            f"Scatter op has {len(n.scatter_dims_to_operand_dims)} elements in scatter_dims_to_operand_dims and the bound of dimension "
            f"index_vector_dim={n.index_vector_dim} of scatter_indices is {size}. These two numbers must be equal."
        )
    distinct(n.scatter_dims_to_operand_dims, n.input_batching_dims, "scatter_dims_to_operand_dims", "input_batching_dims")
    each_in_range(n.scatter_dims_to_operand_dims, operand.rank, "scatter_dims_to_operand_dims", "rank-of('operand')")


def _updates_fit(n, operand, indices, update) -> None:
    limits = [s for d, s in enumerate(operand.shape) if d not in n.inserted_window_dims and d not in n.input_batching_dims]
    for dim, limit in zip(n.update_window_dims, limits):
        size = update.shape[dim]
        if size is not None and limit is not None and size > limit:
            raise Refused(
                "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. "
                f"For dimension {dim}, updates bound is {size}, operand bound is {limit}."
            )
    scatter_sizes = iter([size for dim, size in enumerate(indices) if dim != n.index_vector_dim])
    for dim, size in enumerate(update.shape):
        if dim in n.update_window_dims:
            continue
        other = next(scatter_sizes)
        if not size_fits(size, other):
            raise Refused(
                "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter "
                f"indices. For scatter dimension {dim}, updates bound is {size} , scatter_indices bound is {other}."
            )


VERIFY = {
    "slice": in_order(slice_, inferred), "dynamic_update_slice": in_order(dynamic_update_slice, inferred),
    "scatter": in_order(checked(scatter), inferred),
}  # fmt: skip
VERIFY_IN_CONTEXT = {"real_dynamic_slice": in_order(checked(real_dynamic_slice), inferred)}
