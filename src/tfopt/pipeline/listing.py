"""The text of `tf-opt --list-passes`: every pass with its summary and options, every named pipeline. No pass is imported."""

from __future__ import annotations

import ast
import os
from functools import lru_cache
from importlib.util import find_spec

from tfopt.pipeline import discovery
from tfopt.pipeline.description import named_pipelines, value_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHARED = "(and the options of every pass on {}, below)"


def listing() -> str:
    lines = ["Passes:"]
    views: dict[str, str] = {}
    for name, path in sorted(discovery.files().items()):
        lines.append(f"  --{name:40} {discovery.summary(path)}")
        lines += shown(options(path, name.replace("-", "_")))
        if view := view_of(path, name.replace("-", "_")):
            views.setdefault(view, title_of(view))
            lines.append(f"      {SHARED.format(views[view])}")
    for view, title in views.items():
        lines += ["", f"Options of every pass on {title}:", *shown(options(view, "__init__"))]
    lines += ["", "Pipelines:"]
    lines += [f"  --pipeline={name:31} {pipeline_summary(path)}" for name, path in named_pipelines().items()]
    return "\n".join(lines) + "\n"


def facts() -> dict[str, Any]:
    """The same for programs."""
    passes = []
    for name, path in sorted(discovery.files().items()):
        view = view_of(path, name.replace("-", "_"))
        every = [*options(path, name.replace("-", "_")), *([] if view is None else options(view, "__init__"))]
        passes.append({"name": name, "summary": discovery.summary(path), "options": list(map(option_facts, every))})
    return {"passes": passes, "pipelines": [{"name": name, "summary": pipeline_summary(path)} for name, path in named_pipelines().items()]}


def option_facts(option: tuple[str, str, str]) -> dict[str, Any]:
    spelled, says, default = option
    name, _, kind = spelled.partition("=")
    return {
        "name": name,
        **({"choices": kind.split("|")} if "|" in kind else {"kind": kind}),
        "default": default or None,
        "description": says,
    }


def view_of(path: str, function: str) -> str | None:
    """The file of the class that a pass is anchored on, where the anchor is a view of an op and not a kind of op."""
    tree = parsed(path)
    anchor = discovery.word_of(getattr(function_in(tree, function).args.args[0].annotation, "value", None))
    for node in tree.body if anchor not in discovery.ANCHORS else ():
        if isinstance(node, ast.ImportFrom) and node.module and any([alias.name == anchor for alias in node.names]):
            spec = find_spec(node.module)
            return None if spec is None else spec.origin
    return None


def title_of(path: str) -> str:
    """The `TITLE` in the file of a view."""
    return str(ast.literal_eval(constants_in(parsed(path))["TITLE"]))


@lru_cache(maxsize=4)  # each file is asked for three things, and its room's for one, one after the other
def parsed(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


def function_in(tree: ast.Module, name: str) -> ast.FunctionDef:
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)


def constants_in(tree: ast.Module) -> dict[str, ast.expr]:
    pairs = [(node.targets[0], node.value) for node in tree.body if isinstance(node, ast.Assign)]
    pairs += [(node.target, node.value) for node in tree.body if isinstance(node, ast.AnnAssign) and node.value is not None]
    return {target.id: value for target, value in pairs if isinstance(target, ast.Name)}


def shown(options: list[tuple[str, str, str]]) -> list[str]:
    width = max([len(spelled) for spelled, _, _ in options if len(spelled) <= 38], default=0)
    return [f"      {spelled:{width}}  {says}{f' [{default}]' if default else ''}" for spelled, says, default in options]


def options(path: str, function: str) -> list[tuple[str, str, str]]:
    """(`name=KIND`, its purpose, its default as text) for each keyword-only parameter of a function in a file that is not imported."""
    tree = parsed(path)
    definition, constants = function_in(tree, function), constants_in(tree)
    says = told_in(os.path.join(os.path.dirname(path), "__init__.py")) | told_in(path)
    pairs = zip(definition.args.kwonlyargs, definition.args.kw_defaults)
    return [described(argument, default, says, constants) for argument, default in pairs if argument.arg != "input_shapes"]


def told_in(path: str) -> dict[str, str]:
    """The descriptions of options in a file's `OPTIONS`; in a room's own file, of those that several of its passes have."""
    told = constants_in(parsed(path)).get("OPTIONS") if os.path.exists(path) else None
    return {} if told is None else ast.literal_eval(told)


def described(argument: ast.arg, default: ast.expr | None, says: dict[str, str], constants: dict[str, ast.expr]) -> tuple[str, str, str]:
    name, annotation = discovery.dashed(argument.arg), argument.annotation
    kind = str(annotation.value) if isinstance(annotation, ast.Constant) else ast.unparse(annotation) if annotation else "str"
    written = constants.get(getattr(default, "id", ""), default)
    value = None if written is None else ast.literal_eval(written)
    return f"{name}={discovery.kind_word(kind)}", says.get(name, ""), default_text(value)


def default_text(value: object) -> str:
    return "" if value in (None, "", ()) else ",".join(value) if isinstance(value, tuple) else value_text(value)


def pipeline_summary(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.readline().strip().lstrip("# ")
