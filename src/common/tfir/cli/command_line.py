"""What the three tools share as commands: flags, files in and out, errors as text, exit codes.

A tool declares its flags in a list and is a function of the `Arguments` read from them. argv is read here and not by click,
whose import alone takes a third of the start-up budget; click lays out `--help`.

Exit codes: 0 done, 1 something in the input is wrong, 2 the command line is wrong, 70 a defect of the tool itself,
130 interrupted, 141 the reader of our output went away.
"""

from __future__ import annotations

import _signal  # what `signal` is made of; that takes longer to import than a line to read
import os
import sys

from tfir.ir.diagnostics import Error, in_colour, show
from tfir.ir.patterns import keep_patterns

FAILURE, USAGE, DEFECT, INTERRUPTED, BROKEN_PIPE = 1, 2, 70, 130, 141
MAP_IF_LARGER = 1 << 20


_interrupted = False


def prepare_process() -> None:
    """What holds for a tool that is a process of its own: whatever happens to it ends in an exit code, not in a traceback."""
    complete_standard_streams()
    if _signal.getsignal(_signal.SIGINT) is not _signal.SIG_IGN:  # as of what a script runs in the background
        _signal.signal(_signal.SIGINT, interrupt)


def interrupt(number, frame) -> None:
    """Ends the work where it is, so that nothing half-written stays; a second time, the process ends at once."""
    global _interrupted
    _interrupted = True
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    raise KeyboardInterrupt


def complete_standard_streams() -> None:
    """Puts something in the place of streams that were closed by who called: the next file would get their number, and `print` takes
    standard output for a missing standard error. Reading the one and writing the other fails, as it should; messages go nowhere."""
    for number, (name, mode, flags) in enumerate((("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))):
        if getattr(sys, name) is None:
            os.open(os.devnull, flags)  # takes the lowest number that is free
            setattr(sys, name, open(number, mode, closefd=False))


class UsageError(Error):
    """The command line itself is wrong. It may have a place: one in the text of a flag."""

    @staticmethod
    def of(diagnostics) -> UsageError:
        error = UsageError(diagnostics[0].message)
        error.diagnostics = list(diagnostics)
        return error

    def text(self, tool: str) -> str:
        placed = self.diagnostics[0].place() is not None
        colour = in_colour(sys.stderr)
        return self.render(colour) if placed else f"{tool}: {self.render(colour)}"


NO_NUMBER = {int: "a whole number", float: "a number"}


class Flag:
    """One flag. Without a metavar it is a switch (`--x`, `--x=false`). With one it takes a value (`--x=V`, `--x V`), or may
    go without when the metavar is in brackets (`[MARKER]`; its value is then `bare`). `many` collects the values in a list.
    `short` is one letter. `type` turns text into the value and raises ValueError. `rare` flags stand in `--help-all` only, `hidden`
    ones nowhere. `values()` are values that the shell may offer; `also` are other names that people know the flag by.
    """

    __slots__ = ("name", "help", "metavar", "default", "type", "many", "short", "bare", "choices", "hidden", "rare", "values", "also")

    def __init__(self, name, help="", metavar=None, default=None, type=str, many=False, short=None, bare=None, choices=(), hidden=False,
                 rare=False, values=None, also=()):  # fmt: skip
        self.name, self.help, self.metavar, self.type, self.many = name, help, metavar, type, many
        self.short, self.bare, self.choices, self.hidden, self.rare, self.values = short, bare, choices, hidden, rare, values
        self.also = also
        self.default = False if metavar is None and default is None else default

    @property
    def takes_next(self) -> bool:
        return self.metavar is not None and not self.metavar.startswith("[")

    def value(self, text: str | None):
        """The value for what was written after `=`, or for nothing."""
        if self.metavar is None:
            return True if text is None else truth(text, self.name)
        if text is None:
            return self.bare
        if self.choices and text not in self.choices:
            raise UsageError(f"--{self.name} is one of {', '.join(self.choices)}, not '{text}'{did_you_mean(text, self.choices)}")
        try:
            return self.type(text)
        except ValueError as error:
            why = NO_NUMBER.get(self.type) or error  # Python's words on numbers are about Python
            raise UsageError(f"--{self.name}={text}: expected {self.metavar.strip('[]')}: {why}") from None

    def spelling(self) -> str:
        name = f"-{self.short}, --{self.name}" if self.short else f"--{self.name}"
        if self.metavar is None:
            return name
        return f"{name}[={self.metavar.strip('[]')}]" if self.metavar.startswith("[") else f"{name}={self.metavar}"


class Arguments:
    """The values of a tool's flags as attributes (dashes as underscores), and `files`, what stood without a dash. `order` are the
    names and values of the flags that were given, for tools to which their order matters."""

    def __init__(self, flags, files):
        self.files: list[str] = files
        self.order: list[tuple[str, object]] = []
        for flag in flags:
            setattr(self, attribute_name(flag), [] if flag.many else flag.default)


class Tool:
    """A command: its name, one line on what it does, how it is called, its flags and its function.

    `action(arguments)` returns an exit code or None for 0. `dynamic(name, text)` is offered each flag that the list does not
    have, before it counts as unknown, and answers whether it took it; `dynamic_names()` are candidates for "did you mean".
    `help_of_dynamic()` is text about them for `--help-all`. `max_files` bounds the positional arguments.
    """

    def __init__(
        self, name, summary, usage, flags, action, *, epilog="", max_files=1, dynamic=None, dynamic_names=None, help_of_dynamic=None
    ):
        self.name, self.summary, self.usage, self.action, self.epilog = name, summary, usage, action, epilog
        self.flags = [*flags, *COMMON_FLAGS]
        self.max_files, self.dynamic, self.dynamic_names, self.help_of_dynamic = max_files, dynamic, dynamic_names, help_of_dynamic

    def main(self, argv=None) -> int:
        """Runs the tool and returns its exit code. As a process of its own (no argv) it does not come back."""
        if argv is not None:
            return self._guarded(argv)
        status = self._guarded(sys.argv[1:], prepare_process)
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # nothing is left to be cleaned up
        flush_standard_streams()
        keep_patterns()
        os._exit(status)  # taking a large module apart object by object is time that nobody gains from

    def _guarded(self, argv, prepare=lambda: None) -> int:
        try:
            prepare()
            status = self._run(argv)
            sys.stdout.flush()
            return status
        except UsageError as error:
            print(f"{error.text(self.name)}\nTry '{self.name} --help'.", file=sys.stderr)
            return USAGE
        except Error as error:
            show(error)
            return FAILURE
        except BrokenPipeError:
            return silence_broken_pipe()
        except KeyboardInterrupt:
            return INTERRUPTED
        except RecursionError:
            return self._failed("the input is nested too deeply")
        except MemoryError:
            return self._failed("out of memory")
        except ImportError as error:
            return self._failed("out of memory") if "failed to map segment" in str(error) else self._defect(error)
        except OSError as error:
            return self._failed(f"{error.filename or 'standard output'}: {error.strerror or error}")
        except Exception as error:
            return self._defect(error)

    def _failed(self, message: str) -> int:
        print(f"{self.name}: error: {message}", file=sys.stderr)
        return FAILURE

    def _defect(self, error) -> int:
        if _interrupted:
            return INTERRUPTED  # some libraries make an error of their own of it
        if os.environ.get("TFIR_TRACEBACK"):
            raise error
        what = "; ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
        print(f"{self.name}: internal error: {what}\nThis is a defect; TFIR_TRACEBACK=1 shows where it is.", file=sys.stderr)
        return DEFECT

    def _run(self, argv) -> int:
        if argv[:1] == ["--complete"]:
            from tfir.cli.completion import candidates

            sys.stdout.write("".join([f"{word}\n" for word in candidates(self, argv[1] if len(argv) > 1 else "")]))
            return 0
        arguments = self.read(argv)
        if arguments.help or arguments.help_all:
            sys.stdout.write(self.help_page(arguments.help_all))
            return 0
        if arguments.completion is not None:
            from tfir.cli.completion import script

            sys.stdout.write(script(self.name, arguments.completion))
            return 0
        if arguments.version:
            print(f"{self.name} {version()}")
            return 0
        return self.action(arguments) or 0

    def read(self, argv) -> Arguments:
        """The arguments in argv. One dash does for two; `--` ends the flags; a lone `-` is a file."""
        arguments, flags = Arguments(self.flags, []), {flag.name: flag for flag in self.flags}
        flags.update({name: flag for flag in self.flags for name in (flag.short, *flag.also) if name})
        rest = list(argv)
        while rest:
            word = rest.pop(0)
            if word == "--":
                arguments.files += rest
                break
            if not word.startswith("-") or word == "-":
                arguments.files.append(word)
                continue
            name, equals, text = word.lstrip("-").partition("=")
            self._read_flag(arguments, flags, name, text if equals else None, rest)
        if len(arguments.files) > self.max_files:
            raise UsageError(unexpected(arguments.files[self.max_files], argv))
        return arguments

    def _read_flag(self, arguments, flags, name, text, rest) -> None:
        flag = flags.get(name)
        if flag is None:
            if self.dynamic is None or not self.dynamic(arguments, name, text):
                raise UsageError(f"unknown option '--{name}'{self._suggestion(name)}")
            return
        if text is None and flag.takes_next:
            if not rest:
                raise UsageError(f"--{flag.name} needs a value: {flag.spelling()}")
            text = rest.pop(0)
        value = flag.value(text)
        arguments.order.append((flag.name, value))
        if flag.many:
            getattr(arguments, attribute_name(flag)).append(value)
        else:
            setattr(arguments, attribute_name(flag), value)

    def _suggestion(self, name: str) -> str:
        known = [flag.name for flag in self.flags if not flag.hidden]
        near = did_you_mean(name, known + list(self.dynamic_names() if self.dynamic_names else ())).replace(" '", " '--")
        return near or "; --help-all lists all of them"

    def help_page(self, everything: bool = False) -> str:
        from click import HelpFormatter

        flags = [flag for flag in self.flags if not flag.hidden]
        page = HelpFormatter(width=min(120, terminal_width()))
        page.write_usage(self.name, self.usage)
        page.write_paragraph()
        page.write_text(self.summary)
        page.write_paragraph()
        page.write_dl([(flag.spelling(), flag.help) for flag in flags if everything or not flag.rare], col_max=48)
        if self.epilog:
            page.write_paragraph()
            page.write(self.epilog)
        if everything and self.help_of_dynamic is not None:
            page.write_paragraph()
            page.write(self.help_of_dynamic())
        return page.getvalue()


def unexpected(word: str, argv) -> str:
    """What is said of one file too many; it may have been meant for the flag in front of it."""
    before = argv[list(argv).index(word) - 1] if word in argv else ""
    meant = f"; did you mean '{before}={word}'?" if "=" in word and before.startswith("-") and "=" not in before else ""
    return f"unexpected argument '{word}'{meant}"


COMMON_FLAGS = [
    Flag("completion", "Show a script that teaches the shell to complete this command, and exit.", "SHELL", choices=("bash", "zsh", "fish"), rare=True),
    Flag("version", "Show the version and exit.", rare=True),
    Flag("help-all", "Show all flags and exit."),
    Flag("help", "Show this page and exit.", short="h"),
]  # fmt: skip


def attribute_name(flag: Flag) -> str:
    return flag.name.replace("-", "_")


def terminal_width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size((110, 24)).columns - 2


def truth(text: str, name: str) -> bool:
    if text.lower() in ("true", "1", "yes", "on"):
        return True
    if text.lower() in ("false", "0", "no", "off"):
        return False
    raise UsageError(f"--{name} is true or false, not '{text}'")


def did_you_mean(name: str, known) -> str:
    from tfir.ir.suggestion import did_you_mean as nearest

    return nearest(name, known)


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("tfir")
    except PackageNotFoundError:
        return "(not installed)"


# Files. The name "-" is standard input or output.


def read_bytes(path: str):
    """The content of a file or of standard input: bytes, or a read-only view on the mapped file when it is large."""
    if path == "-":
        return standard_input()
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            return mapped(file) if size > MAP_IF_LARGER else file.read()
    except OSError as error:
        raise unreadable(path, error) from None


def mapped(file):
    import mmap

    return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


CONTROL = bytes([*range(9), *range(14, 32)])  # characters that text of IR does not begin with
# How else text begins that is no IR, or not at once.
UNLIKE_IR = (
    b"version https://git-lfs.",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"node {",
    b"saved_model_schema_version",
    b"meta_graphs {",
)


def read_text(path: str) -> str:
    """The content as text, without a byte order mark. Bytes that are not UTF-8 come through as surrogates and go out as they came."""
    try:
        if path == "-":
            tell_of_terminal()
            return text_of(text_in(sys.stdin.buffer, path), path)
        with open(path, "rb") as file:
            return text_of(text_in(file, path), path)
    except OSError as error:
        raise unreadable(path, error) from None


def text_in(file, path: str) -> bytes:
    """All of a file of IR. What is no text may be many gigabytes, so the beginning is looked at first where the file lets itself be
    looked at."""
    head = file.peek(4096) if hasattr(file, "peek") else b""
    if b"\0" in head[:4096]:
        text_of(head, path)
    return file.read()


def text_of(data, path: str) -> str:
    """The text in bytes, or in a view on them. Raises Error for what begins as no text does, saying what it is."""
    head = bytes(data[:4096])
    if len(head.translate(None, CONTROL)) != len(head) or head.lstrip().startswith(UNLIKE_IR):
        from tfir.cli.file_formats import without_mark

        data = without_mark(data, shown_name(path))
    return str(data, "utf-8", "surrogateescape")


def is_blank(text: str | bytes) -> bool:
    """Whether there is nothing to read: most often the command in front of a pipe has failed."""
    return not text or text.isspace()


def nothing_in(path: str) -> str:
    return f"{shown_name(path)}: the input is empty" + ("; did the command in front of the pipe fail?" if path == "-" else "")


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def standard_input() -> bytes:
    try:
        tell_of_terminal()
        return sys.stdin.buffer.read()
    except OSError as error:
        raise unreadable("-", error) from None


def tell_of_terminal() -> None:
    if sys.stdin.isatty():
        print("reading from the terminal; Ctrl-D ends the input", file=sys.stderr)


def unreadable(path: str, error: OSError) -> Error:
    if isinstance(error, IsADirectoryError):
        model = os.path.exists(os.path.join(path, "saved_model.pb"))
        advice = "; a SavedModel is read by tf-translate --savedmodel-to-mlir" if model else ""
        return Error(f"cannot read '{path}': it is a directory; expected a file{advice}")
    return Error(f"cannot read '{shown_name(path)}': {error.strerror or error}")


def shown_name(path: str) -> str:
    """How a file is called in messages and locations."""
    return "<stdin>" if path == "-" else path


class Output:
    """A file to write that appears whole or not at all: `with Output(path) as out: out.write(text)`.

    It is written beside its name and takes it when the block ends well; otherwise nothing is left. "-" and whatever exists
    and is no regular file (a pipe, /dev/null) are written directly. Text goes out as UTF-8; `binary` takes bytes.
    """

    def __init__(self, path: str, binary: bool = False):
        self.path, self.binary = path, binary
        self.beside: str | None = None
        self.file = None

    def __enter__(self):
        if self.path == "-":
            self.file = StandardOutput()
            return self.file
        try:
            self.file = self._open(os.path.realpath(self.path))
        except OSError as error:
            raise self._unwritable(error) from None
        return self.file

    def _open(self, path: str):
        if os.path.exists(path) and not os.path.isfile(path):
            return self._opened(path)
        self.beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}.part")
        return self._opened(self.beside)

    def _opened(self, path: str):
        return open(path, "wb") if self.binary else open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n")

    def __exit__(self, kind, error, _):
        if self.path == "-":
            if kind is None:
                self.file.flush()
            return
        try:
            self.file.close()
            if kind is None and self.beside is not None:
                self._take_name(os.path.realpath(self.path))
        except OSError as failure:
            kind = kind or OSError
            raise self._unwritable(failure) from None
        finally:
            if kind is not None and self.beside is not None and os.path.exists(self.beside):
                os.unlink(self.beside)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and error.filename is None:
            raise self._unwritable(error) from None

    def _take_name(self, path: str) -> None:
        if os.path.exists(path):
            os.chmod(self.beside, os.stat(path).st_mode & 0o7777)
        os.replace(self.beside, path)

    def _unwritable(self, error: OSError) -> Error:
        if isinstance(error, IsADirectoryError):
            return Error(f"cannot write '{self.path}': it is a directory; expected the name of a file")
        # NumPy only counts what it has written.
        return Error(f"cannot write '{self.path}': {error.strerror or 'not all of it could be written; is the disk full?'}")


class StandardOutput:
    """Standard output, for text with the same treatment of bytes that are not UTF-8 as files have, or for bytes.

    Under PYTHONUNBUFFERED a write may be short: what was left over is written again.
    """

    def write(self, content: str | bytes | memoryview) -> None:
        sys.stdout.flush()
        data = memoryview(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content).cast("B")
        while len(data):
            data = data[sys.stdout.buffer.write(data) :]

    def flush(self) -> None:
        sys.stdout.buffer.flush()


def silence_broken_pipe() -> int:
    """The reader went away: the rest of the output goes nowhere, so that closing it raises no second error."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # standard output is no file of the system, as under a test
    return BROKEN_PIPE


def flush_standard_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            silence_broken_pipe()
