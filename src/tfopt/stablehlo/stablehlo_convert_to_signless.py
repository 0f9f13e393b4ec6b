"""Takes the sign out of all integer types: `ui8` and `si8` become `i8`, with the same bits in constants."""

from __future__ import annotations

from tfir.ir.attributes import TypeAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import FunctionType, IntegerType, MemRefType, ShapedType, TensorType, Type

TITLE = "StablehloConvertToSignlessPass"
WORKS_ON = ("stablehlo", "chlo", "arith", "builtin", "memref", "bufferization")

EXACT = False  # what compares, divides or converts unsigned integers takes them as signed afterwards


def stablehlo_convert_to_signless(module: "Module") -> None:
    for op in module.walk():
        for value in [*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]]:
            value.retype(signless(value.type))
        for name, attribute in list(op.attributes.items()):
            if isinstance(attribute, TypeAttr):
                op.set_attribute(name, TypeAttr(signless(attribute.type)))
            elif isinstance(attribute, DenseAttr) and isinstance(attribute.type.element, IntegerType):
                op.set_attribute(name, attribute.with_type(shaped(attribute.type)))


def signless(type: Type) -> Type:
    if isinstance(type, IntegerType):
        return IntegerType(type.width)
    if isinstance(type, FunctionType):
        return FunctionType([signless(each) for each in type.inputs], [signless(each) for each in type.results])
    return shaped(type) if isinstance(type, ShapedType) else type


def shaped(type: ShapedType) -> ShapedType:
    """The same tensor or buffer of elements without a sign."""
    if isinstance(type, MemRefType):
        return MemRefType(type.shape, signless(type.element), type.layout, type.space)
    return type.with_element(signless(type.element)) if isinstance(type, TensorType) else type
