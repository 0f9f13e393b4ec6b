"""What is told to debuggers of values: `#dbg_declare` and its like, as operations behind the values."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.operations import Block, Operation

from tftranslate.llvm_ir.metadata_reader import Node
from tftranslate.llvm_ir.values import Constant, Local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Value

    from tftranslate.llvm_ir.function_import import FunctionImport
    from tftranslate.llvm_ir.instruction import Record

OPERATIONS = {"declare": "llvm.intr.dbg.declare", "value": "llvm.intr.dbg.value"}


class RecordImport:
    """Records of a function. They are built when all values are there, as some stand in front of what they tell of."""

    def __init__(self, function: FunctionImport):
        self.function = function
        self.waiting: list[Record] = []

    def add(self, record: Record, block: Block) -> None:
        debug = self.function.debug
        if record.kind == "label" and isinstance(record.parts[0] if record.parts else None, Node):
            label = debug.attribute(record.parts[0])
            if label is not None:
                location = debug.location(record.parts[-1])
                Operation("llvm.intr.dbg.label", (), (), {"label": label}, location=location, block=block)
        elif record.kind in OPERATIONS:
            self.waiting.append(record)

    def build(self) -> None:
        for record in self.waiting:
            if len(record.parts) < 4 or not isinstance(record.parts[2], Node):
                raise self.function.reader.error("expected a value, a variable, an expression and a place", record.place)
            value, variable, expression, place = record.parts[:4]
            attribute = self.function.debug.attribute(variable) if isinstance(variable, Node) else None
            if attribute is None or not isinstance(value, (Local, Constant)):
                continue  # of what is no value there is nothing to say
            operand = self.function.value(value)
            at = position_behind(operand)
            if at is None:
                continue
            held = {"varInfo": attribute, "locationExpr": self.function.debug.expression(expression)}
            location = self.function.debug.location(place)
            Operation(OPERATIONS[record.kind], [operand], (), held, location=location, block=at[0], anchor=at[1])


def position_behind(value: Value) -> tuple[Block, Operation | None] | None:
    """The block and the operation in front of which a value is there: behind a landing pad, and of what a terminator gives nowhere."""
    op = value.op
    if op is not None:
        return None if has_trait(op, "terminator") else (op.block, op.next)
    block = value.block
    first = block.first
    return (block, first.next if first is not None and first.name == "llvm.landingpad" else first)
