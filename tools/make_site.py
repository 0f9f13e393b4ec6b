"""Makes the site of the documentation: README and docs as they are, and a reference of commands, passes, dialects and Python, made of the sources.

    python tools/make_site.py FOLDER            FOLDER/pages as Markdown with FOLDER/mkdocs.yml, and FOLDER/site of them by MkDocs (pip install '.[docs]')
    python tools/make_site.py FOLDER --pages    the former alone

MkDocs, since it takes the pages as they are; Sphinx would want an extension for Markdown, and its own markup for what that lacks.
"""

from __future__ import annotations

import argparse
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import man_pages
import op_reference
import tfir

ROOT = Path(__file__).resolve().parents[1]
SOURCES = "https://example.com/tfir/blob/main/"  # where links to files that are no pages lead
GUIDES = (  # in the order in which one would read them
    "tutorial.md", "guides/coming_from.md", "guides/shrink_a_graph.md", "guides/debug_a_number.md", "guides/why_no_fusion.md", "guides/port_to_vulkan.md",
    "guides/lit_in_ci.md",
)  # fmt: skip
BESIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\]\((?!https?:|#)([\w./-]+)(#[^)\s]*)?\)")


def relinked(text: str, home: Path, place: str) -> str:
    """A page whose links lead to pages of the site. `home` is its folder in the repository, `place` its name in the site."""
    depth = place.count("/")

    def link(match: re.Match) -> str:
        target = (home / match[1]).resolve().relative_to(ROOT).as_posix()
        name = BESIDE.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        return f"]({'../' * depth + name if name else SOURCES + target}{match[2] or ''})"

    return LINK.sub(link, text)


def copy_pages(folder: Path) -> None:
    for path in [*(ROOT / "docs").rglob("*.md"), *[ROOT / name for name in BESIDE]]:
        place = BESIDE.get(path.name) if path.parent == ROOT else path.relative_to(ROOT / "docs").as_posix()
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(relinked(path.read_text(encoding="utf-8"), path.parent, place), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "python.ipynb", folder)
    shutil.copytree(ROOT / "docs" / "charts", folder / "charts")


def command_page(command: str) -> str:
    tool = man_pages.tool_of(command)
    lines = [f"# {command}", "", tool.summary, "", f"    {command} {tool.usage}", ""]
    for flag in man_pages.flags_of(tool):
        lines += [f"`{man_pages.spelled(flag)}`", f":   {man_pages.told_of(flag)}", ""]
    return "\n".join([*lines, "```text", man_pages.epilog_of(tool).strip("\n"), "```", ""])


def passes_page() -> str:
    told = man_pages.listed()
    lines = ["# Passes", ""]
    for each in told["passes"]:
        lines += [f"## --{each['name']}", "", each["summary"], ""]
        for option in each["options"]:
            kind = "|".join(option["choices"]) if "choices" in option else option["kind"]
            default = f" Default: `{option['default']}`." if option["default"] else ""
            lines.append(f"- `{option['name']}={kind}`: {option['description']}{default}")
        lines.append("")
    lines += ["# Pipelines", "", *[f"- `--pipeline={each['name']}`: {each['summary']}" for each in told["pipelines"]], ""]
    return "\n".join(lines)


def python_page() -> str:
    """The names that `import tfir` offers, with what their docstrings say."""
    lines = ["# Python API", "", "Examples stand in [Python](../python.md).", ""]
    for name in sorted(tfir.__all__):
        thing = getattr(tfir, name)
        if not (inspect.isfunction(thing) or inspect.isclass(thing)):
            continue
        lines += [f"## tfir.{name}", "", *documented(name, thing)]
        for inner, method in sorted(vars(thing).items()) if inspect.isclass(thing) and thing.__module__.startswith("tfir.api") else ():
            function = method.fget if isinstance(method, property) else method
            if inspect.isfunction(function) and not inner.startswith("_"):
                lines += [f"### {name}.{inner}", "", *documented(inner, function)]
    return "\n".join(lines)


def documented(name: str, thing) -> list[str]:
    signature = f"    {name}{inspect.signature(thing)}" if inspect.isfunction(thing) else f"    class {name}"
    return [signature, "", inspect.getdoc(thing) or "", ""]


def configuration(folder: Path) -> str:
    """mkdocs.yml: guides first, then pages by their titles, then the reference."""
    lines = ["site_name: tfir", "docs_dir: pages", "site_dir: site", "theme: readthedocs", "markdown_extensions: [def_list, tables, fenced_code, toc]",
             "validation: {anchors: warn, unrecognized_links: warn}", "nav:", "  - Start: index.md", "  - Guides:"]  # fmt: skip
    lines += [f"      - {place}" for place in GUIDES]
    pages = folder / "pages"
    others = [path.relative_to(pages).as_posix() for path in sorted(pages.glob("*.md"))]
    lines += ["  - Pages:", *[f"      - {place}" for place in others if place not in ("index.md", *GUIDES)], "  - Reference:"]
    lines += [f"      - reference/{path.name}" for path in sorted((pages / "reference").glob("*.md"))]
    lines += [
        "  - Dialects:",
        *[f"      - reference/dialects/{path.name}" for path in sorted((pages / "reference" / "dialects").glob("*.md"))],
    ]
    return "\n".join(lines) + "\n"


def make_pages(folder: Path, dialects: list[str]) -> None:
    pages = folder / "pages"
    (pages / "reference").mkdir(parents=True)
    copy_pages(pages)
    for command in man_pages.COMMANDS:
        (pages / "reference" / f"{command}.md").write_text(command_page(command), encoding="utf-8")
    (pages / "reference" / "passes.md").write_text(passes_page(), encoding="utf-8")
    (pages / "reference" / "python.md").write_text(python_page(), encoding="utf-8")
    op_reference.write(pages / "reference" / "dialects", "markdown", dialects)
    (folder / "mkdocs.yml").write_text(configuration(folder), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    parser.add_argument("--pages", action="store_true", help="the pages alone")
    parser.add_argument("--dialects", nargs="*", default=[], help="only these in the reference")
    arguments = parser.parse_args()
    if arguments.folder.exists():
        parser.error(f"{arguments.folder} is there already")
    make_pages(arguments.folder, arguments.dialects)
    if not arguments.pages:
        sys.exit(subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-q"], cwd=arguments.folder, check=False).returncode)


if __name__ == "__main__":
    main()
