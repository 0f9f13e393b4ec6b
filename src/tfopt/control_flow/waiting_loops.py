"""Which loops by frames stay as they are since a While would wait without end: an iteration takes what a later one puts, or something in the loop
takes what is put outside with what left the loop before.

A While runs one iteration after the other, begins when all that enters is there, and gives all that it has when it ends. TensorFlow's
executor does each of these as soon as it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from os.path import commonprefix

from tfir.analysis.slices import dependencies, needed_for, reached
from tfir.dialects.tf_executor.names import FETCH, SOURCE
from tfir.ir.operations import Block, Operation

from tfopt.control_flow.loops import ENTER, branches_around, frame_inside, frames_of
from tfopt.control_flow.outlining import STRUCTURED
from tfopt.control_flow.synchronization import exchanges

Path = tuple[str, ...]


class WaitingLoops:
    """The loops of a graph that stay, by the outermost frame; with a loop stays all that is in it."""

    def __init__(self, block: Block):
        self.block, self.frames = block, frames_of(block)
        self.most = {frame_inside(op, self.frames.get(op, ())): op.get("parallel_iterations", 10) for op in block if op.name == ENTER}
        self.kept = set(self.found()) if self.frames else set[Path]()

    def found(self) -> Iterator[Path]:
        acting = exchanges(self.block)
        for giver, given in acting.items():
            for taker, taken in acting.items():
                if given.gives(taken):
                    yield from self.between(giver, taker)

    def between(self, giver: Operation, taker: Operation) -> Iterator[Path]:
        """The loops that hide from what takes what another op gives it."""
        loops = self.loop_of(giver), self.loop_of(taker)
        if loops[0] == loops[1] != ():
            if any([self.overtakes(giver, taker, path) for path in self.shared_loops(giver, taker)]):
                yield loops[0]
        elif any(loops) and taker not in needed_for([giver], self.block) and self.is_behind(giver, taker):
            yield from [loop for loop in loops if loop]

    def loop_of(self, op: Operation) -> Path:
        """The outermost loop that an op belongs to, what enters it included."""
        around = self.frames.get(op, ())
        return (around or frame_inside(op, around))[:1]

    def is_inside(self, op: Operation) -> bool:
        """Whether what an op gives is in a loop."""
        return bool(frame_inside(op, self.frames.get(op, ())))

    def shared_loops(self, giver: Operation, taker: Operation) -> list[Path]:
        paths = [self.frames[giver], self.frames[taker]]
        shared = paths[0][: len(commonprefix(paths))]
        return [shared[:depth] for depth in range(1, len(shared) + 1) if self.most[shared[:depth]] != 1]

    def overtakes(self, giver: Operation, taker: Operation, loop: Path) -> bool:
        """Whether what gives may run an iteration before what takes has run in the one before."""
        sinks = [sink for sink in self.of_one_iteration([giver], loop) if sink.name == SOURCE and self.frames.get(sink, ()) == loop]
        return taker not in self.of_one_iteration([sink for source in sinks for sink in source.results[1].uses], loop)

    def of_one_iteration(self, ops: list[Operation], loop: Path) -> set[Operation]:
        def before(op: Operation) -> list[Operation]:
            return [] if op.name == SOURCE and self.frames.get(op, ()) == loop else list(dependencies(op))

        return reached(ops, before)

    def is_behind(self, giver: Operation, taker: Operation) -> bool:
        """Whether what gives would come after what takes if each loop were one op."""
        members: dict[Path, list[Operation]] = {}
        for op in self.block:
            if loop := self.loop_of(op):
                members.setdefault(loop, []).append(op)

        def before(op: Operation) -> list[Operation]:
            return [*[each for each in dependencies(op) if each.parent is self.block], *members.get(self.loop_of(op), ())]

        return taker in reached([giver], before)

    def executed(self) -> list[Operation]:
        """What only an executor runs where a loop stays: the loop, branches around it, and all whose values may be dead."""
        if not self.kept:
            return []
        taken = branches_around(self.block)
        return [
            op for op in self.block if op.name != FETCH and (self.loop_of(op) or op.name not in STRUCTURED or self.may_be_dead(op, taken))
        ]

    def may_be_dead(self, op: Operation, taken: dict) -> bool:
        predicates = {predicate for result in op.results for predicate in taken.get(result, ())}
        return any([predicate.op is None or not self.frames.get(predicate.op) for predicate in predicates])
