"""What a rule of Grappler changes in floating point, seen on graphs that are built of its pattern and on the cases of its stage.

Arrays hold few different numbers each, so that a sum of nothing but negative zeros, a product that overflows and an infinity beside its
opposite all come up. What kernels of TensorFlow give otherwise than IEEE 754 and NumPy do cannot be seen here: `of_kernels` says it.
"""

from __future__ import annotations

import re
from functools import cache, partial

import constant_folding_cases  # noqa: F401  its graphs join the cases
import float_sweeps
import numpy as np
import remapper_cases  # noqa: F401
from rule_cases import CASES
from rule_trials import C64, STAGES, Trial, arrays, ordinary
from small_graphs import Graph
from tfir.dialects import has_trait
from tfir.ir.diagnostics import Error
from tfir.ir.types import F16, F32

from tfopt.grappler.rewriting import Stage

FUNCTIONS = [(stage, rule) for stage in STAGES for rule in stage.rules if not rule.is_declarative]
# Shapes of a pattern's operands, in turn, where its ops do not say one: something whole and what spreads over it, in either order.
SHAPES = [("", (3, 4), other) for other in ((3, 4), (4,), ())] + [
    (form, whole, *others)
    for form, whole in {"NHWC": (1, 3, 1, 4), "NCHW": (1, 4, 3, 1), "NDHWC": (1, 2, 3, 1, 4)}.items()
    for others in (((),), ((4,),), ((), (1, 1, 1, 4)))
]
ELEMENTS = (F32, F16, F32, C64, F32)
DRAW = 100  # seeds of one draw, one for each array
OPTIONS = ({}, {"aggressive": True})  # some rules are for those alone who ask for everything
ENOUGH, MOST = 3, 2000  # draws of each graph for any rule, and of all its graphs while its mark says more than they show


@cache
def palette(element, draw: int):
    """One to three numbers of a kind: special, large, small, of all magnitudes, ordinary, or large and ordinary."""
    random = np.random.default_rng(draw)
    special, drawn = float_sweeps.special(element), float_sweeps.drawn(element, 48, draw)
    largest = special[~(np.abs(special.astype(np.complex128)) < 1e4)]
    small = np.array([0.0, -0.0, 1, -1]).astype(special.dtype)
    kinds = (special, largest, small, drawn[:24], drawn[24:])
    return random.choice((*kinds, np.concatenate([largest, drawn[-largest.size :]]))[random.integers(6)], random.integers(1, 4))


def few_numbers(shape, element, seed: int):
    """An array of few different numbers, of which all arrays of a draw are made."""
    random = np.random.default_rng(seed)
    return random.choice(random.choice(palette(element, seed // DRAW), random.integers(1, 4)), shape)


def graphs(stage, rule):
    """Functions `(make, element, seed)` that build a graph and say what is fetched, one for each way in which the rule may be met."""
    if hasattr(rule, "pattern"):
        for form, *shapes in SHAPES:
            yield partial(of_pattern, rule.pattern, form, shapes)
            yield partial(of_pattern, rule.pattern, form, shapes[::-1])
    for case in CASES:
        if case.stage == stage.name and case.fires:
            yield partial(of_case, case)


def of_pattern(pattern, form: str, shapes, make, element, seed: int):
    trial = Trial(element, shapes, make, seed * DRAW // 10, 0, form)
    return trial.graph, trial.build(pattern)


def of_case(case, make, element, seed: int):
    if element not in case.elements:
        raise ValueError(f"the case is not about {element}")
    graph = Graph()
    return graph, case(graph, arrays(make, element, seed * DRAW))


def changed(stage, rule, build, options: dict):
    """(what it changes, what kernels may) in one graph; None where it does not fire."""
    try:
        graph, fetched = build()
        before = [*graph.target.body]
        change = graph.change(*(fetched if isinstance(fetched, (list, tuple)) else [fetched]), stages=[Stage(stage.name, rule)], **options)
    except (Error, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return None
    return (change.kinds(where_nan=change.inputs), of_kernels([*before, *graph.target.body])) if change.fired else None


# By activation, what TensorFlow's fused kernels change besides (found with TensorFlow 2.21): their maximum with 0 drops a NaN, an exact
# gelu overflows and makes NaN of infinity, a hard swish divides by 6 first.
OF_ACTIVATIONS = {"Relu": {"nan"}, "Relu6": {"nan"}, "GeluExact": {"nan", "inf"}, "_FusedHardSwish": {"inf"}}
CHOOSING = {"tfg.Max", "tfg.Min", "tfg.MaxPool", "tfg.Maximum", "tfg.Minimum"}
PRODUCTS = re.compile(r"tfg\._?(Mkl)?(Fused)?(Batch)?(MatMul|Conv|Depthwise)")


def of_kernels(ops) -> set[str]:
    """What TensorFlow's kernels are free to do, of which arrays here show nothing: last bits where IEEE 754 does not say them, the zero
    that an extreme chooses of two, the sign of the zero from which a sum of products starts."""
    computing = [op for op in ops if op.name not in ("tfg.Placeholder", "tfg.Const")]
    bits = {"bits"} if not all(has_trait(op, "exact") for op in computing) else set()
    zero = {"zero"} if any(op.name in CHOOSING or PRODUCTS.match(op.name) for op in computing) else set()
    activations = {word.value for op in computing if "fused_ops" in op.attributes for word in op.attributes["fused_ops"]}
    return bits.union(zero, *[OF_ACTIVATIONS.get(name, ()) for name in activations])


def ways_of(stage, rule) -> list:
    """Graphs and options with which the rule fires on ordinary numbers."""
    for options in OPTIONS:
        if builds := [build for build in graphs(stage, rule) if changed(stage, rule, partial(build, ordinary, F32, 0), options)]:
            return [(build, options) for build in builds]
    return []


def seen(stage, rule) -> tuple[set, set] | None:
    """What a rule was seen to change, and what the kernels of its graphs may; None where it fires on no floats."""
    kinds, free, ways = set(), set(), ways_of(stage, rule)
    for draw in range(MOST if ways else 0):
        if draw >= ENOUGH * len(ways) and set(rule.changes) <= kinds | free:
            break
        build, options = ways[draw % len(ways)]
        result = changed(stage, rule, partial(build, few_numbers, ELEMENTS[draw % len(ELEMENTS)], draw), options)
        kinds, free = (kinds | result[0], free | result[1]) if result else (kinds, free)
    return (kinds, free) if ways else None
