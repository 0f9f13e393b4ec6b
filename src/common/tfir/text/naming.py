"""The names that values and blocks print under: `%0`, `%arg0`, `%cst_1`, `^bb2`.

As in MLIR all values of a region are named before those of the regions inside it, and one counter makes names unique.
"""

from __future__ import annotations

from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import unused_name
from tfir.startup.patterns import ASCII, compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tfir.text.interfaces import Lookup, ResultNames

    Hook = Callable[[Operation], ResultNames | None]  # names the results of an operation
    ArgumentNames = Callable[[Block], Mapping[Value, str | Value]]  # names of arguments; a value is the one that it stands for

# What is raised by a form, or by what names results, of an operation that is not as its definition asks: it lacks an operand, an
# attribute, a block. Only the verifier refuses such operations, and they are printed to show what is wrong.
UNPRINTABLE = (AttributeError, LookupError, TypeError, ValueError, AssertionError, StopIteration)
NOT_IN_NAMES = compiled(r"[^\w$.\-]", ASCII)


class Naming:
    """Names for everything inside one operation. `names[value]` is its spelling; `packs[op]` lists (name, count) to define."""

    __slots__ = (
        "names", "packs", "blocks", "lookup", "generic", "unique", "keep_names", "_value", "_argument", "_conflict", "_used", "_added",
        "_hooks",
    )  # fmt: skip

    def __init__(self, root: Operation, lookup: Lookup, generic: bool = False, keep_names: bool = False, unique: bool = False):
        self.names: dict[Value, str] = {}
        self.packs: dict[Operation, list[tuple[str, int]]] = {}
        self.blocks: dict[Block, str] = {}
        self.lookup, self.generic, self.keep_names, self.unique = lookup, generic, keep_names, generic or unique
        self._value = self._argument = self._conflict = 0
        self._used: set[str] = set()  # in this region and around it
        self._added: list[str] = []  # of these, the ones of this region
        self._hooks: dict[str, Hook | None] = {}  # by names of operations
        self._name_results(root)
        for region in root.regions:
            self._name_region(region, root)

    def _name_region(self, region: Region, parent: Operation) -> None:
        definition = self.lookup(parent.name)
        outer, self._added = (self._value, self._argument, self._conflict, self._added), []
        argument_names = getattr(definition and definition.form, "argument_names", None)
        with_regions: list[Operation] = []
        if self.keep_names and any([block.label for block in region.blocks]):
            self._keep_labels(region)
        for number, block in enumerate(region.blocks):
            self.blocks.setdefault(block, f"^bb{number}")
            if block.arguments:
                self._name_arguments(block, number == 0, argument_names)
            self._name_operations(block, with_regions)
        if self.unique:
            # In generic form, and where it is asked for, MLIR goes on counting from region to region, the last region first.
            for op in reversed(with_regions):
                for inner in reversed(op.regions):
                    self._name_region(inner, op)
        else:
            for op in with_regions:
                for inner in op.regions:
                    self._name_region(inner, op)
            self._value, self._argument, self._conflict = outer[:3]
        self._used.difference_update(self._added)
        self._added = outer[3]

    def _keep_labels(self, region: Region) -> None:
        """The names of blocks, those that were written first; each once."""
        used: set[str] = set()
        for block in sorted(region.blocks, key=lambda block: not block.label):
            name = unused_name(block.label or f"bb{region.blocks.index(block)}", used, 0)
            used.add(name)
            self.blocks[block] = f"^{name}"

    def _name_operations(self, block: Block, with_regions: list[Operation]) -> None:
        names, hooks, op, number = self.names, self._hooks, block.first, self._value
        while True:  # not `while condition`: Python 3.11 specializes what runs once only at unconditional jumps back
            if op is None:
                break
            results = op.results
            if results:
                if op.name not in hooks:
                    hooks[op.name] = self._hook_of(op.name)
                if hooks[op.name] is None and len(results) == 1 and not self.keep_names:
                    names[results[0]] = f"%{number}"
                    number += 1
                else:
                    self._value = number
                    self._name_results(op)
                    number = self._value
            if (op.shared is None or self.generic) and op.regions:  # custom forms do not print regions that are shared
                with_regions.append(op)
            op = op.next
        self._value = number

    def _hook_of(self, name: str) -> Hook | None:
        """The function that names results of such ops, or None."""
        definition = None if self.generic else self.lookup(name)
        return definition.result_names if definition is not None else None

    def _name_results(self, op: Operation) -> None:
        if not op.results:
            return
        asked = self._asked(op)
        if len(op.results) == 1 and not self.keep_names:
            base = asked[0][1] if asked else None
            self.names[op.results[0]] = self._unique(base) if base else self._next_number()
            return
        groups: list[tuple[int, str | None]] = [*asked]
        if not groups or groups[0][0] != 0:
            groups.insert(0, (0, None))
        ends = [start for start, _ in groups[1:]] + [len(op.results)]
        packs = []
        for (start, base), end in zip(groups, ends):
            name = self._unique(base) if base else self._next_number()
            packs.append((name, end - start))
            for number in range(start, end):
                self.names[op.results[number]] = name if end - start == 1 else f"{name}#{number - start}"
        if len(packs) > 1 or packs[0][1] > 1:
            self.packs[op] = packs

    def _asked(self, op: Operation) -> list[tuple[int, str]]:
        """The names that are asked for an operation's results, each with the number of the first result that it is for."""
        hook = self._hook_of(op.name)
        if self.keep_names and op.results[0].name:
            return [(i, v.name) for i, v in enumerate(op.results) if v.name and (i == 0 or v.name != op.results[i - 1].name)]
        try:
            return list(hook(op) or ()) if hook is not None else []
        except UNPRINTABLE:
            return []

    def _own_name(self, argument: Value) -> str | None:
        return argument.name if self.keep_names else None

    def _next_number(self) -> str:
        self._value += 1
        if self.keep_names and not self._claim(str(self._value - 1)):
            return self._next_number()
        return f"%{self._value - 1}"

    def _claim(self, name: str) -> bool:
        """Whether a name that is made up is still free among those that are kept."""
        if name in self._used:
            return False
        self._used.add(name)
        self._added.append(name)
        return True

    def _name_arguments(self, block: Block, is_entry: bool, argument_names: ArgumentNames | None) -> None:
        try:
            asked = argument_names(block) if is_entry and argument_names is not None and not self.generic else {}
        except UNPRINTABLE:
            asked = {}
        for argument in block.arguments:
            base = asked.get(argument)
            if not isinstance(base, Value):
                base = self._own_name(argument) or base
            if isinstance(base, Value):
                self.names[argument] = self._shadow(base, base in asked)
            elif base and base[0] == "%":
                self.names[argument] = base
            elif base:
                self.names[argument] = self._unique(base)
            elif is_entry:
                while self.keep_names and not self._claim(f"arg{self._argument}"):
                    self._argument += 1
                self.names[argument] = f"%arg{self._argument}"
                self._argument += 1
            else:
                self.names[argument] = self._next_number()

    def _shadow(self, shadowed: Value, is_named: bool) -> str:
        """The name of an argument that stands for another, unwritten one; like any argument it takes a number."""
        self._argument += not is_named
        name = self.names[shadowed] + ".ctl"
        self._used.add(name[1:])
        self._added.append(name[1:])
        return name

    def _unique(self, base: str) -> str:
        base = _spelled.get(base) or _spell(base)
        if base in self._used and base.isdigit():
            return self._next_number()  # a number with something behind it is no name
        name = base
        while name in self._used:
            name = f"{base}_{self._conflict}"
            self._conflict += 1
        self._used.add(name)
        self._added.append(name)
        return "%" + name


_spelled: dict[str, str] = {}


def _spell(base: str) -> str:
    """A name with what may not stand in names replaced: blanks by `_`, all else by its hexadecimal digits."""
    spelled = NOT_IN_NAMES.sub(lambda match: "_" if match[0] == " " else match[0].encode("utf-8", "surrogateescape").hex().upper(), base)
    if spelled[0].isdigit() and not spelled.isdigit():
        spelled = "_" + spelled
    _spelled[base] = spelled
    return spelled
