"""A graph, or a function that it was lifted to, as a module of tf_saved_model: what a signature needs that the text does not say."""

from __future__ import annotations

import re

from tfir.analysis.deadness import unread_results
from tfir.cli.process import UsageError
from tfir.dialects.tf_saved_model import INITIALIZER_TYPE, SEMANTICS
from tfir.dialects.tfg.interface import value_name
from tfir.ir.attributes import UnitAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.arrays import dense_of
from tfir.proto import MetaGraphDef

from tftranslate.graph_function import Ports
from tftranslate.materialize_defaults import forget_bytes
from tftranslate.saved_model.constant_variables import constants_to_variables
from tftranslate.saved_model.directory import DEFAULT
from tftranslate.saved_model.import_saved_model import finish_exported
from tftranslate.saved_model.meta_graph import MetaGraphFile
from tftranslate.saved_model.module_parts import WAY_BACK
from tftranslate.saved_model.signature_exports import TABLE_INITIALIZERS, add_argument, export_as, export_function, export_initializers
from tftranslate.saved_model.symbols import global_tensor
from tftranslate.saved_model.variables import HANDLES, variable_name

MAIN = "main"  # what a function is called that has no name of its own


class Asked:
    """What the signature of a graph shall be: what is fed and fetched, or else its Placeholders and the results that no node uses; its name;
    where variables are; the names of nodes that initialize; which constants are to be variables."""

    def __init__(
        self, ports: Ports | None, name: str | None, checkpoint: str | None, targets: list[str], constants: re.Pattern[str] | None = None
    ):
        self.ports, self.name, self.checkpoint, self.targets, self.constants = ports, name, checkpoint, targets, constants


def export_text(module: Operation, file: str, asked: Asked) -> None:
    """Makes a module one of tf_saved_model, in place; one that is stays as it is.

    Raises UsageError where something is asked that concerns a graph only, Error for a variable without a value.
    """
    graph, name = next((op for op in module.body if op.name == "tfg.graph"), None), asked.name
    if graph is None and (asked.ports or asked.checkpoint or asked.targets):
        raise UsageError("--outputs, --checkpoint and --init are about a tfg.graph, and the text has none")
    if SEMANTICS in module.attributes:
        if name is not None:
            raise UsageError("--signature names what a graph computes; in tf_saved_model functions have names")
        if asked.constants is not None:
            raise UsageError(
                "--variables-of-constants is about a frozen graph; the text is a module of tf_saved_model, which has variables"
            )
        return
    forget_bytes(module)
    if graph is None:
        export_lifted(module, name, asked.constants)
        return
    ports = asked.ports or Ports(None, [value_name(value) for value in unread_results(graph)], None)
    if not ports.outputs and not ports.targets:
        raise UsageError(f"{file}: the graph has nothing to fetch; --outputs=A,B says what to compute")
    model = MetaGraphFile(file, b"", asked.checkpoint)
    computed = initial_values(model, asked.targets, module)
    if asked.constants is not None:
        computed |= constants_to_variables(graph, asked.constants)
    export_function(model, described_by(asked.targets), module, ports.function, name or DEFAULT, computed)
    finish_exported(module)
    require_values(module)


def described_by(targets: list[str]) -> MetaGraphDef:
    """What a MetaGraph says of nodes that initialize."""
    described = MetaGraphDef()
    described.collection_def[TABLE_INITIALIZERS].node_list.value.extend(targets)
    return described


def initial_values(model: MetaGraphFile, targets: list[str], module: Operation) -> dict[str, ElementsAttr]:
    """What the nodes that initialize give variables, so that these are loaded, trained and saved as any others. Where that cannot be
    computed here, as where it is drawn without a seed, variables are initialized whenever the model is loaded."""
    if not targets:
        return {}
    from tfir.execution.session import Session  # which graphs whose checkpoint has all values need not load

    state = Session(module).state
    for target in targets:
        copy = module.clone()
        export_initializers(model, described_by([target]), copy)
        try:
            Session(copy, state=state).initialize(copy)
        except Error:
            continue
    return {name: dense_of(value) for name, value in Session(module, state=state).variables().items()}


def require_values(module: Operation) -> None:
    """Raises Error for a variable that neither has a value nor is initialized."""
    functions = [op for op in module.body if op.regions]
    made = {function: [op for op in function.body if op.name in HANDLES] for function in functions}
    initialized = {variable_name(op) for function in functions if INITIALIZER_TYPE in function.attributes for op in made[function]}
    for op in [op for ops in made.values() for op in ops if variable_name(op) not in initialized]:
        advice = "--checkpoint=PREFIX says where it has one, --init=NODE what gives it one"
        raise Error(f"variable '{variable_name(op)}' has no value; {advice}", op)


def export_lifted(module: Operation, name: str | None, constants: re.Pattern[str] | None) -> None:
    """Exports the one function of a module that a graph was lifted to, or that is not private."""
    functions = [op for op in module.body if op.name == "tfg.func" and op.get("sym_visibility") != "private"]
    lifted = [op for op in functions if "tfg.lifted_graph_version" in op.attributes] or functions
    if len(lifted) != 1:
        raise Error(f"expected a tfg.graph, one function of tfg, or a module of tf_saved_model; {WAY_BACK}")
    own = lifted[0].get("sym_name")
    export_as(lifted[0], name or (own if own != MAIN else DEFAULT))
    if constants is not None:
        bind_constants(lifted[0], constants)
    module.set_attribute(SEMANTICS, UnitAttr())


def bind_constants(function: Operation, constants: re.Pattern[str]) -> None:
    values = constants_to_variables(function, constants)
    for handle in [op for op in function.body if op.name == "tfg.VarHandleOp" and variable_name(op) in values]:
        value = values[variable_name(handle)]
        symbol = global_tensor(f"__sm_{variable_name(handle)}", value.type, value, mutable=True)
        function.parent.insert_before(symbol, function)
        add_argument(function, symbol, [handle])
