"""`--benchmark`: how long runs take, by the clock and of this process's processors, in words and as a file."""

from __future__ import annotations

from json import dumps
from time import perf_counter, process_time

from tfir.cli.progress import stage, tell

VERSION = 1
PERCENTILES = {90: 10, 99: 100}  # and of how many runs they can be told


class Times:
    """The times of `count` runs in seconds, by `wall` and `cpu`, each in ascending order. What ran before them has warmed up."""

    def __init__(self, program, inputs, count: int):
        with stage("benchmark"):
            pairs = [timed(program, inputs, number, count) for number in range(count)]
        self.of = {"wall": sorted([wall for wall, _ in pairs]), "cpu": sorted([cpu for _, cpu in pairs])}

    def lines(self) -> list[str]:
        return [f"{name}: {', '.join(in_words(seconds))} of {len(seconds)} runs" for name, seconds in self.of.items()]

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
