"""An entry that each process of a grid runs, on inputs of its own: `x[0,1]` is the input `x` of replica 0, partition 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from tfir.cli.process import UsageError
from tfir.execution import sequencer
from tfir.execution.entry import Entry, Port
from tfir.execution.grid import Grid
from tfir.execution.inputs import Given
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.execution.state import State
from tfir.ir.operations import Operation


class GridEntry(Entry):
    """The feeds and fetches of all processes, one process after another."""

    __slots__ = ("of_process", "places")

    def __init__(self, entry: Entry, replicas: int, partitions: int):
        self.of_process, self.func, self.bound, self.variants = entry, entry.func, entry.bound, []
        self.places = [f"[{replica},{partition}]" for replica in range(replicas) for partition in range(partitions)]
        self.feeds = [at_place(port, place) for place in self.places for port in entry.feeds]
        self.fetches = [at_place(port, place) for place in self.places for port in entry.fetches]

    def inputs_of(self, values: list[Given]) -> list[Given]:
        return self.spread(values, self.of_process.feeds)

    def outputs_of(self, values: list[Given]) -> list[Given]:
        return self.spread(values, self.of_process.fetches)

    def spread(self, values: list[Given], ports: list[Port]) -> list[Given]:
        """One value for each process of each that names none, unless the process is given its own. `ports` are those of one process that the
        values are for; a value without a name is for the next of them that no value is for in all processes."""
        addressed = [(*self.address(value.name, ports), value) for value in values]
        own, shared = {(name, place) for name, place, _ in addressed if place}, {name for name, place, _ in addressed if not place}
        free = iter([port.name for port in ports if port.name not in shared])
        spread: list[Given] = []
        for name, place, value in addressed:
            name = next(free, None) if name is None else name
            places = [place] if place else [each for each in self.places if (name, each) not in own]
            spread += [value] if name is None else [Given(name + each, value.array, value.origin, made=value.made) for each in places]
        return spread

    def address(self, name: str | None, ports: list[Port]) -> tuple[str | None, str]:
        """The port and the process that a value is for: `x[0,1]` is for `x` and `[0,1]`. No process stands for all of them."""
        if name is None:
            return None, ""
        place = next((each for each in self.places if name.endswith(each)), "")
        base = name.removesuffix(place)
        return next((port.name for port in ports if port.written == base), base), place


def at_place(port: Port, place: str) -> Port:
    copy = Port(port.name + place, port.type, True)
    copy.written, copy.used, copy.initial = port.written and port.written + place, port.used, port.initial
    copy.variable = port.variable and port.variable + place
    return copy


class GridSession:
    """A module while its functions are called on a grid. Each process has variables of its own."""

    def __init__(self, module: Operation, replicas: int, partitions: int, state: State):
        self.module, self.grid = module, Grid(replicas, partitions)
        self.sessions = [Session(module, state=state.of_process(process)) for process in self.grid.processes]

    def program(self, entry: GridEntry) -> Callable[[list[np.ndarray]], list[np.ndarray]]:
        """The entry as a function from the arrays of its feeds to those of its fetches."""
        if sequencer.is_sequence(entry.func):
            raise UsageError("--replicas and --partitions: a program that is lowered to dispatches is for one device")
        programs, count = [interpreted(self.module, entry.of_process, session) for session in self.sessions], len(entry.of_process.feeds)

        def run(arrays: list[np.ndarray]) -> list[np.ndarray]:
            works = [partial(program, arrays[at * count : (at + 1) * count]) for at, program in enumerate(programs)]
            return [value for values in self.grid.run(works) for value in values]

        return run
