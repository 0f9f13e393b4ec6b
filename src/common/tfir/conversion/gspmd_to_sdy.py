"""What GSPMD marks as a program for each of several devices, as a computation that Shardy divides.

`@SPMDFullToShardShape` gives the part of a tensor that a device has, and `@SPMDShardToFullShape` the tensor that such parts make; what stands between
them is computed by each device. Source: XLA, "HLO sharding" (`hlo_sharding.h`).
"""

from __future__ import annotations

from math import prod

from tfir.ir.attributes import OpaqueAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Block, Operation, Value
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CALL, CUT, JOIN, MARK = "stablehlo.custom_call", "SPMDFullToShardShape", "SPMDShardToFullShape", "Sharding"
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


def divide_shards(root: Operation) -> None:
    """Rewrites each part of a program of several devices that stands between such marks. What is marked in other ways stays as it is."""
    module = [root, *root.ancestors()][-1]
    count = module.get("mhlo.num_partitions", 1)
    for op in list(root.walk()) if count > 1 else ():
        if is_call(op, JOIN) and op.parent is not None:
            section = section_of(op)
            if section is not None:
                rewrite(*section, count)


def is_call(op: Operation | None, target: str) -> bool:
    return op is not None and op.name == CALL and op.get("call_target_name") == target


def section_of(join: Operation) -> tuple[list[Operation], list[Operation], list[Operation]] | None:
    """Where tensors are cut, what is computed of the parts, and where these are joined, each in the order of the block. None where parts go
    elsewhere, or a joined tensor is used before all are."""
    block = join.parent
    cuts, inner, joins = set[Operation](), set[Operation](), {join}
    pending = makers(join, block)
    while pending:
        op = pending.pop()
        if op in cuts or op in inner or op in joins:
            continue
        if op is block.terminator:
            return None
        is_cut, is_join = is_call(op, CUT), is_call(op, JOIN)
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
    return parts[0], parts[1], parts[2]


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


def rewrite(cuts: list[Operation], inner: list[Operation], joins: list[Operation], count: int) -> None:
    wholes = [*[op.operands[0] for op in cuts], *[op.results[0] for op in joins]]
    tiles = [sharding_of(op, len(whole.type.shape)) for op, whole in zip([*cuts, *joins], wholes)]
    mesh = mesh_of(tiles, count) if all([each.is_known for each in tiles]) else None
    texts = [each.text(mesh, len(whole.type.shape)) for each, whole in zip(tiles, wholes)] if mesh else []
    if not mesh or None in texts:
        return
    outer = list(outer_values(inner, cuts))
    named = "mesh<[" + ", ".join([f'"d{stride}"={size}' for size, stride in mesh]) + "]>"
    whole = [f"[{', '.join(['{}'] * len(value.type.shape))}]" for value in outer]
    shardings = [f"<{named}, {text}>" for text in (*texts[: len(cuts)], *whole, *texts[len(cuts) :])]
    given, region_block = single_block_region([*[op.results[0].type for op in cuts], *[value.type for value in outer]])
    mapping: dict[Value, Value] = dict(zip([*[op.results[0] for op in cuts], *outer], region_block.arguments))
    body = Builder.at_end(region_block, joins[0].location)
    for op in inner:
        body.insert(op.clone(mapping))
    body.create("sdy.return", [mapping[op.operands[0]] for op in joins])
    attributes = {
        side: OpaqueAttr(f"#sdy.sharding_per_value<[{', '.join(part)}]>")
        for side, part in (("in_shardings", shardings[: -len(joins)]), ("out_shardings", shardings[-len(joins) :]))
    }
    axes = ", ".join([f'"d{stride}"' for _, stride in mesh])
    divided = Builder.before(joins[-1]).create(
        "sdy.manual_computation", [*[op.operands[0] for op in cuts], *outer], [op.results[0].type for op in joins],
        {**attributes, "manual_axes": OpaqueAttr(f"#sdy<manual_axes{{{axes}}}>")}, [given],
    )  # fmt: skip
    for op, result in zip(joins, divided.results):
        op.replace_with([result])
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
