"""A kernel of SPIR-V as a function of the llvm dialect: a loop over workgroups, in it one over invocations, in it what an invocation computes.

    llvm.func @kernel(%buffers: !llvm.ptr, %sizes: !llvm.ptr, %first: i32, %last: i32)

`buffers` points to the addresses of its arguments, by the numbers of their bindings; `sizes` to numbers of 32 bits: how many workgroups there
are in x, y and z, then the sizes that a dispatch is told. Workgroups are numbered along x first; those from `first` up to `last` are run, so
that several processors share a dispatch. Invocations of a workgroup run one after the other: kernels that pass values between them are refused.
"""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.dialects.iree.target import CPU_FEATURES, ROWS_ALONG_X
from tfir.dialects.llvm.types import VOID, FunctionType
from tfir.dialects.spirv.assembly import enumerator
from tfir.dialects.spirv.types import ArrayType, PointerType
from tfir.ir.attributes import IntegerAttr, OpaqueAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I8, I32, I64
from tfir.text.affine import AffineAttr

from tfopt.spirv_to_llvm.builder import POINTER, LLVMBuilder
from tfopt.spirv_to_llvm.instructions import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.attributes import Attribute

WORKGROUPS, LOCAL_SIZE = "iree.workgroups", "#spirv.execution_mode<LocalSize>"
TOLD = WORKGROUPS, ROWS_ALONG_X, CPU_FEATURES  # attributes that say how a kernel is run
AXES = 3
SIGNATURE = (POINTER, POINTER, I32, I32)
MOST_ON_STACK = 1 << 19  # bytes: threads have stacks of one MiB on some systems
MEMORY = {"malloc": FunctionType(POINTER, (I64,)), "free": FunctionType(VOID, (POINTER,))}  # of C's library


class KernelConversion:
    """One `spirv.func` being made an `llvm.func`. `values` has what stands for each value of the kernel, `grid` the three numbers of each
    of SPIR-V's built-in variables."""

    def __init__(self, module: Operation, func: Operation):
        self.module, self.func = module, func
        self.variables = {op.get("sym_name"): op for op in module.body if op.name == "spirv.GlobalVariable"}
        self.build = LLVMBuilder(SIGNATURE, func.location)
        self.buffers, self.sizes, self.first, self.last = self.build.arguments
        self.values: dict[Value, Value] = {}
        self.grid: dict[str, list[Value]] = {}
        self.places: dict[Value, str] = {}  # addresses of variables, and what is loaded of those that are built in
        self.bound: dict[str, Value] = {}
        self.on_stack = 0  # bytes of memory of invocations' own
        self.taken: list[Value] = []  # such memory that is given back at the end

    def converted(self) -> Operation:
        build = self.build
        self.grid["NumWorkgroups"] = [self.count(axis) for axis in range(AXES)]
        for name in self.addressed("StorageBuffer"):
            self.bound[name] = self.bind(self.variables[name])
        for name in self.addressed("Private"):
            self.bound[name] = self.own(self.variables[name].get("type").pointee.members[0])
        build.counted(self.first, self.last, self.workgroup)
        for memory in self.taken:
            build.call("free", [memory])
        build.effect("return", [])
        attributes = {
            "sym_name": StringAttr(self.func.get("sym_name")),
            "function_type": TypeAttr(FunctionType(VOID, SIGNATURE)),
            "CConv": OpaqueAttr("#llvm.cconv<ccc>"), "linkage": OpaqueAttr("#llvm.linkage<external>"),
            "unnamed_addr": IntegerAttr(0, I64), "visibility_": IntegerAttr(0, I64), "no_unwind": UnitAttr(),
        }  # fmt: skip
        attributes |= {name: self.func.attributes[name] for name in TOLD if name in self.func.attributes}
        return Operation("llvm.func", (), (), attributes, [build.finished()], location=self.func.location)

    # What a kernel is given

    def addressed(self, storage_class: str) -> list[str]:
        """The variables of a class that the kernel reaches. Raises Error for those of a class that processors do not have."""
        names = dict.fromkeys([op.attributes["variable"].root for op in self.func.walk() if op.name == "spirv.mlir.addressof"])
        classes = {name: self.variables[name].get("type").storage_class for name in names}
        for name, reached in classes.items():
            if reached not in ("StorageBuffer", "PushConstant", "Input", "Private"):
                raise Error.on(self.func, f"has @{name} of storage class {reached}, which processors lack; compile it for one of them")
        return [name for name in names if classes[name] == storage_class]

    def bind(self, variable: Operation) -> Value:
        """The address of a buffer, behind the bytes that a binding of a part leaves out."""
        build, number = self.build, variable.get("iree.argument", variable.get("binding"))
        base = build.load(build.element(self.buffers, build.number(number), POINTER), POINTER)
        offset = variable.get("iree.offset", 0)
        return build.element(base, build.number(offset, I64), I8) if offset else base

    def own(self, array: ArrayType) -> Value:
        """The address of memory that invocations have for themselves, since they run one after the other: on the stack, or where it is more than
        that may have, from the heap."""
        size = array.count * (array.element.width + 7 >> 3)
        if self.on_stack + size <= MOST_ON_STACK:
            self.on_stack += size
            return self.build.alloca(array.element, self.build.number(array.count))
        memory = self.build.call("malloc", [self.build.number(size, I64)], POINTER)
        assert memory is not None, "a function with a result"
        self.taken.append(memory)
        return memory

    def count(self, axis: int) -> Value:
        counts = self.func.attributes.get(WORKGROUPS)
        if counts is None or isinstance(counts, AffineAttr):
            return self.told(self.build.number(axis))
        return self.build.number(list(counts.values())[axis])

    def told(self, number: Value) -> Value:
        return self.build.load(self.build.element(self.sizes, number, I32), I32)

    @property
    def local_size(self) -> Sequence[int]:
        modes = [op for op in self.module.body if op.name == "spirv.ExecutionMode" and op.attributes["execution_mode"].text == LOCAL_SIZE]
        return [part.value for part in modes[0].get("values")] if modes else [1] * AXES

    # Loops around what an invocation computes

    def workgroup(self, number: Value) -> None:
        self.grid["WorkgroupId"] = self.apart(number, self.grid["NumWorkgroups"])
        width, height, depth = self.local_size
        size = width * height * depth
        if size == 1:
            self.invocation(self.build.number(0))
        else:
            self.build.counted(self.build.number(0), self.build.number(size), self.invocation)

    def invocation(self, number: Value) -> None:
        self.grid["LocalInvocationId"] = self.apart(number, [self.build.number(size) for size in self.local_size])
        self.run(self.func.region)

    def apart(self, number: Value, extents: Sequence[Value]) -> list[Value]:
        """A number as places along x, y and z."""
        places: list[Value] = []
        for extent in extents[:-1]:
            is_one = self.build.is_number(extent, 1)
            places.append(self.build.number(0) if is_one else self.build.binary("urem", number, extent))
            number = number if is_one else self.build.binary("udiv", number, extent)
        return [*places, number]

    # What an invocation computes

    def run(self, region: Region) -> Sequence[Value]:
        """Writes the blocks of a region, and goes on behind it; what is merged at its end."""
        build, after = self.build, Block()
        blocks = {block: Block([argument.type for argument in block.arguments]) for block in region.blocks[1:]}
        blocks = {region.entry: build.block} | blocks
        merged: Sequence[Value] = ()
        for block, made in blocks.items():
            if made is not build.block:
                self.values.update(zip(block.arguments, made.arguments, strict=True))
        for block, made in blocks.items():
            if made is not build.block:
                build.begin(made)
            for op in block:
                if op.name in ("spirv.mlir.merge", "spirv.Return"):
                    merged = [self.values[value] for value in op.operands]
                    build.branch(after)
                else:
                    self.convert(op, blocks)
        build.begin(after)
        return merged

    def convert(self, op: Operation, blocks: dict[Block, Block]) -> None:
        name = op.name.removeprefix("spirv.")
        structure = STRUCTURE.get(name)
        if structure is not None:
            structure(self, op, blocks)
        elif name == "Bitcast" and isinstance(op.results[0].type, PointerType):
            self.values[op.results[0]] = self.values[op.operands[0]]  # pointers are alike, whatever they point to
        elif name == "CompositeExtract" and op.operands[0] in self.places:
            self.values[op.results[0]] = self.place(op, self.places[op.operands[0]], op.get("indices")[0].value)
        elif name in RULES:
            self.values[op.results[0]] = RULES[name](self.build, op, *[self.values[value] for value in op.operands])
        else:
            raise Error.on(self.func, f"has {op.name} in its kernel, which processors do not run")

    def place(self, op: Operation, built_in: str, axis: int) -> Value:
        """What a built-in says along an axis."""
        if built_in in self.grid:
            return self.grid[built_in][axis]
        if built_in != "GlobalInvocationId":
            raise Error.on(op, f"reads the built-in {built_in}, which processors do not have")
        first = self.build.wrapping("mul", self.grid["WorkgroupId"][axis], self.build.number(self.local_size[axis]))
        return self.build.wrapping("add", first, self.grid["LocalInvocationId"][axis])

    def nested(self, op: Operation, blocks: dict[Block, Block]) -> None:
        """A loop or a selection: its blocks become blocks of the function."""
        self.values.update(zip(op.results, self.run(op.regions[0])))

    def jump(self, op: Operation, blocks: dict[Block, Block]) -> None:
        self.build.branch(blocks[op.successors[0]], [self.values[value] for value in op.operands])

    def decide(self, op: Operation, blocks: dict[Block, Block]) -> None:
        self.build.branch_if(self.values[op.operands[0]], *[blocks[block] for block in op.successors])

    def call(self, op: Operation, blocks: dict[Block, Block]) -> None:
        """An instruction of the processor, which is imported under the name that LLVM has for it."""
        operands = [self.values[value] for value in op.operands]
        types = [result.type for result in op.results]
        self.values.update(zip(op.results, self.build.intrinsic_called(op.attributes["callee"].root, operands, types)))

    # Memory

    def address(self, op: Operation, blocks: dict[Block, Block]) -> None:
        self.places[op.results[0]] = op.attributes["variable"].root

    def chain(self, op: Operation, blocks: dict[Block, Block]) -> None:
        """The address of an element of a buffer, a structure of one array, or of the numbers that a dispatch is told."""
        base, _, index = op.operands
        name, place = self.places[base], self.values[index]
        if self.variables[name].get("type").storage_class == "PushConstant":
            self.values[op.results[0]] = self.build.element(self.sizes, self.build.wrapping("add", place, self.build.number(AXES)), I32)
        else:
            self.values[op.results[0]] = self.build.element(self.bound[name], place, op.results[0].type.pointee)

    def load(self, op: Operation, blocks: dict[Block, Block]) -> None:
        address = op.operands[0]
        if address in self.places:
            self.places[op.results[0]] = self.variables[self.places[address]].get("built_in")
        else:
            self.values[op.results[0]] = self.build.load(self.values[address], op.results[0].type, access_of(op))

    def store(self, op: Operation, blocks: dict[Block, Block]) -> None:
        address, value = op.operands
        self.build.store(self.values[value], self.values[address], access_of(op))


def access_of(op: Operation) -> dict[str, Attribute]:
    """What LLVM's loads and stores say of it: among threads of processors nothing is made available or visible without a barrier."""
    words = enumerator(op.attributes["memory_access"]).split("|") if "memory_access" in op.attributes else []
    if not {"None", "Volatile", "Nontemporal", "Aligned"}.issuperset(words):
        raise Error.on(
            op,
            f"has the memory access {'|'.join(words)}, of which LLVM's loads and stores know no more than Volatile, Nontemporal and Aligned",
        )
    access: dict[str, Attribute] = {LLVM_WORDS[word]: UnitAttr() for word in words if word in LLVM_WORDS}
    return access | ({"alignment": IntegerAttr(op.get("alignment"), I64)} if "alignment" in op.attributes else {})


LLVM_WORDS = {"Volatile": "volatile_", "Nontemporal": "nontemporal"}
STRUCTURE = {
    "FunctionCall": KernelConversion.call,
    "mlir.loop": KernelConversion.nested,
    "mlir.selection": KernelConversion.nested,
    "mlir.addressof": KernelConversion.address,
    "Branch": KernelConversion.jump,
    "BranchConditional": KernelConversion.decide,
    "AccessChain": KernelConversion.chain,
    "Load": KernelConversion.load,
    "Store": KernelConversion.store,
}


def convert(module: Operation, entry: str, into: Operation) -> None:
    """Puts the `llvm.func` of an entry point of a `spirv.module` into a module, and declares what it calls."""
    func = next(op for op in module.body if op.name == "spirv.func" and op.get("sym_name") == entry)
    conversion = KernelConversion(module, func)
    into.body.append(conversion.converted())
    for name, type in MEMORY.items() if conversion.taken else ():
        attributes = {**definition_of("llvm.func").defaults, "sym_name": StringAttr(name), "function_type": TypeAttr(type)}
        into.body.append(Operation("llvm.func", (), (), attributes, [Region()], location=func.location))
