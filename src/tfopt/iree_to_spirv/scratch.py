"""Memory of an invocation's own: on processors, where they run one after the other, a part of the stack, that stays in a near
cache, or of the heap."""

from __future__ import annotations

from tfir.dialects.spirv.types import ArrayType, PointerType, StructType

from tfopt.iree_to_spirv.arithmetic import Kind, Value

MOST_BYTES = 1 << 19  # that stay in a near cache; more comes from the heap, and costs a call


class Scratch:
    """So many numbers of a kind, at first undefined. Vectors of them may begin anywhere."""

    def __init__(self, kernel, name: str, kind: Kind, count: int):
        self.kernel, self.kind = kernel, kind
        symbol = f"{kernel.name}_{name}"
        pointer = PointerType(StructType([ArrayType(count, kind.scalar, kind.bits + 7 >> 3)], [0]), "Private")
        kernel.variable(symbol, pointer, {})
        self.base = kernel.address(symbol, pointer)

    def pointer(self, place: Value, lanes: int):
        element = PointerType(self.kind.scalar, "Private")
        address = self.kernel.emit("AccessChain", [self.base, self.kernel.number(0).ssa, place.ssa], element)
        if lanes == 1:
            return address
        self.kernel.capabilities.add("Addresses")
        return self.kernel.emit("Bitcast", [address], PointerType(self.kind.type(lanes), "Private"))

    def load(self, place: Value, lanes: int = 1) -> Value:
        ssa = self.kernel.emit("Load", [self.pointer(place, lanes)], self.kind.type(lanes))
        return Value(self.kernel, self.kind, lanes, ssa)

    def store(self, place: Value, value: Value) -> None:
        self.kernel.effect("Store", [self.pointer(place, value.lanes), value.ssa])
