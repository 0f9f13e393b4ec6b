"""What each optimizer did to the size of a graph, and how long it took: one row per run of an optimizer."""

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
    for op in item.nodes():
        if op.name != "tfg.return":
            nodes += 1
            edges += len(op.operands)
    return nodes, edges


def as_text(name: str, rows: list[Row]) -> str:
    """A table; changes only where there are some."""
    lines = [f"{name}", f"  {'':2} {'optimizer':30} {'nodes':>7} {'':>7} {'edges':>7} {'':>7} {'changes':>8} {'ms':>8}"]
    for row in rows:
        nodes, edges = row.after
        lines.append(
            f"  {row.iteration:2} {row.optimizer:30} {nodes:7} {difference(row.before[0], nodes):>7} "
            f"{edges:7} {difference(row.before[1], edges):>7} {row.fired:8} {1000 * row.seconds:8.1f}"
        )
    if rows:
        (nodes, edges), (left, kept) = rows[0].before, rows[-1].after
        lines.append(
            f"  {'':2} {'in all':30} {left:7} {share(nodes, left):>7} {kept:7} {share(edges, kept):>7} {'':8} {1000 * sum(row.seconds for row in rows):8.1f}"
        )
    return "\n".join(lines)


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
