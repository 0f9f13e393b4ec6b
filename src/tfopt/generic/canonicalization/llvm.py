"""What stands in structures and arrays, indices that are constants, casts there and back, what is equal. Source: MLIR's LLVM dialect, which folds no more."""

from __future__ import annotations

from tfir.conversion.llvm_ir.folding import DYNAMIC_INDEX
from tfir.dialects import has_trait, with_trait
from tfir.dialects.llvm.attributes import INTEGER_PREDICATES
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, IntegerType, VectorType

from tfopt.generic.canonicalization import llvm_constants
from tfopt.generic.canonicalization.arith.integers import made_by
from tfopt.generic.canonicalization.constants import constant_attribute
from tfopt.generic.canonicalization.llvm_constants import constant_part, part_of_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter


def is_constant(value: Value) -> bool:
    return value.op is not None and has_trait(value.op, "constant_like")


def number_of(value: Value) -> int | None:
    """The number that a constant of any dialect is."""
    if not isinstance(value.type, IntegerType) or value.op is None or not is_constant(value):
        return None
    content = value.op.attributes.get("value")
    return 0 if value.op.name == "llvm.mlir.zero" else content.value if isinstance(content, IntegerAttr) else None


def constant_last(op: Operation, rewriter: PatternRewriter) -> bool:
    left, right = op.operands
    if not is_constant(left) or is_constant(right):
        return False
    op.set_operands((right, left))
    return rewriter.modified(op)


def place_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """An address no further on is that; indices that are constants are numbers of the operation."""
    base, *dynamic = op.operands
    given, raw = iter(dynamic), list(op.attributes["rawConstantIndices"].values)
    indices = [number_of(next(given)) if number == DYNAMIC_INDEX else number for number in raw]
    if indices == [0] and base.type is op.result.type:
        return rewriter.replace(op, [base])
    fixed = [DYNAMIC_INDEX if number is None or not -(1 << 31) < number < 1 << 31 else number for number in indices]
    if fixed == raw:
        return False
    at, left = iter(dynamic), []
    for before, after in zip(raw, fixed):
        operand = next(at) if before == DYNAMIC_INDEX else None
        left += [operand] if after == DYNAMIC_INDEX and operand is not None else []
    op.set_attribute("rawConstantIndices", DenseArrayAttr(fixed, I32))
    op.set_operands([base, *left])
    return rewriter.modified(op)


def part_inserted(op: Operation, rewriter: PatternRewriter) -> bool:
    """The last part that was put where one is taken, or one of what all was put into."""
    source, position = op.operands[0], list(op.attributes["position"].values)
    inner = made_by(source, "llvm.extractvalue")
    if inner is not None:
        return taken(op, rewriter, inner.operands[0], [*inner.attributes["position"].values, *position])
    outermost, within = None, False  # the latter: what is looked at was put around the part
    inserted = made_by(source, "llvm.insertvalue")
    while inserted is not None:
        place = list(inserted.attributes["position"].values)
        if place == position:
            return rewriter.replace(op, [inserted.operands[1]])
        if place == position[: len(place)]:
            outermost, within = (source if outermost is None else outermost), True
            position = position[len(place) :]
            source = inserted.operands[1]
        elif place[: len(position)] == position:
            break
        else:
            source = inserted.operands[0]
        inserted = made_by(source, "llvm.insertvalue")
    if within:
        part = constant_part(source, position, op.result.type, rewriter)
        if part is not None:
            return rewriter.replace(op, [part])
        source, position = outermost, list(op.attributes["position"].values)
    return source is not op.operands[0] and taken(op, rewriter, source, position)


def taken(op: Operation, rewriter: PatternRewriter, source: Value, position: list[int]) -> bool:
    return rewriter.replace(op, [rewriter.value("llvm.extractvalue", [source], op.result.type, position=DenseArrayAttr(position, I64))])


def there_and_back(op: Operation, rewriter: PatternRewriter) -> bool:
    """A cast to the type that there is, or of what was cast."""
    (value,) = op.operands
    if value.type is op.result.type:
        return rewriter.replace(op, [value])
    inner = made_by(value, op.name)
    if inner is None:
        return False
    if inner.operands[0].type is op.result.type:
        return rewriter.replace(op, [inner.operands[0]])
    op.set_operands(inner.operands)
    rewriter.revisit(inner)
    return rewriter.modified(op)


def only_element(op: Operation, rewriter: PatternRewriter) -> bool:
    """The one element of a vector of one."""
    first, type = op.operands[0], op.operands[0].type
    one = isinstance(type, VectorType) and type.shape == (1,) and not any(type.scalable or ())
    return one and list(op.attributes["mask"].values) == [0] and rewriter.replace(op, [first])


def compared(op: Operation, rewriter: PatternRewriter) -> bool:
    """Equality of a value with itself, and of memory on the stack with the address of nothing."""
    how = INTEGER_PREDICATES[op.get("predicate")]
    if how not in ("eq", "ne"):
        return False
    (left, right), names = op.operands, [getattr(value.op, "name", "") for value in op.operands]
    if left is not right and names != ["llvm.alloca", "llvm.mlir.zero"]:
        if names != ["llvm.mlir.zero", "llvm.alloca"]:
            return False
        op.set_operands((right, left))
        return rewriter.modified(op)
    truth = constant_attribute(int((left is right) == (how == "eq")), op.result.type)
    return rewriter.replace(op, [rewriter.value("llvm.mlir.constant", (), op.result.type, value=truth)])


NOT_ORDERED = "llvm.or"  # which upstream does not mark as commutative
PATTERNS = {
    **{name: [constant_last] for name in with_trait("llvm", "commutative") if name != NOT_ORDERED},
    **llvm_constants.PATTERNS, "llvm.shufflevector": [only_element], "llvm.extractvalue": [part_of_constant, part_inserted],
    "llvm.getelementptr": [place_fixed], "llvm.bitcast": [there_and_back], "llvm.addrspacecast": [there_and_back], "llvm.icmp": [compared],
}  # fmt: skip
