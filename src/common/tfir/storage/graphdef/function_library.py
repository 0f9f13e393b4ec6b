"""The library of a graph that is made as a program runs: the functions that its nodes name, and those that these name.

What a function is as nodes may stand in its attribute `tfir.function_defs`, a library of it and of all that it calls: a function that was
lowered says no more which nodes it had (`tf-keep-function-defs`).
"""

from __future__ import annotations

from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.proto import AttrValue, FunctionDef, FunctionDefLibrary
from tfir.storage.graphdef.export_functions import Functions, write_function
from tfir.storage.graphdef.export_plain_functions import write_plain_function

KEPT = "tfir.function_defs"


class FunctionLibrary:
    def __init__(self, library: FunctionDefLibrary):
        self.library, self.names = library, set[str]()
        self.exporters: dict[Operation, Functions] = {}

    def add_of(self, module: Operation, value: AttrValue) -> None:
        """The functions of the module that an attribute names."""
        for function in (*([value.func] if value.HasField("func") else ()), *value.list.func):
            self.add(module, function.name)
            for each in function.attr.values():
                self.add_of(module, each)

    def add(self, module: Operation, name: str) -> None:
        if name in self.names:
            return
        defined = SymbolTable(module).get(name)
        if defined is None:
            raise Error(f"Unable to find FunctionDef for {name} in the registry.")
        kept = defined.attributes.get(KEPT)
        if isinstance(kept, StringAttr):
            self.add_kept(FunctionDefLibrary.FromString(kept.bytes))
        else:
            self.add_written(module, name, defined)

    def add_kept(self, kept: FunctionDefLibrary) -> None:
        for function in kept.function:
            if function.signature.name not in self.names:
                self.names.add(function.signature.name)
                self.library.function.add().CopyFrom(function)

    def add_written(self, module: Operation, name: str, defined: Operation) -> None:
        if module not in self.exporters:
            self.exporters[module] = Functions(module)
        functions = self.exporters[module]
        self.names.add(name)
        written = self.library.function.add()
        if defined.name == "tfg.func":
            write_function(defined, written, functions)
        else:
            write_plain_function(defined, written)
        self.add_called(module, written, functions)

    def add_called(self, module: Operation, written: FunctionDef, functions: Functions) -> None:
        for node in written.node_def:
            if functions.has(node.op):
                self.add(module, node.op)
            for value in node.attr.values():
                self.add_of(module, value)
        for value in written.attr.values():
            self.add_of(module, value)
