"""The signatures of a SavedModel in the tf_saved_model dialect: one exported function each, and one that is run before all others."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import DecodeError
from tfir.cli.process import UsageError
from tfir.dialects.tf_saved_model import BOUND_INPUT, EXPORTED, INDEX_PATH, INITIALIZER_TYPE, METHOD, SEMANTICS
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.subgraph import erase_unneeded
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.dense import DenseStringsAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType, shapes_fit
from tfir.ods.control import CONTROL, control_operands
from tfir.ods.functions import retype
from tfir.proto import AssetFileDef, MetaGraphDef, SignatureDef, TensorInfo, VariableDef
from tfir.storage.graphdef.wire import NAME

from tftranslate.graph_function import functions_reached_by
from tftranslate.saved_model.directory import ASSET_PATHS, INITIALIZE, PREDICT, SavedModelDirectory, assets_of, signatures_of
from tftranslate.saved_model.meta_graph import MetaGraphFile
from tftranslate.saved_model.reference_variables import to_resources
from tftranslate.saved_model.restoring import name_places, restoring_function
from tftranslate.saved_model.signature_function import function_of, function_of_targets
from tftranslate.saved_model.symbols import asset_op, bound_type, global_tensor
from tftranslate.saved_model.variables import TABLES, Variables, keys_of_objects, variable_name, variable_of

PATHS = ("tfg.Const", "tfg.Placeholder", "tfg.PlaceholderWithDefault")  # nodes that are given the path of an asset
TABLE_INITIALIZERS = "table_initializer"  # a collection of nodes
INITIALIZERS = ("saved_model_main_op", "legacy_init_op", "saved_model_init_op")  # collections that may name the op


class Exports:
    def __init__(self, model: SavedModelDirectory, graph: MetaGraphDef, module: Operation):
        self.model, self.graph, self.module = model, graph, module
        self.nodes = next(op for op in module.body if op.name == "tfg.graph")
        self.variables = Variables(module, model.variables if model.has_variables else None, graph)
        assets = [*assets_of(graph), *assets_by_path(graph, self.nodes)]
        self.assets = {asset.tensor_info.name.partition(":")[0]: (number, asset.filename) for number, asset in enumerate(assets)}
        self.untrained = untrained(graph, self.variables)
        self.symbols: dict[str, Operation] = {}
        self.computed: dict[str, ElementsAttr] = {}  # values of variables that have none in the checkpoint

    def export(self, name: str, signature: SignatureDef) -> Operation:
        function = export_as(function_of(self.nodes, name, signature), name)
        if signature.method_name not in ("", PREDICT):
            function.set_attribute(METHOD, StringAttr(signature.method_name))
        return function

    def initializer(self, targets: list[str]) -> Operation:
        return as_initializer(function_of_targets(self.nodes, "__saved_model_init_op", targets), "init")

    def bind(self, function: Operation) -> None:
        """Makes arguments of the variables and assets that the nodes of a function name."""
        bound: dict[str, list[Operation]] = {}
        for op in list(function.body):
            symbol = self.symbol_of(op)
            if symbol is not None:
                bound.setdefault(symbol.get("sym_name"), []).append(op)
        for name, ops in bound.items():
            add_argument(function, self.symbols[name], ops)

    def symbol_of(self, op: Operation) -> Operation | None:
        if op.name == "tfg.VarHandleOp" and self.has_value(variable_name(op)):
            return self.symbols.setdefault((symbol := self.variable_symbol(op)).get("sym_name"), symbol)
        if op.name in PATHS and op.get(NAME) in self.assets:
            return self.asset_symbol(*self.assets[op.get(NAME)])
        return None

    def variable_symbol(self, handle: Operation) -> Operation:
        name = f"__sm_{variable_name(handle)}"
        if name in self.symbols:
            return self.symbols[name]
        value = self.variables.value(handle) if self.variables.knows(variable_name(handle)) else self.computed[variable_name(handle)]
        is_trained = variable_name(handle) not in self.untrained
        return global_tensor(name, held_type(handle, value.type), value, mutable=True, trainable=is_trained)

    def asset_symbol(self, number: int, filename: str) -> Operation:
        made = asset_op(self.model, number, filename)
        return self.symbols.setdefault(made.get("sym_name"), made)

    def all_symbols(self) -> list[Operation]:
        return [self.symbols[name] for name in sorted(self.symbols)]

    def bound_symbol(self, number: int) -> Operation | None:
        """The symbol of an object that a function is bound to, where signatures are bound to it, too."""
        bundle = self.variables.bundle
        key = keys_of_objects(self.graph.object_graph_def, bundle).get(number) if bundle is not None else None
        names = {self.variables.key_of(name.removeprefix("__sm_")): symbol for name, symbol in self.symbols.items()}
        return None if key is None else names.get((key, ""))

    def copies(self) -> dict[str, Operation]:
        """Functions that stand beside the model's own of these names."""
        return {}

    def has_value(self, name: str) -> bool:
        return self.variables.knows(name) or name in self.computed

    def drop_assignments(self, function: Operation) -> None:
        """Takes out of what initializes the assignments to variables that have a value, and what only these needed."""
        for op in [op for op in function.body if op.name == "tfg.AssignVariableOp"]:
            if self.has_value(variable_of(op.operands[0], {}) or ""):
                nothing = Operation("tfg.NoOp", control_operands(op), [CONTROL], {NAME: op.attributes[NAME]}, location=op.location)
                function.body.insert_before(nothing, op)
                op.replace_with(list(nothing.results))
        erase_unneeded(function)


def add_argument(function: Operation, symbol: Operation, ops: list[Operation]) -> None:
    """Makes an argument that is bound to a symbol of what nodes give."""
    value, token = function.body.add_argument(bound_type(symbol)), function.body.add_argument(CONTROL)
    for op in ops:
        op.replace_with([value, token])
    described = {BOUND_INPUT: SymbolRefAttr(symbol.get("sym_name")), "tfg.name": StringAttr(symbol.get("sym_name"))}
    function.set_attribute("arg_attrs", ArrayAttr([*function.attributes["arg_attrs"], DictAttr(described), DictAttr()]))
    retype(function)


def held_type(handle: Operation, type: ShapedType) -> ShapedType:
    """The type of a variable whose value is of a `type`: sizes that its handle leaves open may be others later, and any shape where one is
    assigned that nothing compares."""
    shape = handle.attributes.get("shape")
    if not isinstance(shape, ShapeAttr):
        return type
    if shape.shape is None:
        assigned = [op for op in handle.results[0].users if op.name == "tfg.AssignVariableOp" and not op.get("validate_shape")]
        return type.with_shape(None) if assigned else type
    return type.with_shape(shape.shape) if None in shape.shape and shapes_fit(shape.shape, type.shape) else type


def assets_by_path(graph: MetaGraphDef, nodes: Operation) -> list[AssetFileDef]:
    """The files that a graph reads which was not saved to be served: it has their paths, of which the last part is taken."""
    if assets_of(graph) or ASSET_PATHS not in graph.collection_def:
        return []
    named = {name.partition(":")[0] for name in graph.collection_def[ASSET_PATHS].node_list.value}
    made = []
    for op in [op for op in nodes.body if op.get(NAME) in named]:
        value = op.attributes.get("value")
        if isinstance(value, DenseStringsAttr) and value.type.size == 1:
            path = value.strings[0].decode("utf-8", "surrogateescape")
            made.append(AssetFileDef(tensor_info=TensorInfo(name=f"{op.get(NAME)}:0"), filename=path.rpartition("/")[2]))
    return made


def untrained(graph: MetaGraphDef, variables: Variables) -> set[str]:
    """The names of variables that are not to be trained, as the model's objects say, and the collections of TensorFlow 1."""
    objects, listed = graph.object_graph_def, [collected(graph, name) for name in ("variables", "trainable_variables")]
    keys = keys_of_objects(objects, variables.bundle) if variables.bundle is not None else {}
    fixed = {key for number, key in keys.items() if not objects.nodes[number].variable.trainable}
    return {name for name, (key, _) in variables.keys.items() if key in fixed} | listed[0] - listed[1]


def collected(graph: MetaGraphDef, collection: str) -> set[str]:
    """The names of the variables in a collection."""
    if collection not in graph.collection_def:
        return set()
    try:
        definitions = [VariableDef.FromString(one) for one in graph.collection_def[collection].bytes_list.value]
    except DecodeError:
        raise Error(f"the collection '{collection}' of the graph is damaged") from None
    return {definition.variable_name.partition(":")[0] for definition in definitions}


def export_as(function: Operation, name: str) -> Operation:
    """Exports a function by the names of its arguments and results."""
    for which in ("arg_attrs", "res_attrs"):
        function.set_attribute(which, ArrayAttr([with_path(one) for one in function.get(which)]))
    function.set_attribute(EXPORTED, ArrayAttr([StringAttr(name)]))
    return function


def with_path(attrs: DictAttr) -> DictAttr:
    return DictAttr({**attrs.entries, INDEX_PATH: ArrayAttr([attrs["tfg.name"]])}) if attrs.entries else attrs


def initializing_nodes(graph: MetaGraphDef) -> list[str]:
    """The nodes that are run before any signature. A graph that was not saved to be served lists what fills its tables."""
    if INITIALIZE in graph.signature_def:
        outputs = graph.signature_def[INITIALIZE].outputs
        return [outputs[key].name.partition(":")[0] for key in sorted(outputs)][:1]
    listed = {name: collection.node_list.value for name, collection in graph.collection_def.items()}
    named = next(([listed[name][0]] for name in INITIALIZERS if listed.get(name)), list(listed.get(TABLE_INITIALIZERS, ())))
    return [name.partition(":")[0] for name in named]


def export_signatures(model: SavedModelDirectory, graph: MetaGraphDef, module: Operation) -> Exports:
    """Rewrites a module of a whole graph in place."""
    exports = Exports(model, graph, module)
    if not signatures_of(graph) and isinstance(model, MetaGraphFile):
        raise UsageError(f"{model.file}: it has no signatures; --outputs=A,B says what to compute")
    finish(exports, [exports.export(name, signature) for name, signature in signatures_of(graph).items()])
    return exports


def export_function(
    model: SavedModelDirectory, graph: MetaGraphDef, module: Operation, make, name: str, computed: dict[str, ElementsAttr] | None = None
) -> Exports:
    """The same, but what is exported, as `name`, is the function that `make` gives of the graph. Variables with a value that was `computed`
    are not initialized any more."""
    exports = Exports(model, graph, module)
    exports.computed = computed or {}
    finish(exports, [export_as(make(exports.nodes, name), name)])
    return exports


def export_initializers(model: SavedModelDirectory, graph: MetaGraphDef, module: Operation) -> Exports:
    """The same, but nothing is exported except what initializes the model and its tables."""
    exports = Exports(model, graph, module)
    finish(exports, [], [op for top in module.body if top.regions for op in top.body if op.name in TABLES])
    return exports


def finish(exports: Exports, made: list[Operation], tables: Iterable[Operation] = ()) -> None:
    """Adds to the functions of signatures what they are bound to and what initializes that, and the `tables`."""
    module, targets = exports.module, initializing_nodes(exports.graph)
    initializers = [exports.initializer(targets)] if targets else []
    reached = functions_reached_by(module, [op for function in (*made, *initializers) for op in function.body])
    to_resources([*made, *initializers], reached)
    for function in initializers if exports.computed else ():
        exports.drop_assignments(function)
    for function in (*made, *initializers):
        exports.bind(function)
    places = name_places([*[op for function in (*made, *initializers, *reached) for op in function.body], *tables])
    restoring = restoring_function(places, exports.variables, exports.nodes.attributes["version"])
    if restoring is not None:
        initializers.insert(0, as_initializer(restoring, "restore"))
    symbols = exports.all_symbols()
    if initializers:
        names = ArrayAttr([SymbolRefAttr(function.get("sym_name")) for function in initializers])
        symbols.append(Operation("tf_saved_model.session_initializer", attributes={"initializers": names}))
    first = module.body.first
    for op in [*symbols, *made, *initializers]:
        module.body.insert_before(op, first)
    module.set_attribute(SEMANTICS, UnitAttr())


def as_initializer(function: Operation, kind: str) -> Operation:
    """A function that a session runs before any other; `kind` is what it does: `init` or `restore`."""
    names = ArrayAttr([StringAttr(f"tf_saved_model.session_initializer_{kind}")])
    function.update_attributes({INITIALIZER_TYPE: StringAttr(f"{kind}_op"), EXPORTED: names})
    return function
