"""Functions of the llvm dialect as machine code: what --pipeline=llvm makes of MLIR's standard dialects, and LLVM IR.

As MLIR's execution engine has it, a function is called by another one whose argument is the address of the addresses of all values, the result's
behind the arguments'. A buffer is as many values as its descriptor has numbers.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cached_property
from hashlib import blake2b
from math import prod
from typing import Any

import numpy as np
from tfir.analysis.call_graph import names_in
from tfir.cli.kept_files import kept
from tfir.cli.progress import stage
from tfir.conversion.llvm_ir.layout import Layout, held_as, is_packed
from tfir.conversion.llvm_ir.module import check_lowered, llvm_ir_text
from tfir.conversion.llvm_ir.types import identifier, type_text
from tfir.dialects.llvm.types import VOID, ArrayType, StructType
from tfir.dialects.llvm.values import dtype_in
from tfir.execution.entry import NOTED
from tfir.ir.attributes import DictAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, TensorType, Type, VectorType

from tfrun.devices.cpu.compilation import machine
from tfrun.devices.cpu.llvm import binding
from tfrun.devices.cpu.own_memory import SYSTEM, OwnMemory, callback, is_in_system
from tfrun.devices.cpu.own_process import EndedProcess, in_own_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfir.execution.entry import Entry

    Array = np.ndarray[Any, Any]

CALLER, LIBRARY = "tfir.call.", "tfir.library."  # what functions are called by, and where those of libraries lie
SPEED = 2  # of LLVM's optimizer: -O2


class Functions:
    """The functions of a module, whose machine code is made once."""

    def __init__(self, module: Operation, is_cached: bool):
        self.module, self.is_cached = module, is_cached
        self.machine = machine(is_loaded=True)
        self.layout = Layout(str(self.machine.target_data))
        self.failures: list[Exception] = []
        self.callbacks: dict[str, Any] = {}

    @cached_property
    def engine(self) -> Any:
        llvm = binding()
        text = self.llvm_ir()
        facts = text, llvm.get_host_cpu_features().flatten(), llvm.get_host_cpu_name(), str(llvm.llvm_version_info)
        key = blake2b("\0".join(facts).encode(), digest_size=32).hexdigest()
        content = kept(key, lambda: self.compiled(text)) if self.is_cached else self.compiled(text)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self.machine)
        engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(content))
        engine.finalize_object()
        for name, function in self.callbacks.items():
            place = ctypes.c_void_p.from_address(engine.get_global_value_address(LIBRARY + name))
            place.value = ctypes.cast(function, ctypes.c_void_p).value
        engine.run_static_constructors()
        return engine

    def llvm_ir(self) -> str:
        """The module, where what it declares of MLIR's libraries calls what lies at an address, and a caller of each of its functions. Raises Error where
        something is not lowered, or is called and not there."""
        check_lowered(self.module)
        if self.machine.triple.startswith("x86"):
            check_lengths(self.module)
        module = self.module.clone()
        used = set(names_in(module))
        functions = [op for op in module.body if op.name == "llvm.func"]
        callers, libraries = [caller_of(func) for func in functions if func.region.blocks], []
        for func in [func for func in functions if not func.region.blocks]:
            name = func.get("sym_name")
            if name not in used or name.startswith("llvm.") or is_in_system(name):
                continue
            function = callback(func, self.failures)
            if function is None:
                raise Error(f"calls @{name}, which neither this module nor a library of the system defines", func)
            self.callbacks[name] = function
            libraries.append(library_of(func))
            func.remove()
        return "\n".join([llvm_ir_text(module), *libraries, *callers])

    def compiled(self, text: str) -> bytes:
        return code_of(text, self.machine, self.module, self.machine.emit_object)

    def program(self, entry: Entry) -> Callable[[list[Array]], list[Array]]:
        return Function(self, entry)


def check_lengths(module: Operation) -> None:
    """Raises Error for vectors of unknown length, of which x86 has none; LLVM ends the process where it meets one."""
    for op in module.walk():
        if any([isinstance(value.type, VectorType) and any(value.type.scalable) for value in (*op.operands, *op.results)]):
            raise Error.on(op, "has vectors whose length the processor says, and x86 has none")


def code_of(text: str, made: Any, of: Operation, written: Callable[[Any], bytes]) -> bytes:
    """What is `written` of LLVM's module for a machine, after the passes of -O2. Raises Error where LLVM does not take it or has no instructions for it, or its
    data layout is that of another machine."""
    llvm = binding()
    with stage("compiling functions"):
        try:
            module = llvm.parse_assembly(text)
            module.verify()
        except RuntimeError as wrong:
            raise Error(f"LLVM does not take the module: {wrong}", of) from None
        if module.data_layout != str(made.target_data) and not Layout(module.data_layout).is_usual:
            raise Error(f"the module is laid out for another machine: {module.data_layout}", of)
        try:
            return in_own_process(lambda: written(optimized_functions(module, made)))
        except EndedProcess as ended:
            raise Error(f"LLVM makes no machine code of the module: {ended}", of) from None


def optimized_functions(module: Any, made: Any) -> Any:
    llvm = binding()
    module.triple, module.data_layout = made.triple, str(made.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(made, options)
    builder.getModulePassManager().run(module, builder)
    return module


def type_of(func: Operation) -> Any:
    return func.attributes["function_type"].value


def caller_of(func: Operation) -> str:
    """A function of the address of the addresses of another one's arguments and result, which lie where arrays do: a vector may ask for more."""
    type, name = type_of(func), func.get("sym_name")
    lines, given = [f"define void {identifier('@', CALLER + name)}(ptr %values) {{"], []
    for at, each in enumerate(type.inputs):
        lines += place(at)
        if stored_type(each) is each:
            lines.append(f"  %a{at} = load {type_text(each)}, ptr %p{at}, align 1")
        else:
            lines += loaded_by_parts(each, at)
        given.append(f"{type_text(each)} %a{at}")
    result = type_text(type.result)
    called = f"call {result} {identifier('@', name)}({', '.join(given)})"
    if type.result is VOID:
        lines.append(f"  {called}")
    else:
        last = len(type.inputs)
        lines += [f"  %a{last} = {called}", *place(last)]
        if stored_type(type.result) is type.result:
            lines.append(f"  store {result} %a{last}, ptr %p{last}, align 1")
        else:
            lines += stored_by_parts(type.result, last)
    return "\n".join([*lines, "  ret void", "}", ""])


def stored_type(type: Type) -> Type:
    """The type of a value as it lies in arrays: LLVM's vectors of integers that fill no bytes have only their bits."""
    if isinstance(type, VectorType) and is_packed(type.element) and not any(type.scalable):
        return VectorType(type.shape, held_as(type.element))
    if isinstance(type, ArrayType):
        element = stored_type(type.element)
        return type if element is type.element else ArrayType(type.count, element)
    if isinstance(type, StructType) and type.members:
        members = [stored_type(each) for each in type.members]
        return type if members == list(type.members) else StructType(members, is_packed=type.is_packed)
    return type


def parts_of(type: Type, before: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Type]]:
    """What is no array or structure in a type, and where."""
    members = [type.element] * type.count if isinstance(type, ArrayType) else type.members if isinstance(type, StructType) else None
    if members is None:
        yield before, type
        return
    for at, each in enumerate(members):
        yield from parts_of(each, (*before, at))


def part_pointers(type: Type, number: int) -> Iterator[tuple[str, str, tuple[int, ...], Type]]:
    """For each part of the value of a number its name, the instruction that gives its address, its position and its type."""
    for at, (position, part) in enumerate(parts_of(type)):
        name, places = f"{number}.{at}", "".join([f", i32 {each}" for each in position])
        yield name, f"  %p{name} = getelementptr {type_text(stored_type(type))}, ptr %p{number}, i64 0{places}", position, part


def loaded_by_parts(type: Type, number: int) -> list[str]:
    """Loads the value of a number, of which some parts are kept in another type."""
    lines, whole, last = [], type_text(type), "poison"
    for name, pointer, position, part in part_pointers(type, number):
        kept, own, value = type_text(stored_type(part)), type_text(part), f"%s{name}"
        lines += [pointer, f"  {value} = load {kept}, ptr %p{name}, align 1"]
        if kept != own:
            lines.append(f"  %v{name} = trunc {kept} {value} to {own}")
            value = f"%v{name}"
        if position:
            lines.append(f"  %w{name} = insertvalue {whole} {last}, {own} {value}{places_text(position)}")
            value = f"%w{name}"
        last = value
    return [*lines, f"  %a{number} = select i1 true, {whole} {last}, {whole} {last}"]


def stored_by_parts(type: Type, number: int) -> list[str]:
    lines = []
    for name, pointer, position, part in part_pointers(type, number):
        kept, own, value = type_text(stored_type(part)), type_text(part), f"%a{number}"
        lines.append(pointer)
        if position:
            lines.append(f"  %e{name} = extractvalue {type_text(type)} {value}{places_text(position)}")
            value = f"%e{name}"
        if kept != own:
            lines.append(f"  %z{name} = zext {own} {value} to {kept}")
            value = f"%z{name}"
        lines.append(f"  store {kept} {value}, ptr %p{name}, align 1")
    return lines


def places_text(position: tuple[int, ...]) -> str:
    return "".join([f", {each}" for each in position])


def place(at: int) -> list[str]:
    return [f"  %q{at} = getelementptr ptr, ptr %values, i64 {at}", f"  %p{at} = load ptr, ptr %q{at}"]


def library_of(func: Operation) -> str:
    """A function that calls what a global points to with its own arguments."""
    type, name = type_of(func), func.get("sym_name")
    given = ", ".join([f"{type_text(each)} %a{at}" for at, each in enumerate(type.inputs)])
    result, pointer = type_text(type.result), identifier("@", LIBRARY + name)
    returned = "ret void" if type.result is VOID else f"ret {result} %r"
    called = f"call {result} %f({given})"
    return "\n".join([
        f"{pointer} = global ptr null", f"define {result} {identifier('@', name)}({given}) {{", f"  %f = load ptr, ptr {pointer}",
        f"  {called if type.result is VOID else f'%r = {called}'}", f"  {returned}", "}", "",
    ])  # fmt: skip


class Function:
    """A function, called with arrays."""

    def __init__(self, functions: Functions, entry: Entry):
        self.functions, self.entry, self.layout = functions, entry, functions.layout
        self.lowered = type_of(entry.func)
        noted = entry.func.attributes.get(NOTED)
        type = noted["function_type"].value if isinstance(noted, DictAttr) else self.lowered
        self.inputs: Sequence[Type] = type.inputs
        self.results: Sequence[Type] = [each for each in type.results if each is not VOID]
        for each in (*self.inputs, *self.results):
            self.check(each)
        self.stored_result = stored_type(self.lowered.result)
        address = functions.engine.get_function_address(CALLER + entry.name)
        self.call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)

    def check(self, type: Type) -> None:
        """Raises Error for what has no arrays."""
        element = type.element if isinstance(type, (MemRefType, TensorType, VectorType)) else type
        try:
            dtype_in(element)
        except Error:
            raise Error(f"machine code is called with no {type}", self.entry.func) from None
        if isinstance(type, TensorType) and type.shape is None:
            raise Error(f"machine code is called with no {type}", self.entry.func)

    def __call__(self, arrays: list[Array]) -> list[Array]:
        held = [without_high_bits(np.array(array, order="C")) for array in arrays]  # which stay as they are, whatever is written
        descriptors: list[Array] = []
        values = [value for type, array in zip(self.inputs, held) for value in self.values_of(type, array, descriptors)]
        types = self.lowered.inputs
        result = None if self.lowered.result is VOID else np.zeros(self.layout.size(self.stored_result), np.uint8)
        stored = [self.stored(stored_type(type), value) for type, value in zip(types, values, strict=True)] + (
            [] if result is None else [result]
        )
        addresses = np.array([each.ctypes.data for each in stored], np.uint64)
        sys.stdout.flush()
        self.call(addresses.ctypes.data)
        SYSTEM.fflush(None)
        if failures := self.functions.failures:
            first, *_ = failures
            failures.clear()
            raise first
        return [*([] if result is None else self.results_in(result)), *[held[at] for at in self.entry.written]]

    def values_of(self, type: Type, array: Array, descriptors: list[Array]) -> list[Array]:
        """An argument as those of the function of LLVM. Of a buffer without a rank that is its rank and a pointer to the rest, which is added
        to those that live as long as the call."""
        if not isinstance(type, (MemRefType, TensorType)):
            return [array]
        strides = [stride // max(array.itemsize, 1) for stride in array.strides] if array.size else [0] * array.ndim
        place = array.ctypes.data
        numbers = (place, place, 0, *array.shape, *strides)
        if type.shape is None:
            descriptors.append(np.array(numbers, np.int64))
            numbers = (array.ndim, descriptors[-1].ctypes.data)
        return [np.asarray(number, np.int64) for number in numbers]

    def stored(self, type: Type, array: Array) -> Array:
        """A value's bytes as they lie in memory. `type` is one of `stored_type`."""
        if isinstance(type, ArrayType):
            parts = [self.stored(type.element, each) for each in array]
            return np.concatenate([np.pad(each, (0, self.layout.size(type.element) - each.size)) for each in parts])
        return np.frombuffer(array.tobytes(), np.uint8).copy()

    def results_in(self, stored: Array) -> list[Array]:
        if len(self.results) == 1:
            return [self.array_in(self.results[0], self.stored_result, stored)]
        structure: Any = self.stored_result
        places = [self.layout.offset(structure, at) for at in range(len(self.results))]
        members = structure.members or ()
        return [self.array_in(type, lowered, stored[place:]) for type, lowered, place in zip(self.results, members, places)]

    def array_in(self, type: Type, lowered: Type, stored: Array) -> Array:
        """A result from its bytes; of a buffer, from those that its descriptor tells of."""
        if isinstance(type, VectorType):
            return self.elements(lowered, stored, dtype_in(type)).reshape(type.shape)
        dtype = dtype_in(type.element if isinstance(type, (MemRefType, TensorType)) else type)
        if not isinstance(type, (MemRefType, TensorType)):
            return stored[: dtype.itemsize].view(dtype).reshape(())
        rank = len(type.shape or ())
        if type.shape is None:
            rank, place = [int(each) for each in stored[:16].view(np.int64)]
            stored = OwnMemory().bytes_at(place, 8 * (3 + 2 * rank)).copy()
            SYSTEM.free(ctypes.c_void_p(place))  # the function has put it there for its caller
        _, start, offset, *rest = [int(each) for each in stored[: 8 * (3 + 2 * rank)].view(np.int64)]
        sizes, strides = rest[:rank], rest[rank:]
        if not prod(sizes):
            return np.zeros(sizes, dtype)
        last = sum([(size - 1) * stride for size, stride in zip(sizes, strides)])
        elements = OwnMemory().bytes_at(start + offset * dtype.itemsize, (last + 1) * dtype.itemsize).view(dtype)
        return np.lib.stride_tricks.as_strided(elements, sizes, [stride * dtype.itemsize for stride in strides]).copy()

    def elements(self, lowered: Type, stored: Array, dtype: Any) -> Array:
        """Those of a vector; one of several dimensions is an array of vectors."""
        if isinstance(lowered, ArrayType):
            step = self.layout.size(lowered.element)
            return np.concatenate([self.elements(lowered.element, stored[at * step :], dtype) for at in range(lowered.count)])
        assert isinstance(lowered, VectorType)
        return stored[: prod(lowered.shape) * dtype.itemsize].view(dtype)


def without_high_bits(array: Array) -> Array:
    """Integers of 2 or 4 bits as LLVM has them in memory, where the other bits of a byte are 0."""
    if array.dtype.name in ("int2", "uint2", "int4", "uint4"):
        bits = array.view(np.uint8)
        bits &= np.uint8((1 << int(array.dtype.name[-1])) - 1)
    return array
