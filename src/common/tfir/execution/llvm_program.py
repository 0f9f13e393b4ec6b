"""Programs of the llvm dialect: what their operations do that reach memory, name globals and functions, or call."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfir.conversion.llvm_ir.folding import DYNAMIC_INDEX
from tfir.conversion.llvm_ir.intrinsic_names import without_types
from tfir.conversion.llvm_ir.layout import PREFERRED, Layout
from tfir.conversion.llvm_ir.module import layout_of
from tfir.dialects.arith.computation import signed
from tfir.dialects.llvm.attributes import READ_MODIFY_WRITE
from tfir.dialects.llvm.intrinsics import function_named
from tfir.dialects.llvm.predicated import lanes
from tfir.dialects.llvm.types import StructType
from tfir.dialects.llvm.values import ADDRESS, of_attribute, zero_of
from tfir.execution.address_space import AddressSpace
from tfir.execution.computation import Computation
from tfir.execution.llvm_intrinsics import computation_of, operation_called
from tfir.execution.llvm_library import library_function
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.execution.special import Functions

    Doing = Callable[[Operation, Sequence[Any], Any], list[Any]]

CODE = 1 << 12  # the addresses of functions begin here, below all memory
# Of what is read, changed and written, the functions by LLVM's word.
CHANGED = {
    "xchg": lambda old, new: new, "nand": lambda old, new: ~(old & new), "uinc_wrap": lambda old, most: wrapped(old, most, 1),
    "udec_wrap": lambda old, most: wrapped(old, most, -1),
    **{
        word: function_named(name)
        for word, name in {
            "add": "addi", "sub": "subi", "_and": "andi", "_or": "ori", "_xor": "xori", "max": "maxsi", "min": "minsi", "umax": "maxui",
            "umin": "minui", "fadd": "addf", "fsub": "subf", "fmax": "maxnumf", "fmin": "minnumf", "fmaximum": "maximumf",
            "fminimum": "minimumf",
        }.items()
    },
}  # fmt: skip


def wrapped(old: Any, most: Any, step: int) -> Any:
    """One more or less, from the end around to the other: numbers have no sign."""
    bits = f"u{old.dtype.itemsize}"
    number, end = int(old.view(bits)), int(most.view(bits))
    if step > 0:
        number = 0 if number >= end else number + 1
    else:
        number = end if number == 0 or number > end else number - 1
    return np.asarray(number, bits).view(old.dtype)[()]


class LLVMProgram:
    """The memory of a run. `functions` prepares functions and calls them."""

    def __init__(self, functions: Functions):
        self.functions = functions
        self.layout = Layout(layout_of(functions.symbols.op))
        self.memory = AddressSpace(self.layout)
        self.globals: dict[str, Any] = {}
        self.callable: dict[int, str] = {}
        self.frames: list[list[int]] = [[]]

    def special(self, op: Operation) -> Doing | None:
        """What computes an operation that needs more than its operands; None of another."""
        local = op.name.removeprefix("llvm.")
        if local == "call_intrinsic":
            return self.by_name(op)
        if local in DOING:
            return lambda op, operands, regions: DOING[local](self, op, operands)
        computed = computation_of(local.removeprefix("intr.")) if local.startswith("intr.") else None
        return None if computed is None else lambda op, operands, regions: results_of(computed(op, operands))

    def by_name(self, op: Operation) -> Doing:
        """An intrinsic that is called by its name is computed as the operation that it has, with constants as its attributes."""
        name = op.get("intrin")
        local = without_types(name, lambda local: f"intr.{local}" in DOING or computation_of(local) is not None)
        if local is None or not name.startswith("llvm."):
            raise Error.on(op, f"calls the intrinsic '{name}', which is not computed here")
        own, places = operation_called(op, local)
        doing = self.special(own)
        assert doing is not None
        return lambda op, operands, regions: doing(own, [operands[at] for at in places], regions)

    # Calls

    def call(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        count = op.attributes["operandSegmentSizes"].values[0]
        callee, arguments = op.attributes.get("callee"), list(operands[:count])
        if callee is None:
            callee = SymbolRefAttr(self.function_at(arguments.pop(0)))
        return self.called(op, callee.leaf, arguments)

    def called(self, op: Operation, name: str, arguments: list[Any]) -> list[Any]:
        function = self.functions.symbols.get(name)
        if function is None or not function.regions or not function.region.blocks:
            of_library = library_function(name)
            if of_library is None:
                raise Error(f"calls @{name}, which this module does not define")
            return results_of(of_library(self.memory, *arguments))
        self.frames.append([])
        try:
            return self.functions.get(op, SymbolRefAttr(name))(*arguments)
        finally:
            for start in self.frames.pop():
                self.memory.free(start)

    def function_at(self, address: Any) -> str:
        name = self.callable.get(int(address))
        if name is None:
            raise Error(f"calls what lies at {int(address):#x}, which is no function")
        return name

    # Globals

    def address(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        reference = op.attributes.get("global_name") or op.attributes["function_name"]
        return [self.address_of(reference.leaf)]

    def address_of(self, name: str) -> Any:
        if name not in self.globals:
            symbol = self.functions.symbols.get(name)
            if symbol is None:
                raise Error(f"names @{name}, which this module does not define")
            if symbol.name == "llvm.mlir.alias":
                self.globals[name] = self.initializer(symbol)
            elif symbol.name == "llvm.mlir.global":
                self.place_global(name, symbol)
            else:
                self.globals[name] = ADDRESS.type(CODE + 16 * len(self.callable))
                self.callable[int(self.globals[name])] = name
        return self.globals[name]

    def place_global(self, name: str, symbol: Operation) -> None:
        """A global's memory is there before its content, which may name it."""
        type = symbol.attributes["global_type"].value
        alignment = symbol.get("alignment") or self.layout.alignment(type, PREFERRED)
        address = self.globals[name] = ADDRESS.type(self.memory.allocate(self.layout.size(type), alignment))
        if symbol.region.blocks:
            self.memory.store(self.initializer(symbol), type, address)
        elif "value" in symbol.attributes:
            self.memory.store(of_attribute(symbol.attributes["value"], type), type, address)

    def initializer(self, symbol: Operation) -> Any:
        return Computation(symbol.region.entry, self.functions.special, self.functions.context)()[0]

    def landing(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        raise Error("is reached, as nothing is thrown here")

    # Memory

    def alloca(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        type, count = op.attributes["elem_type"].value, int(operands[0])
        alignment = op.get("alignment") or self.layout.alignment(type, PREFERRED)
        start = self.memory.allocate(max(count, 0) * self.layout.size(type), alignment)
        self.frames[-1].append(start)
        return [ADDRESS.type(start)]

    def load(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        return [self.memory.load(op.result.type, operands[0])]

    def store(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        self.memory.store(operands[0], op.operands[0].type, operands[1])
        return []

    def element_address(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        base, *dynamic = operands
        given, type = iter(dynamic), op.attributes["elem_type"].value
        total = np.asarray(base).view(np.int64)
        with np.errstate(over="ignore"):
            for at, number in enumerate(op.attributes["rawConstantIndices"].values):
                index = next(given) if number == DYNAMIC_INDEX else np.asarray(number)
                step, type = self.step(type, index, at)
                total = total + step
        return [np.asarray(total).astype(np.int64).view(ADDRESS)[()]]

    def step(self, type: Type, index: Any, at: int) -> tuple[Any, Type]:
        """The bytes that an index leads on, and the type there."""
        if at and isinstance(type, StructType):
            number = int(index)
            return self.layout.offset(type, number), (type.members or ())[number]
        size, inner = (self.layout.step(type), type.element) if at else (self.layout.size(type), type)
        return np.asarray(signed(np.asarray(index))).astype(np.int64) * size, inner

    def change(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        address, value = operands
        type, word = op.result.type, list(READ_MODIFY_WRITE)[op.get("bin_op")]
        if word not in CHANGED:
            raise Error(f"'{word.lstrip('_')}' is not computed here")
        old = self.memory.load(type, address)
        self.memory.store(CHANGED[word](old, value), type, address)
        return [old]

    def exchange(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        address, expected, new = operands
        type = op.operands[1].type
        old = self.memory.load(type, address)
        if old == expected:
            self.memory.store(new, type, address)
        return [(old, np.bool_(old == expected))]

    def fence(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        return []

    def copy(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        target, source, *count = operands
        size = int(count[0]) if count else op.get("len")
        self.memory.bytes_at(target, size)[:] = self.memory.bytes_at(source, size).copy()
        return []

    def fill(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        target, byte, *count = operands
        self.memory.bytes_at(target, int(count[0]) if count else op.get("len"))[:] = np.asarray(byte).view(np.uint8)
        return []

    # Vectors in memory

    def places(self, pointer: Any, type: Any, stride: Any = None) -> list[int]:
        """The addresses of a vector's elements, a stride of bytes apart, or one behind another."""
        step = self.layout.step(type) if stride is None else int(signed(stride))
        return [int(pointer) + at * step for at in range(type.shape[0])]

    def gathered(self, type: Any, places: Sequence[Any], mask: Any, otherwise: Any) -> Any:
        result = np.array(otherwise)
        for at, (place, is_on) in enumerate(zip(places, mask)):
            if is_on:
                result[at] = self.memory.load(type.element, place)
        return result

    def scattered(self, value: Any, type: Any, places: Sequence[Any], mask: Any) -> list[Any]:
        for each, place, is_on in zip(value, places, mask):
            if is_on:
                self.memory.store(each, type.element, place)
        return []

    def masked_load(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointer, mask, *otherwise = operands
        type = op.result.type
        return [self.gathered(type, self.places(pointer, type), mask, otherwise[0] if otherwise else zero_of(type))]

    def masked_store(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        value, pointer, mask = operands
        type = op.operands[0].type
        return self.scattered(value, type, self.places(pointer, type), mask)

    def predicated_load(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointer, *stride, mask, length = operands
        type = op.result.type
        return [self.gathered(type, self.places(pointer, type, *stride), lanes(mask, length), zero_of(type))]

    def predicated_store(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        value, pointer, *stride, mask, length = operands
        type = op.operands[0].type
        return self.scattered(value, type, self.places(pointer, type, *stride), lanes(mask, length))

    def gather(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointers, mask, *otherwise = operands
        return [self.gathered(op.result.type, pointers, mask, otherwise[0] if otherwise else zero_of(op.result.type))]

    def scatter(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        value, pointers, mask = operands
        return self.scattered(value, op.operands[0].type, pointers, mask)

    def expand(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointer, mask, otherwise = operands
        type = op.result.type
        return [self.gathered(type, packed_places(self.places(pointer, type), mask), mask, otherwise)]

    def compress(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        value, pointer, mask = operands
        type = op.operands[0].type
        return self.scattered(value, type, packed_places(self.places(pointer, type), mask), mask)

    def load_columns(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointer, stride = operands
        type: Any = op.result.type
        rows, columns = op.get("rows"), op.get("columns")
        places = self.columns(pointer, int(stride), rows, columns, type.element)
        return [np.array([self.memory.load(type.element, place) for place in places])]

    def store_columns(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        value, pointer, stride = operands
        type: Any = op.operands[0].type
        rows, columns = op.get("rows"), op.get("columns")
        return self.scattered(value, type, self.columns(pointer, int(stride), rows, columns, type.element), [True] * len(value))

    def columns(self, pointer: Any, stride: int, rows: int, columns: int, element: Type) -> list[int]:
        step = self.layout.size(element)
        return [int(pointer) + (column * stride + row) * step for column in range(columns) for row in range(rows)]

    # The stack

    def save(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        return [ADDRESS.type(len(self.frames[-1]))]

    def restore(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        frame = self.frames[-1]
        while len(frame) > int(operands[0]):
            self.memory.free(frame.pop())
        return []

    def masked_pointer(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        pointer, mask = operands
        return [pointer & np.asarray(mask).astype(ADDRESS)]


def packed_places(places: list[int], mask: Any) -> list[int]:
    """One behind another for the elements that a mask takes."""
    taken = iter(places)
    return [next(taken) if is_on else 0 for is_on in mask]


def results_of(result: Any) -> list[Any]:
    return result if isinstance(result, list) else [] if result is None else [result]


DOING: dict[str, Callable[[LLVMProgram, Operation, Sequence[Any]], list[Any]]] = {
    "call": LLVMProgram.call, "landingpad": LLVMProgram.landing, "mlir.addressof": LLVMProgram.address, "dso_local_equivalent": LLVMProgram.address,
    "alloca": LLVMProgram.alloca, "load": LLVMProgram.load, "store": LLVMProgram.store, "getelementptr": LLVMProgram.element_address,
    "atomicrmw": LLVMProgram.change, "cmpxchg": LLVMProgram.exchange, "fence": LLVMProgram.fence, "intr.memcpy": LLVMProgram.copy,
    "intr.memcpy.inline": LLVMProgram.copy, "intr.memmove": LLVMProgram.copy, "intr.memset": LLVMProgram.fill,
    "intr.memset.inline": LLVMProgram.fill, "intr.masked.load": LLVMProgram.masked_load, "intr.masked.store": LLVMProgram.masked_store,
    "intr.masked.gather": LLVMProgram.gather, "intr.masked.scatter": LLVMProgram.scatter, "intr.masked.expandload": LLVMProgram.expand,
    "intr.masked.compressstore": LLVMProgram.compress, "intr.matrix.column.major.load": LLVMProgram.load_columns,
    "intr.matrix.column.major.store": LLVMProgram.store_columns, "intr.stacksave": LLVMProgram.save,
    "intr.stackrestore": LLVMProgram.restore, "intr.ptrmask": LLVMProgram.masked_pointer, "intr.lifetime.start": LLVMProgram.fence,
    "intr.lifetime.end": LLVMProgram.fence, "intr.invariant.start": lambda program, op, operands: [operands[0]],
    "intr.invariant.end": LLVMProgram.fence, "intr.vp.load": LLVMProgram.predicated_load, "intr.vp.store": LLVMProgram.predicated_store,
    "intr.experimental.vp.strided.load": LLVMProgram.predicated_load, "intr.experimental.vp.strided.store": LLVMProgram.predicated_store,
}  # fmt: skip
