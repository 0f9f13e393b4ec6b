"""What tf-run does with a file that its device does not run as it is: tf-translate makes IR of it and tf-opt lowers that, each as a process.
What comes of it is kept, under the digest of all that it was made of."""

from __future__ import annotations

import os
import re
import sys

from tfir.cli.file_formats import is_bytecode, is_module_file, is_onnx
from tfir.cli.files import decoded, is_blank, may_hold_bytecode, put_back, read_bytes
from tfir.cli.process import UsageError, started
from tfir.cli.progress import stage
from tfir.ir.diagnostics import Diagnostic, show

from tfrun.devices import USUAL, best_device, device_of, emitted_name, stem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import ExitStack
    from typing import Any

FOLDER = "lowered"  # of those in which files are kept
LOWERED = re.compile(rb"\biree_[hl]l_(?:seq|interp)\b|\bllvm\.func\b")
KERNELS = (
    (re.compile(rb"\bspirv\b|\bspv\.module\b"), "vulkan"),
    (re.compile(rb"\bIreeBytecode\b"), "vm"),
    (re.compile(rb"\bllvm\b"), "cpu"),
)
# How text of IR begins, behind comments: an operation with its dialect or in generic form, an alias, a module or function of builtin or func.
IR = re.compile(rb'(?:\s|//[^\n]*\n)*(?:[#!%]\w|"|\{-#|module\b(?!\s*:)|func\b|[A-Za-z_]\w*\.\w)')
TENSOR, BUFFER = re.compile(rb"\btensor<|\btfg\.graph\b"), re.compile(rb"\bmemref<")
# A function without a body: what stands in braces on its line are attributes.
DECLARED = re.compile(rb"\bfunc\.func private @[\w.$-]+\([^(){}]*\)(?:[^{}\n]|\{[^{}\n]*\})*\n")
ONNX = re.compile(rb'"onnx\.\w')
READING = ("signature", "tags", "outputs")  # flags of tf-translate, which are handed on to it
BESIDE = (".meta",)  # what such files say is completed by others beside them


def prepare(arguments: Any, stack: ExitStack) -> int:
    """Lets `arguments` name a device, and a file that it runs. Returns an exit code: 0, or that of the tool that has told what is wrong.
    Files that are not kept last as long as the stack."""
    return Preparation(arguments, stack).run()


class Failed(Exception):
    """A tool that ended with an exit code other than 0, and what it said."""

    def __init__(self, tool: str, status: int, told: str):
        self.tool, self.status, self.told = tool, status, told


class Preparation:
    """A file on its way to a device."""

    def __init__(self, arguments: Any, stack: ExitStack):
        self.arguments, self.stack, self.path = arguments, stack, arguments.files[0]
        self.data = None if os.path.isdir(self.path) else read_bytes(self.path)
        is_pipe = self.path == "-" or not (self.data is None or os.path.isfile(self.path))
        if is_pipe:  # which lets itself be read once
            put_back(self.data)
            self.path = arguments.files[0] = "-"
        self.is_ir = self.data is not None and may_be_ir(self.data)
        self.is_lowered = self.is_ir and needs_no_lowering(self.data)
        self.folder: str | None = None

    def run(self) -> int:
        given = self.arguments
        self.check_reading()
        is_chosen = given.device is None
        if is_chosen:
            given.device = self.device_with_kernels() if self.is_lowered else "interpreter" if self.is_for_interpreter() else best_device()
        lowering = self.lowering(given.device)
        if given.input_shapes and not lowering:
            how = "is lowered already" if self.is_lowered else f"runs as it is with --device={given.device}, in the sizes of its inputs"
            raise UsageError(f"--input-shapes says for which sizes a program is lowered; '{self.path}' {how}")
        try:
            self.take(lowering)
        except Failed as failure:
            if failure.tool != "tf-opt" or not is_chosen:
                sys.stderr.write(failure.told)
                return failure.status
            why = next((line.partition("error: ")[2] for line in failure.told.splitlines() if "error: " in line), "")
            show(Diagnostic(f"{self.path} cannot be lowered for {given.device}: {why}; the interpreter runs it", None, "warning"))
            given.device = "interpreter"
            self.take(self.lowering("interpreter"))
        return 0

    def check_reading(self) -> None:
        reading = next((name for name in READING if getattr(self.arguments, name) is not None), None)
        if reading is not None and self.is_ir:
            raise UsageError(f"--{reading} says what is read of a model, and '{self.path}' is IR; --entry=NAME runs a function of it")
        if self.arguments.constants is not None and (not self.is_ir or is_module_file(self.data)):
            raise UsageError(f"--constants are those of IR that has their names, and '{self.path}' is a file with its own")

    def is_for_interpreter(self) -> bool:
        """Whether flags ask for what it alone does."""
        given = self.arguments
        return bool(given.fetch or given.probe_output_dir) or (given.replicas, given.partitions) != (1, 1)

    def device_with_kernels(self) -> str:
        """The device that the program was lowered for."""
        assert self.data is not None, "a directory is not lowered"
        if is_module_file(self.data):
            return USUAL
        return next((device for word, device in KERNELS if word.search(self.data)), "interpreter")

    def lowering(self, device: str) -> list[str]:
        """The flags of tf-opt that lower the program for a device; none where that runs it as it is."""
        if self.is_lowered or self.arguments.fetch:
            return []
        module = device_of(device)[0]
        flags = getattr(module, "LOWERED_TO_FUNCTIONS_BY", ()) if self.is_of_functions() else ()
        return list(flags or getattr(module, "LOWERED_BY", ())) or (["--onnx-to-stablehlo"] if self.has_onnx() else [])

    def is_of_functions(self) -> bool:
        """Whether the program is text of scalars, vectors and buffers, of MLIR's standard dialects, tensors beside them or not, or calls what
        only a library has."""
        if self.data is None or IR.match(bytes(self.data[:4096])) is None:  # no text
            return False
        return TENSOR.search(self.data) is None or BUFFER.search(self.data) is not None or DECLARED.search(self.data) is not None

    def has_onnx(self) -> bool:
        """Whether the program is of operators of ONNX, which mean something as StableHLO alone."""
        return self.data is not None and (ONNX.search(self.data) is not None if self.is_ir else is_onnx(self.data))

    def commands(self, lowering: list[str]) -> list[list[str]]:
        """The commands that make of the file what a device runs, of which each reads what the one before writes."""
        given, commands = self.arguments, []
        if not self.is_ir:
            is_session = self.data is None and bool(given.entry)
            way = "--savedmodel-to-mlir=signatures" if is_session else "--to=mlir"
            given.savedmodel = given.savedmodel or (self.path if is_session else None)
            reading = [f"--{name}={value}" for name in READING if (value := getattr(given, name)) is not None]
            commands.append(["tf-translate", way, *reading])
        if lowering:
            shapes = [f"--input-shapes={text}" for text in given.input_shapes]
            constants = [f"--constants=@{given.constants}"] if given.constants is not None else []
            commands.append(["tf-opt", *lowering, "--keep-ssa-names", *shapes, *constants])
        return commands

    def take(self, lowering: list[str]) -> None:
        commands = self.commands(lowering)
        if not commands:
            return
        from tfir.cli import kept_files  # with its digests it takes as long to import as a file of IR to look at

        key = None if self.arguments.no_cache else self.key(commands)
        program = None if key is None else kept_files.kept_file(key, FOLDER)
        if self.arguments.verbose:
            told = "" if program is None else ", but that an earlier run has kept what is lowered"
            print(f"tf-run: the same as{told}: {self.in_shell(commands)}", file=sys.stderr)
        if program is None:
            program = self.made(commands)
            program = program if key is None else kept_files.keep_file(key, program, FOLDER)
        if self.arguments.emit:
            self.arguments.emit_to = self.arguments.emit_to or emitted_name(self.path, self.arguments.emit)
        self.arguments.files, self.arguments.constants = [program], None  # which are in the program now

    def in_shell(self, commands: list[list[str]]) -> str:
        """The commands, and tf-run on what comes of them, as a line for a shell."""
        import shlex

        device = self.arguments.device
        made = f"{stem_of(self.path)}.{device.partition(':')[0]}.mlir"
        first, *others = commands
        line = [[*first, *([] if self.path == "-" else [self.path])], *others]
        line[-1] = [*line[-1], "-o", made]
        return f"{' | '.join(map(shlex.join, line))} && {shlex.join(['tf-run', made, f'--device={device}', *self.others()])}"

    def others(self) -> list[str]:
        """The flags of the command that say what is done with the program."""
        leading = {"device", "verbose", "emit-to", "module", "no-cache", "input-shapes", "constants", *READING}
        return [f"--{name}" if value is True else f"--{name}={value}" for name, value in self.arguments.order if name not in leading]

    def made(self, commands: list[list[str]]) -> str:
        """The path of what the commands make of the file. Raises Failed where one of them fails."""
        from tempfile import TemporaryDirectory

        if self.folder is None:
            self.folder = self.stack.enter_context(TemporaryDirectory(prefix="tf-run-"))
        source = self.path
        if source == "-":
            source = os.path.join(self.folder, "input")
            with open(source, "wb") as file:
                file.write(self.data or b"")
        for tool, *flags in commands:
            target = os.path.join(self.folder, f"{tool}.mlir")
            if tool != "tf-translate" or not os.path.exists(target):
                self.work(tool, flags, source, target)
            source = target
        return source

    def work(self, tool: str, flags: list[str], source: str, target: str) -> None:
        """Runs a tool on a file, which is its standard input unless it is the one that the command line names."""
        import subprocess

        is_named = source == self.path
        with open(os.devnull if is_named else source, "rb") as file:
            words = started(tool, *flags, source if is_named else "-", "-o", target)
            with stage(" ".join([tool, *flags[:1]])):
                done = subprocess.run(words, stdin=file, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise Failed(tool, done.returncode, decoded(done.stderr))
        if self.arguments.verbose or b"warning: " in done.stderr:
            sys.stderr.write(decoded(done.stderr))

    def key(self, commands: list[list[str]]) -> str | None:
        """What names the program that the commands make of the file as it is; None where other packages take part, of which nothing tells
        when they change, and of what is no model."""
        from hashlib import blake2b

        from tfir.cli import kept_files
        from tfir.plugins import GROUPS, entries

        if any([entries(group) for group in GROUPS]) or (self.data is None and not is_saved_model(self.path)):
            return None
        digest = blake2b(repr((commands, state_of_tools())).encode(), digest_size=kept_files.DIGEST)
        for path in self.sources():
            digest.update(f"\0{os.path.relpath(path, self.path)}\0".encode())
            digest.update(read_bytes(path))
        if self.data is not None:
            digest.update(self.data)
        return digest.hexdigest()

    def sources(self) -> list[str]:
        """The files that are read besides the one that is named: all of a directory, or what may stand beside a file."""
        if self.data is None:
            return sorted([os.path.join(folder, name) for folder, _, names in os.walk(self.path) for name in names])
        if self.is_ir and self.arguments.constants is not None:
            return [self.arguments.constants]
        if self.is_ir or self.path == "-" or not (is_onnx(memoryview(self.data)) or self.path.endswith(BESIDE)):
            return []
        folder = os.path.dirname(self.path) or "."
        return sorted([entry.path for entry in os.scandir(folder) if entry.is_file()])


def needs_no_lowering(data) -> bool:
    """Whether a file of IR has been lowered, or holds nothing."""
    return is_module_file(data) or LOWERED.search(data) is not None or is_blank(bytes(data[:4096]))


def may_be_ir(data) -> bool:
    """Whether a file is text of IR, bytecode or a module file. One that is empty counts as IR: what reads that says so."""
    head = bytes(data[:4096])
    return is_module_file(data) or is_bytecode(data) or may_hold_bytecode(head) or IR.match(head) is not None or is_blank(head)


def is_saved_model(folder: str) -> bool:
    return any([name.startswith("saved_model.") for name in os.listdir(folder)])


def state_of_tools() -> list[tuple[str, int, int]]:
    """What tells whether a tool may make something else of the same file: when its sources changed, and how long they are."""
    from tfir.cli import kept_files

    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    roots = [
        os.path.dirname(os.path.dirname(os.path.abspath(kept_files.__file__))),
        *[os.path.join(root, name) for name in ("tftranslate", "tfopt")],
    ]
    waiting, state = roots, []
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir() and entry.name != "__pycache__":
                    waiting.append(entry.path)
                elif entry.name.endswith((".py", ".txt")):
                    status = entry.stat()
                    state.append((entry.path, status.st_size, status.st_mtime_ns))
    return sorted(state)
