"""A tokenizer by TextMate grammars, as far as ours goes: `match`, `begin` and `end` with captures, `include`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

Rule = dict[str, Any]


class Grammar:
    def __init__(self, source: Rule):
        self.source = source
        self.patterns = self.expanded(source["patterns"], ())

    def expanded(self, patterns: list[Rule], around: tuple[str, ...]) -> list[Rule]:
        """The rules with those that they include in their place."""
        rules: list[Rule] = []
        for pattern in patterns:
            name = pattern.get("include", "")[1:]
            if not name:
                rules += [pattern] if "match" in pattern or "begin" in pattern else self.expanded(pattern["patterns"], around)
            elif name not in around:
                rules += self.expanded([self.source["repository"][name]], (*around, name))
        return rules

    @cache  # noqa: B019  (there is one grammar)
    def inside(self, begin: str) -> tuple[Rule, ...]:
        rule = next(each for each in self.source["repository"].values() if each.get("begin") == begin)
        return tuple(self.expanded(rule.get("patterns", []), ()))

    def scopes(self, text: str) -> list[str]:
        """The innermost scope of each character; "" where no rule has matched. Line by line, as editors do it."""
        scopes: list[str] = []
        open_rules: list[Rule] = []
        for line in text.splitlines(keepends=True):
            scopes += self.of_line(line, open_rules)
        return scopes

    def of_line(self, line: str, open_rules: list[Rule]) -> list[str]:
        scopes, at, body = [""] * len(line), 0, line.rstrip("\n")
        while True:
            end = compiled(open_rules[-1]["end"]).search(body, at) if open_rules else None
            rules = self.inside(open_rules[-1]["begin"]) if open_rules else self.patterns
            best: tuple[int, int] | None = None
            chosen: tuple[Rule, re.Match[str]] | None = None
            for number, rule in enumerate(rules):
                match = compiled(rule.get("match") or rule["begin"]).search(body, at)
                if match is not None and (best is None or (match.start(), number) < best):
                    best, chosen = (match.start(), number), (rule, match)
            around = open_rules[-1].get("name", "") if open_rules else ""
            if end is not None and (best is None or end.start() <= best[0]):
                fill(scopes, at, end.end(), around)
                mark(scopes, end, open_rules.pop().get("endCaptures", {}))
                at = end.end()
                if at >= len(body) and not open_rules:
                    return scopes
                if at >= len(body) and end.end() == end.start():
                    continue
                continue
            if chosen is None:
                fill(scopes, at, len(body), around)
                return scopes
            rule, match = chosen
            fill(scopes, at, match.start(), around)
            fill(scopes, match.start(), match.end(), rule.get("name", around))
            mark(scopes, match, rule.get("captures") or rule.get("beginCaptures", {}))
            if "begin" in rule:
                open_rules.append(rule)
            elif match.end() == match.start():
                return scopes
            at = match.end()


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def fill(scopes: list[str], start: int, end: int, name: str) -> None:
    scopes[start:end] = [name] * (end - start)


def mark(scopes: list[str], match: re.Match[str], captures: Rule) -> None:
    for number, rule in captures.items():
        if match[int(number)] is not None:
            fill(scopes, *match.span(int(number)), rule["name"])
