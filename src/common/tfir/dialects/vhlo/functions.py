"""The custom form of `vhlo.func_v1`, the only one that VHLO has."""

from __future__ import annotations

from tfir.dialects.vhlo.kinds import TYPES, VhloType, vhlo_attribute
from tfir.ir.attributes import symbol_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FunctionForm:
    """`vhlo.func_v1 @f(%arg0: T) -> (T) { ... } {sym_visibility = ..}`."""

    def parse(self, p: Any, state: Any) -> None:
        from tfir.dialects.func import parse_arguments

        name = p.symbol_name()
        arguments, types, _ = parse_arguments(p)
        results = p.result_types() if p.accept("->") else []
        state.regions.append(p.region(arguments, for_op=p.lookup(state.name)))
        function = VhloType(TYPES["func_v1"], inputs=tuple(types), outputs=tuple(results))
        state.attributes["sym_name"] = vhlo_attribute("string_v1", name)
        state.attributes["function_type"] = vhlo_attribute("type_v1", function)
        p.optional_attributes(state.attributes)

    def print(self, printer: Any, op: Any) -> None:
        function = op.attributes["function_type"].value
        printer.write(f" {symbol_text(op.attributes['sym_name'].value)}(")
        for number, argument in enumerate(op.region.blocks[0].arguments if op.region.blocks else ()):
            printer.write(f"{', ' * (number > 0)}{printer.value(argument)}: {argument.type}")
            printer.argument_location(argument)
        printer.write(f") -> ({', '.join([type.text for type in function.outputs])}) ")
        printer.region(op.region, entry_arguments=False)
        rest = {name: value for name, value in op.attributes.items() if name not in ("sym_name", "function_type")}
        if rest:
            printer.write(f" {printer.dictionary(rest)}")
