"""Operations that were read from lines alike share what they have in common, until a method changes one; the others stay as they were."""

import operator

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.attributes import IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import FileLineCol, Source
from tfir.ir.types import F32, I64, TensorType
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

REDUCE = "stablehlo.reduce({} init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>"
TEXT = """module {
  func.func @f(%arg0: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %1 = stablehlo.add %0, %arg0 : tensor<4xf32>
    %2 = stablehlo.add %1, %0 : tensor<4xf32>
    %3 = """ + REDUCE.format("%1") + "\n    %4 = " + REDUCE.format("%2") + "\n    %5 = " + REDUCE.format("%0") + """
    return %5 : tensor<f32>
  }
}
"""  # fmt: skip


def read(use_fast_paths: bool = True):
    module = parse(Source("t.mlir", TEXT), lookup, dialect, use_fast_paths=use_fast_paths)
    return module, list(module.body.first.body)


def test_lines_alike_share_all_but_operands():
    _, ops = read()
    assert ops[1].shared is ops[2].shared is not None
    assert ops[4].shared is ops[5].shared is not None and ops[4].shared is not ops[1].shared


@pytest.mark.parametrize("options", [PrintOptions(), PrintOptions(generic=True), PrintOptions(debug_info=True)])
def test_what_is_printed_is_what_the_general_parser_read(options):
    fast, slow = read()[0], read(use_fast_paths=False)[0]
    text = print_operation(slow, lookup, options)
    assert print_operation(fast, lookup, options) == text
    verify(fast)
    assert print_operation(fast, lookup, options) == text


def test_an_attribute_that_is_set_is_not_shared():
    module, ops = read()
    ops[2].set_attribute("note", IntegerAttr(1, I64))
    assert ops[2].shared is None and ops[1].shared is not None and not ops[1].attributes
    lines = print_operation(module, lookup).splitlines()
    assert lines[4].endswith("{note = 1 : i64} : tensor<4xf32>") and lines[3].endswith("%arg0 : tensor<4xf32>")


def test_looking_at_attributes_changes_nothing():
    _, ops = read()
    assert ops[2].attributes == {} and ops[2].get("note") is None
    assert ops[2].shared is ops[1].shared


@pytest.mark.parametrize("field", ["name", "operands", "results", "attributes", "regions", "successors", "location", "parent", "next"])
def test_fields_of_operations_are_read_only(field):
    _, ops = read()
    with pytest.raises(AttributeError, match=f"the {field} of an operation is changed by a method"):
        setattr(ops[2], field, getattr(ops[1], field))


@pytest.mark.parametrize("field", ["type", "owner", "index", "uses"])
def test_fields_of_values_are_read_only(field):
    _, ops = read()
    with pytest.raises(AttributeError, match=f"the {field} of a value is changed by a method"):
        setattr(ops[2].result, field, getattr(ops[1].result, field))


@pytest.mark.parametrize("field", ["arguments", "first", "last", "parent", "argument_locations"])
def test_fields_of_blocks_are_read_only(field):
    block = read()[0].body.first.body
    with pytest.raises(AttributeError, match=f"the {field} of a block is changed by a method"):
        setattr(block, field, getattr(block, field))


@pytest.mark.parametrize("field", ["blocks", "parent"])
def test_fields_of_regions_are_read_only(field):
    region = read()[0].body.first.region
    with pytest.raises(AttributeError, match=f"the {field} of a region is changed by a method"):
        setattr(region, field, getattr(region, field))


@pytest.mark.parametrize(
    "change",
    [
        lambda items: items.append(items[0]), lambda items: items.pop(), lambda items: items.remove(items[0]), lambda items: items.clear(),
        lambda items: items.insert(0, items[0]), lambda items: items.extend(items), lambda items: items.reverse(),
        lambda items: items.sort(key=id), lambda items: operator.setitem(items, 0, items[0]), lambda items: operator.delitem(items, 0),
        lambda items: operator.iadd(items, items), lambda items: operator.imul(items, 2), lambda items: operator.setitem(items, slice(0), []),
    ],
)  # fmt: skip
def test_lists_of_arguments_and_blocks_are_read_only(change):
    function = read()[0].body.first
    for items in (function.body.arguments, function.region.blocks):
        before = list(items)
        with pytest.raises(TypeError, match="are changed by methods"):
            change(items)
        assert list(items) == before


def test_the_dictionary_of_argument_locations_is_read_only():
    block = read()[0].body.first.body
    argument, location = block.arguments[0], FileLineCol("f", 1, 1)
    with pytest.raises(TypeError):
        operator.setitem(block.argument_locations, argument, location)
    with pytest.raises(AttributeError):
        block.argument_locations.clear()
    before = dict(block.argument_locations)
    block.set_argument_location(argument, location)
    assert block.argument_locations == before | {argument: location} != before


def test_the_label_of_a_block_may_be_written():
    block = read()[0].body.first.body
    block.label = "start"
    assert block.label == "start"


def test_the_dictionary_of_attributes_is_read_only():
    _, ops = read()
    with pytest.raises(TypeError):
        operator.setitem(ops[2].attributes, "note", IntegerAttr(1, I64))


def test_another_type_takes_an_operation_and_its_users_out():
    module, ops = read()
    ops[1].results[0].retype(TensorType((5,), F32))
    assert ops[1].shared is None and ops[2].shared is None and ops[4].shared is not None
    with pytest.raises(Error):
        verify(module)


def test_another_operand_of_the_same_type_does_not():
    module, ops = read()
    ops[0].results[0].replace_all_uses_with(module.body.first.body.arguments[0])
    assert ops[1].shared is ops[2].shared is not None
    assert print_operation(module, lookup).splitlines()[3].endswith("%arg0, %arg0 : tensor<4xf32>")


def test_another_name_is_not_shared():
    module, ops = read()
    ops[2].rename("stablehlo.subtract")
    assert ops[1].name == "stablehlo.add" and "%2 = stablehlo.subtract %1, %0" in print_operation(module, lookup)


def test_an_operation_gets_regions_of_its_own_when_somebody_looks():
    _, ops = read()
    body = ops[4].regions[0]
    assert ops[4].shared is None and body.parent is ops[4] and ops[4].regions[0] is body
    assert [op.name for op in body.entry] == ["stablehlo.add", "stablehlo.return"]
    assert {op.location for op in body.walk()} == {ops[4].location}
    assert ops[5].regions[0] is not body
    first = body.entry.first
    first.rename("stablehlo.multiply")
    assert ops[5].body.first.name == "stablehlo.add"


def test_the_first_that_was_read_is_one_of_many():
    _, ops = read()
    assert ops[3].shared is ops[4].shared
    ops[3].body.first.rename("stablehlo.multiply")
    ops[3].set_attribute("note", IntegerAttr(1, I64))
    ops[0].set_attribute("note", IntegerAttr(1, I64))
    assert ops[4].body.first.name == ops[5].body.first.name == "stablehlo.add"
    assert "note" not in ops[4].attributes and "note" not in ops[5].attributes and "note" not in ops[1].attributes


def test_walking_meets_what_is_inside():
    module, _ = read()
    other, _ = read(use_fast_paths=False)
    assert [op.name for op in module.walk()] == [op.name for op in other.walk()] == ["builtin.module", *[op.name for op in module.inside()]]


def test_a_clone_has_the_same_inside():
    module, _ = read()
    assert print_operation(module.clone(), lookup, PrintOptions(generic=True)) == print_operation(
        module, lookup, PrintOptions(generic=True)
    )
