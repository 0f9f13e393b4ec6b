"""The calls that a command line asks for, in order: the entry, its inputs, and the destinations of its outputs.

Each `--entry` or `--fetch` opens a call, and the flags behind it belong to it. Where there is only one, or none, they all do.
"""

from __future__ import annotations

from typing import Any

from tfir.cli.process import Uncollected, UsageError
from tfir.execution.entry import Entry, Port, find_entry, functions_with_bodies
from tfir.execution.inputs import Given, bind, check_fits, fitting, initial_value, read_values
from tfir.execution.random_inputs import filling, given_filling
from tfir.ir.operations import Operation

from tfrun.outputs import Destination, check_destinations, expected_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from tfir.execution.images import ImageSettings

    Cutting: TypeAlias = Callable[[Entry, list[Given]], list[Given]]

OPENING, BELONGING = ("entry", "fetch"), ("input", "output", "expected-output")


class Call:
    """One call of an entry. `title` stands in front of its output, where there are several calls."""

    __slots__ = ("entry", "inputs", "destinations", "expected", "title")

    def __init__(
        self,
        entries: Entries,
        opening: tuple[str, str] | None,
        flags: list[tuple[str, str]],
        title: str,
        held: set[str],
        image: ImageSettings | None = None,
        cut: Cutting | None = None,
    ):
        """`held` are the variables that earlier calls leave values of; `cut` makes of the inputs those that the entry takes at once."""
        values_by_flag = {name: [value for flag, value in flags if flag == name] for name in BELONGING}
        fillings = [text for text in values_by_flag["input"] if filling(text)]
        if len(fillings) > 1:
            raise UsageError(f"--input={fillings[0]} and --input={fillings[1]} both fill what is not given")
        rest = filling(fillings[0]) if fillings else None
        values = [value for text in values_by_flag["input"] if text not in fillings for value in input_values(text, image)]
        self.destinations = [Destination(text) for text in values_by_flag["output"]]
        self.entry, self.title = entries.get(opening, tuple([value.name for value in values if value.name])), title
        self.expected = self.entry.outputs_of(read_values(values_by_flag["expected-output"], "--expected-output"))
        inputs = self.entry.inputs_of(entries.taken(self.entry, values))
        self.inputs = bind(self.entry, inputs if cut is None else cut(self.entry, inputs), held, rest)
        check_destinations(self.destinations, self.entry.fetches)
        expected_names(self.entry.fetches, self.expected)  # may not be outputs
        held |= {port.variable for port in (*self.entry.feeds, *self.entry.fetches) if port.variable is not None}


def input_values(text: str, image: ImageSettings | None) -> list[Given]:
    """What one `--input` gives."""
    drawn = given_filling(text)
    return read_values([text], image=image) if drawn is None else [drawn]


class Entries:
    """The entries of a module that calls run; two calls that ask for the same have the same entry, which is made ready once. `grid` are
    the numbers of replicas and partitions where entries are run by several processes."""

    def __init__(self, module: Operation, grid: tuple[int, int] | None):
        self.module, self.grid = module, grid
        self.entries: dict[tuple, Entry] = {}

    def get(self, opening: tuple[str, str] | None, fed: tuple[str, ...]) -> Entry:
        kind, name = opening or ("entry", None)
        graph = next((op for op in self.module.body if op.name == "tfg.graph"), None)
        if kind == "fetch" and not name:
            raise UsageError("--fetch= says nothing to run; --fetch=A,^B names values and targets")
        key = kind, name, fed if graph is not None else ()
        if key not in self.entries:
            self.entries[key] = self.on_grid(self.find(kind, name, graph, list(fed)))
        return self.entries[key]

    def taken(self, entry: Entry, values: list[Given]) -> list[Given]:
        """The values without those of an archive that the entry does not take, but that this or another one takes or gives: a step's
        outputs, all in one file, are fed to the next step, or to what is made of them."""
        own = {name for port in entry.feeds for name in (port.name, port.written)}
        if not [value for value in values if value.archived and value.name not in own]:
            return values
        ports = [port for func in functions_with_bodies(self.module) for one in [Entry(func)] for port in (*one.feeds, *one.fetches)]
        others = {port.name for port in (*ports, *entry.fetches)} - own
        return [value for value in values if not (value.archived and value.name in others)]

    def on_grid(self, entry: Entry) -> Entry:
        if self.grid is None:
            return entry
        from tfir.execution.grid_program import GridEntry

        return GridEntry(entry, *self.grid)

    def find(self, kind: str, name: str | None, graph: Operation | None, fed: list[str]) -> Entry:
        if kind == "fetch" and graph is None:
            raise UsageError("the module has no tfg.graph to fetch from; --entry=NAME runs a function")
        if kind == "fetch" or (graph is not None and name is None):
            from tfir.execution.graph_entry import entry_of_graph

            return entry_of_graph(graph, name, fed)
        return find_entry(self.module, name)


def calls_of(
    module: Operation, order: list[tuple[str, object]], grid: tuple[int, int] | None = None, image: ImageSettings | None = None,
    cut: Cutting | None = None,
) -> list[Call]:  # fmt: skip
    flags, entries = [(name, str(value)) for name, value in order if name in OPENING or name in BELONGING], Entries(module, grid)
    opened, held = [at for at, (name, _) in enumerate(flags) if name in OPENING], set[str]()
    if len(opened) <= 1:
        opening = flags[opened[0]] if opened else None
        return [Call(entries, opening, [flag for flag in flags if flag[0] in BELONGING], "", held, image, cut)]
    if opened[0]:
        name, value = flags[0]
        raise UsageError(f"--{name}={value} stands before the first of several calls; it belongs behind its --entry or --fetch")
    ends = [*opened[1:], len(flags)]
    return [
        Call(entries, flags[start], flags[start + 1 : end], f"{flags[start][1]}: ", held, image, cut) for start, end in zip(opened, ends)
    ]


class Variables:
    """What a program without state leaves its variables at, from call to call: values that entries take and give, by variable."""

    def __init__(self, module: Operation):
        self.module = module
        self.values: dict[str, Any] = {}

    def inputs(self, entry: Entry, arrays: list) -> list:
        """The arrays of a call, the values that variables have by now among them."""
        return [self.value(port) if array is None else array for port, array in zip(entry.feeds, arrays)]

    def value(self, port: Port):
        assert port.variable is not None, "bind left out another feed"
        if port.variable not in self.values:
            self.values[port.variable] = initial_value(self.module, port.initial)
        kept = Given(port.name, self.values[port.variable], "the variable by now")
        check_fits(port, kept)  # what an earlier call assigned may be of another shape
        return kept.array

    def keep(self, entry: Entry, inputs: list, outputs: list) -> None:
        for port, array in zip((*entry.feeds, *entry.fetches), (*inputs, *outputs)):
            if port.variable is not None:
                self.values[port.variable] = array


class Caller:
    """Calls the programs that a session makes of entries, one after another, and hands on what they leave variables at."""

    def __init__(self, module: Operation, programs: Callable[[Entry], Any]):
        self.programs, self.variables = programs, Variables(module)

    @property
    def held(self) -> set[str]:
        """The variables that have a value by now."""
        return set(self.variables.values)

    def program(self, entry: Entry) -> Any:
        with Uncollected():
            return self.programs(entry)

    def ready(self, entry: Entry, arrays: list) -> tuple[Entry, list, Any]:
        """The entry that a call with these arrays is of, its arrays, variables among them, and its program."""
        inputs = self.variables.inputs(entry, arrays)
        entry = fitting(entry, inputs)
        return entry, inputs, self.program(entry)

    def call(self, entry: Entry, arrays: list) -> tuple[Entry, list]:
        """The entry that was called, and its outputs."""
        entry, inputs, program = self.ready(entry, arrays)
        values = program(inputs)
        self.variables.keep(entry, inputs, values)
        return entry, values
