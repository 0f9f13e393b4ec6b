"""Which passes there are. A pass is a function in a file of its own name, somewhere under this package.

The file's first line is its summary, the annotation of the function's first parameter is its anchor (the kind of op that it
works on), its keyword-only parameters are its options, and `OPTIONS` says what each of them is for; of those that several passes of a
room have, the room's `__init__.py` does. The anchor may also be a class that the file imports, such as Grappler's `Item`: a view of an
op. It has `ANCHORS`, `as_pass(function)` makes the pass of a function that takes the view, and the keyword-only parameters of its
constructor are options besides. Files are found by name; only the pass that is asked for is imported. Other packages add rooms of
passes by the entry points `tfir.passes`.
"""

from __future__ import annotations

import os
import sys

from tfir.ir.diagnostics import Error
from tfir.startup import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_ROOMS = {"__pycache__", "arithmetic", "pipeline", "pipelines", "rewrite"}

# What an anchor is called in a pass's signature, and the ops that it means. None: any op, as the caller has it.
ANCHORS: dict[str, tuple[str, ...] | None] = {
    "Module": ("builtin.module",),
    "Func": ("func.func",),
    "Graph": ("tfg.graph",),
    "GraphFunc": ("tfg.func",),
    "GraphOrFunc": ("tfg.graph", "tfg.func"),
    "ExecutorGraph": ("tf_executor.graph",),
    "Executable": ("iree.executable",),
    "SpirvModule": ("spirv.module",),
    "Operation": None,
}


class Option:
    """One option of a pass: the keyword of its function, its name, which has dashes, its type as it is written in the signature (`a|b` for
    one of these words), its default. A keyword that would be a word of Python has an underscore behind."""

    __slots__ = ("keyword", "name", "type", "default")

    def __init__(self, keyword: str, type: str, default: object):
        self.keyword, self.name, self.type, self.default = keyword, dashed(keyword), type, default

    def value(self, text: str | None) -> Any:
        """The value for the text after `=`. Raises ValueError with the expected form."""
        if text is None:
            if self.type == "bool":
                return True
            raise ValueError(f"requires a value: {self.name}={kind_word(self.type)}")
        if has_choices(self.type):
            return one_of(self.type.split("|"), text)
        return VALUES.get(self.type.removesuffix(" | None"), str)(text)

    @property
    def is_list(self) -> bool:
        return self.type.startswith("tuple[")


def dashed(name: str) -> str:
    """`aName` and `a_name_` as `a-name`."""
    return "".join([f"-{letter.lower()}" if letter.isupper() else letter for letter in name]).rstrip("_").replace("_", "-")


def has_choices(type: str) -> bool:
    return "|" in type and " " not in type


def kind_word(type: str) -> str:
    """The word for a value in the list of options: its choices, or its kind."""
    return type if has_choices(type) else KINDS[type.removesuffix(" | None")]


KINDS = {"bool": "true|false", "int": "NUMBER", "float": "NUMBER", "str": "TEXT", "tuple[str, ...]": "LIST", "tuple[int, ...]": "LIST"}


def boolean(text: str) -> bool:
    if text.lower() not in ("true", "false", "1", "0"):
        raise ValueError(f"'{text}' is invalid value for boolean argument! Try 0 or 1")
    return text.lower() in ("true", "1")


def integer(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError(f"'{text}' value invalid for integer argument!") from None


def fraction(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"'{text}' value invalid for floating point argument!") from None


def one_of(choices: list[str], text: str) -> str:
    if text not in choices:
        from tfir.ir.suggestion import did_you_mean

        raise ValueError(f"Cannot find option named '{text}'! There are {', '.join(choices)}{did_you_mean(text, choices)}")
    return text


def words(text: str) -> tuple[str, ...]:
    """The entries of a list; commas inside of brackets separate none."""
    inside = text[1:-1] if text[:1] == "[" else text
    words, depth = [""], 0
    for character in inside:
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            words.append("")
        else:
            words[-1] += character
    return tuple(word.strip().strip("'\"") for word in words if word.strip())


def integers(text: str) -> tuple[int, ...]:
    return tuple(integer(word) for word in words(text))


VALUES: dict[str, Callable[[str], Any]] = {
    "bool": boolean,
    "int": integer,
    "float": fraction,
    "str": str,
    "tuple[str, ...]": words,
    "tuple[int, ...]": integers,
}


class Pass:
    """A pass, loaded: its function, the names of the ops that it runs on (None for any), its options by name.

    What its file may say of it: `TITLE`, the name in reports; `AFTER`, passes that must have run; `EXACT = False`, where results
    may differ in their last bits; `STATISTICS`, what its numbers count; `WORKS_ON`, the dialects that it
    finds something in: a program that has none of them it leaves as it is. A room says so in its `__init__.py` for all of its passes that
    do not.
    """

    __slots__ = ("name", "function", "anchors", "options", "title", "takes_input_shapes", "after", "exact", "statistics", "works_on")

    def __init__(self, name: str, module: ModuleType, function: Callable[..., Any]):
        self.name, self.function = name, function
        anchor = word_of(function.__annotations__.get(function.__code__.co_varnames[0]))
        self.options = options_of(function)
        self.takes_input_shapes = self.options.pop("input-shapes", None) is not None
        view = None if anchor in ANCHORS else getattr(module, anchor, None)
        self.anchors = anchors_of(name, anchor) if view is None else view.ANCHORS
        if view is not None:
            self.function = view.as_pass(function)
            self.options |= options_of(view.__init__)
        self.title = getattr(module, "TITLE", None) or "".join(word.capitalize() for word in name.split("-"))
        self.after: tuple[str, ...] = tuple(getattr(module, "AFTER", ()))
        self.exact: bool = getattr(module, "EXACT", True)
        self.statistics: dict[str, str] = getattr(module, "STATISTICS", {})
        self.works_on: tuple[str, ...] = getattr(module, "WORKS_ON", getattr(sys.modules.get(module.__package__ or ""), "WORKS_ON", ()))

    @property
    def works_on_any(self) -> bool:
        """Whether any program, as long as it is a module, is one that the pass may find something in."""
        return not self.works_on and (self.anchors is None or "builtin.module" in self.anchors)

    def keywords(self, given: dict[str, list[str | None]]) -> dict[str, Any]:
        """Keyword arguments for options as text: repeated lists add up, of other repeated options the last one holds. Raises ValueError,
        its second argument being the option's name."""
        keywords = {}
        for name, texts in given.items():
            spelled = name if name in self.options else dashed(name)  # as some of upstream's are spelled
            option = self.options.get(spelled)
            if option is None:
                from tfir.ir.suggestion import did_you_mean

                has = f"has {', '.join(self.options)}" if self.options else "has none"
                raise ValueError(f"no such option {name}: pass '{self.name}' {has}{did_you_mean(name, self.options)}", name)
            try:
                values = [option.value(text) for text in texts]
            except ValueError as error:
                raise ValueError(f"option '{name}' of pass '{self.name}': {error}", name) from None
            keywords[option.keyword] = tuple([each for value in values for each in value]) if option.is_list else values[-1]
        return keywords


def options_of(function: Callable[..., Any]) -> dict[str, Option]:
    """The keyword-only parameters of a function, as options by name."""
    code, defaults, annotations = function.__code__, function.__kwdefaults__ or {}, function.__annotations__
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    options = [Option(n, type_word(annotations.get(n), defaults.get(n)), defaults.get(n)) for n in names]
    return {option.name: option for option in options}


def type_word(annotation: object, default: object) -> str:
    """The type of an option in words: as annotated, else as its default has it."""
    if isinstance(annotation, str):
        return annotation.strip("'\"")
    if annotation is None:
        return type(default).__name__ if default is not None else "str"
    return annotation.__name__ if isinstance(annotation, type) and annotation is not tuple else str(annotation)


def word_of(annotation: object) -> str:
    return annotation.strip("'\"") if isinstance(annotation, str) else getattr(annotation, "__name__", "Operation")


def anchors_of(name: str, word: str) -> tuple[str, ...] | None:
    if word in ANCHORS:
        return ANCHORS[word]
    if "." in word:
        return (word,)
    raise TypeError(f"pass {name} is anchored on '{word}', which is none of {', '.join(ANCHORS)} and no op's name")


class Room:
    """A folder in which passes may be: its path, the package that it is, and the names of its files."""

    __slots__ = ("path", "package", "names")

    def __init__(self, path: str, package: str, names: list[str]):
        self.path, self.package, self.names = path, package, names


_rooms: list[Room] = []
_added_rooms: list[Room] | None = None


def rooms() -> list[Room]:
    """Our own rooms; looked at once."""
    if not _rooms:
        _rooms.extend(rooms_below(HOME, "tfopt"))
        _rooms[0].names = []
    return _rooms


def added_rooms() -> list[Room]:
    """The rooms that other packages add; looked for when a name is none of ours, or for a list of all."""
    global _added_rooms
    if _added_rooms is None:
        from tfir.plugins import entries

        packages = [entry.load() for entry in entries("tfir.passes").values()]
        _added_rooms = [room for package in packages for folder in package.__path__ for room in rooms_below(folder, package.__name__)]
    return _added_rooms


def rooms_below(path: str, package: str) -> list[Room]:
    rooms, waiting = [], [(path, package)]
    while waiting:
        path, package = waiting.pop(0)
        rooms.append(Room(path, package, []))
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if "." in entry.name:
                    rooms[-1].names.append(entry.name)
                elif entry.name not in NOT_ROOMS and entry.is_dir():
                    waiting.append((entry.path, f"{package}.{entry.name}"))
    return rooms


def files() -> dict[str, str]:
    """Every file that is a pass: name with dashes -> path. Of two of one name the first has it, ours before others'."""
    paths: dict[str, str] = {}
    for room in (*rooms(), *added_rooms()):
        for name in room.names:
            path = os.path.join(room.path, name)
            if name.endswith(".py") and name != "__init__.py" and is_pass_file(path, name[:-3]):
                paths.setdefault(name[:-3].replace("_", "-"), path)
    return paths


def is_pass_file(path: str, stem: str) -> bool:
    """Whether the file defines a function of its own name whose first parameter is annotated with an anchor."""
    _, _, annotation = (first_parameter(path, stem) or "").partition(":")
    word = annotation.strip()
    return word in ANCHORS or word[:1] in ("'", '"')


def first_parameter(path: str, stem: str) -> str | None:
    """The text of the first parameter of the function that has the file's own name; None where there is no such function."""
    with open(path, encoding="utf-8") as file:
        _, head, after = file.read().partition(f"\ndef {stem}(")
    return after.partition(")")[0].partition(",")[0].strip() if head else None


def why_no_pass(name: str) -> str | None:
    """What a file of that name lacks, which has a function of its own name and is no pass; None where there is no such file."""
    stem = name.replace("-", "_")
    for room in (*rooms(), *added_rooms()):
        path = os.path.join(room.path, stem + ".py")
        parameter = first_parameter(path, stem) if stem + ".py" in room.names else None
        if parameter is not None and not is_pass_file(path, stem):
            anchors = f"{', '.join(ANCHORS)}, or an op's name in quotes"
            return (
                f"{path}: '{stem}({parameter})' is no pass: its first parameter needs an annotation that says what it runs on ({anchors})"
            )
    return None


def room_of(name: str) -> Room | None:
    """The room of a pass, or None when there is no such pass."""
    return room_among(rooms(), name) or room_among(added_rooms(), name)


def room_among(some: list[Room], name: str) -> Room | None:
    stem = name.replace("-", "_")
    return next((room for room in some if stem + ".py" in room.names and is_pass_file(os.path.join(room.path, stem + ".py"), stem)), None)


def names() -> list[str]:
    return sorted(files())


def is_pass(name: str) -> bool:
    return room_of(name) is not None


_loaded: dict[str, Pass] = {}


def load(name: str, at: int | None = None) -> Pass:
    """The pass of that name. `at` is where it was asked for, for the error when there is none."""
    if name not in _loaded:
        room, stem = room_of(name), name.replace("-", "_")
        if room is None:
            from tfir.ir.suggestion import did_you_mean

            unknown = f"unknown pass '{name}'{did_you_mean(name, names()) or '; --list-passes lists them'}"
            raise Error(why_no_pass(name) or unknown, at)
        _loaded[name] = pass_in(loaded(f"{room.package}.{stem}"))
    return _loaded[name]


def works_on(name: str) -> tuple[str, ...]:
    """`Pass.works_on` of a pass that need not be loaded; nothing where its file does not say it in plain words."""
    if name in _loaded:
        return _loaded[name].works_on
    room, file = room_of(name), name.replace("-", "_") + ".py"
    for path in [os.path.join(room.path, each) for each in (file, "__init__.py")] if room is not None else []:
        with open(path, encoding="utf-8") as text:
            _, stated, after = text.read().partition("\nWORKS_ON = (")
        if stated:
            words = after.partition(")")[0].replace(" ", "").strip(",").split(",")
            return tuple([word[1:-1] for word in words]) if all([word[:1] == '"' for word in words]) else ()
    return ()


def pass_in(module: ModuleType) -> Pass:
    """The pass that a module is the file of."""
    stem = module.__name__.rpartition(".")[2]
    return Pass(stem.replace("_", "-"), module, getattr(module, stem))


def summary(path: str) -> str:
    """The first line of a file's docstring, read without importing it."""
    with open(path, encoding="utf-8") as file:
        return file.readline().strip().strip('"').strip()
