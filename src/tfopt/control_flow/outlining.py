"""Parts of an executor's graph as functions: what a part is made of, and the function with copies of it."""

from __future__ import annotations

from tfir.analysis.slices import needed_for
from tfir.conversion.node_attributes import FUNCTIONAL
from tfir.dialects import is_pure
from tfir.dialects.tf_executor.names import FETCH, GRAPH, ISLAND, SINK, YIELD
from tfir.dialects.tf_executor.types import CONTROL
from tfir.ir.attributes import BoolAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.location import NameLocation
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SWITCH, SWITCH_N, MERGE, TRIGGER = (f"tf_executor.{name}" for name in ("Switch", "_SwitchN", "Merge", "ControlTrigger"))
SWITCHES = {SWITCH, SWITCH_N}
STRUCTURED = {ISLAND, FETCH, TRIGGER}  # what a graph without branches and loops is made of
MOST_NAMED = 6


def described(op: Operation) -> str:
    """The kind of an op, and the name of its node where that is known."""
    kind = op.name.removeprefix("tf_executor.")
    return f"{kind} '{op.location.name}'" if isinstance(op.location, NameLocation) else kind


def listed(ops: list[Operation]) -> str:
    """The ops as an error names them, the first few if there are many."""
    return ", ".join([described(op) for op in ops[:MOST_NAMED]] + ["..."] * (len(ops) > MOST_NAMED))


def inputs_of(op: Operation) -> list[Value]:
    """The data and tokens from outside that an op of a graph, or an op nested in it, uses."""
    if not op.regions:
        return list(op.operands)
    made = {value for inner in op.walk() for value in inner.results}
    return list(dict.fromkeys([value for inner in op.walk() for value in inner.operands if value not in made]))


def redirect(op: Operation, replacements: dict[Value, Value]) -> None:
    """Lets an operation, and those inside it, use other values: all operands at once, of which there are many in a return."""
    for user in op.walk() if op.regions else (op,):
        if any(value in replacements for value in user.operands):
            user.set_operands([replacements.get(value, value) for value in user.operands])


def is_constant(value: Value) -> bool:
    """Whether a value is a constant, perhaps passed on, that waits for nothing."""
    op = value.op
    while op is not None and op.name == ISLAND and not op.operands and op.body.first.next is op.body.last:
        inner = op.body.first
        if inner.name == "tf.Const":
            return True
        if inner.name != "tf.Identity":
            return False
        op = inner.operands[0].op
    return False


def prune(block: Block) -> None:
    """Drops the ops that the graph's results do not depend on."""
    needed = needed_for([block.last], block)
    dropped = [op for op in block if op not in needed]
    for op in dropped:
        op.remove()
        op.drop_uses()


def ordered(block: Block, *last: Operation) -> list[Operation]:
    """The ops in the block that those `last` ones depend on, and they themselves, each after its dependencies."""
    part = Part(lambda value: None, lambda value: value, block)
    for op in last:
        part.need(op)
    return part.ops


def sort(block: Block) -> None:
    """Sorts the ops of a block, each behind its dependencies. What goes round in a loop ends in Sinks."""
    for op in ordered(block, *[op for op in block if op.name == SINK], block.last):
        block.append(op.remove())


class Part:
    """Ops that belong together, each after what it needs.

    `resolve(value)` is the value that stands for another inside. `outside(value)` returns the replacements of a value outside of the part,
    or None for one that is computed inside: one value for a value, any number of tokens for a token.
    """

    def __init__(self, outside, resolve, block: Block):
        self.outside, self.resolve, self.block = outside, resolve, block
        self.ops: list[Operation] = []
        self.done: set[Operation] = set()
        self.taken: dict[Value, Value] = {}
        self.aliases: dict[Value, Value] = {}
        self.tokens: dict[Value, None] = {}

    def add(self, value: Value) -> None:
        for op in self.sources([value]):
            self.need(op)

    def need(self, first: Operation) -> None:
        """Takes an op in, with all that it needs."""
        pending = [(first, iter(self.sources(inputs_of(first))))]
        entered = {first}
        while pending:
            op, sources = pending[-1]
            source = next((source for source in sources if source not in self.done and source not in entered), None)
            if source is not None:
                entered.add(source)
                pending.append((source, iter(self.sources(inputs_of(source)))))
            else:
                pending.pop()
                if op not in self.done:
                    self.done.add(op)
                    self.ops.append(op)

    def sources(self, values) -> list[Operation]:
        """The ops inside that compute these values. What comes from outside is noted."""
        producers = []
        for value in values:
            if (target := self.resolve(value)) is not value:
                self.aliases[value] = target
            around = self.outside(target)
            if around is None and (target.op is None or target.op.parent is not self.block):
                around = (target,)
            if around is None:
                producers.append(target.op)
            elif value.type is CONTROL:
                self.tokens.update(dict.fromkeys(around))
            else:
                self.taken[target] = around[0]
        return producers


def function_of(part: Part, name: str, arguments: list[Value], results: list[Value], controls=(), location=None) -> Operation:
    """A private function that computes `results` of a part. `arguments` are the outside values that it takes, in order; of
    `results` those that the part does not know are values of its own making, put into `part.aliases` before."""
    body, inside = Block([value.type for value in arguments]), Block()
    arguments_of_values = dict(zip(arguments, body.arguments))
    mapping = {value: arguments_of_values[around] for value, around in part.taken.items()}
    mapping |= {value: argument for value, argument in arguments_of_values.items() if value not in mapping}
    for op in part.ops:
        inside.append(copied(op, mapping, part))
    fetched = [mapped(value, mapping, part) for value in results]
    tokens = [mapping[value] for value in controls if value in mapping]
    inside.append(Operation(FETCH, [*fetched, *tokens], location=location))
    types = [value.type for value in fetched]
    graph = body.append(Operation(GRAPH, (), types, regions=[Region([inside])], location=location))
    body.append(Operation("func.return", graph.results, location=location))
    return private_function(name, body, location)


def private_function(name: str, body: Block, location) -> Operation:
    """A function with this body, which takes the block's arguments and gives what the block ends with."""
    type = FunctionType([value.type for value in body.arguments], [value.type for value in body.last.operands])
    attributes = {"sym_name": StringAttr(name), "sym_visibility": StringAttr("private"), "function_type": TypeAttr(type)}
    return Operation("func.func", (), (), attributes, [Region([body])], location=location)


def mapped(value: Value, mapping: dict, part: Part) -> Value:
    return mapping[part.aliases.get(value, value)]


def copied(op: Operation, mapping: dict, part: Part) -> Operation:
    """A copy of an op with the part's names for what it uses; tokens from outside are dropped: a function starts behind them."""
    for value in inputs_of(op):
        if value in part.aliases and part.aliases[value] in mapping:
            mapping[value] = mapping[part.aliases[value]]
    new = op.clone(mapping)
    new.set_operands(
        [value for value in new.operands if value.type is not CONTROL or value.op is None or value.op.parent is not part.block]
    )
    return new


def in_island(block: Block, name: str, operands, types, attributes: dict, controls, location) -> Operation:
    """An op in an island of its own, at the end of the graph's ops."""
    inner = Operation(name, operands, types, attributes, location=location)
    return block.insert_before(island_of([inner], inner.results, controls, location), block.last)


def island_of(ops: Iterable[Operation], yielded: Sequence[Value], waits: Iterable[Value], location, end=None) -> Operation:
    """An island of these ops that yields the values `yielded`, and waits for the tokens `waits`. `end` is the place of its yield, if not
    the island's own."""
    body = Block()
    for op in ops:
        body.append(op.remove())
    body.append(Operation(YIELD, yielded, location=end or location))
    types = [*[value.type for value in yielded], CONTROL]
    return Operation(ISLAND, dict.fromkeys(waits), types, regions=[Region([body])], location=location)


class Functions:
    """The insertion point for new functions: behind the function whose graph they come from. `settled` are arguments of functions that are
    always the number of one branch."""

    def __init__(self, module: Operation):
        self.symbols = SymbolTable(module)
        self.added: list[Operation] = []
        self.settled: dict[Value, int] = {}

    def add(self, function: Operation, after: Operation) -> SymbolRefAttr:
        """Adds a function under its name or, if that is taken, a similar one."""
        self.added.append(self.symbols.add(function, before=after.next))
        return SymbolRefAttr(function.get("sym_name"))


def is_stateless(ops: Iterable[Operation]) -> bool:
    inner = [op for around in ops for op in around.walk() if op.name.startswith("tf.")]
    return all([op.get("is_stateless", False) if op.name in FUNCTIONAL else is_pure(op) or op.name == "tf.Assert" for op in inner])


def stateless(*parts: Part) -> BoolAttr:
    return BoolAttr(all([is_stateless(part.ops) for part in parts]))


def symbol(name: str) -> str:
    """A node's name as part of a function's."""
    return "".join([letter if letter.isalnum() else "_" for letter in name])
