"""A function of several blocks made ready to run: each block is a computation, and its last operation says which comes next."""

from __future__ import annotations

from collections.abc import Callable

from tfir.dialects.cf import case_values, passed
from tfir.execution.blocks import captured_values, exported_values
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32


class Part:
    """One block. `captured` are the values of other blocks that it reads, `exported` those of its own that others read. `run` gives the
    operands of its last operation and what is exported."""

    __slots__ = ("block", "last", "captured", "exported", "run")

    def __init__(self, block: Block, exported: list[Value], run):
        self.block, self.last, self.captured, self.exported, self.run = block, block.terminator, captured_values(block), exported, run


class Branches:
    """Calling it with arrays for the arguments of the first block, then for `captured`, gives the operands of the terminator that is no
    branch. `prepare` makes a block ready to run, which is to give some of its values besides: `prepare(block, exported)`."""

    combines, takes_second = None, False

    def __init__(self, region: Region, prepare):
        read = dict.fromkeys([value for block in region.blocks for value in captured_values(block)])
        self.parts = {}
        for block in region.blocks:
            exported = exported_values(block, read)
            self.parts[block] = Part(block, exported, prepare(block, exported))
        inside = {value for part in self.parts.values() for value in part.exported}
        self.block = self.entry = region.entry
        self.captured = [value for value in read if value not in inside]

    def __call__(self, *arrays) -> list:
        count = len(self.entry.arguments)
        values: dict[Value, object] = dict(zip(self.captured, arrays[count:]))
        block, passed_on = self.entry, list(arrays[:count])
        while True:
            part = self.parts[block]
            count = len(part.last.operands)
            results = part.run(*passed_on, *[values[value] for value in part.captured])
            values.update(zip(part.exported, results[count:]))
            if not part.last.successors:
                return results[:count]
            block, passed_on = following(part.last, results[:count])

    def timed(self, *arrays):
        raise Error("operations are timed one by one in functions of one block only", self.entry.parent_op)


def without_invocations(function: Operation) -> Operation:
    """A copy of a function in which calls that may go on at a landing pad go on as usual, as nothing is thrown here."""
    if not any([op.name == "llvm.invoke" for op in function.walk()]):
        return function
    copy = function.clone()
    for op in [each for each in copy.walk() if each.name == "llvm.invoke"]:
        count, normal, unwind, _ = op.attributes["operandSegmentSizes"].values
        held = {name: op.attributes[name] for name in ("callee", "var_callee_type", "CConv") if name in op.attributes}
        held["operandSegmentSizes"] = DenseArrayAttr([count, 0], I32)
        types = [each.type for each in op.results]
        call = Operation("llvm.call", op.operands[:count], types, held, location=op.location, block=op.block, anchor=op)
        passed_on = [call.results[each.index] if each.op is op else each for each in op.operands[count : count + normal]]
        Operation("llvm.br", passed_on, successors=op.successors[:1], location=op.location, block=op.block, anchor=op)
        op.replace_with(call.results)
        op.erase()
    return copy


def following(branch: Operation, operands: list) -> tuple[Block, list]:
    """The block that a branch goes on to, and what it passes on, for the values of its operands."""
    local = branch.name.rpartition(".")[2]
    ways, first = passed(branch), 0 if local == "br" else 1
    number = CHOICES[local](branch, operands)
    first += sum([len(values) for _, values in ways[:number]])
    block, values = ways[number]
    return block, operands[first : first + len(values)]


def case_of(branch: Operation, operands: list) -> int:
    values, flag = case_values(branch), int(operands[0])
    return values.index(flag) + 1 if flag in values else 0


# By the local names of branches, which all dialects that have them share.
CHOICES: dict[str, Callable[[Operation, list], int]] = {
    "br": lambda branch, operands: 0,
    "cond_br": lambda branch, operands: 0 if operands[0] else 1,
    "switch": case_of,
}
