"""The schedule that was chosen for an executable: its name and its numbers, as `#iree.schedule<name, key = value, ...>`."""

from __future__ import annotations

import re

from tfir.ir.attributes import OpaqueAttr
from tfir.ir.diagnostics import Error

ATTRIBUTE = "iree.schedule"
TEXT = re.compile(r"#iree\.schedule<\s*(\w+)\s*((?:,\s*\w+\s*=\s*\w+\s*)*)>$")
ENTRY = re.compile(r"(\w+)\s*=\s*(\w+)")


class Schedule:
    """A decision. Values are whole numbers or words; `schedule["rows"]` is one of them.

    `copies` is no decision but found out while writing: how often the body of a long loop has to stand in it.
    """

    __slots__ = ("name", "values", "at", "copies")

    def __init__(self, name: str, at=None, **values):
        self.name, self.values, self.at, self.copies = name, values, at, 1

    @property
    def attribute(self) -> OpaqueAttr:
        return OpaqueAttr(f"#iree.schedule<{', '.join([self.name, *[f'{k} = {v}' for k, v in self.values.items()]])}>")

    def __getitem__(self, key: str):
        if key not in self.values:
            raise Error(f"schedule '{self.name}' lacks '{key}'", self.at)
        return self.values[key]

    def number(self, key: str, least: int = 1, most: int = 1024) -> int:
        """A whole number in a range; the attribute may have been written by hand."""
        value = self[key]
        if not isinstance(value, int) or not least <= value <= most:
            raise Error(f"schedule '{self.name}': expected {key} to be a number from {least} to {most}, found {value}", self.at)
        return value

    def word(self, key: str, *allowed: str) -> str:
        value = self[key]
        if value not in allowed:
            raise Error(f"schedule '{self.name}': expected {key} to be {' or '.join(allowed)}, found {value}", self.at)
        return value

    @property
    def is_plain(self) -> bool:
        """Whether each invocation is a workgroup of its own: kernels to be read, and translated to C."""
        return self.values.get("invocations") == 1

    @staticmethod
    def of(op) -> Schedule:
        """The schedule that an entry function carries."""
        attribute = op.attributes.get(ATTRIBUTE)
        if attribute is None:
            raise Error.on(op, "has no schedule; run --iree-choose-schedules first")
        match = TEXT.match(attribute.text)
        if match is None:
            raise Error.on(
                op, f"has a schedule that cannot be read: expected #iree.schedule<name, key = value, ...>, found {attribute.text}"
            )
        values = {key: int(value) if value.isdigit() else value for key, value in ENTRY.findall(match[2])}
        return Schedule(match[1], op, **values)
