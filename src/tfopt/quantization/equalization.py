"""Channels between two sums of products that reach equally far: their one scale suits all of them then.

What a factor makes of a channel's weights and offset in front, its inverse makes of the weights behind, since sums of products are linear in each
channel, and a limit at 0 is so for factors above 0 (Nagel, van Baalen, Blankevoort and Welling: Data-Free Quantization Through Weight
Equalization and Bias Correction, 2019). An upper limit, as of ReLU6, would have to be one for each channel: the one that there is stands at a lower
number for a channel that was made larger. So a channel is scaled to no more than half of it on the data, and one that comes near it is left.
"""

from __future__ import annotations

import numpy as np
from tfir.execution.entry import find_entry
from tfir.execution.program import interpreted
from tfir.ir.builder import Builder, module_op
from tfir.ir.operations import Block, Operation
from tfir.ir.operations import Region as OfBlocks
from tfir.ir.types import FunctionType
from tfir.ods.arrays import dtype_of

from tfopt.quantization.facts import inputs_of
from tfopt.quantization.forms import form_of
from tfopt.quantization.regions import Region, constant_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ir.operations import Value
    from tfir.ods.arrays import Array

ROOM = 2.0  # times what a channel reached on the data it has place, and below an upper limit: with 1.25 MobileNetV1's logits on floats are 31 dB off, with 2 they
# are 59, and what other data reach is cut off in each of the channels that were made larger, of an autoencoder's 31 inputs 30.0 dB and 30.8


class Reach:
    """How far each channel of a value reaches on the data."""

    __slots__ = ("axis", "most")

    def __init__(self, axis: int):
        self.axis, self.most = axis, None

    def add(self, array: Array) -> None:
        lines = np.abs(np.moveaxis(array, self.axis, -1).reshape(-1, array.shape[self.axis])).max(0, initial=0)
        self.most = lines if self.most is None else np.maximum(self.most, lines)


class Link:
    """A region whose channels other sums of products alone read, `readers`."""

    __slots__ = ("region", "readers", "reach")

    def __init__(self, region: Region, readers: list[Region]):
        assert region.channels is not None
        self.region, self.readers, self.reach = region, readers, Reach(region.channels[0])


def links_of(regions: Sequence[Region]) -> list[Link]:
    """The regions whose channels may be scaled, in their order."""
    by_op = {op: region for region in regions for op in region.ops}
    links = []
    for region in regions:
        if region.weights is None or region.channels is None or not may_scale(region):
            continue
        readers = readers_of(region.result, region.channels[0], by_op)
        if readers:
            links.append(Link(region, readers))
    return links


def may_scale(region: Region) -> bool:
    """Whether factors above 0 in front of a region's limits are such behind them, below an upper limit."""
    limits = form_of(region.op.dialect).limits_of(region)
    return limits is not None and limits[0] in (-np.inf, 0) and limits[1] > 0


def upper_limit(region: Region) -> float:
    return float(form_of(region.op.dialect).limits_of(region)[1])


def readers_of(value: Value, axis: int, by_op: Mapping[Operation, Region]) -> list[Region] | None:
    """The sums of products that read a value's channels, also behind what moves numbers within channels; None where others do."""
    readers: list[Region] = []
    for user in value.users:
        region = by_op.get(user)
        if region is None or user is not region.op:
            return None
        if region.is_same and keeps_channels(region, value, axis):
            behind = readers_of(region.result, axis, by_op)
            if behind is None:
                return None
            readers += behind
        elif region.weights is not None and user.operands[0] is value and value not in user.operands[1:]:
            inputs = inputs_of(user)
            if inputs is None or inputs.axis != axis or not inputs.takes(value.type.shape[axis], weights_of(region)):
                return None
            readers.append(region)
        else:
            return None
    return readers or None


def keeps_channels(region: Region, value: Value, axis: int) -> bool:
    """Whether what an op that keeps its operand's scale gives at a place of a channel is 0 or of the same channel: it does so with numbers that tell
    their channel."""
    type, after = value.type, region.result.type
    if not type.is_static or after.rank <= axis or after.shape[axis] != type.shape[axis]:
        return False
    told = np.arange(1, type.shape[axis] + 1, dtype=dtype_of(type.element))
    result = computed(region, value, np.broadcast_to(told.reshape(beside(type.rank, axis)), type.shape))
    return result is not None and bool(((result == told.reshape(beside(after.rank, axis))) | (result == 0)).all())


def beside(rank: int, axis: int) -> list[int]:
    """The shape of numbers along an axis."""
    return [-1 if at == axis else 1 for at in range(rank)]


def computed(region: Region, value: Value, numbers: Array) -> Array | None:
    """What an op gives for these numbers in the place of an operand; None where others are no constants."""
    others = {each: constant_array(each) for each in region.op.operands if each is not value}
    block = Block([value.type])
    builder = Builder.at_end(block)
    mapping = {value: block.arguments[0]}
    for each, array in others.items():
        if array is None:
            return None
        mapping[each] = form_of(region.op.dialect).plain_constant(builder, array)
    builder.create("func.return", builder.insert(region.op.clone(mapping)).results)
    module = module_op()
    attributes = {"sym_name": "main", "function_type": FunctionType([value.type], [region.result.type])}
    module.body.append(Operation("func.func", (), (), attributes, [OfBlocks([block])]))
    result: Array = interpreted(module, find_entry(module))([numbers])[0]
    return result


def equalize(links: Sequence[Link]) -> None:
    for link in links:
        factors = factors_of(link)
        if factors is not None:
            scale(link, factors)


def factors_of(link: Link) -> Array | None:
    """By what the numbers of each channel are divided, 1 at most. Weights behind have one scale for all that is summed: what a channel gains they may
    lose, and the factor is the root of both."""
    reach = link.reach.most
    if reach is None or not np.isfinite(reach).all() or not reach.any():
        return None
    limit = upper_limit(link.region)
    least = np.minimum(1, ROOM * reach * np.maximum(1 / limit, 1 / reach.max()))
    factors = least
    for reader in link.readers:
        inputs, weights = inputs_of(reader.op), weights_of(reader)
        assert inputs is not None, "a reader whose channels are known"
        if not inputs.is_alone(weights):
            sizes = inputs.largest(weights)
            part = sizes / (sizes.max() or 1)
            factors = np.maximum(factors, np.sqrt(least / np.where(part > 0, part, 1)))
    factors = np.where(reach > 0, np.minimum(1, factors), 1)
    return None if (factors == 1).all() else factors


def scale(link: Link, factors: Array) -> None:
    region = link.region
    weights = weights_of(region)
    assert region.channels is not None, "a region whose channels are known"
    set_weights(region, weights / factors.reshape(beside(weights.ndim, region.channels[1])))
    form_of(region.op.dialect).scale_offset(region, 1 / factors)
    for reader in link.readers:
        inputs, weights = inputs_of(reader.op), weights_of(reader)
        assert inputs is not None, "a reader whose channels are known"
        set_weights(reader, weights * inputs.along(factors, weights))


def weights_of(region: Region) -> Array:
    array = None if region.weights is None else constant_array(region.weights)
    assert array is not None, "a region with weights"
    return array


def set_weights(region: Region, weights: Array) -> None:
    at = region.fact.weights
    assert at is not None
    builder = Builder.before(region.op)
    region.weights = form_of(region.op.dialect).plain_constant(builder, weights.astype(dtype_of(region.op.operands[at].type.element)))
    region.op.set_operand(at, region.weights)
