"""StableHLO as HLO and back: programs compute what they did, text is stable, and what XLA cannot say is told."""

import numpy as np
import pytest
from random_stablehlo_legs import executed, first_difference, interpreted, module_of
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.proto import HloModuleProto
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_operation

from tftranslate.hlo.export_module import export_module
from tftranslate.hlo.import_module import import_module
from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.writer import module_text

LOOP = """
func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.add %y, %x : tensor<2xf32>
      stablehlo.return %j, %z : tensor<i32>, tensor<2xf32>
    }
  return %r#1 : tensor<2xf32>
}
"""
BRANCHES = """
func.func @main(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.if"(%c) ({
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
"""


def hlo_of(text: str) -> str:
    module = parse(Source("x.mlir", text), lookup, dialect, keep_names=True)
    verify(module)
    return "".join(module_text(*export_module(module)))


def stablehlo_of(hlo: str) -> str:
    module = import_module(*read_module(Source("x.hlo", hlo)))
    verify(module)
    return print_operation(module, lookup, PrintOptions(keep_names=True))


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_random_programs_compute_the_same_through_text_and_proto(first):
    """Programs with an op that XLA has no instruction for are refused by its name."""
    refused = 0
    for seed in range(first, first + 25):
        program = AnyOp(f"hlo {seed}").program(5)
        try:
            proto, settings = export_module(module_of(program.text))
        except Error as error:
            assert "XLA has no" in str(error) or "XLA's all-to-all" in str(error), program.text
            refused += 1
            continue
        expected = interpreted(program)
        through_text = read_module(Source("x.hlo", "".join(module_text(proto, settings))))
        through_proto = HloModuleProto.FromString(proto.SerializeToString())
        for module in (import_module(*through_text), import_module(through_proto)):
            verify(module)
            assert first_difference(program, executed(module, program.arrays), expected) is None, program.text
    assert refused < 15


@pytest.mark.parametrize("text", [LOOP, BRANCHES])
def test_text_is_stable(text):
    once = hlo_of(text)
    assert hlo_of(stablehlo_of(once)) == once


def test_a_loop_carries_what_its_regions_take_from_around():
    hlo = hlo_of(LOOP)
    assert "(s32[], f32[2]{0}, s32[], f32[2]{0}) while(" in hlo  # the count, the sum, and what they are compared with and grow by
    module = parse(Source("x.mlir", stablehlo_of(hlo)), lookup, dialect)
    assert executed(module, [np.array(3, np.int32), np.array([1, 2], np.float32)])[0].tolist() == [4, 8]


def test_branches_are_given_what_they_use():
    hlo = hlo_of(BRANCHES)
    assert "conditional(c, tuple, y), true_computation=branch_0, false_computation=branch_1" in hlo
    module = parse(Source("x.mlir", stablehlo_of(hlo)), lookup, dialect)
    for which, expected in ((True, 2.0), (False, 3.0)):
        assert executed(module, [np.array(which), np.array(5, np.float32), np.array(3, np.float32)])[0] == expected


def test_names_of_values_are_names_of_instructions():
    hlo = hlo_of(
        "func.func @main(%image: tensor<2xf32>) -> tensor<2xf32> {\n  %sum = stablehlo.add %image, %image : tensor<2xf32>\n  return %sum : tensor<2xf32>\n}"
    )
    assert "image = f32[2]{0} parameter(0)" in hlo and "ROOT sum = f32[2]{0} add(image, image)" in hlo


def test_a_dimension_of_one_element_is_dropped_before_it_grows():
    hlo = hlo_of("""func.func @main(%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
      %r = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
      return %r : tensor<2x3xf32> }""")
    assert "f32[3]{0} reshape(x)" in hlo and "broadcast(reshape), dimensions={1}" in hlo


def test_many_elements_alike_are_a_broadcast():
    text = "func.func @main() -> tensor<%dxf32> {\n  %%c = stablehlo.constant dense<2.0> : tensor<%dxf32>\n  return %%c : tensor<%dxf32>\n}"
    assert "broadcast(constant), dimensions={}" in hlo_of(text % (1025, 1025, 1025))
    assert "broadcast" not in hlo_of(text % (1024, 1024, 1024))


@pytest.mark.parametrize("text, message", [
    ("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %r = chlo.digamma %x : tensor<2xf32> -> tensor<2xf32>\n  return %r : tensor<2xf32>\n}",
     "XLA has no instruction for 'chlo.digamma'; --chlo-legalize-to-stablehlo makes StableHLO of it"),
    ("func.func @main(%x: tensor<2xf32>, %y: tensor<f32>) -> tensor<f32> {\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "  %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
     "   reducer(%a: tensor<f32>, %b: tensor<f32>) {\n    %s = stablehlo.add %a, %y : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }\n"
     "  return %r : tensor<f32>\n}", "takes a value from outside"),
    ("func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {\n  return %x : tensor<*xf32>\n}", "XLA has no shape"),
    ("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %r = call @f(%x) : (tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}\n"
     "func.func private @f(%x: tensor<f32>) -> tensor<f32> {\n  %r = call @f(%x) : (tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}", "calls itself"),
])  # fmt: skip
def test_what_xla_cannot_say_is_told(text, message):
    with pytest.raises(Error) as caught:
        hlo_of(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(("split", "joined", "shape"), [(0, 1, (1, 4)), (1, 0, (4, 1)), (0, 0, (2, 2))])
def test_parts_are_put_together_along_another_dimension(split, joined, shape):
    """Device d has [[10d, 10d + 1], [10d + 2, 10d + 3]], and gets part d of both."""
    type = f"tensor<{shape[0]}x{shape[1]}xi32>"
    text = f"""func.func @main(%x: tensor<2x2xi32>) -> {type} {{
  %0 = "stablehlo.all_to_all"(%x) <{{split_dimension = {split} : i64, concat_dimension = {joined} : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> : (tensor<2x2xi32>) -> {type}
  return %0 : {type}
}}"""
    module = import_module(*read_module(Source("x.hlo", hlo_of(text))))
    verify(module)
    given = [np.arange(4, dtype=np.int32).reshape(2, 2) + 10 * device for device in (0, 1)]
    results = GridSession(module, 2, 1, State()).program(GridEntry(find_entry(module), 2, 1))(given)
    for device, result in enumerate(results):
        parts = [np.take(each, [device], axis=split) for each in given]
        assert result.tolist() == np.concatenate(parts, axis=joined).tolist()


def test_a_composite_of_several_results_is_the_instruction_that_it_stands_for():
    """As XLA writes what JAX exports of `jax.lax.top_k`; its readers take no call with two results for a composite."""
    text = """
      func.func @main(%x: tensor<4x9xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
        %0:2 = stablehlo.composite "NAME" %x {composite_attributes = {ATTRIBUTES}, decomposition = @parts, version = 1 : i32} : (tensor<4x9xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
        return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
      }
      func.func private @parts(%x: tensor<4x9xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
        %0:2 = chlo.top_k(%x, k = 3) : tensor<4x9xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
        return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
      }
    """
    for name, attributes, is_one in (
        ("chlo.top_k", "k = 3 : i64", True),
        ("chlo.top_k", "k = 3 : i64, of = 1 : i32", False),
        ("my.top_k", "k = 3 : i64", False),
    ):
        lines = hlo_of(text.replace("NAME", name).replace("ATTRIBUTES", attributes)).splitlines()
        entry = "\n".join(lines[[line.startswith("ENTRY") for line in lines].index(True) :])
        assert ("topk(x), k=3, largest=true" in entry, "is_composite=true" in entry) == (is_one, not is_one), entry


BOUNDED = """
func.func @main(%x: tensor<?x3xf32, #stablehlo.bounds<8, ?>>, %n: tensor<1xi64>) -> tensor<?xf32, #stablehlo.bounds<24>> {
  %r = stablehlo.dynamic_reshape %x, %n : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<1xi64>) -> tensor<?xf32, #stablehlo.bounds<24>>
  return %r : tensor<?xf32, #stablehlo.bounds<24>>
}
"""


def test_a_reshape_to_a_bounded_size_has_an_operand_for_each_size():
    """As XLA's own exporter writes it; what reading puts together of the sizes is no instruction on the way back."""
    once = hlo_of(BOUNDED)
    assert [line.split(" = ")[1] for line in once.splitlines() if " = " in line][2:] == [
        "s64[1]{0} slice(n), slice={[0:1]}", "s64[] reshape(slice)", "s32[] convert(reshape)", "f32[<=24]{0} dynamic-reshape(x, convert)",
    ]  # fmt: skip
    again = import_module(*read_module(Source("text", once)))
    assert [op.name for op in again.walk()].count("stablehlo.dynamic_reshape") == 1
    assert "".join(module_text(*export_module(again))) == once


def test_a_reshape_to_a_size_without_a_bound_is_refused():
    text = BOUNDED.replace(", #stablehlo.bounds<24>", "")
    with pytest.raises(
        Error, match="no instruction for 'stablehlo.dynamic_reshape', since it has sizes that are computed; `tf-opt --input-shapes"
    ):
        hlo_of(text)


@pytest.mark.parametrize(
    "element, written", [("tensor<2x3xf32>", "f32[2,3]{1,0} reshape(x)"), ("tensor<?x3xf32, #stablehlo.bounds<2, ?>>", None)]
)
def test_a_reshape_to_known_sizes_is_one(element, written):
    """As jaxlib 0.10.2 exports it, whatever the operand says; one to a bounded size is none."""
    text = f"func.func @main(%x: tensor<6xf32>, %n: tensor<2xi32>) -> {element} {{\n  %r = stablehlo.dynamic_reshape %x, %n : (tensor<6xf32>, tensor<2xi32>) -> {element}\n  return %r : {element}\n}}"
    right = [line.split(" = ")[1] for line in hlo_of(text).splitlines() if " = " in line][-1]
    assert right == (written or "f32[<=2,3]{1,0} dynamic-reshape(x, reshape, reshape.1)")


def test_an_op_whose_shape_is_a_constant_is_told_how_it_is_written():
    text = "func.func @main(%x: tensor<8xf32>, %i: tensor<1xi32>) -> tensor<3xf32> {\n  %r = stablehlo.real_dynamic_slice %x, %i, %i, %i : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>\n  return %r : tensor<3xf32>\n}"
    with pytest.raises(
        Error, match="no instruction for 'stablehlo.real_dynamic_slice'; --stablehlo-canonicalize-dynamism makes one of known sizes"
    ):
        hlo_of(text)
