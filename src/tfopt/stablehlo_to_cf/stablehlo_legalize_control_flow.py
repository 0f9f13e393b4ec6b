"""Makes blocks and branches of loops and conditionals.

    before:  ...; cf.br ^condition(start)
    ^condition(carried):  ...; cf.cond_br goes_on, ^body, ^after
    ^body:   ...; cf.br ^condition(next)
    ^after:  what comes after the loop, which reads `carried`

What a loop only hands through is no argument of a block. A `case` compares its index with the number of one branch after the other; an
index that no branch has means the last.
"""

from __future__ import annotations

from tfir.analysis.feeds import is_static
from tfir.analysis.program_shapes import ProgramShapes, atoms
from tfir.dialects import has_trait
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I1, TensorType

from tfopt.rewrite.blocks import blocks_of, branch, decide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WORKS_ON = ("stablehlo",)


def stablehlo_legalize_control_flow(func: "Func"):
    """Make blocks and branches of loops and conditionals, nested ones too. Those whose values may have other sizes each time are left: what
    blocks pass on lies in memory that is allocated once; and those in graphs, which the host runs. In regions of other operations they are errors."""
    blocks, kept = list(func.regions[0].blocks), keeping_sizes(func)
    while blocks:
        for op in reversed(blocks.pop()):  # the last one first, so that what is behind it moves once
            if op in kept:
                blocks += RULES[op.name](op)
    left = {op for block in func.region.blocks for op in block if op.name in RULES}
    for op in func.walk():
        if op.name in RULES and left.isdisjoint(around := [op, *op.ancestors()]) and not any([has_trait(each, "wraps") for each in around]):
            raise Error.on(op, "stands in a region of an operation that cannot branch")


def keeping_sizes(func: Operation) -> set[Operation]:
    """The loops and conditionals whose values have known sizes, or such as follow from those of the function's arguments."""
    ops = [op for op in func.walk() if op.name in RULES]
    if all([is_static(value.type) for op in ops for value in op.results]):
        return {*ops}
    program = ProgramShapes([func])
    given = {atom for value in func.body.arguments for size in program[value].shape or () for atom in atoms(size)}

    def is_kept(value: Value) -> bool:
        shape = program[value].shape
        return is_static(value.type) or (shape is not None and given.issuperset([atom for size in shape for atom in atoms(size)]))

    return {op for op in ops if all([is_kept(value) for value in op.results]) and not passes_on_made(op)}


def passes_on_made(op: Operation) -> bool:
    """Whether a loop carries what the host makes in it, whose size is told when it is there."""
    if op.name != "stablehlo.while":
        return False
    made = [value.op for value in op.regions[1].entry.terminator.operands if not is_static(value.type)]
    return any([maker is not None and maker.dialect != "stablehlo" for maker in made])


def loop(op: Operation) -> list[Block]:
    """The blocks of the condition and of the body."""
    carried = carried_by(op)
    ((condition,), (body,)), after = blocks_of(op)
    for number, argument in zip(carried, kept_arguments(condition, carried)):
        op.results[number].replace_all_uses_with(argument)
        body.arguments[number].replace_all_uses_with(argument)
    kept_arguments(body, [])
    branch(op, condition, [op.operands[number] for number in carried])
    build = Builder.before(condition.terminator)
    decide(build, element_of(build, condition.terminator.operands[0]), body, after)
    condition.terminator.erase()
    branch(body.terminator, condition, [body.terminator.operands[number] for number in carried])
    return [condition, body]


def carried_by(op: Operation) -> list[int]:
    """The numbers of the operands that a trip may change; the others are read where they come from, in the loop and after it."""
    condition, body = [region.entry for region in op.regions]
    carried = []
    for at, (before, following) in enumerate(zip(body.arguments, body.terminator.operands)):
        if following is not before:
            carried.append(at)
            continue
        for value in (condition.arguments[at], before, op.results[at]):
            value.replace_all_uses_with(op.operands[at])
    return carried


def kept_arguments(block: Block, kept: list[int]) -> list[Value]:
    """The arguments of a block after all but those of some numbers, which nothing uses, are removed."""
    for at in reversed(range(len(block.arguments))):
        if at not in kept:
            block.remove_argument(at)
    return list(block.arguments)


def conditional(op: Operation) -> list[Block]:
    """The blocks of both branches."""
    ((yes,), (no,)), after = blocks_of(op, [value.type for value in op.results])
    branches, build = [yes, no], Builder.before(op)
    decide(build, element_of(build, op.operands[0]), yes, no)
    join(op, branches, after)
    return branches


def case(op: Operation) -> list[Block]:
    """The blocks of all branches. The conditions are computed together, so that they are found after one of another without waiting."""
    parts, after = blocks_of(op, [value.type for value in op.results])
    branches = [block for (block,) in parts]
    conditions = [is_number(op, number) for number in range(len(branches) - 1)]
    tests = [Block() for _ in conditions[1:]]
    op.block.insert_behind(tests)
    builders = [Builder.before(op), *[Builder.at_end(block, op.location) for block in tests]]
    for build, condition, chosen, otherwise in zip(builders, conditions, branches, [*tests, branches[-1]]):
        decide(build, element_of(build, condition), chosen, otherwise)
    if not conditions:
        builders[0].create("cf.br", successors=branches)
    join(op, branches, after)
    return branches


RULES: dict[str, Callable[[Operation], list[Block]]] = {"stablehlo.while": loop, "stablehlo.if": conditional, "stablehlo.case": case}


def is_number(op: Operation, number: int) -> Value:
    """Whether the index of a case is this number, as a tensor<i1>."""
    (index,) = op.operands
    build = Builder.before(op)
    branch = build.value("stablehlo.constant", [], index.type, {"value": DenseAttr.of(number, index.type)})
    how = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", "EQ")}
    return build.value("stablehlo.compare", [index, branch], TensorType((), I1), how)


def join(op: Operation, branches: list[Block], after: Block) -> None:
    """Lets branches go on to the block behind a conditional, which takes what they yield for its results; the conditional goes."""
    for block in branches:
        branch(block.terminator, after, block.terminator.operands)
    op.replace_with(list(after.arguments))


def element_of(build: Builder, condition: Value) -> Value:
    return build.value("tensor.extract", [condition], I1)
