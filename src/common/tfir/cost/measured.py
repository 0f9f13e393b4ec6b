"""Measured times of ops, as a JSON file that `tf-run --measure` writes and reports take.

    {"version": 1, "device": "interpreter", "runs": 5, "ops": [{"name": "layer1/MatMul", "op": "MatMul", "seconds": 1.2e-4}, ...]}

Names are those of `labels.py`; several entries of one name are one op at several places and count together.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

VERSION = 1


class Measured:
    """`seconds` by name, and one by one in the order in which they ran; `device` is where that was measured, `runs` of how many runs the
    times are the middle."""

    __slots__ = ("device", "runs", "seconds", "ops", "each")

    def __init__(self, device: str, runs: int, each: dict[str, list[float]], ops: dict[str, str]):
        self.device, self.runs, self.each, self.ops = device, runs, each, ops
        self.seconds = {name: sum(times) for name, times in each.items()}


def as_text(device: str, runs: int, entries) -> str:
    """The file's text; `entries` are (name, op, seconds), and may have a dictionary of further facts."""
    from json import dumps

    rows = [dumps({"name": name, "op": op, "seconds": seconds} | (facts[0] if facts else {})) for name, op, seconds, *facts in entries]
    head = f'{{"version": {VERSION}, "device": {dumps(device)}, "runs": {runs}, "ops": ['
    return head + ",".join([f"\n  {row}" for row in rows]) + "\n]}\n"


def read_measured(path: str) -> Measured:
    from tfir.cli.files import read_text

    source = Source(path, read_text(path))
    table = parsed(source)
    try:
        return _measured(table)
    except (ValueError, KeyError, TypeError):
        raise Error("is no table of measured times; tf-run --measure=FILE writes such tables", source.base) from None


def parsed(source: Source):
    """The value of a JSON text. Raises Error with the place where the text is malformed."""
    from json import JSONDecodeError, loads

    try:
        return loads(source.text)
    except JSONDecodeError as error:
        raise Error(f"is no JSON: {error.msg}", source.base + error.pos) from None
    except RecursionError:
        raise Error("is nested too deeply", source.base) from None


def _measured(table) -> Measured:
    if table["version"] != VERSION:
        raise ValueError(table["version"])
    each: dict[str, list[float]] = {}
    ops: dict[str, str] = {}
    for entry in table["ops"]:
        name, taken = entry["name"], float(entry["seconds"])
        each.setdefault(name, []).append(taken)
        ops[name] = str(entry["op"])
    return Measured(str(table["device"]), int(table["runs"]), each, ops)
