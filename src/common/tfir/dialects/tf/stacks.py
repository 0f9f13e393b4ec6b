"""Meanings: stacks, on which loops of TensorFlow 1 leave what their gradients need. Each run of the op that makes one makes a new one."""

from tfir.define.meaning import Meaning
from tfir.ir.diagnostics import Error


class Stack:
    """`most` is how many entries it takes; below 0 there is no bound."""

    __slots__ = ("items", "most")

    def __init__(self, most: int):
        self.items: list = []
        self.most = most


class StackV2(Meaning):
    def infer():
        return (2,)

    def evaluate(max_size):
        return [Stack(int(max_size))]


class StackPushV2(Meaning):
    def infer(elem):
        return elem.shape

    def evaluate(handle, elem):
        if 0 <= handle.most <= len(handle.items):
            raise Error(f"the stack takes {handle.most} entries, and has them")
        handle.items.append(elem)
        return [elem]


class StackPopV2(Meaning):
    def evaluate(handle):
        if not handle.items:
            raise Error("the stack has no entry to give")
        return [handle.items.pop()]


class StackCloseV2(Meaning):
    def evaluate(handle):
        handle.items.clear()
        return []
