"""Lowerings: branches and loops. What is known before a program runs is decided then: a branch is written out, and a loop that changes shapes,
or fills a sequence, as many times as it runs."""

from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, I64, TensorType
from tfir.ods.inference import constant_of
from tfir.ods.numpy_on_demand import np

from tfopt.arithmetic.contents import as_type
from tfopt.arithmetic.sizes import active, builders, told
from tfopt.arithmetic.tensor import (
    Tensor,
    conditional,
    dynamic_slice,
    emit,
    literal,
    loop,
    number,
    sliced,
    splat,
)
from tfopt.onnx_to_stablehlo.lowering import lower

MOST_WRITTEN_OUT = 64  # trips of a loop that have to be


def lowered_region(converter, region, arguments) -> list:
    """What a subgraph gives for these values of its inputs, written where the program is built. Raises Error for what is not lowered in it."""
    inner = converter.nested()
    inner.values.update(zip(region.entry.arguments, arguments))
    results = inner.block(region.entry)
    if results is None or inner.failures:
        op, reason = next(iter(inner.failures.items()))
        raise Error(f"has a subgraph with {op.name}, which {reason}")
    return results


@lower
def If(cond, op, converter):
    """The regions are `else_branch` and `then_branch`."""
    otherwise, then = op.regions
    content = constant_of(cond.value)
    if content is not None:
        return lowered_region(converter, then if content.item() else otherwise, [])
    return conditional(cond.reshape(), *[branch(converter, region, (then, otherwise)) for region in (then, otherwise)])


def branch(converter, region, both):
    """What writes a branch. Sizes in which the two differ are open."""

    def write():
        results = lowered_region(converter, region, [])
        types = common_types(converter, both)
        return [opened(each, type) for each, type in zip(results, types)]

    return write


def common_types(converter, both) -> list:
    """The types that both branches give, tried out where nothing stays of it."""
    tried = [tried_types(converter, region) for region in both]
    types = []
    for one, other in zip(*tried):
        if one.element is not other.element or len(one.shape) != len(other.shape):
            raise Error(f"has branches that give {one} and {other}")
        types.append(TensorType([a if a == b else None for a, b in zip(one.shape, other.shape)], one.element))
    return types


def tried_types(converter, region) -> list:
    from tfir.ir.builder import Builder
    from tfir.ir.operations import Block

    block = Block([])
    active[-1].around[block] = builders[-1].block
    builders.append(Builder.at_end(block))
    try:
        results = lowered_region(converter, region, [])
        for each in results:
            if not isinstance(each, Tensor):
                raise Error("has branches that give a sequence, and which is taken is not known")
        return [each.value.type for each in results]
    finally:
        builders.pop()
        for made in reversed(list(block)):
            made.erase()


def opened(x: Tensor, type) -> Tensor:
    return Tensor(as_type(builders[-1], x.value, type))


@lower
def Loop(M, cond, v_initial, op, converter):
    """The body takes the number of the trip, whether to go on, and what is carried; it gives the latter two, and what each trip adds to results."""
    region = op.regions[0]
    trips = constant_of(M.value) if M is not None else None
    goes_on = constant_of(cond.value) if cond is not None else np.array(True)
    if goes_on is not None and not goes_on.item():
        trips = np.array(0)
    scanned = len(op.results) - len(v_initial)
    is_constant = trips is not None and goes_on is not None
    if is_constant and trips.item() <= MOST_WRITTEN_OUT and (written := written_out(converter, region, trips.item(), v_initial, scanned)):
        return written
    if any([not isinstance(each, Tensor) for each in v_initial]):
        raise Error("carries a sequence, and how often it runs is not known, or is more than is written out")
    return as_while(converter, region, M, cond, v_initial, scanned)


def written_out(converter, region, trips: int, carried: list, scanned: int) -> list | None:
    """The trips one after the other, as long as whether to go on is known after each; None where it is not, or a loop of StableHLO does."""
    changes = any([not isinstance(each, Tensor) for each in carried])
    parts: list[list] = [[] for _ in range(scanned)]
    values = list(carried)
    mark = len(builders[-1].created)
    for trip in range(trips):
        results = lowered_region(converter, region, [literal(np.array(trip, np.int64)), splat(True, (), I1), *values])
        going = constant_of(results[0].value)
        after = results[1 : 1 + len(values)]
        differs = any([isinstance(a, Tensor) and isinstance(b, Tensor) and a.shape != b.shape for a, b in zip(values, after)])
        if trip == 0 and going is None and trips > 1:
            if not (changes or differs):
                discard(mark)
                return None
            raise Error("carries what changes its shape, or a sequence, and whether it goes on is not known")
        if trip == 0 and not (changes or differs) and going is not None and going.item() and trips > 8:
            discard(mark)
            return None
        values = after
        for listed, part in zip(parts, results[1 + len(values) :]):
            listed.append(part.expand(0))
        if going is not None and not going.item():
            break
        if going is None and trip + 1 < trips:
            raise Error("carries what changes its shape, or a sequence, and whether it goes on is not known")
    from tfopt.arithmetic.tensor import concatenate

    if any([not each for each in parts]):
        return [*values, *empty_scans(converter, region, carried, scanned)]
    return [*values, *[concatenate(each, 0) for each in parts]]


def discard(mark: int) -> None:
    """Takes back what has been built since."""
    builder = builders[-1]
    for made in reversed(builder.created[mark:]):
        if made.parent is not None and not any([result.uses for result in made.results]):
            made.erase()
    del builder.created[mark:]


def empty_scans(converter, region, carried: list, scanned: int) -> list:
    types = body_types(converter, region, carried)[1 + len(carried) :]
    return [splat(0, (0, *type.shape), type.element) for type in types[:scanned]]


def body_types(converter, region, carried: list) -> list:
    """The types that one trip gives, tried out where nothing stays of it."""
    from tfir.ir.builder import Builder
    from tfir.ir.operations import Block

    block = Block([])
    active[-1].around[block] = builders[-1].block
    builders.append(Builder.at_end(block))
    try:
        trip = number(0, I64) + iota_zero()
        results = lowered_region(converter, region, [trip, splat(True, (), I1), *carried])
        return [each.type for each in results]
    finally:
        builders.pop()
        for made in reversed(list(block)):
            made.erase()


def iota_zero() -> Tensor:
    """A zero that is no constant to who looks."""
    return emit("convert", [emit("iota", [], TensorType((1,), I32), iota_dimension=_axis())], TensorType((1,), I64)).reshape()


def _axis():
    from tfir.ir.attributes import IntegerAttr

    return IntegerAttr(0, I64)


def as_while(converter, region, M, cond, carried: list, scanned: int) -> list:
    """A loop of StableHLO. What trips add lies in tensors of as many rows as there may be trips, of which those that were run are cut off."""
    most = None if M is None else M.reshape()
    types = body_types(converter, region, carried)
    after = types[1 : 1 + len(carried)]
    if [each.shape for each in after] != [each.shape for each in carried]:
        raise Error("carries what changes its shape from trip to trip")
    rows = constant_of(most.value) if most is not None else None
    if scanned and most is None:
        raise Error("adds to results as long as a condition holds, and nothing says how often that may be")
    length = rows.item() if rows is not None else told(most.convert(I32)) if scanned and most is not None else None
    filled = [splat(0, (length, *type.shape), type.element) for type in types[1 + len(carried) :]] if scanned else []
    start = splat(True, (), I1) if cond is None else cond.reshape()

    def holds(trip, going, *_):
        return going if most is None else going & (trip < most.convert(I64))

    def body(trip, going, *rest):
        values, sums = rest[: len(carried)], rest[len(carried) :]
        results = lowered_region(converter, region, [trip, splat(True, (), I1), *values])
        parts = results[1 + len(carried) :]
        sums = [put(total, part, trip) for total, part in zip(sums, parts)]
        return [trip + 1, results[0].reshape(), *results[1 : 1 + len(carried)], *sums]

    trip, _, *results = loop(holds, body, splat(0, (), I64), start, *carried, *filled)
    final, sums = results[: len(carried)], results[len(carried) :]
    if sums and not is_always_going(region):
        count = told(trip.convert(I32))
        sums = [sliced(each, [0] * each.rank, [count, *each.shape[1:]]) for each in sums]
    return [*final, *sums]


def is_always_going(region) -> bool:
    """Whether the body gives the condition that it was given, or a constant that holds."""
    value = region.entry.terminator.operands[0]
    while value.op is not None and value.op.name in ("onnx.Identity", "onnx.Cast"):
        value = value.op.operands[0]
    if value is region.entry.arguments[1]:
        return True
    content = value.op.attributes.get("value") if value.op is not None and value.op.name == "onnx.Constant" else None
    return content is not None and all(content.values())


def put(total: Tensor, part: Tensor, place: Tensor) -> Tensor:
    """A tensor with another as its row at a place."""
    starts = [place, *[splat(0, (), place.element) for _ in range(total.rank - 1)]]
    return emit("dynamic_update_slice", [total, part.expand(0), *starts], total.type)


@lower
def Scan(
    initial_state_and_scan_inputs,
    op,
    converter,
    num_scan_inputs,
    scan_input_axes,
    scan_input_directions,
    scan_output_axes,
    scan_output_directions,
):
    """The body takes states and one slice of each input; it gives states and one slice of each output."""
    region, values = op.regions[0], list(initial_state_and_scan_inputs)
    states, inputs = values[: len(values) - num_scan_inputs], values[len(values) - num_scan_inputs :]
    outputs = len(op.results) - len(states)
    axes = [axis % x.rank for axis, x in zip(scan_input_axes or [0] * len(inputs), inputs)]
    turned = scan_input_directions or [0] * len(inputs)
    front = [x.transpose(axis, *[at for at in range(x.rank) if at != axis]) for x, axis in zip(inputs, axes)]
    front = [x.reverse(0) if turn else x for x, turn in zip(front, turned)]
    length = front[0].shape[0]

    def slices(trip) -> list:
        return [dynamic_slice(x, row_starts(x, trip), [1, *x.shape[1:]]).reshape(*x.shape[1:]) for x in front]

    types = scan_types(converter, region, states, slices)
    filled = [splat(0, (length, *type.shape), type.element) for type in types[len(states) :]]
    count = number(length, I64)

    def body(trip, *rest):
        now, sums = rest[: len(states)], rest[len(states) :]
        results = lowered_region(converter, region, [*now, *slices(trip)])
        return [trip + 1, *results[: len(states)], *[put(total, part, trip) for total, part in zip(sums, results[len(states) :])]]

    _, *results = loop(lambda trip, *_: trip < count, body, splat(0, (), I64), *states, *filled)
    final, sums = results[: len(states)], results[len(states) :]
    turned = scan_output_directions or [0] * outputs
    sums = [x.reverse(0) if turn else x for x, turn in zip(sums, turned)]
    places = [axis % x.rank for axis, x in zip(scan_output_axes or [0] * outputs, sums)]
    return [*final, *[x.transpose(*[*range(1, axis + 1), 0, *range(axis + 1, x.rank)]) for x, axis in zip(sums, places)]]


def row_starts(x: Tensor, trip: Tensor) -> list[Tensor]:
    return [trip, *[splat(0, (), trip.element) for _ in range(x.rank - 1)]]


def scan_types(converter, region, states, slices) -> list:
    from tfir.ir.builder import Builder
    from tfir.ir.operations import Block

    block = Block([])
    active[-1].around[block] = builders[-1].block
    builders.append(Builder.at_end(block))
    try:
        return [each.type for each in lowered_region(converter, region, [*states, *slices(number(0, I64))])]
    finally:
        builders.pop()
        for made in reversed(list(block)):
            made.erase()


@lower
def ScanV8(initial_state_and_scan_inputs, op, converter, num_scan_inputs, directions, sequence_lens=None):
    """The older form has a batch in front of all, of which each member is scanned by itself."""
    if sequence_lens is not None:
        raise Error("has sequences of several lengths")
    values = list(initial_state_and_scan_inputs)
    batch = values[0].shape[0]
    if not isinstance(batch, int):
        raise Error("has a batch of unknown size")
    rows = []
    for member in range(batch):
        own = [x[member] for x in values]
        rows.append(Scan(own, op, converter, num_scan_inputs, None, directions, None, None))
    from tfopt.arithmetic.tensor import concatenate

    return [concatenate([row[at].expand(0) for row in rows], 0) for at in range(len(rows[0]))]
