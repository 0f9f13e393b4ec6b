"""Verification of the executor's ops. Messages are worded as upstream's."""

from __future__ import annotations

from tfir.dialects.tf_executor.types import CONTROL, TOKEN
from tfir.dialects.tf_type import dereferenced, has_same_element, is_broadcastable
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation
from tfir.ir.types import I1, TensorType

PREFIX = "tf_executor."


def _parent(op: Operation, name: str) -> None:
    parent = op.parent_op
    if parent is None or parent.name != name:
        raise Error.on(op, f"expects parent op '{name}'")


def in_graph(first_token: int | None, verify=None):
    """The verifier of an op in a graph whose operands from `first_token` on are tokens; behind that, `verify` looks at it."""

    def verify_in_graph(op: Operation) -> None:
        _parent(op, "tf_executor.graph")
        for number, value in enumerate(op.operands[first_token:] if first_token is not None else (), first_token or 0):
            if value.type is not CONTROL:
                raise Error.on(op, f"operand #{number} must be variadic of control, but got '{value.type}'")
        if verify is not None:
            verify(op)

    return verify_in_graph


def _ends_in(op: Operation, terminator: str) -> Operation:
    last = _last_of(op)
    if last.name != terminator:
        raise Error.on(last, f"invalid {op.name} terminator, {terminator.removeprefix(PREFIX)} expected")
    return last


def _last_of(op: Operation) -> Operation:
    if len(op.region.blocks) != 1:
        raise Error.on(op, "region #0 ('body') failed to verify constraint: region with 1 blocks")
    last = op.body.last
    if last is None:
        raise Error.on(op, "expects a non-empty block")
    return last


def verify_graph(op: Operation) -> None:
    if op.operands:
        raise Error.on(op, "requires zero operands")
    last = _last_of(op)
    for inner in op.body:
        if inner is not last and not inner.name.startswith(PREFIX):
            raise Error.on(inner, "unallowed inside a tf_executor.graph region")
        if inner.name == "tf_executor.graph":
            raise Error.on(inner, "unallowed directly inside another tf_executor.graph")
    _verify_fetched(op, _ends_in(op, "tf_executor.fetch"))


def _verify_fetched(op: Operation, fetch: Operation) -> None:
    results = op.results
    _controls_last(fetch)
    if len(fetch.operands) < len(results):
        raise Error.on(fetch, "does not have enough operands to cover the graph returned values")
    for number, value in enumerate(fetch.operands):
        is_control = value.type is CONTROL
        if number < len(results) and is_control:
            raise Error.on(fetch, f"operand #{number} is a control type, can't be bound to a graph result")
        if number >= len(results) and not is_control:
            raise Error.on(fetch, f"operand #{number} does not have a graph results to bind")
        if number < len(results) and results[number].type is not value.type:
            raise Error.on(fetch, f"operand #{number} type mismatch graph results ('{results[number].type}' != '{value.type}')")


def _controls_last(op: Operation) -> None:
    """Raises two errors, as upstream does, where data stands behind a token."""
    seen = False
    for number, value in enumerate(op.operands):
        if seen and value.type is not CONTROL:
            why = f"found non-control operand #{number} after control operand", f"failed to verify that {CONTROLS_LAST}"
            raise Error.of([Diagnostic(f"'{op.name}' op {each}", op) for each in why])
        seen = seen or value.type is CONTROL


CONTROLS_LAST = "all control inputs must appear after any non-control input"


def verify_island(op: Operation) -> None:
    if not op.results:
        raise Error.on(op, "expected 1 or more results")
    last = _ends_in(op, "tf_executor.yield")
    if op.body.arguments:
        raise Error.on(op, "expects body without any arguments")
    results = op.results[:-1]
    if len(last.operands) != len(results):
        raise Error.on(last, f"has {len(last.operands)} operand, but island returns {len(results)}")
    for number, (value, result) in enumerate(zip(last.operands, results)):
        if value.type is CONTROL:
            raise Error.on(last, f"unexpected control type for operand #{number}")
        if value.type is not result.type:
            raise Error.on(last, f"operand #{number} type mismatch island results ('{result.type}' != '{value.type}')")


def verify_yield(op: Operation) -> None:
    _parent(op, "tf_executor.island")


def _broadcasts(op: Operation, value, result, message: str) -> None:
    if not _is_broadcastable(value.type, result.type):
        raise Error.on(op, f"failed to verify that {message}")


def _is_broadcastable(data, output) -> bool:
    if not isinstance(data, TensorType) or not isinstance(output, TensorType):
        return data is output
    return has_same_element(data, output) and is_broadcastable(data, output)


def _makes_reference(data, output) -> bool:
    """Whether a reference would come of a value."""
    return dereferenced(output.element) != output.element.text and dereferenced(data.element) == data.element.text


def verify_switch(op: Operation) -> None:
    if not isinstance(op.operands[1].type, TensorType) or op.operands[1].type.element is not I1:
        raise Error.on(op, f"operand #1 must be tensor of 1-bit signless integer values, but got '{op.operands[1].type}'")
    for result, which in ((op.results[1], "true"), (op.results[0], "false")):
        _broadcasts(op, op.operands[0], result, f"data operand must be broadcastable to {which} result")


def verify_switch_n(op: Operation) -> None:
    count, data, outputs = op.get("num_outs", 0), op.operands[0].type, op.results[:-1]
    if len(outputs) != count:
        raise Error.on(op, f"expect `num_outs` ({count}) results but got {len(outputs)}")
    if not isinstance(data, TensorType):
        raise Error.on(op, f"expects data operand to have tensor type but got '{data}'")
    for output in outputs:
        if not isinstance(output.type, TensorType):
            raise Error.on(op, f"expects outputs to have tensor type but got '{output.type}'")
        _becomes(op, data, output.type, "data operand to be broadcastable with all output types")


def _becomes(op: Operation, data: TensorType, output: TensorType, requirement: str) -> None:
    if _makes_reference(data, output):
        raise Error.on(op, f"expects same operand and output element type but got '{data}' vs '{output}'")
    if not _is_broadcastable(data, output):
        raise Error.on(op, f"expects {requirement} but got '{data}' vs '{output}'")


def verify_merge(op: Operation) -> None:
    if not op.operands:
        raise Error.on(op, "expects at least one operand")
    if op.operands[0].type is CONTROL:
        raise Error.on(op, "expects a non-control input")
    output = op.results[0].type
    if not isinstance(output, TensorType):
        raise Error.on(op, f"result #0 must be tensor of any type values, but got '{output}'")
    _controls_last(op)
    for value in op.operands:
        if value.type is CONTROL:
            continue
        if not isinstance(value.type, TensorType):
            raise Error.on(op, f"expects data operands to have tensor type but got '{value.type}'")
        _becomes(op, value.type, output, "all operands to be broadcastable with output type")


def verify_forward(op: Operation) -> None:
    _broadcasts(op, op.operands[0], op.results[0], "data operand must be broadcastable to result")


def verify_source(op: Operation) -> None:
    uses = op.results[1].uses
    if len(uses) != 1:
        raise Error.on(op, "expects a single user for produced token")
    if uses[0].name != "tf_executor.NextIteration.Sink":
        raise Error.on(op, "token should be consumed by a sink op")


def verify_sink(op: Operation) -> None:
    source = op.operands[0].op
    if source is None:
        raise Error.on(op, "expects a token directly produced by a tf_executor.NextIteration.Source op")
    if source.name != "tf_executor.NextIteration.Source" or op.operands[0].type is not TOKEN:
        raise Error.on(op, "expects a token produced by a tf_executor.NextIteration.Source op")
    actual, expected = op.operands[1].type, source.results[0].type
    if actual is not expected:
        raise Error.on(op, f"input type '{actual}' mismatch the tf_executor.NextIteration.Source output type: '{expected}'")


VERIFIERS = {
    "graph": verify_graph, "yield": verify_yield, "fetch": in_graph(None, _controls_last), "island": in_graph(0, verify_island),
    "Switch": in_graph(2, verify_switch), "_SwitchN": in_graph(None, verify_switch_n), "Merge": in_graph(None, verify_merge),
    "Enter": in_graph(1, verify_forward), "Exit": in_graph(1, verify_forward), "NextIteration.Source": in_graph(None, verify_source),
    "NextIteration.Sink": in_graph(2, verify_sink), "ControlTrigger": in_graph(0), "LoopCond": in_graph(1), "Send": in_graph(1),
    "Recv": in_graph(0),
}  # fmt: skip
