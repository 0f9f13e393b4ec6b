"""The types of the results of StableHLO's ops, by family; a family is imported when an op of it is first met.

A function is called as `infer` is (`tfir/ods/semantics.py`). It refuses operands and attributes of which no result can come, in the
words of StableHLO's own verifier, so that inference and verification are one. Programs are verified when they are read: nothing here
needs NumPy. Source: StableHLO specification, "Ops".
"""

from __future__ import annotations

from tfir.dialects.stablehlo.families import of_family


def inference_of(local: str):
    """The function that infers the types of an op's results, or None, as for composites."""
    return of_family(__name__, "INFER", local)
