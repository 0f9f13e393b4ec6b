"""What regions pass on: arguments and results that can be one value alone, or the same ones. Source: MLIR's RegionBranchOpInterface."""

from __future__ import annotations

from tfir.ir.dominance import is_defined_in

from tfopt.generic.canonicalization.scf.conditions import merge_equal, without_unused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Operation, Value

    from tfopt.rewrite.rewriter import PatternRewriter

    Passed = tuple[Sequence[Value], list[Sequence[Value]]]  # arguments or results, and all lists of values that come to be them


def passed(op: Operation) -> list[Passed]:
    """What passes into and out of an operation's regions."""
    ways: list[Sequence[Value]]
    if op.name == "scf.for":
        ways = [op.operands[3:], op.body.terminator.operands]
        return [(op.body.arguments[1:], ways), (op.results, ways)]
    if op.name == "scf.while":
        before, after = [region.blocks[0] for region in op.regions]
        ways = [before.terminator.operands[1:]]
        return [(before.arguments, [op.operands, after.terminator.operands]), (after.arguments, ways), (op.results, ways)]
    ends = [block.terminator for region in op.regions for block in region.blocks]
    ways = [end.operands for end in ends if end.name == "scf.yield"]
    return [(op.results, ways)]


def passes_one_value(op: Operation, rewriter: PatternRewriter) -> bool:
    """Where one value from outside alone comes to be an argument or a result, maybe by others, that is it."""
    lists = passed(op)
    origins = {value: [way[at] for way in ways] for values, ways in lists for at, value in enumerate(values)}
    changed = False
    for value in [value for value in origins if value.uses]:
        ends = values_behind(value, origins)
        if len(ends) == 1 and not is_defined_in(ends[0], op) and ends[0].owner is not op:
            rewriter.replace_uses(value, ends[0])
            changed = True
    return changed and rewriter.modified(op)


def values_behind(value: Value, origins: dict[Value, list[Value]]) -> list[Value]:
    """What a value may be in the end, without those that only pass it on."""
    met, waiting = {value}, [value]
    ends: list[Value] = []
    while waiting:
        for each in origins[waiting.pop()]:
            if each in met:
                continue
            met.add(each)
            (waiting if each in origins else ends).append(each)
    return ends


def passes_the_same(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of arguments, or results, that are always the same ones the first is used."""
    changed = any([merge_equal(ways, values, rewriter) for values, ways in passed(op) if ways])
    return changed and rewriter.modified(op)


def results_from_outside(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of a region or a switch the results that are values from outside are not yielded."""
    return passes_one_value(op, rewriter) and (without_unused(op, rewriter) or True)
