"""What the operations are called that a graph is made of."""

ISLAND, GRAPH, FETCH, YIELD = (f"tf_executor.{name}" for name in ("island", "graph", "fetch", "yield"))
SOURCE, SINK = "tf_executor.NextIteration.Source", "tf_executor.NextIteration.Sink"
