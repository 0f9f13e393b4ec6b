"""A module in a notebook: its text in colours, and the page of its graph."""

from __future__ import annotations

import re
from html import escape

MOST_LINES = 400
TOKENS = re.compile(
    r"(?P<comment>//[^\n]*)|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<value>%[\w$.#-]+)|(?P<symbol>@[\w$.-]+)|(?P<type>[!#][\w.]+)"
    r"|(?P<op>\b[a-z_]\w*\.[\w.]+)|(?P<number>(?<![\w%@])-?\d+(?:\.\d+(?:e[+-]\d+)?)?\b)|(?P<shape>\b(?:tensor|memref|vector)(?=<))"
)
COLOURS = {
    "comment": "#6a737d", "string": "#22863a", "value": "#005cc5", "symbol": "#6f42c1", "type": "#b08800", "op": "#d73a49",
    "number": "#e36209", "shape": "#b08800",
}  # fmt: skip


def shown(text: str, graph: str | None) -> str:
    """HTML of a text, and of the page of its graph, if there is one, folded below it."""
    lines = text.split("\n")
    left = f'<div style="color:#6a737d">{len(lines) - MOST_LINES} more lines</div>' if len(lines) > MOST_LINES else ""
    html = f'<pre style="line-height:1.3;overflow:auto;max-height:32em">{coloured(chr(10).join(lines[:MOST_LINES]))}</pre>{left}'
    if graph is None:
        return html
    frame = f'<iframe style="width:100%;height:36em;border:1px solid #ccc" loading="lazy" srcdoc="{escape(graph)}"></iframe>'
    return f"{html}<details><summary>graph</summary>{frame}</details>"


def coloured(text: str) -> str:
    """HTML of a text of IR."""
    parts, at = [], 0
    for match in TOKENS.finditer(text):
        kind = str(match.lastgroup)
        parts += [escape(text[at : match.start()]), f'<span style="color:{COLOURS[kind]}">{escape(match[0])}</span>']
        at = match.end()
    return "".join([*parts, escape(text[at:])])
