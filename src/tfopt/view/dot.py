"""A picture as a file for Graphviz: name scopes as boxes, colours for what became of each node between two pictures."""

from __future__ import annotations

from tfopt.view.difference import states
from tfopt.view.picture import Node, Picture

COLOURS = {"same": "#e8eaed", "changed": "#fde293", "added": "#a8dab5", "removed": "#f6aea9", "folded": "#aecbfa", "fused": "#d7aefb",
           "merged": "#fdcfa0"}  # fmt: skip


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def as_dot(before: Picture, after: Picture, changes=()) -> list[str]:
    """The lines of the file. Nodes that are gone are drawn with dashes."""
    state = states(before, after, changes)
    nodes = {**before.nodes, **after.nodes}
    lines = ["digraph tf {", '  node [shape=box, style="filled,rounded", fontname="Helvetica", fontsize=10];', "  compound=true;"]
    lines += scope_lines(scopes_of(nodes), nodes, after, state, "  ")
    for name, node in nodes.items():
        lines += edge_lines(name, node, before.nodes.get(name), after.nodes.get(name))
    return [*[f"{line}\n" for line in lines], "}\n"]


def scopes_of(nodes: dict[str, Node]) -> dict:
    """Nested dictionaries by the parts of names; a node's own name is the key of a leaf, None."""
    root: dict = {}
    for name in nodes:
        scope = root
        for part in name.split("/")[:-1]:
            scope = scope.setdefault(("scope", part), {})
        scope["node", name] = None
    return root


def scope_lines(scope: dict, nodes, after: Picture, state, indent: str, path: str = ""):
    for (kind, name), inside in scope.items():
        if kind == "scope":
            yield f"{indent}subgraph {quoted(f'cluster_{path}{name}')} {{"
            yield f'{indent}  label={quoted(name)}; color="#9aa0a6"; fontname="Helvetica"; fontsize=11;'
            yield from scope_lines(inside, nodes, after, state, indent + "  ", f"{path}{name}/")
            yield f"{indent}}}"
        else:
            yield f"{indent}{quoted(name)} [{described(nodes[name], state[name], name in after.nodes)}];"


def described(node: Node, state: str, is_there: bool) -> str:
    label = f"{node.op}\n{node.name.rpartition('/')[2]}"
    tooltip = "\n".join([f"{node.name}: {state}", *[f"{name} = {text}" for name, text in node.attributes.items()]])
    dashed = "" if is_there else ', style="filled,rounded,dashed"'
    return f'label={quoted(label)}, tooltip={quoted(tooltip)}, fillcolor="{COLOURS[state]}"{dashed}'


def edge_lines(name: str, node: Node, before: Node | None, after: Node | None):
    was, now = set(before.inputs if before else ()), set(after.inputs if after else ())
    for source, result in dict.fromkeys([*(before.inputs if before else ()), *node.inputs]):
        style = ["style=dotted"] if result < 0 else []
        if before is not None or after is not None:
            gone, new = (source, result) not in now, (source, result) not in was
            style += ['color="#d93025"'] if gone and was != now else ['color="#188038"'] if new and was != now else []
        drawn = f" [{', '.join(style)}]" if style else ""
        yield f"  {quoted(source)} -> {quoted(name)}{drawn};"
