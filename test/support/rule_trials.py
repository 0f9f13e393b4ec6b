"""Graphs made of Grappler's rules: all stages there are, and values of many types and shapes for the variables of a pattern."""

from __future__ import annotations

import itertools
import pkgutil
from importlib import import_module

import numpy as np
from small_graphs import Graph
from tfir.dialects import lookup
from tfir.ir.attributes import TypeAttr
from tfir.ir.types import F16, F32, F64, I1, I8, I32, ComplexType, IntegerType
from tfir.ods.arrays import dtype_of
from tfir.ods.element_types import element_of_word

import tfopt.grappler
from tfopt.grappler.constant_folding.contents import Full
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import Apply, Bound, Constant, Number, Once, Rest, Variable, Where

C64 = ComplexType(F32)
ELEMENTS = (F32, I32, I1, C64, F16, F64, I8)
SPECIAL = {
    "float": [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0, 1.0, 6e4, 1e-7, -0.3, 0.7, 2.5, -1.0],
    "complex": [complex(1, -0.0), complex(np.nan, 1), complex(-np.inf, 2), 0j, complex(0.5, -0.25), complex(-3, 4)],
    "bool": [True, False],
}
SHAPES = [((2, 3), (2, 3)), ((2, 3), (3,)), ((1,), (4,)), ((2, 1), (1, 3)), ((0, 3), (0, 3)), ((), ()), ((), (5,)), ((41,), (41,))]
SEEDS = (0, 1)
# Operands that say how rather than hold numbers: (op, position) -> the value for an operand of some shape.
SAYING = {
    ("tf.Reshape", 1): lambda shape: np.array(shape[::-1], np.int32),
    ("tf.BroadcastTo", 1): lambda shape: np.array(shape, np.int32),
    ("tf.Transpose", 1): lambda shape: np.arange(len(shape), dtype=np.int32)[::-1].copy(),
    ("tf.ConjugateTranspose", 1): lambda shape: np.arange(len(shape), dtype=np.int32)[::-1].copy(),
    ("tf.ExpandDims", 1): lambda shape: np.array(0, np.int32),
    ("tf.Split", 0): lambda shape: np.array(0, np.int32),
    ("tf.SplitV", 1): lambda shape: np.array(shape[:1], np.int32),
    ("tf.SplitV", 2): lambda shape: np.array(0, np.int32),
    **{(f"tf.{name}", 1): lambda shape: np.array(len(shape) - 1, np.int32) for name in ("Max", "Min", "ArgMax", "ArgMin")},
    **{(f"tf.{name}", 1): lambda shape: np.zeros(0, np.int32) for name in ("Sum", "Mean")},
}
TRUTHS = {("tf.Select", 0)}
# The shapes of operands that depend on the op alone, for results of four channels.
WEIGHTS = {"Conv2D": (2, 2, 4, 4), "DepthwiseConv2dNative": (2, 2, 4, 1), "Conv3D": (1, 2, 2, 4, 4), "MatMul": (4, 4)}
BATCH_NORMS = ("tf.FusedBatchNorm", "tf.FusedBatchNormV2", "tf.FusedBatchNormV3")
SHAPED = {
    **{(f"tf.{fused}{name}", 1): shape for name, shape in WEIGHTS.items() for fused in ("", "_Fused")},
    **{(f"tf._Fused{name}", 2): (4,) for name in WEIGHTS},
    **{(name, place): (4,) for name in BATCH_NORMS for place in (1, 2, 3, 4)},
    ("tf.BiasAdd", 1): (4,), ("tf.BatchMatMul", 1): (4, 4), ("tf.BatchMatMulV2", 1): (1, 1, 4, 4),
}  # fmt: skip
VARIANCES = {(name, 4) for name in BATCH_NORMS}
ATTRIBUTES = {
    ("tf.Bitcast", "type"): [I32, F32], ("tf.Cast", "DstT"): [F32, I32],
    ("tf.CheckNumerics", "message"): ["", "no number"], ("tf.CheckNumericsV2", "message"): ["", "no number"],
}  # fmt: skip


def all_stages() -> list[Stage]:
    found: dict[int, Stage] = {}
    for module in pkgutil.walk_packages(tfopt.grappler.__path__, "tfopt.grappler."):
        for thing in vars(import_module(module.name)).values():
            for stage in thing if isinstance(thing, (list, tuple)) else [thing]:
                if isinstance(stage, Stage):
                    found[id(stage)] = stage
    return list(found.values())


STAGES = all_stages()
ARITHMETIC = import_module("tfopt.grappler.arithmetic").STAGES
RULES = [(stage, rule) for stage in STAGES for rule in stage.rules if rule.is_declarative]


def name_of(pair) -> str:
    return f"{pair[0].name}-{pair[1].at}"


def kind_of(element) -> str:
    if element is I1:
        return "bool"
    return "integer" if isinstance(element, IntegerType) else "complex" if isinstance(element, ComplexType) else "float"


def numbers_of(element) -> list:
    if kind_of(element) != "integer":
        return SPECIAL[kind_of(element)]
    info = np.iinfo(dtype_of(element))
    return [0, 1, 2, 7, info.max, info.min, info.min // 3]


def special(shape, element, seed):
    return np.random.default_rng(seed).choice(np.array(numbers_of(element), dtype_of(element)), shape)


def ordinary(shape, element, seed):
    """Between 0.1 and 0.9 in floating point, small otherwise."""
    random = np.random.default_rng(seed)
    if kind_of(element) in ("bool", "integer"):
        return random.integers(0, 2 if element is I1 else 9, shape).astype(dtype_of(element))
    return random.uniform(0.1, 0.9, shape).astype(dtype_of(element))


def windows(name: str, form: str) -> dict:
    """The attributes that an op on images must have, its channels standing where `form` says."""
    local, rank = name.removeprefix("tf.").removeprefix("_Fused"), len(form) or 4
    given = {"fused_ops": ["BiasAdd"], "num_args": 1} if name.startswith("tf._Fused") else {}
    if local in WEIGHTS and local != "MatMul":
        given |= {"strides": [1] * rank, "padding": "SAME", "data_format": form or "NHWC"}
    if local == "Squeeze" and form:
        given |= {"squeeze_dims": [2]}
    if local == "MaxPool":
        given |= {"ksize": [1, 2, 2, 1], "strides": [1] * 4, "padding": "SAME"}
    if name in BATCH_NORMS:
        given |= {"is_training": False, "data_format": form or "NHWC"}
    return given | ({"data_format": "NCHW"} if local == "BiasAdd" and form == "NCHW" else {})


class Trial:
    """One way to give a rule's variables types, shapes and arrays. Images have their channels where `form` says."""

    def __init__(self, element, shapes, make, seed, choice, form=""):
        self.element, self.shapes, self.make, self.seed, self.choice, self.form = element, shapes, make, seed, choice, form
        self.graph, self.found, self.shaped = Graph(), {}, 0

    def build(self, term, place=None):
        if isinstance(term, (Bound, Once, Where)):
            return self.such(term, place) if isinstance(term, Where) else self.build(term.term, place)
        if isinstance(term, Rest):
            return self.rest(term.variable, place)
        if isinstance(term, (Number, Full)):
            element = I1 if isinstance(term.number, bool) or place in TRUTHS else self.element
            spread = self.shapes[0] if place is not None and (place[0], 1) in SHAPED else ()
            return self.graph.constant(np.full(SHAPED.get(place, spread), term.number, dtype_of(element)))
        if isinstance(term, Variable):
            if term.name not in self.found:
                self.found[term.name] = self.operand(term, place)
            return self.found[term.name]
        return self.node(term)

    def such(self, term: Where, place):
        """A value of which a function says yes: as it comes, or else a constant."""
        value = self.build(term.term, place)
        if term.holds(value):
            return value
        if not isinstance(term.term, Variable) or value not in self.graph.arrays:
            raise ValueError("no such value")
        value = self.found[term.term.name] = self.graph.constant(self.graph.arrays[value])
        if not term.holds(value):
            raise ValueError("no such value")
        return value

    def rest(self, variable, place):
        """All operands from a place on that depend on the op alone, or one."""
        op, first = place
        if variable.name not in self.found:
            places = [place, *[(op, at) for at in range(first + 1, 5) if place in SHAPED and (op, at) in SHAPED]]
            self.found[variable.name] = [self.operand(variable, each) for each in places]
        return self.found[variable.name]

    def operand(self, term, place):
        if place in SAYING:
            return self.graph.constant(SAYING[place](self.shapes[0]))
        number = len(self.found)
        shape = SHAPED.get(place, self.shapes[(number - self.shaped) % len(self.shapes)])
        self.shaped += place in SHAPED
        array = self.make(shape, self.element, 10 * self.seed + number)
        if place in VARIANCES:
            array = np.abs(array)
        return self.graph.constant(array) if isinstance(term, Constant) else self.graph.input(array)

    def node(self, term: Apply):
        built = [(self.build(each, (term.op.name, at)), isinstance(each, Rest)) for at, each in enumerate(term.operands)]
        operands = [value for each, is_list in built for value in (each if is_list else [each])]
        given = windows(term.op.name, self.form)
        given |= {name: value for name, value in term.attributes.items() if not isinstance(value, (Variable, Where))}
        for name in lookup(term.op.name).signature.attributes:
            if (term.op.name, name) in ATTRIBUTES and name not in given:
                given[name] = ATTRIBUTES[term.op.name, name][self.choice]
        result = getattr(self.graph, term.op.name[3:])(*operands, **given)
        result = result[term.result] if isinstance(result, (list, tuple)) else result
        require_allowed(result.op, lookup(term.op.name))
        return result


def require_allowed(op, definition) -> None:
    for name, declared in definition.signature.attributes.items():
        found = op.attributes.get(name)
        if declared.allowed and isinstance(found, TypeAttr) and found.type not in [element_of_word(word) for word in declared.allowed]:
            raise ValueError(f"{op.name} takes no {found.type}")


def arrays(make, element, seed):
    """A function that gives another array each time."""
    count = itertools.count()
    return lambda shape: make(shape, element, seed + 7 * next(count))
