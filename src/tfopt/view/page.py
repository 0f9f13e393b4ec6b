"""A page for a browser that shows a graph before and after passes: one file that needs no network and no server.

The graph stands in the page as JSON; `page.js` arranges and draws what is open of it. Texts that many nodes share are written once.
"""

from __future__ import annotations

from json import dumps
from os.path import dirname, join

from tfopt.view.difference import STATES, states
from tfopt.view.dispatches import Dispatched
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
MODEL = ("dagre/dagre.min.js", "tree.js", "layers.js", "routes.js", "drawing.js", "svg.js")  # what needs no browser
PROGRAM = (*MODEL, "pane.js", "outline.js", "details.js", "page.js")


def as_page(title: str, before: Picture, after: Picture, changes=()) -> str:
    graph = json_text(data(title, before, after, changes))
    parts = {
        "<!-- style -->": f"<style>\n{text_of('page.css')}</style>",
        "<!-- graph -->": f'<script id="graph" type="application/json">{graph}</script>',
        "<!-- program -->": f"<script>\n/* dagre:\n{text_of('dagre/LICENSE')}*/\n{''.join(map(text_of, PROGRAM))}</script>",
    }
    page = text_of("page.html")
    for place, text in parts.items():
        page = page.replace(place, text, 1)
    return page


def json_text(value: dict) -> str:
    """JSON that may stand in a page."""
    return dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def text_of(name: str) -> str:
    with open(join(dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def data(title: str, before: Picture, after: Picture, changes=()) -> dict:
    """The data that the page reads. A node is [state, side before, side after]: a side is null where there is no such node, and 0 where it is
    as before; else [op, device, attributes, types, input, result, input, result, ...], all but results numbers of lists. An attribute is
    [name, text], and of a constant the number of what it holds. `dispatches` has, by nodes, what each runs."""
    state = states(before, after, changes)
    names, texts, attributes, types, held = Texts(state), Texts(), Texts(), Texts(), Held()

    def side(node: Node | None):
        if node is None:
            return None
        pairs = [(texts.number(name), texts.number(text), *held.numbers(node.contents.get(name))) for name, text in node.attributes.items()]
        inputs = [number for source, result in node.inputs for number in (names.number(source), result)]
        kinds = types.number(tuple([texts.number(type) for type in node.types]))
        return [texts.number(node.op), texts.number(node.device), attributes.number(tuple(pairs)), kinds, *inputs]

    nodes = []
    for name, each in state.items():
        old, new = before.nodes.get(name), after.nodes.get(name)
        is_same = old is not None and new is not None and old.is_like(new) and old.types == new.types
        nodes.append([STATES.index(each), side(old), 0 if is_same else side(new)])
    events = [
        [names.number(change.node), *map(texts.number, (change.optimizer, change.rule, change.kind)), *map(names.number, change.into)]
        for change in changes
    ]
    sizes = {"before": [len(before.nodes), before.edges], "after": [len(after.nodes), after.edges]}
    ends = {mode: [[names.number(name) for name in each] for each in (picture.inputs, picture.outputs)]
            for mode, picture in (("before", before), ("after", after))}  # fmt: skip
    dispatches = {
        names.number(name): told(node.dispatched, names) for name, node in {**before.nodes, **after.nodes}.items() if node.dispatched
    }
    return {"title": title, "states": STATES, "sizes": sizes, "ends": ends, "nodes": nodes, "events": events, "dispatches": dispatches,
            "held": held.list, "names": names.list, "texts": texts.list, "attributes": attributes.list, "types": types.list}  # fmt: skip


class Held:
    """What constants hold, each once."""

    def __init__(self) -> None:
        self.list: list[dict] = []
        self.places: dict[int, int] = {}

    def numbers(self, facts: dict | None) -> tuple[int, ...]:
        """The number of what is held, if anything is."""
        if facts is None:
            return ()
        if id(facts) not in self.places:
            self.places[id(facts)] = len(self.list)
            self.list.append(facts)
        return (self.places[id(facts)],)


def told(dispatched: Dispatched, names: Texts) -> dict:
    return {"executable": dispatched.executable, "nodes": [names.number(name) for name in dispatched.made_from],
            "like": [names.number(name) for name in dispatched.like], "times": dispatched.times, "ops": dispatched.ops,
            "kernels": dispatched.kernels, "seconds": dispatched.seconds}  # fmt: skip
