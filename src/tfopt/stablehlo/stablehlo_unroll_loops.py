"""Puts the body of a loop in its place as often as it runs, where that is known.

A condition is known when it depends on constants alone, on what the body makes of them, and so on: a counter and its bound. Only
that part of the loop is computed to find the number of trips. Where data may end the loop before the bound is reached, each trip
keeps what there was unless all conditions held so far. A loop without a known bound is left as it is, and so is one that is longer than
worth it: a trip that is decided as the program runs costs about 0.1 ms of each run, an operation more costs that once, when the
program is compiled.
"""

from __future__ import annotations

from tfir.analysis.slices import reached
from tfir.dialects import is_pure
from tfir.dialects.tf_type import STRING
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Block, Operation, Value

from tfopt.rewrite.constants import elements_made_by, elements_of
from tfopt.rewrite.folding import evaluated, fold
from tfopt.stablehlo.stablehlo_select_branches import LOOP, gives_known_sizes, is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CONSTANT = "stablehlo.constant"
OPTIONS = {
    "max-trips": "Loops that run more often are left alone.",
    "max-operations": "Loops that would become more operations are left alone.",
    "max-guarded-operations": "So are loops that data may end sooner, which would compute all trips each time.",
}


def stablehlo_unroll_loops(root: Operation, *, max_trips: int = 1024, max_operations: int = 10000, max_guarded_operations: int = 4096):
    """A loop of more than `max_trips`, or that would become more than `max_operations` operations, is left as it is; one that data may
    end sooner where it would become more than `max_guarded_operations`."""
    work = [op for op in root.walk() if op.name == LOOP][::-1]
    while work:
        loop = work.pop()
        bound = trips_of(loop, max_trips) if stands_in(loop, root) else None
        if bound is None:
            continue
        trips, is_certain = bound
        if trips * sum(1 for _ in loop.walk()) > (max_operations if is_certain else max_guarded_operations):
            continue
        if is_certain:
            work += unroll(loop, trips)[::-1]
        elif is_harmless(loop) and gives_known_sizes(loop):
            unroll_guarded(loop, trips)


def stands_in(op: Operation | None, root: Operation) -> bool:
    """False for what was in a loop that has been unrolled meanwhile."""
    while op is not None and op is not root:
        op = op.parent_op
    return op is root


def trips_of(loop: Operation, most: int) -> tuple[int, bool] | None:
    """(number of trips, whether that is exact rather than an upper bound); None where it is not known or above `most`."""
    condition, body = (region.entry for region in loop.regions)
    deciding = arguments_of(condition.terminator.operands, condition)
    while True:  # what decides about the next trip may be made of more
        yielded = [body.terminator.operands[i] for i in sorted(deciding)]
        more = deciding | arguments_of(yielded, body)
        if more == deciding:
            break
        deciding = more
    constants = {i: elements_of(loop.operands[i]) for i in deciding}
    is_certain, order = True, sorted(deciding)
    if not is_ever_told(condition, body, constants):
        return None
    test, step = Steps(condition, condition.terminator.operands), Steps(body, [body.terminator.operands[i] for i in order])
    for trip in range(most + 1):
        (goes_on,) = test.computed(constants)
        if goes_on is not None and not goes_on.values()[0]:
            return trip, is_certain
        is_certain = is_certain and goes_on is not None
        if not is_certain and not any(constants.values()):
            return None
        constants = dict(zip(order, step.computed(constants)))
    return None


def slice_of(values, block: Block) -> set[Value]:
    """The values of a block, its arguments too, that some of its values are made from."""
    return reached(values, lambda value: value.op.operands if value.op is not None and value.op.parent is block else ())


def arguments_of(values, block: Block) -> set[int]:
    needed = slice_of(values, block)
    return {argument.index for argument in block.arguments if argument in needed}


def is_ever_told(condition: Block, body: Block, constants: dict[int, ElementsAttr | None]) -> bool:
    """Whether a loop may come to a trip whose condition is a constant; `constants` are the arguments that decide about it, None those that are not
    known in the first trip."""
    told = {index for index, elements in constants.items() if elements is not None}
    while True:
        constant_in_trip = known_values(body, told)
        more = {index for index in constants if body.terminator.operands[index] in constant_in_trip} - told
        if not more:
            return condition.terminator.operands[0] in known_values(condition, told)
        told |= more


def known_values(block: Block, told: set[int]) -> set[Value]:
    """The values that a block ends with, and those in it, which may be constants once these of its arguments are."""
    constants = {block.arguments[index] for index in told}
    constants.update([value for value in block.terminator.operands if elements_of(value) is not None])
    for op in block:
        operands = [value in constants or elements_of(value) is not None for value in op.operands]
        is_evaluated = bool(operands) and all(operands) and not op.regions
        if is_evaluated or elements_made_by(op) is not None or (op.name == "stablehlo.and" and any(operands)):
            constants.update(op.results)
    return constants


class Steps:
    """The operations of a block that some of its values are made of, to be evaluated trip by trip."""

    def __init__(self, block: Block, values: Sequence[Value]):
        needed = slice_of(values, block)
        self.block, self.values = block, values
        self.ops = [op for op in block if not needed.isdisjoint(op.results)]

    def computed(self, arguments: dict[int, ElementsAttr | None]) -> list[ElementsAttr | None]:
        """The values as constants, given the block's arguments; None for one that needs something unknown."""
        constants: dict[Value, ElementsAttr | None] = {self.block.arguments[i]: elements for i, elements in arguments.items()}
        for op in self.ops:
            constants.update(zip(op.results, results_of(op, constants)))
        return [constants[value] if value in constants else elements_of(value) for value in self.values]


def results_of(op: Operation, constants: dict) -> list[ElementsAttr | None]:
    own = elements_made_by(op)
    if own is not None:
        return [own]
    operands = [constants[value] if value in constants else elements_of(value) for value in op.operands]
    if op.name == "stablehlo.and":  # false, whatever the other one is
        zero = [each for each in operands if each is not None and each.type is op.results[0].type and not any(each.values())]
        if zero:
            return [zero[0]]
    if op.regions or not operands or None in operands or not is_pure(op):
        return [None] * len(op.results)
    types: list = [result.type for result in op.results]
    return evaluated(op, operands, types) or [None] * len(types)


def unroll(loop: Operation, trips: int) -> list[Operation]:
    """Copies the body in front of the loop and drops the loop. Returns the loops that came along."""
    carried, inner = list(loop.operands), []
    for _ in range(trips):
        carried, loops = copied_block(loop.regions[1].entry, carried, loop)
        say_types(carried, loop)
        inner += loops
    loop.replace_with(carried)
    return inner


def unroll_guarded(loop: Operation, trips: int) -> None:
    """As `unroll`, where the loop may end sooner. `ahead` are the values that the next trip starts from, constants where they are known;
    `kept` are the loop's results if it has ended."""
    condition, body = (region.entry for region in loop.regions)
    ahead, kept, runs = list(loop.operands), list(loop.operands), None
    build = Builder.before(loop)
    for _ in range(trips):
        (goes_on,), _ = copied_block(condition, ahead, loop)
        runs = goes_on if runs is None else build.value("stablehlo.and", [runs, goes_on], runs.type)
        following, _ = copied_block(body, ahead, loop)
        say_types(following, loop)
        for i, (new, old) in enumerate(zip(following, kept)):
            kept[i] = old if new is old else build.value("stablehlo.select", [runs, new, old], new.type)
        ahead = [new if elements_of(new) is not None else now for new, now in zip(following, kept)]
    loop.replace_with(kept)


def say_types(values: list[Value], loop: Operation) -> None:
    """Gives what a step of the host returns, of whose sizes nothing is known there, the types that the loop says it has."""
    for value, result in zip(values, loop.results):
        if value.type is not result.type and value.op is not None and value.op.dialect == "tf":
            value.retype(result.type)


def copied_block(block: Block, arguments, before: Operation) -> tuple[list[Value], list[Operation]]:
    """The values that a block returns for some arguments, computed in front of an operation, and the loops in the copy."""
    mapping = dict(zip(block.arguments, arguments))
    loops = [loop for op in block if op is not block.terminator for loop in copied(op, mapping, before)]
    return [mapping.get(value, value) for value in block.terminator.operands], loops


def copied(op: Operation, mapping: dict, before: Operation) -> list[Operation]:
    """Copies an operation, or what it folds to: loops inside may hang on that. Returns the loops in the copy."""
    copy = before.parent.insert_before(op.clone(mapping), before)
    folded = fold(copy)
    if folded is None:
        return [inner for inner in copy.walk() if inner.name == LOOP]
    for old, result, elements in zip(op.results, copy.results, folded):
        name = "tf.Const" if result.type.element is STRING else CONSTANT  # what steps of the host make of the counter
        constant = Operation(name, (), [result.type], {"value": elements}, location=copy.location)
        mapping[old] = before.parent.insert_before(constant, before).results[0]
    copy.erase()
    return []
