"""Semantics: values that are handed on as they are: at once, or by switches, merges, loops and calls, whose ways the executor goes."""

from tfir.dialects.tf.creation import stated
from tfir.dialects.tf.handles import handed_on
from tfir.ir.diagnostics import Error
from tfir.ods.control import data_results, data_types
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ops_of
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


class CheckNumerics(HandsOn):
    def evaluate(tensor, message):
        if not np.all(np.isfinite(tensor)):
            raise Error(f"{message} : tensor has infinities or NaN")
        return tensor


# By the executor


class Switch(OpSemantics):
    def infer(data, num_outs=2):
        return [handed_on(data)] * num_outs

    def propagate_values(data, num_outs=2):
        return [data.numbers] * num_outs


class Merge(OpSemantics):
    """Whichever operand arrives, and its number."""

    def infer(inputs):
        shape = inputs[0].shape
        for other in inputs[1:]:
            shape = join(shape, other.shape)
        return [shape, ()]


class RefSelect(OpSemantics):
    def infer(inputs):
        return Merge.infer(inputs)[0]

    def evaluate(index, inputs):
        if not 0 <= index < len(inputs):
            raise Error(f"Index must be in the range [0, {len(inputs)}) but got {int(index)}")
        return [inputs[int(index)]]


class Call(OpSemantics, family=True):
    """What a function answers is known from the function; here, only as far as the op itself says."""

    def infer(output_shapes, op):
        is_said = len(output_shapes) == len(data_types(op.results))
        return [stated(shape) for shape in output_shapes] if is_said else None


class RemoteCall(OpSemantics):
    """A call on another device of this machine, which is the one that calls."""

    def infer(op):
        return [None] * len(data_types(op.results))

    def evaluate(op, functions, args, f):
        return list(functions(op, f)(*args))


HANDING_ON = (
    "StopGradient PreventGradient Snapshot _CopyFromGpuToHost _CopyFromHostToGpu Copy CopyHost DebugGradientIdentity "
    "GuaranteeConst _EagerConst MakeWeakResourceHandle"
).split()
BY_THE_EXECUTOR = "Enter RefEnter Exit RefExit NextIteration RefNextIteration LoopCond".split()
SEMANTICS = {
    **ops_of(HandsOn, DeepCopy=lambda x: x),
    **dict.fromkeys(HANDING_ON, Identity),
    **dict.fromkeys(BY_THE_EXECUTOR, HandsOn),
    **dict.fromkeys("While StatelessWhile If StatelessIf Case StatelessCase".split(), Call),
    **{"CheckNumericsV2": CheckNumerics, "RefSwitch": Switch, "_SwitchN": Switch, "RefMerge": Merge},
    **dict.fromkeys("_ArrayToList _ListToArray".split(), IdentityN),
}


class SymbolicGradient(OpSemantics):
    """Of a function for its arguments, which come first, and for the gradients of what it returns. Of a handle it is the variable's."""

    def infer(op, input):
        return [None if holds_no_data(each) else each.shape for each in input[: len(data_results(op))]]


def holds_no_data(value) -> bool:
    return value.element.text.startswith("!tf_type.resource")
