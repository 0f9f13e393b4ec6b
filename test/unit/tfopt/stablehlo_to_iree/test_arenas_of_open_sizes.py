"""Arenas of buffers whose sizes a call tells: each buffer begins at a multiple of 256 bytes, and little memory is spent on that."""

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.iree_ll_seq import known_size
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo_to_iree.iree_plan_buffers import computing, iree_plan_buffers, is_told_by_arguments

STEPS = """module {
  func.func @main(%x: memref<?xROWf32>, %m: memref<?xi1>, %y: memref<?xROWf32>) {
    %axis = arith.constant 0 : index
    %n = memref.dim %x, %axis : memref<?xROWf32>
    %a = "iree_ll_seq.alloc_heap"(%n) : (index) -> memref<?xROWf32>
    %b = "iree_ll_seq.alloc_heap"(%n) : (index) -> memref<?xi1>
    iree_ll_seq.dynamic_copy %x to %a : memref<?xROWf32>, memref<?xROWf32>
    iree_ll_seq.dynamic_copy %m to %b : memref<?xi1>, memref<?xi1>
    iree_ll_seq.dynamic_copy %b to %m : memref<?xi1>, memref<?xi1>
    iree_ll_seq.dynamic_copy %a to %y : memref<?xROWf32>, memref<?xROWf32>
    "iree_ll_seq.return"() : () -> ()
  }
}"""


# By paper: with rows of 4 bytes and of 1, of which each begins at a multiple of 8, 32 of them are 512 bytes, and so is one alone; with all other powers
# of two the bytes of 32 and 32 times those of one are more together. Rows of 40,000 bytes are two and a half hundredths less than the 40,192 at which the next begins.
@pytest.mark.parametrize(("row", "multiple", "size"), [("", 32, 16), ("10000x", 1, 40448), ("1000000x", 1, 4000256)])
def test_a_few_more_rows_or_a_few_more_bytes(row, multiple, size):
    module = parse(Source("test", STEPS.replace("ROW", row)), lookup, dialect)
    iree_plan_buffers(module)
    verify(module)
    (arena,) = [op for op in module.walk() if op.name == "iree_ll_seq.alloc_heap"]
    parts = [op for op in module.walk() if op.name == "iree_ll_seq.dynamic_slice"]
    assert known_size(arena.result.type) == size
    assert [op.get("multiple", 1) for op in parts] == [multiple] * 2
    assert sorted([op.get("offset") * multiple % 256 for op in parts]) == [0, 0]


def test_a_multiple_below_one_is_refused():
    text = """func.func @main(%x: memref<?x8xi8>, %n: index) {
      %a = "iree_ll_seq.dynamic_slice"(%x, %n) <{length = 4 : i64, multiple = 0 : i64, offset = 0 : i64}> : (memref<?x8xi8>, index) -> memref<?xf32>
      "iree_ll_seq.return"() : () -> ()
    }"""
    with pytest.raises(Error, match="rounds sizes up to multiples of 0"):
        verify(parse(Source("test", text), lookup, dialect))


def test_a_buffer_that_is_alone_is_all_of_its_arena():
    text = STEPS.replace("ROW", "3x").replace("iree_ll_seq.dynamic_copy %m to %b : memref<?xi1>, memref<?xi1>\n", "")
    text = text.replace("iree_ll_seq.dynamic_copy %b to %m : memref<?xi1>, memref<?xi1>\n", "")
    module = parse(Source("test", text), lookup, dialect)
    iree_plan_buffers(module)
    verify(module)
    (arena,) = [op for op in module.walk() if op.name == "iree_ll_seq.alloc_heap"]
    assert known_size(arena.result.type) == 12 and [value.op.name for value in arena.operands] == ["memref.dim"]


def test_a_size_that_many_are_computed_of_is_looked_at_once():
    """Each of 200 sizes is read twice by the next: ways lead to the first one in numbers that no machine counts. What a buffer holds is told by no argument."""
    doubled = "\n".join([f"    %{at + 1} = arith.addi %{at}, %{at} : index" for at in range(200)])
    text = f"""func.func @main(%x: memref<?xf32>, %y: memref<4xindex>) {{
    %axis = arith.constant 0 : index
    %0 = memref.dim %x, %axis : memref<?xf32>
{doubled}
    %held = memref.load %y[%axis] : memref<4xindex>
    %more = arith.addi %held, %200 : index
    return
  }}"""
    (func,) = parse(Source("test", text), lookup, dialect).body
    sums = [op.result for op in func.body if op.name == "arith.addi"]
    assert [is_told_by_arguments(size) for size in sums[-2:]] == [True, False]
    assert len(computing(sums[-2])) == 202
