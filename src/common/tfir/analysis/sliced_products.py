"""A matrix product of which slices of columns, all of one width, are computed with element by element: the gates of a recurrent cell.

    %p = dot_general %x, %w                    4 * h columns
    %a = add %p, %bias                         wide: computed of the product's elements at the same place
    %i = slice %a [0:m, 0:h]                   narrow: of the elements at this place of slices
    %f = slice %a [0:m, h:2*h]
    return multiply %i, %f

So one column of each slice is all that a column of the results needs.
"""

from __future__ import annotations

from tfir.dialects import constant_numbers, has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

PRODUCTS = ("stablehlo.dot_general", "stablehlo.dot")
SLICE, SLICE_OF_OPEN_SIZE = "stablehlo.slice", "stablehlo.real_dynamic_slice"
CONCATENATE, RESHAPE, SIZE_OF = "stablehlo.concatenate", "stablehlo.reshape", "stablehlo.get_dimension_size"
MOST_SLICES = 8
STORE, RETURN = "iree.store_output", "iree.return"


class SlicedProduct:
    """The product `root` with `count` slices of `width` columns. `slices` says of each value that is one which of them it is; `wide` and `narrow`
    are the values that depend on the product as it is, and on slices of it."""

    def __init__(self, root: Operation):
        self.root, self.width = root, 0
        self.wide: set[Value] = {root.result}
        self.narrow: set[Value] = set()
        self.slices: dict[Value, int] = {}

    @property
    def columns(self) -> int:
        return int(self.root.result.type.shape[-1])

    @property
    def count(self) -> int:
        return self.columns // self.width

    @property
    def shape(self) -> tuple[Any, ...]:
        """Of all that is computed of slices."""
        return (*self.root.result.type.shape[:-1], self.width)

    def take(self, op: Operation) -> bool:
        """Whether an operation computes by elements of the product or of slices of it, or without them; its result is noted then."""
        if op is self.root:
            return True
        if op.name in (STORE, RETURN):
            return all([value in self.narrow for value in (op.operands[:1] if op.name == STORE else op.operands)])
        depends = any([value in self.wide or value in self.narrow for value in op.operands])
        if not depends or has_trait(op, "shape_only"):
            return depends or is_anywhere(op)
        return self._takes_elementwise(op) or self._takes_slice(op)

    def _takes_elementwise(self, op: Operation) -> bool:
        if not has_trait(op, "elementwise") or len(op.results) != 1 or isinstance(op.result.type.element, ComplexType):
            return False
        for values, shape in ((self.wide, self.root.result.type.shape), (self.narrow, self.shape)):
            if any([value in values for value in op.operands]):
                values.add(op.result)
                return bool(op.result.type.shape == shape)
        return False

    def _takes_slice(self, op: Operation) -> bool:
        first = first_column(op, self.wide | self.narrow) if op.operands[0] in self.wide else None
        width = op.results[0].type.shape[-1]
        if first is None or width in (0, self.columns) or self.width not in (0, width) or self.columns % width or first % width:
            return False
        self.width = width
        self.slices[op.result] = first // width
        self.narrow.add(op.result)
        return True


def sliced_product(ops: Iterable[Operation]) -> SlicedProduct | None:
    """The product whose slices operations compute with, in the order of a block; None where they do something else as well."""
    ops = list(ops)
    roots = [op for op in ops if op.name in PRODUCTS]
    if len(roots) != 1 or not has_columns_side_by_side(roots[0]):
        return None
    product = SlicedProduct(roots[0])
    return product if all([product.take(op) for op in ops]) and product.slices and product.count <= MOST_SLICES else None


def has_columns_side_by_side(root: Operation) -> bool:
    """Whether a product is of rows and of a matrix whose columns are those of the result, all of floats."""
    right, shape = root.operands[1].type.shape, root.result.type.shape
    numbers = root.attributes.get("dot_dimension_numbers")
    contracted = (0,) if numbers is None else numbers.rhs_contracting_dimensions
    is_known = all([isinstance(size, int) and size > 0 for size in right])
    is_of_floats = isinstance(root.result.type.element, FloatType)
    return len(right) == 2 and len(shape) > 1 and is_known and tuple(contracted) == (0,) and is_of_floats


def is_anywhere(op: Operation) -> bool:
    """Whether an operation's elements are read or made wherever they are needed."""
    is_made = op.name == "iree.load_input" or op.name.endswith(("broadcast_in_dim", "iota"))
    return is_made or has_trait(op, "elementwise", "movement", "constant_like", "shape_only")


def first_column(op: Operation, of_rows: set[Value]) -> int | None:
    """The first of the columns side by side that an operation takes of all rows; None where it does something else. Values `of_rows` have
    as many."""
    before, after = op.operands[0].type.shape, op.results[0].type.shape
    if op.name == SLICE:
        starts, strides = integers(op.attributes["start_indices"]), integers(op.attributes["strides"])
    elif op.name == SLICE_OF_OPEN_SIZE:
        starts, strides = constant_numbers(op.operands[1]) or [1], constant_numbers(op.operands[3]) or []
    else:
        return None
    is_whole = before[:-1] == after[:-1] and isinstance(after[-1], int) and not any(starts[:-1]) and set(strides) == {1}
    if op.name == SLICE_OF_OPEN_SIZE:
        is_whole = is_whole and len(starts) == len(before)
        is_whole = is_whole and all([is_size(op.operands[2], axis, of_rows) for axis, size in enumerate(before) if size is None])
    return starts[-1] if is_whole else None


def is_size(limits: Value, axis: int, values: set[Value]) -> bool:
    """Whether a list of sizes has at a place the size along that axis of some of these values."""
    concatenation = limits.op
    if concatenation is None or concatenation.name != CONCATENATE or any([part.type.shape != (1,) for part in concatenation.operands]):
        return False
    op = concatenation.operands[axis].op
    while op is not None and op.name == RESHAPE:
        op = op.operands[0].op
    return op is not None and op.name == SIZE_OF and op.get("dimension") == axis and op.operands[0] in values
