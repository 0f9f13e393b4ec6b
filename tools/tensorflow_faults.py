"""Where TensorFlow's own answer says nothing of what an op means: faults of its kernels, and what they are free to do.

`says_nothing(case)` is the reason why a whole case does, or None; `says_nothing_at(case, computed, expected)` are the places of a result
that do; `is_lowered` where it is computed by a lowering, which XLA's answers bind. Each reason is a function with the ops that it concerns, the condition as narrow as the reason; its docstring says why.
"""

import numpy as np
import tensorflow_faults_of_cases  # noqa: F401  whose reasons are listed when they are imported
import tensorflow_faults_of_places  # noqa: F401
from tensorflow_excuses import ALL, CASES, LOWERED_CASES, LOWERED_PLACES, PLACES
from tensorflow_values import Case


def says_nothing(case: Case, is_lowered: bool = False) -> str | None:
    reasons = [*CASES[case.name], *CASES[ALL], *(LOWERED_CASES[case.name] if is_lowered else ())]
    return next((reason.__name__ for reason in reasons if reason(case)), None)


def says_nothing_at(case: Case, computed: np.ndarray, expected: np.ndarray, is_lowered: bool = False) -> np.ndarray:
    reasons = (*PLACES[case.name], *PLACES[ALL], *(LOWERED_PLACES[case.name] if is_lowered else ()))
    masks = [reason(case, computed, expected) for reason in reasons]
    return np.logical_or.reduce([np.broadcast_to(mask, expected.shape) for mask in masks], initial=False)
