"""Several processes in one program, and a look at values on the way. Source: the dialect of StableHLO's interpreter."""

from tfir.define.dialect import Dialect
from tfir.text.assembly import Format

OPS = """
    print(operand: tensor)
      $operand attr-dict : type($operand)
    probe(operand: tensor; probe_id: str) -> (result: tensor)
      $operand, probe_id = $probe_id attr-dict : same
    run_parallel(inputs: *any; infeed?: attr, programs: attr) -> (results: *any)
"""

DIALECT = Dialect("interpreter", OPS, form_of_signature=lambda signature: Format(signature.assembly, signature) if signature.assembly else None)
