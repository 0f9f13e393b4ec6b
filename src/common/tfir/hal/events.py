"""Events: what orders commands of one command buffer where order alone would say too much."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Event:
    """Of a device. It belongs to the first command buffer that is given it, until that is closed, and is not signalled when that begins to run."""

    def __init__(self, device: object):
        self.device, self.is_closed = device, False
        self.commands: Any = None

    def close(self) -> None:
        self.is_closed = True


def take(commands: Any, event: Event) -> None:
    """Raises Error for an event of another device or another command buffer, or one that is closed."""
    if event.device is not commands.device:
        raise Error("a command is given an event of another device")
    if event.is_closed:
        raise Error("an event is used after it was closed")
    if event.commands not in (None, commands) and event.commands.state != "closed":
        raise Error("an event orders commands of one command buffer and is given to another")
    event.commands = commands
    commands.events.setdefault(event, False)


def signal(commands: Any, event: Event) -> None:
    take(commands, event)
    if commands.events[event]:
        raise Error("an event is signalled twice and not reset in between")
    commands.events[event] = True


def reset(commands: Any, event: Event) -> None:
    take(commands, event)
    commands.events[event] = False


def wait(commands: Any, event: Event) -> None:
    take(commands, event)
    if not commands.events[event]:
        raise Error("commands wait for an event that none before them signals")
