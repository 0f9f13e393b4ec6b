"""Semantics: what a quantizer is calibrated by. Bins of a histogram have one width, a power of 2, and begin at a multiple of it.
Source: TensorFlow, compiler/mlir/quantization/tensorflow/calibrator."""

from __future__ import annotations

from tfir.dialects.tf.errors import aborted
from tfir.dialects.tf.summaries import part, single, text, whole
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics

AVERAGE_MIN_MAX, HISTOGRAMS = 2, range(3, 7)  # methods of calibration; any other is that of the least and the greatest number


def bins_of(least, most, count: int) -> tuple:
    """The width of bins, and where the first one begins."""
    width = np.exp2(np.ceil(np.log2((most - least) / np.float32(count))))
    return width, np.floor(least / width) * width


class CustomAggregator(OpSemantics):
    """The extremes of a tensor, and how many numbers lie in each of some bins."""

    def infer(input, num_bins):
        return [input.shape, (), (), (num_bins,)]

    def evaluate(input, calibration_method, num_bins):
        if not calibration_method:
            raise aborted("The calibration method must be specified.")
        least, most = np.fmin.reduce(input, None, initial=np.inf), np.fmax.reduce(input, None, initial=-np.inf)
        with np.errstate(all="ignore"):
            width, lower = bins_of(least, most, num_bins)
            bins = np.floor((input.ravel() - lower) / width)
        counts = np.bincount(np.clip(np.nan_to_num(bins), 0, num_bins - 1).astype(np.int64), minlength=num_bins) if num_bins else []
        return [input, least, most, np.array(counts, np.int64)]


class Extremes:
    """Of all calls."""

    def __init__(self):
        self.least, self.most = np.float32(np.inf), np.float32(-np.inf)

    def add(self, least, most, _counts) -> None:
        self.least, self.most = min(self.least, least), max(self.most, most)

    def told(self) -> bytes:
        return part(1, number(1, self.least) + number(2, self.most))


class AverageExtremes:
    """The sums of those of each call, and how many calls there were."""

    def __init__(self):
        self.least = self.most = np.float32(0)
        self.calls = 0

    def add(self, least, most, _counts) -> None:
        self.least, self.most, self.calls = self.least + least, self.most + most, self.calls + 1

    def told(self) -> bytes:
        return part(2, number(1, self.least) + number(2, self.most) + whole(3, self.calls))


class Histogram:
    """Counts of all calls in bins of the first call's width. What a wider bin counts is shared out among those that it covers, up to the largest
    number of its call; what lies in bins beyond that is not counted."""

    def __init__(self):
        self.width = self.lower = np.float32(0)
        self.counts = np.zeros(0, np.float32)

    def add(self, least, most, counts) -> None:
        if not len(counts):
            return
        with np.errstate(all="ignore"):
            width, lower = bins_of(least, most, len(counts))
        if not width or not np.isfinite(width):
            raise aborted("the extremes of a histogram are equal or not finite: its bins have no width")
        if not self.width:
            self.width, self.lower = width, lower
        before = max(0, -self.bin_at(lower))
        self.lower = self.lower - self.width * np.float32(before)
        last = self.bin_at(np.ceil(most / width) * width)
        self.counts = np.pad(self.counts, (before, max(0, last + 1 - before - len(self.counts))))
        share = max(1, int(width / self.width))
        for at, count in enumerate(counts):
            start = self.bin_at(lower + width * np.float32(at))
            self.counts[start : min(start + share, last + 1)] += np.float32(count) / np.float32(share)

    def bin_at(self, value) -> int:
        return int(np.floor((value - self.lower) / self.width))

    def told(self) -> bytes:
        counts = np.trim_zeros(self.counts, "b").astype("<f4").tobytes()
        return part(3, number(1, self.width) + number(2, self.lower) + text(3, counts)) if self.width else b""


def number(field: int, value) -> bytes:
    """A number in a field, which is left out where it is +0."""
    return single(field, value) if value or np.signbit(value) else b""


def collector(method: int):
    return Histogram() if method in HISTOGRAMS else AverageExtremes() if method == AVERAGE_MIN_MAX else Extremes()


class CalibrationStatisticsSaver(OpSemantics):
    """Gathers, by ids, what CustomAggregators tell: a minimum, a maximum and a histogram of each. The file is that of all calls so far."""

    def evaluate(op, state, args, ids, calibration_methods, output_file_path):
        names = list(map(str, ids))
        if len(names) != len(calibration_methods):
            raise aborted("The `ids` and `calibration_methods` must have the same size.")
        if len(args) != 3 * len(names):
            raise aborted("The number of inputs must be  three times the size of the `ids` list.")
        for at, arg in enumerate(args):
            name, kind, dtype = (("min", "float", np.float32), ("max", "float", np.float32), ("histogram", "int64", np.int64))[at % 3]
            if arg.dtype != dtype:
                raise aborted(f"The input `{name}` must have {kind} type.")
        collectors = state.of_node("calibration", op, lambda: {})
        for at, (name, method) in enumerate(zip(names, calibration_methods)):
            least, most, counts = args[3 * at : 3 * at + 3]
            collectors.setdefault(name, collector(int(method))).add(least.reshape(()), most.reshape(()), counts.ravel())
        told = [(name, collectors[name].told()) for name in sorted(collectors)]
        entries = [part(1, text(1, name.encode()) + part(2, statistics)) for name, statistics in told if statistics]
        state.disk.write(str(output_file_path), b"".join(entries))
        return []
