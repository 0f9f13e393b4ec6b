"""The function to run: which one it is, what it is fed, what it gives back."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, TensorType, Type

NAMES = "tf.entry_function"
GRAPH_FUNCTION, CONTROL = "tfg.func", "!tf_type.control"


class Port:
    """An input or output of the program under the name that its model has for it; `named` says whether it has one."""

    __slots__ = ("name", "type", "named")

    def __init__(self, name: str, kind: Type, named: bool):
        self.name, self.type, self.named = name, kind, named

    def __str__(self):
        return f"'{self.name}': {self.type}"


class Entry:
    """A function with its feeds and fetches in order. Buffers count as the tensors that lie in them."""

    __slots__ = ("func", "feeds", "fetches")

    def __init__(self, func: Operation):
        self.func = func
        kind = func.attributes["function_type"].value
        if func.name == GRAPH_FUNCTION:
            self.feeds = _named_one_by_one(func, "arg_attrs", kind.inputs, "arg")
            self.fetches = _named_one_by_one(func, "res_attrs", kind.results, "result")
            return
        self.feeds = _ports(func, "inputs", kind.inputs, "arg")
        self.fetches = _ports(func, "outputs", kind.results, "result")

    @property
    def name(self) -> str:
        return self.func.get("sym_name")


def _ports(func: Operation, which: str, types, fallback: str) -> list[Port]:
    entry = func.attributes.get(NAMES)
    found = entry.get(which) if entry is not None else None
    names = [name.strip() for name in found.value.split(",")] if found is not None and found.value else []
    named = len(names) == len(types)
    names = names if named else [f"{fallback}{index}" for index in range(len(types))]
    return [Port(plain_name(name), _tensor(kind), named) for name, kind in zip(names, types)]


def _named_one_by_one(func: Operation, which: str, types, fallback: str) -> list[Port]:
    """The ports of a function of graph nodes: each argument and result carries its own name. Control tokens are no ports."""
    known = [entry.get("tfg.name") for entry in func.attributes.get(which) or ()]
    known += [None] * (len(types) - len(known))
    pairs = [(name, kind) for name, kind in zip(known, types) if kind.text != CONTROL]
    return [
        Port(plain_name(name.value) if name is not None else f"{fallback}{index}", kind, name is not None)
        for index, (name, kind) in enumerate(pairs)
    ]


def plain_name(name: str) -> str:
    """A node's first output goes by the node's name."""
    return name.removesuffix(":0")


def _tensor(kind: Type) -> Type:
    return TensorType(kind.shape, kind.element) if isinstance(kind, MemRefType) else kind


def find_entry(module: Operation, wanted: str | None = None) -> Entry:
    """The function of a name, or the one that is obviously meant: the only one, the model's entry, or `main`."""
    functions = [op for op in module.body if op.name in ("func.func", GRAPH_FUNCTION) and op.regions[0].blocks]
    if wanted is not None:
        chosen = [func for func in functions if func.get("sym_name") == wanted.removeprefix("@")]
    else:
        public = [func for func in functions if func.get("sym_visibility") != "private"]
        chosen = public if len(public) == 1 else _preferred(public)
    if len(chosen) == 1:
        return Entry(chosen[0])
    raise Error(_complaint(functions, wanted))


def _preferred(functions) -> list[Operation]:
    entries = [func for func in functions if NAMES in func.attributes]
    return entries if len(entries) == 1 else [func for func in functions if func.get("sym_name") == "main"]


def _complaint(functions, wanted: str | None) -> str:
    known = ", ".join("@" + func.get("sym_name") for func in functions)
    if not functions:
        return "the module has no function to run"
    if wanted is not None:
        return f"the module has no function @{wanted.removeprefix('@')}; it has {known}"
    return f"the module has several functions ({known}); choose one with --entry"
