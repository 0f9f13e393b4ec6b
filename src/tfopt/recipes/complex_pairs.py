"""Complex numbers at the edges of functions: what `stablehlo-expand-complex` leaves complex, arguments and results, become pairs of tensors."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FunctionType, TensorType, Type

PARTS = ("real", "imag")
SUFFIXES = ("_re", "_im")


def is_complex(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element, ComplexType)


def split_types(types) -> list[Type]:
    return [part for type in types for part in ([type.with_element(type.element.element)] * 2 if is_complex(type) else [type])]


def expand_interface(module: Operation) -> None:
    """Gives functions, and calls of them, two tensors for each one of complex numbers."""
    functions = [op for op in module.walk() if op.name == "func.func"]
    for op in list(module.walk()):
        if op.name == "func.call" and any([is_complex(value.type) for value in (*op.operands, *op.results)]):
            split_call(op)
    for function in functions:
        if any(map(is_complex, (*function.get("function_type").inputs, *function.get("function_type").results))):
            split_function(function)


def parts_of(value: Value, before: Operation) -> list[Value]:
    """The two parts of a value; those of one that was put together of them."""
    if value.op is not None and value.op.name == "stablehlo.complex":
        return list(value.op.operands)
    (type, _), build = split_types([value.type]), Builder.before(before)
    if value.op is not None and value.op.name == "stablehlo.constant":
        from tfir.ods.arrays import array_of, dense_of

        numbers = array_of(value.op.get("value"))
        return [build.value("stablehlo.constant", [], type, {"value": dense_of(part)}) for part in (numbers.real, numbers.imag)]
    return [build.value(f"stablehlo.{part}", [value], type) for part in PARTS]


def split_values(op: Operation) -> list[Value]:
    return [part for value in op.operands for part in (parts_of(value, op) if is_complex(value.type) else [value])]


def split_call(op: Operation) -> None:
    build = Builder.before(op)
    new = build.create("func.call", split_values(op), split_types([result.type for result in op.results]), dict(op.attributes))
    rest = iter(new.results)
    results = []
    for result in op.results:
        if is_complex(result.type):
            results.append(build.value("stablehlo.complex", [next(rest), next(rest)], result.type))
        else:
            results.append(next(rest))
    op.replace_with(results)


def split_function(function: Operation) -> None:
    type = function.get("function_type")
    for name, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
        split_attributes(function, name, types)
    function.set_attribute("function_type", TypeAttr(FunctionType(split_types(type.inputs), split_types(type.results))))
    for block in function.region.blocks:
        last = block.last
        if last is not None and last.name == "func.return":
            last.set_operands(split_values(last))
    if function.region.blocks:
        split_arguments(function.region.entry)
    for op in list(function.walk())[::-1]:
        if op.name in ("stablehlo.complex", "stablehlo.constant") and not op.results[0].uses:
            op.erase()


def split_attributes(function: Operation, name: str, types) -> None:
    attributes = function.attributes.get(name)
    if not isinstance(attributes, ArrayAttr):
        return
    split: list = []
    for each, type in zip(attributes.elements, types):
        split += [renamed(each, suffix) for suffix in SUFFIXES] if is_complex(type) else [each]
    function.set_attribute(name, ArrayAttr(split))


def renamed(attributes, suffix: str):
    """The attributes of an argument whose name, wherever it stands, gets a suffix."""
    entries = {
        key: StringAttr(each.value + suffix) if isinstance(each, StringAttr) else each for key, each in dict(attributes.entries).items()
    }
    return DictAttr(entries)


def split_arguments(block) -> None:
    """Parts are asked of an argument by `real` and `imag`; what else takes it gets it put together."""
    olds = list(block.arguments)
    for old in olds:
        if not is_complex(old.type):
            new = block.add_argument(old.type, block.argument_locations.get(old))
            new.name = old.name
            old.replace_all_uses_with(new)
            continue
        parts = [block.add_argument(type, block.argument_locations.get(old)) for type in split_types([old.type])]
        for part, suffix in zip(parts, SUFFIXES):
            part.name = old.name + suffix if old.name else None
        replace_parts(old, parts, block)
    for _ in olds:
        block.remove_argument(0)


def replace_parts(old: Value, parts: list[Value], block) -> None:
    for user in list(old.users):
        if user.name in ("stablehlo.real", "stablehlo.imag"):
            user.replace_with([parts[PARTS.index(user.name.removeprefix("stablehlo."))]])
    if old.uses:
        build = Builder(block, block.first)
        old.replace_all_uses_with(build.value("stablehlo.complex", parts, old.type))
