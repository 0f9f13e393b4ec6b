"""Semantics: stacks, which loops of TensorFlow 1 keep what their gradients need in. A handle is the place itself."""

from tfir.ir.diagnostics import Error
from tfir.ods.semantics import OpSemantics


class Stack:
    __slots__ = ("items", "limit")

    def __init__(self, limit: int):
        self.items: list = []
        self.limit = limit


class StackV2(OpSemantics):
    def infer():
        return (2,)

    def evaluate(max_size):
        return [Stack(int(max_size))]


class StackPushV2(OpSemantics):
    def infer(elem):
        return elem.shape

    def evaluate(handle, elem):
        if 0 <= handle.limit <= len(handle.items):
            raise Error(f"a stack of at most {handle.limit} elements is full")
        handle.items.append(elem)
        return [elem]


class StackPopV2(OpSemantics):
    def evaluate(handle):
        if not handle.items:
            raise Error("the last element of an empty stack is asked for")
        return [handle.items.pop()]


class StackCloseV2(OpSemantics):
    def evaluate(handle):
        return []
