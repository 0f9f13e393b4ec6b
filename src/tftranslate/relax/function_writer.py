"""A function of Relax that is being written: bindings in blocks of data flow, and branches between them."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.types import ComplexType, ShapedType, TupleType

from tftranslate.relax import control_flow
from tftranslate.relax.constants import constant_text
from tftranslate.relax.element_types import dtype_name
from tftranslate.relax.kernel import STEP, tuple_text
from tftranslate.relax.kernels import call_of, is_known
from tftranslate.relax.names import Names
from tftranslate.relax.open_sizes import result_sizes
from tftranslate.relax.operators import is_operator, operator_of
from tftranslate.relax.statements import Binding, Choice, rendered, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.ir.operations import Block, Operation, Value

    from tftranslate.relax.module_writer import ModuleWriter


class FunctionWriter:
    """`names_of` is what values are called, `open_sizes` the sizes of those whose types leave some open, `items` what has been written."""

    def __init__(self, module: ModuleWriter, name: str, of_program: str | None = None):
        self.module, self.function_name, self.of_program = module, name, of_program or name
        self.names = Names()
        self.names_of: dict[Value, str] = {}
        self.open_sizes: dict[Value, list[str]] = {}
        self.symbols: list[str] = []
        self.parameters: list[str] = []
        self.constants: dict[str, str] = {}  # what constants are called here that are parameters, by their names in the module
        self.items: list[Binding | Choice] = []

    # Values

    def name(self, value: Value) -> str:
        if value not in self.names_of:
            self.constant(value)
        return self.names_of[value]

    def constant(self, value: Value) -> None:
        """Binds a constant where it is first asked for."""
        if value.op is None or value.op.name != "stablehlo.constant":
            raise Error.on(value.op or value.owner.parent_op, "a value of around has no name here")
        key = self.module.parameter_of(value)
        self.names_of[value] = self.bind(constant_text(value.op), value.name or "c") if key is None else self.constant_parameter(key)

    def constant_parameter(self, key: str) -> str:
        if key not in self.constants:
            self.constants[key] = self.names.new(key)
        return self.constants[key]

    def constants_of(self, name: str) -> list[str]:
        """What a call of a function hands on of them."""
        return [self.constant_parameter(key) for key in self.module.extra.get(name, ())]

    def beside(self, kind: str) -> FunctionWriter:
        """A function for a part of the program's function that this one is, or is a part of."""
        return FunctionWriter(self.module, self.module.names.new(f"{self.of_program}_{kind}"), self.of_program)

    def splat(self, value: Value) -> float | int | bool | None:
        """The number that a constant has at all places."""
        if value.op is None or value.op.name != "stablehlo.constant":
            return None
        content = value.op.attributes["value"]
        return content.values()[0] if content.is_splat and not isinstance(value.type.element, ComplexType) else None

    def sizes(self, value: Value) -> list[str]:
        """The sizes of a value as numbers and symbols; complex numbers are a last dimension of two."""
        if value in self.open_sizes:
            return self.open_sizes[value]
        if not value.type.is_static:
            raise Error.on(value.op, "sizes that are not known here have no name in Relax")
        sizes = [str(size) for size in value.type.shape]
        return [*sizes, "2"] if isinstance(value.type.element, ComplexType) else sizes

    def symbol(self, wish: str = "n") -> str:
        name = self.names.new(wish)
        self.symbols.append(name)
        return name

    def parameter(self, value: Value, wish: str) -> None:
        """A parameter; each open size of it has a symbol."""
        name = self.names.new(wish)
        self.names_of[value] = name
        if isinstance(value.type, ShapedType) and not value.type.is_static:
            self.open_sizes[value] = [self.symbol() if size is None else str(size) for size in value.type.shape]
        self.parameters.append(f"{name}: {self.module.type_text(value, self.sizes_of_parameter(value), quoted=True)}")

    def sizes_of_parameter(self, value: Value) -> list[str]:
        return [] if isinstance(value.type, TupleType) else self.sizes(value)

    # Statements

    def bind(self, text: str, wish: str = "lv") -> str:
        name = self.names.new(wish)
        self.items.append(Binding(name, text))
        return name

    def write(self, block: Block) -> None:
        for op in block:
            if op is not block.last:
                self.write_op(op)

    def write_op(self, op: Operation) -> None:
        """Writes an op; what has no counterpart is noted, and what follows is written as if it had one."""
        try:
            self.results(op)
        except Error as error:
            self.module.problem(op, str(error))
            for result in op.results:
                self.names_of[result] = "unknown"
                if isinstance(result.type, ShapedType) and not result.type.is_static:
                    self.open_sizes[result] = ["1" if size is None else str(size) for size in result.type.shape]

    def results(self, op: Operation) -> None:
        if op.name == "stablehlo.constant":
            return
        if op.name in control_flow.FORMS:
            control_flow.FORMS[op.name](self, op)
            return
        if not is_known(op) and not is_operator(op):
            raise Error(self.module.refusal(op))
        if all([0 in result.type.shape for result in op.results]) and all([result.type.is_static for result in op.results]):
            self.empty(op)
            return
        self.name_sizes(op)
        text = operator_of(self, op)
        if text is None:
            text = call_of(self, op)
        self.give(op, text)

    def empty(self, op: Operation) -> None:
        """Results without elements, of whatever op."""
        for result in op.results:
            shape = tuple_text(self.sizes(result))
            self.names_of[result] = self.bind(f'R.zeros({shape}, dtype="{dtype_name(result.type.element)}")', self.wish(result, op))

    def name_sizes(self, op: Operation) -> None:
        """The sizes of results whose types leave some open."""
        for result in op.results:
            if not result.type.is_static:
                self.open_sizes[result] = result_sizes(self, op, result)

    def give(self, op: Operation, text: str, results: Sequence[Value] | None = None) -> None:
        """Binds an expression as the results of an op, of several results a tuple whose parts they are."""
        results = op.results if results is None else results
        wish = self.wish(results[0], op) if len(results) == 1 else op.name.partition(".")[2]
        name = text if text.isidentifier() else self.bind(text, wish)
        if len(results) == 1:
            self.names_of[results[0]] = name
            return
        for number, result in enumerate(results):
            self.names_of[result] = self.bind(f"{name}[{number}]", self.wish(result, op))

    def wish(self, value: Value, op: Operation) -> str:
        return value.name if value.name and not value.name.isdigit() else "lv"

    # Text

    def text(self, results: Sequence[str], result_type: str, is_private: bool) -> str:
        returned = together(results)
        items = list(self.items)
        lines = [STEP * 2 + line for line in [*[f"{symbol} = T.int64()" for symbol in self.symbols], "cls = Module"]]
        lines += rendered(items, returned, 2)
        if not any(["cls." in line for line in lines]):
            lines.remove(STEP * 2 + "cls = Module")
        parameters = [*self.parameters, *[f"{name}: {self.module.parameter_type(key)}" for key, name in self.constants.items()]]
        if self.constants and not is_private:
            lines.insert(0, f'{STEP * 2}R.func_attr({{"num_input": {len(self.parameters)}}})')
        head = ["@R.function(private=True)" if is_private else "@R.function"]
        head.append(f"def {self.function_name}({', '.join(parameters)}) -> {result_type}:")
        return "\n".join([*[STEP + line for line in head], *lines, f"{STEP * 2}return {returned}"])
