"""Encodings of sparse tensors, kept as they are written. Source: MLIR's sparse_tensor dialect."""

from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect

DIALECT = Dialect("sparse_tensor", "\n", attributes={"encoding": lambda p: OpaqueAttr(f"#sparse_tensor.encoding{p.raw_body()}")})
