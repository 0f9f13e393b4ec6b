"""The types of the results of Relay's operators, by family; a family is imported when an operator of it is first met.

As in StableHLO's, a function refuses operands and attributes of which no result can come; programs are verified when they are read, so that
nothing here needs NumPy. Source: the type relations of TVM v0.19.0 (src/relay/op).
"""

from __future__ import annotations

from tfir.dialects.relay.families import FAMILIES
from tfir.startup import loaded

FAMILY_OF = {name: family for family, names in FAMILIES.items() for name in names}


def inference_of(local: str):
    """The function that infers the types of an operator's results; None for what is no operator."""
    family = FAMILY_OF.get(local)
    return None if family is None else loaded(f"{__name__}.{family}").INFER.get(local)
