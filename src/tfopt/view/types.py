"""The types of a graph's values as far as they can be told, for a page: those that are written, and shapes that follow from them."""

from __future__ import annotations

from typing import Any

from tfir.analysis.shapes import ShapeAnalysis
from tfir.dialects.tfg.interface import fed_type, placeholders
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import data_results


def inferred_types(graph: Operation) -> dict[Value, str]:
    """The types of results that are not written as far as they are known. The graph stays as it is."""
    if not graph.regions or len(graph.region.blocks) != 1:
        return {}
    ops = list(graph.body)
    unknown = [value for op in ops for value in data_results(op) if is_open(value)]
    if not unknown:
        return {}
    given: dict[Value, Any] = {}
    if graph.name == "tfg.graph":
        fed = {value: fed_type(value) for value in placeholders(graph)}
        given = {value: type.shape for value, type in fed.items() if isinstance(type, TensorType) and type.shape is not None}
    shapes = ShapeAnalysis(given=given).run(ops)
    types = {value: shapes[value].type for value in unknown if value in shapes}
    return {value: type.text for value, type in types.items() if type.shape is not None}


def is_open(value: Value) -> bool:
    return isinstance(value.type, TensorType) and not value.type.is_static
