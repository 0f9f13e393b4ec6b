"""Relay's operators as Python's: an `Expression` stands for a value, and what is computed with it makes operators in front of the operation that
is being converted. Operands broadcast as Relay's do, and numbers become scalars."""

from __future__ import annotations

from math import prod

from tfir.dialects import definition_of
from tfir.ir.attributes import ArrayAttr, Attribute, FloatAttr
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F64, I32, FloatType, IntegerType, TensorType, TupleType, Type
from tfir.ods.inference import declared_value, infer, refined
from tfir.ods.signature import Word

from tfopt.rewrite.building import stored_attribute
from tfopt.rewrite.rewriter import current_rewriter


def operator(name: str):
    """The method of a Python operator that is an operator of Relay."""
    return lambda self, other: made(name, self, other)


def reflected(name: str):
    return lambda self, other: made(name, other, self)


class Expression:
    """A tensor, or a tuple of them."""

    __slots__ = ("value",)

    def __init__(self, value: Value):
        self.value = value

    @property
    def type(self):
        return self.value.type

    @property
    def element(self) -> Type:
        return self.value.type.element

    @property
    def shape(self) -> tuple:
        return self.value.type.shape

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def is_float(self) -> bool:
        return isinstance(self.element, FloatType)

    @property
    def is_unsigned(self) -> bool:
        return isinstance(self.element, IntegerType) and self.element.signedness == "u"

    __add__, __radd__ = operator("add"), reflected("add")
    __sub__, __rsub__ = operator("subtract"), reflected("subtract")
    __mul__, __rmul__ = operator("multiply"), reflected("multiply")
    __truediv__, __rtruediv__ = operator("divide"), reflected("divide")
    __lt__, __le__ = map(operator, ("less", "less_equal"))
    __gt__, __ge__ = map(operator, ("greater", "greater_equal"))
    __lshift__, __rshift__ = operator("left_shift"), operator("right_shift")
    __and__, __or__, __xor__ = map(operator, ("bitwise_and", "bitwise_or", "bitwise_xor"))

    def __neg__(self):
        return made("negative", self)

    def equals(self, other) -> Expression:
        return made("equal", self, other)

    def differs(self, other) -> Expression:
        return made("not_equal", self, other)

    def cast(self, element: Type) -> Expression:
        return self if element is self.element else made("cast", self, dtype=element)

    def bits_as(self, element: Type) -> Expression:
        return self if element is self.element else made("reinterpret", self, dtype=element)

    def item(self, index: int) -> Expression:
        """An element of a tuple."""
        return structure("tuple_get_item", [self], self.type.elements[index], index=index)


def where(condition: Expression, x, y) -> Expression:
    return made("where", condition, x, y)


def all_of(*conditions: Expression) -> Expression:
    first, *others = conditions
    for other in others:
        first = made("logical_and", first, other)
    return first


def made(name: str, *operands, **attributes) -> Expression:
    """The result of an operator. A number is a scalar of the type of the first operand that is none and that it is computed with."""
    full = f"relay.{name}"
    definition, values = definition_of(full), values_of(operands)
    stored = {each: attribute_of(full, each, value) for each, value in attributes.items() if not is_default(definition, each, value)}
    draft = Operation.draft(full, values, [TensorType(None, F64)], stored)
    (inferred,) = infer(draft, definition, [declared_value(value) for value in values]) or [None]
    rewriter = current_rewriter()
    return Expression(rewriter.builder.value(full, values, refined(draft.results[0].type, inferred), stored))


def is_default(definition, name: str, value) -> bool:
    """Whether TVM takes this for an attribute that is not said."""
    default = definition.declaration.attributes[name].default
    if value is None:
        return True
    plain_value = list(value) if isinstance(value, (list, tuple)) else value
    return default is not None and not isinstance(default, Word) and type(default) is type(plain_value) and default == plain_value


def attribute_of(op_name: str, name: str, value) -> Attribute:
    if isinstance(value, float):
        return FloatAttr(value, F64)
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)):
        return ArrayAttr([stored_attribute(op_name, name, each) for each in value])
    return stored_attribute(op_name, name, value)


def values_of(operands) -> list[Value]:
    beside = [each.element for each in operands if isinstance(each, Expression) and isinstance(each.type, TensorType)]
    element = beside[-1] if beside else None  # of a `where` whose condition comes first, that of what is chosen
    return [each.value if isinstance(each, Expression) else scalar(each, element).value for each in operands]


def structure(name: str, operands, type: Type, regions=(), **attributes) -> Expression:
    """What is no operator: a tuple, a call, a condition."""
    builder = current_rewriter().builder
    values = [each.value for each in operands]
    stored = {each: stored_attribute(f"relay.{name}", each, value) for each, value in attributes.items()}
    return Expression(builder.value(f"relay.{name}", values, type, stored, regions=regions))


def tuple_of(parts) -> Expression:
    parts = list(parts)
    return structure("tuple", parts, TupleType([part.type for part in parts]))


def constant(elements: ElementsAttr) -> Expression:
    return structure("constant", [], elements.type, value=elements)


def scalar(number, element) -> Expression:
    return constant(DenseAttr.of(number, TensorType((), element)))


def literal(array, element: Type | None = None) -> Expression:
    """A NumPy array as a constant."""
    from tfir.ods.arrays import dense_of

    return constant(dense_of(array, element))


def filled(number, shape, element: Type) -> Expression:
    """A number in every place of a shape."""
    return made("full", scalar(number, element), shape=list(shape), dtype=element) if shape else scalar(number, element)


# Shapes


def extent(x: Expression, axis: int, element: Type = I32):
    """A size: a number, or where it is not known a scalar that is it."""
    size = x.shape[axis]
    return size if size is not None else made("take", made("shape_of", x, dtype=element), scalar(axis, I32), axis=0)


def extents(x: Expression, axes, element: Type = I32) -> list:
    return [extent(x, axis, element) for axis in axes]


def product_of_sizes(sizes):
    """Of numbers and scalars."""
    total = prod([size for size in sizes if isinstance(size, int)])
    for size in sizes:
        total = total if isinstance(size, int) else size * total
    return total


def size_vector(sizes) -> Expression:
    """Sizes, numbers and scalars, as a tensor of i32."""
    scalars = [scalar(size, I32) if isinstance(size, int) else size.cast(I32) for size in sizes]
    return concatenated([made("reshape", each, newshape=[1]) for each in scalars], 0)


def known(sizes) -> list:
    return [size if isinstance(size, int) else None for size in sizes]


def told(x: Expression, sizes) -> Expression:
    """With those sizes in its type that are known."""
    x.value.retype(TensorType(known(sizes), x.element))
    return x


def reshaped_to(x: Expression, sizes) -> Expression:
    """In a shape of sizes that are numbers or scalars."""
    if known(sizes).count(None) <= 1:
        return reshaped(x, known(sizes))
    return told(made("dyn.reshape", x, size_vector(sizes), allowzero=True), sizes)


def spread_to(x: Expression, sizes) -> Expression:
    if None not in known(sizes):
        return spread(x, sizes)
    return told(made("dyn.broadcast_to", x, size_vector(sizes)), sizes)


def with_ones(x: Expression, axes, rank: int) -> Expression:
    """The tensor's axes as these of so many, which rise; the others have size 1."""
    for at in range(rank):
        if at not in axes:
            x = made("expand_dims", x, axis=at)
    return x


def reshaped(x: Expression, shape) -> Expression:
    """In another shape, of which one size may be unknown; of several where only sizes 1 come and go."""
    shape = list(shape)
    if shape.count(None) > 1:
        left = [at for at, size in enumerate(x.shape) if size != 1]
        if tuple(shape) != x.shape and [x.shape[at] for at in left] == [size for size in shape if size != 1]:
            ones = [at for at in range(x.rank) if at not in left]
            x = made("squeeze", x, axis=ones) if ones else x
            return with_ones(x, [at for at, size in enumerate(shape) if size != 1], len(shape))
    if shape.count(None) > 1 and tuple(shape) != x.shape:
        raise Error(f"gives a value of type {x.type} a shape of which more than one size is not known (see --input-shapes)")
    if tuple(shape) == x.shape:  # a size that is not known is what the others leave of all elements
        return x
    sizes = [-1 if size is None else size for size in shape]
    return made("reshape", x, newshape=sizes, **({"allowzero": True} if 0 in sizes else {}))


def transposed(x: Expression, order) -> Expression:
    order = list(order)
    return x if order == list(range(len(order))) else made("transpose", x, axes=order)


def spread(x: Expression, shape) -> Expression:
    return x if x.shape == tuple(shape) else made("broadcast_to", x, shape=list(shape))


def concatenated(parts, axis: int) -> Expression:
    return parts[0] if len(parts) == 1 else made("concatenate", tuple_of(parts), axis=axis)


def sliced(x: Expression, begin, end, strides=None) -> Expression:
    strides = [1] * x.rank if strides is None else list(strides)
    if list(begin) == [0] * x.rank and tuple(end) == x.shape and strides == [1] * x.rank:
        return x
    return made("strided_slice", x, begin=list(begin), end=list(end), strides=strides)


def counting(size, element: Type = I32) -> Expression:
    """0, 1, ... below a size, a number or a scalar."""
    end = scalar(size, element) if isinstance(size, int) else size.cast(element)
    return made("arange", scalar(0, element), end, scalar(1, element), dtype=element)


def along(vector: Expression, axis: int, rank: int) -> Expression:
    """A vector that broadcasts along one of so many axes."""
    return reshaped(vector, [vector.shape[0] if at == axis else 1 for at in range(rank)])
