"""The bytes of a file come back however they were put together; a layout that does not fit any more changes nothing."""

import random

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.functions import functions_by_name
from tfir.ir.attributes import StringAttr
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.proto import GraphDef
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.graph_bytes import all_nodes, binary, binary_pieces, same_bytes
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.storage.graphdef.layout import laid_out, layout_of
from tfir.storage.graphdef.wire import recorded, remember
from tfir.text.parser import parse
from tfir.text.printer import print_operation
from wire_writer import WireWriter, random_graph

from tftranslate.main import main


def text_of(data: bytes) -> str:
    return print_operation(import_graphdef(GraphDef.FromString(data), None, len(data), data), lookup)


def module_of(text: str) -> Operation:
    return parse(Source("test", text), lookup, dialect)


def bytes_of(module: Operation) -> bytes:
    return b"".join(binary_pieces(export_graphdef(module), module))


def drawn(seed: int) -> bytes:
    chance = random.Random(seed)
    return WireWriter(chance, chance.choice([0.05, 0.2, 0.5, 0.9])).write(random_graph(chance))


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_any_serialization_comes_back(first):
    for seed in range(first, first + 20):
        data = drawn(seed)
        text = text_of(data)
        assert bytes_of(module_of(text)) == data, seed
        assert ("layout = " in text) == (data != binary(GraphDef.FromString(data)))


# A node with its attributes in the order "shape", "dtype": 13 and 13 bytes behind the 18 of tag, length, name and op.
HEAD, SHAPE, DTYPE = b"\x0a\x01c\x12\x0bPlaceholder", b"\x2a\x0b\x0a\x05shape\x12\x02\x3a\x00", b"\x2a\x0b\x0a\x05dtype\x12\x02\x30\x01"


def test_the_order_of_attributes():
    data = b"\x0a\x2a" + HEAD + SHAPE + DTYPE
    text = text_of(data)
    assert 'tfg.wire = {layout = "0-18 31-44 18-31"}' in text
    assert bytes_of(module_of(text)) == data


@pytest.mark.parametrize(
    ("node", "layout"),
    [
        (HEAD + DTYPE + SHAPE, None),
        (HEAD + DTYPE + SHAPE + b"\x22\x00", "x0a2c 2-44 x2200"),  # an empty device, said
        (b"\x0a\x01b" + HEAD + DTYPE + SHAPE, "x0a2d0a0162 2-44"),  # a name said twice, of which the last counts
        (b"\x0a\x81\x00c" + HEAD[3:] + DTYPE + SHAPE, "x0a2b0a810063 5-44"),  # a length in two digits
    ],
)
def test_the_layout_says_where_parts_come_from(node, layout):
    data = b"\x0a" + bytes([len(node)]) + node
    text = text_of(data)
    assert (f'layout = "{layout}"' in text) if layout else "tfg.wire" not in text
    assert bytes_of(module_of(text)) == data


def test_a_large_constant_is_not_repeated_in_a_layout():
    graph = GraphDef()
    tensor = graph.node.add(name="c", op="Const").attr["value"].tensor
    tensor.dtype, tensor.tensor_content = 1, random.Random(0).randbytes(4000)
    tensor.tensor_shape.dim.add(size=1000)
    graph.node[0].attr["dtype"].type = 1
    for oddity in (0.3, 0.9):
        data = WireWriter(random.Random(7), oddity).write(graph)
        assert len(layout_of(binary(graph), data, GraphDef.DESCRIPTOR)) < 1000
        assert bytes_of(module_of(text_of(data))) == data


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 24, 31])
def test_bytes_are_the_same_up_to_the_last(length):
    data = bytes(range(length))
    assert same_bytes(data, memoryview(data))
    assert not same_bytes(data + b"x", memoryview(data))
    for at in range(length):
        assert not same_bytes(data, memoryview(data[:at] + b"\xff" + data[at + 1 :]))


def test_what_stands_there_too_often_is_written_out():
    node = b"\x0a\x7e" + b"n" * 126
    data = node * 40 + b"\x12\x04NoOp"  # a name said 40 times
    data = b"\x0a" + bytes([len(data) & 0x7F | 0x80, len(data) >> 7]) + data
    text = text_of(data)
    assert f'layout = "x{data.hex()}"' in text
    assert bytes_of(module_of(text)) == data
    written = node + b"\x12\x04NoOp"
    assert laid_out(b"\x0a\x86\x01" + written, " ".join(["0-137"] * 1000), GraphDef) == b"\x0a\x86\x01" + written


@pytest.mark.parametrize("seed", range(40))
def test_what_was_changed_is_written_as_it_is_now(seed):
    chance, module = random.Random(seed), module_of(text_of(drawn(seed)))
    before = {op: recorded(op.attributes).get("layout") for op in all_nodes(module)}
    ops = list(all_nodes(module))
    changed = chance.sample(ops, min(len(ops), 2))
    for op in changed:
        op.set_attribute("_changed", StringAttr("by a pass"))
    graph, data = export_graphdef(module), bytes_of(module)
    assert binary(GraphDef.FromString(data)) == binary(graph)
    kept = module_of(text_of(data))
    after = [recorded(op.attributes).get("layout") for op in all_nodes(kept)]
    for op, now in zip(ops, after):
        assert now == (None if op in changed else before[op])


@pytest.mark.parametrize("seed", range(40))
def test_a_layout_of_another_thing_says_nothing(seed):
    chance, module = random.Random(seed), module_of(text_of(drawn(seed)))
    ops = [module, *functions_by_name(module).values(), *all_nodes(module)]
    layouts = [recorded(op.attributes).get("layout", StringAttr("0-0")) for op in ops]
    chance.shuffle(layouts)
    for op, layout in zip(ops, layouts):
        remember(op, "layout", layout)
    assert binary(GraphDef.FromString(bytes_of(module))) == binary(export_graphdef(module))


@pytest.mark.parametrize(
    "layout", ["", " ", "x", "0", "x0", "xZZ", "0-", "5-3", "0-9999999999", "9-0 0-9", "x0a", "0-99 0-99", "-1-4", "0-2 x0a"]
)
def test_nonsense_is_no_layout(layout):
    written = b"\x0a\x06\x0a\x01c\x12\x01N"
    assert laid_out(written, layout, GraphDef) == written


def test_the_tool_gives_the_bytes_back(tmp_path):
    model, text, back = tmp_path / "model.pb", tmp_path / "model.mlir", tmp_path / "back.pb"
    for seed in range(300, 310):
        model.write_bytes(drawn(seed))
        assert main(["--graphdef-to-mlir", str(model), "-o", str(text)]) == 0
        assert main(["--mlir-to-graphdef", str(text), "-o", str(back)]) == 0
        assert back.read_bytes() == model.read_bytes()


@pytest.mark.parametrize(
    "flags", [["--graphdef-to-mlir=executor"], ["--graphdef-to-mlir", "--materialize-defaults"], ["--graphdef-to-mlir", "--outputs=c"]]
)
def test_what_does_not_come_back_has_no_layout(flags, tmp_path):
    model, text = tmp_path / "model.pb", tmp_path / "model.mlir"
    model.write_bytes(b"\x0a\x2a" + HEAD + SHAPE + DTYPE)
    assert main([*flags, str(model), "-o", str(text)]) == 0
    assert "layout" not in text.read_text()
