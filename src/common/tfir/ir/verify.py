"""What must hold of every program, whatever its dialects: structure, visibility of values, terminators, symbols.

What an op's declaration demands of it comes from outside: `declared(op, definition)` raises where the op breaks it. An op
without regions is checked once for each combination of name, types and attributes that occurs.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.symbols import TablesKept, symbol_name

MOST_ERRORS = 50
NEW = object()
MAY_END = {"terminator", "unknown"}  # of an op that nobody declares nobody knows whether it ends a block


def verify(root: Operation, lookup, declared=None) -> None:
    """Raises one error with a diagnostic for every operation that is wrong."""
    found = Verifier(lookup, declared).check(root)
    if found:
        raise Error.of(found)


class Verifier:
    __slots__ = ("lookup", "declared", "found", "dominance", "seen", "from_outside")

    def __init__(self, lookup, declared):
        self.lookup, self.declared = lookup, declared
        self.found: list[Diagnostic] = []
        self.dominance = None
        # What was right, by what is shared or a key -> the definition if more has to be looked at than these.
        self.seen: dict = {}
        self.from_outside: list[tuple[Operation, object]] = []  # (operation, value) where the value is no block's around it so far

    def check(self, root: Operation) -> list[Diagnostic]:
        with TablesKept():
            if self._attempt(self._operation, root):
                self._inside(root)
        return self.found

    def is_graph(self, region: Region) -> bool:
        """Whether the operations of a block of a region have no order, as may be in what is not known."""
        definition = region.parent is not None and self.lookup(region.parent.name)
        return definition is None or (bool(definition) and "graph_region" in definition.traits)

    def _attempt(self, check, *arguments) -> bool:
        """Whether nothing was wrong; what was is noted."""
        if len(self.found) >= MOST_ERRORS:
            return False
        try:
            check(*arguments)
            return True
        except Error as error:
            self.found.extend(error.diagnostics)
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

    def _block(self, block: Block, parent, graph: bool) -> None:
        seen, from_outside = self.seen, self.from_outside
        here: set = {block}
        op, before = block.first, len(self.found)
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
            key = op.shared
            if key is None and (op.successors or op.regions):
                definition = self.lookup(op.name)
                if definition is not None and "symbol" in definition.traits and parent is not None and "symbol_table" not in parent.traits:
                    self._attempt(_raise, op, "symbol's parent must have the SymbolTable trait")
                elif self._attempt(self._operation, op):
                    self._inside(op)
                self._position(op, definition)
            else:
                key = key or key_of(op, operands)
                more = seen.get(key, NEW)
                if more is NEW:
                    self._first(op, key)
                elif more is not None:
                    self._again(op, more)
            op = op.next
        if len(self.found) == before:
            self._terminator(block, parent)

    def _entry(self, op: Operation, region: Region) -> None:
        """Nothing leads back to where a region begins."""
        if len(region.blocks) > 1 and any([region.entry in block.last.successors for block in region.blocks if block.last is not None]):
            self._attempt(_raise, op, "entry block of region may not have predecessors", region.entry)

    def _reaches(self, value, op: Operation) -> bool:
        """Whether a value from another block may be used here."""
        if self.dominance is None:
            from tfir.ir.dominance import Dominance

            self.dominance = Dominance(self.is_graph)
        return self.dominance.reaches(value, op)

    def _again(self, op: Operation, definition) -> None:
        """What has to be looked at for each operation of a kind."""
        if definition.verify_in_context is not None:
            self._attempt(definition.verify_in_context, op)
        self._position(op, definition)

    def _first(self, op: Operation, key) -> None:
        """An operation such as none before it."""
        definition, before = self.lookup(op.name), len(self.found)
        self._attempt(self._operation, op)
        if op.regions:
            self._inside(op)
        is_contextual = definition is not None and (definition.verify_in_context is not None or "terminator" in definition.traits)
        if len(self.found) == before:
            self.seen[key] = definition if is_contextual else None
        if is_contextual:
            self._position(op, definition)

    def _position(self, op: Operation, definition) -> None:
        if op.next is not None and definition is not None and "terminator" in definition.traits:
            self._attempt(_raise, op, "must be the last operation in the parent block")

    def _unreachable_value(self, value, op) -> None:
        number = op.operands.index(value)
        if value.owner is None:
            raise Error.on(op, f"uses as operand #{number} a value that nothing defines")
        if value.op is None:
            number_of_block = value.block.parent.blocks.index(value.block)
            what = f"operand defined as a block argument (block #{number_of_block} {where(value.block, op)})"
            note = Diagnostic(what, value.block.parent.parent, "note")
        else:
            note = Diagnostic(f"operand defined here (op {where(value.op.parent, op, value.op.parent is op.parent)})", value.op, "note")
        raise Error(f"operand #{number} does not dominate this use", op, [note])

    def _terminator(self, block: Block, parent) -> None:
        needs = parent is not None and "no_terminator" not in parent.traits and "graph_region" not in parent.traits
        last = block.last
        if last is None:
            if needs or len(block.parent.blocks) > 1:
                self._attempt(_raise, block.parent.parent, "empty block: expect at least a terminator", block)
            return
        definition = self.lookup(last.name)
        if needs and definition is not None and MAY_END.isdisjoint(definition.traits):
            self._attempt(_raise, last, f"block with no terminator, has '{last.name}'", block)

    def _operation(self, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                if block.parent is not region:
                    raise Error.on(op, "has a block that says it belongs to another region")
        definition = self.lookup(op.name)
        if definition is None:
            return
        if self.declared is not None:
            self.declared(op, definition)
        if definition.verify_in_context is not None:
            definition.verify_in_context(op)

    def _isolated(self, op: Operation, region: Region) -> None:
        """Nothing inside may use a value from outside. Dominance allows it, so this asks on its own."""
        for inner, value in self.from_outside:
            if value.block is not None and not _is_within(value.block, region):
                self._attempt(_raise, inner, f"using value defined outside the region of '{op.name}'")

    def _symbols(self, op: Operation) -> None:
        known: dict[str, Operation] = {}
        for block in op.region.blocks:
            for inner in block:
                name = symbol_name(inner)
                if name is None:
                    continue
                if name in known:
                    first = Diagnostic("see existing symbol definition here", known[name], "note")
                    raise Error(f"redefinition of symbol named '{name}'", inner, [first])
                known[name] = inner


def key_of(op: Operation, operands):
    """What the checks of an op without regions look at: its name, types and attributes. Written out for the usual cases, since it
    is made for every op. Attributes count by identity: equal ones are mostly the same object, and comparing them costs more than
    checking."""
    results, attributes, count = op.results, op.attributes, len(operands)
    if len(results) != 1 or count > 2:
        key = (op.name, len(results), *[value.type for value in results], *[value.type for value in operands])
    elif count == 2:
        first, second = operands
        key = (op.name, results[0].type, first.type, second.type)
    else:
        key = (op.name, results[0].type, operands[0].type) if operands else (op.name, results[0].type)
    return (*key, *attributes, *map(id, attributes.values())) if attributes else key


def _raise(op: Operation, message: str, block: Block | None = None) -> None:
    raise Error.on(op, message) if block is None else Error(message, op)


def where(block: Block, user: Operation, same: bool = False) -> str:
    """Where the block that defines a value stands, seen from an operation that uses it."""
    if same:
        return "in the same block"
    if block.parent is user.parent.parent:
        return "in the same region"
    if _is_within(user.parent, block.parent):
        return "in a parent region"
    return "in a child region" if _is_within(block, user.parent.parent) else "is neither in a parent nor in a child region"


def _is_within(block: Block, region: Region) -> bool:
    while block is not None and block.parent is not None:
        if block.parent is region:
            return True
        around = block.parent.parent
        block = around.parent if around is not None else None
    return False
