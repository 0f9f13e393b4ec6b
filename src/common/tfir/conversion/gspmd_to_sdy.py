"""What is marked in HLO as a program for each of several devices, as a computation that Shardy divides.

`@SPMDFullToShardShape` gives the part of a tensor that a device has, and `@SPMDShardToFullShape` the tensor that such parts make; what stands between
them is computed by each device. GSPMD says by tiles how a tensor is cut (XLA, "HLO sharding", `hlo_sharding.h`). XLA writes Shardy's own
computations as `@xla.sdy.GlobalToLocalShape` and `@xla.sdy.LocalToGlobalShape`, whose attributes have Shardy's shardings as text
(XLA, `service/spmd/shardy/constants.h`).
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from tfir.dialects.sdy.shardings import SHARDINGS
from tfir.ir.attributes import DictAttr, OpaqueAttr, StringAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Block, Operation, Value
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CALL, CUT, JOIN, MARK = "stablehlo.custom_call", "SPMDFullToShardShape", "SPMDShardToFullShape", "Sharding"
SHARDY_CUT, SHARDY_JOIN, SHARDY_MESHES = "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.meshes"
FRONTEND = "mhlo.frontend_attributes"
MESHES = compiled(r'("[^"]*"|[\w.$-]+) = #sdy\.(mesh<\[[^\]]*\](?:, device_ids=\[[^\]]*\])?>)').findall
TILES = compiled(
    r"\{devices=\[([\d,]+)\](?:<=\[([\d,]+)\](?:T\(([\d,]+)\))?|([\d,]+))"
    r"(?:( last_tile_dim_replicate)| last_tile_dims=\{((?:manual|replicated)(?:, ?(?:manual|replicated))*)\})?\}"
).fullmatch


class Tiles:
    """How a sharding cuts each dimension of a tensor: by devices numbered along `axes`, put in the order `order`. What devices beyond the
    tensor's own dimensions have in common (`last_tile_dims`) is the whole of it, whether each computes it by itself or for all."""

    def __init__(self, text: str, rank: int):
        self.is_whole = text == "{replicated}"
        match = TILES(text)
        if self.is_whole or match is None:
            self.is_known, self.cuts, self.axes, self.order = self.is_whole, [1] * rank, [1], [0]
            return
        cuts, axes, order, listed, last, kinds = match.groups()
        self.cuts = numbers(cuts)
        if listed:
            self.axes, self.order = axes_of(numbers(listed))
        else:
            self.axes = numbers(axes)
            self.order = numbers(order) if order else list(range(len(self.axes)))
        self.is_known = prod(self.axes) == prod(self.cuts) and len(self.cuts) == rank + (kinds.count(",") + 1 if kinds else bool(last))

    def strides(self) -> set[int]:
        """How far apart in number devices are that are neighbours along an axis, or along a dimension."""
        strides = {prod(self.axes[at:]) for at in range(len(self.axes))}
        steps = [(self.axes[at], prod(self.axes[at + 1 :])) for at in self.order]
        for cut in self.cuts:
            while cut > 1 and steps:
                size, stride = steps.pop(0)
                if cut < size and size % cut == 0:
                    steps.insert(0, (size // cut, stride))
                    size, stride = cut, stride * (size // cut)
                strides |= {stride, stride * size}
                cut //= size
        return strides

    def text(self, mesh: Sequence[tuple[int, int]], rank: int) -> str | None:
        """The axes of a mesh that cut each dimension, as Shardy writes it. None where the mesh has no such axes."""
        steps = [step for at in self.order for step in within(mesh, prod(self.axes[at + 1 :]), self.axes[at])]
        dimensions = []
        for cut in self.cuts[:rank]:
            names = []
            while cut > 1:
                if not steps or cut % steps[0][0]:
                    return None
                size, stride = steps.pop(0)
                names.append(f'"d{stride}"')
                cut //= size
            dimensions.append(f"{{{', '.join(names)}}}")
        return f"[{', '.join(dimensions)}]"


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def axes_of(devices: list[int]) -> tuple[list[int], list[int]]:
    """The axes along which devices that are listed one by one are numbered, and their order in the list; no axes where there are none."""
    steps: list[tuple[int, int]] = []  # how far apart in number devices along an axis are, and how many; the last in the list first
    expected = [0]
    while len(expected) < len(devices):
        stride, size = devices[len(expected)], 1
        while devices[size * len(expected) : (size + 1) * len(expected)] == [size * stride + each for each in expected]:
            size += 1
        if size == 1:
            return [], []
        expected = devices[: size * len(expected)]
        steps.append((stride, size))
    ordered = sorted(steps, reverse=True)
    strides = [prod([size for _, size in ordered[at + 1 :]]) for at in range(len(ordered))]
    if devices != expected or strides != [stride for stride, _ in ordered]:
        return [], []
    return [size for _, size in ordered], [ordered.index(step) for step in reversed(steps)]


def within(mesh: Sequence[tuple[int, int]], stride: int, size: int) -> list[tuple[int, int]]:
    """The axes of a mesh along which devices are at least `stride` apart in number, and less than `size` times that."""
    return [(count, step) for count, step in mesh if stride <= step < stride * size]


def mesh_of(tiles: list[Tiles], count: int) -> list[tuple[int, int]] | None:
    """Axes of that many devices, each a size and how far apart devices along it are, of which all of these shardings are made; None where
    there are none."""
    cut = [each for each in tiles if not each.is_whole]
    strides = sorted({1, count}.union(*[each.strides() for each in cut]), reverse=True)
    if any([prod(each.axes) != count for each in cut]) or any([above % below for above, below in zip(strides, strides[1:])]):
        return None
    return [(above // below, below) for above, below in zip(strides, strides[1:])]


def is_divided(module: Operation) -> bool:
    """Whether such marks may stand in a module."""
    return module.get("mhlo.num_partitions", 1) > 1 or FRONTEND in module.attributes


def divide_shards(root: Operation) -> None:
    """Rewrites each part of a program of several devices that stands between such marks. What is marked in other ways stays as it is."""
    module = [root, *root.ancestors()][-1]
    for op in list(root.walk()) if is_divided(module) else ():
        if is_call(op, JOIN, SHARDY_JOIN) and op.parent is not None:
            section = section_of(op)
            division = division_of(section, module) if section is not None else None
            if section is not None and division is not None:
                rewrite(section, division)


def is_call(op: Operation | None, *targets: str) -> bool:
    return op is not None and op.name == CALL and op.get("call_target_name") in targets


class Section(NamedTuple):
    """Where tensors are cut, what is computed of the parts, and where these are joined, each in the order of the block."""

    cuts: list[Operation]
    inner: list[Operation]
    joins: list[Operation]

    def wholes(self) -> tuple[list[Value], list[Value]]:
        """The tensors that are cut, and those that parts make."""
        return [value for op in self.cuts for value in op.operands], [value for op in self.joins for value in op.results]


class Division(NamedTuple):
    """How a section is divided, as Shardy writes it: its mesh, the sharding of each tensor that is cut or joined, and the axes."""

    mesh: str
    cuts: list[str]
    joins: list[str]
    axes: str


def section_of(join: Operation) -> Section | None:
    """What belongs together with a joined tensor. None where parts go elsewhere, or a joined tensor is used before all are."""
    block = join.parent
    cuts, inner, joins = set[Operation](), set[Operation](), {join}
    pending = makers(join, block)
    while pending:
        op = pending.pop()
        if op in cuts or op in inner or op in joins:
            continue
        if op is block.terminator:
            return None
        is_cut, is_join = is_call(op, CUT, SHARDY_CUT), is_call(op, JOIN, SHARDY_JOIN)
        (cuts if is_cut else joins if is_join else inner).add(op)
        if not is_cut:
            pending += makers(op, block)
        if not is_join and (is_cut or op.operands):  # what has no operands is the same in other sections
            pending += [within_block(user, block) for result in op.results for user in result.users]
    parts = [[op for op in block if op in part] for part in (cuts, inner, joins)]
    positions = {op: at for at, op in enumerate(block)}
    users = [within_block(user, block) for op in joins for result in op.results for user in result.users]
    last = positions[parts[2][-1]]
    if any([positions[op] < last for op in users]) or any([positions[op] > last for op in (*cuts, *inner)]):
        return None
    return Section(*parts)


def makers(op: Operation, block: Block) -> list[Operation]:
    """The operations of a block that make what an operation, or what it holds, reads."""
    return [value.op for each in op.walk() for value in each.operands if value.op is not None and value.op.parent is block]


def within_block(op: Operation, block: Block) -> Operation:
    """The operation of a block that is another one, or holds it."""
    return next(each for each in (op, *op.ancestors()) if each.parent is block)


def sharding_of(op: Operation, rank: int) -> Tiles:
    """How what is cut lies before, which a mark in front of it says, and what is joined behind."""
    before = op.operands[0].op
    source = before if is_call(op, CUT) and is_call(before, MARK) else op
    return Tiles(str(source.get("mhlo.sharding", "") or "") if source is not None else "", rank)


def division_of(section: Section, module: Operation) -> Division | None:
    """How a section is divided, None where that is not told, or no mesh has such parts."""
    marks = [*section.cuts, *section.joins]
    if all([is_call(op, SHARDY_CUT, SHARDY_JOIN) for op in marks]):
        return of_shardy(section, module)
    return of_gspmd(section, module.get("mhlo.num_partitions", 1)) if all([is_call(op, CUT, JOIN) for op in marks]) else None


def of_gspmd(section: Section, count: int) -> Division | None:
    wholes = [value for side in section.wholes() for value in side]
    tiles = [sharding_of(op, len(whole.type.shape)) for op, whole in zip([*section.cuts, *section.joins], wholes)]
    mesh = mesh_of(tiles, count) if count > 1 and all([each.is_known for each in tiles]) else None
    texts = [each.text(mesh, len(whole.type.shape)) for each, whole in zip(tiles, wholes)] if mesh else []
    if not mesh or None in texts:
        return None
    named = "mesh<[" + ", ".join([f'"d{stride}"={size}' for size, stride in mesh]) + "]>"
    shardings = [f"<{named}, {text}>" for text in texts]
    axes = ", ".join([f'"d{stride}"' for _, stride in mesh])
    return Division(named, shardings[: len(section.cuts)], shardings[len(section.cuts) :], f"#sdy<manual_axes{{{axes}}}>")


def of_shardy(section: Section, module: Operation) -> Division | None:
    meshes = {f"@{name}": mesh for name, mesh in MESHES(frontend_text(module, SHARDY_MESHES))}
    sides = []
    for ops, key in ((section.cuts, "xla.sdy.in_shardings"), (section.joins, "xla.sdy.out_shardings")):
        told = [each for op in ops for each in SHARDINGS(frontend_text(op, key))]
        sides.append([(meshes.get(mesh, mesh), dimensions, rest) for mesh, dimensions, rest in told])
    used = {mesh for side in sides for mesh, _, _ in side}
    axes = {frontend_text(op, "xla.sdy.manual_axes") for op in (*section.cuts, *section.joins)}
    if len(used) != 1 or len(axes) != 1 or [*map(len, sides)] != [*map(len, section.wholes())]:
        return None
    cuts, joins = [[f"<{mesh}, [{dimensions}]{rest}>" for mesh, dimensions, rest in side] for side in sides]
    return Division(used.pop(), cuts, joins, axes.pop())


def frontend_text(op: Operation, key: str) -> str:
    """What XLA's attribute of a name says of an operation, "" where it has none."""
    attributes = op.attributes.get(FRONTEND)
    value = attributes.get(key) if isinstance(attributes, DictAttr) else None
    return value.value if isinstance(value, StringAttr) else ""


def rewrite(section: Section, division: Division) -> None:
    cuts, inner, joins = section
    divided, joined = section.wholes()
    parts = [value for op in cuts for value in op.results]
    outer = list(outer_values(inner, cuts))
    whole = [f"<{division.mesh}, [{', '.join(['{}'] * len(value.type.shape))}]>" for value in outer]
    given, region_block = single_block_region([value.type for value in (*parts, *outer)])
    mapping: dict[Value, Value] = dict(zip([*parts, *outer], region_block.arguments))
    body = Builder.at_end(region_block, joins[0].location)
    for op in inner:
        body.insert(op.clone(mapping))
    body.create("sdy.return", [mapping[value] for op in joins for value in op.operands])
    attributes = {
        side: OpaqueAttr(f"#sdy.sharding_per_value<[{', '.join(shardings)}]>")
        for side, shardings in (("in_shardings", [*division.cuts, *whole]), ("out_shardings", division.joins))
    }
    computation = Builder.before(joins[-1]).create(
        "sdy.manual_computation", [*divided, *outer], [value.type for value in joined],
        {**attributes, "manual_axes": OpaqueAttr(division.axes)}, [given],
    )  # fmt: skip
    results = iter(computation.results)
    for op in joins:
        op.replace_with([next(results) for _ in op.results])
    for op in [*inner[::-1], *cuts]:
        if not any([result.uses for result in op.results]):
            op.erase()


def outer_values(inner: list[Operation], cuts: list[Operation]) -> Iterator[Value]:
    """The values from in front of a section that it reads, each once."""
    own = {value for op in (*inner, *cuts) for value in op.results}
    seen = set[Value]()
    held = {each for op in inner for each in op.walk()}
    for op in inner:
        for value in [value for each in op.walk() for value in each.operands]:
            holder = value.block.parent_op if value.op is None else value.op
            if value not in own and value not in seen and holder not in held:
                seen.add(value)
                yield value
