"""Several processes in one program, and a look at values on the way. Source: the dialect of StableHLO's interpreter."""

from tfir.ir.diagnostics import Error
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import TensorType
from tfir.ods.dialect import Dialect

OPS = """
    print(operand: tensor)
      $operand attr-dict : type($operand)
    probe(operand: tensor; probe_id: str) -> (result: tensor) !exact
      $operand, probe_id = $probe_id attr-dict : same
    run_parallel(inputs: *any; infeed?: attr, programs: attr) -> (results: *any)
"""


def function(op, name: str):
    symbol = nearest_symbol(op, name, lambda around: around.name == "builtin.module")
    if symbol is None or symbol.name != "func.func":
        raise Error.on(op, f'Function "{name}" not found')
    return symbol.attributes["function_type"].type


def run_parallel(op):
    programs = op.attributes["programs"]
    if not len(programs):
        raise Error.on(op, "`programs` attribute cannot be empty")
    inputs = results = 0
    for row in programs:
        if len(row) != len(programs[0]):
            raise Error.on(op, f"Sizes of second dimension of `programs` should all match {len(programs[0])} but got {len(row)}")
        for program in row:
            type = function(op, program.value)
            inputs, results = inputs + len(type.inputs), results + len(type.results)
    for what, count, expected in (("inputs", len(op.operands), inputs), ("results", len(op.results), results)):
        if count != expected:
            raise Error.on(op, f"Number of {what} ({count}) should match the sum of the number of {what} of all programs ({expected})")
    infeed(op)


def infeed(op):
    names = op.attributes.get("infeed")
    if names is not None and not len(names):
        raise Error.on(op, "infeed attribute is optional or should not be empty")
    for name in names or ():
        results = function(op, name.value).results
        if len(results) != 1:
            raise Error.on(op, f'Function "{name.value}" should return 1 tensor but returns {len(results)}')
        if not isinstance(results[0], TensorType):
            raise Error.on(op, f"Function \"{name.value}\" should return a tensor type, but instead returns '{results[0]}'")


DIALECT = Dialect(
    "interpreter", OPS, package=__name__, families=("observation",), verify_in_context={"run_parallel": run_parallel},
)  # fmt: skip
