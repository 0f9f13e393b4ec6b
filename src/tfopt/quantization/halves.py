"""Floats of 16 bits in the place of those of 32: constants, and all that is computed between the arguments of functions and their results."""

from __future__ import annotations

import numpy as np
from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, FloatType, TensorType
from tfir.ods.arrays import array_of, converted, dense_of, dtype_of

from tfopt.generic.dce import dce
from tfopt.quantization.forms import form_of
from tfopt.quantization.regions import Region, behind, constant_array, regions_of
from tfopt.quantization.tables import tables_in

FEWEST = 64  # elements of a constant of which halves and what reads them take less room
HALVES = {"float16": F16, "bfloat16": BF16}


def to_halves(module: Operation, mode: str) -> None:
    half = HALVES[mode]
    stored = [region for region in regions_of(module) if not form_of(region.op.dialect).COMPUTES_HALVES]
    if stored:
        if half is not F16:
            raise Error.on(stored[0].op, f"is an operator of TensorFlow Lite, which has no numbers of {mode}; float16 are stored")
        store_halves(module, stored)
        dce(module)
        return
    for func in [op for op in module.walk() if op.name.endswith(".func") and op.regions and op.region.blocks]:
        outside = [argument for argument in func.body.arguments if is_single(argument)]
        inside = [op for op in func.walk() if op is not func]
        for op in inside:
            if not keeps_types(op):
                narrow(op, half)
        for value in outside:
            cast_uses(value, value.users, half)
        for op in inside:
            if keeps_types(op):
                for at, value in enumerate(op.operands):
                    if isinstance(value.type, TensorType) and value.type.element is half:
                        op.set_operand(at, form_of(value.op.dialect if value.op else "stablehlo").cast(Builder.before(op), value, F32))
                for result in op.results:
                    if is_single(result):
                        cast_uses(result, result.users, half)


def store_halves(module: Operation, regions: list[Region]) -> None:
    """Weights, biases and other constants of operators whose kernels compute with 32 bits: they are stored with 16, and read as 32."""
    made: dict[Value, Value] = {}
    stored = [(region.op, value) for region in regions for value in (region.weights, region.bias) if value is not None]
    others = [(region.op, value) for region in regions for value in (*region.activations, *region.constants)]
    for op, value in [*stored, *others, *[(op, table) for op, table, _ in tables_in(module, FEWEST)]]:
        array = constant_array(value)
        if array is None or (array.size < FEWEST and (op, value) in others):
            continue
        if value not in made:
            with np.errstate(over="ignore"):
                made[value] = form_of(op.dialect).half_constant(behind(value), converted(array, dtype_of(F16)))
        op.set_operands([made[value] if operand is value else operand for operand in op.operands])


def keeps_types(op: Operation) -> bool:
    """Whether an op's types are told by others: it ends a function, or calls one."""
    return has_trait(op, "call") or (has_trait(op, "terminator") and op.parent_op is not None and op.parent_op.name.endswith(".func"))


def is_single(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.element is F32


def narrow(op: Operation, half: FloatType) -> None:
    """Gives an op's results, the arguments of its regions and what it is a constant of the narrow type."""
    for value in (*op.results, *[argument for region in op.regions for block in region.blocks for argument in block.arguments]):
        if is_single(value):
            value.retype(value.type.with_element(half))
    content = op.attributes.get("value")
    if isinstance(content, ElementsAttr) and content.type.element is F32 and has_trait(op, "constant_like"):
        with np.errstate(over="ignore"):
            op.set_attribute("value", dense_of(converted(array_of(content), dtype_of(half)), half))


def cast_uses(value: Value, users: list[Operation], half: FloatType) -> None:
    """What reads a value of 32 bits and is narrow itself reads it narrow."""
    readers = [op for op in users if not keeps_types(op)]
    if not readers:
        return
    made = form_of(readers[0].dialect).cast(behind(value), value, half)
    for op in readers:
        op.set_operands([made if operand is value else operand for operand in op.operands])
