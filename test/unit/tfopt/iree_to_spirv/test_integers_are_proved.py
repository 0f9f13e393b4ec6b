"""Kernels for StableHLO's ops on whole numbers are proved by an SMT solver: what a kernel stores is what the op computes, for all numbers
of each type, and it does nothing that SPIR-V leaves undefined, such as a shift by the width or a division by zero."""

from __future__ import annotations

import pytest
from tfir.dialects import dialect, has_trait, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

z3 = pytest.importorskip("z3", reason="z3-solver proves kernels on whole numbers")

from bit_vectors import STABLEHLO, Execution, Symbolic, arguments_of, prove, ran  # noqa: E402  it imports z3

PASSES = """iree-identify-dispatch-regions, iree-outline-dispatch-regions, iree-lower-sequencer-dialect, iree-plan-buffers,
    iree-choose-schedules, iree-convert-to-spirv"""
TYPES = [f"{sign}{width}" for width in (2, 4, 8, 16, 32, 64) for sign in ("i", "ui")]
SIGNED_ONLY = {"abs", "sign"}
# Those of other types, and movements.
OTHERS = {"compare", "select", "convert", "bitcast_convert", "reshape", "broadcast_in_dim", "transpose", "broadcast", "clamp"}
COMPARED = [f"compare {word}" for word in ("EQ", "NE", "LT", "LE", "GT", "GE")]


def body(name: str, type: str) -> str:
    tensor = f"tensor<{type}>"
    if name.startswith("compare"):
        kind = "UNSIGNED" if type[0] == "u" else "SIGNED"
        return f"""%c = stablehlo.compare {name.split()[1]}, %x, %y, {kind} : ({tensor}, {tensor}) -> tensor<i1>
          %r = stablehlo.select %c, %x, %y : tensor<i1>, {tensor}"""
    operands = ("%x", "%y", "%z")[: 3 if name == "clamp" else len(lookup(f"stablehlo.{name}").signature.operands)]
    return f'%r = "stablehlo.{name}"({", ".join(operands)}) : ({", ".join([tensor] * len(operands))}) -> {tensor}'


def module(name: str, type: str):
    tensor = f"tensor<{type}>"
    source = f"func.func @f(%x: {tensor}, %y: {tensor}, %z: {tensor}) -> {tensor} {{\n{body(name, type)}\nreturn %r : {tensor}\n}}"
    return parse(Source("case", source), lookup, dialect)


def stored(kernel, symbols: dict) -> tuple:
    """What a kernel stores, `symbols` being the numbers in its buffers, by the numbers of their bindings."""
    (store,) = [op for op in kernel.walk() if op.name == "spirv.Store"]
    loads = {
        op.results[0]: held(symbols[binding], binding) for op in kernel.walk() if reads_buffer(op) for binding in [binding_of(op, kernel)]
    }
    execution = Execution(loads)
    return execution, [execution.of(store.operands[1])]


def held(number: Symbolic, binding: int) -> Symbolic:
    """What is read of a buffer: a number of fewer than 8 bits has a byte to itself, of which the upper bits may be anything."""
    missing = 8 - number.bits.size()
    return number if missing <= 0 else Symbolic(z3.Concat(z3.BitVec(f"above{binding}", missing), number.bits))


def written(number: Symbolic) -> Symbolic:
    """What a buffer is to get: the upper bits of a byte are zeros."""
    return Symbolic(z3.ZeroExt(max(0, 8 - number.bits.size()), number.bits))


def reads_buffer(op) -> bool:
    """Whether it is an element of a buffer, or of one that is read as an image."""
    maker = op.operands[0].op.name if op.operands and op.operands[0].op is not None else None
    return (op.name, maker) in (("spirv.Load", "spirv.AccessChain"), ("spirv.CompositeExtract", "spirv.ImageFetch"))


def binding_of(op, kernel) -> int:
    while op.name != "spirv.mlir.addressof":
        op = op.operands[0].op
    (variable,) = [each for each in kernel.body if each.name == "spirv.GlobalVariable" and each.get("sym_name") == op.get("variable")]
    return int(variable.get("binding"))


@pytest.mark.parametrize("name", [*sorted(STABLEHLO.keys() - OTHERS), *COMPARED, "clamp"])
def test_a_kernel_stores_what_the_op_computes(name):
    for type in TYPES:
        if name in SIGNED_ONLY and type[0] == "u":
            continue
        before, after = module(name, type), module(name, type)
        Runner(lambda op: None).run(parse_pipeline(PASSES), after)
        (kernel,) = [op for op in after.walk() if op.name == "spirv.module"]
        arguments = arguments_of(before.body.first.body, may_be_poison=False)
        used = [value for value in before.body.first.body.arguments if value.uses]
        symbols = {binding: arguments[value.index] for binding, value in enumerate(used)}
        try:
            execution, expected = ran(before.body.first, arguments)
            prove((execution, [*map(written, expected)]), stored(kernel, symbols), arguments)
        except AssertionError as error:
            raise AssertionError(f"{name} of {type}: {error}\n{print_operation(kernel, lookup)}") from None


ELEMENTWISE = [name for name in dialect("stablehlo").table if has_trait(f"stablehlo.{name}", "elementwise")]


@pytest.mark.parametrize("name", [name for name in ELEMENTWISE if name not in STABLEHLO])
def test_an_op_without_a_formula_takes_no_whole_numbers(name):
    with pytest.raises(Error):
        verify(module(name, "i32"))
