"""Between tensors and buffers. Source: MLIR's bufferization dialect."""

from tfir.dialects.arith import Flag
from tfir.ir.diagnostics import Error
from tfir.ods.dialect import Dialect

OPS = """
    to_tensor(buffer: memref; restrict?: unit, writable?: unit) -> (result: tensor)
      $buffer <Restrict>($restrict) <Writable>($writable) attr-dict : type($buffer) to type(results)
    to_buffer(tensor: tensor; read_only?: unit) -> (buffer: memref)
      $tensor <ReadOnly>($read_only) attr-dict : type($tensor) to type(results)
"""

SYNTAX = {"Restrict": Flag("restrict", "restrict"), "Writable": Flag("writable", "writable"), "ReadOnly": Flag("read_only", "read_only")}


def matches(op):
    one, other = op.operands[0].type, op.result.type
    if one.element is not other.element or one.shape != other.shape:
        raise Error.on(op, "failed to verify that specified tensor and buffer types match")


DIALECT = Dialect(
    "bufferization", OPS, verify={"to_tensor": matches, "to_buffer": matches},
    syntax=SYNTAX,
)  # fmt: skip
