"""Compute on Vulkan: devices, memory, pipelines, command buffers, and the sequencer recorded into them."""

from __future__ import annotations

import _signal
import sys
from contextlib import ExitStack, contextmanager

from tfir.execution import sequencer
from tfir.execution.entry import Entry
from tfir.execution.session import Session
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.iree.target import TargetAttr
    from tfir.module_file.container import Container

    from tfrun.devices.vulkan.validation import Messenger

SPELLINGS = ("vulkan", "vulkan:INDEX", "vulkan:NAME", "vulkan:UUID")
TITLE = "a device of Vulkan 1.1 or later, the fastest there is unless one is named; runs what --pipeline=vulkan makes"
MEASURES_DISPATCHES = True
LOWERED_BY = ("--pipeline=vulkan", "--allow-host-ops")
TAKES = ("disk", "text", "cached", "verbose", "validated")


@contextmanager
def session(
    module: Operation,
    which: str,
    folder: str | None,
    disk: str | None = None,
    text: str | Container | None = None,
    cached: bool = True,
    verbose: bool = False,
    validated: bool = False,
):
    """A context manager: a function from an Entry to a program on the device `which`. Programs are closed with the session, and share what
    steps of the host write to. Pipelines of a module file, which is the `text` then, are kept from run to run if they may be `cached`. A
    `verbose` one says which device runs kernels for which targets. If it is `validated` the validation layer checks each call; raises
    VulkanError in the end where that reports errors."""
    digest = None if text is None or isinstance(text, str) or not cached else text.digest
    shared, messenger = Session(module, state=State(folder, disk=disk)), None
    if validated:
        from tfrun.devices.vulkan.validation import Messenger

        messenger = Messenger()
    with ExitStack() as stack:
        yield lambda entry: shared.lowered(entry, stack.enter_context(program_of(entry, which, shared.state, verbose, digest, messenger)))
    if messenger is not None:
        messenger.check()


@contextmanager
def program_of(
    entry: Entry,
    which: str,
    state: State | None = None,
    verbose: bool = False,
    digest: bytes | None = None,
    messenger: Messenger | None = None,
):
    """A context manager for one program: a callable from input arrays to output arrays. With the `digest` of a module file its pipelines are
    kept.

    Raises Error where the function is not lowered to dispatches, VulkanError where no device matches or a limit is exceeded.
    """
    if not sequencer.is_sequence(entry.func):
        raise Error(
            f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline=vulkan,"
            " or run it with --device=interpreter",
            entry.func,
        )
    from tfrun.devices.vulkan.device import Device, Instance, choose_device
    from tfrun.devices.vulkan.executables import targets_for
    from tfrun.devices.vulkan.executor import VulkanProgram

    with Instance(messenger) as instance:
        facts = choose_device(instance.devices(), which)
        if verbose:
            names = [target.name for target in targets_for(facts, entry.func.parent_op).values() if target is not None]
            print(f"tf-run: {facts.name} runs kernels for {', else for '.join(names) or 'no target in particular'}", file=sys.stderr)
        with Device(facts) as device, VulkanProgram(device, entry.func, state=state, digest=digest) as program:
            try:
                yield program
            except KeyboardInterrupt:
                # Once more, which ends the process: a device is taken apart only when its work is done, and that may take long.
                _signal.raise_signal(_signal.SIGINT)
                raise


def preference() -> int:
    """Mesa's software device computes on processors, more slowly than their own machine code. Without a loader there is none."""
    try:
        from tfrun.devices.vulkan.device import Instance

        with Instance() as instance:
            return 3 * any([facts.usable and facts.kind != "cpu" for facts in instance.devices()])
    except Error:
        return 0


def driver():
    from tfrun.devices.vulkan.device import Instance

    return Instance()


def measured(module: Operation, calls, which: str, folder: str | None, runs: int, cached: bool = True) -> str:
    from tfrun.devices.vulkan import measuring

    return measuring.measured(module, calls, which, folder, runs)


def traced(module: Operation, calls, which: str, folder: str | None, cached: bool = True) -> str:
    from tfrun.devices.vulkan import measuring

    return measuring.traced(module, calls, which, folder)


def listed():
    from tfrun.devices.vulkan.device import Instance

    with Instance() as instance:
        for facts in instance.devices():
            version = ".".join(map(str, facts.api_version))
            note = "" if facts.usable else " (not usable: Vulkan 1.1 with a compute queue is needed)"
            yield (
                f"vulkan:{facts.index}: {facts.name}, {facts.kind}, Vulkan {version},"
                f" {facts.driver} {facts.driver_info}, uuid {facts.uuid}{note}"
            )


def described(which: str) -> TargetAttr:
    """The device's facts, by which tf-opt compiles."""
    from tfrun.devices.vulkan.device import Instance, choose_device
    from tfrun.devices.vulkan.facts import target_attribute

    with Instance() as instance:
        return target_attribute(choose_device(instance.devices(), which))
