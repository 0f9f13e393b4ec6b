"""The objects of a SavedModel in the tf_saved_model dialect: variables and assets as symbols, functions by their exported names.

Functions are of the graph's nodes; `tf-opt --tfg-to-executor` takes them on. Everything that no exported function needs is left out.
"""

from __future__ import annotations

import os

from tfir.cli.files import read_bytes
from tfir.dialects.tf_saved_model import BOUND_INPUT, CONTENT, EXPORTED, INDEX_PATH, SEMANTICS, TRAINABLE
from tfir.dialects.tf_type import STRING, SubtypedType
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DictAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType, TensorType
from tfir.ods.functions import retype
from tfir.proto import MetaGraphDef, SavedObjectGraph
from tfir.storage.datatypes import type_of

from tftranslate.attribute_values import sizes_of
from tftranslate.saved_model.directory import SavedModelDirectory
from tftranslate.saved_model.structures import Leaf, argument_leaves, leaves
from tftranslate.saved_model.variables import Variables, keys_of_objects
from tftranslate.wire import NAME

MOST_PATHS = 10_000  # an object may be reached in very many ways
SIGNATURES = "signatures"  # the child of the root that wraps functions once more


class Objects:
    """The graph of objects beside a module of tfg; `import_objects` takes from both."""

    def __init__(self, model: SavedModelDirectory, graph: MetaGraphDef, module: Operation):
        self.model, self.graph, self.module = model, graph, module
        self.objects: SavedObjectGraph = graph.object_graph_def
        self.functions = functions_by_name(module)
        self.variables = Variables(module, model.variables if model.has_variables else None, graph)
        self.keys = keys_of_objects(self.objects, self.variables.bundle) if self.variables.bundle is not None else {}
        self.nodes = {op.get(NAME): op for top in module.body if top.name == "tfg.graph" for op in top.body}
        self.symbols: dict[int, Operation] = {}
        self.paths = paths(self.objects, model.file)

    def export_all(self) -> None:
        exported = []
        for number, names in self.paths.items():
            kind = self.objects.nodes[number].WhichOneof("kind")
            if kind == "variable":
                self.symbol(number).set_attribute(EXPORTED, strings(names))
            elif kind in ("function", "bare_concrete_function"):
                exported.append(self.export_function(number, names))
        for function in exported:
            if exported.count(function) > 1:
                raise Error(f"function '{function.get('sym_name')}' is exported by two objects")

    def export_function(self, number: int, names: list[str]) -> Operation:
        node = self.objects.nodes[number]
        if node.WhichOneof("kind") == "function":
            traces = list(node.function.concrete_functions)
        else:
            traces = [node.bare_concrete_function.concrete_function_name]
        if len(traces) != 1:
            raise Error(
                f"function '{names[0]}' has {len(traces)} concrete functions; tf_saved_model needs one (tf.function with an input_signature)"
            )
        concrete, function = self.objects.concrete_functions.get(traces[0]), self.functions.get(traces[0])
        if concrete is None or function is None:
            raise Error(f"{self.model.file}: function '{names[0]}' is said to be '{traces[0]}', which the model does not have")
        arguments, results = argument_leaves(concrete.canonicalized_input_signature), leaves(concrete.output_signature)
        self.describe(function, arguments, list(concrete.bound_inputs), results)
        function.set_attribute(EXPORTED, strings(names))
        return function

    def describe(self, function: Operation, taken: list[Leaf], bound: list[int], results: list[Leaf]) -> None:
        """Says of each argument and result where it comes from and goes to, and gives arguments the types of the signature."""
        arguments, type = function.body.arguments[::2], function.attributes["function_type"].type
        if len(arguments) != len(taken) + len(bound) or len(type.results) != len(results):
            raise Error(f"{self.model.file}: function '{function.get('sym_name')}' does not fit the signature of its object")
        ways: list[dict[str, Attribute]] = [{INDEX_PATH: leaf.index_path} for leaf in taken]
        types = [leaf.type for leaf in taken]
        for number in bound:
            symbol = self.symbol(number)
            ways.append({BOUND_INPUT: SymbolRefAttr(symbol.get("sym_name"))})
            types.append(bound_type(symbol))
        attrs = list(function.attributes["arg_attrs"])
        for position, (argument, way, type_in_signature) in enumerate(zip(arguments, ways, types)):
            if type_in_signature.element is argument.type.element or isinstance(type_in_signature.element, SubtypedType):
                argument.retype(type_in_signature)
            attrs[2 * position] = DictAttr({**attrs[2 * position].entries, **way})
        function.set_attribute("arg_attrs", ArrayAttr(attrs))
        described = [DictAttr({**one.entries, INDEX_PATH: leaf.index_path}) for one, leaf in zip(function.attributes["res_attrs"], results)]
        function.set_attribute("res_attrs", ArrayAttr(described))
        retype(function, type.results)

    def symbol(self, number: int) -> Operation:
        """The variable, constant or asset that an object is."""
        if not 0 <= number < len(self.objects.nodes):
            raise Error(f"{self.model.file}: there is no object {number}")
        if number not in self.symbols:
            self.symbols[number] = self.make_symbol(number)
        return self.symbols[number]

    def make_symbol(self, number: int) -> Operation:
        node = self.objects.nodes[number]
        kind = node.WhichOneof("kind")
        if kind == "variable":
            name = f"__sm_node{number}__{self.paths.get(number, [node.variable.name])[0]}"
            value = self.value(number, node.variable.name)
            type = TensorType(sizes_of(node.variable.shape), type_of(node.variable.dtype))
            return global_tensor(name, type, value, mutable=True, trainable=node.variable.trainable)
        if kind == "constant":
            constant = self.nodes.get(node.constant.operation)
            value = constant.attributes.get("value") if constant is not None else None
            if not isinstance(value, ElementsAttr):
                raise Error(f"{self.model.file}: object {number} is node '{node.constant.operation}', which is no constant")
            return global_tensor(f"__sm_node{number}__", value.type, value, mutable=False)
        if kind == "asset":
            return self.asset(node.asset.asset_file_def_index)
        path = ".".join(self.paths.get(number, [])[:1])
        raise Error(
            f"{self.model.file}: a function is bound to object {number} '{path}', a {kind or 'thing'} that tf_saved_model has no place for; --savedmodel-to-mlir=signatures keeps it inside the functions"
        )

    def value(self, number: int, name: str):
        bundle = self.variables.bundle
        return bundle.tensor(self.keys[number]) if number in self.keys else self.variables.value_of(name)

    def asset(self, index: int) -> Operation:
        if not 0 <= index < len(self.graph.asset_file_def):
            raise Error(f"{self.model.file}: there is no asset {index}")
        return asset_op(self.model, index, self.graph.asset_file_def[index].filename)


def asset_op(model: SavedModelDirectory, index: int, filename: str) -> Operation:
    path, base = model.asset(filename), filename.rpartition("/")[2]
    attributes: dict[str, Attribute] = {
        "sym_name": StringAttr(f"__tf_saved_model_asset{index}_{base}"),
        "filename": StringAttr(f"assets/{filename}"),
    }
    if os.path.isfile(path):
        attributes[CONTENT] = DenseStringsAttr(TensorType((), STRING), [bytes(read_bytes(path))], True)
    return Operation("tf_saved_model.asset", attributes=attributes)


def global_tensor(name: str, type: ShapedType, value, mutable: bool, trainable: bool = True) -> Operation:
    attributes: dict[str, Attribute] = {"sym_name": StringAttr(name), "type": TypeAttr(type), "value": value}
    if mutable:
        attributes["is_mutable"] = UnitAttr()
    if not trainable and is_real(type):
        attributes[TRAINABLE] = BoolAttr(False)
    return Operation("tf_saved_model.global_tensor", attributes=attributes)


def is_real(type: ShapedType) -> bool:
    return type.element.text.startswith(("f", "bf", "complex"))


def bound_type(symbol: Operation) -> TensorType:
    """The type by which a function sees a symbol: a handle of a variable, the value of a constant, the path of an asset."""
    if symbol.name == "tf_saved_model.asset":
        return TensorType((), STRING)
    type = symbol.attributes["type"].type
    return TensorType((), SubtypedType("resource", [type])) if "is_mutable" in symbol.attributes else type


def strings(names: list[str]) -> ArrayAttr:
    return ArrayAttr([StringAttr(name) for name in names])


def paths(objects: SavedObjectGraph, file: str) -> dict[int, list[str]]:
    """For each object the names by which it is reached from the root, in order; cycles are gone round once."""
    paths_by_object: dict[int, list[str]] = {}
    stack: list[tuple[int, str, frozenset[int]]] = [(0, "", frozenset())] if objects.nodes else []
    count = 0
    while stack:
        number, path, seen = stack.pop()
        count += 1
        if not 0 <= number < len(objects.nodes) or count > MOST_PATHS:
            raise Error(
                f"{file}: there is no object {number}"
                if count <= MOST_PATHS
                else f"{file}: its objects refer to one another in too many ways"
            )
        if path:
            paths_by_object.setdefault(number, []).append(path)
        for child in objects.nodes[number].children:
            if child.node_id not in seen | {number} and not (number == 0 and child.local_name == SIGNATURES) and is_public(objects, number):
                stack.append((child.node_id, f"{path}.{child.local_name}" if path else child.local_name, seen | {number}))
    return {number: sorted(names) for number, names in sorted(paths_by_object.items())}


def is_public(objects: SavedObjectGraph, number: int) -> bool:
    """Whether an object's children can be called by users of the model; those of functions, tables and other resources cannot."""
    return objects.nodes[number].WhichOneof("kind") in (None, "user_object")


def import_objects(model: SavedModelDirectory, graph: MetaGraphDef, module: Operation) -> None:
    """Rewrites a module of a whole graph in place."""
    if not graph.object_graph_def.nodes:
        raise Error(f"{model.file}: the SavedModel has no objects, as those of TensorFlow 1; --savedmodel-to-mlir=signatures reads it")
    objects = Objects(model, graph, module)
    objects.export_all()
    first = module.body.first
    for number in sorted(objects.symbols):
        module.body.insert_before(objects.symbols[number], first)
    module.set_attribute(SEMANTICS, UnitAttr())
