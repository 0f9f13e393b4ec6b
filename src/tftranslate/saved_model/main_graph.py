"""The graph of a SavedModel that is made from text: nodes that sessions of TensorFlow 1 and servers run.

A signature is Placeholders and a call; a variable its handle; beside them stand what initializes, what saves and what restores.
"""

from __future__ import annotations

from tfir.dialects.tf_saved_model import METHOD
from tfir.dialects.tf_type import RESOURCE, STRING, FuncAttr, ShapeAttr, VersionAttr, element_base
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import ArrayAttr, Attribute, StringAttr, TypeAttr
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import take_name
from tfir.ir.types import TensorType
from tfir.ods.control import CONTROL
from tfir.proto import MetaGraphDef, TensorInfo, VariableDef
from tfir.storage.datatypes import number_of, unranked
from tfir.storage.graphdef.attribute_values import write_shape
from tfir.storage.graphdef.wire import NAME
from tfir.storage.tensors import write_tensor

from tftranslate.saved_model.directory import INITIALIZE, PREDICT
from tftranslate.saved_model.module_parts import Function, ModuleParts, Variable, as_node_name

# What TensorFlow 2.0 wrote; a graph that says no version of its own is of ops that it has.
OLDEST_VERSION = VersionAttr(119, 12)
SCALAR = ShapeAttr(())
FILE, INITIALIZED, RESTORED, SAVED = "saver_filename", "saved_model_init", "save/restore_all", "save/control_dependency"


class MainGraph:
    """`keys` are the names under which the checkpoint has variables; `objects` is what it has beside them, which saving writes again, if there is any."""

    def __init__(self, parts: ModuleParts, keys: dict[Variable, str], objects: tuple[str, ElementsAttr] | None):
        self.parts, self.block, self.names = parts, Block(), {FILE, INITIALIZED, RESTORED, SAVED}
        self.handles = {variable: self.handle(variable) for variable in parts.variables}
        self.values: dict[str, Value] = {variable.op.get("sym_name"): self.handles[variable] for variable in parts.variables}
        for asset in parts.assets:
            self.values[asset.get("sym_name")] = self.constant(text(asset.get("filename").removeprefix("assets/")), "asset_path")
        for name, value in parts.constants.items():
            self.values[name] = self.constant(value, "constant")
        self.calls = {name: self.signature(name, function) for name, function in parts.signatures.items()}
        self.initialize()
        self.assigned = self.restore_and_save(keys, objects)

    def add(self, kind: str, name: str, operands=(), types=(), **attributes: Attribute) -> Operation:
        named = StringAttr(name if name in (FILE, INITIALIZED, RESTORED, SAVED) else take_name(as_node_name(name), self.names))
        results = [*[unranked(element_base(type)) for type in types], CONTROL]
        return self.block.append(Operation(f"tfg.{kind}", list(operands), results, {**attributes, NAME: named}))

    def constant(self, value: ElementsAttr, name: str) -> Value:
        return self.add("Const", name, (), [value.type.element], dtype=TypeAttr(value.type.element), value=value).results[0]

    def handle(self, variable: Variable) -> Value:
        kind = {"dtype": TypeAttr(variable.type.element), "shape": ShapeAttr(variable.type.shape), "shared_name": StringAttr(variable.name)}
        return self.add("VarHandleOp", variable.name, (), [RESOURCE], **kind).results[0]

    def call(self, function: Function, given: list[Value], name: str, after=()) -> Operation:
        operands = [*given, *[self.values[symbol] for symbol in function.bound]]
        types = function.op.attributes["function_type"].type
        return self.add(
            "StatefulPartitionedCall", name, [*operands, *after], [type.element for type in types.results],
            Tin=elements_of(types.inputs[::2]), Tout=elements_of(types.results), f=FuncAttr(function.name),
        )  # fmt: skip

    def signature(self, name: str, function: Function) -> tuple[list[Value], Operation]:
        """The Placeholders and the call of a signature."""
        fed = []
        for leaf in function.taken:
            kind, default = {"dtype": TypeAttr(leaf.type.element), "shape": ShapeAttr(leaf.type.shape)}, function.defaults.get(leaf.key)
            given = [] if default is None else [self.constant(default, f"{name}_{leaf.key}/default")]
            placeholder = "PlaceholderWithDefault" if given else "Placeholder"
            fed.append(self.add(placeholder, f"{name}_{leaf.key}", given, [leaf.type.element], **kind).results[0])
        return fed, self.call(function, fed, "StatefulPartitionedCall")

    def initialize(self) -> None:
        tokens: list[Value] = []
        for function in self.parts.initializers:
            tokens = [self.call(function, [], "initialize", tokens).results[-1]]
        self.add("NoOp", INITIALIZED, tokens)

    def restore_and_save(self, keys: dict[Variable, str], objects: tuple[str, ElementsAttr] | None) -> dict[Variable, Operation]:
        """The assignments that restore variables."""
        file = self.add("Placeholder", FILE, (), [STRING], dtype=TypeAttr(STRING), shape=SCALAR).results[0]
        variables = list(self.handles)
        types = [variable.type.element for variable in variables]
        named, whole = texts([keys[variable] for variable in variables]), texts([""] * len(variables))
        assigned = {}
        if variables:
            places = [self.constant(named, "save/tensor_names"), self.constant(whole, "save/shape_and_slices")]
            dtypes = ArrayAttr([TypeAttr(type) for type in types])
            restored = self.add("RestoreV2", "save/RestoreV2", [file, *places], types, dtypes=dtypes).results
            assigned = {
                variable: self.add(
                    "AssignVariableOp", "save/Assign", [self.handles[variable], value], dtype=TypeAttr(variable.type.element)
                )
                for variable, value in zip(variables, restored)
            }
        self.add("NoOp", RESTORED, [op.results[-1] for op in assigned.values()])
        saved, names = [self.read(variable) for variable in variables], [keys[variable] for variable in variables]
        if objects is not None:
            saved, names, types = [*saved, self.constant(objects[1], "save/objects")], [*names, objects[0]], [*types, STRING]
        if not saved:
            return assigned
        places = [self.constant(texts(names), "save/tensor_names"), self.constant(texts([""] * len(saved)), "save/shape_and_slices")]
        dtypes = ArrayAttr([TypeAttr(type) for type in types])
        token = self.add("SaveV2", "save/SaveV2", [file, *places, *saved], dtypes=dtypes).results[-1]
        self.add("Identity", SAVED, [file, token], [STRING], T=TypeAttr(STRING))
        return assigned

    def read(self, variable: Variable) -> Value:
        name, dtype = f"{variable.name}/Read/ReadVariableOp", TypeAttr(variable.type.element)
        return self.add("ReadVariableOp", name, [self.handles[variable]], [variable.type.element], dtype=dtype).results[0]

    def operation(self) -> Operation:
        """All of it as a tfg.graph."""
        functions = functions_by_name(self.parts.module).values()
        versions = [op.attributes["tfg.lifted_graph_version"] for op in functions if "tfg.lifted_graph_version" in op.attributes]
        return Operation("tfg.graph", regions=[Region([self.block])], attributes={"version": versions[0] if versions else OLDEST_VERSION})

    def describe(self, meta: MetaGraphDef) -> None:
        """Writes what a MetaGraph says about the nodes."""
        for name, function in self.parts.signatures.items():
            fed, call = self.calls[name]
            signature = meta.signature_def[name]
            signature.method_name = function.op.get(METHOD) or PREDICT
            for key, default in function.defaults.items():
                write_tensor(signature.defaults[key], default, None)
            for leaf, value in zip(function.taken, fed):
                write_info(signature.inputs[leaf.key], value, leaf.type)
            for leaf, value in zip(function.results, call.results):
                write_info(signature.outputs[leaf.key], value, leaf.type)
        started = meta.signature_def[INITIALIZE].outputs[INITIALIZE]
        started.name = INITIALIZED
        started.tensor_shape.unknown_rank = True
        meta.collection_def["saved_model_main_op"].node_list.value.append(INITIALIZED)
        if any([op.get(NAME) == SAVED for op in self.block]):
            saver = meta.saver_def
            saver.filename_tensor_name, saver.save_tensor_name, saver.restore_op_name = f"{FILE}:0", f"{SAVED}:0", RESTORED
            saver.version = saver.V2
        for asset in self.parts.assets:
            info = meta.asset_file_def.add(filename=asset.get("filename").removeprefix("assets/")).tensor_info
            write_info(info, self.values[asset.get("sym_name")], TensorType((), STRING))
        for variable, handle in self.handles.items():
            self.collect(meta, variable, handle)

    def collect(self, meta: MetaGraphDef, variable: Variable, handle: Value) -> None:
        """Lists a variable as TensorFlow 1 does."""
        listed = VariableDef(variable_name=spelled(handle), is_resource=True, trainable=variable.is_trainable)
        listed.initializer_name = self.assigned[variable].get(NAME)
        reads = [use for use in handle.users if use.name == "tfg.ReadVariableOp"]
        listed.snapshot_name = spelled(reads[0].results[0])
        for collection in ("variables", "trainable_variables")[: 1 + variable.is_trainable]:
            meta.collection_def[collection].bytes_list.value.append(listed.SerializeToString(deterministic=True))


def write_info(info: TensorInfo, value: Value, type: TensorType) -> None:
    info.name, info.dtype = spelled(value), number_of(type.element) or 0
    write_shape(info.tensor_shape, ShapeAttr(type.shape))


def spelled(value: Value) -> str:
    return f"{value.op.get(NAME)}:{value.index}"


def elements_of(types) -> ArrayAttr:
    return ArrayAttr([TypeAttr(element_base(type.element)) for type in types])


def text(value: str) -> DenseStringsAttr:
    return DenseStringsAttr(TensorType((), STRING), [value.encode("utf-8", "surrogateescape")], True)


def texts(values: list[str]) -> DenseStringsAttr:
    encoded = [value.encode("utf-8", "surrogateescape") for value in values]
    same = len(set(encoded)) == 1
    return DenseStringsAttr(TensorType((len(values),), STRING), encoded[:1] if same else encoded, same)
