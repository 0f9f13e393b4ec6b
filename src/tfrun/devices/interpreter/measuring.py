"""`--measure`: how long each op takes on the interpreter, as a table that `tf-opt --cost-report=measured=FILE` sets beside its estimates.

The last call is run once to warm up, and then several times; of each op's times the middle one counts, so that a run that something
else disturbed is left out.
"""

from __future__ import annotations

from statistics import median

from tfir.analysis.labels import label
from tfir.cost.measured import as_text
from tfir.execution.program import Program
from tfir.execution.session import Session
from tfir.ir.operations import Operation

RUNS = 5


def measured(module: Operation, calls, folder: str | None, runs: int) -> str:
    """The table's text. `runs` is how often to run, 0 for as often as is usual."""
    session, runs = Session(module, folder), runs or RUNS
    programs = [Program(module, call.entry, session) for call in calls]
    inputs = [{port.name: array for port, array in zip(call.entry.feeds, call.inputs)} for call in calls]
    for program, arrays in zip(programs, inputs):
        program.run(arrays)
    times = [programs[-1].timed(inputs[-1]) for _ in range(runs)]
    entries = [
        (label(step.op), step.op.name.partition(".")[2], median([run[at][1] for run in times])) for at, (step, _) in enumerate(times[0])
    ]
    return as_text("interpreter", runs, entries)
