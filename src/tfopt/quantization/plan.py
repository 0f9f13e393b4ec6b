"""What is quantized, and with which scales."""

from __future__ import annotations

import numpy as np
from tfir.dialects import has_trait
from tfir.ir.operations import Value
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import IntegerType

from tfopt.quantization import scales
from tfopt.quantization.cells import operand_types
from tfopt.quantization.facts import is_of_floats
from tfopt.quantization.forms import form_of, stored_of
from tfopt.quantization.regions import Cell, Region, constant_array
from tfopt.quantization.rounding import stored_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ods.arrays import Array

    Range = tuple[float, float]

FAR = "no sum of products is near whose numbers are quantized"


class Plan:
    """`chosen` are the regions that are quantized, in their order; `types` has the quantized type of each value that they read or give, where it is not
    left in float; `corrections` what is added to each channel besides the region's offset."""

    def __init__(self, regions: Sequence[Region], ranges: Mapping[Value, Range], storage: IntegerType, keeps_results: bool = False):
        self.regions, self.ranges, self.storage, self.keeps_results = regions, ranges, storage, keeps_results
        self.corrections: dict[Region, Array] = {}
        self.weights: dict[Region, QuantizedType] = {}
        self.types: dict[Value, QuantizedType] = {}
        self.chosen = chosen_of(regions)
        self.set_types()

    def set_types(self) -> None:
        groups = Groups()
        for region in self.chosen:
            for value in region.activations if region.is_same else ():
                groups.join(region.result, value)
        for region in self.chosen:
            for value in region.activations:
                element = self.stored_element(value)
                if element is not None and groups.is_alone(value):
                    self.types[value] = element
        spans: dict[Value, Range] = {}
        for region in self.chosen:
            for value in (*region.activations, region.result):
                root, (low, high) = groups.root(value), self.range_of(value)
                was = spans.get(root, (0.0, 0.0))
                spans[root] = min(was[0], low), max(was[1], high)
        for region in self.chosen:
            for value in (*region.activations, region.result):
                if value not in self.types:
                    self.types[value] = scales.of_range(*spans[groups.root(value)], self.storage)
            if region.fact.fixed is not None:
                self.types[region.result] = scales.fixed(*region.fact.fixed, self.storage)
        read = {value for region in self.chosen if not computes_floats(region) for value in region.activations}
        for region in self.chosen:
            is_kept = self.keeps_results and any([has_trait(user, "terminator") for user in region.result.users])
            if region.sums and region.result not in read and not is_kept and form_of(region.op.dialect).DEQUANTIZES_SUMS:
                del self.types[region.result]

    def stored_element(self, value: Value) -> QuantizedType | None:
        """The type of what a value is dequantized from, as rows of a table are, where regions take such numbers as they are."""
        stored = stored_of(value)
        element = None if stored is None else stored.type.element
        return element if element is not None and element.storage is self.storage else None

    def range_of(self, value: Value) -> Range:
        if (span := self.ranges.get(value)) is not None:
            return span
        array = constant_array(value)
        finite = () if array is None else array[np.isfinite(array)]
        return (float(np.min(finite)), float(np.max(finite))) if len(finite) else (0.0, 0.0)

    def operand_types(self, region: Region) -> list[QuantizedType | None]:
        """What each operand is quantized as; None of numbers of other kinds."""
        op = region.op
        if isinstance(region, Cell):
            return operand_types(region, self.types, max(map(abs, self.range_of(region.state))))
        types = [
            self.operand_type(region, at, value) if is_of_floats(value) and value is not region.bias else None
            for at, value in enumerate(op.operands)
        ]
        bias = region.bias
        if bias is not None and region.weights is not None:
            (left,) = region.activations[:1]
            weights = self.weights_of(region)
            sums = scales.sum_scales(self.types[left].scales[0], weights.scales)
            types[list(op.operands).index(bias)] = scales.of_bias(
                sums, None if weights.axis is None else 0, storage=self.bias_storage(region)
            )
        return types

    def operand_type(self, region: Region, at: int, value: Value) -> QuantizedType | None:
        if value is region.weights:
            return self.weights_of(region)
        if region.is_same:
            return self.types[region.result]
        if at == region.fact.weights:
            return scales.of_range(*self.range_of(value), self.storage, is_symmetric=True)
        array = constant_array(value)
        if array is not None and not array.any() and region.result in self.types:
            return self.types[region.result]  # zeros have no scale of their own, and kernels take none that is another by far
        return self.types.get(value)

    def weights_of(self, region: Region) -> QuantizedType:
        """The type of the weights of a region: scales by channel, so large that the bias fits beside the sums."""
        type = self.weights.get(region)
        if type is None:
            assert region.weights is not None
            array = constant_array(region.weights)
            assert array is not None
            axis = None if region.channels is None else region.channels[1]
            bias = self.bias_numbers(region)
            least = None
            if bias is not None:
                (left,) = region.activations[:1]
                least = np.abs(bias) / (self.types[left].scales[0] * scales.MOST_BIAS[self.bias_storage(region)])
                least = least if axis is not None else least.max(keepdims=True)
            type = self.weights[region] = scales.of_weights(array, axis, least)
        return type

    def bias_storage(self, region: Region) -> IntegerType:
        return form_of(region.op.dialect).BIASES[self.storage]

    def bias_numbers(self, region: Region) -> Array | None:
        """The offset of each channel with what corrects it."""
        offset = region.offset
        if region.bias is not None:
            array = constant_array(region.bias)
            offset = None if array is None else array.astype(np.float64).reshape(-1)
        correction = self.corrections.get(region)
        if correction is None:
            return offset
        return correction if offset is None else offset + correction

    def stored_of(self, region: Region, value: Value, element: QuantizedType) -> Array | None:
        """What is stored of a constant operand; None where the value is no constant."""
        if isinstance(region, Cell) and value in region.biases:
            array = constant_array(value)
            return None if array is None else scales.stored_bias(array, element.scales)
        if value is region.bias:
            bias = self.bias_numbers(region)
            return None if bias is None else scales.stored_bias(bias, element.scales, element.storage)
        array = constant_array(value)
        if array is None:
            return None
        return stored_weights(region, array, element) if value is region.weights else scales.stored_of(array, element)


def computes_floats(region: Region) -> bool:
    """Whether a region computes with what its operands stand for, so that sums that it takes need not be rounded first."""
    return form_of(region.op.dialect).DEQUANTIZES_SUMS and not region.sums and not region.is_same


class Groups:
    """Values that have one scale."""

    def __init__(self) -> None:
        self.parents: dict[Value, Value] = {}
        self.joined: set[Value] = set()

    def root(self, value: Value) -> Value:
        while (parent := self.parents.get(value, value)) is not value:
            value = parent
        return value

    def is_alone(self, value: Value) -> bool:
        return value not in self.joined

    def join(self, one: Value, other: Value) -> None:
        first, second = self.root(one), self.root(other)
        if first is not second:
            self.parents[second] = first
            self.joined.update((one, other))


def chosen_of(regions: Sequence[Region]) -> list[Region]:
    """The regions to be quantized. Where sums become floats without loss, only those near sums of products are: others would be rounded for nothing."""
    left = [region for region in regions if region.why_not is None]
    if not left or not form_of(left[0].op.dialect).DEQUANTIZES_SUMS:
        return left
    by_result = {region.result: region for region in left}
    chosen = {region for region in left if region.sums}
    for region in left:  # on from what is quantized
        if all(by_result.get(value) in chosen or constant_array(value) is not None for value in region.activations):
            if any(by_result.get(value) in chosen for value in region.activations):
                chosen.add(region)
    changed = True
    while changed:
        changed = False
        readers: dict[Value, list[Region]] = {}
        for region in chosen:
            for value in region.activations:
                readers.setdefault(value, []).append(region)
        for region in reversed(left):
            users = region.result.users
            if region in chosen:
                if not region.sums and region.result not in readers:
                    chosen.discard(region)
                    changed = True
            elif region.is_same and users and all(any(user in each.ops for each in readers.get(region.result, ())) for user in users):
                chosen.add(region)
                changed = True
                for value in region.activations:
                    readers.setdefault(value, []).append(region)
    for region in left:
        if region not in chosen:
            region.why_not = FAR
    return [region for region in left if region in chosen]
