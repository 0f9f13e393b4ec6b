"""Functions with their bodies: values and blocks by their numbers, block arguments as phi nodes."""

from __future__ import annotations

from tfir.conversion.llvm_ir.constants import POISON, UNDEF, ZERO, Constant, address, of_attribute, uniform
from tfir.conversion.llvm_ir.folding import folded
from tfir.conversion.llvm_ir.instructions import LEFT_OUT, instruction
from tfir.conversion.llvm_ir.types import identifier, type_text
from tfir.dialects import has_trait
from tfir.dialects.cf import passed
from tfir.dialects.llvm.types import VOID
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.conversion.llvm_ir.metadata import Metadata
    from tfir.conversion.llvm_ir.module import Writer
    from tfir.ir.operations import Region, Value

UNIFORM = {"llvm.mlir.undef": UNDEF, "llvm.mlir.poison": POISON, "llvm.mlir.zero": ZERO, "llvm.mlir.none": ZERO}


def constant_of(op: Operation, operands: list[Constant | None]) -> Constant | None:
    """The constant that an operation is, if it is one."""
    if op.name in UNIFORM:
        return uniform(op.result.type, UNIFORM[op.name])
    if op.name == "llvm.mlir.constant":
        try:
            return of_attribute(op.attributes["value"], op.result.type)
        except Error as error:
            raise Error.on(op, f"cannot be written as LLVM IR: {error}") from None
    if op.name == "llvm.mlir.addressof":
        return address(op.attributes["global_name"].leaf, op.result.type)
    if op.name == "llvm.dso_local_equivalent":
        return Constant(op.result.type, f"dso_local_equivalent {identifier('@', op.attributes['function_name'].leaf)}")
    constants = [each for each in operands if each is not None]
    return folded(op, constants) if op.operands and len(constants) == len(operands) and len(op.results) == 1 else None


def of_region(region: Region) -> Constant:
    """The constant that a global's initializer returns. Raises Error where an operation in it is none."""
    constants: dict[Value, Constant] = {}
    for op in region.entry:
        if op.name == "llvm.return":
            return constants[op.operands[0]]
        constant = constant_of(op, [constants.get(value) for value in op.operands])
        if constant is None:
            raise Error.on(op, "is no constant of LLVM, as a global begins with")
        constants[op.result] = constant
    raise Error("an initializer returns nothing")


class Body:
    """A function's body while it is written."""

    def __init__(self, function: Operation, writer: Writer):
        self.writer, self.blocks = writer, list(function.region.blocks)
        self.constants: dict[Value, Constant] = {}
        self.names: dict[Value, str] = {}
        self.labels: dict[Block, int] = {}
        self.count = 0
        for block in in_order(function.region):
            for op in block:
                self.learn(op)
        for block in self.blocks:
            if block is not self.blocks[0]:
                self.labels[block] = self.number()
            self.name(block.arguments)
            if block is self.blocks[0]:
                self.labels[block] = self.number()
            for op in block:
                self.name([result for result in op.results if result not in self.constants])

    @property
    def metadata(self) -> Metadata:
        return self.writer.metadata

    def number(self) -> int:
        self.count += 1
        return self.count - 1

    def name(self, values: Iterable[Value]) -> None:
        self.names.update([(value, f"%{self.number()}") for value in values])

    def learn(self, op: Operation) -> None:
        """Notes a result that is a constant."""
        constant = constant_of(op, [self.constants.get(value) for value in op.operands]) if op.results else None
        if constant is not None:
            self.constants[op.result] = constant

    def text(self, value: Value) -> str:
        return self.constants[value].text if value in self.constants else self.names[value]

    def typed(self, value: Value) -> str:
        return f"{type_text(value.type)} {self.text(value)}"

    def label(self, block: Block) -> str:
        return f"label %{self.labels[block]}"

    def declare(self, name: str, result: str, arguments: list[str]) -> None:
        self.writer.declare(name, result, arguments)

    def written(self) -> str:
        lines = []
        for block in self.blocks:
            if block is not self.blocks[0]:
                lines.append(f"\n{self.labels[block]}:")
                lines += [f"  {self.names[argument]} = {self.phi(block, at)}" for at, argument in enumerate(block.arguments)]
            for op in block:
                if op.name in LEFT_OUT or (op.results and op.result in self.constants):
                    continue
                text = instruction(op)(op, self)
                lines.append(f"  {self.names[op.result]} = {text}" if op.results else f"  {text}")
        return "\n".join(lines)

    def phi(self, block: Block, at: int) -> str:
        """What comes from each edge; the newest of them first."""
        edges = [f"[ {self.text(operands[at])}, %{self.labels[source]} ]" for source, operands in self.edges(block)]
        return f"phi {type_text(block.arguments[at].type)} {', '.join(edges)}"

    def edges(self, block: Block) -> list[tuple[Block, list[Value]]]:
        return [(each.block, operands) for each in self.terminators for target, operands in reversed(targets(each)) if target is block]

    @property
    def terminators(self) -> list[Operation]:
        return [block.last for block in reversed(self.blocks) if block.last is not None and block.last.successors]


def targets(op: Operation) -> list[tuple[Block, list[Value]]]:
    """The blocks that a terminator may go on to, with what it passes."""
    if op.name == "llvm.invoke":
        sizes, rest = op.attributes["operandSegmentSizes"].values, list(op.operands)
        first, second = sizes[0], sizes[0] + sizes[1]
        return [(op.successors[0], rest[first:second]), (op.successors[1], rest[second : second + sizes[2]])]
    if op.name == "llvm.indirectbr":
        rest, pairs = list(op.operands[1:]), []
        for block, size in zip(op.successors, op.attributes["indbr_operand_segments"].values, strict=True):
            pairs.append((block, rest[:size]))
            rest = rest[size:]
        return pairs
    return [(block, list(operands)) for block, operands in passed(op)]


def in_order(region: Region) -> list[Block]:
    """Blocks in reverse post-order, in which values come before their uses; those that are not reached behind them."""
    done: set[Block] = set()
    ordered: list[Block] = []
    for start in region.blocks:
        if start in done:
            continue
        done.add(start)
        behind: list[Block] = []
        pending = [(start, iter(successors(start)))]
        while pending:
            block, following = pending[-1]
            new = next((each for each in following if each not in done), None)
            if new is None:
                behind.append(block)
                pending.pop()
            else:
                done.add(new)
                pending.append((new, iter(successors(new))))
        ordered += reversed(behind)
    return ordered


def successors(block: Block) -> tuple[Block, ...]:
    return () if block.last is None else tuple(block.last.successors)


def part_edges(function: Operation) -> None:
    """Gives each edge to a block with arguments a block of its own but the first from one terminator: a phi node tells edges by where they
    come from."""
    for block in list(function.region.blocks):
        end = block.last
        if end is None or not has_trait(end, "terminator"):
            continue
        seen: set[Block] = set()
        listed = list(end.successors)
        for at, target in enumerate(listed):
            if not target.arguments:
                continue
            if target in seen:
                between = function.region.add_block(Block([each.type for each in target.arguments]))
                between.append(Operation("llvm.br", between.arguments, successors=[target], location=end.location))
                listed[at] = between
            seen.add(target)
        if listed != list(end.successors):
            end.set_successors(listed)


def returns(function: Operation) -> str:
    type = function.attributes["function_type"].value.result
    return "void" if type is VOID else type_text(type)
