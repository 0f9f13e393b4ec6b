"""Programs of lines alike, and edits of them made by chance through the public interface of operations.

An `Edit` is a name and numbers, so that the same one can be made in two modules that read the same text.
"""

from __future__ import annotations

from random import Random

from tfir.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.location import FileLineCol
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import F32, I32, I64, TensorType

T, S = "tensor<4xf32>", "tensor<f32>"
TYPES = [TensorType((4,), F32), TensorType((), F32), TensorType((5,), F32), TensorType((4,), I32)]
BINARY = ["stablehlo.add", "stablehlo.multiply", "stablehlo.subtract", "test.binary"]
UNARY = ["stablehlo.negate", "stablehlo.tanh", "stablehlo.abs", "test.unary"]
ATTRIBUTES = [
    IntegerAttr(1, I64), FloatAttr(0.5, F32), UnitAttr(), StringAttr("a \"quoted\" %0"), ArrayAttr([IntegerAttr(7, I32)]),
]  # fmt: skip
NAMES = ["note", "test.note"]


def program(chance: Random) -> str:
    """Functions whose lines differ in the names of values alone, most of them: operations with one result, with none, with two, with
    hidden regions, in generic form, and blocks that branch."""
    functions = [function(chance, number) for number in range(chance.randint(1, 3))]
    return "module {\n" + "".join(functions) + "}\n"


def function(chance: Random, number: int) -> str:
    known, scalars, lines = ["%a", "%b"], ["%s"], []
    for at in range(chance.randint(4, 20)):
        one, two, scalar, name = chance.choice(known), chance.choice(known), chance.choice(scalars), f"%{at}"
        kind = chance.randrange(9)
        if kind < 3:
            lines.append(f"{name} = stablehlo.{chance.choice(['add', 'multiply'])} {one}, {two} : {T}")
        elif kind == 3:
            lines.append(f"{name} = stablehlo.tanh {one} : {T}")
        elif kind == 4:
            lines.append(f"{name} = stablehlo.constant dense<1.000000e+00> : {T}")
        elif kind == 5:
            lines.append(
                f"{name} = stablehlo.reduce({one} init: {scalar}) applies stablehlo.add across dimensions = [0] : ({T}, {S}) -> {S}"
            )
            scalars.append(name)
            continue
        elif kind == 6:
            lines.append(f'{name}:2 = "test.pair"({one}, {two}) {{note = 2 : i64}} : ({T}, {T}) -> ({T}, {T})')
            known.append(f"{name}#1")
            name = f"{name}#0"
        elif kind == 7:
            lines.append(f'"test.use"({one}, {scalar}) : ({T}, {S}) -> ()')
            continue
        else:
            lines.append(f'{name} = "test.unary"({one}) {{test.note}} : ({T}) -> {T}')
        known.append(name)
    end = [f"cf.br ^bb1({chance.choice(known)} : {T})", f"^bb1(%z: {T}):", f"return %z : {T}"] if chance.random() < 0.5 else None
    body = "".join([f"    {line}\n" for line in [*lines, *(end or [f"return {chance.choice(known)} : {T}"])]])
    return f"  func.func @f{number}(%a: {T}, %b: {T}, %s: {S}) -> {T} {{\n{body}  }}\n"


class Editor:
    """Makes edits in one module; `draw` answers as it does for another module of the same text that is edited alike."""

    def __init__(self, module: Operation, chance: Random):
        self.chance = chance
        self.blocks = [block for op in module.body for region in op.regions for block in region.blocks]
        self.module = module

    def __call__(self) -> str:
        """One edit, by its name."""
        edits = [
            self.rename, self.set_attribute, self.remove_attribute, self.update_attributes, self.set_attributes, self.set_operand,
            self.swap_operands, self.replace_value, self.retype, self.retype_argument, self.create, self.erase, self.move, self.clone,
            self.edit_region, self.give_region, self.take_regions, self.add_argument, self.remove_argument, self.set_location, self.add_result,
            self.drop_use, self.add_block, self.split_block, self.move_block, self.remove_block, self.restore_argument, self.label,
            self.set_argument_location, self.move_region,
        ]  # fmt: skip
        edit = self.chance.choice(edits)
        edit()
        return edit.__name__

    def block(self) -> Block:
        return self.chance.choice(self.blocks)

    def op(self, block: Block | None = None) -> Operation:
        """An operation that ends no block, if there is one."""
        block = block or self.block()
        ops = [op for op in block if op is not block.last]
        return self.chance.choice(ops) if ops else block.last

    def value(self, op: Operation):
        """A value that may be used where `op` stands."""
        before, each = [*self.blocks_of(op)[0].arguments, *op.parent.arguments], op.parent.first
        while each is not op:
            before += each.results
            each = each.next
        return self.chance.choice(before)

    def blocks_of(self, op: Operation) -> list[Block]:
        return op.parent.parent.blocks

    def rename(self) -> None:
        op = self.op()
        names = {1: UNARY, 2: BINARY}.get(len(op.operands)) if len(op.results) == 1 and not op.regions else None
        if op is not op.parent.last:
            op.rename(self.chance.choice(names or ["test.use", "test.other"]))

    def set_attribute(self) -> None:
        self.op().set_attribute(self.chance.choice(NAMES), self.chance.choice(ATTRIBUTES))

    def remove_attribute(self) -> None:
        self.op().remove_attribute(self.chance.choice(NAMES))

    def update_attributes(self) -> None:
        self.op().update_attributes({name: self.chance.choice(ATTRIBUTES) for name in NAMES})

    def set_attributes(self) -> None:
        op = self.op()
        op.set_attributes({name: value for name, value in op.attributes.items() if name not in NAMES})

    def set_operand(self) -> None:
        op = self.op()
        if op.operands:
            op.set_operand(self.chance.randrange(len(op.operands)), self.value(op))

    def swap_operands(self) -> None:
        op = self.op()
        op.set_operands(op.operands[::-1])

    def replace_value(self) -> None:
        op = self.op()
        if op.results:
            self.chance.choice(op.results).replace_all_uses_with(self.value(op))

    def retype(self) -> None:
        op = self.op()
        if op.results:
            self.chance.choice(op.results).retype(self.chance.choice(TYPES))

    def retype_argument(self) -> None:
        block = self.block()
        if block.arguments:
            self.chance.choice(block.arguments).retype(self.chance.choice(TYPES))

    def create(self) -> None:
        op = self.op()
        one, two = self.value(op), self.value(op)
        Builder.before(op).create(self.chance.choice(BINARY), [one, two], [one.type], {"note": 1} if self.chance.random() < 0.3 else None)

    def erase(self) -> None:
        op = self.op()
        if op is not op.parent.last:
            op.replace_with([self.value(op) for _ in op.results])

    def move(self) -> None:
        """An operation that uses arguments alone goes to the front of its block."""
        op = self.op()
        block = op.parent
        if op is not block.last and all([value.op is None for value in op.operands]):
            block.insert_before(op.remove(), block.first)

    def clone(self) -> None:
        op = self.op()
        if op is not op.parent.last:
            copy = op.parent.insert_before(op.clone(), op.next)
            if copy.results and self.chance.random() < 0.5:
                copy.set_attribute("note", UnitAttr())

    def edit_region(self) -> None:
        """Asks for what a form hides, and changes it."""
        op = self.op()
        if op.regions and op.regions[0].blocks and op.body.first is not None:
            op.body.first.rename(self.chance.choice(BINARY))

    def give_region(self) -> None:
        op = self.op()
        if op.name.startswith("test."):
            block = Block([TYPES[0]])
            block.append(Operation("test.end", block.arguments))
            op.add_region(Region([block]))

    def take_regions(self) -> None:
        op = self.op()
        if op.name.startswith("test."):
            for region in op.take_regions():
                for inner in region.walk():
                    inner.drop_uses()

    def add_argument(self) -> None:
        block = self.block()
        block.add_argument(self.chance.choice(TYPES))

    def remove_argument(self) -> None:
        block = self.block()
        unused = [argument.index for argument in block.arguments if not argument.uses]
        if unused and len(block.arguments) > 1:
            block.remove_argument(self.chance.choice(unused))

    def set_location(self) -> None:
        self.op().set_location(FileLineCol("edited", self.chance.randrange(9), 1))

    def add_result(self) -> None:
        op = self.op()
        if op.name.startswith("test.") and op is not op.parent.last:
            op.add_results([self.chance.choice(TYPES)])

    def drop_use(self) -> None:
        op = self.op()
        if op.name.startswith("test."):
            op.set_operands(op.operands[1:])

    def add_block(self) -> None:
        """A block that nothing branches to, somewhere behind the entry."""
        region = self.block().parent
        block = Block([self.chance.choice(TYPES)])
        block.append(Operation("test.end", block.arguments))
        region.insert_blocks(self.chance.randint(1, len(region.blocks)), [block])
        self.blocks.append(block)

    def split_block(self) -> None:
        """The last operations of a block, none of which the others need, go to a block of their own behind it."""
        block = self.block()
        rest = Block()
        block.parent.insert_blocks(block.parent.blocks.index(block) + 1, [rest])
        for op in [op for op in block][len(block) // 2 :]:
            rest.append(op.remove())
        block.append(Operation("cf.br", successors=[rest]))
        self.blocks.append(rest)

    def move_block(self) -> None:
        """A block that is no entry goes to the end of its region."""
        block = self.block()
        region = block.parent
        if block is not region.entry:
            region.remove_blocks([block])
            assert block.parent is None
            region.add_block(block)

    def remove_block(self) -> None:
        """A block that nothing branches to, and whose values nothing else uses, goes with all that is in it."""
        block = self.block()
        region = block.parent
        inside = {inner for op in block for inner in op.walk()}
        values = [*block.arguments, *[value for op in inside for value in op.results]]
        is_target = any([block in op.successors for other in region.blocks for op in other])
        if block is not region.entry and not is_target and all([user in inside for value in values for user in value.uses]):
            for op in block:
                op.drop_uses()
            region.remove_blocks([block])
            self.blocks.remove(block)

    def restore_argument(self) -> None:
        """An argument that is not used goes behind the others."""
        block = self.block()
        unused = [argument for argument in block.arguments if not argument.uses]
        if unused:
            argument = self.chance.choice(unused)
            block.remove_argument(argument.index)
            block.restore_argument(argument)

    def label(self) -> None:
        self.block().label = self.chance.choice(["start", "other", None])

    def set_argument_location(self) -> None:
        block = self.block()
        if block.arguments:
            block.set_argument_location(self.chance.choice(block.arguments), FileLineCol("argument", self.chance.randrange(9), 1))

    def move_region(self) -> None:
        """The regions of one operation go behind those of another."""
        one, other = self.op(), self.op()
        if one.name.startswith("test.") and other.name.startswith("test.") and one is not other:
            for region in one.take_regions():
                other.add_region(region)
