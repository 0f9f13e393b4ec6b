"""When buffers are needed.

Steps are numbered through all blocks of a function. A buffer is needed from where it may have been written to where what is in it may
be read: between blocks, on each way from one to the other.
"""

from __future__ import annotations

from tfir.ir.dominance import successors
from tfir.ir.operations import Block, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


Sets = dict[Block, set[Value]]


class Touches:
    """The steps of one block at which a buffer is read or written, as pairs of the first and the last between two at which all of it is
    overwritten. `is_overwritten` says that it is at the very first: what was in it before is not needed in this block."""

    __slots__ = ("parts", "is_overwritten")

    def __init__(self, is_overwritten: bool):
        self.parts: list[tuple[int, int]] = []
        self.is_overwritten = is_overwritten

    def add(self, step: int, is_overwritten: bool) -> None:
        if self.parts and not is_overwritten:
            self.parts[-1] = self.parts[-1][0], step
        else:
            self.parts.append((step, step))


def spans_of(steps: Mapping[Block, range], touches: Mapping[Block, Mapping[Value, Touches]]) -> dict[Value, list[range]]:
    """The steps at which each buffer is needed, for the numbers of the steps of each block and what they touch."""
    before, after = needed_between(touches)
    spans: dict[Value, list[range]] = {}
    for block, numbers in steps.items():
        for value, touched in touches[block].items():
            parts = [*touched.parts]
            if value in before[block]:
                parts[0] = numbers.start, parts[0][1]
            if value in after[block]:
                parts[-1] = parts[-1][0], numbers.stop - 1
            spans.setdefault(value, []).extend([range(first, last + 1) for first, last in parts])
        for value in before[block] - touches[block].keys():
            spans.setdefault(value, []).append(numbers)
    return spans


def needed_between(touches: Mapping[Block, Mapping[Value, Touches]]) -> tuple[Sets, Sets]:
    """The buffers that are needed where each block begins, and where it ends: those that may have been written until then, and may be
    read from then on without being overwritten first."""
    read = {block: {value for value, touch in here.items() if not touch.is_overwritten} for block, here in touches.items()}
    crossing = set[Value]().union(*read.values()) if len(touches) > 1 else set()
    touched = {block: crossing & here.keys() for block, here in touches.items()}
    ways = {block: list(successors(block)) for block in touches}
    back: dict[Block, list[Block]] = {block: [] for block in touches}
    for block, following in ways.items():
        for other in following:
            back[other].append(block)
    needed_after, needed = flow(ways, read, touched)
    written_before, written = flow(back, touched, dict.fromkeys(touches, set()))
    before = {block: needed[block] & written_before[block] for block in touches}
    return before, {block: needed_after[block] & written[block] for block in touches}


def flow(ways: Mapping[Block, list[Block]], made: Sets, stopped: Sets) -> tuple[Sets, Sets]:
    """What comes to each block from those that `ways` name, and what goes on from it: what it makes, and what came and is not stopped."""
    coming: Sets = {block: set() for block in ways}
    going = {block: set(values) for block, values in made.items()}
    changed = True
    while changed:
        changed = False
        for block, others in ways.items():
            coming[block] = set[Value]().union(*[going[other] for other in others])
            further = made[block] | (coming[block] - stopped[block])
            changed |= further != going[block]
            going[block] = further
    return coming, going
