"""What the lines of the table cannot say of LLVM's constants: which value a type may have. Source: MLIR's LLVM dialect."""

from tfir.dialects.llvm.types import ArrayType, SimpleType, StructType, TargetType
from tfir.ir.attributes import ArrayAttr, BoolAttr, FloatAttr, IntegerAttr, StringAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, FloatType, IndexType, IntegerType, VectorType

NO_VALUE = ("#llvm.zero", "#llvm.undef", "#llvm.poison")


def flattened(type) -> tuple[int, object]:
    """How many elements arrays in arrays have, and their type."""
    count = 1
    while isinstance(type, (ArrayType, VectorType)):
        count *= type.count if isinstance(type, ArrayType) else type.size
        type = type.element
    return count, type


def is_scalable(type) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, VectorType) and any(type.scalable)


def fits_text(value: StringAttr, type) -> tuple[int, bool]:
    """How many bytes a text has, and whether a type is an array of as many."""
    size = len(value.value.encode("utf-8", "surrogateescape"))
    return size, isinstance(type, ArrayType) and type.count == size and getattr(type.element, "width", 0) == 8


def constant(op):
    value, type = op.attributes["value"], op.result.type
    if isinstance(value, StringAttr):
        size, fits = fits_text(value, type)
        if not fits:
            raise Error.on(op, f"expected array type of {size} i8 elements for the string constant")
    elif isinstance(type, StructType):
        structure(op, value, type)
    elif isinstance(type, TargetType):
        raise Error.on(op, "does not support target extension type.")
    elif isinstance(value, (IntegerAttr, BoolAttr)):
        if not isinstance(type, IntegerType):
            raise Error.on(op, "expected integer type")
    elif isinstance(value, FloatAttr):
        float_as(op, value.type, type)
    elif isinstance(value, ElementsAttr):
        elements(op, value, type)
    elif isinstance(value, ArrayAttr):
        if not isinstance(type, ArrayType):
            raise Error.on(op, "expected array or struct type for array attribute")
        array(op, type, value, 0)
    else:
        raise Error.on(op, "only supports integer, float, string or elements attributes")


def float_as(op, written: FloatType, type) -> None:
    """A float of a type is of that format, or the bits of a whole number of its width."""
    if isinstance(type, FloatType):
        if type is not written:
            raise Error.on(op, "attribute and type have different float semantics")
    elif isinstance(type, IntegerType):
        if type.width != written.width:
            raise Error.on(op, f"expected integer type of width {written.width}")
    elif not isinstance(type, SimpleType):
        raise Error.on(op, "expected float or integer type")


def elements(op, value, type) -> None:
    if is_scalable(type):
        if not getattr(value, "is_splat", False):
            raise Error.on(op, "scalable vector type requires a splat attribute")
        return
    if not isinstance(type, (ArrayType, VectorType)):
        raise Error.on(op, "expected vector or array type")
    count, element = flattened(type)
    if count != value.type.size:
        raise Error.on(op, f"type and attribute have a different number of elements: {count} vs. {value.type.size}")
    written = value.type.element
    if isinstance(written, FloatType):
        if isinstance(element, (FloatType, IntegerType)):
            float_as(op, written, element)
    elif isinstance(written, IntegerType) and not isinstance(element, IntegerType):
        raise Error.on(op, "expected integer element type for integer elements attribute")


def structure(op, value, type) -> None:
    members = type.members or ()
    if not isinstance(value, ArrayAttr):
        raise Error.on(op, "expected array attribute for struct type")
    if len(value.elements) != len(members):
        raise Error.on(op, f"expected array attribute of size {len(members)}")
    for at, (each, expected) in enumerate(zip(value.elements, members)):
        if not isinstance(expected, (IntegerType, FloatType, IndexType)):
            raise Error.on(op, "expected struct element types to be floating point type or integer type")
        if not isinstance(each, (IntegerAttr, BoolAttr, FloatAttr)):
            raise Error.on(op, "expected element of array attribute to be floating point or integer")
        if (I1 if isinstance(each, BoolAttr) else each.type) is not expected:
            raise Error.on(op, f"struct element at index {at} is of wrong type")


def array(op, type, value, dimension: int) -> None:
    """Arrays of structures, in which a structure, or a whole array, may be zero or undefined."""
    if len(value.elements) != type.count:
        sizes = f"{len(value.elements)} vs. {type.count}"
        raise Error.on(op, f"array attribute size does not match array type size in dimension {dimension}: {sizes}")
    inner = type.element
    if not isinstance(inner, (ArrayType, StructType)):
        raise Error.on(op, "for array with an array attribute must have a struct element type")
    which = f"sub-array in dimension {dimension}" if isinstance(inner, ArrayType) else "struct element"
    for at, each in enumerate(value.elements):
        if str(each) in NO_VALUE:
            continue
        if not isinstance(each, ArrayAttr):
            raise Error.on(op, f"nested attribute for {which} at index {at} must be a zero, or undef, or array attribute")
        if isinstance(inner, ArrayType):
            array(op, inner, each, dimension + 1)
        elif len(each.elements) != len(inner.members or ()):
            sizes = f"{len(each.elements)} vs. {len(inner.members or ())}"
            raise Error.on(op, f"nested array attribute size for struct element at index {at} must match struct size: {sizes}")


def zero(op):
    if isinstance(op.result.type, TargetType) and not op.result.type.has_zero:
        raise Error.on(op, "target extension type does not support zero-initializer")
