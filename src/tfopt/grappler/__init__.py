"""Grappler on `tfg`: graph in, graph out, by its own optimizer and stage names. `item` is a graph and what must stay of it,
`rewriting` applies rules to it, `shapes` is what is known of its values; an optimizer is a pass `grappler-<name>`."""

WORKS_ON = ("tfg",)
OPTIONS = {
    "feeds": "Nodes, or node:k, that are fed; Placeholders always are.",
    "fetches": "What is fetched; without it, whatever no node reads.",
    "preserve": "Other nodes that keep their names and results.",
    "fp": "Whether the last bits of floating point results may change.",
    "errors": "Whether what may fail is run for the sake of its error alone; without it, with fp=strict.",
    "trust-feed-shapes": "Believe the shapes that Placeholders declare.",
    "assume-device": "Where nodes stand that ask for no device, as /device:CPU:0.",
    "aggressive": "What Grappler does at that level.",
    "onednn": "Allow fusions for which TensorFlow has kernels only with oneDNN.",
    "only": "Only these stages, by Grappler's names; an unknown name is answered with all of them.",
    "without": "All stages but these.",
}
