"""Semantics: stacks, which loops of TensorFlow 1 keep what their gradients need in. A handle is the place itself."""

from tfir.ir.diagnostics import Error
from tfir.ods.arrays import dtype_of
from tfir.ods.semantics import OpSemantics


class Stack:
    """A place for elements of one type, of which it takes at most `limit`, or any number where that is negative."""

    __slots__ = ("items", "limit", "dtype", "is_closed")

    def __init__(self, limit: int, dtype):
        self.items: list = []
        self.limit, self.dtype, self.is_closed = limit, dtype, False

    def require_open(self) -> None:
        if self.is_closed:
            raise Error("the stack is closed already")


class StackV2(OpSemantics):
    def infer():
        return (2,)

    def evaluate(max_size, elem_type):
        return [Stack(int(max_size), dtype_of(elem_type))]


class StackPushV2(OpSemantics):
    def infer(elem):
        return elem.shape

    def evaluate(handle, elem):
        handle.require_open()
        if elem.dtype != handle.dtype:
            raise Error(f"{elem.dtype} is put on a stack of {handle.dtype}")
        if 0 <= handle.limit <= len(handle.items):
            raise Error(f"a stack of at most {handle.limit} elements is full")
        handle.items.append(elem)
        return [elem]


class StackPopV2(OpSemantics):
    def evaluate(handle):
        handle.require_open()
        if not handle.items:
            raise Error("the last element of an empty stack is asked for")
        return [handle.items.pop()]


class StackCloseV2(OpSemantics):
    def evaluate(handle):
        handle.is_closed = True
        return []
