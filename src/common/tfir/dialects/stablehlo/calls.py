"""Calls out of the program: expectations, assertions about shapes, marks of sharding, LAPACK, ops of other dialects, and what installed
packages answer.

What answers a call is a function `(op, operands) -> list of results`.
"""

from re import compile as compiled

import numpy as np

from tfir.dialects.check.expectations import near, same, settle, units_between
from tfir.dialects.stablehlo import calls_of_xla
from tfir.dialects.stablehlo.shape_operands import shape_operands, with_shapes
from tfir.ir.attributes import BoolAttr, DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.arrays import dtype_of, is_integer
from tfir.ods.semantics import OpSemantics

MARKS = (
    "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "xla.sdy.FuncResultSharding",
    "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.PropagationBarrier", "xla.sdy.ShardingGroup",
)  # fmt: skip
OF_CHLO, OF_TENSORFLOW = "mhlo.", "tf."
CALLBACK = compiled(r"python\w*_callback")  # as JAX calls it on CPUs and GPUs, with and without the typed interface
CLOSE = 3  # units in the last place that StableHLO's own test programs allow


class custom_call(OpSemantics):
    def evaluate(inputs, call_target_name, op, state=None):
        if call_target_name in calls_of_xla.ANSWERS:
            return calls_of_xla.ANSWERS[call_target_name](op, inputs, state)
        answer = answer_of(call_target_name)
        if answer is None:
            what = "which nothing here answers"
            if CALLBACK.search(call_target_name):
                what = "the Python of the program that was exported (pure_callback, io_callback, debug.print), which did not come along"
            raise Error.on(op, f"calls '{call_target_name}', {what}")
        return answer(*with_given_shapes(op, inputs))


def with_given_shapes(op, operands):
    """A call, and its operands, without those that only say which shapes the results have; the types of the results say it."""
    numbers = shape_operands(op)
    if not numbers:
        return op, operands
    each = iter([tuple(operands[number].tolist()) for number in numbers])
    types = [with_shapes(result.type, each) for result in op.results]
    kept = [number for number in range(len(operands)) if number not in numbers]
    call = Operation.draft(op.name, [op.operands[number] for number in kept], types, op.attributes)
    return call, [operands[number] for number in kept]


def answer_of(target: str):
    """What answers the calls of a target, or None."""
    if target in ANSWERS:
        return ANSWERS[target]
    if target.startswith("lapack_"):
        from tfir.dialects.stablehlo import lapack

        routine = lapack.routine_of(target)
        return routine and (lambda op, operands: routine(op, operands, configuration(op)))
    if target.startswith(OF_CHLO):
        return op_of_chlo
    if target.startswith(OF_TENSORFLOW):
        return op_of_tensorflow
    from tfir.plugins import entries

    entry = entries("tfir.custom_calls").get(target)
    return None if entry is None else entry.load().answer


def op_of_chlo(op, operands):
    """What a version of JAX calls before CHLO's ops could be exported: `mhlo.erf`, `mhlo.topk`, with the op's attributes in a dictionary."""
    from tfir.dialects import lookup
    from tfir.ods.inference import evaluate

    name = op.get("call_target_name").removeprefix(OF_CHLO)
    definition = lookup(f"chlo.{'top_k' if name == 'topk' else name}")
    attributes = dict(getattr(op.attributes.get("mhlo.attributes"), "entries", {}))
    is_largest = attributes.pop("largest", None)
    if definition is None or definition.semantics is None or (is_largest is not None and not is_largest.value):
        raise Error.on(op, f"calls '{OF_CHLO}{name}', which nothing here answers")
    return evaluate(Operation.draft(definition.name, op.operands, [result.type for result in op.results], attributes), definition, operands)


def op_of_tensorflow(op, operands):
    """What an op computes that has no lowering but a call: `tf.MatrixLogarithm`, with the op's attributes in the configuration."""
    from tfir.dialects import lookup
    from tfir.ods.inference import evaluate

    definition, config = lookup(op.get("call_target_name")), op.attributes.get("backend_config")
    if definition is None or getattr(definition.semantics, "evaluate", None) is None or not isinstance(config, DictAttr):
        raise Error.on(op, f"calls '{op.get('call_target_name')}', which nothing here answers")
    drafted = Operation.draft(definition.name, op.operands, [result.type for result in op.results], dict(config.entries))
    return evaluate(drafted, definition, operands)


def configuration(op) -> dict:
    """What a call is configured by: truth values, numbers, and letters, which are numbers of eight bits there."""
    config = op.attributes.get("mhlo.backend_config", op.attributes.get("backend_config"))
    pairs = config.entries.items() if isinstance(config, DictAttr) else ()
    return {name: chr(each.value) if not isinstance(each, BoolAttr) and each.type.text == "ui8" else each.value for name, each in pairs}


def expect_eq(op, operands):
    return settle(op, *operands, same(*operands), "be equal to")


def expect_almost_eq(op, operands):
    return settle(op, *operands, near(*operands, 1e-4), "almost be")


def expect_close(op, operands):
    return settle(op, *operands, units_between(*operands) <= CLOSE, f"be within {CLOSE} units in the last place of")


def unchanged(op, operands):
    """What says where a value lies, or how it is divided among devices, says nothing of its elements. Raises Error where the result has another
    shape, as a program has that is divided among several."""
    shapes = [(operand.shape, tuple(result.type.shape)) for operand, result in zip(operands, op.results)]
    for whole, part in shapes:
        if whole != part:
            raise Error.on(op, f"makes {list(part)} of {list(whole)}, as on several devices; one device has whole arrays")
    return list(operands[: len(op.results)])  # a group has none


def create_buffer(op, operands) -> list:
    """A buffer whose elements XLA leaves open; here they are zeros."""
    type = op.results[0].type
    return [np.zeros(type.shape, dtype_of(type.element))]


def check_equal(op, operands) -> list:
    """Checks that integers are equal, or that floats almost are, and answers that they are, as those programs expect it."""
    lhs, rhs = operands
    agrees = same(lhs, rhs) if is_integer(lhs.dtype) else near(lhs, rhs, 1e-4)
    settle(op, lhs, rhs, agrees, "be equal to")
    return [np.array(True)]


def check_shape_assertion(op, operands) -> list:
    """Checks an assertion of JAX on sizes that its export left unknown: a truth value, and the numbers for {0}, {1}, ... in its message."""
    if operands[0]:
        return []
    text = op.get("error_message", "sizes do not fit each other")
    for number, operand in enumerate(operands[1:]):
        text = text.replace(f"{{{number}}}", str(operand))
    raise Error.on(op, text)


def check_before_run(op, operands) -> None:
    """Checks an assertion whose operands are known before the program runs, but for one that says what happens where the program comes to it."""
    if WHEN_RUN not in op.attributes:
        check_shape_assertion(op, operands)


ASSERTION = "shape_assertion"  # by which JAX's exports check sizes
WHEN_RUN = "tfir.when_run"

ANSWERS = {
    "check.eq": check_equal, "check.expect_eq": expect_eq, "check.expect_almost_eq": expect_almost_eq, "check.expect_close": expect_close,
    ASSERTION: check_shape_assertion, **dict.fromkeys((*MARKS, *calls_of_xla.PINS), unchanged),
    "CreateBuffer": create_buffer,
}  # fmt: skip
