"""Finds a placement: candidates of several kinds and grains, the best of them improved by moving one piece after the other.

A candidate is worth what its simulation says: first by how much it asks for more memory than there is, then by its time. The search
is deterministic, and the number of simulations bounds it.
"""

from __future__ import annotations

from tfir.cli.progress import tell
from tfir.cost.memory import memory_of, peaks_of
from tfir.cost.simulation import Schedule
from tfir.cost.timing import timing_of

from tfopt.cost.contraction import Pieces, levels
from tfopt.cost.groups import Groups
from tfopt.cost.list_scheduling import Costs, scheduled, sizes_of
from tfopt.cost.partition import Partition
from tfopt.cost.setting import Setting

# How much of the work of one device a piece may be; the finer, the more evenly work spreads and the more is sent.
PORTIONS = (0.5, 0.2, 0.08)
WEIGHTS = (1.0, 0.3)
PHASES = 12
# Of pieces to choose places for there are so many for each device, about.
PIECES_PER_DEVICE = 8
SHARE_OF_CANDIDATES = 0.6


class Search:
    """`tried` holds (what was tried, seconds, bytes too many) in order; `devices` is the best placement found."""

    def __init__(self, setting: Setting, groups: Groups, simulations: int):
        self.setting, self.groups, self.left = setting, groups, simulations
        self.costs = Costs(setting.workload, setting.cluster, setting.overlap)
        self.capacities = [device.memory for device in setting.cluster.devices]
        self.tried: list[tuple[str, float, float]] = []
        self.worth = (float("inf"), float("inf"))
        self.devices: list[int] = []
        self.grains: list[Pieces] = []  # what candidates were made of
        self.schedule: Schedule | None = None  # that of the best placement
        self.share = 1.0
        self.phase = phases_of(setting, self.costs)

    def run(self) -> list[int]:
        setting, groups = self.setting, self.groups
        usual = setting.cluster.usual_device
        one = [usual if usual in groups.allowed[group] else groups.allowed[group][0] for group in groups.of]
        self.attempt("one device", one)
        requested = setting.devices_asked_for()
        if requested != one and all([device in groups.allowed[group] for device, group in zip(requested, groups.of)]):
            self.attempt("as asked for", requested)
        kept = self.left - int(SHARE_OF_CANDIDATES * self.left)
        for name, devices in self.candidates():
            if self.left > kept:
                self.attempt(name, devices)
        self.improve()
        return self.devices

    def attempt(self, name: str, devices: list[int]) -> bool:
        """Whether a placement is better than all before it."""
        self.left -= 1
        tell(f"placement, {name}: {len(self.tried) + 1} tried, {self.left} left")
        schedule = self.setting.simulated(devices)
        over = sum([max(0.0, peak - capacity) for peak, capacity in zip(peaks_of(schedule), self.capacities)])
        if not self.tried:
            self.share = share_of(schedule)
        self.tried.append((name, schedule.total, over))
        if (over, schedule.total) >= self.worth:
            return False
        self.worth, self.devices, self.schedule = (over, schedule.total), devices, schedule
        return True

    def candidates(self):
        """(name, placement): of single nodes, then of coarse pieces and finer ones."""
        setting = self.setting
        best_total = sum(
            [min([seconds[device] for device in self.groups.allowed[group]]) for seconds, group in zip(self.costs.seconds, self.groups.of)]
        )
        seen = set()
        yield "list scheduling of nodes", scheduled(setting.workload, setting.cluster, self.groups, self.costs, 1.0, self.share)
        for portion in PORTIONS:
            largest = portion * best_total / len(setting.cluster.devices)
            coarsening = levels(setting.workload, self.groups, self.costs, largest, PIECES_PER_DEVICE * len(setting.cluster.devices))
            for pieces in reversed(coarsening[1:]):
                if len(pieces.members) not in seen and len(pieces.members) > 1:
                    seen.add(len(pieces.members))
                    yield from self.of_pieces(pieces)

    def of_pieces(self, pieces: Pieces):
        self.grains.append(pieces)
        for weight in WEIGHTS:
            parts = self.partition(pieces, weight).made()
            name = f"{len(pieces.members)} pieces, messages at {weight:g}"
            yield name, [parts.devices[piece] for piece in pieces.of]

    def partition(self, pieces: Pieces, weight: float) -> Partition:
        sizes = sizes_of(self.setting.workload, pieces, self.share)
        return Partition(pieces, self.costs, self.shares_of_phases(pieces), PHASES, weight, sizes, self.capacities)

    def shares_of_phases(self, pieces: Pieces) -> list[list[tuple[int, float]]]:
        """For each piece, (phase, share of the piece's work in it) for the phases that it has work in."""
        shares = []
        for members in pieces.members:
            parts: dict[int, float] = {}
            for task in members:
                parts[self.phase[task]] = parts.get(self.phase[task], 0.0) + min(self.costs.seconds[task])
            total = sum(parts.values())
            shares.append([(phase, seconds / total) for phase, seconds in parts.items() if seconds])
        return shares

    def improve(self) -> None:
        """Moves one piece at a time as long as simulations are left, of each grain as often: of what the end waits for, to the devices
        with the least to do."""
        refused: set[tuple[int, int, int]] = set()
        grains = sorted(self.grains, key=lambda pieces: len(pieces.members))
        idle = 0
        while self.left > 0 and idle < len(grains):
            pieces = grains.pop(0)
            grains.append(pieces)
            move = next((move for move in self.moves(pieces) if (len(pieces.members), *move) not in refused), None)
            if move is None:
                idle += 1
                continue
            idle, (piece, device) = 0, move
            moved = list(self.devices)
            for task in pieces.members[piece]:
                moved[task] = device
            if self.attempt("moves of pieces", moved):
                refused.clear()
            refused.add((len(pieces.members), piece, device))

    def moves(self, pieces: Pieces):
        """(piece, device) for the pieces that the end waits for the longest."""
        waited: dict[int, float] = {}
        for task in chain(self.schedule):
            waited[pieces.of[task]] = waited.get(pieces.of[task], 0.0) + self.schedule.seconds[task]
        for piece in sorted(waited, key=lambda piece: (-waited[piece], piece)):
            here = {self.devices[task] for task in pieces.members[piece]}
            for device in sorted(pieces.allowed[piece], key=lambda device: (self.schedule.busy(device), device)):
                if here != {device}:
                    yield piece, device


def share_of(schedule: Schedule) -> float:
    """How much of what is ever held, state left out, is held at one time."""
    memories = memory_of(schedule)
    held = sum([memory.worst - memory.state for memory in memories])
    return min(1.0, sum([memory.peak - memory.state for memory in memories]) / held) if held else 1.0


def chain(schedule: Schedule) -> list[int]:
    """The tasks that the end waited for, from last to first: before each, a producer of its inputs or the task before it on its device."""
    last = {(device, end): task for task, (device, end) in enumerate(zip(schedule.devices, schedule.end)) if schedule.seconds[task]}
    task = max(range(len(schedule.end)), key=lambda task: (schedule.end[task], task))
    tasks, seen = [], set()
    while task is not None and task not in seen:
        tasks.append(task)
        seen.add(task)
        sources = [producer for producer, _ in schedule.workload.tasks[task].inputs] + schedule.workload.tasks[task].waits
        before = last.get((schedule.devices[task], schedule.start[task])) if schedule.start[task] > schedule.ready[task] else None
        task = before if before is not None else max(sources, key=lambda source: schedule.end[source], default=None)
    return tasks


def phases_of(setting: Setting, costs: Costs) -> list[int]:
    """For each task the phase that it begins in if nothing but its inputs holds it up."""
    devices = [setting.cluster.usual_device] * len(setting.workload.tasks)
    timing = timing_of(setting.workload, setting.cluster, devices, [min(seconds) for seconds in costs.seconds])
    return [min(PHASES - 1, int(PHASES * start / timing.seconds)) if timing.seconds else 0 for start in timing.earliest]
