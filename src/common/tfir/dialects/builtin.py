"""The builtin dialect: modules."""

from tfir.ir.attributes import StringAttr, symbol_text
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Region
from tfir.ods.dialect import Dialect
from tfir.text.lexer import SYMBOL

OPS = """
    module(; sym_name?: str, sym_visibility?: str) !regions(1) !isolated !symbol_table !graph_region !single_block !no_terminator
    unrealized_conversion_cast(inputs: *any) -> (outputs: *any) !pure
      ($inputs : type($inputs))? to type(results) attr-dict
"""


class ModuleForm:
    """`module @name attributes {..} { ... }`."""

    def parse(self, p, state):
        if p.kind == SYMBOL:
            state.attributes["sym_name"] = StringAttr(p.symbol_name())
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        region = p.region(for_op=p.lookup("builtin.module"))
        state.regions.append(region if region.blocks else Region([Block()]))

    def print(self, printer, op):
        name = op.attributes.get("sym_name")
        printer.write(" " if name is None else f" {symbol_text(name.value)} ")
        rest = {k: v for k, v in op.attributes.items() if k != "sym_name"}
        if rest:
            printer.write(f"attributes {printer.dictionary(rest)} ")
        printer.region(op.region)


def module(op):
    if not op.region.blocks:
        raise Error.on(op, "region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks")
    if op.region.blocks[0].arguments:
        raise Error.on(op, "region should have no arguments")
    for name in op.attributes:
        if "." not in name and name not in ("sym_name", "sym_visibility"):
            raise Error.on(op, f"can only contain attributes with dialect-prefixed names, found: '{name}'")


def unrealized_cast(op):
    if not op.results:
        raise Error.on(op, "expected at least one result for cast operation")


DIALECT = Dialect(
    "builtin", OPS, verify={"unrealized_conversion_cast": unrealized_cast}, verify_in_context={"module": module},
    forms={"module": ModuleForm()},
    default_dialects={"module": "builtin"},
)  # fmt: skip
