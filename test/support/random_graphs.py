"""Random programs of TensorFlow as graphs: variables, files, checks that fail, branches, loops, functions, and control edges everywhere.

    program = random_program(seed)      # .module, .fetches, .targets, .feeds (one dict for each step), .places

A program says what it means: what touches a place (a variable, a file, the printout) waits for whatever touched it before, by some
path or other, so that each executor computes the same. All else is left to chance, control edges that order nothing among it.
What is floating point never decides a branch unless it is computed without rounding.
"""

from __future__ import annotations

import random

import numpy as np
from random_graph_effects import COMPOSITES, EFFECTS
from random_graph_ops import EXACT_OPS, OPS, handing_on
from random_graph_scopes import Place, Scope
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I1, I32, I64
from tfir.ods.arrays import dtype_of
from tfir.text.parser import parse

EMPTY = "tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {\n}\n"
CPU = "/job:localhost/replica:0/task:0/device:CPU:0"


class Program:
    """`special` programs compute with NaN, infinities and signed zeros; of `failing` ones some check may fail; `files` is the folder of
    files to write, None for programs that write none. Those that have `refuses` set compute what may fail."""

    def __init__(
        self,
        seed: int,
        files: str | None = None,
        special: bool | None = None,
        failing: bool | None = None,
        size: int | None = None,
        variables: bool = True,
    ):
        self.chance = chance = random.Random(seed)
        self.files = files
        self.special = chance.random() < 0.25 if special is None else special
        self.failing = chance.random() < 0.25 if failing is None else failing
        self.size = chance.randint(8, 40) if size is None else size
        self.edges = chance.choice([0.0, 0.1, 0.3, 0.6])  # how likely a node waits for another without reason
        self.devices = chance.choice([[""], [CPU], ["", "/device:CPU:0"], ["/device:CPU:0", "/device:CPU:1"]])
        self.module = parse(Source("program", EMPTY), lookup, dialect)
        self.before: dict[Operation, int] = {}  # by node, those that have run when it has, as bits
        self.feeds: list[dict] = [{}, {}]
        self.bodies = self.count = 0
        self.functions: list = []
        self.computing, self.acting, self.holding = EXACT_OPS if self.special else OPS, EFFECTS, COMPOSITES
        self.handing_on, self.refuses = handing_on, False
        self.places = self.make_places() if variables else {}
        self.fetches, self.targets, self.fed = [], [], []  # `fed`: constants in the place of which something is fed

    def make_places(self) -> dict[str, Place]:
        places = {}
        for number in range(self.chance.randint(1, 3)):
            kind = self.chance.choice(["resource", "resource", "reference"])
            element = self.chance.choice([F32, F32, I32])
            shape = self.chance.choice([(), (2,), (2, 3), (1,)])
            places[f"v{number}"] = Place(f"v{number}", kind, element, np.full(shape, number + 1, dtype_of(element)))
        if self.files is not None:
            places["printout"] = Place("printout", "print")
            places["file"] = Place("file", "file")
        return places

    def name(self, wanted: str) -> str:
        self.count += 1
        return f"{wanted}_{self.count}"


def random_program(seed: int, **options) -> Program:
    program = Program(seed, **options)
    graph = next(op for op in program.module.body if op.name == "tfg.graph")
    scope = Scope(program, graph.body)
    scope.is_outermost = True
    for kind in (F32, F32, F32, I32, I32, I64, I1):
        scope.placeholder(kind)
    scope.grow(program.size)
    scope.end()
    return program
