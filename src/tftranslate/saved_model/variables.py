"""Which tensor of the checkpoint each variable is restored from: what the model's own restore function says.

A SavedModel carries ops that restore it (`RestoreV2` into `AssignVariableOp`, in the graph or in functions that it calls). They are
followed here, not run: first those of the saver that the model names, since a graph of TensorFlow 1 may have several, and one may restore
variables from others' tensors (moving averages). What they leave open is told by the model's graph of objects, which says for each function
that objects are bound to it and which; and what that leaves open, by the names of variables in the checkpoint's graph of objects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from google.protobuf.message import DecodeError
from tfir.analysis.call_graph import CallSite, call_sites
from tfir.dialects import has_trait, with_trait
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.attributes import StringAttr, TypeAttr
from tfir.ir.dense import DenseAttr, DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import TensorType, shapes_fit
from tfir.proto import MetaGraphDef, SavedObjectGraph, TrackableObjectGraph
from tfir.storage.checkpoint.checkpoint import Checkpoint
from tfir.storage.checkpoint.parts import stretches, width
from tfir.storage.graphdef.wire import NAME

REFERENCES = ("tfg.VariableV2", "tfg.Variable")
HANDLES = frozenset({"tfg.VarHandleOp", *REFERENCES})
TABLES = tuple(
    [name for name, effects in with_trait("tfg", "effects").items() if effects == ("allocate table",) and name.startswith("tfg.Mutable")]
)
TABLE_IMPORTS = ("tfg.LookupTableImportV2", "tfg.LookupTableImport")
ASSIGNMENTS = ("tfg.AssignVariableOp", "tfg.Assign")
RESTORES = ("tfg.RestoreV2", "tfg.RestoreSlice")  # which name tensors, and parts of these
PASSED_ON = ("tfg.Identity", "tfg.ReadVariableOp")
VALUE = "VARIABLE_VALUE"
OBJECT_GRAPH, SLOT = "_CHECKPOINTABLE_OBJECT_GRAPH", "/.OPTIMIZER_SLOT/"
DEEPEST_CALL, MOST_CALLS = 50, 10_000

Key = tuple[str, str]  # a tensor's name, and which part of it ("" for all)


def variable_name(op: Operation) -> str:
    """The name that identifies a variable: its shared name, else the name of its node."""
    return place_name(op) if op.name == "tfg.VarHandleOp" else op.get(NAME) or ""


def place_name(op: Operation) -> str:
    """The name that an op shares, else that of its node."""
    shared = op.attributes.get("shared_name")
    return (shared.value if isinstance(shared, StringAttr) else "") or op.get(NAME) or ""


def could_hold(handle: Operation, stored: TensorType) -> bool:
    """Whether a variable could be of the type of a tensor."""
    element, shape = handle.attributes.get("dtype"), handle.attributes.get("shape")
    is_of_element = not isinstance(element, TypeAttr) or element.type == stored.element
    return is_of_element and (not isinstance(shape, ShapeAttr) or shapes_fit(shape.shape, stored.shape))


class Variables:
    """The variables of a model by name, and their values in its checkpoint."""

    def __init__(self, module: Operation, bundle: Checkpoint | None, graph: MetaGraphDef | None = None):
        self.bundle = bundle
        self.functions = functions_by_name(module)
        self.keys: dict[str, Key] = {}
        self.followed: set[tuple] = set()  # functions, and which variables they were given: a second call tells nothing more
        self.copies: dict[str, str] = {}  # by name, the variable that is assigned what the variable of this name holds
        self.tables: dict[str, list[Key]] = {}  # where the keys and values of a table are
        for op in module.body:
            if op.name == "tfg.graph":
                if graph is not None and graph.saver_def.restore_op_name:
                    self.propagate_values(restoring_ops(op.body, graph.saver_def.restore_op_name), {}, 0)
                self.propagate_values(op.body, {}, 0)
                if graph is not None and bundle is not None:
                    self.take_bound(op.body, graph.object_graph_def)
        if bundle is not None:
            self.take_named(module, bundle)

    def propagate_values(self, ops: Iterable[Operation], names: dict[Value, str], depth: int) -> None:
        """Notes what ops restore, and the functions that they call. `names` holds the names of variables that arguments are bound to."""
        for op in ops:
            if op.name in ASSIGNMENTS and len(op.operands) >= 2:
                name, key = variable_of(op.operands[0], names), restored_from(op.operands[1])
                if name is not None and key is not None:
                    self.note(name, key)
                elif name is not None and (read := read_from(op.operands[1], names)) is not None:
                    self.copies.setdefault(read, name)
            elif op.name in TABLE_IMPORTS and len(op.operands) >= 3:
                name, keys = variable_of(op.operands[0], names), [restored_from(operand) for operand in op.operands[1:3]]
                if name is not None and None not in keys:
                    self.tables.setdefault(name, keys)
            elif has_trait(op, "call") and depth < DEEPEST_CALL:
                for site in call_sites(op):
                    self.follow_call(site, names, depth)

    def note(self, name: str, key: Key) -> None:
        """Keeps the first key of a variable, unless only a later one is in the checkpoint."""
        kept = self.keys.setdefault(name, key)
        if self.bundle is not None and kept[0] not in self.bundle and key[0] in self.bundle:
            self.keys[name] = key

    def follow_call(self, site: CallSite, names: dict[Value, str], depth: int) -> None:
        function = self.functions.get(site.reference.root)
        if function is None:
            return
        names_of_arguments = {argument: variable_of(value, names) for value, argument in zip(site.operands, function.body.arguments[::2])}
        named = {argument: name for argument, name in names_of_arguments.items() if name is not None}
        call = function, frozenset(named.items())
        if named and call not in self.followed and len(self.followed) < MOST_CALLS:
            self.followed.add(call)
            self.propagate_values(function.body, named, depth + 1)

    def take_bound(self, block: Block, objects: SavedObjectGraph) -> None:
        """Notes the objects that functions are bound to, which calls pass as the last operands; keys noted before are kept."""
        keys = keys_of_objects(objects, self.bundle)
        for site in [site for op in block if has_trait(op, "call") for site in call_sites(op)]:
            function = site.reference.root
            bound = objects.concrete_functions[function].bound_inputs if function in objects.concrete_functions else ()
            for number, value in zip(reversed(bound), reversed(site.operands)):
                name = variable_of(value, {})
                if name is not None and number in keys:
                    self.keys.setdefault(name, (keys[number], ""))

    def take_named(self, module: Operation, bundle: Checkpoint) -> None:
        """Notes names of variables that the checkpoint has, unless the graph has given one to a variable of another type."""
        handles = {variable_name(op): op for graph in module.body for op in graph.body if op.name == "tfg.VarHandleOp"}
        for name, key in full_names(bundle).items():
            if name not in handles or key not in bundle or could_hold(handles[name], bundle.type(key)):
                self.keys.setdefault(name, (key, ""))

    def key_of(self, name: str) -> Key | None:
        """Where the checkpoint has a variable: as the graph restores it, under its own name, at the object that the name is a path to, or as
        what is restored into a copy, as TensorFlow saves and restores variables of Keras by, which are objects; where a session of TensorFlow 1 copies one
        variable into another, as from a network into its target, the first has no value."""
        if self.bundle is None:
            return None
        key = self.keys.get(name, (name, ""))
        if key[0] in self.bundle:
            return key
        stored = key_at(self.stored_objects, name)
        if stored is not None and stored in self.bundle:
            return (stored, "")
        key = self.keys.get(self.copies.get(name, name)) if self.stored_objects.nodes else None
        return key if key is not None and key[0] in self.bundle else None

    @cached_property
    def stored_objects(self) -> TrackableObjectGraph:
        return object_graph(self.bundle) if self.bundle is not None else TrackableObjectGraph()

    def knows(self, name: str) -> bool:
        """Whether the checkpoint has a value for the variable."""
        return self.key_of(name) is not None

    def value(self, op: Operation) -> ElementsAttr:
        """The value that a variable is restored to. Raises Error where there is none."""
        return self.value_of(variable_name(op), op)

    def value_of(self, name: str, op: Operation | None = None) -> ElementsAttr:
        """The value of a variable in the checkpoint, by its name. Raises Error, at `op`, where there is none."""
        if self.bundle is None:
            raise Error(f"variable '{name}' has no value: the model has no checkpoint", op)
        key = self.key_of(name)
        if key is None:
            raise Error(f"variable '{name}' has no value: neither the model's restore function nor its checkpoint knows it", op)
        whole, part = self.bundle.tensor(key[0]), key[1]
        return cut(whole, part, name) if part else whole


def restoring_ops(block: Block, name: str) -> list[Operation]:
    """The ops of a graph that a node of a name waits for, itself among them."""
    node = next((op for op in block if op.get(NAME) == name), None)
    needed = {node, *needed_for(list(node.operands), set(block.arguments))} if node is not None else set()
    return [op for op in block if op in needed]


def handed_on(value: Value, names, ends=()) -> Value:
    """The value behind nodes of these names that pass it on, back to one of the `ends` at most. They may form a cycle."""
    seen: set[Value] = set()
    while value not in ends and value not in seen and value.op is not None and value.op.name in names and value.op.operands:
        seen.add(value)
        value = value.op.operands[0]
    return value


def variable_of(value: Value, names: dict[Value, str]) -> str | None:
    """The name of the variable or table whose handle a value is, through Identity nodes; None where it is no handle."""
    value = handed_on(value, ("tfg.Identity",), names)
    if value in names:
        return names[value]
    op = value.op
    if op is None or op.name not in HANDLES and op.name not in TABLES:
        return None
    return variable_name(op) if op.name in HANDLES else place_name(op)


def read_from(value: Value, names: dict[Value, str]) -> str | None:
    """The name of the variable that a value is read from as it is."""
    op = handed_on(value, ("tfg.Identity",)).op
    return variable_of(op.operands[0], names) if op is not None and op.name == "tfg.ReadVariableOp" else None


def restored_from(value: Value) -> Key | None:
    """The tensor of the checkpoint that a value is, where an op of RESTORES makes it."""
    value = handed_on(value, PASSED_ON)
    op = value.op
    if op is None or op.name not in RESTORES or len(op.operands) < 3:
        return None
    names, parts = strings(op.operands[1]), strings(op.operands[2])
    at = value.index
    return (names[at], parts[at]) if at < min(len(names), len(parts)) else None


def strings(value: Value) -> list[str]:
    attribute = value.op.attributes.get("value") if value.op is not None and value.op.name == "tfg.Const" else None
    texts = attribute.values() if isinstance(attribute, DenseStringsAttr) else []
    return [text.decode("utf-8", "surrogateescape") for text in texts]


def full_names(bundle: Checkpoint) -> dict[str, str]:
    """Names of variables and their keys, as the checkpoint's graph of objects has them; not those that several variables have."""
    stored = [attribute for node in object_graph(bundle).nodes for attribute in node.attributes if attribute.full_name]
    counts = Counter(attribute.full_name for attribute in stored)
    return {attribute.full_name: attribute.checkpoint_key for attribute in stored if counts[attribute.full_name] == 1}


def object_graph(bundle: Checkpoint) -> TrackableObjectGraph:
    if OBJECT_GRAPH not in bundle:
        return TrackableObjectGraph()
    try:
        return TrackableObjectGraph.FromString(bundle.tensor(OBJECT_GRAPH).values()[0])
    except DecodeError:
        raise Error(f"{bundle.index}: the checkpoint's graph of objects is damaged") from None


def key_at(objects: TrackableObjectGraph, path: str) -> str | None:
    """The key of the variable at a path of names, `model/layer/kernel`, by whichever of its names each object goes, and of an optimizer's slot for
    it, `model/layer/kernel/.OPTIMIZER_SLOT/optimizer/m`."""
    variable, is_slot, slot = path.partition(SLOT)
    at = object_at(objects, variable)
    if is_slot and at is not None:
        optimizer = object_at(objects, slot.rpartition("/")[0])
        kept = objects.nodes[optimizer].slot_variables if optimizer is not None else ()
        at = next(
            (one.slot_variable_node_id for one in kept if (one.original_variable_node_id, one.slot_name) == (at, slot.rpartition("/")[2])),
            None,
        )
    if at is None or not 0 <= at < len(objects.nodes):
        return None
    return next((attribute.checkpoint_key for attribute in objects.nodes[at].attributes if attribute.name == VALUE), None)


def object_at(objects: TrackableObjectGraph, path: str) -> int | None:
    at = 0
    for name in path.split("/"):
        node = objects.nodes[at] if 0 <= at < len(objects.nodes) else None
        child = next((child.node_id for child in node.children if child.local_name == name), None) if node is not None else None
        if child is None:
            return None
        at = child
    return at


def keys_of_objects(objects: SavedObjectGraph, bundle: Checkpoint) -> dict[int, str]:
    """The key under which each variable among a model's objects is stored: both graphs of objects are walked by the same names."""
    stored = object_graph(bundle)
    keys: dict[int, str] = {}
    pairs, seen = [(0, 0)], set()
    while pairs:
        mine, theirs = pairs.pop()
        if (mine, theirs) in seen or not (0 <= mine < len(objects.nodes) and 0 <= theirs < len(stored.nodes)):
            continue
        seen.add((mine, theirs))
        for attribute in stored.nodes[theirs].attributes:
            if attribute.name == VALUE:
                keys.setdefault(mine, attribute.checkpoint_key)
        children = {child.local_name: child.node_id for child in stored.nodes[theirs].children}
        pairs += [(child.node_id, children[child.local_name]) for child in objects.nodes[mine].children if child.local_name in children]
    return keys


def cut(whole: ElementsAttr, part: str, name: str) -> ElementsAttr:
    """A part of a constant, as `RestoreV2` spells it: the sizes of the whole, then `start,length` or `-` for each dimension."""
    *sizes, spans = part.split(" ")
    shape = whole.type.shape
    try:
        box = [(0, size) if span == "-" else tuple(map(int, span.split(","))) for span, size in zip(spans.split(":"), shape, strict=True)]
        fits = tuple(map(int, sizes)) == shape and all(0 <= start <= start + length <= size for (start, length), size in zip(box, shape))
    except ValueError:
        fits = False
    if not fits:
        raise Error(f"variable '{name}' is no part '{part}' of a tensor of type {whole.type}")
    type = TensorType([length for _, length in box], whole.type.element)
    if whole.is_splat or not isinstance(whole, DenseAttr):
        return whole.with_type(type)
    return DenseAttr(type, b"".join([whole.data[stretch] for stretch in stretches(shape, box, width(type.element))]))
