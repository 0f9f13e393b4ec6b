"""Operations as bytes done on paper, both ways; what the encoding does not hold; damaged bytes."""

from pathlib import Path
from random import Random

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation
from tfir.vm.assembler import assemble
from tfir.vm.disassembler import disassemble
from tfir.vm.listing import listing
from tfir.vm.opcodes import CODES, TYPES, bytecodes, interpreter, sequencer
from tfir.vm.symbols import Symbols

SYMBOLS = Symbols(["main", "other"], ["imported"], [("d", ["first"]), ("e", ["first", "second"])])


def records(name):
    """(types of arguments, text of an operation, bytes) of a file."""
    text = (Path(__file__).parent / f"{name}.txt").read_text()
    parts = [part.strip().split("\n") for part in text.split("\n\n")]
    return [part for part in parts if part[0][:1] != "#"]


def function(types, body):
    arguments = ", ".join(f"%{at}: {type}" for at, type in enumerate(split(types)))
    results = f" -> ({body.rpartition(' : ')[2]})" if ".return %" in body else ""
    source = Source("test.mlir", f"func.func @f({arguments}){results} {{\n{body}\n}}")
    return parse(source, lookup, dialect).body.first


def split(types):
    """The types of a comma list; commas inside of `<>` separate nothing."""
    return types.replace(", memref", "; memref").replace(", i", "; i").split("; ") if types else []


def text_of(func):
    return print_operation(func, lookup)


def again(func, done, bytecode):
    return disassemble("f", done.contents, done.slot_types, func.attributes["function_type"].value, bytecode, SYMBOLS)


@pytest.mark.parametrize("types, text, expected", records("sequencer"), ids=lambda text: text[:40])
def test_sequencer_operations_as_on_paper(types, text, expected):
    check(sequencer(), types, text, expected, "iree_ll_seq.return")


@pytest.mark.parametrize("types, text, expected", records("interpreter"), ids=lambda text: text[:40])
def test_interpreter_operations_as_on_paper(types, text, expected):
    check(interpreter(), types, text, expected, "iree_ll_interp.return")


APART = {"br", "cond_br", "return", "arena_slice"}  # which other tests have


@pytest.mark.parametrize("name", ["sequencer", "interpreter"])
def test_every_opcode_is_on_paper(name):
    opcodes = {int(expected[:2], 16) for _, _, expected in records(name)}
    assert not {line.opcode for line in bytecodes()[name] if line.name.rpartition(".")[2] not in APART} - opcodes


def check(bytecode, types, text, expected, end):
    is_end = text.startswith(end)
    func = function(types, text if is_end else f"{text}\n{end}")
    done = assemble(func, bytecode, SYMBOLS)
    assert done.contents.hex(" ") == bytes.fromhex(expected + ("" if is_end else "0400")).hex(" ")
    assert [offset for offset, _ in done.places][0] == 0 and len(done.places) == (1 if is_end else 2)
    assert text_of(again(func, done, bytecode)) == text_of(func)


BRANCHES = """
  iree_ll_seq.br ^bb1(%0, %1 : memref<i1>, memref<i1>)
^bb1(%a: memref<i1>, %b: memref<i1>):
  iree_ll_seq.cond_br %a, ^bb1(%b, %a : memref<i1>, memref<i1>), ^bb2
^bb2:
  iree_ll_seq.return"""


def test_branches_as_on_paper():
    """Byte 14 is behind br: 1 + 4 + 1 + 2 * 4. The conditional one has 1 + 2 + 4 + (1 + 8) + 4 + 1 bytes, so that ^bb2 begins at 35."""
    func = function("memref<i1>, memref<i1>", BRANCHES)
    done = assemble(func, sequencer(), SYMBOLS)
    expected = "05 0e000000 02 0000 0200 0100 0300" + "06 0200 0e000000 02 0300 0200 0200 0300 23000000 00" + "04 00"
    assert done.contents == bytes.fromhex(expected)
    assert text_of(again(func, done, sequencer())) == text_of(func)
    lines = list(listing("f", done.contents, sequencer(), SYMBOLS))
    assert [line.split()[:3] for line in lines] == [["0", "05", "br"], ["14", "06", "cond_br"], ["35", "04", "return"]]
    assert "@14 (%2 = %3, %3 = %2) @35 ()" in lines[1]


ARENA = """
%2 = "iree_ll_seq.alloc_arena"(%1) <{alignment = 64 : i64, spans = dense<0> : tensor<1x4xi32>, stretches = dense<> : tensor<0x2xi32>}> : (index) -> memref<?xi8>
%3 = "iree_ll_seq.arena_slice"(%2, %1) <{buffer = 0 : i64}> : (memref<?xi8>, index) -> memref<?x4xf32>
iree_ll_seq.return"""


def test_a_buffer_of_an_arena_as_on_paper():
    func = function("memref<?xf32>, index", ARENA)
    done = assemble(func, sequencer(), SYMBOLS)
    arena = "c6 02 02 01000000 04000000 01 00000000 02 02 00000000 02000000 00 40000000 00 01 ffffffff 01 0100 0200"
    assert done.contents == bytes.fromhex(arena + "c7 0200 00000000 05 02 ffffffff 04000000 01 0100 0300" + "04 00")
    assert text_of(again(func, done, sequencer())) == text_of(func)


def test_types_have_codes_of_their_own():
    assert len(CODES) == len(TYPES) and not TYPES.keys() & {0xFF, *range(0x80, 0x85)}


def test_an_opcode_means_one_operation():
    """But for the return of an executable's function, which the walkthrough spells as that of the iree dialect."""
    for bytecode in bytecodes().values():
        lines = [line for line in bytecode if line.name != "iree.return"]
        assert len({line.opcode for line in lines}) == len(lines)


def refusal(types, body):
    with pytest.raises(Error) as caught:
        assemble(function(types, f"{body}\niree_ll_seq.return"), sequencer(), SYMBOLS)
    return caught.value.render()


def dispatch(count):
    arguments, types = ", ".join(["%0"] * count), ", ".join(["memref<f32>"] * count)
    return f"iree_ll_seq.static_dispatch e::first[dense<1> : tensor<3xi32>]({arguments}) : ({types}) -> ()"


def test_what_counts_and_words_do_not_hold():
    assert assemble(function("memref<f32>", f"{dispatch(255)}\niree_ll_seq.return"), sequencer(), SYMBOLS).contents[19] == 255
    assert "test.mlir:2:1: error: 'iree_ll_seq.static_dispatch' op cannot be encoded: 256 operands" in refusal("memref<f32>", dispatch(256))
    allocations = '"iree_ll_seq.alloc_heap"() : () -> memref<f32>\n'
    assert assemble(function("", f"{allocations * 65535}iree_ll_seq.return"), sequencer(), SYMBOLS).local_count == 65535
    assert "has 65536 values" in refusal("", allocations * 65536)
    part = "iree_ll_seq.static_slice %0[{}, 1] : memref<4294967296xi8> -> memref<i8>"
    assert "2147483648 does not fit into 32 bits" in refusal("memref<4294967296xi8>", part.format(1 << 31))
    assert assemble(function("memref<4294967296xi8>", part.format((1 << 31) - 1) + "\niree_ll_seq.return"), sequencer(), SYMBOLS)


def test_what_is_not_there():
    called = "iree_ll_seq.static_dispatch e::{}[dense<1> : tensor<3xi32>]() : () -> ()"
    assert "refers to @e::@third, which this module has not" in refusal("", called.format("third"))
    assert "'iree_hl_seq.alloc_heap' op is no operation of the sequencer's bytecode" in refusal(
        "", '"iree_hl_seq.alloc_heap"() : () -> memref<f32>'
    )


def bytes_of(text, types="memref<i1>, memref<i1>"):
    func = function(types, text)
    return func, assemble(func, sequencer(), SYMBOLS)


@pytest.mark.parametrize(
    "contents, message",
    [
        ("", "there is no bytecode"),
        ("3e", "byte 0: the sequencer has no operation 3E"),
        ("04 01", "byte 2: 2 bytes are needed, and there are 0"),
        ("04 01 0900", "byte 0: iree_ll_seq.return: reads slot 9, which is not written"),
        ("3a 0000 0100 04 00", "byte 0: slot 1 is written twice"),
        ("3a 0000 0900 04 00", "byte 0: there are 4 slots, and none is 9"),
        ("05 07000000 00 04 00", "byte 0: iree_ll_seq.br: goes to byte 7, where no block begins"),
        ("05 00000000 02 0000 0000 0100 0100", "goes to byte 0, where no block begins"),
        ("23 00000000 07 00 00 0200 04 00", "byte 5: there is no type 07"),
        ("23 00000000 05 00 00 0200 04 00", "makes a value of type memref<f32>, and slot 2 is of type memref<i1>"),
        ("00 40 00 03 01 0200 04 00", "byte 3: elements of tensor<i1> are encoded by 3"),
        ("00 40 01 ffffffff 00 0200 04 00", "byte 1: there are no constants of type tensor<?xi1>"),
        ("00 40 01 00000000 01 01 0200 04 00", "byte 7: elements of tensor<0xi1> are encoded by 1"),
        ("11 02000000 0000 01000000 01000000 01000000 00 00 00 04 00", "there is no entry of an executable (2, 0)"),
        ("d7 0a 0000 0100 0200 04 00", "byte 1: there is no predicate 10"),
        ("05 0e000000 02 0000 0200 0100 0200 04 00", "byte 14: slot 2 is written twice"),
    ],
)
def test_damaged_bytes_are_told_with_their_place(contents, message):
    func, done = bytes_of(BRANCHES)
    with pytest.raises(Error) as caught:
        disassemble("f", bytes.fromhex(contents), done.slot_types, func.attributes["function_type"].value, sequencer(), SYMBOLS)
    assert message in caught.value.render()


def test_damage_by_chance_ends_in_errors():
    """A byte changed, left out or put in, and ends cut off: a function comes of it, or an Error."""
    random, refused = Random(1), 0
    samples = [
        bytes_of(BRANCHES),
        *[bytes_of(f"{text}\niree_ll_seq.return", types) for types, text, _ in records("sequencer") if ".return" not in text],
    ]
    for func, done in samples:
        for _ in range(60):
            contents = bytearray(done.contents)
            at = random.randrange(len(contents))
            contents[at : at + random.choice([0, 1, 1, 1, len(contents)])] = random.choice([b"", random.randbytes(1), random.randbytes(1)])
            try:
                disassemble("f", bytes(contents), done.slot_types, func.attributes["function_type"].value, sequencer(), SYMBOLS)
            except Error:
                refused += 1
    assert refused > 20 * len(samples)


DOCUMENT = Path(__file__).parents[4] / "docs" / "bytecode.md"


def rows_of(bytecode):
    """The rows of docs/bytecode.md for an operation each."""
    for line in sorted(bytecode, key=lambda line: line.opcode):
        letters = f"`{line.letters}`" if line.letters else ""
        encodes = line.text.partition(" : ")[2]
        yield f"| {line.opcode:02X} | `{line.name.removeprefix(f'{bytecode.dialect}.')}` | {letters} | {encodes} |"


@pytest.mark.parametrize("name", ["sequencer", "interpreter"])
def test_the_document_has_each_operation(name):
    _, _, section = DOCUMENT.read_text().partition(f"## The {name}\n")
    rows = [row for row in section.partition("\n## ")[0].split("\n") if row[:3] != "|--"]
    assert [row for row in rows if row[:1] == "|"][1:] == list(rows_of(bytecodes()[name]))


def test_the_document_has_each_type():
    section = DOCUMENT.read_text().partition("## Types\n")[2].partition("\n## ")[0]
    assert [row for row in section.split("\n") if row[:1] == "|"][2:] == [f"| {code:02X} | {type} |" for code, type in TYPES.items()]
