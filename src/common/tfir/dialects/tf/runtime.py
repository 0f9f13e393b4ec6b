"""Semantics: ops by which a graph asks what runs it where it is, how long to wait, or to stop. What is computed here is on a CPU, waits for nothing,
and is in memory that is not pinned."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import OpSemantics, ScalarResult

DEVICE = "CPU"


class DeviceIndex(ScalarResult):
    """The place of the device's kind in a list; behind the list where it is not in it."""

    def evaluate(device_names):
        names = [str(name) for name in device_names]
        return np.int32(names.index(DEVICE) if DEVICE in names else len(names))


class SleepOp(OpSemantics):
    def evaluate(sleep_seconds):
        return []


class SleepIdentityOp(OpSemantics):
    def infer(input):
        return input.shape

    def evaluate(input):
        return input


class Abort(OpSemantics):
    def evaluate(error_msg, exit_without_error):
        raise Error(f"ends the process{'' if exit_without_error else f': {error_msg}'}")
