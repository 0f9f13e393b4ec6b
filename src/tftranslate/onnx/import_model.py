"""An ONNX model as a module: the graph is the public function `@main_graph`, functions of the model are private ones, subgraphs are regions.

Each node becomes the operator of the `onnx` dialect that it is in its operator set; one of another domain, or of a function, `onnx.Custom`.
Initializers are constants in front of the nodes. From version 4 of the format on one that is an input as well is the input's default
(`tfir.default`), before that an input that has to be there for it. What has no place in the text is kept in `onnx.wire` (`wire.py`), so
that the model comes back byte for byte.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.builder import Builder, module_op, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, NameLocation
from tfir.ir.nesting import too_deep
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I64, NONE, FunctionType, TensorType, Type

from tftranslate.onnx import wire
from tftranslate.onnx.attributes import GRAPH, SPARSE, attribute_of, kind_of
from tftranslate.onnx.element_types import ANY, size_names, type_of
from tftranslate.onnx.export_model import MOST_INSIDE, Names, function_header, graph_header, model_header, node_header
from tftranslate.onnx.names import (
    DEFAULT,
    DIM_PARAMS,
    ENTRY,
    INITIALIZER,
    INPUT,
    NAME,
    NODE_NAME,
    OUTPUTS,
    REFERENCES,
    REGION_NAMES,
    function_symbol,
)
from tftranslate.onnx.operators import CUSTOM, newest, operator_of, result_elements
from tftranslate.onnx.tensors import elements_of, sparse_elements_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfir.proto import OnnxFunction, OnnxGraph, OnnxModel, OnnxNode, OnnxTensor, OnnxValueInfo

DEFAULTS_FROM = 4  # the version of the format from which on an initializer need not be an input


def import_model(proto: OnnxModel, folder: str | None = None) -> Operation:
    """The module of a model. `folder` is the one that it lies in, whose files it may name. Raises Error for what is damaged, and for what is
    no part of ONNX."""
    try:
        return Importer(proto, folder).module()
    except UnicodeError:
        raise Error("a text in the model is not UTF-8") from None
    except RecursionError:
        raise too_deep(Error("graphs are nested too deeply")) from None


class Scope:
    """The values of a graph by name, and those of the graphs around it."""

    def __init__(self, written: Names, around: Scope | None = None):
        self.written = written  # what values are called in all graphs
        self.values: dict[str, Value] = {}
        self.around = around
        self.depth: int = around.depth + 1 if around is not None else 0
        if self.depth > MOST_INSIDE:
            raise Error("graphs are nested too deeply")

    def get(self, name: str) -> Value | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.around
        return None

    def define(self, name: str, value: Value) -> None:
        if name in self.values:
            raise Error(f"'{name}' is defined twice")
        self.values[name] = value
        value.name = name
        self.written.of[value] = name


class Importer:
    def __init__(self, proto: OnnxModel, folder: str | None):
        self.proto, self.folder = proto, folder
        self.result = module_op()
        self.names = Names()  # of values, as they are written
        self.functions = {(each.domain, each.name, each.overload): each for each in proto.functions}

    def module(self) -> Operation:
        proto = self.proto
        require_text(proto)
        if not proto.HasField("graph"):
            raise Error("the model has no graph")
        self.result.update_attributes(header_attributes(proto))
        self.result.body.append(self.main(proto.graph))
        for function in proto.functions:
            self.result.body.append(self.function(function))
        wire.keep(self.result, model_header(self.result), proto)
        return self.result

    def main(self, graph: OnnxGraph) -> Operation:
        body = Body(self, versions_of(self.proto.opset_import), Scope(self.names))
        defaults = self.defaults_of(graph)
        is_old = self.proto.ir_version < DEFAULTS_FROM
        inputs = [info for info in graph.input if not (is_old and info.name in defaults)]
        region, arguments = body.opened(inputs)
        places = {info.name: at for at, info in enumerate(graph.input)} if is_old else {}
        body.initialize([each for each in graph.initializer if is_old or each.name not in places_of(graph)], graph, places)
        marks = [{NAME: StringAttr(info.name), **sizes_told(info)} for info in inputs]
        for mark, info in zip(marks, inputs):
            if info.name in defaults:
                mark[DEFAULT] = elements_of(defaults[info.name], self.folder)
        results = body.filled(graph.node, [info.name for info in graph.output])
        results = body.declared(results, graph.output)
        region.entry.append(Operation("func.return", results))
        type = FunctionType([each.type for each in arguments], [value.type for value in results])
        names = {"inputs": [info.name for info in inputs], "outputs": [info.name for info in graph.output]}
        attributes: dict[str, Attribute] = {
            "sym_name": StringAttr("main_graph"), "function_type": TypeAttr(type),
            "res_attrs": ArrayAttr([DictAttr({NAME: StringAttr(info.name), **sizes_told(info)}) for info in graph.output]),
            ENTRY: DictAttr({which: StringAttr(",".join(each)) for which, each in names.items()}),
        }  # fmt: skip
        if marks:
            attributes["arg_attrs"] = ArrayAttr([DictAttr(each) for each in marks])
        if graph.name:
            attributes["onnx.graph_name"] = StringAttr(graph.name)
        function = Operation("func.func", attributes=attributes, regions=[region])
        wire.keep(function, graph_header(function, Names()), graph)
        return function

    def defaults_of(self, graph: OnnxGraph) -> dict[str, OnnxTensor]:
        """The initializers that are inputs as well."""
        inputs = places_of(graph)
        return {each.name: each for each in graph.initializer if each.name in inputs}

    def function(self, proto: OnnxFunction) -> Operation:
        """A function, of which nothing says which types it takes."""
        body = Body(self, versions_of(proto.opset_import), Scope(self.names))
        region, block = single_block_region([ANY] * len(proto.input))
        for name, argument in zip(proto.input, block.arguments):
            body.scope.define(name, argument)
        body.builder = Builder.at_end(block)
        results = body.filled(proto.node, proto.output)
        block.append(Operation("func.return", results))
        attributes: dict[str, Attribute] = {
            "sym_name": StringAttr(function_symbol(proto.domain, proto.name, proto.overload)),
            "function_type": TypeAttr(FunctionType([ANY] * len(proto.input), [value.type for value in results])),
            "sym_visibility": StringAttr("private"),
            "onnx.attributes": strings(proto.attribute),
            "onnx.opset_import": opsets(proto.opset_import),
        }
        for name, side in (("arg_attrs", proto.input), ("res_attrs", proto.output)):
            if side:
                attributes[name] = ArrayAttr([DictAttr({NAME: StringAttr(each)}) for each in side])
        if proto.attribute_proto:
            attributes["onnx.defaults"] = DictAttr({each.name: attribute_of(each, self.folder) for each in proto.attribute_proto})
        function = Operation("func.func", attributes=attributes, regions=[region])
        wire.keep(function, function_header(function, Names()), proto)
        return function


class Body:
    """A graph that is being written to a block."""

    def __init__(self, importer: Importer, versions: Mapping[str, int], scope: Scope):
        self.importer, self.versions, self.scope = importer, versions, scope
        self.types: dict[str, Type] = {}  # of values, as the graph says them
        self.builder: Builder = Builder(Block())

    def opened(self, inputs: Iterable[OnnxValueInfo]) -> tuple[Region, list[Value]]:
        """A region whose arguments are the inputs."""
        inputs = list(inputs)
        region, block = single_block_region([type_of(info.type) for info in inputs])
        for info, argument in zip(inputs, block.arguments):
            self.scope.define(info.name, argument)
        self.builder = Builder.at_end(block)
        return region, list(block.arguments)

    def initialize(self, tensors: Iterable[OnnxTensor], graph: OnnxGraph, places: Mapping[str, int]) -> None:
        """Constants for initializers, with the place that each has among the inputs of old formats."""
        for tensor in tensors:
            elements = elements_of(tensor, self.importer.folder)
            attributes: dict[str, Attribute] = {"value": elements, INITIALIZER: UnitAttr(), OUTPUTS: strings([tensor.name])}
            if tensor.name in places:
                attributes[INPUT] = IntegerAttr(places[tensor.name], I64)
            value = self.builder.value("onnx.Constant", [], elements.type, attributes)
            self.scope.define(tensor.name, value)
        for sparse in graph.sparse_initializer:
            elements = sparse_elements_of(sparse, self.importer.folder)
            attributes = {"value": elements, INITIALIZER: UnitAttr(), OUTPUTS: strings([sparse.values.name])}
            self.scope.define(sparse.values.name, self.builder.value("onnx.Constant", [], elements.type, attributes))
        for info in graph.value_info:
            self.types[info.name] = type_of(info.type)

    def filled(self, nodes: Iterable[OnnxNode], outputs: Iterable[str]) -> list[Value]:
        """Writes nodes, and returns the values of these names."""
        for node in nodes:
            try:
                self.node(node)
            except Error as error:
                told = f"at the node '{node.name}' of type {node.op_type}" if node.name else f"at a node of type {node.op_type}"
                raise error.and_told(told) from None
        return [self.value(name) for name in outputs]

    def declared(self, results: list[Value], infos: Iterable[OnnxValueInfo]) -> list[Value]:
        """Gives results of which less is known the types that the graph declares for them."""
        for value, info in zip(results, infos):
            type = type_of(info.type)
            is_open = value.type is ANY or isinstance(value.type, TensorType) and value.type.shape is None
            if value.op is not None and is_open and type is not ANY and not (element_differs(value.type, type)):
                value.retype(type)
        return results

    def value(self, name: str) -> Value:
        value = self.scope.get(name)
        if value is None:
            raise Error(f"nothing defines '{name}' before it is used")
        return value

    def operand(self, name: str) -> Value:
        return self.value(name) if name else self.builder.value("onnx.NoValue", [], NONE)

    def node(self, node: OnnxNode) -> None:
        domain = "" if node.domain == "ai.onnx" else node.domain
        is_function = (node.domain, node.op_type, node.overload) in self.importer.functions
        local = None if is_function else operator_of(domain, node.op_type, self.versions.get(domain))
        self.builder.location = NameLocation(node.name) if node.name else UNKNOWN
        names = list(node.input)
        while names and not names[-1]:
            names.pop()
        operands = [self.operand(name) for name in names]
        attributes: dict[str, Attribute] = {OUTPUTS: strings(node.output)}
        if node.name:
            attributes[NODE_NAME] = StringAttr(node.name)
        if local is None:
            attributes |= {"function_name": StringAttr(node.op_type), "domain_name": StringAttr(node.domain)}
            attributes |= {"overload": StringAttr(node.overload)} if node.overload else {}
        graphs: dict[str, OnnxGraph] = {}
        references: dict[str, Attribute] = {}
        for each in node.attribute:
            if each.name in attributes or each.name in graphs or each.name in references:
                raise Error(f"has the attribute '{each.name}' twice")
            if each.ref_attr_name:
                references[each.name] = StringAttr(each.ref_attr_name)
            elif kind_of(each) == GRAPH:
                graphs[each.name] = each.g
            elif kind_of(each) == SPARSE and each.name == "sparse_value":
                attributes["value"] = sparse_elements_of(each.sparse_tensor, self.importer.folder)
            else:
                attributes[each.name] = attribute_of(each, self.importer.folder)
        if references:
            attributes[REFERENCES] = DictAttr(references)
        self.create(node, local or CUSTOM, operands, attributes, graphs)

    def create(
        self, node: OnnxNode, local: str, operands: list[Value], attributes: dict[str, Attribute], graphs: dict[str, OnnxGraph]
    ) -> None:
        definition = definition_of(f"onnx.{local}")
        ordered = list(definition.traits.get("region_names", ())) if local != CUSTOM else sorted(graphs)
        if local == CUSTOM and graphs:
            attributes[REGION_NAMES] = strings(ordered)
        if sorted(graphs) != sorted(ordered):
            raise Error(f"has the subgraphs {', '.join(graphs) or '(none)'}, where it needs {', '.join(ordered) or '(none)'}")
        regions = [self.subgraph(graphs[name]) for name in ordered]
        op = Operation.draft(definition.name, operands, [ANY] * len(node.output), attributes)
        elements = result_elements(op) if local != CUSTOM else [ANY] * len(node.output)
        if len(elements) < len(node.output):
            raise Error(f"has {len(node.output)} outputs")
        inside = regions[0].entry.terminator.operands if regions else []
        types = []
        for at, (name, element) in enumerate(zip(node.output, elements)):
            told = self.types.get(name)
            if told is None and element is ANY and local == "If" and at < len(inside):
                told = TensorType(None, inside[at].type.element) if isinstance(inside[at].type, TensorType) else None
            types.append(told if told is not None else as_type(element))
        made = self.builder.create(definition.name, operands, types, attributes, regions)
        for name, result in zip(node.output, made.results):
            if name:
                self.scope.define(name, result)
        wire.keep(made, node_header(made, self.importer.names), node)

    def subgraph(self, graph: OnnxGraph) -> Region:
        body = Body(self.importer, self.versions, Scope(self.importer.names, self.scope))
        defaults = self.importer.defaults_of(graph)
        region, _ = body.opened([info for info in graph.input if info.name not in defaults])
        body.initialize(graph.initializer, graph, places_of(graph))
        results = body.declared(body.filled(graph.node, [info.name for info in graph.output]), graph.output)
        attributes: dict[str, Attribute] = {"onnx.names": strings([info.name for info in graph.output])}
        if graph.name:
            attributes["onnx.graph_name"] = StringAttr(graph.name)
        attributes["onnx.inputs"] = strings([info.name for info in graph.input if info.name not in defaults])
        region.entry.append(Operation("onnx.Yield", results, attributes=attributes))
        return region


def require_text(message) -> None:
    """Raises Error where a text in a message is not UTF-8; protobuf gives bytes then."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_STRING:
            if any([isinstance(each, bytes) for each in ([value] if isinstance(value, (str, bytes)) else value)]):
                raise Error(f"a text in the model is not UTF-8 (in '{field.name}')")
        elif field.message_type is not None:
            for each in [value] if hasattr(value, "DESCRIPTOR") else value:
                require_text(each)


def as_type(element: Type) -> Type:
    """The type of a result of which its element type is known; what is no element is a type already."""
    return element if element is ANY or element.text.startswith("!onnx.") else TensorType(None, element)


def element_differs(type: Type, other: Type) -> bool:
    return isinstance(type, TensorType) and not (isinstance(other, TensorType) and other.element is type.element)


def places_of(graph: OnnxGraph) -> dict[str, int]:
    return {info.name: at for at, info in enumerate(graph.input)}


def versions_of(imports) -> dict[str, int]:
    """The version of each operator set, by domain. Raises Error for one of the default domain that is too new."""
    versions = {"" if each.domain == "ai.onnx" else each.domain: each.version for each in imports}
    if versions.get("", 0) > newest():
        raise Error(f"the model is of operator set {versions['']}; those up to {newest()} are known")
    return versions


def strings(words: Iterable[str]) -> ArrayAttr:
    return ArrayAttr([StringAttr(word) for word in words])


def opsets(imports) -> DictAttr:
    return DictAttr({each.domain or "ai.onnx": IntegerAttr(each.version, I64) for each in imports})


def header_attributes(proto: OnnxModel) -> dict[str, Attribute]:
    """What a model says of itself."""
    attributes: dict[str, Attribute] = {
        "onnx.ir_version": IntegerAttr(proto.ir_version, I64),
        "onnx.opset_import": opsets(proto.opset_import),
    }
    for name in ("producer_name", "producer_version", "domain", "doc_string"):
        if getattr(proto, name):
            attributes[f"onnx.{name}"] = StringAttr(getattr(proto, name))
    if proto.model_version:
        attributes["onnx.model_version"] = IntegerAttr(proto.model_version, I64)
    if proto.metadata_props:
        attributes["onnx.metadata"] = DictAttr({each.key: StringAttr(each.value) for each in proto.metadata_props})
    return attributes


def sizes_told(info: OnnxValueInfo) -> dict[str, Attribute]:
    """The names of a value's sizes, as onnx-mlir writes them: `0:batch,2:width`."""
    names = [f"{at}:{name}" for at, name in enumerate(size_names(info.type)) if name]
    return {DIM_PARAMS: StringAttr(",".join(names))} if names else {}
