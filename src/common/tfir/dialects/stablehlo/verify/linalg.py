"""Constraints of normalization, linear algebra, transforms and random numbers."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, same_element
from tfir.dialects.stablehlo.verify.checks import checked, in_order, inferred
from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit


def rng(op):
    a, b, _ = [v.type for v in op.operands]
    if not same_element(a, b) or not same_element(a, op.result.type):
        raise Error.on(op, "failed to verify that all of {a, b, result} have same element type")


def rng_bit_generator(op):
    state, next_state = op.operands[0].type, op.results[0].type
    if not shapes_fit(state.shape, next_state.shape):
        raise Refused(f"output state shape must be compatible with initial state shape. Got: '{state}' and '{next_state}'")


VERIFY = {"rng_bit_generator": checked(rng_bit_generator)}
VERIFY_IN_CONTEXT = {"rng": in_order(rng, inferred)}
