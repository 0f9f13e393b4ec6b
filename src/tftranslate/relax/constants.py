"""Constants as expressions of Relax, and which of them are handed to the program as parameters."""

from __future__ import annotations

import numpy as np
from tfir.ir.types import ComplexType
from tfir.ods.arrays import array_of

from tftranslate.relax.element_types import dtype_name, number_text
from tftranslate.relax.kernel import tuple_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.operations import Operation

LARGEST_FLOAT = float(np.finfo(np.float32).max)
READABLE = 64  # elements; longer constants are parameters where there is a file for them


def array_of_op(op) -> np.ndarray[Any, np.dtype[Any]]:
    """The elements; complex ones with a last dimension of two."""
    array = np.asarray(array_of(op.attributes["value"]))
    if not isinstance(op.results[0].type.element, ComplexType):
        return array
    return np.stack([array.real, array.imag], axis=-1)


def is_long(op: Operation) -> bool:
    value = op.attributes["value"]
    return not value.is_splat and value.type.size > READABLE


def constant_text(op: Operation) -> str:
    array, dtype = array_of_op(op), dtype_name(op.results[0].type.element)
    shape = tuple_text([str(size) for size in array.shape])
    if not array.size:
        return f'R.zeros({shape}, dtype="{dtype}")'
    if array.ndim and op.attributes["value"].is_splat and not isinstance(op.results[0].type.element, ComplexType):
        number = number_of(array.reshape(-1)[0])
        value = f'R.const({number_text(number)}, "{dtype}")'
        fills = (
            abs(number) <= LARGEST_FLOAT if isinstance(number, float) else number < 2**63
        )  # TVM 0.27 cannot make a tensor full of others
        return f'R.full({shape}, {value}, dtype="{dtype}")' if fills else f"R.broadcast_to({value}, {shape})"
    return f'R.const({nested(array)}, "{dtype}")'


def number_of(number: Any) -> float | int | bool:
    """A number of NumPy as the shortest one of Python's that gives it again."""
    if number.dtype.kind in "biu":
        return number.item()
    return float(str(number)) if number.dtype in (np.float32, np.float64) and np.isfinite(number) else float(number)


def nested(array: np.ndarray[Any, np.dtype[Any]]) -> str:
    if array.ndim == 0:
        return number_text(number_of(array[()]))
    return f"[{', '.join([nested(part) for part in array])}]"
