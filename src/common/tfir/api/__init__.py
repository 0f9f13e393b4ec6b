"""The Python API: the names that `import tfir` offers. It stands above the tools and calls the functions that their commands call."""

from __future__ import annotations

from tfir.api.building import build, op
from tfir.api.module import Module, load, parse, pattern
from tfir.api.program import Program
from tfir.cli.process import UsageError
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.operations import Operation
from tfopt.rewrite.terms import constants, rewrite, stablehlo, tf, variables

__all__ = [
    "Error", "Listening", "Module", "Operation", "Program", "UsageError",
    "build", "constants", "load", "op", "parse", "pattern", "rewrite", "stablehlo", "tf", "variables",
]  # fmt: skip
