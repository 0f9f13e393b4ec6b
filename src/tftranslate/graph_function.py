"""A GraphDef's graph as a function from named feeds to named fetches: `--inputs=x,y:1 --outputs=scores --input-shapes=x=1x224x224x3`."""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.proto.saved_model_pb2 import SignatureDef

from tftranslate.saved_model.import_saved_model import drop_unreached
from tftranslate.saved_model.signature_function import function_of
from tftranslate.wire import NAME, WIRE

SHAPE = re.compile(r"(\?|\d{1,18})(x(\?|\d{1,18}))*")


def make_function(module: Operation, inputs: list[str], outputs: list[str], shapes: dict[str, list[int]], name: str = "main") -> None:
    """Puts a function in the graph's place. Without inputs these are its Placeholders; what the outputs don't need is left out."""
    graph = next(op for op in module.body if op.name == "tfg.graph")
    signature = SignatureDef()
    for feed in inputs or placeholders(graph):
        info = signature.inputs[feed]
        info.name = feed
        declared = shapes.pop(feed, None)
        if declared is not None:
            info.tensor_shape.SetInParent()
            for size in declared:
                info.tensor_shape.dim.add(size=size)
    for fetch in outputs:
        signature.outputs[fetch].name = fetch
    if shapes:
        raise Error(f"--input-shapes names '{next(iter(shapes))}', which is no input; there are {', '.join(signature.inputs) or 'none'}")
    function = function_of(graph, name, signature, order=(inputs or placeholders(graph), outputs))
    module.attributes.pop(WIRE, None)
    module.body.insert_before(function, graph)
    graph.erase()
    drop_unreached(module, function)


def placeholders(graph: Operation) -> list[str]:
    return [op.get(NAME) for op in graph.body if op.name in ("tfg.Placeholder", "tfg.PlaceholderV2") and op.get(NAME)]


def names(text: str) -> list[str]:
    """`x,y:1` as a list; the first output of a node goes by the node's name."""
    found = [name.strip().removesuffix(":0") for name in text.split(",") if name.strip()]
    if not found or len(set(found)) != len(found):
        raise ValueError("expected names of nodes, each once, with commas between them")
    return found


def shapes(text: str) -> dict[str, list[int]]:
    """`x=1x224x224x3,y=?x8`; nothing behind the sign is a scalar."""
    found = {}
    for one in text.split(","):
        name, equals, sizes = one.strip().rpartition("=")
        if not equals or not name or sizes and not SHAPE.fullmatch(sizes):
            raise ValueError(f"'{one}' is no NAME=SIZExSIZE")
        found[name.removesuffix(":0")] = [-1 if size == "?" else int(size) for size in sizes.split("x") if size]
    return found
