"""Verification of programs of any dialects: structure, visibility of values, terminators, symbols.

The check of an op against its declaration is passed in: `declared(op, definition)` raises where the op breaks it, and says whether it
looked at constants that make operands. An op without regions is checked once for each combination of name, types and attributes, and,
where these were looked at, of constants that occurs. A `Verifier` that is asked again, as the program changes, asks only of those that are new.
"""

from __future__ import annotations

from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.symbols import TablesKept, symbol_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any, NoReturn

    from tfir.ir.attributes import Attribute
    from tfir.ir.dominance import Dominance
    from tfir.ir.interfaces import Definition, Lookup
    from tfir.ir.operations import Value

    Check = Callable[..., object]
    Declared = Callable[[Operation, Any], object]  # (operation, what `lookup` says of its name)

MOST_ERRORS = 50
FEW = 64
NEW, CONSTANTS = object(), object()
MAY_END = {"terminator", "unknown"}  # an op that no dialect declares may end a block


def verify(root: Operation, lookup: Lookup, declared: Declared | None = None) -> None:
    """Raises one `Error` with a diagnostic for every operation that is wrong, of the first 50."""
    Verifier(lookup, declared).verify(root)


class Verifier:
    """Checks a program in one walk and collects the diagnostics in `errors`."""

    __slots__ = ("lookup", "declared", "errors", "dominance", "seen", "kept", "brief", "from_outside", "reads_constants")

    def __init__(self, lookup: Lookup, declared: Declared | None):
        self.lookup, self.declared = lookup, declared
        self.errors: list[Diagnostic] = []
        self.dominance: Dominance | None = None
        # What was right, by what is shared or a key -> the definition if more has to be looked at than these, `CONSTANTS` for constants.
        self.seen: dict[Hashable, Any] = {}
        self.kept: list[tuple[Attribute, ...]] = []  # those of `seen`, whose keys tell them by their identities
        self.brief: list[Hashable] = []  # of these keys nothing is kept, so that they hold for one check
        self.reads_constants = False  # whether the check of the last operation looked at constants
        self.from_outside: list[tuple[Operation, Value]] = []  # (operation, value) where the value is no block's around it so far

    def check(self, root: Operation) -> list[Diagnostic]:
        self.errors, self.dominance, self.from_outside = [], None, []
        with TablesKept():
            if self._attempt(self._operation, root):
                self._inside(root)
        for key in self.brief:
            del self.seen[key]
        self.brief = []
        return self.errors

    def verify(self, root: Operation) -> None:
        """As the function of this name."""
        errors = self.check(root)
        if errors:
            raise Error.of(errors)

    def is_graph(self, region: Region) -> bool:
        """Whether the operations of a block of a region have no order, as may be in an operation that no dialect declares."""
        if region.parent is None:
            return False
        definition = self.lookup(region.parent.name)
        return definition is None or "graph_region" in definition.traits

    def _attempt(self, check: Check, *arguments: object) -> bool:
        """Whether the check passed; its diagnostics are added to `errors`."""
        if len(self.errors) >= MOST_ERRORS:
            return False
        try:
            check(*arguments)
            return True
        except Error as error:
            self.errors.extend(error.diagnostics)
            return False

    def _inside(self, op: Operation) -> None:
        definition = self.lookup(op.name)
        for region in op.regions:
            if region.parent is not op:
                self._attempt(_raise, op, "owns a region that says it belongs to another operation")
            graph = definition is not None and "graph_region" in definition.traits
            isolated = definition is not None and "isolated" in definition.traits
            around = self.from_outside
            if isolated:
                self.from_outside = []
            for block in region.blocks:
                self._block(block, definition, graph)
            self._entry(op, region)
            if isolated:
                self._isolated(op, region)
                self.from_outside = around
        if definition is not None and "symbol_table" in definition.traits:
            self._attempt(self._symbols, op)

    def _block(self, block: Block, parent: Definition | None, graph: bool) -> None:
        seen, from_outside = self.seen, self.from_outside
        here: set[Block | Operation | None] = {block}
        op, before = block.first, len(self.errors)
        while op is not None:
            operands = op.operands
            for value in operands:
                if value.owner not in here:
                    if not graph and not self._reaches(value, op):
                        self._attempt(self._unreachable_value, value, op)
                        break
                    if value.block is not block:
                        from_outside.append((op, value))
            here.add(op)
            key: Hashable = op.shared
            if key is None and (graph or op.successors or op.regions):  # nodes of a graph have names, so that no two are alike
                self._whole(op, parent)
            else:
                key = key or key_of(op, operands)
                more = seen.get(key, NEW)
                if more is NEW:
                    self._first(op, key)
                elif more is CONSTANTS:
                    self._with_constants(op, key)
                elif more is not None:
                    self._again(op, more)
            op = op.next
        if len(self.errors) == before:
            self._terminator(block, parent)

    def _whole(self, op: Operation, parent: Definition | None) -> None:
        """Checks an operation of a block, and what is inside of it."""
        definition = self.lookup(op.name)
        if definition is not None and "symbol" in definition.traits and parent is not None and "symbol_table" not in parent.traits:
            self._attempt(_raise, op, "symbol's parent must have the SymbolTable trait")
        elif self._attempt(self._operation, op):
            self._inside(op)
        self._position(op, definition)

    def _entry(self, op: Operation, region: Region) -> None:
        """Nothing leads back to where a region begins."""
        if len(region.blocks) > 1 and any([region.entry in block.last.successors for block in region.blocks if block.last is not None]):
            self._attempt(_raise_at, op, "entry block of region may not have predecessors")

    def _reaches(self, value: Value, op: Operation) -> bool:
        """Whether a value from another block may be used here."""
        if self.dominance is None:
            from tfir.ir.dominance import Dominance

            self.dominance = Dominance(self.is_graph)
        return self.dominance.reaches(value, op)

    def _again(self, op: Operation, definition: Definition) -> None:
        """Runs the checks that are needed for each operation, also for those with a key that was seen before."""
        if definition.verify_in_context is not None:
            self._attempt(definition.verify_in_context, op)
        self._position(op, definition)

    def _with_constants(self, op: Operation, key: Hashable) -> None:
        """Checks an operation unless there was one with that key and the same constants as operands."""
        key = (key, *map(constant_of, op.operands))
        if key not in self.seen and self._attempt(self._operation, op):
            self.seen[key] = None
            self.brief.append(key)

    def _first(self, op: Operation, key: Hashable) -> None:
        definition, before = self.lookup(op.name), len(self.errors)
        self._attempt(self._operation, op)
        if op.regions:
            self._inside(op)
        is_contextual = definition is not None and (definition.verify_in_context is not None or "terminator" in definition.traits)
        if len(self.errors) == before:
            self.seen[key] = definition if is_contextual else CONSTANTS if self.reads_constants else None
            attributes = tuple(op.attributes.values())
            if not all(map(is_small, attributes)):  # weights that passes drop are not to stay
                self.brief.append(key)
            elif attributes:
                self.kept.append(attributes)
        if is_contextual:
            self._position(op, definition)

    def _position(self, op: Operation, definition: Definition | None) -> None:
        if op.next is not None and definition is not None and "terminator" in definition.traits:
            self._attempt(_raise, op, "must be the last operation in the parent block")

    def _unreachable_value(self, value: Value, op: Operation) -> None:
        number, home = op.operands.index(value), value.block
        if home is None or home.parent is None:
            raise Error.on(op, f"uses as operand #{number} a value that nothing defines")
        if value.op is None:
            number_of_block = home.parent.blocks.index(home)
            what = f"operand defined as a block argument (block #{number_of_block} {where(home, op)})"
            note = Diagnostic(what, home.parent.parent, "note")
        else:
            note = Diagnostic(f"operand defined here (op {where(home, op, home is op.parent)})", value.op, "note")
        raise Error(f"operand #{number} does not dominate this use", op, [note])

    def _terminator(self, block: Block, parent: Definition | None) -> None:
        needs = parent is not None and "no_terminator" not in parent.traits and "graph_region" not in parent.traits
        last, region = block.last, block.parent
        if last is None:
            if needs or (region is not None and len(region.blocks) > 1):
                self._attempt(_raise_at, block.parent_op, "empty block: expect at least a terminator")
            return
        definition = self.lookup(last.name)
        if needs and definition is not None and MAY_END.isdisjoint(definition.traits):
            self._attempt(_raise_at, last, f"block with no terminator, has '{last.name}'")

    def _operation(self, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                if block.parent is not region:
                    raise Error.on(op, "has a block that says it belongs to another region")
        definition, self.reads_constants = self.lookup(op.name), False
        if definition is None:
            return
        if self.declared is not None:
            self.reads_constants = bool(self.declared(op, definition))
        if definition.verify_in_context is not None:
            definition.verify_in_context(op)

    def _isolated(self, op: Operation, region: Region) -> None:
        """Nothing inside may use a value from outside. Dominance allows it, so this asks on its own."""
        for inner, value in self.from_outside:
            from tfir.ir.dominance import is_within  # loaded by then: `reaches` asks for what comes from around

            if value.block is not None and not is_within(value.block, region):
                self._attempt(_raise, inner, f"using value defined outside the region of '{op.name}'")

    def _symbols(self, op: Operation) -> None:
        symbols: dict[str, Operation] = {}
        for block in op.region.blocks:
            for inner in block:
                name = symbol_name(inner)
                if name is None:
                    continue
                if name in symbols:
                    first = Diagnostic("see existing symbol definition here", symbols[name], "note")
                    raise Error(f"redefinition of symbol named '{name}'", inner, [first])
                symbols[name] = inner


def key_of(op: Operation, operands: tuple[Value, ...]) -> tuple[object, ...]:
    """The key of the checks of an op without regions: its name, types and attributes. Written out for the usual cases, since it
    is made for every op. Attributes count by identity: equal ones are mostly the same object, and comparing them costs more than
    checking."""
    results, attributes, count = op.results, op.attributes, len(operands)
    key: tuple[object, ...]
    if len(results) != 1 or count > 2:
        key = (op.name, len(results), *[value.type for value in results], *[value.type for value in operands])
    elif count == 2:
        first, second = operands
        key = (op.name, results[0].type, first.type, second.type)
    else:
        key = (op.name, results[0].type, operands[0].type) if operands else (op.name, results[0].type)
    return (*key, *attributes, *map(id, attributes.values())) if attributes else key


def constant_of(value: Value) -> tuple[int, int] | None:
    """What tells the constant that makes a value from others; None where the operation that makes it holds no value."""
    content = value.op.attributes.get("value") if value.op is not None else None
    return None if value.op is None or content is None else (id(content), len(value.op.operands))


def is_small(attribute: Attribute) -> bool:
    """Whether an attribute has no elements, or is itself a constant of a few."""
    return not attribute.has_elements or (isinstance(attribute, ElementsAttr) and attribute.type.size <= FEW)


def _raise(op: Operation, message: str) -> NoReturn:
    raise Error.on(op, message)


def _raise_at(op: Operation | None, message: str) -> NoReturn:
    """An error of a block or region, which does not name the operation that it is shown at."""
    raise Error(message, op)


def where(block: Block, user: Operation, same: bool = False) -> str:
    """Where the block that defines a value stands, seen from an operation that uses it."""
    if same:
        return "in the same block"
    if block.parent is user.block.parent:
        return "in the same region"
    from tfir.ir.dominance import is_within

    home, place = block.parent, user.block.parent
    if home is not None and is_within(user.block, home):
        return "in a parent region"
    return "in a child region" if place is not None and is_within(block, place) else "is neither in a parent nor in a child region"
