"""A tool: its name, command line and action; and how a call of it ends, in an exit code."""

from __future__ import annotations

import _signal
import gc
import os
import sys

from tfir.cli.flags import read
from tfir.cli.process import (
    DEFECT,
    FAILURE,
    INTERRUPTED,
    USAGE,
    UsageError,
    flush_standard_streams,
    is_interrupted,
    prepare_process,
    silence_broken_pipe,
)
from tfir.ir.diagnostics import Error, raised_at, show
from tfir.ir.nesting import with_room
from tfir.startup.patterns import keep_patterns


class Tool:
    """A command: its name, one line on what it does, how it is called, its flags and its function.

    `action(arguments)` returns an exit code or None for 0. `max_files` bounds the positional arguments, as a number or, of a tool that takes more with some
    flags, a function of the arguments. Flags that are names, such as those of passes, are not declared one by one: `is_dynamic(name)` says whether a name is one of them, `dynamic_flags()` declares them all, for
    help and completion, and `dynamic_key` is what they go by in `Arguments.order`. `more_help()` is text about them for `--help-all`.
    `added_flags()` declares those that other packages add: a command line with a flag that is none of the tool's own is read with them, and
    so is one that asks for a page. `epilog`, which ends each page of help, is text or a function that gives it.
    """

    def __init__(self, name, summary, usage, flags, action, *, epilog="", max_files=1, added_flags=lambda: [], is_dynamic=lambda name: False,
                 dynamic_flags=lambda: [], dynamic_key="", more_help=lambda: ""):  # fmt: skip
        self.name, self.summary, self.usage, self.flags, self.action = name, summary, usage, flags, action
        self.epilog, self.max_files, self.more_help, self.added_flags = epilog, max_files, more_help, added_flags
        self.is_dynamic, self.dynamic_flags, self.dynamic_key = is_dynamic, dynamic_flags, dynamic_key
        self.argv: list[str] = []  # of the call that runs

    def most_files(self, arguments) -> int:
        return self.max_files(arguments) if callable(self.max_files) else self.max_files

    @property
    def command(self):
        from tfir.cli.command import ToolCommand

        return ToolCommand(self)

    def module_attribute(self, name: str):
        """The `__getattr__` of a tool's module, which gives it `command`: click is imported when that is asked for."""
        if name == "command":
            return self.command
        raise AttributeError(name)

    @property
    def completion_variable(self) -> str:
        """Set by a shell that asks what a word can become; click's name for it."""
        return f"_{self.name}_COMPLETE".replace("-", "_").upper()

    def main(self, argv=None) -> int:
        """Runs the tool and returns its exit code. As a process of its own (no argv) it does not come back."""
        if argv is not None:
            collecting = gc.isenabled()
            try:
                return self.guarded(lambda: self.run(argv))
            finally:  # tools switch the cyclic collector off, for a life that is short where it is a process
                (gc.enable if collecting else gc.disable)()
        try:
            status = self.guarded(self.run_process)
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # nothing is left to be cleaned up
        except KeyboardInterrupt:  # between the two, or while an error was being reported
            status = INTERRUPTED
        flush_standard_streams()
        keep_patterns()
        os._exit(status)  # taking a large module apart object by object is time for nothing

    def run_process(self) -> int:
        prepare_process()
        return self.run(sys.argv[1:])

    def run(self, argv: list[str]) -> int:
        """The exit code. The work is begun again where regions are nested so deeply that it takes a large stack."""
        return with_room(lambda: self.run_once(list(argv)))

    def run_once(self, argv: list[str]) -> int:
        self.argv = argv
        arguments = None if self.completion_variable in os.environ else read(self, argv)
        return self.command.run(argv) if arguments is None else self.action(arguments) or 0

    def guarded(self, work) -> int:
        """The result of `work()`, or the exit code for its failure, which is reported on standard error."""
        try:
            status = work()
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
            return self.failed("the input is nested too deeply")
        except MemoryError:
            return self.failed("out of memory")
        except ImportError as error:
            return self.failed("out of memory") if "failed to map segment" in str(error) else self.defect(error)
        except OSError as error:
            return self.failed(f"{error.filename or 'standard output'}: {error.strerror or error}")
        except Exception as error:
            return self.defect(error)

    def failed(self, message: str) -> int:
        print(f"{self.name}: error: {message}", file=sys.stderr)
        return FAILURE

    def defect(self, error: Exception) -> int:
        if is_interrupted():
            return INTERRUPTED  # some libraries make an error of their own of it
        if os.environ.get("TFIR_TRACEBACK"):
            raise error
        what = "; ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
        print(
            f"{self.name}: internal error: {what}{raised_at(error)}\nThis is a defect; TFIR_TRACEBACK=1 shows the calls.", file=sys.stderr
        )
        return DEFECT
