"""Puts the StableHLO that `tf.XlaCallModule` holds, as jax2tf writes it, into the module: functions, which are called.

Of a program for several platforms the CPU's is taken, or the first. Names begin with `_stablehlo_`, as upstream has them.
"""

from __future__ import annotations

from tfir.bytecode.source import BytecodeSource, parse_source
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable, symbol_name
from tfir.ir.types import TensorType, Type

from tfopt.tf.retyping import constant

REFUSED = {
    "dim_args_spec": "sizes among its operands", "function_list": "functions of TensorFlow that it calls", "has_token_input_output": "tokens",
}  # fmt: skip


def tf_xla_call_module_deserialization(module: "Module"):
    calls = [op for op in module.walk() if op.name == "tf.XlaCallModule"]
    if not calls:
        return
    symbols, merged = SymbolTable(module), {}
    for op in calls:
        refuse(op)
        data = op.attributes["module"]
        if data not in merged:
            merged[data] = merge(read(op), symbols)
        call(op, symbols.get(merged[data]))


def refuse(op: Operation) -> None:
    for name, what in REFUSED.items():
        attribute = op.attributes.get(name)
        if attribute is not None and (attribute.elements if isinstance(attribute, ArrayAttr) else attribute.value):
            raise Error.on(op, f"has {what}, which are not known here")


def read(op: Operation) -> Operation:
    """The module of StableHLO that the op holds, as text or as bytecode."""
    from tfir.cli.file_formats import is_bytecode
    from tfir.conversion.vhlo.artifact import deserialize

    data, name = op.attributes["module"].bytes, "the module of tf.XlaCallModule"
    source = BytecodeSource(name, data) if is_bytecode(data) else Source(name, data.decode("utf-8", "surrogateescape"))
    program = parse_source(source, allow_unregistered=True)
    deserialize(program)
    return program


def merge(program: Operation, symbols: SymbolTable) -> str:
    """Adds what a program has to the symbols; the name that @main gets."""
    added = {}
    for op in program.body:
        copy = op.clone()
        old = symbol_name(copy)
        copy.set_attribute("sym_name", StringAttr(f"_stablehlo_{old}"))
        copy.set_attribute("sym_visibility", StringAttr("private"))
        added[old] = symbols.add(copy)
    names = {old: symbol_name(op) for old, op in added.items()}
    for inner in [inner for op in added.values() for inner in op.walk()]:
        for name, attribute in list(inner.attributes.items()):
            inner.set_attribute(name, renamed(attribute, names))
    if "main" not in names:
        raise Error("a program that tf.XlaCallModule holds has no function @main")
    return names["main"]


def renamed(attribute: Attribute, names: dict[str, str]) -> Attribute:
    """An attribute whose references have the names that functions have got."""
    if isinstance(attribute, SymbolRefAttr) and attribute.root in names:
        return SymbolRefAttr(names[attribute.root])
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([renamed(element, names) for element in attribute.elements])
    return attribute


def call(op: Operation, function: Operation) -> None:
    """A call in the op's place. What has another type inside of it than outside is passed by tf.EnsureShape."""
    type, build = function.attributes["function_type"].type, Builder.before(op)
    operands = [*platform(op, build), *op.operands]
    if len(operands) != len(type.inputs) or len(op.results) != len(type.results):
        raise Error.on(op, f"has {len(operands)} operands and {len(op.results)} results for a function of type {type}")
    passed = [fit(build, operand, expected) for operand, expected in zip(operands, type.inputs)]
    made = build.create("func.call", passed, type.results, {"callee": SymbolRefAttr(symbol_name(function))})
    op.replace_with([fit(build, result, old.type) for result, old in zip(made.results, op.results)])


def platform(op: Operation, build: Builder) -> list[Value]:
    """The number of the platform, which programs for several of them take first."""
    listed = op.attributes.get("platforms")
    names = [entry.value for entry in listed.elements] if isinstance(listed, ArrayAttr) else []
    return [constant(build, names.index("CPU") if "CPU" in names else 0)] if len(names) > 1 else []


def fit(build: Builder, operand: Value, expected: Type) -> Value:
    if operand.type is expected or not isinstance(expected, TensorType):
        return operand
    return build.value("tf.EnsureShape", [operand], expected, {"shape": ShapeAttr(expected.shape)})
