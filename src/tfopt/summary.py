"""`--summary`: what a program is, on a page: functions with what they take and give, operations by dialect, constants."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tfir.analysis.constant_sizes import bytes_by_name
from tfir.ir.operations import Operation

MOST_NAMES = 5  # of a dialect


def facts_of(module: Operation) -> dict[str, Any]:
    functions = [op for op in module.walk() if op.attributes.get("function_type") is not None]
    return {
        "functions": [
            {"name": func.get("sym_name"), "op": func.name, "type": str(func.attributes["function_type"].type)} for func in functions
        ],
        "ops": dict(sorted(Counter([op.name for op in module.walk() if op is not module]).items())),
        "constant_bytes": bytes_by_name(module),
    }


def summary(module: Operation, form: str) -> str:
    facts = facts_of(module)
    if form == "json":
        from json import dumps

        return dumps(facts, indent=2) + "\n"
    lines = [f"{func['op']} @{func['name']}: {func['type']}" for func in facts["functions"]]
    by_dialect: dict[str, list[tuple[int, str]]] = {}
    for name, count in facts["ops"].items():
        dialect, _, local = name.partition(".")
        by_dialect.setdefault(dialect, []).append((-count, local))
    lines += [in_words(dialect, sorted(counts)) for dialect, counts in by_dialect.items()]
    total = sum(facts["constant_bytes"].values())
    return "\n".join([*lines, f"constants: {total} bytes"]) + "\n"


def in_words(dialect: str, counts: list[tuple[int, str]]) -> str:
    """How many operations of a dialect there are, the most frequent by name."""
    shown = ", ".join([f"{-count} {local}" for count, local in counts[:MOST_NAMES]])
    others = f", {len(counts) - MOST_NAMES} others" if len(counts) > MOST_NAMES else ""
    return f"{dialect}: {-sum([count for count, _ in counts])} ops ({shown}{others})"
