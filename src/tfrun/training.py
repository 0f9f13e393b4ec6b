"""`--repeat`: one call again and again, on rows of arrays batch after batch, with variables that go on from step to step and into checkpoints."""

from __future__ import annotations

import os
from typing import Any

import numpy
from tfir.cli.files import Output
from tfir.cli.process import UsageError
from tfir.dialects.tf.variables import Reference, Variable
from tfir.dialects.tfg.nodes import NAME as NODE
from tfir.execution.entry import Entry
from tfir.execution.inputs import Given, bind, read_values
from tfir.execution.values import literal
from tfir.ir.diagnostics import Error
from tfir.ir.types import UI64, TensorType
from tfir.ods.arrays import array_of, dense_of
from tfir.storage.checkpoint.opening import STATE, checkpoint_exists, checkpoint_in, open_checkpoint
from tfir.storage.checkpoint.write_bundle import write_bundle

from tfrun.calls import BELONGING, OPENING, Caller, Entries, calls_of
from tfrun.outputs import Destination, check_destinations, write_outputs
from tfrun.requests import refuse_flags
from tfrun.watchdog import watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.execution.state import State
    from tfir.ir.operations import Operation

NAME = "model"  # of checkpoints: model-100.index holds what 100 steps left
BLOCKS = TensorType((), UI64)  # how many a generator has drawn
VARIABLE, REFERENCE = "variable", "reference"  # kinds of objects in a session's state


class Rows:
    """Batches of consecutive rows of arrays, all of one length, from the beginning again when what is left is less than a batch."""

    def __init__(self, values: list[Given], size: int | None):
        self.values = values
        lengths = {value.array.shape[0] for value in values if value.array.ndim}
        if not values or len(lengths) != 1 or any([value.array.ndim == 0 for value in values]):
            shapes = ", ".join([f"'{value.name}' of {value.array.shape}" for value in values])
            raise UsageError(f"--feed-from: expected arrays with one number of rows, but there is {shapes or 'none'}")
        (self.length,) = lengths
        self.size = self.length if size is None else size
        if not 0 < self.size <= self.length:
            raise UsageError(f"--batch-size={self.size}: there are {self.length} rows")

    def batch(self, step: int) -> list[Given]:
        """The rows of a step, counted from 0 since the very first one."""
        start = step % (self.length // self.size) * self.size
        return [Given(value.name, value.array[start : start + self.size], f"rows from {start} of {value.origin}") for value in self.values]


class Kept:
    """The values of variables between steps: those that a lowered program takes and gives, and those of a session."""

    def __init__(self, caller: Caller, state: State | None):
        self.values, self.state = caller.variables.values, state
        makers = [op for op in caller.variables.module.walk() if op.name in ("tfg.VariableV2", "tfg.Variable")]
        self.references = {op.get("shared_name") or op.get(NODE) for op in makers}

    def all(self) -> dict[str, numpy.ndarray]:
        things = {} if self.state is None else self.state.things
        own = {
            each.name: each.value
            for key, each in things.items()
            if key[0] in (VARIABLE, REFERENCE) and isinstance(each, Variable) and each.value is not None
        }
        return {**own, **self.values}

    def put(self, name: str, array: numpy.ndarray, is_argument: bool) -> None:
        if is_argument or self.state is None:
            self.values[name] = array
        elif name in self.references:
            self.state.named(REFERENCE, "", name, lambda: Reference(name)).value = array
        else:
            self.state.named(VARIABLE, "", name, lambda: Variable(name)).value = array


class Training:
    """What a command line with `--repeat` asks for. Raises UsageError for what cannot be meant with it."""

    def __init__(self, arguments: Any, module: Operation):
        refuse_flags(arguments, "repeat", ("expected-output", "requests", "batches", "measure", "trace", "benchmark"), is_one_entry=False)
        self.arguments, self.module, self.entries = arguments, module, Entries(module, None)
        flags: list[tuple[str, Any]] = [(name, str(value)) for name, value in arguments.order if name in (*OPENING, *BELONGING)]
        opened = [at for at, (name, _) in enumerate(flags) if name in OPENING]
        last = opened[-1] if opened else None
        self.before = calls_of(module, flags[:last]) if len(opened) > 1 else []
        own = flags if last is None or len(opened) == 1 else flags[last + 1 :]
        self.opening = None if last is None else flags[last]
        self.inputs = read_values([text for name, text in own if name == "input"])
        self.destinations = [Destination(text) for name, text in own if name == "output"]
        feeds = [] if arguments.feed_from is None else read_values([arguments.feed_from], "--feed-from")
        if arguments.feed_from is None and arguments.batch_size is not None:
            raise UsageError("--batch-size: is how many rows of --feed-from=@FILE.npz a step takes")
        fed = {value.name for value in feeds}
        self.inputs = [value for value in self.inputs if not (value.archived and value.name in fed)]
        self.entry = self.entries.get(self.opening, tuple([value.name for value in (*self.inputs, *feeds) if value.name]))
        takes = {name for port in self.entry.feeds for name in (port.name, port.written) if port.variable is None}
        feeds = [value for value in feeds if value.name in takes]  # of an archive, which may hold more
        if arguments.feed_from is not None and not feeds:
            listed = ", ".join([str(port) for port in self.entry.feeds if port.variable is None]) or "none"
            raise UsageError(f"--feed-from={arguments.feed_from}: has none of the inputs, which are {listed}")
        self.rows = Rows(feeds, arguments.batch_size) if feeds else None
        is_graph = any([op.name == "tfg.graph" for op in module.body])
        if arguments.save and not is_graph and all([port.variable is None for port in (*self.entry.feeds, *self.entry.fetches)]):
            raise UsageError("--save: the program has no variables whose values could be saved")
        check_destinations(self.destinations, self.entry.fetches)
        self.restored = self.checkpoint()

    def checkpoint(self) -> Any:
        """The checkpoint that --restore means, or None."""
        where = self.arguments.restore
        if where is None:
            return None
        where = where or self.arguments.save
        if not where:
            raise UsageError("--restore: names no checkpoint, and there is no --save=DIR that it could be of")
        if (checkpoint_in(where) is None) if os.path.isdir(where) else not checkpoint_exists(where.removesuffix(".index")):
            raise Error(f"--restore: there is no checkpoint in '{where}'")
        return open_checkpoint(where)

    def run(self, programs: Any) -> int:
        caller = Caller(self.module, programs)
        kept = Kept(caller, getattr(programs, "state", None))
        for call in self.before:
            caller.call(call.entry, call.inputs)
        step = self.restore(kept) if self.restored is not None else 0
        first, entry = step, self.entry
        values: list[Any] = []
        last, every = first + self.arguments.repeat, self.arguments.save_every
        while step < last:
            entry, values = self.step(caller, step, step == first)
            step += 1
            self.tell(step, entry, values)
            if self.arguments.save and (step == last or every and step % every == 0):
                self.save(kept, step)
        if self.destinations and values:
            write_outputs([(self.destinations, entry.fetches, values, "")])
        return 0

    def step(self, caller: Caller, number: int, is_first: bool) -> tuple[Entry, list]:
        rows = [] if self.rows is None else self.rows.batch(number)
        held = [port for port in self.entry.feeds if port.variable is not None and port.variable in caller.held]
        changed = {name for port in held for name in (port.name, port.written)}
        given = [value for value in self.inputs if value.name not in changed or is_first and self.restored is None]
        inputs = bind(self.entry, self.entries.taken(self.entry, [*given, *rows]), caller.held)
        with watched(self.entry.name, self.arguments.timeout):
            return caller.call(self.entry, inputs)

    def tell(self, step: int, entry: Entry, values: list) -> None:
        """A line with the numbers of a step: outputs of one element that are not what a variable is left at."""
        told = [
            f"{port.name}={literal(value, True).partition('=')[2]}"
            for port, value in zip(entry.fetches, values)
            if port.variable is None and getattr(value, "size", 0) == 1
        ]
        print(f"step {step}: {' '.join(told)}" if told else f"step {step}", flush=True)

    def restore(self, kept: Kept) -> int:
        """Gives variables the values that a checkpoint has. Which step it is of says its name. Where draws stand TensorFlow's checkpoints do
        not say: its generators begin anew."""
        ports = {port.variable: port for port in self.entry.feeds if port.variable is not None}
        arguments = {name for name, port in ports.items() if port.initial is None or port.type != BLOCKS or name in self.restored.names}
        for name in arguments:
            self.restored.require(name)
        for name in self.restored.names:
            if not name.startswith("_CHECKPOINTABLE") and (name in arguments or not arguments):
                kept.put(name, array_of(self.restored.tensor(name)), name in arguments)
        number = self.restored.prefix.rpartition("-")[2]
        return int(number) if number.isdecimal() else 0

    def save(self, kept: Kept, step: int) -> None:
        """Writes a checkpoint, and then notes in the file `checkpoint` that it is the latest."""
        folder, values = self.arguments.save, kept.all()
        if not values:
            raise Error("--save: the program has no variables whose values could be saved")
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise Error(f"cannot write to '{folder}': {error.strerror}") from None
        write_bundle(os.path.join(folder, f"{NAME}-{step}"), [(name, dense_of(values[name])) for name in sorted(values)])
        with Output(os.path.join(folder, STATE)) as out:
            out.write(f'model_checkpoint_path: "{NAME}-{step}"\nall_model_checkpoint_paths: "{NAME}-{step}"\n')
