"""The scans of progressive JPEG files: symbols of Huffman tables, and bits, in the order in which libjpeg-turbo writes them.
Source: ITU-T T.81, Annex G; libjpeg-turbo, jcparam.c and jcphuff.c.

A scan is (components, first, last, high, low): of these components the coefficients `first` to `last` in zigzag, from bit `low` up; those from
bit `high` up were written before, if that is not 0. What is to be written is (table, symbol, bits, how many of them); without a table bits alone.
"""

from __future__ import annotations

from tfir.dialects.tf.jpeg import ZIGZAG

COLOUR_SCANS = (
    ((0, 1, 2), 0, 0, 0, 1), ((0,), 1, 5, 0, 2), ((2,), 1, 63, 0, 1), ((1,), 1, 63, 0, 1), ((0,), 6, 63, 0, 2), ((0,), 1, 63, 2, 1),
    ((0, 1, 2), 0, 0, 1, 0), ((2,), 1, 63, 1, 0), ((1,), 1, 63, 1, 0), ((0,), 1, 63, 1, 0),
)  # fmt: skip
GRAY_SCANS = (
    ((0,), 0, 0, 0, 1), ((0,), 1, 5, 0, 2), ((0,), 6, 63, 0, 2), ((0,), 1, 63, 2, 1), ((0,), 0, 0, 1, 0), ((0,), 1, 63, 1, 0),
)  # fmt: skip
MOST_ENDS = 0x7FFF  # blocks in a run of ends
MOST_CORRECTIONS = 1000 - 64 + 1  # that wait for such a run to be written
NONE = None, 0  # no table, and no symbol of it


def bits_of(number: int, size: int) -> int:
    return number if number >= 0 else number + (1 << size) - 1


def constants(blocks, low: int) -> list:
    """Of (component, block), how the constants of a component's blocks differ from one to the next."""
    out, last = [], [0, 0, 0]
    for component, block in blocks:
        number = block[0] >> low
        difference, last[component] = number - last[component], number
        size = abs(difference).bit_length()
        out.append((min(component, 1), size, bits_of(difference, size), size))
    return out


def refined_constants(blocks, low: int) -> list:
    return [(*NONE, block[0] >> low & 1, 1) for _, block in blocks]


class Band:
    """A band of the coefficients of one component, block by block. Blocks that end early wait in a run, with their bits of correction behind it."""

    def __init__(self, table: int, first: int, last: int, low: int):
        self.table, self.low, self.places = table, low, ZIGZAG[first : last + 1]
        self.out: list[tuple] = []
        self.corrections: list[tuple] = []
        self.ends = 0

    def numbers(self, block) -> list[int]:
        """The coefficients down to bit `low`, rounded towards 0."""
        return [number >> self.low if number >= 0 else -(-number >> self.low) for number in [block[place] for place in self.places]]

    def flush(self) -> None:
        """Writes the run of ends, if there is one."""
        if self.ends:
            size = self.ends.bit_length() - 1
            self.out.append((self.table, size << 4, self.ends & (1 << size) - 1, size))
            self.out += self.corrections
        self.ends, self.corrections = 0, []

    def end(self, corrections=()) -> None:
        self.ends += 1
        self.corrections += corrections
        if self.ends == MOST_ENDS or len(self.corrections) > MOST_CORRECTIONS:
            self.flush()

    def write(self, block) -> None:
        """What a block has from bit `low` up."""
        run = 0
        for number in self.numbers(block):
            if not number:
                run += 1
                continue
            self.flush()
            self.out += [(self.table, 0xF0, 0, 0)] * (run >> 4)
            size = abs(number).bit_length()
            self.out.append((self.table, (run & 15) << 4 | size, bits_of(number, size), size))
            run = 0
        if run:
            self.end()

    def refine(self, block) -> None:
        """Bit `low` of a block of which the higher ones are known: coefficients that begin with it, and a bit of correction for each that has begun."""
        numbers = self.numbers(block)
        last_new = max([at for at, number in enumerate(numbers) if abs(number) == 1], default=-1)
        run, corrections = 0, list[tuple]()
        for at, number in enumerate(numbers):
            if not number:
                run += 1
                continue
            while run > 15 and at <= last_new:
                self.flush()
                self.out += [(self.table, 0xF0, 0, 0), *corrections]
                run, corrections = run - 16, []
            if abs(number) > 1:
                corrections.append((*NONE, abs(number) & 1, 1))
                continue
            self.flush()
            self.out += [(self.table, run << 4 | 1, int(number > 0), 1), *corrections]
            run, corrections = 0, []
        if run or corrections:
            self.end(corrections)


def written(scan, grids, units) -> list:
    """What is to be written of a scan. `grids` are blocks of components in rows, `units` those of all components as scans of several have them."""
    components, first, last, high, low = scan
    if not first:
        blocks = units if len(components) > 1 else [(components[0], block) for row in grids[components[0]] for block in row]
        return (refined_constants if high else constants)(blocks, low)
    band = Band(0x10 + min(components[0], 1), first, last, low)
    for row in grids[components[0]]:
        for block in row:
            (band.refine if high else band.write)(block)
    band.flush()
    return band.out
