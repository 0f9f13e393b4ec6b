"""Whatever a rule puts in a node's place: who read the node, and who waited for it, still comes after all that it came after."""

from __future__ import annotations

import itertools

import constant_folding_cases  # noqa: F401  its graphs join the cases
import pytest
import remapper_cases  # noqa: F401
from graph_order import come_before, lost_order
from rule_cases import CASES
from rule_trials import RULES, SEEDS, SHAPES, STAGES, Trial, arrays, name_of, ordinary
from small_graphs import Graph
from tfir.dialects import verify
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I1, I32
from tfir.ods.control import CONTROL

from tfopt.grappler.grappler_dependency import grappler_dependency
from tfopt.grappler.item import Item, optimize
from tfopt.grappler.rewriting import Stage

# Which node is made to wait, and how the result is followed: by a value read from it, by a control edge, by both.
WAYS = [(None, "reads"), (None, "waits"), (None, "reads waits"), (0, "waits"), (1, "waits"), (2, "waits"), (3, "waits")]


def effect(graph: Graph, name: str, operands=()):
    """An Assert: a node that must run, and of which the order can be told."""
    node = Operation("tfg.Assert", operands, [CONTROL], {NAME: StringAttr(name), "T": ArrayAttr([])})
    graph.target.body.append(node)
    return node.results[0]


def with_effects(graph: Graph, fetched, only: int | None = None, reading: str = "reads waits") -> list[str]:
    """Lets each node, or one of them, wait for an effect of its own, and others read or wait for what is fetched. Names of all effects."""
    nodes = [op for op in graph.target.body if op.name != "tfg.Placeholder"]
    marked = []
    for number, node in enumerate(nodes):
        if only is None or number == only % len(nodes):
            marked.append(f"before_{node_name(node)}")
            node.set_operands((*node.operands, effect(graph, marked[-1])))
    for number, value in enumerate(fetched):
        for way in reading.split():
            behind = graph.Identity(value) if way == "reads" else value
            marked.append(f"{way}_{number}")
            effect(graph, marked[-1], [behind.op.results[-1]])
    return marked


def optimized(graph: Graph, marked, stages, **options):
    graph.fetches = tuple(marked)
    before = come_before(graph.target)
    fired = graph.optimize(stages, **options).fired
    verify(graph.module)
    between = lost_order(before, come_before(graph.target), marked)
    optimize(Item(graph.target, fetches=graph.fetches), grappler_dependency)
    verify(graph.module)
    return fired, between, lost_order(before, come_before(graph.target), marked)


@pytest.mark.parametrize("pair", RULES, ids=name_of)
def test_a_declarative_rule_keeps_order(pair):
    stage, rule = pair
    count = 0
    for element, shapes, (only, reading) in itertools.product((F32, I32, I1), SHAPES, WAYS):
        trial = Trial(element, shapes, ordinary, 0, 0)
        try:
            root = trial.build(rule.pattern)
            marked = with_effects(trial.graph, [root], only, reading)
            fired, between, after = optimized(trial.graph, marked, [Stage(stage.name, rule)])
        except (Error, ValueError, TypeError, KeyError, IndexError, AttributeError):
            continue
        count += bool(fired)
        assert not between and not after, f"{element} {shapes} {only} {reading}: {between} {after}"
        if count >= 2 * len(WAYS):
            break
    if not count:
        pytest.skip("its operands are of kinds that this test cannot make")


@pytest.mark.parametrize("case", [case for case in CASES if case.fires], ids=lambda case: case.__name__)
@pytest.mark.parametrize("only, reading", WAYS)
def test_a_case_of_a_function_keeps_order(case, only, reading):
    """Each way with every third of the case's types, another third for the next: types have no part in the order."""
    stages = {stage.name: stage for stage in STAGES}
    for element in case.elements[WAYS.index((only, reading)) % min(3, len(case.elements)) :: 3]:
        graph = Graph()
        fetched = case(graph, arrays(ordinary, element, SEEDS[0]))
        marked = with_effects(graph, fetched if isinstance(fetched, (list, tuple)) else [fetched], only, reading)
        fired, between, after = optimized(graph, marked, [stages[case.stage]])
        assert not between and not after, f"{element}: {between} {after}"
