"""Brings the panel that follows the one which tiles are multiplied by into the second cache.

The first tile reads a panel from a far cache, or from memory, the others from a near one; while these compute nothing is on its way. So each tile
asks for a share of the next panel's lines, some in each step of the contraction. What lies behind the last panel may be asked for too: that is
no error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tfopt.iree_to_spirv.arithmetic import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.iree_to_spirv.buffers import Buffer

LINE = 512  # bits of a line of the cache


@dataclass(frozen=True)
class NextPanel:
    """What a step asks for: from `place` on, of a row of so many `lines` those `of_step`."""

    buffer: Buffer
    place: Value
    lines: int
    of_step: int

    @staticmethod
    def share(buffer: Buffer, first: Value, size: int, row: int, tile: Value, tiles: int) -> NextPanel:
        """What the first step of a tile, one of so many, asks for of a panel of `size` stored numbers, of which a step reads a row."""
        lines = -(-row * buffer.stored.bits // LINE)
        of_step = -(-lines // tiles)
        shares = -(-lines // of_step)
        return NextPanel(buffer, first, lines, of_step).moved(tile % shares, size)

    def moved(self, count: Value | int, distance: int) -> NextPanel:
        """What is asked for so many steps later, of which each goes so far in the panel that is read."""
        return replace(self, place=self.place + count * (distance * self.of_step // self.lines))

    def fetch(self) -> None:
        for number in range(self.of_step):
            self.buffer.prefetch(self.place + number * (LINE // self.buffer.stored.bits))
