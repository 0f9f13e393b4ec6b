"""Constraints of control flow and structure: branches, loops, tuples."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused
from tfir.dialects.stablehlo.inference.control_flow import all_compatible
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred, scalar
from tfir.ir.diagnostics import Error, listed
from tfir.ir.types import I1, TensorType, shapes_fit


def while_(op):
    operands = [v.type for v in op.operands]
    if not all([region.blocks and region.blocks[0].last is not None for region in op.regions]):
        raise Refused("expect non-empty region")
    condition, body = [region.blocks[0] for region in op.regions]
    for name, values in (
        ("condition block arguments", condition.arguments), ("body block arguments", body.arguments),
        ("body block return types", body.last.operands),
    ):  # fmt: skip
        types = [v.type for v in values]
        if not all_compatible(operands, types):
            raise Refused(f"expect operands to be compatible with {name} but got {listed(operands)} vs {listed(types)}")
    answer = condition.last.operands
    if len(answer) != 1:
        raise Refused(f"expect condition body returns a single value but got {len(answer)}")
    if answer[0].type is not scalar(I1):
        raise Refused(f"expect condition block return a zero-ranked tensor of i1 but got '{answer[0].type}'")


def barrier(op):
    types = [v.type for v in op.operands]
    if len(types) != len(op.results):
        raise Error.on(op, "requires the same number of operands and results")
    for one, result in zip(types, op.results):
        if isinstance(one, TensorType) and not shapes_fit(one.shape, getattr(result.type, "shape", None)):
            raise Error.on(op, "requires the same type for operand and result")


VERIFY = {"while": in_order(inferred, checked(while_)), "optimization_barrier": in_order(barrier, inferred)}
