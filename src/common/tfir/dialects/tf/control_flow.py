"""Semantics: values that are handed on as they are: at once, or by switches, merges, loops and calls, whose ways the executor goes."""

import numpy as np

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.handles import handed_on
from tfir.ir.diagnostics import Error
from tfir.ods.inference import CONTROL
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import join


class HandsOn(OpSemantics, family=True):
    def infer(operands):
        return handed_on(operands[0])

    def propagate_values(operands):
        return [operands[0].numbers]


# At once


class Identity(HandsOn):
    def evaluate(operands):
        return operands[0]


class IdentityN(OpSemantics):
    def infer(input):
        return [one.shape for one in input]

    def evaluate(input):
        return list(input)


class StopGradient(Identity):
    pass


class PreventGradient(Identity):
    pass


class Snapshot(Identity):
    pass


class _CopyFromGpuToHost(Identity):
    pass


class _CopyFromHostToGpu(Identity):
    pass


class DeepCopy(HandsOn):
    def evaluate(x):
        return x


class DebugIdentity(Identity):
    pass


class _EagerConst(Identity):
    pass


class CheckNumerics(HandsOn):
    def evaluate(tensor, message):
        if not np.all(np.isfinite(tensor)):
            raise Error(f"{message} : tensor has infinities or NaN")
        return tensor


class CheckNumericsV2(CheckNumerics):
    pass


# By the executor


class Enter(HandsOn):
    pass


class RefEnter(HandsOn):
    pass


class Exit(HandsOn):
    pass


class RefExit(HandsOn):
    pass


class NextIteration(HandsOn):
    pass


class RefNextIteration(HandsOn):
    pass


class LoopCond(HandsOn):
    pass


class Switch(OpSemantics):
    def infer(data):
        return [handed_on(data)] * 2

    def propagate_values(data):
        return [data.numbers] * 2


class RefSwitch(Switch):
    pass


class _SwitchN(OpSemantics):
    def infer(data, num_outs):
        return [handed_on(data)] * num_outs

    def propagate_values(data, num_outs):
        return [data.numbers] * num_outs


class Merge(OpSemantics):
    """Whichever operand arrives, and its number."""

    def infer(inputs):
        shape = inputs[0].shape
        for other in inputs[1:]:
            shape = join(shape, other.shape)
        return [shape, ()]


class RefMerge(Merge):
    pass


class RefSelect(OpSemantics):
    def infer(inputs):
        return Merge.infer(inputs)[0]


class Call(OpSemantics, family=True):
    """What a function answers is known from the function; here, only as far as the op itself says."""

    def infer(output_shapes, op):
        is_said = len(output_shapes) == len([result for result in op.results if result.type is not CONTROL])
        return [stated(shape) for shape in output_shapes] if is_said else None


class While(Call):
    pass


class StatelessWhile(Call):
    pass


class If(Call):
    pass


class StatelessIf(Call):
    pass


class Case(Call):
    pass


class StatelessCase(Call):
    pass
