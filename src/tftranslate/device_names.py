"""Names of devices: `/job:worker/task:0/GPU:1` as it is written out in full."""

from __future__ import annotations

import re

PART = re.compile(r"/(job|replica|task|device):([^/]+)|/(cpu|gpu|CPU|GPU|TPU):(\d+|\*)")
ORDER = ("job", "replica", "task")


def in_full(name: str) -> str | None:
    """The name with its kind of device and number, which are `CPU` and 0 where it leaves them out; None for what is no name."""
    found: dict[str, str] = {}
    end = 0
    while end < len(name):
        part = PART.match(name, end)
        if part is None:
            return None
        found[part[1] or "device"] = part[2] or f"{part[3].upper()}:{part[4]}"
        end = part.end()
    if not found:
        return ""
    kind, _, number = found.get("device", "").partition(":")
    places = "".join([f"/{key}:{found[key]}" for key in ORDER if found.get(key, "*") != "*"])
    return f"{places}/device:{kind if kind not in ('', '*') else 'CPU'}:{number if number not in ('', '*') else '0'}"
