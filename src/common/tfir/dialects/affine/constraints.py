"""What the lines of the affine dialect's table call their attributes and types. Source: MLIR's affine dialect."""

from tfir.ir.types import MemRefType
from tfir.ods.constraints import AttributeConstraint, Container
from tfir.text.affine import AffineAttr


def is_affine(word: str):
    return lambda attribute: isinstance(attribute, AffineAttr) and attribute.word == word


CONTAINERS = {
    "memref": Container(
        lambda type, accepts: isinstance(type, MemRefType) and type.shape is not None and accepts(type.element), "memref of {} values"
    ),
}
ATTRIBUTES = {
    "map": AttributeConstraint(is_affine("affine_map"), "AffineMap attribute"),
    "set": AttributeConstraint(is_affine("affine_set"), "IntegerSet attribute"),
}
