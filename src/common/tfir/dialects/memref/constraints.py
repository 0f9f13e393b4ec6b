"""What the lines of the memref dialect's table call its types and attributes. Source: MLIR's memref dialect."""

from tfir.dialects.memref.layouts import layout_of
from tfir.ir.types import I8, INDEX, FloatType, MemRefType
from tfir.ods.constraints import Constraint, is_signless


def ranked(holds=lambda type: True):
    return lambda type: isinstance(type, MemRefType) and type.shape is not None and holds(type)


def of_numbers(type) -> bool:
    return is_signless(type) or isinstance(type, FloatType)


NAMED = {
    "memref": Constraint(ranked(), "memref of any type values"),
    "any_memref": Constraint(lambda type: isinstance(type, MemRefType), "ranked or unranked memref of any type values"),
    "measured": Constraint(
        lambda type: isinstance(type, MemRefType) and type.shape != (),
        "unranked.memref of any type values or non-0-ranked.memref of any type values",
    ),
    "strided": Constraint(ranked(lambda type: layout_of(type) is not None), "strided memref of any type values"),
    "static": Constraint(ranked(lambda type: None not in type.shape), "statically shaped memref of any type values"),
    "list": Constraint(ranked(lambda type: len(type.shape) == 1), "1D memref of any type values"),
    "bytes": Constraint(ranked(lambda type: len(type.shape) == 1 and type.element is I8), "1D memref of 8-bit signless integer values"),
    "sizes": Constraint(
        ranked(lambda type: len(type.shape) == 1 and (is_signless(type.element) or type.element is INDEX)),
        "1D memref of signless integer or index values",
    ),
    "numbers": Constraint(ranked(lambda type: of_numbers(type.element)), "memref of signless integer or floating-point values"),
    "number": Constraint(of_numbers, "signless integer or floating-point"),
}
