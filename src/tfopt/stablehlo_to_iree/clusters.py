"""Which operations share a dispatch.

A cluster has one sink, whose result leaves it, and holds whatever computes only for that sink over the sink's own shape:
elementwise operations, and at most one root, an operation that is anything else (a contraction, a window, a reduction,
a movement of data). So a root takes its elementwise consumers along as an epilogue, and elementwise chains become one
dispatch. Reshapes are views and belong to nobody; broadcasts and iotas cost nothing but indices and are made anew in
each cluster that wants them.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation
from tfir.ir.types import ShapedType

ELEMENTWISE = frozenset(
    "stablehlo." + name
    for name in (
        "abs add and atan2 cbrt ceil clamp compare complex convert cosine count_leading_zeros divide exponential"
        " exponential_minus_one floor imag is_finite log log_plus_one logistic maximum minimum multiply negate not or"
        " popcnt power real reduce_precision remainder round_nearest_afz round_nearest_even rsqrt select shift_left"
        " shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh xor bitcast_convert"
    ).split()
)
VIEWS = frozenset({"stablehlo.reshape"})
DUPLICABLE = frozenset({"stablehlo.broadcast_in_dim", "stablehlo.iota"})
CONSTANT = "stablehlo.constant"
# Dialects whose operations are math over tensors, and so may stand in a dispatch.
MATH = ("stablehlo.", "chlo.")
CONTROL_FLOW = frozenset(
    "stablehlo." + name for name in ("while", "if", "case", "send", "recv", "infeed", "outfeed")
)


class Cluster:
    """Operations that become one dispatch, in program order once `members` is asked for."""

    __slots__ = ("sink", "root", "_members")

    def __init__(self, sink: Operation):
        self.sink, self._members = sink, [sink]
        self.root = None if is_elementwise(sink) else sink

    @property
    def members(self) -> list[Operation]:
        return self._members[::-1]

    @property
    def shape(self):
        return used_results(self.sink)[0].type.shape

    def accepts(self, op: Operation) -> bool:
        """Whether `op`, whose users all are members, can run for one element of the sink's shape at a time."""
        if not is_elementwise(op) and self.root is not None:
            return False
        used = used_results(op)
        return len(used) == 1 and used[0].type.shape == self.shape and not _feeds_root(op, self)

    def add(self, op: Operation):
        self._members.append(op)
        if not is_elementwise(op):
            self.root = op


def form_clusters(block: Block) -> list[Cluster]:
    """The clusters of a function's body in the order of their sinks. Consumers choose before their producers."""
    home: dict[Operation, Cluster] = {}
    clusters = []
    for op in reversed(block):
        if not _is_work(op) or not _needs_cluster(op, home):
            continue
        cluster = _cluster_of_all_users(op, home)
        if cluster is not None and cluster.accepts(op):
            cluster.add(op)
        else:
            cluster = Cluster(op)
            clusters.append(cluster)
        home[op] = cluster
    return clusters[::-1]


def used_results(op: Operation):
    """The results that somebody uses; all of them when nobody uses any."""
    return [value for value in op.results if value.uses] or op.results


def is_elementwise(op: Operation) -> bool:
    """Whether each element of the result depends on the same element of the operands (or on a scalar) alone."""
    if op.name.startswith("chlo."):
        return all(value.type.shape == op.results[0].type.shape for value in op.operands)
    return op.name in ELEMENTWISE and not (op.name == "stablehlo.bitcast_convert" and _changes_shape(op))


def is_absorbed(op: Operation) -> bool:
    """Whether an elementwise consumer makes this operation anew instead of reading its result from memory."""
    return op.name in DUPLICABLE


def _changes_shape(op: Operation) -> bool:
    return op.operands[0].type.shape != op.results[0].type.shape


def _is_work(op: Operation) -> bool:
    if op.next is None or op.name in VIEWS or op.name == CONSTANT:
        return False
    if op.name in CONTROL_FLOW or not op.name.startswith(MATH):
        raise Error.on(op, "cannot be part of a dispatch; expected stablehlo without control flow")
    if not all(isinstance(value.type, ShapedType) for value in op.results):
        raise Error.on(op, "cannot be part of a dispatch; expected tensors as results")
    return True


def _needs_cluster(op: Operation, home) -> bool:
    """False for a broadcast that all its users make for themselves."""
    users = {user for value in op.results for user in value.uses}
    return not (is_absorbed(op) and users and all(_absorbs(user, home) for user in users))


def _absorbs(user: Operation, home) -> bool:
    return is_absorbed(user) or (user in home and is_elementwise(user))


def _cluster_of_all_users(op: Operation, home) -> Cluster | None:
    found = {home.get(user) for value in op.results for user in value.uses}
    return found.pop() if len(found) == 1 else None


def _feeds_root(op: Operation, cluster: Cluster) -> bool:
    """A root may read an element of its operand many times, so nothing is computed on the way into it."""
    return cluster.root is not None and any(
        user is cluster.root for value in op.results for user in value.uses
    )
