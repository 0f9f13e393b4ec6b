"""Relay, the language of TVM's models until its version 0.19: functions, closures, tuples, and about three hundred operators.

Operators are called as TVM registers them, behind `relay.`. Source: TVM v0.19.0 (apache/tvm: include/tvm/relay, src/relay/op, python/tvm/topi).
"""

from os.path import dirname, join

from tfir.dialects.func import CalleeType
from tfir.dialects.relay.families import FAMILIES, STRUCTURE
from tfir.dialects.relay.inference import inference_of
from tfir.dialects.relay.structure import FORMS, VERIFY, VERIFY_IN_CONTEXT
from tfir.dialects.relay.types import TYPES
from tfir.dialects.stablehlo.verify.checks import inferred_in_verifier
from tfir.ods.dialect import Dialect


def assembly_of(signature):
    """All operators have one form: operands, attributes, types."""
    return "operands attr-dict : functional"


def verifier_of(local: str):
    """What verifies the types of an op's operands and results: of operators, that these are what they infer."""
    return VERIFY.get(local) if local in (*STRUCTURE["structure_values"], *VERIFY_IN_CONTEXT) else inferred_in_verifier


DIALECT = Dialect(
    "relay",
    join(dirname(__file__), "ops.txt"),
    package=__name__,
    families=FAMILIES | STRUCTURE,
    forms=FORMS,
    assembly_of=assembly_of,
    syntax={"CalleeType": CalleeType()},
    types=TYPES,
    inference=inference_of,
    is_ranked=True,
    verify=verifier_of,
    verify_in_context=VERIFY_IN_CONTEXT,
)
