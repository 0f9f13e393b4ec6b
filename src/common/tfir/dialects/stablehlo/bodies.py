"""Regions that make one number of several, as reductions and scatters have them: computed on whole arrays at once where they can be."""

from __future__ import annotations

import numpy as np

from tfir.dialects import has_trait
from tfir.dialects.stablehlo import conversion, elementwise
from tfir.ods.arrays import dtype_of
from tfir.ods.quantization import requantized
from tfir.ods.semantics import semantics_in

ELEMENT_BY_ELEMENT = {f"stablehlo.{name}" for module in (elementwise, conversion) for name in semantics_in(module)}
ELEMENT_BY_ELEMENT |= {"stablehlo.constant", "stablehlo.return", "func.return", "tf.Const", "tfl.pseudo_const"}


def is_of_numbers(op) -> bool:
    """Whether all of it are numbers; of ops of TensorFlow, those of which no shape is told are, as all are that a function is called with."""
    return all(
        [value.type.shape == () or (value.type.shape is None and op.dialect in ("tf", "func")) for value in (*op.operands, *op.results)]
    )


def is_by_element(op) -> bool:
    if op.dialect == "tfl":
        from tfir.dialects.tfl.stablehlo_operators import ELEMENT_BY_ELEMENT as OPERATORS  # which builds on this dialect

        return op.name in ELEMENT_BY_ELEMENT or op.name.removeprefix("tfl.") in OPERATORS
    return op.name in ELEMENT_BY_ELEMENT or (op.dialect == "tf" and has_trait(op, "elementwise"))


def as_arguments(body, values, operands, first: int = 0) -> list:
    """The values of operands as the region takes them, from its argument number `first` on: of quantized types it may have others."""
    arguments = body.block.arguments[first:]
    return [requantized(value, operand.type, argument.type) for value, operand, argument in zip(values, operands, arguments)]


def on_arrays(body):
    """The region, whose arguments are tensors without dimensions, as a function of arrays that it applies to element by element.

    An op that works element by element on numbers does so on arrays of any shape. Any other (a branch, a loop, a reshape, a sum of two
    vectors) means what it says only for one number, so a region that has one is computed for each element.
    """
    if all([is_by_element(op) and is_of_numbers(op) for op in body.block]):
        return body
    kinds = [dtype_of(value.type.element) for value in body.block.last.operands]

    def for_each(*arrays):
        arrays = np.broadcast_arrays(*arrays)
        results = [np.empty(arrays[0].shape, kind) for kind in kinds]
        for index in np.ndindex(arrays[0].shape):
            for result, value in zip(results, body(*[np.asarray(array[index]) for array in arrays])):
                result[index] = value
        return results

    return for_each
