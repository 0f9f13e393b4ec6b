"""The common beginning of every schedule: the kernel, its buffers bound for the way they are read, and the emitter of elements."""

from __future__ import annotations

from tfir.analysis.extents import Extent, Size, divided_up, usual
from tfir.dialects.iree_ll_seq import byte_size
from tfir.ir.diagnostics import Error

from tfopt.iree_to_spirv.arithmetic import Value, kind_of, where
from tfopt.iree_to_spirv.buffers import TEXEL_FORMATS, Buffer
from tfopt.iree_to_spirv.elements import Elements
from tfopt.iree_to_spirv.index import Index
from tfopt.iree_to_spirv.kernel import GPUS, Kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_GROUP_COUNT = 65535
AHEAD = "ahead"  # how vectors are loaded of what is far away: what will be read next is asked for
SEVERAL = 8  # of what is unknown, to choose by
LEAST_LAST_CACHE = 1 << 26  # bytes that a processor may have of which we are not told
MANY = 1024  # elements of a size that is unknown, for which workgroups are small that are full for fewer


def preferred_loads(target) -> str:
    """Texel fetches or storage loads, for inputs; those too large for texels are loaded from storage anyway.

    On a CPU texel fetches are gathers without bounds checks, two to three times faster than storage loads. On a GPU both
    are as fast, and storage is the usual. Any device at all grants sixteen texel buffers but four storage buffers.
    """
    return "storage" if target.kind in GPUS or target.is_processor else "texel"


def exceeds_caches(executable, target) -> bool:
    """Whether what is read and written has no room in a processor's last cache, of which others have a part."""
    types = [argument.type for argument in executable.arguments]
    if not target.is_processor or any([isinstance(type.size, Extent) for type in types]):
        return False
    return sum(map(byte_size, types)) > max(target.cache_sizes[-1] * 3 // 4, LEAST_LAST_CACHE)


def lanes_for(useful: int, target) -> int:
    """How many invocations side by side, where they share nothing: eight, or on a GPU a whole subgroup if it has work."""
    lanes = 8
    if target.kind in GPUS:
        while lanes < min(useful, target.subgroup_size):
            lanes *= 2
    return lanes


def tile_size(extent: int, most: int) -> int:
    """How many of `extent` neighbours to compute at once: many share their loads; those of a tile past the end are wasted."""
    return min(range(1, most + 1), key=lambda size: (-(-extent // size) * size * (1 + 2 / size), size))


def invocations_for(count: Size, most: int) -> int:
    """How many invocations a workgroup has: no more than there is work for, but for eight."""
    count = usual(count, MANY)
    while most > 8 and most // 2 >= count:
        most //= 2
    return most


def is_side_by_side(type) -> bool:
    """Whether elements can be taken in fours: each row of the last dimension is a whole number of them."""
    return bool(type.shape) and type.shape[-1] % 4 == 0 and 0 not in type.shape


def folded(count: Size, target, op) -> tuple[Size, Size, Size]:
    """`count` workgroups in a row as a shape (x, y, z) that the device can dispatch; it may have a few too many."""
    limit = min(target.max_workgroup_count[0], LARGEST_GROUP_COUNT)
    if isinstance(count, Extent):
        rows = divided_up(count, limit)
        return divided_up(count, rows), rows, 1
    if count <= limit:
        return count, 1, 1
    rows = -(-count // limit)
    if rows > min(target.max_workgroup_count[1], LARGEST_GROUP_COUNT):
        raise Error.on(op, f"needs {count} workgroups, more than a dispatch can have")
    return -(-count // rows), rows, 1


def require_shuffles(executable, target, lanes: int) -> None:
    if not (target.can("shuffle") and target.subgroup_size == lanes):
        raise Error.on(executable.op, f"has a schedule that shuffles among {lanes} lanes, which the target ({target.name}) cannot")


class Setting:
    """One executable being written as a kernel. `units` says, per argument, in how many elements at once it is read."""

    def __init__(self, executable, schedule, target, lanes: int, units=None):
        self.executable, self.schedule, self.target = executable, schedule, target
        self.kernel = Kernel(executable.name, target, executable.op.location)
        self.kernel.symbols = executable.symbols
        self.kernel.is_for_software = target.kind == "cpu" and not (target.is_processor or schedule.is_plain)
        self.kernel.copies, self.kernel.bindings = schedule.copies, len(executable.arguments)
        self.elements = Elements(self.kernel, executable.op.body)
        self.buffers: dict = {}
        loads = schedule.word("loads", "texel", "storage", AHEAD)
        self.kernel.loads_ahead = loads == AHEAD and target.is_processor
        texels_left = target.max_texel_bindings if loads == "texel" else 0
        for position, argument in enumerate(executable.arguments):
            unit = (units or {}).get(argument) or self.unit_for(argument.type, lanes)
            is_texel = texels_left > 0 and argument not in executable.outputs and self.fits_texels(argument.type, unit)
            texels_left -= is_texel
            self.buffers[argument] = Buffer(self.kernel, position, argument.type, unit, is_texel)
        self.elements.buffers = self.buffers

    def unit_for(self, memref, lanes: int) -> int:
        if self.target.is_processor:
            return 1  # whose vectors may begin anywhere
        return 4 if lanes == 4 and is_side_by_side(memref) and getattr(memref.element, "width", 0) == 32 else 1

    def fits_texels(self, memref, unit: int) -> bool:
        kind = kind_of(memref.element)
        formats = kind is not None and kind.bits == 32 and (kind.family, unit) in TEXEL_FORMATS
        if isinstance(memref.size, Extent):  # where texels reach as far as storage does
            return formats and self.target.max_texel_elements * unit * 4 >= self.target.max_storage_range
        return formats and memref.size // unit <= self.target.max_texel_elements

    def workgroup_number(self) -> Value:
        """The number of this workgroup where `folded` has given the dispatch its shape."""
        kernel = self.kernel
        across = kernel.workgroups[0]
        if isinstance(across, Extent):
            return kernel.workgroup(1) * kernel.built_in("NumWorkgroups", 0, None) + kernel.workgroup(0)
        return kernel.workgroup(1) * across + kernel.workgroup(0)

    def arranged(self, tiles: tuple[Size, Size, Size]) -> Callable[[int], Value]:
        """Dispatches a workgroup for each of so many tiles: a function from an axis to the number along it of the tile that this one is
        for. Where a number of tiles is not known they stand in a row, of which a device can have more; those past its end do the last one."""
        kernel = self.kernel
        if all([isinstance(count, int) for count in tiles]):
            kernel.workgroups = tiles
            return kernel.workgroup
        count = tiles[0] * tiles[1] * tiles[2]
        kernel.workgroups = folded(count, self.target, self.executable.op)
        number = self.workgroup_number()
        places = Index(kernel, tiles[::-1], linear=where(number < count, number, count - 1)).dims[::-1]
        return places.__getitem__

    def spread(self, count: Size, invocations: int) -> Value:
        """Dispatches `count` invocations or a few more, in workgroups of so many; the number of this one."""
        self.kernel.local_size = (invocations, 1, 1)
        self.kernel.workgroups = folded(divided_up(count, invocations), self.target, self.executable.op)
        if invocations == 1 and self.kernel.workgroups[1:] == (1, 1) and not self.target.is_processor:
            return self.kernel.built_in("GlobalInvocationId", 0, count)
        return self.workgroup_number() * invocations + self.kernel.local(0)

    def store_at(self, index, lanes: int) -> None:
        """Computes every output at an index and writes it."""
        self.elements.chains_at(index, lanes)
        for value, argument in self.executable.stores:
            buffer, part = self.buffers[argument], self.executable.parts.get(argument)
            place = index.linear if part is None else part.place(index)
            if buffer.parts == 1:
                buffer.store(place, self.elements.at(value, index, lanes).splat(lanes))
                continue
            if value.op.name != "stablehlo.complex":
                raise Error.on(
                    value.op, "of complex numbers has no lowering to SPIR-V; --stablehlo-expand-complex computes with their parts"
                )
            for number, part in enumerate(value.op.operands):
                element = self.elements.at(part, index, lanes).splat(lanes)
                for lane in range(lanes):
                    buffer.store((place + lane) * buffer.parts + number, element.lane(lane))
