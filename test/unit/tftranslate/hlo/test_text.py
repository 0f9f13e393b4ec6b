"""HLO's text: what XLA prints is read and written again as it is; what is wrong is told with its place.

`printed_by_xla.hlo` is what XLA (jaxlib 0.6.2) prints of a program that has each attribute, without percent signs.
"""

import re
from pathlib import Path

import pytest
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source

from tftranslate.hlo.text.reader import read_module
from tftranslate.hlo.text.writer import module_text

PRINTED = Path(__file__).with_name("printed_by_xla.hlo").read_text()


def read(text: str):
    return read_module(Source("x.hlo", text))


def again(text: str) -> str:
    return "".join(module_text(*read(text)))


def lines(text: str) -> list[str]:
    return [re.sub(r"/\*i\d+=\d+\*/ ", "", line) for line in text.splitlines() if line]


def entry(instructions: str) -> str:
    return f"HloModule m\n\nENTRY e {{\n  p = f32[2,3]{{1,0}} parameter(0)\n{instructions}}}\n"


def instruction(text: str):
    return read(entry(f"  ROOT r = {text}\n"))[0].computations[0].instructions[-1]


def test_what_xla_prints_is_written_again():
    assert lines(again(PRINTED)) == lines(PRINTED)


def test_names_with_percent_signs_shapes_of_operands_and_signatures_say_the_same():
    plain = entry("  ROOT r = f32[2,3]{1,0} negate(p)\n")
    full = plain.replace("ENTRY e {", "ENTRY %e (p: f32[2,3]) -> f32[2,3] {").replace("negate(p)", "negate(f32[2,3]{1,0} %p)")
    assert again(full) == again(plain)


@pytest.mark.parametrize("text, expected", [
    ("f32[3] constant({0.1, nan, -inf})", "{0.1, nan, -inf}"),
    ("f32[] constant(16777217)", "16777216"),  # between two numbers of f32, the even one
    ("f32[] constant(0.100000001)", "0.1"),  # six digits tell it from all others
    ("f32[] constant(0.100000009)", "0.100000009"),
    ("f64[] constant(0.30000000000000004)", "0.30000000000000004"),
    ("f16[] constant(1.1)", "1.0996"), ("bf16[] constant(1.1)", "1.102"), ("f8e4m3fn[] constant(1.1)", "1.12"),
    ("f32[] constant(nan(0x400001))", "nan(0x400001)"), ("f32[] constant(-nan)", "-nan"),
    ("s4[2] constant({-8, 7})", "{-8, 7}"), ("u64[] constant(18446744073709551615)", "18446744073709551615"),
    ("pred[2] constant({true, false})", "{1, 0}"), ("pred[] constant(true)", "true"),
    ("c64[] constant((1.5, -2))", "(1.5, -2)"), ("f32[2,0] constant({ {}, {} })", "{ {}, {} }"),
    ("s32[2,1] constant({{1},{2}})", "{ {1}, {2} }"),
])  # fmt: skip
def test_literals(text, expected):
    assert f"constant({expected})" in again(entry(f"  ROOT r = {text}\n"))


def test_four_bits_take_a_byte_each_in_a_literal():
    assert instruction("s4[4] constant({1, -2, 7, -8})").literal.s4s == b"\x01\x0e\x07\x08"  # as XLA's proto has them


@pytest.mark.parametrize("shape", [
    "f32[2,3]{0,1}", "f32[<=4,2]{1,0}", "f32[?,2]{1,0}", "f32[4,4]{1,0:T(2,128)(4,1)S(1)}", "s4[4]{0:E(4)}", "f32[8]{0:L(16)}",
    "(f32[], (s32[2]{0}, token[]), /*index=2*/pred[])", "token[]", "u32[]",
])  # fmt: skip
def test_shapes(shape):
    shown = shape.replace("/*index=2*/", "")
    assert f"r = {shown} custom-call()" in again(entry(f'  ROOT r = {shape} custom-call(), custom_call_target="f"\n'))


@pytest.mark.parametrize("written, text", [
    (r'"a\"b\n\'\\\001"', "a\"b\n'\\\x01"), (r'"\303\251"', "é"), ('"é"', "é"), (r'"\x41"', "A"),
])  # fmt: skip
def test_strings_have_escapes_of_bytes(written, text):
    call = instruction(f"f32[] custom-call(), custom_call_target={written}")
    assert call.custom_call_target == text
    assert (
        instruction(again(entry(f"  ROOT r = f32[] custom-call(), custom_call_target={written}\n")).split("r = ")[1].split("\n}")[0])
        == call
    )


def test_shapes_within_shapes_end_somewhere():
    with pytest.raises(Error, match="nested too deeply"):
        read(entry(f"  ROOT r = {'(' * 5000}f32[]"))


def test_an_opcode_that_is_begun_is_a_call_of_a_computation():
    started = '  s = ((f32[2,3]{1,0}), f32[2,3]{1,0}, s32[]) negate-start(p), async_execution_thread="t"\n  ROOT d = f32[2,3]{1,0} negate-done(s)\n'
    module, _ = read(entry(started))
    wrapped, main = module.computations
    assert [each.opcode for each in wrapped.instructions] == ["parameter", "negate"]
    assert [each.opcode for each in main.instructions] == ["parameter", "async-start", "async-done"]
    assert list(main.instructions[1].called_computation_ids) == [wrapped.id]


def test_a_computation_in_braces_and_one_that_comes_later_are_called():
    body = "a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b)"
    inline = f"HloModule m ENTRY e {{ p = f32[2] parameter(0) z = f32[] constant(0) ROOT r = f32[] reduce(p, z), dimensions={{0}}, to_apply={{ {body} }} }}"
    later = f"{inline[: inline.index('to_apply=')]}to_apply=sum }} sum {{ {body} }}"
    for text in (inline, later):
        module, _ = read(text)
        main = next(each for each in module.computations if each.id == module.entry_computation_id)
        called = next(each for each in module.computations if each.id == main.instructions[-1].called_computation_ids[0])
        assert [each.opcode for each in called.instructions] == ["parameter", "parameter", "add"]


def test_tables_of_places_are_kept():
    tables = 'FileNames\n1 "a.py"\n\nFunctionNames\n1 "f"\n\nFileLocations\n1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=4 end_column=9}\n\n'
    tables += "StackFrames\n1 {file_location_id=1 parent_frame_id=0}\n"
    text = entry("  ROOT r = f32[2,3]{1,0} negate(p), metadata={stack_frame_id=1}\n").replace("ENTRY", f"{tables}\nENTRY")
    assert tables in again(text)


@pytest.mark.parametrize("text, line, message", [
    ("  ROOT r = f32[2,3] negat(p)\n", 5, "negat is no opcode"),
    ("  ROOT r = f32[2,3] negate(q)\n", 5, "no instruction is called q so far"),
    ("  ROOT r = f32[2,3] negate(p), dimensions={0}\n", 5, "negate has no attribute dimensions"),
    ("  ROOT r = f33[2,3] negate(p)\n", 5, "f33 is no type of elements"),
    ("  ROOT r = f32[2,3]{1,1} negate(p)\n", 5, "names each of them once"),
    ("  ROOT r = f32[2] constant({1})\n", 5, "1 elements in braces for a dimension of 2"),
    ("  ROOT r = s8[] constant(128)\n", 5, "128 is out of range for s8"),
    ("  ROOT r = u8[] constant(-1)\n", 5, "-1 is out of range for u8"),
    ("  ROOT r = s32[] constant(1.5)\n", 5, "1.5 is no integer"),
    ("  ROOT r = f32[100] constant({...})\n", 5, "were left out"),
    ("  p = f32[] parameter(1)\n", 5, "a second instruction is called p"),
    ("  ROOT r = f32[2,3] compare(p, p), direction=LESS\n", 5, "LESS is no direction"),
    ("  ROOT r = f32[2,3] call(p), to_apply=f\n", 5, "no computation is called f"),
    ("  ROOT r = f32[2,3] slice(p), slice={[0]}\n", 5, "expected [start:limit]"),
    ("  ROOT r = f32[2,3] convolution(p, p), dim_labels=bf_io->fb2\n", 5, "does not name each of"),
    ("  ROOT r = f32[2,3] slice(p)\n", 6, "slice lacks the attribute slice"),
    ("  ROOT r = f32[2,3] slice(p), slice={[0:99999999999999999999]}\n", 5, "an integer has more than 64 bits"),
    ("  ROOT r = f32[2,3] pad(p, p), padding=9223372036854775808_0x0_0\n", 5, "an integer has more than 64 bits"),
    ("  q = f32[] parameter(2)\n", 3, "not numbered from 0 on"),
])  # fmt: skip
def test_errors_have_their_place(text, line, message):
    with pytest.raises(Error) as caught:
        read(entry(text))
    place = caught.value.diagnostics[0].location
    assert message in str(caught.value)
    assert Source.containing(place).line_and_column(place - Source.containing(place).base)[0] == line


@pytest.mark.parametrize("text", ["", "HloModule", "HloModule m", "HloModule m {", "HloModule m ENTRY e { }", PRINTED[:-3]])
def test_what_ends_early_is_an_error(text):
    with pytest.raises(Error):
        read(text)


@pytest.mark.parametrize("opcode, message", [("compare", "has 0 operands"), ("tuple", "e has no instructions")])
def test_messages_that_no_program_gives_are_refused(opcode, message):
    """An attribute whose operand is missing; a computation without instructions is written as it is, and no text."""
    module, settings = read(entry("  ROOT r = pred[2,3] compare(p, p), direction=LT, type=TOTALORDER\n"))
    if opcode == "compare":
        del module.computations[0].instructions[-1].operand_ids[:]
    else:
        del module.computations[0].instructions[:]
    with pytest.raises(Error, match=message):
        read("".join(module_text(module, settings)))


@pytest.mark.parametrize("number", [1 << 60, -5])
def test_a_dimension_of_any_number_is_no_text(number):
    """A damaged message: as many question marks would be written as the number says."""
    module, settings = read(entry('  ROOT r = f32[1] custom-call(p, p), dim_labels=bf_io->bf, custom_call_target="f"\n'))
    numbers = module.computations[0].instructions[-1].convolution_dimension_numbers
    numbers.input_feature_dimension = numbers.input_batch_dimension = number
    with pytest.raises(Error, match=f"a convolution has a dimension of number {number}"):
        "".join(module_text(module, settings))


def test_an_end_of_itself_ends():
    """A damaged message: what is awaited is no start that stands in front."""
    module, settings = read(entry("  s = ((f32[2,3]), f32[2,3], u32[]) negate-start(p)\n  ROOT d = f32[2,3] negate-done(s)\n"))
    end = module.computations[-1].instructions[-1]
    assert "negate-done(s)" in "".join(module_text(module, settings))
    end.operand_ids[:] = [end.id]
    assert "async-done(d)" in "".join(module_text(module, settings))


def test_an_outfeed_of_nothing_is_no_traceback():
    module, _ = read(entry("  ROOT r = token[] outfeed()\n"))
    assert not module.computations[0].instructions[-1].HasField("outfeed_shape")
