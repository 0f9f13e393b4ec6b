"""What the checks of tf ops are made of: shapes that fit, constants, and the joining of a check's parameters with an op.

A check is a function that returns what is wrong, or None. Its parameters are names in the op's line: an operand or result gives
its type (a list of types where there may be any number), an attribute its plain value, the registry's default where it is left
out. `known_x` is the contents of operand `x` as a list of numbers where a constant makes it, else None; `op` is the op itself.
"""

from __future__ import annotations

from functools import cache

from tfir.dialects.tf.declarations import declarations
from tfir.dialects.tf_type import SubtypedType, dereferenced, element_base
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import TensorType


class Bare(str):
    """What is wrong, told without the name of the op, as upstream tells it."""

    __slots__ = ()


def apply(check, op) -> None:
    wrong = check(**arguments(check, op))
    if wrong is not None:
        raise as_error(op, wrong)


def as_error(op, wrong: str) -> Error:
    return Error(wrong, op) if isinstance(wrong, Bare) else Error.on(op, wrong)


@cache
def places(check, name: str) -> tuple[tuple, tuple, tuple]:
    """The parameters of a check for ops of that name: (name, slot) of operands, of results, and the rest."""
    code, declared = check.__code__, declarations().get(name[3:])
    names = code.co_varnames[: code.co_argcount]
    operands = {slot.name: at for at, slot in enumerate(declared.operands)}
    results = {slot.name: at for at, slot in enumerate(declared.results)}
    return (
        tuple([(each, operands[each]) for each in names if each in operands]),
        tuple([(each, results[each]) for each in names if each in results and each not in operands]),
        tuple([each for each in names if each not in operands and each not in results]),
    )


def arguments(check, op) -> dict:
    declared = declarations().get(op.name[3:])
    taken, given, others = places(check, op.name)
    found = {}
    if taken:
        parts = parted(op, declared, "operand", declared.operands, op.operands)
        found |= {name: in_slot(declared.operands[at], parts[at]) for name, at in taken}
    if given:
        parts = parted(op, declared, "result", declared.results, op.results)
        found |= {name: in_slot(declared.results[at], parts[at]) for name, at in given}
    for name in others:
        found[name] = op if name == "op" else contents(op, declared, name[6:]) if name[:6] == "known_" else attribute(op, name)
    return found


def parted(op, declared, side: str, slots, values) -> list:
    from tfir.dialects.tf.rules.kinds import segment_sizes

    parts, at = [], 0
    for size in segment_sizes(op, declared, side, slots, len(values)) or [0] * len(slots):
        parts.append(values[at : at + size])
        at += size
    return parts


def in_slot(slot, values):
    return [value.type for value in values] if slot.variadic else values[0].type


def attribute(op, name: str):
    from tfir.define.binding import attribute_value, plain
    from tfir.dialects import lookup

    definition = lookup(op.name)
    if definition.signature is not None and name in definition.signature.attributes:
        return attribute_value(definition, op, name)
    found = op._attributes.get(name)
    return plain(found) if found is not None else None


def contents(op, declared, name: str):
    number = next(at for at, slot in enumerate(declared.operands) if slot.name == name)
    part = parted(op, declared, "operand", declared.operands, op.operands)[number]
    found = [constant_numbers(value) for value in part]
    return found if declared.operands[number].variadic else found[0]


def constant_numbers(value) -> list | None:
    """The numbers of a value that a constant makes; None when nobody knows them."""
    from tfir.dialects import has_trait

    if value.op is None or value.op.operands or not has_trait(value.op, "constant"):
        return None
    elements = value.op.attributes.get("value")
    if elements is None or not hasattr(elements, "values") or not hasattr(elements.type, "size"):
        return None
    return list(elements.values())


# Shapes


def fits(one, other) -> bool:
    """Whether two shapes can be of the same tensor."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all([a == b or a is None or b is None for a, b in zip(one, other)])


def broadcast(one, other) -> tuple | None:
    """The shape that two known ones broadcast to; None where they do not."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    shorter = (1,) * (len(longer) - len(shorter)) + tuple(shorter)
    sizes = [size_of_both(a, b) for a, b in zip(longer, shorter)]
    return None if NEVER in sizes else tuple(sizes)


NEVER = -1  # a size that no two sizes broadcast to


def size_of_both(a: int | None, b: int | None) -> int | None:
    """The size that two sizes broadcast to, `NEVER` where they do not."""
    if a == 1 or a == b:
        return b
    if b == 1:
        return a
    if a is None or b is None:
        known = b if a is None else a
        return known if known > 1 else None
    return NEVER


def cast_compatible(one, other) -> bool:
    """Whether one value may have both types: shapes fit and elements agree, references aside, and subtypes where both have some."""
    if not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return one is other
    a, b = one.element, other.element
    if isinstance(a, SubtypedType) and isinstance(b, SubtypedType):
        same = a.keyword == b.keyword and len(a.subtypes) == len(b.subtypes) and all(map(cast_compatible, a.subtypes, b.subtypes))
    else:
        same = dereferenced(element_base(a)) == dereferenced(element_base(b))
    return same and fits(one.shape, other.shape)


def has_rank(type, *ranks: int) -> bool:
    """Whether a tensor has one of these ranks, as far as its rank is known."""
    return type.shape is None or len(type.shape) in ranks


def has_rank_from(type, least: int) -> bool:
    return type.shape is None or len(type.shape) >= least


def is_known(type) -> bool:
    return type.shape is not None and None not in type.shape


def count(shape) -> int:
    product = 1
    for size in shape:
        product *= size
    return product


def differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def not_inferred(op, expected, found) -> None:
    """Raises two errors, as upstream does, where a result has another type than the operands give it: the reason, and that types
    could not be inferred."""
    if not fits(expected.shape, found.shape) or expected.element is not found.element:
        uninferred(op, f"'{op.name}' op inferred type(s) '{expected}' are incompatible with return type(s) of operation '{found}'")


def uninferred(op, reason: str) -> None:
    raise Error.of([Diagnostic(reason, op), Diagnostic(f"'{op.name}' op failed to infer returned types", op)])
