"""Relay, the language of TVM's models until its version 0.19: functions, closures, tuples, and about three hundred operators.

Operators are called as TVM registers them, behind `relay.`. Source: TVM v0.19.0 (apache/tvm: include/tvm/relay, src/relay/op, python/tvm/topi).
"""

from os.path import dirname, join

from tfir.dialects.relay.families import FAMILIES
from tfir.dialects.relay.inference import inference_of
from tfir.dialects.stablehlo.verify.checks import inferred_in_verifier
from tfir.ods.dialect import Dialect


def assembly_of(signature):
    """All operators have one form: operands, attributes, types."""
    return "operands attr-dict : functional"


DIALECT = Dialect(
    "relay",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=FAMILIES,
    assembly_of=assembly_of,
    inference=inference_of,
    is_ranked=True,
    verify=lambda local: inferred_in_verifier,
)
