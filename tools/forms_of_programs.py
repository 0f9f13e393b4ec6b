"""The forms that a program takes on its way to a device, and what each of them computes.

Each begins with what a pipeline makes of the program, as text that is read again: it runs as that, as a module file that is made of it, or as
C and C++, compiled with warnings as errors.
"""

from functools import cache
from pathlib import Path

import numpy as np
from c_programs import called_c, compiled_c
from cpp_programs import called, compiled
from device_calls import with_host_ops
from module_files import file_of
from tfir.dialects import lookup, verify
from tfir.dialects.iree.target import PLAIN, STYLE
from tfir.execution.entry import find_entry
from tfir.execution.inputs import bind
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.module_file.reading import ModuleFile
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun.calls import Variables
from tfrun.devices import session
from tftranslate.cpp_code.program import Program, entries_of
from tftranslate.modules import parsed

LARGE = 1 << 20  # characters of a text, whose constants stand in a file beside the C++ that compilers would be slow with
SPEED = ("-O1",)


class Bound:
    """A call of a lowered program: its entry, and the arrays that its feeds get, None where that is what a variable is left at."""

    def __init__(self, module, call, held: set):
        self.entry = find_entry(module, call.entry)
        self.inputs = bind(self.entry, call.given, held)
        held |= {port.variable for port in (*self.entry.feeds, *self.entry.fetches) if port.variable is not None}


def results_of(program, module, computed) -> list:
    """What each call of a program gives, with its entry, by a function of a module, an entry and arrays."""
    variables, held, results = Variables(module), set(), []
    for call in program.calls:
        bound = Bound(module, call, held)
        inputs = variables.inputs(bound.entry, bound.inputs)
        values = computed(module, bound.entry, inputs)
        variables.keep(bound.entry, inputs, values)
        results.append((bound.entry, values))
    return results


class Lowered:
    """A program after a pipeline, which leaves to the host what it has no lowering for, unless `is_whole`. `input_shapes` are of feeds, by
    their names."""

    def __init__(
        self, program, pipeline: str, folder: Path | None = None, is_plain: bool = False, is_whole: bool = False, input_shapes=None
    ):
        self.program, self.folder = program, folder
        module = program.module()
        if is_plain:
            module.set_attribute(STYLE, StringAttr(PLAIN))
        steps = with_host_ops(pipeline) if program.has_host_ops and not is_whole else load_pipeline(pipeline)
        Runner(verify, input_shapes=input_shapes).run(steps, module)
        self.text = print_operation(module, lookup)

    def results(self, module, computed) -> list:
        return results_of(self.program, module, computed)

    def from_text(self):
        return parsed(Source("program.mlir", self.text), keep_names=True)

    def from_file(self):
        return ModuleFile(file_of(self.text), "program.tfm").module

    def on(self, device: str, module) -> list:
        with session(module, device, self.program.assets) as program_of, np.errstate(all="ignore"):
            programs = cache(lambda name: program_of(find_entry(module, name)))
            return self.results(module, lambda module, entry, arrays: programs(entry.name)(arrays))

    def in_c(self) -> list:
        module = self.from_text()
        if len(entries_of(module)) > 1:
            raise Error("the module has several functions, and a file of C is one")
        library = compiled_c(module, self.folder)
        return self.results(module, lambda module, entry, arrays: called_c(library, entry, arrays))

    def binary(self, name: str) -> Path:
        """What the compiler makes of all of it as C++, and of a program that calls the entry of a name."""
        module, folder = self.from_text(), self.folder / name
        if (folder / "program").exists():
            return folder / "program"
        folder.mkdir(exist_ok=True)
        path = folder / "constants.bin" if len(self.text) > LARGE else None
        program = Program(module, "program", str(path) if path else None)
        if path:
            path.write_bytes(program.content())
        return compiled(module, folder, SPEED, program, name)

    def in_cpp(self, device: str) -> list:
        def computed(module, entry, arrays):
            binary = self.binary(entry.name)
            return called(binary, module, arrays, binary.parent, device, "synchronous", entry.name)

        return self.results(self.from_text(), computed)


# By pipeline: whether kernels are in the plain style that C has, and the forms by their names.
FORMS = {
    "vulkan": (False, {
        "interpreter": lambda lowered: lowered.on("interpreter", lowered.from_text()),
        "vulkan": lambda lowered: lowered.on("vulkan", lowered.from_text()),
        "file": lambda lowered: lowered.on("vulkan", lowered.from_file()),
    }),
    "vm": (False, {
        "vm": lambda lowered: lowered.on("vm", lowered.from_text()),
        "vm file": lambda lowered: lowered.on("vm", lowered.from_file()),
    }),
    "plain": (True, {
        "C": Lowered.in_c,
        "C++": lambda lowered: lowered.in_cpp("host"),
        "C++ vulkan": lambda lowered: lowered.in_cpp("vulkan"),
    }),
}  # fmt: skip
ALL = [name for _, forms in FORMS.values() for name in forms]


def lowered_for(program, group: str, folder: Path) -> Lowered:
    is_plain, _ = FORMS[group]
    return Lowered(program, "vulkan" if is_plain else group, folder, is_plain)
