"""The history of each node: one event per change, in order. `--explain`, `--remarks`, reports and pictures read it.

An event names the node as it was called when it happened; a node keeps its name through rewrites wherever it can, so that its
history is the events with its name.
"""

from __future__ import annotations

# What may happen to a node. `into` names the nodes that came of it.
KINDS = ("rewritten", "folded", "fused", "merged", "removed", "added", "refused")


class Remark:
    """One change: `kind` is of KINDS, `rule` the stage or reason, `into` the names of what took the node's place."""

    __slots__ = ("optimizer", "rule", "kind", "node", "into")

    def __init__(self, optimizer: str, rule: str, kind: str, node: str, into: tuple[str, ...] = ()):
        self.optimizer, self.rule, self.kind, self.node, self.into = optimizer, rule, kind, node, into

    def __str__(self):
        target = f" into {', '.join(self.into)}" if self.into and self.into != (self.node,) else ""
        return f"{self.node}: {self.kind}{target} [{self.optimizer}: {self.rule}]"


class Remarks:
    """The events of one run. Refusals are kept only on request (`keeps_refusals`), since most rules decline most nodes."""

    def __init__(self, keeps_refusals: bool = False):
        self.events: list[Remark] = []
        self.keeps_refusals = keeps_refusals
        self.optimizer = ""

    def add(self, kind: str, node: str, rule: str, into: tuple[str, ...] = ()) -> None:
        self.events.append(Remark(self.optimizer, rule, kind, node, into))

    def refuse(self, node: str, rule: str, why: str) -> None:
        if self.keeps_refusals:
            self.events.append(Remark(self.optimizer, f"{rule}: {why}", "refused", node))

    def of(self, node: str) -> list[Remark]:
        """The history of a node: what happened to it, and how it came out of others."""
        return [event for event in self.events if event.node == node or node in event.into]


# The remarks of the run that is under way; tools that show it replace it before they start.
_current = Remarks()


def current() -> Remarks:
    return _current


def start(keeps_refusals: bool = False) -> Remarks:
    """Forgets all remarks and keeps those that come."""
    global _current
    _current = Remarks(keeps_refusals)
    return _current
