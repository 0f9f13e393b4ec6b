"""The objects of a SavedModel that is made from text: what Python finds in it, and what the checkpoint stores of that.

    root     variables and functions under their exported names; `variables` and `trainable_variables`, lists of all of them
    signatures     what is called by names alone
    an initializer     a resource, since those are what is initialized when a model is loaded

Source: `tensorflow/core/protobuf/saved_object_graph.proto` and `trackable_object_graph.proto`.
"""

from __future__ import annotations

import re

from tfir.dialects.tf_saved_model import SIGNATURES
from tfir.dialects.tf_type import RESOURCE, ShapeAttr
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.symbols import unused_name
from tfir.ir.types import I1, FunctionType, TensorType
from tfir.ods.control import CONTROL
from tfir.proto import FunctionSpec, SavedConcreteFunction, SavedObjectGraph, StructuredValue, TrackableObjectGraph
from tfir.storage.datatypes import number_of, unranked
from tfir.storage.graphdef.attribute_values import write_shape
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.main_graph import MainGraph
from tftranslate.saved_model.module_parts import Function, ModuleParts, Variable
from tftranslate.saved_model.prepared_functions import numbered
from tftranslate.saved_model.structures import Leaf, nested, signature_of_arguments
from tftranslate.saved_model.variables import VALUE

USER, LIST = "_generic_user_object", "trackable_list_wrapper"
TRACE = re.compile(r"\.trace_\d+$")  # what a path ends in that leads to one of a function's concrete functions
LISTS = ("variables", "trainable_variables")
CREATE, INITIALIZE, INITIALIZER = "_create_resource", "_initialize", "_initializer"


class ObjectGraph:
    """The variables and what leads to them first; `write_functions` adds what needs the graph's nodes."""

    def __init__(self, parts: ModuleParts):
        self.parts, self.proto = parts, SavedObjectGraph()
        self.children: list[dict[str, int]] = []
        self.root = self.user_object(USER)
        self.numbers: dict[str, int] = {}  # of symbols
        for variable in parts.variables:
            self.numbers[variable.op.get("sym_name")] = self.variable(variable)
        for variable in parts.variables:
            for path in variable.exported:
                self.put(path, self.numbers[variable.op.get("sym_name")])
        trainable = [variable for variable in parts.variables if variable.is_trainable]
        for name, listed in zip(LISTS, (parts.variables, trainable)):
            if name not in self.children[self.root]:
                self.put(name, self.list_of([self.numbers[variable.op.get("sym_name")] for variable in listed]))
        self.name_lists()
        self.stored = len(self.children)  # objects that the checkpoint knows
        self.keys = self.checkpoint_keys()

    # Objects

    def add(self) -> int:
        self.proto.nodes.add()
        self.children.append({})
        return len(self.children) - 1

    def user_object(self, identifier: str) -> int:
        number = self.add()
        user = self.proto.nodes[number].user_object
        user.identifier, user.version.producer, user.version.min_consumer = identifier, 1, 1
        return number

    def link(self, parent: int, name: str, child: int) -> None:
        self.children[parent][name] = child
        self.proto.nodes[parent].children.add(node_id=child, local_name=name)

    def put(self, path: str, child: int) -> None:
        """Makes an object reachable by a path; objects on the way are made."""
        *way, name = path.split(".")
        at = self.root
        for step in way:
            if step not in self.children[at]:
                self.link(at, step, self.user_object(USER))
            at = self.children[at][step]
        if name not in self.children[at]:
            self.link(at, name, child)

    def list_of(self, numbers: list[int]) -> int:
        made = self.user_object(LIST)
        for position, number in enumerate(numbers):
            self.link(made, str(position), number)
        return made

    def name_lists(self) -> None:
        """Makes lists of the objects whose children have numbers."""
        for node, children in zip(self.proto.nodes, self.children):
            if children and node.WhichOneof("kind") == "user_object" and set(children) == set(map(str, range(len(children)))):
                node.user_object.identifier = LIST

    def variable(self, variable: Variable) -> int:
        number = self.add()
        saved = self.proto.nodes[number].variable
        saved.dtype, saved.name, saved.trainable = number_of(variable.type.element) or 0, variable.name, variable.is_trainable
        write_shape(saved.shape, ShapeAttr(variable.type.shape))
        return number

    # The checkpoint

    def checkpoint_keys(self) -> dict[Variable, str]:
        """The name under which each variable is stored: the shortest path to it, as TensorFlow spells it."""
        paths: dict[int, str] = {self.root: ""}
        queue = [self.root]
        for parent in queue:
            for name, child in self.children[parent].items():
                if child not in paths:
                    paths[child] = f"{paths[parent]}{name.replace('.', '..').replace('/', '.S')}/"
                    queue.append(child)
        return {variable: f"{paths[self.numbers[variable.op.get('sym_name')]]}.ATTRIBUTES/{VALUE}" for variable in self.parts.variables}

    def trackable(self) -> bytes:
        """The graph of objects that the checkpoint has."""
        graph = TrackableObjectGraph()
        for children in self.children[: self.stored]:
            node = graph.nodes.add()
            node.has_checkpoint_values.value = True
            for name, child in children.items():
                if child < self.stored:
                    node.children.add(node_id=child, local_name=name)
        for variable, key in self.keys.items():
            attributes = graph.nodes[self.numbers[variable.op.get("sym_name")]].attributes
            attributes.add(name=VALUE, full_name=variable.name, checkpoint_key=key)
        return graph.SerializeToString(deterministic=True)

    # Functions

    def write_functions(self, nodes: MainGraph) -> None:
        for name in self.parts.constants:
            number = self.numbers[name] = self.add()
            self.proto.nodes[number].constant.operation = nodes.values[name].op.get(NAME)
        for index, asset in enumerate(self.parts.assets):
            number = self.numbers[asset.get("sym_name")] = self.add()
            self.proto.nodes[number].asset.SetInParent()
            self.proto.nodes[number].asset.asset_file_def_index = index
        self.put_functions()
        signatures = self.user_object("signature_map")
        for name, function in self.parts.signatures.items():
            self.link(signatures, name, self.bare_function(function))
        self.put(SIGNATURES, signatures)
        for function in self.parts.initializers:
            self.put(unused_name(INITIALIZER, self.children[self.root]), self.initializer(function))

    def put_functions(self) -> None:
        """Makes functions reachable by their paths; those that are called as traces of one, `f.trace_0` and `f.trace_1`, are one function."""
        traces: dict[str, list[Function]] = {}
        for function in self.parts.functions:
            if function.signatures or not function.is_signature or not function.taken:
                for path in function.paths:
                    traces.setdefault(TRACE.sub("", path), []).append(function)
        made: dict[tuple[Function, ...], int] = {}
        for path, functions in traces.items():
            key = tuple(functions)
            made[key] = made[key] if key in made else self.function(*functions)
            self.put(path, made[key])

    def concrete(self, function: Function) -> str:
        if function.name not in self.proto.concrete_functions:
            concrete: SavedConcreteFunction = self.proto.concrete_functions[function.name]
            concrete.bound_inputs.extend([self.numbers[symbol] for symbol in function.bound])
            concrete.canonicalized_input_signature.CopyFrom(signature_of_arguments(function.taken))
            concrete.output_signature.CopyFrom(nested(function.results))
        return function.name

    def captured(self, function: str, tensor: str) -> int:
        """A tensor of a function, which the gradient of a node there is given."""
        number = self.add()
        self.proto.nodes[number].captured_tensor.concrete_function, self.proto.nodes[number].captured_tensor.name = function, tensor
        return number

    def function(self, *traces: Function) -> int:
        number = self.add()
        saved = self.proto.nodes[number].function
        saved.concrete_functions.extend([self.concrete(function) for function in traces])
        saved.function_spec.CopyFrom(specification(max([function.taken for function in traces], key=len)))
        return number

    def bare_function(self, function: Function) -> int:
        number = self.add()
        saved = self.proto.nodes[number].bare_concrete_function
        saved.concrete_function_name = self.concrete(function)
        saved.argument_keywords.extend([leaf.key for leaf in function.taken])
        saved.allowed_positional_arguments = int(len(function.taken) == 1)
        return number

    def initializer(self, function: Function) -> int:
        """A resource that stands for nothing but its initialization."""
        number = self.add()
        self.proto.nodes[number].resource.SetInParent()
        self.link(number, CREATE, self.function(creator(self.parts, function.name)))
        self.link(number, INITIALIZE, self.function(function))
        for position, asset in enumerate([self.numbers[symbol] for symbol in function.bound]):
            self.link(number, f"_bound_{position}", asset)
        return number


def specification(taken: list[Leaf]) -> FunctionSpec:
    """How Python calls a function: the names of its arguments in order, and their types."""
    spec = FunctionSpec()
    listed = spec.fullargspec.named_tuple_value
    listed.name = "FullArgSpec"
    positional = sorted({leaf.path[0]: leaf for leaf in reversed(taken) if isinstance(leaf.path[0], int)}.items())
    fields = {name: StructuredValue() for name in ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")}
    for field in ("varargs", "varkw", "defaults", "kwonlydefaults"):
        fields[field].none_value.SetInParent()
    fields["args"].list_value.SetInParent()
    fields["kwonlyargs"].list_value.SetInParent()
    fields["annotations"].dict_value.SetInParent()
    for _, leaf in positional:
        fields["args"].list_value.values.add(string_value=leaf.name.partition("/")[0])
    for name in dict.fromkeys([leaf.path[0] for leaf in taken if isinstance(leaf.path[0], str)]):
        fields["kwonlyargs"].list_value.values.add(string_value=name)
    for field, value in fields.items():
        listed.values.add(key=field, value=value)
    spec.input_signature.none_value.SetInParent()
    return spec


def creator(parts: ModuleParts, name: str) -> Function:
    """A function that gives the handle of a resource, of which nothing but the name is used."""
    kind = {"dtype": TypeAttr(I1), "shape": ShapeAttr(()), "shared_name": StringAttr(name), NAME: StringAttr("handle")}
    handle = Operation("tfg.VarHandleOp", (), [unranked(RESOURCE), CONTROL], kind)
    block = Block()
    block.append(handle)
    block.append(Operation("tfg.return", [handle.results[0]], (), {"control_ret_attrs": ArrayAttr()}))
    function = Operation("tfg.func", regions=[Region([block])])
    taken = {op.get("sym_name") for op in parts.module.body}
    result = DictAttr({"tfg.name": StringAttr("handle"), "tf_saved_model.index_path": ArrayAttr()})
    function.update_attributes({
        "sym_name": StringAttr(numbered("create_resource", taken)), "arg_attrs": ArrayAttr(), "res_attrs": ArrayAttr([result]),
        "function_type": TypeAttr(FunctionType([], [TensorType((), RESOURCE)])), "is_stateful": UnitAttr(),
    })  # fmt: skip
    parts.module.body.append(function)
    return Function(function)
