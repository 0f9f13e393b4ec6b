"""Sends and receives of a graph: which pairs meet. No value goes from one to the other within the graph, but a receiver comes
behind what sends to it. Nodes of tfg and islands of tf_executor are asked alike."""

from __future__ import annotations

from tfir.ir.operations import Operation

SENDERS, RECEIVERS = {"_Send", "_HostSend", "Send"}, {"_Recv", "_HostRecv", "Recv"}
RENDEZVOUS = ("tensor_name", "send_device", "recv_device")


def wrapped(op: Operation) -> Operation:
    """The op itself, or what an island begins with."""
    return op.body.first if op.name == "tf_executor.island" and op.regions else op


def rendezvous(op: Operation) -> tuple:
    """The key by which a Send and its Recv find each other: the tensor's name and the two devices."""
    return tuple([op.get(name) for name in RENDEZVOUS])


def senders_of(op: Operation) -> list[Operation]:
    """The ops that send the value that a receiver receives. No edge connects them, but the receiver comes behind them."""
    receiver = wrapped(op)
    if receiver.name.partition(".")[2] not in RECEIVERS or op.parent is None:
        return []
    key = rendezvous(receiver)
    pairs = [(other, wrapped(other)) for other in op.parent]
    return [other for other, inner in pairs if inner.name.partition(".")[2] in SENDERS and rendezvous(inner) == key]
