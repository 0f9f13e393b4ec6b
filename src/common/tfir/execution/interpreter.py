"""Any entry of a module on NumPy: a function of tensors by its ops' meanings, one of the sequencer by walking its steps."""

from __future__ import annotations

from tfir.execution import sequencer
from tfir.execution.entry import Entry
from tfir.ir.operations import Operation


def interpreted(module: Operation, entry: Entry, session=None):
    """The entry as a function from a list of input arrays to a list of output arrays. Entries may share a session."""
    if sequencer.is_sequence(entry.func):
        from tfir.execution.sequence import SequenceProgram

        return SequenceProgram(entry.func)
    from tfir.execution.program import Program

    program = Program(module, entry, session)

    def run(arrays):
        results = program.run({port.name: array for port, array in zip(entry.feeds, arrays)})
        return [results[port.name] for port in entry.fetches]

    return run
