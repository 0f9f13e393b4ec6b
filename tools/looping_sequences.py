"""Random graphs with loops by frames (Enter, Merge, Switch, NextIteration, Exit) whose iterations wait for each other. For sequence_kinds.py.

Chains go round in one loop, each with a number of its own, and wait for one another by queues alone: TensorFlow begins an iteration while ones before
it still wait, as many at a time as `parallel_iterations` says. A run of the chains tells which calls come to an end.
"""

from __future__ import annotations

from collections.abc import Iterator

from drawn_sequence import Sequence
from frame_text import Frame
from waiting_sequences import Action, Chains, Written, draw


def looping(sequence: Sequence) -> None:
    """Chains of puts and takes in one loop, some of them in functions, branches and loops inside of it."""
    draw(sequence, Rounds)


class Rounds(Chains):
    """All chains go round `trips` times; a chain has ended when the loop has."""

    def __init__(self, sequence: Sequence):
        self.trips, self.in_flight = sequence.choice([2, 3, 5, 8]), sequence.choice([1, 2, 3, 10])
        super().__init__(sequence)
        self.after = [None] * len(self.chains)
        self.calls = [list(range(len(self.chains))) for _ in self.calls]

    def action(self, chain: int, depth: int) -> Action:
        if depth and self.sequence.chance(0.2):
            kind = self.sequence.choice(["round", "switch"])
            inside = [self.actions(chain, depth - 1) for _ in range(1 + (kind == "switch"))]
            return kind, self.sequence.choice([1, 2, 3]), *inside
        return super().action(chain, depth)

    def call_ends(self, call: list[int], queues: list[list[int]]) -> bool:
        self.done = [0] * len(self.chains)
        return super().call_ends(call, queues)

    def run(self, chain: int, queues: list[list[int]], results: dict[int, int]) -> Iterator[str]:
        numbers = [chain]
        for trip in range(self.trips):
            while trip >= min(self.done) + self.in_flight:
                yield "waits"
            yield from self.step(self.chains[chain], numbers, queues)
            self.done[chain] += 1
            yield "goes on"
        results[chain] = numbers[0]

    def part(self, chain: int) -> list[str]:
        """The loop stands where the first chain would, with all of them."""
        if chain:
            return []
        outside, chains = Written(self, "l_", ""), range(len(self.chains))
        starts = [outside.constant(f"start{each}", str(each)) for each in chains]
        frame = Frame(outside, "rounds", self.trips, self.in_flight)
        for each, start in zip(chains, starts):
            body = frame.body(frame.variable(f"n{each}", start), f"c{each}_")
            body.actions(self.chains[each])
            frame.again(f"n{each}", body)
        for each in chains:
            outside.node(f"end_{each}", "Identity", [frame.exit(f"n{each}")], named=self.end(each))
            outside.lines.append(f'%last_{each} = NoOp [%end_{each}.ctl] name("last_{each}")')
        return outside.lines
