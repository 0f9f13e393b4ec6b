"""What the lines of the LLVM dialect's table call its types. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.types import SIMPLE, ArrayType, PointerType, StructType, is_compatible
from tfir.ir.types import FloatType, VectorType
from tfir.ods.constraints import Constraint, Container, is_signless


def or_vector(holds):
    return lambda type: holds(type.element if isinstance(type, VectorType) else type)


def is_pointer(type) -> bool:
    return isinstance(type, PointerType)


def is_float(type) -> bool:
    return isinstance(type, FloatType) or type is SIMPLE["ppc_fp128"]


NAMED = {
    "llvm": Constraint(is_compatible, "LLVM dialect-compatible type"),
    "ptr": Constraint(is_pointer, "LLVM pointer type"),
    "ptr_like": Constraint(or_vector(is_pointer), "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type"),
    "whole": Constraint(is_signless, "signless integer"),
    "whole_like": Constraint(or_vector(is_signless), "signless integer or LLVM dialect-compatible vector of signless integer"),
    "float": Constraint(is_float, "floating-point"),
    "float_like": Constraint(or_vector(is_float), "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type"),
    "vec": Constraint(lambda type: isinstance(type, VectorType), "LLVM dialect-compatible vector type"),
    "struct": Constraint(lambda type: isinstance(type, StructType), "LLVM structure type"),
    "aggregate": Constraint(lambda type: isinstance(type, (StructType, ArrayType)), "LLVM aggregate type"),
    "non_aggregate": Constraint(
        lambda type: is_compatible(type) and not isinstance(type, (StructType, ArrayType)), "LLVM-compatible non-aggregate type"
    ),
    "primitive": Constraint(is_compatible, "primitive LLVM type"),
    "loadable": Constraint(is_compatible, "LLVM type with size"),
    "token": Constraint(lambda type: type is SIMPLE["token"], "LLVM token type"),
}
CONTAINERS = {
    "vec": Container(lambda type, accepts: isinstance(type, VectorType) and accepts(type.element), "LLVM dialect-compatible vector of {}"),
}
