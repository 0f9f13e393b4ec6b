"""Branches between blocks: known conditions, branches to branches, blocks with one way in. Source: MLIR's cf dialect."""

from __future__ import annotations

from tfir.dialects.cf import case_values, passed
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.dominance import branches_to
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, VectorType

from tfopt.generic.canonicalization.constants import number, replace_in, signed, width_of


def branch(op: Operation, rewriter, block: Block, operands) -> bool:
    """An unconditional branch in the place of another."""
    rewriter.create("cf.br", operands, (), {}, [block])
    rewriter.erase(op)
    return True


def conditional(op: Operation, rewriter, targets) -> bool:
    """Replaces a conditional branch by one with the same condition and other targets."""
    (yes, yes_operands), (no, no_operands) = targets
    sizes = DenseArrayAttr([1, len(yes_operands), len(no_operands)], I32)
    operands = [op.operands[0], *yes_operands, *no_operands]
    rewriter.create("cf.cond_br", operands, (), {**op.attributes, "operandSegmentSizes": sizes}, [yes, no])
    rewriter.erase(op)
    return True


def switch(op: Operation, rewriter, default, values, targets) -> bool:
    """A switch with another default or other cases."""
    block, operands = default
    type, attributes = op.operands[0].type, dict(op.attributes)
    attributes.pop("case_values", None)
    if values:
        kept = values if len(set(values)) > 1 else values[:1]
        attributes["case_values"] = DenseAttr.of(kept, VectorType((len(values),), type))
    attributes["case_operand_segments"] = DenseArrayAttr([len(each) for _, each in targets], I32)
    case_operands = [value for _, each in targets for value in each]
    attributes["operandSegmentSizes"] = DenseArrayAttr([1, len(operands), len(case_operands)], I32)
    rewriter.create("cf.switch", [op.operands[0], *operands, *case_operands], (), attributes, [block, *[each for each, _ in targets]])
    rewriter.erase(op)
    return True


def ways_in(block: Block) -> list[Operation]:
    """The terminators that branch to a block, each as often as it does."""
    return [op for op in branches_to(block) for successor in op.successors if successor is block]


def only_way_in(block: Block) -> Operation | None:
    if block is block.parent.entry:
        return None
    branches = ways_in(block)
    return branches[0] if len(branches) == 1 else None


def passes_through(block: Block, operands) -> tuple[Block, list[Value]] | None:
    """The final destination of a branch to a block that only branches on, with its operands; None where there is none or such blocks form
    a circle."""
    seen = {block}
    target = None
    while (step := _passed_on(block, operands)) is not None and step[0] not in seen:
        block, operands = target = step
        seen.add(block)
    return None if step is not None else target


def _passed_on(block: Block, operands) -> tuple[Block, list[Value]] | None:
    last = block.last
    if last is None or last is not block.first or last.name != "cf.br":
        return None
    if any([user is not last for argument in block.arguments for user in argument.users]):
        return None
    mapping = dict(zip(block.arguments, operands))
    return last.successors[0], [mapping.get(value, value) for value in last.operands]


def collapsed(op: Operation) -> list | None:
    """The targets of a branch, those that only branch on being skipped; None where nothing is."""
    targets = [(block, list(operands)) for block, operands in passed(op)]
    further = [passes_through(*target) for target in targets]
    return [new or old for new, old in zip(further, targets)] if any(further) else None


def into_only_way(op: Operation, rewriter) -> bool:
    """A block with one way in, which branches nowhere else, continues the block that branches."""
    block, home = op.successors[0], op.parent
    if block is home or only_way_in(block) is not op:
        return False
    for argument, value in zip(block.arguments, op.operands):
        rewriter.replace_uses(argument, value)
    rewriter.erase(op)
    rewriter.move(block, home)
    home.parent.remove_blocks([block])
    return True


def through_branch(op: Operation, rewriter) -> bool:
    targets = collapsed(op)
    return targets is not None and branch(op, rewriter, *targets[0])


def condition_known(op: Operation, rewriter) -> bool:
    truth = number(op.operands[0])
    return truth is not None and branch(op, rewriter, *passed(op)[0 if truth else 1])


def through_conditional(op: Operation, rewriter) -> bool:
    targets = collapsed(op)
    return targets is not None and conditional(op, rewriter, targets)


def same_either_way(op: Operation, rewriter) -> bool:
    """Both ways lead to one block: the condition chooses what it gets."""
    (block, yes), (other, no) = passed(op)
    if block is not other:
        return False
    if list(yes) != list(no):
        if any([way is not op for way in ways_in(block)]) or block is block.parent.entry:
            return False
        yes = [a if a is b else rewriter.value("arith.select", [op.operands[0], a, b], a.type) for a, b in zip(yes, no)]
    return branch(op, rewriter, block, yes)


def asked_before(op: Operation, rewriter) -> bool:
    """The only way in has asked the same condition."""
    before = only_way_in(op.parent)
    if before is None or before is op or before.name != "cf.cond_br" or before.operands[0] is not op.operands[0]:
        return False
    return branch(op, rewriter, *passed(op)[0 if before.successors[0] is op.parent else 1])


def beside_unreachable(op: Operation, rewriter) -> bool:
    """One of the ways leads where nothing comes."""
    for block, target in zip(op.successors, reversed(passed(op))):
        if block.first is not None and block.first.name == "ub.unreachable":
            return branch(op, rewriter, *target)
    return False


def known_beyond(op: Operation, rewriter) -> bool:
    """Replaces the condition by a constant in the successors of the branch that have no other predecessor."""
    condition, changed = op.operands[0], False
    for block, truth in zip(op.successors, (True, False)):
        if only_way_in(block) is op:
            changed |= replace_in([user for user in dict.fromkeys(condition.users) if user.parent is block], condition, truth, rewriter)
    return changed


# switch


def only_default(op: Operation, rewriter) -> bool:
    return len(op.successors) == 1 and branch(op, rewriter, *passed(op)[0])


def without_default_cases(op: Operation, rewriter) -> bool:
    """Cases that go where the default goes, with the same operands."""
    default, *targets = passed(op)
    kept = [
        (value, each) for value, each in zip(case_values(op), targets) if each[0] is not default[0] or list(each[1]) != list(default[1])
    ]
    if len(kept) == len(targets):
        return False
    return switch(op, rewriter, default, [value for value, _ in kept], [each for _, each in kept])


def flag_known(op: Operation, rewriter) -> bool:
    flag = number(op.operands[0])
    return flag is not None and branch(op, rewriter, *_case(op, signed(flag, width_of(op.operands[0].type))))


def _case(op: Operation, value: int):
    """The destination of a switch for a flag, with its operands."""
    default, *targets = passed(op)
    return dict(reversed(list(zip(case_values(op), targets)))).get(value, default)


def through_switch(op: Operation, rewriter) -> bool:
    targets = collapsed(op)
    return targets is not None and switch(op, rewriter, targets[0], case_values(op), targets[1:])


def flag_asked_before(op: Operation, rewriter) -> bool:
    """The only way in has looked at the same flag: it is known, or known not to be any of the cases before."""
    before = only_way_in(op.parent)
    if before is None or before is op or before.name != "cf.switch" or before.operands[0] is not op.operands[0]:
        return False
    at = before.successors.index(op.parent)
    if at > 0:
        return branch(op, rewriter, *_case(op, case_values(before)[at - 1]))
    default, *targets = passed(op)
    excluded = set(case_values(before))
    kept = [(value, each) for value, each in zip(case_values(op), targets) if value not in excluded]
    if len(kept) == len(targets):
        return False
    return switch(op, rewriter, default, [value for value, _ in kept], [each for _, each in kept])


def holds_anyway(op: Operation, rewriter) -> bool:
    if not number(op.operands[0]):
        return False
    rewriter.erase(op)
    return True


PATTERNS = {
    "cf.br": [into_only_way, through_branch],
    "cf.cond_br": [condition_known, through_conditional, same_either_way, asked_before, known_beyond, beside_unreachable],
    "cf.switch": [only_default, without_default_cases, flag_known, through_switch, flag_asked_before],
    "cf.assert": [holds_anyway],
}
