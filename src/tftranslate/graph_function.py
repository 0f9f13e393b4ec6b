"""A GraphDef's graph as a function from named feeds to named fetches: `--inputs=x,y:1 --outputs=scores,^step --input-shapes=x=1x224x224x3`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tfir.analysis.call_graph import reached_functions
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.interface import placeholders as fed_by_default
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.proto import SignatureDef
from tfir.storage.graphdef.wire import NAME, WIRE

from tftranslate.saved_model.signature_function import function_of

SHAPE = re.compile(r"(\?|\d{1,18})(x(\?|\d{1,18}))*")


class Ports:
    """The requested inputs, outputs and shapes, by the names of nodes. Without inputs these are the graph's Placeholders. Of outputs behind
    `^` nothing is fetched: they are nodes that are run, as a training step."""

    def __init__(self, inputs: list[str] | None, outputs: list[str], shapes: dict[str, list[int]] | None):
        self.inputs, self.shapes = inputs or [], shapes or {}
        self.outputs = [name for name in outputs if name[0] != "^"]
        self.targets = [name[1:] for name in outputs if name[0] == "^"]

    def function(self, graph: Operation, name: str = "main") -> Operation:
        """The function of a tfg.graph, without nodes that the outputs do not depend on."""
        inputs, signature = self.inputs or placeholders(graph), SignatureDef()
        for feed in inputs:
            signature.inputs[feed].name = feed
            if feed in self.shapes:
                signature.inputs[feed].tensor_shape.SetInParent()
                for size in self.shapes[feed]:
                    signature.inputs[feed].tensor_shape.dim.add(size=size)
        for fetch in self.outputs:
            signature.outputs[fetch].name = fetch
        stray = next((name for name in self.shapes if name not in inputs), None)
        if stray is not None:
            raise Error(f"--input-shapes names '{stray}', which is no input; there are {', '.join(inputs) or 'none'}")
        return function_of(graph, name, signature, order=(inputs, self.outputs), targets=self.targets)


def make_function(module: Operation, ports: Ports) -> None:
    """Puts a function in the graph's place."""
    graph = next(op for op in module.body if op.name == "tfg.graph")
    function = ports.function(graph)
    module.remove_attribute(WIRE)
    module.body.insert_before(function, graph)
    graph.erase()
    drop_unreached(module, function)


def placeholders(graph: Operation) -> list[str]:
    return [name for value in fed_by_default(graph) if (name := value.op.get(NAME))]


def names(text: str) -> list[str]:
    """`x,y:1` as a list; the first output of a node goes by the node's name."""
    listed = [name.strip().removesuffix(":0") for name in text.split(",") if name.strip()]
    if not listed or len(set(listed)) != len(listed):
        raise ValueError("expected names of nodes, each once, with commas between them")
    return listed


def shapes(text: str) -> dict[str, list[int]]:
    """`x=1x224x224x3,y=?x8`; nothing behind the sign is a scalar."""
    sizes_by_name = {}
    for one in text.split(","):
        name, equals, sizes = one.strip().rpartition("=")
        if not equals or not name or sizes and not SHAPE.fullmatch(sizes):
            raise ValueError(f"'{one}' is no NAME=SIZExSIZE")
        if name.removesuffix(":0") in sizes_by_name:
            raise ValueError(f"'{name}' is given twice")
        sizes_by_name[name.removesuffix(":0")] = [-1 if size == "?" else int(size) for size in sizes.split("x") if size]
    return sizes_by_name


def drop_unreached(module: Operation, *entries: Operation) -> None:
    """Leaves only the entries and the functions that they can come to call."""
    reached = functions_reached_by(module, [inner for entry in entries if entry.regions for inner in entry.body])
    for op in list(module.body):
        if op not in entries and op not in reached:
            op.erase()


def functions_reached_by(module: Operation, ops: Iterable[Operation]) -> set[Operation]:
    """The functions of a module that ops can come to call."""
    return reached_functions(ops, functions_by_name(module))
