"""What the lines of the vector dialect's table call their types. Source: MLIR's vector dialect."""

from tfir.dialects.affine.constraints import ATTRIBUTES as AFFINE
from tfir.ir.attributes import ArrayAttr, BoolAttr, OpaqueAttr
from tfir.ir.types import INDEX, MemRefType, TensorType, VectorType
from tfir.ods.constraints import AttributeConstraint, Constraint, Container


def vector(holds):
    return lambda type: isinstance(type, VectorType) and holds(type)


NAMED = {
    "vector": Constraint(vector(lambda type: True), "vector of any type values"),
    "some": Constraint(vector(lambda type: type.shape), "vector of any type values"),
    "scalable": Constraint(vector(lambda type: len(type.shape) == 1 and type.scalable), " of ranks 1"),
    "list": Constraint(vector(lambda type: len(type.shape) == 1), " of ranks 1"),
    "counted": Constraint(vector(lambda type: len(type.shape) == 1 and type.element is INDEX), "vector of index values of ranks 1"),
    "memref": Constraint(lambda type: isinstance(type, MemRefType) and type.shape is not None, "memref of any type values"),
    "buffer": Constraint(lambda type: isinstance(type, (TensorType, MemRefType)), "Tensor or MemRef of any type values"),
    "shaped": Constraint(lambda type: isinstance(type, (TensorType, MemRefType)), "shaped of any type values"),
    "static": Constraint(lambda type: isinstance(type, MemRefType) and type.is_static, "statically shaped memref of any type values"),
}
CONTAINERS = {
    "fixed": Container(
        lambda type, accepts: isinstance(type, VectorType) and not any(type.scalable) and accepts(type.element),
        "fixed-length vector of {} values",
    ),
}


def lists(holds):
    return lambda attribute: isinstance(attribute, ArrayAttr) and all(map(holds, attribute.elements))


ATTRIBUTES = {
    "map": AFFINE["map"],
    "maps": AttributeConstraint(lists(AFFINE["map"].accepts), "array attribute"),
    "truths": AttributeConstraint(lists(lambda each: isinstance(each, BoolAttr)), "1-bit boolean array attribute"),
    "iterators": AttributeConstraint(lists(lambda each: isinstance(each, OpaqueAttr)), "Iterator type should be an enum."),
    "#vector.kind": AttributeConstraint(
        lambda attribute: attribute.text.startswith("#vector.kind<"), "Kind of combining function for contractions and reductions"
    ),
}
