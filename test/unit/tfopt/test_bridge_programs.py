"""Graphs around ops of TensorFlow's bridge that cannot be recorded alone give TensorFlow's answers, call after call: as they are, and lowered to
StableHLO, where variables and generators are handed on."""

import numpy as np
import pytest
from bridge_programs import BridgeProgram, ops, programs
from tensorflow_values import cases
from tfir.dialects import verify
from tfir.dialects.stablehlo.calls import ASSERTION
from tfir.dialects.tf import bridge
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import Program, interpreted
from tfir.execution.session import Session
from tfir.ir.operations import Operation

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner

PROGRAMS = {program.name: program for program in programs()}
TOLERANCE = {2: 2e-3, 4: 2e-6, 8: 1e-12}  # relative, by the bytes of an element
# What has no answer of its own: regions and functions without a signature are no nodes of a graph; what XLA's compiler alone has, and what several
# processes do, is held in the files that are named here.
ELSEWHERE = {
    "test_collective.py": "AllToAll CollectivePermute CollectiveReduceV2 CrossReplicaSum InfeedDequeueTuple OutfeedEnqueueTuple XlaRecv XlaReduceScatter XlaSend",
    "test_xla_operations.py": "XlaAllReduce XlaCustomCall XlaCustomCallV2 XlaIf XlaReduce XlaReduceWindow XlaReplicaId XlaScatter XlaSelectAndScatter "
    "XlaSetBound XlaSpmdFullToShardShape XlaSpmdShardToFullShape XlaVariadicReduce XlaVariadicReduceV2 XlaVariadicSort XlaWhile",
    "test_variables_in_parts.py": "AssignVariableXlaConcatND ReadVariableXlaSplitND",
    "test_tf_xla_call_module_deserialization.py": "XlaCallModule",
    "tf_region_control_flow_to_functional.mlir": "CaseRegion IfRegion WhileRegion Yield",
    "no nodes of a graph that a session runs": "LegacyCall _Arg _EagerConst _Retval",
    "excluded": "_XlaAotOnlyVarHandleOp",
}  # fmt: skip


def lowered(program: BridgeProgram) -> Operation:
    module = program.module()
    Runner(verify).run(load_pipeline("stablehlo"), module)
    return module


def assert_same(actual: np.ndarray, expected: np.ndarray) -> None:
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    if expected.dtype.kind in "fc":
        tolerance = TOLERANCE[expected.dtype.itemsize]
        np.testing.assert_allclose(actual, expected, rtol=8 * tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_session_gives_what_tensorflow_does(program):
    module = program.module()
    entry, session = entry_of_graph(next(iter(module.body)), ",".join(program.answers[0]), list(program.feeds)), Session(module)
    for answer in program.answers:
        for actual, expected in zip(interpreted(module, entry, session)([*program.feeds.values()]), answer.values(), strict=True):
            assert_same(np.asarray(actual), expected)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_lowered_it_does_so_too(program):
    """Nothing is left to the host but to look whether a list has the element that is asked for."""
    module = lowered(program)
    assert {op.get("call_target_name") for op in module.walk() if op.name == "stablehlo.custom_call"} <= {ASSERTION}
    compiled, held = Program(module), {}
    for answer in program.answers:
        found = compiled.run({port.name: program.feeds[port.name] for port in compiled.feeds if port.name in program.feeds} | held)
        held = {port.name: found[port.name] for port in compiled.feeds if port.name in found}
        for name, expected in answer.items():
            assert_same(found[name], expected)


def test_every_op_of_the_bridge_has_an_answer():
    upstream = {*bridge.lists()[bridge.KERNELS], *bridge.lists()[bridge.PATTERNS]}
    answered = {case.name for case in cases()} | ops()
    assert upstream - answered == {name for names in ELSEWHERE.values() for name in names.split()}
