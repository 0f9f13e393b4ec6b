"""A function of several blocks made ready to run: each block is a computation, and its last operation says which comes next."""

from __future__ import annotations

from collections.abc import Callable

from tfir.dialects.cf import BRANCHES, case_values, passed
from tfir.execution.body import Body
from tfir.execution.computation import Computation, captured_values, without_tokens
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value


class Part:
    """One block. `captured` are the values of other blocks that it reads, `exported` those of its own that others read."""

    __slots__ = ("block", "last", "captured", "exported", "body")

    def __init__(self, block: Block, exported: list[Value], special, context):
        computation = Computation(block, special, context, exported)
        self.block, self.last, self.exported = block, block.terminator, exported
        self.captured, self.body = computation.captured, Body(computation)


class Branches:
    """Calling it with arrays for the arguments of the first block gives the operands of the terminator that is no branch."""

    def __init__(self, region: Region, special, context):
        read = {value for block in region.blocks for value in captured_values(block)}
        self.parts = {block: Part(block, exported(block, read), special, context) for block in region.blocks}
        self.entry = region.entry

    def __call__(self, *arrays) -> list:
        values: dict[Value, object] = {}
        block, passed_on = self.entry, list(arrays)
        while True:
            part = self.parts[block]
            count = len(part.last.operands)
            results = part.body(*passed_on, *[values[value] for value in part.captured])
            values.update(zip(part.exported, results[count:]))
            if part.last.name not in BRANCHES:
                return results[:count]
            block, passed_on = following(part.last, results[:count])

    def timed(self, *arrays):
        raise Error("operations are timed one by one in functions of one block only", self.entry.parent_op)


def exported(block: Block, read: set[Value]) -> list[Value]:
    values = [*block.arguments, *[result for op in block for result in op.results]]
    return [value for value in without_tokens(values) if value in read]


def following(branch: Operation, operands: list) -> tuple[Block, list]:
    """The block that a branch goes on to, and what it passes on, for the values of its operands."""
    ways, first = passed(branch), 0 if branch.name == "cf.br" else 1
    number = CHOICES[branch.name](branch, operands)
    first += sum([len(values) for _, values in ways[:number]])
    block, values = ways[number]
    return block, operands[first : first + len(values)]


def case_of(branch: Operation, operands: list) -> int:
    values, flag = case_values(branch), int(operands[0])
    return values.index(flag) + 1 if flag in values else 0


CHOICES: dict[str, Callable[[Operation, list], int]] = {
    "cf.br": lambda branch, operands: 0,
    "cf.cond_br": lambda branch, operands: 0 if operands[0] else 1,
    "cf.switch": case_of,
}
