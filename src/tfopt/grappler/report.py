"""The effect of each optimizer on the size of a graph, and the time that it took: one row per run of an optimizer."""

from __future__ import annotations

from tfopt.grappler.item import Item


class Row:
    """Nodes and edges (control edges among them) before and after; `fired` counts rules and other changes."""

    __slots__ = ("iteration", "optimizer", "before", "after", "seconds", "fired")

    def __init__(self, iteration: int, optimizer: str, before, after, seconds: float, fired: int):
        self.iteration, self.optimizer, self.before, self.after = iteration, optimizer, before, after
        self.seconds, self.fired = seconds, fired

    @property
    def has_changed(self) -> bool:
        return self.fired > 0 or self.before != self.after


def size(item: Item) -> tuple[int, int]:
    """Nodes, and edges of both kinds."""
    nodes = edges = 0
    for op in item.block:
        if op.name != "tfg.return":
            nodes += 1
            edges += len(op.operands)
    return nodes, edges


def as_text(name: str, rows: list[Row]) -> str:
    """A table; changes only where there are some."""
    lines = [f"{name}", f"  {'':2} {'optimizer':30} {'nodes':>7} {'':>7} {'edges':>7} {'':>7} {'changes':>8} {'ms':>8}"]
    for row in rows:
        changes = [difference(before, after) for before, after in zip(row.before, row.after)]
        lines.append(line(row.iteration, row.optimizer, row.after, changes, row.fired, row.seconds))
    if rows:
        left = rows[-1].after
        changes = [share(before, after) for before, after in zip(rows[0].before, left)]
        lines.append(line("", "in all", left, changes, "", sum([row.seconds for row in rows])))
    return "\n".join(lines)


def line(iteration: int | str, optimizer: str, after: tuple[int, int], changes: list[str], fired: int | str, seconds: float) -> str:
    nodes, edges = [f"{count:7} {change:>7}" for count, change in zip(after, changes)]
    return f"  {iteration:2} {optimizer:30} {nodes} {edges} {fired:8} {1000 * seconds:8.1f}"


def as_json(name: str, rows: list[Row]) -> dict:
    fields = [
        {"iteration": row.iteration, "optimizer": row.optimizer, "nodes": list(row.before[:1] + row.after[:1]),
         "edges": [row.before[1], row.after[1]], "changes": row.fired, "seconds": row.seconds}
        for row in rows
    ]  # fmt: skip
    return {"graph": name, "runs": fields}


def difference(before: int, after: int) -> str:
    return f"{after - before:+}" if after != before else "="


def share(before: int, after: int) -> str:
    return f"{100 * (after - before) / before:+.1f}%" if before else ""
