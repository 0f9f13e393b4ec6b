"""What dispatches were made from and run: nodes of the model, kernels, measured times.

The operations of an executable's portable form have the locations of the nodes that they come from. These are known where the passes that
lowered the model ran in the same command, or where the lowered text has them (--mlir-print-debuginfo).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tfir.analysis.labels import model_names
from tfir.dialects import has_trait
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.operations import Operation, Value
from tfir.vm.symbols import DISPATCHES

EXECUTABLE = "iree.multi_arch_executable"
SEQUENCERS = ("iree_hl_seq", "iree_ll_seq")


class Dispatched:
    """What one dispatch runs: an executable, the model's nodes that it computes, those that its kernel was first made of where several
    dispatches share it, the names of its operations, and for each kernel facts by name; `seconds` is how long it takes in a run, where that
    was measured, and `times` how often it runs in that time."""

    __slots__ = ("executable", "made_from", "like", "ops", "kernels", "seconds", "times")

    def __init__(self, executable: str, made_from: list[str], ops: list[str], kernels: list[dict[str, str]]):
        self.executable, self.made_from, self.ops, self.kernels = executable, made_from, ops, kernels
        self.like: list[str] = []
        self.seconds: float | None = None
        self.times = 1


class Executables:
    """The executables of a module, looked into when a dispatch of theirs is met; `seconds` are measured times in the order of a run."""

    def __init__(self, module: Operation, seconds: dict[str, list[float]]):
        self.by_name = {op.get("sym_name"): op for op in module.body if op.name == EXECUTABLE} if module.regions else {}
        self.seconds, self.met = seconds, Counter[str]()
        self.kernels: dict[tuple[str, str], Dispatched] = {}
        runs = [op for op in module.walk() if is_dispatch(op)] if self.by_name and seconds else []
        self.counts = Counter([callee_of(op)[0] for op in runs])
        self.is_straight = all([len(op.parent.parent.blocks) == 1 for op in runs])

    def run_by(self, op: Operation) -> Dispatched | None:
        name, entry_name = callee_of(op)
        if name not in self.by_name:
            return None
        if (name, entry_name) not in self.kernels:
            self.kernels[name, entry_name] = first_made(self.by_name[name], entry_name)
        kernel, own = self.kernels[name, entry_name], model_names(op)
        made_from = kernel.made_from if not own or set(own) & set(kernel.made_from) else own
        run = Dispatched(name, made_from, kernel.ops, kernel.kernels)
        run.like = [] if made_from is kernel.made_from else kernel.made_from
        self.time(run)
        return run

    def time(self, dispatched: Dispatched) -> None:
        """The times of this dispatch among those of its executable: all of them if no other one runs that, or that of its place in a program
        without branches. Of others it cannot be told."""
        name = dispatched.executable
        at, times = self.met[name], self.seconds.get(name, [])
        self.met[name] += 1
        if times and self.counts[name] == 1:
            dispatched.seconds, dispatched.times = sum(times), len(times)
        elif times and self.is_straight and len(times) == self.counts[name]:
            dispatched.seconds = times[at]

    def written(self, op: Operation) -> tuple[set[Value], set[Value]]:
        """The buffers that a dispatch writes, and those among them that it reads."""
        if not self.by_name or not is_dispatch(op):
            return set(), set()
        from tfir.execution.sequencer import has_workload, portable_entry, written_arguments

        name, entry_name = callee_of(op)
        entry = portable_entry(self.by_name[name], entry_name) if name in self.by_name else None
        if entry is None:
            return set(), set()
        buffers = op.operands[has_workload(op) :]
        read = {step.operands[0].index for step in entry.body if step.name == "iree.load_input"}
        places = written_arguments(entry)
        return {buffers[at] for at in places}, {buffers[at] for at in places if at in read}


def is_dispatch(op: Operation) -> bool:
    dialect, _, local = op.name.partition(".")
    return dialect in SEQUENCERS and local in DISPATCHES


def is_memory(op: Operation) -> bool:
    """Whether an op allocates a buffer or is a view of one, in a sequence of dispatches."""
    if op.name.partition(".")[0] not in SEQUENCERS:
        return False
    from tfir.execution.sequencer import VIEWS

    return op.name in VIEWS or ".alloc" in op.name


def callee_of(op: Operation) -> tuple[str | None, str]:
    """The executable that a dispatch names, and the entry in it."""
    callee = op.attributes.get("callee")
    return (callee.root, callee.leaf) if isinstance(callee, SymbolRefAttr) else (None, "")


def first_made(executable: Operation, entry_name: str) -> Dispatched:
    """What an executable computes, and the nodes that it was made of first; constants are shared by nodes, and tell of none."""
    from tfir.execution.sequencer import portable_entry

    entry = portable_entry(executable, entry_name)
    steps = [op for op in entry.walk() if op.name.partition(".")[0] not in ("iree", "func")] if entry is not None else []
    made_from = dict.fromkeys([name for op in steps if not has_trait(op, "constant_like") for name in model_names(op)])
    kernels = [kernel_facts(op, entry_name) for op in executable.body if op.name == "iree.executable"]
    return Dispatched(str(executable.get("sym_name")), list(made_from), [op.name for op in steps], kernels)


def kernel_facts(form: Operation, entry_name: str) -> dict[str, str]:
    """Of an executable in one format: the format, for which target, by which schedule, and how large the kernel is."""
    functions: list[Any] = [op for op in form.walk() if op.name.endswith(".func") and symbol_of(op) == entry_name]
    facts = {"format": str(form.get("format"))}
    if form.get("iree.target_name"):
        facts["target"] = str(form.get("iree.target_name"))
    for function in functions:
        for name, attribute in function.attributes.items():
            if name in ("iree.schedule", "iree.workgroups", "iree.executable.workload"):
                facts[name.rpartition(".")[2]] = attribute.text
        facts["operations"] = str(sum([1 for _ in function.walk()]) - 1)
    return facts


def symbol_of(op: Operation) -> str | None:
    name = op.get("sym_name")
    return name if isinstance(name, str) else None
