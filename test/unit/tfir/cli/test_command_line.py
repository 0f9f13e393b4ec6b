"""Flags, files, exit codes."""

import io
import os
import shutil
import subprocess
import sys

import pytest
from tfir.cli.command_line import FAILURE, USAGE, Flag, Output, Tool, read_bytes, read_text
from tfir.ir.diagnostics import Error

FLAGS = [
    Flag("output", "Where.", "FILE", "-", short="o"),
    Flag("count", "How many.", "N", type=int),
    Flag("marker", "Optional.", "[TEXT]", bare="---"),
    Flag("name", "Many.", "NAME", many=True),
    Flag("kind", "One of.", "KIND", choices=("red", "green")),
    Flag("quiet", "A switch."),
    Flag("loud", "On unless told.", default=True),
]


def read(*argv):
    return Tool("t", "", "", FLAGS, lambda arguments: 0, max_files=2).read(argv)


def call(*argv, action=lambda arguments: 0, **options):
    return Tool("t", "Does things.", "[FILE]", FLAGS, action, **options).main(list(argv))


def test_defaults():
    found = read()
    assert (found.output, found.count, found.marker, found.name, found.quiet, found.loud, found.files) == (
        "-",
        None,
        None,
        [],
        False,
        True,
        [],
    )


@pytest.mark.parametrize("argv", [["--count=3"], ["--count", "3"], ["-count=3"], ["-count", "3"]])
def test_spellings_of_a_value(argv):
    assert read(*argv).count == 3


def test_switches_and_optional_values():
    assert read("--quiet").quiet and not read("--quiet=false").quiet and not read("--loud=false").loud
    assert read("--marker").marker == "---" and read("--marker=x").marker == "x"
    assert read("--marker", "file").files == ["file"]


def test_files_a_lone_dash_and_the_end_of_flags():
    assert read("a", "-").files == ["a", "-"]
    assert read("--", "--quiet").files == ["--quiet"]
    assert read("--name=a", "--name", "b").name == ["a", "b"]
    assert read("-o", "x").output == "x"


@pytest.mark.parametrize("argv, message", [
    (["--cuont=3"], "unknown option '--cuont'; did you mean '--count'?"),
    (["--count=x"], "--count=x: expected N"),
    (["--count"], "--count needs a value"),
    (["--kind=gren"], "is one of red, green, not 'gren'; did you mean 'green'?"),
    (["--quiet=perhaps"], "--quiet is true or false"),
    (["a", "b"], "unexpected argument 'b'"),
])  # fmt: skip
def test_a_wrong_command_line_exits_with_2(argv, message, capsys):
    assert call(*argv) == USAGE
    assert message in capsys.readouterr().err


def test_exit_codes(capsys):
    def fail(arguments):
        raise Error("no good")

    def defect(arguments):
        raise ZeroDivisionError("x")

    def deep(arguments):
        deep(arguments)

    assert call() == 0
    assert call(action=fail) == FAILURE and "error: no good" in capsys.readouterr().err
    assert call(action=deep) == FAILURE and "nested too deeply" in capsys.readouterr().err
    assert call(action=defect) == 70 and "internal error: ZeroDivisionError" in capsys.readouterr().err


def test_a_flag_that_nobody_declared_is_offered_first():
    taken = []
    tool = Tool("t", "", "", FLAGS, lambda arguments: 0, dynamic=lambda arguments, name, text: taken.append((name, text)) or True)
    tool.read(["--cse", "--canonicalize=x=1"])
    assert taken == [("cse", None), ("canonicalize", "x=1")]


def test_output_appears_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out"
    with Output(str(path)) as out:
        out.write("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with pytest.raises(ValueError), Output(str(path)) as out:
        out.write("two")
        raise ValueError
    assert path.read_text() == "one" and os.listdir(tmp_path) == ["out"]


def test_output_keeps_the_mode_and_goes_through_links(tmp_path):
    path, link = tmp_path / "out", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with Output(str(link)) as out:
        out.write("new")
    assert link.is_symlink() and path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640


def test_output_that_is_no_file_is_written_directly():
    with Output("/dev/null") as out:
        out.write("x")


def test_a_full_disk_is_one_error():
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    with pytest.raises(Error, match="cannot write '/dev/full': No space left"), Output("/dev/full") as out:
        out.write("x" * 100000)


@pytest.mark.parametrize("reader", [read_bytes, read_text])
def test_unreadable_files(reader, tmp_path):
    with pytest.raises(Error, match="it is a directory; expected a file"):
        reader(str(tmp_path))
    with pytest.raises(Error, match="No such file"):
        reader(str(tmp_path / "absent"))


def test_large_files_are_views(tmp_path):
    path = tmp_path / "large"
    path.write_bytes(b"x" * (1 << 21))
    assert isinstance(read_bytes(str(path)), memoryview)


def test_bytes_that_are_no_text_come_through(tmp_path, monkeypatch):
    path = tmp_path / "in"
    path.write_bytes(b"a\xff\xfe\n")
    with Output(str(tmp_path / "out")) as out:
        out.write(read_text(str(path)))
    assert (tmp_path / "out").read_bytes() == b"a\xff\xfe\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert read_text("-") == "\udcff"


def test_a_reader_that_goes_away_is_no_error():
    program = (
        "from tfir.cli.command_line import *\nTool('t', '', '', [], lambda a: [Output('-').__enter__().write('x' * 10000000), 0][1]).main()"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 141


def test_help_fits_a_screen(capsys):
    assert call("--help") == 0
    assert "--count=N" in capsys.readouterr().out


def test_rare_flags_stand_in_the_whole_help_only(capsys):
    tool = Tool("t", "Does.", "", [Flag("often", "Used."), Flag("seldom", "Not used.", rare=True), Flag("never", hidden=True)], lambda a: 0)
    assert tool.main(["--help"]) == 0
    brief = capsys.readouterr().out
    assert tool.main(["--help-all"]) == 0
    whole = capsys.readouterr().out
    assert "--often" in brief and "--seldom" not in brief and "--help-all" in brief
    assert "--often" in whole and "--seldom" in whole and "--never" not in whole


@pytest.mark.parametrize("word, found", [
    ("--co", ["--completion=", "--count="]),
    ("-co", ["--completion=", "--count="]),
    ("--qu", ["--quiet"]),
    ("--kind=", ["--kind=green", "--kind=red"]),
    ("--kind=r", ["--kind=red"]),
    ("--quiet=", ["--quiet=false", "--quiet=true"]),
    ("--output=", []),
    ("--other", ["--other-pass"]),
    ("file", []),
])  # fmt: skip
def test_what_a_shell_is_offered(word, found, capsys):
    assert call("--complete", word, dynamic_names=lambda: ["other-pass"]) == 0
    assert capsys.readouterr().out.split() == found


def test_scripts_for_shells(capsys):
    for shell in ("bash", "zsh", "fish"):
        assert call(f"--completion={shell}") == 0
        assert "t --complete" in capsys.readouterr().out


def completed_by_bash(line: str) -> list[str]:
    """What bash puts into COMPREPLY for a line, `t` being a function that answers as the tool would."""
    from tfir.cli.completion import script

    answers = 't() { case "$2" in --kind=*) printf -- "--kind=green\\n--kind=red\\n";; --k*) printf -- "--kind=\\n";; esac; }'
    program = f'{answers}\n{script("t", "bash")}\nCOMP_LINE="{line}"; COMP_POINT=${{#COMP_LINE}}\n_t 2>/dev/null; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True).stdout.split()


def test_bash_takes_values_without_the_flag_before_them():
    assert completed_by_bash("t file --k") == ["--kind="]
    assert completed_by_bash("t --kind=") == ["green", "red"]
    assert completed_by_bash("t fi") == []


ANSWERS = 't() { case "$2" in --kind=*) printf -- "--kind=green\\n--kind=red\\n";; --k*) printf -- "--kind=\\n--keep\\n";; esac; }'


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_puts_no_blank_behind_a_flag_that_wants_a_value():
    from tfir.cli.completion import script

    shown = 'compdef() {}; _files() { print files }; compadd() { print -r -- "${(@q)@}" }'
    for prefix, found in (("--k", ["-S '' -- --kind=", "-- --keep"]), ("--kind=", ["-- --kind=green --kind=red"]), ("fi", ["files"])):
        program = f"{ANSWERS}\n{shown}\n{script('t', 'zsh')}\nPREFIX={prefix} _t"
        lines = subprocess.run(["zsh", "-f", "-c", program], capture_output=True, text=True, check=True).stdout.splitlines()
        assert [line.strip() for line in lines if line.strip() not in ("--", "-S '' --")] == found


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_is_offered_flags_and_values():
    from tfir.cli.completion import script

    answers = "function t; switch $argv[2]; case '--kind=*'; printf '%s\\n' --kind=green --kind=red; case '--k*'; printf '%s\\n' --kind=; end; end"
    for line, found in (("t --k", ["--kind="]), ("t --kind=", ["--kind=green", "--kind=red"])):
        program = f"{answers}\n{script('t', 'fish')}\ncomplete -C '{line}'"
        assert subprocess.run(["fish", "--no-config", "-c", program], capture_output=True, text=True, check=True).stdout.split() == found
