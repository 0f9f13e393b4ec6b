"""A module while its functions are called, one after another: they share what they write to, and find it initialized."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from tfir.execution.body import Body
from tfir.execution.computation import Computation
from tfir.execution.entry import Entry
from tfir.execution.sequencer import is_sequence
from tfir.execution.special import Functions
from tfir.execution.state import State
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.dense import DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.arrays import array_of

INITIALIZER = "tf_saved_model.session_initializer"


def with_texts(array):
    """An array that a caller gives, where it is of texts, with objects of bytes, as ops compute with them: NumPy's texts are padded to one
    length."""
    if getattr(array, "dtype", None) is None or array.dtype.kind not in "SU":
        return array
    return (np.char.encode(array, "utf-8") if array.dtype.kind == "U" else array).astype(object)


class Session:
    """`folder` is the directory of the SavedModel that the module is of, where it has assets. A session may have been given a `state`:
    of one process among several, or with a directory for probes."""

    def __init__(self, module: Operation, folder: str | None = None, state: State | None = None):
        self.module, self.state = module, State(folder) if state is None else state
        self.state.program = module
        self.symbols = SymbolTable(module)
        self.functions = Functions(self.symbols, Body, {"state": self.state})
        self.is_initialized = False
        self.needed: Any = None
        self.wholes: Any = None

    def narrow(self, function: Operation) -> None:
        """Has what is to be run of a graph compute of branches and loops no more than it gives and does."""
        from tfir.analysis.call_graph import reached_functions  # which programs that are no graphs need not load
        from tfir.conversion.needed_results import NeededResults  # as above
        from tfir.conversion.unread_nodes import leave_out_unread  # as above
        from tfir.conversion.whole_functions import WholeFunctions  # as above

        if self.needed is None:
            self.needed, self.wholes = NeededResults(self.symbols), WholeFunctions(self.symbols)
        self.wholes.settle(function)
        self.needed.narrow(function)
        called = reached_functions([function], self.symbols.symbols)
        for each in (
            function,
            *[each for each in called if each.name == "tfg.func" and "generic" not in each.attributes and each.region.blocks],
        ):
            leave_out_unread(each)

    def bound(self, symbol: SymbolRefAttr, func: Operation):
        """The value of an argument bound to a symbol of a SavedModel: a variable, a constant, or the path of an asset."""
        definition = self.symbols.get(symbol)
        if definition is None:
            raise Error.on(func, f"is bound to {symbol}, which this module does not define")
        if definition.name == "tf_saved_model.asset":
            from tfir.dialects.tf_saved_model import CONTENT  # which programs without assets need not load

            content = definition.attributes.get(CONTENT)
            if isinstance(content, DenseStringsAttr):
                self.state.files.update({definition.get("filename"): content.strings[0]})
            return np.array(definition.get("filename").encode(), object)
        value = definition.get("value")
        if "is_mutable" not in definition.attributes:
            return array_of(value)
        from tfir.dialects.tf.variables import Variable  # which programs without variables need not load

        name = symbol.root
        return self.state.named("variable", "", name, lambda: Variable(name, None if value is None else array_of(value)))

    def initialize(self, called: Operation) -> None:
        """Runs the module's initializers before the first call; none if `called` is itself one of them."""
        if self.is_initialized:
            return
        self.is_initialized = True
        chosen = [self.symbols.get(reference) for op in self.module.body if op.name == INITIALIZER for reference in op.get("initializers")]
        if called in chosen:
            return
        for func in chosen:
            entry = Entry(func)
            things = [self.bound(symbol, func) for symbol in entry.bound.values()]
            self.initializer(func)(*things)

    def initializer(self, func: Operation) -> Callable[..., object]:
        """What runs before all else as a function of what it is bound to; of one that is lowered to dispatches the host computes these too."""
        if not is_sequence(func):
            return Body(Computation(func.body, self.functions.special, self.functions.context))
        from tfir.execution.sequence import sequence_program

        program = sequence_program(func, self.state)
        return lambda *things: program(list(things))

    def variables(self) -> dict[str, np.ndarray]:
        """What the variables hold that were given a value so far, by their names."""
        from tfir.dialects.tf.handles import variable_name  # which programs without variables need not load
        from tfir.dialects.tf.variables import Variable  # as above

        made = {variable_name(*key[1:]): thing.value for key, thing in self.state.things.items() if isinstance(thing, Variable)}
        return {name: value for name, value in made.items() if value is not None}

    def lowered(self, entry: Entry, program: Callable[[list], list]) -> Lowered:
        return Lowered(self, entry, program)


class Lowered:
    """A program of all arguments of an entry that is lowered to dispatches, as one of its feeds: what it is bound to is given to it, and
    initializers run before."""

    def __init__(self, session: Session, entry: Entry, program: Any):
        self.session, self.entry, self.program = session, entry, program
        self.bound = [(number, session.bound(symbol, entry.func)) for number, symbol in entry.bound.items()]

    def __call__(self, arrays: list) -> list:
        given = self.given(arrays)
        self.session.initialize(self.entry.func)
        return self.program(given)

    def in_flight(self, calls: Iterable[list | Error], count: int) -> Iterator[list | Error]:
        """The outputs of calls, in their order, or an Error in the place of one; up to `count` are under way at a time where the device can."""
        self.session.initialize(self.entry.func)
        return self.program.in_flight((each if isinstance(each, Error) else self.given(each) for each in calls), count)

    def given(self, arrays: list) -> list:
        arrays = [with_texts(array) for array in arrays]
        for number, thing in self.bound:
            arrays.insert(number, thing)
        return arrays
