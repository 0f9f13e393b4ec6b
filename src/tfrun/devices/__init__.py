"""Where programs run. A device is the module or package of its own name in this folder, or one that another package adds by the entry
points `tfir.devices`. It is opened, listed and described by what it has of these:

    SPELLINGS            how `--device` may name it, its own name first; what stands behind a colon is `which` below
    TITLE                what it is, for `--help`
    LOWERED_BY           the flags of tf-opt that make what it runs; left out where it runs programs as they are
    preference()         how fast it runs programs beside the others, by which one is chosen where none is named: 3 for a processor made for it, 2 for
                         machine code, 1 for anything else; 0, or left out, where it is chosen by its name alone
    session(module, which, folder)    a context manager: while it lasts, a function that makes a program of an `Entry`, a function from
                         a list of input arrays to a list of output arrays. `folder` is where the model's assets are, or None
    TAKES                what else `session` takes by name, if anything, and gets if it is asked for: `grid`, the numbers of replicas and
                         partitions of a program whose entries are `GridEntry`s, `probes`, the directory that probes write to, `disk`, that
                         of files which the program may read and write, `threads`, their number, `text`, which the module was read
                         from, or its module file, `kept`, what `kept` gave for it, and `cached`, False where nothing is to be kept, and `described`, True
                         where debuggers and profilers shall be told of the model's nodes, which `emit` gets too, and `verbose`, True
                         where it is to say on standard error what runs the program, and `validated`, True where what it does of the
                         device is to be checked
    kept(path)           what an earlier run has left of the program in a file, with a `module` of its signature; left out, or None
    driver()             a context manager: its driver of the hardware abstraction layer (`tfir/hal/protocols.py`), on which its programs run, if it has one
    listed()             a line for each device there is, opening with a name that `--device` takes; Error where that cannot be told
    described(which)     facts as a TargetAttr, `#iree.target<...>`, for the schedules of tf-opt; left out, or UsageError, where it has none
    measured(module, calls, which, folder, runs)    the text of `--measure`; left out where times of single ops are not to be had, with
                         MEASURES_DISPATCHES where it tells those of dispatches, of programs that are lowered to these
    traced(module, calls, which, folder)    the text of `--trace`, if it has any; this and `measured` get `threads` and `cached` as `session` does
    emit(module, entry, kind, path)  writes what `--emit=kind` asks for, if it can

Programs of a session share what they write to. A device that is not asked for is not imported.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from importlib import import_module

from tfir.cli.process import UsageError
from tfir.execution.sequencer import is_sequence
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.iree.target import TargetAttr

USUAL = "vulkan"
FLAGS_OF = {
    "grid": "--replicas and --partitions",
    "probes": "--probe-output-dir",
    "disk": "--files-dir",
    "threads": "--threads",
    "cached": "--no-cache",
    "described": "--debug-info",
    "validated": "--validate",
}  # by what a device takes


def device_of(text: str, flag: str = "--device"):
    """The module of the device that `flag=text` names, and the text behind the colon. Raises UsageError for an unknown name."""
    name, colon, which = text.partition(":")
    device = load(name)
    if device is None or (colon and not any([":" in spelling for spelling in device.SPELLINGS])):
        *others, last = [spelling for name in names() for spelling in load(name).SPELLINGS]
        raise UsageError(f"{flag}={text}: expected {', '.join(others)} or {last}")
    return device, which


@cache
def load(name: str):
    if name in own_names():
        return import_module(f"{__name__}.{name}")
    from tfir.plugins import entries

    entry = entries("tfir.devices").get(name)
    return None if entry is None else entry.load()


def own_names() -> list[str]:
    return [entry.name for entry in os.scandir(os.path.dirname(__file__)) if entry.is_dir() and entry.name[0] not in "._"]


def names() -> list[str]:
    """All devices' names, the usual one first."""
    from tfir.plugins import entries

    return sorted({*own_names(), *entries("tfir.devices")}, key=lambda name: (name != USUAL, name))


@contextmanager
def session(module: Operation, text: str, folder: str | None = None, /, **options):
    """A context manager. While it lasts, its value is a function from an Entry to a program on the device that `text` names; a program is
    made once per entry. `folder` is the directory of the model's assets, `options` those of what a device may take that is not None. Raises
    UsageError for an unknown device, and for one that does not take an option."""
    device, which = device_of(text)
    options = {name: value for name, value in options.items() if value is not None}
    for name in options:
        if name not in getattr(device, "TAKES", ()):
            raise UsageError(f"{FLAGS_OF[name]}: not with --device={text}, but with --device={' or '.join(takers(name))}")
    with device.session(module, which, folder, **options) as program_of:
        yield Programs(program_of)


class Programs:
    """The programs of a session, by entries, each made once. `state` is what they share where the device has it here."""

    def __init__(self, program_of):
        self.of, self.state = cache(program_of), getattr(program_of, "state", None)

    def __call__(self, entry):
        return self.of(entry)


def emitted_name(path: str, kind: str) -> str:
    """`model.so` for `models/model.mlir`."""
    return stem_of(path) + {"object": ".o", "assembly": ".s", "shared-library": ".so"}[kind]


def stem_of(path: str) -> str:
    """`model` for `models/model.mlir` and for `models/model/`."""
    return "model" if path == "-" else os.path.splitext(os.path.basename(os.path.normpath(path)))[0]


def takers(option: str) -> list[str]:
    """The devices that take an option."""
    return [name for name in names() if option in getattr(load(name), "TAKES", ())]


def best_device() -> str:
    """The device that runs programs fastest."""
    return max(names(), key=lambda name: getattr(load(name), "preference", int)())


def list_devices():
    """One line for each device, opening with a name that `--device` takes. Raises the first Error of those that cannot be asked, when
    all others have been."""
    errors = []
    for name in sorted(names()):
        try:
            yield from load(name).listed()
        except Error as error:
            errors.append(error)
    if errors:
        raise errors[0]


def describe_device(text: str) -> TargetAttr:
    """The facts of the device that `text` names, by which tf-opt chooses schedules.

    Raises UsageError where the device is unknown or has no such facts.
    """
    device, which = device_of(text, "--describe-device")
    if not hasattr(device, "described"):
        raise UsageError(f"--describe-device: {device.SPELLINGS[0]} has no facts that tf-opt compiles for")
    return device.described(which)


def check_measuring(device, calls) -> None:
    is_lowered = is_sequence(calls[-1].entry.func)
    if not hasattr(device, "measured") or is_lowered != hasattr(device, "MEASURES_DISPATCHES"):
        raise UsageError(
            "--measure tells the times of ops, which the interpreter has: of a program that is not lowered to dispatches, with"
            " --device=interpreter; of one that is, --device=vulkan and --device=cpu have those of dispatches"
        )


def check_able(device, hook: str, flag: str) -> None:
    """Raises UsageError where a device does not do what a flag asks for."""
    if not hasattr(device, hook):
        able = [name for name in names() if hasattr(load(name), hook)]
        raise UsageError(f"--{flag}: not with --device={device.SPELLINGS[0]}, but with --device={' or '.join(able)}")


def spellings_in_words() -> str:
    """The devices, as text for `--help`. Our own are asked what they are called by their files, since what runs programs takes NumPy to load."""
    return "Devices:\n" + "".join([f"  {', '.join(spellings)}\n      {title}\n" for spellings, title in map(spelled, names())])


def spelled(name: str) -> tuple[tuple[str, ...], str]:
    """(how `--device` may name a device, what it is)."""
    if name not in own_names():
        device = load(name)
        return device.SPELLINGS, device.TITLE
    import ast

    with open(os.path.join(os.path.dirname(__file__), name, "__init__.py"), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    told = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    return ast.literal_eval(told["SPELLINGS"]), ast.literal_eval(told["TITLE"])
