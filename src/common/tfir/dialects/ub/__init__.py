"""Undefined behaviour, said outright. Source: MLIR's ub dialect."""

from tfir.ir.attributes import OpaqueAttr
from tfir.ods.dialect import Dialect

OPS = """
    poison(; value: attr = poison) -> (result: any) !pure !constant_like
    unreachable() !terminator
      attr-dict
"""
POISON = OpaqueAttr("#ub.poison")


class PoisonForm:
    """`ub.poison : i32`; `ub.poison <#other.poison> : i32`."""

    def parse(self, p, state):
        if p.accept("<"):
            state.attributes["value"] = p.attribute()
            p.expect(">")
        p.optional_attributes(state.attributes)
        state.attributes.setdefault("value", POISON)
        p.expect(":")
        state.result_types = [p.type()]

    def print(self, printer, op):
        value = op.attributes["value"]
        printer.write(f" <{printer.attribute(value)}>" if value.text != POISON.text else "")
        printer.attribute_dict(op, ("value",))
        printer.write(f" : {op.result.type}")


DIALECT = Dialect(
    "ub", OPS, package=__name__, families=("computation",),
    forms={"poison": PoisonForm()}, attributes={"poison": lambda p: POISON}, defaults={"value": POISON},
)  # fmt: skip
