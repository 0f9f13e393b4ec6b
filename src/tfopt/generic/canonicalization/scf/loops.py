"""Loops that run once or never, values that only pass, what a loop's condition tells inside of it. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1

from tfopt.generic.canonicalization.arith.choices import opposite
from tfopt.generic.canonicalization.constants import constant
from tfopt.generic.canonicalization.scf.conditions import inlined, made_anew, with_results
from tfopt.generic.canonicalization.scf.trips import iterations
from tfopt.generic.canonicalization.tensor import says_more
from tfopt.rewrite.rewriter import PatternRewriter

# for


def never_or_once(op: Operation, rewriter) -> bool:
    low, high, step = op.operands[:3]
    count = iterations(low, high, step, "unsignedCmp" not in op.attributes)
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


def ends_of(op: Operation) -> tuple[Block, Block, Operation, Operation]:
    """Both blocks of a loop, and what ends them."""
    before, after = [region.blocks[0] for region in op.regions]
    return before, after, before.terminator, after.terminator


def keep_passed(op: Operation, kept: list[int], rewriter: PatternRewriter) -> bool:
    """A loop that passes these of its values on from its condition; the others have no uses."""
    _, after, condition, _ = ends_of(op)
    makers = [value.op for value in condition.operands]
    condition.set_operands([condition.operands[0], *[condition.operands[1 + at] for at in kept]])
    for at in reversed([at for at in range(len(after.arguments)) if at not in kept]):
        after.remove_argument(at)
    for maker in makers:
        rewriter.revisit(maker)
    return with_results(op, kept, rewriter)


def passed_unused(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is passed on from the condition, but read neither inside nor behind the loop."""
    _, after, _, _ = ends_of(op)
    kept = [at for at, (inner, outer) in enumerate(zip(after.arguments, op.results)) if inner.uses or outer.uses]
    return len(kept) < len(op.results) and keep_passed(op, kept, rewriter)


def passed_from_outside(op: Operation, rewriter: PatternRewriter) -> bool:
    """What the condition passes on from outside of the loop is read there."""
    _, after, condition, _ = ends_of(op)
    changed = False
    for value, inner, outer in zip(condition.operands[1:], after.arguments, op.results):
        if (inner.uses or outer.uses) and not is_defined_in(value, op):
            rewriter.replace_uses(inner, value)
            rewriter.replace_uses(outer, value)
            changed = True
    return changed and rewriter.modified(op)


def keep_carried(op: Operation, kept: list[int], rewriter: PatternRewriter) -> bool:
    """A loop that carries these of its values; the others have no uses."""
    before, _, _, end = ends_of(op)
    makers = [value.op for value in end.operands]
    end.set_operands([end.operands[at] for at in kept])
    op.set_operands([op.operands[at] for at in kept])
    for at in reversed([at for at in range(len(before.arguments)) if at not in kept]):
        before.remove_argument(at)
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def carried_unchanged(op: Operation, rewriter: PatternRewriter) -> bool:
    """A carried value that stays what it was at first: each iteration yields that, or what the condition passed on of it."""
    before, after, condition, end = ends_of(op)
    changed = False
    for init, argument, value in zip(op.operands, before.arguments, end.operands):
        passed = condition.operands[1 + value.index] if value.owner is after else None
        if argument.uses and (value is init or passed is argument):
            rewriter.replace_uses(argument, init)
            changed = True
    return changed and rewriter.modified(op)


def carried_unused(op: Operation, rewriter: PatternRewriter) -> bool:
    before, _, _, _ = ends_of(op)
    kept = [argument.index for argument in before.arguments if argument.uses]
    return len(kept) < len(before.arguments) and keep_carried(op, kept, rewriter)


def passed_in_order(op: Operation, rewriter: PatternRewriter) -> bool:
    """A condition that passes on all carried values, each once, does so in their order."""
    before, after, condition, _ = ends_of(op)
    passed = list(condition.operands[1:])
    if passed == before.arguments or set(passed) != set(before.arguments) or len(passed) != len(before.arguments):
        return False
    order = [value.index for value in passed]
    arguments, results = list(after.arguments), list(op.results)
    spare = [after.add_argument(argument.type) for argument in before.arguments]
    for old, at in zip(arguments, order):
        rewriter.replace_uses(old, spare[at])
    for _ in arguments:
        after.remove_argument(0)
    condition.set_operands([condition.operands[0], *before.arguments])
    made_anew(op, op, [results[order.index(at)] for at in range(len(order))], rewriter)
    op.erase()
    return True


def compared_by_the_condition(op: Operation, rewriter: PatternRewriter) -> bool:
    """In the body a comparison that is the loop's condition holds, and its opposite does not."""
    _, after, condition, _ = ends_of(op)
    compared = condition.operands[0].op
    if compared is None or compared.name != "arith.cmpi":
        return False
    changed = False
    rewriter.set_insertion_point(after.first)
    for value, argument in zip(condition.operands[1:], after.arguments):
        for side in (0, 1):
            other = compared.operands[1 - side]
            if compared.operands[side] is not value or is_defined_in(other, op):
                continue
            for user in list(dict.fromkeys(argument.users)):
                changed |= settled(user, argument, side, other, compared, rewriter)
    return changed


def settled(user: Operation, argument: Value, side: int, other: Value, compared: Operation, rewriter: PatternRewriter) -> bool:
    """A comparison of a loop's body, where it is the loop's condition or its opposite."""
    if user.name != "arith.cmpi" or user.operands[side] is not argument or user.operands[1 - side] is not other:
        return False
    word, mine = [INTEGER_PREDICATES[each.get("predicate")] for each in (compared, user)]
    if mine not in (word, opposite(word)) or not user.result.uses:
        return False
    rewriter.replace_uses(user.result, constant(rewriter, mine == word, I1))
    rewriter.revisit(user)
    return True


def condition_moved_down(op: Operation, rewriter: PatternRewriter) -> bool:
    """What is done in front of the condition only where the loop goes on is done in its body."""
    _, after, condition, _ = ends_of(op)
    choice = condition.previous
    if choice is None or choice.name != "scf.if" or choice.operands[0] is not condition.operands[0]:
        return False
    otherwise = choice.regions[1].blocks[0] if choice.regions[1].blocks else None
    if otherwise is not None and otherwise.first is not otherwise.last:
        return False
    if not all([user is condition for result in choice.results for user in result.users]):
        return False
    passed = list(condition.operands[1:])
    block = choice.regions[0].blocks[0]
    yielded, free = block.terminator.operands, values_from(choice.regions[0], op)
    arguments = {value: after.add_argument(value.type) for value in free}
    for value, argument in zip(passed, after.arguments):
        if value.op is choice:
            rewriter.replace_uses(argument, yielded[value.index])
    new = [otherwise.terminator.operands[value.index] if value.op is choice else value for value in passed]
    condition.set_operands([condition.operands[0], *new, *free])
    block.terminator.erase()
    rewriter.move(block, after, after.first)
    replace_inside(arguments, after)
    rewriter.erase(choice)
    return with_more_results(op, [value.type for value in free], rewriter)


def replace_inside(arguments: dict[Value, Value], block: Block) -> None:
    for each in [inner for op in block for inner in op.walk()]:
        if any([value in arguments for value in each.operands]):
            each.set_operands([arguments.get(value, value) for value in each.operands])


def values_from(region, op: Operation) -> list[Value]:
    """The values that a region reads of what the loop defines around it."""
    values = [value for inner in region.walk() for value in inner.operands]
    inside = region.parent
    return list(dict.fromkeys([value for value in values if is_defined_in(value, op) and not is_defined_in(value, inside)]))


def with_more_results(op: Operation, types, rewriter: PatternRewriter) -> bool:
    op.add_results(types)
    return rewriter.modified(op)


# Tensors of a type that says less than another


def carried_as_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """A tensor that is cast to a type that says less before a loop, and used once behind it, is carried as what it is, and cast inside."""
    for at, (init, result) in enumerate(zip(op.operands[3:], op.results)):
        cast = init.op
        if cast is None or cast.name != "tensor.cast" or len(result.uses) != 1:
            continue
        narrow = cast.operands[0]
        if narrow.type is not init.type and says_more(narrow.type, init.type):
            return carry_narrow(op, at, narrow, rewriter)
    return False


def carry_narrow(op: Operation, at: int, narrow: Value, rewriter: PatternRewriter) -> bool:
    argument, end, result, wide = op.body.arguments[1 + at], op.body.terminator, op.results[at], op.results[at].type
    users = list(argument.users)
    inner = narrowed(argument, narrow.type, PatternRewriter(op.body.first))
    builder = PatternRewriter(end)
    end.set_operand(at, builder.value("tensor.cast", [end.operands[at]], narrow.type))
    op.set_operand(3 + at, narrow)
    (user,) = result.users
    result.retype(narrow.type)
    builder.set_insertion_point(op.next)
    back = builder.value("tensor.cast", [result], wide)
    user.set_operands([back if value is result else value for value in user.operands])
    for each in (inner.op, end.operands[at].op, back.op, *users):
        rewriter.revisit(each)
    return rewriter.modified(op)


def narrowed(argument: Value, type, builder: PatternRewriter) -> Value:
    """Gives an argument another type, and those that use it what it is cast back to."""
    wide, users = argument.type, list(argument.users)
    argument.retype(type)
    inner = builder.value("tensor.cast", [argument], wide)
    for user in users:
        user.set_operands([inner if value is argument else value for value in user.operands])
    return inner
