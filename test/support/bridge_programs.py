"""Graphs of a few ops around those that cannot be recorded alone, as they use variables, lists, functions or generators, and what TensorFlow
2.21 (CPU, oneDNN off) answered to each call of one session: one graph to a line of `bridge_programs.jsonl`.

A line has a name, the `graph` as text, the `feeds` that each call is given, by node, and `answers`: for each call what the nodes `out0`, `out1`, .. gave.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tensorflow_values import array
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.text.parser import parse

FILE = Path(__file__).with_name("bridge_programs.jsonl")


class BridgeProgram(NamedTuple):
    name: str
    graph: str
    feeds: dict[str, np.ndarray]
    answers: list[dict[str, np.ndarray]]

    def module(self) -> Operation:
        return parse(Source(self.name, self.graph), lookup, dialect)


def programs() -> list[BridgeProgram]:
    lines = [json.loads(line) for line in FILE.read_text().splitlines()]
    return [BridgeProgram(line["name"], line["graph"], arrays(line["feeds"]), [*map(arrays, line["answers"])]) for line in lines]


def arrays(told: dict[str, list]) -> dict[str, np.ndarray]:
    return {name: array(*each) for name, each in told.items()}


def ops() -> set[str]:
    """The ops in graphs that the record has answers of."""
    return {
        name for program in programs() for name in re.findall(r"= (\w+)(?:\(| name| \[)|^ *(\w+)\(", program.graph) for name in name if name
    }
