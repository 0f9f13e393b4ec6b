"""Loops and branches at run time. Iterations of parallel loops run one after another. Source: MLIR's scf dialect."""

from __future__ import annotations

from itertools import product

import numpy as np

from tfir.dialects.arith.computation import unsigned
from tfir.dialects.tensor.computation import inserted, numbers
from tfir.ir.diagnostics import Error
from tfir.ods.semantics import OpSemantics


def steps_of(low, high, step) -> range:
    """The numbers of a loop's iterations. Raises Error for a step that never ends."""
    if step <= 0:
        raise Error(f"has a step of {int(step)}")
    return range(int(low), int(high), int(step))


class if_(OpSemantics):
    def evaluate(condition, regions):
        return regions[0 if condition else 1]()


class for_(OpSemantics):
    def evaluate(lowerBound, upperBound, step, initArgs, regions, unsignedCmp=None):
        dtype, carried = lowerBound.dtype, list(initArgs)
        if unsignedCmp:
            lowerBound, upperBound, step = [unsigned(bound) for bound in (lowerBound, upperBound, step)]
        for number in steps_of(lowerBound, upperBound, step):
            carried = regions[0](np.asarray(number).astype(dtype)[()], *carried)
        return carried


class while_(OpSemantics):
    def evaluate(inits, regions):
        before, after = regions
        condition, *values = before(*inits)
        while condition:
            condition, *values = before(*after(*values))
        return values


class index_switch(OpSemantics):
    def evaluate(arg, cases, regions):
        chosen = list(cases).index(int(arg)) + 1 if int(arg) in cases else 0
        return regions[chosen]()


class execute_region(OpSemantics):
    def evaluate(regions):
        return regions[0]()


class parallel(OpSemantics):
    def evaluate(lowerBound, upperBound, step, initVals, regions):
        body, *reductions = regions
        values = list(initVals)
        for place in product(*map(steps_of, lowerBound, upperBound, step)):
            of_iteration = body(*map(np.int64, place))
            values = [reduce(value, new)[0] for reduce, value, new in zip(reductions, values, of_iteration)]
        return values


class forall(OpSemantics):
    def evaluate(op, outputs, dynamicLowerBound, dynamicUpperBound, dynamicStep, staticLowerBound, staticUpperBound, staticStep, regions):
        """What threads insert into the shared results is inserted thread after thread."""
        bounds = (
            numbers(staticLowerBound, dynamicLowerBound), numbers(staticUpperBound, dynamicUpperBound), numbers(staticStep, dynamicStep),
        )  # fmt: skip
        values, insertions, rank = list(outputs), list(op.body.last.body), len(staticStep)
        for place in product(*map(steps_of, *bounds)):
            handed_on = iter(regions[0](*map(np.int64, place), *values))
            for insertion in insertions:
                operands = [next(handed_on) for _ in insertion.operands]
                target = op.body.arguments.index(insertion.operands[1]) - rank
                values[target] = inserted(insertion, [operands[0], values[target], *operands[2:]])
        return values
