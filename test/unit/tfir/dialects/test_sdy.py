"""Marks of Shardy in files, and which part of a tensor a device has."""

import numpy as np
import pytest
from portable_artifacts import SHARDY
from tfir.bytecode.reader import read_bytecode
from tfir.bytecode.writer import write_bytecode
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.sdy.shardings import Division, Sharding
from tfir.dialects.stablehlo.meshes import Mesh
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import PrintOptions, print_pieces


def text_of(module) -> str:
    return "".join(print_pieces(module, lookup, PrintOptions()))


@pytest.mark.parametrize(("name", "text", "version", "data"), SHARDY)
def test_what_jaxlib_wrote_is_the_program_that_it_read(name, text, version, data):
    module = read_bytecode(data, "file", lookup, dialect, False)
    verify(module)
    assert text_of(module).rstrip() == text.rstrip() == text_of(parse(Source("text", text), lookup, dialect)).rstrip()
    again = read_bytecode(b"".join(write_bytecode(module, lookup)), "file", lookup, dialect, False)
    assert text_of(again) == text_of(module)


def test_attributes_of_each_kind_are_written_as_jaxlib_writes_them():
    """The other record has a call, of which the versions of StableHLO have other properties."""
    ((_, _, version, data),) = [record for record in SHARDY if record[0] == "shardy_of_each_kind"]
    producer = data[5 : data.index(b"\0", 5)].decode()
    module = read_bytecode(data, "file", lookup, dialect, False)
    assert b"".join(write_bytecode(module, lookup, int(version), producer)) == data


def rewritten(attribute: str) -> str:
    """An attribute after a file, and whether the file has it as text."""
    module = parse(Source("text", f'"test.op"() {{one = {attribute}}} : () -> ()'), lookup, dialect, allow_unregistered=True)
    data = b"".join(write_bytecode(module, lookup))
    again = read_bytecode(data, "file", lookup, dialect, True)
    return ("as text: " if b"#sdy" in data else "") + str(next(iter(again.body)).attributes["one"])


def test_attributes_that_jaxlib_does_not_know_yet_come_back():
    """Reductions other than sums are of a later Shardy (`bytecode.td`, code 17); one that is spelled as no other is goes as text."""
    partial = '#sdy.sharding<@mesh, [{"a"}, {}], unreduced=max{"b"}>'
    assert rewritten(partial) == partial
    assert rewritten('#sdy.sharding<@"a, b", [{"x":(1)2, ?}p3]>') == '#sdy.sharding<@"a, b", [{"x":(1)2, ?}p3]>'
    assert rewritten("#sdy.edge_axis<1 2>") == "as text: #sdy.edge_axis<1 2>"
    assert rewritten("#sdy.axis_ref<a>") == "as text: #sdy.axis_ref<a>"


MESH = Mesh({"a": 2, "b": 4}, [])


def starts(dimensions: str, shape, manual="ab") -> list[tuple[int, ...]]:
    """Where the parts begin that the devices (a, b) = (0, 0), (0, 1), .. have."""
    sharding = Sharding(dimensions, set(manual))
    places = [{"a": a, "b": b} for a in range(2) for b in range(4)]
    return [tuple([part.start for part in sharding.part(shape, MESH, place)]) for place in places]


def test_the_first_axis_of_a_dimension_changes_slowest():
    assert starts('{"a", "b"}', (8,)) == [(number,) for number in range(8)]
    assert starts('{"b", "a"}', (8,)) == [(0,), (2,), (4,), (6,), (1,), (3,), (5,), (7,)]


def test_all_devices_along_an_axis_that_cuts_nothing_have_the_same():
    assert starts('{"a", ?}, {}', (4, 3)) == [(0, 0)] * 4 + [(2, 0)] * 4
    assert starts('{"a"}, {"b"}', (4, 4), manual="a") == [(0, 0)] * 4 + [(2, 0)] * 4


def test_an_axis_is_cut_itself():
    """Of four steps the first part are two of two steps each, the second part is each step of those."""
    assert starts('{"b":(1)2}', (4,))[:4] == [(0,), (0,), (2,), (2,)]
    assert starts('{"b":(2)2}', (4,))[:4] == [(0,), (2,), (0,), (2,)]


TEXT = """
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<OUT>] manual_axes={"a"} (%part: tensor<2xf32>) {
    %1 = stablehlo.negate %part : tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


def module_with(out: str):
    return parse(Source("test", TEXT.replace("OUT", out)), lookup, dialect)


def test_results_that_are_yet_to_be_added_up_are_refused():
    module = module_with('@mesh, [{"a"}], unreduced={"a"}')
    operation = next(op for op in module.walk() if op.name == "sdy.manual_computation")
    with pytest.raises(Error, match="yet to be reduced"):
        Division(operation)


def test_a_mesh_may_stand_in_the_place_of_its_name():
    results = Program(module_with('mesh<["a"=2]>, [{"a"}]')).run({"arg0": np.arange(4, dtype=np.float32)})
    np.testing.assert_array_equal(list(results.values())[0], [0, -1, -2, -3])


def test_a_region_has_an_argument_for_each_operand():
    text = TEXT.replace("OUT", "@mesh, [{}]").replace("(%part: tensor<2xf32>)", "(%part: tensor<2xf32>, %more: tensor<2xf32>)")
    with pytest.raises(Error, match="has 1 arguments, and its region has 2"):
        verify(parse(Source("test", text), lookup, dialect))
