"""Compiled programs as functions on arrays."""

from __future__ import annotations

from contextlib import ExitStack
from weakref import finalize

import numpy

from tfir.api.told import roomy, told
from tfir.execution.entry import Port, find_function, plain_name
from tfir.execution.inputs import Given, bind
from tfir.execution.sequencer import is_sequence
from tfir.ir.nesting import is_second_time
from tfir.ir.types import TensorType
from tfir.ods.arrays import dtype_of
from tfrun.calls import Caller, Entries
from tfrun.devices import session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tfir.ir.operations import Operation


def has_graph(module: Operation) -> bool:
    return any([op.name == "tfg.graph" for op in module.body])


def is_lowered(module: Operation, entry: str | None) -> bool:
    """Whether what is to be run is a sequence of dispatches."""
    return not has_graph(module) and is_sequence(find_function(module, entry))


class Program:
    """A function on NumPy's arrays, and on whatever has DLPack or turns into one: `f(x=array)`, `f(array, array)`, `f({"scope/x": array})`.

    It gives the output's array, or a dictionary of them by name where there are several. Variables live as long as the program: what one
    call writes the next reads. `close()` gives the device back; so do `with` and the end of the program's life.
    """

    def __init__(
        self, module: Operation, name: str, device: str, folder: str | None, entry: str | None, fetch: str | None, options: dict[str, Any]
    ):  # fmt: skip
        self.name, self.device, self.is_deep = name, device, is_second_time()
        self._opening = ("fetch", fetch) if fetch is not None else None if entry is None else ("entry", entry)
        self._entries, stack = Entries(module, None), ExitStack()
        self._caller = Caller(module, stack.enter_context(session(module, device, folder, **options)))
        self._close = finalize(self, stack.close)
        if fetch is None and not has_graph(module):
            self._caller.program(self._entries.get(self._opening, ()))  # what cannot be compiled is told now

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives back what the device holds for the program."""
        self._close()

    def __repr__(self) -> str:
        return f"<tfir.Program of {self.name} on {self.device}>"

    def __call__(self, *arrays: Any, **inputs: Any) -> Any:
        """The outputs for these inputs, in order or by name. Raises Error where one is missing, unknown, or not of the input's type."""
        return single(self._outputs(self._opening, arrays, inputs))

    def outputs(self, *arrays: Any, **inputs: Any) -> dict[str, numpy.ndarray]:
        """The outputs by name, however many there are."""
        return self._outputs(self._opening, arrays, inputs)

    def call(self, entry: str, /, *arrays: Any, **inputs: Any) -> Any:
        """Calls another function of the module, which sees what others have left variables at."""
        return single(self._outputs(("entry", entry), arrays, inputs))

    def fetch(self, fetches: str, /, *arrays: Any, **inputs: Any) -> Any:
        """Runs what these values and targets of a tfg.graph need, as a session does: `f.fetch("^init")`, `f.fetch("loss,^step", x=1)`."""
        return single(self._outputs(("fetch", fetches), arrays, inputs))

    @roomy
    def _outputs(self, opening: tuple[str, str] | None, arrays: tuple[Any, ...], inputs: Mapping[str, Any]) -> dict[str, numpy.ndarray]:
        if not self._close.alive:
            raise ValueError("the program is closed")
        with told():
            given = named(arrays, inputs)
            entry = self._entries.get(opening, tuple([each.name for each in given if each.name]))
            entry, values = self._caller.call(entry, bind(entry, self._entries.taken(entry, given), self._caller.held))
        return {port.name: array for port, array in zip(entry.fetches, values)}


def single(outputs: dict[str, numpy.ndarray]) -> Any:
    return next(iter(outputs.values())) if len(outputs) == 1 else outputs


def named(arrays: tuple[Any, ...], inputs: Mapping[str, Any]) -> list[Given]:
    """The values of a call; those of a dictionary, as numpy.load gives of an archive, by its names. What has no name is for the inputs that
    none is given for."""
    in_order = [each for each in arrays if not hasattr(each, "keys")]
    pairs = [(str(name), every[name]) for every in (*[each for each in arrays if hasattr(each, "keys")], inputs) for name in every.keys()]
    values = [*[(plain_name(key), each, key) for key, each in pairs], *[(None, each, f"argument {at}") for at, each in enumerate(in_order)]]
    return [given(name, as_array(value), origin, is_plain(value)) for name, value, origin in values]


def given(name: str | None, array: numpy.ndarray, origin: str, is_plain: bool) -> Given:
    """An array for an input; Python's own numbers are of the element type that the input has, where they are the same numbers then."""
    return Given(name, array, origin, made=(lambda port: as_typed(array, port)) if is_plain else None)


def as_typed(array: numpy.ndarray, port: Port) -> numpy.ndarray:
    if not isinstance(port.type, TensorType) or not numpy.can_cast(array.dtype, dtype := dtype_of(port.type.element), "same_kind"):
        return array
    cast = array.astype(dtype)
    return cast if dtype.kind not in "iu" or numpy.array_equal(cast, array) else array


def is_plain(value: Any) -> bool:
    """Whether a value says no element type: Python's numbers, and lists of them."""
    return not isinstance(value, numpy.ndarray | numpy.generic) and not hasattr(value, "__dlpack__") and not hasattr(value, "__array__")


def as_array(value: Any) -> numpy.ndarray:
    """The array of an argument, without a copy where it has one; text is bytes."""
    array = numpy.from_dlpack(value) if hasattr(value, "__dlpack__") and not hasattr(value, "__array__") else numpy.asarray(value)
    return array if array.dtype.kind != "U" else numpy.char.encode(array.astype(numpy.str_), "utf-8").astype(object)
