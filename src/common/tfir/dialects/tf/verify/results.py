"""Results of tf ops against what inference says of them, in upstream's words."""

from __future__ import annotations

from tfir.dialects.tf_type import dereferenced, element_base
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.inference import about, declared_operands, inferred_results, shape_of_inferred, type_of_inferred

# Upstream's verifier refuses of these what inference refuses: of the first since it infers types itself, of the others in one error, in the
# words of `infer`. Of other ops that is left to shape functions, upstream's and ours.
INFERRED = ("Conv2D", "Conv3D")
REFUSED = {
    *("Bitcast", "BroadcastGradientArgs", "Concat", "ConcatOffset", "ConcatV2", "DynamicStitch", "InvertPermutation", "Pack"),
    *("Shape", "ShapeN", "Split", "SplitV", "Squeeze", "Unpack"),
}  # fmt: skip


def verify_results(op, definition) -> bool:
    """Raises an error where a result cannot have the shape that inference gives it, and where `REFUSED` or `INFERRED` name the op and
    inference refuses its operands. Returns whether constants that make operands were asked for."""
    local, actual = definition.local, [result.type for result in op.results]
    if local not in INFERRED and local not in REFUSED and not any(map(has_sizes, actual)):
        return False
    operands, inferred = declared_operands(op), []
    try:
        inferred = inferred_results(op, definition, operands)
    except Error as reason:
        if local in INFERRED:
            raise Error.not_inferred(op, f"'{op.name}' op {reason}") from None
        if local in REFUSED:
            raise about(op, reason) from None
    else:
        if len(inferred) != len(actual):
            raise Error.on(op, COUNTS.get(local, "requires {} result(s), got {} result(s)").format(len(inferred), len(actual)))
    for number, (each, type) in enumerate(zip(inferred, actual)):
        if each is not None and has_sizes(type) and not shapes_fit(shape_of_inferred(each), type.shape):
            raise misfit(op, local, number, type_of_inferred(each, type), type)
    return any([operand.was_asked for operand in operands])


HANDLES = "!tf_type.resource", "!tf_type.variant"


def has_sizes(type) -> bool:
    """Whether a type says the shape of data. Handles are left out: TensorFlow's shape functions do not agree on theirs."""
    if not isinstance(type, TensorType) or type.shape is None:
        return False
    return type.element.text[0] != "!" or dereferenced(element_base(type.element)) not in HANDLES


# How upstream words that results are not what inference says: in two errors, as where its verifier infers types, but of some ops in one.

COUNTS = {"ConcatOffset": "requires sizes of shapes and offsets to be the same, got sizes {} and {}"}


def misfit(op, local: str, number: int, expected, actual) -> Error:
    """The error of a result that has another shape than inference gives it."""
    own = WORDS[local](op, number, expected.shape, actual.shape) if local in WORDS else None
    if own is not None:
        return Error.on(op, own)
    return Error.incompatible(op, [expected], [actual])


def bits(op, number: int, expected, actual) -> str | None:
    """Where the width of elements changes, which takes away or adds a last axis."""
    rank = len(op.operands[0].type.shape)
    if len(expected) == rank:
        return None
    if len(actual) != len(expected):
        return f"rank of input tensor is {rank}. rank of output tensor is expected to be {len(expected)}, instead of {len(actual)}."
    if len(expected) > rank and actual[-1] != expected[-1]:
        return f"output rightmost dimension size is not equal to the divisor. the last dimension of output is expected to be {expected[-1]}"
    return None


def length_of_shape(op, number: int, expected, actual) -> str:
    which = f" #{number}" if op.name.endswith("N") else ""
    return (
        f"requires dimension size of result{which} to match rank of operand{which}"
        if len(actual) == 1
        else f"requires 1D type for result{which}"
    )


def length_of_offsets(op, number: int, expected, actual) -> str:
    return f"requires operand and result {number} to have compatible shapes"


def number_of_axes(op, number: int, expected, actual) -> str:
    return f"requires dimension 0 size of 'r{number}' to be {expected[0]} but got {actual[0]}"


WORDS = {
    "Bitcast": bits, "BroadcastGradientArgs": number_of_axes, "ConcatOffset": length_of_offsets,
    "Shape": length_of_shape, "ShapeN": length_of_shape, "VariableShape": length_of_shape,
}  # fmt: skip
