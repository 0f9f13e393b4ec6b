"""Editing programs: use lists, replacing, erasing, cloning, dominance."""

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.builder import Builder, module_op
from tfir.ir.diagnostics import Error
from tfir.ir.location import UNKNOWN, FileLineCol, FusedLocation, NameLocation, Source, fused, resolve
from tfir.ir.operations import Block, Operation
from tfir.ir.types import F32, I32, TensorType
from tfir.text.parser import parse
from tfir.text.printer import print_operation


def read(text):
    return parse(Source("input", text), lookup, dialect, allow_unregistered=True)


def test_uses_count_every_operand_slot():
    block = Block([F32])
    builder = Builder.at_end(block)
    x = block.arguments[0]
    pair = builder.create("t.pair", [x, x], [F32])
    assert x.uses == [pair, pair] and x.users == [pair]
    pair.set_operands([x])
    assert x.uses == [pair]


def test_replacing_moves_all_uses():
    block = Block([F32, F32])
    x, y = block.arguments
    op = Builder.at_end(block).create("t.op", [x, y, x])
    x.replace_all_uses_with(y)
    assert op.operands == (y, y, y) and x.uses == [] and y.uses == [op, op, op]


def test_an_op_in_use_cannot_be_erased():
    block = Block()
    builder = Builder.at_end(block)
    made = builder.create("t.make", (), [F32])
    builder.create("t.use", [made.result])
    with pytest.raises(ValueError, match="used by t.use"):
        made.erase()


def test_insertion_keeps_order_both_ways():
    block = Block()
    builder = Builder.at_end(block)
    a, c = builder.create("t.a"), builder.create("t.c")
    b = Builder.before(c).create("t.b")
    assert a.next is b and b.next is c
    assert [op.name for op in block] == ["t.a", "t.b", "t.c"] and [op.name for op in reversed(block)] == ["t.c", "t.b", "t.a"]
    block.first.remove()
    assert block.first is b and b.previous is None


def test_an_operation_is_made_where_it_shall_stand():
    block = Block()
    last = Operation("t.last", block=block)
    first = Operation("t.first", block=block, anchor=last)
    middle = Operation("t.middle", block=block, anchor=last)
    assert list(block) == [first, middle, last] and list(reversed(block)) == [last, middle, first]
    assert {op.parent for op in block} == {block} and Operation("t.nowhere").parent is None


def test_an_operation_is_taken_from_where_it_stands():
    block = Block()
    first, middle, last = [Operation(name, block=block) for name in ("t.first", "t.middle", "t.last")]
    for op, rest in ((middle, [first, last]), (first, [last]), (last, [])):
        op.remove()
        assert (op.parent, op.previous, op.next) == (None, None, None)
        assert list(block) == rest and list(reversed(block)) == rest[::-1]
    assert block.first is block.last is None


def test_a_clone_has_its_own_insides():
    module = read("func.func @f(%a: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.abs %a : tensor<f32>\n  return %0 : tensor<f32>\n}")
    copy = module.clone()
    assert print_operation(copy, lookup) == print_operation(module, lookup)
    original, cloned = module.body.first.body.first, copy.body.first.body.first
    assert cloned is not original and cloned.operands[0] is copy.body.first.body.arguments[0]
    assert original.operands[0].uses == [original]


def test_a_clone_of_a_graph_region_keeps_its_cycles():
    module = read('"t.a"(%1) : (f32) -> ()\n%1 = "t.b"() : () -> f32')
    copy = module.clone()
    assert copy.body.first.operands[0] is copy.body.last.results[0]


BRANCHES = """
func.func @f(%c: i1) {{
  "t.branch"()[^left, ^right] : () -> ()
^left:
  %x = "t.make"() : () -> f32
  "t.go"()[^end] : () -> ()
^right:
  "t.go"()[^end] : () -> ()
^end:
  {use}
  return
}}
"""


def test_a_value_from_one_branch_does_not_reach_the_join():
    with pytest.raises(Error, match="does not dominate"):
        verify(read(BRANCHES.format(use='"t.use"(%x) : (f32) -> ()')))
    verify(read(BRANCHES.format(use='"t.use"(%c) : (i1) -> ()')))


def test_isolated_regions_see_nothing_from_outside():
    module = module_op()
    outside = Builder.at_end(module.body).create("t.make", (), [TensorType((), I32)])
    inner = read("func.func @f() {\n  return\n}").body.first.remove()
    module.body.append(inner)
    Builder.before(inner.body.first).create("t.use", [outside.result])
    with pytest.raises(Error, match="defined outside the region of 'func.func'"):
        verify(module)


def test_places_resolve_to_line_and_column():
    source = Source("dir/file.mlir", "ab\ncd\n", first_line=11)
    assert resolve(source.base + 4) == FileLineCol("dir/file.mlir", 12, 2)


def test_fused_locations_leave_out_what_says_nothing():
    one, other = NameLocation("a"), NameLocation("b")
    assert fused(one, UNKNOWN, one) is one
    assert fused(one, other) == FusedLocation([one, other])
    assert fused() is UNKNOWN


def test_long_lines_are_cut_around_the_caret():
    text = '%0 = stablehlo.constant dense<"0x' + "00" * 5000 + '"> : tensor<7xf32>'
    with pytest.raises(Error) as raised:
        read(text)
    assert max(map(len, raised.value.render().split("\n"))) < 200


def test_the_terminator_is_the_last_operation_and_an_empty_block_has_none():
    block = Block()
    with pytest.raises(ValueError, match="empty"):
        assert block.terminator
    assert block.last is None
    builder = Builder(block)
    first, second = builder.create("test.one"), builder.create("test.two")
    assert block.terminator is second
    second.erase()
    assert block.terminator is first
