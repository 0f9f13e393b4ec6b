"""How the types and attributes of CHLO's ops must fit together. Wording follows upstream's verifier."""

from __future__ import annotations

from tfir.dialects.stablehlo.verify.checks import both, compatible, distinct, fits, inferred, numbers, same_element, size_fits
from tfir.dialects.stablehlo.verify.contraction import dot_shape, incompatible
from tfir.dialects.stablehlo.verify.refusal import Refused, checked, in_order
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, TensorType


def broadcast_elements(op):
    elements = [v.type for v in op.operands]
    if not all([same_element(type, elements[0]) for type in elements]) or not same_element(elements[0], op.result.type):
        raise Error.on(op, "requires compatible element types for all operands and results")


def broadcast_operands(op):
    lhs, rhs = [v.type for v in op.operands]
    if not same_element(lhs, rhs):
        raise both(op, "mismatched operand types")


def broadcast_select(op):
    _, on_true, on_false = [v.type for v in op.operands]
    if on_true.element is not on_false.element:
        raise both(op, "mismatched operand types")


def constant(op):
    return [op.attributes["value"].type]


def constant_like(op):
    type = op.attributes["value"].type
    if type is not op.result.type.element:
        raise Error.on(op, "value's type doesn't match element return type")


def top_k(op):
    type, k = op.operands[0].type, op.get("k")
    if type.shape is None:
        return [r.type for r in op.results]
    if type.rank < 1:
        raise Refused("operand's rank must be at least 1")
    if type.shape[-1] is not None and type.shape[-1] < k:
        raise Refused(f"operand's last dimension must be at least {k}")
    shape = (*type.shape[:-1], k)
    return [TensorType(shape, type.element), TensorType(shape, I32)]


def scan(op):
    inputs = [v.type for v in op.operands[: op.attributes["operandSegmentSizes"].values[0]]]
    dimension, size = op.get("dimension"), op.get("scan_dim_size")
    for number, type in enumerate(inputs):
        if dimension >= type.rank:
            raise Refused(f"scan dimension of operand {number} is out of bounds")
        extent = type.shape[dimension]
        if extent is not None:
            if size is not None and size != extent:
                raise Refused(f"invalid scan dimension size of operand {number}")
            size = extent
    arguments = op.body.arguments
    if len(arguments) != len(op.operands):
        raise Refused(f"expects {len(op.operands)} arguments in the body, but got {len(arguments)}")
    for number, (operand, argument) in enumerate(zip(op.operands, arguments)):
        type = operand.type
        if number < len(inputs):
            type = type.with_shape(type.shape[:dimension] + type.shape[dimension + 1 :])
        if not compatible(type, argument.type):
            raise Refused(f"operand and body argument {number} are incompatible")


def ragged_dot(op):
    lhs, rhs, groups = [v.type for v in op.operands]
    dims = op.attributes["ragged_dot_dimension_numbers"]
    plain = dot_shape(dims, lhs, rhs)
    if len(dims.lhs_ragged_dimensions) != 1:
        raise Refused("There must be exactly one ragged dimension in the lhs.")
    ragged = dims.lhs_ragged_dimensions[0]
    if not 0 <= ragged < lhs.rank:
        raise Refused(f"Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, {lhs.rank}). got: {ragged}.")
    contracts, batches = ragged in dims.lhs_contracting_dimensions, ragged in dims.lhs_batching_dimensions
    _group_sizes(dims, lhs, groups, ragged, contracts, batches)
    _group_dimensions(dims, rhs, groups.shape[-1], contracts or batches)
    shape = (groups.shape[-1], *plain) if contracts else plain
    if not contracts and not batches:
        group = dims.rhs_group_dimensions[0]
        kept = [d for d in range(rhs.rank) if d not in (*dims.rhs_batching_dimensions, *dims.rhs_contracting_dimensions)]
        at = len(plain) - len(kept) + kept.index(group)
        shape = (*plain[:at], *plain[at + 1 :])
    if not fits(shape, op.result.type.shape):
        raise incompatible(shape, op.result.type)


def _group_sizes(dims, lhs, groups, ragged: int, contracts: bool, batches: bool) -> None:
    batching, contracting = dims.lhs_batching_dimensions, dims.lhs_contracting_dimensions
    if batches:
        prefix = batching[: batching.index(ragged)]
    elif contracts:
        prefix = (*batching, *contracting[: contracting.index(ragged)])
    else:
        prefix = (*batching, *[dim for dim in range(ragged) if dim not in (*batching, *contracting)])
    sizes = [lhs.shape[dim] for dim in prefix]
    if groups.rank == 1:
        return
    if groups.rank != len(sizes) + 1:
        raise Refused(f"expected group_sizes to have rank {len(sizes) + 1}, got {groups.rank}")
    if list(groups.shape[:-1]) != sizes:
        raise Refused(f"group_sizes is expected to have shape [{numbers([*sizes, groups.shape[-1]])}], got [{numbers(groups.shape)}]")


def _group_dimensions(dims, rhs, count, none: bool) -> None:
    group = dims.rhs_group_dimensions
    for dim in group:
        if not 0 <= dim < rhs.rank:
            raise Refused(f"Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, {rhs.rank}). got: {dim}.")
    distinct(group, dims.rhs_batching_dimensions, "rhs_group_dimensions", "rhs_batching_dimensions")
    distinct(group, dims.rhs_contracting_dimensions, "rhs_group_dimensions", "rhs_contracting_dimensions")
    if none and group:
        raise Refused("There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.")
    if none:
        return
    if len(group) != 1:
        raise Refused("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.")
    if not size_fits(count, rhs.shape[group[0]]):
        raise Refused(f"rhs group dimension is expected to have size={count}, got {rhs.shape[group[0]]}")


BROADCASTS = """add atan2 divide maximum minimum multiply next_after polygamma power remainder shift_left shift_right_arithmetic
shift_right_logical subtract zeta and or xor""".split()
VERIFY = {f"broadcast_{name}": in_order(broadcast_elements, broadcast_operands) for name in BROADCASTS} | {
    "broadcast_complex": broadcast_operands, "broadcast_compare": broadcast_operands, "broadcast_select": broadcast_select,
    "constant": inferred(constant), "constant_like": constant_like, "top_k": inferred(top_k), "scan": checked(scan, named=True),
    "ragged_dot": checked(ragged_dot),
}  # fmt: skip
