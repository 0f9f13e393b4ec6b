"""A device by what was measured of it: a table that `tf-run --measure` wrote of dispatches, with their operations and bytes.

A dispatch is taken to last as long as an estimate says: the larger of operations / peak and bytes / bandwidth, and what a launch takes.
Peak, bandwidth and launch are those by which the times are missed least, as the median of quotients says.
"""

from __future__ import annotations

from itertools import product
from math import inf, log
from statistics import median

from tfir.cost.cluster import PCIE, Cluster, Device

TRIED = 24  # numbers for each of peak and bandwidth, spread evenly over those that single dispatches come to
LAUNCHES = (0.0, 0.25, 0.5, 0.75, 1.0)  # what a launch takes, of the time of the shortest dispatch

Row = tuple[float, float, float]  # operations, bytes, seconds


def is_measured(description) -> bool:
    return isinstance(description, dict) and "ops" in description and "runs" in description


def cluster_of_measured(path: str, description: dict) -> Cluster:
    """A cluster of one device. Raises ValueError for a table whose rows say no operations and bytes, as those of the interpreter do not."""
    rows = rows_of(description["ops"])
    if len(rows) < 3:
        raise ValueError(
            "three dispatches or more with 'flop', 'bytes' and 'seconds' are needed, as tf-run --measure writes them for devices"
        )
    peak, bandwidth, launch = fitted(rows)
    kind = "CPU" if description.get("device") == "cpu" else "GPU"
    return Cluster(
        f"{description.get('device')} as measured in {path}", [Device(f"/device:{kind}:0", peak, bandwidth, launch=launch)], PCIE
    )


def rows_of(entries) -> list[Row]:
    """Those entries of a table that say all three as numbers above 0; others, as copies, tell nothing of one of the three."""
    listed = entries if isinstance(entries, list) else []
    said = [[entry.get(name) for name in ("flop", "bytes", "seconds")] for entry in listed if isinstance(entry, dict)]
    return [(float(flop), float(moved), float(seconds)) for flop, moved, seconds in said if all(map(is_positive, (flop, moved, seconds)))]


def is_positive(number) -> bool:
    return isinstance(number, (int, float)) and 0 < number < inf


def fitted(rows: list[Row]) -> tuple[float, float, float]:
    """Operations per second, bytes per second, and the seconds of a launch."""
    shortest = min([seconds for _, _, seconds in rows])
    return min([device for share in LAUNCHES for device in devices(rows, share * shortest)], key=lambda device: missed(rows, *device))


def devices(rows: list[Row], launch: float):
    """Those by which a dispatch or another lasts as long as it did."""
    longer = [row for row in rows if row[2] > launch]
    peaks = spread([operations / (seconds - launch) for operations, _, seconds in longer])
    bandwidths = spread([moved / (seconds - launch) for _, moved, seconds in longer])
    return product(peaks, bandwidths, [launch])


def spread(numbers: list[float]) -> list[float]:
    """At most so many of the numbers, the least and the largest among them."""
    numbers = sorted(set(numbers))
    count = min(TRIED, len(numbers))
    return [numbers[at * (len(numbers) - 1) // max(count - 1, 1)] for at in range(count)]


def missed(rows: list[Row], peak: float, bandwidth: float, launch: float) -> float:
    """How far estimates lie from what was measured: the median of the logarithms of their quotients, and a little of their mean, which
    decides among equals."""
    off = [abs(log((max(operations / peak, moved / bandwidth) + launch) / seconds)) for operations, moved, seconds in rows]
    return median(off) + 0.01 * sum(off) / len(off)
