"""Programs on a device of the hardware abstraction layer: what a call that fails leaves behind, and several calls under way."""

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.host_steps import Bodies
from tfir.execution.sequence import Resident, sized_programs
from tfir.execution.sequencer import PORTABLE
from tfir.hal.array_device import ArrayDevice
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


@pytest.mark.parametrize("count", [1, 2, 5])
def test_calls_under_way_have_their_outputs_or_their_errors(program, count):
    calls = [call(1, 2), call(-1, 2), call(3), Error("no call"), call(4), call(-5), call(6, 7, 8)]
    told = [str(each) if isinstance(each, Error) else each[0].tolist() for each in program.in_flight(calls, count)]
    assert told == [[2, 4], "numbers below zero", [6], "no call", [8], "numbers below zero", [12, 14, 16]]


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
