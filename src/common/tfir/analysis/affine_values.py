"""Affine maps and sets together with the values that they are applied to: composed with what makes these, and in canonical form.

A map is composed where an operand is made by `affine.apply`. In canonical form operands that may be symbols are symbols, each is there
once, those that are not read are gone, and symbols that are constants are numbers. Source: MLIR's affine dialect; the order of operands is
the one in which its canonicalization leaves them.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.affine.verify import is_symbol
from tfir.ir.attributes import IntegerAttr
from tfir.ods.affine_algebra import affine_map, leaves, like, shifted, simplified_map, substituted
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import add, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Operation, Value
    from tfir.text.affine_expression import Expression

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
    while True:
        at = next((at for at, value in enumerate([*dimensions, *symbols]) if applies(value)), None)
        if at is None:
            break
        results = _inlined(at, results, dimensions, symbols)
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
