"""`--view=diff`: what differs between two programs. The operations of one are matched with those of the other, by the names that they have
in their models, else by what they compute, else by what stands around them and in which order.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator
from difflib import SequenceMatcher

from tfir.ir.symbols import take_name

from tfopt.view.difference import states
from tfopt.view.picture import Node, Picture

MOST_LINES = 400
MOST_COMPARED = 4_000_000  # pairs of nodes, from which on sequences are not compared
MARKS = {"removed": "-", "added": "+", "changed": "~"}


def matched(before: Picture, after: Picture) -> dict[str, str]:
    """The name of a node before for each node after that is the same one."""
    pairs: dict[str, str] = {}
    taken: set[str] = set()

    def pair(old: str, new: str) -> None:
        pairs[new] = old
        taken.add(old)

    def left(picture: Picture, used) -> list[str]:
        return [name for name in picture.nodes if name not in used]

    for name in left(after, pairs):
        old, new = before.nodes.get(name), after.nodes[name]
        if old is not None and old.is_named and new.is_named and old.op == new.op:
            pair(name, name)
    for described in (from_inputs, from_users):
        hashes = [described(picture, names) for picture, names in ((before, {name: name for name in taken}), (after, pairs))]
        in_order(before, after, left(before, taken), left(after, pairs), hashes[0].__getitem__, hashes[1].__getitem__, pair, is_sure=True)
    for key in (neighbours, kind_of):
        keys = [key(before, {name: name for name in taken}), key(after, pairs)]
        in_order(before, after, left(before, taken), left(after, pairs), keys[0], keys[1], pair, is_sure=False)
    for name in left(after, pairs):  # of another op
        if name in before.nodes and name not in taken and after.nodes[name].is_named:
            pair(name, name)
    return pairs


Key = Callable[[str], Hashable]


def from_inputs(picture: Picture, names: dict[str, str]) -> dict[str, Hashable]:
    """What each node computes, down to its inputs: its op, attributes and what they compute; what is matched already is known by its name."""
    return hashed(picture, names, lambda node: node.inputs)


def from_users(picture: Picture, names: dict[str, str]) -> dict[str, Hashable]:
    """What each node is for, up to the ends: what reads it, at which place."""
    users: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, node in picture.nodes.items():
        for place, (source, result) in enumerate(node.inputs):
            users[source].append((name, 64 * place + result))
    return hashed(picture, names, lambda node: users[node.name])


def hashed(picture: Picture, names: dict[str, str], ways: Callable[[Node], list[tuple[str, int]]]) -> dict[str, Hashable]:
    """A hash of each node and all that it leads to. In a circle, which only a loop has, the way ends at the op."""
    hashes: dict[str, int] = {}
    for start in picture.nodes:
        waiting, entered = [start], set()
        while waiting:
            name = waiting[-1]
            node, missing = picture.nodes[name], []
            if name not in hashes and name not in entered:
                entered.add(name)
                missing = [source for source, _ in ways(node) if source not in hashes and source not in names and source not in entered]
            waiting += missing
            if not missing:
                waiting.pop()
                leads = [(names.get(source) or hashes.get(source, picture.nodes[source].op), result) for source, result in ways(node)]
                hashes[name] = hash((node.op, tuple(node.attributes.items()), node.types, held(node), tuple(leads)))
    return dict(hashes)


def held(node: Node) -> Hashable:
    return tuple([str(facts) for facts in node.contents.values()])


def neighbours(picture: Picture, names: dict[str, str]) -> Key:
    """An op and which matched nodes it reads."""
    return lambda name: (picture.nodes[name].op, scope_of(name), tuple([names.get(source) for source, _ in picture.nodes[name].inputs]))


def kind_of(picture: Picture, names: dict[str, str]) -> Key:
    return lambda name: (picture.nodes[name].op, scope_of(name))


def scope_of(name: str) -> str:
    return name.split("/")[0] if name.startswith("@") else ""


def in_order(before, after, olds: list[str], news: list[str], old_key: Key, new_key: Key, pair, is_sure: bool) -> None:
    """Pairs nodes of the same keys in the order in which they stand: where the keys are not sure to tell, of the longest sequences in common."""
    old_keys, new_keys = [old_key(name) for name in olds], [new_key(name) for name in news]
    if is_sure or Counter(old_keys) == Counter(new_keys) or len(olds) * len(news) > MOST_COMPARED:
        waiting: dict[Hashable, deque[str]] = defaultdict(deque)
        for name, key in zip(olds, old_keys):
            waiting[key].append(name)
        for name, key in zip(news, new_keys):
            if waiting.get(key):
                pair(waiting[key].popleft(), name)
        return
    for block in SequenceMatcher(None, old_keys, new_keys, autojunk=False).get_matching_blocks():
        for at in range(block.size):
            pair(olds[block.a + at], news[block.b + at])


def renamed(after: Picture, names: dict[str, str], before: Picture) -> Picture:
    """A picture in which what is matched has the names that it had before; a name in a model that is another one is told as an attribute."""
    new_names = {name: kept for name in after.nodes if (kept := names.get(name)) is not None}
    taken = {*before.nodes, *new_names.values()}
    for name in after.nodes:
        if name not in new_names:
            new_names[name] = take_name(name, taken)
    result = Picture.empty()
    for name, node in after.nodes.items():
        copy = Node(
            new_names[name], node.op, node.device, node.attributes, [(new_names[source], at) for source, at in node.inputs], node.types
        )
        copy.contents, copy.dispatched = node.contents, node.dispatched
        copy.is_named = node.is_named
        if new_names[name] != name and name in names and node.is_named:
            copy.attributes = {**node.attributes, "(name)": name}
        result.nodes[copy.name] = copy
    result.inputs, result.outputs = [[new_names[name] for name in each] for each in (after.inputs, after.outputs)]
    return result


def compared(before: Picture, after: Picture) -> Picture:
    """The picture after with the names of the one before."""
    return renamed(after, matched(before, after), before)


# ---- In words


def summary(before: Picture, after: Picture, titles: list[str]) -> str:
    """What was removed, added and changed, a line for each node, in the order of the programs. `after` has the names of `before`."""
    state = states(before, after)
    counts = Counter(state.values())
    lines = [f"--- {titles[0]}: {len(before.nodes)} nodes", f"+++ {titles[1]}: {len(after.nodes)} nodes"]
    lines.append(", ".join([f"{counts[word]} {word}" for word in ("removed", "added", "changed", "same") if counts[word]]) or "no nodes")
    told = [line for name, word in state.items() if word in MARKS for line in node_lines(word, name, before, after)]
    lines += told[:MOST_LINES]
    if len(told) > MOST_LINES:
        lines.append(f"... and {len(told) - MOST_LINES} lines more; a page shows all: -o FILE.html")
    return "\n".join(lines) + "\n"


def node_lines(word: str, name: str, before: Picture, after: Picture) -> Iterator[str]:
    old, new = before.nodes.get(name), after.nodes.get(name)
    node = new or old
    yield f"{MARKS[word]} {name}: {node.op}" + (f" -> {', '.join(node.types)}" if node.types and word != "changed" else "")
    if word == "changed":
        yield from change_lines(old, new)


def change_lines(old: Node, new: Node) -> Iterator[str]:
    rows = [("op", old.op, new.op), ("device", old.device, new.device), ("types", ", ".join(old.types), ", ".join(new.types))]
    keys = dict.fromkeys([*old.attributes, *new.attributes])
    rows += [(key, old.attributes.get(key), new.attributes.get(key)) for key in keys]
    rows += [("inputs", inputs_text(old), inputs_text(new))]
    for key, was, now in rows:
        if was != now:
            yield f"    {key}: {was if was is not None else '(none)'} => {now if now is not None else '(none)'}"
    for key in old.contents.keys() & new.contents.keys():
        if old.contents[key] != new.contents[key] and old.attributes.get(key) == new.attributes.get(key):
            yield f"    {key}: other elements, {span(old.contents[key])} => {span(new.contents[key])}"


def inputs_text(node: Node) -> str:
    return ", ".join([source + (f":{at}" if at > 0 else "") for source, at in node.inputs])


def span(facts: dict) -> str:
    return f"{facts['least']} to {facts['most']}, mean {facts['mean']}" if "mean" in facts else ", ".join(facts["first"][:4])
