"""Which passes there are. A pass is a function in a file of its own name, somewhere under this package.

The file's first line is its summary, the annotation of the function's first parameter is its anchor (the kind of op that it
works on), its keyword-only parameters are its options, and `OPTIONS` says what each of them is for. A pass anchored on an `Item`
gets a graph with what must stay of it, and has that item's options besides its own. Files are found by name; only the pass that is asked for is imported.
"""

from __future__ import annotations

import os
from importlib import import_module

from tfir.ir.diagnostics import Error

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_ROOMS = {"__pycache__", "pipeline", "pipelines", "rewrite"}

# The dialects that the passes of a room work on, by what comes before `_to_` in its name; of other rooms, on any program.
WORKED_ON = {
    "tfg": ("tfg",), "grappler": ("tfg",), "tf": ("tf",), "stablehlo": ("stablehlo", "chlo"), "iree": ("iree",),
}  # fmt: skip

# What an anchor is called in a pass's signature, and the ops that it means. None: any op, as the caller has it.
ANCHORS = {
    "Module": ("builtin.module",),
    "Func": ("func.func",),
    "Graph": ("tfg.graph",),
    "GraphFunc": ("tfg.func",),
    "GraphOrFunc": ("tfg.graph", "tfg.func"),
    "Item": ("tfg.graph", "tfg.func"),
    "ExecutorGraph": ("tf_executor.graph",),
    "Executable": ("iree.executable",),
    "SpirvModule": ("spirv.module",),
    "Operation": None,
}


class Option:
    """One option of a pass: its name with dashes, its type as it is written in the signature (`a|b` for one of these words), its
    default."""

    __slots__ = ("name", "type", "default")

    def __init__(self, name: str, type: str, default):
        self.name, self.type, self.default = name, type, default

    def value(self, text: str | None):
        """The value for what stands after `=`. Raises ValueError with what was expected."""
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


def has_choices(type: str) -> bool:
    return "|" in type and " " not in type


def kind_word(type: str) -> str:
    """What stands for a value in the list of options: its choices, or a word for its kind."""
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
    found, depth = [""], 0
    for character in inside:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return tuple(word.strip().strip("'\"") for word in found if word.strip())


def integers(text: str) -> tuple[int, ...]:
    return tuple(integer(word) for word in words(text))


VALUES = {"bool": boolean, "int": integer, "float": fraction, "str": str, "tuple[str, ...]": words, "tuple[int, ...]": integers}


class Pass:
    """A pass, loaded: its function, the names of the ops that it runs on (None for any), its options by name.

    What its file may say of it: `TITLE`, the name in reports; `AFTER`, passes that must have run; `EXACT = False`, where results
    may differ in their last bits; `STATISTICS`, what its numbers count; `WORKS_ON`, dialects that are not those of its room.
    """

    __slots__ = ("name", "function", "anchors", "options", "title", "takes_input_shapes", "after", "exact", "statistics", "works_on")

    def __init__(self, name: str, module, function):
        self.name, self.function = name, function
        code, annotations = function.__code__, function.__annotations__
        self.anchors = anchors_of(name, annotations.get(code.co_varnames[0]))
        self.options = options_of(function)
        self.takes_input_shapes = self.options.pop("input-shapes", None) is not None
        if annotations.get(code.co_varnames[0], "").strip("'\"") == "Item":
            from tfopt.grappler.item import Item, on_item

            self.function = on_item(function)
            self.options |= options_of(Item.__init__)
        self.title = getattr(module, "TITLE", None) or "".join(word.capitalize() for word in name.split("-"))
        self.after: tuple[str, ...] = tuple(getattr(module, "AFTER", ()))
        self.exact: bool = getattr(module, "EXACT", True)
        self.statistics: dict[str, str] = getattr(module, "STATISTICS", {})
        room = module.__name__.split(".")[1]
        self.works_on: tuple[str, ...] = getattr(module, "WORKS_ON", WORKED_ON.get(room.partition("_to_")[0], ()))

    @property
    def works_on_any(self) -> bool:
        """Whether any program, as long as it is a module, is one that the pass may find something in."""
        return not self.works_on and (self.anchors is None or "builtin.module" in self.anchors)

    def keywords(self, given: dict[str, list[str | None]]) -> dict:
        """Keyword arguments for options as text: what is said of a list adds up, of what else is said twice the last holds. Raises
        ValueError, its second argument being the option's name."""
        found = {}
        for name, texts in given.items():
            known = name if name in self.options else name.replace("_", "-")  # as some of upstream's are spelled
            option = self.options.get(known)
            if option is None:
                from tfir.ir.suggestion import did_you_mean

                has = f"has {', '.join(self.options)}" if self.options else "has none"
                raise ValueError(f"no such option {name}: pass '{self.name}' {has}{did_you_mean(name, self.options)}", name)
            try:
                values = [option.value(text) for text in texts]
            except ValueError as error:
                raise ValueError(f"option '{name}' of pass '{self.name}': {error}", name) from None
            found[known.replace("-", "_")] = tuple([each for value in values for each in value]) if option.is_list else values[-1]
        return found


def options_of(function) -> dict[str, Option]:
    """The keyword-only parameters of a function, as options by name."""
    code, defaults, annotations = function.__code__, function.__kwdefaults__ or {}, function.__annotations__
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    options = [Option(n.replace("_", "-"), type_word(annotations.get(n), defaults.get(n)), defaults.get(n)) for n in names]
    return {option.name: option for option in options}


def type_word(annotation, default) -> str:
    """The type of an option in words: as annotated, else as its default has it."""
    if isinstance(annotation, str):
        return annotation.strip("'\"")
    if annotation is None:
        return type(default).__name__ if default is not None else "str"
    return annotation.__name__ if isinstance(annotation, type) and annotation is not tuple else str(annotation)


def anchors_of(name: str, annotation) -> tuple[str, ...] | None:
    word = annotation.strip("'\"") if isinstance(annotation, str) else getattr(annotation, "__name__", "Operation")
    if word in ANCHORS:
        return ANCHORS[word]
    if "." in word:
        return (word,)
    raise TypeError(f"pass {name} is anchored on '{word}', which is none of {', '.join(ANCHORS)} and no op's name")


_rooms: list[tuple[str, list[str]]] = []


def rooms() -> list[tuple[str, list[str]]]:
    """The folders in which passes may be, with the names of their files; looked at once."""
    if not _rooms:
        waiting = [HOME]
        while waiting:
            room, names = waiting.pop(0), []
            with os.scandir(room) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if "." in entry.name:
                        names.append(entry.name)
                    elif entry.name not in NOT_ROOMS and entry.is_dir():
                        waiting.append(entry.path)
            _rooms.append((room, names if room != HOME else []))
    return _rooms


def files() -> dict[str, str]:
    """Every file that may be a pass: name with dashes -> path. A stem that several rooms have belongs to the one that
    defines a function of that name."""
    found: dict[str, str] = {}
    for room, names in rooms():
        for name in names:
            if name.endswith(".py") and name != "__init__.py" and is_pass_file(os.path.join(room, name), name[:-3]):
                found[name[:-3].replace("_", "-")] = os.path.join(room, name)
    return found


def is_pass_file(path: str, stem: str) -> bool:
    """Whether the file defines a function of its own name whose first parameter is annotated with an anchor."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    _, found, after = text.partition(f"\ndef {stem}(")
    _, _, annotation = after[:80].partition(":")
    word = annotation.strip().lstrip("\"'")
    return bool(found) and (word.startswith(tuple(ANCHORS)) or annotation.strip()[:1] in ("'", '"'))


def find_file(name: str) -> str | None:
    """The path of a pass's file, or None when there is no such pass."""
    stem = name.replace("-", "_")
    for room, names in rooms():
        path = os.path.join(room, stem + ".py")
        if stem + ".py" in names and is_pass_file(path, stem):
            return path
    return None


def names() -> list[str]:
    return sorted(files())


def is_pass(name: str) -> bool:
    return find_file(name) is not None


_loaded: dict[str, Pass] = {}


def load(name: str, at=None) -> Pass:
    """The pass of that name. `at` is where it was asked for, for the error when there is none."""
    if name not in _loaded:
        path = find_file(name)
        if path is None:
            from tfir.ir.suggestion import did_you_mean

            raise Error(f"unknown pass '{name}'{did_you_mean(name, names()) or '; --list-passes lists them'}", at)
        stem = name.replace("-", "_")
        dotted = os.path.relpath(path, HOME)[: -len(".py")].replace(os.sep, ".")
        module = import_module(f"tfopt.{dotted}")
        _loaded[name] = Pass(name, module, getattr(module, stem))
    return _loaded[name]


def summary(path: str) -> str:
    """The first line of a file's docstring, read without importing it."""
    with open(path, encoding="utf-8") as file:
        return file.readline().strip().strip('"').strip()
