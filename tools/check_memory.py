#!/usr/bin/env python3
"""Holds the memory that programs take on a Vulkan device to what they need at least, by when each buffer is needed.

    tools/check_memory.py FILE or FOLDER ...

Programs are found as `check_program_forms.py` finds them, and are called with all of their inputs in turn. What is taken is what the driver was asked
for, at its most. What is needed is all constants, inputs and results, which are a caller's, and of what else the program computes the most that is needed at
one step: a buffer from where it is written first to where it is read last, on each way through the program; two buffers that lie in one place are one. Alignment makes small buffers
larger: a program may have SMALL bytes more for each. Of a program in which the host computes between dispatches only what devices have counts. Exits
with 1 where a program takes more than is allowed.
"""

import argparse
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from forms_of_programs import lowered_for  # noqa: E402
from programs_of_forms import programs_at  # noqa: E402
from tfir.cli.process import UsageError  # noqa: E402
from tfir.dialects.iree_ll_seq import byte_size  # noqa: E402
from tfir.execution.arenas import Need  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402
from tfir.execution.sequence import Allocation, Place, SequenceProgram  # noqa: E402
from tfir.execution.sequencer import origin  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.operations import Operation, Value  # noqa: E402
from tfir.ir.symbols import SymbolTable  # noqa: E402
from tfir.ir.types import ShapedType, Type  # noqa: E402

from tfopt.stablehlo_to_iree.accesses import ALLOCATION, RETURN  # noqa: E402
from tfopt.stablehlo_to_iree.iree_plan_buffers import _Plan, _Steps  # noqa: E402
from tfrun.devices import session  # noqa: E402

ALLOWED = 10  # percent
SMALL = 256  # bytes
SLICES = ("iree_ll_seq.static_slice", "iree_ll_seq.dynamic_slice", "iree_ll_seq.arena_slice")
ARENAS = (ALLOCATION, "iree_ll_seq.alloc_arena")


ALWAYS = Need(0, [])  # of what is returned


class Taken:
    """What a driver was asked for in each call, with the programs that were there: bytes, at most."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.is_new = True  # nothing was asked for in this call yet
        self.open: list[SequenceProgram] = []
        self.calls: list[tuple[int, list[SequenceProgram]]] = []

    @contextmanager
    def counted(self):
        from tfrun.devices.vulkan.memory import Buffer

        with observed(Buffer, opened=self.add, closed=self.drop), observed(SequenceProgram, self.made, self.gone):
            yield

    def add(self, buffer) -> None:
        self.is_new = False
        self.now += buffer.size
        self.most = max(self.most, self.now)

    def drop(self, buffer) -> None:
        self.now -= buffer.size if buffer.is_open else 0
        if self.is_new:  # the program for the sizes of the call before goes first
            self.most = self.now

    def made(self, program: SequenceProgram) -> None:
        self.open.append(program)

    def gone(self, program: SequenceProgram) -> None:
        self.open = [each for each in self.open if each is not program]

    def of_call(self, program, arrays: list) -> list:
        self.most, self.is_new = self.now, True
        results = program(arrays)
        self.calls.append((self.most, [*self.open]))
        return results


@contextmanager
def observed(kind: Any, opened, closed):
    """Tells of objects of a class when they are made, and before they are closed."""
    made, close = kind.__init__, kind.close

    def making(self, *arguments, **keywords):
        made(self, *arguments, **keywords)
        opened(self)

    def closing(self):
        closed(self)
        close(self)

    kind.__init__, kind.close = making, closing
    try:
        yield
    finally:
        kind.__init__, kind.close = made, close


class Layout:
    """The buffers of a function, where each lies, and when it is needed. Takes its arenas apart."""

    def __init__(self, func: Operation):
        self.needs: list[tuple[tuple, Value, Need]] = []
        returned = {origin(value) for block in func.region.blocks for op in block if op.name == RETURN for value in op.operands}
        allocations = self.taken_apart(func)
        steps = _Steps(func, {})
        for sizes in dict.fromkeys([tuple(op.operands) for op in allocations]):
            alike = [op for op in allocations if tuple(op.operands) == sizes]
            plan = _Plan(func, SymbolTable(func.parent_op), 1, sizes, alike, steps)
            plan._find_needs()
            for value, need in plan.needs.items():
                self.needs.append((*allocations[value.op], ALWAYS if value in returned else need))

    def taken_apart(self, func: Operation) -> dict[Operation, tuple[tuple, Value]]:
        """Allocations of buffers, of which each in an arena has become one: where each lies, and the value that it was."""
        allocations: dict[Operation, tuple[tuple, Value]] = {}
        ops = [op for block in func.region.blocks for op in block]
        arenas = {op.result for op in ops if op.name in ARENAS and all([user.name in SLICES for user in op.result.users])}
        for op in ops:
            if op.name in SLICES and op.operands[0] in arenas:
                where, value = (op.operands[0], op.get("offset", op.get("buffer"))), op.result
                new = Operation(ALLOCATION, op.operands[1:], [op.result.type], block=op.block, anchor=op)
                op.replace_with(new.result)
                allocations[new] = where, value
            elif op.name == ALLOCATION and op.result not in arenas:
                allocations[op] = (op.result, 0), op.result
        return allocations

    def needed(self, kinds: dict[Value, Type]) -> tuple[int, int]:
        """The most bytes that are needed at one step where buffers are of these types, and how many buffers have any."""
        at: dict[int, dict[tuple, int]] = {}
        places = set()
        results: dict[tuple, int] = {}
        for where, value, need in self.needs:
            kind = kinds.get(value, value.type)
            size = byte_size(kind) if isinstance(kind, ShapedType) and kind.is_static else 0
            if size:
                places.add(where)
            if need is ALWAYS:
                results[where] = max(size, results.get(where, 0))
            for step in [step for span in need.spans for step in span]:
                here = at.setdefault(step, {})
                here[where] = max(size, here.get(where, 0))
        return sum(results.values()) + max([sum(here.values()) for here in at.values()], default=0), len(places)


class Call(NamedTuple):
    taken: int
    needed: int
    buffers: int

    @property
    def is_much(self) -> bool:
        return self.taken > (1 + ALLOWED / 100) * self.needed + SMALL * self.buffers


def needs_of(programs: list[SequenceProgram], layouts: dict) -> tuple[int, int]:
    """The bytes that programs need, and in how many buffers."""
    sizes = [each.size for resident in {id(each.resident): each.resident for each in programs}.values() for each in constants_of(resident)]
    total, count = 0, 0
    for program in programs:
        sizes += [place.size for place in program.inputs if isinstance(place, Place)]
        func = func_of(program)
        if func not in layouts:
            layouts[func] = Layout(func)
        most, buffers = layouts[func].needed(program.pieces.kinds)
        total, count = total + most, count + buffers
    return total + sum(sizes), count + len(sizes)


def constants_of(resident) -> list[Allocation]:
    return [each for each in resident.constants.values() if isinstance(each, Allocation)]


def func_of(program: SequenceProgram) -> Operation:
    func = program.pieces.first.steps[-1].parent_op
    assert func is not None, "a step stands in a function"
    return func


def calls_of(program) -> list[Call]:
    """What each call of a program takes and needs."""
    taken = Taken()
    with tempfile.TemporaryDirectory() as folder:
        lowered = lowered_for(program, "vulkan", Path(folder))
    module = lowered.from_text()
    with taken.counted(), session(module, "vulkan", program.assets) as program_of, np.errstate(all="ignore"):
        programs = cache(lambda name: program_of(find_entry(module, name)))
        lowered.results(module, lambda module, entry, arrays: taken.of_call(programs(entry.name), arrays))
    layouts: dict = {}
    return [Call(most, *needs_of(open_then, layouts)) for most, open_then in taken.calls]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    much = 0
    for program in [program for path in parser.parse_args().paths for program in programs_at(path)]:
        try:
            calls = calls_of(program)
        except (Error, UsageError) as error:
            print(f"{program.name}: refused: {str(error).splitlines()[0][:160]}", flush=True)
            continue
        worst = max(calls, key=lambda call: (call.is_much, call.taken / max(call.needed, 1)))
        much += worst.is_much
        more = 100 * (worst.taken / max(worst.needed, 1) - 1)
        verdict = "MORE THAN ALLOWED" if worst.is_much else "within"
        print(f"{program.name}: {worst.taken} bytes, {more:+.1f} % of {worst.needed} in {worst.buffers} buffers: {verdict}", flush=True)
    return 1 if much else 0


if __name__ == "__main__":
    sys.exit(main())
