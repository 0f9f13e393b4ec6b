"""`--benchmark`: how long runs take, by the clock and of this process's processors, in words and as a file."""

from __future__ import annotations

import sys
from json import dumps
from time import perf_counter, process_time

from tfir.cli.progress import stage, tell

VERSION = 1
PERCENTILES = {90: 10, 99: 100}  # and of how many runs they can be told
ROWS, WIDTH, LEAST_RUNS = 8, 40, 10  # of a histogram: its rows, the marks of the longest, and of how many runs one is drawn


class Times:
    """The times of `count` runs in seconds, by `wall` and `cpu`, each in ascending order. What ran before them has warmed up."""

    def __init__(self, program, inputs, count: int):
        with stage("benchmark"):
            pairs = [timed(program, inputs, number, count) for number in range(count)]
        self.of = {"wall": sorted([wall for wall, _ in pairs]), "cpu": sorted([cpu for _, cpu in pairs])}

    def lines(self) -> list[str]:
        return [f"{name}: {', '.join(in_words(seconds))} of {len(seconds)} runs" for name, seconds in self.of.items()]

    def picture(self) -> list[str]:
        """How the times by the clock are distributed, for a terminal; in a pipe and of few runs nothing."""
        return histogram(self.of["wall"]) if sys.stderr.isatty() and len(self.of["wall"]) >= LEAST_RUNS else []

    def as_text(self, device: str) -> str:
        """A JSON text with all times, and with those that lines have."""
        told = {name: {**summary(seconds), "seconds": seconds} for name, seconds in self.of.items()}
        return dumps({"version": VERSION, "device": device, "runs": len(self.of["wall"]), **told}) + "\n"


def timed(program, inputs, number: int, count: int) -> tuple[float, float]:
    tell(f"benchmark, run {number + 1} of {count}")
    began, used = perf_counter(), process_time()
    program(inputs)
    return perf_counter() - began, process_time() - used


def summary(seconds: list[float]) -> dict[str, float]:
    """The least and the middle one of times in ascending order, percentiles by nearest rank where there are enough runs, and the most."""
    count = len(seconds)
    told = {f"p{percent}": seconds[-(-count * percent // 100) - 1] for percent, runs in PERCENTILES.items() if count >= runs}
    return {"least": seconds[0], "median": seconds[count // 2], **told, "most": seconds[-1]}


def in_words(seconds: list[float]) -> list[str]:
    shown = summary(seconds)
    return [f"{name} {shown[name] * 1e3:.3f} ms" for name in shown if name != "most" or len(seconds) >= min(PERCENTILES.values())]


def histogram(seconds: list[float]) -> list[str]:
    """Rows of equal width for times in ascending order, and a last one for the slowest tenth, which would make the others coarse."""
    count = len(seconds)
    least, most = seconds[0], seconds[-(-count * 90 // 100) - 1]
    width = (most - least) / ROWS or least or 1.0
    counts = [0] * (ROWS if most > least else 1)
    beyond = 0
    for time in seconds:
        if time > most:
            beyond += 1
        else:
            counts[min(int((time - least) / width), len(counts) - 1)] += 1
    labels = [f"{1e3 * (least + width * at):.3f} ms" for at in range(len(counts))]
    rows = [*zip(labels, counts), *([(f"> {1e3 * most:.3f} ms", beyond)] if beyond else [])]
    longest, highest = max([len(label) for label, _ in rows]), max([number for _, number in rows])
    return [f"  {label.rjust(longest)}  {'#' * -(-WIDTH * number // highest)}{' ' if number else ''}{number}" for label, number in rows]
