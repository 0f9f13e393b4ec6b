"""State that outlives a call of a program: variables, tables, generators of random numbers, the files that a model refers to, what probes
have seen, and the process that the program is."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from itertools import count

from tfir.dialects.tf.errors import not_found
from tfir.dialects.tf.handles import DEFAULT_CONTAINER
from tfir.dialects.tfg.nodes import KEPT_NAME, is_of_graph, node_name, shares_by_node
from tfir.execution.disk import Disk, content_of, within
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import symbol_name
from tfir.ods.waiting import Waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Probes:
    """The values that `interpreter.probe` has met, in order: `(id, type, value)`. With a directory, each is also written there, as
    `probe1.npy` and so on, with a line `id,type,file` in `index.csv`, as upstream's interpreter has it."""

    def __init__(self, folder: str | None = None):
        self.folder = folder
        self.values: list[tuple] = []

    def add(self, id: str, type, value) -> None:
        self.values.append((id, type, value))
        if self.folder is None:
            return
        from numpy import save

        from tfir.execution.values import storable

        path = os.path.join(self.folder, f"probe{len(self.values)}.npy")
        try:
            save(path, storable(value), allow_pickle=False)
            with open(os.path.join(self.folder, "index.csv"), "w" if len(self.values) == 1 else "a", encoding="utf-8") as index:
                index.write(f"{id},{type},{path}\n")
        except OSError as error:
            raise Error(f"cannot write '{path}': {error.strerror or error}") from None


class State:
    """Stateful objects by key. `folder` is the directory that files are read from; without one none is read. `process` is the place on a
    grid that the program runs at, if it is not the only one. `disk` is the directory whose files the program may read and write."""

    def __init__(self, folder: str | None = None, process=None, probes: Probes | None = None, disk: str | None = None):
        self.things: dict[tuple, object] = {}
        self.own: dict[tuple, object] = self.things  # what belongs to one op alone
        self.folder, self._process = folder, process
        self.program: Operation | None = None  # the module that a session is of, all its functions and host steps
        self.files: dict[str, bytes] = {}  # by their paths in the model, of one that has no directory
        self.probes, self.disk = Probes() if probes is None else probes, Disk(disk)
        self.calls: list[tuple[Operation, int]] = []  # the ops that run functions, and which of theirs, of those that are running
        self.entry: object = None  # what tells the graph that is run from others of the session: what is fed and fetched
        self.instance: tuple = ()  # which function it is in which these ops are, where that does not stand for the node that runs it

    def __deepcopy__(self, _) -> State:
        return self  # which is what iterators that are copied go on with

    @property
    def process(self):
        """The process on a grid that the program is; a program that runs alone is on a grid of its own."""
        if self._process is None:
            from tfir.execution.grid import Grid  # which programs that are alone need not load

            (self._process,) = Grid().processes
        return self._process

    def of_process(self, process) -> State:
        """The state of a process that a program starts: it shares files and probes with it, nothing else."""
        return State(self.folder, process, self.probes, self.disk.root)

    def find(self, key: tuple, make):
        """The object of a key; `make()` creates it on first use."""
        if key not in self.things:
            self.things[key] = make()
        return self.things[key]

    def shared(self, kind: str, op: Operation, container: str, shared_name: str, make):
        """The resource that an op makes: under `shared_name` where it has one, else its own, or that of its node's name. Made by `make` at first."""
        if shared_name:
            return self.named(kind, container, shared_name, make)
        if shares_by_node(op) and (name := self.name_once_inlined(op)):
            return self.named(kind, container, name, make)
        return self.of_node(kind, op, make)

    def named(self, kind: str, container: str, name: str, make):
        """The resource of a name, which may be empty."""
        return self.find((kind, container or DEFAULT_CONTAINER, name), make)

    def resource_name(self, op: Operation, shared_name: str) -> str:
        """What TensorFlow calls a resource that an op makes: resources that no name shares are numbered."""
        if shared_name:
            return shared_name
        return f"_{next(self.find(('names of private resources',), count))}_{node_name(op)}"

    def counted(self, kind: str) -> int:
        """How many of a kind there were before."""
        counter: Iterator[int] = self.find(("count of", kind), count)
        return next(counter)

    def graph_of(self, dataset):
        """The GraphDef that makes a dataset anew."""
        from tfir.execution.dataset_graphs import graph_of  # which few programs need

        return graph_of(self, dataset)

    def fingerprint_of(self, graph) -> int:
        """The number that stands for the GraphDef of a dataset."""
        from tfir.execution.graph_fingerprints import fingerprint  # as above

        return fingerprint(graph)

    def dataset_of(self, content: bytes, run_apart):
        """The dataset that a GraphDef makes."""
        from tfir.execution.dataset_graphs import dataset_of  # as above

        return dataset_of(self, content, run_apart)

    def name_in_graphs(self, thing) -> str:
        """What graphs call a resource of the run."""
        names: list = self.find(("resources in graphs",), list)
        if not any([each is thing for each in names]):
            names.append(thing)
        return f"resource_{next(at for at, each in enumerate(names) if each is thing)}"

    def in_graphs(self, name: str) -> list:
        """The resource that graphs call so, in a list, which is empty where there is none."""
        names: list = self.find(("resources in graphs",), list)
        number = name.removeprefix("resource_")
        return names[int(number) :][:1] if number.isdigit() else []

    def called(self, op: Operation, number: int, definition: Operation, function, *operands):
        """What a function gives that an op runs, its own of that number. Where TensorFlow does not put it in the node's place, what its ops have is one
        for all ops that run it so, in each graph that is run."""
        from tfir.analysis.deadness import WHOLES, instance_of  # which programs without functions need not load

        how, before = instance_of(op, definition, bool(self.instance) and self.instance[0] in WHOLES), (self.calls, self.instance)
        if how:
            self.calls, self.instance = [], (how, self.entry, symbol_name(definition))
        else:
            self.calls.append((op, number))
        try:
            return function(*operands)
        except Waits as wait:
            wait.again = partial(self.called, op, number, definition, wait.again)
            raise
        finally:
            if how:
                self.calls, self.instance = before
            else:
                self.calls.pop()

    def of_node(self, kind: str, op: Operation, make):
        """A resource that belongs to one op alone; the same in all calls of its graph. Where the op is of a function, each place that runs
        it has a resource of its own, since TensorFlow inlines functions. A name that was kept tells which."""
        name = op.attributes.get(KEPT_NAME)
        key = (kind, name) if name is not None else (kind, *self.path_to(op))
        if key not in self.own:
            self.own[key] = make()
        return self.own[key]

    def name_once_inlined(self, op: Operation) -> str:
        """What a node is called where those that run it have been replaced by their functions; nothing where one of them has no name."""
        if KEPT_NAME in op.attributes:
            return op.get(KEPT_NAME)
        names = [*map(node_name, [caller for caller, _ in self.calls]), node_name(op)]
        if not all(names):
            return ""
        from tfir.analysis.call_graph import labels  # as above

        return "".join([f"{node_name(caller)}/{(labels(caller) or ('',))[number]}" for caller, number in self.calls]) + node_name(op)

    def path_to(self, op: Operation) -> list:
        """What tells an op from all others that have their own: its name, behind those of the ops that lead to it from a graph, or from a function that
        does not stand for a node. Each name tells which function the next is in, whatever part of that is run."""
        first = (self.calls[0][0] if self.calls else op).parent_op
        root = self.instance or ("" if first is None or is_of_graph(first) else symbol_name(first),)
        return [*root, *[(node_name(caller) or caller, number) for caller, number in self.calls], node_name(op) or op]

    @contextmanager
    def apart(self, own: dict[tuple, object]):
        """While it lasts, what belongs to one op alone is in `own`: the functions of an iterator's dataset begin anew with it, from wherever it
        is asked for elements."""
        before = self.own, self.calls, self.instance
        self.own, self.calls, self.instance = own, [], ()
        try:
            yield
        finally:
            self.own, self.calls, self.instance = before

    def read_file(self, path: str) -> bytes:
        """The content of a file of the model, from its directory or, without one, from its text. Raises Error for files outside of the model's directory and above 1 GB."""
        if (content := self.disk.content(path)) is not None:
            return content
        if self.folder is None and path in self.files:
            return self.files[path]
        if self.folder is None:
            raise Error(f"reads the file '{path}', and it is not known in which directory that is (--savedmodel=DIR, --files-dir=DIR)")
        real = self.in_model(path)
        if real is None:
            raise Error(f"reads the file '{path}', which is outside of the model's directory '{self.folder}'")
        try:
            return content_of(real, path)
        except OSError as error:
            raise Error(f"cannot read '{real}': {error.strerror or error}") from None

    def in_model(self, path: str) -> str | None:
        """The real path of a file in the model's directory; None where there is none, and for files outside of it."""
        return None if self.folder is None or os.path.isabs(path) else within(self.folder, path)

    def checkpoint_path(self, path: str) -> str:
        """Where a checkpoint lies that the program reads: among the files of the run, or in the model's directory."""
        real = self.in_model(path) if self.disk.root is None else None
        if real is not None and os.path.exists(f"{real}.index"):
            return real
        if self.disk.is_empty:
            raise not_found(
                f"reads the checkpoint '{path}', and it is not known in which directory that is (--savedmodel=DIR, --files-dir=DIR)"
            )
        return self.disk.place(path)

    def restore_tensor(self, path: str, name: str, spec: str, element):
        """A tensor of a checkpoint, or the part of it that `spec` says."""
        from tfir.execution.checkpoints import restored  # which programs that restore nothing need not load

        return restored(self.checkpoint_path(path), path, name, spec, element)

    def save_checkpoint(self, path: str, tensors: list, is_first_format: bool = False) -> None:
        from tfir.execution.checkpoints import save  # as above

        save(self.disk.place(path), tensors, is_first_format)

    def merge_checkpoints(self, paths: list[str], destination: str, deletes: bool, allows_missing: bool) -> None:
        from tfir.execution.checkpoints import merge  # as above

        merge([self.disk.place(path) for path in paths], paths, self.disk.place(destination), deletes, allows_missing)
