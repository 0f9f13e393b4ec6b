"""`--measure` and `--trace`: how long each dispatch takes on a Vulkan device, by its own clock, with what it computes and moves in that time.

Commands run one after another, with a barrier between them; of each one's times in several runs the middle one counts. What the host does of
a program has rows of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import accumulate
from statistics import median
from time import perf_counter
from typing import Any

from tfir.cost import trace
from tfir.cost.dispatches import Work
from tfir.cost.measured import as_text
from tfir.execution.host_steps import Bodies
from tfir.execution.sequence import HostStep, Resident, SequenceProgram, pushed_sizes
from tfir.execution.sequencer import portable_entry
from tfir.execution.session import Session
from tfir.execution.sized_programs import SizedPrograms
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type

from tfrun.devices.vulkan.commands import CommandBuffer, Dispatch
from tfrun.devices.vulkan.device import Device, Instance, choose_device

RUNS = 5
HOST, DEVICE = 0, 1  # rows of a trace


class Span:
    """A step of a program: its name, the op that it is most of, its row, when it began by the clock of the host, how long it took, in
    seconds, and what a dispatch computes and moves."""

    __slots__ = ("name", "op", "row", "start", "seconds", "work")

    def __init__(self, name: str, op: str, row: int, start: float, seconds: float, work: Work | None = None):
        self.name, self.op, self.row, self.start, self.seconds, self.work = name, op, row, start, seconds, work

    @property
    def rates(self) -> dict[str, float]:
        return self.work.rates(self.seconds) if self.work is not None else {}


class TimedProgram(SequenceProgram):
    """Adds to `spans` what runs. Commands of a device are taken to have ended when the host heard of it, or when the next one began."""

    def __init__(self, resident: Resident, func: Operation, kinds: Sequence[Type], spans: list[Span]):
        self.spans = spans
        self.works: dict[int, tuple[str, Work]] = {}  # by commands
        self.titles: dict[int, str] = {}  # by steps of the host
        super().__init__(resident, func, kinds)

    def dispatch(self, op, executable, entry, buffers):
        count = len(self.part.steps)
        super().dispatch(op, executable, entry, buffers)
        title = executable.get("sym_name")
        for at, step in enumerate(self.part.steps[count:], count):
            if isinstance(step, HostStep):
                self.titles[id(step)] = title
                continue
            work = Work(portable_entry(executable, entry), [place.kind for place in buffers], pushed_sizes(op, buffers))
            self.part.steps[at] = self.known(step, title, work)

    def known(self, record, title: str, work: Work):
        """What records a dispatch, and keeps what it is."""

        def known(commands: CommandBuffer) -> None:
            record(commands)
            self.works[id(commands.steps[-1])] = title, work

        return known

    def take(self, step) -> None:
        began, kind = perf_counter(), type(step).__name__
        step.run()
        self.spans.append(Span(self.titles.get(id(step), kind), kind, HOST, began, perf_counter() - began))

    def submit(self) -> None:
        buffers: list[Any] = list(self.pending)
        super().submit()
        end = perf_counter()
        taken = [(step, seconds) for commands in buffers for step, seconds in zip(commands.steps, commands.clock.seconds())]
        starts = accumulate([seconds for _, seconds in taken], initial=end - sum([seconds for _, seconds in taken]))
        self.spans += [self.span(step, start, seconds) for (step, seconds), start in zip(taken, starts)]

    def span(self, step, start: float, seconds: float) -> Span:
        if not isinstance(step, Dispatch):
            kind = type(step).__name__
            return Span(kind, kind, DEVICE, start, seconds)
        title, work = self.works[id(step)]
        return Span(title, work.op, DEVICE, start, seconds, work)


class Timed:
    """The last call of a module, after the others, step by step."""

    def __init__(self, module: Operation, calls, folder: str | None, which: str, stack: ExitStack):
        facts = choose_device(stack.enter_context(Instance()).devices(), which)
        device, session = stack.enter_context(Device(facts, is_timed=True)), Session(module, folder)
        self.name, self.spans, self.inputs = facts.name, list[Span](), calls[-1].inputs
        for call in calls:
            resident = Resident(device, Bodies(session.state))
            stack.callback(resident.close)
            self.program = session.lowered(call.entry, self.timed(resident, call.entry.func, stack))
            self.program(call.inputs)

    def timed(self, resident: Resident, func: Operation, stack: ExitStack) -> SizedPrograms:
        programs = SizedPrograms(func, lambda kinds: TimedProgram(resident, func, kinds, self.spans))
        stack.callback(programs.close)
        return programs

    def run(self) -> list[Span]:
        self.spans.clear()
        self.program(self.inputs)
        return list(self.spans)


def measured(module: Operation, calls, which: str, folder: str | None, runs: int) -> str:
    """The table's text. `runs` is how often to run, 0 for as often as is usual."""
    runs = runs or RUNS
    with ExitStack() as stack:
        timed = Timed(module, calls, folder, which, stack)
        times = [timed.run() for _ in range(runs)]
    if len({len(spans) for spans in times}) > 1:
        raise Error.on(calls[-1].entry.func, "is not measured: it does not run the same steps each time")
    for span, *others in zip(*times):
        span.seconds = median([each.seconds for each in (span, *others)])
    return as_text(timed.name, runs, [(span.name, span.op, span.seconds, span.rates) for span in times[0]])


def traced(module: Operation, calls, which: str, folder: str | None) -> str:
    """One run as events that ui.perfetto.dev loads."""
    with ExitStack() as stack:
        timed = Timed(module, calls, folder, which, stack)
        spans = timed.run()
    first = min([span.start for span in spans], default=0.0)
    names = {HOST: "host", DEVICE: timed.name}
    events = [{"ph": "M", "pid": row, "name": "process_name", "args": {"name": name}} for row, name in names.items()]
    events += [trace.span(span.name, span.row, 0, span.start - first, span.seconds, {"op": span.op, **span.rates}) for span in spans]
    return trace.as_text(events)
