"""Machine code in memory: an image, which is mapped as it is, or an object file of a machine for which there are no images, which LLVM loads."""

from __future__ import annotations

import json
import mmap
from ctypes import CDLL, CFUNCTYPE, addressof, c_char, c_int, c_int32, c_int64, c_size_t, c_void_p, cast

from tfir.ir.diagnostics import Error

from tfrun.devices.cpu.linking import ENTRY, Image

RUN = CFUNCTYPE(None, c_void_p, c_int32, c_void_p)
OF_POOL = CFUNCTYPE(None, c_void_p)
DECODE = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int64)
READ, EXECUTE = 1, 4  # of <sys/mman.h>; Python for Windows, where object files are of other kinds, lacks the names


class Code:
    """Machine code, which stays in memory as long as this. `run` runs commands, with threads that `work` until `end` tells them to stop; `decode` reads
    hexadecimal digits; `address(name)` is that of a kernel."""

    def __init__(self) -> None:
        self.run = RUN(self.address("tfir.run"))
        self.work, self.end = OF_POOL(self.address("tfir.work")), OF_POOL(self.address("tfir.end"))
        self.decode = DECODE(self.address("tfir.decode"))

    def address(self, name: str) -> int:
        raise NotImplementedError

    def functions(self) -> list[tuple[int, int, str]]:
        """Where each lies, its size and its name, where that is known."""
        return []

    def to_bytes(self) -> bytes:
        """What `code_in` makes code of."""
        raise NotImplementedError


class MappedImage(Code):
    def __init__(self, image: Image):
        self.image = image
        self.memory = mmap.mmap(-1, len(image.code))
        self.memory[:] = image.code
        self.base = addressof(c_char.from_buffer(self.memory))
        system = CDLL(None)
        for number, name in enumerate(image.imports):
            at = ENTRY * number
            self.memory[at : at + ENTRY] = address_of(system, name).to_bytes(ENTRY, "little")
        system.mprotect.argtypes = c_void_p, c_size_t, c_int
        if system.mprotect(self.base, len(image.code), READ | EXECUTE):
            raise Error("--device=cpu: the system lets no program run machine code that it has made")
        super().__init__()

    def address(self, name: str) -> int:
        return self.base + self.image.symbols[name]

    def functions(self) -> list[tuple[int, int, str]]:
        """Each ends where the next begins."""
        places = sorted([(place, name) for name, place in self.image.symbols.items()])
        ends = [*[place for place, _ in places[1:]], len(self.image.code)]
        return [(self.base + place, end - place, name) for (place, name), end in zip(places, ends) if end > place]

    def to_bytes(self) -> bytes:
        return json.dumps(["image", self.image.symbols, self.image.imports]).encode() + b"\n" + self.image.code


class LoadedObject(Code):
    def __init__(self, content: bytes):
        from tfrun.devices.cpu.llvm import binding

        llvm, self.content = binding(), content
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self.engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(content))
        self.engine.finalize_object()
        super().__init__()

    def address(self, name: str) -> int:
        return self.engine.get_function_address(name)

    def to_bytes(self) -> bytes:
        return json.dumps(["object"]).encode() + b"\n" + self.content


def address_of(system: CDLL, name: str) -> int:
    """Where a function of the system's libraries lies."""
    try:
        return cast(getattr(system, name), c_void_p).value or 0
    except AttributeError:
        raise Error(f"--device=cpu: a kernel calls '{name}', which no library of this system has") from None


def code_in(content: bytes) -> Code:
    """What `to_bytes` gave, in memory."""
    head, _, rest = content.partition(b"\n")
    kind, *facts = json.loads(head)
    return MappedImage(Image(rest, *facts)) if kind == "image" else LoadedObject(rest)
