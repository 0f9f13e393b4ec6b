"""How the types and attributes of StableHLO's ops must fit together, where a wrong one is easy to write.

The numbers are those of the constraints in the StableHLO specification. Unknown sizes fit anything.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, OpaqueType, TensorType

UNARY = """abs cbrt ceil convert cosine count_leading_zeros exponential exponential_minus_one floor imag is_finite log log_plus_one
logistic negate not popcnt real reduce_precision round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh""".split()
BINARY = """add and atan2 divide maximum minimum multiply or power remainder shift_left shift_right_arithmetic
shift_right_logical subtract xor""".split()
CHANGES_ELEMENT = ("convert", "is_finite", "real", "imag", "abs")


def fits(one, other) -> bool:
    """Whether two shapes can be of the same tensor."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all([a == b or a is None or b is None for a, b in zip(one, other)])


def compatible(one: TensorType, other: TensorType) -> bool:
    return one is other or (same_element(one, other) and fits(one.shape, other.shape))


def same_element(one: TensorType, other: TensorType) -> bool:
    """Quantized elements may differ in their scales."""
    return one.element is other.element or (isinstance(one.element, OpaqueType) and isinstance(other.element, OpaqueType))


def same_types(op):
    first = op.results[0].type
    for value in op.operands:
        if not compatible(value.type, first):
            raise Error.on(op, "requires compatible types for all operands and results")


def same_shapes(op):
    if not fits(op.operands[0].type.shape, op.results[0].type.shape):
        raise Error.on(op, "requires the same shape for all operands and results")


def compare(op):
    lhs, rhs = op.operands
    if not compatible(lhs.type, rhs.type):
        raise Error.on(op, "requires the same element type and shape for all operands")
    if op.result.type.element is not I1 or not fits(lhs.type.shape, op.result.type.shape):
        raise Error.on(op, f"requires a result of i1 with the operands' shape, found '{op.result.type}'")


def select(op):
    pred, on_true, on_false = [v.type for v in op.operands]
    if not compatible(on_true, on_false) or not compatible(on_true, op.result.type):
        raise Error.on(op, "requires compatible types for non-predicate operands")
    if pred.element is not I1 or not (pred.rank == 0 or fits(pred.shape, on_true.shape)):
        raise Error.on(op, f"requires the same shape for all operands, found a predicate '{pred}'")


def clamp(op):
    low, operand, high = [v.type for v in op.operands]
    for name, bound in (("min", low), ("max", high)):
        if bound.rank != 0 and not fits(bound.shape, operand.shape):
            raise Error.on(op, f"{name} shape must be a scalar or match the operand's shape")
    same = low.element is operand.element is high.element
    if not same or not compatible(operand, op.result.type):
        raise Error.on(op, "requires the same element type for all operands and the operand's type for the result")


def constant(op):
    stored, element = op.attributes["value"].type, getattr(op.result.type, "element", None)
    if isinstance(element, OpaqueType) and fits(stored.shape, op.result.type.shape):
        return
    if not compatible(op.attributes["value"].type, op.result.type):
        raise Error.on(op, f"value has type '{op.attributes['value'].type}' but the result is '{op.result.type}'")


def iota(op):
    type, dimension = op.result.type, op.get("iota_dimension")
    if type.rank is not None and not 0 <= dimension < type.rank:
        raise Error.on(op, "iota dimension cannot go beyond the output rank or be negative")


def broadcast_in_dim(op):
    operand, result, dims = op.operands[0].type, op.result.type, dimensions_of(op, "broadcast_dimensions")
    if operand.shape is None or result.shape is None:
        return
    if len(dims) != operand.rank:
        raise Error.on(op, f"broadcast_dimensions size ({len(dims)}) does not match operand rank ({operand.rank})")
    if len(set(dims)) != len(dims):
        raise Error.on(op, "broadcast_dimensions should not have duplicates")
    for number, dim in enumerate(dims):
        if not 0 <= dim < result.rank:
            raise Error.on(op, f"broadcast_dimensions contains invalid value {dim} for result with rank {result.rank}")
        size, wanted = operand.shape[number], result.shape[dim]
        if size not in (1, None, wanted) and wanted is not None:
            raise Error.on(op, f"size of operand dimension {number} ({size}) is not equal to 1 or size of result dimension {dim} ({wanted})")
    _same_element(op, operand, result)


def reshape(op):
    operand, result = op.operands[0].type, op.result.type
    if operand.is_static and result.is_static and operand.size != result.size:
        raise Error.on(op, f"number of output elements ({result.size}) doesn't match expected number of elements ({operand.size})")
    _same_element(op, operand, result)


def transpose(op):
    operand, result, permutation = op.operands[0].type, op.result.type, dimensions_of(op, "permutation")
    if operand.shape is None:
        return
    if sorted(permutation) != list(range(operand.rank)):
        raise Error.on(op, f"attribute permutation must be a permutation of [{', '.join(map(str, range(operand.rank)))}] but got {permutation}")
    if not fits(tuple(operand.shape[i] for i in permutation), result.shape):
        raise Error.on(op, f"result type '{result}' is not the operand's type '{operand}' permuted by {permutation}")
    _same_element(op, operand, result)


def concatenate(op):
    types, result, dimension = [v.type for v in op.operands], op.result.type, op.get("dimension")
    if any(t.shape is None for t in (*types, result)):
        return
    if not types or not 0 <= dimension < types[0].rank:
        raise Error.on(op, f"dimension {dimension} is out of range")
    for number, type in enumerate(types):
        others = type.shape[:dimension] + type.shape[dimension + 1 :]
        if type.rank != types[0].rank or not fits(others, types[0].shape[:dimension] + types[0].shape[dimension + 1 :]):
            raise Error.on(op, f"shapes of operand (0) and ({number}) do not match at non-concat index")
    total = [t.shape[dimension] for t in types]
    if None not in total and result.shape[dimension] not in (None, sum(total)):
        raise Error.on(op, f"result has size {result.shape[dimension]} along the dimension, the operands add up to {sum(total)}")


def slice_(op):
    operand, result = op.operands[0].type, op.result.type
    starts, limits, strides = [dimensions_of(op, name) for name in ("start_indices", "limit_indices", "strides")]
    if operand.shape is None:
        return
    if not len(starts) == len(limits) == len(strides) == operand.rank:
        raise Error.on(op, f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand ({operand.rank})")
    for number, (start, limit, stride, size) in enumerate(zip(starts, limits, strides, operand.shape)):
        if start < 0 or stride < 1 or start > limit or (size is not None and limit > size):
            raise Error.on(op, f"range {start}:{limit}:{stride} of dimension {number} does not lie within its size {size}")
        expected = -(-(limit - start) // stride)
        if result.shape is not None and result.shape[number] not in (None, expected):
            raise Error.on(op, f"inferred size {expected} of dimension {number} is incompatible with result type '{result}'")


def pad(op):
    operand, result = op.operands[0].type, op.result.type
    low, high, interior = [dimensions_of(op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]
    if operand.shape is None or result.shape is None:
        return
    if not len(low) == len(high) == len(interior) == operand.rank:
        raise Error.on(op, f"edge_padding length ({len(low)}) must match operand rank ({operand.rank})")
    sizes = [None if n is None else a + b + n + max(n - 1, 0) * i for n, a, b, i in zip(operand.shape, low, high, interior)]
    if not fits(tuple(sizes), result.shape):
        raise Error.on(op, f"inferred shape {sizes} is incompatible with result type '{result}'")


def dot_general(op):
    lhs, rhs, result = op.operands[0].type, op.operands[1].type, op.result.type
    dims = op.attributes["dot_dimension_numbers"]
    if lhs.shape is None or rhs.shape is None:
        return
    pairs = list(zip(dims.lhs_batching_dimensions, dims.rhs_batching_dimensions))
    contracted = list(zip(dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions))
    for what, found in (("batching", pairs), ("contracting", contracted)):
        for one, other in found:
            if not (0 <= one < lhs.rank and 0 <= other < rhs.rank):
                raise Error.on(op, f"{what} dimension {one} x {other} is out of range")
            if not fits((lhs.shape[one],), (rhs.shape[other],)):
                raise Error.on(op, f"{what} dimension sizes must match for lhs/rhs: {lhs.shape[one]} and {rhs.shape[other]}")
    left = [n for i, n in enumerate(lhs.shape) if i not in (*dims.lhs_batching_dimensions, *dims.lhs_contracting_dimensions)]
    right = [n for i, n in enumerate(rhs.shape) if i not in (*dims.rhs_batching_dimensions, *dims.rhs_contracting_dimensions)]
    expected = (*[lhs.shape[i] for i in dims.lhs_batching_dimensions], *left, *right)
    if not fits(expected, result.shape):
        raise Error.on(op, f"inferred shape {list(expected)} is incompatible with return type '{result}'")


def dimensions_of(op, name: str) -> list[int]:
    """A list of integers, held as an array attribute or, as older programs have it, as a dense constant."""
    found = op.attributes[name]
    return list(found.values() if callable(found.values) else found.values)


def _same_element(op, operand, result):
    if not same_element(operand, result):
        raise Error.on(op, f"requires the same element type for operand and result, found '{operand}' and '{result}'")


RULES = (
    {name: same_shapes if name in CHANGES_ELEMENT else same_types for name in UNARY}
    | {name: same_types for name in BINARY}
    | {
        "compare": compare, "select": select, "clamp": clamp, "constant": constant, "iota": iota, "broadcast_in_dim": broadcast_in_dim,
        "reshape": reshape, "transpose": transpose, "concatenate": concatenate, "slice": slice_, "pad": pad, "dot_general": dot_general,
    }
)  # fmt: skip
