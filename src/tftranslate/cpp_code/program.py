"""A lowered program as a class of C++, with kernels in SPIR-V and, where they have that form, as functions.

Kernels for any device are taken where there are several. Constants are words in the file, of which equal ones stand once, or the content
of a file beside it. Source: IREE's walkthrough of 2019, its listing of a module.
"""

from __future__ import annotations

from itertools import count

import numpy as np
from tfir.conversion.words_of_c import is_word_of_c
from tfir.dialects.iree.target import targets_of
from tfir.execution.entry import INITIALIZER_TYPE, Entry, entry_functions
from tfir.execution.kernels import STORAGE, Kernel, entry_in, kernel_of, spirv_for
from tfir.execution.sequencer import is_sequence
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable
from tfir.ods.arrays import array_of

from tftranslate.c_code import kernels as c_kernels
from tftranslate.c_code.program import FUNCTIONS, HINT, check_devices, constant_text, word
from tftranslate.cpp_code.function import Function, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALIGNMENT = 64  # bytes, in the file of constants
# Members that the class has of `iree::vm::Module`, and what its functions call their own.
MEMBERS = (
    "Create", "Prepare", "CheckDevice", "AllocateTransient", "MakeRoom", "Flush", "Refused", "ReadElement", "select_device", "device_executable",
    "device_constant", "device", "fence", "completed_fence_value", "cmd", "dispatch_request", "command_queue", "condition", "wait_semaphore",
    "signal_semaphore", "signal_fence", "result",
)  # fmt: skip


class Program:
    """The class of a module, `name` being its stem or empty. `path` is the file of constants, where they stand in one."""

    def __init__(self, module: Operation, name: str = "", path: str | None = None):
        self.module, self.symbols, self.path = module, SymbolTable(module), path
        targets = targets_of(module)
        self.targets = [
            name for name in reversed(targets) if targets[name] is None or not targets[name].is_processor
        ]  # the most general first
        entries = entries_of(module)
        self.stem = word(name or module.get("sym_name") or entries[0].name).removesuffix("_module")
        self.ordinals: dict[tuple[str, str], int] = {}
        self.kernels: dict[tuple[str, str], tuple[Kernel, c_kernels.Kernel | None]] = {}
        self.functions_of_c: list[str] = []
        self.constants: dict[bytes, int] = {}
        self.functions: list[Function] = []
        for entry in entries:
            self.functions.append(Function(self, entry, self.name_of(entry)))

    def name_of(self, entry: Entry) -> str:
        """One that no member of the class has yet."""
        name = identifier(entry.name)
        name = f"f_{name}" if name in MEMBERS or name == self.class_name else name
        taken = {function.name for function in self.functions}
        return next(each for number in count(2) for each in (name, f"{name}_{number}") if each not in taken)

    @property
    def class_name(self) -> str:
        words = [part[:1].upper() + part[1:] for part in self.stem.split("_")]
        return f"{identifier(''.join(words), 'M')}Module"

    @property
    def room(self) -> str:
        """The namespace of kernels and constants."""
        return f"{identifier(self.stem.lower(), 'm')}_module"

    def constant(self, attribute: ElementsAttr) -> int:
        return self.constants.setdefault(array_of(attribute).tobytes(), len(self.constants))

    def content(self) -> bytes:
        """What stands in the file of constants."""
        return b"".join([data + b"\0" * (-len(data) % ALIGNMENT) for data in self.constants])

    def kernel(self, op: Operation, executable: Operation, entry: str) -> tuple[int, Kernel]:
        """The number of a dispatch's executable, and its kernel."""
        key = executable.get("sym_name"), entry
        if key not in self.kernels:
            check_devices(op, executable, entry)
            spirv, target = spirv_for(executable, self.targets)
            kernel, _ = kernel_of(executable, entry, [target])
            self.ordinals[key] = len(self.kernels)
            self.kernels[key] = kernel, self.in_c(spirv, entry)
        return self.ordinals[key], self.kernels[key][0]

    def in_c(self, spirv: Operation, entry: str) -> c_kernels.Kernel | None:
        """The kernel as a function; None where it works with other invocations, or with texels."""
        kernel = c_kernels.Kernel(*entry_in(spirv, entry), f"k{len(self.kernels)}_{word(entry)}", "inline")
        try:
            self.functions_of_c.append(kernel.text())
        except Error:
            return None
        return kernel

    # Text

    def text(self) -> str:
        functions = [line for function in self.functions for line in ["", *function.text]]
        guard = f"{self.room.upper()}_H_"
        names = ", ".join([f"@{function.entry.name}" for function in self.functions])
        body = "\n".join(self.functions_of_c)
        functions_of_c = {name: text.removeprefix("static ") for name, text in FUNCTIONS.items()}
        used = [text for name, text in {**functions_of_c, "half": "using iree::half;"}.items() if name in body]
        return "\n".join([
            f"// Made by tf-translate --mlir-to-cpp of {names}. tf-translate --hal-header writes tfir_hal.h.",
            f"#ifndef {guard}", f"#define {guard}", "", '#include "tfir_hal.h"', "", f"namespace {self.room} {{", "", *used, body,
            *self.spirv(), *self.executables(), "", *self.constant_table(), "", f"}}  // namespace {self.room}", "",
            f"class {self.class_name} : public iree::vm::Module {{", " public:", *self.creation(), *functions, "};", "", f"#endif  // {guard}", "",
        ])  # fmt: skip

    def creation(self) -> list[str]:
        path = f",\n      const char* constants = {quoted(self.path)}" if self.path is not None else ""
        return [
            "  // Prepares kernels and constants on the devices of a context, which may go then.",
            f"  static iree::StatusOr<std::unique_ptr<{self.class_name}>> Create(", f"      iree::vm::Context* context{path}) {{",
            f"    auto module = std::make_unique<{self.class_name}>();",
            f"    RETURN_IF_ERROR(module->Prepare(context, {self.room}::Executables(),",
            f"        {self.room}::Constants(), {'constants' if path else 'nullptr'}));", "    return module;", "  }",
        ]  # fmt: skip

    def spirv(self) -> Iterable[str]:
        for number, (kernel, _) in enumerate(self.kernels.values()):
            yield constant_text(f"kSpirv{number}", kernel.words, "inline constexpr")

    def executables(self) -> Iterable[str]:
        yield "inline std::vector<iree::hal::ExecutableSpec> Executables() {\n  return {"
        for number, (kernel, function) in enumerate(self.kernels.values()):
            words = f"kSpirv{number}, sizeof kSpirv{number} / sizeof *kSpirv{number}"
            bindings = [
                f"{{{binding.number}, {binding.argument}, iree::hal::BindingType::k{binding.kind if binding.kind != STORAGE else 'Storage'},"
                f" {binding.offset}, {kernel.sizes[binding.number]}}}"
                for binding in kernel.bindings
            ]
            sizes = ", ".join(map(str, kernel.local_size))
            yield f"    {{{quoted(kernel.name)}, {words},\n     {host_function(function)},"
            yield f"     {{{', '.join(bindings)}}},\n     {kernel.pushed}, {{{sizes}}}}},"
        yield "  };\n}"

    def constant_table(self) -> Iterable[str]:
        offset, rows = 0, []
        for data, number in self.constants.items():
            if self.path is None:
                yield constant_text(f"kConstant{number}", data, "inline constexpr")
            digest = digest_of(data) if self.path is not None else 0
            rows.append(f"    {{{f'kConstant{number}' if self.path is None else 'nullptr'}, {offset}, {len(data)}, 0x{digest:x}u}},")
            offset += -(-len(data) // ALIGNMENT) * ALIGNMENT
        yield "\n".join(["inline std::vector<iree::vm::Constant> Constants() {", "  return {", *rows, "  };", "}"])


def digest_of(data: bytes) -> int:
    """What the header's `DigestOf` makes of a constant in a file."""
    words = np.frombuffer(data + b"\0" * (-len(data) % 8), "<u8")
    mixed = (words ^ np.arange(len(words), dtype=np.uint64) * np.uint64(8)) * np.uint64(0x9E3779B97F4A7C15)
    return (len(data) + int(np.sum(mixed ^ mixed >> np.uint64(32), dtype=np.uint64))) % 2**64


def host_function(function: c_kernels.Kernel | None) -> str:
    """A kernel as a device that has functions calls it."""
    if function is None:
        return "nullptr"
    arguments = [f"a[{at}]" for at in range(len(function.bindings))]
    arguments += ["sizes"] if function.is_told_sizes else []
    idle = "" if function.is_told_sizes else " (void)sizes;"
    idle += "" if function.bindings else " (void)a;"
    call = f"{function.name}({', '.join([*arguments, 'n[0]', 'n[1]', 'n[2]'])});"
    return f"[](unsigned char* const* a, const unsigned char* sizes, const uint32_t* n) {{{idle} {call} }}"


def entries_of(module: Operation) -> list[Entry]:
    """The functions that callers may run. Raises Error where one is not lowered."""
    public = [op for op in entry_functions(module) if op.get("sym_visibility") != "private" and INITIALIZER_TYPE not in op.attributes]
    if not public:
        raise Error("the module has no function to run", module)
    for func in public:
        if func.name != "func.func" or not is_sequence(func):
            raise Error(f"@{func.get('sym_name')} has not been lowered to dispatches; {HINT}", func)
    entries = [Entry(func) for func in public]
    for entry in entries:
        if entry.bound:
            raise Error.on(entry.func, "is bound to what the module holds, which has no form in C++")
    return entries


def identifier(text: str, before: str = "f") -> str:
    """A name of C++ for one of the program; `main` may be one of a class."""
    name = word(text)
    is_free = name == "main" or not is_word_of_c(name)
    return name if name[:1].isalpha() and is_free else f"{before}_{name}"
