"""Gives seeds to draws that have none, so that a program of which each run would draw other numbers draws the same ones each time, on all devices.

That is what a seed of the whole graph does where TensorFlow builds one: the first number is the graph's, the second the node's place, so that no
two nodes draw alike. Where a node has one of its seeds it stays as it is. Draws whose seeds are operands (datasets, stateless ops) are not touched.
"""

from __future__ import annotations

from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import I64

from tfopt.tfg.tfg_add_default_attrs import defaults_by_node

OPTIONS = {"seed": "The seed of the whole graph."}
SEEDS = ("seed", "seed2")


def tfg_seed_random_ops(module: "Module", *, seed: int = 1):
    for place, (op, defaults) in enumerate(defaults_by_node(module), 1):
        given = [op.attributes.get(name, defaults.get(name)) for name in SEEDS]
        if all(isinstance(each, IntegerAttr) and each.value == 0 for each in given):
            op.set_attributes({**op.attributes, **{name: IntegerAttr(value, I64) for name, value in zip(SEEDS, (seed, place))}})
