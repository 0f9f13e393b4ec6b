"""TensorFlow's names of devices, whole or in part: `/job:worker/task:1/device:GPU:0`, `/gpu:0`, `GPU`."""

from __future__ import annotations

import re
from functools import cache

PARTS = re.compile(r"/?(?:(job|replica|task):([\w.*-]+)|(?:device:)?([A-Za-z_]+)(?::(\d+|\*))?)(?=/|$)")
ANY = "*"


def parts_of(text: str) -> dict[str, str] | None:
    """The parts `job`, `replica`, `task`, `kind` and `index` of a device name, as far as it has them. None when it is no name of a
    device."""
    parts: dict[str, str] = {}
    at = 0
    while at < len(text):
        match = PARTS.match(text, at)
        if match is None:
            return None
        field, value, kind, index = match.groups()
        parts |= {field: value} if field else {"kind": kind.upper(), "index": ANY if index is None else index}
        at = match.end()
    return {name: value for name, value in parts.items() if value != ANY}


@cache
def kind_of(text: str) -> str | None:
    """`CPU`, `GPU`, ...; None where the name leaves it open, or is none."""
    return (parts_of(text) or {}).get("kind")


def same_task(one: str, other: str) -> bool:
    """Whether two devices belong to one process, as far as their names say."""
    first, second = parts_of(one) or {}, parts_of(other) or {}
    return all([first.get(field) == second.get(field) for field in ("job", "replica", "task")])


def fits(request: str, device: str) -> bool:
    """Whether a device is one of those that a name, whole or in part, allows. What the device's own name leaves open is no hindrance."""
    required, actual = parts_of(request), parts_of(device)
    if required is None or actual is None:
        return False
    return all([actual.get(name, value) == value for name, value in required.items()])
