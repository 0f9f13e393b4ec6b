"""Between tensors and buffers. Source: MLIR's bufferization dialect."""

from tfir.define.dialect import Dialect
from tfir.text.assembly import Format

OPS = """
    to_tensor(buffer: memref; restrict?: unit, writable?: unit) -> (result: tensor)
      $buffer attr-dict : type($buffer) to type(results)
    to_buffer(tensor: tensor; read_only?: unit) -> (buffer: memref)
      $tensor attr-dict : type($tensor) to type(results)
"""

DIALECT = Dialect("bufferization", OPS, form_of_signature=lambda signature: Format(signature.assembly, signature))
