"""Results: printed, written to files, and compared with what was expected."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from io import BytesIO
from math import isfinite

import numpy
from tfir.cli.files import Output, StandardOutput, decoded, read_bytes
from tfir.cli.process import FAILURE, UsageError
from tfir.execution.comparison import difference
from tfir.execution.entry import Port, plain_name
from tfir.execution.inputs import NAMED, Given
from tfir.execution.values import literal, save_archive, storable, typed
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import is_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfrun.calls import Call


class Destination:
    """Where an output goes: `-` (printed) or a file; `name` picks one output, None means all of them."""

    __slots__ = ("name", "path")

    def __init__(self, text: str):
        match = NAMED.fullmatch(text)
        self.name = plain_name(match[1]) if match else None
        target = match[2] if match else text
        self.path = target.removeprefix("@")
        if target != "-" and not target.startswith("@"):
            meant = f"; did you mean '{text.removesuffix(target)}@{target}'?" if target.endswith((".npy", ".npz")) else ""
            raise UsageError(f"--output={text}: expected -, [NAME=]@file.npy or @file.npz{meant}")
        if target != "-" and not target.endswith((".npy", ".npz")):
            raise UsageError(f"--output={text}: expected a file that ends in .npy or .npz")


def check_destinations(destinations: list[Destination], fetches: list[Port]):
    """Complain before anything runs about what cannot be written afterwards."""
    for destination in destinations:
        chosen = _chosen(destination, fetches)
        if destination.path.endswith(".npy") and len(chosen) != 1:
            names = ", ".join(f"'{port.name}'" for port in fetches)
            raise UsageError(f"'{destination.path}' holds one output, but there are {names}; name one or use .npz")


def write_outputs(answers) -> None:
    """Writes what calls answered, each given as (destinations, fetches, values, title). When one file fails, none of this run is left."""
    with ExitStack() as stack:
        for destinations, fetches, values, title in answers:
            named = {port.name: value for port, value in zip(fetches, values)}
            for destination in destinations:
                chosen = {port.name: named[port.name] for port in _chosen(destination, fetches)}
                if destination.path == "-":
                    print_outputs([port for port in fetches if port.name in chosen], list(chosen.values()), title)
                else:
                    _save(stack.enter_context(Output(destination.path, binary=True)), destination.path, chosen)


def _chosen(destination: Destination, fetches: list[Port]) -> list[Port]:
    """The outputs of its name, or all. A file that holds one takes the only one that is not what a variable is left at."""
    chosen = [port for port in fetches if destination.name in (None, port.name)]
    if not chosen:
        names = ", ".join(map(str, fetches))
        raise UsageError(f"there is no output '{destination.name}'; the outputs are {names}")
    own = [port for port in chosen if port.variable is None]
    return own if destination.path.endswith(".npy") and len(own) == 1 else chosen


def _save(file, path: str, arrays: dict[str, numpy.ndarray]):
    if path.endswith(".npy"):
        ((name, array),) = arrays.items()
        numpy.save(file, storable(_texts_as_bytes(name, array)), allow_pickle=False)
    else:
        save_archive(file, [(name, _texts_as_bytes(name, array)) for name, array in arrays.items()])


def archive(fetches: list[Port], values: list[numpy.ndarray]) -> bytes:
    """All outputs of a call as an .npz file holds them."""
    file = BytesIO()
    _save(file, ".npz", {port.name: value for port, value in zip(fetches, values)})
    return file.getvalue()


def _texts_as_bytes(name: str, array: numpy.ndarray) -> numpy.ndarray:
    """Arrays of strings as fixed-width bytes, which need no pickling, but have no zero bytes at their ends."""
    if array.dtype != object:
        return array
    if any([isinstance(content, bytes) and content.endswith(b"\0") for content in array.flat]):
        raise Error(
            f"output '{name}' has strings that end in zero bytes, which .npy and .npz files do not keep; --output={name}=- prints them"
        )
    return array.astype("S")


class Top:
    """The greatest numbers of an output, along its last dimension, with names for their places: one to a line of the file `labels`."""

    def __init__(self, count: int, labels: str | None, form: str = "text"):
        self.count, self.path, self.form = count, labels, form
        self.labels = None if labels is None else decoded(bytes(read_bytes(labels))).splitlines()

    def lines(self, value: numpy.ndarray) -> list[str] | None:
        """None for what has no more than one number in a row. NaN counts as less than all numbers; of equal ones the first comes first."""
        if value.ndim == 0 or value.shape[-1] < 2 or not value.size or (value.dtype.kind not in "iuf" and not is_float(value.dtype)):
            return None
        if self.labels is not None and len(self.labels) < value.shape[-1]:
            raise Error(f"'{self.path}' has {len(self.labels)} labels, and a row of the output {value.shape[-1]} numbers")
        rows = value.reshape(-1, value.shape[-1])
        return [line for number, row in enumerate(rows) for line in self.of_row(row, number, len(rows) > 1)]

    def of_row(self, row: numpy.ndarray, number: int, is_one_of_many: bool) -> list[str]:
        exact = row.astype(numpy.float64) if is_float(row.dtype) else row
        numbers = numpy.where(numpy.isnan(exact), -numpy.inf, exact) if is_float(row.dtype) else exact
        order = (len(row) - 1 - numpy.argsort(numbers[::-1], kind="stable"))[::-1][: self.count]
        if self.form == "json":
            from json import dumps  # which numbers as text need not load

            return [dumps([{"place": int(at), "value": in_json(row[at]), **self.named(at)} for at in order])]
        title = f"row {number}: " if is_one_of_many else ""
        return [f"{title}{row[at]!s:>14} {at:6}{'' if self.labels is None else f'  {self.labels[at]}'}" for at in order]

    def named(self, at: int) -> dict[str, str]:
        return {} if self.labels is None else {"label": self.labels[at]}


def in_json(number) -> int | float | str:
    """A number of an array; NaN and infinities, which JSON does not have, as text."""
    value = number.item() if number.dtype.kind in "iuf" else float(number)
    return value if isinstance(value, int) or isfinite(value) else str(value)


def print_outputs(fetches: list[Port], values: list[numpy.ndarray], title: str = "", all_elements: bool = True, top: Top | None = None):
    """One line for each output, in the form that `--input` takes, or of its greatest numbers one for each; before it the call, where there are several."""
    out = StandardOutput()
    for port, value in zip(fetches, values):
        name = f"{port.name}=" if port.named else ""
        if not hasattr(value, "dtype"):
            raise Error(f"the output '{port.name}' is a '{port.type}', of which there is no text")
        greatest = None if top is None else top.lines(value)
        if top is not None and top.form == "json":
            from json import dumps, loads  # as above

            call = {"call": title.removesuffix(": ")} if title else {}
            for row in [literal(value, all_elements)] if greatest is None else map(loads, greatest):
                out.write(dumps({**call, port.name: row}) + "\n")
        elif greatest is None:
            out.write(f"{title}{name}{literal(value, all_elements)}\n")
        else:
            out.write("".join([f"{title}{port.name}: {line}\n" for line in greatest]))


def expected_names(fetches: list[Port], expected: list[Given]) -> list[str]:
    """The output that each expected value is compared with: the one of its name, else the next."""
    left, names = [port.name for port in fetches], []
    for value in expected:
        name = value.name if value.name is not None else next(iter(left), None)
        if name not in [port.name for port in fetches]:
            which = "no more outputs" if name is None else f"no output '{name}'"
            raise UsageError(f"there is {which} to compare with {value.origin}; the outputs are {', '.join(map(str, fetches))}")
        left = [other for other in left if other != name]
        names.append(name)
    return names


def compare(fetches: list[Port], values, expected: list[Given], rtol: float, atol: float) -> list[str]:
    """The differences, as messages; none when all agrees. NaN agrees with NaN; integers must be equal."""
    named = {port.name: value for port, value in zip(fetches, values)}
    complaints = []
    for name, value in zip(expected_names(fetches, expected), expected):
        message = difference(named[name], typed(value.array, named[name].dtype), rtol, atol)
        complaints += [f"output '{name}'{message}"] if message else []
    return complaints


def deliver(calls: list[Call], answers: list[list[numpy.ndarray]], given: Any) -> int:
    """Writes, compares and prints what calls answered, as the flags ask. The exit code."""
    write_outputs([(call.destinations, call.entry.fetches, values, call.title) for call, values in zip(calls, answers)])
    verdicts = [0]
    top = Top(given.top or 5, given.labels, given.format) if given.top or given.labels else None
    for call, values in zip(calls, answers):
        if call.expected:
            verdicts.append(verdict(call, values, given))
        elif not call.destinations:
            print_outputs(call.entry.fetches, values, call.title, all_elements=False, top=top)
    return max(verdicts)


def verdict(call: Call, values: list[numpy.ndarray], given: Any) -> int:
    complaints = compare(call.entry.fetches, values, call.expected, given.rtol, given.atol)
    for complaint in complaints:
        print(f"tf-run: error: {call.title}{complaint}", file=sys.stderr)
    if not complaints:
        print(f"{call.title}all {len(call.expected)} expected outputs agree")
    return FAILURE if complaints else 0
