"""Sequences of kernels on arrays of bit vectors: what `--iree-convert-to-spirv` makes, run on formulas.

    results = run_sequence(module, operands)       # (what was left undefined, object arrays of z3 bit vectors)

Every invocation of every workgroup runs alone, one after the other; which way it goes at a branch must not depend on the numbers. An
element that is read or written outside of its buffer is undefined behaviour, as are SPIR-V's own undefined results.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import z3
from bit_vector_arrays import array_from
from bit_vectors import NEVER, Execution, Symbolic, Unmodelled, either, number, width_of
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.types import ShapedType


class Invocation(Execution):
    """One invocation of a kernel. `buffers` are flat arrays by binding, `built_in` vectors of ints by name."""

    def __init__(self, kernel, buffers: list, built_in: dict):
        super().__init__({})
        self.kernel, self.buffers, self.built_in = kernel, buffers, built_in
        self.variables = {op.get("sym_name"): op for op in kernel.body if op.name == "spirv.GlobalVariable"}

    def go(self, region) -> None:
        """Runs the blocks of a function or of a selection."""
        block = region.blocks[0]
        while block is not None:
            block = self.through(block)

    def through(self, block):
        """Runs a block; the one that comes next, None behind the last."""
        for op in block:
            if op.name in ("spirv.Return", "spirv.mlir.merge"):
                return None
            if op.name == "spirv.Branch":
                return op.successors[0]
            if op.name == "spirv.BranchConditional":
                return op.successors[0 if self.is_true(op.operands[0]) else 1]
            if op.name == "spirv.mlir.selection":
                self.go(op.regions[0])
            elif op.name == "spirv.Store":
                self.store(*[self.of(value) for value in op.operands])
            elif op.results:
                self.run(op)
        return None

    def is_true(self, condition) -> bool:
        bits = z3.simplify(self.of(condition).bits)
        if not z3.is_bv_value(bits):
            raise Unmodelled("a branch that depends on the numbers")
        return bits.as_long() == 1

    def run(self, op) -> None:
        own = OPS.get(op.name)
        if own is not None:
            self.values[op.results[0]] = own(self, op)
            return
        operands = [self.of(value) for value in op.operands]
        super().run(op)
        if all([isinstance(each, Symbolic) and z3.is_bv_value(each.bits) for each in operands]):
            result = self.values[op.results[0]]
            self.values[op.results[0]] = Symbolic(z3.simplify(result.bits), result.poison)

    def element(self, binding: int, index: Symbolic) -> Symbolic:
        buffer = self.buffers[binding]
        at = self.inside(index, len(buffer))
        if isinstance(at, int):
            return Symbolic(buffer[at])
        result = buffer[0]
        for place in range(1, len(buffer)):
            result = z3.If(at == place, buffer[place], result)
        return Symbolic(result)

    def store(self, pointer, value) -> None:
        """A number; of a vector each component, side by side."""
        binding, index = pointer
        if isinstance(value, list):
            for at, component in enumerate(value):
                self.store((binding, beside(index, len(value), at)), component)
            return
        buffer = self.buffers[binding]
        at = self.inside(index, len(buffer))
        self.undefined = either(self.undefined, value.poison)
        if isinstance(at, int):
            buffer[at] = value.bits
        else:
            buffer[:] = [z3.If(at == place, value.bits, had) for place, had in enumerate(buffer)]

    def inside(self, index: Symbolic, size: int):
        """An index, as an int where it is known; one outside is undefined."""
        bits = z3.simplify(index.bits)
        self.require(z3.And(z3.ULT(bits, size), z3.Not(index.poison)))
        return bits.as_long() if z3.is_bv_value(bits) and bits.as_long() < size else bits


def address(invocation, op):
    variable = invocation.variables[op.get("variable")]
    return variable.get("built_in") or int(variable.get("binding"))


def access(invocation, op):
    """A place in a buffer: a struct of one array, the second index being the element's."""
    base, _, index = [invocation.of(value) for value in op.operands]
    return base, index


def load(invocation, op):
    pointer = invocation.of(op.operands[0])
    if isinstance(pointer, tuple):
        return elements(invocation, *pointer, op.results[0].type)
    return [Symbolic(number(each, 32)) for each in invocation.built_in[pointer]] if isinstance(pointer, str) else pointer


def elements(invocation, binding: int, index: Symbolic, type):
    """An element, or several that lie side by side as a vector."""
    if not isinstance(type, ShapedType):
        return invocation.element(binding, index)
    (count,) = type.shape
    return [invocation.element(binding, beside(index, count, at)) for at in range(count)]


def beside(index: Symbolic, count: int, at: int) -> Symbolic:
    """The place of a component of the vector at an index."""
    return Symbolic(z3.simplify(index.bits * count + at), index.poison)


def fetch(invocation, op):
    """Of a buffer that is read as an image: four elements that lie side by side, or one, as its format says."""
    binding, index = [invocation.of(value) for value in op.operands]
    count = 4 if "Rgba" in str(op.operands[0].type) else 1
    return [invocation.element(binding, beside(index, count, at)) for at in range(count)]


def extract(invocation, op):
    return invocation.of(op.operands[0])[op.get("indices")[0].value]


def extract_dynamic(invocation, op):
    components, index = [invocation.of(value) for value in op.operands]
    at = invocation.inside(index, len(components))
    result = components[0]
    for place, component in enumerate(components[1:], 1):
        result = Symbolic(z3.simplify(z3.If(at == place, component.bits, result.bits)))
    return result


def construct(invocation, op):
    return [invocation.of(value) for value in op.operands]


OPS = {
    "spirv.mlir.addressof": address,
    "spirv.AccessChain": access,
    "spirv.Load": load,
    "spirv.ImageFetch": fetch,
    "spirv.CompositeExtract": extract,
    "spirv.VectorExtractDynamic": extract_dynamic,
    "spirv.CompositeConstruct": construct,
}


def run_kernel(kernel, buffers: list):
    """Changes the buffers; the condition under which something is undefined."""
    function = next(op for op in kernel.body if op.name == "spirv.func")
    size = [each.value for each in next(op for op in kernel.body if op.name == "spirv.ExecutionMode").get("values")]
    undefined = NEVER
    groups = integers(function.get("iree.workgroups"))
    for group in product(*map(range, groups)):
        for local in product(*map(range, size)):
            place = [g * s + at for g, s, at in zip(group, size, local)]
            built_in = {"LocalInvocationId": local, "WorkgroupId": group, "GlobalInvocationId": place}
            invocation = Invocation(kernel, buffers, built_in)
            invocation.go(function.regions[0])
            undefined = either(undefined, invocation.undefined)
    return undefined


def run_sequence(module, operands) -> tuple:
    kernels = {each.get("sym_name"): kernel for kernel in module.walk() if kernel.name == "spirv.module"
               for each in kernel.body if each.name == "spirv.func"}  # fmt: skip
    function = next(op for op in module.body if op.name == "func.func" and "iree.module.export" in op.attributes)
    buffers, undefined = {}, NEVER
    for value, operand in zip(function.body.arguments, operands):
        buffers[value] = list(operand.ravel())
    for op in function.body:
        if op.name in ("iree_ll_seq.alloc_heap", "iree_ll_seq.static_slice"):  # that slices may lie in each other's place is not looked at
            size = prod(op.results[0].type.shape)
            buffers[op.results[0]] = [z3.FreshConst(z3.BitVecSort(width_of(op.results[0].type))) for _ in range(size)]
        elif op.name == "iree_ll_seq.static_dispatch":
            kernel = kernels[str(op.attributes["callee"]).rpartition("@")[2]]
            undefined = either(undefined, run_kernel(kernel, [buffers[value] for value in op.operands]))
        elif op.name == "iree_ll_seq.reshape":
            buffers[op.results[0]] = buffers[op.operands[0]]
        elif op.name == "iree_ll_seq.return":
            return undefined, [shaped(buffers[value], value.type) for value in op.operands]
        else:
            raise Unmodelled(op.name)


def shaped(buffer: list, type: ShapedType) -> np.ndarray:
    return array_from((len(buffer),), lambda at: buffer[at]).reshape(type.shape)
