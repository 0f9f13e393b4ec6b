"""MLIR's bytecode of all versions: what jaxlib wrote is read and written again byte for byte; and what it does not say is kept out of it."""

import pytest
from portable_artifacts import BYTECODE
from tfir.bytecode.format import NEWEST
from tfir.bytecode.properties import read_sparse, write_sparse
from tfir.bytecode.reader import read_bytecode
from tfir.bytecode.source import parse_source, source_of
from tfir.bytecode.stream import Cursor, Emitter, svarint, varint
from tfir.bytecode.writer import write_bytecode
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.text.printer import PrintOptions, print_pieces

NAMES = [f"{name}-{version}" for name, _, version, _ in BYTECODE]


def parsed(text: str):
    module = parse_source(source_of("-", text), allow_unregistered=True)
    verify(module)
    return module


def text_of(module, **options) -> str:
    return "".join(print_pieces(module, lookup, PrintOptions(**options)))


def written(module, version: int = NEWEST, producer: str = "tfir") -> bytes:
    return b"".join(write_bytecode(module, lookup, version, producer))


def read(data: bytes, allow_unregistered: bool = True):
    module = read_bytecode(data, "file", lookup, dialect, allow_unregistered)
    verify(module)
    return module


@pytest.mark.parametrize(("name", "text", "version", "data"), BYTECODE, ids=NAMES)
def test_what_jaxlib_wrote_is_the_program_that_it_read(name, text, version, data):
    module = read(data)
    assert text_of(module) == text_of(parsed(text))
    producer = data[5 : data.index(0)].decode()
    assert written(module, int(version), producer) == data == written(parsed(text), int(version), producer)


PROGRAM = """func.func @f(%a: tensor<2xf32>, %b: i1) -> tensor<2xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %2 = stablehlo.constant dense<0> : tensor<1xi32>
  %1 = "stablehlo.gather"(%a, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 2>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  %3 = chlo.broadcast_compare %a, %a {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %4 = scf.if %b -> (tensor<2xf32>) { scf.yield %a : tensor<2xf32> } else { scf.yield %1 : tensor<2xf32> }
  %5 = stablehlo.sine %4 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  return %5 : tensor<2xf32>
}
func.func private @types(vector<[4]x2xf32>, memref<2x?xf32, strided<[4, 1]>, 3>, tensor<*xcomplex<f64>>, tuple<index, none>, tensor<?xf32, #stablehlo.bounds<3>>, (i3) -> si70, !stablehlo.token, f8E8M0FNU)
func.func private @attributes() attributes {a.a = [1, 2.5, "x" : i8, @f, @f::@g, unit], a.b = array<i1: true, false>, a.c = -1 : i128, a.d = dense<["p", "q"]> : tensor<2x!stablehlo.token>, a.e = sparse<[[0, 1]], 5> : tensor<2x3xi32>, a.f = distinct[0]<"d">, a.g = 0x7FC01234 : f32, a.h = dense<> : tensor<0xi1>, a.i = affine_map<(d0) -> (d0 + 1)>, a.j = dense<1> : tensor<99xi64>}
"""


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_what_is_written_reads_as_what_it_was(version):
    module = parsed(PROGRAM)
    assert text_of(read(written(module, version)), debug_info=True) == text_of(module, debug_info=True)


def test_values_may_be_used_before_they_are_defined():
    text = 'module { "q.graph"() ({ %0 = "q.a"(%1) : (i32) -> i32\n %1 = "q.b"() : () -> i32 }) : () -> () }'
    assert text_of(read(written(parsed(text)))) == text_of(parsed(text))


def test_data_of_resources_are_aligned_in_the_file():
    data = written(parsed(BYTECODE[3][1]))
    assert data.index(bytes.fromhex("010000000200000003000000")) % 8 == 0


def test_without_locations_no_name_of_a_file_is_written():
    module = parsed(PROGRAM.split("\n", 1)[0].replace("{", "{ return %a : tensor<2xf32> }"))
    data = b"".join(write_bytecode(module, lookup, keeps_locations=False))
    assert b"\0-\0" not in data and b"\0-\0" in written(module)


def test_the_order_of_uses_is_kept():
    module = parsed('%0 = "q.a"() : () -> i32\n"q.b"(%0) : (i32) -> ()\n"q.c"(%0) : (i32) -> ()\n"q.d"(%0) : (i32) -> ()')
    value = module.body.first.result
    first = value.uses[0]
    first.set_operands(first.operands)  # which makes it the newest use
    assert [use.name for use in read(written(module)).body.first.result.uses] == ["q.c", "q.d", "q.b"]
    assert [use.name for use in read(written(module, 2)).body.first.result.uses] == ["q.b", "q.c", "q.d"]


def test_numbers_take_as_many_bytes_as_they_need():
    """The numbers of the format's own documentation, and the ends of the ranges."""
    assert varint(0) == b"\x01" and varint(127) == b"\xff" and varint(128) == b"\x02\x02" and varint((1 << 64) - 1) == b"\0" + b"\xff" * 8
    for value in (0, 1, 127, 128, 16383, 16384, 1 << 48, (1 << 56) - 1, 1 << 56, (1 << 64) - 1):
        data = varint(value)
        assert Cursor(data, 0, len(data), "file").varint() == value
    for value in (0, -1, 1, -64, 64, (1 << 63) - 1, -(1 << 63)):
        data = svarint(value)
        assert Cursor(data, 0, len(data), "file").svarint() == value


@pytest.mark.parametrize("numbers", [(), (0, 0, 0), (1,), (0, 0, 0, 7), (1, 2, 3), (0, 5, 0, 0, 1)])
def test_short_lists_of_numbers(numbers):
    out = Emitter()
    write_sparse(out, numbers)
    data = b"".join(out.pieces)
    again = read_sparse(Cursor(data, 0, len(data), "file"))
    assert tuple(again) + (0,) * (len(numbers) - len(again)) == numbers


def test_versions_that_are_none():
    with pytest.raises(Error, match="unsupported version requested 7, must be in range"):
        written(parsed("module {}"), 7)


def test_unknown_dialects_are_refused_unless_allowed():
    data = written(parsed('"q.op"() : () -> ()'))
    assert text_of(read(data)) == text_of(parsed('"q.op"() : () -> ()'))
    with pytest.raises(Error, match="dialect 'q' is unknown"):
        read(data, allow_unregistered=False)


def test_no_text_is_made_of_constants():
    """Which may be large: their bytes are written as they are."""
    module = parsed('"q.op"() {value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> ()')
    constant = module.body.first.attributes["value"]
    written(module)
    assert constant._text is None
