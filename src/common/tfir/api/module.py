"""Modules as Python objects: read, printed, walked, rewritten, shown, saved and compiled."""

from __future__ import annotations

import os

from tfir.api.flags import arguments_for
from tfir.api.told import roomy, told
from tfir.bytecode.source import parse_source, source_of
from tfir.cli.files import Output, safetensors_name
from tfir.cli.process import UsageError
from tfir.dialects import lookup, verify
from tfir.execution.entry import entry_functions, find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.nesting import is_second_time
from tfir.ir.operations import Operation
from tfir.ir.suggestion import did_you_mean
from tfir.storage.constants_file import take_out, write_constants
from tfir.text.printer import PrintOptions, print_pieces
from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.pattern import FunctionPattern, RewritePattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tfir.api.flags import Setting
    from tfir.api.program import Program

READABLE = 16  # elements of a constant that a notebook shows
OF_SESSIONS = ("threads", "cached")  # what else a device's session may take by its name
MOST_DRAWN = 5000  # operations of a graph that a notebook shows


@roomy
def load(path: str | os.PathLike[str], /, **options: Setting) -> Module:
    """The module in a file or directory, whatever it is: a GraphDef, MetaGraph or SavedModel, a model of ONNX or TensorFlow Lite, HLO,
    Relay, LLVM IR, a JAX export, a portable artifact, bytecode, a module file, or text of IR.

    `options` are flags of tf-translate with `_` for `-`: `outputs="scores"`, `input_shapes="image=1x8x8x3"`,
    `signature="serving_default"`, `savedmodel_to_mlir="signatures"`, `tags=..`, `checkpoint=..`, `op_defs=..`; of text `constants="weights.safetensors"`, where constants
    stand in a file beside it. Raises Error with a place for what is wrong with the file.
    """
    from tfrun.reading import parse_module
    from tftranslate.loading import loaded

    name = os.fspath(path)
    with told():
        module = loaded(name, lambda flags: arguments_for(flags, options, "tf-translate"))
        content: Any = None
        constants = options.get("constants")
        if module is None:
            module, content = parse_module(name, None if constants is None else safetensors_name(str(constants)))
        elif constants is not None:
            raise UsageError(f"constants= is of text of IR that has their names, and '{name}' is a file with its own")
    return Module(module, None if isinstance(content, bytes) else content, os.path.basename(name))


@roomy
def parse(text: str | bytes, /, name: str = "text") -> Module:
    """The module in a text of IR, or in bytecode, verified; `name` is what places in it are called by."""
    with told():
        operation = parse_source(source_of(name, text), keep_names=True)
        verify(operation)
    return Module(operation, name=name)


def pattern(*names: str) -> Callable[[Callable[[Operation, Any], bool]], RewritePattern]:
    """Makes a pattern for `Module.rewrite` of a function `(op, rewriter)` for ops of these names, which answers whether it has changed the
    program: `@tfir.pattern("stablehlo.add")`. The rewriter has `replace`, `replace_with`, `value`, `constant`, `erase`."""
    return lambda function: FunctionPattern(names, function)


class Module:
    """A program. `str(module)` is its text; in Jupyter it shows that in colours, and its graph.

    A module is not changed by `run_passes` and `rewrite`, which give a new one. `operation`, `walk` and `functions` hand out its operations
    themselves, which may be edited.
    """

    def __init__(self, operation: Operation, content: Any = None, name: str = "module"):
        self._operation, self.name = operation, name
        self.is_deep = is_second_time()  # whether its regions are nested so deeply that it takes a large stack
        self._content = content  # the text or container that it was read from, under which devices keep code

    @property
    def operation(self) -> Operation:
        """The `builtin.module` itself."""
        self._content = None  # it may no longer say what was read
        return self._operation

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        count = len(self._operation.inside())
        return f"<tfir.Module {self.name}: {count} operation{'s' * (count != 1)}>"

    def _repr_html_(self) -> str:
        from tfir.api.page import shown

        is_small = len(self._operation.inside()) <= MOST_DRAWN
        return shown(self.text(elide=READABLE), self.page() if is_small else None)

    def __deepcopy__(self, _: object) -> Module:
        return self.copy()

    @roomy
    def copy(self) -> Module:
        """A copy that can be edited on its own."""
        return Module(self._operation.clone(), name=self.name)

    @roomy
    def text(self, *, generic: bool = False, locations: bool = False, elide: int | None = None, keep_names: bool = False) -> str:
        """The text: in MLIR's generic form, with locations, without the content of constants of more than `elide` elements, with values
        called what they were called in the text that was read."""
        options = PrintOptions(generic=generic, debug_info=locations, elide_elements=elide, keep_names=keep_names)
        return "".join(print_pieces(self._operation, lookup, options))

    def walk(self, *names: str) -> Iterator[Operation]:
        """All operations, or those of these names (`"stablehlo.add"`) or dialects (`"stablehlo"`), in order. An Operation has `name`, `operands`,
        `results`, `attributes`, `get(attribute)`, `regions`, and methods that edit it."""
        for op in self.operation.walk():
            if not names or op.name in names or op.dialect in names:
                yield op

    @property
    def functions(self) -> dict[str, Operation]:
        """The functions that can be run, by name."""
        return {func.get("sym_name"): func for func in entry_functions(self.operation)}

    def inputs(self, entry: str | None = None) -> dict[str, str]:
        """The types of the inputs of a function, by name; of the default one without `entry`."""
        return {port.written or port.name: str(port.type) for port in find_entry(self._operation, entry).feeds}

    def outputs(self, entry: str | None = None) -> dict[str, str]:
        """The types of the outputs of a function, by name."""
        return {port.name: str(port.type) for port in find_entry(self._operation, entry).fetches}

    @roomy
    def verify(self) -> None:
        """Raises an Error with a diagnostic for everything that is wrong, as after edits."""
        with told():
            verify(self._operation)

    @roomy
    def run_passes(self, *steps: str, **options: Setting) -> Module:
        """The module that passes make of this one.

        A step is the name of a pipeline ("stablehlo", "cpu", "vulkan"), or passes as `--pass-pipeline` has them: "canonicalize",
        "canonicalize,cse", "grappler{fetches=scores}", "func.func(cse)". `options` are flags of tf-opt with `_` for `-`:
        `input_shapes="x=1x784"`, `default_batch=1`, `allow_host_ops=True`, `targets="lavapipe"`, `check_equivalence="seed=1"`.
        Raises Error where a step is misspelt or a pass refuses the program.
        """
        from tfopt.flags import FLAGS
        from tfopt.job import Job
        from tfopt.pipeline.description import named_pipelines

        arguments, pipelines = arguments_for(FLAGS, options, "tf-opt"), named_pipelines()
        for step in steps:
            arguments.order.append(("pipeline" if step in pipelines else "pass-pipeline", step))
        copy = self.copy()
        with told():
            Job(arguments).run_on(copy._operation)  # type: ignore[no-untyped-call]  # a command's class, which has no annotations
        return copy

    @roomy
    def rewrite(self, *patterns: RewritePattern, fold: bool = True) -> Module:
        """The module after patterns were applied until none matches: rules such as `tfir.tf.Neg(tfir.tf.Neg(x)) >> x`, of `x, y =
        tfir.variables("x y")`, and functions under `@tfir.pattern(..)`. In functions constants are computed too, if they shall `fold`, and what is
        dead goes. In a tfg.graph rules of `tfir.tf` match nodes, whose names stay, as do all nodes that are asked for."""
        copy = self.copy()
        with told():
            GreedyDriver(patterns, folds=fold, iterations=-1).run(copy._operation)
            for graph in list(copy.walk("tfg.graph", "tfg.func")):
                from tfopt.grappler.item import Item
                from tfopt.grappler.rewriting import Rewriting, Stage

                Rewriting(Item(graph), [Stage("rewrite", *patterns)], "Rewrite").run()
            verify(copy._operation)
        return copy

    @roomy
    def compile(self, device: str = "interpreter", *, entry: str | None = None, fetch: str | None = None, **options: Any) -> Program:
        """A function on arrays: `f = m.compile(device="cpu"); f(x=array)`.

        `device` is what --device takes: "interpreter", "cpu", "vulkan", "vulkan:0", "vm". For a device that runs lowered programs, one that
        is not lowered yet is, as tf-run does it; what the device cannot compute the host does, unless `strict=True`. `entry` names a function, `fetch` what a session fetches of a
        tfg.graph ("loss,^step"). `options` are `threads`, `savedmodel`, `files_dir`, `cached`, and what `run_passes` takes.
        """
        from tfir.api.program import Program, is_lowered
        from tfrun.devices import device_of

        with told():
            where = device_of(device)[0]
            of_session = {name: options.pop(name) for name in OF_SESSIONS if name in options} | {"disk": options.pop("files_dir", None)}
            folder, module, flags = options.pop("savedmodel", None), self, getattr(where, "LOWERED_BY", ())
            if flags and not is_lowered(self._operation, entry):
                steps = [flag.partition("=")[2] for flag in flags if "=" in flag]
                switches = {flag.removeprefix("--").replace("-", "_"): True for flag in flags if "=" not in flag}
                module = self.run_passes(*steps, **{**({} if options.get("strict") else switches), **options})
            elif options:
                module = self.run_passes(**options)  # which says that there is no such flag, or no pass that it is for
            if module._content is not None and "text" in getattr(where, "TAKES", ()):
                of_session["text"] = module._content
            return Program(module._operation, self.name, device, folder, entry, fetch, of_session)

    def run(self, *arrays: Any, device: str = "interpreter", **inputs: Any) -> Any:
        """Compiles and calls once."""
        with self.compile(device=device) as program:
            return program(*arrays, **inputs)

    @roomy
    def save(self, path: str | os.PathLike[str], /, to: str | None = None, **options: Setting) -> None:
        """Writes a file, whole or not at all: text of IR, or the format `to`, as --to has it: "graphdef", "savedmodel", "hlo-text", "tflite",
        "stablehlo", "module", "onnx", "c" ...; lowered on the way where it has to be. `options` are flags of tf-translate, of text `constants_output="weights.safetensors"`."""
        with told():
            if to in (None, "mlir"):
                self._save_text(os.fspath(path), **options)
                return
            from tftranslate.loading import written

            flags = {"output": os.fspath(path), "to": to, **options}
            written(self.text(), lambda every: arguments_for(every, flags, "tf-translate"))

    def _save_text(self, path: str, constants_output: Setting = None, **others: Setting) -> None:
        given = [name for name, value in others.items() if value is not None]
        if given:
            raise UsageError(f"'{given[0]}' is no option of text that is saved; there is constants_output")
        module, constants = self._operation, []
        if constants_output is not None:
            try:
                constants_output = safetensors_name(str(constants_output))
            except ValueError as error:
                raise UsageError(f"constants_output={constants_output!r}: {error}") from None
            module = module.clone()
            constants = take_out(module)
        with Output(path) as out:
            for piece in print_pieces(module, lookup, PrintOptions()):
                out.write(piece)
            if constants_output is not None:
                write_constants(constants_output, constants)

    @roomy
    def view(self, path: str | os.PathLike[str], /, before: Module | None = None) -> None:
        """Writes a page for a browser that shows the graph, and what became of `before`; a name in .svg or .png is a picture, .dot is for Graphviz."""
        from tfopt.flags import picture_file
        from tfopt.view.files import write_view
        from tfopt.view.picture import Picture

        name = os.fspath(path)
        try:
            picture_file(name)
        except ValueError as error:
            raise Error(f"{name}: expected {error}") from None
        after = Picture(self._operation)
        with told():
            write_view(name, self.name, after if before is None else Picture(before._operation), after)

    @roomy
    def page(self, before: Module | None = None) -> str:
        """The page that `view` writes."""
        from tfopt.view.page import as_page
        from tfopt.view.picture import Picture

        after = Picture(self._operation)
        return as_page(self.name, after if before is None else Picture(before._operation), after)

    def __getitem__(self, name: str) -> Operation:
        """The operation that a symbol names."""
        operations = {op.get("sym_name"): op for op in self.operation.body if op.get("sym_name") is not None}
        if name not in operations:
            raise KeyError(f"{name}{did_you_mean(name, operations)}")
        return operations[name]
