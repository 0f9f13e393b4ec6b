"""Constraints of SPIR-V's table that words cannot express: elements by width, scalars that may be short vectors or matrices."""

from __future__ import annotations

from tfir.ir.types import FloatType, IntegerType, VectorType
from tfir.ods.constraints import Constraint, Container

LENGTHS = (2, 3, 4, 8, 16)


def floats(names: str, summary: str) -> Constraint:
    return Constraint(lambda type: isinstance(type, FloatType) and type.name in names.split(), summary)


def scalar_or_vector(type, accepts) -> bool:
    if isinstance(type, VectorType):
        return len(type.shape) == 1 and type.shape[0] in LENGTHS and accepts(type.element)
    return accepts(type)


VECTOR = f"{{0}} or fixed-length vector of {{0}} values of length {'/'.join(map(str, LENGTHS))} of ranks 1"
NAMED = {
    "Integer": Constraint(lambda type: isinstance(type, IntegerType) and type.width in (8, 16, 32, 64), "8/16/32/64-bit integer"),
    "Bool": Constraint(lambda type: isinstance(type, IntegerType) and type.width == 1, "bool"),
    "Float": floats("f16 f32 f64", "16/32/64-bit float"),
    "AnyFloat": floats("f16 f32 f64 bf16 f8E4M3FN f8E5M2", "16/32/64-bit float or BFloat16 or Float8E4M3 or Float8E5M2"),
}
CONTAINERS = {
    "scalar_or_vector": Container(scalar_or_vector, VECTOR),
    "scalar_vector_or_matrix": Container(scalar_or_vector, f"{VECTOR} or Cooperative Matrix of {{0}} values"),
}
