"""Debug information: where instructions come from, and the nodes that describe types and variables, as attributes of the llvm dialect."""

from __future__ import annotations

from tfir.ir.attributes import Attribute, OpaqueAttr
from tfir.ir.location import UNKNOWN, AnyLocation

from tftranslate.llvm_ir.metadata_reader import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tftranslate.llvm_ir.module_reader import ModuleReader


class DebugImport:
    def __init__(self, reader: ModuleReader):
        self.reader = reader

    def of_instruction(self, metadata: dict[str, Node]) -> AnyLocation:
        return UNKNOWN

    def of_function(self, node: Node | None) -> AnyLocation:
        return UNKNOWN

    def location(self, node: Node | None) -> AnyLocation:
        return UNKNOWN

    def attribute(self, node: Node) -> Attribute | None:
        return None

    def expression(self, node: Node) -> Attribute:
        return OpaqueAttr("#llvm.di_expression<>")
