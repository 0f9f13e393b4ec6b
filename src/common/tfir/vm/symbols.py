"""Names of functions and executables as numbers, which is what bytecode has of them."""

from __future__ import annotations

from tfir.dialects.iree.verify import IMPORT
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import symbol_name

EXECUTABLE, FUNCTION = "iree.multi_arch_executable", "func.func"
EXPORT = "iree.executable.export"  # an attribute of functions
DISPATCHES = ("dispatch", "static_dispatch", "dynamic_dispatch")


class Symbols:
    """What a module's bytecode refers to by number: functions, imported functions, and executables with their entries, each by its place
    in a list of names."""

    def __init__(self, functions: list[str], imports: list[str], executables: list[tuple[str, list[str]]]):
        self.functions, self.imports, self.executables = functions, imports, executables

    @staticmethod
    def of(module: Operation) -> Symbols:
        """Those of a module, in the order in which it has them."""
        functions = [op for op in module.body if op.name == FUNCTION]
        called = dispatched_entries(functions)
        return Symbols(
            [name for op in functions if IMPORT not in op.attributes and (name := symbol_name(op)) is not None],
            [name for op in functions if IMPORT in op.attributes and (name := symbol_name(op)) is not None],
            [(name, entries(op, called)) for op in module.body if op.name == EXECUTABLE and (name := symbol_name(op)) is not None],
        )

    def number(self, letter: str, callee: SymbolRefAttr) -> int | tuple[int, int]:
        """The number of a function or an import, or those of an executable and its entry. Raises Error for a name that is not there."""
        try:
            if letter != "d":
                return (self.functions if letter == "f" else self.imports).index(callee.leaf)
            at = [name for name, _ in self.executables].index(callee.root)
            return at, self.executables[at][1].index(callee.leaf)
        except ValueError:
            raise Error(f"refers to {callee}, which this module has not") from None

    def reference(self, letter: str, number: int | tuple[int, int]) -> SymbolRefAttr:
        """What a number means. Raises Error for one that is too large."""
        try:
            if isinstance(number, tuple):
                name, entries = self.executables[number[0]]
                return SymbolRefAttr(name, entries[number[1]])
            return SymbolRefAttr((self.functions if letter == "f" else self.imports)[number])
        except IndexError:
            raise Error(f"there is no {KINDS[letter]} {number}") from None


KINDS = {"f": "function", "F": "import", "d": "entry of an executable"}


def dispatched_entries(functions: list[Operation]) -> dict[str, list[str]]:
    """The entries that functions dispatch, by executable."""
    called: dict[str, list[str]] = {}
    for op in [op for func in functions for block in func.region.blocks for op in block]:
        if op.name.rpartition(".")[2] in DISPATCHES:
            called.setdefault(op.attributes["callee"].root, []).append(op.attributes["callee"].leaf)
    return called


def entries(executable: Operation, called: dict[str, list[str]]) -> list[str]:
    """The entries of an executable: the functions that it exports and, where only kernels say what it computes, those that are dispatched."""
    exported = [str(symbol_name(op)) for op in executable.walk() if op.name == FUNCTION and EXPORT in op.attributes]
    return list(dict.fromkeys([*exported, *called.get(str(symbol_name(executable)), ())]))
