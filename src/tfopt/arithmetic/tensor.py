"""StableHLO written as arithmetic: the language that the lowerings are written in.

A `Tensor` stands for a value of the program that is being built. Its operators build operations where the driver says
(`building`); NumPy's broadcasting becomes explicit, numbers take the tensor's element type. Python's `if` sees static facts only:
a Tensor has no truth value. Where sizes are not known, they are symbols (`sizes.py`), and what depends on them becomes dynamic.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import DenseArrayAttr, EnumAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN
from tfir.ir.operations import Block, Region, Value
from tfir.ir.types import BF16, F16, F32, F64, I1, I32, I64, INDEX, ComplexType, FloatType, IntegerType, ShapedType, TensorType, Type
from tfir.ods import shapes
from tfir.ods.shapes import is_static

from tfopt.arithmetic.sizes import active, builders, ir_type, limits, named_type, note_named, range_in, stated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class building:
    """While it lasts, operations are built by `builder`: `with building(Builder.before(op)): ...`."""

    def __init__(self, builder: Builder):
        self.builder = builder

    def __enter__(self) -> Builder:
        builders.append(self.builder)
        return self.builder

    def __exit__(self, *_):
        builders.pop()


# Python's operators as methods


def operator(name: str):
    """An elementwise op of the tensor and what stands on the right of it."""
    return lambda self, other: binary(name, self, other)


def reflected(name: str):
    """An elementwise op of what stands on the left of the tensor, such as a number, and the tensor."""
    return lambda self, other: binary(name, other, self)


def comparison(direction: str):
    return lambda self, other: compare(direction, self, other)


class Tensor:
    """A value of static shape, and StableHLO's operations on it."""

    __slots__ = ("value",)
    __array_ufunc__ = None  # an array on the left of an operator leaves it to the Tensor

    def __init__(self, value: Value):
        self.value = value

    @property
    def type(self) -> TensorType:
        type: TensorType = self.value.type  # type: ignore[assignment]  # require_shapes has refused all else
        return type if not active or type.is_static else TensorType(self.shape, type.element, type.encoding)

    @property
    def shape(self) -> tuple[Any, ...]:
        """Sizes as numbers, and symbols for those that are not known."""
        shape = self.value.type.shape
        return shape if not active or None not in shape else active[-1].shape_of(self.value)

    @property
    def element(self) -> Type:
        return self.value.type.element

    @property
    def rank(self) -> int:
        return len(self.value.type.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def is_float(self) -> bool:
        return isinstance(self.element, FloatType)

    @property
    def is_complex(self) -> bool:
        return isinstance(self.element, ComplexType)

    @property
    def is_integer(self) -> bool:
        return isinstance(self.element, IntegerType) and self.element is not I1

    @property
    def is_unsigned(self) -> bool:
        return self.is_integer and self.element.signedness == "u"

    def __bool__(self):
        raise TypeError("a tensor has no truth value while a program is built; use select()")

    def __repr__(self):
        return f"<tensor {self.type}>"

    __add__, __radd__ = operator("add"), reflected("add")
    __sub__, __rsub__ = operator("subtract"), reflected("subtract")
    __mul__, __rmul__ = operator("multiply"), reflected("multiply")
    __truediv__, __rtruediv__ = operator("divide"), reflected("divide")
    __mod__, __pow__ = operator("remainder"), operator("power")  # a remainder has the dividend's sign
    __and__, __or__, __xor__ = map(operator, ("and", "or", "xor"))
    __lt__, __le__, __gt__, __ge__, __eq__, __ne__ = map(comparison, ("LT", "LE", "GT", "GE", "EQ", "NE"))

    def __neg__(self):
        return unary("negate", self)

    def __abs__(self):
        return self if self.is_unsigned else unary("abs", self, self.element.element if self.is_complex else None)

    def __invert__(self):
        return unary("not", self)

    __hash__ = None  # type: ignore[assignment]  # as Python has it for what is compared otherwise

    def __getitem__(self, index) -> Tensor:
        """Slices with positive steps and positions, as NumPy has them: `x[:, 2]`, `x[..., 1:-1]`, `x[::2]`."""
        return indexed(self, index if isinstance(index, tuple) else (index,))

    def reshape(self, *shape) -> Tensor:
        if shape == self.shape:
            return self
        if active and not is_static(shape):
            return emit("dynamic_reshape", [self, sizes(shape)], TensorType(shape, self.element))
        return emit("reshape", [self], TensorType(shape, self.element))

    def transpose(self, *order) -> Tensor:
        if order == tuple(range(self.rank)):
            return self
        type = TensorType([self.shape[axis] for axis in order], self.element)
        return emit("transpose", [self], type, permutation=array(order))

    def convert(self, element: Type) -> Tensor:
        """The tensor under another element type; as truth values, all but zero are true."""
        if element is self.element:
            return self
        if element is I1:
            return self != 0
        if self.is_complex and not isinstance(element, ComplexType):
            return unary("real", self, self.element.element).convert(element)
        return emit("convert", [self], self.type.with_element(element))

    def expand(self, axis: int) -> Tensor:
        """With an axis of size 1 put in."""
        axis %= self.rank + 1
        return self.reshape(*self.shape[:axis], 1, *self.shape[axis:])

    def reverse(self, *axes) -> Tensor:
        return emit("reverse", [self], self.type, dimensions=array(axes)) if axes else self

    def sum(self, *axes, keep: bool = False) -> Tensor:
        return reduce("add", self, axes, 0, keep)

    def max(self, *axes, keep: bool = False) -> Tensor:
        return reduce("maximum", self, axes, lowest(self.element), keep)

    def min(self, *axes, keep: bool = False) -> Tensor:
        return reduce("minimum", self, axes, highest(self.element), keep)

    def mean(self, *axes, keep: bool = False) -> Tensor:
        return self.sum(*axes, keep=keep) / prod([self.shape[axis] for axis in axes])


# Making operations


def current() -> Builder:
    """The insertion point of the operations being built."""
    return builders[-1]


def emit(name: str, operands, type: ShapedType, regions=(), **attributes) -> Tensor:
    """Builds `stablehlo.NAME` with one result of the given type, at the current insertion point."""
    told = ir_type(type) if active else type
    value = builders[-1].value("stablehlo." + name, [operand.value for operand in operands], told, attributes, regions=regions)
    if told is not type:
        active[-1].note(value, type.shape)
    return Tensor(value)


def sizes(shape) -> Tensor:
    """A shape, of which not all sizes need be known, as a list of i32."""
    return Tensor(active[-1].shape(shape, current()))


def emit_many(name: str, operands, types, regions=(), **attributes) -> list[Tensor]:
    """Builds `stablehlo.NAME` with a result for each of `types`."""
    told = [ir_type(type) for type in types] if active else types
    op = builders[-1].create("stablehlo." + name, [operand.value for operand in operands], told, attributes, regions)
    note_named(op.results, types)
    return [Tensor(result) for result in op.results]


def array(numbers) -> DenseArrayAttr:
    """Integers as a dense array of i64, as dimension attributes are."""
    return DenseArrayAttr([int(number) for number in numbers], I64)


def pairs(numbers) -> DenseAttr:
    """Padding as a tensor [rank, 2] of i64, from a pair (low, high) for each axis."""
    flat = [int(number) for pair in numbers for number in pair]
    same = len(set(flat)) == 1
    return DenseAttr.of(flat[0] if same else flat, TensorType((len(flat) // 2, 2), I64))


def constant(elements: ElementsAttr) -> Tensor:
    """A constant with these elements."""
    return emit("constant", [], elements.type, value=elements)


def splat(number, shape, element: Type) -> Tensor:
    """A constant of `shape` with one number everywhere."""
    if active and not is_static(shape):
        return broadcast_to(splat(number, (), element), shape)
    return constant(DenseAttr.of(number if 0 not in shape else [], TensorType(shape, element)))


def like(number, x: Tensor) -> Tensor:
    """A constant of x's type with one number everywhere."""
    return filled(number, x.shape, x.element, x)


def filled(number, shape, element: Type, x: Tensor | None) -> Tensor:
    """As `splat`; where sizes are not known, they are those that x has when the program runs. The number may be a size."""
    if isinstance(number, shapes.Symbol):
        return broadcast_to(Tensor(active[-1].number(number, current())).convert(element), shape)
    if None not in shape:
        return splat(number, shape, element)
    assert x is not None, "sizes that are not known are those of a tensor"
    scalar = splat(number, (), element)
    largest = limits(x.type)
    if None not in largest:
        return limited(emit("broadcast_in_dim", [scalar], TensorType(largest, element), broadcast_dimensions=array(())), x)
    shape_of_x = Tensor(current().value("shape.shape_of", [x.value], TensorType((x.rank,), INDEX)))
    return emit("dynamic_broadcast_in_dim", [scalar, shape_of_x], TensorType(shape, element), broadcast_dimensions=array(()))


def number(size, element: Type = I32) -> Tensor:
    """A size as a scalar that the program computes with."""
    return filled(size, (), element, None)


def limited(largest: Tensor, x: Tensor) -> Tensor:
    """A tensor of the largest sizes that x can have, with those that it has."""
    for axis, size in enumerate(x.shape):
        if size is None:
            actual = emit("get_dimension_size", [x], TensorType((), I32), dimension=IntegerAttr(axis, I64))
            type = x.type.with_element(largest.element)
            largest = emit("set_dimension_size", [largest, actual], type, dimension=IntegerAttr(axis, I64))
    return largest


def literal(content, element: Type | None = None) -> Tensor:
    """A NumPy array as a constant."""
    from tfir.ods.arrays import dense_of, dtype_of

    return constant(dense_of(content if element is None else content.astype(dtype_of(element))))


def lowest(element: Type, is_finite=False):
    """The least value of an element type, -infinity included unless it is to be finite."""
    return -largest_finite(element) if is_finite and isinstance(element, FloatType) else element.limits[0]


def highest(element: Type):
    """The greatest value of an element type, infinity included."""
    return element.limits[1]


def largest_finite(element: Type):
    """The greatest number of a type, infinities left out."""
    largest = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}
    return largest[element.name] if isinstance(element, FloatType) else highest(element)


# Elementwise


def broadcast_to(x: Tensor, shape, axes=None) -> Tensor:
    """Repeats x along new axes and axes of size 1. `axes` says where x's axes go; by default to the end, as in NumPy."""
    shape = tuple(shape)
    if x.shape == shape and axes is None:
        return x
    axes = tuple(range(len(shape) - x.rank, len(shape))) if axes is None else tuple(axes)
    if active and not is_static(shape):
        return emit("dynamic_broadcast_in_dim", [x, sizes(shape)], TensorType(shape, x.element), broadcast_dimensions=array(axes))
    number = splat_number(x)
    if number is not None:
        return constant(number.with_type(TensorType(shape, x.element)))
    return emit("broadcast_in_dim", [x], TensorType(shape, x.element), broadcast_dimensions=array(axes))


def along(vector: Tensor, x: Tensor, axis: int) -> Tensor:
    """A vector with an element for each place of an axis spread over all of x, or a scalar."""
    return broadcast_to(vector, x.shape, [axis] if vector.rank else [])


def splat_number(x: Tensor) -> DenseAttr | None:
    """The constant that x is, when all its elements are one number."""
    op = x.value.op
    elements = op.attributes.get("value") if op is not None and op.name == "stablehlo.constant" else None
    return elements if isinstance(elements, DenseAttr) and elements.is_splat else None


def common(*operands, beside=()) -> list[Tensor]:
    """Operands of one shape, which has room for the shapes `beside` as well: numbers become constants, tensors broadcast."""
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    shape = shapes.broadcast(*[tensor.shape for tensor in tensors], *beside)
    element = tensors[0].element
    return [broadcast_to(x, shape) if isinstance(x, Tensor) else filled(x, shape, element, tensors[0]) for x in operands]


def unary(name: str, x: Tensor, element: Type | None = None) -> Tensor:
    """An elementwise op of one operand; the result has the operand's shape, and `element` where that differs."""
    return emit(name, [x], x.type if element is None else x.type.with_element(element))


def binary(name: str, x, y) -> Tensor:
    """An elementwise op of two operands, which broadcast to each other; numbers become constants."""
    x, y = common(x, y)
    return emit(name, [x, y], x.type)


def compare(direction: str, x, y) -> Tensor:
    """A comparison by direction (EQ, NE, GE, GT, LE, LT), elementwise with broadcasting: i1."""
    x, y = common(x, y)
    kind = "FLOAT" if x.is_float or x.is_complex else "UNSIGNED" if x.is_unsigned or x.element is I1 else "SIGNED"
    words = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", direction)}
    return emit("compare", [x, y], x.type.with_element(I1), **words, compare_type=EnumAttr("stablehlo.comparison_type", kind))


def holds(direction: str, x: Tensor, y: Tensor) -> Tensor:
    """A comparison of the kind that is usual for the element type."""
    return emit("compare", [x, y], x.type.with_element(I1), comparison_direction=EnumAttr("stablehlo.comparison_direction", direction))


def select(condition: Tensor, x, y) -> Tensor:
    """x where the condition holds, y elsewhere; all three broadcast."""
    x, y = common(x, y, beside=[condition.shape])
    return emit("select", [broadcast_to(condition, x.shape), x, y], x.type)


def clamp(low, x: Tensor, high) -> Tensor:
    """min(max(x, low), high); the limits are numbers, scalars, or of x's shape."""
    low, high = (each if isinstance(each, Tensor) else splat(each, (), x.element) for each in (low, high))
    return emit("clamp", [low, x, high], x.type)


def one(name: str):
    """The function of one tensor that is an elementwise op."""
    return lambda x: unary(name, x)


def two(name: str):
    """The function of two tensors or numbers that is an elementwise op."""
    return lambda x, y: binary(name, x, y)


maximum, minimum = two("maximum"), two("minimum")
exp, log, floor, tanh = one("exponential"), one("log"), one("floor"), one("tanh")
sqrt, rsqrt, sigmoid = one("sqrt"), one("rsqrt"), one("logistic")


def iota(shape, axis: int, element: Type = I32) -> Tensor:
    """A tensor of `shape` whose elements are their positions along one axis."""
    if active and not is_static(shape):
        return emit("dynamic_iota", [sizes(shape)], TensorType(shape, element), iota_dimension=IntegerAttr(axis, I64))
    return emit("iota", [], TensorType(shape, element), iota_dimension=IntegerAttr(axis, I64))


def widened(x: Tensor) -> Tensor:
    """Half-precision floats as f32: sums of many are kept in that."""
    return x.convert(F32) if x.element in (F16, BF16) else x


def in_f32(function):
    """A function of tensors that computes with floats narrower than 32 bits as f32."""

    def of_any(*operands):
        element = operands[0].element
        if element not in (BF16, F16):
            return function(*operands)
        return function(*[operand.convert(F32) for operand in operands]).convert(element)

    return of_any


def of_operands(function):
    """A lowering that is a function of all operands of its op."""
    return lambda operands: function(*operands)


def polynomial(x: Tensor, coefficients) -> Tensor:
    """By Horner's rule; the coefficient of the highest power comes first."""
    total = like(coefficients[0], x)
    for coefficient in coefficients[1:]:
        total = total * x
        total = total + like(coefficient, x)
    return total


def require_float(x: Tensor, *elements) -> None:
    if x.element not in elements:
        raise Error(f"is not decomposed for {x.element}")


FLOATS = (F64, F32, F16, BF16)
# The least normal number, the least number above 0: IEEE 754-2019, table 3.5, and bf16 with the exponents of f32.
SMALLEST_NORMAL = {"f16": 2.0**-14, "bf16": 2.0**-126, "f32": 2.0**-126, "f64": 2.0**-1022}
SMALLEST = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}


# Reduction


def region_of(elements, function, location=UNKNOWN) -> Region:
    """A region with a scalar argument for each element type, which returns the result of `function` on them."""
    return returning(Block([TensorType((), element) for element in elements]), lambda *scalars: [function(*scalars)], location)


def returning(block: Block, function, location) -> Region:
    """A region of a block that returns the results of `function` on its arguments. Nothing is left of it where that fails."""
    try:
        with building(Builder.at_end(block, location)) as inner:
            inner.create("stablehlo.return", [each.value for each in function(*map(Tensor, block.arguments))])
    except Exception:
        for op in reversed(list(block)):
            op.erase()
        raise
    return Region([block])


def body_of(name: str, element: Type) -> Region:
    """The region (a, b) -> a `name` b that reductions take."""
    return region_of([element, element], two(name), builders[-1].location)


def loop(holds_on, body, *carried: Tensor) -> list[Tensor]:
    """stablehlo.while: what `body` made of the carried tensors, of the same types, when `holds_on`, a truth value of them, was false."""
    types = [each.type for each in carried]
    return emit_many("while", carried, types, [region_inside(types, lambda *now: [holds_on(*now)]), region_inside(types, body)])


def conditional(condition: Tensor, yes, no) -> list[Tensor]:
    """stablehlo.if: what `yes` or `no`, which build tensors of the same types, gives by a truth value."""
    regions = [region_inside([], function) for function in (yes, no)]
    return emit_many("if", [condition], [Tensor(value).type for value in regions[0].entry.terminator.operands], regions)


def region_inside(types, function) -> Region:
    """A region of an operation that comes next, with arguments of these types, in which all that stands before can be asked for sizes."""
    block = Block([ir_type(type) for type in types] if active else types)
    note_named(block.arguments, types)
    if active:
        active[-1].around[block] = current().block
    return returning(block, function, builders[-1].location)


def reduce(name: str, x: Tensor, axes, start, keep: bool = False) -> Tensor:
    """Combines all elements along some axes; `keep` leaves axes of size 1 behind."""
    axes = sorted({axis % x.rank for axis in axes})
    kept = tuple([1 if axis in axes else size for axis, size in enumerate(x.shape) if keep or axis not in axes])
    if not axes:
        return x
    if all([x.shape[axis] == 1 for axis in axes]):
        return x.reshape(*kept)
    type = TensorType([size for axis, size in enumerate(x.shape) if axis not in axes], x.element)
    reduced = emit(
        "reduce", [x, splat(start, (), x.element)], type, [body_of(name, x.element)], dimensions=array(axes),
    )  # fmt: skip
    return reduced.reshape(*kept)


# Moving


def indexed(x: Tensor, index: tuple) -> Tensor:
    """NumPy's basic indexing `x[index]`, with integers, slices and an ellipsis."""
    if Ellipsis in [part if part is Ellipsis else None for part in index]:
        at = next(i for i, part in enumerate(index) if part is Ellipsis)
        index = (*index[:at], *[slice(None)] * (x.rank - len(index) + 1), *index[at + 1 :])
    index = (*index, *[slice(None)] * (x.rank - len(index)))
    ranges = [range_in(n, part) for part, n in zip(index, x.shape)]
    result = sliced(x, *zip(*ranges)) if ranges else x
    return result.reshape(*[size for size, part in zip(result.shape, index) if isinstance(part, slice)])


def sliced(x: Tensor, starts, limits, steps=None) -> Tensor:
    """The elements of x from `starts` to before `limits`, by `steps`, one entry for each axis."""
    steps = [1] * x.rank if steps is None else steps
    if active and not is_static((*starts, *limits)):
        shape = tuple([shapes.divide_up(limit - start, step) for start, limit, step in zip(starts, limits, steps)])
        if shape == x.shape:
            return x
        bounds = [sizes(numbers) for numbers in (starts, limits, steps)]
        return emit("real_dynamic_slice", [x, *bounds], named_type(shape, x.element))
    limits = [max(start, limit) for start, limit in zip(starts, limits)]
    shape = tuple([len(range(*each)) for each in zip(starts, limits, steps)])
    if shape == x.shape:
        return x
    if 0 in shape and any([limit > size for limit, size in zip(limits, x.shape) if isinstance(size, int)]):
        return splat(0, shape, x.element)  # of a tensor too small for even one window
    type = named_type(shape, x.element)
    return emit("slice", [x], type, start_indices=array(starts), limit_indices=array(limits), strides=array(steps))


def dynamic_slice(x: Tensor, starts, sizes) -> Tensor:
    """A slice from computed positions, each moved as little as needed for the slice to lie inside."""
    return emit("dynamic_slice", [x, *starts], TensorType(tuple(sizes), x.element), slice_sizes=array(sizes))


def concatenate(parts, axis: int) -> Tensor:
    """The parts one after another along an axis. Empty parts are left out."""
    parts = [part for part in parts if part.shape[axis] or len(parts) == 1] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    type = named_type(stated(shapes.concatenate([part.shape for part in parts], axis)), parts[0].element)
    return emit("concatenate", parts, type, dimension=IntegerAttr(axis % parts[0].rank, I64))


def pad(x: Tensor, low, high, value=0, interior=None) -> Tensor:
    """x with `low` and `high` elements of `value` at the ends of each axis, and `interior` many between neighbours."""
    interior = [0] * x.rank if interior is None else interior
    if not any([*low, *high, *interior]):
        return x
    if active and not is_static((*low, *high)):
        shape = [spread_size(size, gap) + before + after for size, before, after, gap in zip(x.shape, low, high, interior)]
        value = value if isinstance(value, Tensor) else splat(value, (), x.element)
        return emit("dynamic_pad", [x, value, *map(sizes, (low, high, interior))], named_type(tuple(shape), x.element))
    value = value if isinstance(value, Tensor) else splat(value, (), x.element)
    padded = [a + spread_size(n, i) + b for n, a, b, i in zip(x.shape, low, high, interior)]
    type = TensorType(padded, x.element)
    amounts = {"edge_padding_low": array(low), "edge_padding_high": array(high), "interior_padding": array(interior)}
    return emit("pad", [x, value], type, **amounts)


def spread_size(size, gap: int):
    """A size with so many elements put between any two neighbours."""
    return size + shapes.most(size - 1, 0) * gap if gap else size


def gather(x: Tensor, indices: Tensor, slice_sizes, offset_dims, collapsed, start_map, vector_dim, batching=((), ())) -> Tensor:
    """stablehlo.gather, by the specification's dimension numbers; `batching` is (axes of the operand, of the indices). Of nothing it is 0."""
    numbers = NumbersAttr(
        "gather", offset_dims=tuple(offset_dims), collapsed_slice_dims=tuple(collapsed), operand_batching_dims=tuple(batching[0]),
        start_indices_batching_dims=tuple(batching[1]), start_index_map=tuple(start_map), index_vector_dim=vector_dim,
    )  # fmt: skip
    places = [size for axis, size in enumerate(indices.shape) if axis != vector_dim]
    kept = [size for axis, size in enumerate(slice_sizes) if axis not in collapsed and axis not in batching[0]]
    inside, outside = iter(kept), iter(places)
    shape = [next(inside) if axis in offset_dims else next(outside) for axis in range(len(places) + len(offset_dims))]
    if any([size == 0 and part == 1 for size, part in zip(x.shape, slice_sizes)]):
        return splat(0, tuple(shape), x.element)
    type = TensorType(shape, x.element)
    if active and not is_static(slice_sizes):
        return emit("dynamic_gather", [x, indices, sizes(slice_sizes)], type, dimension_numbers=numbers)
    return emit("gather", [x, indices], type, dimension_numbers=numbers, slice_sizes=array(slice_sizes))


def take(x: Tensor, indices: Tensor, axis: int) -> Tensor:
    """NumPy's `take`: x [..., n, ...] and indices [...i] -> [..., ...i, ...], where n is the size of `axis`."""
    places = indices.rank
    offsets = [*range(axis), *range(axis + places, x.rank + places - 1)]
    slice_sizes = [1 if at == axis else size for at, size in enumerate(x.shape)]
    return gather(x, indices, slice_sizes, offsets, [axis], [axis], places)


# Contraction


def dot_general(x: Tensor, y: Tensor, contracting, batching=((), ())) -> Tensor:
    """stablehlo.dot_general; `contracting` and `batching` are (axes of x, axes of y). Result: [batch..., free of x..., free of y...]."""
    numbers = NumbersAttr(
        "dot", lhs_batching_dimensions=tuple(batching[0]), rhs_batching_dimensions=tuple(batching[1]),
        lhs_contracting_dimensions=tuple(contracting[0]), rhs_contracting_dimensions=tuple(contracting[1]),
    )  # fmt: skip
    left = [size for axis, size in enumerate(x.shape) if axis not in (*contracting[0], *batching[0])]
    right = [size for axis, size in enumerate(y.shape) if axis not in (*contracting[1], *batching[1])]
    type = TensorType([*[x.shape[axis] for axis in batching[0]], *left, *right], x.element)
    return emit("dot_general", [x, y], type, dot_dimension_numbers=numbers)
