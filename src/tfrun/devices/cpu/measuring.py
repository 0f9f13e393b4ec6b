"""`--measure` and `--trace`: how long each dispatch takes on a processor, with what it computes and moves in that time.

Commands run one at a time, the clock read between them; of each one's times in several runs the middle one counts.
"""

from __future__ import annotations

from collections import Counter
from ctypes import c_uint8
from statistics import median
from time import perf_counter

import numpy as np
from tfir.cost import trace
from tfir.cost.dispatches import Work
from tfir.cost.measured import as_text
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfrun.devices.cpu.commands import BRANCH, COMMAND, DISPATCH, JUMP, KERNEL, SIZE, STOP
from tfrun.devices.cpu.programs import Programs
from tfrun.devices.cpu.recording import RecordedProgram
from tfrun.devices.cpu.workers import Workers

RUNS = 5


class Timed:
    """The last call of a module, which runs one command at a time. Raises Error where the host has a part in it."""

    def __init__(self, module: Operation, calls, folder: str | None, workers: Workers, is_cached: bool):
        programs = Programs(module, Session(module, folder), workers, None, is_cached)
        for call in calls:
            program = programs.program(call.entry)
            program(call.inputs)
        if calls[-1].entry.func not in programs.made:
            raise Error.on(
                calls[-1].entry.func, "is no sequence of dispatches, of which each is measured; --benchmark tells how long a call takes"
            )
        whole = programs.made[calls[-1].entry.func].whole
        if whole is None:
            raise Error.on(calls[-1].entry.func, "is not measured: the host computes between its dispatches")
        self.program: RecordedProgram = whole
        whole.put(program.given(calls[-1].inputs))
        executables = programs.made[calls[-1].entry.func].executables
        self.works = executables.works
        self.titles = {prepared.name: executable.get("sym_name") for (executable, _), prepared in executables.prepared.items()}

    def kernel(self, number: int) -> str:
        table = self.program.recording.table
        return table.kernels[table.rows[number, KERNEL]]

    def work(self, number: int) -> Work:
        """Of a dispatch, which was told how many workgroups it has in x, y and z, and then sizes."""
        table = self.program.recording.table
        begin, end = [*table.rows[number:, SIZE].tolist(), len(table.sizes)][:2]
        return self.works[self.kernel(number), tuple(table.sizes[begin + 3 : end].tolist())]

    def run(self) -> list[tuple[int, float, float]]:
        """The numbers of the commands that ran, in turn, when each began and how long it took, in seconds."""
        program, spans, at = self.program, [], 0
        single = np.zeros(2, COMMAND)  # and one that stops
        began = perf_counter()
        while (command := program.commands.in_memory.commands[at])["kind"] != STOP:
            if command["kind"] == JUMP or (command["kind"] == BRANCH and not c_uint8.from_address(int(command["a"])).value):
                at = int(command["number"])
                continue
            if command["kind"] != BRANCH:
                single[0] = command
                start = perf_counter()
                program.device.workers.run(program.device.code, single.ctypes.data)
                spans.append((at, start - began, perf_counter() - start))
            at += 1
        return spans


def measured(module: Operation, calls, folder: str | None, runs: int, threads: int, is_cached: bool) -> str:
    """The table's text. `runs` is how often to run, 0 for as often as is usual."""
    runs = runs or RUNS
    with Workers(threads) as workers:
        timed = Timed(module, calls, folder, workers, is_cached)
        times = [by_command(spans := timed.run()) for _ in range(runs)]
    seconds = {number: median([run.get(number, 0.0) for run in times]) for number in sorted({number for run in times for number in run})}
    times_run = Counter([number for number, _, _ in spans])
    return as_text("cpu", runs, [row(timed, number, taken, times_run[number]) for number, taken in seconds.items()])


def by_command(spans: list[tuple[int, float, float]]) -> dict[int, float]:
    totals: dict[int, float] = {}
    for number, _, taken in spans:
        totals[number] = totals.get(number, 0.0) + taken
    return totals


def row(timed: Timed, number: int, seconds: float, count: int = 1) -> tuple:
    """The name, op, time and rates of a command that ran so often, in all of that time. A dispatch has the name of its executable, as on other devices."""
    if timed.program.recording.table.rows[number, 0] != DISPATCH:
        return "copy", "copy", seconds, {}
    work = timed.work(number)
    return timed.titles[timed.kernel(number)], work.op, seconds, work.rates(seconds, count)


def traced(module: Operation, calls, folder: str | None, threads: int, is_cached: bool) -> str:
    """One run as events that ui.perfetto.dev loads."""
    with Workers(threads) as workers:
        timed = Timed(module, calls, folder, workers, is_cached)
        timed.run()
        spans = timed.run()
    events = []
    for number, start, taken in spans:
        name, op, _, rates = row(timed, number, taken)
        details = {"op": op, **rates}
        events.append(trace.span(name, 0, 0, start, taken, details))
    return trace.as_text(events)
