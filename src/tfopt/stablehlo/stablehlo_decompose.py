"""Says in simpler operations what kernels are not written for: dynamic forms, normalisation, triangular matrices, random bits, long sorts, large windows.

Where an operand that should be a constant is none, an operation stays as it is.
"""

from __future__ import annotations

from functools import partial

from tfir.conversion.gspmd_to_sdy import divide_shards
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1

from tfopt.arithmetic.einsum import einsum
from tfopt.arithmetic.regions_on_tensors import on_tensors
from tfopt.arithmetic.tensor import Tensor, building, widened
from tfopt.rewrite.building import building_before, constant
from tfopt.stablehlo import batch_normalization, drawn_numbers, one_device, random_bits, spectral_routines, triangular_matrices
from tfopt.stablehlo.computed_places import with_computed_places
from tfopt.stablehlo.open_lengths import decompose_open
from tfopt.stablehlo.real_numbers import Real, made, spread
from tfopt.stablehlo.separate_windows import reduce_window
from tfopt.stablehlo.sorted_scatter import scatter, scatter_unless_needed
from tfopt.stablehlo.sorting_network import sort
from tfopt.stablehlo.stablehlo_canonicalize_dynamism import STATIC, make_static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EXACT = False
OPTIONS = {
    "sort-scatters": "Sort the updates of scatters by where they go, for kernels that ask so at each place.",
    "row-bytes": "Sorts of rows of up to so many bytes stay; 0: of up to 6000 elements.",
    "keep": "Operations that stay, by their names behind the dialect's, with commas between.",
    "spectra": "Compute eigenvalues, singular values and systems of three diagonals, which LAPACK is called for, in loops.",
    "draw": "Make arithmetic of `rng`, which then draws the same numbers at each run.",
}


def stablehlo_decompose(
    root: Operation, *, sort_scatters: bool = True, row_bytes: int = 0, keep: str = "", spectra: bool = False, draw: bool = False
):
    """Rewrite operations that kernels are not written for, where their shapes are known. Where kernels take the updates of a scatter one after
    the other, `sort_scatters` is of no use but for those of which a result is not needed; where they merge, sorts of rows of up to `row_bytes`
    need no network."""
    divide_shards(root)
    one_device.drop_divisions(root)
    kept, drawn = {f"stablehlo.{name}" for name in keep.split(",")}, 0
    for op in list(root.walk(post_order=True)):
        if op.name in kept:
            continue
        if op.name in STATIC and make_static(op, whatever_shape=True):
            continue
        rule = rule_for(op) if op.dialect == "stablehlo" else None
        if op.name == "stablehlo.custom_call" and spectra:
            rule = partial(one_device.custom_call, others=spectral_routines.ROUTINES)
        if op.name == "stablehlo.rng" and draw:
            rule, drawn = partial(drawn_numbers.rng, number=drawn), drawn + 1
        if rule is scatter and not sort_scatters:
            rule = scatter_unless_needed
        if rule is sort:
            rule = partial(sort, row_bytes=row_bytes)
        if rule is not None:
            with building_before(op):
                replacements = rule(op)
            if replacements is not None and all([new.type is old.type for new, old in zip(replacements, op.results, strict=True)]):
                op.replace_with(replacements)  # what knows less of sizes than the program said cannot stand for it
    decompose_open(root)


def rule_for(op: Operation) -> Callable[[Operation], Sequence[Value] | None] | None:
    """The rule for an operation whose sizes are known as far as the rule needs them."""
    name = op.name.removeprefix("stablehlo.")
    if name in OF_ANY_SIZES:
        return OF_ANY_SIZES[name]
    if op.name in STATIC:
        return with_computed_places
    if not all([getattr(result.type, "is_static", True) for result in op.results]):
        return None
    if name in OF_KNOWN_RESULTS:
        return OF_KNOWN_RESULTS[name]
    return OF_KNOWN_SIZES.get(name) if all([getattr(operand.type, "is_static", True) for operand in op.operands]) else None


def operands_of(op: Operation) -> list[Value]:
    """The operands of an optimization barrier, which replace it: devices run a sequence as it is written."""
    return list(op.operands)


def element_of_tuple(op: Operation) -> list[Value] | None:
    made_by = op.operands[0].op
    return [made_by.operands[op.get("index")]] if made_by is not None and made_by.name == "stablehlo.tuple" else None


def broadcast(op: Operation) -> list[Value]:
    shape = op.results[0].type.shape
    return [spread(Real(op.operands[0]), shape, range(len(op.attributes["broadcast_sizes"]), len(shape))).value]


def dimension_size(op: Operation) -> list[Value] | None:
    size = op.operands[0].type.shape[op.get("dimension")]
    return None if size is None else [constant(DenseAttr.of(size, op.results[0].type))]


def index_select(op: Operation) -> list[Value] | None:
    operand, index = op.operands
    if op.get("batch_dims") != 0:
        return None
    dim, rank, places = op.get("dim"), len(operand.type.shape), len(index.type.shape)
    names = NumbersAttr(
        "gather",
        offset_dims=tuple([d if d < dim else d + places - 1 for d in range(rank) if d != dim]),
        collapsed_slice_dims=(dim,), start_index_map=(dim,), index_vector_dim=places,
    )  # fmt: skip
    sizes = [1 if d == dim else size for d, size in enumerate(operand.type.shape)]
    if min(operand.type.shape) == 0:
        return None
    return [made("gather", operand, index, dimension_numbers=names, slice_sizes=sizes, type=op.results[0].type).value]


def mapped(op: Operation) -> list[Value] | None:
    """The operations of the region on whole tensors."""
    with building(Builder.before(op)):
        results = on_tensors(op.region.entry, [Tensor(operand) for operand in op.operands], op.results[0].type.shape)
    return None if results is None else [each.value for each in results]


def einstein_sum(op: Operation) -> list[Value] | None:
    """Reductions, a product and a transpose; floats of fewer bits are summed as f32 and rounded once. Diagonals stay."""
    element = op.results[0].type.element
    if element is I1:
        return None
    with building(Builder.before(op)):
        operands = [widened(Tensor(operand)) for operand in op.operands]
        try:
            result = einsum(operands, op.get("einsum_config"))
        except Error:
            return None
        return [result.convert(element).value]


COLLECTIVES = (
    "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "collective_reduce", "reduce_scatter",
)  # fmt: skip
OF_ANY_SIZES = {"get_tuple_element": element_of_tuple, "optimization_barrier": operands_of}
OF_KNOWN_RESULTS = {
    "broadcast": broadcast, "get_dimension_size": dimension_size, "map": mapped, "partition_id": one_device.number_of_process,
    "replica_id": one_device.number_of_process, "scatter": scatter, "einsum": einstein_sum, "unary_einsum": einstein_sum, "custom_call": one_device.custom_call,
    **dict.fromkeys(COLLECTIVES, one_device.collective),
}  # fmt: skip
OF_KNOWN_SIZES = {
    "batch_norm_grad": batch_normalization.gradient, "batch_norm_inference": batch_normalization.inference,
    "batch_norm_training": batch_normalization.training, "cholesky": triangular_matrices.cholesky,
    "triangular_solve": triangular_matrices.triangular_solve, "rng_bit_generator": random_bits.rng_bit_generator,
    "torch_index_select": index_select, "sort": sort, "reduce_window": reduce_window,
}  # fmt: skip
