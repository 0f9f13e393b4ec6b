"""The cost of a graph on given devices, reported and acted upon: reports, traces, placement."""

OPTIONS = {
    "cluster": "A preset as v100x4, a JSON file, or the text of an #iree.target; without it the module's target, or cpu.",
    "fetches": "The values or nodes that the time is about; without it the graph's ends.",
    "manager": "Which node runs next of those that could.",
    "overlap": "Whether a device computes while it reads and writes memory.",
    "unknown-size": "What a size counts as that is not known.",
    "loop-turns": "How often the body of a loop runs where that is not known.",
}
