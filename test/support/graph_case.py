"""A recorded case (`tensorflow_values.Case`) as a graph of placeholders and one node, and what a session of it computes."""

import numpy as np
from small_graphs import Graph
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.attributes import attribute


def computed_in_graph(case) -> list:
    """The results of the node, as `tf-run graph.mlir --fetch=op:0,op:1` computes them from the operands that are fed."""
    graph = Graph()
    operands = [graph.input(each) for each in case.operands]
    results = [value.type for value in case.op.results]
    attributes = {name: attribute(list(each) if isinstance(each, tuple) else each) for name, each in case.attributes.items()}
    values = graph._add(case.name, operands, results, attributes)
    values = values if isinstance(values, list | tuple) else [values]
    name = values[0].op.attributes["_mlir_name"].value
    fetches = ",".join([f"{name}:{at}" for at in range(len(values))])
    entry = entry_of_graph(graph.target, fetches, [])
    arrays = dict(zip([value.op.attributes["_mlir_name"].value for value in operands], case.operands))
    return [
        np.asarray(each) for each in interpreted(graph.module, entry, Session(graph.module))([arrays[port.name] for port in entry.feeds])
    ]
