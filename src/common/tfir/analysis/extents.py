"""Sizes that a kernel is told when it runs, as affine expressions of its symbols: what the types of its arguments leave open, in order.

They stand in the shapes of types as numbers do. What a kernel would have to know in advance of one (whether it is below a number, what
its remainder is) has an answer only where that follows from the expression; an order has none.
"""

from __future__ import annotations

from contextlib import contextmanager
from math import prod

from tfir.analysis.feeds import feed_names, feeds_to_pin
from tfir.analysis.sliced_products import sliced_product
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I64, MemRefType, TensorType
from tfir.ods.inference import declared_elements
from tfir.text.affine_expression import add, divide, factored, is_leaf, spelled, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    from tfir.text.affine_expression import Expression

Size: TypeAlias = "int | Extent"
Place: TypeAlias = "tuple[Value, int]"
SIZE_OF, RESHAPE, DYNAMIC_RESHAPE = "stablehlo.get_dimension_size", "stablehlo.reshape", "stablehlo.dynamic_reshape"
LISTS = (RESHAPE, "stablehlo.concatenate")  # of numbers that stand as they were


class UnknownSizeError(Error):
    """A kernel would have to be written for a size that is not known yet, as far as is known because of `op`."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message, op)
        self.op = op


class Extent:
    """A size by its expression; equal expressions are one object."""

    __slots__ = ("expression",)
    expression: Expression
    _all: dict[Expression, Extent] = {}

    def __new__(cls, expression: Expression) -> Extent:
        extent = cls._all.get(expression)
        if extent is None:
            extent = cls._all[expression] = object.__new__(cls)
            extent.expression = expression
        return extent

    def __repr__(self) -> str:
        return spelled(self.expression)

    def __add__(self, other: Any) -> Any:
        return size_of(add(self.expression, expression_of(other))) if is_size(other) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        return size_of(times(self.expression, expression_of(other))) if is_size(other) else NotImplemented

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Any) -> Any:
        return self + (-1 * other) if is_size(other) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return other + (-1 * self) if is_size(other) else NotImplemented

    def __rfloordiv__(self, other: int) -> Size:
        return size_of(divide("floordiv", other, self.expression))

    def __floordiv__(self, other: Size) -> Size:
        return size_of(divide("floordiv", self.expression, expression_of(other)))

    def __mod__(self, other: Size) -> Size:
        return size_of(divide("mod", self.expression, expression_of(other)))

    def refused(self, *_: object) -> Any:
        raise UnknownSizeError("depends on a size that is not known before it runs")

    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __index__ = refused


def is_size(thing: object) -> bool:
    return isinstance(thing, (int, Extent))


def size_of(expression: Expression) -> Size:
    return expression if isinstance(expression, int) else Extent(expression)


def expression_of(size: Size) -> Expression:
    return size if isinstance(size, int) else size.expression


def divided_up(size: Size, by: Size) -> Size:
    """A quotient rounded up."""
    if isinstance(size, int) and isinstance(by, int):
        return -(-size // by)
    return size_of(divide("ceildiv", expression_of(size), expression_of(by)))


def may_be_negative(expression: Expression) -> bool:
    """Whether a number below 0 stands in an expression of sizes."""
    if isinstance(expression, int):
        return expression < 0
    return not is_leaf(expression) and any([may_be_negative(part) for part in expression[1:]])


def usual(size: Size, unknown: int = 1) -> int:
    """A size to choose by: what is known of it, times a number that stands for what is not."""
    return size if isinstance(size, int) else factored(size.expression)[1] * unknown


@contextmanager
def naming_feeds(entry: Operation) -> Iterator[None]:
    """Within, an error about an unknown size says which feeds of the module to give shapes."""
    try:
        yield
    except UnknownSizeError as reason:
        module = entry
        while module.parent_op is not None:
            module = module.parent_op
        functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
        pins = [feeds_to_pin(func, feed_names(func)) for func in functions]
        raise Error.on(reason.op or entry, "; ".join([reason.diagnostics[0].message, *filter(None, pins)])) from None


def symbol_count(arguments: Iterable[Value]) -> int:
    """How many sizes the types of arguments leave open."""
    return sum([value.type.shape.count(None) for value in arguments])


class EqualSizes:
    """Which sizes of values are one and the same, as far as operations say that they are: of what is computed element by element, of the rows that
    are reduced, of batches, and of what is made in the sizes of something else. A place is a dimension of a value."""

    def __init__(self, ops: Iterable[Operation]):
        self._sources: dict[Place, Place] = {}
        outputs: dict[Any, Value] = {}  # of one dispatch, all of whose results have its sizes
        for op in ops:
            for one, other in equal_places(op):
                self.join(one, other)
            if op.name == "iree.store_output":
                first = outputs.setdefault(op.operands[1].type.shape, op.operands[1])
                for one, other in same_dimensions(first, op.operands[1]):
                    self.join(one, other)

    def first(self, place: Place) -> Place:
        """The one of those that are equal which stands for all of them."""
        while (source := self._sources.get(place)) is not None:
            place = source
        return place

    def join(self, one: Place, other: Place) -> None:
        one, other = self.first(one), self.first(other)
        if one != other:
            self._sources[other] = one

    def extents(self, arguments: Iterable[Value]) -> dict[Place, Extent]:
        """The sizes that arguments leave open, in order; of those that are equal the first one's, by what stands for all of them."""
        places = [(value, axis) for value in arguments for axis, size in enumerate(value.type.shape) if size is None]
        extents: dict[Place, Extent] = {}
        for number, place in enumerate(places):
            extents.setdefault(self.first(place), Extent(("s", number)))
        return extents


def equal_places(op: Operation) -> Iterator[tuple[Place, Place]]:
    """Dimensions that an operation says are equal: one of an operand first, where one is of its result."""
    operands, result = op.operands, op.results[0] if len(op.results) == 1 else None
    if op.name == "iree.store_output":
        yield from same_dimensions(*operands[::-1])
    elif result is None:
        return
    elif op.name == "iree.load_input" or has_trait(op, "elementwise"):
        for operand in operands:
            yield from same_dimensions(operand, result)
    elif op.name == "stablehlo.reduce" and len(operands) == 2:
        kept = [axis for axis in range(len(operands[0].type.shape)) if axis not in integers(op.attributes["dimensions"])]
        yield from [((operands[0], axis), (result, at)) for at, axis in enumerate(kept)]
    elif op.name == "stablehlo.transpose":
        yield from [((operands[0], axis), (result, at)) for at, axis in enumerate(integers(op.attributes["permutation"]))]
    elif op.name == "stablehlo.dot_general":
        yield from equal_places_of_product(op)
    elif op.name in (RESHAPE, DYNAMIC_RESHAPE) and (places := open_place_of_view(op)) is not None:
        yield places
    elif op.name == "stablehlo.real_dynamic_slice":
        starts, strides = (declared_elements(value) for value in (operands[1], operands[3]))
        if starts is not None and strides is not None:
            whole = [int(start) == 0 and int(stride) == 1 for start, stride in zip(starts.values(), strides.values())]
            ends = asked_places(operands[2])
            yield from [(place, (result, axis)) for axis, place in enumerate(ends) if place is not None and whole[axis]]
    elif TWINS.get(op.name) is drop_shape:
        yield from [(place, (result, axis)) for axis, place in enumerate(asked_places(operands[-1])) if place is not None]


def same_dimensions(one: Value, other: Value) -> Iterator[tuple[Place, Place]]:
    if len(one.type.shape) == len(other.type.shape):
        yield from [((one, axis), (other, axis)) for axis in range(len(one.type.shape))]


def equal_places_of_product(op: Operation) -> Iterator[tuple[Place, Place]]:
    (left, right), numbers = op.operands, op.attributes["dot_dimension_numbers"]
    batch = [numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions]
    summed = [numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions]
    yield from [((left, one), (right, other)) for one, other in [*zip(*batch), *zip(*summed)]]
    own = [
        (value, axis)
        for value, *taken in zip((left, right), batch, summed)
        for axis in range(len(value.type.shape))
        if not any([axis in axes for axes in taken])
    ]
    yield from zip([*[(left, axis) for axis in batch[0]], *own], [(op.results[0], at) for at in range(len(op.results[0].type.shape))])


def open_place_of_view(op: Operation) -> tuple[Place, Place] | None:
    """The one open size of a view's operand and that of its result, which are equal, since all others are as many elements on both sides."""
    places, elements = [], []
    for value in (op.operands[0], op.results[0]):
        shape = value.type.shape
        places.append([(value, axis) for axis, size in enumerate(shape) if not isinstance(size, int)])
        elements.append(prod([size for size in shape if isinstance(size, int)]))
    one, other = places
    return (one[0], other[0]) if len(one) == len(other) == 1 and elements[0] == elements[1] != 0 else None


def asked_places(sizes: Value) -> list[Place | None]:
    """For each element of a list of sizes the dimension that was asked for it; None for what is computed otherwise."""
    op = sizes.op
    if op is not None and op.name == SIZE_OF:
        return [(op.operands[0], op.get("dimension"))]
    if op is not None and op.name in LISTS:
        return [place for operand in op.operands for place in asked_places(operand)]
    return [None] * prod(sizes.type.shape)


def with_extents(entry: Operation) -> Operation:
    """An entry whose types have extents where sizes are unknown; the entry itself where none is. Its operations are not told sizes: their
    types say them. Raises Error for an operation whose size is that of none of its arguments."""
    if not symbol_count(entry.body.arguments):
        return entry
    entry = entry.clone()
    retype(entry.body)
    drop_unused(entry.body)
    return entry


def drop_unused(block: Block) -> None:
    """Erases what has results that nothing reads, as that which computed sizes."""
    for op in reversed(list(block)):
        if op.results and not any([result.uses for result in op.results]):
            op.erase()


def retype(block: Block) -> None:
    """Gives all of a block types that have extents, in place of sizes that are unknown."""
    arguments = list(block.arguments)
    equal = EqualSizes(block)
    extents = equal.extents(arguments)

    def told(value: Value) -> Any:
        return tuple([extents.get(equal.first((value, axis))) if size is None else size for axis, size in enumerate(value.type.shape)])

    shapes = {value: told(value) for value in [*arguments, *[result for op in block for result in op.results]] if not value.type.is_static}
    for argument in arguments:
        if argument in shapes:
            make = MemRefType if isinstance(argument.type, MemRefType) else TensorType
            argument.retype(make(shapes[argument], argument.type.element))
    stored = {store.operands[0].type.shape: store.operands[1].type.shape for store in block if store.name == "iree.store_output"}
    sliced = sliced_product(block)
    if sliced is not None and sliced.shape in stored:
        stored[sliced.root.result.type.shape] = (*stored[sliced.shape][:-1], sliced.columns)  # it has the rows of its slices
    for op in block:
        for result in op.results:
            if result in shapes:
                shape = shapes[result]
                result.retype(TensorType(extents_of(op, result, stored) if None in shape else shape, result.type.element))
        if op.name in TWINS:
            TWINS[op.name](op)


def extents_of(op: Operation, result: Value, stored: dict[Any, Any]) -> Any:
    """The shape of a result of unknown size: that of the buffer that it is read from, or of the one that all is computed for, or else what
    the operation is told, or its operand has."""
    if op.name == "iree.load_input":
        return op.operands[0].type.shape
    shape = stored.get(result.type.shape)
    is_spread = op.name == "stablehlo.dynamic_iota" and any([user.name.endswith("broadcast_in_dim") for user in op.results[0].users])
    if shape is None or is_spread:  # numbers that are spread further may be those of another size
        shape = told_extents(op)
    if shape is None:
        raise UnknownSizeError(f"has a result of type {result.type}, whose sizes are those of no buffer of its kernel", op)
    return shape


def told_extents(op: Operation) -> Any:
    """The shape that an operation is told in terms of sizes, or that an elementwise one has from its operands; None for others."""
    if TWINS.get(op.name) is drop_shape:
        return tuple(sizes_in(op.operands[-1], op, are_lengths=True))
    shapes = [operand.type.shape for operand in op.operands if operand.type.shape] if has_trait(op, "elementwise") else []
    return shapes[0] if shapes else None


def drop_shape(op: Operation) -> None:
    """`dynamic_broadcast_in_dim`, `dynamic_iota` and `dynamic_reshape` as what they are called without a shape."""
    op.rename(op.name.replace("dynamic_", ""))
    op.set_operands(op.operands[:-1])


def drop_bounds(op: Operation) -> None:
    """A slice that is told where it begins and ends."""
    operand, starts, _, strides = op.operands
    state(op, strides=strides)
    become_static(op, "slice", [operand], start_indices=starts)


def drop_slice_sizes(op: Operation) -> None:
    """What is collapsed, or a batch, has slices of 1; all else appears among the offsets of the result in order."""
    numbers = op.attributes["dimension_numbers"]
    left_out = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    extents = iter([op.results[0].type.shape[axis] for axis in sorted(numbers.offset_dims)])
    sizes = [1 if axis in left_out else next(extents) for axis in range(len(op.operands[0].type.shape))]
    op.rename("stablehlo.gather")
    op.set_operands(op.operands[:2])
    op.set_attribute("slice_sizes", DenseArrayAttr(sizes, I64))


def drop_padding(op: Operation) -> None:
    operand, value, low, high, interior = op.operands
    state(op, interior_padding=interior)
    become_static(op, "pad", [operand, value], edge_padding_low=low, edge_padding_high=high)


def state(op: Operation, **lists: Value) -> None:
    """Writes what operands say as attributes. Raises Error where that is not computed of sizes."""
    numbers = {attribute: sizes_in(value, op) for attribute, value in lists.items()}
    for attribute, sizes in numbers.items():
        op.set_attribute(attribute, DenseArrayAttr(sizes, I64))


def become_static(op: Operation, name: str, operands: list[Value], **places: Value) -> None:
    """Gives an operation the name that it has with static sizes, and attributes in the place of operands. Where these are not computed of sizes,
    it stays as it is, and the kernel reads them."""
    try:
        state(op, **places)
    except UnknownSizeError:
        return
    op.rename(f"stablehlo.{name}")
    op.set_operands(operands)


def sizes_in(value: Value, user: Operation, are_lengths: bool = False) -> list[Any]:
    """The elements of a scalar or list of whole numbers that a kernel computes of its sizes. Those that are no lengths may be below zero, where
    a quotient is not rounded as that of an affine expression."""
    constant, op = declared_elements(value), value.op
    if constant is not None:
        return [int(number) for number in constant.values()]
    if op is None or op.name not in COMPUTED:
        raise UnknownSizeError("is told places that only the run tells", user)
    if op.name == "stablehlo.get_dimension_size":
        size = op.operands[0].type.shape[op.get("dimension")]
        if size is None:  # of a value whose type has no extents
            raise UnknownSizeError("is told places that only the run tells", user)
        return [size]
    parts = [sizes_in(operand, user, are_lengths) for operand in op.operands]
    if op.name == "stablehlo.divide" and not are_lengths and any([may_be_negative(expression_of(size)) for size in parts[0]]):
        raise UnknownSizeError("is told places that only the run tells", user)
    combine = COMPUTED[op.name]
    return [number for part in parts for number in part] if combine is None else [combine(*pair) for pair in zip(*parts)]


# How sizes are computed of others; None where they are listed
COMPUTED: dict[str, Callable[[Any, Any], Any] | None] = {
    "stablehlo.get_dimension_size": None,
    "stablehlo.reshape": None,
    "stablehlo.concatenate": None,
    "stablehlo.add": lambda one, other: one + other,
    "stablehlo.subtract": lambda one, other: one - other,
    "stablehlo.multiply": lambda one, other: one * other,
    "stablehlo.divide": lambda one, other: one // other,
}
TWINS = {
    "stablehlo.dynamic_broadcast_in_dim": drop_shape,
    "stablehlo.dynamic_iota": drop_shape,
    DYNAMIC_RESHAPE: drop_shape,
    "stablehlo.real_dynamic_slice": drop_bounds,
    "stablehlo.dynamic_gather": drop_slice_sizes,
    "stablehlo.dynamic_pad": drop_padding,
}
