"""HLO as StableHLO. Expected numbers are arithmetic on paper, by the semantics of XLA's operations."""

import numpy as np
import pytest
from random_stablehlo_legs import executed
from tfir.dialects import lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.proto import GraphDef, HloModuleProto
from tfir.text.printer import PrintOptions, print_operation

from tftranslate.hlo.export_module import export_module
from tftranslate.hlo.import_module import import_module
from tftranslate.hlo.proto_files import is_module, module_of
from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.writer import module_text

ADD = "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"


def imported(text: str):
    module = import_module(*read_module(Source("x.hlo", f"HloModule m\n{text}")))
    verify(module)
    return module


def computed(text: str, *arrays):
    return executed(imported(text), list(arrays))


def test_a_bitcast_goes_by_how_elements_lie_in_memory():
    text = "ENTRY e { p = f32[2,3]{1,0} parameter(0) ROOT r = f32[3,2]{0,1} bitcast(p) }"
    matrix = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert computed(text, matrix)[0].tolist() == matrix.T.tolist()


def test_a_bitcast_of_one_layout_is_a_reshape():
    text = "ENTRY e { p = f32[2,3]{1,0} parameter(0) ROOT r = f32[3,2]{1,0} bitcast(p) }"
    assert computed(text, np.arange(6, dtype=np.float32).reshape(2, 3))[0].tolist() == [[0, 1], [2, 3], [4, 5]]


def test_a_literal_lies_in_the_order_of_its_layout():
    proto, _ = read_module(Source("x.hlo", "HloModule m ENTRY e { ROOT c = s32[2,3] constant({{1,2,3},{4,5,6}}) }"))
    literal = proto.computations[0].instructions[0].literal
    literal.s32s[:] = [1, 4, 2, 5, 3, 6]
    literal.shape.layout.minor_to_major[:] = [0, 1]
    assert executed(import_module(proto), [])[0].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_a_loop_carries_the_leaves_of_its_tuple():
    text = """
    less { t = (s32[], f32[2]) parameter(0) i = s32[] get-tuple-element(t), index=0 n = s32[] constant(3) ROOT c = pred[] compare(i, n), direction=LT }
    body { t = (s32[], f32[2]) parameter(0) i = s32[] get-tuple-element(t), index=0 x = f32[2] get-tuple-element(t), index=1
      one = s32[] constant(1) j = s32[] add(i, one) y = f32[2] add(x, x) ROOT r = (s32[], f32[2]) tuple(j, y) }
    ENTRY e { x = f32[2] parameter(0) z = s32[] constant(0) t = (s32[], f32[2]) tuple(z, x)
      w = (s32[], f32[2]) while(t), condition=less, body=body ROOT r = f32[2] get-tuple-element(w), index=1 }"""
    assert computed(text, np.array([1, -2], np.float32))[0].tolist() == [8, -16]


@pytest.mark.parametrize("which, expected", [(True, -3.0), (False, 6.0)])
def test_branches_of_a_truth_value_stand_true_first(which, expected):
    text = """
    minus { x = f32[] parameter(0) ROOT r = f32[] negate(x) }
    twice { x = f32[] parameter(0) ROOT r = f32[] add(x, x) }
    ENTRY e { c = pred[] parameter(0) x = f32[] parameter(1) ROOT r = f32[] conditional(c, x, x), true_computation=minus, false_computation=twice }"""
    assert computed(text, np.array(which), np.array(3, np.float32))[0] == expected


def test_a_fusion_is_a_call_that_says_its_kind():
    text = "f { x = f32[2] parameter(0) ROOT r = f32[2] negate(x) }\nENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] fusion(x), kind=kLoop, calls=f }"
    shown = print_operation(imported(text), lookup)
    assert 'call @f(%arg0) {mhlo.fusion_kind = "kLoop"}' in shown
    assert computed(text, np.array([1, 2], np.float32))[0].tolist() == [-1, -2]


def test_sums_over_windows_and_of_rows():
    text = f"""{ADD}ENTRY e {{ x = f32[4] parameter(0) z = f32[] constant(0)
      w = f32[2] reduce-window(x, z), window={{size=2 stride=2}}, to_apply=add
      ROOT r = f32[] reduce(w, z), dimensions={{0}}, to_apply=add }}"""
    assert computed(text, np.array([1, 2, 3, 4], np.float32))[0] == 10


def test_tuples_of_the_entry_are_taken_apart():
    text = """ENTRY e { t = (f32[2], (s32[], f32[2])) parameter(0) a = f32[2] get-tuple-element(t), index=0
      i = (s32[], f32[2]) get-tuple-element(t), index=1 b = f32[2] get-tuple-element(i), index=1 ROOT r = (f32[2]) tuple(f32[2] a) }"""
    module = imported(text.replace("tuple(f32[2] a)", "tuple(b)"))
    shown = print_operation(module, lookup)
    assert "(f32[2]{0}, (s32[], f32[2]{0}))" in shown  # what the entry takes, as its layout says
    assert executed(module, [np.zeros(2, np.float32), np.array(0, np.int32), np.array([5, 6], np.float32)])[0].tolist() == [5, 6]


def test_what_is_begun_and_ended_is_computed_at_once():
    text = """ENTRY e { p = f32[2] parameter(0)
      s = ((f32[2]), f32[2], s32[]) negate-start(p) d = f32[2] negate-done(s)
      c = (f32[2], f32[2], u32[]) copy-start(d) ROOT r = f32[2] copy-done(c) }"""
    assert computed(text, np.array([1, 2], np.float32))[0].tolist() == [-1, -2]


def test_names_places_shardings_and_attributes_stand_in_ir():
    text = """ENTRY e { p = f32[2,3] parameter(0), sharding={replicated}
      ROOT r = f32[2,3]{0,1} negate(p), sharding={devices=[2,1]<=[2]}, frontend_attributes={a="b"}, metadata={op_name="f/neg" source_file="f.py" source_line=3} }"""
    shown = print_operation(imported(text), lookup, PrintOptions(debug_info=True, keep_names=True))
    for part in (
        '%p: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}', "%r = stablehlo.negate %p", 'mhlo.sharding = "{devices=[2,1]<=[2]}"',
        'mhlo.frontend_attributes = {a = "b"}', 'xla_shape = "f32[2,3]{0,1}"', '#loc1 = loc("f.py":3:0)', '#loc2 = loc("f/neg"(#loc1))',
    ):  # fmt: skip
        assert part in shown


def test_frames_of_a_stack_are_places_called_from_places():
    tables = """FileNames 1 "a.py" FunctionNames 1 "f" 2 "g"
      FileLocations 1 {file_name_id=1 function_name_id=1 line=3 column=4} 2 {file_name_id=1 function_name_id=2 line=7 column=1}
      StackFrames 1 {file_location_id=2 parent_frame_id=%d} 2 {file_location_id=1 parent_frame_id=1}"""
    entry = "ENTRY e { p = f32[] parameter(0) ROOT r = f32[] negate(p), metadata={stack_frame_id=2} }"
    for parent in (0, 2):  # of none, and in a circle
        (function,) = imported(f"{tables % parent} {entry}").body
        assert str(function.body.first.location) == 'callsite("f"("a.py":3:4) at "g"("a.py":7:1))'


@pytest.mark.parametrize("text, message", [
    ("ENTRY e { t = f32[] parameter(0) ROOT r = f32[] get-tuple-element(t), index=0 }", "f32[] has no element 0"),
    ("ENTRY e { t = (f32[]) parameter(0) ROOT r = f32[] get-tuple-element(t), index=1 }", "has no element 1"),
    ("ENTRY e { t = f32[2] parameter(0) ROOT r = f32[3] copy(t) }", "r is f32[3]{0}, but gives tensor<2xf32>"),
    ("ENTRY e { t = f32[2] parameter(0) ROOT r = f32[1] topk(t), k=1, largest=false }", "takes an array and gives two"),
    ('ENTRY e { t = f32[2] parameter(0) ROOT r = f32[1] custom-call(t), custom_call_target="TopK" }', "calls TopK, which gives two arrays"),
    ("ENTRY e { t = f32[2] parameter(0) u = s32[2] parameter(1) ROOT r = (f32[2], s32[2]) all-to-all(t, u) }", "operands of several types"),
    ("ENTRY e { t = pred[] parameter(0) ROOT r = f32[2] conditional(t) }", "needs 2 operands"),
    ("f { p = f32[] parameter(0) ROOT r = f32[] call(p), to_apply=f }\nENTRY e { t = f32[] parameter(0) ROOT r = f32[] call(t), to_apply=f }", "calls itself"),
])  # fmt: skip
def test_what_has_no_meaning_is_told(text, message):
    with pytest.raises(Error, match=message.replace("[", r"\[").replace("{", r"\{").replace("(", r"\(")):
        imported(text)


def proto() -> HloModuleProto:
    return read_module(Source("x.hlo", "HloModule m ENTRY e { ROOT c = f32[] constant(2) }"))[0]


def test_a_module_is_found_alone_and_in_other_protos():
    data = proto().SerializeToString()

    def inside(content: bytes) -> bytes:
        assert len(content) < 128 * 128
        return b"\x0a" + bytes([len(content) & 127 | 128, len(content) >> 7]) + content

    for each in (data, inside(data), inside(inside(data))):
        assert is_module(each)
        assert module_of(each, "x.pb") == proto()


def test_a_graph_whose_first_node_has_inputs_is_no_module():
    graph = GraphDef()
    graph.node.add(name="sum", op="Add", input=["a", "b"])
    assert not is_module(graph.SerializeToString())


def test_a_module_with_a_long_computation_is_found():
    text = "".join([f"c{number} = f32[100] constant({{{', '.join(['0'] * 100)}}})\n" for number in range(300)])
    module, _ = read_module(Source("x.hlo", f"HloModule m ENTRY e {{ {text} }}"))
    assert is_module(module.SerializeToString())


def test_aliases_of_leaves_and_places_of_parameters_go_both_ways():
    text = """HloModule m, input_output_alias={ {1}: (1, {0}, may-alias), {0}: (0, {}, may-alias) }
    ENTRY e { p = f32[2] parameter(0), metadata={op_name="x"} t = (f32[2], s32[]) parameter(1) a = f32[2] get-tuple-element(t), index=0
      ROOT r = (f32[2], f32[2]) tuple(p, a) }"""
    proto, settings = read_module(Source("x.hlo", text))
    module = import_module(proto, settings)
    shown = print_operation(module, lookup, PrintOptions(debug_info=True, keep_names=True))
    assert '%p: tensor<2xf32> {tf.aliasing_output = 0 : i32} loc("x")' in shown.replace("#loc1", 'loc("x")').replace(
        'loc(loc("x"))', 'loc("x")'
    )
    again, _ = export_module(module)
    entries = lambda module: sorted([str(each) for each in module.input_output_alias.entries])  # noqa: E731
    assert entries(again) == entries(proto)
    assert again.computations[0].instructions[0].metadata.op_name == "x"


@pytest.mark.parametrize("data", [b"", b"\x0a\x03abc", b"\x0a\xff", bytes(20)])
def test_other_bytes_are_no_module(data):
    assert not is_module(data)
    with pytest.raises(Error, match="x.pb: not an HloModuleProto"):
        module_of(data, "x.pb")


@pytest.mark.parametrize(
    ("groups", "listed"),
    [
        ("mesh['x'=2,'y'=2] {'y'}", "[[0, 1], [2, 3]]"),
        ("mesh['x'=2,'y'=4] {'y':(1)2}", "[[0, 2], [1, 3], [4, 6], [5, 7]]"),
        ("mesh['x'=2,'y'=2], device_ids=(3,1,2,0) {'y'}", "[[3, 1], [2, 0]]"),
        ("mesh['x'=4,'y'=2] {'x':(2)2,'y'}", "[[0, 1, 2, 3], [4, 5, 6, 7]]"),
    ],
)
def test_groups_along_the_axes_of_a_mesh(groups, listed):
    text = ADD + "ENTRY e { p = f32[4] parameter(0) ROOT r = f32[4] all-reduce(p), channel_id=1, replica_groups=GROUPS, to_apply=add }"
    text = f"HloModule m\n{text.replace('GROUPS', groups)}"
    assert f"replica_groups = dense<{listed}>" in print_operation(imported(text.partition("\n")[2]), lookup)
    proto, settings = read_module(Source("x.hlo", text))
    assert f"replica_groups={groups}" in "".join(module_text(proto, settings))


@pytest.mark.parametrize("groups", ["mesh['x'=2] {'y'}", "mesh['x'=4] {'x':(3)2}", "mesh['x'=2], device_ids=(0,1,2) {'x'}"])
def test_groups_along_what_a_mesh_does_not_have(groups):
    text = ADD + f"ENTRY e {{ p = f32[4] parameter(0) ROOT r = f32[4] all-reduce(p), channel_id=1, replica_groups={groups}, to_apply=add }}"
    with pytest.raises(Error):
        imported(text)


def test_operands_of_an_all_to_all_go_to_one_device_each():
    text = "ENTRY e { p = f32[3] parameter(0) q = f32[3] parameter(1) ROOT r = (f32[3], f32[3]) all-to-all(p, q), replica_groups={{0,1}} }"
    rows = [np.arange(3, dtype=np.float32) + 10 * at for at in range(4)]
    module = imported(text)
    results = GridSession(module, 2, 1, State()).program(GridEntry(find_entry(module), 2, 1))(rows)
    assert [part.tolist() for part in results] == [rows[at].tolist() for at in (0, 2, 1, 3)]


@pytest.mark.parametrize("channel", ["", ", channel_id=1"])
def test_without_groups_an_array_goes_to_all_devices(channel):
    """Device 0 gets the first halves of both rows of numbers, device 1 the second ones."""
    text = f"ENTRY e {{ p = f32[4] parameter(0) ROOT r = f32[4] all-to-all(p), dimensions={{0}}{channel} }}"
    text = f"HloModule m, {'num_partitions' if channel else 'replica_count'}=2\n{text}"
    rows = [np.arange(4, dtype=np.float32) + 10 * at for at in range(2)]
    grid = (1, 2) if channel else (2, 1)
    module = import_module(*read_module(Source("x.hlo", text)))
    results = GridSession(module, *grid, State()).program(GridEntry(find_entry(module), *grid))(rows)
    assert [part.tolist() for part in results] == [[0, 1, 10, 11], [2, 3, 12, 13]]


def test_what_xla_makes_of_a_sort_for_cpus_are_the_largest_elements():
    """As jaxlib 0.10.2 compiles `jax.lax.top_k`; values by NumPy's sort."""
    text = """gt { a = f32[] parameter(0) b = f32[] parameter(1) c = s32[] parameter(2) d = s32[] parameter(3) ROOT r = pred[] compare(a, b), direction=GT }
    ENTRY e { p = f32[3,8] parameter(0) ROOT r = (f32[3,4], s32[3,4]) custom-call(p), custom_call_target="TopK", called_computations={gt} }"""
    x = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float32)
    values, places = computed(text, x)
    expected = np.argsort(-x)[:, :4]
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(values, np.take_along_axis(x, expected, 1))


def test_the_least_elements_come_in_total_order():
    """jaxlib 0.10.2 gives these."""
    text = "ENTRY e { p = f32[8] parameter(0) ROOT r = (f32[5], s32[5]) topk(p), k=5, largest=false }"
    values, places = computed(text, np.array([3, np.nan, -0.0, 0.0, 3, -np.inf, -1, 3], np.float32))
    assert values.tolist() == [-np.inf, -1, 0, 0, 3] and np.signbit(values).tolist() == [True, True, True, False, False]
    assert places.tolist() == [5, 6, 2, 3, 0]


STEP = """step { x = f32[3] parameter(0) v = f32[3] parameter(1) c = f32[] parameter(2) d = s32[] parameter(3)
  one = s32[] constant(1) d2 = s32[] add(d, one) b = f32[3] broadcast(c), dimensions={} y0 = f32[3] add(x, b) y = f32[3] multiply(y0, v)
  db = s32[3] broadcast(d), dimensions={} z = f32[] add(c, c) ROOT t = (f32[3], s32[3], f32[], s32[]) tuple(y, db, z, d2) }
"""
SCANS = {
    "forwards": (
        "step { x = f32[] parameter(0) c = f32[] parameter(1) y = f32[] subtract(x, c) n = f32[] add(x, c) ROOT t = (f32[], f32[]) tuple(y, n) }\n"
        "ENTRY e { p = f32[2] parameter(0) s = f32[] constant(10) ROOT r = (f32[2], f32[]) scan(p, s), dimensions={0}, num_carries=1, to_apply=step }",
        [[-9, -9], 13],
    ),
    "backwards, of several": (
        f"{STEP}ENTRY e {{ p = f32[2] parameter(0) pp = f32[3,2] broadcast(p), dimensions={{1}} vv = f32[3,2] add(pp, pp) s = f32[] constant(10) "
        "k = s32[] constant(5) ROOT r = (f32[3,2], s32[3,2], f32[], s32[]) scan(pp, vv, s, k), dimensions={1}, num_carries=2, is_reverse=true, "
        "is_associative=false, to_apply=step }",
        [[[42, 48]] * 3, [[6, 5]] * 3, 40, 7],
    ),
    "of elements alone": (
        "step { x = f32[] parameter(0) ROOT y = f32[] add(x, x) }\n"
        "ENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] scan(p), dimensions={0}, to_apply=step }",
        [[2, 4]],
    ),
    "of what is carried alone": (
        "step { c = f32[] parameter(0) y = f32[] add(c, c) ROOT t = (f32[], f32[]) tuple(c, y) }\n"
        "ENTRY e { p = f32[2] parameter(0) s = f32[] constant(3) r = (f32[2], f32[]) scan(s), dimensions={0}, num_carries=1, to_apply=step "
        "g = f32[2] get-tuple-element(r), index=0 ROOT o = f32[2] add(g, p) }",
        [[4, 8]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCANS)
def test_a_scan_carries_on_along_a_dimension(name):
    """Of [1, 2]; jaxlib 0.10 computes these numbers of them too."""
    text, expected = SCANS[name]
    results = computed(text, np.float32([1, 2]))
    assert [result.tolist() for result in results] == expected
    written = "".join(module_text(*export_module(imported(text))))
    assert [result.tolist() for result in executed(import_module(*read_module(Source("y.hlo", written))), [np.float32([1, 2])])] == expected


def test_a_scan_carries_no_more_than_it_is_given():
    text = SCANS["of elements alone"][0].replace("dimensions={0}", "dimensions={0}, num_carries=2")
    with pytest.raises(Error, match="r carries 2 values of 1 operands"):
        imported(text)


PIN = 'custom_call_target="Pin", output_to_operand_aliasing={{}: (0, {})}'
UNPIN = PIN.replace("Pin", "Unpin")
BUFFERS = f"""
less {{ s = (b(f32[2]{{0}}), s32[]) parameter(0) i = s32[] get-tuple-element(s), index=1 n = s32[] constant(3) ROOT c = pred[] compare(i, n), direction=LT }}
body {{ s = (b(f32[2]), s32[]) parameter(0) i = s32[] get-tuple-element(s), index=1 b = b(f32[2]) get-tuple-element(s), index=0
  u = f32[2] custom-call(b), {UNPIN} a = f32[2] add(u, u) q = b(f32[2]) custom-call(a), {PIN} one = s32[] constant(1) j = s32[] add(i, one)
  ROOT t = (b(f32[2]), s32[]) tuple(q, j) }}
ENTRY e {{ p = f32[2] parameter(0) b = b(f32[2]) custom-call(p), {PIN} z = s32[] constant(0) t = (b(f32[2]), s32[]) tuple(b, z)
  w = (b(f32[2]), s32[]) while(t), condition=less, body=body g = b(f32[2]) get-tuple-element(w), index=0
  ROOT r = f32[2] custom-call(g), {UNPIN} }}"""


def test_what_lies_in_a_buffer_goes_through_a_loop():
    module = imported(BUFFERS)
    printed = print_operation(module, lookup)
    assert "@Pin(%arg0) : (tensor<2xf32>) -> memref<2xf32>" in printed and ": memref<2xf32>, tensor<i32>" in printed
    assert executed(module, [np.float32([1, -2])])[0].tolist() == [8, -16]
    written = "".join(module_text(*export_module(module)))
    assert f"b(f32[2]{{0}}) custom-call(p), {PIN}" in written and f"custom-call(get-tuple-element.4), {UNPIN}" in written


def test_a_buffer_holds_an_array_of_known_sizes():
    text = 'ENTRY e { p = f32[] parameter(0) ROOT r = b(f32[<=2]) custom-call(p), custom_call_target="f" }'
    with pytest.raises(Error, match="a buffer holds an array of known sizes"):
        imported(text)
