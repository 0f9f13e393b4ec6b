"""`--mlir-timing`: where the time went, as MLIR reports it, in words or as JSON; as a tree of pipelines or as a list of names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    Times: TypeAlias = Iterable[tuple[str | tuple[str, ...], float]]  # a path of names, and seconds


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


def tree(times: Times) -> Entry:
    """The tree of (path, seconds); a path is a name or a tuple of names."""
    root = Entry("root")
    for path, seconds in times:
        entry = root
        for name in (path,) if isinstance(path, str) else path:
            entry = entry.under(name)
        entry.own += seconds
    return root


def flat(times: Times) -> Entry:
    """The times added up by name, without nesting: the most expensive name first."""
    return sorted_by_time(tree([(path if isinstance(path, str) else path[-1], seconds) for path, seconds in times]))


def sorted_by_time(root: Entry) -> Entry:
    root.inside = {entry.name: entry for entry in sorted(root.inside.values(), key=lambda entry: -entry.seconds)}
    return root


def report(times: Times, total: float, display: str = "tree", form: str = "text") -> str:
    root = flat(times) if display == "list" else tree(times)
    root.under("Rest").own = max(0.0, total - root.seconds)
    return as_json(root, total) if form == "json" else as_text(root, total)


def heading(title: str) -> list[str]:
    """The three lines that a report begins with."""
    rule, shown = f"==={'-' * 73}===", f"... {title} ..."
    return [rule, " " * ((80 - len(shown)) // 2) + shown, rule]


def as_text(root: Entry, total: float) -> str:
    lines = [*heading("Execution time report"), f"  Total Execution Time: {total:.4f} seconds", ""]
    lines.append("  ----Wall Time----  ----Name----")
    lines += [line(seconds, total, depth, name) for depth, name, seconds in rows(root)]
    return "\n".join([*lines, line(total, total, 0, "Total")])


def line(seconds: float, total: float, depth: int, name: str) -> str:
    return f"  {seconds:8.4f} ({share(seconds, total):5.1f}%)  {'  ' * depth}{name}"


def share(seconds: float, total: float) -> float:
    return 100 * seconds / total if total else 0.0


def rows(entry: Entry, depth: int = 0) -> Iterator[tuple[int, str, float]]:
    for inner in entry.inside.values():
        yield depth, inner.name, inner.seconds
        yield from rows(inner, depth + 1)


def as_json(root: Entry, total: float) -> str:
    """The times as JSON in upstream's layout: a name to a line, and an empty object behind the last entry of a nested one."""
    is_tree = any([entry.inside for entry in root.inside.values()])
    lines = [each for entry in root.inside.values() for each in json_lines(entry, total, 0, is_tree and entry.name != "Rest")]
    return "\n".join(["[", *lines, f"{json_entry('Total', total, total)}}}", "]"])


def json_lines(entry: Entry, total: float, depth: int, has_inside: bool) -> Iterator[str]:
    opening = "  " * depth + json_entry(entry.name, entry.seconds, total)
    if not has_inside:
        yield opening + "},"
        return
    yield opening + ', "passes": ['
    for inner in entry.inside.values():
        yield from json_lines(inner, total, depth + 1, True)
    yield "  " * depth + "{}]},"


def json_entry(name: str, seconds: float, total: float) -> str:
    return f'{{"wall": {{"duration": {seconds:8.4f}, "percentage": {share(seconds, total):5.1f}}}, "name": "{name}"'
