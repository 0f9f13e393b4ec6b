"""Functions around a graph of the executor as graphs and functions of nodes: for the pass `executor-to-tfg`, and for what is kept of functions of datasets."""

from __future__ import annotations

from tfir.analysis.feeds import entry_names
from tfir.conversion.node_attributes import FUNCTIONAL, node_attributes
from tfir.dialects.tf_executor.names import GRAPH, ISLAND, SINK, SOURCE
from tfir.dialects.tf_executor.types import CONTROL as TOKEN
from tfir.dialects.tf_saved_model import EXPORTED
from tfir.dialects.tf_type import VersionAttr, referred
from tfir.dialects.tfg.functions import KEPT
from tfir.dialects.tfg.nodes import NAME
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import references_in, take_name
from tfir.ir.types import INDEX, FunctionType, TensorType
from tfir.ods.control import CONTROL

CALL = "tf.LegacyCall"
REFERRING = {"Switch", "Merge", "Enter", "Exit"}  # these have a name of their own where they hand on references


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def functions_in(module: Operation) -> list[Operation]:
    return [op for op in module.body if op.name == "func.func"]


def is_of_executor(function: Operation) -> bool:
    """Whether a function is a graph of the executor and no more."""
    graph = function.body.first if function.regions and len(function.region.blocks) == 1 else None
    return graph is not None and graph.name == GRAPH and graph.next is function.body.last


def convert(module: Operation, functions: Iterable[Operation]) -> None:
    version = version_of(module.remove_attribute("tf.versions"))
    called = {reference.root for _, reference in references_in(module)}
    for function in functions:
        module.body.insert_before(converted(function, version, called), function)
        function.erase()


def version_of(versions) -> VersionAttr:
    stated = versions.entries if versions is not None else {}
    producer, consumer = [stated[name].value if name in stated else 0 for name in ("producer", "min_consumer")]
    return VersionAttr(producer, consumer, [one.value for one in stated["bad_consumers"].elements] if "bad_consumers" in stated else ())


def converted(function: Operation, version: VersionAttr, called: set) -> Operation:
    if not is_of_executor(function):
        raise Error.on(
            function,
            f"@{function.get('sym_name')} is more than one graph of the executor; functions of plain code need --tf-functional-to-executor-conversion first",
        )
    graph = function.body.first
    is_graph = not function.body.arguments and not graph.results and function.get("sym_name") not in called
    is_graph = is_graph and not function.get("sym_visibility") and EXPORTED not in function.attributes
    block = Block()
    nodes = Nodes(function, graph, block)
    if is_graph and "tf.entry_function" not in function.attributes:
        nodes.translate()
        return Operation("tfg.graph", (), (), {"version": version}, [Region([block])], location=function.location)
    return as_function(function, graph, nodes, version)


def as_function(function: Operation, graph: Operation, nodes: Nodes, version: VersionAttr) -> Operation:
    entry = function.attributes.get("tf.entry_function")
    inputs, outputs, controls = (entry_names(function, what) for what in ("inputs", "outputs", "control_outputs"))
    arguments = names_for(function.body.arguments, inputs, nodes.taken)
    nodes.translate()
    results = list(graph.body.last.operands[: len(graph.results)])
    names = outputs if len(outputs) == len(results) else [f"result_{number}" for number in range(len(results))]
    tokens = nodes.tokens(graph.body.last.operands[len(results) :])
    if len(controls) != len(tokens):
        controls = [nodes.name_of_token(token) for token in tokens]
    returned = [nodes.values.get(value, value) for value in results]
    ends = {"control_ret_attrs": ArrayAttr([named(name) for name in controls])}
    nodes.block.append(Operation("tfg.return", [*returned, *tokens], (), ends, location=function.location))
    new = Operation("tfg.func", regions=[Region([nodes.block])], location=function.location)
    type = FunctionType([argument.type for argument in nodes.block.arguments], [value.type for value in returned])
    new.set_attributes({
        "sym_name": function.attributes["sym_name"], "function_type": TypeAttr(type), **kept(function),
        "arg_attrs": ArrayAttr([attrs for one in described(function, "arg_attrs", arguments, entry is not None) for attrs in (one, DictAttr())]),
        "res_attrs": ArrayAttr(described(function, "res_attrs", names, False)),
    })  # fmt: skip
    if entry is not None:
        new.set_attribute("tfg.lifted_graph_version", version)
    return new


def kept(function: Operation) -> dict:
    """The attributes of the function besides its names and types."""
    attributes = {name: value for name, value in function.attributes.items() if name.startswith(KEPT) and name != "tf.entry_function"}
    if attributes.pop("tf.signature.is_stateful", None) is not None:
        attributes["is_stateful"] = UnitAttr()
    gradient = attributes.pop("tf.gradient", None)
    return attributes | ({"gradient": gradient} if gradient is not None else {})


def named(name: str) -> DictAttr:
    return DictAttr({"tfg.name": StringAttr(name)})


def names_for(arguments, names: list[str], taken: set) -> list[str]:
    chosen = names if len(names) == len(arguments) else [argument.name or f"arg{argument.index}" for argument in arguments]
    taken.update(chosen)
    return chosen


def described(function: Operation, what: str, names: list[str], is_lifted: bool) -> list[DictAttr]:
    """The attributes of each argument or result, with its name, and for a lifted one the node that it stands for."""
    attributes = function.attributes.get(what)
    entries = [dict(one.entries) for one in attributes.elements] if isinstance(attributes, ArrayAttr) else [{} for _ in names]
    for one, name in zip(entries, names):
        one["tfg.name"] = StringAttr(name)
        if is_lifted:
            node, _, number = name.partition(":")
            one["tfg.lifted_value_attr"] = ArrayAttr([StringAttr(node), IntegerAttr(int(number or 0), INDEX)])
    return [DictAttr(one) for one in entries]


class Nodes:
    """The nodes of one graph, at the end of `block`. `values` maps translated values to their replacements."""

    def __init__(self, function: Operation, graph: Operation, block: Block):
        self.graph, self.block = graph, block
        self.values: dict[Value, Value] = {}
        self.waits: dict[Value, list[Value]] = {}  # tokens that stand for several, or for none
        self.taken: set[str] = set()
        for argument in function.body.arguments:
            self.values[argument] = block.add_argument(argument.type)
            block.add_argument(CONTROL)

    def translate(self) -> None:
        ops = [op for op in self.graph.body if op is not self.graph.body.last]
        for new, op in [(self.node(op), op) for op in ops]:
            if new is not None:
                self.connect(new, op)

    def node(self, op: Operation) -> Operation | None:
        """The node for an op, still without operands: loops close on themselves."""
        if op.name == SINK:
            return self.next_iteration(op)
        if op.name == SOURCE:
            return None
        inner = self.only_op(op) if op.name == ISLAND else op
        return self.empty(op) if inner is None else self.emit(op, inner, local_name(inner), op.results)

    def only_op(self, island: Operation) -> Operation | None:
        """The op of an island; None where it holds none."""
        ops = [op for op in island.body if op is not island.body.last]
        if len(ops) > 1 or ops and island.body.last.operands != ops[0].results:
            raise Error.on(island, "holds more than one op; --tf-executor-split-into-island-per-op takes it apart")
        if ops and ops[0].dialect != "tf":
            raise Error.on(ops[0], "is no op of TensorFlow, of which nodes are made")
        return ops[0] if ops else None

    def empty(self, island: Operation) -> Operation | None:
        """Translates an island that only passes on values: these replace its results, and its control operands are waited for."""
        for result, value in zip(island.results, island.body.last.operands):
            self.values[result] = self.values.get(value, value)
        if not island.operands and not island.body.last.operands:
            return self.emit(island, island, "NoOp", island.results)
        self.waits[island.results[-1]] = list(island.operands)
        return None

    def next_iteration(self, sink: Operation) -> Operation:
        source = sink.operands[0].op
        element = source.results[0].type.element
        prefix = "Ref" if referred(element) is not element else ""
        return self.emit(sink, source, f"{prefix}NextIteration", [source.results[0], source.results[2]])

    def emit(self, op: Operation, inner: Operation, local: str, results) -> Operation:
        types = [plain(value.type) for value in results if value.type is not TOKEN]
        attributes = node_attributes(inner, local) if inner.name != ISLAND else {}
        new = Operation(f"tfg.{local}", (), [*types, CONTROL], attributes, location=op.location)
        if inner.name == CALL:
            local = new.remove_attribute("f").name.root
            new.rename(f"tfg.{local}")
        new.set_attribute(NAME, StringAttr(take_name(name_at(op) or name_at(inner) or local, self.taken)))
        for old, value in zip(results, new.results):
            self.values[old] = value
        if inner is not op:
            self.values.update(zip(inner.results, new.results))
        return self.block.append(new)

    def connect(self, new: Operation, op: Operation) -> None:
        inner = op.body.first if op.name == ISLAND and op.body.first is not op.body.last else op
        operands = [value for value in inner.operands if value.type is not TOKEN]
        data = [self.values[value] for value in (operands[1:] if op.name == SINK else operands)]
        tokens = [value for value in op.operands if value.type is TOKEN]
        new.set_operands([*data, *self.tokens(tokens)])

    def tokens(self, tokens) -> list[Value]:
        translated: dict[Value, None] = {}
        for token in tokens:
            translated.update(dict.fromkeys(self.tokens(self.waits[token]) if token in self.waits else [self.values[token]]))
        return list(translated)

    @staticmethod
    def name_of_token(token: Value) -> str:
        return token.op.get(NAME, "") if token.op is not None else ""


def plain(type):
    """The type of a node's result: what a reference refers to."""
    return TensorType(type.shape, referred(type.element), type.encoding) if isinstance(type, TensorType) else type


def local_name(op: Operation) -> str:
    """The name of the node for an op: of control flow by whether it acts, of the RFC's exchange as TensorFlow calls it."""
    local = op.name.partition(".")[2]
    if op.name in FUNCTIONAL:
        return ("Stateless" if op.get("is_stateless", False) else "") + local
    if op.dialect != "tf_executor":
        return local
    element = getattr(op.results[0].type, "element", None) if op.results else None
    prefix = "Ref" if local in REFERRING and element is not None and referred(element) is not element else ""
    return prefix + {"Send": "_Send", "Recv": "_Recv"}.get(local, local)


def name_at(op: Operation) -> str:
    """The name that a place bears; what follows an `@` is the function."""
    location = op.location
    return location.name.partition("@")[0] if isinstance(location, NameLocation) else ""
