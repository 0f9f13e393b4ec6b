"""The execution model of TensorFlow's executor: tokens for control edges, dead values, loops by Enter, NextIteration and Exit.

An ordinary op stands in an island; the ops here are those that the executor treats in a way of their own. Source: RFC
"TensorFlow MLIR Dialects" (2019), in today's spelling; Send and Recv are the RFC's. Its SwitchN is read as _SwitchN, and its Merge and
Source with two results as those of today.
"""

from __future__ import annotations

from tfir.dialects.tf_executor.assembly import FORMS
from tfir.dialects.tf_executor.types import TYPES
from tfir.dialects.tf_executor.verify import VERIFIERS
from tfir.ods.dialect import Dialect

TABLE = """
    constraint control = !tf_executor.control "control"
    constraint token = !tf_executor.token "token"
    graph() -> (results: *any) !single_block !wraps
    fetch(fetches: *any) -> () !terminator
    island(controlInputs: *control) -> (outputs: *any, control: control) !single_block !wraps
    yield(fetches: *any) -> () !terminator
    Switch(data: any, predicate: tensor, controlInputs: *control) -> (falseOutput: any, trueOutput: any, control: control) !switch
    _SwitchN(data: any, index: tensor, controlInputs: *control; num_outs: i64) -> (outputs: *any, control: control) !switch
    SwitchN(data: any, index: tensor, controlInputs: *control; num_outs: i64) -> (outputs: *any, control: control) !switch
    Merge(dataAndControlInputs: *any) -> (output: any, value_index: tensor, control: control) !merge
    Enter(data: any, controlInputs: *control; frame_name: string, parallel_iterations: i64 = 10, is_constant: bool = false) -> (output: any, control: control) !enter
    NextIteration.Source() -> (output: any, token: token, control: control) !next_iteration
    NextIteration.Sink(token: token, input: any, controlInputs: *control) -> () !next_iteration
    Exit(data: any, controlInputs: *control) -> (output: any, control: control) !exit
    ControlTrigger(controlInputs: *control) -> (control: control)
    LoopCond(input: tensor, controlInputs: *control) -> (output: tensor, control: control) !loop_cond
    Send(tensor: tensor, controlInputs: *control) -> (control: control)
    Recv(controlInputs: *control) -> (tensor: tensor, control: control)
"""

_ONE = ((0, "output"), (1, "control"))
_NAMES = {
    "Switch": ((0, "falseOutput"), (1, "trueOutput"), (2, "control")),
    "Merge": ((0, "output"), (1, "value_index"), (2, "control")),
    "NextIteration.Source": ((0, "output"), (1, "token"), (2, "control")),
    "Enter": _ONE, "Exit": _ONE, "LoopCond": _ONE, "Recv": ((0, "tensor"), (1, "control")),
}  # fmt: skip


def result_names(op):
    local = op.name[len("tf_executor.") :]
    if local in ("island", "_SwitchN") and op.results:
        last = len(op.results) - 1
        return [(0, "outputs"), (last, "control")] if last else [(0, "control")]
    return _NAMES.get(local)


SKETCHED = "the name stands for any operation in a sketch and was never legal; operations other than the executor's stand in an island"
DIALECT = Dialect(
    "tf_executor", TABLE, package=__name__, forms=FORMS, types=TYPES, verify_in_context=VERIFIERS, result_names=result_names,
    sketched=dict.fromkeys(("opA", "opB", "opC", "opD"), SKETCHED),
)  # fmt: skip
