"""Which computation runs and how often: if, case, while; tuples and barriers. Source: StableHLO specification, "Ops"."""

from __future__ import annotations

import builtins

from tfir.ods.semantics import OpSemantics
from tfir.ods.waiting import repeated


class if_(OpSemantics):
    def evaluate(pred, regions):
        return regions[0 if pred else 1]()


class case(OpSemantics):
    def evaluate(index, regions):
        """An index that no branch has means the last one."""
        return regions[int(index) if 0 <= int(index) < len(regions) else len(regions) - 1]()


class while_(OpSemantics):
    def evaluate(operand, regions):
        return repeated(list(operand), *regions)


class optimization_barrier(OpSemantics):
    def evaluate(operand):
        return list(operand)


class tuple(OpSemantics):
    """Several values as one."""

    def evaluate(val):
        return [builtins.tuple(val)]


class get_tuple_element(OpSemantics):
    def evaluate(operand, index):
        return [operand[index]]


class create_token(OpSemantics):
    """A token orders effects and carries nothing."""

    def evaluate():
        return [()]


class after_all(OpSemantics):
    def evaluate():
        return [()]
