"""Result types of CHLO's ops. Source: openxla/stablehlo, ChloOps.td."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, distinct, integers, like, numbers, same_element, size_fits, unique
from tfir.dialects.stablehlo.inference.contraction import dot_general_shape
from tfir.dialects.stablehlo.inference.elementwise import merged
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, ComplexType
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def unary(operand):
    return like(operand)


def binary(operands):
    """Operands and result have one type. Their names differ from op to op."""
    first, second = operands
    return merged(first, second, first.element)


def predicate(operand):
    return like(operand, I1)


def constant(value):
    return value.type


def constant_like(operand, op):
    return like(operand, op.attributes["value"].type)


# Implicit broadcasting


def broadcast(lhs, rhs, broadcast_dimensions):
    return AbstractValue(_broadcast_shape(lhs, rhs, broadcast_dimensions), lhs.element)


def broadcast_complex(lhs, rhs, broadcast_dimensions):
    return AbstractValue(_broadcast_shape(lhs, rhs, broadcast_dimensions), ComplexType(lhs.element))


def broadcast_compare(lhs, rhs, broadcast_dimensions):
    return AbstractValue(_broadcast_shape(lhs, rhs, broadcast_dimensions), I1)


def _broadcast_shape(lhs, rhs, dimensions):
    """Dimensions of the operand of smaller rank are the last ones of the other, or those that `dimensions` name. Operands that do not
    fit have no known shape, as upstream has it."""
    if not same_element(lhs, rhs):
        raise Refused("mismatched operand types")
    larger, smaller = (lhs.shape, rhs.shape) if (lhs.rank or 0) > (rhs.rank or 0) else (rhs.shape, lhs.shape)
    if dimensions is not None and larger is not None and smaller is not None and len(larger) > len(smaller):
        smaller = _placed(smaller, integers(dimensions), len(larger))
    try:
        return shapes.broadcast(larger, smaller)
    except Error:
        return None


def _placed(shape, dimensions, rank: int) -> tuple | None:
    if len(dimensions) != len(shape) or not unique(dimensions) or not all([0 <= dim < rank for dim in dimensions]):
        return None
    sizes = dict(zip(dimensions, shape))
    return tuple([sizes.get(dim, 1) for dim in range(rank)])


def broadcast_select(pred, on_true, on_false):
    chosen = AbstractValue(_broadcast_shape(on_true, on_false, None), on_true.element)
    return AbstractValue(_broadcast_shape(AbstractValue(pred.shape, chosen.element), chosen, None), chosen.element)


# The rest


def top_k(operand, k):
    if operand.shape is None:
        return [None, None]
    if operand.rank < 1:
        raise Refused("operand's rank must be at least 1")
    if isinstance(operand.shape[-1], int) and operand.shape[-1] < k:
        raise Refused(f"operand's last dimension must be at least {k}")
    shape = (*operand.shape[:-1], k)
    return [AbstractValue(shape, operand.element), AbstractValue(shape, I32)]


def ragged_dot(lhs, rhs, group_sizes, ragged_dot_dimension_numbers, result_types):
    """Source: openxla/stablehlo, ChloOps.td, "RaggedDotOp": a dot product along ragged groups of one dimension of the left side."""
    dims, element = ragged_dot_dimension_numbers, result_types[0].element
    if None in (lhs.shape, rhs.shape, group_sizes.shape):
        return None
    plain = dot_general_shape(dims, lhs.shape, rhs.shape)
    if len(dims.lhs_ragged_dimensions) != 1:
        raise Refused("There must be exactly one ragged dimension in the lhs.")
    ragged = dims.lhs_ragged_dimensions[0]
    if not 0 <= ragged < lhs.rank:
        raise Refused(f"Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, {lhs.rank}). got: {ragged}.")
    contracts, batches = ragged in dims.lhs_contracting_dimensions, ragged in dims.lhs_batching_dimensions
    _group_sizes(dims, lhs, group_sizes, ragged, contracts, batches)
    _group_dimensions(dims, rhs, group_sizes.shape[-1], contracts or batches)
    if contracts:
        return AbstractValue((group_sizes.shape[-1], *plain), element)
    if batches:
        return AbstractValue(plain, element)
    kept = [d for d in range(rhs.rank) if d not in (*dims.rhs_batching_dimensions, *dims.rhs_contracting_dimensions)]
    at = len(plain) - len(kept) + kept.index(dims.rhs_group_dimensions[0])
    return AbstractValue((*plain[:at], *plain[at + 1 :]), element)


def _group_sizes(dims, lhs, groups, ragged: int, contracts: bool, batches: bool) -> None:
    batching, contracting = dims.lhs_batching_dimensions, dims.lhs_contracting_dimensions
    if batches:
        prefix = batching[: batching.index(ragged)]
    elif contracts:
        prefix = (*batching, *contracting[: contracting.index(ragged)])
    else:
        prefix = (*batching, *[dim for dim in range(ragged) if dim not in (*batching, *contracting)])
    expected = [lhs.shape[dim] for dim in prefix]
    if groups.rank == 1:
        return
    if groups.rank != len(expected) + 1:
        raise Refused(f"expected group_sizes to have rank {len(expected) + 1}, got {groups.rank}")
    if not all(map(size_fits, groups.shape[:-1], expected)):
        raise Refused(f"group_sizes is expected to have shape [{numbers([*expected, groups.shape[-1]])}], got [{numbers(groups.shape)}]")


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
UNARY = """_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc lgamma sinh square
tan""".split()
BINARY = ("mulhi", "next_after", "polygamma", "zeta")
INFER: dict[str, Callable[..., Any]] = (
    dict.fromkeys(UNARY, unary)
    | dict.fromkeys(BINARY, binary)
    | dict.fromkeys(("is_inf", "is_neg_inf", "is_pos_inf"), predicate)
    | dict.fromkeys([f"broadcast_{name}" for name in BROADCASTS], broadcast)
    | {
        "broadcast_complex": broadcast_complex, "broadcast_compare": broadcast_compare, "broadcast_select": broadcast_select,
        "constant": constant, "constant_like": constant_like, "top_k": top_k, "ragged_dot": ragged_dot,
    }
)  # fmt: skip
