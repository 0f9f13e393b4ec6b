"""Pipelines as text: `builtin.module(func.func(cse,canonicalize{max-iterations=3}))`, and named ones from files.

The grammar is that of MLIR's `--pass-pipeline`. An anchor around passes may be left out, since each pass knows what it works
on. In a file, line ends separate passes as commas do, and `#` begins the reason for the line's place.
"""

from __future__ import annotations

import os

from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.patterns import compiled

from tfopt.pipeline import discovery

FOLDER = os.path.join(discovery.HOME, "pipelines")
NAME = compiled(r"[A-Za-z_][\w.-]*")
SPACE = compiled(r"(?:\s|#[^\n]*)*")
OPTION = compiled(r"\s*([A-Za-z][\w-]*)(=?)")


class Step:
    """One pass with the keyword arguments that it runs with. `at` is where it is named."""

    __slots__ = ("run", "keywords", "at")

    def __init__(self, run: discovery.Pass, keywords: dict, at=None):
        self.run, self.keywords, self.at = run, keywords, at

    def __str__(self):
        given = " ".join(f"{name.replace('_', '-')}={value_text(value)}" for name, value in self.keywords.items())
        return self.run.name + (f"{{{given}}}" if given else "")


class Nest:
    """Steps that run, all of them, on one op of the anchor's kind after the other."""

    __slots__ = ("anchor", "steps")

    def __init__(self, anchor: str, steps: list):
        self.anchor, self.steps = anchor, steps

    def __str__(self):
        return f"{self.anchor}({','.join(map(str, self.steps))})"


def value_text(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{','.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def steps_in(pipeline):
    """All steps of a pipeline in order, whatever their nesting."""
    for part in pipeline:
        if isinstance(part, Nest):
            yield from steps_in(part.steps)
        else:
            yield part


def described(pipeline) -> str:
    """A pipeline as MLIR spells it: anchored, every option with its value."""
    if len(pipeline) == 1 and isinstance(pipeline[0], Nest) and pipeline[0].anchor == "builtin.module":
        return f"builtin.module({','.join([described_part(part, pipeline[0].anchor) for part in pipeline[0].steps])})"
    return f"builtin.module({','.join([described_part(part, 'builtin.module') for part in pipeline])})"


def described_part(part, anchor: str) -> str:
    """One part of a pipeline that runs on ops of the anchor's kind. A pass for another kind of op gets its anchor around it."""
    if isinstance(part, Nest):
        return f"{part.anchor}({','.join([described_part(inner, part.anchor) for inner in part.steps])})"
    options = {name: option.default for name, option in part.run.options.items() if option.default is not None}
    options |= {name.replace("_", "-"): value for name, value in part.keywords.items()}
    given = " ".join([f"{name}={option_text(value)}" for name, value in options.items()])
    text = part.run.name + (f"{{{given}}}" if given else "")
    anchors = part.run.anchors
    return text if anchors is None or anchor in anchors or len(anchors) > 1 else f"{anchors[0]}({text})"


def option_text(value) -> str:
    text = value_text(value)
    return f"'{text}'" if text == "" or any(c.isspace() or c in "{}" for c in text) else text


def parse_pipeline(text: str, name: str = "--pass-pipeline") -> list:
    """The steps and nests that the text describes. Raises `Error` at the place in the text that is wrong."""
    reader = Reader(Source(name, text), lines_separate=False)
    return reader.whole()


def parse_step(name: str, options: str | None) -> Step:
    """A step from a flag: the pass's name and the text of its options."""
    run = discovery.load(name)
    source = Source(f"--{name}", options or "")
    given, at = Reader(source, lines_separate=False).options_until_end() if options else ({}, {})
    return Step(run, keywords_of(run, given, at))


def named_pipelines() -> dict[str, str]:
    """Named pipelines: name -> path of its file."""
    listed = sorted(os.listdir(FOLDER)) if os.path.isdir(FOLDER) else []
    return {file[: -len(".txt")]: os.path.join(FOLDER, file) for file in listed if file.endswith(".txt")}


def load_pipeline(name: str) -> list:
    known = named_pipelines()
    if name not in known:
        from tfir.ir.suggestion import did_you_mean

        raise Error(f"unknown pipeline '{name}' (there are {', '.join(known)}){did_you_mean(name, known)}")
    with open(known[name], encoding="utf-8") as file:
        return Reader(Source(os.path.basename(known[name]), file.read()), lines_separate=True).whole()


def keywords_of(run: discovery.Pass, given: dict, at: dict) -> dict:
    try:
        return run.keywords(given)
    except ValueError as error:
        raise Error(error.args[0], at.get(error.args[1])) from None


class Reader:
    """Reads a pipeline's text from left to right."""

    def __init__(self, source: Source, lines_separate: bool):
        self.source, self.text, self.at, self.lines_separate = source, source.text, 0, lines_separate

    def error(self, message: str, at: int | None = None) -> Error:
        return Error(message, self.source.base + (self.at if at is None else at))

    def skip_space(self) -> bool:
        """Moves over white space and comments; whether a line ended among them."""
        match = SPACE.match(self.text, self.at)
        self.at = match.end()
        return "\n" in match[0]

    def accept(self, character: str) -> bool:
        self.skip_space()
        if self.text.startswith(character, self.at):
            self.at += 1
            return True
        return False

    def follows(self, character: str) -> bool:
        """Accepts a character that stands right here: after white space another line may begin."""
        found = self.text.startswith(character, self.at)
        self.at += found
        return found

    def whole(self) -> list:
        parts = self.parts(end="")
        if self.at < len(self.text):
            raise self.error(f"expected ',' or the end of the pipeline, found '{self.text[self.at]}'")
        return parts

    def parts(self, end: str) -> list:
        """Steps and nests up to `end`: a closing parenthesis, or the end of the text."""
        found = []
        self.skip_space()
        while self.at < len(self.text) and not (end and self.text.startswith(end, self.at)):
            found.append(self.part())
            line_ended = self.skip_space()
            if not self.accept(",") and not (self.lines_separate and line_ended):
                break
            self.skip_space()
        return found

    def part(self):
        match = NAME.match(self.text, self.at)
        if match is None:
            raise self.error("expected the name of a pass or of an op to run passes on")
        start, self.at = self.at, match.end()
        if self.follows("("):
            inner = self.parts(end=")")
            if not self.accept(")"):
                raise self.error(f"expected ',' or ')' to end the passes of '{match[0]}'")
            return Nest(self._anchor(match[0], start), inner)
        run = discovery.load(match[0], self.source.base + start)
        given, at = self.options() if self.follows("{") else ({}, {})
        return Step(run, keywords_of(run, given, at), self.source.base + start)

    def _anchor(self, name: str, start: int) -> str:
        """The op that passes run on; `any` is whatever they are given."""
        from tfir.dialects import dialect, lookup

        if name == "any" or lookup(name) is not None:
            return name
        from tfir.ir.suggestion import did_you_mean

        prefix = name.partition(".")[0]
        home = dialect(prefix)
        known = [f"{prefix}.{local}" for local in home.table] if home is not None else [op for ops in discovery.ANCHORS.values() for op in ops or ()]
        raise self.error(f"passes are to run on '{name}', which is no op{did_you_mean(name, known)}", start)

    def options(self) -> tuple[dict, dict]:
        found = self.options_until_end()
        if not self.accept("}"):
            raise self.error("expected '}' to end the options")
        return found

    def options_until_end(self) -> tuple[dict, dict]:
        """`name=value name=value`: the texts by name, and where each stands."""
        given, places = {}, {}
        while (match := OPTION.match(self.text, self.at)) is not None:
            places[match[1]] = self.source.base + match.start(1)
            self.at = match.end()
            given[match[1]] = self.option_value() if match[2] else None
        self.skip_space()
        return given, places

    def option_value(self) -> str:
        """A value up to the next space or brace outside quotes and brackets; quotes around all of it are taken off."""
        quote = self.text[self.at : self.at + 1]
        if quote and quote in "'\"":
            end = self.text.find(quote, self.at + 1)
            if end < 0:
                raise self.error("this quote is not closed")
            start, self.at = self.at + 1, end + 1
            return self.text[start:end]
        start, depth = self.at, 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if depth == 0 and (character.isspace() or character == "}"):
                break
            depth += (character in "[{(") - (character in "]})")
            self.at += 1
        return self.text[start : self.at]
