"""Recurrent layers that are one operator: what the line of an op calls `quantized(cell)`. Of integers a layer takes and gives 8 bits, has one scale for each of its
weights, and keeps a state of 16 bits whose scale is a power of two."""

from __future__ import annotations

from math import ceil, log2

import numpy as np
from tfir.dialects.tfl.in_tensorflow import VARIABLE
from tfir.ir.attributes import Attribute, TypeAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ir.quantized_types import QuantizedType, default_range
from tfir.ir.types import F32, I16, TensorType, Type

from tfopt.quantization import scales
from tfopt.quantization.forms import form_of
from tfopt.quantization.regions import BIASES, INPUTS, OUTPUT, RECURRENT, STATE, Cell, constant_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tfir.ods.arrays import Array

GATES = ("input", "forget", "cell", "output")
INTERMEDIATES = (*[f"input_to_{gate}_intermediate" for gate in GATES], "effective_hidden_scale_intermediate")
LEAST_REACH = 1.0  # of a state: kernels have no tanh of one that reaches less far


def states_of(cell: Cell, see: Callable[[Array], None]) -> Callable[[Array], None]:
    """A watcher of what a layer takes, which shows the states that it goes through."""
    arrays = [constant_array(value) for value in cell.constants]
    weights, recurrent, biases = [np.stack([each for each in arrays[at : at + 4] if each is not None]) for at in (0, 4, 8)]
    is_time_major = cell.op.get("time_major")

    def watch(x: Array) -> None:
        rows = x if is_time_major else np.swapaxes(x, 0, 1)
        output = state = np.zeros((rows.shape[1], weights.shape[1]), np.float32)
        for row in rows:
            sums = np.einsum("bi,goi->gbo", row, weights) + np.einsum("bi,goi->gbo", output, recurrent) + biases[:, None]
            let_in, forget, let_out = [0.5 + 0.5 * np.tanh(0.5 * sums[gate]) for gate in (0, 1, 3)]
            state = forget * state + let_in * np.tanh(sums[2])
            output = let_out * np.tanh(state)
            see(state)

    return watch


def operand_types(cell: Cell, types: Mapping[Value, QuantizedType], reach: float) -> list[QuantizedType | None]:
    """What each operand of a layer of integers is quantized as, where the state reaches so far."""
    told: list[QuantizedType | None] = [None] * len(cell.op.operands)
    told[0] = of_x = types[cell.op.operands[0]]
    for at in (*INPUTS, *RECURRENT):
        array = constant_array(cell.op.operands[at])
        assert array is not None, "weights are constants"
        told[at] = scales.of_weights(array, None)
    for at, bias in zip(INPUTS, BIASES):
        weights = told[at]
        assert weights is not None, "a gate has weights"
        told[bias] = scales.of_bias(scales.sum_scales(of_x.scales[0], weights.scales), None)
    told[OUTPUT] = types[cell.result]
    power = ceil(log2(max(reach, LEAST_REACH)))
    told[STATE] = QuantizedType(I16, F32, None, (2.0 ** (power - 15),), (0,), *default_range(I16))
    return told


def integer_layer(builder: Builder, cell: Cell, operands: Sequence[Value], result: Type) -> Value:
    """The layer on integers."""
    form = form_of(cell.op.dialect)
    assert isinstance(result, TensorType), "a layer gives a tensor"
    attributes: dict[str, Attribute] = {name: value for name, value in cell.op.attributes.items() if name != form.VERSION}
    between = [TensorType((0,), F32)] * 4 + [TensorType((0,), result.element)]
    attributes |= {name: TypeAttr(type) for name, type in zip(INTERMEDIATES, between)}
    return builder.value(cell.op.name, operands, result, attributes)


def zeros_in_each_call(builder: Builder, zeros: Value, element: QuantizedType) -> Value:
    """A variable of integers in the place of one of floats."""
    made = zeros.op
    assert made is not None, "a layer keeps what zeros are put into"
    value: Value = form_of(made.dialect).quantize(builder, made.operands[0], element)
    assert value.op is not None, "quantizing is an operation"
    value.op.set_attribute(VARIABLE, UnitAttr())
    return value


def store_weights(cell: Cell, is_dynamic: bool) -> None:
    """Weights as integers beside floats: kernels quantize the latter when they are called, or they become floats in front of the layer."""
    op, form, made = cell.op, form_of(cell.op.dialect), {}
    for at in (*INPUTS, *RECURRENT):
        value = op.operands[at]
        if value not in made:
            array = constant_array(value)
            assert array is not None, "weights are constants"
            element = scales.of_weights(array, None)
            stored = form.constant(Builder.before(op), scales.stored_of(array, element), element)
            made[value] = stored if is_dynamic else form.dequantize(Builder.before(op), stored)
        op.set_operand(at, made[value])
    if is_dynamic:
        form.quantizes_as_called(op)
