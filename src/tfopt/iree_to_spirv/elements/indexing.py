"""Operations whose operands say, at run time, which elements are meant. Starting places are moved inside, as StableHLO wants."""

from __future__ import annotations

from tfir.analysis.extents import Size

from tfopt.iree_to_spirv.arithmetic import I, Value, known_below, maximum, minimum, moved_inside, where
from tfopt.iree_to_spirv.elements import scalar_only
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.elementwise import converted
from tfopt.iree_to_spirv.index import Index


def start(value: Value, highest: Size) -> Value:
    """A starting place between 0 and `highest`, which the index's own type may be too narrow for."""
    if value.kind.bits < I.bits:
        value = converted(value, I)
    limit = converted(value.like(highest), value.kind)
    inside = minimum(value, limit) if value.kind.family == "u" else maximum(minimum(value, limit), 0)
    return known_below(converted(inside, I), highest + 1)


def dynamic_slice(elements, op, index, lanes, result):
    if lanes > 1 and not elements.kernel.target.is_processor:  # whose vectors may begin anywhere
        return None
    operand, *starts = op.operands
    sizes = op.results[0].type.shape
    dims = [
        start(elements.outer(value), extent - size) + position
        for value, extent, size, position in zip(starts, operand.type.shape, sizes, index.dims)
    ]
    return elements.at(operand, index.of(operand.type.shape, dims), lanes)


@scalar_only
def dynamic_update_slice(elements, op, index, lanes, result):
    operand, update, *starts = op.operands
    inside, dims = elements.kernel.truth(True), []
    for value, extent, size, position in zip(starts, operand.type.shape, update.type.shape, index.dims):
        local = position - start(elements.outer(value), extent - size)
        within = local.is_below(size)
        dims.append(moved_inside(within, local, size))
        inside = inside & within
    return where(inside, elements.at(update, index.of(update.type.shape, dims), lanes), elements.at(operand, index, lanes))


def gathers_rows(op) -> bool:
    """Whether elements side by side in the result of a gather lie so in its operand."""
    numbered, last = op.attributes["dimension_numbers"], len(op.operands[0].type.shape) - 1
    single = (*numbered.collapsed_slice_dims, *numbered.operand_batching_dims)
    return last not in single and len(op.results[0].type.shape) - 1 in numbered.offset_dims


def gather(elements, op, index, lanes, result):
    """The slice of the operand that starts where the row of start indices for this batch place says."""
    if lanes > 1 and not (elements.kernel.target.is_processor and gathers_rows(op)):
        return None
    operand, starts = op.operands
    numbered, sizes = op.attributes["dimension_numbers"], numbers(op, "slice_sizes")
    vector = numbered.index_vector_dim
    batch = [position for d, position in enumerate(index.dims) if d not in numbered.offset_dims]
    within = iter([index.dims[d] for d in numbered.offset_dims])
    single = (*numbered.collapsed_slice_dims, *numbered.operand_batching_dims)
    dims = [elements.kernel.number(0) if d in single else next(within) for d in range(len(operand.type.shape))]
    for component, d in enumerate(numbered.start_index_map):
        place = list(batch)
        if vector < len(starts.type.shape):
            place.insert(vector, elements.kernel.number(component))
        first = elements.at(starts, Index(elements.kernel, starts.type.shape, place))
        dims[d] = start(first, operand.type.shape[d] - sizes[d]) + dims[d]
    for d, source in zip(numbered.operand_batching_dims, numbered.start_indices_batching_dims):
        dims[d] = batch[source - (source > vector)]
    return elements.at(operand, index.of(operand.type.shape, dims), lanes)


RULES = {
    "stablehlo.dynamic_slice": dynamic_slice,
    "stablehlo.dynamic_update_slice": dynamic_update_slice,
    "stablehlo.gather": gather,
}
