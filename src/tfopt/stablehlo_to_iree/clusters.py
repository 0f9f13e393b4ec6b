"""Which operations share a dispatch.

A cluster has one sink, whose result leaves it, and holds all ops that compute only for that sink over the sink's own shape:
elementwise operations, and at most one root, an operation that is anything else (a contraction, a window, a reduction,
a movement of data). So a root takes its elementwise consumers along as an epilogue, and elementwise chains become one
dispatch. Where nothing but movements and elementwise operations meet, there may be several movements. Reshapes are views
and belong to no cluster; broadcasts and iotas cost only indices and are recomputed in each cluster that reads them.
"""

from __future__ import annotations

from tfir.dialects import has_trait, trait_arguments
from tfir.ir.dominance import post_order
from tfir.ir.operations import Block, Operation, Region, Value

from tfopt.stablehlo_to_iree.sizes import SIZE_OF, size_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

VIEWS = frozenset({"stablehlo.reshape", "stablehlo.dynamic_reshape"})
DECISION = "tensor.extract"  # of what a branch decides by, which the host reads
DUPLICABLE = frozenset(
    {"stablehlo.broadcast_in_dim", "stablehlo.iota", "stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_iota", SIZE_OF}
)
CONSTANT = "stablehlo.constant"
# How many operations a cluster may have: what is nested in a kernel is written, and compiled by drivers, in time that grows faster than that.
# One that kernels compute by a series (`power`, `sine`) counts as many: of 256 lavapipe compiles a kernel for more than a minute.
LARGEST, SERIES = 256, 16
# Dialects whose operations are math over tensors, and so may stand in a dispatch.
MATH = ("stablehlo.", "chlo.", "iree.winograd_")
# What processors compute in the memory of its results, so that nothing can be made of single elements on their way there.
IN_MEMORY = ("stablehlo.scatter",)


class Cluster:
    """Operations that become one dispatch, in program order once `members` is asked for."""

    __slots__ = ("sink", "root", "weight", "_members", "_reads")

    def __init__(self, sink: Operation):
        self.sink, self._members = sink, [sink]
        self.root = None if is_elementwise(sink) else sink
        self.weight = SERIES if has_trait(sink, "ulp") else 1
        self._reads = reads(sink)

    @property
    def members(self) -> list[Operation]:
        return self._members[::-1]

    @property
    def reads(self) -> set[Value]:
        """What it reads from memory."""
        return self._reads

    @property
    def shape(self):
        return used_results(self.sink)[0].type.shape

    def accepts(self, other: Cluster, max_operands: int) -> bool:
        """Whether the only operation of `other`, whose users all are members, can run for one element of the sink's shape at a time."""
        return (self.root is None or other.root is None) and self.misfit(other, max_operands) is None

    def takes(self, other: Cluster, max_operands: int) -> bool:
        """Whether the movement at the root of `other`, whose sink only members read, can be made here by element."""
        movements = all(cluster.root is None or is_movement(cluster.root) for cluster in (self, other))
        return movements and self.misfit(other, max_operands) is None

    def refusal(self, other: Cluster, max_operands: int) -> str | None:
        """Why `other`, whose sink only members read, is no part of this cluster; None where nothing speaks against it."""
        if self.accepts(other, max_operands) or self.takes(other, max_operands):
            return None
        reason = self.misfit(other, max_operands)
        if reason is None and self.root is not None and other.root is not None:
            return f"{other.root.name} and {self.root.name} are computed as a whole each"
        return reason

    def misfit(self, other: Cluster, max_operands: int) -> str | None:
        """Why `other` does not compute elements at the places of this sink's, or both together are more than one kernel may be; each result but
        the first takes one of the buffers that a kernel may read. None where they fit."""
        used = used_results(other.sink)
        if len(used) > 1:
            return f"{other.sink.name} has several results"
        if used[0].type.shape != self.shape:
            return f"{other.sink.name} has another shape"
        if _feeds_root(other.sink):
            return "an element of it may be read many times"
        if self.weight + other.weight > LARGEST:
            return f"a kernel would be of {self.weight + other.weight} operations, and may be of {LARGEST}"
        buffers, allowed = len(self._merged_reads(other)) + len(used_results(self.sink)), max_operands + 1
        return f"a kernel would have {buffers} buffers, and may have {allowed}" if buffers > allowed else None

    def take(self, other: Cluster):
        """Make the members of `other` members, before those that are here; `root` may be one of several movements then."""
        self._reads = self._merged_reads(other)
        self._members += other._members
        self.weight += other.weight
        self.root = self.root or other.root

    def _merged_reads(self, other: Cluster) -> set[Value]:
        return (self._reads - set(other.sink.results)) | other._reads


def form_clusters(region: Region, max_operands: int, sizes: set[Operation], apart: Collection[str] = ()) -> list[Cluster]:
    """The clusters of a function's blocks, of each in the order of their sinks. Consumers choose before their producers, and so do
    blocks before those that must have run before them. What computes `sizes` is left to the host; operations of the names `apart` are
    taken along by none."""
    home: dict[Operation, Cluster] = {}
    return [cluster for block in post_order(region.entry) for cluster in _clusters_of(block, home, max_operands, sizes, apart)]


def _clusters_of(
    block: Block, home: dict[Operation, Cluster], max_operands: int, sizes: set[Operation], apart: Collection[str]
) -> list[Cluster]:
    clusters = []
    for op in reversed(block):
        if op in sizes or not _is_work(op) or not _needs_cluster(op, home):
            continue
        own, cluster = Cluster(op), _cluster_of_all_users(op, home)
        if cluster is not None and op.name not in apart and cluster.accepts(own, max_operands):
            cluster.take(own)
        else:
            cluster = own
            clusters.append(cluster)
        home[op] = cluster
    return _merge_movements(clusters, home, max_operands)[::-1]


def _merge_movements(clusters, home, max_operands: int) -> list[Cluster]:
    """The clusters, last first, without those that their only consumer has taken in."""
    kept = []
    for cluster in clusters:
        consumer = _cluster_of_all_users(cluster.sink, home)
        if consumer is not None and cluster.root is not None and consumer.takes(cluster, max_operands):
            consumer.take(cluster)
            home.update(dict.fromkeys(cluster.members, consumer))
        else:
            kept.append(cluster)
    return kept


def used_results(op: Operation):
    """The results that have uses; all results when none has."""
    return [value for value in op.results if value.uses] or op.results


def reads(op: Operation) -> set[Value]:
    """The values that an operation reads from memory, looking through what is made anew in its dispatch."""
    values, sizes = set(), size_operands(op)
    for at, value in enumerate(op.operands):
        if at in sizes or op.name == SIZE_OF:
            continue
        source = value.op
        if source is None or not (is_absorbed(source) or _is_single(source)):
            values.add(value)
        elif is_absorbed(source):
            values |= reads(source)
    return values


def _is_single(op: Operation) -> bool:
    return op.name == CONSTANT and (op.results[0].type.size <= 1 or op.attributes["value"].is_splat)


def is_elementwise(op: Operation) -> bool:
    """Whether each element of the result depends on the same element of the operands (or on a scalar) alone."""
    if op.name.startswith("chlo."):
        return all(value.type.shape == op.results[0].type.shape for value in op.operands)
    changes_shape = has_trait(op, "view") and op.operands[0].type.shape != op.results[0].type.shape
    return has_trait(op, "elementwise") and not changes_shape


def is_absorbed(op: Operation) -> bool:
    """Whether an elementwise consumer makes this operation anew instead of reading its result from memory."""
    return op.name in DUPLICABLE


def is_movement(root: Operation) -> bool:
    """Whether a root computes nothing, and takes its elements from places known in advance: several of these may share a dispatch with
    what reads them by element."""
    told = trait_arguments(root, "movement")  # the operands that name places; sizes are known before it runs
    return told is not None and len(told) == len(size_operands(root)) and not is_absorbed(root)


def _is_work(op: Operation) -> bool:
    return op.name.startswith(MATH) and op.name not in VIEWS and op.name != CONSTANT


def _needs_cluster(op: Operation, home) -> bool:
    """False for a broadcast that all its users make for themselves."""
    users = {user for value in op.results for user in value.uses}
    return not (is_absorbed(op) and users and all(_absorbs(user, home) for user in users))


def _absorbs(user: Operation, home) -> bool:
    return is_absorbed(user) or (user in home and is_elementwise(user))


def _cluster_of_all_users(op: Operation, home) -> Cluster | None:
    """The cluster that all users are in, where that is of the same block: what runs before a loop does not go into it."""
    clusters = {home.get(user) for value in op.results for user in value.uses}
    cluster = clusters.pop() if len(clusters) == 1 else None
    return cluster if cluster is not None and cluster.sink.parent is op.parent else None


def _feeds_root(op: Operation) -> bool:
    """A root may read an element of its operand many times, so nothing is computed on the way into it."""
    return any(not is_elementwise(user) for value in op.results for user in value.uses)
