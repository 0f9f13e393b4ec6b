"""What `tf-opt --list-passes` shows: every pass with its summary and options, every named pipeline. Nothing is imported."""

from __future__ import annotations

import ast
import os

from tfopt.pipeline import discovery
from tfopt.pipeline.description import named_pipelines, value_text

ITEM = os.path.join(discovery.HOME, "grappler", "item.py")
SHARED = "(and the options of every pass on a graph with fetches, below)"


def listing() -> str:
    lines = ["Passes:"]
    for name, path in sorted(discovery.files().items()):
        lines.append(f"  --{name:40} {discovery.summary(path)}")
        lines += shown(options(path, name.replace("-", "_")))
        lines += [f"      {SHARED}"] * is_on_item(path)
    lines += ["", "Options of every pass on a graph with fetches:", *shown(options(ITEM, "__init__"))]
    lines += ["", "Pipelines:"]
    lines += [f"  --pipeline={name:31} {pipeline_summary(path)}" for name, path in named_pipelines().items()]
    return "\n".join(lines) + "\n"


def is_on_item(path: str) -> bool:
    with open(path, encoding="utf-8") as file:
        return '(item: "Item"' in file.read().replace("(\n    item", "(item")


def shown(found: list[tuple[str, str, str]]) -> list[str]:
    width = max([len(spelled) for spelled, _, _ in found if len(spelled) <= 38], default=0)
    return [f"      {spelled:{width}}  {says}{f' [{default}]' if default else ''}" for spelled, says, default in found]


def options(path: str, function: str) -> list[tuple[str, str, str]]:
    """(`name=KIND`, what it is for, its default as text) for each keyword-only parameter, from the text of a file."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    constants = {
        node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function)
    says = ast.literal_eval(constants["OPTIONS"]) if "OPTIONS" in constants else {}
    pairs = zip(found.args.kwonlyargs, found.args.kw_defaults)
    return [described(argument, default, says, constants) for argument, default in pairs if argument.arg != "input_shapes"]


def described(argument: ast.arg, default, says: dict[str, str], constants: dict) -> tuple[str, str, str]:
    name, annotation = argument.arg.replace("_", "-"), argument.annotation
    kind = annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)
    value = ast.literal_eval(constants.get(getattr(default, "id", ""), default))
    return f"{name}={discovery.kind_word(kind)}", says.get(name, ""), default_text(value)


def default_text(value) -> str:
    return "" if value in (None, "", ()) else ",".join(value) if isinstance(value, tuple) else value_text(value)


def pipeline_summary(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.readline().strip().lstrip("# ")
