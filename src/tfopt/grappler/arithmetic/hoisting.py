"""Moves an operation on many parts to the whole, where it is done once: unary chains behind a Concat or before a Split, and a scale that
goes into a convolution's weights."""

from __future__ import annotations

from tfir.analysis.graph_effects import is_elementwise_function
from tfir.ir.operations import Operation
from tfir.ods.control import data_operands, data_results

from tfopt.grappler.arithmetic.fusions import will_be_fused
from tfopt.grappler.nodes import attributes_of, rebuilt
from tfopt.grappler.rewriting import Edit, Stage, replace
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import once, rewrite, tf, variables

x, y, z = variables("x y z")
(parts,) = variables("parts")


def key(op: Operation):
    """Equal for nodes that compute the same function of their only operand, on the same device; None for other nodes."""
    if op is None or not is_elementwise_function(op.name) or len(op.operands) != 1:
        return None
    return op.name, frozenset(attributes_of(op).items()), op.operands[0].type.element, op.get("_mlir_device")


def concat_before_unary(op: Operation, item):
    """Concat([f(x), f(y)]) is f(Concat([x, y]))."""
    operands = data_operands(op)
    values, axis = (operands[1:], operands[0]) if op.name == "tfg.Concat" else (operands[:-1], operands[-1])
    keys = {key(value.op) if item.has_single_use(value) else None for value in values}
    if len(keys) != 1 or None in keys or any([will_be_fused(value.op, item) for value in values]):
        return None
    inner = [value.op.operands[0] for value in values]
    joined = tf.Concat(axis, *inner) if op.name == "tfg.Concat" else tf.ConcatV2(*inner, axis)
    return rebuilt(values[0].op, joined)


def unary_before_split(op: Operation, item):
    """[f(y) for y in Split(x)] is Split(f(x))."""
    readers = [result.uses[0] if len(result.uses) == 1 else None for result in data_results(op)]
    keys = {key(reader) if reader is not None and not item.is_preserved(reader) else None for reader in readers}
    if len(keys) != 1 or None in keys or item.is_preserved(op) or op.results[-1].uses:
        return None
    first = readers[0]
    if len(set(readers)) < 2 or first.results[0].type.element is not op.results[0].type.element:
        return None
    at = 1 if op.name == "tfg.Split" else 0
    op.set_operand(at, rebuilt(first, op.operands[at]))
    touched = [op, *[user for reader in readers for result in reader.results for user in result.users]]
    for reader, result in zip(readers, op.results):
        replace(item, reader, [result], [])
    return touched


HOIST_CWISE_UNARY_CHAINS = Stage(
    "HoistCWiseUnaryChains",
    rewrite(tf.ConcatV2(*parts))(concat_before_unary),
    rewrite(tf.Concat(*parts))(concat_before_unary),
    Edit(("tfg.Split", "tfg.SplitV"), unary_before_split),
)


# A scale that goes into the weights


def scale_weights(x, y, z, op: Operation, item):
    """Conv(x * y, z) is Conv(x, z * y) for a scalar y; with constant weights the product is a constant as well."""
    if elements_of(y) is None or item.shapes.of(y) != () or elements_of(z) is None:
        return None
    return rebuilt(op, x, tf.Mul(z, y))


FOLD_MULTIPLY_INTO_CONV = Stage(
    "FoldMultiplyIntoConv",
    *[rewrite(conv(once(tf.Mul(x, y)), z), changes=("bits", "nan", "inf", "zero"))(scale_weights) for conv in (tf.Conv2D, tf.Conv3D)],
)
