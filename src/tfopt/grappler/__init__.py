"""Grappler on `tfg`: graph in, graph out, by its own optimizer and stage names. `item` is a graph and what must stay of it,
`rewriting` applies rules to it, `shapes` is what is known of its values; an optimizer is a pass `grappler-<name>`."""

WORKS_ON = ("tfg",)
