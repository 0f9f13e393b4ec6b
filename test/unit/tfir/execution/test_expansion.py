"""Calls of the sequencer: bodies in the place of calls, the memory that they share, and what cannot be called. Numbers are of paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.bytecode_program import bytecode_program
from tfir.execution.expansion import expanded
from tfir.execution.sequence import sequence_program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.symbols import SymbolTable
from tfir.text.parser import parse

PROGRAMS = {"interpreter": sequence_program, "vm": bytecode_program}
BUFFER = "memref<2xi32>"
# What a function makes of a buffer: its second number first, by way of memory of its own.
SWAP = """
  func.func private @swap(%x: memref<2xi32>) -> memref<2xi32> {
    %own = "iree_ll_seq.alloc_heap"() : () -> memref<2xi32>
    %out = "iree_ll_seq.alloc_heap"() : () -> memref<2xi32>
    iree_ll_seq.static_copy %x[0] to %own[4], 4 : memref<2xi32>, memref<2xi32>
    iree_ll_seq.static_copy %x[4] to %own[0], 4 : memref<2xi32>, memref<2xi32>
    iree_ll_seq.static_copy %own[0] to %out[0], 8 : memref<2xi32>, memref<2xi32>
    iree_ll_seq.return %out : memref<2xi32>
  }
"""
SAME = f"  func.func private @same(%x: {BUFFER}) -> {BUFFER} {{\n    iree_ll_seq.return %x : {BUFFER}\n  }}\n"
CHOOSE = """
  func.func private @choose(%p: memref<i1>, %x: memref<2xi32>) -> memref<2xi32> {
    iree_ll_seq.cond_br %p, ^swapped, ^as_it_is
  ^swapped:
    %0 = "iree_ll_seq.call"(%x) {callee = @swap} : (memref<2xi32>) -> memref<2xi32>
    iree_ll_seq.return %0 : memref<2xi32>
  ^as_it_is:
    iree_ll_seq.return %x : memref<2xi32>
  }
"""


def call(name, operands="%x", types=BUFFER):
    return f'"iree_ll_seq.call"({operands}) {{callee = @{name}}} : ({types}) -> {BUFFER}'


def main_of(others, arguments, results, body):
    """The function @main of a module, with results of one type."""
    returned = f"{', '.join(results)} : {', '.join([BUFFER] * len(results))}"
    head = f"func.func @main({arguments}) -> ({', '.join([BUFFER] * len(results))})"
    text = f"module {{\n{others}  {head} {{\n{body}\n    iree_ll_seq.return {returned}\n  }}\n}}"
    return next(op for op in parse(Source("a.mlir", text), lookup, dialect).body if op.get("sym_name") == "main")


@pytest.fixture(params=PROGRAMS)
def program(request):
    return PROGRAMS[request.param]


def numbers(*each):
    return np.array(each, np.int32)


def test_what_is_called_twice(program):
    """Swapped twice it is what it was, and what the first call gave is still there behind the second."""
    body = f"    %0 = {call('swap')}\n    %1 = {call('swap', '%0')}"
    run = program(main_of(SWAP, f"%x: {BUFFER}", ["%0", "%1"], body))
    for given, swapped in [((1, 2), (2, 1)), ((5, 7), (7, 5))]:
        assert [array.tolist() for array in run([numbers(*given)])] == [[*swapped], [*given]]


def test_memory_of_its_own_is_one_for_all_calls():
    """Of two calls: one buffer for what is not returned, two for what is. A call changes nothing in the function that it stands in."""
    main = main_of(SWAP, f"%x: {BUFFER}", ["%1"], f"    %0 = {call('swap')}\n    %1 = {call('swap', '%0')}")
    whole = expanded(main, SymbolTable(main.parent_op))
    assert [op.name.rpartition(".")[2] for op in whole.body].count("alloc_heap") == 3
    assert [op.name.rpartition(".")[2] for op in main.body] == ["call", "call", "return"]
    assert expanded(whole, SymbolTable(main.parent_op)) is whole


def test_what_is_given_back_is_a_copy(program):
    """What the caller writes afterwards to what it gave is not seen in the result."""
    body = f'    %own = "iree_ll_seq.clone"(%x) : ({BUFFER}) -> {BUFFER}\n    %0 = {call("same", "%own")}\n'
    body += f"    iree_ll_seq.static_fill 9 to %own[0, 4] : {BUFFER}"
    run = program(main_of(SAME, f"%x: {BUFFER}", ["%0", "%own"], body))
    assert [array.tolist() for array in run([numbers(1, 2)])] == [[1, 2], [9, 2]]


@pytest.mark.parametrize("condition, expected", [(True, [2, 1]), (False, [1, 2])])
def test_blocks_and_calls_in_what_is_called(program, condition, expected):
    body = f"    %0 = {call('choose', '%p, %x', f'memref<i1>, {BUFFER}')}\n    %1 = {call('swap', '%0')}"
    run = program(main_of(SWAP + CHOOSE, f"%x: {BUFFER}, %p: memref<i1>", ["%0", "%1"], body))
    assert [array.tolist() for array in run([numbers(1, 2), np.array(condition)])] == [expected, expected[::-1]]


def test_a_function_that_is_a_value():
    body = f"    %f = func.constant @swap : ({BUFFER}) -> {BUFFER}\n"
    body += f'    %0 = "iree_ll_seq.call_indirect"(%f, %x) {{type = i32}} : (({BUFFER}) -> {BUFFER}, {BUFFER}) -> {BUFFER}'
    assert sequence_program(main_of(SWAP, f"%x: {BUFFER}", ["%0"], body))([numbers(1, 2)])[0].tolist() == [2, 1]


IMPORTED = """
  func.func private @negated(%x: tensor<2xi32>) -> tensor<2xi32> attributes {iree.module.import} {
    %0 = stablehlo.negate %x : tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
"""
IMPORT = f'    %0 = "iree_ll_seq.call_import"(%x) {{callee = @negated}} : ({BUFFER}) -> {BUFFER}'


def test_an_imported_function_is_a_step_of_the_host(program):
    assert program(main_of(IMPORTED, f"%x: {BUFFER}", ["%0"], IMPORT))([numbers(1, 2)])[0].tolist() == [-1, -2]


CIRCLE = f"  func.func private @swap(%x: {BUFFER}) -> {BUFFER} {{\n    %0 = {call('swap')}\n    iree_ll_seq.return %0 : {BUFFER}\n  }}\n"
NO_BODY = f"  func.func private @swap({BUFFER}) -> {BUFFER}\n"
UNKNOWN = "  func.func private @negated(tensor<2xi32>) -> tensor<2xi32> attributes {iree.module.import}\n"


@pytest.mark.parametrize(
    "others, body, message",
    [
        (CIRCLE, f"    %0 = {call('swap')}", "is a call in a circle: @main -> @swap -> @swap"),
        (NO_BODY, f"    %0 = {call('swap')}", "calls @swap, which has no body here"),
        (UNKNOWN, IMPORT, "calls the imported function @negated, of which nothing says what it computes"),
    ],
)
def test_what_cannot_be_called(others, body, message):
    """With the place, before anything runs."""
    with pytest.raises(Error, match=rf"iree_ll_seq\.call.* {message}"):
        sequence_program(main_of(others, f"%x: {BUFFER}", ["%0"], body))


def test_a_function_that_is_not_known():
    body = f'    %0 = "iree_ll_seq.call_indirect"(%x, %x) {{type = i32}} : ({BUFFER}, {BUFFER}) -> {BUFFER}'
    with pytest.raises(Error, match="calls a function that is not known before it runs"):
        sequence_program(main_of("", f"%x: {BUFFER}", ["%0"], body))
