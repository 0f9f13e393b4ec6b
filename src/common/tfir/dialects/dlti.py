"""What is told of the machine that a module is for: sizes and alignments of types. Source: MLIR's dlti dialect."""

from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect


def read(name: str):
    """Reads an attribute from the bracket on, as it is written."""
    return lambda p: OpaqueAttr(f"#dlti.{name}{p.raw_body()}")


KINDS = ("dl_spec", "dl_entry", "target_device_spec", "target_system_spec", "map", "function_pointer_alignment")
DIALECT = Dialect("dlti", "\n", attributes={name: read(name) for name in KINDS})
