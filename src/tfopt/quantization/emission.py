"""Quantized regions in the place of those on floats, or beside them, so that both can be watched."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.operations import Value
from tfir.ir.quantized_types import QuantizedType
from tfir.ods.quantization import dequantized

from tfopt.quantization import scales
from tfopt.quantization.cells import store_weights, zeros_in_each_call
from tfopt.quantization.corrections import correction_of
from tfopt.quantization.forms import form_of, stored_of
from tfopt.quantization.measurement import Distance
from tfopt.quantization.plan import Plan
from tfopt.quantization.regions import Cell, Region, behind, constant_array
from tfopt.quantization.rounding import stored_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from tfir.ods.arrays import Array

    from tfopt.quantization.calibration import Mean


class Emission:
    """Writes the regions of a plan. `beside`: for each region its quantized form is computed of the floats that its operands are, and floats go on."""

    def __init__(self, plan: Plan, beside: bool = False):
        self.plan, self.beside = plan, beside
        self.stored: dict[tuple[Value, QuantizedType], Value] = {}
        self.results: dict[Region, Value] = {}  # as floats
        self.elements: dict[Region, QuantizedType] = {}

    def write(self) -> None:
        for region in self.plan.chosen:
            self.write_region(region)

    def write_region(self, region: Region) -> None:
        form = form_of(region.op.dialect)
        builder = Builder.after(region.ops[-1])
        operands = self.operands(region, form, builder)
        element, type = self.plan.types.get(region.result), region.result.type
        stays_float = element is None
        made = form.applied(builder, region, operands, type if stays_float else type.with_element(element), self.plan.bias_numbers(region))
        floats = made if stays_float else form.dequantize(builder, made)
        self.results[region] = floats
        if self.beside:
            return
        region.result.replace_all_uses_with(floats)
        if element is not None:
            self.elements[region] = element
            self.stored[floats, element] = made
            self.plan.types[floats] = element

    def operands(self, region: Region, form: ModuleType, builder: Builder) -> list[Value]:
        op = region.op
        elements = self.plan.operand_types(region)
        return [self.operand(region, value, element, form, builder) for value, element in zip(op.operands, elements)]

    def operand(self, region: Region, value: Value, element: QuantizedType | None, form: ModuleType, builder: Builder) -> Value:
        """A value as one of a quantized type; where it is quantized otherwise already its scale is changed."""
        if element is None:
            return value
        if isinstance(region, Cell) and value in region.kept:
            return zeros_in_each_call(builder, value, element)
        made = self.stored.get((value, element))
        if made is not None:
            return made
        stored = self.plan.stored_of(region, value, element)
        if stored is not None:
            return form.constant(builder, stored, element)
        own = self.plan.types.get(value)
        stored_value = stored_of(value)
        if stored_value is not None and stored_value.type.element == element:
            return stored_value
        source = self.stored.get((value, own), value) if own is not None else value
        made = form.quantize(behind(source), source, element)
        self.stored[value, element] = made
        return made

    def element_of(self, region: Region) -> QuantizedType | None:
        return self.elements.get(region)

    def sizes_of(self, region: Region) -> tuple[int, int] | None:
        """The bytes of weights before and after; None where there are none."""
        return constant_bytes(region, region in self.results)


class WeightsAlone:
    """Writes weights as integers: `is_dynamic`, what they are multiplied by becomes integers when a call comes; else they become floats. `means` has what
    that is on average, where data told it."""

    def __init__(self, regions: Sequence[Region], is_dynamic: bool, fewest: int, most_error: float, means: Mapping[Value, Mean]):
        self.regions, self.is_dynamic, self.fewest, self.most_error, self.means = regions, is_dynamic, fewest, most_error, means
        self.results: dict[Region, Value] = {}

    def write(self) -> None:
        for region in self.regions:
            if isinstance(region, Cell):
                if max([value.type.size for value in region.matrices]) < self.fewest:
                    region.why_not = f"it has fewer than {self.fewest} weights"
                    continue
                store_weights(region, self.is_dynamic)
                self.results[region] = region.result
                continue
            if region.weights is None or region.fact.weights is None:
                region.why_not = "it has no constant weights"
                continue
            if region.weights.type.size < self.fewest:
                region.why_not = f"it has fewer than {self.fewest} weights"
                continue
            form = form_of(region.op.dialect)
            builder = Builder.before(region.op)
            array = constant_array(region.weights)
            assert array is not None, "weights are constants"
            element = scales.of_weights(array, None if region.channels is None else region.channels[1])
            stored = stored_weights(region, array, element)
            error = error_of(array, dequantized(stored, element)) if self.most_error else 0.0
            if error > self.most_error:
                region.why_not = f"the error of its weights, {error:.3g} of their size, is more than {self.most_error:.3g}"
                continue
            self.correct(region, form, element)
            if self.is_dynamic:
                form.dynamic(region, stored, element)
            else:
                region.op.set_operand(region.fact.weights, form.dequantize(builder, form.constant(builder, stored, element)))
            self.results[region] = region.result

    def correct(self, region: Region, form: ModuleType, element: QuantizedType) -> None:
        """Takes off a bias what weights add to it that are rounded."""
        mean = self.means.get(region.op.operands[0])
        amounts = None if mean is None or region.channels is None else correction_of(region, mean.array(), element)
        if amounts is not None:
            form.shift_offset(region, amounts)

    def element_of(self, region: Region) -> None:
        return None

    def sizes_of(self, region: Region) -> tuple[int, int] | None:
        return constant_bytes(region, region in self.results)


def constant_bytes(region: Region, is_quantized: bool) -> tuple[int, int] | None:
    """What weights take as floats, and as 8 bits if they have become such."""
    array = None if region.weights is None else constant_array(region.weights)
    return None if array is None else (array.nbytes, array.size if is_quantized else array.nbytes)


def error_of(array: Array, other: Array) -> float:
    """The root mean square of the errors of numbers, as a part of that of the numbers: what sums of products lose whose operands are alike."""
    distance = Distance()
    distance.expect(array)
    distance.add(other)
    return distance.error
