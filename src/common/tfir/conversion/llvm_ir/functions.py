"""Functions with their bodies: values and blocks by their numbers, block arguments as phi nodes."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, count

from tfir.conversion.llvm_ir.constants import POISON, UNDEF, ZERO, Constant, address, of_attribute, uniform
from tfir.conversion.llvm_ir.folding import folded
from tfir.conversion.llvm_ir.instructions import RECORDS, fast_words_of, instruction
from tfir.conversion.llvm_ir.kept import LOOP, METADATA, NO_CFI, SIGNED, phi_told
from tfir.conversion.llvm_ir.metadata import ATTACHED, RELAXED
from tfir.conversion.llvm_ir.nodes import node_of
from tfir.conversion.llvm_ir.types import identifier, type_text
from tfir.dialects import lookup
from tfir.dialects.cf import passed
from tfir.dialects.llvm.types import POINTER, VOID
from tfir.ir.attributes import ArrayAttr, SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.conversion.llvm_ir.layout import Layout
    from tfir.conversion.llvm_ir.metadata import Metadata
    from tfir.conversion.llvm_ir.module import Writer
    from tfir.ir.operations import Region, Value

BLOCK = "\ue001"  # around what a block is called until its function has been written
COMMENT = 50  # the column in which comments begin
UNIFORM = {"llvm.mlir.undef": UNDEF, "llvm.mlir.poison": POISON, "llvm.mlir.zero": ZERO, "llvm.mlir.none": ZERO}


def constant_of(op: Operation, operands: list[Constant], layout: Layout) -> Constant | None:
    """The constant that an operation on constants is, if it is one."""
    if op.name in UNIFORM:
        return uniform(op.result.type, UNIFORM[op.name])
    if op.name == "llvm.mlir.constant":
        try:
            return of_attribute(op.attributes["value"], op.result.type)
        except Error as error:
            raise Error.on(op, f"cannot be written as LLVM IR: {error}") from None
    if op.name == "llvm.mlir.addressof":
        return address_of(op)
    if op.name == "llvm.dso_local_equivalent":
        return Constant(op.result.type, f"dso_local_equivalent {identifier('@', op.attributes['function_name'].leaf)}")
    if op.name == "llvm.blockaddress":
        return block_address(op)
    return folded(op, operands, layout) if operands and len(op.results) == 1 else None


def address_of(op: Operation) -> Constant:
    """A global's address; that of a function's body, or one with a signature."""
    plain, told = address(op.attributes["global_name"].leaf, op.result.type), op.attributes.get(SIGNED)
    if NO_CFI in op.attributes:
        return Constant(plain.type, f"no_cfi {plain.text}")
    if not isinstance(told, ArrayAttr):
        return plain
    parts = [of_attribute(each, each.type) for each in told.elements[:2]]
    where = told.elements[2:]
    parts += [address(each.leaf, POINTER) for each in where if isinstance(each, SymbolRefAttr)]
    return Constant(plain.type, f"ptrauth ({', '.join([plain.typed, *[each.typed for each in parts]])})")


def block_address(op: Operation) -> Constant:
    """A block by its function and tag, as long as it has no number."""
    node = node_of(op.attributes["block_addr"])
    function = identifier("@", node.fields["function"])
    return Constant(op.result.type, f"blockaddress({function}, {BLOCK}{function} {node.fields['tag'].fields['id']}{BLOCK})")


def of_region(region: Region, layout: Layout) -> Constant:
    """The constant that a global's initializer returns. Raises Error where an operation in it is none."""
    constants: dict[Value, Constant] = {}
    for op in region.entry:
        if op.name == "llvm.return":
            return constants[op.operands[0]]
        constant = constant_of(op, [constants[value] for value in op.operands], layout)
        if constant is None:
            raise Error.on(op, "is no constant of LLVM, as a global begins with")
        constants[op.result] = constant
    raise Error("an initializer returns nothing")


class Body:
    """A function's body while it is written. Blocks of its own, `detours`, part edges that a phi node could not tell from each other."""

    def __init__(self, function: Operation, writer: Writer):
        self.writer, self.layout, self.blocks = writer, writer.layout, list(function.region.blocks)
        self.symbol = function.get("sym_name")
        self.scope = writer.metadata.debug.scope_of(function)
        self.detours: dict[Operation, list[Block]] = {}
        self.constants: dict[Value, Constant] = {}
        self.same: dict[Value, Value] = {}  # results that are another value
        self.names: dict[Value, str] = {}
        self.labels: dict[Block, str] = {}
        self.numbers = count()
        self.part_edges()
        self.ordered = in_order(self.blocks, self.following)
        for block in self.ordered:
            for op in block:
                if op.results:
                    self.learn(op)
        self.edges = self.edges_by_target()
        for block in self.blocks:
            self.number(block)

    @property
    def metadata(self) -> Metadata:
        return self.writer.metadata

    def part_edges(self) -> None:
        """Gives each edge to a block with arguments a block of its own but the first from one terminator: a phi node tells edges by where
        they come from."""
        for block in list(self.blocks):
            end = block.last
            if end is None or len(set(end.successors)) == len(end.successors):
                continue
            seen: set[Block] = set()
            for at, target in enumerate(end.successors):
                if target in seen and target.arguments:
                    between = Block([each.type for each in target.arguments])
                    between.append(Operation("llvm.br", between.arguments, successors=[target], location=end.location))
                    self.blocks.append(between)
                    self.detours.setdefault(end, list(end.successors))[at] = between
                seen.add(target)

    def successors(self, op: Operation) -> Sequence[Block]:
        return self.detours.get(op) or op.successors

    def following(self, block: Block) -> Sequence[Block]:
        return () if block.last is None else self.successors(block.last)

    def predecessors(self) -> dict[Block, list[str]]:
        """As LLVM lists them, the branch that was made last first; of one with a condition the other way."""
        listed: dict[Block, list[str]] = {block: [] for block in self.blocks}
        for block in self.ordered:
            targets = self.following(block)
            for target in reversed(targets) if block.last is not None and block.last.name == "llvm.cond_br" else targets:
                listed[target].insert(0, self.labels[block])
        return listed

    def edges_by_target(self) -> dict[Block, list[tuple[Block, Sequence[Value]]]]:
        """Of each block where it is come from, with what is passed; the newest edge first."""
        edges: dict[Block, list[tuple[Block, Sequence[Value]]]] = {block: [] for block in self.blocks}
        for block in reversed(self.blocks):
            end = block.last
            if end is not None and end.successors:
                passed_on = list(zip(self.successors(end), passed_by(end), strict=True))
                for target, operands in reversed(passed_on):
                    edges[target].append((block, operands))
        return edges

    def number(self, block: Block) -> None:
        """LLVM counts the entry behind its arguments, and all other blocks in front of them."""
        if block is not self.blocks[0]:
            self.labels[block] = f"%{next(self.numbers)}"
        for argument in block.arguments:
            self.names[argument] = f"%{next(self.numbers)}"
        if block is self.blocks[0]:
            self.labels[block] = f"%{next(self.numbers)}"
        for op in block:
            for result in op.results:
                if result not in self.constants and result not in self.same and result.type is not VOID:
                    self.names[result] = f"%{next(self.numbers)}"

    def learn(self, op: Operation) -> None:
        """Notes a result that is a constant, or its operand."""
        operands = []
        for value in op.operands:
            constant = self.constants.get(value)
            if constant is None:
                if op.name == "llvm.bitcast" and value.type is op.result.type and (source := self.same.get(value, value)) is not op.result:
                    self.same[op.result] = source
                return
            operands.append(constant)
        constant = constant_of(op, operands, self.layout)
        if constant is not None:
            self.constants[op.result] = constant

    def text(self, value: Value) -> str:
        value = self.same.get(value, value)
        name = self.names.get(value)
        return self.constants[value].text if name is None else name

    def typed(self, value: Value) -> str:
        return f"{type_text(value.type)} {self.text(value)}"

    def label(self, block: Block) -> str:
        return f"label {self.labels[block]}"

    def declare(self, name: str, result: str, arguments: list[str]) -> None:
        self.writer.declare(name, result, arguments)

    def written(self) -> str:
        lines, predecessors = [], self.predecessors()
        for block in self.blocks:
            if block is not self.blocks[0]:
                told = f" preds = {', '.join(predecessors[block])}" if predecessors[block] else " No predecessors!"
                lines.append(f"\n{f'{self.labels[block][1:]}:':<{COMMENT}};{told}")
                lines += [
                    f"  {self.names[argument]} = {self.phi(block, at)}{self.of_argument(block, argument)}"
                    for at, argument in enumerate(block.arguments)
                ]
            for op in block:
                if not op.results:
                    lines += self.without_result(op)
                elif op.results[0] not in self.constants and op.results[0] not in self.same:
                    name = self.names.get(op.results[0])
                    head = "" if name is None else f"{name} = "  # assembly may give what is void
                    lines.append(f"  {head}{instruction(op.name)(op, self)}{self.attachments(op)}")
        return "\n".join(lines)

    def without_result(self, op: Operation) -> list[str]:
        if op.name == "llvm.blocktag":
            number = node_of(op.attributes["tag"]).fields["id"]
            self.writer.labels[f"{identifier('@', self.symbol)} {number}"] = self.labels[op.block]
            return []
        if op.name in RECORDS:
            return self.metadata.debug.record(op, self, self.scope)
        return [f"  {instruction(op.name)(op, self)}{self.attachments(op)}"]

    def attachments(self, op: Operation) -> str:
        if self.scope is None:
            held = op.attributes
            for name in attached_names(op.name):
                if name in held:
                    break
            else:
                return ""
        return self.metadata.of(op, self.scope)

    def of_argument(self, block: Block, argument: Value) -> str:
        """Where an argument comes from, which a phi node tells."""
        place = block.argument_locations.get(argument)
        return self.metadata.debug.place(place, self.scope) if self.scope is not None and place is not None else ""

    def phi(self, block: Block, at: int) -> str:
        edges = [f"[ {self.text(operands[at])}, {self.labels[source]} ]" for source, operands in self.edges[block]]
        told = next((told for source, _ in self.edges[block] if (told := phi_told(source.last, block, at)) is not None), None)
        flags, rest = ("", []) if told is None else (fast_words_of(told[0]), self.metadata.kept(told[1]))
        behind = "".join([f", !{kind} {node}" for kind, node in rest])
        return f"phi {flags}{type_text(block.arguments[at].type)} {', '.join(edges)}{behind}"


@cache
def attached_names(name: str) -> tuple[str, ...]:
    """The attributes of an op that are metadata of its instruction."""
    definition = lookup(name)
    return (METADATA, LOOP, RELAXED, *[each for each in ATTACHED if definition is not None and each in definition.signature.attributes])


def passed_by(op: Operation) -> list[Sequence[Value]]:
    """What a terminator passes to each of its successors."""
    if op.name == "llvm.invoke":
        count, *sizes = op.attributes["operandSegmentSizes"].values[:3]
    elif op.name == "llvm.indirectbr":
        count, sizes = 1, op.attributes["indbr_operand_segments"].values
    else:
        return [operands for _, operands in passed(op)]
    ends = [*accumulate(sizes, initial=count)]
    return [op.operands[start:end] for start, end in zip(ends, ends[1:])]


def in_order(blocks: Sequence[Block], following: Callable[[Block], Sequence[Block]]) -> list[Block]:
    """Blocks in reverse post-order, in which values come before their uses; those that are not reached behind them."""
    done: set[Block] = set()
    ordered: list[Block] = []
    for start in blocks:
        if start not in done:
            ordered += reversed(post_order(start, following, done))
    return ordered


def returns(function: Operation) -> str:
    type = function.attributes["function_type"].value.result
    return "void" if type is VOID else type_text(type)
