"""What debuggers and profilers are told of kernels: the nodes of the model that they compute, and where these stand.

A kernel is a function by the names of its nodes; where its instructions are told apart by nodes, each lies in a function of its node's name that was
inlined. Locations say both (`tf-opt --mlir-print-debuginfo` prints them); a kernel without any has the name of its executable, and lines of the file
that was run.
"""

from __future__ import annotations

import os

from tfir.analysis.host_steps import computing
from tfir.dialects.llvm.attributes import NodeAttr
from tfir.execution.sequencer import portable_entry
from tfir.ir.location import CallSite, FileLineCol, FusedLocation, NameLocation, UnknownLocation, quoted, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfir.ir.location import AnyLocation
    from tfir.ir.operations import Operation

    from tfrun.devices.cpu.machine_code import Code

READ_BY_PERF = "/tmp"  # wherever else a system keeps such files
MOST_NAMED = 4  # nodes of a kernel that are named; of more the last, by which users know it, stands behind the first


def named(location: AnyLocation) -> Iterator[tuple[str, AnyLocation]]:
    """The names in a location, and where what is called so stands."""
    where = resolve(location)
    if isinstance(where, NameLocation):
        yield where.name, where.child if where.child is not None else where
    elif isinstance(where, FusedLocation):
        for part in where.locations:
            yield from named(part)
    elif isinstance(where, CallSite):
        yield from named(where.callee)


def title(executable: Operation, func: Operation) -> str:
    """`conv+bias+relu`: the nodes of a kernel, in order; empty where no location names one."""
    entry = portable_entry(executable, func.get("sym_name"))
    names = list(dict.fromkeys([name for op in computing(entry) or func.walk() for name, _ in named(op.location)]))
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], "..", names[-1]]
    return "+".join(names)


class Described:
    """Kernels of one module, which are described one after another."""

    def __init__(self) -> None:
        self.count = 0
        self.nodes: dict[tuple[str, str, int], NodeAttr] = {}
        self.unit: NodeAttr | None = None

    def named(self, executable: Operation, func: Operation, name: str) -> str:
        """A kernel's name with those of its nodes in front, by which it is described."""
        nodes = title(executable, func)
        full = f"{nodes}:{name}" if nodes else name
        self.describe(func, nodes or name, full)
        return full

    def describe(self, func: Operation, name: str, symbol: str) -> None:
        """Gives a kernel and its operations locations from which debug information is made."""
        place = next(places([func.location, *[op.location for op in func.walk()]]), None)
        if place is None:
            return
        self.unit = self.unit or self.unit_of(place.file)
        ops = [op for op in func.walk() if op is not func]
        if len({name for op in ops for name, _ in named(op.location)}) > 1:
            for op in ops:
                op.set_location(self.within(op.location, place))
        func.set_location(FusedLocation([place], self.function(name, place, symbol)))

    def within(self, location: AnyLocation, kernel: FileLineCol) -> AnyLocation:
        """A place of a node as one of a function that was inlined into the kernel."""
        for name, where in named(location):
            place = next(places([where]), kernel)
            key = name, place.file, place.line
            if key not in self.nodes:
                self.nodes[key] = self.function(name, place)
            return CallSite(FusedLocation([place], self.nodes[key]), kernel)
        return location

    def unit_of(self, file: str) -> NodeAttr:
        told = f'sourceLanguage = DW_LANG_C, file = {file_node(file)}, producer = "tf-run", isOptimized = true, emissionKind = Full'
        return NodeAttr("di_compile_unit", f"<id = distinct[0]<>, {told}>")

    def function(self, name: str, place: FileLineCol, linkage: str = "") -> NodeAttr:
        self.count += 1
        file, linked = file_node(place.file), f", linkageName = {quoted(linkage)}" if linkage else ""
        return NodeAttr(
            "di_subprogram",
            f"<id = distinct[{self.count}]<>, compileUnit = {self.unit}, scope = {file}, name = {quoted(name)}{linked}, file = {file},"
            f' line = {place.line}, scopeLine = {place.line}, subprogramFlags = "Definition|Optimized",'
            " type = #llvm.di_subroutine_type<types = #llvm.di_null_type>>",
        )


def file_node(path: str) -> str:
    folder, name = os.path.split(path)
    return f"#llvm.di_file<{quoted(name)} in {quoted(folder or os.getcwd())}>"


def places(locations: Iterable[AnyLocation]) -> Iterator[FileLineCol]:
    """The places in files that locations lead to."""
    for location in locations:
        where = resolve(location)
        if isinstance(where, FileLineCol):
            yield where
        elif isinstance(where, NameLocation) and where.child is not None:
            yield from places([where.child])
        elif isinstance(where, FusedLocation):
            yield from places(where.locations)
        elif isinstance(where, CallSite):
            yield from places([where.callee])
        else:
            assert isinstance(where, (UnknownLocation, NameLocation))


def tell_perf(code: Code) -> None:
    """Adds where kernels lie in this process to the file from which `perf` takes names of code that no file holds."""
    lines = [f"{start:x} {size:x} {name}\n" for start, size, name in code.functions()]
    with open(os.path.join(READ_BY_PERF, f"perf-{os.getpid()}.map"), "a", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(lines)
