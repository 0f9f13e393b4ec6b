"""How far quantized numbers are from those that they stand for."""

from __future__ import annotations

from math import inf, log10

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ods.arrays import Array


class Distance:
    """Of numbers on the way from what they should be, over many runs: the sums of squares, the worst element, the mean of the errors by channel."""

    __slots__ = ("signal", "noise", "worst", "place", "pair", "axis", "errors", "count", "expected")

    def __init__(self, axis: int | None = None):
        self.signal = self.noise = self.worst = 0.0
        self.place: tuple[int, ...] = ()
        self.pair = (0.0, 0.0)
        self.axis, self.errors, self.count = axis, None, 0
        self.expected: Array | None = None

    def expect(self, array: Array) -> None:
        self.expected = np.asarray(array)

    def add(self, array: Array) -> None:
        """What there is in the place of what was expected last."""
        assert self.expected is not None, "what is expected comes first"
        expected = self.expected.astype(np.float64)
        error = np.asarray(array).astype(np.float64) - expected
        self.expected = None
        self.signal += float((expected**2).sum())
        self.noise += float((error**2).sum())
        if error.size and float(np.abs(error).max()) >= self.worst:
            at = np.unravel_index(int(np.abs(error).argmax()), error.shape)
            self.worst, self.place = float(abs(error[at])), tuple(map(int, at))
            self.pair = (float(expected[at]), float(expected[at] + error[at]))
        if self.axis is not None:
            means = np.moveaxis(error, self.axis, -1).reshape(-1, error.shape[self.axis])
            total = means.sum(0)
            self.errors = total if self.errors is None else self.errors + total
            self.count += len(means)

    @property
    def sqnr(self) -> float:
        """The ratio of signal and noise in decibels."""
        if self.noise == 0:
            return inf
        return 10 * log10(self.signal / self.noise) if self.signal > 0 else -inf

    @property
    def error(self) -> float:
        """The root mean square of the errors, as a part of that of the numbers."""
        return 0.0 if self.noise == 0 else inf if self.signal == 0 else (self.noise / self.signal) ** 0.5

    def means(self) -> Array | None:
        return None if self.errors is None or not self.count else self.errors / self.count
