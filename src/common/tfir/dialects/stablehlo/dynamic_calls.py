"""What calls compute that stand for ops: with operands in place of attributes, as JAX writes them where sizes are not known, or approximate.

Each is a function `(op, operands, functions) -> list of results`; `functions` are those that the call names.
"""

from __future__ import annotations

import numpy as np

from tfir.dialects.stablehlo.calls import configuration
from tfir.dialects.stablehlo.indexing import sorted_order
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.window import Window, in_pairs
from tfir.dialects.stablehlo.random import drawn_bits
from tfir.dialects.stablehlo.reduction import promoted
from tfir.dialects.stablehlo.window import windows_reduced
from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of


def operand_wrapper(op, operands, functions):
    return operands[:1]


def dynamic_reduce_window(op, operands, functions):
    sizes, strides, base, dilations, padding = map(integers, operands[-5:])
    window, count = Window(sizes, strides, in_pairs(padding), base, dilations), (len(operands) - 5) // 2
    inputs, init_values = promoted(op, operands[:count], operands[count : 2 * count], functions[0])
    return windows_reduced(inputs, init_values, window, functions[0])


def dynamic_top_k(op, operands, functions):
    from tfir.dialects.chlo.contraction import top_k

    return top_k.evaluate(operands[0], int(operands[1]))


def approximate_top_k(op, operands, functions):
    """Nothing is approximated: the first of all elements, sorted by a function of two elements of each. Behind the arrays stand numbers for
    missing elements, and the shapes of results, where the call gives them."""
    axis = configuration(op).get("reduction_dim")
    if axis is None:
        raise Error.on(op, "needs a 'reduction_dim' in its configuration")
    parts = [np.moveaxis(part, axis, -1) for part in operands[: len(op.results)]]
    order = sorted_order(parts, functions[0])
    counts = [result.type.shape[axis] for result in op.results]
    return [np.moveaxis(np.take_along_axis(part, order[..., :count], -1), -1, axis) for part, count in zip(parts, counts)]


def dynamic_rng_bit_generator(op, operands, functions):
    state, shape = operands
    return drawn_bits(op.attributes["rng_algorithm"], state, tuple(integers(shape)), dtype_of(op.results[1].type.element))
