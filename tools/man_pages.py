"""Writes the manual pages of the three commands, of the declarations that --help shows: flags, passes, pipelines, devices, examples.

    python tools/man_pages.py SOURCES FOLDER

SOURCES is the folder `src`; FOLDER gets tf-opt.1, tf-run.1 and tf-translate.1, which the build of the package puts into share/man/man1.
It needs nothing that is installed.
"""

from __future__ import annotations

import os
import pathlib
import sys
from importlib import import_module

COMMANDS = {"tf-opt": "tfopt", "tf-run": "tfrun", "tf-translate": "tftranslate"}
STATUS = (
    (0, "All went well."), (1, "Something in the input is wrong, or results are not those that were expected."), (2, "The command line is wrong."),
    (70, "A defect of the tool itself; TFIR_TRACEBACK=1 shows the calls."), (130, "Interrupted."), (141, "The reader of the output went away."),
)  # fmt: skip


def tool_of(command: str):
    return import_module(f"{COMMANDS[command]}.main").TOOL


def escaped(text: str) -> str:
    """Text as roff prints it: backslashes and dashes as they are, no request at the beginning of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join([f"\\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n")])


def spelled(flag) -> str:
    """`-o, --output=FILE`, as --help spells a flag."""
    names = [f"-{name}" if len(name) == 1 else f"--{name}" for name in (*(flag.short or ""), flag.name)]
    value = "" if flag.is_switch else f"={flag.metavar}" if flag.takes_next else f"[={flag.metavar.strip('[]')}]"
    return ", ".join(names) + value


def told_of(flag) -> str:
    """What a flag is for, its choices where its value does not list them, and its other names."""
    value = "" if flag.is_switch else flag.metavar
    choices = f" One of {', '.join(flag.choices)}." if flag.choices and not all([choice in value for choice in flag.choices]) else ""
    others = f" Also --{', --'.join(flag.also)}." if flag.also else ""
    return flag.help + choices + others


def flags_of(tool) -> list:
    return [flag for flag in tool.flags if not flag.hidden]


def epilog_of(tool) -> str:
    return tool.epilog() if callable(tool.epilog) else tool.epilog


def listed() -> dict:
    """What there is of passes and pipelines."""
    from tfopt.pipeline.listing import facts

    return facts()


def tagged(title: str, text: str) -> list[str]:
    return [".TP", f"\\fB{escaped(title)}\\fR", escaped(text)]


def literal(text: str) -> list[str]:
    """Text whose lines stay."""
    return [".nf", escaped(text.strip("\n")), ".fi"]


def of_passes() -> list[str]:
    told = listed()
    lines = [".SH PASSES"]
    for each in told["passes"]:
        lines += tagged(f"--{each['name']}", each["summary"])
        for option in each["options"]:
            kind = "|\\:".join(map(escaped, option["choices"])) if "choices" in option else option["kind"]  # a line may break behind each
            default = f" [{option['default']}]" if option["default"] else ""
            lines += [".br", f"\\fI{escaped(option['name'])}\\fR={kind}: {escaped(option['description'] + default)}"]
    lines.append(".SH PIPELINES")
    for each in told["pipelines"]:
        lines += tagged(f"--pipeline={each['name']}", each["summary"])
    return lines


def page(command: str) -> str:
    tool = tool_of(command)
    lines = [f'.TH "{command.upper()}" 1 "" "tfir" "User Commands"', ".ad l", ".nh", ".SH NAME", f"{escaped(command)} \\- {escaped(tool.summary)}",
             ".SH SYNOPSIS", f".B {escaped(command)}", escaped(tool.usage), ".SH OPTIONS"]  # fmt: skip
    for flag in flags_of(tool):
        lines += tagged(spelled(flag), told_of(flag))
    lines += of_passes() if command == "tf-opt" else []
    lines += [".SH EXAMPLES AND MORE", *literal(epilog_of(tool)), ".SH EXIT STATUS"]
    for number, text in STATUS:
        lines += tagged(str(number), text)
    others = [f"{escaped(other)}(1)" for other in COMMANDS if other != command]
    return "\n".join([*lines, ".SH SEE ALSO", ", ".join(others)]) + "\n"


def main(sources: str, folder: str) -> None:
    sys.path[:0] = [sources, os.path.join(sources, "common")]
    for command in COMMANDS:
        pathlib.Path(folder, f"{command}.1").write_text(page(command), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
