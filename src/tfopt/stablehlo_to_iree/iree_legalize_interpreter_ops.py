"""Writes the StableHLO of executables in iree_hl_interp, in executables of format IreeBytecode.

What the interpreter has no operation for is a call of a function that holds the op, and that is imported: it is computed by what the op means.
"""

from __future__ import annotations

from tfir.analysis.equivalence import Equivalence
from tfir.execution.blocks import captured_values
from tfir.execution.executables import executable_of, memref
from tfir.execution.sequencer import BYTECODE, UNSPECIFIED, architecture
from tfir.ir.attributes import StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import symbol_name
from tfir.ir.types import I32, FunctionType, MemRefType, TensorType
from tfir.vm.opcodes import OPAQUE, code_of
from tfir.vm.symbols import EXPORT, IMPORT

from tfopt.stablehlo_to_iree.interpreter_ops import DIALECT, RULES, Body, is_plain

WORKS_ON = ("iree",)
OPTIONS = {"replace": "Leave out the executables that hold StableHLO, and those for other devices."}
KEPT = ("sym_name", EXPORT, "iree.executable.workload", "iree.ordinal")  # of a function's attributes; others are for kernels
SAME = Equivalence(ignored=lambda op: ("sym_name",), commutes=False)


def iree_legalize_interpreter_ops(module: "Module", *, replace: bool = False):
    """Add an executable in iree_hl_interp to each that holds StableHLO."""
    for executable in [op for op in module.body if op.name == "iree.multi_arch_executable"]:
        general = architecture(executable, UNSPECIFIED)
        if general is None or architecture(executable, BYTECODE) is not None:
            continue
        functions = [op for op in general.walk() if op.name == "func.func"]
        imports = Imports([symbol_name(func) for func in functions])
        written = [interpreted(func, imports) for func in functions]
        executable.body.insert_before(executable_of(BYTECODE, [*written, *imports.functions]), general.next)
        if replace:
            for specific in [op for op in executable.body if op.get("format") != BYTECODE]:
                specific.erase()


class Imports:
    """The functions that stand for ops, one for all ops that are alike."""

    def __init__(self, taken: list[str | None]):
        self.taken = set(taken)
        self.functions: list[Operation] = []
        self.names: dict[object, str] = {}

    def name(self, op: Operation, outside: list[Value]) -> str:
        """The name of the function that computes an op of `outside`: its operands, and what its regions read."""
        func = function_around(op, outside)
        key = SAME.operation(func)
        if key not in self.names:
            name = self.names[key] = f"{op.name.rpartition('.')[2]}_{len(self.names)}"
            func.set_attribute("sym_name", StringAttr(name if name not in self.taken else f"{name}_import"))
            self.functions.append(func)
            self.names[key] = str(symbol_name(func))
        return self.names[key]


def function_around(op: Operation, outside: list[Value]) -> Operation:
    region, block = single_block_region([value.type for value in outside])
    made = block.append(op.clone(dict(zip(outside, block.arguments))))
    block.append(Operation("func.return", made.results, location=op.location))
    type = FunctionType([value.type for value in outside], [value.type for value in made.results])
    attributes = {"sym_name": op.name, "function_type": type, "sym_visibility": "private", IMPORT: UnitAttr()}
    return Operation("func.func", attributes=attributes, regions=[region], location=op.location)


def interpreted(func: Operation, imports: Imports) -> Operation:
    """The function of an executable, with operations of the interpreter."""
    arguments = [value.type if isinstance(value.type, MemRefType) else memref(value.type) for value in func.body.arguments]
    region, block = single_block_region(arguments)
    values: dict[Value, Value] = dict(zip(func.body.arguments, block.arguments))
    body = Body(Builder.at_end(block))
    for op in func.body:
        body.build.location = op.location
        add(op, values, body, imports)
    attributes = {name: func.attributes[name] for name in KEPT if name in func.attributes} | {
        "function_type": FunctionType(arguments, func.attributes["function_type"].value.results)
    }
    return Operation("func.func", attributes=attributes, regions=[region], location=func.location)


def add(op: Operation, values: dict[Value, Value], body: Body, imports: Imports) -> None:
    """Adds to a body what an operation of StableHLO's is there."""
    if op.name == "iree.load_input":
        values[op.result] = values[op.operands[0]]
    elif op.name == "iree.store_output":
        store(values[op.operands[0]], values[op.operands[1]], body)
    elif op.name == "iree.return":
        body.build.create("iree.return", [values[value] for value in op.operands])
    elif op.name == "stablehlo.constant" and code_of(op.result.type.element) != OPAQUE:
        values[op.result] = body.constant(op.attributes["value"])
    else:
        operands = [values[value] for value in op.operands]
        rule = RULES.get(op.name)
        result = rule(op, operands, body) if rule is not None and is_plain(op) else None
        if result is not None:
            values[op.result] = result
        else:
            values.update(zip(op.results, imported(op, values, body, imports)))


def imported(op: Operation, values: dict[Value, Value], body: Body, imports: Imports) -> tuple[Value, ...]:
    """The results of a call of the function that stands for an op."""
    read = [value for region in op.regions for block in region.blocks for value in captured_values(block)]
    outside = list(dict.fromkeys([*op.operands, *read]))
    callee = SymbolRefAttr(imports.name(op, outside))
    types = [memref(value.type) for value in op.results]
    call = body.build.create(f"{DIALECT}.call", [values[value] for value in outside], types, {"callee": callee})
    return call.results


def store(value: Value, target: Value, body: Body) -> None:
    """Copies all of a buffer to another."""
    sizes = value.type.shape
    starts = body.numbers([0] * len(sizes))
    if value.type.is_static:
        lengths = body.numbers(sizes)
    else:
        lengths = body.op("shape", [value], TensorType([len(sizes)], I32))
    body.build.create(f"{DIALECT}.copy", [value, starts, target, starts, lengths])
