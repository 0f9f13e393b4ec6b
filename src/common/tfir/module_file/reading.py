"""A module file as a program. What executables hold is read when somebody looks at it: a device that finds its kernels ready does not."""

from __future__ import annotations

from tfir.bytecode.reader import read_bytecode
from tfir.dialects import dialect, lookup, verify
from tfir.ir.dense import DenseAttr, ResourceAttr
from tfir.ir.diagnostics import Error
from tfir.ir.lazy_region import LazyRegion
from tfir.ir.operations import Block, Operation
from tfir.ir.types import storage_bits
from tfir.module_file.container import Container
from tfir.module_file.functions import fill
from tfir.vm.fields import STORED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.execution.kernels import Kernel
    from tfir.ir.operations import Value
    from tfir.ir.types import ShapedType
    from tfir.module_file.container import StoredConstant
    from tfir.module_file.records import Record

    Data = bytes | memoryview

EXECUTABLES, EXECUTABLE = "iree.multi_arch_executable", "iree.executable"


class ModuleFile:
    """A program in a file. `module` is verified but for what executables hold, which is when it is read."""

    def __init__(self, data: Data, name: str):
        self.name, self.container = name, Container(data, name)
        self.module = self.program()
        for op, record in zip(self.of_the_program(), self.container.tables["executable_table"]["multi_arch_executables"], strict=True):
            self.attach(op, record)

    @property
    def form(self) -> int:
        form: int = self.container.tables["form"]
        return form

    def program(self) -> Operation:
        module = self.read(self.container.tables["program"])
        fill(module, self.container.tables)
        call(module, self.container.tables["names"])
        for op in module.walk():
            for key, value in op.attributes.items():
                if isinstance(value, ResourceAttr) and value.blob is None and value.name.startswith(STORED):
                    op.set_attribute(key, self.constant(value))
        verify(module)
        return module

    def read(self, program: Data) -> Operation:
        return read_bytecode(program, self.name, lookup, dialect)

    def constant(self, stands: ResourceAttr) -> DenseAttr:
        number, constants = stands.name.removeprefix(STORED), self.container.constants
        if not number.isdecimal() or int(number) >= len(constants):
            raise Error(f"{self.name}: there is no constant '{stands.name}' in the file")
        check_length(stands.type, constants[int(number)])
        return DenseAttr(stands.type, constants[int(number)])

    def of_the_program(self) -> list[Operation]:
        """The executables of the program, each of which the file has a table of."""
        executables = [op for op in self.module.body if op.name == EXECUTABLES]
        table = self.container.tables["executable_table"]
        names = [each["name"] for each in table["multi_arch_executables"]] if table is not None else []
        if [op.get("sym_name") for op in executables] != names:
            raise Error(f"{self.name}: the executables in the file are not those of its program")
        return executables

    def attach(self, executables: Operation, record: Record) -> None:
        """Gives the executables of a program their content, which is yet to be read."""
        stubs, records = in_formats(executables), record["executables"]
        if len(stubs) != len(records):
            raise Error(f"{self.name}: @{record['name']} has {len(stubs)} executables in the program, and {len(records)} in the file")
        for stub, each in zip(stubs, records):
            stub.take_regions()
            stub.add_region(StoredExecutable(self, stub, each).region())


class StoredExecutable:
    """What an `iree.executable` holds, as the file has it."""

    __slots__ = ("file", "op", "record")

    def __init__(self, file: ModuleFile, op: Operation, record: Record):
        self.file, self.op, self.record = file, op, record

    def region(self) -> LazyRegion:
        return LazyRegion(self, self.blocks)

    def blocks(self) -> Sequence[Block]:
        outer = self.file.read(self.record["program"])
        executable = outer.body.first
        if executable is None or executable.next is not None or executable.name != self.op.name or len(executable.regions) != 1:
            raise Error(f"{self.file.name}: the content of an executable in the file is none")
        if executable.attributes != self.op.attributes:
            raise Error(f"{self.file.name}: an executable in the file is another one than its program has")
        call(executable, self.record["names"])
        verify(outer)
        blocks = list(executable.region.blocks)
        executable.region.remove_blocks(blocks)
        return blocks

    def kernel(self, entry: str) -> Kernel | None:
        """The kernel of an entry, where the file has it ready."""
        contents = self.record["contents"]
        if not len(contents):
            return None
        from tfir.module_file.kernels import kernel_from

        try:
            kernel = kernel_from(contents)
        except Error as error:
            raise Error(f"{self.file.name}: the file is damaged: {error}") from None
        return kernel if kernel.name == entry else None

    def argument_types(self, entry: str) -> list[str] | None:
        """The types of what an entry takes, as text; None for an entry that there is none of."""
        return next((each["arguments"] for each in self.record["entries"] if each["name"] == entry), None)


def check_length(type: ShapedType, constant: StoredConstant) -> None:
    if not type.is_static or type.size * storage_bits(type.element) // 8 != len(constant):
        raise Error(f"{constant.name}: there are {len(constant)} bytes in the file for a constant of type {type}")


def call(op: Operation, names: Sequence[str]) -> None:
    """Gives values and blocks their names, where there are any."""
    if not names:
        return
    for each, name in zip(named(op), names):
        if isinstance(each, Block):
            each.label = name or None
        else:
            each.name = name or None


def in_formats(executables: Operation) -> list[Operation]:
    """The executables whose content stands apart from the program that refers to them."""
    return [op for op in executables.body if op.name == EXECUTABLE and len(op.regions) == 1]


def named(op: Operation) -> Iterator[Value | Block]:
    """All of an operation that may have a name: its results, and the blocks inside it, their arguments and operations."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield block
            yield from block.arguments
            for inner in block:
                yield from named(inner)
