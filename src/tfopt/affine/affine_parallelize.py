"""Makes `affine.parallel` of affine loops whose iterations may run in any order."""

from __future__ import annotations

from tfir.analysis.affine_loops import initial_values, lower_bound, step_of, upper_bound
from tfir.dialects.arith import ATOMIC_KINDS
from tfir.ir.attributes import ArrayAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I32, I64, TensorType

from tfopt.affine.parallelism import is_order_free, reductions_of

TITLE = "Convert affine.for ops into 1-D affine.parallel"
EXACT = False
OPTIONS = {
    "max-nested": "Leave loops inside of so many parallel ones.",
    "parallel-reductions": "Take loops that carry sums, products and the like, which begin with the neutral number then.",
}


def affine_parallelize(func: Func, *, max_nested: int = 4294967295, parallel_reductions: bool = False):
    """Outer loops first. Dependences are decided exactly; different arguments of a function share no memory."""
    loops = [op for op in func.walk() if op.name == "affine.for" and is_order_free(op, parallel_reductions)]
    for loop in loops:
        if sum([around.name == "affine.parallel" for around in loop.ancestors()]) < max_nested:
            parallelize(loop)


def parallelize(loop: Operation) -> None:
    (low, lows), (high, highs), inits = lower_bound(loop), upper_bound(loop), initial_values(loop)
    reductions = reductions_of(loop) or []
    (region,) = loop.take_regions()
    kinds = [IntegerAttr(ATOMIC_KINDS.index(each.kind), I64) for each in reductions]
    one = TensorType((1,), I32)
    attributes = {
        "reductions": ArrayAttr(kinds), "lowerBoundsMap": low, "lowerBoundsGroups": DenseAttr.of([len(low.results)], one),
        "upperBoundsMap": high, "upperBoundsGroups": DenseAttr.of([len(high.results)], one),
        "steps": ArrayAttr([IntegerAttr(step_of(loop), I64)]),
    }  # fmt: skip
    new = Operation("affine.parallel", [*lows, *highs], [each.type for each in loop.results], attributes, [region], location=loop.location)
    block = loop.block
    block.insert_before(new, loop)
    values = [each.value for each in reductions]
    region.entry.terminator.set_operands(values)
    for reduction, init, result, old in zip(reductions, inits, new.results, list(loop.results)):
        combines = reduction.combines
        combines.remove()
        block.insert_before(combines, loop)
        combines.set_operands([init, result])
        old.replace_all_uses_with(combines.result)
    for at in reversed(range(len(reductions))):
        region.entry.remove_argument(1 + at)
    loop.erase()
