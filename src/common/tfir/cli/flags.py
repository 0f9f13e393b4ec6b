"""The declaration of a tool's flags, and a parser of well-formed command lines.

click makes a command of the same declarations (`command.py`) and parses those that `read` does not take: pages such as `--help`, and
malformed ones. Importing click takes longer than a short run of a tool, so that it is imported for those alone.
"""

from __future__ import annotations

from tfir.cli.process import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMATS = ("text", "json")
TRUE, FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


class Flag:
    """One flag. Without a metavar it is a switch (`--x`, `--x=false`). With one it takes a value (`--x=V`, `--x V`), or may
    go without when the metavar is in brackets (`[MARKER]`; its text is then `bare`). `many` collects the values in a list.
    `short` is one letter. `type` turns text into the value and raises ValueError. `rare` flags stand in `--help-all` only, `hidden`
    ones nowhere. `values()` are values that the shell may offer, `endings` those of the names of files that it offers;
    `also` are other names that people know the flag by.
    """

    __slots__ = (
        "name",
        "help",
        "metavar",
        "default",
        "type",
        "many",
        "short",
        "bare",
        "choices",
        "hidden",
        "rare",
        "values",
        "also",
        "endings",
    )

    def __init__(self, name, help="", metavar=None, default=None, type=str, many=False, short=None, bare="", choices=(), hidden=False,
                 rare=False, values=None, also=(), endings=()):  # fmt: skip
        self.name, self.help, self.metavar, self.type, self.many = name, help, metavar, type, many
        self.short, self.bare, self.choices, self.hidden, self.rare, self.values = short, bare, choices, hidden, rare, values
        self.also, self.endings = also, endings
        self.default = False if metavar is None and default is None else default

    @property
    def attribute(self) -> str:
        return self.name.replace("-", "_")

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.also, *([self.short] if self.short else ()))

    @property
    def is_switch(self) -> bool:
        return self.metavar is None

    @property
    def is_path(self) -> bool:
        return self.metavar in ("FILE", "DIR")

    @property
    def takes_next(self) -> bool:
        return self.metavar is not None and not self.metavar.startswith("[")

    @property
    def text_if_bare(self) -> str:
        return "true" if self.is_switch else self.bare

    def value(self, text: str):
        """The value that a text stands for. Raises ValueError for a text that stands for none."""
        if self.is_switch:
            return truth(text)
        if self.choices and text not in self.choices:
            raise ValueError(text)
        return self.type(not_empty(text) if self.is_path else text)


def format_flag(of: str) -> Flag:
    """`--format=json`, which the three tools have for all that they print as tables."""
    return Flag("format", f"How tables are written: {of}.", "|".join(FORMATS), FORMATS[0], choices=FORMATS)


def not_empty(text: str) -> str:
    """A text that has something in it."""
    if not text:
        raise ValueError("a name")
    return text


def positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ValueError("a whole number above zero")
    return int(text)


EACH = [
    Flag("each", "Run this command once for each of these files, with -o 'out/{}.mlir' for their names; what is there already is left out.", "FILES"),
    Flag("jobs", "With --each: how many files are under way at a time here, as processes.", "N", 1, type=positive),
    Flag("cluster", "With --each: on these workers, local:N, started here, or the address of a scheduler of Dask distributed (pip install 'tfir[cluster]').", "WHERE"),
]  # fmt: skip


def check_each(arguments: Arguments) -> None:
    """Raises UsageError for flags that say how `--each` goes about its files, without it."""
    for name in ("jobs", "cluster"):
        if arguments.each is None and name in [given for given, _ in arguments.order]:
            raise UsageError(f"--{name}: goes with --each, which says for which files the command is")


def truth(text: str) -> bool:
    if text.lower() not in TRUE + FALSE:
        raise ValueError(text)
    return text.lower() in TRUE


class Arguments:
    """The values of a tool's flags as attributes (dashes as underscores), and `files`, the positional arguments. `order` are the
    names and values of the flags that were given, for tools to which their order matters. A flag that the tool makes of a name of its
    own, such as a pass, stands there as (`tool.dynamic_key`, (name, text)) and is no attribute."""

    def __init__(self, flags: list[Flag]):
        self.files: list[str] = []
        self.order: list[tuple[str, object]] = []
        for flag in flags:
            setattr(self, flag.attribute, [] if flag.many else flag.default)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def take(self, flag: Flag, value: object) -> None:
        """Notes a flag and its value, in order. Of a flag with one value that is given twice, the last counts."""
        if flag.many:
            getattr(self, flag.attribute).append(value)
        else:
            self.order = [entry for entry in self.order if entry[0] != flag.name]
            setattr(self, flag.attribute, value)
        self.order.append((flag.name, value))


def read(tool, argv: list[str]) -> Arguments | None:
    """The arguments in argv, or None where click has to look. One dash does for two; `--` ends the flags; a lone `-` is a file."""
    arguments, named, words = Arguments(tool.flags), {name: flag for flag in tool.flags for name in flag.names}, iter(argv)
    for word in words:
        if word == "--":
            arguments.files += words
        elif word == "-" or not word.startswith("-"):
            arguments.files.append(word)
        elif not taken(tool, arguments, named, word, words):
            return None
    return arguments if len(arguments.files) <= tool.most_files(arguments) else None


def taken(tool, arguments: Arguments, named: dict[str, Flag], word: str, words) -> bool:
    """Whether a flag, with the word behind it where that is its value, could be read."""
    name, equals, given = word.lstrip("-").partition("=")
    flag = named.get(name)
    if flag is None:
        if tool.is_dynamic(name):
            arguments.order.append((tool.dynamic_key, (name, given)))
            return True
        return False
    text = given if equals else next(words, None) if flag.takes_next else flag.text_if_bare
    try:
        if text is not None:
            arguments.take(flag, flag.value(text))
        return text is not None
    except ValueError:
        return False
