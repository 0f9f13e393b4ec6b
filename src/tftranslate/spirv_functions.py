"""Functions of binary SPIR-V, whose blocks become regions: what a merge instruction declares is a `spirv.mlir.loop` or a `spirv.mlir.selection`.

What such a construct computes for what comes after it, phi instructions of its merge block among it, are its results.
Source: SPIR-V 1.3 specification, section 2.11 (structured control flow).
"""

from __future__ import annotations

from functools import cache

from tfir.dialects.spirv import DIALECT
from tfir.dialects.spirv import numbers as n
from tfir.dialects.spirv.assembly import set_switch
from tfir.dialects.spirv.words import LITERALS, operands_before_words, words_among
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32, FunctionType, IntegerType, Type, VectorType

from tftranslate.spirv_exits import Exits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tfir.ir.attributes import Attribute

    from tftranslate.spirv_reading import Instruction, Reader

EXTENDED = "GL."
MERGES = (n.LOOP_MERGE, n.SELECTION_MERGE)


@cache
def instructions(prefix: str) -> dict[int, str]:
    """The operations that stand for instructions, or for those of the extended set, by opcode."""
    names = [name for name in DIALECT.table if name.startswith(EXTENDED) == bool(prefix) and DIALECT.table[name].code is not None]
    return {DIALECT.table[name].code: name for name in names}


class Construct:
    """What stands between the header of a loop or selection and its merge block, or a whole function. `labels` are all blocks inside,
    `blocks` those that begin blocks of the region; the others are inside of other constructs, or behind one. `ends` are blocks that no
    construct inside has: where this one, and those around it, begin, go on and end."""

    def __init__(self, labels: list[int], blocks: dict[int, Block], ends: set[int], header: int = 0):
        self.labels, self.blocks, self.ends, self.header = set(labels), blocks, ends, header


class Function:
    def __init__(self, reader: Reader, steps: list[Instruction]):
        self.reader = reader
        self.head, *rest = steps
        self.steps: dict[int, list[Instruction]] = {}
        # of headers: the opcode, the merge block, the block where a loop goes on, the control
        self.merges: dict[int, tuple[int, int, int, int]] = {}
        self.parameters: list[Instruction] = []
        self.split(rest)
        Exits(self, lambda step: step.words[1] if has_result(step) else 0, values_in).rewrite()
        self.values: dict[int, Value] = {}
        self.casts: list[Operation] = []  # that stand in front of the next operation
        self.used: dict[int, Operation] = {}  # constants and addresses of variables, in the order in which they are met
        self.ids: dict[Operation, int] = {}  # the least id that an operation of the outermost block takes
        self.label = 0
        self.defined = {
            words[1]: label for label, steps in self.steps.items() for words in [step.words for step in steps if has_result(step)]
        }

    def error(self, message: str) -> Error:
        return self.reader.error(message)

    def split(self, rest: list[Instruction]) -> None:
        """The instructions of each block."""
        label = None
        for step in rest:
            self.reader.step = step
            if step.opcode == n.LABEL:
                label = self.reader.word(0)
                if label in self.steps:
                    raise self.error(f"block {label} stands twice")
                self.steps[label] = []
            elif step.opcode == n.FUNCTION_PARAMETER and label is None:
                self.parameters.append(step)
            elif label is None:
                raise self.error(f"{self.reader.instruction_name()} stands in no block")
            elif step.opcode not in n.DEBUGGING:
                self.steps[label].append(step)
                if step.opcode == n.PHI and (len(step.words) < 2 or len(step.words) % 2):
                    raise self.error("a phi instruction has no value, or no block, for one of the blocks before")
                if step.opcode in MERGES:
                    control = self.reader.word(2 if step.opcode == n.LOOP_MERGE else 1)
                    self.merges[label] = step.opcode, self.reader.word(0), self.reader.word(1), control
        if not self.steps or not all(self.steps.values()):
            raise self.error("a function has no block, or one without instructions")

    def operation(self) -> Operation:
        reader = self.reader
        reader.step = self.head
        number, type, control = reader.word(1), self.type(), reader.named(n.FUNCTION_CONTROLS, 2, "function control")
        first = next(iter(self.steps))
        blocks = self.blocks(self.reached([first], set()), set())
        if any([first in self.successors(label) for label in blocks]) or first not in blocks:
            raise self.error("a branch leads to the first block of a function")
        for step, argument in zip(self.parameters, map(blocks[first].add_argument, type.inputs)):
            self.values[step.words[1]] = argument
        whole = Construct(list(self.steps), blocks, set())
        for label, block in blocks.items():
            self.write(block, label, whole)
        self.place_used(blocks[first])
        attributes = {
            "sym_name": StringAttr(reader.symbol(number, "fn")),
            "function_type": TypeAttr(type),
            "function_control": OpaqueAttr(f"#spirv.function_control<{control}>"),
        }
        return Operation("spirv.func", attributes=attributes, regions=[Region(list(blocks.values()))])

    def type(self) -> FunctionType:
        """The type that the function says it has; its result and parameters are those of that."""
        reader = self.reader
        type, results = reader.function_types.get(reader.word(3)), reader.results(reader.word(0))
        inputs = [reader.type(step.words[0]) for step in self.parameters if len(step.words) == 2]
        if type is None or list(type.inputs) != inputs or list(type.results) != results or len(inputs) != len(self.parameters):
            raise self.error(f"a function is of type {reader.word(3)}, which is not that of its parameters and its result")
        return type

    # Blocks

    def successors(self, label: int) -> list[int]:
        """Where the block's last instruction leads to."""
        last = self.steps[label][-1]
        targets = {n.BRANCH: last.words[:1], n.BRANCH_CONDITIONAL: last.words[1:3], n.SWITCH: [*last.words[1:2], *last.words[3::2]]}.get(
            last.opcode, []
        )
        missing = [target for target in targets if target not in self.steps]
        if missing:
            self.reader.step = last
            raise self.error(f"branches to {missing[0]}, which is no block of the function")
        return targets

    def reached(self, starts: Iterable[int], ends: set[int]) -> list[int]:
        """The blocks that are reached without going through `ends`, in the order of the file."""
        seen, open = set[int](), [start for start in starts if start not in ends]
        while open:
            label = open.pop()
            if label not in seen:
                seen.add(label)
                open += [target for target in self.successors(label) if target not in ends]
        return [label for label in self.steps if label in seen]

    def inside(self, header: int, ends: set[int]) -> list[int]:
        """The blocks of the construct of a header; a loop's has the header itself."""
        opcode, merge, *_ = self.merges[header]
        return self.reached([header] if opcode == n.LOOP_MERGE else self.successors(header), {merge, *ends})

    def blocks(self, labels: list[int], ends: set[int]) -> dict[int, Block]:
        """A block for each of those that stand in no construct inside, and behind none."""
        hidden: set[int] = set()
        for header in labels:
            if header in self.merges and header not in ends:
                hidden.update(self.inside(header, ends), [self.merges[header][1]])
        made: dict[int, Block] = {}
        for label in labels:
            if label not in hidden:
                made[label] = self.opened(label)
        return made

    def opened(self, label: int) -> Block:
        """A block with an argument for each phi instruction."""
        block = Block()
        for step in self.phis(label):
            self.reader.step = step
            self.values[self.reader.word(1)] = block.add_argument(self.reader.type(self.reader.word(0)))
        return block

    def phis(self, label: int) -> list[Instruction]:
        return [step for step in self.steps[label] if step.opcode == n.PHI]

    def passed(self, target: int) -> list[Value]:
        """What the block that is read now passes on to the phi instructions of another."""
        values = []
        for step in self.phis(target):
            pairs = dict(zip(step.words[3::2], step.words[2::2]))
            if self.label not in pairs:
                self.reader.step = step
                raise self.error(f"a phi instruction has nothing for block {self.label}")
            values.append(self.value(pairs[self.label]))
        return values

    def write(self, block: Block, label: int | None, construct: Construct) -> None:
        """Writes a block of the file to a block of the region, and what comes behind each construct that begins there."""
        while label is not None:
            self.label = label
            *steps, last = [step for step in self.steps[label] if step.opcode not in MERGES]
            for step in steps:
                if step.opcode != n.PHI:
                    self.add(block, self.instruction(step), step)
            self.reader.step = last
            label = self.end(block, last, construct)

    def end(self, block: Block, last: Instruction, construct: Construct) -> int | None:
        """What ends a block, or the construct that begins there; then the merge block of that, which goes on."""
        label = self.label
        if label in self.merges and label != construct.header:
            opcode, merge, _, control = self.merges[label]
            if opcode == n.LOOP_MERGE:
                raise self.error(f"the loop of block {label} begins inside of a construct that is another's")
            inner, ends = self.inside(label, construct.ends), {merge, *construct.ends}
            selection = Construct(inner, self.blocks(inner, ends), ends)
            self.add(block, self.structured("selection", last, selection, merge, control), last, label)
            return merge
        target = last.words[0] if last.opcode == n.BRANCH and last.words else 0
        if target in self.merges and self.merges[target][0] == n.LOOP_MERGE and target != construct.header:
            self.successors(label)
            _, merge, latch, control = self.merges[target]
            inner, ends = self.inside(target, construct.ends), {merge, latch, target, *construct.ends}
            blocks = self.blocks(inner, ends)
            order = sorted(blocks, key=lambda each: (each != target, each == latch))
            loop = Construct(inner, {each: blocks[each] for each in order}, ends, target)
            self.add(block, self.structured("loop", last, loop, merge, control), last, target)
            return merge
        self.successors(label)
        block.append(self.terminator(last, construct.blocks))
        return None

    def structured(self, kind: str, last: Instruction, construct: Construct, merge: int, control: int) -> Operation:
        """A loop or selection, whose region begins with the instruction that leads into it."""
        if merge not in self.steps:
            raise self.error(f"a construct ends with {merge}, which is no block of the function")
        entry, after = Block(), self.opened(merge)
        phis = [self.reader.word(1) for self.reader.step in self.phis(merge)]
        blocks = {**construct.blocks, merge: after}
        entry.append(self.terminator(last, blocks))
        for label, block in construct.blocks.items():
            self.write(block, label, Construct([], blocks, construct.ends, construct.header))
        given = [*phis, *self.used_outside(construct.labels)]
        values = [self.value(number) for number in given]
        after.append(Operation("spirv.mlir.merge", values))
        words = n.words_of(control, n.LOOP_CONTROLS if kind == "loop" else n.SELECTION_CONTROLS)
        if words is None:
            raise self.error(f"{kind} control {control} is none that the dialect has")
        op = Operation(
            f"spirv.mlir.{kind}",
            (),
            [value.type for value in values],
            {f"{kind}_control": OpaqueAttr(f"#spirv.{kind}_control<{words}>")},
            [Region([entry, *construct.blocks.values(), after])],
        )
        self.values.update(zip(given, op.results))
        self.label = merge
        return op

    def used_outside(self, labels: set[int]) -> list[int]:
        """What is defined in some blocks and used in others. What a phi instruction takes is used where it comes from."""
        numbers: dict[int, None] = {}
        for label, steps in self.steps.items():
            for step in steps:
                pairs = zip(step.words[2::2], step.words[3::2]) if step.opcode == n.PHI else [(word, label) for word in values_in(step)]
                for number, where in pairs:
                    if where not in labels and self.defined.get(number) in labels:
                        numbers[number] = None
        return sorted(numbers)

    # Instructions

    def value(self, number: int) -> Value:
        value = self.values.get(number)
        if value is None:
            value = self.values[number] = self.outside(number)
        return value

    def outside(self, number: int) -> Value:
        """A constant, or the address of a variable."""
        if number in self.reader.constants:
            attribute, type = self.reader.constants[number]
            op = Operation("spirv.Constant", (), [type], {"value": attribute})
        elif number in self.reader.variables:
            variable = self.reader.variables[number]
            symbol = SymbolRefAttr(variable.get("sym_name"))
            op = Operation("spirv.mlir.addressof", (), [variable.get("type")], {"variable": symbol})
        elif number in self.reader.specialized:
            constant, type = self.reader.specialized[number]
            op = Operation("spirv.mlir.referenceof", (), [type], {"spec_const": SymbolRefAttr(constant.get("sym_name"))})
        elif number in self.reader.computed:
            op = self.computed(self.reader.computed[number])
        elif number in self.reader.undefined:
            op = Operation("spirv.Undef", (), [self.reader.undefined[number]])
        else:
            raise self.error(f"{number} is used where it is not known yet, or is no value")
        self.used[number] = op
        return op.results[0]

    def computed(self, step: Instruction) -> Operation:
        """What is computed of specialization constants: an operation around the one that computes it."""
        at, before, self.casts = self.reader.step, self.casts, []
        type, _, opcode, *operands = step.words
        inner = self.instruction(step._replace(opcode=opcode, words=[type, next(self.reader.new_ids), *operands]))
        if self.casts or not inner.results:
            raise self.error("OpSpecConstantOp takes numbers of other types than it gives, for which the dialect has no form")
        self.reader.step, self.casts = at, before
        body = Block()
        body.append(inner)
        body.append(Operation("spirv.mlir.yield", inner.results))
        return Operation("spirv.SpecConstantOperation", (), [inner.results[0].type], {}, [Region([body])])

    def add(self, block: Block, op: Operation, step: Instruction, number: int = 0) -> None:
        for cast in self.casts:
            block.append(cast)
        self.casts.clear()
        block.append(op)
        self.ids[op] = number or (step.words[1] if has_result(step) else 0)

    def instruction(self, step: Instruction) -> Operation:
        """An instruction that is an operation: its operands, and numbers, as the dialect's table has them."""
        reader = self.reader
        reader.step = step
        prefix, words, opcode = "", step.words, step.opcode
        if opcode == n.EXT_INST and reader.word(2) == reader.imported:
            prefix, words, opcode = EXTENDED, [*step.words[:2], *step.words[4:]], reader.word(3)
        name = instructions(prefix).get(opcode)
        if name is None or "terminator" in DIALECT.table[name].traits:
            of_set = f" {reader.word(3)} of {n.EXTENDED_SET}" if prefix else ""
            raise self.error(f"{reader.instruction_name()}{of_set} in a function is none that the dialect has")
        if opcode == n.FUNCTION_CALL and not prefix:
            return self.call(step)
        signature = DIALECT.table[name]
        attributes: dict[str, Any] = {}
        types = [reader.type(reader.word(0))] if signature.results else []
        rest = words[2 if types else 0 :]
        among, before = words_among(name), operands_before_words(name)
        if len(rest) < before + len(among):
            raise self.error(f"{name} has {len(rest)} words, and {before + len(among)} are needed")
        attributes |= {each: self.stated(each, word) for each, word in zip(among, rest[before:])}
        rest = [*rest[:before], *rest[before + len(among) :]]
        literals = [literal for literal in LITERALS if literal in signature.attributes]
        fixed = len(signature.operands)
        if "memory_access" in signature.attributes:
            attributes |= self.memory_operands(name, rest[fixed:])
            rest = rest[:fixed]
        count = fixed if literals or not signature.operands or not signature.operands[-1].variadic else len(rest)
        if len(rest) < count or (len(rest) > count and not literals):
            raise self.error(f"{name} has {len(rest)} words for operands, which are {count}")
        operands = [self.value(number) for number in rest[:count]]
        if types and not any([slot.variadic for slot in signature.operands]):
            operands = self.of_one_sign(operands, types[0], [slot.type for slot in signature.operands], signature.results[0].type)
        attributes |= {literal: ArrayAttr([IntegerAttr(word, I32) for word in rest[count:]]) for literal in literals}
        op = Operation(f"spirv.{name}", operands, types, attributes)
        if types:
            self.decorate(op, reader.word(1))
        return op

    def of_one_sign(self, operands: list[Value], result: Type, names: list[str | None], of_result: str | None) -> list[Value]:
        """The operands of an instruction. Where it takes whole numbers with a sign and without for one another and IR has one type for them, they are cast."""
        types, given = {of_result: result}, []
        for name, value in zip(names, operands, strict=True):
            expected = types.setdefault(name, value.type)
            given.append(self.cast(value, expected) if differ_in_sign(expected, value.type) else value)
        return given

    def cast(self, value: Value, type: Type) -> Value:
        self.casts.append(Operation("spirv.Bitcast", [value], [type]))
        return self.casts[-1].results[0]

    def memory_operands(self, name: str, words: list[int]) -> dict[str, Attribute]:
        """What stands behind the operands of a load or store: a mask, then what its bits ask for, in their order."""
        if not words:
            return {}
        mask, *rest = words
        attributes: dict[str, Attribute] = {"memory_access": self.stated("memory_access", mask)}
        scopes = [bit for bit in n.WITH_SCOPE if mask & bit]
        is_aligned = bool(mask & n.ALIGNED)
        if len(rest) != is_aligned + len(scopes):
            raise self.error(f"{name} has {len(rest)} words behind its memory operands' mask, which asks for {is_aligned + len(scopes)}")
        if is_aligned:
            attributes["alignment"] = IntegerAttr(rest[0], I32)
        stated = [self.stated("memory_scope", word) for word in rest[is_aligned:]]
        if len(set(stated)) > 1:
            raise self.error(f"{name} has two scopes, which the dialect has no form for")
        return attributes | ({"memory_scope": stated[0]} if stated else {})

    def call(self, step: Instruction) -> Operation:
        reader = self.reader
        callee = {"callee": SymbolRefAttr(reader.symbol(reader.word(2), "fn"))}
        op = Operation("spirv.FunctionCall", list(map(self.value, step.words[3:])), reader.results(reader.word(0)), callee)
        if op.results:
            self.decorate(op, reader.word(1))
        return op

    def stated(self, name: str, word: int) -> OpaqueAttr:
        """An attribute among the words of an instruction: a number, or the id of a constant that is one."""
        kind, numbers = n.WORDS[name]
        if name in n.CONSTANTS:
            attribute, _ = self.reader.constants.get(word, (None, None))
            if not isinstance(attribute, IntegerAttr):
                raise self.error(f"{kind} {word} is no constant that is known")
            word = attribute.value
        words = n.words_of(word, numbers)
        if words is None:
            raise self.error(f"{kind} {word} is none that the dialect has")
        return OpaqueAttr(f"#spirv.{kind}<{words}>")

    def decorate(self, op: Operation, number: int) -> None:
        if number in self.values:
            raise self.error(f"{number} is defined twice")
        self.reader.check_decorations(number, n.NO_CONTRACTION)
        if number in self.reader.decorations:
            op.set_attribute("no_contraction", UnitAttr())
        self.values[number] = op.results[0]

    def terminator(self, step: Instruction, blocks: dict[int, Block]) -> Operation:
        targets = self.successors(self.label)
        outside = [target for target in targets if target not in blocks]
        if outside:
            raise self.error(f"block {self.label} branches to {outside[0]} out of its construct, for which there is no form in IR")
        values, successors = [self.passed(target) for target in targets], [blocks[target] for target in targets]
        if step.opcode == n.BRANCH and targets:
            return Operation("spirv.Branch", values[0], successors=successors)
        if step.opcode == n.BRANCH_CONDITIONAL and len(step.words) == 3:
            sizes: dict[str, Any] = {"operandSegmentSizes": DenseArrayAttr((1, len(values[0]), len(values[1])), I32)}
            return Operation("spirv.BranchConditional", [self.value(step.words[0]), *values[0], *values[1]], (), sizes, (), successors)
        if step.opcode == n.SWITCH and targets:
            return self.switch(step, values, successors)
        if step.opcode == n.RETURN:
            return Operation("spirv.Return")
        if step.opcode == n.UNREACHABLE:
            return Operation("spirv.Unreachable")
        if step.opcode == n.RETURN_VALUE and step.words:
            return Operation("spirv.ReturnValue", [self.value(step.words[0])])
        raise self.error(f"{self.reader.instruction_name()} at the end of a block is none that the dialect has")

    def switch(self, step: Instruction, values: list[list[Value]], successors: list[Block]) -> Operation:
        selector = self.value(step.words[0])
        literals = step.words[2::2]
        if not isinstance(selector.type, IntegerType) or selector.type.width > 32 or len(literals) != len(successors) - 1:
            raise self.error(f"a switch on {selector.type} is none that the dialect has")
        attributes: dict[str, Any] = {}
        bits = selector.type.width
        literals = [(word + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1) for word in literals]
        set_switch(attributes, literals, selector.type, list(map(len, values)))
        return Operation("spirv.Switch", [selector, *[each for passed in values for each in passed]], (), attributes, (), successors)

    def place_used(self, entry: Block) -> None:
        """Puts constants in front of what has a greater id, and all in front of what uses them."""
        places = {op: at for at, op in enumerate(entry)}
        order = [(self.ids.get(op, 0), at) for op, at in places.items()]
        anchors = list(entry)
        for number, op in sorted(self.used.items(), reverse=True):  # what takes others has a greater id than they have
            users = [outermost(user, places) for user in op.results[0].uses]
            if None in users:
                raise self.error("a block is in a construct that is in none of the function's, for which there is no form in IR")
            at = min([places[user] for user in users if user is not None], default=0)
            if op.name == "spirv.Constant":
                at = min([at, *[place for id, place in order if id > number]])
            places[op] = at
        for _, op in sorted(self.used.items()):
            entry.insert_before(op, anchors[places[op]])


def outermost(op: Operation, places: Mapping[Operation, int]) -> Operation | None:
    """The operation with a place that another is, or is inside of, if there is one."""
    outer: Operation | None = op
    while outer is not None and outer not in places:
        outer = outer.parent_op
    return outer


def differ_in_sign(one: Type, other: Type) -> bool:
    """Whether two types are of whole numbers, or of vectors of as many, that differ in their signs alone."""
    elements = [type.element if isinstance(type, VectorType) else type for type in (one, other)]
    first, second = elements
    shapes = [type.shape if isinstance(type, VectorType) else () for type in (one, other)]
    is_alike = isinstance(first, IntegerType) and isinstance(second, IntegerType) and first.width == second.width and shapes[0] == shapes[1]
    return is_alike and first is not second


def values_in(step: Instruction) -> list[int]:
    """The ids of values that an instruction takes: not its literals, nor the blocks that it names."""
    if step.opcode in (n.BRANCH_CONDITIONAL, n.SWITCH):
        return step.words[:1]
    if step.opcode in (n.EXT_INST, n.FUNCTION_CALL):
        return step.words[4 if step.opcode == n.EXT_INST else 3 :]
    name = instructions("").get(step.opcode)
    if name is None or step.opcode == n.BRANCH:
        return []
    signature, before, count = DIALECT.table[name], operands_before_words(name), len(words_among(name))
    rest = step.words[2 if signature.results else 0 :]
    rest = [*rest[:before], *rest[before + count :]]
    return rest[: len(signature.operands)] if any([literal in signature.attributes for literal in LITERALS]) else rest


def has_result(step: Instruction) -> bool:
    """Whether an instruction of a function defines an id, which is its second word then."""
    if step.opcode in (n.PHI, n.EXT_INST):
        return len(step.words) > 1
    name = instructions("").get(step.opcode)
    return name is not None and bool(DIALECT.table[name].results) and len(step.words) > 1
