"""The onnx dialect as a model of ONNX: what the text says, and beside it what `onnx.wire` keeps of the file as long as that says the same."""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, shapes_fit
from tfir.proto import OnnxFunction, OnnxGraph, OnnxModel, OnnxNode

from tftranslate.onnx import wire
from tftranslate.onnx.attributes import KIND_LISTS, KIND_WORDS, fill_attribute
from tftranslate.onnx.element_types import type_of, type_proto
from tftranslate.onnx.names import DEFAULT, DIM_PARAMS, ENTRY, INITIALIZER, INPUT, NAME, NODE_NAME, OUTPUTS, REFERENCES, REGION_NAMES, WIRE
from tftranslate.onnx.tensors import fill_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.types import Type

OWN = {NODE_NAME, OUTPUTS, REFERENCES, WIRE, INITIALIZER, INPUT, "function_name", "domain_name", "overload"}
DEFAULT_IR_VERSION = 10


def export_model(module: Operation) -> OnnxModel:
    """The model of a module. Raises Error for what ONNX cannot say."""
    try:
        return exported(module)
    except UnicodeError:
        raise Error("a text in the module is not UTF-8, as texts of ONNX are") from None


def exported(module: Operation) -> OnnxModel:
    functions = [op for op in module.body if op.name == "func.func"]
    mains = [op for op in functions if op.get("sym_visibility") != "private"]
    if len(mains) != 1:
        raise Error(f"a model has one graph, and the module has {len(mains)} public functions")
    model = model_header(module)
    kept = wire.kept(module, OnnxModel)
    if kept is not None and wire.agree(model, kept):
        model = kept
    names = Names()
    model.graph.CopyFrom(graph_of(mains[0], names))
    private = [op for op in functions if op not in mains]
    del model.functions[:]
    for function in private:
        model.functions.append(function_of(function))
    return model


def model_header(module: Operation) -> OnnxModel:
    """What a model says of itself, as the module's attributes have it."""
    model, told = OnnxModel(), module.attributes
    model.ir_version = module.get("onnx.ir_version", DEFAULT_IR_VERSION)
    for name in ("producer_name", "producer_version", "domain", "doc_string", "model_version"):
        if f"onnx.{name}" in told:
            setattr(model, name, module.get(f"onnx.{name}"))
    add_opsets(model.opset_import, told.get("onnx.opset_import"))
    for key, value in getattr(told.get("onnx.metadata"), "entries", {}).items():
        model.metadata_props.add(key=key, value=value.value)
    return model


def add_opsets(imports, told: Attribute | None) -> None:
    from tftranslate.onnx.operators import newest

    entries = {domain: each.value for domain, each in getattr(told, "entries", {}).items()} or {"ai.onnx": newest()}
    for domain, version in entries.items():
        imports.add(domain="" if domain == "ai.onnx" else domain, version=version)


MOST_INSIDE = 31  # graphs within each other: protobuf reads a hundred messages so, and each graph is three


class Names:
    """What values are called: as their op or block says, or by a number."""

    def __init__(self) -> None:
        self.graphs_around = 0  # what is written, without the entry's
        self.of: dict[Value, str] = {}
        self.given: set[str] = set()
        self.count = 0

    def name(self, value: Value) -> str:
        if value not in self.of:
            if value.op is not None and value.op.name == "onnx.NoValue":
                return ""
            self.of[value] = self.new()
        return self.of[value]

    def new(self) -> str:
        """A name that nothing has."""
        self.count += 1
        while f"value_{self.count}" in self.given:
            self.count += 1
        return f"value_{self.count}"

    def give(self, values: Iterable[Value], names: Iterable[str]) -> None:
        for value, name in zip(values, names):
            self.of[value] = name
            self.given.add(name)

    def read(self, op: Operation) -> None:
        """Takes the names that an op says its results have."""
        self.give(op.results, outputs_of(op))


def marks_of(function: Operation, side: str, count: int) -> list[dict[str, Any]]:
    told: Any = function.attributes.get(side)
    return [each.entries for each in told] if told is not None else [{} for _ in range(count)]


def port_names(function: Operation, which: str, marks: list[dict], fallback: str) -> list[str]:
    entry: Any = function.attributes.get(ENTRY)
    listed = entry.get(which).value.split(",") if entry is not None and entry.get(which) is not None else []
    named = len(listed) == len(marks)
    return [
        mark[NAME].value if NAME in mark else listed[at] if named and listed[at] else f"{fallback}{at}" for at, mark in enumerate(marks)
    ]


def graph_of(function: Operation, names: Names) -> OnnxGraph:
    graph = graph_header(function, names)
    kept = wire.kept(function, OnnxGraph)
    if kept is not None and wire.agree(graph, kept):
        for info, own, value in zip(kept.output, graph.output, function.body.terminator.operands):
            if info.type.WhichOneof("value") is not None and not fit(type_of(info.type), value.type):
                info.type.CopyFrom(own.type)
        graph = kept
    fill_initializers(graph, [*constants_of(function.body), *defaults_of(function)])
    fill_nodes(graph.node, function.body, names)
    add_identities(graph, function.body.terminator.operands, names)
    keep_told_types(graph)
    return graph


def graph_header(function: Operation, names: Names) -> OnnxGraph:
    """The graph of the entry function without nodes, and without what initializers hold."""
    graph, body = OnnxGraph(), function.body
    if "onnx.graph_name" in function.attributes:
        graph.name = function.get("onnx.graph_name")
    arguments = marks_of(function, "arg_attrs", len(body.arguments))
    results = marks_of(function, "res_attrs", len(body.terminator.operands))
    names.give(body.arguments, port_names(function, "inputs", arguments, "input_"))
    for op in body:
        names.read(op)
    inputs = [(names.name(argument), argument.type, mark) for argument, mark in zip(body.arguments, arguments)]
    among = sorted([(op.get(INPUT), op.results[0]) for op in constants_of(body) if INPUT in op.attributes], key=lambda pair: pair[0])
    for place, value in among:
        inputs.insert(place, (names.name(value), value.type, {}))
    for told in inputs:
        add_info(graph.input, *told)
    for constant in constants_of(body):
        add_header(graph.initializer, names.name(constant.results[0]), constant_elements(constant))
    for name, elements in defaults_of(function):
        add_header(graph.initializer, name, elements)
    named = {names.name(argument): argument for argument in body.arguments}
    taken: set[str] = set()
    for value, name, mark in zip(body.terminator.operands, port_names(function, "outputs", results, "output_"), results):
        if named.get(name, value) is not value:
            name += "_out"  # of an input that is called so: no two values have one name
        while name in taken:
            name += "_out"
        taken.add(name)
        if value.op is not None and OUTPUTS not in value.op.attributes and value not in names.of:
            names.of[value] = name
        add_info(graph.output, name, value.type, mark)
    return graph


def fit(type: Type, other: Type) -> bool:
    """Whether a value may have both types."""
    if not (isinstance(type, TensorType) and isinstance(other, TensorType)):
        return type is other
    return type.element is other.element and shapes_fit(type.shape, other.shape)


def add_info(infos, name: str, type, mark: dict) -> None:
    sizes = mark.get(DIM_PARAMS)
    named = dict(part.split(":", 1) for part in sizes.value.split(",")) if sizes is not None else {}
    rank = len(type.shape) if isinstance(type, TensorType) and type.shape is not None else 0
    info = infos.add(name=name)
    proto = type_proto(type, [named.get(str(axis), "") for axis in range(rank)])
    if proto.WhichOneof("value") is not None:
        info.type.CopyFrom(proto)


def type_of_message(message):
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def add_header(tensors, name: str, elements: ElementsAttr) -> None:
    tensor = tensors.add(name=name)
    fill_tensor(tensor, elements, field="")
    wire.mark(tensor, elements)


def constant_elements(constant: Operation) -> Any:
    return constant.attributes["value"]


def outputs_of(op: Operation) -> list[str]:
    """The names that an op says its results have."""
    told: Any = op.attributes.get(OUTPUTS)
    return [each.value for each in told] if told is not None else []


def constants_of(block) -> list[Operation]:
    return [op for op in block if op.name == "onnx.Constant" and INITIALIZER in op.attributes]


def defaults_of(function: Operation) -> list[tuple[str, ElementsAttr]]:
    marks = marks_of(function, "arg_attrs", 0)
    names = port_names(function, "inputs", marks, "input_")
    return [(name, mark[DEFAULT]) for name, mark in zip(names, marks) if DEFAULT in mark]


def fill_initializers(graph: OnnxGraph, sources) -> None:
    """Puts elements into the headers of initializers, by name."""
    contents: dict[str, ElementsAttr] = {}
    for source in sources:
        if isinstance(source, Operation):
            contents[outputs_of(source)[0]] = constant_elements(source)
        else:
            contents[source[0]] = source[1]
    for tensor in graph.initializer:
        fill_tensor(tensor, contents[tensor.name], wire.field_of(tensor))


def fill_nodes(nodes, block, names: Names) -> None:
    for op in block:
        if op is block.last or op.name == "onnx.NoValue" or INITIALIZER in op.attributes:
            continue
        if op.dialect != "onnx":
            raise Error.on(op, "is no operator of ONNX")
        nodes.append(node_of(op, names))


def add_identities(graph: OnnxGraph, results: Iterable[Value], names: Names) -> None:
    """Nodes for outputs that are not called what their value is called."""
    for info, value in zip(graph.output, results):
        if names.name(value) != info.name:
            graph.node.add(op_type="Identity", input=[names.name(value)], output=[info.name])


def keep_told_types(graph: OnnxGraph) -> None:
    """Leaves out the types of values that there are no more."""
    there = {name for node in graph.node for name in node.output}
    there |= {tensor.name for tensor in graph.initializer} | {info.name for info in graph.input}
    left = [info for info in graph.value_info if info.name in there]
    if len(left) < len(graph.value_info):
        copies = [type_of_message(info) for info in left]
        del graph.value_info[:]
        graph.value_info.extend(copies)


def node_of(op: Operation, names: Names) -> OnnxNode:
    """The node of an operator, with what was kept of it if that says the same."""
    node = node_header(op, names)
    kept = wire.kept(op, OnnxNode)
    if kept is not None and wire.agree(node, kept):
        node = kept
    attributes: dict[str, Any] = dict(op.attributes)
    for proto in node.attribute:
        if proto.HasField("g"):
            if names.graphs_around == MOST_INSIDE:
                raise Error.on(op, f"has no place in a file of ONNX: protobuf reads no more than {MOST_INSIDE} graphs within each other")
            at = region_names(op).index(proto.name)
            names.graphs_around += 1
            fill_subgraph(proto.g, op.regions[at].entry, names)
            names.graphs_around -= 1
        elif proto.HasField("t"):
            fill_tensor(proto.t, attributes[proto.name], wire.field_of(proto.t))
        for tensor, elements in zip(proto.tensors, attributes[proto.name] if proto.tensors else ()):
            fill_tensor(tensor, elements, wire.field_of(tensor))
    return node


def node_header(op: Operation, names: Names) -> OnnxNode:
    """The node without what its tensors and subgraphs hold."""
    node, definition = OnnxNode(), definition_of(op.name)
    traits = definition.traits
    names.read(op)
    node.input.extend([names.name(value) for value in op.operands])
    node.output.extend([names.name(value) for value in op.results])
    if op.get(NODE_NAME):
        node.name = op.get(NODE_NAME)
    if definition.local == "Custom":
        node.op_type, node.domain = op.get("function_name"), op.get("domain_name", "")
        if op.get("overload"):
            node.overload = op.get("overload")
    else:
        node.op_type = definition.local[: definition.local.rindex("V")] if "until" in traits else definition.local
        if "domain" in traits:
            node.domain = traits["domain"][0]
    if not node.domain:
        node.ClearField("domain")
    declared = definition.declaration.attributes
    attribute: Any
    for name, attribute in sorted(op.attributes.items()):
        if name in OWN or name.startswith("onnx."):
            continue
        proto = node.attribute.add(name=name)
        fill_attribute(proto, attribute, kind_of_declared(declared.get(name)))
        for tensor, elements in ((proto.t, attribute),) if proto.HasField("t") else zip(proto.tensors, attribute if proto.tensors else ()):
            wire.empty(tensor)
            wire.mark(tensor, elements)
    for name, region in zip(region_names(op), op.regions):
        proto = node.attribute.add(name=name, type=5)
        fill_subgraph_header(proto.g, region.entry, names)
    for name, reference in getattr(op.attributes.get(REFERENCES), "entries", {}).items():
        node.attribute.add(name=name, ref_attr_name=reference.value, type=kind_of_declared(declared.get(name)) or 0)
    return node


def region_names(op: Operation) -> list[str]:
    told: Any = op.attributes.get(REGION_NAMES)
    return [each.value for each in told] if told is not None else list(definition_of(op.name).traits.get("region_names", ()))


def kind_of_declared(declared) -> int | None:
    if declared is None:
        return None
    return KIND_LISTS.get(declared.kind) if declared.is_list else KIND_WORDS.get(declared.kind)


def fill_subgraph_header(graph: OnnxGraph, block, names: Names) -> None:
    last = block.terminator
    if "onnx.graph_name" in last.attributes:
        graph.name = last.get("onnx.graph_name")
    inputs: Any = last.attributes.get("onnx.inputs")
    names.give(block.arguments, [each.value for each in inputs] if inputs is not None else [])
    for op in block:
        names.read(op)
    for argument in block.arguments:
        add_info(graph.input, names.name(argument), argument.type, {})
    for constant in constants_of(block):
        add_header(graph.initializer, names.name(constant.results[0]), constant_elements(constant))
    told: Any = last.attributes.get("onnx.names")
    outputs = [each.value for each in told] if told is not None else output_names(last, names)
    for value, name in zip(last.operands, outputs):
        add_info(graph.output, name, value.type, {})


def output_names(last: Operation, names: Names) -> list[str]:
    """A subgraph gives values of its own nodes, each once: what stands around it, is its input, or is given twice, has another name as output."""
    outputs: list[str] = []
    for value in last.operands:
        is_own = value.op is not None and value.op.block is last.block
        outputs.append(names.name(value) if is_own and names.name(value) not in outputs else names.new())
    return outputs


def fill_subgraph(graph: OnnxGraph, block, names: Names) -> None:
    fill_initializers(graph, constants_of(block))
    fill_nodes(graph.node, block, names)
    add_identities(graph, block.terminator.operands, names)
    keep_told_types(graph)


def function_of(function: Operation) -> OnnxFunction:
    names = Names()
    proto = function_header(function, names)
    kept = wire.kept(function, OnnxFunction)
    if kept is not None and wire.agree(proto, kept):
        proto = kept
    fill_nodes(proto.node, function.body, names)
    for name, value in zip(proto.output, function.body.terminator.operands):
        if names.name(value) != name:
            proto.node.add(op_type="Identity", input=[names.name(value)], output=[name])
    return proto


def function_header(function: Operation, names: Names) -> OnnxFunction:
    proto, body = OnnxFunction(), function.body
    proto.domain, proto.name, *overload = function.get("sym_name").split(":")
    if overload:
        proto.overload = overload[0]
    arguments = marks_of(function, "arg_attrs", len(body.arguments))
    results = marks_of(function, "res_attrs", len(body.terminator.operands))
    proto.input.extend(port_names(function, "inputs", arguments, "input_"))
    names.give(body.arguments, proto.input)
    for op in body:
        names.read(op)
    proto.output.extend(port_names(function, "outputs", results, "output_"))
    attributes: Any = function.attributes.get("onnx.attributes", ())
    proto.attribute.extend([each.value for each in attributes])
    add_opsets(proto.opset_import, function.attributes.get("onnx.opset_import"))
    for name, attribute in getattr(function.attributes.get("onnx.defaults"), "entries", {}).items():
        fill_attribute(proto.attribute_proto.add(name=name), attribute, None)
    return proto
