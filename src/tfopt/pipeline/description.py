"""Pipelines as text: `builtin.module(func.func(cse,canonicalize{max-iterations=3}))`, and named ones from files.

The grammar is that of MLIR's `--pass-pipeline`. An anchor around passes may be left out, since each pass knows what it works
on. In a file, line ends separate passes as commas do, `#` begins the reason for the line's place, and a line `include NAME` stands for the
steps of another pipeline, or of a part of several in the folder `parts` beside it.
"""

from __future__ import annotations

import os

from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.startup.patterns import compiled

from tfopt.pipeline import discovery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    Part: TypeAlias = "Step | Nest"
    Pipeline: TypeAlias = Sequence[Part]

FOLDER = os.path.join(discovery.HOME, "pipelines")
NAME = compiled(r"[A-Za-z_][\w.-]*")
SPACE = compiled(r"(?:\s|#[^\n]*)*")
OPTION = compiled(r"\s*([A-Za-z][\w-]*)(=?)")
INCLUDE = compiled(r"include[ \t]+([\w-]+)")


class Step:
    """One pass with the keyword arguments that it runs with. `at` is where it is named. `needs` are dialects without which it does not run:
    a step of a pipeline is left out then, one that was asked for by itself says what it misses."""

    __slots__ = ("run", "keywords", "at")
    needs: tuple[str, ...] = ()

    def __init__(self, run: discovery.Pass, keywords: dict[str, Any], at: int | None = None):
        self.run, self.keywords, self.at = run, keywords, at

    def __str__(self) -> str:
        given = " ".join(f"{discovery.dashed(name)}={value_text(value)}" for name, value in self.keywords.items())
        return self.run.name + (f"{{{given}}}" if given else "")


class LazyStep(Step):
    """A step of one of our own pipelines, whose pass is loaded when it is first asked for: half of them are for dialects that a program has
    none of, and most of the time that a small program takes goes into loading."""

    __slots__ = ("name", "given", "needs")

    def __init__(self, name: str, given: dict[str, list[str | None]], at: int):
        self.name, self.given, self.at = name, given, at

    def __getattr__(self, attribute: str) -> Any:
        """Of `run`, `keywords` and `needs`, which are not there yet."""
        if attribute == "needs":
            self.needs = discovery.works_on(self.name)
        elif attribute in ("run", "keywords"):
            self.run = discovery.load(self.name)
            self.keywords = self.run.keywords(self.given)
        else:
            raise AttributeError(attribute)
        return getattr(self, attribute)


class Nest:
    """Steps that run, all of them, on one op of the anchor's kind after the other."""

    __slots__ = ("anchor", "steps")

    def __init__(self, anchor: str, steps: Pipeline):
        self.anchor, self.steps = anchor, steps

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.steps))})"


def value_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{{{','.join(map(str, value))}}}" if isinstance(value, tuple) else str(value)


def steps_in(pipeline: Pipeline) -> Iterator[Step]:
    """All steps of a pipeline in order, at any depth."""
    for part in pipeline:
        if isinstance(part, Nest):
            yield from steps_in(part.steps)
        else:
            yield part


def described(pipeline: Pipeline, in_lines: bool = False) -> str:
    """A pipeline as MLIR spells it: anchored, every option with its value; in one line, or a pass to a line."""
    first = pipeline[0] if len(pipeline) == 1 else None
    whole = first if isinstance(first, Nest) and first.anchor in ("builtin.module", "any") else Nest("builtin.module", pipeline)
    return described_nest(whole.anchor, whole.steps, "\n" if in_lines else "")


def described_nest(anchor: str, parts: Pipeline, line: str) -> str:
    """`line` is what begins a line at the nest's depth: a line end with blanks, or nothing where all is one line."""
    inside = line + "  " if line else ""
    return f"{anchor}({','.join([inside + described_part(part, anchor, inside) for part in parts])}{line})"


def described_part(part: Part, anchor: str, line: str) -> str:
    """One part of a pipeline that runs on ops of the anchor's kind. A pass for another kind of op gets its anchor around it."""
    if isinstance(part, Nest):
        return described_nest(part.anchor, part.steps, line)
    options = {name: option.default for name, option in part.run.options.items() if option.default is not None}
    options |= {discovery.dashed(name): value for name, value in part.keywords.items()}
    given = " ".join([f"{name}={option_text(value)}" for name, value in options.items()])
    text = part.run.name + (f"{{{given}}}" if given else "")
    anchors = part.run.anchors
    if anchors is None or anchor in anchors or len(anchors) > 1 or anchor == "any":
        return text
    inside = line + "  " if line else ""
    return f"{anchors[0]}({inside}{text}{line})"


def option_text(value: object) -> str:
    text = value_text(value)
    return f"{{{text}}}" if isinstance(value, str) and any([c.isspace() for c in text]) and not is_one_token(text) else text


def is_one_token(text: str) -> bool:
    """Whether blanks stand in brackets or quotes only, so that they end no value."""
    reader = Reader(Source("", text), lines_separate=False)
    reader.option_value()
    return reader.at == len(text) and text[:1] not in "'\"{"


def parse_pipeline(text: str, name: str = "--pass-pipeline") -> list[Part]:
    """The steps and nests that the text describes. Raises `Error` at the place in the text that is wrong."""
    reader = Reader(Source(name, text), lines_separate=False)
    return reader.whole()


def parse_step(name: str, options: str | None) -> Step:
    """A step from a flag: the pass's name and the text of its options."""
    run = discovery.load(name)
    reader = Reader(Source(f"--{name}", unwrapped((options or "").strip())), lines_separate=False)
    given, at = reader.options_until_end()
    if reader.at < len(reader.text):
        raise reader.error(f"expected options as in 'name=value name=value', found '{reader.text[reader.at]}'")
    return Step(run, keywords_of(run, given, at))


def named_pipelines() -> dict[str, str]:
    """Named pipelines: name -> path of its file. Our own, and those in the folders `pipelines` of other packages' rooms of passes."""
    added = [os.path.join(room.path, "pipelines") for room in discovery.added_rooms()]
    return {name: path for folder in (*reversed(added), FOLDER) for name, path in pipelines_in(folder).items()}


def pipelines_in(folder: str) -> dict[str, str]:
    listed = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {file[: -len(".txt")]: os.path.join(folder, file) for file in listed if file.endswith(".txt")}


def load_pipeline(name: str) -> list[Part]:
    path = pipelines_in(FOLDER).get(name) or named_pipelines().get(name)
    if path is None:
        from tfir.ir.suggestion import did_you_mean

        names = sorted(named_pipelines())
        raise Error(f"unknown pipeline '{name}' (there are {', '.join(names)}){did_you_mean(name, names)}")
    return steps_of_file(path)


def steps_of_file(path: str, around: tuple[str, ...] = ()) -> list[Part]:
    """`around` are the paths of the files that include it."""
    with open(path, encoding="utf-8") as file:
        return Reader(Source(os.path.basename(path), file.read()), lines_separate=True, files=(*around, path)).whole()


def keywords_of(run: discovery.Pass, given: dict[str, list[str | None]], at: dict[str, int]) -> dict[str, Any]:
    try:
        return run.keywords(given)
    except ValueError as error:
        raise Error(error.args[0], at.get(error.args[1])) from None


class Reader:
    """`files` are the paths of the file that is read and of those that include it; there are none where the text is no file."""

    def __init__(self, source: Source, lines_separate: bool, files: tuple[str, ...] = ()):
        self.source, self.text, self.at, self.lines_separate, self.files = source, source.text, 0, lines_separate, files

    def error(self, message: str, at: int | None = None) -> Error:
        return Error(message, self.source.base + (self.at if at is None else at))

    def skip_space(self) -> bool:
        """Moves over white space and comments; whether a line ended among them."""
        start, match = self.at, SPACE.match(self.text, self.at)
        self.at = match.end() if match is not None else start
        return "\n" in self.text[start : self.at]

    def accept(self, character: str) -> bool:
        self.skip_space()
        if self.text.startswith(character, self.at):
            self.at += 1
            return True
        return False

    def follows(self, character: str) -> bool:
        """Accepts a character that stands right here: after white space another line may begin."""
        is_there = self.text.startswith(character, self.at)
        self.at += is_there
        return is_there

    def whole(self) -> list[Part]:
        parts = self.parts(end="")
        if self.at < len(self.text):
            character = self.text[self.at]
            if character == ")":
                raise self.error("encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
            raise self.error(f"expected ',' after parsing pipeline, found '{character}'")
        return parts

    def parts(self, end: str) -> list[Part]:
        """Steps and nests up to `end`: a closing parenthesis, or the end of the text."""
        parts: list[Part] = []
        self.skip_space()
        while self.at < len(self.text) and not (end and self.text.startswith(end, self.at)):
            include = INCLUDE.match(self.text, self.at) if self.files else None
            if include is not None:
                parts += self.included(include[1])
                self.at = include.end()
            else:
                parts.append(self.part())
            line_ended = self.skip_space()
            if not self.accept(",") and not (self.lines_separate and line_ended):
                break
            self.skip_space()
            if not self.lines_separate and (self.at == len(self.text) or end and self.text.startswith(end, self.at)):
                raise self.error("expected the name of a pass: '' does not refer to a registered pass or pass pipeline")
        return parts

    def included(self, name: str) -> list[Part]:
        """The steps of another file: a part beside the file that is read, a part of ours, or a named pipeline."""
        folders = [os.path.dirname(self.files[0]), FOLDER]
        named = [pipelines_in(each).get(name) for folder in folders for each in (os.path.join(folder, "parts"), folder)]
        path = next(filter(None, named), None) or named_pipelines().get(name)
        if path is None:
            raise self.error(f"there is no pipeline '{name}' to include")
        if path in self.files:
            raise self.error(f"'{name}' includes itself")
        return steps_of_file(path, self.files)

    def part(self) -> Part:
        match = NAME.match(self.text, self.at)
        if match is None:
            raise self.error("expected the name of a pass: '' does not refer to a registered pass or pass pipeline")
        start, self.at = self.at, match.end()
        if not self.lines_separate:
            self.skip_space()
        if self.follows("("):
            inner = self.parts(end=")")
            if not self.accept(")"):
                if self.at == len(self.text):
                    raise self.error(f"encountered unbalanced parentheses while parsing pipeline: ')' must end the passes of '{match[0]}'")
                raise self.error(f"expected ',' after parsing pipeline, or ')' to end the passes of '{match[0]}'")
            return Nest(self._anchor(match[0], start), inner)
        given, at = self.options() if self.follows("{") else ({}, {})
        if self.files and self.files[-1].startswith(FOLDER):
            return LazyStep(match[0], given, self.source.base + start)
        run = discovery.load(match[0], self.source.base + start)
        return Step(run, keywords_of(run, given, at), self.source.base + start)

    def _anchor(self, name: str, start: int) -> str:
        """The name of the op that passes run on; `any` allows every op."""
        from tfir.dialects import dialect, lookup

        if name == "any" or lookup(name) is not None:
            return name
        from tfir.ir.suggestion import did_you_mean

        prefix = name.partition(".")[0]
        home = dialect(prefix)
        if home is not None:
            near = did_you_mean(name, [f"{prefix}.{local}" for local in home.table])
        else:  # an op of a dialect that is not known here, or a slip of the pen
            near = did_you_mean(name, [op for ops in discovery.ANCHORS.values() for op in ops or ()], 0.6 if "." not in name else 0.8)
            if "." in name and not near:
                return name
        raise self.error(f"passes are to run on '{name}', which is no op{near}", start)

    def options(self) -> tuple[dict[str, list[str | None]], dict[str, int]]:
        options = self.options_until_end()
        if not self.accept("}"):
            if self.at == len(self.text) or self.text[self.at] in ")":
                raise self.error("missing closing '}' while processing pass options")
            raise self.error(f"expected the name of an option, or '}}' to end the options, found '{self.text[self.at]}'")
        return options

    def options_until_end(self) -> tuple[dict[str, list[str | None]], dict[str, int]]:
        """`name=value name=value`: the texts by name, as often as each is given, and where it stands last."""
        given: dict[str, list[str | None]] = {}
        places: dict[str, int] = {}
        while (match := OPTION.match(self.text, self.at)) is not None:
            places[match[1]] = self.source.base + match.start(1)
            self.at = match.end()
            given.setdefault(match[1], []).append(self.option_value() if match[2] else None)
        self.skip_space()
        return given, places

    def option_value(self) -> str:
        """A value up to the next space or brace outside quotes and brackets; quotes or braces around all of it are taken off."""
        start, depth = self.at, 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if depth == 0 and (character.isspace() or character == "}"):
                break
            if character in "'\"":
                end = self.text.find(character, self.at + 1)
                if end < 0:
                    raise self.error("this quote is not closed")
                self.at = end
            depth += (character in "[{(") - (character in "]})")
            self.at += 1
        return unwrapped(self.text[start : self.at])


def unwrapped(text: str) -> str:
    """Without the quotes or the braces around all of it."""
    if len(text) > 1 and text[0] in "'\"" and text.find(text[0], 1) == len(text) - 1:
        return text[1:-1]
    if text[:1] != "{" or text[-1:] != "}":
        return text
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0 and at < len(text) - 1:
            return text  # two lists side by side
    return text[1:-1]
