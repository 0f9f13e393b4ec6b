"""Where a program runs: on Vulkan or on the interpreter. A program is called with arrays in order and gives arrays."""

from __future__ import annotations

import _signal
from contextlib import ExitStack, contextmanager
from functools import cache

from tfir.cli.process import UsageError
from tfir.execution import sequencer
from tfir.execution.entry import Entry
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

VULKAN, INTERPRETER = "vulkan", "interpreter"


def check_device(text: str) -> str:
    """A device's name as `--device` takes it. Raises UsageError when it names nothing known."""
    kind = text.partition(":")[0]
    if kind not in (VULKAN, INTERPRETER) or text.startswith(INTERPRETER + ":"):
        raise UsageError(f"--device={text}: expected vulkan, vulkan:INDEX, vulkan:NAME, vulkan:UUID or interpreter")
    return text


@contextmanager
def session(module: Operation, device: str, folder: str | None = None):
    """A function that makes a program of an entry, once: one from input arrays to output arrays. Programs of a session share what they
    write to, for as long as the block lasts. `folder` is the directory of the model's assets."""
    if device == INTERPRETER:
        from tfir.execution.interpreter import interpreted
        from tfir.execution.session import Session

        shared = Session(module, folder)
        yield cache(lambda entry: interpreted(module, entry, shared))
    else:
        with ExitStack() as stack:
            yield cache(lambda entry: stack.enter_context(_on_vulkan(entry, device.partition(":")[2])))


@contextmanager
def _on_vulkan(entry: Entry, wanted: str):
    if not sequencer.is_sequence(entry.func):
        raise Error(
            f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline=vulkan,"
            " or run it with --device=interpreter",
            entry.func,
        )
    from tfrun.vulkan.device import Device, Instance, choose_device
    from tfrun.vulkan.executor import VulkanProgram

    with Instance() as instance:
        facts = choose_device(instance.devices(), wanted)
        with Device(facts) as device, VulkanProgram(device, entry.func) as program:
            try:
                yield program
            except KeyboardInterrupt:
                # Once more, which ends the process: a device is taken apart only when its work is done, and that may take long.
                _signal.raise_signal(_signal.SIGINT)
                raise


def list_devices():
    """One line for each device, opening with the name that `--device` takes; an Error where Vulkan has none to ask."""
    yield f"{INTERPRETER}: NumPy on this machine"
    from tfrun.vulkan.device import Instance

    with Instance() as instance:
        for facts in instance.devices():
            version = ".".join(map(str, facts.api_version))
            note = "" if facts.usable else " (not usable: Vulkan 1.1 with a compute queue is needed)"
            yield (
                f"{VULKAN}:{facts.index}: {facts.name}, {facts.kind}, Vulkan {version},"
                f" {facts.driver} {facts.driver_info}, uuid {facts.uuid}{note}"
            )


def describe_device(device: str) -> str:
    """The device's facts as the attribute `#iree.target<...>`, from which tf-opt chooses its schedules."""
    if device == INTERPRETER:
        raise UsageError("--describe-device describes Vulkan devices, not the interpreter")
    from tfrun.vulkan.device import Instance, choose_device
    from tfrun.vulkan.facts import target_attribute

    with Instance() as instance:
        return str(target_attribute(choose_device(instance.devices(), device.partition(":")[2])))
