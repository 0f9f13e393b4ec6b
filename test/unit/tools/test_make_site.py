"""The site and the manual pages: what they are made of is what --help shows, and no link leads nowhere."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "tools"))
import make_site  # noqa: E402
import man_pages  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("site") / "site"
    make_site.make_pages(made, ["chlo"])
    return made


def test_every_link_leads_to_a_page_or_to_a_file_of_the_repository(folder):
    pages = folder / "pages"
    for path in pages.rglob("*.md"):
        for target, _ in make_site.LINK.findall(path.read_text()):
            assert (path.parent / target).exists(), (path.relative_to(pages), target)
        for target in re.findall(re.escape(make_site.SOURCES) + r"([^)#\s]+)", path.read_text()):
            assert (ROOT / target).exists(), (path.relative_to(pages), target)


def test_each_page_is_in_the_navigation(folder):
    listed = set(re.findall(r"[\w/.-]+\.md", (folder / "mkdocs.yml").read_text()))
    assert listed == {path.relative_to(folder / "pages").as_posix() for path in (folder / "pages").rglob("*.md")}


def test_the_reference_has_what_there_is(folder):
    reference = folder / "pages" / "reference"
    passes = (reference / "passes.md").read_text()
    assert "## --canonicalize" in passes and "- `region-simplify=disabled|normal|aggressive`: " in passes
    assert "`--constants=FILE`" in (reference / "tf-run.md").read_text()
    assert "### Module.run_passes" in (reference / "python.md").read_text() and "## tfir.load" in (reference / "python.md").read_text()
    assert "- To StableHLO: arithmetic, by chlo-legalize-to-stablehlo." in (reference / "dialects" / "chlo.md").read_text()


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="MkDocs is not installed")
def test_the_site_is_built(folder):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and (folder / "site" / "index.html").exists(), done.stderr


@pytest.mark.parametrize("command", list(man_pages.COMMANDS))
def test_manual_pages_have_all_flags(command, tmp_path):
    page = man_pages.page(command)
    for flag in man_pages.flags_of(man_pages.tool_of(command)):
        assert man_pages.escaped(f"--{flag.name}") in page and man_pages.escaped(man_pages.told_of(flag)) in page
    assert page.startswith(f'.TH "{command.upper()}" 1') and page.count(".SH ") >= 6
    if shutil.which("groff"):
        shown = subprocess.run(["groff", "-man", "-Tascii", "-P-cbou"], input=page, capture_output=True, text=True, check=True)
        assert not shown.stderr and f"{command} - " in shown.stdout and "--version" not in shown.stdout


def test_manual_pages_need_nothing_that_is_installed(tmp_path):
    """As where the package is built. A line that would begin with a request of roff's begins with nothing instead."""
    subprocess.run([sys.executable, "-I", "-S", ROOT / "tools" / "man_pages.py", ROOT / "src", tmp_path], check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tf-opt.1", "tf-run.1", "tf-translate.1"]
    assert man_pages.escaped(".a\n'b") == "\\&.a\n\\&'b" and man_pages.escaped("a\\-b") == "a\\e\\-b"
