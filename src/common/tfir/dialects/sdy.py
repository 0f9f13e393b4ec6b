"""Marks of how a program is to be partitioned, carried as they are written. Source: Shardy's `sdy` dialect (openxla/shardy), attrs.td.

JAX writes them on custom calls and on the arguments of functions; on one device they mean nothing.
"""

from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect

KINDS = """axis_ref axis_to_propagate_at dimension_sharding edge_axis list_of_axis_ref_lists list_of_mesh_axes manual_axes mesh mesh_axis
op_sharding_rule propagation_edge sharding sharding_per_value sub_axis_info dim_mapping tensor_mapping""".split()


def reader(kind: str):
    return lambda parser: OpaqueAttr(f"#sdy.{kind}{parser.raw_body()}")


DIALECT = Dialect("sdy", "\n", attributes={kind: reader(kind) for kind in KINDS}, is_open=True)
