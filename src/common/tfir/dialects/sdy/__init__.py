"""How a program is divided among devices: meshes, marks of where values lie, and parts that are written for one device each.

JAX exports these for `shard_map` and for sharded arrays. Attributes are kept as they are written; `shardings.py` reads what the
interpreter needs of them. Source: Shardy's `sdy` dialect (openxla/shardy), attrs.td and ops.td.
"""

from __future__ import annotations

from tfir.dialects.func import ReturnTypes, parse_arguments
from tfir.ir.attributes import IntegerAttr, OpaqueAttr, StringAttr, symbol_text
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I64
from tfir.ods.dialect import Dialect

OPS = """
    manual_computation(tensors: *any; in_shardings: attr, out_shardings: attr, manual_axes: attr) -> (results: *any) !regions(1) !isolated !single_block
    mesh(; sym_name: str, mesh: attr) -> () !symbol
    reshard(input: any; sharding: attr) -> (result: any) !passthrough
    return(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
    sharding_constraint(input: any; sharding: attr) -> (result: any) !passthrough
    sharding_group(input: any; group_id: i64) -> ()
"""
KINDS = """all_to_all_param all_to_all_param_list axis_ref axis_ref_list axis_to_propagate_at dimension_sharding edge_axis list_of_axis_ref_lists
list_of_mesh_axes manual_axes mesh mesh_axis op_sharding_rule propagation_edge sharding sharding_per_value sub_axis_info dim_mapping
tensor_mapping""".split()


def reader(kind: str):
    return lambda parser: OpaqueAttr(f"#sdy.{kind}{parser.raw_body()}")


def body_of(attribute: OpaqueAttr) -> str:
    """What an attribute says behind its kind: `<@mesh, [{"a"}]>` of `#sdy.sharding<@mesh, [{"a"}]>`."""
    return attribute.text[attribute.text.index("<") :]


class MeshForm:
    """`sdy.mesh @mesh = <["a"=2, "b"=4]>`."""

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        p.expect("=")
        state.attributes["mesh"] = reader("mesh")(p)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {symbol_text(op.get('sym_name'))} = {body_of(op.attributes['mesh'])}")
        printer.attribute_dict(op, ("sym_name", "mesh"))


class ShardingForm:
    """`sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : type`."""

    def parse(self, p, state):
        operand = p.operand()
        state.attributes["sharding"] = reader("sharding")(p)
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.result_types = [p.type()]
        state.operands = [p.resolve(operand, state.result_types[0])]

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} {body_of(op.attributes['sharding'])}")
        printer.attribute_dict(op, ("sharding",))
        printer.write(f" : {op.operands[0].type.text}")


class GroupForm:
    """`sdy.sharding_group %x group_id=0 : type`."""

    def parse(self, p, state):
        operand = p.operand()
        p.keyword("group_id")
        p.expect("=")
        state.attributes["group_id"] = IntegerAttr(p.integer(), I64)
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(operand, p.type())]

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} group_id={op.attributes['group_id'].value}")
        printer.attribute_dict(op, ("group_id",))
        printer.write(f" : {op.operands[0].type.text}")


class ManualComputationForm:
    """`sdy.manual_computation(%x) in_shardings=[<..>] out_shardings=[<..>] manual_axes={"a"} (%part: type) {..} : (type) -> type`."""

    def parse(self, p, state):
        operands = p.comma_list(p.operand, "(", ")")
        for name in ("in_shardings", "out_shardings"):
            p.keyword(name)
            p.expect("=")
            state.attributes[name] = OpaqueAttr(f"#sdy.sharding_per_value<{p.raw_body()}>")
        p.keyword("manual_axes")
        p.expect("=")
        state.attributes["manual_axes"] = OpaqueAttr(f"#sdy<manual_axes{p.raw_body()}>")
        state.regions = [p.region(parse_arguments(p)[0], for_op=p.lookup(state.name))]
        p.optional_attributes(state.attributes)
        p.expect(":")
        signature = p.function_type()
        if len(signature.inputs) != len(operands):
            raise p.error_in_op(f"{len(operands)} operands present, but expected {len(signature.inputs)}")
        state.operands = [p.resolve(operand, type) for operand, type in zip(operands, signature.inputs)]
        state.result_types = list(signature.results)

    def print(self, printer, op):
        shardings = [f"{name}={body_of(op.attributes[name])[1:-1]}" for name in ("in_shardings", "out_shardings")]
        axes = op.attributes["manual_axes"].text.partition("manual_axes")[2].removesuffix(">")
        printer.write(f"({printer.values(op.operands)}) {' '.join(shardings)} manual_axes={axes} (")
        for number, argument in enumerate(op.body.arguments):
            printer.write(f"{', ' * bool(number)}{printer.value(argument)}: {argument.type.text}")
            printer.argument_location(argument)
        printer.write(") ")
        printer.region(op.region, entry_arguments=False)
        printer.attribute_dict(op, ("in_shardings", "out_shardings", "manual_axes"))
        printer.write(f" : {printer.signature(op)}")


def verify_manual_computation(op: Operation) -> None:
    """The region takes and returns a part of each operand and result."""
    last = op.body.last
    for what, parts, wholes in (("arguments", op.body.arguments, op.operands), ("results", last.operands if last else (), op.results)):
        if len(parts) != len(wholes):
            raise Error.on(op, f"has {len(wholes)} {what}, and its region has {len(parts)}")


DIALECT = Dialect(
    "sdy", OPS, package=__name__, families=("marks",), is_open=True,
    attributes={kind: reader(kind) for kind in KINDS}, syntax={"ReturnTypes": ReturnTypes()},
    forms={"manual_computation": ManualComputationForm(), "mesh": MeshForm(), "reshard": ShardingForm(),
           "sharding_constraint": ShardingForm(), "sharding_group": GroupForm()},
    verify_in_context={"manual_computation": verify_manual_computation},
)  # fmt: skip
