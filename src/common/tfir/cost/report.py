"""A report of cost as text: the whole, devices, op types, nodes; measured times beside the estimates where there are any."""

from __future__ import annotations

UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def amount(number: float, unit: str) -> str:
    """`277.4 Gflop`, `12.1 MB`, `0 B`."""
    for size, letter in UNITS:
        if number >= size:
            return f"{number / size:.4g} {letter}{unit}"
    return f"{number:.4g} {unit}"


def duration(seconds: float) -> str:
    for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{seconds / size:.4g} {name}"
    return f"{seconds * 1e9:.4g} ns" if seconds else "0"


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Columns as wide as they must be, numbers to the right; the first column is text. A head that begins with `<` is text too."""
    texts = [number == 0 or head.startswith("<") for number, head in enumerate(heads)]
    lines = [[head.lstrip("<") for head in heads], *rows]
    widths = [max([len(line[column]) for line in lines]) for column in range(len(heads))]
    return [
        "  "
        + "  ".join([cell.ljust(width) if is_text else cell.rjust(width) for cell, width, is_text in zip(line, widths, texts)]).rstrip()
        for line in lines
    ]


def report(summary: dict, most_nodes: int = 20) -> str:
    lines = [*head(summary), "", *devices(summary), "", *ops(summary), "", *nodes(summary, most_nodes), *remarks(summary)]
    return "\n".join(lines) + "\n"


def head(summary: dict) -> list[str]:
    path = summary["critical_path"]
    lines = [
        f"cost on {summary['cluster']}, {summary['manager']}",
        f"  {summary['nodes']} nodes, {amount(summary['operations'], 'flop')}, {amount(summary['bytes'], 'B')} moved",
        f"  simulated time   {duration(summary['total'])}",
        f"  critical path    {duration(path['seconds'])} through {len(path['nodes'])} nodes",
    ]
    if summary["transfers"]:
        lines.append(f"  sent             {amount(summary['transferred'], 'B')} in {summary['transfers']} transfers")
    measured = summary.get("measured")
    if measured is not None:
        lines.append(f"  measured         {duration(measured['total'])} in all ops ({measured['device']}, {measured['runs']} runs)")
    return lines


def devices(summary: dict) -> list[str]:
    rows = []
    for device in summary["devices"]:
        memory = device["memory"]
        over = " (too much)" if memory["capacity"] is not None and memory["peak"] > memory["capacity"] else ""
        rows.append([
            device["name"], str(device["nodes"]), duration(device["busy"]), percent(device["busy"], summary["total"]), amount(memory["peak"], "B") + over,
            amount(memory["state"], "B"), amount(memory["best"], "B"), amount(memory["worst"], "B"), duration(memory["at"]),
        ])  # fmt: skip
    return table(["device", "nodes", "busy", "of time", "peak memory", "state", "best", "worst", "peak at"], rows)


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def ops(summary: dict) -> list[str]:
    measured = "measured" in summary
    total = sum([row["measured" if measured else "seconds"] for row in summary["ops"]])
    rows = [
        [row["op"], str(row["nodes"]), amount(row["operations"], "flop"), amount(row["bytes"], "B"), *times(row, total, measured)]
        for row in summary["ops"] if row["seconds"] or row.get("measured")
    ]  # fmt: skip
    return table(["op", "nodes", "arithmetic", "traffic", *time_heads(measured)], rows)


def nodes(summary: dict, most: int) -> list[str]:
    measured = "measured" in summary
    total = sum([row["measured" if measured else "seconds"] for row in summary["ops"]])
    shown = summary["node_costs"][:most]
    rows = [
        [row["name"], row["op"], amount(row["operations"], "flop"), amount(row["bytes"], "B"), *times(row, total, measured)]
        + [duration(row["required"] - row["earliest"]) if row["required"] - row["earliest"] > 1e-12 else "critical"]
        for row in shown
    ]
    left = len(summary["node_costs"]) - len(shown)
    lines = table(["node", "<op", "arithmetic", "traffic", *time_heads(measured), "slack"], rows)
    return [*lines, f"  ... and {left} more"] if left > 0 else lines


def time_heads(measured: bool) -> list[str]:
    return ["estimate", "measured", "ratio", "share"] if measured else ["estimate", "share"]


def times(row: dict, total: float, measured: bool) -> list[str]:
    if not measured:
        return [duration(row["seconds"]), percent(row["seconds"], total)]
    taken = row["measured"]
    if not taken:
        return [duration(row["seconds"]), "-", "-", "-"]
    ratio = f"{taken / row['seconds']:.3g}" if row["seconds"] else "-"
    return [duration(row["seconds"]), duration(taken), ratio, percent(taken, total)]


def remarks(summary: dict) -> list[str]:
    lines = []
    if summary["inaccurate"]:
        lines.append(
            f"{summary['inaccurate']} nodes are counted inaccurately: unknown sizes count as assumed, ops without a formula as moving data"
        )
    measured = summary.get("measured")
    if measured is not None and measured["unknown"]:
        lines.append(f"{measured['unknown']} of the names measured are none of this graph's")
    return ["", *lines] if lines else []
