"""A picture as SVG and PNG, without a browser: the page's own program arranges and draws it, in a JavaScript engine (V8, by mini-racer), and
resvg makes pixels of that. Both are an extra, `tfir[view]`."""

from __future__ import annotations

import re
from json import dumps

from tfir.ir.diagnostics import Error

from tfopt.view.difference import STATES
from tfopt.view.page import MODEL, data, json_text, text_of
from tfopt.view.picture import Picture

# What the program asks of a browser. Texts are as wide as DejaVu Sans and its like have them, on average by kind of character.
BROWSER = """
const widthOf = (text, size, bold) => [...text].reduce((sum, each) =>
  sum + (/[iljI.,:;'|!\\[\\]()]/.test(each) ? 0.36 : /[mwMW@%…−×]/.test(each) ? 0.9 : /[A-Z_]/.test(each) ? 0.68 : 0.61), 0) * size * (bold ? 1.1 : 1);
const drawn = { font: "10px", measureText(text) {
  const [, bold, size] = /^(?:(600) )?([\\d.]+)px/.exec(this.font);
  return { width: widthOf(text, Number(size), bold) };
} };
const structuredClone = (value) => JSON.parse(JSON.stringify(value));
const document = { getElementById: () => ({ textContent: GRAPH }), createElement: () => ({ getContext: () => drawn }) };
"""
DRAW = """
(() => {
  const root = buildTree();
  if (nodes.length <= ALL_OPEN) for (const scope of scopes.values()) scope.isOpen = true;
  else openSome(root, ROOM);
  const { rep } = visibleItems(root, MODE);
  arrange(root, visibleEdges(rep, MODE), MODE);
  return asSvg(arranged(root), { theme: THEME, mode: MODE, selected: null, hovered: null, matches: null, near: null }, data.title);
})()
"""
ALL_OPEN, ROOM = 400, 120  # as many nodes are shown all, of more as many boxes
MOST_PIXELS, SCALE = 16000, 2
LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-family="{}">{}</text></svg>'


def as_svg(title: str, before: Picture, after: Picture, changes=()) -> str:
    try:
        from py_mini_racer import MiniRacer
    except ImportError:
        raise Error("pictures as .svg and .png need a JavaScript engine: pip install 'tfir[view]'; .html and .dot do not") from None
    facts = data(title, before, after, changes)
    is_same = before is after or set(facts["states"][row[0]] for row in facts["nodes"]) <= {"same"}
    settings = {"MODE": "after" if is_same else "changes", "THEME": light_theme(), "ALL_OPEN": ALL_OPEN, "ROOM": ROOM}
    head = "".join([f"const {name} = {dumps(value)};\n" for name, value in settings.items()])
    program = "".join(map(text_of, MODEL))
    with MiniRacer() as engine:
        return str(engine.eval(f"const GRAPH = {dumps(json_text(facts))};\n{head}{BROWSER}{program}{DRAW}"))


def as_png(title: str, before: Picture, after: Picture, changes=()) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise Error("pictures as .png need resvg: pip install 'tfir[view]'; .svg needs less, .html and .dot nothing") from None
    svg = as_svg(title, before, after, changes)
    family = re.search('font-family="([^"]+)"', svg)
    if family is not None and not has_font(family[1]):
        raise Error(f"none of these fonts is installed: {family[1]}; .svg leaves them to what shows it")
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = float(size[1]), float(size[2])
    scale = min(SCALE, MOST_PIXELS / max(width, height))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=max(1, int(width * scale))))


def has_font(families: str) -> bool:
    """Whether text comes of one of these fonts: resvg leaves it out where there is none."""
    import resvg_py

    letters = [resvg_py.svg_to_bytes(svg_string=LETTER.format(families, letter)) for letter in ("", "M")]
    return bool(letters[0] != letters[1])


def light_theme() -> dict[str, str]:
    """The colours of the page by day, from its style."""
    root = re.search(r":root \{(.*?)\}", text_of("page.css"), re.S)[1]
    theme = dict(re.findall(r"--([\w-]+): ([^;]+);", root))
    return {name: theme[name] for name in theme} | {state: theme[state] for state in STATES}
