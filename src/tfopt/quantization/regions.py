"""Which operations are quantized together: one op, sums of products with the offset of each channel and the limits behind it, or a sum with such limits."""

from __future__ import annotations

from itertools import count

import numpy as np
from tfir.analysis.reducers import single_op
from tfir.dialects import definition_of, has_trait, is_pure, lookup
from tfir.dialects.tfl.in_tensorflow import VARIABLE
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.location import NameLocation, resolve
from tfir.ir.operations import Block, Operation, Value
from tfir.ods.arrays import array_of, dtype_of
from tfir.ods.inference import evaluate

from tfopt.quantization.facts import Fact, channel_axes, fact_of, is_of_floats
from tfopt.rewrite.constants import elements_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ods.arrays import Array

INPUTS, RECURRENT, BIASES = range(1, 5), range(5, 9), range(12, 16)  # operands of a recurrent layer for its four gates
OUTPUT, STATE = 18, 19  # and what it keeps
MOST_MADE = 1 << 22  # elements of a constant that is computed to be looked at


class Region:
    """`ops` in their order, the last of which gives the result. `weights` is the constant operand with channels, `channels` the axes along which these
    run, `offset` what is added to each. `why_not` says why the region is left in float, once it is."""

    __slots__ = ("ops", "fact", "weights", "channels", "offset", "name", "why_not", "image")

    def __init__(self, op: Operation, fact: Fact, name: str):
        self.ops, self.fact, self.name = [op], fact, name
        self.weights: Value | None = None
        self.channels: tuple[int, int] | None = None
        self.offset: Array | None = None
        self.image: tuple[float, float] | None = None
        self.why_not: str | None = None

    @property
    def op(self) -> Operation:
        return self.ops[0]

    @property
    def result(self) -> Value:
        return self.ops[-1].results[0]

    @property
    def sums(self) -> bool:
        """Whether it sums products, which integers are worth it for."""
        return self.fact.weights is not None

    @property
    def is_same(self) -> bool:
        return self.fact.is_same

    @property
    def bias(self) -> Value | None:
        at = self.fact.bias
        return self.op.operands[at] if at is not None and at < len(self.op.operands) and is_of_floats(self.op.operands[at]) else None

    @property
    def activations(self) -> list[Value]:
        """The operands that are no weights, no bias and no numbers of another kind."""
        return [value for value in self.op.operands if is_of_floats(value) and value is not self.weights and value is not self.bias]

    @property
    def constants(self) -> list[Value]:
        """Constants that are operands besides these."""
        return []

    @property
    def kinds(self) -> str:
        return " + ".join([op.name.partition(".")[2] for op in self.ops])


class Cell(Region):
    """A layer whose weights and biases are constants, and which keeps what zeros are put into in front of it."""

    __slots__ = ()

    @property
    def activations(self) -> list[Value]:
        return [self.op.operands[0]]

    @property
    def matrices(self) -> list[Value]:
        return [self.op.operands[at] for at in (*INPUTS, *RECURRENT)]

    @property
    def constants(self) -> list[Value]:
        return [*self.matrices, *self.biases]

    @property
    def biases(self) -> list[Value]:
        return [self.op.operands[at] for at in BIASES]

    @property
    def kept(self) -> list[Value]:
        return [self.op.operands[at] for at in (OUTPUT, STATE)]

    @property
    def state(self) -> Value:
        return self.op.operands[STATE]


def is_plain(op: Operation) -> bool:
    """Whether an operator is a layer of which nothing is left out, and that has nothing besides: no peepholes, no projection, no normalization."""
    present = [at for at, value in enumerate(op.operands) if is_of_floats(value)]
    weights = [constant_array(op.operands[at]) for at in (*INPUTS, *RECURRENT, *BIASES) if at in present]
    kept = [op.operands[at].op for at in (OUTPUT, STATE)]
    return (
        present == [0, *INPUTS, *RECURRENT, *BIASES, OUTPUT, STATE]
        and all([array is not None for array in weights])
        and all([made is not None and made.name == "tfl.zeros_like" and VARIABLE in made.attributes for made in kept])
        and op.get("fused_activation_function") == "TANH"
        and not op.get("cell_clip")
        and op.operands[0].type.is_static
    )


def regions_of(root: Operation) -> list[Region]:
    """The regions of all functions, in their order."""
    regions = []
    for block in blocks_of(root):
        taken: set[Operation] = set()
        for op in block:
            if op not in taken and (region := region_at(op)) is not None:
                taken.update(region.ops)
                regions.append(region)
    named(regions)
    return regions


def blocks_of(root: Operation) -> Iterator[Block]:
    """The blocks of code: of functions, and of loops and branches in them; regions of other ops say what these compute of elements."""
    for op in root.walk():
        if op is root or op.name.endswith(".func") or has_trait(op, "loop", "branch"):
            for region in op.regions:
                yield from region.blocks


def region_at(op: Operation) -> Region | None:
    fact = fact_of(op)
    if (
        fact is None
        or len(op.results) != 1
        or not chooses(op)
        or not is_of_floats(op.results[0])
        or not any(map(is_of_floats, op.operands))
    ):
        return None
    if fact.is_cell:
        return Cell(op, fact, "") if is_plain(op) else None
    region = Region(op, fact, "")
    if fact.weights is not None:
        weights = op.operands[fact.weights]
        region.channels = channel_axes(op)
        if constant_array(weights) is not None:
            region.weights = weights
            extend(region)
    elif fact.is_offset:
        extend(region)  # limits behind a sum of two values: what is cut off needs no place among the numbers of 8 bits
    is_constant = all([constant_array(value) is not None for value in region.activations])
    return None if is_constant else region


def chooses(op: Operation) -> bool:
    """Whether the regions of an op, if it has any, choose one of two numbers, so that scales are nothing to them."""
    inner = [single_op(block) for region in op.regions for block in region.blocks]
    return all([each is not None and has_trait(each, "idempotent") and has_trait(each, "associative") for each in inner])


def extend(region: Region) -> None:
    """Takes the offset of each channel and the limits into a region that follow its sums."""
    if region.fact.bias is not None:  # where ops have these themselves
        return
    while (user := only_user(region.result)) is not None:
        fact = fact_of(user)
        if fact is None or len(user.results) != 1 or user.results[0].type is not region.result.type or user.regions:
            return
        if fact.is_offset and region.offset is None and region.image is None and region.channels is not None:
            other = user.operands[1 if user.operands[0] is region.result else 0]
            array = along_axis(constant_array(other), region.channels[0])
            if array is None or other is region.result:
                return
            region.offset = array
        elif fact.clips:
            limits = image_of(user, region.result)
            if limits is None or not limits[0] <= 0 <= limits[1]:
                return
            region.image = limits if region.image is None else (max(region.image[0], limits[0]), min(region.image[1], limits[1]))
        else:
            return
        region.ops.append(user)


def only_user(value: Value) -> Operation | None:
    users = value.users
    return (
        users[0]
        if len(users) == 1 and value.op is not None and users[0].block is value.op.block and not has_trait(users[0], "terminator")
        else None
    )


def image_of(op: Operation, operand: Value) -> tuple[float, float] | None:
    """The least and the largest number that an op gives which moves numbers into a range; None where these are not constants, or not one for all."""
    others = {value: constant_array(value) for value in op.operands if value is not operand}
    if any(array is None for array in others.values()):
        return None
    shape = operand.type.shape
    if None in shape:
        return None
    limits = np.finfo(dtype_of(operand.type.element))
    definition = definition_of(op.name)
    numbers = []
    for extreme in (limits.min, limits.max):
        full = np.full(shape, extreme, dtype_of(operand.type.element))
        results = evaluate(op, definition, [full if value is operand else others[value] for value in op.operands])
        low, high = float(np.min(results[0])), float(np.max(results[0]))
        if low != high:
            return None
        numbers.append(low)
    return numbers[0], numbers[1]


def constant_array(value: Value, depth: int = 4) -> Array | None:
    """The elements of a constant, or of what only moves or repeats a constant; None of what else there is."""
    elements = elements_of(value)
    if elements is not None:
        return array_of(elements) if isinstance(elements, ElementsAttr) else None
    op = value.op
    if op is None or depth == 0 or not has_trait(op, "movement") or not is_pure(op) or op.regions or not op.operands:
        return None
    if not value.type.is_static or value.type.size > MOST_MADE:
        return None
    arrays = [constant_array(operand, depth - 1) for operand in op.operands]
    if any(array is None for array in arrays):
        return None
    definition = lookup(op.name)
    if definition is None or definition.semantics is None or definition.semantics.evaluate is None:
        return None
    return evaluate(op, definition, arrays)[op.results.index(value)]


def along_axis(array: Array | None, axis: int) -> Array | None:
    """The number for each place on an axis along which alone an array differs; None of others."""
    if array is None or 0 in array.shape or array.ndim <= axis:
        return None
    lines = np.moveaxis(array, axis, -1).reshape(-1, array.shape[axis])
    return lines[0].astype(np.float64) if (lines == lines[0]).all() else None


def behind(value: Value) -> Builder:
    """A builder behind what makes a value: an operation, or the beginning of a block."""
    if value.op is not None:
        return Builder.after(value.op)
    assert value.block is not None, "an argument is one of a block"
    return Builder(value.block, value.block.first)


def named(regions: list[Region]) -> None:
    """Names regions by the locations of their ops, each by a name of its own."""
    taken: set[str] = set()
    for region in regions:
        location = resolve(region.op.location)
        base = location.name.partition("@")[0] if isinstance(location, NameLocation) else region.op.name.partition(".")[2]
        names = (base if number == 0 else f"{base}_{number}" for number in count())
        region.name = next(name for name in names if name not in taken)
        taken.add(region.name)
