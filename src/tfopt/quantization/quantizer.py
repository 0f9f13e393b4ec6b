"""The steps of a quantization: regions, ranges, a plan, what corrects it, and the program that is left."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value

from tfopt.generic.dce import dce
from tfopt.quantization import scales
from tfopt.quantization.calibration import Entropy, Extremes, Histogram, Mean, Percentile, Roomy, Samples, SquaredError, Watched
from tfopt.quantization.cells import states_of
from tfopt.quantization.corrections import correction_of
from tfopt.quantization.emission import Emission, WeightsAlone
from tfopt.quantization.equalization import equalize, links_of
from tfopt.quantization.forms import FORMS, form_of
from tfopt.quantization.interface import to_integers
from tfopt.quantization.masks import narrow_masks, reach_of, within_reach
from tfopt.quantization.measurement import Distance
from tfopt.quantization.plan import Plan
from tfopt.quantization.regions import Cell, Region, constant_array, regions_of
from tfopt.quantization.report import layer_of, write_report
from tfopt.quantization.tables import store_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfir.ods.arrays import Array

    Range = tuple[float, float]

UNSEEN = "no call on the data came to it, which therefore tell no ranges"
NO_KERNEL = "its dialect has no kernel of it for such integers"
LASTING = (UNSEEN, NO_KERNEL)


@dataclass(frozen=True)
class Settings:
    """The options of the pass `quantize`, which says what they are for."""

    mode: str
    calibration: str
    method: str
    percentile: float
    activations: str
    samples: int
    entry: str
    correct_biases: bool
    equalize: bool
    fewest_weights: int
    max_error: float
    interface: str
    report: str
    json: bool

    def statistic(self) -> Extremes:
        if self.method == "mse" and self.activations != "int8":
            return Roomy()  # 16 bits round so little that nothing is worth cutting off
        statistics = {"minmax": Extremes, "percentile": lambda: Percentile(self.percentile), "entropy": Entropy, "mse": SquaredError}
        return statistics[self.method]()


class Quantizer:
    """One module on its way. Data are run as often as something is asked of them."""

    def __init__(self, module: Operation, settings: Settings):
        self.module, self.settings = module, settings
        if settings.mode == "full":
            for dialect in sorted({op.dialect for op in module.walk()}.intersection(FORMS)):
                form_of(dialect).prepare(module)
        fewest = 1 if settings.mode == "full" else settings.fewest_weights
        has_tables = settings.mode in ("full", "dynamic") and store_tables(module, fewest, settings.max_error)
        self.regions = regions_of(module)
        if not self.regions and not has_tables:
            raise Error.on(
                module,
                "has no operation with a quantized form; this pass takes StableHLO and tfl, to which --pipeline=stablehlo and tflite lead",
            )
        self.samples = Samples(settings.calibration, settings.samples) if settings.calibration else None
        self.ranges: dict[Value, Range] = {}
        self.means: dict[Value, Mean] = {}
        self.alone: dict[Region, Distance] = {}

    def run(self) -> None:
        if self.settings.mode == "full" and self.samples is None:
            raise Error("mode=full needs data: calibration=@dir/*.npz")
        if self.settings.mode == "full" and self.settings.equalize and self.settings.activations == "int8":
            self.equalize()  # 16 bits have room enough, which weights beside them lack
        reference = self.module.clone({}) if self.settings.report and self.samples is not None else None
        emission = self.of_weights() if self.settings.mode != "full" else self.of_all()
        emission.write()
        if self.settings.report:
            self.report(reference, emission)
        dce(self.module)
        if self.settings.interface == "integers":
            to_integers(self.module)
            dce(self.module)

    def of_weights(self) -> Emission | WeightsAlone:
        settings = self.settings
        if self.samples is not None and settings.correct_biases:
            self.watched(self.module, {value: mean.add for value, mean in self.told_means().items()})
        return WeightsAlone(self.regions, settings.mode == "dynamic", settings.fewest_weights, settings.max_error, self.means)

    def told_means(self) -> dict[Value, Mean]:
        """What is told on average of what is multiplied by weights, from the data that come."""
        values = [region.op.operands[0] for region in self.regions if region.weights is not None]
        self.means = {value: Mean() for value in values if constant_array(value) is None}
        return self.means

    def of_all(self) -> Emission:
        self.look()
        storage = scales.STORAGE[self.settings.activations]
        for region in self.regions:
            if not form_of(region.op.dialect).has_kernel(region.op.name, storage):
                region.why_not = NO_KERNEL
        plan = self.planned()
        if self.settings.max_error or self.settings.report:
            self.alone = self.errors_alone(plan)
        while self.settings.max_error and self.leave_in_float(plan):
            plan = self.planned()
            if any(region not in self.alone for region in plan.chosen):
                self.alone |= self.errors_alone(plan)
        return Emission(plan)

    def equalize(self) -> None:
        """Makes channels reach equally far, in the program on floats."""
        links = links_of(self.regions)
        if links:
            self.watched(self.module, {link.region.result: link.reach.add for link in links})
            equalize(links)

    def look(self) -> None:
        """What the values of all regions reach on the data, and what they are on average that are multiplied by weights."""
        statistics: dict[Value, Extremes] = {}
        watchers: dict[Value, list[Callable[[Array], None]]] = {}
        for region in self.regions:
            for value in (*region.activations, region.result):
                if value not in statistics and constant_array(value) is None:
                    statistics[value] = self.settings.statistic()
                    reach, add = reach_of(value), statistics[value].add
                    watchers[value] = [add if reach is None else within_reach(add, reach)]
        for cell in [region for region in self.regions if isinstance(region, Cell)]:
            statistics[cell.state] = Roomy()
            watchers.setdefault(cell.op.operands[0], []).append(states_of(cell, statistics[cell.state].add))
        for value, mean in self.told_means().items() if self.settings.correct_biases else ():
            watchers.setdefault(value, []).append(mean.add)
        self.watched(self.module, {value: told(functions) for value, functions in watchers.items()})
        spans = {value: statistic.range() for value, statistic in statistics.items()}
        self.ranges = {value: span for value, span in spans.items() if span is not None}
        self.keep_limits()
        narrow_masks(self.regions, self.ranges)
        for region in self.regions:
            if any([value in spans and value not in self.ranges for value in (*region.activations, region.result)]):
                region.why_not = UNSEEN

    def keep_limits(self) -> None:
        """Has no range reach beyond the limits that are part of its region, and of those whose numbers it only moves, whatever room other data have."""
        limits: dict[Value, Range] = {}
        for region in self.regions:
            value, own = region.result, form_of(region.op.dialect).limits_of(region)
            if region.is_same:
                moved = [limits[each] if each in limits else numbers_of(each) for each in region.activations]
                lows, highs = zip(*[(-inf, inf) if span is None else span for span in moved])
                own = min(lows), max(highs)
            if own is None:
                continue
            limits[value] = own
            if value in self.ranges:
                low, high = self.ranges[value]
                self.ranges[value] = max(low, min(own[0], 0.0)), min(high, max(own[1], 0.0))

    def watched(self, module: Operation, watchers: dict[Value, Callable[[Array], None]]) -> None:
        assert self.samples is not None, "there are data"
        program = Watched(module, watchers, self.settings.entry or None)
        for sample in self.samples:
            program.run(sample)

    def planned(self) -> Plan:
        keeps_results = self.settings.interface == "integers"
        plan = Plan(self.regions, self.ranges, scales.STORAGE[self.settings.activations], keeps_results)
        for region in plan.chosen if self.settings.correct_biases else ():
            mean = self.means.get(region.op.operands[0])
            if region.weights is not None and region.channels is not None and mean is not None:
                correction = correction_of(region, mean.array(), plan.weights_of(region))
                if correction is not None:
                    plan.corrections[region] = correction
        return plan

    def errors_alone(self, plan: Plan) -> dict[Region, Distance]:
        """How far each region is off whose operands are what they are in float."""
        emission = Emission(plan, beside=True)
        emission.write()
        distances = {region: Distance() for region in plan.chosen}
        watchers: dict[Value, Callable[[Array], None]] = {}
        for region, distance in distances.items():
            watchers[region.result], watchers[emission.results[region]] = distance.expect, distance.add
        self.watched(self.module, watchers)
        dce(self.module)
        return distances

    def leave_in_float(self, plan: Plan) -> bool:
        """Regions that are off too far, beside those that are so already. Whether there are any."""
        most = self.settings.max_error
        far = [region for region in plan.chosen if self.alone[region].error > most]
        for region in far:
            region.why_not = f"its error, {self.alone[region].error:.3g} of its numbers, is more than {most:.3g}"
        for region in self.regions:
            if region.why_not not in (None, *LASTING) and region not in far and region not in self.alone:
                region.why_not = None  # what was near a region that is quantized may be no more, and the other way round
        return bool(far)

    def report(self, reference: Operation | None, emission: Emission | WeightsAlone) -> None:
        """How far each layer is off in the program as a whole, beside all that is known of it."""
        distances = {region: Distance() for region in emission.results}
        numbers: dict[Region, Histogram] = {}  # that layers give in float
        if reference is not None and self.samples is not None:
            results = [region.result for region in regions_of(reference)]
            expected = dict(zip(self.regions, results))
            numbers = {region: Histogram() for region in distances}
            watching = {expected[region]: told([distance.expect, numbers[region].add]) for region, distance in distances.items()}
            before = Watched(reference, watching, self.settings.entry or None)
            after = Watched(
                self.module, {emission.results[region]: distance.add for region, distance in distances.items()}, self.settings.entry or None
            )
            for sample in self.samples:
                for _ in zip(
                    before.calls(sample), after.calls(sample)
                ):  # one after the other, so that one call's numbers are held at a time
                    pass
        layers = [
            layer_of(region, emission, self.alone.get(region), distances.get(region), self.ranges.get(region.result), numbers.get(region))
            for region in self.regions
        ]
        write_report(self.settings.report, layers, self.settings.mode, self.settings.json)


def numbers_of(value: Value) -> Range | None:
    """The least and the largest number of a constant."""
    array = constant_array(value)
    return None if array is None or not array.size else (float(array.min()), float(array.max()))


def told(functions: Sequence[Callable[[Array], None]]) -> Callable[[Array], None]:
    def call(array: Array) -> None:
        for function in functions:
            function(array)

    return call
