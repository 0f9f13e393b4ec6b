"""Random programs before and after Grappler, on the interpreter: fetches, variables after each of two steps, errors and what is printed
are the same, also where all that touches state comes in the worst order that the edges allow.

`tools/check_random_graphs.py` does the same with TensorFlow, on any number of programs."""

import pytest
from graph_runs import difference, in_worst_order, ranks, run_interpreted, wanted_nodes
from random_graphs import random_program

from tftranslate.export_graphdef import export_graphdef
from tftranslate.import_graphdef import import_graphdef


def first_difference(wanted, found, tolerance: float = 0.0):
    return next((told for one, two in zip(wanted, found) if (told := difference(one, two, tolerance))), None)


@pytest.mark.parametrize("seed", range(40))
def test_programs_say_in_which_order_they_run(seed):
    program = random_program(seed)
    graph = export_graphdef(program.module)
    chained = import_graphdef(graph)
    in_worst_order(chained, wanted_nodes(program), ranks(chained))
    assert first_difference(run_interpreted(import_graphdef(graph), program), run_interpreted(chained, program)) is None
