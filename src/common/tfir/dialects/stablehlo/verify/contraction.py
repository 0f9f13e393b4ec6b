"""Constraints of dot products."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, numbers, precise
from tfir.dialects.stablehlo.verify.checks import checked, inferred_types, scales_fit
from tfir.ir.diagnostics import Error
from tfir.ir.types import shapes_fit


def precision(op) -> None:
    config = op.attributes.get("precision_config")
    if config is not None and not all([getattr(word, "kind", None) == "stablehlo.precision" for word in config]):
        raise Error.on(op, "attribute 'precision_config' failed to satisfy constraint: Precision Config attribute")
    precise(config)


def fits_product(op) -> None:
    """Raises where the result is not what the operands make, in the words that upstream has for products and convolutions."""
    (expected,), result = inferred_types(op), op.result.type
    if not shapes_fit(expected.shape, result.shape):
        raise Refused(f"inferred shape '[{numbers(expected.shape)}]' is incompatible with return type of operation '{result}'")


def dot(op):
    precision(op)
    fits_product(op)


def dot_general(op):
    precision(op)
    fits_product(op)
    config = op.attributes.get("precision_config") or ()
    if "algorithm" in op.attributes and any([word.value != "DEFAULT" for word in config]):
        raise Refused("must specify DEFAULT precision config when algorithm is set.")
    contracting = op.attributes["dot_dimension_numbers"].rhs_contracting_dimensions
    scales_fit("dot_general", op.operands[0].type, op.operands[1].type, op.result.type, contracting)


VERIFY = {"dot": checked(dot), "dot_general": checked(dot_general)}
