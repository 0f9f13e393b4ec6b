"""Results: printed, written to files, and compared with what was expected."""

from __future__ import annotations

import zipfile
from contextlib import ExitStack

import numpy
from tfir.command_line import Output, StandardOutput, UsageError
from tfir.ir.diagnostics import Error

from tfrun.entry import Port, plain_name
from tfrun.inputs import NAMED, Given
from tfrun.values import is_exact, literal, type_text, typed


class Destination:
    """Where an output goes: `-` (printed) or a file; `name` picks one output, None means all of them."""

    __slots__ = ("name", "path")

    def __init__(self, text: str):
        match = NAMED.fullmatch(text)
        self.name = plain_name(match[1]) if match else None
        target = match[2] if match else text
        self.path = target.removeprefix("@")
        if target != "-" and not target.startswith("@"):
            raise UsageError(f"--output={text}: expected -, [NAME=]@file.npy or @file.npz")
        if target != "-" and not target.endswith((".npy", ".npz")):
            raise UsageError(f"--output={text}: expected a file that ends in .npy or .npz")


def check_destinations(destinations: list[Destination], fetches: list[Port]):
    """Complain before anything runs about what cannot be written afterwards."""
    for destination in destinations:
        chosen = _chosen(destination, fetches)
        if destination.path.endswith(".npy") and len(chosen) != 1:
            names = ", ".join(f"'{port.name}'" for port in fetches)
            raise Error(f"'{destination.path}' holds one output, but there are {names}; name one or use .npz")


def write_outputs(destinations: list[Destination], fetches: list[Port], values: list[numpy.ndarray]):
    """Write every destination; when one fails, no file of this run is left."""
    named = {port.name: value for port, value in zip(fetches, values)}
    with ExitStack() as stack:
        for destination in destinations:
            chosen = {port.name: named[port.name] for port in _chosen(destination, fetches)}
            if destination.path == "-":
                print_outputs([port for port in fetches if port.name in chosen], list(chosen.values()))
            else:
                _save(stack.enter_context(Output(destination.path, binary=True)), destination.path, chosen)


def _chosen(destination: Destination, fetches: list[Port]) -> list[Port]:
    chosen = [port for port in fetches if destination.name in (None, port.name)]
    if not chosen:
        names = ", ".join(map(str, fetches))
        raise Error(f"there is no output '{destination.name}'; the outputs are {names}")
    return chosen


def _save(file, path: str, arrays: dict[str, numpy.ndarray]):
    arrays = {name: _storable(array) for name, array in arrays.items()}
    if path.endswith(".npy"):
        numpy.save(file, *arrays.values(), allow_pickle=False)
    else:
        _save_archive(file, arrays)


def _save_archive(file, arrays: dict[str, numpy.ndarray]):
    """An .npz file, the same bytes for the same arrays; unlike `savez` it takes any name."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            with archive.open(member, "w", force_zip64=True) as stream:
                numpy.lib.format.write_array(stream, array, allow_pickle=False)


def _storable(array: numpy.ndarray) -> numpy.ndarray:
    """Arrays of strings as fixed-width bytes, which need no pickling."""
    return array.astype("S") if array.dtype == object else array


def print_outputs(fetches: list[Port], values: list[numpy.ndarray], all_elements: bool = True):
    """One line for each output, in the form that `--input` takes."""
    out = StandardOutput()
    for port, value in zip(fetches, values):
        name = f"{port.name}=" if port.named else ""
        out.write(f"{name}{literal(value, all_elements)}\n")


def compare(fetches: list[Port], values, expected: list[Given], rtol: float, atol: float) -> list[str]:
    """What differs, as messages; nothing when all agrees. NaN agrees with NaN; integers must be equal."""
    named = {port.name: value for port, value in zip(fetches, values)}
    unbound = list(fetches)
    complaints = []
    for value in expected:
        name = value.name if value.name is not None else unbound[0].name if unbound else None
        if name not in named:
            names = ", ".join(map(str, fetches))
            raise Error(
                f"there is no output '{name}' to compare with {value.origin}; the outputs are {names}"
            )
        unbound = [port for port in unbound if port.name != name]
        wanted = typed(value.array, named[name].dtype)
        complaints += _differences(name, named[name], wanted, rtol, atol)
    return complaints


def _differences(
    name: str, found: numpy.ndarray, wanted: numpy.ndarray, rtol: float, atol: float
) -> list[str]:
    if found.dtype == object or wanted.dtype.kind in "SU":
        found, wanted = found.astype("S"), wanted.astype("S")
    if found.shape != wanted.shape or (found.dtype != wanted.dtype and found.dtype.kind != "S"):
        return [f"output '{name}' is {type_text(found)}; expected {type_text(wanted)}"]
    if is_exact(found):
        wrong, excess = found != wanted, (found != wanted).astype(float)
    else:
        wrong, excess = _beyond_tolerance(found, wanted, rtol, atol)
    return [_complaint(name, found, wanted, wrong, excess)] if wrong.any() else []


def _beyond_tolerance(found, wanted, rtol: float, atol: float):
    """Where values differ by more than `atol + rtol * |expected|`, and by how many times that."""
    wide = numpy.complex128 if found.dtype.kind == "c" else numpy.float64
    found, wanted = found.astype(wide), wanted.astype(wide)
    with numpy.errstate(invalid="ignore", divide="ignore", over="ignore"):
        same = (found == wanted) | (numpy.isnan(found) & numpy.isnan(wanted))
        difference = numpy.abs(found - wanted)
        allowed = atol + rtol * numpy.abs(wanted)
        wrong = ~same & ~(difference <= allowed)
        excess = numpy.where(same, 0.0, numpy.nan_to_num(difference / allowed, nan=numpy.inf))
    return wrong | (~same & ~numpy.isfinite(wanted)), excess


def _complaint(name: str, found, wanted, wrong, excess) -> str:
    places = numpy.argwhere(wrong)
    excess = numpy.where(wrong, excess, -1.0)
    worst = numpy.unravel_index(numpy.argmax(excess), excess.shape)
    first = tuple(places[0]) if len(places) else ()
    lines = [f"output '{name}': {int(wrong.sum())} of {wrong.size} elements differ"]
    for title, at in (("first", first), ("worst", worst)):
        index = ", ".join(str(int(part)) for part in at)
        lines.append(f"  {title} at [{index}]: found {found[at]}, expected {wanted[at]}")
    return "\n".join(lines)
