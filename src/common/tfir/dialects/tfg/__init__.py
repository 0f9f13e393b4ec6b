"""TensorFlow graphs as they are: every NodeDef is one op `tfg.X` that ends in a control token, and order means nothing.

The intrinsic ops and the control flow with regions are declared here. Any other `tfg.X` is a node; it takes its signature from
TensorFlow's op table when that lists X. In memory a function has, after each argument, a control token that stands for it.
"""

from __future__ import annotations

from tfir.dialects import tf_type
from tfir.dialects.tfg.functions import FUNCTION_FORMS
from tfir.dialects.tfg.nodes import NODE, result_names
from tfir.dialects.tfg.regions import REGION_FORMS, parse_region_attrs
from tfir.dialects.tfg.verify import VERIFIERS, verify_node
from tfir.ods.dialect import Dialect, OpDefinition
from tfir.text.lexer import TOKEN, WORD

TABLE = """
    graph(; version: version) -> () !isolated !graph_region !single_block !no_terminator
    func(; sym_name: string, function_type: type, sym_visibility?: string, arg_attrs?: dict[], res_attrs?: dict[], generic?: unit, description?: string, is_stateful?: unit, gradient?: symbol, resource_arg_unique_ids_keys?: tensor, resource_arg_unique_ids_values?: tensor, control_output?: string[]) -> () !isolated !graph_region !single_block
    return(operands: *any; control_ret_attrs: dict[]) -> () !terminator
    get_result(value: tensor; name: string, number: i32) -> (result: tensor) !pure
    yield(args: *any, ctls: *control) -> () !terminator
    condition(cond: bool, args: *any, ctls: *control) -> () !terminator
    IfRegion(cond: bool, ctls: *control; then_attrs?: dict, else_attrs?: dict, then_region_attrs?: region, else_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !branch
    StatelessIfRegion(cond: bool, ctls: *control; then_attrs?: dict, else_attrs?: dict, then_region_attrs?: region, else_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !branch
    StatefulIfRegion(cond: bool, ctls: *control; then_attrs?: dict, else_attrs?: dict, then_region_attrs?: region, else_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !stateful !branch
    CaseRegion(branch_index: i32, ctls: *control; branch_attrs?: dict[], region_attrs?: region[]) -> (outs: *any, ctl: control) !graph_region !single_block !branch
    StatelessCaseRegion(branch_index: i32, ctls: *control; branch_attrs?: dict[], region_attrs?: region[]) -> (outs: *any, ctl: control) !graph_region !single_block !branch
    StatefulCaseRegion(branch_index: i32, ctls: *control; branch_attrs?: dict[], region_attrs?: region[]) -> (outs: *any, ctl: control) !graph_region !single_block !stateful !branch
    WhileRegion(init: *any, ctls: *control; parallel_iterations?: i64, cond_attrs?: dict, body_attrs?: dict, cond_region_attrs?: region, body_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !loop
    StatelessWhileRegion(init: *any, ctls: *control; parallel_iterations?: i64, cond_attrs?: dict, body_attrs?: dict, cond_region_attrs?: region, body_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !loop
    StatefulWhileRegion(init: *any, ctls: *control; parallel_iterations?: i64, cond_attrs?: dict, body_attrs?: dict, cond_region_attrs?: region, body_region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !stateful !loop
    ForRegion(start: i32, limit: i32, delta: i32, init: *any, ctls: *control; body_attrs?: dict, region_attrs?: region) -> (outs: *any, ctl: control) !graph_region !single_block !loop
"""


STATEFUL = ("StatefulIf", "StatefulCase", "StatefulWhile")  # what this dialect calls If, Case and While


class GraphDialect(Dialect):
    """Knows its own ops from the table above, and every node from TensorFlow's."""

    def constrains(self, op) -> bool:
        return False  # a node has control tokens besides, and in generic functions one tensor for all its results

    def why_without_values(self, local: str) -> str | None:
        from tfir.dialects import dialect

        return dialect("tf").why_without_values(local)

    def definition(self, local: str) -> OpDefinition | None:
        if local not in self._definitions and local not in self.table:
            self._definitions[local] = self._node(local)
        return super().definition(local)

    def _node(self, local: str) -> OpDefinition:
        from tfir.dialects import lookup

        registered = lookup(f"tf.{local}")
        if local in STATEFUL:
            registered = lookup(f"tf.{local.removeprefix('Stateful')}")
        node = OpDefinition(self, local, registered.signature if registered else None)
        # The name of an op of a namespace, `Addons>Gelu`, is no word; only the generic form can have it.
        node.form = NODE if (word := TOKEN(local)) and word.lastindex == WORD and word.end() == len(local) else None
        node.verify = verify_node
        node.inherent = frozenset()
        if registered:
            node.traits, node.is_pure = registered.traits, registered.is_pure
        return node

    def with_trait(self, trait: str) -> dict[str, tuple[str, ...]]:
        from tfir.dialects import dialect

        inherited = {name: arguments for name, arguments in dialect("tf").with_trait(trait).items() if name not in self.table}
        return {**super().with_trait(trait), **inherited}

    @property
    def semantics(self) -> dict:
        from tfir.dialects import dialect

        return dialect("tf").semantics

    def semantics_of(self, local: str):
        from tfir.dialects import dialect

        return dialect("tf").semantics_of(local)


DIALECT = GraphDialect(
    "tfg",
    TABLE,
    package=__name__,
    forms={**FUNCTION_FORMS, **REGION_FORMS},
    types=tf_type.TYPES,
    attributes={**tf_type.ATTRIBUTES, "region_attrs": parse_region_attrs},
    verify_in_context=VERIFIERS,
    is_open=True,
    result_names=result_names,
    default_dialects={name: "tfg" for name in ("graph", "func", *REGION_FORMS) if name not in ("yield", "condition")},
)
