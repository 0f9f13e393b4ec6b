"""An entry of a module with named inputs and outputs, ready to be called on NumPy: a function of tensors by its ops' semantics, one of
the sequencer by walking its steps."""

from __future__ import annotations

import numpy as np

from tfir.cli.process import keep_freed_memory
from tfir.execution import sequencer
from tfir.execution.entry import GRAPH_FUNCTION, Entry, Port, buffers_of, find_entry
from tfir.execution.inputs import initial_value
from tfir.execution.session import Session, with_texts
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType, shapes_fit
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.buffers import Buffer, as_buffer


class Program:
    """An entry function with named inputs and outputs, called on NumPy arrays.

    `feeds` and `fetches` are ports (`.name`, `.type`) in order. `run` may be called any number of times. State that the program writes to
    (variables, tables) lives in the session, which several programs of a module may share. Raises UsageError where the module has no
    entry of that name, Error where it has no function at all.
    """

    def __init__(self, module: Operation, entry: str | Entry | None = None, session: Session | None = None):
        keep_freed_memory()
        if module.get("mhlo.num_partitions", 1) > 1 or "mhlo.frontend_attributes" in module.attributes:
            from tfir.conversion.gspmd_to_sdy import divide_shards

            divide_shards(module)
        chosen = entry if isinstance(entry, Entry) else find_entry(module, entry)
        self.name, self.func = chosen.name, chosen.func
        self.feeds: list[Port] = chosen.feeds
        self.fetches: list[Port] = chosen.fetches
        self.written = chosen.written
        self.buffers = buffers_of(chosen.func)
        self.session = Session(module) if session is None else session
        self.bound = [(number, self.session.bound(symbol, chosen.func)) for number, symbol in chosen.bound.items()]
        if chosen.func.name == "tfg.func" and chosen.func.parent is None:
            self.session.narrow(chosen.func)
        self.body = self.session.functions.ready(chosen.func)
        self.key = self.name
        if chosen.func.name == GRAPH_FUNCTION:
            from tfir.dialects.tfg.interface import what_is_run  # with its dialect, which other programs need not load

            self.key = what_is_run(chosen.func)

    def run(self, inputs: dict) -> dict:
        """The outputs by name, for one array per feed by name. A variable's value that is left out is its initial one, where the program
        has that (`Port.initial`); what the call leaves it at is among the outputs.

        No result shares memory with an input, which the caller may fill anew for the next call.

        Raises Error for a missing or unknown input, for an array whose shape or dtype is not the declared one, and for an op that fails,
        with its name and location.
        """
        arguments = self.arguments(inputs)
        given = {id(owner_of(each)) for each in arguments}
        results = [value_of(each, given) for each in (*self.body(*arguments), *[arguments[number] for number in self.written])]
        return {port.name: value for port, value in zip(self.fetches, results)}

    def timed(self, inputs: dict) -> list:
        """A run that returns (step, seconds of processor time) for each op."""
        return self.body.timed(*self.arguments(inputs))

    def arguments(self, inputs: dict) -> list:
        """The arguments of the body: the arrays of the feeds, and the session's variables and assets at the places of bound arguments."""
        arrays = [self.checked(port, inputs) for port in self.feeds]
        unknown = [name for name in inputs if all([name != port.name for port in self.feeds])]
        if unknown:
            raise Error(f"the program has no input '{unknown[0]}'; it has {named(self.feeds)}")
        for number, thing in self.bound:
            arrays.insert(number, thing)
        for number in self.buffers:
            arrays[number] = as_buffer(arrays[number])
        self.session.initialize(self.func)
        self.session.state.entry = self.key
        return arrays

    def checked(self, port: Port, inputs: dict) -> np.ndarray:
        """The array for a port. Raises Error where it is missing, or where its shape or dtype is not the port's; unknown sizes fit any."""
        if port.name not in inputs and port.initial is not None:
            return initial_value(self.session.module, port.initial)
        if port.name not in inputs:
            raise Error(f"no value for the input '{port.name}' of type {port.type}")
        array = np.asarray(inputs[port.name])
        if not isinstance(port.type, TensorType):
            return array
        dtype = dtype_of(port.type.element)
        if dtype == np.object_:
            array = with_texts(array)
        if array.dtype != dtype or not shapes_fit(array.shape, port.type.shape):
            actual = TensorType(array.shape, element_of(array.dtype))
            raise Error(f"the input '{port.name}' must be of type {port.type}, the value given is of type {actual}")
        return array


def value_of(result, given):
    """A result as an array: of a buffer what it holds now, of what lies in memory of one of the owners with these ids a copy."""
    return np.array(result) if isinstance(result, Buffer) or id(owner_of(result)) in given else result


def owner_of(value):
    """The array that a value is a view of, or is."""
    while isinstance(getattr(value, "base", None), np.ndarray):
        value = value.base
    return value


def named(ports: list[Port]) -> str:
    return ", ".join([f"'{port.name}'" for port in ports]) or "none"


def interpreted(module: Operation, entry: Entry, session=None):
    """The entry as a function from a list of input arrays to a list of output arrays, in the order of its feeds and fetches.

    A function of the sequencer is walked dispatch by dispatch; any other is computed by its ops' semantics. Entries may share a session.
    """
    if sequencer.is_sequence(entry.func):
        from tfir.execution.sequence import sequence_program

        shared = Session(module) if session is None else session
        return shared.lowered(entry, sequence_program(entry.func, shared.state))
    program = Program(module, entry, session)

    def run(arrays):
        results = program.run({port.name: array for port, array in zip(entry.feeds, arrays)})
        return [results[port.name] for port in entry.fetches]

    return run
