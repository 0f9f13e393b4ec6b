"""Takes tfg.Print out of a graph, as an optimizer of a RewriterConfig."""

from tfopt.grappler.item import Item
from tfopt.grappler.rewriting import replace

OPTIONS = {"only": "Names of nodes; without it, all that print."}


def drop_prints(item: "Item", *, only: tuple[str, ...] = ()):
    for op in list(item.block):
        if op.name == "tfg.Print" and (not only or op.get("_mlir_name") in only):
            item.record("rewritten", op, "a graph need not talk")
            replace(item, op, [op.operands[0]], [])
