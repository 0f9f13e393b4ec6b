"""`--mlir-timing`: where the time went, as MLIR reports it, in words or as JSON; as a tree of pipelines or as a list of names."""

from __future__ import annotations


class Entry:
    """Seconds spent under one name, and under the names inside it, in the order of first appearance."""

    __slots__ = ("name", "own", "inside")

    def __init__(self, name: str):
        self.name, self.own = name, 0.0
        self.inside: dict[str, Entry] = {}

    @property
    def seconds(self) -> float:
        return self.own + sum([entry.seconds for entry in self.inside.values()])

    def under(self, name: str) -> Entry:
        return self.inside.setdefault(name, Entry(name))


def tree(times) -> Entry:
    """The tree of (path, seconds); a path is a name or a tuple of names."""
    root = Entry("root")
    for path, seconds in times:
        entry = root
        for name in (path,) if isinstance(path, str) else path:
            entry = entry.under(name)
        entry.own += seconds
    return root


def flat(times) -> Entry:
    """The same as a list: the most expensive name first."""
    return sorted_by_time(tree([(path if isinstance(path, str) else path[-1], seconds) for path, seconds in times]))


def sorted_by_time(root: Entry) -> Entry:
    root.inside = {entry.name: entry for entry in sorted(root.inside.values(), key=lambda entry: -entry.seconds)}
    return root


def report(times, total: float, display: str = "tree", form: str = "text") -> str:
    root = flat(times) if display == "list" else tree(times)
    root.under("Rest").own = max(0.0, total - root.seconds)
    return as_json(root, total) if form == "json" else as_text(root, total)


def as_text(root: Entry, total: float) -> str:
    rule = f"===-{'-' * 73}-==="
    lines = [rule, "... Execution time report ...".center(81).rstrip(), rule, f"  Total Execution Time: {total:.4f} seconds", ""]
    lines.append("  ----Wall Time----  ----Name----")
    lines += [line(seconds, total, depth, name) for depth, name, seconds in rows(root)]
    return "\n".join([*lines, line(total, total, 0, "Total")])


def line(seconds: float, total: float, depth: int, name: str) -> str:
    return f"  {seconds:8.4f} ({share(seconds, total):5.1f}%)  {'  ' * depth}{name}"


def share(seconds: float, total: float) -> float:
    return 100 * seconds / total if total else 0.0


def rows(entry: Entry, depth: int = 0):
    for inner in entry.inside.values():
        yield depth, inner.name, inner.seconds
        yield from rows(inner, depth + 1)


def as_json(root: Entry, total: float) -> str:
    from json import dumps

    entries = [described(entry, total) for entry in root.inside.values()]
    entries.append({"wall": wall(total, total), "name": "Total"})
    return "[\n" + ",\n".join(map(dumps, entries)) + "\n]"


def described(entry: Entry, total: float) -> dict:
    inside = [described(inner, total) for inner in entry.inside.values()]
    return {"wall": wall(entry.seconds, total), "name": entry.name} | ({"passes": inside} if inside else {})


def wall(seconds: float, total: float) -> dict:
    return {"duration": round(seconds, 4), "percentage": round(share(seconds, total), 1)}
