"""Parts of what was put together, and signs there and back. Source: MLIR's complex dialect.

Upstream takes sums and differences of the same number away too, and logarithms of exponentials, which changes results.
"""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import ComplexType

from tfopt.generic.canonicalization.arith.integers import made_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.rewrite.rewriter import PatternRewriter


def part(at: int) -> Callable[[Operation, PatternRewriter], bool]:
    def known(op: Operation, rewriter: PatternRewriter) -> bool:
        whole = made_by(op.operands[0], "complex.create")
        if whole is not None:
            return rewriter.replace(op, [whole.operands[at]])
        constant = made_by(op.operands[0], "complex.constant")
        if constant is None:
            return False
        number = constant.attributes["value"].elements[at]
        return rewriter.replace(op, [rewriter.value("arith.constant", (), op.result.type, value=number)])

    return known


def together_again(op: Operation, rewriter: PatternRewriter) -> bool:
    """Both parts of one number, in their places."""
    parts = [made_by(operand, name) for operand, name in zip(op.operands, ("complex.re", "complex.im"))]
    wholes = [each.operands[0] for each in parts if each is not None]
    is_same = len(wholes) == 2 and wholes[0] is wholes[1] and wholes[0].type is op.result.type
    return is_same and rewriter.replace(op, wholes[:1])


def twice(op: Operation, rewriter: PatternRewriter) -> bool:
    inner = made_by(op.operands[0], op.name)
    return inner is not None and rewriter.replace(op, [inner.operands[0]])


def same_bits(op: Operation, rewriter: PatternRewriter) -> bool:
    return op.operands[0].type is op.result.type and rewriter.replace(op, [op.operands[0]])


def bits_of_bits(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of a number with the bits of another one, that at once, or as it is where that has the type already."""
    inner = made_by(op.operands[0], "complex.bitcast")
    if inner is None and op.name == "complex.bitcast":
        inner = made_by(op.operands[0], "arith.bitcast")
    if inner is None:
        return False
    source = inner.operands[0]
    if source.type is op.result.type:
        return rewriter.replace(op, [source])
    count = sum([isinstance(each, ComplexType) for each in (source.type, op.result.type)])
    if count == 2:  # which no operation gives the bits of; upstream makes one that it refuses
        return False
    name = "complex.bitcast" if count else "arith.bitcast"
    return rewriter.replace(op, [rewriter.value(name, [source], op.result.type)])


PATTERNS = {
    "complex.bitcast": [same_bits, bits_of_bits], "arith.bitcast": [bits_of_bits],
    "complex.re": [part(0)], "complex.im": [part(1)], "complex.create": [together_again], "complex.neg": [twice], "complex.conj": [twice],
}  # fmt: skip
