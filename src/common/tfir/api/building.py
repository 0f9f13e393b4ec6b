"""Programs from Python functions on tensors."""

from __future__ import annotations

from contextlib import contextmanager

from tfir.api.module import Module, parse
from tfir.cli.process import UsageError
from tfir.dialects import verify
from tfir.ir.attributes import DictAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Value
from tfir.ir.types import FunctionType
from tfopt.arithmetic.tensor import Tensor, building, literal
from tfopt.rewrite.building import create
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

NAMES = "tf.entry_function"


def build(function: Callable[..., Any], /, *, entry: str = "main", **inputs: str) -> Module:
    """A module of StableHLO with one function, `entry`, of what a Python function does with tensors.

    `inputs` are the types of its parameters, as `x="2x3xf32"`. Tensors have Python's operators, slices, `.sum(axis)`, `.max`, `.min`, `.mean`,
    `.reshape`, `.transpose`, `.convert`; any other operation is built by `tfir.op`. The function returns a tensor, several, or a
    dictionary of them by the names of outputs.

        >>> import tfir
        >>> m = tfir.build(lambda x, y: (x + y).sum(0), x="2x3xf32", y="3xf32")
    """
    listed = ", ".join([f"%{each}: tensor<{text}>" for each, text in inputs.items()])
    module = parse(f"func.func @{entry}({listed}) {{\n  return\n}}\n", name="build")
    func = module._operation.body.first
    assert func is not None
    end, arguments = func.body.terminator, func.body.arguments
    for argument in arguments:
        if not argument.type.is_static:
            raise UsageError(f"{argument.name}={inputs[argument.name or '']!r}: programs are built of tensors whose sizes are known")
    with built_in(Builder.before(end)):
        outputs = function(**{each: Tensor(argument) for each, argument in zip(inputs, arguments)})
        outputs = outputs if isinstance(outputs, dict) else dict(enumerate(outputs if isinstance(outputs, (list, tuple)) else [outputs]))
        values = {str(key) if isinstance(key, str) else f"result{key}": as_value(each) for key, each in outputs.items()}
    end.set_operands(values.values())
    kind = FunctionType([each.type for each in arguments], [each.type for each in values.values()])
    func.set_attribute("function_type", TypeAttr(kind))
    names = {"control_outputs": "", "inputs": ",".join(inputs), "outputs": ",".join(values)}
    func.set_attribute(NAMES, DictAttr({key: StringAttr(text) for key, text in names.items()}))
    verify(module._operation)
    return Module(module._operation, name=entry)


@contextmanager
def built_in(builder: Builder) -> Iterator[None]:
    """While it lasts, tensors and terms such as `tfir.stablehlo.abs(x)` build there."""
    rewriter = PatternRewriter()
    rewriter.builder = builder
    with building(builder), rewriter:
        yield


def as_value(output: Any) -> Value:
    if isinstance(output, Value):
        return output
    return output.value if isinstance(output, Tensor) else literal(output).value


def op(name: str, *operands: Any, **attributes: Any) -> Any:
    """Builds the operation `name`, such as "stablehlo.exponential", inside of a function that `build` calls: its result as a tensor, or a
    list of several. Operands are tensors, numbers and arrays; `type` is the type of the result where operands do not tell it."""
    from tfir.dialects import lookup

    if lookup(name) is None:
        from tfir.dialects import dialect
        from tfir.ir.suggestion import did_you_mean

        prefix, _, local = name.partition(".")
        home = dialect(prefix)
        raise Error(f"there is no op {name}{did_you_mean(local, home.table) if home is not None else ''}")
    made = create(name, [each.value if isinstance(each, Tensor) else each for each in operands], attributes)
    results = [Tensor(each) for each in made.results]
    return results[0] if len(results) == 1 else results
