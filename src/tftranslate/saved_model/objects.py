"""The objects of a SavedModel in the tf_saved_model dialect: variables and assets as symbols, functions by their exported names.

Functions are of the graph's nodes; `tf-opt --tfg-to-executor` takes them on. A function is exported by the path to its object, `layer.call`; one
with several concrete functions has a number behind it for each, `call.trace_0`; a signature is `signatures.NAME`. Tables and other
resources, which no symbol stands for, are made inside of the functions that are bound to them, as in signatures, and initialized likewise.
Everything that no exported function needs is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tfir.analysis.call_graph import call_sites, reached_functions
from tfir.dialects import has_trait
from tfir.dialects.tf_saved_model import BOUND_INPUT, EXPORTED, INDEX_PATH, SIGNATURES, TYPE_SPEC
from tfir.dialects.tf_type import ShapeAttr, SubtypedType
from tfir.dialects.tfg.functions import functions_by_name
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ir.types import TensorType
from tfir.ods.functions import retype
from tfir.proto import MetaGraphDef, SavedObjectGraph
from tfir.storage.datatypes import type_of
from tfir.storage.graphdef.attribute_values import sizes_of
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.directory import SavedModelDirectory
from tftranslate.saved_model.prepared_functions import numbered
from tftranslate.saved_model.signature_exports import Exports, export_signatures, finish
from tftranslate.saved_model.structures import Leaf, argument_leaves, leaves
from tftranslate.saved_model.symbols import bound_type, global_tensor
from tftranslate.saved_model.variables import keys_of_objects, place_name, variable_name

MOST_PATHS = 10_000  # an object may be reached in very many ways
NUMBER = re.compile(r"_\d+$")  # at the end of a function's name
TRACE = "trace_{}"  # a concrete function among those of a function


class Objects(Exports):
    """The graph of objects beside a module of tfg; `import_objects` takes from both."""

    def __init__(self, model: SavedModelDirectory, graph: MetaGraphDef, module: Operation):
        super().__init__(model, graph, module)
        self.objects: SavedObjectGraph = graph.object_graph_def
        self.functions = functions_by_name(module)
        self.keys = keys_of_objects(self.objects, self.variables.bundle) if self.variables.bundle is not None else {}
        self.by_name = {op.get(NAME): op for op in self.nodes.body}
        self.symbol_of_object: dict[int, Operation] = {}
        self.paths = paths(self.objects, model.file)
        self.passed = self.passed_objects()
        self.exported: dict[str, Operation] = {}  # by the names of concrete functions

    def passed_objects(self) -> dict[int, Operation]:
        """The nodes of the graph that stand for objects: what its calls pass to functions that are bound to these."""
        passed: dict[int, Operation] = {}
        for site in [site for op in self.nodes.body if has_trait(op, "call") for site in call_sites(op)]:
            function = site.reference.root
            bound = self.objects.concrete_functions[function].bound_inputs if function in self.objects.concrete_functions else ()
            for number, value in zip(reversed(bound), reversed(site.operands)):
                if value.op is not None:
                    passed.setdefault(number, value.op)
        return passed

    def export_all(self) -> None:
        for number, names in self.paths.items():
            node = self.objects.nodes[number]
            kind = node.WhichOneof("kind")
            if kind == "variable":
                self.symbol(number).set_attribute(EXPORTED, strings(names))
            elif kind == "function" and len(node.function.concrete_functions) == 1:
                self.export_function(node.function.concrete_functions[0], names)
            elif kind == "function":
                for position, trace in enumerate(sorted(node.function.concrete_functions)):
                    self.export_function(trace, [f"{name}.{TRACE.format(position)}" for name in names])
            elif kind == "bare_concrete_function":
                bare = node.bare_concrete_function
                is_signature = all([name.startswith(f"{SIGNATURES}.") for name in names])
                self.export_function(bare.concrete_function_name, names, bare.argument_keywords if is_signature else ())

    def export_function(self, trace: str, names: list[str], keywords: Sequence[str] = ()) -> None:
        """`keywords` are what callers of a signature call its arguments, which may be no names of Python's."""
        if trace in self.exported:
            names = [*[name.value for name in self.exported[trace].attributes[EXPORTED].elements], *names]
            self.exported[trace].set_attribute(EXPORTED, strings(sorted(names)))
            return
        concrete, function = self.objects.concrete_functions.get(trace), self.functions.get(trace)
        if concrete is None or function is None:
            raise Error(f"{self.model.file}: function '{names[0]}' is said to be '{trace}', which the model does not have")
        arguments, results = argument_leaves(concrete.canonicalized_input_signature), leaves(concrete.output_signature)
        for leaf, keyword in zip(arguments, keywords):
            leaf.path = (keyword,)
        own = function.clone()
        self.describe(own, arguments, list(concrete.bound_inputs), results)
        own.set_attribute(EXPORTED, strings(names))
        self.exported[trace] = own

    def describe(self, function: Operation, taken: list[Leaf], bound: list[int], results: list[Leaf]) -> None:
        """Says of each argument and result where it comes from and goes to, and gives arguments the types of the signature."""
        arguments, type = function.body.arguments[::2], function.attributes["function_type"].type
        if len(arguments) != len(taken) + len(bound) or len(type.results) != len(results):
            raise Error(f"{self.model.file}: function '{function.get('sym_name')}' does not fit the signature of its object")
        ways: list[dict[str, Attribute] | None] = [described_leaf(leaf) for leaf in taken]
        types = [
            leaf.type or noted_type(argument, attrs) for leaf, argument, attrs in zip(taken, arguments, function.get("arg_attrs")[::2])
        ]
        for number, argument in zip(bound, arguments[len(taken) :]):
            resource = self.resource(number)
            if resource is not None:
                inside(function, argument, resource)
                ways.append(None)
                types.append(None)
                continue
            symbol = self.symbol(number)
            ways.append({BOUND_INPUT: SymbolRefAttr(symbol.get("sym_name"))})
            types.append(bound_type(symbol))
        attrs = list(function.attributes["arg_attrs"])
        for position, (argument, way, type_in_signature) in enumerate(zip(arguments, ways, types)):
            given = type_in_signature
            if given is not None and (given.element is argument.type.element or isinstance(given.element, SubtypedType)):
                argument.retype(given)
            attrs[2 * position] = DictAttr({**attrs[2 * position].entries, **(way or {})})
        for position in reversed([position for position, way in enumerate(ways) if way is None]):
            for number in (2 * position + 1, 2 * position):
                function.body.remove_argument(number)
                del attrs[number]
        function.set_attribute("arg_attrs", ArrayAttr(attrs))
        described = [DictAttr({**one.entries, **described_leaf(leaf)}) for one, leaf in zip(function.attributes["res_attrs"], results)]
        function.set_attribute("res_attrs", ArrayAttr(described))
        retype(function, type.results)

    def resource(self, number: int) -> Operation | None:
        """The node that makes the resource which an object is; None of an object that a symbol stands for."""
        is_resource = 0 <= number < len(self.objects.nodes) and self.objects.nodes[number].WhichOneof("kind") == "resource"
        return self.passed.get(number) if is_resource else None

    def symbol(self, number: int) -> Operation:
        """The variable, constant or asset that an object is."""
        if not 0 <= number < len(self.objects.nodes):
            raise Error(f"{self.model.file}: there is no object {number}")
        if number not in self.symbol_of_object:
            self.symbol_of_object[number] = self.make_symbol(number)
        return self.symbol_of_object[number]

    def make_symbol(self, number: int) -> Operation:
        node = self.objects.nodes[number]
        kind = node.WhichOneof("kind")
        if kind == "variable":
            name = f"__sm_node{number}__{self.paths.get(number, [node.variable.name])[0]}"
            value = self.value(number, node.variable.name)
            type = TensorType(sizes_of(node.variable.shape), type_of(node.variable.dtype))
            return global_tensor(name, type, value, mutable=True, trainable=node.variable.trainable)
        if kind == "constant":
            constant = self.by_name.get(node.constant.operation)
            value = constant.attributes.get("value") if constant is not None else None
            if not isinstance(value, ElementsAttr):
                raise Error(f"{self.model.file}: object {number} is node '{node.constant.operation}', which is no constant")
            return global_tensor(f"__sm_node{number}__", value.type, value, mutable=False)
        if kind == "asset":
            return self.asset(node.asset.asset_file_def_index)
        path = ".".join(self.paths.get(number, [])[:1])
        raise Error(
            f"{self.model.file}: a function is bound to object {number} '{path}', a {kind or 'thing'} that no node of the graph stands for; --savedmodel-to-mlir=signatures has the graph's own"
        )

    def value(self, number: int, name: str):
        bundle = self.variables.bundle
        return bundle.tensor(self.keys[number]) if number in self.keys else self.variables.value_of(name)

    def asset(self, index: int) -> Operation:
        if not 0 <= index < len(self.graph.asset_file_def):
            raise Error(f"{self.model.file}: there is no asset {index}")
        return self.asset_symbol(index, self.graph.asset_file_def[index].filename)

    # What initializes them, and what is called

    def bind(self, function: Operation) -> None:
        """Functions of objects are bound as these say; only what initializes is of the graph's nodes."""
        if function not in self.exported.values():
            super().bind(function)

    def variable_symbol(self, handle: Operation) -> Operation:
        """The symbol of the object that a node of the graph is the handle of, which is known by what it is stored as."""
        key = self.variables.key_of(variable_name(handle))
        number = next((number for number, stored in self.keys.items() if key == (stored, "")), None)
        return super().variable_symbol(handle) if number is None else self.symbol(number)

    def all_symbols(self) -> list[Operation]:
        mine = [self.symbol_of_object[number] for number in sorted(self.symbol_of_object)]
        return [*mine, *[symbol for symbol in super().all_symbols() if symbol not in mine]]

    def bound_symbol(self, number: int) -> Operation | None:
        return self.symbol_of_object.get(number)

    def copies(self) -> dict[str, Operation]:
        return {trace: own for trace, own in self.exported.items() if own.get("sym_name") != trace}

    def name_functions(self) -> None:
        """Leaves functions that others call as they were; what is exported is another one, since callers pass what it is bound to."""
        outside = [op for op in self.module.body if EXPORTED in op.attributes and op.regions]
        called = reached_functions([op for function in outside for op in function.body], self.functions)
        taken = {op.get("sym_name") for op in self.module.body}
        for trace, own in self.exported.items():
            if self.functions[trace] in called:
                own.set_attribute("sym_name", StringAttr(numbered(NUMBER.sub("", trace), taken)))
            else:
                self.functions[trace].erase()


def described_leaf(leaf: Leaf) -> dict[str, Attribute]:
    """What an argument or result says of its place, by which it is called where that is one word; of one that is a part of a composite tensor,
    what that is."""
    described: dict[str, Attribute] = {INDEX_PATH: leaf.index_path}
    if len(leaf.path) == 1 and isinstance(leaf.path[0], str):
        described["tfg.name"] = StringAttr(leaf.path[0])
    if leaf.composite is not None:
        described[TYPE_SPEC] = StringAttr(leaf.composite)
    return described


def noted_type(argument: Value, attrs: DictAttr) -> TensorType:
    """The type of an argument, with the shape that its function notes."""
    assert isinstance(argument.type, TensorType)
    noted = attrs.get("tf._output_shapes")
    shape = noted.elements[0] if isinstance(noted, ArrayAttr) and noted.elements else None
    return argument.type.with_shape(shape.shape) if isinstance(shape, ShapeAttr) else argument.type


def inside(function: Operation, argument: Value, resource: Operation) -> None:
    """Makes in a function the resource that it is given as an argument, under the name by which others share it."""
    token = function.body.arguments[argument.index + 1]
    taken = {op.get(NAME) for op in function.body}
    mapping: dict[Value, Value] = {}
    needed, first = needed_for(list(resource.operands), set()), function.body.first
    for source in [op for op in resource.parent if op in needed or op is resource]:
        copy = function.body.insert_before(source.clone(mapping), first)
        copy.set_attribute(NAME, StringAttr(take_name(source.get(NAME) or "resource", taken)))
        if "shared_name" in source.attributes:
            copy.set_attribute("shared_name", StringAttr(place_name(source)))
    argument.replace_all_uses_with(mapping[resource.results[0]])
    token.replace_all_uses_with(mapping[resource.results[-1]])


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
            if child.node_id not in seen | {number} and is_public(objects, number):
                stack.append((child.node_id, f"{path}.{child.local_name}" if path else child.local_name, seen | {number}))
    return {number: sorted(names) for number, names in sorted(paths_by_object.items())}


def is_public(objects: SavedObjectGraph, number: int) -> bool:
    """Whether an object's children can be called by users of the model; those of functions, tables and other resources cannot."""
    return objects.nodes[number].WhichOneof("kind") in (None, "user_object")


def import_objects(model: SavedModelDirectory, graph: MetaGraphDef, module: Operation) -> Exports:
    """Rewrites a module of a whole graph in place. What TensorFlow finds in a model of TensorFlow 1, which has no objects, is its signatures."""
    if not graph.object_graph_def.nodes:
        return export_signatures(model, graph, module)
    objects = Objects(model, graph, module)
    objects.export_all()
    finish(objects, list(objects.exported.values()))
    objects.name_functions()
    return objects
