"""Updates after the types of values have changed: attributes that repeat them, the signatures and names of functions."""

from __future__ import annotations

from collections.abc import Sequence

from tfir.analysis.call_graph import CallSite
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType
from tfir.ods.functions import retype

STALE = ("T", "Tin", "Tout", "output_shapes", "_output_shapes", "shape_invariant")


def forget_types(op: Operation) -> None:
    """Drops the attributes that repeat the types that operands and results had."""
    for name in STALE:
        op.remove_attribute(name)


def name_called(op: Operation, sites: list[CallSite], functions: list[Operation]) -> None:
    """Has an op run these functions at its call sites, in place of those that it names."""
    for attribute in dict.fromkeys([site.attribute for site in sites]):
        names = [SymbolRefAttr(function.get("sym_name")) for site, function in zip(sites, functions) if site.attribute == attribute]
        op.set_attribute(attribute, ArrayAttr(names) if isinstance(op.attributes[attribute], ArrayAttr) else names[0])


def retype_functions(module: Operation) -> None:
    for function in module.body:
        if function.name == "func.func" and function.region.blocks:
            retype(function)


def describe(function: Operation, arguments: Sequence[dict] = (), results: Sequence[dict] = ()) -> None:
    """Says what the last arguments and results are, and nothing of others that are new."""
    retype(function)
    counts = {"arg_attrs": len(function.body.arguments), "res_attrs": len(function.body.last.operands)}
    for what, last in (("arg_attrs", arguments), ("res_attrs", results)):
        others = counts[what] - len(last)
        before = described(function, what)[:others]
        dicts = [*before, *[{}] * (others - len(before)), *last]
        if any(dicts):
            function.set_attribute(what, ArrayAttr([DictAttr(attrs) for attrs in dicts]))


def described(function: Operation, what: str) -> list[dict[str, Attribute]]:
    """The attributes of each argument or result, where there are any."""
    dicts = function.attributes.get(what)
    return [dict(each.entries) for each in dicts.elements] if isinstance(dicts, ArrayAttr) else []


def constant(builder: Builder, content, shape=(), element=I32) -> Value:
    """A `tf.Const` of a number, or of a list of as many as the shape has elements."""
    type = TensorType(shape, element)
    return builder.value("tf.Const", [], type, {"value": DenseAttr.of(content, type)})
