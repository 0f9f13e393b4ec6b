"""Programs on a device of the hardware abstraction layer: what a call that fails leaves behind, and several calls under way."""

import subprocess
import sys

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.host_steps import Bodies
from tfir.execution.sequence import Resident, SequenceProgram, sized_programs
from tfir.execution.sequencer import PORTABLE
from tfir.hal.array_device import ArrayDevice
from tfir.hal.rotation import Rotation
from tfir.ir.diagnostics import Error

DOUBLE = """
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""


@pytest.fixture
def program():
    """Doubles numbers, by a kernel that fails where there is one below zero."""

    def double(numbers, doubled):
        if (numbers < 0).any():
            raise Error("numbers below zero")
        doubled[...] = 2 * numbers

    module = lowered(DOUBLE, "portable", "vulkan")
    yield sized_programs(
        next(op for op in module.body if op.name == "func.func"), Resident(ArrayDevice(PORTABLE, lambda *_: double), Bodies())
    )


def call(*numbers):
    return [np.array(numbers, np.float32)]


def test_a_call_that_fails_does_not_fail_the_next(program):
    assert program(call(1, 2))[0].tolist() == [2, 4]
    with pytest.raises(Error, match="numbers below zero"):
        program(call(-1, 2))
    assert program(call(3, 4))[0].tolist() == [6, 8]


@pytest.fixture(params=["one after another", "in turns"])
def several(request, program, monkeypatch):
    """The program, where calls under way have buffers of their own, or wait for each other."""
    if request.param == "in turns":
        monkeypatch.setattr(SequenceProgram, "flight", lambda self, count: Rotation(self.device, self.recording, count))
    return program


@pytest.mark.parametrize("count", [1, 2, 5])
def test_calls_under_way_have_their_outputs_or_their_errors(several, count):
    calls = [call(1, 2), call(-1, 2), call(3), Error("no call"), call(4), call(-5), call(6, 7, 8)]
    told = [str(each) if isinstance(each, Error) else each[0].tolist() for each in several.in_flight(calls, count)]
    assert told == [[2, 4], "numbers below zero", [6], "no call", [8], "numbers below zero", [12, 14, 16]]


def test_errors_among_calls_take_no_turns(several):
    error = Error("no call")
    calls = [call(1), call(2), error, error, call(3), call(4), call(-1), error, call(5), call(6), call(7)]
    told = [str(each) if isinstance(each, Error) else each[0].tolist() for each in several.in_flight(calls, 2)]
    assert told == [[2], [4], "no call", "no call", [6], [8], "numbers below zero", "no call", [10], [12], [14]]


def test_calls_begin_no_earlier_than_they_may(program):
    """Those that come are asked for one at a time, when there is room for one more."""
    begun = []

    def calls():
        for number in range(4):
            begun.append(number)
            yield call(number)

    outputs = program.in_flight(calls(), 2)
    next(outputs)
    assert len(begun) == 3
    assert [each[0].tolist() for each in outputs] == [[2], [4], [6]]


def test_a_walk_loads_no_semantics():
    """Which would take longer than most programs do."""
    program = (
        "import sys; import tfir.execution.sequence; print([name for name in sys.modules if name.startswith('tfir.dialects.stablehlo')])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
