"""Scatters of many updates, sorted by where they go.

A kernel asks for each place of the operand which of all updates reach it. Where updates are sorted by their places, in a stable order, those
that reach one stand side by side, and are found by halving: n log n steps for n updates, or n log(n)^2 where a network sorts them.
"""

from __future__ import annotations

import math
from functools import reduce
from math import prod

from tfir.dialects.stablehlo.attributes import NumbersAttr
from tfir.ir.attributes import BoolAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32, I1, I32
from tfir.ods.shapes import is_static

from tfopt.arithmetic.sizes import active
from tfopt.arithmetic.tensor import (
    Tensor,
    broadcast_to,
    building,
    clamp,
    conditional,
    emit_many,
    iota,
    log,
    maximum,
    number,
    region_of,
    select,
    splat,
    take,
)
from tfopt.stablehlo import sorting_network

FEWEST_STEPS = 1 << 20  # of the kernel that asks each place for all updates, above which sorting pays; on lavapipe
FEW = 1024  # index vectors, for which sorting hardly pays
MOST_ROUNDS = 65535  # of a loop in a kernel, behind which devices may leave it
LARGEST = (1 << 31) - 1


def scatter(op: Operation) -> list[Value] | None:
    """None where there are few updates, or few places, or nothing says how many. That indices are sorted is what programs promise; only of
    those sorted here it is known. Of numbers that are told when the program runs, the program takes the quicker way."""
    op.set_attribute("indices_are_sorted", BoolAttr(False))
    if not all([value.type.is_static for value in op.operands]) and not active:
        return None
    places = Places(op)
    with building(Builder.before(op)):
        if is_static((*places.rows, *places.shape)):
            return [each.value for each in places.scattered()] if places.are_worth_sorting() else None
        if not places.may_be_many():
            return None
        return [each.value for each in conditional(places.are_many(), places.scattered, places.unsorted)]


def scatter_unless_needed(op: Operation) -> list[Value] | None:
    """The same where not all results are used: a kernel that takes updates one after the other stores all of them."""
    op.set_attribute("indices_are_sorted", BoolAttr(False))
    return None if all([result.uses for result in op.results]) else scatter(op)


class Places:
    """Where the updates of a scatter go. Dimensions of the operand are `addressed`, by an index, by a batch or because updates lack them,
    or else `free`: there updates lie at the beginning. In the result of `rows` an update, or a row of it, has a row for itself."""

    def __init__(self, op: Operation):
        self.op, count = op, len(op.operands) // 2
        self.operands, self.updates = [list(map(Tensor, part)) for part in (op.operands[:count], op.operands[count + 1 :])]
        self.indices, numbers = Tensor(op.operands[count]), op.attributes["scatter_dimension_numbers"]
        self.shape, updated = self.operands[0].shape, self.updates[0].shape
        self.targets, self.vector = list(numbers.scatter_dims_to_operand_dims), numbers.index_vector_dim
        self.batching = dict(zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims))
        absent = {*numbers.inserted_window_dims, *self.batching}
        kept = [axis for axis in range(len(self.shape)) if axis not in absent]
        self.window = dict(zip(kept, numbers.update_window_dims))  # dimension of the operand -> that of the updates
        self.addressed = [axis for axis in range(len(self.shape)) if axis in absent or axis in self.targets]
        self.free = [axis for axis in range(len(self.shape)) if axis not in self.addressed]
        self.outer = [axis for axis in range(len(updated)) if axis not in numbers.update_window_dims]
        self.inner = [self.window[axis] for axis in self.addressed if axis in self.window]
        self.rows = tuple([updated[axis] for axis in (*self.outer, *self.inner)])

    def are_worth_sorting(self) -> bool:
        """Whether sorting takes fewer steps than going through all index vectors at each place, and all can be counted in i32."""
        vectors, rows, size = prod(self.rows[: len(self.outer)]), prod(self.rows), prod(self.shape)
        if not self.addressed or max(rows, size) > LARGEST:
            return False
        return size * vectors > max(FEWEST_STEPS, 4 * (sorting_network.steps_of_sort(rows) + 2 * size * rows.bit_length()))

    def may_be_many(self) -> bool:
        """Whether index vectors are more than a few, or may be: else steps are no more than some for each place."""
        vectors = prod(self.rows[: len(self.outer)])
        return bool(self.addressed) and not (isinstance(vectors, int) and vectors <= FEW)

    def are_many(self) -> Tensor:
        """The same as `are_worth_sorting` of numbers that are not known, as a truth value; and of more index vectors than a kernel goes through."""
        vectors, rows, size = [
            product([number(each).convert(F32) for each in shape]) for shape in (self.rows[: len(self.outer)], self.rows, self.shape)
        ]
        bits = log(maximum(rows, 1)) * (1 / math.log(2)) + 1
        steps = select(rows <= sorting_network.MOST_RANKED, rows * rows, rows * bits * bits / 2)
        fewest = maximum((steps + size * bits * 2) * 4, FEWEST_STEPS)
        return ((size * vectors > fewest) | (vectors > MOST_ROUNDS)) & (maximum(rows, size) < LARGEST)

    def unsorted(self) -> list[Tensor]:
        """The scatter as it is."""
        operands = [*self.operands, self.indices, *self.updates]
        return emit_many("scatter", operands, [each.type for each in self.operands], [self.op.regions[0].clone({})], **self.op.attributes)

    def scattered(self) -> list[Tensor]:
        order, places = self.sorted_places()
        rows = [take(self.row_by_row(update), order, 0) for update in self.updates]
        operands = [self.place_by_place(operand) for operand in self.operands]
        numbers = NumbersAttr(
            "scatter", update_window_dims=tuple(range(1, rows[0].rank)), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,), index_vector_dim=1,
        )  # fmt: skip
        attributes = {"scatter_dimension_numbers": numbers, "indices_are_sorted": BoolAttr(True), "unique_indices": BoolAttr(False)}
        types, body = [operand.type for operand in operands], self.op.regions[0].clone({})
        return [self.as_operand(result) for result in emit_many("scatter", [*operands, places, *rows], types, [body], **attributes)]

    def row_by_row(self, update: Tensor) -> Tensor:
        """Updates as [rows, ...free dimensions]."""
        axes = [*self.outer, *self.inner, *[self.window[axis] for axis in self.free]]
        return update.transpose(*axes).reshape(prod(self.rows), *[update.shape[axis] for axis in axes[len(self.rows) :]])

    def place_by_place(self, operand: Tensor) -> Tensor:
        """An operand as [addressed places, ...free dimensions]."""
        sizes = [self.shape[axis] for axis in self.free]
        return operand.transpose(*self.addressed, *self.free).reshape(prod([self.shape[axis] for axis in self.addressed]), *sizes)

    def as_operand(self, result: Tensor) -> Tensor:
        axes = [*self.addressed, *self.free]
        return result.reshape(*[self.shape[axis] for axis in axes]).transpose(*[axes.index(axis) for axis in range(len(axes))])

    def sorted_places(self) -> tuple[Tensor, Tensor]:
        """(the numbers of rows in the order of the places to which they go, these places): two tensors [rows]."""
        keys, comparator = [self.places(), iota((prod(self.rows),), 0)], region_of([I32] * 4, lambda place, other, *_: place < other)
        places, order = sorting_network.stable_sort(keys, comparator, 0)
        return order, places

    def places(self) -> Tensor:
        """For each row the number of the place to which it goes, among all addressed ones; for those outside one that is none. [rows]"""
        flat, inside = splat(0, self.rows, I32), splat(1, self.rows, I1)
        for axis in self.addressed:
            at, extent = self.position(axis), self.shape[axis]
            inside = inside & (at >= 0) & (at < extent)
            flat = flat * extent + at
        none = prod([self.shape[axis] for axis in self.addressed])
        return select(inside, flat, none).reshape(prod(self.rows))

    def position(self, axis: int) -> Tensor:
        """Where each row lies along a dimension of the operand."""
        at = splat(0, self.rows, I32)
        if axis in self.targets:
            at = broadcast_to(self.start(axis), self.rows, range(len(self.outer)))
        elif axis in self.batching:
            source = self.batching[axis]
            at = iota(self.rows, source - (source > self.vector))
        if axis in self.window:
            at = at + iota(self.rows, len(self.outer) + self.inner.index(self.window[axis]))
        return at

    def start(self, axis: int) -> Tensor:
        """The component of all indices that says where windows begin along a dimension, as i32; what lies far outside is moved nearer."""
        x = self.indices
        if self.vector < x.rank:
            component = self.targets.index(axis)
            x = x[(*[slice(None)] * self.vector, component)]
        x = x.convert(I32) if x.element.width < I32.width else x
        size = number(self.updates[0].shape[self.window[axis]] if axis in self.window else 1, x.element)
        return clamp(0 if x.is_unsigned else -size, x, number(self.shape[axis], x.element)).convert(I32)


def product(factors: list[Tensor]) -> Tensor:
    """As floats, which do not overflow."""
    return reduce(lambda one, other: one * other, factors, splat(1, (), F32))
