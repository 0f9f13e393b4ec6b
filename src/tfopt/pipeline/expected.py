"""`--verify-diagnostics`: comments in the input say which errors, warnings, notes and remarks must come, and where.

    // expected-error @+1 {{sizes differ}}         expected-warning, expected-note, expected-remark
    // expected-error-re @above 2 {{{{[0-9]+}} elements}}

Places: `@+N` and `@-N` lines away, `@above` and `@below` (the nearest lines without an expectation of their own),
`@unknown` for what has no place. A number before the braces asks for that many. Source: MLIR's SourceMgrDiagnosticVerifier.
"""

from __future__ import annotations

import re

from tfir.ir.diagnostics import Diagnostic
from tfir.ir.location import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Matches: TypeAlias = Callable[[str], object]  # a message fits where the answer is true

EXPECTATION = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<regex>-re)? *(?P<place>@(?:[+-]\d+|above|below|unknown))? *"
    r"(?P<count>\d+)? *\{\{(?P<text>.*)\}\}[^}\n]*$"
)


class Expectation:
    """One message that must come, `left` times. `line` is None for one without a place."""

    __slots__ = ("severity", "line", "matches", "text", "left", "at")

    def __init__(self, severity: str, line: int | None, matches: Matches, text: str, count: int, at: int):
        self.severity, self.line, self.matches, self.text, self.left, self.at = severity, line, matches, text, count, at

    def accepts(self, diagnostic: Diagnostic, line: int | None) -> bool:
        return self.left > 0 and (self.severity, self.line) == (diagnostic.severity, line) and bool(self.matches(diagnostic.message))


def expectations(source: Source, problems: list[Diagnostic]) -> list[Expectation]:
    """The expectations in a source's comments; lines are counted as the source counts them. Malformed ones go into `problems`."""
    lines = source.text.split("\n")
    own = [EXPECTATION.search(line) for line in lines]
    expectations, offset = [], 0
    for index, match in enumerate(own):
        if match is not None:
            line = expected_line(match["place"], index, own)
            at = source.base + offset + match.start()
            try:
                matches = matcher(match["text"]) if match["regex"] else containing(match["text"])
            except re.error as error:
                problems.append(Diagnostic(f"invalid regex: {error}", at))
                offset += len(lines[index]) + 1
                continue
            number = None if line is None else line + source.first_line
            expectations.append(Expectation(match["severity"], number, matches, match["text"], int(match["count"] or 1), at))
        offset += len(lines[index]) + 1
    return expectations


def expected_line(place: str | None, index: int, own: list[re.Match[str] | None]) -> int | None:
    """The index of the line that an expectation in line `index` is about."""
    if place == "@unknown":
        return None
    if place in ("@above", "@below"):
        step = -1 if place == "@above" else 1
        index += step
        while 0 <= index < len(own) and own[index] is not None:
            index += step
        return index
    return index + int(place[1:]) if place else index


def containing(text: str) -> Matches:
    return lambda message: text in message


def matcher(text: str) -> Matches:
    """For `-re`: what stands between `{{` and `}}` is a regular expression, the rest is itself."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    pattern = "".join([f"(?:{part})" if index % 2 else re.escape(part) for index, part in enumerate(parts)])
    return re.compile(pattern).search


def unmet(source: Source, produced: list[Diagnostic], only_expected: bool = False) -> list[Diagnostic]:
    """Compares the produced diagnostics with the expected ones; an error for each without a partner.
    With `only_expected`, diagnostics that were not expected are let pass.
    """
    problems: list[Diagnostic] = []
    expected = expectations(source, problems)
    for diagnostic in [each for one in produced for each in (one, *one.notes)]:
        told_alone = diagnostic.severity == "note" and any([diagnostic is one for one in produced])
        place = diagnostic.place()
        line = place.line if place is not None and place.file == source.name else None
        partner = next((one for one in expected if one.accepts(diagnostic, line)), None)
        if partner is not None:
            partner.left -= 1
        elif not only_expected and not told_alone and (diagnostic.severity != "note" or place is not None):
            # A note without a place is the tool's own word on an error; one that belongs to no error is what an analysis tells.
            problems.append(Diagnostic(f"unexpected {diagnostic.severity}: {diagnostic.message}", diagnostic.location))
    for one in expected:
        if one.left > 0:
            problems.append(Diagnostic(f'expected {one.severity} "{one.text}" was not produced', one.at))
    return problems
