"""Gives the scores of attention, and all that is computed of them on their way to another product, the dimensions that both products have.

    %s = dot_general %q, %k                    2x4x24x1x24: a row for each head, place and group
    %t = transpose %s, dims = [3, 0, 1, 2, 4]  1x2x4x24x24
    %w = softmax(%t)
    %o = dot_general %v, %w                    2x4x16x1x24

becomes a product of 2x4x24x24, its softmax, and a product with the weights on the left, behind which what is left of reshapes and transposes stands.
So programs that join heads with a batch, that have dimensions of size 1 on the way, or the weights on the right, are the same to what forms dispatches.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from math import prod

from tfir.analysis.attention import TRANSPOSE
from tfir.analysis.rows import BROADCAST, IOTA, REDUCE, RESHAPE
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, FloatType

from tfopt.pipeline.statistics import count
from tfopt.rewrite.constants import elements_of
from tfopt.stablehlo.layout import transposed
from tfopt.stablehlo.open_sizes_as_primes import OpenSizesAsPrimes, is_open

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

STATISTICS = {"aligned": "Pairs of products between which all has the dimensions of both now."}
EXACT = False  # what multiplies matrices on this machine may take sums in another order where operands lie otherwise
OPTIONS = {"most-turned": "Of up to so many keys operands are read where they are; of more only where neighbours stay side by side."}
PRODUCT = "stablehlo.dot_general"
NUMBERS, PRECISIONS, ALGORITHM = "dot_dimension_numbers", "precision_config", "algorithm"
LONGEST = 64  # operations between two products


def stablehlo_align_attention(func: "Func", *, most_turned: int = 128):
    """Compute scores and weights between two products in the dimensions of both.

    Between them are elementwise operations, reductions along the columns of scores, broadcasts, transposes and reshapes, which nothing else reads. What
    operands are views of is read in their place, and what moves the result becomes one transpose. Where there is nothing of this, and weights
    are the left operand, nothing is changed.
    """
    for block in {op.block: None for op in func.walk() if op.name == PRODUCT}:
        with OpenSizesAsPrimes(block) if any([is_open(op.results[0]) for op in block if op.name == PRODUCT]) else nullcontext():
            for op in [op for op in block if op.name == PRODUCT]:
                align(op, most_turned)


def align(product: Operation, most_turned: int) -> None:
    between = between_products(product)
    alignment = Alignment(product, *between, most_turned) if between is not None else None
    if alignment is not None and alignment.is_possible and alignment.changes_something:
        alignment.rewrite()
        count("aligned")


def between_products(first: Operation) -> tuple[list[Operation], Operation] | None:
    """All that follows from a product up to another one, in order, and that one, which reads it once; None where anything else does."""
    chain, second, waiting = set[Operation](), None, [first]
    while waiting:
        for user in waiting.pop().result.users:
            if user.block is not first.block or len(chain) > LONGEST:
                return None
            if user.name == PRODUCT:
                second = user if second is None else second
                if user is not second:
                    return None
            elif not goes_along(user):
                return None
            elif user not in chain:
                chain.add(user)
                waiting.append(user)
    if second is None or not any([op.name == REDUCE for op in chain]):
        return None
    ordered, op = [], first.next
    while op is not None and op is not second:
        if op in chain:
            ordered.append(op)
        op = op.next
    return (ordered, second) if len(ordered) == len(chain) else None


def goes_along(op: Operation) -> bool:
    if len(op.results) != 1 or not op.result.type.is_static or 0 in op.result.type.shape:
        return False
    if op.name == REDUCE:
        return len(op.operands) == 2
    return op.name in (TRANSPOSE, RESHAPE, BROADCAST) or (has_trait(op, "elementwise") and not op.regions)


@dataclass(eq=False)
class Axis:
    """Places that dimensions of several values run over. It may turn out to be another one, or several, the last of which is the fastest."""

    size: int
    parts: list[Axis] | None = None


Axes = list[Axis]


def parts_of(axes: Iterable[Axis]) -> Axes:
    return [part for axis in axes for part in ([axis] if axis.parts is None else parts_of(axis.parts))]


def axes_of(sizes: Iterable[int]) -> list[Axes]:
    return [[Axis(size)] if size != 1 else [] for size in sizes]


def split(axis: Axis, last: Axis) -> Axis:
    """Makes an axis two, the last of them one whose size divides its own, and gives the other one."""
    rest = Axis(axis.size // last.size)
    axis.parts = [rest, last]
    return rest


def unify(one: Axes, other: Axes) -> bool:
    """Makes the axes of two dimensions the same ones; False where these don't divide each other."""
    left, right = parts_of(one), parts_of(other)
    while left and right:
        left += parts_of([left.pop()])
        right += parts_of([right.pop()])
        a, b = left.pop(), right.pop()
        if a is not b and a.size == b.size:
            a.parts = [b]
        elif a.size > b.size and a.size % b.size == 0:
            left.append(split(a, b))
        elif a.size < b.size and b.size % a.size == 0:
            right.append(split(b, a))
        elif a is not b:
            return False
    return not left and not right


def regrouped(axes: Axes, sizes: Sequence[int], may_split: Callable[[Axis], bool] = lambda axis: True) -> list[Axes] | None:
    """Axes as dimensions of other sizes, splitting those that may be where that is needed; None where sizes don't divide them."""
    left, dims = parts_of(axes), list[Axes]()
    for size in reversed(sizes):
        dim, missing = Axes(), size
        while missing != 1:
            if not left:
                return None
            axis = left.pop()
            if axis.size > missing and axis.size % missing == 0 and may_split(axis):
                last = Axis(missing)
                left.append(split(axis, last))
                axis = last
            if missing % axis.size:
                return None
            dim.insert(0, axis)
            missing //= axis.size
        dims.insert(0, dim)
    return dims if not left else None


class Product:
    """The dimensions of a product's operands, by what they are for."""

    def __init__(self, op: Operation):
        self.op, numbers = op, op.attributes[NUMBERS]
        self.batch = [list(numbers.lhs_batching_dimensions), list(numbers.rhs_batching_dimensions)]
        self.summed = [list(numbers.lhs_contracting_dimensions), list(numbers.rhs_contracting_dimensions)]
        ranks = [len(value.type.shape) for value in op.operands]
        self.free = [[d for d in range(rank) if d not in (*self.batch[side], *self.summed[side])] for side, rank in enumerate(ranks)]

    @property
    def is_of_known_floats(self) -> bool:
        values = [*self.op.operands, self.op.result]
        return all([value.type.is_static and 0 not in value.type.shape and isinstance(value.type.element, FloatType) for value in values])


class Operand:
    """An operand of a product, and what it is a view of: a value, the axes of its dimensions, and operations on elements that come between, the first of them
    last."""

    def __init__(self, value: Value, batch: list[Axes], free: list[Axes], summed: list[Axes], product: Product, side: int):
        named = zip((*product.batch[side], *product.free[side], *product.summed[side]), (*batch, *free, *summed))
        self.value, self.dims = value, [dim for _, dim in sorted(named, key=lambda each: each[0])]
        self.batch, self.free, self.summed = batch, free, summed
        self.computed: list[tuple[Operation, Value, list[Axes]]] = []
        self.is_view = False

    def look_through(self, may_split: Callable[[Axis], bool], keeps_last: bool) -> None:
        """Looks for what the operand is a view of, also behind operations on elements whose other operands take any shape. Where it `keeps_last`, what stands
        side by side stays so."""
        value, dims, computed = self.value, self.dims, []
        while value.op is not None:
            op = value.op
            if op.name == TRANSPOSE:
                permutation = integers(op.attributes["permutation"])
                if keeps_last and permutation[-1] != len(permutation) - 1:
                    return
                dims = [dims[permutation.index(d)] for d in range(len(dims))]
            elif op.name == RESHAPE:
                type = op.operands[0].type
                before = regrouped(parts(dims), type.shape, may_split) if type.is_static else None
                if before is None:
                    return
                dims = before
            elif op.name == BROADCAST and inserts_ones(op):
                dims = [dims[d] for d in integers(op.attributes["broadcast_dimensions"])]
            elif (source := by_element(op)) is not None:
                computed.append((op, source, dims))
                value = source
                continue
            else:
                return
            value = op.operands[0]
            self.value, self.dims, self.computed, self.is_view = value, dims, [*computed], True

    @property
    def axes(self) -> Axes:
        return parts_of([axis for dim in self.dims for axis in dim])


def inserts_ones(broadcast: Operation) -> bool:
    """Whether a broadcast does no more than a reshape that inserts sizes of one."""
    source, targets = broadcast.operands[0].type, integers(broadcast.attributes["broadcast_dimensions"])
    return bool(source.is_static and source.size == broadcast.result.type.size and targets == sorted(targets))


def by_element(op: Operation) -> Value | None:
    """The one operand of an operation on elements, which nothing else reads, that is no constant and no broadcast."""
    if len(op.results) != 1 or len(op.result.uses) != 1 or op.regions or not has_trait(op, "elementwise"):
        return None
    others = [value for value in op.operands if value.type.shape and not is_of_any_shape(value)]
    return others[0] if len(others) == 1 and others[0].type.shape == op.result.type.shape else None


def is_of_any_shape(value: Value) -> bool:
    elements = elements_of(value)
    return value.op is not None and value.op.name == BROADCAST or isinstance(elements, DenseAttr) and elements.is_splat


class Alignment:
    """Which axes the dimensions of values between two products run over, and in what `order` both products will have them: those of the `batch`, `rows` and
    `columns` of scores. `keys` is the operand of the first product whose rows are columns of these, `weights` that of the second one that comes of them."""

    def __init__(self, first: Operation, chain: list[Operation], second: Operation, most_turned: int):
        self.first, self.second, self.chain, self.behind = Product(first), Product(second), chain, [second]
        self.dims: dict[Value, list[Axes]] = {first.result: axes_of(first.result.type.shape)}
        self.made: dict[Value, Value] = {}
        self.is_possible = self._follow() and self._find_order(most_turned)

    def _follow(self) -> bool:
        """Notes the axes of all that is computed."""
        if not (self.first.is_of_known_floats and self.second.is_of_known_floats):
            return False
        for op in self.chain:
            followed = None if op.name in MOVED and op.operands[0] not in self.dims else MOVED.get(op.name, together)(self, op)
            if followed is None:
                return False
            self.dims[op.result] = followed
        return True

    def axes(self, value: Value) -> Axes:
        return parts_of([axis for dim in self.dims[value] for axis in dim])

    def _find_order(self, most_turned: int) -> bool:
        first, second = self.first, self.second
        at = [side for side, value in enumerate(second.op.operands) if value in self.dims]
        if len(at) != 1:
            return False
        self.weights, values = at[0], 1 - at[0]
        weights = self.dims[second.op.operands[self.weights]]
        batch, rows, columns = ([weights[d] for d in each[self.weights]] for each in (second.batch, second.free, second.summed))
        scores = self.dims[first.op.result]
        begin = len(first.batch[0])
        middle = begin + len(first.free[0])
        sides = [scores[begin:middle], scores[middle:]]
        self.keys = 0 if parts(sides[0]) == parts(columns) else 1
        if (
            parts(sides[self.keys]) != parts(columns)
            or {*parts(batch)} != {*parts(scores[:begin])}
            or {*parts(rows)} != {*parts(sides[1 - self.keys])}
        ):
            return False
        sums = [[[Axis(value.type.shape[d])] for d in first.summed[side]] for side, value in enumerate(first.op.operands)]
        self.left, self.right = (
            Operand(first.op.operands[side], scores[:begin], sides[side], sums[side], first, side) for side in (1 - self.keys, self.keys)
        )
        own = axes_of([second.op.operands[values].type.shape[d] for d in second.free[values]])
        self.values = Operand(second.op.operands[values], batch, own, columns, second, values)
        for operand in (self.left, self.right, self.values):
            operand.look_through({*parts(batch)}.__contains__, prod([axis.size for axis in parts(columns)]) > most_turned)
        self.result = [*batch, *(rows if self.weights == 0 else own), *(own if self.weights == 0 else rows)]
        self._follow_result()
        self.batch, self.columns = parts(scores[:begin]), parts(columns)
        self.rows = [axis for axis in self.left.axes if axis in parts(rows)] or [Axis(1)]
        self.order = [*self.batch, *self.rows, *self.columns]
        is_turned = self.keys == 0 and ALGORITHM in first.op.attributes or self.weights == 1 and ALGORITHM in second.op.attributes
        reductions = [op for op in self.chain if op.name == REDUCE]
        along = [parts([self.dims[op.operands[0]][d] for d in integers(op.attributes["dimensions"])]) for op in reductions]
        all_axes = [self.axes(value) for value in self.dims]
        fits = all([each == self.columns for each in along]) and all(
            [len({*each}) == len(each) and {*each} <= {*self.order} for each in all_axes]
        )
        return fits and not is_turned and len(self.columns) == 1 and len(parts(own)) > 0

    def _follow_result(self) -> None:
        """Looks for what moves the second product's result."""
        while len(users := self.behind[-1].result.users) == 1:
            (op,) = users
            if op.name == TRANSPOSE:
                dims = [self.result[d] for d in integers(op.attributes["permutation"])]
            elif op.name == RESHAPE and op.result.type.is_static:
                dims = regrouped(parts(self.result), op.result.type.shape, lambda axis: False)
            else:
                return
            if dims is None or op.block is not self.second.op.block:
                return
            self.result = dims
            self.behind.append(op)

    @property
    def changes_something(self) -> bool:
        is_view = any([operand.is_view for operand in (self.left, self.right, self.values)])
        return is_view or self.weights == 1 or self.keys == 0 or any([op.name in (TRANSPOSE, RESHAPE) for op in self.chain])

    def rewrite(self) -> None:
        self.build = Builder.before(self.second.op)
        units = [axis for axis in self.rows if axis.size == 1]
        left, right, values = self._operand(self.left, units), self._operand(self.right), self._operand(self.values)
        self.made[self.first.op.result] = self._product(self.first, self.keys == 0, left, right, self.columns)
        for op in self.chain:
            self.made[op.result] = self._computed(op)
        weights = self.made[self.second.op.operands[self.weights]], {axis: at for at, axis in enumerate(self.order)}, self.columns
        own = [axis for axis in self.values.axes if axis in parts(self.values.free)]
        result = self._product(self.second, self.weights == 1, weights, values, own)
        moved = self._in_order(result, [*self.batch, *self.rows, *own], parts(self.result))
        last = self.behind.pop()
        last.replace_with(self._of_shape(moved, last.result.type.shape))
        for op in (*reversed(self.behind), *reversed(self.chain), self.first.op):
            op.erase()

    def _ordered(self, axes: Iterable[Axis]) -> Axes:
        """Some axes in their order; that of size 1 which stands for no rows is of all values."""
        these = {*axes}
        return [axis for axis in self.order if axis in these or axis.size == 1]

    def _of_shape(self, value: Value, shape: Iterable[int]) -> Value:
        shape = tuple(shape)
        return value if tuple(value.type.shape) == shape else self.build.value(RESHAPE, [value], value.type.with_shape(shape))

    def _reshaped(self, value: Value, axes: Iterable[Axis]) -> Value:
        return self._of_shape(value, [axis.size for axis in axes])

    def _operand(self, operand: Operand, units: Sequence[Axis] = ()) -> tuple[Value, dict[Axis, int], Axes]:
        """An operand with a dimension for each axis, where each of these is, and which of them are summed over. `units` of size 1 come behind."""
        value = operand.value
        for op, source, dims in reversed(operand.computed):
            mapping = {each: self._arranged(each, dims, operand.dims) for each in op.operands if each is not source}
            value = self._clone(op, {source: value, **mapping}, value.type.shape)
        axes = [*operand.axes, *units]
        return self._reshaped(value, axes), {axis: at for at, axis in enumerate(axes)}, parts(operand.summed)

    def _product(self, product: Product, is_turned: bool, left, right, columns: Axes) -> Value:
        """A product with the batch and rows of scores, and other columns."""
        numbers: dict[str, Any] = {}
        for side, (_, places, summed) in (("lhs", left), ("rhs", right)):
            numbers[f"{side}_batching_dimensions"] = tuple([places[axis] for axis in self.batch])
            numbers[f"{side}_contracting_dimensions"] = tuple([places[axis] for axis in summed])
        attributes = {**product.op.attributes, NUMBERS: NumbersAttr("dot", **numbers)}
        if is_turned and isinstance(attributes.get(PRECISIONS), ArrayAttr):
            attributes[PRECISIONS] = ArrayAttr(attributes[PRECISIONS].elements[::-1])
        type = product.op.result.type.with_shape(tuple([axis.size for axis in (*self.batch, *self.rows, *columns)]))
        return self.build.value(PRODUCT, [left[0], right[0]], type, attributes)

    def _in_order(self, value: Value, axes: Axes, after: Axes) -> Value:
        """A value whose dimensions are axes, of which those of size 1 go, with these in another order."""
        axes = [axis for axis in axes if axis.size != 1]
        return transposed(self.build, self._reshaped(value, axes), [axes.index(axis) for axis in after if axis.size != 1])

    def _computed(self, op: Operation) -> Value:
        source, axes = op.operands[0], self._ordered(self.axes(op.result))
        shape = tuple([axis.size for axis in axes])
        if op.name in (TRANSPOSE, RESHAPE):
            return self.made[source]
        if op.name == BROADCAST:
            places = DenseArrayAttr([axes.index(axis) for axis in self._ordered(self.axes(source))], I64)
            return self.build.value(BROADCAST, [self.made[source]], op.result.type.with_shape(shape), {"broadcast_dimensions": places})
        if op.name == REDUCE:
            reduced = [place for place, axis in enumerate(self._ordered(self.axes(source))) if axis not in axes]
            return self._clone(op, {source: self.made[source]}, shape, dimensions=DenseArrayAttr(reduced, I64))
        others = [value for value in op.operands if value not in self.made]
        mapping = {value: self._arranged(value, self.dims[op.result], [[axis] for axis in axes]) for value in others}
        return self._clone(op, self.made | mapping, shape)

    def _clone(self, op: Operation, mapping: dict[Value, Value], shape: Sequence[int], **attributes) -> Value:
        new = self.build.insert(op.clone(mapping))
        for name, attribute in attributes.items():
            new.set_attribute(name, attribute)
        new.result.retype(op.result.type.with_shape(tuple(shape)))
        return new.result

    def _arranged(self, value: Value, dims: list[Axes], target: list[Axes]) -> Value:
        """A value from elsewhere, whose dimensions have axes, with these in other dimensions."""
        shape = tuple([prod([axis.size for axis in parts_of(dim)]) for dim in target])
        type, elements, op = value.type.with_shape(shape), elements_of(value), value.op
        if not value.type.shape:
            return value
        if isinstance(elements, DenseAttr) and elements.is_splat:
            return self.build.value("stablehlo.constant", [], type, {"value": elements.with_type(type)})
        if op is not None and op.name == BROADCAST:
            (small,), at = op.operands, integers(op.attributes["broadcast_dimensions"])
            own = parts([dims[d] for d, size in zip(at, small.type.shape) if size == value.type.shape[d]])
            kept = [d for d, dim in enumerate(target) if not {*own}.isdisjoint(parts_of(dim))]
            if {*parts([target[d] for d in kept])} == {*own}:
                moved = self._in_order(self._reshaped(small, own), own, parts([target[d] for d in kept]))
                places = {"broadcast_dimensions": DenseArrayAttr(kept, I64)}
                return self.build.value(BROADCAST, [self._of_shape(moved, [shape[d] for d in kept])], type, places)
        if (
            op is not None
            and op.name == IOTA
            and (own := parts_of(dims[op.get("iota_dimension")])) in (each := [parts_of(dim) for dim in target])
        ):
            return self.build.value(IOTA, [], type, {"iota_dimension": IntegerAttr(each.index(own), I64)})
        if op is not None and has_trait(op, "elementwise") and len(op.results) == 1 and not op.regions and len(value.uses) == 1:
            return self._clone(op, {each: self._arranged(each, dims, target) for each in op.operands}, shape)
        return self._of_shape(self._in_order(self._reshaped(value, parts(dims)), parts(dims), parts(target)), shape)


def parts(dims: Iterable[Axes]) -> Axes:
    """The axes of several dimensions."""
    return parts_of([axis for dim in dims for axis in dim])


def together(alignment: Alignment, op: Operation) -> list[Axes] | None:
    """The axes of elements at the same place."""
    first, *others = [alignment.dims[value] for value in op.operands if value in alignment.dims]
    is_alike = all([value.type.shape == op.result.type.shape for value in op.operands if value in alignment.dims])
    return first if is_alike and all([unify(a, b) for other in others for a, b in zip(first, other)]) else None


def reduced_along(alignment: Alignment, op: Operation) -> list[Axes] | None:
    dims, dimensions = alignment.dims[op.operands[0]], integers(op.attributes["dimensions"])
    if op.operands[1] in alignment.dims or not any([dims[d] for d in dimensions]):
        return None
    return [dim for d, dim in enumerate(dims) if d not in dimensions]


def spread(alignment: Alignment, op: Operation) -> list[Axes] | None:
    source, shape = op.operands[0], op.result.type.shape
    at = {target: d for d, target in enumerate(integers(op.attributes["broadcast_dimensions"])) if source.type.shape[d] == shape[target]}
    return [alignment.dims[source][at[d]] if d in at else new for d, new in enumerate(axes_of(shape))]


MOVED = {
    TRANSPOSE: lambda alignment, op: [alignment.dims[op.operands[0]][d] for d in integers(op.attributes["permutation"])],
    RESHAPE: lambda alignment, op: regrouped(parts(alignment.dims[op.operands[0]]), op.result.type.shape),
    REDUCE: reduced_along,
    BROADCAST: spread,
}
