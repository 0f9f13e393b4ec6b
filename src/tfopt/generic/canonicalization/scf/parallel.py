"""Parallel loops: dimensions of one iteration or none, loops one in another, outputs that stay as they were. Source: MLIR's scf dialect."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I32, I64, INDEX
from tfir.text.pieces import DYNAMIC

from tfopt.generic.canonicalization.constants import constant, number, signed
from tfopt.generic.canonicalization.scf.conditions import made_anew
from tfopt.generic.canonicalization.scf.loops import narrowed
from tfopt.generic.canonicalization.scf.trips import iterations
from tfopt.generic.canonicalization.tensor import says_more
from tfopt.rewrite.rewriter import PatternRewriter

BOUNDS = ("staticLowerBound", "staticUpperBound", "staticStep")


def fixed(value: Value) -> int | None:
    held = number(value)
    return None if held is None else signed(held, 64)


# parallel


def bounds(op: Operation) -> list[tuple[Value, Value, Value]]:
    """The bounds and the step of each dimension."""
    count = op.attributes["operandSegmentSizes"].values[0]
    return list(zip(*[op.operands[at * count : (at + 1) * count] for at in range(3)]))


def single_or_none(op: Operation, rewriter: PatternRewriter) -> bool:
    """A loop that never runs, and dimensions of one iteration."""
    dimensions = bounds(op)
    counts = [iterations(*each) for each in dimensions]
    inits = op.operands[3 * len(dimensions) :]
    if 0 in counts:
        return rewriter.replace(op, inits)
    if 1 not in counts:
        return False
    for argument, (low, _, _), count in zip(op.body.arguments, dimensions, counts):
        if count == 1:
            rewriter.replace_uses(argument, low)
    kept = [at for at, count in enumerate(counts) if count != 1]
    if not kept:
        return run_once(op, inits, rewriter)
    for at in reversed(range(len(counts))):
        if at not in kept:
            op.body.remove_argument(at)
    return with_bounds(op, [dimensions[at] for at in kept], inits, rewriter)


def with_bounds(op: Operation, dimensions, inits, rewriter: PatternRewriter) -> bool:
    op.set_operands([*[value for column in zip(*dimensions) for value in column], *inits])
    op.set_attribute("operandSegmentSizes", DenseArrayAttr([*[len(dimensions)] * 3, len(inits)], I32))
    return rewriter.modified(op)


def run_once(op: Operation, inits, rewriter: PatternRewriter) -> bool:
    """The only iteration stands in the loop's place; what it gives is combined with what there was."""
    *body, end = op.body
    results = []
    rewriter.move(body, op.parent, op)
    for init, value, region in zip(inits, end.operands, end.regions):
        block = region.blocks[0]
        mapping = dict(zip(block.arguments, (init, value)))
        for each in list(block)[:-1]:
            rewriter.revisit(op.parent.insert_before(each.clone(mapping), op))
        returned = block.terminator.operands[0]
        results.append(mapping.get(returned, returned))
    return rewriter.replace(op, results)


def nested(op: Operation, rewriter: PatternRewriter) -> bool:
    """A loop that holds nothing but another one, whose bounds are from outside: one loop of all dimensions."""
    inner = op.body.first
    if inner is None or inner.name != op.name or inner.next is not op.body.last or op.results or inner.results:
        return False
    if any([is_defined_in(value, op) for value in inner.operands]):
        return False
    outer = op.body.arguments
    block = inner.body
    mine = [block.add_argument(argument.type) for argument in outer]
    for old, new in zip(outer, mine):
        rewriter.replace_uses(old, new)
    rotate(block, len(outer), rewriter)
    dimensions = bounds(op) + bounds(inner)
    made = made_anew(op, inner, [], rewriter)
    rewriter.erase(op)
    return with_bounds(made, dimensions, [], rewriter)


def rotate(block: Block, count: int, rewriter: PatternRewriter) -> None:
    """The last arguments of a block become its first."""
    old = list(block.arguments)
    for argument in [*old[-count:], *old[:-count]]:
        rewriter.replace_uses(argument, block.add_argument(argument.type))
    for _ in old:
        block.remove_argument(0)


# forall


def forall_bounds(op: Operation) -> list[list[Value | int]]:
    values = iter(op.operands)
    return [[next(values) if each == DYNAMIC else int(each) for each in op.attributes[name].values] for name in BOUNDS]


def set_forall_bounds(op: Operation, lists: list[list[Value | int]], outputs) -> None:
    values = [[each for each in numbers if isinstance(each, Value)] for numbers in lists]
    op.set_operands([*[value for each in values for value in each], *outputs])
    op.set_attribute("operandSegmentSizes", DenseArrayAttr([*map(len, values), len(outputs)], I32))
    for name, numbers in zip(BOUNDS, lists):
        op.set_attribute(name, DenseArrayAttr([DYNAMIC if isinstance(each, Value) else each for each in numbers], I64))


def outputs_of(op: Operation) -> list[Value]:
    return list(op.operands[sum(op.attributes["operandSegmentSizes"].values[:3]) :])


def forall_bounds_fixed(op: Operation, rewriter: PatternRewriter) -> bool:
    """Bounds that are constant."""
    lists = forall_bounds(op)
    new = [[each if isinstance(each, int) or fixed(each) is None else fixed(each) for each in numbers] for numbers in lists]
    if new == lists:
        return False
    makers = [value.op for value in op.operands]
    set_forall_bounds(op, new, outputs_of(op))
    for maker in makers:
        rewriter.revisit(maker)
    return rewriter.modified(op)


def forall_single_or_none(op: Operation, rewriter: PatternRewriter) -> bool:
    if "mapping" in op.attributes and op.attributes["mapping"].elements:
        return False
    lists, outputs = forall_bounds(op), outputs_of(op)
    counts = [iterations(*column) for column in zip(*lists)]
    if 0 in counts:
        return rewriter.replace(op, outputs)
    if 1 not in counts:
        return False
    kept = [at for at, count in enumerate(counts) if count != 1]
    for at, argument in enumerate(op.body.arguments[: len(counts)]):
        if at not in kept:
            low = lists[0][at]
            rewriter.replace_uses(argument, low if isinstance(low, Value) else constant(rewriter, low, INDEX))
    for at in reversed([at for at in range(len(counts)) if at not in kept]):
        op.body.remove_argument(at)
    if not kept and not op.results:
        *body, _ = op.body
        rewriter.move(body, op.parent, op)
        rewriter.erase(op)
        return True
    set_forall_bounds(op, [[numbers[at] for at in kept] for numbers in lists], outputs)
    return rewriter.modified(op)


def outputs_untouched(op: Operation, rewriter: PatternRewriter) -> bool:
    """An output that nothing is put into stays as it was."""
    outputs, first = outputs_of(op), len(op.body.arguments) - len(op.results)
    arguments = op.body.arguments[first:]
    written = {each.operands[1] for each in op.body.terminator.region.blocks[0]}
    kept = [at for at, (argument, result) in enumerate(zip(arguments, op.results)) if argument in written]
    if len(kept) == len(op.results):
        return False
    for at in reversed([at for at in range(len(outputs)) if at not in kept]):
        rewriter.replace_uses(op.results[at], outputs[at])
        rewriter.replace_uses(arguments[at], outputs[at])
        op.body.remove_argument(first + at)
    lists = forall_bounds(op)
    new = made_anew(op, op, [op.results[at] for at in kept], rewriter)
    rewriter.erase(op)
    set_forall_bounds(new, lists, [outputs[at] for at in kept])
    rewriter.revisit(new)
    return True


def outputs_as_narrower(op: Operation, rewriter: PatternRewriter) -> bool:
    """Outputs that are cast to a type that says less are what they were, and cast inside and behind the loop; what is put into them is put
    into that."""
    outputs, first = outputs_of(op), len(op.body.arguments) - len(op.results)
    start, changed = len(op.operands) - len(outputs), False
    for at, (output, result) in enumerate(zip(outputs, op.results)):
        cast = output.op
        if cast is None or cast.name != "tensor.cast" or cast.operands[0].type is output.type:
            continue
        if not says_more(cast.operands[0].type, output.type):
            continue
        argument, narrow, wide = op.body.arguments[first + at], cast.operands[0], result.type
        inner = narrowed(argument, narrow.type, PatternRewriter(op.body.first))
        for writer in op.body.terminator.region.blocks[0]:
            if writer.operands[1] is inner:
                writer.set_operand(1, argument)
        op.set_operand(start + at, narrow)
        users = list(result.users)
        result.retype(narrow.type)
        back = PatternRewriter(op.next).value("tensor.cast", [result], wide)
        for user in users:
            user.set_operands([back if value is result else value for value in user.operands])
        for each in (inner.op, back.op, cast, *users):
            rewriter.revisit(each)
        changed = True
    return changed and rewriter.modified(op)
