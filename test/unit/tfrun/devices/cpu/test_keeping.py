"""Programs that are kept: a second run asks neither parser nor LLVM, and a changed file is another program."""

import os
import subprocess
import sys
from threading import Thread

import numpy as np
import pytest
from module_files import file_of

from tfrun.devices.cpu import compilation, keeping

# y = x * w + 1; the constant is large enough to be digits in the text.
NUMBERS = np.arange(1000, dtype=np.float32)
PROGRAM = f"""
func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {{
  %w = stablehlo.constant dense<"0x{NUMBERS.tobytes().hex().upper()}"> : tensor<1000xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %0 = stablehlo.multiply %x, %w : tensor<1000xf32>
  %1 = stablehlo.add %0, %one : tensor<1000xf32>
  return %1 : tensor<1000xf32>
}}"""
SUM = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.subtract %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.full(1000, 2, np.float32))
    return f"--input=@{path}"


@pytest.fixture
def answer(tmp_path, run):
    """What a file computes of the input."""

    def answer(path, *flags):
        status, _, complaint = run(path, f"--output=@{tmp_path / 'y.npy'}", *flags)
        assert status == 0, complaint
        return np.load(tmp_path / "y.npy")

    return answer


@pytest.fixture
def without_llvm(monkeypatch):
    """From when it is called, neither LLVM nor the parser of whole programs is to be had."""

    def hide():
        def refused(*_):
            raise AssertionError("is not needed")

        monkeypatch.setattr(compilation, "binding", refused)
        monkeypatch.setattr("tfrun.main.parse_module", refused)

    return hide


def test_a_second_run_needs_neither_parser_nor_llvm(write, answer, given, without_llvm):
    path = write(PROGRAM)
    first = answer(path, given)
    without_llvm()
    second = answer(path, given)
    np.testing.assert_array_equal(first, 2 * NUMBERS + 1)
    np.testing.assert_array_equal(second, first)


def test_a_second_run_loads_nothing_that_reads_programs(write, answer, given):
    """What it loads is most of the time that it takes."""
    path = write(PROGRAM)
    answer(path, given)
    program = (
        "import sys; from tfrun.main import main\n"
        f"main([{str(path)!r}, '--device=cpu', {given!r}, '--output=-'])\n"
        "print(sorted({'tfir.dialects.stablehlo', 'tfir.execution.pieces', 'tfir.execution.sequence', 'tfrun.devices.cpu.executor'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["[]"], (done.stdout[-200:], done.stderr)


def test_threads_do_not_matter(write, answer, given):
    path = write(PROGRAM)
    np.testing.assert_array_equal(answer(path, given, "--threads=2"), answer(path, given, "--threads=3"))


def test_constants_are_those_of_the_file(write, answer, given, without_llvm):
    """Other numbers in the same places are no other program."""
    path = write(PROGRAM)
    answer(path, given)
    text, digits = path.read_text(), NUMBERS.tobytes().hex().upper()
    assert digits in text
    path.write_text(text.replace(digits, (NUMBERS * 3).tobytes().hex()))  # lower-case digits are digits as well
    without_llvm()
    np.testing.assert_array_equal(answer(path, given), 6 * NUMBERS + 1)


@pytest.fixture
def stored(write):
    """A program as a module file."""
    path = write(PROGRAM)
    file = path.with_suffix(".tfm")
    file.write_bytes(file_of(path.read_text()))
    return file


def test_a_second_run_of_a_module_file(stored, answer, given, without_llvm):
    """Its constants stay where they are mapped."""
    first = answer(stored, given)
    without_llvm()
    np.testing.assert_array_equal(first, 2 * NUMBERS + 1)
    np.testing.assert_array_equal(answer(stored, given), first)


def test_a_constant_of_a_module_file_that_is_another_one_is_no_program(stored, answer, given, run):
    answer(stored, given)
    data = stored.read_bytes()
    assert data.count(NUMBERS.tobytes()) == 1
    stored.write_bytes(data.replace(NUMBERS.tobytes(), (NUMBERS * 3).tobytes()))
    status, _, complaint = run(stored, given)
    assert status == 1 and "a constant of 4000 bytes is not the one that was written" in complaint


@pytest.mark.parametrize("change", [("fadd", "fsub"), ("dense<1.0", "dense<5.0"), ("subtract", "subtract")])
def test_all_else_is_another_program(write, answer, given, change):
    path = write(PROGRAM)
    before = answer(path, given)
    text = path.read_text()
    changed = text.replace(*change)
    path.write_text(changed)
    after = answer(path, given)
    assert np.array_equal(before, after) == (changed == text)


def test_digits_that_are_none(write, answer, given, run):
    """Are told as they are of a program that was never run."""
    path = write(PROGRAM)
    answer(path, given)
    digits = NUMBERS.tobytes().hex().upper()
    path.write_text(path.read_text().replace(digits, "G" + digits[1:]))
    status, _, complaint = run(path, given)
    assert status == 1
    assert f"{path}:" in complaint and "error" in complaint


def test_inputs_go_by_their_names(write, run, without_llvm):
    path = write(SUM)
    flags = ["--input=y=4xf32=1,1,1,1", "--input=x=4xf32=1,2,3,4"]
    first = run(path, *flags)
    without_llvm()
    assert run(path, *flags)[:2] == first[:2] == (0, "4xf32=0 1 2 3\n")


def test_errors_are_those_of_the_program(write, run):
    path = write(SUM)
    flags = ["--input=4xf32=1,2,3,4"]
    first = run(path, *flags)
    run(path, *flags, *flags)
    assert run(path, *flags) == first
    assert first[0] != 0


def test_nothing_is_kept_where_nothing_shall_be(write, answer, given, cache):
    answer(write(PROGRAM), given, "--no-cache")
    assert not cache.exists()


def test_a_damaged_file_is_made_anew(write, answer, given, cache):
    path = write(PROGRAM)
    first = answer(path, given)
    for file in cache.iterdir():
        file.write_bytes(file.read_bytes()[:-20])
    np.testing.assert_array_equal(answer(path, given), first)


def test_an_empty_file(run, tmp_path):
    (tmp_path / "empty.mlir").write_text("")
    assert run(tmp_path / "empty.mlir")[0] == 1
    assert run(tmp_path / "none.mlir")[0] == 1


def test_outlines_leave_out_digits_alone():
    text = b'iree_ll_seq.constant dense<"0xAB"> x "iree_ll_seq.constant dense<\\"0xAB" dense<"0xCD">'
    ranges = keeping.Outline(text).ranges
    assert [text[start:end] for start, end in ranges] == [b"AB"]
    same, other = keeping.Outline(text.replace(b"AB", b"12", 1)), keeping.Outline(text.replace(b"CD", b"12"))
    assert same.digest == keeping.Outline(text).digest != other.digest


def test_standard_input_is_no_file_of_its_name(write, run, tmp_path, monkeypatch):
    """A file called "-" in the folder is another program, and was kept."""
    monkeypatch.chdir(tmp_path)
    kept = write(SUM, name="-")
    given = ("--input=4xf32=5,6,7,8", "--input=4xf32=1,1,1,1")
    assert run("./-", *given)[:2] == run("./-", *given)[:2] == (0, "4xf32=4 5 6 7\n")
    other = write(SUM.replace("subtract", "add"), name="other.mlir")
    done = subprocess.run([sys.executable, "-m", "tfrun.main", "-", "--device=cpu", *given], input=other.read_bytes(), capture_output=True)
    assert kept.exists() and done.stdout == b"4xf32=6 7 8 9\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_named_pipe_is_read_once(write, run, tmp_path):
    path, pipe = write(SUM), tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_bytes(path.read_bytes()))
    writer.start()
    assert run(pipe, "--input=4xf32=5,6,7,8", "--input=4xf32=1,1,1,1")[:2] == (0, "4xf32=4 5 6 7\n")
    writer.join()


def test_what_is_not_to_be_kept(write, run, cache, tmp_path):
    assert run(write(SUM), "--input=4xf32=1,2,3,4", "--input=4xf32=1,1,1,1", "--no-cache", f"--measure={tmp_path / 'm.json'}")[0] == 0
    assert not cache.exists()


OPEN = """
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}"""


EIGENVALUES = """
func.func @main(%x: tensor<2x2xf32>) -> tensor<2xf32> {
  %v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
  %two = stablehlo.add %w, %w : tensor<2xf32>
  return %two : tensor<2xf32>
}"""


def test_a_program_with_a_step_of_the_host_is_compiled_once(write, run, monkeypatch):
    """Its text is read again, but its machine code is kept; without it LLVM is asked again. Eigenvalues of [2 1][1 2] are 1 and 3."""
    path, compiled, asked = write(EIGENVALUES), compilation.compiled, []
    monkeypatch.setattr(compilation, "compiled", lambda *texts: asked.append(texts) or compiled(*texts))
    for flags, count in (((), 1), ((), 1), (("--no-cache",), 2)):
        assert run(path, "--input=2x2xf32=2,1,1,2", *flags)[:2] == (0, "2xf32=2 6\n")
        assert len(asked) == count


def test_sizes_that_a_call_brings(write, run, without_llvm):
    """It is kept for those that it was called with; others need the text."""
    path = write(OPEN)
    two, one = ("--input=2x3xf32=1,2,3,4,5,6",), ("--input=1x3xf32=1,2,3",)
    for flags, answer in ((two, "2x3xf32=[2 4 6][8 10 12]\n"), (one, "1x3xf32=[2 4 6]\n")):
        assert run(path, *flags)[:2] == (0, answer)
    without_llvm()
    assert run(path, *two)[:2] == (0, "2x3xf32=[2 4 6][8 10 12]\n")
    assert run(path, *one)[:2] == (0, "1x3xf32=[2 4 6]\n")
    assert "is not needed" in run(path, "--input=3x3xf32=1,2,3,4,5,6,7,8,9")[2]


def test_shapes_that_do_not_fit(write, run):
    """The error is the same, whatever is kept."""
    path = write(OPEN)
    before = run(path, "--input=2x2xf32=1,2,3,4")
    assert run(path, "--input=1x3xf32=1,2,3")[0] == 0
    assert run(path, "--input=2x2xf32=1,2,3,4") == before and before[0] == 1


def test_several_functions(write, answer, given, without_llvm):
    """Each is kept when it has run, with the constants of its own."""
    other = PROGRAM.replace("@main", "@other").replace(NUMBERS.tobytes().hex().upper(), (NUMBERS * 3).tobytes().hex().upper())
    path = write(PROGRAM + other)
    first, second = answer(path, given, "--entry=main"), answer(path, given, "--entry=other")
    without_llvm()
    np.testing.assert_array_equal(answer(path, given, "--entry=main"), first)
    np.testing.assert_array_equal(answer(path, given, "--entry=other"), second)
    np.testing.assert_array_equal(second, 6 * NUMBERS + 1)


def test_one_of_several_functions_that_was_not_run(write, answer, given):
    other = PROGRAM.replace("@main", "@other").replace("stablehlo.add", "stablehlo.subtract")
    path = write(PROGRAM + other)
    answer(path, given, "--entry=main")
    np.testing.assert_array_equal(answer(path, given, "--entry=other"), 2 * NUMBERS - 1)


def test_digits_of_another_function_that_are_none(write, answer, run, given):
    other = PROGRAM.replace("@main", "@other").replace(NUMBERS.tobytes().hex().upper(), (NUMBERS * 3).tobytes().hex().upper())
    path = write(PROGRAM + other)
    answer(path, given, "--entry=main")
    digits = (NUMBERS * 3).tobytes().hex().upper()
    path.write_text(path.read_text().replace(digits, "G" + digits[1:]))
    assert run(path, given, "--entry=main")[0] == 1


@pytest.mark.parametrize("bytes_of_digits, is_kept", [(15, False), (16, True)])
def test_few_digits(bytes_of_digits, is_kept, monkeypatch):
    """Machine code decodes sixteen bytes at once."""
    monkeypatch.setattr(keeping, "key_of", lambda _: "key")
    text = f'iree_ll_seq.constant dense<"0x{"AB" * bytes_of_digits}">'
    assert keeping.Keeper(text, []).key == ("key" if is_kept else None)


@pytest.mark.parametrize("beyond", [0, 1, 15, 17])
def test_constants_of_several_parts(write, answer, tmp_path, beyond, monkeypatch, without_llvm):
    """Their last part may have fewer bytes than are decoded at once."""
    monkeypatch.setattr(keeping, "PART", 64)
    numbers = np.random.default_rng(1).integers(0, 200, 320 + beyond, dtype=np.uint8)
    count = len(numbers)
    text = f"""func.func @main(%x: tensor<{count}xui8>) -> tensor<{count}xui8> {{
      %w = stablehlo.constant dense<"0x{numbers.tobytes().hex().upper()}"> : tensor<{count}xui8>
      %0 = stablehlo.add %x, %w : tensor<{count}xui8>
      return %0 : tensor<{count}xui8>
    }}"""
    np.save(tmp_path / "ones.npy", np.ones(count, np.uint8))
    path, flag = write(text), f"--input=@{tmp_path / 'ones.npy'}"
    assert keeping.CONSTANT in path.read_text()
    answer(path, flag)
    without_llvm()
    np.testing.assert_array_equal(answer(path, flag), numbers + 1)
