"""A module of StableHLO as a module of Relax in TVMScript."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.types import ComplexType, TupleType

from tftranslate.relax.constants import array_of_op, is_long
from tftranslate.relax.control_flow import is_token, kept
from tftranslate.relax.element_types import dtype_name
from tftranslate.relax.function_writer import FunctionWriter
from tftranslate.relax.names import Names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from tfir.execution.entry import Entry
    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation, Value
    from tfir.ir.types import Type

    from tftranslate.relax.kernel import Kernel

OPENING = "from tvm.script import ir as I, relax as R, tirx as T\n\n\n@I.ir_module\nclass Module:\n"
LOWERED = "tf-opt --pipeline=relax says most in simpler operations"


class ModuleWriter:
    """`kernels` are the functions of loops by what is in them, `arrays` the constants that are handed over, by name."""

    def __init__(self, module: Operation, takes_parameters: bool, entry: Entry | None = None):
        self.entry = entry or find_entry(module)
        self.takes_parameters = takes_parameters
        self.names = Names()
        self.symbols = {op.get("sym_name"): op for op in module.body if op.name == "func.func"}
        self.functions: dict[str, str] = {}
        self.texts: list[str] = []
        self.kernels: dict[str, str] = {}
        self.keys: dict[Attribute, str] = {}
        self.arrays: dict[str, tuple[Value, np.ndarray[Any, np.dtype[Any]]]] = {}
        self.parameter_names = Names()
        self.extra: dict[str, list[str]] = {}  # the parameters of constants that a function takes
        self.problems: dict[str, list[Operation]] = {}
        self.assertions: list[Operation] = []  # that are left out

    def text(self) -> str:
        """The whole file. Raises one Error for all that has no counterpart."""
        func = self.entry.func
        self.functions[func.get("sym_name")] = "main"
        self.body(func, "main", [port.written or port.name for port in self.entry.feeds])
        if self.problems:
            raise self.error()
        return OPENING + "\n\n".join([*self.kernel_texts(), *reversed(self.texts)]) + "\n"

    # Functions

    def function(self, op: Operation, symbol: str) -> str:
        """The name of a function, which is written where it is first called."""
        if symbol not in self.functions:
            func = self.symbols.get(symbol)
            if func is None or not func.region.blocks:
                raise Error(f"calls @{symbol}, which has no body here")
            self.functions[symbol] = self.names.new(symbol)
            self.body(func, self.functions[symbol], [value.name or "x" for value in func.body.arguments])
        return self.functions[symbol]

    def body(self, func: Operation, name: str, wishes: Sequence[str]) -> None:
        if len(func.region.blocks) != 1:
            raise Error.on(func, "a function of several blocks has no counterpart in Relax")
        writer, block = FunctionWriter(self, name), func.region.entry
        for argument, wish in zip(block.arguments, wishes, strict=True):
            if not is_token(argument):
                self.parameter(writer, func, argument, wish)
        writer.write(block)
        results = kept(block.terminator.operands)
        self.close(writer, [writer.name(value) for value in results], results)

    def parameter(self, writer: FunctionWriter, func: Operation, argument: Value, wish: str) -> None:
        try:
            writer.parameter(argument, wish)
        except Error as error:
            self.problem(func, str(error))

    def close(self, writer: FunctionWriter, names: Sequence[str], results: Sequence[Value]) -> None:
        """Writes down a function that is complete; what comes of one with problems is of no use."""
        self.extra[writer.function_name] = list(writer.constants)
        if not self.problems:
            self.texts.append(writer.text(names, self.types_text(results), writer.function_name != "main"))

    # Kernels

    def kernel(self, kernel: Kernel) -> str:
        """The name of a kernel; one that is the same is written once."""
        key = kernel.text("KERNEL")
        if key not in self.kernels:
            self.kernels[key] = self.names.new(kernel.wish)
        return self.kernels[key]

    def kernel_texts(self) -> list[str]:
        return [key.replace("def KERNEL(", f"def {name}(", 1) for key, name in self.kernels.items()]

    # Constants as parameters

    def parameter_of(self, value: Value) -> str | None:
        """The name of the parameter that a long constant is; None where it is written down."""
        if not self.takes_parameters or not is_long(value.op):
            return None
        content = value.op.attributes["value"]
        if content not in self.keys:
            self.keys[content] = self.parameter_names.new(value.name or "weight")
            self.arrays[self.keys[content]] = (value, array_of_op(value.op))
        return self.keys[content]

    def parameter_type(self, key: str) -> str:
        value = self.arrays[key][0]
        return result_type(value.type)

    @property
    def parameters(self) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
        """The constants that `main` takes, in the order of its parameters."""
        return {key: self.arrays[key][1] for key in self.extra["main"]}

    def parameters_of_regions(self, op: Operation) -> list[str]:
        """Those that regions use, and what they call."""
        keys: dict[str, None] = {}
        for region in op.regions:
            for inner in region.walk():
                if inner.name == "func.call":
                    keys.update(dict.fromkeys(self.extra[self.function(inner, inner.attributes["callee"].root)]))
                for value in (*inner.operands, *inner.results):
                    key = self.parameter_of(value) if value.op is not None and value.op.name == "stablehlo.constant" else None
                    if key is not None:
                        keys[key] = None
        return list(keys)

    # Types

    def type_text(self, value: Value, sizes: Sequence[str], quoted: bool = False) -> str:
        if isinstance(value.type, TupleType):
            return tuple_type(value.type)
        return tensor_type(value.type.element, sizes, quoted)

    def types_text(self, values: Sequence[Value]) -> str:
        """The type of what a function gives; of open sizes only how many there are."""
        texts = [result_type(value.type) for value in values]
        return texts[0] if len(texts) == 1 else f"R.Tuple({', '.join(texts)})"

    # What has no counterpart

    def tell_of_assertions(self) -> None:
        if self.assertions:
            what = f"{len(self.assertions)} assertions of sizes" if len(self.assertions) > 1 else "an assertion of sizes"
            emit(Diagnostic(f"{what} left out: the module takes it that sizes fit", self.assertions[0], "remark"))

    def refusal(self, op: Operation) -> str:
        if op.name == "stablehlo.custom_call":
            return f"the call of {op.get('call_target_name')!r} has no counterpart in Relax"
        return f"has no counterpart in Relax; {LOWERED}" if has_trait(op, "pure") else "has no counterpart in Relax"

    def problem(self, op: Operation, text: str) -> None:
        self.problems.setdefault(f"{op.name} {text}", []).append(op)

    def error(self) -> Error:
        lines = [text if len(ops) == 1 else f"{text} ({len(ops)} of them)" for text, ops in self.problems.items()]
        first = next(iter(self.problems.values()))[0]
        return Error("; ".join(lines), first)


def tensor_type(element: Type, sizes: Sequence[str], quoted: bool = False) -> str:
    sizes = [size if size.isdigit() or not quoted else f'"{size}"' for size in sizes]
    shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
    return f'R.Tensor({shape}, dtype="{dtype_name(element)}")'


def result_type(type: Type) -> str:
    if isinstance(type, TupleType):
        return tuple_type(type)
    sizes = [str(size) for size in type.shape] if type.is_static else []
    extra = ["2"] if isinstance(type.element, ComplexType) else []
    if type.is_static:
        return tensor_type(type.element, [*sizes, *extra])
    return f'R.Tensor(dtype="{dtype_name(type.element)}", ndim={len(type.shape) + len(extra)})'


def tuple_type(type: TupleType) -> str:
    return f"R.Tuple({', '.join([result_type(each) for each in type.types])})"
