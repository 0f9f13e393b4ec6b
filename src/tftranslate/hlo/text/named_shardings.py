"""Shardings over meshes whose axes have names: `{mesh['x'=2,'y'=4], [{'x', ?}, {'y':(1)2}], replicated={'y':(2)2}}`, `{mesh['x'=2], manual}`,
`{maximal_mesh[device_id=3]}`.

For each dimension of a value the axes that it is divided along, with `?` where others may follow; `'y':(1)2` is a part of an axis: what is before it,
and its size. Newer versions of XLA leave the quotes out; jaxlib 0.10 has them. Source: NamedShardingProto in xla_data.proto; named_sharding.cc and mesh_and_axis.cc, ToString.
"""

from __future__ import annotations

import re
from math import prod

from tfir.ir.diagnostics import Error
from tfir.proto import AxisRefProto, NamedShardingProto

from tftranslate.hlo.text.metadata import metadata_text, read_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfir.proto import MeshProto

    from tftranslate.hlo.text.cursor import Cursor

AXIS = re.compile(r"'([^']*)'|([A-Za-z_][\w.\-]*)")
MOST_DEVICES = 1 << 20
LISTS = {"replicated": "replicated_axes", "unreduced": "unreduced_axes", "manual": "manual_axes"}


def read_named(cursor: Cursor) -> NamedShardingProto:
    """What stands between the braces, which begins with a mesh. Raises Error for axes that the mesh does not have."""
    sharding = NamedShardingProto()
    if cursor.accept("maximal_mesh[device_id="):
        sharding.mesh.device_ids.append(cursor.integer())
        cursor.expect("]")
    else:
        read_mesh(cursor, sharding.mesh)
    while cursor.accept(","):
        read_part(cursor, sharding)
    return sharding


def read_mesh(cursor: Cursor, mesh: MeshProto) -> None:
    """`mesh[x=2,y=4], device_ids=(1,0,..)`"""

    def axis() -> None:
        name = axis_name(cursor)
        cursor.expect("=")
        mesh.axes.add(name=name, size=cursor.integer())

    cursor.expect("mesh")
    cursor.items(axis, "[", "]")
    place = cursor.place
    if cursor.accept(",") and cursor.accept("device_ids="):
        mesh.device_ids[:] = read_devices(cursor)
    else:
        cursor.place = place


def read_devices(cursor: Cursor) -> list[int]:
    """`(1,0,..)`, or `([4,2]T(1,0))`: numbers in rows, of which the axes are then exchanged."""
    start = cursor.place
    if not cursor.accept("(["):
        return cursor.items(cursor.integer, "(", ")")
    cursor.place = start
    cursor.expect("(")
    sizes = cursor.items(cursor.integer, "[", "]")
    order = cursor.items(cursor.integer, "(", ")") if cursor.accept("T") else [*range(len(sizes))]
    cursor.expect(")")
    try:
        return counted_devices(sizes, order)
    except Error as error:
        raise cursor.error(error.diagnostics[0].message, start) from None


def counted_devices(counted: list[int], order: list[int]) -> list[int]:
    """The numbers that count up in an array of sizes `counted`, read after it is transposed. Raises Error where there are too many to list, and
    where `order` is none of its dimensions."""
    if sorted(order) != list(range(len(counted))):
        raise Error("groups of devices are transposed by what is no order of their dimensions")
    from tfir.ods.numpy_on_demand import np

    total = prod(counted)
    if not 0 <= total <= MOST_DEVICES or min(counted, default=1) < 0:
        raise Error(f"groups of {total} devices")
    numbers: list[int] = np.arange(total).reshape(counted).transpose(order).reshape(-1).tolist()
    return numbers


def axis_name(cursor: Cursor) -> str:
    quoted, bare = cursor.read(AXIS, "the name of an axis").groups()
    return bare if quoted is None else quoted


def read_part(cursor: Cursor, sharding: NamedShardingProto) -> None:
    if cursor.at("["):
        cursor.items(lambda: read_dimension(cursor, sharding), "[", "]")
        return
    start, word = cursor.place, cursor.word()
    if word == "metadata":
        cursor.expect("=")
        sharding.metadata.extend(cursor.items(lambda: read_metadata(cursor)))
    elif word not in LISTS:
        raise cursor.error(f"{word} is no part of a sharding that is known", start)
    elif cursor.accept("="):
        getattr(sharding, LISTS[word]).extend(cursor.items(lambda: read_axis(cursor, sharding.mesh)))
    elif word != "replicated":
        getattr(sharding, LISTS[word]).extend(whole_axes(sharding.mesh))


def read_dimension(cursor: Cursor, sharding: NamedShardingProto) -> None:
    dimension = sharding.dim_shardings.add(is_closed=True)

    def one() -> None:
        if cursor.accept("?"):
            dimension.is_closed = False
        else:
            dimension.axes.append(read_axis(cursor, sharding.mesh))

    cursor.items(one)


def read_axis(cursor: Cursor, mesh: MeshProto) -> AxisRefProto:
    start, name = cursor.place, axis_name(cursor)
    index = next((at for at, axis in enumerate(mesh.axes) if axis.name == name), None)
    if index is None:
        raise cursor.error(f"the mesh has no axis {name}", start)
    reference = AxisRefProto(mesh_axis_index=index)
    if cursor.accept(":("):
        reference.sub_axis_info.pre_size = cursor.integer()
        cursor.expect(")")
        reference.sub_axis_info.size = cursor.integer()
    return reference


def whole_axes(mesh: MeshProto) -> list[AxisRefProto]:
    return [AxisRefProto(mesh_axis_index=at) for at in range(len(mesh.axes))]


def named_text(sharding: NamedShardingProto) -> str:
    mesh = sharding.mesh
    parts = [mesh_text(mesh), *axes_parts(sharding)]
    if sharding.metadata:
        parts.append(f"metadata={{{', '.join([f'{{{metadata_text(each)}}}' for each in sharding.metadata])}}}")
    return f"{{{', '.join(parts)}}}"


def mesh_text(mesh: MeshProto) -> str:
    if not mesh.axes and len(mesh.device_ids) == 1:
        return f"maximal_mesh[device_id={mesh.device_ids[0]}]"
    devices = f", device_ids=({','.join(map(str, mesh.device_ids))})" if mesh.device_ids else ""
    axes = ",".join([f"'{axis.name}'={axis.size}" for axis in mesh.axes])
    return f"mesh[{axes}]{devices}"


def axes_parts(sharding: NamedShardingProto) -> list[str]:
    """What is said of axes; a word alone where it is said of all of them, or of none."""
    mesh, whole = sharding.mesh, whole_axes(sharding.mesh)
    divides = any([each.axes or not each.is_closed for each in sharding.dim_shardings])
    lists = {word: list(getattr(sharding, field)) for word, field in LISTS.items()}
    if not mesh.axes:
        return []
    if not divides and not any(lists.values()):
        return ["replicated"]
    for word in ("unreduced", "manual"):
        if lists[word] == whole:
            return [word]
    dimensions = [f"{{{', '.join([*axes_text(each.axes, mesh), *([] if each.is_closed else ['?'])])}}}" for each in sharding.dim_shardings]
    return [f"[{', '.join(dimensions)}]", *[f"{word}={{{', '.join(axes_text(axes, mesh))}}}" for word, axes in lists.items() if axes]]


def axes_text(axes: Iterable[AxisRefProto], mesh: MeshProto) -> Sequence[str]:
    return [axis_text(axis, mesh) for axis in axes]


def axis_text(axis: AxisRefProto, mesh: MeshProto) -> str:
    index, part = axis.mesh_axis_index, axis.sub_axis_info
    name = f"'{mesh.axes[index].name}'" if 0 <= index < len(mesh.axes) else str(index)
    return f"{name}:({part.pre_size}){part.size}" if axis.HasField("sub_axis_info") else name
