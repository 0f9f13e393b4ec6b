"""Affine maps and sets together with the values that they are applied to: composed with what makes these, and in canonical form.

A map is composed where an operand is made by `affine.apply`. In canonical form operands that may be symbols are symbols, each is there
once, those that are not read are gone, and symbols that are constants are numbers. Source: MLIR's affine dialect; the order of operands is
the one in which its canonicalization leaves them.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.affine.verify import is_symbol
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ods.affine_algebra import affine_map, combined, leaves, like, shifted, simplified_map, substituted
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import add, is_a, is_leaf, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Operation, Value
    from tfir.text.affine_expression import Expression, Leaf

    Applied = tuple[AffineAttr, tuple[Value, ...]]  # a map or a set, and its operands: dimensions, then symbols


def map_of(op: Operation, name: str = "map") -> AffineAttr:
    """The map, or the set, that an operation has under a name."""
    map = op.attributes[name]
    assert isinstance(map, AffineAttr), "the verifier has seen to that"
    return map


def constant_index(value: Value) -> int | None:
    """The whole number that an operation without operands makes; None for anything else."""
    op = value.op
    content = None if op is None or op.operands else op.attributes.get("value")
    return content.value if op is not None and isinstance(content, IntegerAttr) and has_trait(op, "constant_like") else None


def canonical(map: AffineAttr, operands: Sequence[Value]) -> Applied:
    """A map or a set with its operands in canonical form."""
    if not operands:
        return map, ()
    map, operands = _symbols_promoted(map, operands)
    used = {leaf for e in map.results for leaf in leaves(e)}
    kept: dict[str, dict[Value, Expression]] = {"d": {}, "s": {}}
    replacements: dict[str, list[Expression]] = {"d": [], "s": []}
    for at, value in enumerate(operands):
        letter, number = ("d", at) if at < map.dimensions else ("s", at - map.dimensions)
        content = constant_index(value) if letter == "s" else None
        if (letter, number) not in used:
            replacements[letter].append(0)
        elif content is not None:
            replacements[letter].append(content)
        else:
            replacements[letter].append(kept[letter].setdefault(value, (letter, len(kept[letter]))))
    results = [substituted(e, replacements["d"], replacements["s"]) for e in map.results]
    return like(map, results, len(kept["d"]), len(kept["s"])), (*kept["d"], *kept["s"])


def _symbols_promoted(map: AffineAttr, operands: Sequence[Value]) -> Applied:
    """Dimensions that may be symbols are symbols behind those that there are."""
    dimensions: list[Value] = []
    promoted: list[Value] = []
    replacements: list[Expression] = []
    for value in operands[: map.dimensions]:
        if is_symbol(value):
            replacements.append(("s", map.symbols + len(promoted)))
            promoted.append(value)
        else:
            replacements.append(("d", len(dimensions)))
            dimensions.append(value)
    results = [substituted(e, replacements, ()) for e in map.results]
    operands = (*dimensions, *operands[map.dimensions :], *promoted)
    return like(map, results, len(dimensions), map.symbols + len(promoted)), operands


def applies(value: Value | None) -> bool:
    return value is not None and value.op is not None and value.op.name == "affine.apply"


def composed(map: AffineAttr, operands: Sequence[Value]) -> Applied:
    """A map with those maps in it whose results are its operands, in canonical form and simplified."""
    dimensions: list[Value | None] = list(operands[: map.dimensions])
    symbols: list[Value | None] = list(operands[map.dimensions :])
    results = list(map.results)
    at: int | None = 0
    while at is not None:
        at = None
        for place, value in enumerate([*dimensions, *symbols]):
            whole = None
            if value is not None and value.op is not None and value.op.name == "affine.delinearize_index":
                whole = _digits_joined(value.op, value, results, dimensions, symbols)
            if applies(value) or whole is not None:
                at, results = place, _inlined(place, results, dimensions, symbols) if whole is None else whole
                break
    left: list[Value] = []
    numbers: dict[str, list[Expression]] = {"d": [], "s": []}
    counts = {"d": 0, "s": 0}
    for letter, values in (("d", dimensions), ("s", symbols)):
        for value in values:
            numbers[letter].append(0 if value is None else (letter, counts[letter]))
            if value is not None:
                counts[letter] += 1
                left.append(value)
    results = [substituted(e, numbers["d"], numbers["s"]) for e in results]
    map, operands = canonical(like(map, results, counts["d"], counts["s"]), left)
    return simplified_map(map), operands


def _inlined(at: int, results: list[Expression], dimensions: list[Value | None], symbols: list[Value | None]) -> list[Expression]:
    """Puts the expression of an operand that `affine.apply` makes in its place. Its operands come behind the others, and its own place
    stays, empty."""
    letter, values, number = ("d", dimensions, at) if at < len(dimensions) else ("s", symbols, at - len(dimensions))
    op = _op_of(values[number])
    values[number] = None
    map, operands = canonical(map_of(op), op.operands)
    inner = shifted(map.results[0], len(dimensions), len(symbols))
    dimensions += operands[: map.dimensions]
    symbols += operands[map.dimensions :]

    def put(e: Expression) -> Expression:
        replacements = [(letter, each) for each in range(number)]
        return substituted(e, [*replacements, inner], ()) if letter == "d" else substituted(e, (), [*replacements, inner])

    return [put(e) for e in results]


def _digits_joined(
    op: Operation, last: Value, results: list[Expression], dimensions: list[Value | None], symbols: list[Value | None]
) -> list[Expression] | None:
    """Puts a number in the place of the sum of all digits that it was taken apart to, each times what it counts for. It comes behind
    the other operands, and the places of digits that are not read elsewhere stay, empty. None where there is no such sum; it is looked
    for at the last digit."""
    places: dict[int, Leaf] = {}
    for letter, values in (("d", dimensions), ("s", symbols)):
        places.update({value.index: (letter, at) for at, value in enumerate(values) if value is not None and value.op is op})
    bases = op.attributes["static_basis"]
    assert isinstance(bases, DenseArrayAttr), "the verifier has seen to that"
    if last is not op.results[-1] or len(op.operands) > 1 or len(places) < len(op.results):
        return None
    counts = [1]
    for base in reversed(bases.values):
        counts.append(counts[-1] * int(base))
    terms = {times(places[at], count) for at, count in zip(reversed(range(len(op.results))), counts)}
    inputs = dimensions if all([letter == "d" for letter, _ in places.values()]) else symbols
    whole: Expression = ("d" if inputs is dimensions else "s", len(inputs))
    new = [_with_sum(e, terms, whole) for e in results]
    if new == results:
        return None
    inputs.append(op.operands[0])
    used = {leaf for e in new for leaf in leaves(e)}
    for letter, at in places.values():
        if (letter, at) not in used:
            (dimensions if letter == "d" else symbols)[at] = None
    return new


def _with_sum(e: Expression, terms: set[Expression], whole: Expression) -> Expression:
    """An expression with one other in the place of these terms, where a sum has all of them."""
    if isinstance(e, int) or is_leaf(e):
        return e
    if e[0] != "+":
        return combined(e[0], _with_sum(e[1], terms, whole), _with_sum(e[2], terms, whole))
    others: list[Expression] = []
    missing = set(terms)
    rest: Expression = e
    while is_a(rest, "+"):
        for term in (rest[2],) if is_a(rest[1], "+") else (rest[2], rest[1]):
            if term in missing:
                missing.remove(term)
            else:
                others.append(term)
        rest = rest[1]
    if missing:
        return combined("+", _with_sum(e[1], terms, whole), _with_sum(e[2], terms, whole))
    for each in reversed(others):
        whole = add(whole, each)
    return whole


def _op_of(value: Value | None) -> Operation:
    assert value is not None and value.op is not None
    return value.op


def fully_composed(map: AffineAttr, operands: Sequence[Value]) -> Applied:
    """A map with no operand that `affine.apply` makes."""
    operands = tuple(operands)
    while any([applies(value) for value in operands]):
        map, operands = composed(map, operands)
    return map, operands


def difference(one: Applied, other: Applied) -> Applied:
    """The results of a map less those of another one with as many, fully composed."""
    (map, operands), (less, others) = one, other
    ordered = (
        *operands[: map.dimensions], *others[: less.dimensions], *operands[map.dimensions :], *others[less.dimensions :],
    )  # fmt: skip
    lesser = [shifted(e, map.dimensions, map.symbols) for e in less.results]
    results = [add(e, times(subtrahend, -1)) for e, subtrahend in zip(map.results, lesser, strict=True)]
    both = affine_map(map.dimensions + less.dimensions, map.symbols + less.symbols, results)
    map, operands = canonical(*fully_composed(both, ordered))
    return simplified_map(map), operands
