"""What the lines of the LLVM dialect's table call its types. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.types import SIMPLE, ArrayType, FunctionType, PointerType, SimpleType, StructType, is_compatible
from tfir.ir.attributes import ArrayAttr, IntegerAttr
from tfir.ir.types import I1, I32, FloatType, VectorType
from tfir.ods.constraints import AttributeConstraint, Constraint, Container, is_signless


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
    "truth_like": Constraint(
        or_vector(lambda type: type is I1), "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer"
    ),
    "modified": Constraint(
        lambda type: is_float(type) or is_pointer(type) or is_signless(type) or isinstance(type, VectorType),
        "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector of floating point LLVM type",
    ),
    "vec": Constraint(lambda type: isinstance(type, VectorType), "LLVM dialect-compatible vector type"),
    "struct": Constraint(lambda type: isinstance(type, StructType), "LLVM structure type"),
    "aggregate": Constraint(lambda type: isinstance(type, (StructType, ArrayType)), "LLVM aggregate type"),
    "non_aggregate": Constraint(
        lambda type: is_compatible(type) and not isinstance(type, (StructType, ArrayType)), "LLVM-compatible non-aggregate type"
    ),
    "primitive": Constraint(is_compatible, "primitive LLVM type"),
    "loadable": Constraint(
        lambda type: is_compatible(type) and not isinstance(type, (SimpleType, FunctionType)) and getattr(type, "has_zero", True),
        "LLVM type with size",
    ),
    "token": Constraint(lambda type: type is SIMPLE["token"], "LLVM token type"),
}
CONTAINERS = {
    "vec": Container(lambda type, accepts: isinstance(type, VectorType) and accepts(type.element), "LLVM dialect-compatible vector of {}"),
}


def numbered(*numbers):
    return lambda attribute: isinstance(attribute, IntegerAttr) and attribute.value in numbers


def nodes(kind: str):
    return lambda attribute: (
        isinstance(attribute, ArrayAttr) and all([each.text.startswith(f"#llvm.{kind}<") for each in attribute.elements])
    )


ATTRIBUTES = {
    "space": AttributeConstraint(
        lambda attribute: isinstance(attribute, IntegerAttr) and attribute.type is I32 and attribute.value >= 0,
        "32-bit signless integer attribute whose value is non-negative",
    ),
    "access_groups": AttributeConstraint(nodes("access_group"), "LLVM dialect access group metadata array"),
    "alias_scopes": AttributeConstraint(nodes("alias_scope"), "LLVM dialect alias scope array"),
    "integer_predicate": AttributeConstraint(numbered(*range(10)), "allowed 64-bit signless integer cases: 0 to 9"),
    "predicate": AttributeConstraint(numbered(*range(16)), "allowed 64-bit signless integer cases: 0 to 15"),
    "ordering": AttributeConstraint(numbered(0, 1, 2, 4, 5, 6, 7), "allowed 64-bit signless integer cases: 0, 1, 2, 4, 5, 6, 7"),
}
