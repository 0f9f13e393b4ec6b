"""A softmax, or what else goes along rows, between two matrix products, as attention computes it.

    %s = dot_general %q, %k                    scores: a row for each of the left operand's
    %w = softmax(%s * scale + %mask)           weights: computed of the scores along their rows
    %o = dot_general %w, %v                    sums of the rows of %v by these weights
    return transpose %o

So a few rows of scores are all that a few rows of the result need.
"""

from __future__ import annotations

from tfir.analysis.rows import BROADCAST, REDUCE, Rows
from tfir.analysis.sliced_products import PRODUCTS, RETURN, STORE, is_anywhere
from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TRANSPOSE = "stablehlo.transpose"
QUAD = 4  # a row of scores is so many numbers several times over


class Attention:
    """The products `first` and `second`, and the `rows` of scores that operations go along between them. `order` says of each value that is computed of
    the second product which of its dimensions are the product's, in their order."""

    def __init__(self, first: Operation, second: Operation):
        self.first, self.second = first, second
        self.scores: set[Value] = {first.result}
        self.along: list[Operation] = []
        self.order: dict[Value, list[int]] = {second.result: list(range(len(second.result.type.shape)))}

    @property
    def weights(self) -> Value:
        return self.second.operands[0]

    @property
    def rows(self) -> Rows | None:
        """The rows of the scores, which the operations on these go along; None where they do something else."""
        first = next((op for op in self.along if op.name == REDUCE), None)
        if first is None or first.operands[0].type.shape != self.first.result.type.shape:
            return None
        rows = Rows(first)
        fits = rows.length == rows.shape[-1] and rows.axis == len(rows.shape) - 1 and all([self._goes_along(rows, op) for op in self.along])
        return rows if fits and rows.is_whole(self.weights) else None

    def _goes_along(self, rows: Rows, op: Operation) -> bool:
        moves_scores = op.name == BROADCAST and op.operands[0] not in rows.passes
        return not moves_scores and rows.take(op)

    def take(self, op: Operation) -> bool:
        """Whether an operation has its place in an attention; what its result is of it is noted then."""
        if op in (self.first, self.second):
            factors = op.operands if op is self.first else op.operands[1:]
            return all([is_read(value) for value in factors])
        if op.name in (STORE, RETURN):
            return all([value in self.order for value in (op.operands[:1] if op.name == STORE else op.operands)])
        if any([value in self.order for value in op.operands]):
            return self._takes_behind(op)
        if not self._depends(op):
            return is_anywhere(op) or has_trait(op, "view")
        self.scores |= {*op.results}
        self.along.append(op)
        return True

    def _depends(self, op: Operation) -> bool:
        return any([value in self.scores or value in self.order for value in op.operands])

    def _takes_behind(self, op: Operation) -> bool:
        """Operations on elements of the second product, and transposes that leave its columns where they are."""
        if len(op.results) != 1 or any([value in self.scores for value in op.operands]):
            return False
        orders = [self.order[value] for value in op.operands if value in self.order]
        if op.name == TRANSPOSE:
            permutation, (order,) = integers(op.attributes["permutation"]), orders
            self.order[op.result] = [order[dimension] for dimension in permutation]
            return self.order[op.result][-1] == len(order) - 1
        self.order[op.result] = orders[0]
        return has_trait(op, "elementwise") and all([order == orders[0] for order in orders]) and op.result.type.element is F32


def attention_in(ops: Iterable[Operation]) -> Attention | None:
    """The attention that operations compute, in the order of a block; None where they compute something else as well, or not all of it in f32 and of known
    sizes, beside those of a batch."""
    ops = list(ops)
    products = [op for op in ops if op.name in PRODUCTS]
    if len(products) != 2 or not all([is_known(op) for op in products]):
        return None
    attention = Attention(*products)
    first, second = products
    if not all([attention.take(op) for op in ops]) or second.operands[0] not in attention.scores or not are_rows_by_batch(first, second):
        return None
    return attention if attention.rows is not None else None


def is_read(value: Value) -> bool:
    """Whether a value is read from memory as it stands there, or with its dimensions in another order."""
    while value.op is not None and value.op.name == TRANSPOSE:
        value = value.op.operands[0]
    return value.op is None or value.op.name == "iree.load_input"


def is_known(product: Operation) -> bool:
    """Whether a product is of f32, and only how many places its batch has may be left open."""
    numbers, values = product.attributes.get("dot_dimension_numbers"), [*product.operands, product.result]
    batches = [(), (), ()] if numbers is None else [numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions]
    batches = [*batches[:2], range(len(batches[0]))]
    inner = [size for value, batch in zip(values, batches) for axis, size in enumerate(value.type.shape) if axis not in batch]
    is_static = all([value.type.element is F32 and value.type.is_static and 0 not in value.type.shape for value in values])
    return is_static and all([isinstance(size, int) for size in inner])


def are_rows_by_batch(first: Operation, second: Operation) -> bool:
    """Whether the first product's result is a matrix for each place of the batch, as the second one takes it."""
    rank = len(first.result.type.shape)
    one, other = (op.attributes.get("dot_dimension_numbers") for op in (first, second))
    if one is None or other is None:  # of matrices
        return one is other and rank == 2
    batches, contracted = len(one.lhs_batching_dimensions), len(one.lhs_contracting_dimensions)
    is_matrix = batches < rank - 1 and len(first.operands[0].type.shape) == rank - 1 + contracted
    sums_rows = list(other.lhs_batching_dimensions) == list(range(batches)) and list(other.lhs_contracting_dimensions) == [rank - 1]
    return is_matrix and sums_rows and len(second.operands[1].type.shape) == batches + 2
