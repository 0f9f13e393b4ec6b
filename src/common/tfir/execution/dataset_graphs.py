"""Datasets as graphs, and graphs as datasets.

A dataset is the op that made it, of what that was given: its own datasets are nodes before it, and tensors are constants. Nodes are called
after their ops, and numbered as they come. Functions are those of the program, with all that they call. Sources: TensorFlow, dataset.cc,
serialization_utils.cc.
"""

from __future__ import annotations

from tfir.cli.file_formats import varint_bytes
from tfir.conversion.node_attributes import node_attributes
from tfir.dialects import lookup
from tfir.dialects.tf.dataset_shapes import shapes_of
from tfir.dialects.tf.datasets import Dataset, as_component
from tfir.dialects.tf.defaults import defaults_of, full_type
from tfir.dialects.tf.errors import internal, not_found, unimplemented
from tfir.dialects.tf.records import NUMBERS, serialized, word_of
from tfir.dialects.tf.tables import Table
from tfir.dialects.tf.variables import Variable
from tfir.dialects.tf.variant_protos import (
    VARIANT,
    holds_variants,
    is_variant,
    listing,
    of_variants,
    parsed,
    type_number,
    variants_in,
    with_shape,
)
from tfir.dialects.tf_type import ShapeAttr
from tfir.execution.graph_entry import entry_of_graph
from tfir.ir.attributes import ArrayAttr, BoolAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ods.binding import grouped
from tfir.ods.control import data_operands
from tfir.ods.numpy_on_demand import np
from tfir.proto import GraphDef, NodeDef, TensorProto
from tfir.storage.datatypes import write_full_type
from tfir.storage.graphdef.attribute_values import write_value
from tfir.storage.graphdef.function_library import FunctionLibrary
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.storage.graphdef.node_results import TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tfir.dialects.tf.datasets import Origin
    from tfir.execution.state import State
    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type
    from tfir.ods.shapes import Shape
    from tfir.ods.signature import Signature

PRODUCER = 2474  # the version of graphs that TensorFlow 2.21 writes
INT32, STRING, BOOL, RESOURCE = 3, 7, 10, 20
SINK = "dataset"  # the node that says which one is the dataset
# What a node has whose constants do not come in the order of its inputs: which of them are first.
VECTORS = {"filenames", "batch_sizes", "patterns"}  # operands that are written as vectors, if they were scalars too
FIRST = {"CSVDataset": "record_defaults", "CSVDatasetV2": "record_defaults"}


class Builder:
    """A graph that nodes are added to. `functions` are the functions of the program that nodes name."""

    def __init__(self, state: State):
        self.state, self.graph = state, GraphDef()
        self.numbered, self.functions, self.replicates = 0, FunctionLibrary(self.graph.library), False

    def node(self, op: str, inputs: list[str], name: str | None = None) -> NodeDef:
        if name is None:
            name, self.numbered = f"{op}/_{self.numbered}", self.numbered + 1
        return self.graph.node.add(name=name, op=op, input=inputs)

    def typed(self, op: str, inputs: list[str], called: str | None = None, **types: int) -> NodeDef:
        node = self.node(op, inputs, called)
        for name, number in types.items():
            node.attr[name].type = number
        return node

    def input(self, value: Any, is_data: bool = True) -> str:
        """The name of the node that gives a value, which is of variants where it is no data."""
        value = held(value)
        if isinstance(value, Dataset):
            return self.dataset(value)
        if isinstance(value, Variable):
            return self.variable(value)
        if isinstance(value, Table):
            return self.table(value)
        if not isinstance(value, (np.ndarray, np.generic)):
            return self.resource(value)
        return self.constant(np.asarray(value)) if is_data else self.tensor(of_variants(np.asarray(value, object)))

    def constant(self, array: np.ndarray) -> str:
        return self.tensor(tensor_of(array))

    def tensor(self, tensor: TensorProto) -> str:
        node = self.typed("Const", [], dtype=tensor.dtype)
        node.attr["value"].tensor.CopyFrom(tensor)
        return node.name

    def resource(self, thing: object) -> str:
        """A thing of the run, which a graph can refer to as long as that lasts."""
        tensor = with_shape(RESOURCE, ())
        tensor.resource_handle_val.add(device="/job:localhost/replica:0/task:0/device:CPU:0", name=self.state.name_in_graphs(thing))
        return self.tensor(tensor)

    def variable(self, variable: Variable) -> str:
        """What makes a variable of that name and gives it the value that it has."""
        value = variable.read()
        number = NUMBERS[word_of(value.dtype)]
        handle = self.typed("VarHandleOp", [], dtype=number)
        for size in value.shape:
            handle.attr["shape"].shape.dim.add(size=size)
        handle.attr["shape"].shape.SetInParent()
        for name, text in (("container", ""), ("debug_name", ""), ("shared_name", variable.name)):
            handle.attr[name].s = text.encode()
        handle.attr["allowed_devices"].list.SetInParent()
        assigned = self.typed("AssignVariableOp", [handle.name, self.constant(value)], dtype=number)
        assigned.attr["validate_shape"].b = False
        return self.typed("Identity", [handle.name, f"^{assigned.name}"], T=RESOURCE).name

    def table(self, table: Table) -> str:
        """What makes a table, and fills it."""
        keys, values = [NUMBERS[word_of(dtype)] for dtype in (table.key_dtype, table.dtype)]
        if table.key_shape or table.shape or not table.is_constant:
            raise unimplemented("only tables that are filled once stand in graphs of datasets")
        handle = self.node("HashTableV2", [], f"HashTableFromGraphDef/{self.state.counted('tables in graphs')}/0")
        handle.attr["container"].s = handle.attr["shared_name"].s = b""
        handle.attr["use_node_name_sharing"].b = True
        handle.attr["key_dtype"].type, handle.attr["value_dtype"].type = keys, values
        entries = [self.constant(each) for each in table.exported()]
        filled = self.typed("LookupTableImportV2", [handle.name, *entries], Tin=keys, Tout=values)
        first = self.typed("Identity", [handle.name, f"^{filled.name}"], T=RESOURCE)
        return self.typed("Identity", [handle.name, f"^{first.name}"], T=RESOURCE).name

    def dataset(self, dataset: Dataset) -> str:
        if dataset.origin is None:
            return self.of_elements(dataset)
        origin = dataset.origin
        local = origin.op.name.partition(".")[2]
        if local == "RewriteDataset":
            return self.rewritten(dataset)
        signature = TABLE[local]
        names = self.inputs(origin, [slot.name for slot in signature.operands], FIRST.get(local))
        attributes = attributes_of(origin, signature)
        if self.replicates and "replicate_on_split" in attributes:
            attributes["replicate_on_split"] = BoolAttr(True)
        shapes = shapes_of(dataset)
        if "output_shapes" in attributes and shapes is not None:
            attributes["output_shapes"] = ArrayAttr(list(map(shape_attribute, shapes)))
        attributes |= dataset.facts.get("attributes", {})  # where the kernel has changed what its op says
        if attributes.get("is_files") and getattr(attributes["is_files"], "value", False):
            self.typed("Identity", names[:1], f"FileIdentity/{self.state.counted('file identities')}", T=STRING)
        node = self.node(local, names)
        for name, attribute in attributes.items():
            write_value(node.attr[name], attribute)
            self.functions.add_of(origin.module, node.attr[name])
        type = full_type(signature, attributes)
        if type is not None:
            write_full_type(node.experimental_type, type)
        return node.name

    def rewritten(self, dataset: Dataset) -> str:
        """What TensorFlow has rewritten is not seen any more: only that sources are not split among workers is left of it."""
        before, self.replicates = self.replicates, True
        name = self.dataset(dataset.inputs[0])
        self.replicates = before
        return name

    def inputs(self, origin: Origin, slots: list[str], first: str | None) -> list[str]:
        """The names of the inputs, whose nodes come in order but for those of one operand that are first."""
        parts = grouped(lookup(origin.op.name), origin.op, tuned(origin))
        groups = [part if isinstance(part, list) else [part] for part in parts]
        names: dict[int, list[str]] = {}
        variants = grouped(lookup(origin.op.name), origin.op, [has_variants(value.type) for value in data_operands(origin.op)])
        for at in sorted(range(len(groups)), key=lambda at: slots[at] != first):
            flags = variants[at] if isinstance(variants[at], list) else [variants[at]]
            values = [np.atleast_1d(groups[at][0])] if slots[at] in VECTORS else groups[at]
            names[at] = [self.input(value, not flag) for value, flag in zip(values, flags)]
        return [name for at in range(len(groups)) for name in names[at]]

    def of_elements(self, dataset: Dataset) -> str:
        """A window, which no op has made: its elements are the op's inputs."""
        if dataset.kind != "Window" or dataset.inputs:
            raise unimplemented(f"{dataset.kind}Dataset is not serializable")
        values = [held(value) for element in dataset for value in element]
        node = self.node("WindowOp", [self.input(value) for value in values])
        width = len(values) // max(dataset.cardinality, 1)
        node.attr["Tinputs"].list.type.extend([type_number(value) for value in values])
        node.attr["output_types"].list.type.extend([type_number(value) for value in values[:width]])
        for value in values[:width]:
            shape = node.attr["output_shapes"].list.shape.add()
            for size in np.shape(value):
                shape.dim.add(size=size)
        return node.name


def attributes_of(origin: Origin, signature: Signature) -> dict[str, Attribute]:
    """All that the op's declaration has, sorted by name. Without a name of its own a dataset is called after its op and its number."""
    said = {**defaults_of(signature), **node_attributes(origin.op, signature.name)}
    attributes = {name: said[name] for name in sorted(signature.attributes) if name in said}
    if attributes.get("metadata") == StringAttr(""):
        name = f"{signature.name}:{origin.number}".encode()
        attributes["metadata"] = StringAttr(b"\n" + varint_bytes(len(name)) + name)
    return attributes


def shape_attribute(shape: Shape) -> ShapeAttr:
    return ShapeAttr(None if shape is None else [size if isinstance(size, int) else -1 for size in shape])


def graph_of(state: State, dataset: Dataset) -> GraphDef:
    builder = Builder(state)
    output = builder.dataset(dataset)
    sink = builder.node("_Retval", [output], SINK)
    sink.attr["T"].type = VARIANT
    sink.attr["index"].i = 0
    builder.graph.library.SetInParent()
    builder.graph.versions.producer = PRODUCER
    return builder.graph


def tuned(origin: Origin) -> list[Any]:
    """The operands of an op, where it is to choose sizes of buffers itself with those that it chooses."""
    if not origin.op.name.endswith("ParallelInterleaveDatasetV4"):
        return origin.operands
    *rest, width, length, ahead, prefetched, calls = origin.operands
    ahead = np.int64(2 * length + 1) if ahead == -1 else ahead
    return [*rest, width, length, ahead, np.int64(2 * width) if prefetched == -1 else prefetched, calls]


def held(value: Any) -> Any:
    """What an array of one thing that is no data holds; another value as it is."""
    if isinstance(value, np.ndarray) and value.dtype == object and not value.ndim and not isinstance(value.item(), bytes):
        return value.item()
    return value


def has_variants(type: Type) -> bool:
    element = getattr(type, "element", None)
    return element is not None and is_variant(element)


def tensor_of(array: np.ndarray) -> TensorProto:
    """As TensorFlow writes constants: one element in the list of its type, several as bytes."""
    if holds_variants(array):
        return of_variants(array)
    if array.size > 1:
        return TensorProto.FromString(serialized(array, in_content=True).item())
    return listing(array)


# And back.


def dataset_of(state: State, content: bytes, run_apart: Callable[..., list[Any]]) -> Dataset:
    """The dataset that a graph makes, in the state of the run: `run_apart` gives what a function of another module does."""
    graph = parsed(GraphDef, content)
    sinks = [node.input[0] for node in graph.node if node.op == "_Retval" and node.input]
    if not sinks:
        raise internal("GraphDef has no node that says which of its datasets is meant")
    constants = [node for node in graph.node if node.op == "Const" and "value" in node.attr]
    things = {node.name: thing_of(state, node.attr["value"].tensor) for node in constants if node.attr["dtype"].type in (RESOURCE, VARIANT)}
    for node in constants:
        if node.name in things:
            node.op = "Placeholder"
            del node.attr["value"]
    kept = [node for node in graph.node if node.op != "_Retval"]
    del graph.node[:]
    graph.node.extend(kept)
    module = import_graphdef(graph)
    entry = entry_of_graph(next(op for op in module.body if op.name == "tfg.graph"), sinks[-1], list(things))
    for feed in entry.feeds:
        if feed.name not in things:
            raise Error(f"You must feed a value for placeholder tensor '{feed.name}'")
    (made,) = run_apart(module, entry.func, [things[feed.name] for feed in entry.feeds])
    dataset = as_component(made).ravel().tolist()[:1]
    if not dataset or not isinstance(dataset[0], Dataset):
        raise Error("Tensor must be a Dataset object.")
    return dataset[0]


def thing_of(state: State, tensor: TensorProto) -> Any:
    """What a constant holds that is no data: a thing of the run, or ragged and sparse tensors."""
    return named(state, tensor) if tensor.dtype == RESOURCE else variants_in(tensor)


def named(state: State, tensor: TensorProto) -> object:
    """The thing of the run that a constant refers to."""
    name = tensor.resource_handle_val[0].name if tensor.resource_handle_val else ""
    for thing in state.in_graphs(name):
        return thing
    raise not_found(f"Resource localhost/{name} does not exist.")
