"""Semantics: datasets as graphs of the ops that make them, as TensorFlow keeps, compares and sends them."""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.datasets import MakesDataset
from tfir.dialects.tf.defaults import makes_dataset
from tfir.dialects.tf.errors import failed_precondition
from tfir.ir.diagnostics import Error
from tfir.ods.numpy_on_demand import np
from tfir.ods.semantics import ScalarResult

FAIL = 2  # a policy for what a graph does not say of a dataset: it is refused


def graph(state, dataset, fails: bool, strips_devices: bool) -> np.ndarray:
    try:
        made = state.graph_of(dataset)
        if fails:
            require_no_state(made)
    except Error as error:
        raise failed_precondition(f"Failed to serialize the input pipeline graph: {plain(error)}") from None
    if strips_devices:
        strip_devices(made)
    return np.array(made.SerializeToString(deterministic=True), object)


def plain(error: Error) -> str:
    """The message without the class of the error, which another one takes the place of."""
    return str(error).rpartition(" [")[0] or str(error)


def require_no_state(graph, within: set[str] | None = None) -> None:
    """Raises Error where a function, one of those that are named if any are, has an op that keeps a state, which would begin anew with the graph."""
    functions = {function.signature.name: function for function in graph.library.function}
    for node in [node for name, function in functions.items() if within is None or name in within for node in function.node_def]:
        if node.op not in functions and keeps_state(node):
            raise failed_precondition(f"{node.op} is stateful.")


def kept_at_end(graph) -> set[str]:
    """The functions that an iterator still asks behind the end: those of the last dataset, and of its input where it has not let go of that."""
    nodes, functions = {node.name: node for node in graph.node}, {each.signature.name: each for each in graph.library.function}
    (sink,) = [node for node in graph.node if node.op == "_Retval"]
    made, named = nodes[sink.input[0].partition(":")[0]], []
    while True:
        named += functions_named(made)
        if made.op not in KEEPING:
            break
        made = nodes[made.input[0].partition(":")[0]]
    seen: set[str] = set()
    while named:
        if (name := named.pop()) in functions and name not in seen:
            seen.add(name)
            named += [each for node in functions[name].node_def for each in (node.op, *functions_named(node))]
    return seen


def functions_named(node) -> list[str]:
    return [each.name for value in node.attr.values() for each in (value.func, *value.list.func) if each.name]


def keeps_state(node) -> bool:
    definition = lookup(f"tf.{node.op}")
    if definition is None or "stateful" not in definition.traits or node.op in HARMLESS:
        return False
    return not makes_dataset(definition.signature)


# Datasets whose iterators keep those of their inputs behind the end.
KEEPING = {
    "MapDataset",
    "ParallelMapDataset",
    "ParallelMapDatasetV2",
    "PrefetchDataset",
    "CacheDataset",
    "CacheDatasetV2",
    "OptionsDataset",
}
# Stateful by their declarations, and allowed in datasets nevertheless; of branches and loops it is their functions that are looked at.
HARMLESS = {"Assert", "Print", "PrintV2", "Timestamp", "LookupTableFindV2", "LookupTableSizeV2", "If", "While"}


def strip_devices(graph) -> None:
    """Leaves of devices what says which one of a machine, but for Python's functions, which are bound to theirs."""
    for function in graph.library.function:
        for node in function.node_def:
            if node.op != "PyFunc" and node.device:
                node.device = f"/device:{node.device.rpartition('/device:')[2]}"


class DatasetToGraph(ScalarResult):
    def evaluate(state, input_dataset, allow_stateful, strip_device_assignment):
        return graph(state, input_dataset, not allow_stateful, strip_device_assignment)


class DatasetToGraphV2(ScalarResult):
    def evaluate(state, input_dataset, external_state_policy, strip_device_assignment):
        return graph(state, input_dataset, external_state_policy == FAIL, strip_device_assignment)


class DatasetFingerprint(ScalarResult):
    def evaluate(state, input_dataset):
        return np.uint64(state.fingerprint_of(state.graph_of(input_dataset)))


class DatasetFromGraph(MakesDataset):
    def evaluate(state, graph_def, run_apart):
        return [state.dataset_of(graph_def.item(), run_apart)]
