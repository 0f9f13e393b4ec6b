"""What machine code calls of MLIR's runner libraries and finds in no library of the system: the interpreter's functions, on this process's own memory."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np
from tfir.dialects.llvm.types import VOID, PointerType
from tfir.dialects.llvm.values import dtype_in
from tfir.execution.llvm_library import library_function
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, F64, IntegerType, Type

SYSTEM = ctypes.CDLL(None)


class OwnMemory:
    """This process's memory, as functions of libraries reach that of a program."""

    def bytes_at(self, address: Any, count: int) -> Any:
        return np.frombuffer(memoryview((ctypes.c_uint8 * count).from_address(int(address))), np.uint8)

    def text_at(self, address: Any) -> bytes:
        return ctypes.string_at(int(address))


def is_in_system(name: str) -> bool:
    return hasattr(SYSTEM, name)


def callback(func: Operation, failures: list[Exception]) -> Any:
    """A function that machine code can call for one which is declared only; None where no library has it. What it raises goes to `failures`, as machine
    code cannot pass it on."""
    name = func.get("sym_name")
    of_library = library_function(name)
    if of_library is None:
        return None
    type = func.attributes["function_type"].value
    dtypes = [dtype_in(each) for each in type.inputs]
    memory: Any = OwnMemory()

    def call(*operands: Any) -> Any:
        SYSTEM.fflush(None)  # what C's library has printed so far stands before
        try:  # ctypes has None for a null pointer
            result = of_library(memory, *[np.asarray(0 if each is None else each, dtype)[()] for each, dtype in zip(operands, dtypes)])
        except Exception as failure:
            failures.append(failure)
            result = None
        sys.stdout.flush()
        return 0 if result is None else result.item()

    of_result = None if type.result is VOID else c_type(func, type.result)
    return ctypes.CFUNCTYPE(of_result, *[c_type(func, each) for each in type.inputs])(call)


def c_type(func: Operation, type: Type) -> Any:
    if isinstance(type, PointerType):
        return ctypes.c_void_p
    if isinstance(type, IntegerType) and type.width in (1, 8, 16, 32, 64):
        return {1: ctypes.c_bool, 8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32, 64: ctypes.c_int64}[type.width]
    if type is F32 or type is F64:
        return ctypes.c_float if type is F32 else ctypes.c_double
    raise Error(f"machine code passes no {type} to a function of a library", func)
