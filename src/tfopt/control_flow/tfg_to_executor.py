"""Rewrites graphs and functions of nodes into the executor's model: islands, tokens, and a fetch at the end.

The function that a graph was lifted to says by name what it takes and gives, in `tf.entry_function`; the others become private.
A graph that was not lifted becomes a function that takes and gives nothing. Names of nodes live on as locations.
"""

from __future__ import annotations

from tfir.conversion.tfg_to_executor.functions import convert

WORKS_ON = ("tfg",)


def tfg_to_executor(module: "Module"):
    convert(module)
