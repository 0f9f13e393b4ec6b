"""Command lines: what they come to, that click and the reading without it agree, and what is said of wrong ones."""

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from tfir.cli.flags import Flag, read
from tfir.cli.process import USAGE
from tfir.cli.tool import Tool

FLAGS = [
    Flag("output", "Where.", "FILE", "-", short="o"),
    Flag("count", "How many.", "N", type=int),
    Flag("marker", "Optional.", "[TEXT]", bare="---"),
    Flag("name", "Many.", "NAME", many=True, also=("called",)),
    Flag("kind", "One of.", "KIND", choices=("red", "green")),
    Flag("sizes", "A list.", "[A,B]", type=lambda text: [int(each) for each in text.split(",")] if text else [], many=True),
    Flag("quiet", "A switch."),
    Flag("arrays", "Files.", "FILE", endings=(".npz", ".npy")),
    Flag("loud", "On unless told.", default=True),
]
PASSES = ("cse", "canonicalize", "symbol-dce")


def passes():
    return [Flag(name, f"Does {name}.", "[OPTIONS]", many=True) for name in PASSES]


def tool(action=lambda arguments: 0, **options):
    options = {"max_files": 2, "is_dynamic": PASSES.__contains__, "dynamic_flags": passes, "dynamic_key": "pass"} | options
    return Tool("t", "Does things.", "[FILE]", FLAGS, action, **options)


def by_click(argv):
    """What click reads; None where it refuses."""
    taken = []
    status = CliRunner().invoke(tool(taken.append).command, argv).exit_code
    return taken[0] if status == 0 and taken else None


def both(*argv):
    """The arguments, read in both ways."""
    fast, by_library = read(tool(), list(argv)), by_click(list(argv))
    assert vars(fast) == vars(by_library)
    return fast


def test_defaults():
    assert vars(both()) == {"output": "-", "count": None, "marker": None, "name": [], "kind": None, "sizes": [], "arrays": None, "quiet": False,
                            "loud": True, "files": [], "order": []}  # fmt: skip


@pytest.mark.parametrize("argv", [["--count=3"], ["--count", "3"], ["-count=3"], ["-count", "3"]])
def test_spellings_of_a_value(argv):
    assert both(*argv).count == 3


def test_switches_and_optional_values():
    assert both("--quiet").quiet and not both("--quiet=false").quiet and not both("--loud=no").loud
    assert both("--marker").marker == "---" and both("--marker=x").marker == "x" and both("--marker=").marker == ""
    assert both("--marker", "file").files == ["file"]


def test_files_a_lone_dash_and_the_end_of_flags():
    assert both("a", "-").files == ["a", "-"]
    assert both("--", "--quiet").files == ["--quiet"]
    assert both("--name=a", "--called", "b").name == ["a", "b"]
    assert both("-o", "x").output == "x" and both("-o", "-x").output == "-x"


def test_the_order_of_flags_is_kept():
    result = both("--name=a", "--cse", "--quiet", "--canonicalize=x=1", "-cse=", "--name=b")
    assert result.order == [
        ("name", "a"),
        ("pass", ("cse", "")),
        ("quiet", True),
        ("pass", ("canonicalize", "x=1")),
        ("pass", ("cse", "")),
        ("name", "b"),
    ]


WORDS = [*[f"{dashes}{name}" for dashes in ("-", "--") for name in ("output", "o", "count", "marker", "name", "called", "kind", "sizes", "quiet", "loud",
         *PASSES, "colour", "")], "-", "file", "3", "red", "true", "a b", "=", "é"]  # fmt: skip
VALUES = ["", "=", "=3", "=red", "=blue", "=true", "=OFF", "=x=1", "=1,2", "=,", "= ", "=-1"]


@settings(deadline=None)
@given(st.lists(st.builds(str.__add__, st.sampled_from(WORDS), st.sampled_from(VALUES)), max_size=6))
def test_click_and_the_reading_without_it_agree(argv):
    fast = read(tool(), argv)
    if fast is not None:
        assert vars(fast) == vars(by_click(argv))


@pytest.mark.parametrize("argv, message", [
    (["--cuont=3"], "No such option --cuont Did you mean --count?"),
    (["--canonicalise"], "Did you mean --canonicalize?"),
    (["--count=x"], "x is not a valid integer"),
    (["--sizes=1,x"], "Invalid value for --sizes: 1,x: expected A,B"),
    (["--count"], "Option --count requires an argument"),
    (["--kind=gren"], "gren is not one of red, green; did you mean green?"),
    (["--quiet=perhaps"], "perhaps is neither true nor false"),
    (["--arrays="], "expected a name"),
    (["-o", ""], "expected a name"),
    (["a", "b", "c"], "unexpected argument c"),
    (["--cse", "a", "--canonicalize", "x=1", "b"], "unexpected argument b"),
    (["a", "b", "--canonicalize", "x=1"], "unexpected argument x=1; did you mean --canonicalize=x=1?"),
])  # fmt: skip
def test_a_wrong_command_line_exits_with_2(argv, message, capsys):
    assert read(tool(), argv) is None and tool().main(argv) == USAGE
    said = capsys.readouterr().err
    plain = said.replace("'", "").replace("option:", "option").replace(". Did", " Did")  # as versions of click differ
    assert said.startswith("t: error: ") and message in plain and said.endswith("Try 't --help'.\n")


def test_help(capsys):
    assert tool().main(["--help"]) == 0
    said = capsys.readouterr().out
    for line in ("Usage: t [FILE]", "Does things.", "-o, --output=FILE", "--count=N", "--marker[=TEXT]", "-h, --help", "--help-all"):
        assert line in said
    assert "--version" not in said and "--cse" not in said


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_help_fits_the_terminal(columns, monkeypatch, capsys):
    """And what a flag does has at least half of it, however long flags are."""
    monkeypatch.setenv("COLUMNS", str(columns))
    flags = [Flag("a-flag-of-a-long-name", "Does a thing. " * 20, "VALUE|ANOTHER VALUE"), Flag("short", "Does a thing. " * 20)]
    assert Tool("t", "Does.", "", flags, lambda arguments: 0).main(["--help"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "Does a thing" in line]
    assert max(map(len, lines)) <= columns and len(lines[1].strip()) >= columns * 0.4
    assert len({line.index("Does a thing.") for line in lines if line.strip().startswith("Does a thing.")}) == 1


def test_rare_flags_stand_in_the_whole_help_only(capsys):
    flags = [Flag("often", "Used."), Flag("seldom", "Not used.", rare=True), Flag("never", hidden=True)]
    sparse = Tool("t", "Does.", "", flags, lambda arguments: 0, more_help=lambda: "And more.\n")
    assert sparse.main(["--help"]) == 0
    brief = capsys.readouterr().out
    assert sparse.main(["--help-all"]) == 0
    whole = capsys.readouterr().out
    assert "--often" in brief and "--seldom" not in brief and "And more." not in brief
    assert "--often" in whole and "--seldom" in whole and "--never" not in whole and whole.endswith("And more.\n")


def completions(monkeypatch, capsys, shell: str, line: str) -> list[str]:
    """What a shell is offered for the last word of a line. bash takes words apart at `=`, the others don't."""
    words = line.split(" ")
    if shell == "bash":
        words = [part for word in words for part in word.replace("=", " = ").replace("@", " @ ").split(" ") if part or not word]
    monkeypatch.setenv("_T_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(words[:-1] if shell == "fish" else words))
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
    assert tool().main([]) == 0
    said = capsys.readouterr().out.split("\n")
    monkeypatch.delenv("_T_COMPLETE")
    if shell == "zsh":
        return sorted(word for word in said[1::3] if word)
    return sorted(line.partition(",")[2].partition("\t")[0] for line in said if line)


@pytest.mark.parametrize("line, offered", [
    ("t --co", ["--completion", "--count"]),
    ("t -co", ["--completion", "--count"]),
    ("t --qu", ["--quiet"]),
    ("t --ca", ["--called", "--canonicalize"]),
    ("t --kind=", ["--kind=green", "--kind=red"]),
    ("t --quiet --kind=r", ["--kind=red"]),
    ("t --kind r", ["red"]),
    ("t --quiet=", ["--quiet=false", "--quiet=true"]),
    ("t --count=", []),
])  # fmt: skip
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_is_offered(shell, line, offered, monkeypatch, capsys):
    expected = [word.partition("=")[2] or word for word in offered] if shell == "bash" else offered
    assert completions(monkeypatch, capsys, shell, line) == expected


@pytest.mark.parametrize("line, offered", [
    ("t --arrays=@", ["@a.npz", "@in/b.npy"]), ("t --arrays=x=@in", ["x=@in/b.npy"]), ("t --arrays=@in/", ["@in/b.npy"]), ("t --arrays=", ["a.npz", "in/b.npy"]),
    ("t --arrays=@no", []),
])  # fmt: skip
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_files_of_the_kinds_that_a_flag_takes(shell, line, offered, monkeypatch, capsys, tmp_path):
    """Those in folders of this one too, but no others."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for name in ("a.npz", "a.txt", ".b.npz", "in/b.npy", "in/model.pb"):
        (tmp_path / name).touch()
    behind = "@" if "@" in line else "="
    expected = [word.rpartition(behind)[2] for word in offered] if shell == "bash" else [f"--arrays={word}" for word in offered]
    assert completions(monkeypatch, capsys, shell, line) == expected


@pytest.mark.parametrize("shell, goes_on", [("bash", "compopt -o nospace"), ("zsh", "compadd -U -S '' -V unsorted -a open"), ("fish", "")])
def test_scripts_for_shells(shell, goes_on, capsys):
    """`goes_on`: what leaves out the blank behind a word that ends in `=`, which fish does by itself."""
    assert tool().main([f"--completion={shell}"]) == 0
    script = capsys.readouterr().out
    assert f"_T_COMPLETE={shell}_complete" in script and goes_on in script
