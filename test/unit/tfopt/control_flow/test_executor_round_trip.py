"""What goes down to the executor and up again is the same graph: the same nodes, with the same inputs and attributes."""

from pathlib import Path

import pytest
from tfir.dialects import verify
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner
from tftranslate.graphdef_file import read_graphdef
from tftranslate.materialize_defaults import materialize_defaults

MODELS = Path(__file__).parents[3] / "models"
GRAPHS = sorted([*MODELS.glob("*/model.pb"), *(MODELS.parent / "lit/tftranslate/graphdef_to_mlir").glob("executor.pbtxt")])


def imported(path: Path):
    data = path.read_bytes()
    module = import_graphdef(read_graphdef(data, path.name), None, len(data))
    materialize_defaults(module)
    return module


def nodes(graph) -> dict[str, bytes]:
    """Each node but for what only repeats types."""
    for node in graph.node:
        if "_output_shapes" in node.attr:
            del node.attr["_output_shapes"]
        node.ClearField("experimental_type")
    return {node.name: node.SerializeToString(deterministic=True) for node in graph.node}


@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.parent.name + "/" + path.name)
def test_nodes_come_back_as_they_went(path):
    module = imported(path)
    Runner(verify).run(parse_pipeline("tfg-to-executor,executor-to-tfg"), module)
    assert nodes(export_graphdef(module)) == nodes(export_graphdef(imported(path)))
