"""Programs in text as workloads."""

import pytest
from tfir.cost.workload import Reading, main_graph
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse


@pytest.fixture
def module():
    return lambda text: parse(Source("test.mlir", text), lookup, dialect)


@pytest.fixture
def graph(module):
    """A graph's module from its nodes: `graph('%a, %ctl = ...')`."""

    def make(nodes: str):
        return module("module { tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {\n" + nodes + "\n} }")

    return make


@pytest.fixture
def workload(graph):
    def make(nodes: str, fetches=(), **settings):
        found = graph(nodes)
        return Reading(found, **settings).workload(main_graph(found), fetches)

    return make
