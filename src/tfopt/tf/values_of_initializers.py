"""Variables of a SavedModel that have no value in it and that what runs before all else sets, as those that metrics count in.

They become variables of the module with the value that the initializers give them, and exported functions are bound to them as to any other.
The initializers are run here, once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tfir.analysis.feeds import add_entry_names
from tfir.dialects import is_pure
from tfir.dialects.tf_saved_model import BOUND_INPUT, EXPORTED, GLOBAL_TENSOR, INITIAL_VALUE, INITIALIZER, UNFINISHED
from tfir.dialects.tf_type import SubtypedType
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import TensorType
from tfir.ods.arrays import dense_of
from tfir.ods.functions import retype

from tfopt.tf.opened_variables import opening
from tfopt.tf.tf_decompose_resource_ops import ASSIGN, held_type


class ValuesOfInitializers:
    """`symbols` are those of the module."""

    def __init__(self, symbols: SymbolTable):
        self.symbols, self.module = symbols, symbols.op
        self.bound: dict[str, Operation] = {}

    def bind(self, function: Operation) -> None:
        """Makes arguments of the variables that an exported function opens by name and the initializers set."""
        if EXPORTED not in function.attributes or UNFINISHED in self.module.attributes:
            return
        handles: dict[str, list[Operation]] = {}
        for name, op in opening(function):
            if INITIAL_VALUE not in op.attributes and op.block is function.body:
                handles.setdefault(name, []).append(op)
        for name, ops in handles.items():
            if name in self.given[0]:
                self.bind_to(function, name, ops)

    def bind_to(self, function: Operation, name: str, ops: list[Operation]) -> None:
        if name not in self.bound:
            self.bound[name] = self.variable(name, ops[0])
        symbol = self.bound[name]
        type = TensorType((), SubtypedType("resource", [symbol.attributes["type"].type]))
        described = list(function.attributes.get("arg_attrs", ArrayAttr([DictAttr()] * len(function.body.arguments))).elements)
        argument = function.body.add_argument(type)
        for op in ops:
            op.replace_with([argument])
        described.append(DictAttr({BOUND_INPUT: SymbolRefAttr(symbol.get("sym_name"))}))
        function.set_attribute("arg_attrs", ArrayAttr(described))
        add_entry_names(function, "inputs", [name])
        retype(function)

    def variable(self, name: str, handle: Operation) -> Operation:
        value, declared = dense_of(self.given[0][name]), held_type(handle.result)
        type = declared if isinstance(declared, TensorType) and declared.shape is not None else value.type
        attributes = {"sym_name": StringAttr(f"__sm_{name}"), "type": TypeAttr(type), "value": value, "is_mutable": UnitAttr()}
        return self.symbols.add(Operation(GLOBAL_TENSOR, attributes=attributes), self.module.body.first)

    def drop_assignments(self) -> None:
        """Takes out of the initializers what sets variables that are the module's now, and those that do nothing without it."""
        if not self.bound:
            return
        for op in [op for op in self.module.body if op.name == INITIALIZER]:
            functions = [self.symbols.get(reference) for reference in op.get("initializers")]
            for function in functions:
                self.drop_assignments_in(function)
            kept = [function for function in functions if not all(map(is_pure, list(function.body)[:-1]))]
            op.set_attribute("initializers", ArrayAttr([SymbolRefAttr(function.get("sym_name")) for function in kept]))
            for idle in [function for function in functions if function not in kept]:
                self.symbols.remove(idle)
            if not kept:
                op.erase()

    def drop_assignments_in(self, function: Operation) -> None:
        for name, op in list(opening(function)):
            if name in self.bound and all([user.name == ASSIGN for user in op.result.users]):
                for user in list(op.result.users):
                    user.erase()
                op.erase()

    def refuse(self, name: str | None, handle: Operation) -> Error:
        """That nothing sets a variable which is read."""
        why = self.given[1]
        more = "" if why is None else f"; its initializer cannot run: {why}"
        return Error.on(handle, f"opens variable '{name}', and nothing of the SavedModel says what it begins with{more}")

    @cached_property
    def given(self) -> tuple[dict[str, Any], Error | None]:
        """The values by names of variables, and why there are no more where an initializer fails."""
        from tfir.execution.session import Session  # which programs whose variables have values need not load

        session = Session(self.module)
        try:
            session.initialize(self.module)
        except Error as error:
            return session.variables(), error
        return session.variables(), None
