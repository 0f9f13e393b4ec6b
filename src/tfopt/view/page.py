"""A page for a browser that shows a graph before and after passes: one file that needs no network and no server.

The graph stands in the page as JSON; `page.js` arranges and draws what is open of it. Texts that many nodes share are written once.
"""

from __future__ import annotations

from json import dumps
from os.path import dirname, join

from tfopt.view.difference import STATES, states
from tfopt.view.picture import Node, Picture


class Texts:
    """Numbers for texts, or for anything else that can be a key, in the order of first appearance."""

    def __init__(self, texts=()):
        self.numbers: dict = {text: number for number, text in enumerate(texts)}

    def number(self, text) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    @property
    def list(self) -> list:
        return list(self.numbers)


# Beside this file, in the order in which they are put together. dagre arranges: @dagrejs/dagre 3.1.3 as the npm registry has it.
# Drawing stays our own: a library whose scopes open and close (Cytoscape.js) would add some 400 KB to every page.
PROGRAM = ("dagre/dagre.min.js", "tree.js", "layers.js", "pane.js", "page.js")


def as_page(title: str, before: Picture, after: Picture, changes=()) -> str:
    graph = dumps(data(title, before, after, changes), separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "<!-- style -->": f"<style>\n{text_of('page.css')}</style>",
        "<!-- graph -->": f'<script id="graph" type="application/json">{graph}</script>',
        "<!-- program -->": f"<script>\n/* dagre:\n{text_of('dagre/LICENSE')}*/\n{''.join(map(text_of, PROGRAM))}</script>",
    }
    page = text_of("page.html")
    for place, text in parts.items():
        page = page.replace(place, text, 1)
    return page


def text_of(name: str) -> str:
    with open(join(dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def data(title: str, before: Picture, after: Picture, changes=()) -> dict:
    """The data that `page.js` reads. A node is [name, state, side before, side after]: a side is null where there is no such node, and 0
    where it is as before; else [op, device, attributes, type, input, result, input, result, ...], all but results numbers of lists."""
    state = states(before, after, changes)
    names, texts, attributes = Texts(state), Texts(), Texts()

    def side(node: Node | None):
        if node is None:
            return None
        pairs = attributes.number(tuple([(texts.number(name), texts.number(text)) for name, text in node.attributes.items()]))
        inputs = [number for source, result in node.inputs for number in (names.number(source), result)]
        return [texts.number(node.op), texts.number(node.device), pairs, texts.number(node.type), *inputs]

    nodes = []
    for name, each in state.items():
        old, new = before.nodes.get(name), after.nodes.get(name)
        is_same = old is not None and new is not None and old.is_like(new) and old.type == new.type
        nodes.append([STATES.index(each), side(old), 0 if is_same else side(new)])
    events = [
        [names.number(change.node), *map(texts.number, (change.optimizer, change.rule, change.kind)), *map(names.number, change.into)]
        for change in changes
    ]
    sizes = {"before": [len(before.nodes), before.edges], "after": [len(after.nodes), after.edges]}
    return {"title": title, "states": STATES, "sizes": sizes, "nodes": nodes, "events": events, "names": names.list, "texts": texts.list,
            "attributes": attributes.list}  # fmt: skip
