"""Schedules that are chosen by measuring: whatever a chooser answers for an executable, and that with numbers halved or doubled, is an alternative.

All that kernels can be written for stand as dispatches in programs, of some entries each, beside constants as the module has them, other buffers filled with
equal numbers. `tf-run --measure` times them, as a process, since tf-opt opens no device. Entries that compute most come first, so that a limit of time leaves
out what matters least. What was found is kept from program to program, by what an executable computes, its
alternatives, its target and the device. Of open sizes there is nothing to measure by; such an executable has the choice that it would have.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from hashlib import blake2b
from time import monotonic

from tfir.cli import kept_files
from tfir.cli.process import started
from tfir.cli.progress import stage, tell
from tfir.cost.dispatches import Work
from tfir.cost.measured import read_measured
from tfir.dialects import lookup
from tfir.dialects.iree.target import TARGET
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.executables import make_executable
from tfir.ir.attributes import StringAttr, SymbolRefAttr, TypeAttr, integer
from tfir.ir.builder import Builder, module_op, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, I32, FloatType, FunctionType, MemRefType, TensorType, Type, storage_bits
from tfir.text.printer import print_operation

from tfopt.iree_to_spirv.executable import Executable, entries
from tfopt.iree_to_spirv.iree_convert_to_spirv import iree_convert_to_spirv, kernel_of
from tfopt.iree_to_spirv.iree_pack_constants import CONSTANT, DISPATCHES, iree_pack_constants
from tfopt.iree_to_spirv.schedule import ATTRIBUTE, Schedule
from tfopt.iree_to_spirv.schedules import alternatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = "tuning"  # the folder of what is kept
MOST_TOGETHER = 24  # kernels of a program: a device has to compile all of them before the first is timed
LEAST_GAIN = 0.97  # of the time of what is chosen without measuring: what is less faster may be chance
ONE_HALF = {16: 0x38003800, 32: 0x3F000000}  # floats of 0.5 by their bits, as words that memory is filled with


class Tried:
    """An entry, a dispatch of it, its legal schedules, of which the first is the one that is chosen without measuring, and where the best is kept."""

    def __init__(self, specific: Operation, entry: Operation, call: Operation, schedules: list[Schedule], key: str):
        self.specific, self.entry, self.call, self.schedules, self.key = specific, entry, call, schedules, key

    def has_choice(self, target) -> bool:
        """Whether there are several schedules by which kernels can be written; others are forgotten."""
        self.schedules = [each for each in self.schedules if self.is_legal(each, target)]
        return len(self.schedules) > 1

    def is_legal(self, schedule: Schedule, target) -> bool:
        try:
            kernel_of(self.specific, self.entry, schedule, target)
        except Error:
            return False
        return True

    def take(self, text: str) -> None:
        (schedule,) = [each for each in self.schedules if str(each.attribute) == text]
        self.entry.set_attribute(ATTRIBUTE, schedule.attribute)

    def take_fastest(self, seconds: list[float]) -> None:
        number = min(range(len(seconds)), key=seconds.__getitem__)
        if seconds[number] > LEAST_GAIN * seconds[0]:
            number = 0
        best = self.schedules[number].attribute
        if number:
            told = f"{self.entry.get('sym_name')}: {best} takes {seconds[number] * 1e3:.3f} ms, {self.schedules[0].attribute} {seconds[0] * 1e3:.3f} ms"
            emit(Diagnostic(told, self.entry, "remark"))
        self.take(str(best))
        kept_files.keep(self.key, str(best).encode(), KEPT)


def tune(module: Operation, chosen: set[Operation], target, device: str, limit: int = 0) -> None:
    """Writes on the entries that are `chosen` for the schedules by which they run fastest on a device. After so many seconds the others keep what they have; 0: no limit."""
    calls: dict[tuple[str, ...], list[Operation]] = {}
    for op in [op for func in module.body for op in func.walk() if op.name in DISPATCHES]:
        calls.setdefault(op.attributes["callee"].path, []).append(op)
    about = identity(device)
    waiting: list[tuple[int, Tried]] = []
    for executable, specific, entry in entries(module):
        own = calls.get((executable.get("sym_name"), entry.get("sym_name")))
        kinds = [value.type for value in entry.body.arguments]
        if entry not in chosen or own is None or not all(map(is_static, kinds)):
            continue
        schedules = alternatives(Executable(entry), target)
        tried = Tried(specific, entry, own[0], schedules, key_of(entry, schedules, target, about))
        kept = kept_files.looked_up(tried.key, KEPT)
        if kept is not None and kept.decode() in [str(each.attribute) for each in schedules]:
            tried.take(kept.decode())
            continue
        if len(schedules) > 1:
            work = Work(entry, kinds)
            waiting.append((len(own) * (work.operations + work.bytes), tried))
    waiting.sort(key=lambda pair: -pair[0])
    done = measure_all([tried for _, tried in waiting], target, device, limit)
    if done < len(waiting):
        told = f"{len(waiting) - done} of {len(waiting)} kernels were not measured within {limit} s; another --tune goes on from there"
        emit(Diagnostic(told, module, "remark"))


def measure_all(waiting: list[Tried], target, device: str, limit: int) -> int:
    """Has entries take the fastest of their schedules, as many of them as there is time for, and tells how many that are."""
    began, done = monotonic(), 0
    with stage(""):
        for group in together(waiting):
            tell(f"measuring schedules: {done} of {len(waiting)} kernels")
            if not take_measured(group, target, device, limit - (monotonic() - began) if limit else None):
                break
            done += len(group)
    return done


def take_measured(group: list[Tried], target, device: str, limit: float | None) -> bool:
    """Has some entries take the fastest of their schedules; False where that is not known after so many seconds."""
    if limit is not None and limit <= 0:
        return False
    group = [tried for tried in group if tried.has_choice(target)]
    if not group:
        return True
    program, names = program_of(group, target)
    seconds = measured(program, device, target, limit)
    for tried, each in zip(group, names) if seconds is not None else ():
        tried.take_fastest([seconds[name] for name in each])
    return seconds is not None


def together(waiting: list[Tried]) -> Iterator[list[Tried]]:
    """Entries in groups whose kernels are measured by one process."""
    group: list[Tried] = []
    for tried in waiting:
        if group and sum([len(each.schedules) for each in (*group, tried)]) > MOST_TOGETHER:
            yield group
            group = []
        group.append(tried)
    if group:
        yield group


def is_static(type: Type) -> bool:
    return isinstance(type, MemRefType) and type.is_static


def identity(device: str) -> str:
    """What there is of devices, by which what was measured on one is told from that of others."""
    return output_of(["tf-run", "--list-devices"]) + device


def key_of(entry: Operation, schedules: list[Schedule], target, about: str) -> str:
    clone = entry.clone()
    clone.remove_attribute(ATTRIBUTE)
    clone.set_attribute("sym_name", StringAttr("entry"))
    parts = print_operation(clone, lookup), *[str(each.attribute) for each in schedules], str(target), about
    return blake2b("\0".join(parts).encode(), digest_size=32).hexdigest()


def program_of(waiting: list[Tried], target) -> tuple[Operation, list[list[str]]]:
    """A module with an executable, and a dispatch of it, for each schedule of each entry; the names of executables."""
    module, (region, block) = module_op(), single_block_region()
    module.set_attribute(TARGET, target)
    build, buffers, names = Builder.at_end(block, module.location), Buffers(block), []
    for number, tried in enumerate(waiting):
        operands = buffers.of(tried)
        names.append([f"entry_{number}_{at}" for at in range(len(tried.schedules))])
        for name, schedule in zip(names[-1], tried.schedules):
            entry = tried.entry.clone()
            entry.set_attribute("sym_name", StringAttr(name))
            entry.set_attribute(ATTRIBUTE, schedule.attribute)
            module.body.append(make_executable(name, entry))
            workload = tried.call.attributes.get("workload") or DenseAttr.of(1, TensorType((3,), I32))
            attributes = {"callee": SymbolRefAttr(name, name), "workload": workload}
            build.create(DISPATCHES[0], operands, attributes=attributes)
    build.create("iree_ll_seq.return")
    attributes = {"sym_name": StringAttr("main"), "function_type": TypeAttr(FunctionType([], []))}
    module.body.append(Operation("func.func", attributes=attributes, regions=[region]))
    iree_pack_constants(module)
    iree_convert_to_spirv(module)
    return module, names


class Buffers:
    """Those of a program: constants once each, and of all others as many of a type as one entry has arguments of it."""

    def __init__(self, block):
        self.block = block
        self.constants: dict = {}
        self.filled: dict[tuple[Type, int], Value] = {}

    def of(self, tried: Tried) -> list[Value]:
        arguments, operands, counts = tried.entry.body.arguments, [], dict[Type, int]()
        given = list(tried.call.operands)[-len(arguments) :]
        for argument, value in zip(arguments, given):
            if value.op is not None and value.op.name == CONSTANT:
                operands.append(self.constant(value.op))
            else:
                kind = argument.type
                assert isinstance(kind, MemRefType), "sizes are known"
                count = counts[kind] = counts.get(kind, 0) + 1
                operands.append(self.buffer(kind, count))
        return operands

    def constant(self, op: Operation) -> Value:
        key = op.attributes["value"], op.result.type
        if key not in self.constants:
            self.constants[key] = Builder.at_end(self.block, op.location).value(CONSTANT, [], op.result.type, {"value": key[0]})
        return self.constants[key]

    def buffer(self, type: MemRefType, number: int) -> Value:
        if (type, number) not in self.filled:
            build = Builder.at_end(self.block)
            value = self.filled[type, number] = build.value("iree_ll_seq.alloc_heap", [], type)
            length = byte_size(type) // 4 * 4
            word = ONE_HALF.get(storage_bits(type.element), 0) if isinstance(type.element, FloatType) and type.element is not BF16 else 0
            if length:
                build.create(
                    "iree_ll_seq.static_fill",
                    [value],
                    attributes={"offset": integer(0), "length": integer(length), "value": integer(word, 32)},
                )
        return self.filled[type, number]


def measured(program: Operation, device: str, target, limit: float | None = None) -> dict[str, float] | None:
    """How long each dispatch takes, by the names of executables; None where that is not known after so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        source, times = os.path.join(folder, "program.mlir"), os.path.join(folder, "times.json")
        with open(source, "w") as file:
            file.write(print_operation(program, lookup))
        if target.is_processor:
            output_of(["tf-opt", source, "--iree-convert-to-llvm", "-o", source])
        try:
            output_of(["tf-run", source, f"--device={device}", f"--measure={times}"], limit)
        except subprocess.TimeoutExpired:
            return None
        return read_measured(times).seconds


def output_of(words: list[str], limit: float | None = None) -> str:
    tool, *rest = words
    done = subprocess.run(started(tool, *rest), capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False, timeout=limit)
    if done.returncode:
        raise Error(f"schedules could not be measured: {(done.stderr.strip().splitlines() or [f'{tool} ended with {done.returncode}'])[0]}")
    return done.stdout
