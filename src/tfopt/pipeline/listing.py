"""What `tf-opt --list-passes` shows: every pass with its summary and options, every named pipeline. Nothing is imported."""

from __future__ import annotations

import ast

from tfopt.pipeline import discovery
from tfopt.pipeline.description import named_pipelines

QUOTE = "'"  # around the words of an option that is one of them


def listing() -> str:
    lines = ["Passes:"]
    for name, path in sorted(discovery.files().items()):
        lines.append(f"  --{name:40} {discovery.summary(path)}")
        lines += [f"      {option}" for option in options(path)]
    lines += ["", "Pipelines:"]
    lines += [f"  --pipeline={name:31} {pipeline_summary(path)}" for name, path in named_pipelines().items()]
    return "\n".join(lines) + "\n"


def options(path: str) -> list[str]:
    """`name : type = default` for each keyword-only parameter, from the text of the pass's file."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    stem = path.rpartition("/")[2].removesuffix(".py")
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == stem)
    pairs = zip(function.args.kwonlyargs, function.args.kw_defaults)
    return [option_line(argument, default) for argument, default in pairs if argument.arg != "input_shapes"]


def option_line(argument: ast.arg, default) -> str:
    kind = f" : {ast.unparse(argument.annotation).strip(QUOTE)}" if argument.annotation else ""
    value = f" = {ast.unparse(default)}" if default is not None else ""
    return f"{argument.arg.replace('_', '-')}{kind}{value}"


def pipeline_summary(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.readline().strip().lstrip("# ")
