"""`--emit=checks`: what would be printed, as lines that FileCheck holds a later output against. Values get names of the lines' own, so that
other numbers for the same values are no difference; with `--match-full-lines` all else has to be the same, line by line. There are no labels: of what
stands between a label and the rest of its line FileCheck lets anything pass, an argument too.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FUNCTION = re.compile(r"\s*[\w.]+\s+(?:(?:private|public|nested)\s+)?@")  # where names begin anew
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|%(\w+)(?![\w$.\-])')  # a string, in which nothing is a value, or a value
ANY_NAME = "[0-9A-Za-z_]+"
SPECIAL = re.compile(r"\{\{|\[\[")
SPELLED = {"{{": "{{[{][{]}}", "[[": r"{{\[\[}}"}  # as regular expressions, since these marks have a meaning in check lines


def check_lines(text: str, prefix: str = "CHECK") -> Iterator[str]:
    """The lines of a text as comments."""
    names: dict[str, str] = {}
    count, is_next = 0, False

    def named(match: re.Match[str]) -> str:
        nonlocal count
        if match[1] is None:
            return match[0]
        if match[1] in names:
            return f"%\0{names[match[1]]}\1"
        names[match[1]] = f"VAL_{count}"
        count += 1
        return f"%\0{names[match[1]]}:{ANY_NAME}\1"

    def pattern(part: str) -> str:
        spelled = SPECIAL.sub(lambda mark: SPELLED[mark[0]], TOKEN.sub(named, part))
        return spelled.replace("\0", "[[").replace("\1", "]]").strip()

    for line in text.splitlines():
        if FUNCTION.match(line):
            names.clear()
        if line.strip():
            yield f"// {prefix}{'-NEXT' if is_next else ''}: {pattern(line)}\n"
        is_next = bool(line.strip())
