"""Constraints of dot products."""

from __future__ import annotations

from tfir.dialects.stablehlo.result_shapes import dot_general_shape
from tfir.dialects.stablehlo.verify.checks import distinct, fits, numbers, scales_fit, size_fits
from tfir.dialects.stablehlo.verify.refusal import Refused, checked
from tfir.ir.diagnostics import Error
from tfir.ods.shapes import anonymous, named


def precision(op) -> None:
    config = op.attributes.get("precision_config")
    if config is not None and not all([getattr(word, "kind", None) == "stablehlo.precision" for word in config]):
        raise Error.on(op, "attribute 'precision_config' failed to satisfy constraint: Precision Config attribute")
    if config is not None and len(config) > 2:
        raise Refused(f"expects precision config to be empty or have <= 2 elements, got {len(config)}")


def incompatible(shape, result) -> Refused:
    return Refused(f"inferred shape '[{numbers(shape)}]' is incompatible with return type of operation '{result}'")


def dot(op):
    precision(op)
    lhs, rhs, result = op.operands[0].type, op.operands[1].type, op.result.type
    if lhs.rank not in (1, 2) or rhs.rank not in (1, 2) or not size_fits(lhs.shape[-1], rhs.shape[0]):
        raise Refused("expected both lhs/rhs ranks to be either 1 or 2")
    shape = (*lhs.shape[:-1], *rhs.shape[1:])
    if not fits(shape, result.shape):
        raise incompatible(shape, result)


def dot_shape(dims, lhs, rhs) -> tuple:
    """The result's shape, after the constraints on the dimension numbers."""
    batching, contracting = ("batching_dimensions", "contracting_dimensions")
    for name in (batching, contracting):
        if len(getattr(dims, f"lhs_{name}")) != len(getattr(dims, f"rhs_{name}")):
            raise Refused(f"lhs and rhs should have the same number of {name.replace('_', ' ')}")
    for side in ("lhs", "rhs"):
        distinct(
            getattr(dims, f"{side}_{batching}"), getattr(dims, f"{side}_{contracting}"), f"{side}_{batching}", f"{side}_{contracting}"
        )  # fmt: skip
    for side, type in (("lhs", lhs), ("rhs", rhs)):
        for name in (f"{side}_{batching}", f"{side}_{contracting}"):
            for dim in getattr(dims, name):
                if not 0 <= dim < type.rank:
                    raise Refused(f"{name} value: {dim} is out of range: [0, {type.rank})")
    return anonymous(dot_general_shape(dims, named(lhs.shape), named(rhs.shape)))


def dot_general(op):
    precision(op)
    lhs, rhs, result = op.operands[0].type, op.operands[1].type, op.result.type
    dims = op.attributes["dot_dimension_numbers"]
    shape = dot_shape(dims, lhs, rhs)
    if not fits(shape, result.shape):
        raise incompatible(shape, result)
    config = op.attributes.get("precision_config") or ()
    if "algorithm" in op.attributes and any([word.value != "DEFAULT" for word in config]):
        raise Refused("must specify DEFAULT precision config when algorithm is set.")
    scales_fit("dot_general", lhs, rhs, result, dims.rhs_contracting_dimensions)


VERIFY = {"dot": checked(dot), "dot_general": checked(dot_general)}
