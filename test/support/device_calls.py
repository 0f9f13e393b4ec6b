"""Programs lowered by a pipeline, that of the device that a target belongs to if no other is named, and called on one."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.iree.target import PROCESSORS
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.verify import verify
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

from tfopt.iree_to_spirv.target import resolve_target
from tfopt.pipeline.description import load_pipeline, steps_in
from tfopt.pipeline.execution import Runner
from tfrun.devices import session

TARGETS = ("lavapipe", "portable", "x86-64-v3")  # what kernels are tried with
DEVICES = {"interpreter": "lavapipe", "vulkan": "lavapipe", "cpu": "x86-64-v3"}  # and for which of them a device's programs are lowered


def device_of(target: str) -> str:
    return "cpu" if target in PROCESSORS else "vulkan"


def read(text: str):
    module = parse(Source("test.mlir", text), lookup, dialect, keep_names=True)
    verify(module, lookup)
    return module


def lowered(text: str, target: str, pipeline: str = "", through_text: bool = True):
    """The module after the pipeline, read from its text."""
    module = read(text)
    resolve_target(module, target)
    Runner(lambda op: verify(op, lookup)).run(load_pipeline(pipeline or device_of(target)), module)
    return read(printed(module)) if through_text else module


def printed(module) -> str:
    return print_operation(module, lookup, PrintOptions(keep_names=True))


def with_host_ops(pipeline: str):
    """A pipeline that leaves to the host what it has no lowering for, as --allow-host-ops has it."""
    steps = load_pipeline(pipeline)
    for step in steps_in(steps):
        if "allow-host-ops" in step.run.options:
            step.keywords["allow_host_ops"] = True
    return steps


def call(module, device: str, calls):
    """The results of several calls of one program."""
    if device == "cpu":
        pytest.importorskip("llvmlite", reason="machine code is made by LLVM")
    try:
        with session(module, device) as program_of:
            program = program_of(find_entry(module))
            return [program(inputs) for inputs in calls]
    except Error as reason:
        if "no Vulkan" not in str(reason) and "Vulkan loader" not in str(reason):
            raise
        pytest.skip(f"needs a Vulkan device: {reason}")
