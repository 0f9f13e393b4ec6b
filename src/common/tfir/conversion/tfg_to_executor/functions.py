"""Functions around an executor's graph, from graphs and functions of nodes.

The function that a graph was lifted to says by name what it takes and gives, in `tf.entry_function`; the others become private.
A graph that was not lifted becomes a function that takes and gives nothing. Names of nodes live on as locations.
"""

from __future__ import annotations

from tfir.conversion.tfg_to_executor.attributes import converted
from tfir.conversion.tfg_to_executor.nodes import Translation
from tfir.dialects.tf_saved_model import EXPORTED
from tfir.dialects.tf_type import VersionAttr
from tfir.dialects.tfg.functions import KEPT, attribute_dicts, data_arguments, functions_by_name
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I32
from tfir.ods.control import control_operands, data_operands
from tfir.ods.functions import retype

OUTPUT_SHAPES = "tf._output_shapes"


def convert(module: Operation, order=topological_order) -> None:
    """Converts all graphs and functions of a module in place. `order` puts the ops of a block into one in which they can stand."""
    functions = set(functions_by_name(module))
    for op in list(module.body):
        if op.name in ("tfg.graph", "tfg.func"):
            if "generic" in op.attributes:
                raise Error.on(
                    op, f"@{op.get('sym_name')} is generic; --tfg-instantiate-functions makes functions of it that can be lowered"
                )
            _note_version(module, op.attributes.get("version") or op.attributes.get("tfg.lifted_graph_version"))
            module.body.insert_before(_function(op, functions, order), op)
            op.erase()
    for name in [name for name in module.attributes if name.startswith("tfg.")]:
        module.remove_attribute(name)


def _note_version(module: Operation, version) -> None:
    if not isinstance(version, VersionAttr):
        return
    bad = ArrayAttr([IntegerAttr(number, I32) for number in version.bad_consumers])
    numbers = {"min_consumer": IntegerAttr(version.min_consumer, I32), "producer": IntegerAttr(version.producer, I32)}
    module.set_attribute("tf.versions", DictAttr({"bad_consumers": bad, **numbers}))


def _function(source: Operation, functions: set, order) -> Operation:
    body = Block()
    last = source.body.last if source.name == "tfg.func" else None
    graph = _graph(source, last, body, functions, order)
    body.append(graph)
    body.append(Operation("func.return", graph.results, location=graph.location))
    function = Operation("func.func", (), (), _attributes(source, last), [Region([body])], location=source.location)
    retype(function)
    return function


def _graph(source: Operation, last: Operation | None, body: Block, functions: set, order) -> Operation:
    region = Region([Block()])
    translation = Translation(region.entry, functions)
    arguments = data_arguments(source.body) if last is not None else []
    for argument in arguments:
        translation.values[argument] = body.add_argument(argument.type)
    fed = {_origin(attrs) for attrs in attribute_dicts(source, "arg_attrs")[::2]}
    for op in order(source.body):
        if op is not last and not _is_replaced(op, fed):
            translation.node(op)
    fetched = [translation.values[value] for value in data_operands(last)] if last is not None else []
    tokens = translation.tokens(control_operands(last)) if last is not None else []
    region.entry.append(Operation("tf_executor.fetch", [*fetched, *tokens], location=source.location))
    return Operation("tf_executor.graph", (), [value.type for value in fetched], None, [region], location=source.location)


def _origin(attrs: DictAttr) -> str | None:
    """The name of the node whose place an argument has taken."""
    lifted = attrs.get("tfg.lifted_value_attr")
    name = lifted[0] if isinstance(lifted, ArrayAttr) else None
    return name.value if isinstance(name, StringAttr) else None


def _is_replaced(op: Operation, fed: set) -> bool:
    """Whether a node only remembers what is fed in its place."""
    return op.name == "tfg.Placeholder" and node_name(op) in fed and not any(result.uses for result in op.results)


def _attributes(source: Operation, last: Operation | None) -> dict:
    if last is None:
        return {"sym_name": StringAttr("main")}
    attributes = {"sym_name": source.attributes["sym_name"]}
    is_entry = "tfg.lifted_graph_version" in source.attributes or EXPORTED in source.attributes
    if not is_entry:
        attributes["sym_visibility"] = StringAttr("private")
    attributes |= {name: converted(value) for name, value in source.attributes.items() if name.startswith(KEPT)}
    if not is_entry and "is_stateful" in source.attributes:
        attributes["tf.signature.is_stateful"] = UnitAttr()
    if "gradient" in source.attributes:
        attributes["tf.gradient"] = source.attributes["gradient"]
    argument_attrs = [_kept(attrs) for attrs in attribute_dicts(source, "arg_attrs")[::2]]
    if any(attrs.entries for attrs in argument_attrs):
        attributes["arg_attrs"] = ArrayAttr(argument_attrs)
    result_attrs = [_kept(attrs) for attrs in attribute_dicts(source, "res_attrs")]
    if any(attrs.entries for attrs in result_attrs):
        attributes["res_attrs"] = ArrayAttr(result_attrs)
    if is_entry:
        attributes["tf.entry_function"] = _entry(source, last)
    return attributes


def _kept(attrs: DictAttr) -> DictAttr:
    kept = {name: converted(value) for name, value in attrs.entries.items() if name.startswith(KEPT)}
    return DictAttr({name: value for name, value in kept.items() if name != OUTPUT_SHAPES})


def _entry(source: Operation, last: Operation) -> DictAttr:
    """Names of feeds, fetches and control outputs, each list in one string as upstream writes them. No name has a comma."""
    lists = {
        "inputs": attribute_dicts(source, "arg_attrs")[::2],
        "outputs": attribute_dicts(source, "res_attrs"),
        "control_outputs": attribute_dicts(last, "control_ret_attrs"),
    }
    return DictAttr({what: StringAttr(",".join([_name(attrs) for attrs in dicts])) for what, dicts in lists.items()})


def _name(attrs: DictAttr) -> str:
    name = attrs.get("tfg.name")
    return name.value if isinstance(name, StringAttr) else ""
