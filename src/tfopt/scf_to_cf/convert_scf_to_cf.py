"""Makes blocks and branches of loops and conditionals of scf.

    before:  ...; cf.br ^condition(%low, inits)
    ^condition(%i, carried):  %c = arith.cmpi slt, %i, %high; cf.cond_br %c, ^body, ^after
    ^body:   ...; %next = arith.addi %i, %step; cf.br ^condition(%next, yielded)
    ^after:  what comes after the loop

A loop whose body only hands on what its condition gives is one block. Parallel loops run their iterations one after another.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.arith import INTEGER_PREDICATES, OVERFLOW
from tfir.dialects.cf import set_cases
from tfir.ir.attributes import Attribute, DenseArrayAttr, IntegerAttr, OpaqueAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, I32, I64, INDEX
from tfir.text.pieces import DYNAMIC

from tfopt.rewrite.blocks import blocks_of, branch, decide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tfir.ir.operations import Region

TITLE = "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG"


OPTIONS = {"allow-pattern-rollback": "Whether upstream's driver may take rewrites back. It makes the same blocks either way."}


def convert_scf_to_cf(root: Operation, *, allow_pattern_rollback: bool = True):
    """The blocks, and their order, are those of upstream. What stands in a region that has one block alone is an error."""
    for op in list(root.walk()):
        if op.name in PARALLEL and op.parent is not None:
            PARALLEL[op.name](op)
    for region in [region for op in root.walk() if not has_trait(op, "single_block") for region in op.regions]:
        convert_blocks(region)
    for op in root.walk():
        if op.name in RULES:
            raise Error.on(op, "stands in a region of an operation that cannot branch")


def convert_blocks(region: Region) -> None:
    """All loops and conditionals in blocks of a region, those inside of others behind these."""
    blocks = list(region.blocks)
    while blocks:
        for op in reversed(blocks.pop()):  # the last one first, so that what is behind it moves once
            if op.name in RULES:
                blocks += RULES[op.name](op)


def region_of(op: Operation) -> Region:
    region = op.block.parent
    assert region is not None, "it stands in a function"
    return region


def hand_on(op: Operation, values: Iterable[Value]) -> None:
    """Lets uses of an operation's results be uses of values."""
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)


def for_llvm(op: Operation) -> dict[str, Attribute]:
    """What LLVM is told of a loop, which the branch back to its beginning says: attributes of that dialect."""
    return {name: held for name, held in op.attributes.items() if isinstance(held, OpaqueAttr) and held.text.startswith("#llvm.")}


# Sequences


def counted(op: Operation) -> list[Block]:
    low, high, step, *inits = op.operands
    is_unsigned = "unsignedCmp" in op.attributes
    (body,), after = blocks_of(op)
    condition = Block([low.type, *[value.type for value in inits]])
    op.block.insert_behind([condition])
    first, last = body[0], body[-1]
    for old, new in zip(list(first.arguments), condition.arguments):
        old.replace_all_uses_with(new)
    for at in reversed(range(len(first.arguments))):
        first.remove_argument(at)
    build = Builder.at_end(condition, op.location)
    how = {"predicate": IntegerAttr(INTEGER_PREDICATES.index("ult" if is_unsigned else "slt"), I64)}
    decide(build, build.value("arith.cmpi", [condition.arguments[0], high], I1, how), first, after)
    end = last.terminator
    following = Builder.before(end).value("arith.addi", [condition.arguments[0], step], low.type, {"overflowFlags": OVERFLOW.of(["none"])})
    branch(end, condition, [following, *end.operands], for_llvm(op))
    hand_on(op, condition.arguments[1:])
    branch(op, condition, [low, *inits])
    return body


def repeated(op: Operation) -> list[Block]:
    (before, after_condition), after = blocks_of(op)
    end, last = before[-1].terminator, after_condition[-1].terminator
    condition, *values = end.operands
    hand_on(op, values)
    build = Builder.before(end)
    if len(after_condition) == 1 and after_condition[0].first is last and list(last.operands) == list(after_condition[0].arguments):
        last.erase()
        region_of(op).remove_blocks(after_condition)
        decide(build, condition, before[0], after, values, attributes=for_llvm(op))
        after_condition = []
    else:
        decide(build, condition, after_condition[0], after, values)
        branch(last, before[0], last.operands, for_llvm(op))
    end.erase()
    branch(op, before[0], op.operands)
    return [*before, *after_condition]


# Choices


def conditional(op: Operation) -> list[Block]:
    (yes, no), after = blocks_of(op)
    joined = after
    if op.results:
        joined = Block([value.type for value in op.results])
        (no or yes)[-1].insert_behind([joined])
        Builder.at_end(joined, op.location).create("cf.br", successors=[after])
        hand_on(op, joined.arguments)
    for blocks in (yes, no):
        if blocks:
            branch(blocks[-1].terminator, joined, blocks[-1].terminator.operands)
    decide(Builder.before(op), op.operands[0], yes[0], no[0] if no else joined)
    op.erase()
    return [*yes, *no]


def switch(op: Operation) -> list[Block]:
    numbers = [int(each) for each in op.attributes["cases"].values]
    (default, *cases), after = blocks_of(op, [value.type for value in op.results])
    region_of(op).remove_blocks(default)
    (cases[-1][-1] if cases else op.block).insert_behind(default)
    for blocks in (default, *cases):
        branch(blocks[-1].terminator, after, blocks[-1].terminator.operands)
    hand_on(op, after.arguments)
    build = Builder.before(op)
    held: dict[str, Attribute] = {}
    flag = build.value("arith.index_cast", [op.operands[0]], I32)
    set_cases(held, numbers, I32, [0] * (1 + len(cases)))
    build.create("cf.switch", [flag], attributes=held, successors=[default[0], *[blocks[0] for blocks in cases]])
    op.erase()
    return [*default, *[block for blocks in cases for block in blocks]]


def executed(op: Operation) -> list[Block]:
    (blocks,), after = blocks_of(op, [value.type for value in op.results])
    for block in blocks:
        if block.terminator.name == "scf.yield":
            branch(block.terminator, after, block.terminator.operands)
    hand_on(op, after.arguments)
    branch(op, blocks[0], ())
    return blocks


# Parallel loops


def nested(op: Operation) -> None:
    """Loops one in another, which carry what is reduced."""
    count = op.attributes["operandSegmentSizes"].values[0]
    lows, highs, steps = [op.operands[at * count : (at + 1) * count] for at in range(3)]
    carried: Sequence[Value] = op.operands[3 * count :]
    build = Builder.before(op)
    results: list[Value] | None = None
    variables: list[Value] = []
    for bounds in zip(lows, highs, steps):
        region, block = single_block_region([INDEX, *[value.type for value in carried]])
        loop = build.create("scf.for", [*bounds, *carried], [value.type for value in carried], {}, [region])
        if results is None:
            results = list(loop.results)
        else:
            build.create("scf.yield", loop.results)
        variables.append(block.arguments[0])
        carried, build = block.arguments[1:], Builder.at_end(block, op.location)
    body, (inner,) = build.block, [region.entry for region in op.take_regions()]
    for old, new in zip(inner.arguments, variables):
        old.replace_all_uses_with(new)
    end = inner.terminator
    for each in list(inner)[:-1]:
        body.append(each.remove())
    yielded = [combined(build, region, pair) for region, *pair in zip(end.regions, carried, end.operands)]
    build.create("scf.yield", yielded)
    op.replace_with(results or [])


def combined(build: Builder, region: Region, values: Sequence[Value]) -> Value:
    """What a reduction makes of two values, in place."""
    mapping = dict(zip(region.entry.arguments, values))
    *inner, last = region.entry
    for each in inner:
        build.block.append(each.clone(mapping))
    return mapping.get(last.operands[0], last.operands[0])


def as_parallel(op: Operation) -> None:
    """A loop over threads that share no results. Raises Error for one that does: its results would have to be buffers."""
    if op.results:
        raise Error.on(op, "has results, which are tensors: they must be buffers before it becomes branches")
    build, rest = Builder.before(op), iter(op.operands)
    bounds: list[Value] = []
    for name in ("staticLowerBound", "staticUpperBound", "staticStep"):
        for number in op.attributes[name].values:
            held = {"value": IntegerAttr(number, INDEX)}
            bounds.append(next(rest) if number == DYNAMIC else build.value("arith.constant", [], INDEX, held))
    count = len(bounds) // 3
    (region,) = op.take_regions()
    end = region.entry.terminator
    Builder.before(end).create("scf.reduce")
    end.erase()
    sizes = {"operandSegmentSizes": DenseArrayAttr([count, count, count, 0], I32)}
    nested(build.create("scf.parallel", bounds, [], sizes, [region]))
    op.erase()


PARALLEL: dict[str, Callable[[Operation], None]] = {"scf.parallel": nested, "scf.forall": as_parallel}
RULES: dict[str, Callable[[Operation], list[Block]]] = {
    "scf.for": counted, "scf.while": repeated, "scf.if": conditional, "scf.index_switch": switch, "scf.execute_region": executed,
}  # fmt: skip
