"""Result types of dot products. Their element type is part of the op."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import Refused, distinct, size_fits
from tfir.ods import shapes
from tfir.ods.inference import AbstractValue


def dot(lhs, rhs, result_types):
    if lhs.rank not in (1, 2) or rhs.rank not in (1, 2) or not size_fits(lhs.shape[-1], rhs.shape[0]):
        raise Refused("expected both lhs/rhs ranks to be either 1 or 2")
    return AbstractValue((*lhs.shape[:-1], *rhs.shape[1:]), result_types[0].element)


def dot_general(lhs, rhs, dot_dimension_numbers, result_types):
    return AbstractValue(dot_general_shape(dot_dimension_numbers, lhs.shape, rhs.shape), result_types[0].element)


BATCHING, CONTRACTING = "batching_dimensions", "contracting_dimensions"


def dot_general_shape(dims, lhs, rhs) -> tuple:
    """The shape of a product: batch dimensions, then the remaining dimensions of both sides."""
    for name in (BATCHING, CONTRACTING):
        if len(getattr(dims, f"lhs_{name}")) != len(getattr(dims, f"rhs_{name}")):
            raise Refused(f"lhs and rhs should have the same number of {name.replace('_', ' ')}")
    for side in ("lhs", "rhs"):
        batching, contracting = f"{side}_{BATCHING}", f"{side}_{CONTRACTING}"
        distinct(getattr(dims, batching), getattr(dims, contracting), batching, contracting)
    for side, shape in (("lhs", lhs), ("rhs", rhs)):
        for name in (f"{side}_{BATCHING}", f"{side}_{CONTRACTING}"):
            for dim in getattr(dims, name):
                if not 0 <= dim < len(shape):
                    raise Refused(f"{name} value: {dim} is out of range: [0, {len(shape)})")
    pairs = {name: list(zip(getattr(dims, f"lhs_{name}"), getattr(dims, f"rhs_{name}"))) for name in (BATCHING, CONTRACTING)}
    for name, both in pairs.items():
        if not all([size_fits(lhs[one], rhs[other]) for one, other in both]):
            raise Refused(f"{name.removesuffix('_dimensions')} dimension sizes must match for lhs/rhs")
    left, right = [{pair[side] for both in pairs.values() for pair in both} for side in (0, 1)]
    batch = [shapes.unify(lhs[one], rhs[other]) for one, other in pairs[BATCHING]]
    return (*batch, *[size for at, size in enumerate(lhs) if at not in left], *[size for at, size in enumerate(rhs) if at not in right])


INFER = {"dot": dot, "dot_general": dot_general}
