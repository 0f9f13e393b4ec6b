"""Which numbers the values of a program take on real data: the interpreter runs it, and probes tell statistics what comes by.

Nothing of a run is kept but the statistics, so that memory does not grow with the data.
"""

from __future__ import annotations

import glob
import os
from math import exp, log, sqrt

import numpy as np
from tfir.cli.progress import tell
from tfir.execution.program import Program
from tfir.execution.session import Session
from tfir.execution.state import Probes, State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type

from tfopt.quantization.regions import behind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfir.execution.entry import Port
    from tfir.ods.arrays import Array

BINS = 2048
LEVELS = 128  # magnitudes that 8 bits tell apart
FEWEST_CALLS, LEAST_SPREAD, SPREADS, MOST_ROOM = 8, 0.2, 5.0, 3.0
PARTS = tuple((np.arange(40, 19, -1) / 40).tolist())  # of an end that are tried


class Reaches:
    """How far numbers reach in one direction, call by call. `times`: in how many calls they reach farthest."""

    __slots__ = ("calls", "total", "squares", "most", "times")

    def __init__(self) -> None:
        self.calls, self.total, self.squares, self.most, self.times = 0, 0.0, 0.0, 0.0, 0

    def add(self, reach: float) -> None:
        self.calls += 1
        logarithm = log(reach) if reach > 0 else -np.inf
        self.total += logarithm
        self.squares += logarithm * logarithm
        self.times = 1 if reach > self.most else self.times + (reach == self.most)
        self.most = max(self.most, reach)

    def room(self) -> float:
        """How many times as far other data may reach, by the spread of the logarithms of reaches. Where a value has many numbers calls reach alike, and there is no
        room; it has few near the end of a network, where one picture in ten reached three times as far as 32 others did. 1 where several calls end
        at one number, which then is a limit, and where there are few calls."""
        if self.calls < FEWEST_CALLS or self.times > 1 or not np.isfinite(self.total):
            return 1.0
        mean = self.total / self.calls
        spread = sqrt(max(0.0, self.squares / self.calls - mean * mean))
        return min(max(1.0, exp(SPREADS * (spread - LEAST_SPREAD))), MOST_ROOM)


class Extremes:
    """The least and the largest number."""

    __slots__ = ("low", "high", "count", "below", "above")

    def __init__(self) -> None:
        self.low, self.high, self.count = np.inf, -np.inf, 0
        self.below, self.above = Reaches(), Reaches()

    def add(self, array: Array) -> None:
        finite = array[np.isfinite(array)]
        if finite.size:
            low, high = float(finite.min()), float(finite.max())
            self.below.add(-low)
            self.above.add(high)
            self.low, self.high = min(self.low, low), max(self.high, high)
            self.count += finite.size

    def range(self) -> tuple[float, float] | None:
        return (self.low, self.high) if self.count else None

    def with_room(self, low: float, high: float) -> tuple[float, float]:
        """A range that other data leave as rarely."""
        return low * self.below.room() if low < 0 else low, high * self.above.room() if high > 0 else high


class Roomy(Extremes):
    """The least and the largest number with room for other data."""

    __slots__ = ()

    def range(self) -> tuple[float, float] | None:
        return self.with_room(self.low, self.high) if self.count else None


class Mean:
    """What a value is on average, place by place."""

    __slots__ = ("total", "count")

    def __init__(self) -> None:
        self.total: Array | None = None
        self.count = 0

    def add(self, array: Array) -> None:
        wide = array.astype(np.float64)
        self.total = wide if self.total is None or self.total.shape != wide.shape else self.total + wide
        self.count = 1 if self.total is wide else self.count + 1

    def array(self) -> Array | None:
        return None if self.total is None else self.total / self.count


class Histogram(Extremes):
    """How many magnitudes lie in each of equal bins from 0 on, of negative numbers and of others; the bins widen twofold as larger numbers come."""

    __slots__ = ("bins", "width")

    def __init__(self) -> None:
        super().__init__()
        self.bins, self.width = np.zeros((2, BINS), np.int64), 0.0

    def add(self, array: Array) -> None:
        super().add(array)
        numbers = array[np.isfinite(array)].astype(np.float64)
        largest = float(np.abs(numbers).max(initial=0))
        if largest == 0:
            self.bins[1, 0] += numbers.size
            return
        if self.width == 0:
            self.width = largest / BINS
        while largest > self.width * BINS:
            self.bins[:, : BINS // 2] = self.bins[:, ::2] + self.bins[:, 1::2]
            self.bins[:, BINS // 2 :] = 0
            self.width *= 2
        for row, part in zip(self.bins, (-numbers[numbers < 0], numbers[numbers >= 0])):
            row += np.bincount(np.minimum((part / self.width).astype(np.int64), BINS - 1), minlength=BINS)

    def drawn(self, count: int) -> tuple[float, float, list[int]] | None:
        """The least and the greatest number, and how many numbers lie in each of so many bins between them; None where all are one number."""
        if self.width == 0 or not self.low < self.high:
            return None
        edges = np.arange(BINS) * self.width + self.width / 2
        middles, numbers = np.concatenate([-edges, edges]), self.bins.reshape(-1)
        counts, _ = np.histogram(np.clip(middles, self.low, self.high), count, (self.low, self.high), weights=numbers)
        return self.low, self.high, counts.astype(np.int64).tolist()

    def beyond(self, limits: tuple[float, float]) -> float:
        """The share of numbers that lie beyond limits, as far as bins tell."""
        edges = np.arange(BINS) * self.width
        outside = self.bins[0][edges > -limits[0]].sum() + self.bins[1][edges > limits[1]].sum()
        return float(outside / max(1, self.bins.sum()))

    def within(self, limits: tuple[float, float]) -> tuple[float, float]:
        return max(self.low, limits[0]), min(self.high, limits[1])


class SquaredError(Histogram):
    """Cuts both ends off where what is rounded and what is cut off differ least from the numbers, by their squares; other data have room."""

    __slots__ = ()

    def range(self) -> tuple[float, float] | None:
        if not self.count or self.width == 0:
            return super().range()
        edges = np.arange(BINS) * self.width + self.width / 2
        there = self.bins > 0
        numbers = np.clip(np.concatenate([-edges[there[0]], edges[there[1]]]), self.low, self.high)
        counts = np.concatenate([self.bins[0][there[0]], self.bins[1][there[1]]])
        low, high = min(self.low, 0.0), max(self.high, 0.0)
        ends = [(low * one, high * other) for one in (PARTS if low < 0 else PARTS[:1]) for other in (PARTS if high > 0 else PARTS[:1])]
        losses = [float((counts * (numbers - as_stored(numbers, *each)) ** 2).sum()) for each in ends]
        return self.with_room(*ends[int(np.argmin(losses))])


def as_stored(numbers: Array, low: float, high: float) -> Array:
    """What 8 bits that reach from one number to another make of numbers."""
    step = (high - low) / (2 * LEVELS - 1)
    zero = np.rint(-low / step)
    return (np.clip(np.rint(numbers / step) + zero, 0, 2 * LEVELS - 1) - zero) * step


class Percentile(Histogram):
    """Leaves out as many numbers at each end as are more than so many percent."""

    __slots__ = ("percent",)

    def __init__(self, percent: float):
        super().__init__()
        self.percent = percent

    def range(self) -> tuple[float, float] | None:
        if not self.count or self.width == 0:
            return super().range()
        allowed = self.count * (1 - self.percent / 100)
        ends = []
        for row in self.bins:
            beyond = row[::-1].cumsum()[::-1]  # numbers in this bin and those farther out
            kept = int((beyond > allowed).sum())
            ends.append(kept * self.width)
        return self.within((-ends[0], ends[1]))


class Entropy(Histogram):
    """Cuts magnitudes off where what 8 bits tell of their distribution diverges least from it (Kullback and Leibler)."""

    __slots__ = ()

    def range(self) -> tuple[float, float] | None:
        if not self.count or self.width == 0:
            return super().range()
        bins = self.bins.sum(0)
        bins[0] = bins[1]  # zeros, of which limits make many, say nothing of how far numbers reach
        cut = best_cut(bins) * self.width if bins.any() else self.width
        return self.within((-cut, cut))


def best_cut(bins: Array) -> int:
    """How many bins to keep. What lies beyond counts for the last one that is kept."""
    last = int(np.flatnonzero(bins)[-1]) + 1
    best, least = last, np.inf
    for kept in range(LEVELS, last + 1, max(1, (last - LEVELS) // 128)):
        whole = bins[:kept].astype(np.float64)
        coarse = levels_of(whole)
        whole[-1] += bins[kept:].sum()
        divergence = divergence_of(whole, coarse)
        if divergence < least:
            best, least = kept, divergence
    return best


def levels_of(bins: Array) -> Array:
    """Counts that are evened out over the bins of each level, where there are any."""
    starts = np.unique((np.arange(LEVELS) * len(bins)) // LEVELS)
    level = np.searchsorted(starts, np.arange(len(bins)), side="right") - 1
    present = (bins > 0).astype(np.float64)
    sums, numbers = np.add.reduceat(bins, starts), np.add.reduceat(present, starts)
    return np.where(present > 0, (sums / np.maximum(numbers, 1))[level], 0.0)


def divergence_of(reference: Array, other: Array) -> float:
    one, two = reference / reference.sum(), other / max(other.sum(), 1e-30)
    there = one > 0
    return float((one[there] * np.log(one[there] / np.maximum(two[there], 1e-9))).sum())


class Watching(Probes):
    """Probes that hand on what they see and keep none of it."""

    def __init__(self, watchers: dict[str, Callable[[Array], None]]):
        super().__init__()
        self.watchers = watchers

    def add(self, id: str, type: object, value: Array) -> None:
        self.watchers[id](value)


class Watched:
    """A copy of a module whose values are watched while it runs."""

    def __init__(self, module: Operation, watchers: dict[Value, Callable[[Array], None]], entry: str | None = None):
        mapping: dict = {}
        copy = module.clone(mapping)
        functions = {}
        for number, (value, function) in enumerate(watchers.items()):
            probe(mapping.get(value, value), str(number))
            functions[str(number)] = function
        self.program = Program(copy, entry, Session(copy, state=State(probes=Watching(functions))))

    def run(self, sample: dict[str, Array]) -> None:
        for _ in self.calls(sample):
            pass

    def calls(self, sample: dict[str, Array]) -> Iterator[None]:
        """A call for each part of the sample that has as many rows as the feeds have, made when it is asked for."""
        feeds = {port.name: given(sample, port) for port in self.program.feeds if port.initial is None}
        for part in parts_of(feeds, self.program.feeds):
            self.program.run(part)
            yield


def given(sample: dict[str, Array], port: Port) -> Array:
    for name in (port.name, port.written):
        if name is not None and name in sample:
            return sample[name]
    raise Error(f"the data have no array '{port.name}'; they have {', '.join(sample) or 'none'}")


def parts_of(feeds: dict[str, Array], ports: Sequence[Port]) -> Iterator[dict[str, Array]]:
    """Arrays with more rows than the feeds that they are for, as so many feeds one after the other."""
    counts = {len(feeds[port.name]) // rows_of(port) for port in ports if port.name in feeds and has_more_rows(feeds[port.name], port.type)}
    if len(counts) != 1:
        yield feeds
        return
    (count,) = counts
    for number in range(count):
        yield {
            port.name: feeds[port.name][number * rows_of(port) : (number + 1) * rows_of(port)]
            if has_more_rows(feeds[port.name], port.type)
            else feeds[port.name]
            for port in ports
            if port.name in feeds
        }


def rows_of(port: Port) -> int:
    assert isinstance(port.type, TensorType) and port.type.shape, "a feed with rows"
    return port.type.shape[0] or 1


def has_more_rows(array: Array, type: Type) -> bool:
    first, *rest = (type.shape if isinstance(type, TensorType) else None) or (None,)
    return (
        bool(first)
        and array.ndim == len(rest) + 1
        and array.shape[1:] == tuple(rest)
        and array.shape[0] > first
        and array.shape[0] % first == 0
    )


def probe(value: Value, name: str) -> None:
    """A probe of a value that nothing reads, which runs all the same: it has an effect."""
    behind(value).value("interpreter.probe", [value], value.type, {"probe_id": name})


class Samples:
    """The files of a pattern, `@dir/*.npz`, each read when it is its turn; one for each call of the program."""

    def __init__(self, pattern: str, limit: int = 0):
        self.paths = sorted(glob.glob(pattern.removeprefix("@"), recursive=True))[: limit or None]
        if not self.paths:
            raise Error(f"no files are '{pattern.removeprefix('@')}'")

    def __iter__(self) -> Iterator[dict[str, Array]]:
        for number, path in enumerate(self.paths, 1):
            tell(f"calibration, file {number} of {len(self.paths)}")
            try:
                with np.load(path, allow_pickle=False) as arrays:
                    yield {name: arrays[name] for name in arrays.files}
            except (OSError, ValueError, EOFError) as error:
                raise Error(f"cannot read '{os.path.normpath(path)}': {error}") from None
