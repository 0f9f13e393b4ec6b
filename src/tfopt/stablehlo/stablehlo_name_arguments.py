"""Writes what locations call the arguments of public functions, as in exports of JAX, where it stays when locations are not printed."""

from __future__ import annotations

from tfir.analysis.exported_names import name_arguments

TITLE = "StablehloNameArgumentsPass"
WORKS_ON = ("func", "stablehlo", "chlo")


def stablehlo_name_arguments(module: "Module") -> None:
    name_arguments(module)
