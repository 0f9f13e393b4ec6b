"""What a rule of Grappler changes in floating point, seen on graphs that are built of its pattern and on the cases of its stage.

Arrays hold few different numbers each, so that a sum of nothing but negative zeros, a product that overflows and an infinity beside its
opposite all come up. What kernels of TensorFlow give otherwise than IEEE 754 and NumPy do cannot be seen here: `ALLOWANCES` say it.
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
from tfir.dialects import definition_of, has_trait
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
ENOUGH, MOST = 2, 2000  # draws of each graph for any rule, and of all its graphs while its mark says more than they show


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


CHOOSING = {"tfg.Max", "tfg.Min", "tfg.MaxPool", "tfg.Maximum", "tfg.Minimum"}
FUSED = re.compile(r"tfg\._(Mkl|Fused)")


def chooses(op) -> bool:
    return op.name in CHOOSING


def sums_products(op) -> bool:
    return definition_of(op.name).semantics.terms is not None


def is_approximate(op) -> bool:
    return not has_trait(op, "exact") and not chooses(op) and op.name not in ("tfg.Placeholder", "tfg.Const")


def activates(*names: str):
    return lambda ops: any(word.value in names for op in ops if "fused_ops" in op.attributes for word in op.attributes["fused_ops"])


# What kernels of TensorFlow are free to do and arrays here cannot show: (a kind of change, with which ops, why). Found with TensorFlow 2.21 on
# x86; each must be needed by some rule.
ALLOWANCES = {
    "which of two zeros an extreme is depends on its place: vectors (`maxps`) give the second, what is left at the end the first": (
        {"zero"}, lambda ops: any(map(chooses, ops))),
    "functions are not monotonic in their last bits (tanh falls at 14 of 100 neighbours) and other ones in vectors than alone (exp)": (
        {"bits"}, lambda ops: any(map(chooses, ops)) and any(map(is_approximate, ops))),
    "a fused kernel is oneDNN's, whose sums have another order, and adds the bias before f16 and bf16 are rounded": (
        {"bits"}, lambda ops: any(FUSED.match(op.name) for op in ops)),
    "a fused multiply-add of 0 and a product that is too small for a number less than 0 gives -0, NumPy's sum of products 0 on most processors": (
        {"zero"}, lambda ops: any(FUSED.match(op.name) or sums_products(op) for op in ops)),
    "the maximum with 0 that a fused kernel applies drops NaN": ({"nan"}, activates("Relu", "Relu6")),
    "an exact gelu in a fused kernel is x * erfc, which overflows, and makes NaN of infinity times 0": ({"nan", "inf"}, activates("GeluExact")),
    "a hard swish in a fused kernel divides by 6 first, which keeps large products finite": ({"inf"}, activates("_FusedHardSwish")),
}  # fmt: skip


def of_kernels(ops) -> dict[str, set[str]]:
    """By its reason, what each allowance for these ops covers."""
    return {reason: kinds for reason, (kinds, holds) in ALLOWANCES.items() if holds(ops)}


def ways_of(stage, rule) -> list:
    """Graphs and options with which the rule fires on ordinary numbers."""
    for options in OPTIONS:
        if builds := [build for build in graphs(stage, rule) if changed(stage, rule, partial(build, ordinary, F32, 0), options)]:
            return [(build, options) for build in builds]
    return []


def seen(stage, rule) -> tuple[set, dict] | None:
    """What a rule was seen to change, and what the kernels of its graphs may besides, by reasons; None where it fires on no floats."""
    kinds, free, ways = set(), {}, ways_of(stage, rule)
    for draw in range(MOST if ways else 0):
        if draw >= ENOUGH * len(ways) and set(rule.changes) <= kinds.union(*free.values()):
            break
        build, options = ways[draw % len(ways)]
        result = changed(stage, rule, partial(build, few_numbers, ELEMENTS[draw % len(ELEMENTS)], draw), options)
        kinds, free = (kinds | result[0], free | result[1]) if result else (kinds, free)
    return (kinds, free) if ways else None
