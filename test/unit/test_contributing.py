"""The walks of CONTRIBUTING.md and of docs/tutorial.md are gone as they stand there, each on a copy of the sources.

"New file `PATH`:" and "Add to `PATH`:" in front of a block write files, the latter at the end or behind the line that "after `LINE`" names.
Blocks of shell run, and the sentence behind them says in spans of code what they print ("It prints .."), or do not ("No ..").
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = {"tf-opt": "tfopt", "tf-run": "tfrun", "tf-translate": "tftranslate"}
BLOCK = re.compile(r"(?:^(New file|Add to) `([^`]+)`(?: after `([^`]+)`)?:\n\n)?^```(\w+)\n(.*?)^```\n", re.M | re.DOTALL)
SAYS = re.compile(r"\s*(?:It (?P<prints>prints|says)|No) (?P<what>(?:[^.`]|`[^`]+`)*)")


def walks(name: str) -> list[tuple[str, str]]:
    """The sections of a document that have something to run: their titles and texts."""
    sections = re.split(r"^## ", (ROOT / name).read_text(), flags=re.M)[1:]
    return [(section.partition("\n")[0], section) for section in sections if "```sh" in section]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of what is ours, and the three commands that run it."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("src", "tools", "test", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "Output", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder)
    (folder / "bin").mkdir()
    for tool, package in TOOLS.items():
        path = folder / "bin" / tool
        path.write_text(f"#!{sys.executable}\nfrom {package}.main import main\nmain()\n")
        path.chmod(0o755)
    return folder


def stamps(tree: Path) -> dict[Path, tuple[int, int]]:
    """When each file was written, and how long it is; bytecode aside."""
    files = [Path(folder, name) for folder, _, names in os.walk(tree) if not folder.endswith("__pycache__") for name in names]
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


@pytest.fixture
def checkout(tree):
    """The copy, from which what a walk has written is taken back behind it. What Python has compiled of the rest is there for the next walk."""
    before = stamps(tree)
    yield tree
    for path, stamp in stamps(tree).items():
        if path not in before:
            path.unlink()
        elif stamp != before[path]:
            shutil.copy2(ROOT / path.relative_to(tree), path)
    assert stamps(tree) == before


def environment(checkout: Path) -> dict[str, str]:
    paths = os.pathsep.join([str(checkout / "src" / "common"), str(checkout / "src")])
    scripts = os.pathsep.join([str(checkout / "bin"), os.path.dirname(sys.executable), os.environ["PATH"]])
    return os.environ | {"PYTHONPATH": paths, "PATH": scripts, "TFIR_TRACEBACK": "1"}


def go(checkout: Path, text: str, runs: bool = True) -> None:
    for block in BLOCK.finditer(text):
        what, path, line, kind, body = block.groups()
        if kind == "sh":
            if not runs:
                continue
            done = subprocess.run(["sh", "-ec", body], cwd=checkout, env=environment(checkout), capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
            said = SAYS.match(text, block.end())
            assert said, f"nothing is said of what this prints: {body}"
            for span in re.findall(r"`([^`]+)`", said["what"]):
                assert (span in done.stdout + done.stderr) == bool(said["prints"]), f"{body}\n{done.stdout}{done.stderr}"
        elif what is not None:
            write(checkout / path, body, what == "New file", line)


def write(path: Path, body: str, is_new: bool, line: str | None) -> None:
    assert path.exists() != is_new, path
    if is_new:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)
        return
    text = path.read_text()
    if line is None:
        path.write_text(f"{text.rstrip()}\n{chr(10) * 2 if path.suffix == '.py' else ''}{body}")
    else:
        assert text.count(line + "\n") == 1, line
        path.write_text(text.replace(line + "\n", f"{line}\n{body}"))


WALKS = {title: text for name in ("CONTRIBUTING.md", "docs/tutorial.md") for title, text in walks(name)}


@pytest.mark.parametrize("title", WALKS)
def test_a_walk(title, checkout):
    go(checkout, WALKS[title])


def test_what_all_walks_leave_keeps_to_the_rules_of_the_tree(checkout):
    for text in WALKS.values():
        go(checkout, text, runs=False)
    written = [path for text in WALKS.values() for what, path, *_ in BLOCK.findall(text) if what and path.startswith("src/")]
    rooms = {re.sub(r"^src/(common/)?", "", str(Path(path).parent)).replace("/", ".") for path in written if path.endswith(".py")}
    # Of tests for each room those of rooms that the walks write in; of others those that ask something of passes and lists, and read no file.
    of_them = " or ".join([f"[{room}]" for room in sorted(rooms)])
    house = ["-m", "pytest", "test/unit/test_house.py", "-k", f"{of_them} or every_pass or every_option or lists_of_ops"]
    types = [
        "-m",
        "mypy",
        "--follow-imports=skip",
        *[path for path in written if path.endswith(".py")],
    ]  # of all together it takes a minute
    commands = [["tools/op_lists.py"], house, *([types] if find_spec("mypy") else [])]
    for command in commands:
        done = subprocess.run([sys.executable, *command], cwd=checkout, env=environment(checkout), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
