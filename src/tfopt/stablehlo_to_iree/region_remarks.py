"""What dispatch regions move, and why each is apart from what reads its results, as remarks: `--remarks`."""

from __future__ import annotations

from math import prod

from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ShapedType, is_number, storage_bits

from tfopt.stablehlo_to_iree.clusters import Cluster, used_results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def tell(clusters: Sequence[Cluster], max_operands: int) -> None:
    home = {member: cluster for cluster in clusters for member in cluster.members}
    for cluster in clusters:
        sink, members = cluster.sink, cluster.members
        inside = [value for member in members if member is not sink for value in member.results]
        kind = "elementwise" if cluster.root is None else cluster.root.name
        told = f"region of {len(members)} operation{'s' * (len(members) > 1)} ({kind}): reads {amount(cluster.reads)}, writes {amount(used_results(sink))}"
        told += f", keeps {amount(inside)} from memory" if inside else ""
        emit(Diagnostic(f"{told}; {why_apart(cluster, home, max_operands)}", sink, "remark"))


def amount(values: Iterable[Value]) -> str:
    """How many bytes values have together, for each of what their open sizes count, and how many values there are."""
    types = [value.type for value in values]
    sized = [type for type in types if isinstance(type, ShapedType) and type.shape is not None and is_number(type.element)]
    total = sum([prod([size for size in type.shape or () if size is not None]) * storage_bits(type.element) // 8 for type in sized])
    each = " for each of an open size" if any([not type.is_static for type in sized]) else ""
    return f"{total} bytes{each} in {len(types)} tensor{'s' * (len(types) != 1)}"


def why_apart(cluster: Cluster, home: dict[Operation, Cluster], max_operands: int) -> str:
    """Why a cluster is none with what reads its results."""
    users = dict.fromkeys([user for value in cluster.sink.results for user in value.users])
    readers = dict.fromkeys([home.get(user) for user in users])
    if not users or None in readers:
        others = [user.name for user in users if user not in home]
        return f"its results go to {others[0]}" if others else "nothing reads its results"
    if len(readers) > 1:
        return f"{len(readers)} regions read its results"
    (reader,) = readers
    assert reader is not None, "none is left out"
    if reader.sink.parent is not cluster.sink.parent:
        return f"{reader.sink.name} runs in another block"
    reason = reader.refusal(cluster, max_operands)
    return f"apart from {reader.sink.name}: {reason}" if reason else f"apart from {reader.sink.name}, which was full"
