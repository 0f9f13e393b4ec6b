"""A function of the sequencer and the executables that it dispatches, as bytecode run over NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable

from tfir.analysis.call_graph import reached_functions
from tfir.dialects.iree.verify import IMPORT
from tfir.execution.body import Body
from tfir.execution.host_steps import Bodies
from tfir.execution.machine import Code, Function
from tfir.execution.sequence import Resident, sized_programs
from tfir.execution.sequencer import BYTECODE, HOST, architecture, is_sequence
from tfir.execution.sized_programs import SizedPrograms
from tfir.execution.special import Functions
from tfir.execution.state import State
from tfir.hal.array_device import ArrayDevice
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.vm.assembler import assemble
from tfir.vm.disassembler import disassemble
from tfir.vm.opcodes import interpreter, sequencer
from tfir.vm.symbols import Symbols


def bytecode_program(func: Operation, state: State | None = None) -> SizedPrograms:
    """The function, by way of its bytecode and that of the functions that it calls, as a callable from a list of input arrays to a list of output
    arrays."""
    sequences = {
        str(symbol_name(op)): op for op in func.parent_op.body if op.name == "func.func" and op.regions[0].blocks and is_sequence(op)
    }
    for called in reached_functions([func], sequences) - {func}:
        reread(called)
    read = reread(func)
    return sized_programs(read, Resident(bytecode_device(state), Bodies(state)))


def bytecode_device(state: State | None = None) -> ArrayDevice:
    """The device that runs bytecode of executables. State that their imports write to is the session's."""
    return ArrayDevice((BYTECODE,), Codes(state).get)


def reread(func: Operation) -> Operation:
    """The function as its bytecode says it, in the place of the one in the module, with the names that callers know."""
    module, name = func.parent_op, str(symbol_name(func))
    symbols = Symbols.of(module)
    done = assemble(func, sequencer(), symbols)
    type, locations = func.attributes["function_type"].value, {offset: op.location for offset, op in done.places}
    read = disassemble(name, done.contents, done.slot_types, type, sequencer(), symbols, locations)
    for attribute, value in func.attributes.items():
        if attribute not in read.attributes:
            read.set_attribute(attribute, value)
    module.body.insert_before(read, func)
    func.remove()
    return read


class Codes(Bodies):
    """The entries of executables as functions of bytecode; those for the host as computations."""

    def __init__(self, state: State | None = None):
        super().__init__(state)
        self.codes: dict[Operation, Code] = {}

    def get(self, executable: Operation, entry: str) -> Callable:
        if architecture(executable, HOST) is not None:
            return super().get(executable, entry)
        specific = architecture(executable, BYTECODE)
        if specific is None:
            raise Error.on(executable, "holds no bytecode: lower with tf-opt --pipeline=vm, or add it with --iree-legalize-interpreter-ops")
        code = self.codes.get(specific)
        if code is None:
            code = self.codes[specific] = assembled(specific.body.first, self.context)
        return lambda *buffers: code.run(entry, *buffers)


def assembled(module: Operation, context: dict) -> Code:
    """The functions of an executable's module, assembled."""
    symbols = Symbols.of(module)
    functions = Functions(SymbolTable(module), Body, context)
    made = []
    for func in [op for op in module.body if op.name == "func.func" and IMPORT not in op.attributes]:
        done = assemble(func, interpreter(), symbols)
        made.append(Function(str(symbol_name(func)), done.contents, done.local_count, dict(done.places)))
    return Code(made, [functions.get(module, SymbolRefAttr(name)) for name in symbols.imports])
