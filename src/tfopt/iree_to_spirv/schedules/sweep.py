"""Elements of the result on processors: along its last dimension in whole vectors, and what is left of a row in shorter ones.

Where every element depends on the same one of each operand, all of them are one row. Workgroups have whole rows, or parts of the one.
More than the last cache has room for is stored past it (`stores = nontemporal`): a line that is written whole is not read first then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from math import prod

from tfir.analysis.extents import Extent, Size, divided_up
from tfir.dialects import has_trait
from tfir.ir.types import ComplexType

from tfopt.iree_to_spirv.arithmetic import Value, kind_of, known_below, where
from tfopt.iree_to_spirv.dot_instructions import X86
from tfopt.iree_to_spirv.elements.attributes import numbers
from tfopt.iree_to_spirv.elements.indexing import gathers_rows
from tfopt.iree_to_spirv.executable import Executable
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.schedule import Schedule
from tfopt.iree_to_spirv.schedules.setting import AHEAD, Setting, exceeds_caches

CHUNK, LARGE_CHUNK = 1 << 12, 1 << 16  # elements of a workgroup, the latter of tensors that no cache has room for
NONTEMPORAL, LINE = "nontemporal", 64  # bytes of a line of the cache
SHORTEST = 4  # of a row, below which vectors are not worth it
FLAT = ("iree.load_input", "iree.store_output", "stablehlo.reshape")
TUNED = {"rows": 1, "elements": 64}


def choose(executable: Executable, target) -> Schedule | None:
    if (
        not target.is_processor
        or executable.size == 0
        or any([value.op is not None and value.op.name == "stablehlo.complex" for value, _ in executable.stores])
    ):
        return None
    lanes = target.lanes(widest(executable))
    if is_flat(executable):
        if passes_caches(executable, target):
            return Schedule("sweep", lanes=lanes, elements=LARGE_CHUNK, loads=AHEAD, stores=NONTEMPORAL)
        return Schedule("sweep", lanes=lanes, elements=CHUNK // lanes * lanes, loads="storage")
    length = executable.shape[-1] if executable.shape else 1
    if isinstance(length, Extent) or length < SHORTEST or not has_vectors(executable):
        return None
    while lanes > length:
        lanes //= 2
    is_whole = length % lanes == 0 and segments(executable.root, length) == [(0, length)]
    if is_whole and passes_caches(executable, target):
        return Schedule("sweep", lanes=lanes, rows=max(1, LARGE_CHUNK // length), loads=AHEAD, stores=NONTEMPORAL)
    return Schedule("sweep", lanes=lanes, rows=max(1, CHUNK // length), loads="storage")


def passes_caches(executable: Executable, target) -> bool:
    """Whether what is written had better not stay in caches: whole tensors that have no room there, on a processor of which we know how to do that."""
    if executable.parts or any([isinstance(argument.type.element, ComplexType) for argument in executable.arguments]):
        return False
    return exceeds_caches(executable, target) and target.triple.partition("-")[0] in X86 and target.has("shaderInt64")


def widest(executable: Executable) -> int:
    """The bits of the widest numbers that are computed with, 32 at least."""
    kinds = [kind_of(value.type.element) for op in executable.op.body for value in op.results]
    return max([32, *[kind.bits for kind in kinds if kind is not None]])


def is_flat(executable: Executable) -> bool:
    """Whether each element depends on the element of the same number of each operand, or on single numbers, alone."""
    return all([part.is_side_by_side for part in executable.parts.values()]) and all(
        [is_flat_op(op, executable) for op in executable.op.body]
    )


def is_flat_op(op, executable: Executable) -> bool:
    if op.name in FLAT or has_trait(op, "terminator"):
        return True
    if op.name == "stablehlo.constant":
        return op.attributes["value"].is_splat or op.results[0].type.size == 1
    if op.name == "stablehlo.broadcast_in_dim":
        return op.operands[0].type.shape == ()
    same = all([value.type.shape in ((), executable.shape) for value in op.operands])
    return has_trait(op, "elementwise") and same and op.results[0].type.shape in ((), executable.shape)


def has_vectors(executable: Executable) -> bool:
    """Whether the operation that the dispatch is about can be asked for several elements at once."""
    root = executable.root
    if root is None:
        return True
    if root.name == "stablehlo.reduce":
        return len(root.operands[0].type.shape) - 1 not in numbers(root, "dimensions")
    if root.name == "stablehlo.reduce_window":
        return numbers(root, "window_dimensions")[-1] == 1
    if root.name == "stablehlo.gather":
        return gathers_rows(root)
    return has_trait(root, "movement") or root.name in ("stablehlo.pad", "stablehlo.concatenate")


def emit(executable: Executable, schedule: Schedule, target):
    lanes = schedule.number("lanes", 1, 64)
    setting = Setting(executable, schedule, target, 1)
    if "elements" in schedule.values:
        write = partial(write_flat, setting, executable, lanes, schedule.number("elements", 1, 1 << 20))
    else:
        write = partial(write_rows, setting, executable, lanes, schedule.number("rows", 1, 1 << 20))
    if "stores" in schedule.values and schedule.word("stores", NONTEMPORAL):
        write_past_caches(setting, write)
    else:
        write()
    return setting.kernel.finish()


def write_past_caches(setting: Setting, write: Callable[[], None]) -> None:
    """Where results begin where lines do, they are stored past the caches."""
    kernel, (first, *others) = setting.kernel, [setting.buffers[argument].address for argument in setting.executable.outputs]
    bits = first
    for other in others:
        bits = bits | other
    is_aligned = (bits % LINE).equals(0)
    with kernel.when(is_aligned), kernel.past_caches():
        write()
    with kernel.when(is_aligned ^ True):
        write()


def write_flat(setting: Setting, executable: Executable, lanes: int, chunk: int) -> None:
    kernel, size = setting.kernel, executable.size
    kernel.workgroups = (divided_up(size, chunk), 1, 1)
    first = kernel.workgroup(0) * chunk
    left = first.like(size) - first  # from here to the end

    def at(place: Value, lanes: int) -> None:
        setting.store_at(Index(kernel, executable.shape, linear=known_below(place, size)), lanes)

    if isinstance(size, int) and (size < chunk or size % chunk == 0):  # all workgroups are alike
        sweep(kernel, min(size, chunk), lanes, lambda place, lanes: at(first + place, lanes))
        return
    with kernel.when(left >= chunk):
        sweep(kernel, chunk, lanes, lambda place, lanes: at(first + place, lanes))
    with kernel.when(left < chunk):
        if isinstance(size, int):
            sweep(kernel, size % chunk, lanes, lambda place, lanes: at(first + place, lanes))
        else:
            whole = left // lanes * lanes
            loop(kernel, 0, chunk, lanes, lambda place: at(first + place, lanes), rounds=whole)
            loop(kernel, 0, lanes, 1, lambda place: at(first + whole + place, 1), rounds=left - whole)


def write_rows(setting: Setting, executable: Executable, lanes: int, rows: int) -> None:
    kernel, (*outer, length) = setting.kernel, executable.shape

    def row(number: Value) -> None:
        places = Index(kernel, outer, linear=number).dims
        for start, stop in segments(executable.root, length):
            sweep(kernel, stop - start, lanes, partial(store, places, start))

    def store(places: list[Value], start: int, place: Value, lanes: int) -> None:
        setting.store_at(Index(kernel, executable.shape, [*places, place + start]), lanes)

    each_row(kernel, prod(outer), rows, row)


def each_row(kernel, count: Size, rows: int, body: Callable[[Value], None]) -> None:
    """`body(number)` for so many rows, a workgroup for each `rows` of them; the last one may have fewer."""
    kernel.workgroups = (divided_up(count, rows), 1, 1)
    first = kernel.workgroup(0) * rows
    is_exact, left = isinstance(count, int) and count % rows == 0, first.like(count) - first
    rounds = None if is_exact else where(left < rows, left, left.like(rows))
    loop(kernel, 0, rows, 1, lambda i: body(known_below(first + i, count)), rounds=rounds)


def segments(root, length: int) -> list[tuple[int, int]]:
    """The parts of a row that are made alike: what is put together along it, and a row within its padding."""
    ends = [0, length]
    if root is not None and root.name == "stablehlo.concatenate" and root.get("dimension") == len(root.results[0].type.shape) - 1:
        ends += accumulate([operand.type.shape[-1] for operand in root.operands])
    if root is not None and root.name == "stablehlo.pad":
        ends += [numbers(root, "edge_padding_low")[-1], length - numbers(root, "edge_padding_high")[-1]]
    ends = sorted({min(max(end, 0), length) for end in ends})
    return list(zip(ends, ends[1:]))


def sweep(kernel, length: Size, lanes: int, body: Callable[[Value, int], None]) -> None:
    """`body(place, lanes)` for all of a row: whole vectors first, then one of half as many lanes, and so on."""
    done = length // lanes * lanes
    loop(kernel, 0, done, lanes, lambda place: body(known_below(place, max(done - lanes + 1, 1)), lanes))
    while done < length:
        lanes //= 2
        if length - done >= lanes:
            body(kernel.number(done), lanes)
            done += lanes


def loop(kernel, start: int, stop: Size, step: int, body: Callable[[Value], None], rounds: Value | None = None) -> None:
    """A loop that hands nothing on."""

    def once(place: Value, carried: list) -> list:
        body(place)
        return carried

    kernel.loop(start, stop, step, [], once, unrolled=1 if rounds is None else 0, rounds=rounds)
