"""Programs as C++, compiled by the system's compiler and run on a device of the HAL; warnings are errors. What needs the compiler is skipped
where there is none."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from tfir.execution.entry import find_entry
from tfir.ods.arrays import dtype_of

from tftranslate.cpp_code.function import element_size
from tftranslate.cpp_code.header import hal_header
from tftranslate.cpp_code.program import Program

COMPILER = shutil.which(os.environ.get("CXX", "g++"))
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror")
FLAGS = ("-std=c++17", "-O1", *WARNINGS)
SANITIZED = ("-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
# What programs have in common, and in front of `main` what each of them is called by.
HELPERS = """
[[maybe_unused]] static std::vector<unsigned char> Content(const std::string& path) {
  std::vector<unsigned char> content;
  FILE* file = fopen(path.c_str(), "rb");
  for (int byte = fgetc(file); byte != EOF; byte = fgetc(file)) content.push_back(static_cast<unsigned char>(byte));
  fclose(file);
  return content;
}

[[maybe_unused]] static iree::hal::Shape ShapeIn(const char* text) {
  iree::hal::Shape shape;
  char* next = nullptr;
  for (; *text != 0; text = *next == 0 ? next : next + 1) shape.push_back(strtol(text, &next, 10));
  return shape;
}

[[maybe_unused]] static iree::StatusOr<iree::hal::BufferView> Argument(
    iree::hal::Device* device, const std::string& folder, int at, const char* shape, size_t width) {
  const auto data = Content(folder + "/in" + std::to_string(at) + ".bin");
  ASSIGN_OR_RETURN(auto bytes, iree::hal::MakeBufferView(device, {static_cast<int64_t>(data.size())}, data.data()));
  return iree::hal::BufferView(bytes.buffer, ShapeIn(shape), width);
}

[[maybe_unused]] static iree::Status Keep(const std::string& path, const iree::hal::BufferView& view) {
  std::vector<unsigned char> content(view.byte_length() + 1);
  RETURN_IF_ERROR(view.buffer->ReadData(0, content.data(), view.byte_length()));
  FILE* file = fopen(path.c_str(), "wb");
  fwrite(content.data(), 1, view.byte_length(), file);
  fclose(file);
  printf("%s\\n", iree::hal::TextOf(view.shape).c_str());
  return iree::OkStatus();
}
"""
PARAMETERS = ", ".join([f"[[maybe_unused]] {type} {name}" for type, name in {
    "const iree::ref_ptr<iree::hal::Device>&": "device", "const std::string&": "folder", "bool": "is_asynchronous", "char**": "shapes",
}.items()])  # fmt: skip
RUN = """
static iree::Status Run_{name}({parameters}) {{
  iree::vm::Context context(device);
  ASSIGN_OR_RETURN(auto module, {class_name}::Create(&context));
{calls}
  return iree::OkStatus();
}}
"""
MAIN = """
static iree::Status Run(const std::string& name, const std::string& kind, const std::string& folder, bool is_asynchronous, char** shapes) {{
  ASSIGN_OR_RETURN(const auto device, kind == "vulkan" ? iree::hal::CreateVulkanDevice() : iree::hal::CreateHostDevice());
{choices}
  return iree::InvalidArgument("there is no such program");
}}

int main(int, char** arguments) {{
  const iree::Status status = Run(arguments[1], arguments[2], arguments[3], arguments[4] == std::string("asynchronous"), arguments + 5);
  if (!status.ok()) fprintf(stderr, "%s\\n", status.message().c_str());
  return status.ok() ? 0 : 1;
}}
"""


@cache
def header_folder() -> Path:
    """Where the header is, for all programs of a process."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    Path(folder.name, "tfir_hal.h").write_text(hal_header())
    return Path(folder.name)


def call_cpp(
    module, arrays, folder: Path, device: str = "host", way: str = "synchronous", flags=(), program: Program | None = None
) -> list:
    """The results of one call of the entry. `arrays` are those of the entry, in order."""
    binary = compiled(module, folder, flags, program)
    return called(binary, module, arrays, folder, device, way)


def compiled(module, folder: Path, flags=(), program: Program | None = None, entry: str | None = None) -> Path:
    return compiled_together({"program": (module, program or Program(module, "program"), entry)}, folder, flags)


def compiled_together(programs: dict, folder: Path, flags=(), functions: dict | None = None, files=()) -> Path:
    """One executable of several programs by name, each a module, what is written of it and the entry that is called (None: the only one). What
    they have in common, most of the header, is compiled once. Likewise `functions`, each the body of a function that returns a status; `files`
    are linked with it."""
    functions = functions or {}
    lines = [f'#include "{name}.h"' for name in programs] + [HELPERS]
    lines += [f"static iree::Status Run_{name}({PARAMETERS}) {{\n  {body}\n}}" for name, body in functions.items()]
    for name, (module, program, entry) in programs.items():
        (folder / f"{name}.h").write_text(program.text())
        lines.append(run_of(name, find_entry(module, entry), program))
    choices = [f'  if (name == "{name}") return Run_{name}(device, folder, is_asynchronous, shapes);' for name in [*programs, *functions]]
    (folder / "main.cpp").write_text("\n".join([*lines, MAIN.format(choices="\n".join(choices))]))
    command = [COMPILER, *FLAGS, *flags, f"-I{header_folder()}", "-o", folder / "program", folder / "main.cpp", *files, "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, " ".join([line for line in done.stderr.split("\n") if "error" in line][:2])
    return folder / "program"


def called(binary: Path, module, arrays, folder: Path, device: str, way: str, entry: str | None = None, name: str = "program") -> list:
    for at, array in enumerate(arrays):
        (folder / f"in{at}.bin").write_bytes(np.ascontiguousarray(array).tobytes())
    sizes = ["x".join(map(str, np.shape(array))) for array in arrays]
    done = subprocess.run([binary, name, device, folder, way, *sizes], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr)
    shapes = [[int(size) for size in line.strip("[]").split("x") if size] for line in done.stdout.split()]
    dtypes = [dtype_of(port.type.element) for port in find_entry(module, entry).fetches]
    return [
        np.frombuffer((folder / f"out{at}.bin").read_bytes(), dtype).reshape(shape)
        for at, (shape, dtype) in enumerate(zip(shapes, dtypes, strict=True))
    ]


def run_of(name: str, entry, program: Program) -> str:
    """A function that reads arguments from files, calls the function, and writes what it returns."""
    function = next(function for function in program.functions if function.entry.func is entry.func)
    lines = []
    for at, port in enumerate(entry.feeds):
        given = f"device.get(), folder, {at}, shapes[{at}], {dtype_of(port.type.element).itemsize}"
        lines.append(f"  ASSIGN_OR_RETURN(const auto arg{at}, Argument({given}));")
    lines += synchronous_call(function, len(entry.feeds)) + asynchronous_call(function, len(entry.feeds))
    return RUN.format(name=name, parameters=PARAMETERS, class_name=program.class_name, calls="\n".join(lines))


def synchronous_call(function, count: int) -> list[str]:
    arguments = ", ".join([f"arg{at}" for at in range(count)])
    returned = len(function.returned)
    if not returned:
        return [f"  if (!is_asynchronous) return module->{function.name}({arguments});"]
    one = ['    RETURN_IF_ERROR(Keep(folder + "/out0.bin", results));']
    several = [f'    RETURN_IF_ERROR(Keep(folder + "/out{at}.bin", std::get<{at}>(results)));' for at in range(returned)]
    return [
        "  if (!is_asynchronous) {", f"    ASSIGN_OR_RETURN(auto results, module->{function.name}({arguments}));", *(one if returned == 1 else several),
        "    return iree::OkStatus();", "  }",
    ]  # fmt: skip


def asynchronous_call(function, count: int) -> list[str]:
    """It waits for a semaphore that is signalled after it was submitted, unless something is looked at on the way."""
    outs, lines = [], []
    for at, (value, shape) in enumerate(zip(function.returned, function.shapes)):
        outs.append(f"&out{at}" if shape is None else f"out{at}")
        lines.append(f"  iree::hal::BufferView out{at};")
        if shape is not None:
            lines.append(
                f"  ASSIGN_OR_RETURN(out{at}, iree::hal::AllocateView(device.get(), iree::hal::MemoryType::kHostLocal,"
                f" iree::hal::BufferUsage::kDispatch, {{{', '.join(shape)}}}, {element_size(value.type)}));"
            )
    first = "1u" if function.waits else "0u"
    call = ["device.get()", "{ready, 1u}", *[f"arg{at}" for at in range(count)], *outs, "{done, 7u}", "{fence, 1u}"]
    return [
        *lines, f"  ASSIGN_OR_RETURN(auto ready, device->CreateTimelineSemaphore({first}));",
        "  ASSIGN_OR_RETURN(auto done, device->CreateTimelineSemaphore(0u));", "  ASSIGN_OR_RETURN(auto fence, device->CreateFence(0u));",
        f"  RETURN_IF_ERROR(module->{function.name}({', '.join(call)}));", "  RETURN_IF_ERROR(ready->Signal(1u));",
        "  RETURN_IF_ERROR(device->WaitAllFences({{fence, 1u}}, iree::InfiniteDuration()));",
        "  ASSIGN_OR_RETURN(const uint64_t reached, done->Query());", '  if (reached != 7u) return iree::InvalidArgument("was not signalled");',
        *[f'  RETURN_IF_ERROR(Keep(folder + "/out{at}.bin", out{at}));' for at in range(len(outs))],
    ]  # fmt: skip
