"""What each device of a mesh computes of its parts, written out for all of them in one program: Shardy's `manual_computation`.

The body is there once for each device, operation by operation: of each, that of the first device, of the second, and so on. Where
devices meet, in collectives, what comes of it is arithmetic on the values of all of them. Meetings inside of loops and branches stay for
the host, where devices take turns.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.analysis.effects import effects_of
from tfir.analysis.feeds import is_static
from tfir.dialects import has_trait
from tfir.dialects.sdy.shardings import Division
from tfir.execution.grid import Grid
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value

from tfopt.arithmetic.tensor import Tensor, array, building, concatenate, emit, splat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_DEVICES = 64
NUMBERS = ("stablehlo.partition_id", "stablehlo.replica_id")


def written_out(op: Operation) -> list[Value] | None:
    """The results of a computation that is divided among devices; None where it stays."""
    division = Division(op)
    values = [*op.operands, *op.body.arguments, *op.results]
    inner = [each for each in op.body if each is not op.body.terminator]
    if division.count > MOST_DEVICES or not all([is_static(value.type) for value in values]) or not all(map(is_known, inner)):
        return None
    with building(Builder.before(op)):
        return [each.value for each in Devices(division).run(op)]


def is_known(op: Operation) -> bool:
    """Whether an op of the body may stand once for each device: where devices meet there is a rule for it, and none meet in a region of it."""
    return op.name in RULES or not any([reaches_out(each) for each in op.walk()])


def reaches_out(op: Operation) -> bool:
    """Whether an op may have to do with other processes or with the world: by itself, or in what it calls."""
    if op.name in NUMBERS or has_trait(op, "terminator"):
        return False
    return op.name in MEETINGS or op.dialect == "sdy" or bool(call_sites(op)) or not effects_of(op).changes_nothing


class Devices:
    """The values of the body, for each device its own."""

    def __init__(self, division: Division):
        from tfir.dialects.stablehlo import collective  # which loads NumPy

        self.division, self.collective = division, collective
        self.grid = Grid(1, division.count)
        self.values: list[dict[Value, Value]] = [{} for _ in self.grid.processes]

    def run(self, op: Operation) -> list[Tensor]:
        operands = [Tensor(value) for value in op.operands]
        for device, values in enumerate(self.values):
            parts = self.division.parts(operands, device)
            values.update({argument: part.value for argument, part in zip(op.body.arguments, parts)})
        for inner in op.body:
            if inner is not op.body.terminator:
                self.compute(inner)
        return [self.joined(number, value) for number, value in enumerate(op.body.terminator.operands)]

    def compute(self, op: Operation) -> None:
        rule = RULES.get(op.name)
        if rule is None:
            for device in range(self.division.count):
                self.repeat(op, device)
            return
        for values, results in zip(self.values, rule(self, op)):
            values.update({result: each.value for result, each in zip(op.results, results)})

    def repeat(self, op: Operation, device: int) -> None:
        """An op on the values of one device, which knows its number."""
        builder = Builder.before(self.division.op)
        copy = builder.block.insert_before(op.clone(self.values[device]), self.division.op)
        for inner in [inner for inner in copy.walk() if inner.name in NUMBERS]:
            number = device if inner.name == NUMBERS[0] else 0
            type = inner.results[0].type
            constant = Builder.before(inner).value("stablehlo.constant", [], type, {"value": DenseAttr.of(number, type)})
            if inner is copy:
                self.values[device][op.results[0]] = constant
            inner.replace_with([constant])

    def of(self, device: int, value: Value) -> Tensor:
        return Tensor(self.values[device].get(value, value))

    def joined(self, number: int, value: Value) -> Tensor:
        """A result of all parts of it, of which the first that a device has given is taken."""
        whole, sharding = self.division.op.results[number].type.shape, self.division.results[number]
        parts: dict[tuple[int, ...], Tensor] = {}
        for device in range(self.division.count):
            place = sharding.part(whole, self.division.mesh, self.division.place(device))
            parts.setdefault(tuple([each.start for each in place]), self.of(device, value))
        return put_together(parts, 0)


def put_together(parts: dict[tuple[int, ...], Tensor], axis: int) -> Tensor:
    """A tensor of parts by where they begin, along this axis and those behind it."""
    if len(parts) == 1:
        return next(iter(parts.values()))
    starts = sorted({place[axis] for place in parts})
    rows = [put_together({place: part for place, part in parts.items() if place[axis] == start}, axis + 1) for start in starts]
    return rows[0] if len(rows) == 1 else concatenate(rows, axis)


# Where devices meet: for each of them the results


def by_groups(make):
    """A rule by which members of a group get results of the operands of all: `make` is given these, and gives those of each member."""

    def rule(devices: Devices, op: Operation) -> list[list[Tensor]]:
        results: dict[int, list[Tensor]] = {}
        for process in devices.grid.processes:
            if process.id[1] not in results:
                group = [partition for _, partition in devices.collective.group_of(op, process, ways(devices, op))]
                brought = [[devices.of(device, operand) for operand in op.operands] for device in group]
                results.update(zip(group, make(op, brought)))
        return [results[device] for device in range(devices.division.count)]

    return rule


def ways(devices: Devices, op: Operation):
    """How numbers in groups name processes, where an op has a channel."""
    is_split = op.name == "stablehlo.all_to_all"
    return devices.collective.cross_partition if is_split else devices.collective.cross_replica_and_partition


def all_gather(op: Operation, brought: Sequence[list[Tensor]]) -> list[list[Tensor]]:
    return [[concatenate(parts, op.get("all_gather_dim")) for parts in zip(*brought)]] * len(brought)


def all_reduce(op: Operation, brought: Sequence[list[Tensor]]) -> list[list[Tensor]]:
    return [[combined(op, parts) for parts in zip(*brought)]] * len(brought)


def combined(op: Operation, parts: Sequence[Tensor]) -> Tensor:
    """The first part, combined with one after another of the others by the op's region, element by element."""
    whole, *others = parts
    for other in others:
        axes = array(range(whole.rank))
        whole = emit("map", [whole, other], whole.type, [op.region.clone({})], dimensions=axes)
    return whole


def reduce_scatter(op: Operation, brought: Sequence[list[Tensor]]) -> list[list[Tensor]]:
    whole = combined(op, [operand for (operand,) in brought])
    return [[piece] for piece in pieces(whole, op.get("scatter_dimension"), len(brought))]


def all_to_all(op: Operation, brought: Sequence[list[Tensor]]) -> list[list[Tensor]]:
    split, joined = op.get("split_dimension"), op.get("concat_dimension")
    cut = [[pieces(operand, split, len(brought)) for operand in operands] for operands in brought]
    return [
        [concatenate([operands[number][own] for operands in cut], joined) for number in range(len(op.operands))]
        for own in range(len(brought))
    ]


def pieces(x: Tensor, axis: int, count: int) -> list[Tensor]:
    """Equal parts of a tensor along an axis."""
    size = x.shape[axis] // count
    before = (slice(None),) * axis
    return [x[(*before, slice(number * size, (number + 1) * size))] for number in range(count)]


def collective_permute(devices: Devices, op: Operation) -> list[list[Tensor]]:
    """Each device gets what its source has; one that has none gets zeros."""
    from tfir.dialects.stablehlo.inference.collective import channel

    collective, (operand,), type = devices.collective, op.operands, op.results[0].type
    split = collective.cross_partition if channel(op) > 0 else collective.cross_replica
    sources = {target[1]: source[1] for source, target in split(devices.grid, collective.rows(op.attributes["source_target_pairs"]))}
    if any([device >= devices.division.count for pair in sources.items() for device in pair]):
        raise Error.on(op, f"names a process that there is not: there are {devices.division.count}")
    numbers = range(devices.division.count)
    return [[devices.of(sources[each], operand) if each in sources else splat(0, type.shape, type.element)] for each in numbers]


RULES = {
    f"stablehlo.{name}": rule for name, rule in {
        "all_gather": by_groups(all_gather), "all_reduce": by_groups(all_reduce), "reduce_scatter": by_groups(reduce_scatter),
        "all_to_all": by_groups(all_to_all), "collective_permute": collective_permute,
    }.items()
}  # fmt: skip
MEETINGS = {*RULES, "stablehlo.collective_broadcast", "stablehlo.collective_reduce", "stablehlo.async_start", "stablehlo.async_done"}
