"""Conditions, switches and regions in the place of an operation. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.dominance import is_defined_in, is_within
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I1
from tfir.ods.derived_types import truth_like

from tfopt.generic.canonicalization.constants import attribute_of, constant, number, replace_in, signed
from tfopt.rewrite.blocks import blocks_of, branch
from tfopt.rewrite.rewriter import PatternRewriter


def inlined(op: Operation, region: Region, values, rewriter, first: int = 0) -> bool:
    """The only block of a region in the operation's place, its arguments being `values`; it yields from the `first` on."""
    block = region.blocks[0]
    for argument, value in zip(block.arguments, values):
        rewriter.replace_uses(argument, value)
    *body, end = block
    results = list(end.operands[first:])
    rewriter.move(body, op.parent, op)
    end.erase()
    return rewriter.replace(op, results)


def made_anew(op: Operation, like: Operation, results, rewriter) -> Operation:
    """In front of `op` an operation with the operands and regions of one like it, whose results take the place of these."""
    new = Operation(
        op.name, like.operands, [result.type for result in results], dict(op.attributes), like.take_regions(), location=op.location
    )
    op.parent.insert_before(new, op)
    for old, result in zip(results, new.results):
        rewriter.replace_uses(old, result)
    return new


def with_results(op: Operation, kept, rewriter) -> bool:
    """The operation with these of its results only; its regions are moved to a new one."""
    results = [op.results[at] for at in kept]
    new = made_anew(op, op, results, rewriter)
    op.erase()
    rewriter.revisit(new)
    return True


# if


def condition_known(op: Operation, rewriter) -> bool:
    truth = number(op.operands[0])
    if truth is None:
        return False
    region = op.regions[0 if truth else 1]
    if region.blocks:
        return inlined(op, region, (), rewriter)
    rewriter.erase(op)
    return True


def without_unused(op: Operation, rewriter) -> bool:
    """Results without uses are not yielded."""
    used = [result.index for result in op.results if result.uses]
    if len(used) == len(op.results):
        return False
    for region in op.regions:
        for block in region.blocks:
            end = block.last
            if end.name != "scf.yield":
                continue
            makers = [value.op for value in end.operands]
            end.set_operands([end.operands[at] for at in used])
            for maker in makers:
                rewriter.revisit(maker)
    return with_results(op, used, rewriter)


def without_else(op: Operation, rewriter) -> bool:
    """An `else` that does nothing."""
    if op.results or not op.regions[1].blocks:
        return False
    block = op.regions[1].blocks[0]
    if block.first is not block.last:
        return False
    block.last.erase()
    op.regions[1].remove_blocks([block])
    return rewriter.modified(op)


def yielded(op: Operation) -> list[tuple[Value, ...]]:
    """The values that each of both branches yields; none where there are no results."""
    return [region.blocks[0].last.operands for region in op.regions] if op.results else [(), ()]


def choices_between_outside(op: Operation, rewriter) -> bool:
    """Results whose values come from outside in both branches become an `arith.select`."""
    yes, no = yielded(op)
    outside = [not is_defined_in(a, op) and not is_defined_in(b, op) for a, b in zip(yes, no)]
    if not any(outside):
        return False
    changed = False
    for result, a, b, simple in zip(op.results, yes, no, outside):
        if simple and result.uses:
            rewriter.replace_uses(result, chosen(op.operands[0], a, b, rewriter))
            changed = True
    return changed and (without_unused(op, rewriter) or True)


def chosen(condition: Value, yes: Value, no: Value, rewriter: PatternRewriter) -> Value:
    return yes if yes is no else rewriter.value("arith.select", [condition, yes, no], yes.type)


def condition_inside(op: Operation, rewriter) -> bool:
    """Inside, the condition is known."""
    condition, changed = op.operands[0], False
    for region, truth in zip(op.regions[::-1], (False, True)):
        changed |= replace_in([user for user in condition.users if is_within(user.block, region)], condition, truth, rewriter)
    return changed


def yields_the_condition(op: Operation, rewriter) -> bool:
    """`if c { yield true } else { yield false }` is `c`, and the other way round its complement."""
    changed = False
    for result, a, b in zip(op.results, *yielded(op)):
        if result.type is not I1 or not result.uses or attribute_of(a.op) is None or attribute_of(b.op) is None:
            continue
        if (number(a), number(b)) == (1, 0):
            value = op.operands[0]
        elif (number(a), number(b)) == (0, 1):
            value = rewriter.value("arith.xori", [op.operands[0], constant(rewriter, True, I1)], truth_like(I1))
        else:
            continue
        rewriter.replace_uses(result, value)
        changed = True
    return changed


def nested(op: Operation, rewriter) -> bool:
    """An `if` that holds nothing but another one, both with no `else` but values: both conditions at once. What is not of the inner one is
    chosen by the outer condition alone."""
    block, inner = op.regions[0].blocks[0], op.regions[0].blocks[0].first
    if inner is None or inner.name != "scf.if" or inner.next is not block.last or not all(map(only_yields, (op, inner))):
        return False
    yes, no = [list(values) for values in yielded(op)]
    choices = []
    for at, value in enumerate(yes):
        if value.op is inner:
            then, otherwise = [values[value.index] for values in yielded(inner)]
            if otherwise is not no[at]:
                return False
            yes[at] = then
        elif is_defined_in(value, op):
            return False
        else:
            choices.append(at)
    both = rewriter.value("arith.andi", [op.operands[0], inner.operands[0]], I1)
    results = {at: chosen(op.operands[0], yes[at], no[at], rewriter) for at in choices}
    region = inner.take_regions()[0]
    emptied, outer = op.take_regions()
    op.add_region(emptied)  # which goes with it
    region.blocks[0].last.set_operands(yes)
    types = [result.type for result in op.results]
    new = Operation("scf.if", [both], types, dict(op.attributes), [region, outer], location=op.location)
    op.parent.insert_before(new, op)
    rewriter.revisit(new)
    for each in region.blocks[0]:
        rewriter.revisit(each)
    return rewriter.replace(op, [results.get(at, result) for at, result in enumerate(new.results)])


def only_yields(op: Operation) -> bool:
    """Whether there is no other side of a condition, or it does nothing but yield."""
    blocks = op.regions[1].blocks
    return not blocks or blocks[0].first is blocks[0].last


def condition_swapped(op: Operation, rewriter) -> bool:
    """The complement of a condition decides as it does, with both sides in each other's place."""
    condition = complemented(op.operands[0])
    if condition is None or not op.regions[1].blocks:
        return False
    op.set_operands([condition])
    for region in op.take_regions()[::-1]:
        op.add_region(region)
    return rewriter.modified(op)


def complemented(condition: Value) -> Value | None:
    """That of which a condition is the complement."""
    maker = condition.op
    return maker.operands[0] if maker is not None and maker.name == "arith.xori" and number(maker.operands[1]) == 1 else None


def yields_twice(op: Operation, rewriter) -> bool:
    """Results that are the same either way are one."""
    return merge_equal(yielded(op), op.results, rewriter)


def merge_equal(columns, results, rewriter) -> bool:
    """Uses of a result become uses of an earlier one that is given the same values."""
    seen: dict = {}
    changed = False
    for result, values in zip(results, zip(*columns)):
        first = seen.setdefault(values, result)
        if first is not result and result.uses:
            rewriter.replace_uses(result, first)
            changed = True
    return changed


def after_its_like(op: Operation, rewriter) -> bool:
    """An `if` that follows one with the same condition, or its complement, continues it. What the first yields is inside what it was there."""
    before = op.previous
    if before is None or before.name != "scf.if":
        return False
    one, other = before.operands[0], op.operands[0]
    is_opposite = complemented(one) is other or complemented(other) is one
    if one is not other and not is_opposite:
        return False
    sides = [region.blocks[0] if region.blocks else None for region in op.regions]
    sides = sides[::-1] if is_opposite else sides
    for region, mine in zip(before.regions, sides):
        theirs = region.blocks[0] if region.blocks else None
        for result in before.results if mine is not None and theirs is not None else ():
            take_inside(result, theirs.last.operands[result.index], mine.parent)
        if mine is not None:
            continue_block(region, theirs, mine, rewriter)
    new = made_anew(op, before, [*before.results, *op.results], rewriter)
    before.erase()
    rewriter.erase(op)
    rewriter.revisit(new)
    return True


def take_inside(value, inner, region: Region) -> None:
    """A value is another one where it is used in a region."""
    for user in value.users:
        if is_within(user.block, region):
            user.set_operands([inner if each is value else each for each in user.operands])


def continue_block(region: Region, theirs, mine, rewriter) -> None:
    """Moves one side's operations behind another's, and lets it yield what both do."""
    home = theirs if theirs is not None else region.add_block()
    end = home.last
    yielded = list(end.operands) if end is not None else []
    if end is not None:
        end.erase()
    rewriter.move(mine, home)
    home.last.set_operands([*yielded, *home.last.operands])


# index_switch


def case_known(op: Operation, rewriter: PatternRewriter) -> bool:
    at = number(op.operands[0])
    if at is None:
        return False
    cases = [int(each) for each in op.attributes["cases"].values]
    at = signed(at, 64)
    return inlined(op, op.regions[1 + cases.index(at) if at in cases else 0], (), rewriter)


# execute_region


def executed_in_place(op: Operation, rewriter: PatternRewriter) -> bool:
    """A region stands where its operation does: its only block anywhere, several where blocks may stand."""
    if "no_inline" in op.attributes:
        return False
    if len(op.region.blocks) == 1:
        return op.region.blocks[0].terminator.name == "scf.yield" and inlined(op, op.region, (), rewriter)
    around = op.parent_op
    if around is None or lookup(around.name) is None or has_trait(around, "single_block"):
        return False
    (blocks,), after = blocks_of(op, [value.type for value in op.results])
    for block in blocks:
        if block.terminator.name == "scf.yield":
            branch(block.terminator, after, block.terminator.operands)
    for result, argument in zip(op.results, after.arguments):
        rewriter.replace_uses(result, argument)
    branch(op, blocks[0], ())
    return True
