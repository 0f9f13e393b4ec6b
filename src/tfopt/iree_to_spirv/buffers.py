"""The arguments of a kernel: flat runs of elements in storage buffers or texel buffers, read and written by element number.

A buffer is bound with a unit of one element or of four; reading four elements that stand side by side from a buffer of the
greater unit is one load. i1 is stored as a byte that is 0 or 1; numbers of 2 and 4
bits in the lowest bits of one. bf16 is stored as 16 bits and computed with as f32: it is the
upper half of one; floats of 8 bits as `small_floats.py` says. Elements of complex tensors are two numbers each, and are asked for one part at a time.
"""

from __future__ import annotations

from tfir.dialects.spirv.types import ArrayType, ImageType, PointerType, RuntimeArrayType, StructType
from tfir.ir.attributes import IntegerAttr, OpaqueAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, I32, I64, ComplexType, VectorType
from tfir.ods.small_floats import is_small_float

from tfopt.iree_to_spirv import small_floats
from tfopt.iree_to_spirv.arithmetic import B, F, Kind, U, Value, bounded, is_smaller_than_byte, kind_of, narrowed_to, where

# Of a binding that has not the whole of an argument: which argument, and from which byte on.
ALIGNMENT = 256  # bytes; where a binding may begin on every device
ARGUMENT, OFFSET = "iree.argument", "iree.offset"
STORAGE_BYTE, STORAGE_HALF, ADDRESS = Kind("u", 8), Kind("u", 16), Kind("u", 64)
DISTANCE = 1 << 19  # bits that are asked for in advance where a buffer is read from its first element to its last
PAST_CACHES = OpaqueAttr("#spirv.memory_access<Aligned|Nontemporal>")
SECOND_CACHE = 2  # of LLVM's degrees of locality, of which 3 is the nearest
# Integers are fetched as unsigned words: SPIR-V's signless integer is its unsigned one
TEXEL_FORMATS = {("f", 1): "R32f", ("f", 4): "Rgba32f", ("i", 1): "R32ui", ("i", 4): "Rgba32ui", ("u", 1): "R32ui", ("u", 4): "Rgba32ui"}


class Buffer:
    """Argument number `position` of a kernel: `count` elements of a kind."""

    def __init__(self, kernel, position: int, memref, unit: int, is_texel: bool):
        self.kernel, self.position, self.unit, self.is_texel = kernel, position, unit, is_texel
        self.kind, self.parts = element_kind(memref, kernel), parts_of(memref.element)
        self.count = memref.size * self.parts
        self.element, self.is_bfloat = memref.element, memref.element is BF16
        self.is_small = is_small_float(memref.element)
        self.stored = STORAGE_BYTE if self.kind is B or self.is_small else STORAGE_HALF if self.is_bfloat else self.kind
        self.symbol = f"{kernel.name}_arg_{position}"
        bits = self.stored.bits
        if bits < 32:
            kernel.require(f"storageBuffer{bits}BitAccess", f"buffers of {memref.element}", f"StorageBuffer{bits}BitAccess")
            if bits == 8:
                kernel.extensions.add("SPV_KHR_8bit_storage")
        self.pieces: list[tuple] = []
        if not self.count:
            return  # nothing can be bound where there are no bytes
        if is_texel:
            self.type = PointerType(self.image_type(), "UniformConstant")
            kernel.variable(self.symbol, self.type, bound_at(position))
        else:
            self.pieces = list(self.bound_pieces()) if isinstance(self.count, int) else [self.bound_whole()]

    def image_type(self) -> ImageType:
        self.kernel.capabilities.add("SampledBuffer")
        return ImageType(self.kind.scalar, TEXEL_FORMATS[self.kind.family, self.unit])

    def bound_pieces(self):
        """The buffer as the pieces that a binding may have, mostly one: (symbol, type, number of the first unit, how many units)."""
        size, kernel = self.stored.bits // 8 * self.unit, self.kernel
        units, most = max(1, self.count // self.unit), kernel.target.max_storage_range // ALIGNMENT * ALIGNMENT // size
        for first in range(0, units, most):
            count = min(most, units - first)
            type = PointerType(StructType([ArrayType(count, self.stored.type(self.unit), size)], [0]), "StorageBuffer")
            symbol, place = f"{self.symbol}_{first}" if first else self.symbol, bound_at(self.position)
            if first:
                place = bound_at(kernel.new_binding()) | {ARGUMENT: IntegerAttr(self.position, I32), OFFSET: IntegerAttr(first * size, I64)}
            kernel.variable(symbol, type, place)
            yield symbol, type, first, count

    def bound_whole(self):
        """The buffer as one piece, of as many units as there are when the kernel runs."""
        size = self.stored.bits // 8 * self.unit
        type = PointerType(StructType([RuntimeArrayType(self.stored.type(self.unit), size)], [0]), "StorageBuffer")
        self.kernel.variable(self.symbol, type, bound_at(self.position))
        return self.symbol, type, 0, None

    def load(self, element: Value, lanes: int = 1) -> Value:
        """The element of that number, or it and the three after it. Of an empty buffer: 0, which is not used."""
        if not self.count:
            return Value(self.kernel, self.kind, lanes, constant=False if self.kind is B else 0)
        if lanes > self.unit and self.is_anywhere:
            if self.kernel.loads_ahead and isinstance(self.count, int) and self.count > (ahead := DISTANCE // self.stored.bits):
                self.prefetch(element + ahead)
            ssa = self.kernel.emit("Load", [self.vector_at(element, lanes)], self.stored.type(lanes))
            return self.decoded(Value(self.kernel, self.stored, lanes, ssa))
        if lanes > self.unit:
            return self.kernel.compose([self.load(element + i) for i in range(lanes)])
        if lanes == self.unit:
            return self.load_unit(element // self.unit)
        whole = self.load_unit(element // self.unit)
        lane = element % self.unit
        if lane.constant is not None:
            return whole.lane(lane.constant)
        ssa = self.kernel.emit("VectorExtractDynamic", [whole.ssa, lane.ssa], whole.kind.type())
        return Value(self.kernel, whole.kind, 1, ssa)

    @property
    def address(self) -> Value:
        """Where it begins in memory."""
        pointer = self.pointer(self.pieces[0], self.kernel.number(0))
        return Value(self.kernel, ADDRESS, 1, self.kernel.emit("Bitcast", [pointer], ADDRESS.type()))

    def prefetch(self, element: Value) -> None:
        """Has the line of an element, which there may be or not, brought into the second cache of a processor."""
        hints = [self.kernel.number(hint).ssa for hint in (0, SECOND_CACHE, 1)]  # to be read; of data
        self.kernel.effect_imported("llvm.prefetch.p0", [self.pointer(self.pieces[0], element), *hints])

    def load_group(self, element: Value, count: int) -> Value:
        """The stored numbers of so many elements from that one on in a word, the first in its lowest bits, and zeros where it has more places."""
        size = 32 // self.stored.bits
        if count == size:
            group = self.kernel.emit("Load", [self.vector_at(element, size)], self.stored.type(size))
        else:
            numbers = [self.load_stored(element + place) for place in range(count)]
            group = self.kernel.compose(numbers + [numbers[0].like(0)] * (size - count)).ssa
        return Value(self.kernel, U, 1, self.kernel.emit("Bitcast", [group], U.type()))

    def load_stored(self, element: Value, lanes: int = 1) -> Value:
        """Elements as they lie in memory, which is anywhere."""
        pointer = self.vector_at(element, lanes) if lanes > 1 else self.pointer(self.pieces[0], element)
        return Value(self.kernel, self.stored, lanes, self.kernel.emit("Load", [pointer], self.stored.type(lanes)))

    def load_words(self, element: Value, lanes: int) -> Value:
        """So many words of those elements that begin at one, which begins one."""
        self.kernel.capabilities.add("Addresses")
        pointer = self.kernel.emit("Bitcast", [self.pointer(self.pieces[0], element)], PointerType(U.type(lanes), "StorageBuffer"))
        return Value(self.kernel, U, lanes, self.kernel.emit("Load", [pointer], U.type(lanes)))

    def load_unit(self, number: Value) -> Value:
        kernel = self.kernel
        if self.is_texel:
            image = kernel.image(self.symbol, self.type)
            ssa = kernel.emit("ImageFetch", [image, number.ssa], VectorType((4,), image.type.element))
            texel = Value(kernel, self.stored, 4, ssa)
            return texel if self.unit == 4 else texel.lane(0)
        loaded = None
        for piece in self.pieces:
            _, _, first, count = piece
            local = number if len(self.pieces) == 1 else bounded(number - first, count)
            ssa = kernel.emit("Load", [self.pointer(piece, local)], self.stored.type(self.unit))
            here = self.decoded(Value(kernel, self.stored, self.unit, ssa))
            loaded = here if loaded is None else where(number >= first, here, loaded)
        return loaded

    def pointer(self, piece, number: Value):
        kernel, (symbol, type, _, _) = self.kernel, piece
        element = PointerType(self.stored.type(self.unit), "StorageBuffer")
        return kernel.emit("AccessChain", [kernel.address(symbol, type), kernel.number(0).ssa, number.ssa], element)

    @property
    def is_anywhere(self) -> bool:
        """Whether elements side by side can be reached at once wherever they begin, as processors do."""
        return self.kernel.target.is_processor and self.unit == 1 and self.parts == 1 and len(self.pieces) == 1

    def vector_at(self, element: Value, lanes: int):
        """A pointer to so many elements."""
        self.kernel.capabilities.add("Addresses")
        pointer = PointerType(self.stored.type(lanes), "StorageBuffer")
        return self.kernel.emit("Bitcast", [self.pointer(self.pieces[0], element)], pointer)

    def decoded(self, stored: Value) -> Value:
        """The value that the kernel computes with for a stored one, such as a truth value for the byte that stands for it."""
        if self.is_bfloat:
            return stored.turned("UConvert", U).shift_left(16).bitcast(F)
        if self.is_small:
            return small_floats.decoded(stored.turned("UConvert", U), self.element)
        if is_smaller_than_byte(self.element):
            return narrowed_to(stored, self.element)
        if self.kind is not B:
            return Value(self.kernel, self.kind, stored.lanes, stored._ssa, made=stored.made)
        return stored.turned("UConvert", U).differs(0)

    def store(self, element: Value, value: Value) -> None:
        """Writes one element, or as many as the unit has, from that number on."""
        if value.lanes != self.unit and not self.is_anywhere:
            for i in range(value.lanes):
                self.store(element + i, value.lane(i))
            return
        if self.kind is B:
            one = Value(self.kernel, U, value.lanes, constant=1)
            value = where(value, one, one.like(0)).turned("UConvert", STORAGE_BYTE)
        if self.is_bfloat:
            value = value.bitcast(U).shift_right(16).turned("UConvert", STORAGE_HALF)
        if self.is_small:
            value = small_floats.encoded(value, self.element).turned("UConvert", STORAGE_BYTE)
        if is_smaller_than_byte(self.element):
            value = value & ((1 << self.element.width) - 1)
        if value.lanes != self.unit:
            size = value.lanes * self.stored.bits // 8
            access = {"memory_access": PAST_CACHES, "alignment": IntegerAttr(size, I32)} if self.kernel.stores_past_caches else {}
            self.kernel.effect("Store", [self.vector_at(element, value.lanes), value.ssa], access)
            return
        number = element // self.unit
        if len(self.pieces) == 1:
            self.kernel.effect("Store", [self.pointer(self.pieces[0], number), value.ssa])
            return
        for piece in self.pieces:
            local = number - piece[2]
            with self.kernel.when(local.is_below(piece[3])):
                self.kernel.effect("Store", [self.pointer(piece, local), value.ssa])


def bound_at(number: int) -> dict:
    return {"binding": IntegerAttr(number, I32), "descriptor_set": IntegerAttr(0, I32)}


def parts_of(element) -> int:
    """How many numbers an element is: the two parts of a complex one stand side by side."""
    return 2 if isinstance(element, ComplexType) else 1


def element_kind(type, kernel) -> Kind:
    """The kind of a memref's or tensor's elements or their parts, made usable; an error where the device cannot compute with it."""
    element = type.element.element if isinstance(type.element, ComplexType) else type.element
    kind = F if element is BF16 or is_small_float(element) else kind_of(element)
    if kind is None:
        raise Error(f"elements of type {type.element} have no lowering to SPIR-V", kernel.location)
    if kind.bits != 32 and kind is not B:
        number = f"{'Float' if kind.is_float else 'Int'}{kind.bits}"
        kernel.require(f"shader{number}", f"elements of type {type.element}", number)
    return kind
