"""Joins groups that have much to tell each other, level by level, so that few and heavy pieces are left to choose places for.

In each round every group joins the neighbour with which it shares the most bytes, unless the two together would be more work than a
piece may be. What may have different devices never joins.
"""

from __future__ import annotations

from tfir.cost.workload import Workload

from tfopt.cost.groups import Groups, leader, led_by
from tfopt.cost.list_scheduling import Costs


class Pieces(Groups):
    """Groups of groups. `seconds[piece][device]` is the work of each, `bonds[piece]` the bytes that it shares with others."""

    def __init__(self, finer: Groups, leaders: list[int]):
        """`leaders[group]` is the same for all groups that become one piece: one of them."""
        self.of, self.members = led_by([leaders[group] for group in finer.of])
        self.allowed = [finer.allowed[finer.of[tasks[0]]] for tasks in self.members]
        self.seconds: list[list[float]] = []
        self.bonds: list[dict[int, int]] = []

    def weighed(self, workload: Workload, costs: Costs) -> Pieces:
        columns = range(len(costs.seconds[0]))
        self.seconds = [[sum([costs.seconds[task][device] for task in members]) for device in columns] for members in self.members]
        self.bonds = bonds_between(workload, self)
        return self


def bonds_between(workload: Workload, groups: Groups) -> list[dict[int, int]]:
    """For each group the bytes exchanged with each other group; a result counts once for each group that reads it."""
    bonds: list[dict[int, int]] = [{} for _ in groups.members]
    for task in workload.tasks:
        own = groups.of[task.number]
        for other, result in {(groups.of[consumer], result) for consumer, result in task.consumers}:
            if other != own:
                size = task.sizes[result]
                bonds[own][other] = bonds[own].get(other, 0) + size
                bonds[other][own] = bonds[other].get(own, 0) + size
    return bonds


def levels(workload: Workload, groups: Groups, costs: Costs, largest: float, fewest: int) -> list[Pieces]:
    """From finest to coarsest; no piece takes more than `largest` seconds on its best device unless a group did before."""
    current = Pieces(groups, list(range(len(groups.members)))).weighed(workload, costs)
    pieces = [current]
    while len(current.members) > fewest:
        coarser = Pieces(current, joined(current, largest)).weighed(workload, costs)
        if len(coarser.members) > 0.95 * len(current.members):
            break
        pieces.append(coarser)
        current = coarser
    return pieces


def joined(pieces: Pieces, largest: float) -> list[int]:
    """For each piece the piece that it is merged into in this round. The heaviest bonds are considered first."""
    parents = list(range(len(pieces.members)))
    work = [min([seconds[device] for device in allowed]) for seconds, allowed in zip(pieces.seconds, pieces.allowed)]
    edges = [(-size, one, other) for one, bonds in enumerate(pieces.bonds) for other, size in bonds.items() if one < other]
    has_joined = [False] * len(parents)
    for _, one, other in sorted(edges):
        if has_joined[one] and has_joined[other]:
            continue
        ahead, follower = leader(parents, one), leader(parents, other)
        fits = work[ahead] + work[follower] <= largest and pieces.allowed[ahead] == pieces.allowed[follower]
        if ahead != follower and fits:
            ahead, follower = min(ahead, follower), max(ahead, follower)
            parents[follower] = ahead
            work[ahead] += work[follower]
            has_joined[one] = has_joined[other] = True
    return [leader(parents, piece) for piece in range(len(parents))]
