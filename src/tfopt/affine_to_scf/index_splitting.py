"""Numbers of digits to several bases, put together and taken apart: `affine.linearize_index` and `affine.delinearize_index`. Source:
MLIR's affine dialect; the operations and their order are those of upstream's `lower-affine`."""

from __future__ import annotations

from tfir.analysis.affine_loops import is_made_in
from tfir.dialects import has_trait
from tfir.dialects.arith import OVERFLOW
from tfir.ir.types import INDEX
from tfir.text.pieces import DYNAMIC

from tfopt.affine_to_scf.expansion import LESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation, Value

    from tfopt.affine_to_scf.expansion import Expansion


def strides(op: Operation, count: int, dynamic: list[Value], expand: Expansion, overflow: list[str]) -> list[Value]:
    """What one more of each digit but the last is worth. A basis may leave out, or not, that of the first digit."""
    sizes = list(op.attributes["static_basis"].values)
    product: Value | None = None
    number, products = 1, []
    for size in sizes[::-1][: count - 1]:
        if size == DYNAMIC:
            value = dynamic.pop()
            product = value if product is None else times(product, value, expand, overflow)
        else:
            number *= size
        if product is not None and number == 1:
            products.append(product)
        else:
            factor = expand.constant(number)
            products.append(factor if product is None else times(product, factor, expand, overflow))
    return products[::-1]


def times(left: Value, right: Value, expand: Expansion, overflow: list[str]) -> Value:
    return expand.build.value("arith.muli", [left, right], INDEX, {"overflowFlags": OVERFLOW.of(overflow)})


def added(left: Value, right: Value, expand: Expansion) -> Value:
    return expand.build.value("arith.addi", [left, right], INDEX, {"overflowFlags": OVERFLOW.of(["nsw"])})


def split(op: Operation, expand: Expansion) -> list[Value]:
    """The digits of a number."""
    number, *dynamic = op.operands
    if len(op.results) == 1:
        return [number]
    worth = strides(op, len(op.results), dynamic, expand, ["nsw", "nuw"])
    zero = expand.constant(0)
    digits = [expand.index("floordivsi", number, worth[0])]

    def rest(of: Value) -> Value:
        rest = expand.index("remsi", number, of)
        negative = expand.compared(LESS, rest, zero)
        return expand.chosen(negative, added(rest, of, expand), rest)

    for this, following in zip(worth, worth[1:]):
        digits.append(expand.index("divsi", rest(this), following))
    return [*digits, rest(worth[-1])]


def joined(op: Operation, expand: Expansion) -> Value:
    """The number of digits. What more loops leave as it is comes first, so that it may be hoisted."""
    count = op.attributes["operandSegmentSizes"].values[0]
    digits, dynamic = op.operands[:count], list(op.operands[count:])
    if not digits:
        return expand.constant(0)
    worth = strides(op, count, dynamic, expand, ["nsw", "nuw"] if op.get("disjoint") else ["nsw"])
    scaled = [(times(digit, each, expand, ["nsw"]), loops_without(digit, op)) for digit, each in zip(digits, worth)]
    scaled.append((digits[-1], loops_without(digits[-1], op)))
    (total, _), *others = sorted(scaled, key=lambda one: -one[1])
    for value, _ in others:
        total = added(total, value, expand)
    return total


def loops_without(value: Value, op: Operation) -> int:
    """In how many loops around an operation, beginning with the innermost, a value is the same."""
    count = 0
    for around in op.ancestors():
        if not has_trait(around, "loop"):
            continue
        if is_made_in(value, around):
            break
        count += 1
    return count
