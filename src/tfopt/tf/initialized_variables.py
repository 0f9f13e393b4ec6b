"""Variables of which a program asks whether they were set: what says so becomes another variable, of a truth value that is false at first.

Each assignment sets it, and what reads the variable asserts it. A handle that functions are given, or a graph whose ops wait for one another, is not followed; its variable
counts as set.
"""

from __future__ import annotations

from tfir.analysis.deadness import handed_on
from tfir.dialects import has_trait, trait_arguments
from tfir.dialects.tf.variables import UNSET
from tfir.dialects.tf_saved_model import EXPORTED, INITIAL_VALUE
from tfir.dialects.tf_type import SubtypedType
from tfir.ir.attributes import StringAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, FloatType, IntegerType, TensorType

from tfopt.tf.growing_lists import Ops
from tfopt.tf.opened_variables import HANDLE, opening
from tfopt.tf.retyping import constant
from tfopt.tf.tf_decompose_resource_ops import ASSIGN, READ, held_type

ASKING, WRITING, READING = "tf.VarIsInitializedOp", "write variable", "read variable"
TRUTH = TensorType((), I1)


def tell_initialized(functions: list[Operation]) -> None:
    handles: dict[str, list[Operation]] = {}
    for function in functions:
        for name, op in opening(function):
            handles.setdefault(name, []).append(op)
    for name, ops in handles.items():
        users = [user for op in ops for user in op.result.uses]
        if any([user.name == ASKING for user in users]) and all(map(begins_unset, ops)) and all(map(is_followed, users)):
            for op in ops:
                follow(op, name)


def begins_unset(handle: Operation) -> bool:
    """Whether nothing says what a variable begins with, which has numbers of known shape."""
    held, function = held_type(handle.result), handle.parent_op
    is_open = INITIAL_VALUE not in handle.attributes and function is not None and EXPORTED not in function.attributes
    return is_open and isinstance(held, TensorType) and held.is_static and isinstance(held.element, IntegerType | FloatType)


def is_followed(user: Operation) -> bool:
    """Whether an op asks for a variable, reads it or writes it, there and then."""
    effects = set(trait_arguments(user.name, "effects") or ())
    return (
        user.name == ASKING or bool({WRITING, READING} & effects) and not has_trait(user, "call", "branch", "loop", "terminator", "wraps")
    )


def follow(handle: Operation, name: str) -> None:
    held = held_type(handle.result)
    handle.set_attribute(INITIAL_VALUE, DenseAttr.of(0, held))
    named = {
        "container": handle.attributes.get("container", StringAttr("")),
        "shared_name": StringAttr(f"{handle.get('shared_name')}/is_initialized"),
    }
    type = TensorType((), SubtypedType("resource", [TRUTH]))
    flag = Builder.before(handle).value(HANDLE, [], type, {**named, INITIAL_VALUE: DenseAttr.of(False, TRUTH)})
    users = list(dict.fromkeys(handle.result.uses))
    asking = [user for user in users if user.name == ASKING]
    unguarded = [user for user in users if user not in asking and user.name != ASSIGN and not is_guarded(user, asking)]
    for user in users:
        if user in unguarded:
            before = Builder.before(user)
            Ops(before).check_when_run(is_set(before, flag), f"variable '{name}' {UNSET}: what initializes it was not run")
        if WRITING in (trait_arguments(user.name, "effects") or ()):
            after = Builder.after(user)
            after.create(ASSIGN, [flag, constant(after, True, (), I1)], [])
    for user in asking:
        user.replace_with([is_set(Builder.before(user), flag)])


def is_guarded(op: Operation, asking: list[Operation]) -> bool:
    """Whether branches alone take what an op reads, and what is asked of the variable decides these."""
    takers = [user for result in op.results for user in result.uses]
    return bool(takers) and all([has_trait(user, "branch") and handed_on(user.operands[0]).op in asking for user in takers])


def is_set(build: Builder, flag: Value) -> Value:
    return build.value(READ, [flag], TRUTH)
