"""Makes operations whose shapes are operands into those whose shapes are attributes, where these operands are constants."""

from __future__ import annotations

from tfir.dialects.stablehlo.calls import check_shape_assertion
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation
from tfir.ir.types import I64, ShapedType
from tfir.ods.inference import constant_of

TITLE = "StablehloCanonicalizeDynamismPass"
# The static operation, how many operands it keeps, and the attributes that the others become.
STATIC = {
    "stablehlo.dynamic_broadcast_in_dim": ("stablehlo.broadcast_in_dim", 1, ()),
    "stablehlo.dynamic_iota": ("stablehlo.iota", 0, ()),
    "stablehlo.dynamic_reshape": ("stablehlo.reshape", 1, ()),
    "stablehlo.dynamic_pad": ("stablehlo.pad", 2, ("edge_padding_low", "edge_padding_high", "interior_padding")),
    "stablehlo.real_dynamic_slice": ("stablehlo.slice", 1, ("start_indices", "limit_indices", "strides")),
    "stablehlo.dynamic_gather": ("stablehlo.gather", 2, ("slice_sizes",)),
}
ONLY_DYNAMIC = ("known_expanding_dimensions", "known_nonexpanding_dimensions")


def stablehlo_canonicalize_dynamism(root: Operation) -> bool:
    """Answers with False where nothing changed. Assertions about shapes that hold go; one that does not is an error."""
    dynamic = [op for op in root.walk() if op.name in STATIC or is_assertion(op)]
    return any([drop_assertion(op) if is_assertion(op) else make_static(op) for op in dynamic])


def is_assertion(op: Operation) -> bool:
    return op.name == "stablehlo.custom_call" and op.get("call_target_name") == "shape_assertion"


def drop_assertion(op: Operation) -> bool:
    operands = [constant_of(value) for value in op.operands]
    if any([operand is None for operand in operands]):
        return False
    check_shape_assertion(op, operands)
    op.erase()
    return True


def make_static(op: Operation, whatever_shape: bool = False) -> bool:
    """With `whatever_shape` the result's type is what counts of a shape, although the operand that gives it is no constant."""
    name, count, attributes = STATIC[op.name]
    constants = [constant_of(value) for value in op.operands[count : count + len(attributes) if whatever_shape else None]]
    type = op.results[0].type
    if any([constant is None for constant in constants]) or not (isinstance(type, ShapedType) and type.is_static):
        return False
    kept = {key: value for key, value in op.attributes.items() if key not in ONLY_DYNAMIC}
    kept |= {key: DenseArrayAttr([int(number) for number in constant], I64) for key, constant in zip(attributes, constants)}
    new = Builder.before(op).create(name, op.operands[:count], [type], kept)
    new.results[0].name = op.results[0].name
    op.replace_with(new.results)
    return True
