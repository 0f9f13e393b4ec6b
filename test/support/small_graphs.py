"""Small graphs built by hand, optimised, and computed before and after.

graph = Graph()
x = graph.input(array)
change = graph.change(graph.Neg(graph.Neg(x)), stages=[REMOVE_INVOLUTION])      # .fired, .before, .after: lists of arrays
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.tf.variables import Reference
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import StringAttr, TypeAttr, attribute
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType
from tfir.ods.arrays import dense_of, element_of
from tfir.ods.control import CONTROL, data_operands, data_results
from tfir.ods.inference import evaluate, result_types
from tfir.text.parser import parse

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import Rewriting
from tfopt.rewrite.graph import complete_attributes

EMPTY = "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n}\n"


class Graph:
    """Ops are built by their names; operands are values, attributes plain values or element types."""

    def __init__(self):
        self.module = parse(Source("graph", EMPTY), lookup, dialect)
        self.target = next(op for op in self.module.body if op.name == "tfg.graph")
        self.arrays, self.variables, self.count = {}, {}, 0

    def variable(self, array):
        """A reference variable that holds the array whenever a run begins."""
        array = np.asarray(array)
        attributes = {"dtype": TypeAttr(element_of(array.dtype)), "shape": ShapeAttr(array.shape)}
        value = self._add("VariableV2", (), [TensorType(array.shape, element_of(array.dtype))], attributes)
        self.variables[value] = array
        return value

    def input(self, array):
        array = np.asarray(array)
        element = element_of(array.dtype)
        value = self._add("Placeholder", (), [TensorType(array.shape, element)], {"dtype": TypeAttr(element)})
        self.arrays[value] = array
        return value

    def constant(self, array, dtype=None):
        elements = dense_of(np.asarray(array, dtype))
        return self._add("Const", (), [elements.type], {"value": elements, "dtype": TypeAttr(elements.type.element)})

    def __getattr__(self, name):
        def build(*operands, **attributes):
            attributes.setdefault("_mlir_device", StringAttr("/device:CPU:0"))
            stored = {key: attribute(value) for key, value in attributes.items()}
            types = result_types(lookup("tf." + name), [value for value in operands if value.type is not CONTROL], stored)
            return self._add(name, operands, [TensorType(None, type.element) for type in types], stored)

        return build

    def _add(self, name, operands, types, attributes):
        self.count += 1
        node = Operation("tfg." + name, operands, [*types, CONTROL], {NAME: StringAttr(f"{name}_{self.count}"), **attributes})
        complete_attributes(node, lookup("tf." + name))
        self.target.body.append(node)
        results = data_results(node)
        return results[0] if len(results) == 1 else results

    def change(self, *fetched, stages, **options) -> Change:
        """Optimises by stages what is fetched, and computes it before and after."""
        outputs = [self.Identity(value) for value in fetched]
        self.fetches = tuple(value.op.attributes[NAME].value for value in outputs)
        before = self.compute(outputs)
        rewriting = self.optimize(stages, **options)
        verify(self.module)
        outputs = [rewriting.item.names[name].results[0] for name in self.fetches]
        return Change(rewriting.fired, before, self.compute(outputs), self.ops(), list(self.arrays.values()))

    def optimize(self, stages, trust_feed_shapes: bool = True, **options) -> Rewriting:
        item = Item(self.target, fetches=self.fetches, trust_feed_shapes=trust_feed_shapes, **options)
        with item:
            rewriting = Rewriting(item, stages, "Test")
            rewriting.run()
        return rewriting

    def compute(self, values):
        known = {**self.arrays, **{value: Reference("variable", array) for value, array in self.variables.items()}}

        def of(value):
            if value not in known:
                op = value.op
                operands = [of(operand) for operand in data_operands(op)]
                if op.name == "tfg.Identity":
                    operands = [content(operands[0])]
                known.update(zip(op.results, evaluate(op, lookup(op.name), operands)))
            return known[value]

        return [of(value) for value in values]

    def ops(self) -> Counter:
        return Counter(op.name[4:] for op in self.target.body)


def content(operand):
    """What a reference holds at this moment; anything else is its own content."""
    place = operand.item() if isinstance(operand, np.ndarray) and operand.dtype == object and operand.ndim == 0 else operand
    return place.read() if isinstance(place, Reference) else operand


class Change:
    """What a run of stages did."""

    def __init__(self, fired, before, after, ops, inputs):
        self.fired, self.before, self.after, self.ops, self.inputs = fired, before, after, ops, inputs

    def kinds(self, where_nan=()) -> set[str]:
        """In which ways the results differ: "bits", "nan", "inf", "zero", as rules are marked; "type" is never right. Truth values that
        differ only where one of the arrays `where_nan` holds a NaN, which was compared, differ by "nan"."""
        return set().union(*[kinds_of(one, other, where_nan) for one, other in zip(self.before, self.after)])


def kinds_of(before, after, where_nan=()) -> set[str]:
    if before.dtype != after.dtype or before.shape != after.shape:
        return {"type"}
    if before.dtype.kind == "c":
        return kinds_of(before.real, after.real) | kinds_of(before.imag, after.imag)
    if before.dtype == bool and where_nan:
        differ = before != after
        return (
            {"nan" if not np.any(differ & ~np.any(np.broadcast_arrays(*map(np.isnan, where_nan)), axis=0)) else "bits"}
            if differ.any()
            else set()
        )
    if before.dtype.kind not in "fV":
        return set() if np.array_equal(before, after) else {"bits"}
    one, other = np.asarray(before, np.float64), np.asarray(after, np.float64)
    nan, infinite = np.isnan(one) | np.isnan(other), np.isinf(one) | np.isinf(other)
    zero = (one == 0) & (other == 0)
    found = {"nan"} if np.any(np.isnan(one) != np.isnan(other)) else set()
    found |= {"inf"} if np.any((infinite & ~nan) & (one != other)) else set()
    found |= {"zero"} if np.any(zero & (np.signbit(one) != np.signbit(other))) else set()
    return found | ({"bits"} if np.any(~nan & ~infinite & (one != other)) else set())
