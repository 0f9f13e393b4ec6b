"""Devices for pieces so that the work of each phase of the program is even and little is sent: the heaviest first, then move by move.

A phase is a stretch of the critical path: tasks that could run at the same time fall into the same one, and should be on different
devices. What is weighed is the sum, over devices and phases, of the square of the time that a device is busy, and beside it the bytes
that are sent. Dependences between tasks are not considered; the simulation decides between the partitions that several settings give.
"""

from __future__ import annotations

from tfopt.cost.contraction import Pieces
from tfopt.cost.list_scheduling import Costs

MOST_ROUNDS = 20


class Partition:
    """`devices[piece]`; `busy[device][phase]` in seconds; `held[device]` in bytes.

    `phases[piece]` are pairs (phase, part of the piece's work). `weight` says how dear bytes are: at 1 as dear as keeping a device that
    is busy as they all are on average for as long as the bytes are on their way.
    """

    def __init__(self, pieces: Pieces, costs: Costs, phases: list[list[tuple[int, float]]], count: int, weight: float, sizes, capacities):
        self.pieces, self.phases, self.sizes, self.capacities = pieces, phases, sizes, capacities
        self.squares = [sum([part * part for _, part in each]) for each in phases]
        self.busy = [[0.0] * count for _ in capacities]
        self.held = [0.0] * len(capacities)
        self.devices: list[int | None] = [None] * len(pieces.members)
        self.work = [min([seconds[device] for device in allowed]) for seconds, allowed in zip(pieces.seconds, pieces.allowed)]
        average = sum(self.work) / (len(capacities) * count)
        self.per_byte = 4 * average * costs.per_byte * weight

    def made(self) -> Partition:
        for piece in sorted(range(len(self.work)), key=lambda piece: (-self.work[piece], piece)):
            self.put(piece, self.best(piece)[0])
        for _ in range(MOST_ROUNDS):
            if not any([self.improved(piece) for piece in range(len(self.work)) if len(self.pieces.allowed[piece]) > 1]):
                break
        return self

    def put(self, piece: int, device: int) -> None:
        self.add(piece, device, 1.0)
        self.devices[piece] = device

    def take(self, piece: int) -> int:
        device = self.devices[piece]
        self.add(piece, device, -1.0)
        self.devices[piece] = None
        return device

    def add(self, piece: int, device: int, sign: float) -> None:
        busy, seconds = self.busy[device], sign * self.pieces.seconds[piece][device]
        for phase, part in self.phases[piece]:
            busy[phase] += seconds * part
        self.held[device] += sign * self.sizes[piece]

    def worths(self, piece: int) -> dict[int, tuple[float, float]]:
        """For each device allowed for a piece that is not placed yet: (bytes beyond the device's memory, increase of the cost)."""
        shared = [0.0] * len(self.busy)
        for other, size in self.pieces.bonds[piece].items():
            where = self.devices[other]
            if where is not None:
                shared[where] += size
        total, worths = sum(shared), {}
        for device in self.pieces.allowed[piece]:
            seconds, busy = self.pieces.seconds[piece][device], self.busy[device]
            evenly = 2 * seconds * sum([busy[phase] * part for phase, part in self.phases[piece]]) + seconds * seconds * self.squares[piece]
            over = max(0.0, self.held[device] + self.sizes[piece] - self.capacities[device])
            worths[device] = (over, evenly + self.per_byte * (total - shared[device]))
        return worths

    def best(self, piece: int) -> tuple[int, dict]:
        worths = self.worths(piece)
        return min(worths, key=lambda device: (worths[device], device)), worths

    def improved(self, piece: int) -> bool:
        before = self.take(piece)
        best, worths = self.best(piece)
        (over, worth), (best_over, best_worth) = worths[before], worths[best]
        is_better = best_over < over or (best_over == over and best_worth < worth - 1e-9 * abs(worth))
        self.put(piece, best if is_better else before)
        return is_better
