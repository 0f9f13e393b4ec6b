"""Numbers as wide as addresses: computed where 64 bits and 32 give the same, with neutral numbers, in chains. Source: MLIR's index
dialect."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import INDEX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tfopt.rewrite.rewriter import PatternRewriter

WIDTHS = (64, 32)


def signed(number: int, width: int) -> int:
    number %= 1 << width
    return number - (1 << width) if number >> (width - 1) else number


def unsigned(number: int, width: int) -> int:
    return number % (1 << width)


def truncated(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def rest(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)


def floor(a: int, b: int) -> int | None:
    return None if b == 0 else a // b


def ceiling(a: int, b: int) -> int | None:
    return None if b == 0 else -(-a // b)


# What each op computes of two numbers, and how these are read: with a sign or without.
ON_SIGNED: dict[str, Callable[[int, int], int | None]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b, "maxs": max, "mins": min, "divs": truncated, "rems": rest, "floordivs": floor, "ceildivs": ceiling,
}  # fmt: skip
ON_UNSIGNED: dict[str, Callable[[int, int], int | None]] = {
    "maxu": max, "minu": min, "divu": floor, "ceildivu": ceiling, "remu": lambda a, b: None if b == 0 else a % b,
}  # fmt: skip
SHIFTS: dict[str, Callable[[int, int, int], int]] = {
    "shl": lambda a, b, width: a << b,
    "shrs": lambda a, b, width: signed(a, width) >> b,
    "shru": lambda a, b, width: unsigned(a, width) >> b,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}  # fmt: skip


def number_of(value: Value) -> int | None:
    """The number that a constant of an index is."""
    op = value.op
    content = None if op is None or not has_trait(op, "constant_like") else op.attributes.get("value")
    return content.value if isinstance(content, IntegerAttr) else None


def computed(name: str, left: int, right: int) -> int | None:
    """What an op gives for two numbers; None where that depends on how wide an index is, or is not defined."""
    results = [computed_in(name, left, right, width) for width in WIDTHS]
    if results[0] is None or results[1] is None or unsigned(results[0], 32) != unsigned(results[1], 32):
        return None
    return signed(results[0], 64)


def computed_in(name: str, left: int, right: int, width: int) -> int | None:
    if name in SHIFTS:
        return SHIFTS[name](left, right, width) if 0 <= right < width else None
    if name in ON_UNSIGNED:
        return ON_UNSIGNED[name](unsigned(left, width), unsigned(right, width))
    return ON_SIGNED[name](signed(left, width), signed(right, width))


def constant(rewriter: PatternRewriter, number: int) -> Value:
    return rewriter.value("index.constant", (), INDEX, value=IntegerAttr(number, INDEX))


def folded(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of two constants, or with a number that changes nothing."""
    name, (left, right) = op.name.partition(".")[2], op.operands
    a, b = number_of(left), number_of(right)
    if a is not None and b is not None:
        result = computed(name, a, b)
        return result is not None and rewriter.replace(op, [constant(rewriter, result)])
    if b == 0 and name in ("add", "sub") or b == 1 and name == "mul":
        return rewriter.replace(op, [left])
    return b == 0 and name == "mul" and rewriter.replace(op, [right])


def constant_last(op: Operation, rewriter: PatternRewriter) -> bool:
    left, right = op.operands
    if number_of(left) is None or number_of(right) is not None or not has_trait(op, "commutative"):
        return False
    op.set_operands((right, left))
    return rewriter.modified(op)


def chained(op: Operation, rewriter: PatternRewriter) -> bool:
    """(x + 2) + 3 is x + 5."""
    inner, last = op.operands[0].op, number_of(op.operands[1])
    if inner is None or inner.name != op.name or last is None or not has_trait(op, "associative"):
        return False
    first = number_of(inner.operands[1])
    both = None if first is None else computed(op.name.partition(".")[2], first, last)
    return both is not None and rewriter.replace_with(op, op.name, [inner.operands[0], constant(rewriter, both)])


def comparison_known(op: Operation, rewriter: PatternRewriter) -> bool:
    """Of constants, of a value with itself, of the greater or lesser of a value and a constant with another constant."""
    how, (left, right) = op.attributes["pred"].value, op.operands
    truth = None
    if left is right:
        truth = COMPARED[kind_of(how)](0, 0)
    else:
        a, b = number_of(left), number_of(right)
        if a is not None and b is not None:
            truths = {holds(how, a, b, width) for width in WIDTHS}
            truth = truths.pop() if len(truths) == 1 else None
        elif b is not None:
            truth = of_limited(how, left.op, b)
    if truth is None:
        return False
    return rewriter.replace(op, [rewriter.value("index.bool.constant", (), op.result.type, value=BoolAttr(truth))])


def kind_of(how: str) -> str:
    return how if how in COMPARED else how[1:]


def holds(how: str, a: int, b: int, width: int) -> bool:
    read = unsigned if how[0] == "u" else signed
    return COMPARED[kind_of(how)](read(a, width), read(b, width))


def of_limited(how: str, op: Operation | None, limit: int) -> bool | None:
    """Whether a comparison always holds, or never, of the greater or the lesser of any number and a constant."""
    name = "" if op is None else op.name.partition("index.")[2]
    bound = None if op is None or name[:3] not in ("max", "min") else number_of(op.operands[1])
    if bound is None or (how[0] in "us" and how[0] != name[-1]):
        return None
    read = unsigned if name[-1] == "u" else signed
    answers = set()
    for width in WIDTHS:
        ends = (0, (1 << width) - 1) if name[-1] == "u" else (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        low, high = (read(bound, width), ends[1]) if name.startswith("max") else (ends[0], read(bound, width))
        compared = read(limit, width)
        if how in ("eq", "ne"):
            answers.add(how == "ne" if not low <= compared <= high else None)
        else:
            first, last = [COMPARED[kind_of(how)](end, compared) for end in (low, high)]
            answers.add(first if first == last else None)
    return answers.pop() if len(answers) == 1 else None


def difference_with_zero(op: Operation, rewriter: PatternRewriter) -> bool:
    """x - y compared with 0 for equality is x compared with y."""
    inner = op.operands[0].op
    equality = op.attributes["pred"].value in ("eq", "ne")
    if inner is None or inner.name != "index.sub" or number_of(op.operands[1]) != 0 or not equality:
        return False
    op.set_operands(inner.operands)
    rewriter.revisit(inner)
    return rewriter.modified(op)


def cast_known(op: Operation, rewriter: PatternRewriter) -> bool:
    """A constant as an index."""
    source = op.operands[0]
    number = number_of(source)
    if number is None or op.result.type is not INDEX:
        return False
    width = getattr(source.type, "width", 64)
    return rewriter.replace(op, [constant(rewriter, (signed if op.name == "index.casts" else unsigned)(number, width))])


BINARY = [constant_last, folded, chained]
PATTERNS = {
    **{f"index.{name}": BINARY for name in (*ON_SIGNED, *ON_UNSIGNED, *SHIFTS)},
    "index.cmp": [comparison_known, difference_with_zero],
    "index.casts": [cast_known],
    "index.castu": [cast_known],
}
