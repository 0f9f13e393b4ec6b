"""Results of tf ops against what inference says of them, in upstream's words: the one place where a verification asks inference."""

from __future__ import annotations

from tfir.dialects import constant_numbers
from tfir.dialects.tf.verify.checks import cast_compatible, differ
from tfir.dialects.tf_type import dereferenced, element_base
from tfir.ir.diagnostics import Error
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.inference import about, declared_operands, inferred_results, shape_of_inferred, type_of_inferred
from tfir.ods.shapes import anonymous

# Upstream's verifier refuses of these what inference refuses: of the first since it infers types itself, of the others in one error, in the
# words of `infer`. Of other ops that is left to shape functions, upstream's and ours.
INFERRED = ("Conv2D", "Conv3D")
REFUSED = {
    *("BatchMatMul", "BatchMatMulV2", "Bitcast", "BroadcastGradientArgs", "Concat", "ConcatOffset", "ConcatV2", "DynamicStitch"),
    *("InvertPermutation", "Pack", "Shape", "ShapeN", "SoftmaxCrossEntropyWithLogits", "Split", "SplitV", "Squeeze", "Tile", "Unpack"),
}  # fmt: skip


def verify_results(op, definition) -> bool:
    """Raises an error where a result cannot have the shape that inference gives it, and where `REFUSED` or `INFERRED` name the op and
    inference refuses its operands. Returns whether constants that make operands were asked for."""
    local, declared = definition.local, [result.type for result in op.results]
    if local not in INFERRED and local not in REFUSED and not any([is_compared(type, local) for type in declared]):
        return False
    operands = declared_operands(op)
    try:
        inferred = inferred_results(op, definition, operands)
    except Error as reason:
        if local in INFERRED:
            raise Error.not_inferred(op, f"'{op.name}' op {reason}") from None
        if local in REFUSED:
            raise about(op, reason) from None
        inferred = [None] * len(declared)
    if len(inferred) != len(declared):
        raise Error.on(op, COUNTS.get(local, "requires {} result(s), got {} result(s)").format(len(inferred), len(declared)))
    for number, (each, type) in enumerate(zip(inferred, declared)):
        if is_compared(type, local) and not fits(op, local, shape_of_inferred(each), type):
            raise misfit(op, local, number, each, type)
    return any([operand.was_asked for operand in operands])


def fits(op, local: str, shape, declared) -> bool:
    """Whether a result may have its declared type. Of a Reshape upstream compares elements too."""
    if local == "Reshape":
        return cast_compatible(declared, TensorType(anonymous(shape), op.operands[0].type.element))
    return shapes_fit(shape, declared.shape)


HANDLES = "!tf_type.resource", "!tf_type.variant"


def is_compared(type, local: str) -> bool:
    """Whether a type says the shape of data. Handles are left out, but where upstream's verifier compares them: TensorFlow's shape
    functions do not agree on theirs."""
    if not isinstance(type, TensorType) or type.shape is None:
        return False
    return local in WORDS or type.element.text[0] != "!" or dereferenced(element_base(type.element)) not in HANDLES


# How upstream words that results are not what inference says: in two errors, as where its verifier infers types, but of some ops in one.

COUNTS = {"ConcatOffset": "requires sizes of shapes and offsets to be the same, got sizes {} and {}"}


def misfit(op, local: str, number: int, inferred, declared) -> Error:
    """The error of a result that has another shape than inference gives it."""
    own = WORDS[local](op, number, anonymous(shape_of_inferred(inferred)), declared.shape) if local in WORDS else None
    if own is not None:
        return Error.on(op, own)
    return Error.incompatible(op, [type_of_inferred(inferred, declared)], [declared])


def differing(expected, actual) -> int | None:
    """The first axis along which two shapes differ; None where it is their rank."""
    return next((axis for axis, sizes in enumerate(zip(expected, actual)) if differ(*sizes)), None)


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


def reshaped(op, number: int, expected, actual) -> str:
    operand, output = op.operands[0].type, op.results[0].type
    return f"requires 'output' type '{output}' to be cast compatible with expected type '{TensorType(expected, operand.element)}'"


def tiled(op, number: int, expected, actual) -> str | None:
    axis, shape, multiples = differing(expected, actual), op.operands[0].type.shape, constant_numbers(op.operands[1])
    if None in (axis, shape, multiples):
        return None
    return f"requires input.shape[{axis}] ({shape[axis]}) * {multiples[axis]} to be equal to output.shape[{axis}] ({actual[axis]})"


def transposed(op, number: int, expected, actual) -> str | None:
    to, order = differing(expected, actual), constant_numbers(op.operands[1])
    if to is None or order is None:
        return None
    return f"requires y.shape[{to}] ({actual[to]}) to be equal to x.shape[perm[{order[to] % len(order)}]] ({expected[to]})"


def sliced(op, number: int, expected, actual) -> str | None:
    axis = differing(expected, actual)
    if axis is None or constant_numbers(op.operands[1]) is None:
        return None
    return f"requires output size to have the same size of slice, got slice size {expected[axis]} and output size {actual[axis]}"


def product(op, number: int, expected, actual) -> str:
    if len(actual) != len(expected):
        return f"found invalid output rank, expected {len(expected)} but got {len(actual)}"
    axis = differing(expected, actual)
    if axis < len(expected) - 2:
        return f"has mismatching input batch dimension {expected[axis]} and output batch dimension {actual[axis]}"
    where = "row" if axis == len(expected) - 2 else "col"
    return f"found invalid output dimension on {where}, expected {expected[axis]} but got {actual[axis]}"


AXES = ("batch", "height", "width", "depth")


def without_blocks(op, number: int, expected, actual) -> str | None:
    axis, crops = differing(expected, actual), constant_numbers(op.operands[1])
    if axis is None:
        return None
    name, size, block = AXES[axis], op.operands[0].type.shape[axis], op.get("block_size")
    head, got = (
        f"requires output {name} (dimension {axis}) to be equal to input {name} (dimension {axis})",
        f"but got output {name} {actual[axis]}",
    )
    if name == "depth":
        return f"{head}, {got} and input {name} {size}"
    if name == "batch":
        return f"{head} / (block_size * block_size), {got}, input {name} {size}, and block_size {block}"
    first, second = ("crop_top", "crop_bottom") if name == "height" else ("crop_left", "crop_right")
    amounts = ", ".join([f"{crop} {amount}" for crop, amount in zip((first, second), crops[2 * axis - 2 :])])
    return f"{head} * block_size - {first} - {second}, {got}, input {name} {size}, {amounts}, and block_size {block}"


WORDS = {
    "BatchMatMul": product, "BatchMatMulV2": product, "BatchToSpace": without_blocks, "Bitcast": bits,
    "BroadcastGradientArgs": number_of_axes, "ConcatOffset": length_of_offsets, "Reshape": reshaped,
    "Shape": length_of_shape, "ShapeN": length_of_shape, "Slice": sliced, "Tile": tiled, "Transpose": transposed,
    "VariableShape": length_of_shape,
}  # fmt: skip
