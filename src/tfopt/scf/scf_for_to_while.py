"""Writes loops with bounds as loops with a condition.

before:  scf.for %i = %low to %high step %step { ... }
after:   scf.while (%i = %low) { scf.condition(%i < %high) %i } do { %next = %i + %step; ...; scf.yield %next }
"""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Region
from tfir.ir.types import I1, I64

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import function_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.rewrite.rewriter import PatternRewriter

TITLE = "Convert SCF for loops to SCF while loops"


def scf_for_to_while(root: Operation):
    GreedyDriver(function_patterns({"scf.for": [with_condition]}), iterations=10, pooled=frozenset(["arith.constant"])).run(root)


def with_condition(op: Operation, rewriter: PatternRewriter) -> bool:
    low, high, step, *inits = op.operands
    types = [value.type for value in (low, *inits)]
    region, before = single_block_region(types)
    build = Builder(before, None, op.location)
    predicate = IntegerAttr(INTEGER_PREDICATES.index("ult" if "unsignedCmp" in op.attributes else "slt"), I64)
    goes_on = build.value("arith.cmpi", [before.arguments[0], high], I1, {"predicate": predicate})
    build.create("scf.condition", [goes_on, *before.arguments], ())
    body, end = op.body, op.body.terminator
    following = Builder(body, body.first, op.location).value("arith.addi", [body.arguments[0], step], low.type)
    end.set_operands([following, *end.operands])
    (inside,) = op.take_regions()
    loop = Operation("scf.while", [low, *inits], types, dict(op.attributes), [region, inside], location=op.location)
    op.block.insert_before(loop, op)
    for each in (loop, *loop.walk()):
        rewriter.revisit(each)
    op.add_region(Region())
    return rewriter.replace(op, loop.results[1:])
