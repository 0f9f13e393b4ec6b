"""Semantics: stacks, which loops of TensorFlow 1 keep what their gradients need in. A handle is the place itself; each run of the op that
makes one makes another."""

from itertools import count

from tfir.dialects.tf.dtypes import number_of
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.diagnostics import Error
from tfir.ir.types import OpaqueType
from tfir.ods.arrays import dtype_of, element_of
from tfir.ods.semantics import OpSemantics, ops_of

RESOURCE = OpaqueType("!tf_type.resource")  # of the handles of other places, such as the arrays of tensors of a loop inside


class Stack:
    """A place for elements of one type, of which it takes at most `limit`, or any number where that is negative."""

    __slots__ = ("items", "limit", "element", "is_closed", "name")

    def __init__(self, limit: int, element, name: str):
        self.items: list = []
        self.limit, self.element, self.is_closed, self.name = limit, element, False, name

    def require_open(self) -> None:
        if self.is_closed:
            raise Error(f"Stack[{self.name}] has already been closed.")

    def push(self, item) -> None:
        given = element_of(item.dtype) if hasattr(item, "dtype") else RESOURCE
        if given is not self.element and (RESOURCE in (given, self.element) or item.dtype != dtype_of(self.element)):
            raise Error(f"Must have type {number_of(self.element)} but got {number_of(given)}")
        self.require_open()
        if 0 < self.limit <= len(self.items):
            raise Error(f"Stack[{self.name}] overflowed its max_size ({self.limit})")
        self.items.append(item)

    def pop(self):
        self.require_open()
        if not self.items:
            raise Error(f"Stack[{self.name}] is empty when calling Pop().")
        return self.items.pop()


def made(op, state, limit: int, elem_type, stack_name: str) -> list[Stack]:
    number = next(state.find(("numbers of stacks",), count))
    return [Stack(limit, elem_type, f"{stack_name or node_name(op)}_{number}")]


class StackV2(OpSemantics):
    def infer():
        return (2,)

    def evaluate(op, state, max_size, elem_type, stack_name):
        return made(op, state, int(max_size), elem_type, stack_name)


class StackPushV2(OpSemantics):
    def infer(elem):
        return elem.shape

    def evaluate(handle, elem):
        handle.push(elem)
        return [elem]


class StackPopV2(OpSemantics):
    def evaluate(handle):
        return [handle.pop()]


class StackCloseV2(OpSemantics):
    def evaluate(handle):
        handle.is_closed = True
        return []


SEMANTICS = {
    **ops_of(StackV2, Stack=lambda op, state, elem_type, stack_name: made(op, state, -1, elem_type, stack_name)),
    "StackPush": StackPushV2,
    "StackPop": StackPopV2,
    "StackClose": StackCloseV2,
}
