"""Instructions that StableHLO has no op for: they are calls in IR and instructions again in HLO, and compute what XLA computes."""

import numpy as np
import pytest
from random_stablehlo_legs import executed
from tfir.dialects import lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.grid_program import GridEntry, GridSession
from tfir.execution.program import Program
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.printer import PrintOptions, print_operation

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose
from tftranslate.formats.hlo import module_of_proto, module_of_text
from tftranslate.hlo.export_module import export_module
from tftranslate.hlo.text.writer import module_text
from tftranslate.modules import parsed

HALF = 2**31  # of what a random number of 32 bits may be
# As XLA's compiler for processors has them (jaxlib 0.10): numbers, random ones, and what becomes of them in s8.
ROUNDED = [
    (1.5, HALF - 1, 2), (1.5, HALF, 1), (-1.5, HALF - 1, -2), (-1.5, HALF, -1), (2.25, HALF // 2 - 1, 3), (2.25, HALF // 2, 2), (3, 0, 3),
    (-0.0, 0, 0), (126.5, 0, 127), (127.5, 0, 127), (-127.5, 0, -128), (-127.5, 2 * HALF - 1, -127), (-128.5, 0, -128), (1e30, 0, 127),
    (float("inf"), 0, 127), (float("-inf"), 7, -128), (float("nan"), 0, 0),
]  # fmt: skip
CONVERT = f"ENTRY e {{ x = f32[{len(ROUNDED)}] parameter(0) r = u32[{len(ROUNDED)}] parameter(1) ROOT s = s8[{len(ROUNDED)}] stochastic-convert(x, r) }}"
# JAX's documentation of lax.ragged_all_to_all has this one.
RAGGED = """ENTRY e { a = s32[3] parameter(0) b = s32[4] parameter(1) i = s32[2] parameter(2) j = s32[2] parameter(3) k = s32[2] parameter(4)
  l = s32[2] parameter(5) ROOT s = s32[4] ragged-all-to-all(a, b, i, j, k, /*index=5*/l), channel_id=1, replica_groups=GROUPS }"""
STATE = "ENTRY e { a = u64[2] rng-get-and-update-state(), delta=4096 b = u64[2] rng-get-and-update-state(), delta=1 ROOT t = (u64[2], u64[2]) tuple(a, b) }"
PERMUTED = """ENTRY e { a = f32[8,4] parameter(0) b = f32[8,4] parameter(1) z = s32[] constant(0) o = s32[] constant(2) i = (s32[], s32[]) tuple(z, z)
  j = (s32[], s32[]) tuple(o, z) ROOT s = f32[8,4] collective-permute(a, b, i, j), source_target_pairs={{0,1},{1,0}}, slice_sizes={{2,4}} }"""
BEGUN = """ENTRY e { a = f32[8,4] parameter(0) b = f32[8,4]{0,1} parameter(1) z = s32[] constant(0) i = (s32[], s32[]) tuple(z, z) p = (f32[8,4], f32[8,4]) tuple(a, a)
  q = ((s32[], s32[]), (s32[], s32[])) tuple(i, i) s = (f32[8,4], f32[8,4]{0,1}, u32[], u32[]) collective-permute-start(a, b, q, q), source_target_pairs={{0,1}}, slice_sizes={{2,4},{1,2}}
  ROOT r = f32[8,4]{0,1} collective-permute-done(s) }"""
ORDERED = """ENTRY e { x = f32[4] parameter(0) a = f32[4] add(x, x) c = f32[4] copy(a) b = f32[4] multiply(x, x), control-predecessors={a}
  d = f32[4] negate(x), control-predecessors={b, c} e = f32[4] copy(d), control-predecessors={a} ROOT t = f32[4] subtract(e, d) }"""


def imported(text: str):
    module = module_of_text(f"HloModule m {text}".encode(), "x.hlo")
    verify(module)
    return module


def shown(module) -> str:
    return print_operation(module, lookup, PrintOptions(keep_names=True))


def text_of(module) -> str:
    return "".join(module_text(*export_module(module)))


@pytest.mark.parametrize("text", [CONVERT, RAGGED.replace("GROUPS", "{{0,1}}"), STATE, PERMUTED, BEGUN, ORDERED])
def test_each_goes_both_ways_as_text_and_as_a_message(text):
    module = imported(text)
    written = text_of(module)
    assert text_of(module_of_text(written.encode(), "x.hlo")) == written
    message = export_module(module)[0].SerializeToString()
    assert shown(module_of_proto(message, "x.pb")) == shown(module_of_text(written.encode(), "x.hlo")).replace(
        " attributes {mhlo.num_replicas = 2 : i32}", ""
    )
    for part in ("stochastic-convert(", "ragged-all-to-all(", "-state(), delta=1", "slice_sizes={{2,4}", "control-predecessors"):
        assert (part in text) is (part in written)


def test_conversions_round_as_random_numbers_say():
    x, random, expected = (np.array(column, kind) for column, kind in zip(zip(*ROUNDED), (np.float32, np.uint32, np.int8)))
    module = imported(CONVERT)
    assert executed(module, [x, random])[0].tolist() == expected.tolist()
    stablehlo_decompose(module)
    verify(module)
    assert "custom_call" not in shown(module)
    assert executed(module, [x, random])[0].tolist() == expected.tolist()


def test_what_has_no_binary_fraction_is_told():
    with pytest.raises(Error, match="converts to f16, where XLA knows integers alone"):
        executed(
            imported("ENTRY e { x = f32[] parameter(0) r = u32[] parameter(1) ROOT s = f16[] stochastic-convert(x, r) }"),
            [np.float32(1), np.uint32(0)],
        )


def test_the_state_of_a_program_moves_on():
    """XLA's code for processors begins with 0x7012395, and goes on with the next call of the program."""
    program = Program(imported(STATE))
    for first in (0x7012395, 0x7012395 + 4097):
        assert [list(each) for each in program.run({}).values()] == [[first, 0], [first + 4096, 0]]


DEVICES = [
    [[1, 2, 2], [0, 0, 0, 0], [0, 1], [1, 2], [0, 0], [1, 1]],
    [[3, 4, 0], [0, 0, 0, 0], [0, 1], [1, 1], [1, 2], [2, 1]],
]  # fmt: skip


def ragged(devices, groups="{{0,1}}") -> list[list[int]]:
    """What each of several devices gets, whose operands are these."""
    module = imported(RAGGED.replace("GROUPS", groups))
    entry = GridEntry(find_entry(module), 1, len(devices))
    given = [np.array(each, np.int32) for own in devices for each in own]
    return [each.tolist() for each in GridSession(module, 1, len(devices), State()).program(entry)(given)]


def test_rows_go_to_where_others_have_them():
    assert ragged(DEVICES) == [[1, 3, 0, 0], [2, 2, 4, 0]]


def test_rows_that_are_not_there_are_told():
    too_many = [[*DEVICES[0][:3], [1, 3], *DEVICES[0][4:]], DEVICES[1]]
    with pytest.raises(Error, match="sends 3 rows from 1 on to 0, of 3 rows to 4"):
        ragged(too_many)


@pytest.mark.parametrize("start, size, place, expected", [(1, 2, 1, [9, 2, 3, 9]), (0, 3, 1, [9, 1, 2, 3]), (2, 0, 0, [9] * 4)])
def test_a_process_that_is_alone_sends_to_itself(start, size, place, expected):
    """On paper; the second update, of no rows, changes nothing. What it comes to on a device is the same."""
    operands = [[1, 2, 3], [9] * 4, [start, 0], [size, 0], [place, 3], [size, 0]]
    assert ragged([operands], "{{0}}") == [expected]
    module = imported(RAGGED.replace("GROUPS", "{{0}}"))
    stablehlo_decompose(module)
    verify(module)
    assert "custom_call" not in shown(module)
    assert executed(module, [np.array(each, np.int32) for each in operands])[0].tolist() == expected


def test_of_several_processes_the_call_stays():
    module = imported(RAGGED.replace("GROUPS", "{{0,1}}"))
    stablehlo_decompose(module)
    assert "@ragged_all_to_all" in shown(module)


def test_permutations_in_place_are_not_computed():
    with pytest.raises(Error, match="is a permutation in place, which is read and written, and not computed"):
        executed(imported(PERMUTED), [np.zeros((8, 4), np.float32)] * 2)


def test_a_message_whose_arrays_are_not_its_operands_is_told():
    module = imported(PERMUTED)
    (call,) = [op for op in module.walk() if op.name == "stablehlo.custom_call"]
    call.set_operands(call.operands[:-1])
    with pytest.raises(Error, match="another number of arrays than it has operands"):
        export_module(module)


def test_permutations_of_several_operands_are_several():
    """As XLA combines them; without sizes of slices nothing is in place."""
    text = "ENTRY e { a = f32[2] parameter(0) b = f32[3] parameter(1) ROOT s = (f32[2], f32[3]) collective-permute(a, b), source_target_pairs={{0,1}} }"
    assert shown(imported(text)).count("stablehlo.collective_permute") == 2


def test_order_beside_values_is_kept_where_both_have_an_op():
    """The copy `c` stands for `a`, so that `d` runs behind `b` and `a`; that the copy `e` runs behind `a` orders memory alone."""
    written = text_of(imported(ORDERED))
    assert [line.split("control-predecessors=")[1] for line in written.splitlines() if "control-predecessors" in line] == ["{a}", "{b, a}"]


def test_an_order_that_names_no_instruction_is_told():
    message = export_module(imported(ORDERED))[0]
    message.computations[0].instructions[2].control_predecessor_ids[:] = [99]
    with pytest.raises(Error, match="runs behind number 99, which no instruction before it has"):
        module_of_proto(message.SerializeToString(), "x.pb")


def test_what_is_begun_has_its_marks_where_it_is_computed():
    """A start gives more than the permutation, which its own layout and order belong to."""
    module = imported(BEGUN.replace("slice_sizes={{2,4},{1,2}}", 'slice_sizes={{2,4},{1,2}}, frontend_attributes={x="y"}'))
    (call,) = [op for op in module.walk() if op.name == "stablehlo.custom_call"]
    assert "mhlo.frontend_attributes" in call.attributes and "xla_shape" not in call.attributes


@pytest.mark.parametrize("config, version", [("mhlo.backend_config = {}", "API_VERSION_TYPED_FFI"), ('backend_config = ""', None)])
def test_what_jax_calls_by_functions_of_types_is_called_so_by_xla(config, version):
    """JAX's exports have no version beside the dictionary; XLA looks for a routine under the other interface, and there is none."""
    text = f"""func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {{
      %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {{{config}}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
      return %0#0 : tensor<2x2xf32>
    }}"""
    written = text_of(parsed(Source("x.mlir", text)))
    assert (f"api_version={version}" if version else "custom_call_target") in written and ("api_version" in written) is bool(version)


@pytest.mark.parametrize("call, message", [
    ("@mhlo.xla.rng_get_and_update_state() : () -> tensor<2xui64>", "says no `delta`"),
    ("@mhlo.collective_permute() : () -> tensor<2xui64>", "says source_target_pairs and slice_sizes"),
])  # fmt: skip
def test_calls_that_lack_what_the_instruction_has_are_told(call, message):
    text = f"func.func @main() -> tensor<2xui64> {{ %0 = stablehlo.custom_call {call}\n return %0 : tensor<2xui64> }}"
    with pytest.raises(Error, match=message):
        text_of(parsed(Source("x.mlir", text)))
