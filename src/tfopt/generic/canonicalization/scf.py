"""Conditions and loops with regions: known conditions, loops that run once or never, values that only pass. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfir.ir.dominance import is_defined_in, is_within
from tfir.ir.operations import Operation, Region, Value
from tfir.ir.types import I1
from tfir.ods.derived_types import truth_like

from tfopt.generic.canonicalization.constants import attribute_of, constant, number, replace_in, signed, width_of


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
            makers = [value.op for value in end.operands]
            end.set_operands([end.operands[at] for at in used])
            for maker in makers:
                rewriter.revisit(maker)
    return with_results(op, used, rewriter)


def with_results(op: Operation, kept, rewriter) -> bool:
    """The operation with these of its results only; its regions are moved to a new one."""
    results = [op.results[at] for at in kept]
    new = made_anew(op, op, results, rewriter)
    op.erase()
    rewriter.revisit(new)
    return True


def made_anew(op: Operation, like: Operation, results, rewriter) -> Operation:
    """In front of `op` an operation with the operands and regions of one like it, whose results take the place of these."""
    new = Operation(
        op.name, like.operands, [result.type for result in results], dict(op.attributes), like.take_regions(), location=op.location
    )
    op.parent.insert_before(new, op)
    for old, result in zip(results, new.results):
        rewriter.replace_uses(old, result)
    return new


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
    chosen = [not is_defined_in(a, op) and not is_defined_in(b, op) for a, b in zip(yes, no)]
    if not any(chosen):
        return False
    changed = False
    for result, a, b, simple in zip(op.results, yes, no, chosen):
        if simple and result.uses:
            value = a if a is b else rewriter.value("arith.select", [op.operands[0], a, b], a.type)
            rewriter.replace_uses(result, value)
            changed = True
    return changed and (without_unused(op, rewriter) or True)


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
    """An `if` that holds nothing but another one, neither with an `else`: both conditions at once."""
    if op.results or op.regions[1].blocks:
        return False
    block = op.regions[0].blocks[0]
    inner = block.first
    if inner is None or inner.name != "scf.if" or inner.next is not block.last or inner.results or inner.regions[1].blocks:
        return False
    both = rewriter.value("arith.andi", [op.operands[0], inner.operands[0]], I1)
    region, _ = inner.take_regions()
    new = Operation("scf.if", [both], (), dict(op.attributes), [region, Region()], location=op.location)
    op.parent.insert_before(new, op)
    rewriter.erase(op)
    rewriter.revisit(new)
    for each in region.blocks[0]:
        rewriter.revisit(each)
    return True


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
    """An `if` that follows one with the same condition continues it. What the first yields is inside what it was there."""
    before = op.previous
    if before is None or before.name != "scf.if" or before.operands[0] is not op.operands[0]:
        return False
    sides = [region.blocks[0] if region.blocks else None for region in op.regions]
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


# for


def runs(op: Operation) -> int | None:
    """How often a loop runs, where its bounds are known; of other loops whether they surely never do (0)."""
    low, high, step = [number(value) for value in op.operands[:3]]
    if op.operands[0] is op.operands[1]:
        return 0
    if low is None or high is None or step is None:
        return None
    if "unsignedCmp" not in op.attributes:
        width = width_of(op.operands[0].type)
        low, high, step = [signed(each, width) for each in (low, high, step)]
    if step <= 0:
        return None
    return max(0, -((low - high) // step))


def never_or_once(op: Operation, rewriter) -> bool:
    count = runs(op)
    inits = list(op.operands[3:])
    if count == 0:
        return rewriter.replace(op, inits)
    if count == 1:
        return inlined(op, op.region, [op.operands[0], *inits], rewriter)
    end = op.body.last
    if count is not None and op.body.first is end and op.results and not any([is_defined_in(value, op) for value in end.operands]):
        return rewriter.replace(op, list(end.operands))
    return False


def carries_nothing_new(op: Operation, rewriter) -> bool:
    """A carried value that every iteration yields unchanged is replaced by its initial value; one without uses goes."""
    inits, end = op.operands[3:], op.body.last
    arguments = op.body.arguments[1:]
    dropped = []
    for init, argument, value, result in zip(inits, arguments, end.operands, op.results):
        unused = not result.uses and not argument.uses
        same = value is argument or value is init
        if same or unused:
            dropped.append(result.index)
            for each in (argument, result):
                rewriter.replace_uses(each, init)
    if not dropped:
        return False
    kept = [at for at in range(len(op.results)) if at not in dropped]
    makers = [value.op for value in end.operands]
    end.set_operands([end.operands[at] for at in kept])
    for at in reversed(dropped):
        op.body.remove_argument(1 + at)
    for maker in makers:
        rewriter.revisit(maker)
    op.set_operands([*op.operands[:3], *[inits[at] for at in kept]])
    return with_results(op, kept, rewriter)


# while


def condition_true_inside(op: Operation, rewriter) -> bool:
    """In the body of a loop, the condition that it was entered by, passed along as an argument, is true."""
    before, after = [region.blocks[0] for region in op.regions]
    end = before.last
    if end.name != "scf.condition":
        return False
    condition, changed = end.operands[0], False
    for value, argument in zip(end.operands[1:], after.arguments):
        if value is condition and argument.uses:
            rewriter.replace_uses(argument, constant(rewriter, True, I1))
            changed = True
    return changed


def never_goes_on(op: Operation, rewriter) -> bool:
    before = op.regions[0].blocks[0]
    if before.last.name != "scf.condition" or number(before.last.operands[0]) != 0:
        return False
    return inlined(op, op.regions[0], op.operands, rewriter, first=1)


def passes_twice(op: Operation, rewriter) -> bool:
    """A value that the loop passes on twice is passed on once."""
    before, after = [region.blocks[0] for region in op.regions]
    end = before.last
    if end.name != "scf.condition" or len(set(end.operands[1:])) == len(end.operands) - 1:
        return False
    first: dict[Value, int] = {}
    for at, value in enumerate(end.operands[1:]):
        first.setdefault(value, at)
    kept = list(first.values())
    for at, value in enumerate(end.operands[1:]):
        if first[value] != at:
            for each in (after.arguments, op.results):
                rewriter.replace_uses(each[at], each[first[value]])
    end.set_operands([end.operands[0], *first])
    for at in reversed(range(len(after.arguments))):
        if at not in kept:
            after.remove_argument(at)
    return with_results(op, kept, rewriter)


PATTERNS = {
    "scf.if": [
        condition_known, without_unused, without_else, yields_the_condition, choices_between_outside, condition_inside, nested,
        yields_twice, after_its_like,
    ],
    "scf.for": [never_or_once, carries_nothing_new],
    "scf.while": [never_goes_on, condition_true_inside, passes_twice],
}  # fmt: skip
