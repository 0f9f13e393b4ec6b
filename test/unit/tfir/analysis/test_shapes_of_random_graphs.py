"""Shapes of random programs, held against the shapes that come of running them."""

import random

import pytest
from graph_runs import run_interpreted
from random_graphs import random_program
from tfir.analysis.deadness import conditions_of
from tfir.analysis.importer_shapes import GraphShapes, ImporterPolicy
from tfir.analysis.shapes import ShapeAnalysis
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ods.control import CONTROL
from tfir.ods.shapes import Symbol
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.grappler.item import Item
from tfopt.grappler.shapes import Shapes

SEEDS = range(100, 124)


class Run:
    """A random program as a graph without types, and by name (`node:k`) the shapes that its values have in the first step."""

    def __init__(self, seed: int):
        self.program = random_program(seed, special=False, failing=False)
        self.program.feeds = self.program.feeds[:1]
        graph = export_graphdef(self.program.module)
        self.module = import_graphdef(graph)
        self.top = next(op for op in self.module.body if op.name == "tfg.graph")
        self.values = values_by_name(self.top)
        self.program.fetches, self.program.targets = list(self.values), []
        (outcome,) = run_interpreted(import_graphdef(graph), self.program)
        assert outcome.error is None
        self.shapes = {name: array.shape for name, array in zip(self.values, outcome.values)}

    @property
    def order(self):
        return topological_order(self.top.body)


def values_by_name(top) -> dict:
    """The values that are tensors of numbers, there in each run."""
    conditional = conditions_of(top.body)
    values = [value for op in top.body for value in op.results if value.type is not CONTROL and value not in conditional]
    plain = [value for value in values if value.type.element.text in ("f32", "i32", "i64", "i1") and is_fetched(value)]
    return {f"{node_name(value.op)}:{value.index}": value for value in plain}


def is_fetched(value) -> bool:
    """References are variables and not values; what never gives the same twice, or writes, is left alone."""
    return value.op.name not in ("tfg.VariableV2", "tfg.Assign", "tfg.AssignAdd", "tfg.AssignSub") and "Ref" not in value.op.name


ANALYSES = {
    "all": lambda run: ShapeAnalysis().run(run.order),
    "Grappler": lambda run: Shapes(Item(run.top, trust_feed_shapes=True)).analysis,
    "importer": lambda run: GraphShapes(
        run.top, ImporterPolicy({op.get("sym_name"): op for op in run.module.body if op.name == "tfg.func"})
    ).visit_all(run.order).analysis,
}  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("name", ANALYSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_shape_is_told_that_a_run_does_not_have(seed, name):
    """Nor do equal symbols stand for different sizes."""
    run = Run(seed)
    analysis, sizes = ANALYSES[name](run), {}
    for place, shape in run.shapes.items():
        told = analysis[run.values[place]].shape
        if told is not None:
            assert len(told) == len(shape), place
            for size, actual in zip(told, shape):
                assert sizes.setdefault(size, actual) == actual if isinstance(size, Symbol) else size == actual, (place, told, shape)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_told_more_knows_no_less(seed):
    run, chance = Run(seed), random.Random(seed)
    less = ShapeAnalysis().run(run.order)
    given = {run.values[place]: shape for place, shape in run.shapes.items() if chance.random() < 0.3}
    more = ShapeAnalysis(given=given).run(run.order)
    for value in run.values.values():
        known, better = less[value].shape, more[value].shape
        assert known is None or better is not None and len(better) == len(known)
        assert all(isinstance(size, Symbol) or size == other for size, other in zip(known or (), better or ()))


def test_programs_have_what_the_analyses_are_about():
    """Loops, branches, functions, and shapes that some analysis does not know, are among what is drawn."""
    runs = [Run(seed) for seed in SEEDS[::3]]
    names = {op.name for run in runs for top in run.module.body for op in top.body}
    assert {"tfg.Merge", "tfg.NextIteration", "tfg.ReadVariableOp", "tfg.PartitionedCall"} <= names
    unknown = [value for run in runs for value in run.values.values() if ANALYSES["importer"](run)[value].shape is None]
    assert unknown and sum(len(run.values) for run in runs) > 300
